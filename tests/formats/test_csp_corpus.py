"""The collection of CSPm scripts that other people wrote, where it is there: each is parsed, and its definitions are
evaluated."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from symag import InputError, Limits
from symag.formats.csp.script import read_script
from symag.formats.files import read_beside, read_text
from symag.formats.format import SourceText
from symag.limits import Watch

FOLDER = Path(__file__).parents[2].parent / "shared" / "corpus" / "csp"
SCRIPTS = sorted(file.name for file in FOLDER.glob("*.csp"))

UNREADABLE = {
    "SimpleIntTim_statespace-f559a.csp": "not in the folder of the script",
    "inctest-988cd.csp": "there is no such file",
    "inctest2-45a9d.csp": "there is no such file",
    "channels-c4704.csp": "no token of CSPm",
    "philosophers2-7f87e.csp": "no token of CSPm",
    "simple-7eea5.csp": "'=' in a definition",
}
"""Three include files that are not there; three are in another language."""

WRONG = {
    "EnumerationTests-31ec8.csp": "4 is not in {0, 1, 2, 3}",
    "PatMatchTupleComplex-79c0a.csp": "no clause of 'g4' matches",
    "RepWithGuard-4b2b2.csp": "a set is expected here, not the integer 1",
    "SeqRangeTests-8d8c2.csp": "100 is not in {0, …, 99}",
    "SetCompTests-dca2e.csp": "too many values to run through, of Int",
    "SimpleGetSet-99e9c.csp": "too many values to run through, of Int",
    "bankv1-c70d1.csp": "a channel is expected here, not a process",
    "bankv2-1515e.csp": "a channel is expected here, not a process",
    "occursCheck-7813f.csp": "has too many fields",
    "protocol.fix-7a8be.csp": "'hostof' takes 2 arguments, and 1 is given",
    "t1-1c003.csp": "a value of TRAINS is missing",
}
"""Scripts with a definition that has this error; all others have none."""

MOST = 400
"""Suspended processes that are looked at for a definition."""


@pytest.mark.slow
@pytest.mark.skipif(not SCRIPTS, reason="the collection is not there")
@pytest.mark.parametrize("file", SCRIPTS)
def test_script(file: str) -> None:
    path = str(FOLDER / file)
    source = SourceText(
        read_text(path, skips_mark=True), watch=Watch(Limits(seconds=60)), include=partial(read_beside, path)
    )
    if file in UNREADABLE:
        with pytest.raises(InputError, match=UNREADABLE[file]):
            read_script(source)
        return
    script = read_script(source)
    errors: list[str] = []
    for name in script.processes():
        if "(" not in name:
            try:
                look_at(script.process(name))
            except InputError as error:
                errors.append(error.message)
    for assertion in script.assertions:
        assert assertion.text
    assert len({WRONG[file] in error for error in errors} - {True}) == 0 if file in WRONG else errors == []
    assert bool(errors) == (file in WRONG)


def look_at(found: Any) -> None:
    waiting, seen = [found], {found}
    while waiting and len(seen) < MOST:
        one = waiting.pop()
        term = one.unfold() if hasattr(one, "unfold") else one
        for name in getattr(term, "__dataclass_fields__", ()):
            part = getattr(term, name)
            for operand in part if isinstance(part, tuple) else [part]:
                after: Any = getattr(operand, "process", operand)
                after = after[0] if isinstance(after, tuple) else after
                after = after.canonical() if hasattr(after, "canonical") else after
                if hasattr(after, "unfold") and after not in seen:
                    seen.add(after)
                    waiting.append(after)
