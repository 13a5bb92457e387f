"""The subjects of TOSEM 2008 as programs: they hold with their constraints, each of which is needed, and find what is
wrong in the variants, as the LTS models do."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import symag
from symag.flow import ask, named_sides
from symag.flow.constraints import named_automata
from symag.formats import ConstantValues, SourceText
from symag.formats.flow.read import read_program

FOLDER = Path(__file__).parents[2] / "examples" / "flow" / "subjects"
SUBJECTS: Sequence[Mapping[str, Any]] = tomllib.loads((FOLDER / "subjects.toml").read_text())["subject"]


def verdict(
    subject: Mapping[str, Any],
    constraints: Sequence[str],
    constants: Mapping[str, object],
    sides: str = "",
    **options: Any,
) -> str:
    program = read_program(SourceText((FOLDER / subject["program"]).read_text(), ConstantValues(constants)))
    specification = symag.load(FOLDER / subject["property"])
    named = named_sides(sides, program.task_names) if sides else None
    models = ask(program, specification, constraints, named)
    return symag.check(*models, audit=False, **({"method": "mono"} | options)).verdict


def number_of(subject: Mapping[str, Any]) -> str:
    return f"{subject['number']}"


def test_all_subjects_of_the_table_are_there() -> None:
    assert [subject["number"] for subject in SUBJECTS] == list(range(1, 33))


@pytest.mark.parametrize("program", sorted({subject["program"] for subject in SUBJECTS}))
def test_subjects_hold_and_their_wrong_variants_do_not(program: str) -> None:
    for subject in SUBJECTS:
        if subject["program"] == program:
            assert verdict(subject, subject["constraints"], {}) == "holds", subject
            wrong = {subject["wrong"]: 1}
            assert verdict(subject, subject["constraints"], wrong) == "violated", subject


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS, ids=number_of)
def test_every_constraint_is_needed_and_all_of_them_do_not_hide_what_is_wrong(subject: Mapping[str, Any]) -> None:
    assert verdict(subject, ["VA(*)", "TA(*)"], {subject["wrong"]: 1}) == "violated"
    program = read_program(SourceText((FOLDER / subject["program"]).read_text()))
    automata = [
        str(each)
        for one in subject["constraints"]
        for each in named_automata(one, list(program.variables), program.task_names)
    ]
    for left_out in automata:
        others = [one for one in automata if one != left_out]
        assert verdict(subject, others, {}) == "violated", left_out


@pytest.mark.parametrize(
    ("number", "sides", "constraints"),
    [
        (1, "a(1)", ["TA(dispatcher)"]),
        (9, "manager, client, wrapper", ["TA(a[1])", "TA(a[2])", "TA(dispatcher)"]),
        (16, "manager, client, wrapper", ["TA(d[1])", "VA(d[1].listed[1])", "TA(dispatcher)"]),
        (19, "pumps", ["TA(pumps[1])"]),
        (24, "runners(1)", ["VA(variable.value)", "TA(*)"]),
        (24, "variable/runners(1)/runners(2)", ["VA(variable.value)", "TA(*)"]),
    ],
)
def test_proofs_by_parts(number: int, sides: str, constraints: Sequence[str]) -> None:
    """Two sides may need other constraints than the whole."""
    for method in ("agar", "learn"):
        assert verdict(SUBJECTS[number - 1], constraints, {}, sides, method=method) == "holds", method
