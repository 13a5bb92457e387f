"""How commands read models."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import run_line


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check loops.lts --spec loops.lts#MUTEX", "loops.lts: a value is given for 'M', but"),
        ("check loops.lts --spec P.json", "P.json, loops.lts: a value is given for 'M', but"),
        ("show loops.lts#LOOP", "no constant of that name: there is N"),
        ("show P.json", "P.json: a value is given for 'M', but there is no constant of that name: there is none"),
    ],
)
def test_constants_that_are_not_there(folder: Path, command: str, message: str) -> None:
    done = run_line(f"{command} --const M=5")
    assert done.exit_code == 2
    assert message in done.stderr
