"""Every method on the command line, with its iterations: what is shown while it works knows its entries."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag.assume import METHODS
from symag.relations import RELATIONS
from symag.study.cases.scheduler import cells, cycle_property
from tests.cli.commands import run

QUESTIONS = [
    (relation.name, method.name, variant)
    for relation in RELATIONS
    for method in METHODS
    for variant in ("right", "hasty")
    if method.decides(relation) and relation.name != "probability"
]


@pytest.mark.parametrize(("relation", "method", "variant"), QUESTIONS)
def test_every_method_shows_its_iterations(relation: str, method: str, variant: str, folder: Path) -> None:
    components = cells(3, variant)  # type: ignore[arg-type]
    for number, component in enumerate(components):
        symag.save(component, folder / f"{number}.json")
    symag.save(cycle_property(3), folder / "turns.json")
    files = [f"{number}.json" for number, _ in enumerate(components)]
    asked = ("--spec", "turns.json", "--relation", relation, "--method", method, "-v", "--no-audit")
    done = run("check", *files, *asked)
    assert done.exit_code == (0 if variant == "right" else 1), done.output
