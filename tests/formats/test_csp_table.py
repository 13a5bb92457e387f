"""The table of CSPm's constructs in the README, row by row against the reader."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from symag import InputError
from symag.formats import table
from symag.formats.csp.script import Script, read_script
from symag.formats.format import SourceText

README = Path(str(table.__file__)).with_name("README.md").read_text(encoding="utf-8")
CSPM = README[README.index("## CSPm") :]
ROWS = [
    [cell.strip().replace("\0", "|") for cell in line.replace("\\|", "\0").strip("|").split("|")]
    for line in CSPM[CSPM.index("| construct | example |") :].split("\n\n")[0].splitlines()[2:]
]
EXAMPLES = {construct: (example.strip("`"), what) for construct, example, what in ROWS}
HEAD = "channel a, b\nchannel c : {0..1}.{0..1}\nP = a -> b -> P\n"


def script(text: str) -> Script:
    return read_script(SourceText(HEAD + text.replace("  ", "\n"), include=lambda _: "other = 1"))


def test_the_table_uses_its_own_words() -> None:
    assert {what for _, what in EXAMPLES.values()} == {"read", "skipped", "refused"}


@pytest.mark.parametrize("construct", EXAMPLES)
def test_row(construct: str) -> None:
    example, what = EXAMPLES[construct]
    if what == "refused":
        with pytest.raises(InputError) as error:
            evaluate(script(example))
        assert (error.value.line or 0) > 3
        if "whole script" not in construct:
            explored(script(example).process("P"))  # which does not need it
        return
    evaluate(script(example))
    if what == "skipped":
        assert {*script(example).processes(), "v"} == {*script("").processes(), "v"}


def evaluate(reader: Script) -> None:
    """The value of `v`; of a process, all that it comes to."""
    if reader.defines("v"):
        explored(reader.value("v"))
    for assertion in reader.assertions:
        assert assertion.text


def explored(found: Any, most: int = 50) -> None:
    """The operators of a process, through its operands."""
    waiting, seen = [found], set[Any]()
    while waiting and len(seen) < most:
        one = waiting.pop()
        one = one.canonical().unfold() if hasattr(one, "canonical") and hasattr(one.canonical(), "unfold") else one
        if not hasattr(one, "__dataclass_fields__") or one in seen:
            continue
        seen.add(one)
        for name in one.__dataclass_fields__:
            part = getattr(one, name)
            waiting += part if isinstance(part, tuple) else [part]


def test_no_construct_is_told_twice() -> None:
    assert len(EXAMPLES) == len(ROWS)
    assert all(re.search(r"\w", example) for example, _ in EXAMPLES.values())
