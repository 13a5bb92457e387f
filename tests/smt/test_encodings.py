"""The catalogue `encodings/` and `encode`: the text is what the code writes, and every solver gives the same answer."""

from __future__ import annotations

import re
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import cvc5
import pytest
import z3
from pysmt.logics import QF_LRA
from pysmt.oracles import get_logic
from pysmt.smtlib.parser import SmtLibParser

import symag
from symag import InputError, LimitReached
from symag.limits import Watch
from symag.smt.cases import CASES, WORD_CASES, SimulationCase, WordCase
from symag.smt.catalogue import catalogue
from symag.smt.pysmt_solver import PysmtSolver
from symag.smt.z3_solver import Z3Solver
from symag.traces import WeakestAssumption
from tests.generate import random_question

FOLDER = Path(__file__).parents[2] / "encodings"
FILES = dict(catalogue(Z3Solver))


def by_z3(text: str) -> str:
    solver = z3.Solver(ctx=z3.Context())
    solver.from_string(text)
    return str(solver.check())


def by_cvc5(text: str) -> str:
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "test")
    answers: list[str] = []
    while not (command := parser.nextCommand()).isNull():
        answers.append(command.invoke(solver, parser.getSymbolManager()).strip())
    return next(answer for answer in answers if answer in ("sat", "unsat"))


def status(text: str) -> str:
    found = re.search(r"\(set-info :status (\w+)\)", text)
    assert found
    return found[1]


def test_the_files_are_what_the_code_writes() -> None:
    on_disk = {str(path.relative_to(FOLDER)): path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.smt2")}
    assert on_disk == FILES, "run: python -m symag.smt.catalogue encodings"
    folders = {name.split("/")[0] for name in FILES}
    assert len(folders) >= 5
    assert all((FOLDER / folder / "README.md").read_text(encoding="utf-8") for folder in folders)


def test_cores_do_not_depend_on_the_solver() -> None:
    assert dict(catalogue(lambda logic, watch: PysmtSolver("cvc5", logic, watch))) == FILES


@pytest.mark.parametrize("name", FILES)
def test_every_solver_confirms_the_status(name: str) -> None:
    assert by_z3(FILES[name]) == by_cvc5(FILES[name]) == status(FILES[name])


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_beyond_linear_real_arithmetic(name: str) -> None:
    assert_linear(FILES[name])


def assert_linear(text: str) -> None:
    """By pySMT's parser and oracle, which know nothing of us: no theory but linear reals, and no quantifier."""
    logic = get_logic(SmtLibParser().get_script(StringIO(text)).get_strict_formula())
    assert logic <= QF_LRA
    assert ("(set-logic QF_LRA)" in text) == logic.theory.real_arithmetic
    assert ("(set-logic QF_UF)" in text) != logic.theory.real_arithmetic


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_cases_are_as_the_fixpoint_says(case: SimulationCase) -> None:
    assert bool(symag.check(list(case.components), case.specification)) == case.holds


@pytest.mark.parametrize("case", WORD_CASES, ids=lambda case: case.name)
def test_the_words_are_as_the_explicit_teacher_says(case: WordCase) -> None:
    teacher = WeakestAssumption(case.components, case.specification, case.interface, Watch())
    assert teacher.member(tuple(case.interface.index(letter) + 1 for letter in case.word)) == case.safe
    text = next(text for name, text in FILES.items() if name.endswith(f"-{case.name}.smt2"))
    assert status(text) == ("sat" if case.safe else "unsat")


def test_the_core_of_a_word_is_an_execution() -> None:
    lines = FILES["trace-membership/06-answered-again.smt2"].splitlines()
    for line in [line for line in lines if ":named" in line]:
        rest = [other for other in lines if other != line]
        if by_z3("\n".join(rest)) == "unsat":
            lines = rest
    assert re.findall(r":named \|(.*?)\|", "\n".join(lines)) == [
        "step 0: (0,0) -> (1,1) hidden",
        "step 1: (1,1) -> (2,1) by send",
        "step 2: (2,1) -> (2,0) by output",
        "step 2: (2,0) -> (3,0) hidden",
        "step 2: (3,0) -> (1,0) hidden",
        "step 3: (1,0) -> (2,0) by send",
        "step 4: (2,0) -> error by output",
    ]


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("unsat-core")])
def test_the_core_in_the_comments_is_one_and_minimal(name: str) -> None:
    text = FILES[name]
    core = re.findall(r"^;   (\|.*\|)$", text, re.MULTILINE)
    assert core
    lines = text.splitlines()

    def only(names: list[str]) -> str:
        return "\n".join(line for line in lines if ":named" not in line or any(f":named {n})" in line for n in names))

    assert by_z3(only(core)) == by_cvc5(only(core)) == "unsat"
    for dropped in core:
        assert by_z3(only([other for other in core if other != dropped])) == "sat"


@pytest.mark.parametrize("encoding", ["weights", "cuts"])
def test_any_question_can_be_written(encoding: str) -> None:
    answers = set()
    for seed in range(12):
        components, specification = random_question(Random(seed))
        text = symag.encode(components, specification, encoding=encoding)
        assert_linear(text)
        expected = "sat" if symag.check(components, specification) else "unsat"
        assert by_z3(text) == expected, seed
        assert by_cvc5(text) == expected, seed
        answers.add(expected)
    assert answers == {"sat", "unsat"}


def test_many_outcomes_are_written_as_a_weight_function() -> None:
    shares = {f"s{i}": "1/8" for i in range(8)}
    model = symag.LPTS.build("start", [("start", "a", shares)])
    text = symag.encode(model, model, encoding="cuts")
    assert "too many cuts" in text
    assert by_z3(text) == by_cvc5(text) == "sat"


def test_hostile_names() -> None:
    names = ["|", "\\", "a <= b", "#1", "x by y", "é", "(a)", '"', "a: b", "a -> b", ";", "x" * 200]
    model = symag.LPTS.build(names[0], [(a, b, c) for a in names for b, c in pairwise(names)], name="a\nb")
    text = symag.encode(model, model)
    assert text.isascii()
    assert by_z3(text) == by_cvc5(text) == "sat"


def test_what_cannot_be_encoded() -> None:
    model = symag.LPTS.build("s", [("s", "a", "s")])
    with pytest.raises(InputError, match="'lazy' cannot be written down: choose from weights, cuts"):
        symag.encode(model, model, encoding="lazy")
    with pytest.raises(LimitReached, match="max-states"):
        symag.encode([model, symag.LPTS.build("s", [("s", "b", "t")])], model, max_states=1)
