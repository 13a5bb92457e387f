"""The table of constructs in the README, row by row against the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from symag import InputError
from symag.formats import ModelReader, table

README = Path(str(table.__file__)).with_name("README.md").read_text(encoding="utf-8")
FSP = README[README.index("## FSP") :]
ROWS = [
    [cell.strip().replace("\\|", "|") for cell in line.replace("\\|", "\0").strip("|").split("|")]
    for line in FSP[FSP.index("| construct | example |") :].split("\n\n")[0].splitlines()[2:]
]
EXAMPLES = {construct: (example.replace("\0", "|").strip("`"), what) for construct, example, what in ROWS}
KINDS = {"read", "read, with a note", "composed", "skipped", "skipped with a note", "refused"}


def test_the_table_uses_its_own_words() -> None:
    assert {what for _, what in EXAMPLES.values()} == KINDS


@pytest.mark.parametrize("construct", EXAMPLES)
def test_row(construct: str, tmp_path: Path) -> None:
    example, what = EXAMPLES[construct]
    file = tmp_path / "example.lts"
    file.write_text(f"P = (a -> b -> P).\n{example}\n")
    reader = ModelReader()
    if what == "refused":
        with pytest.raises(InputError) as caught:
            reader.components(file)
        assert (caught.value.line, bool(caught.value.column)) == (2, True)
        reader.components(f"{file}#P")  # which does not need it
        return
    components = reader.components(f"{file}#Q" if construct == "`property`" else file)
    assert bool(reader.notes) == what.endswith("with a note")
    if what == "composed":
        assert len(components) == 1
    if what.startswith("skipped"):
        (file.parent / "without.lts").write_text("P = (a -> b -> P).")
        assert components == reader.components(file.parent / "without.lts")
