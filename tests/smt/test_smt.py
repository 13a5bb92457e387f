"""The parts of the solver backends one by one, and what they do at limits, at Ctrl-C, and with solvers that lie."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from io import StringIO
from itertools import chain, combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysmt.environment import Environment
from pysmt.logics import QF_LRA
from pysmt.oracles import get_logic
from pysmt.smtlib.parser import SmtLibParser

import symag
from symag import LPTS, InputError, InternalError, LimitReached
from symag.limits import Watch
from symag.simulation import Fixpoint, exact_flow, get_backend
from symag.smt import ENCODINGS
from symag.smt.backend import SmtBackend
from symag.smt.cuts import MatchCut, Scales, minimal_cuts
from symag.smt.formula import SolverFormula
from symag.smt.on_demand import explain
from symag.smt.propagation import Core, tree_from_core
from symag.smt.simulation_question import SimulationQuestion
from symag.smt.z3_solver import Z3Solver
from symag.study.cases.families import mutual_exclusion, random_lpts, sub_system, with_foreign_action
from symag.study.cases.papers import (
    FIG1_L1,
    FIG1_L2,
    FIG1_P,
    FIG3_L1,
    FIG3_L2,
    LEMMA4_R1,
    LEMMA4_R2,
    LEMMA5_L,
    LEMMA5_R,
)
from symag.study.compare.side_by_side import chosen
from tests.backends import SMT, SOLVERS, Z3
from tests.generate import random_question
from tests.waiting import PATIENCE

Shares = tuple[Fraction, ...]
EXAMPLES = [([FIG1_L1, FIG1_L2], FIG1_P), ([FIG3_L1], FIG3_L2), ([LEMMA4_R1], LEMMA4_R2), ([LEMMA5_L], LEMMA5_R)]


# Cuts


def shares_of(weights: list[int]) -> Shares:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


vectors = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(shares_of)


def subsets(size: int) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(range(size), length) for length in range(size + 1)))


def heavy(mu: Shares, nu: Shares, left: Iterable[int], right: Iterable[int]) -> bool:
    return sum(mu[x] for x in left) + sum(nu[y] for y in right) > 1


def is_minimal(mu: Shares, nu: Shares, left: Sequence[int], right: Sequence[int]) -> bool:
    """Is it heavy, and no longer if any one outcome is left out?"""
    smaller = [(set(left) - {x}, set(right)) for x in left] + [(set(left), set(right) - {y}) for y in right]
    return heavy(mu, nu, left, right) and not any(heavy(mu, nu, *pair) for pair in smaller)


@given(vectors, vectors)
def test_minimal_cuts_are_all_of_them_and_nothing_else(mu: Shares, nu: Shares) -> None:
    found = minimal_cuts(mu, nu)
    everything = product(subsets(len(mu)), subsets(len(nu)))
    assert len(found) == len(set(found))
    assert set(found) == {(left, right) for left, right in everything if is_minimal(mu, nu, left, right)}


@given(vectors, vectors, st.randoms(use_true_random=False))
def test_halls_theorem(mu: Shares, nu: Shares, random: Random) -> None:
    """There is a weight function if and only if every minimal cut has a pair that is related."""
    related = {pair for pair in product(range(len(mu)), range(len(nu))) if random.random() < 0.7}
    weights = exact_flow(dict(enumerate(mu)), dict(enumerate(nu)), lambda x, y: (x, y) in related, Watch()).weights
    violated = [cut for cut in minimal_cuts(mu, nu) if not related.intersection(product(*cut))]
    assert (weights is None) == bool(violated)


def one_match(mu: Shares, nu: Shares) -> tuple[SimulationQuestion, int]:
    """A question with one step on both sides, and its match; outcome x of the system is x0, x1, …"""
    system, specification = (
        LPTS.build("0", [("0", "a", {f"x{place}": share for place, share in enumerate(shares)})]) for shares in (mu, nu)
    )
    question = SimulationQuestion(system, specification)
    (obligation,) = question.obligations(SimulationQuestion.INITIAL)
    return question, obligation.answers[0]


@given(vectors, vectors, st.randoms(use_true_random=False))
def test_scales_find_a_violated_cut_if_there_is_no_weight_function(mu: Shares, nu: Shares, random: Random) -> None:
    question, number = one_match(mu, nu)
    question.everything()
    scales = Scales(question)
    below, above = question.supports(number)
    mu, nu = question.shares(number)
    mu_of, nu_of = dict(zip(below, mu, strict=True)), dict(zip(above, nu, strict=True))
    for _ in range(4):
        pairs = {pair for pair in product(below, above) if random.random() < 0.7}
        related = {question.known(x, y) for x, y in pairs}
        matching = exact_flow(mu_of, nu_of, lambda x, y, pairs=pairs: (x, y) in pairs, Watch())  # type: ignore[misc]
        cut = scales.violated_cut(number, related.__contains__)
        assert (cut is None) == (matching.weights is not None)
        if cut is not None:
            assert cut.match == number
            left, right = [below.index(x) for x in cut.left], [above.index(y) for y in cut.right]
            assert is_minimal(mu, nu, left, right)
            assert not related.intersection(cut.literals(question))
            assert scales.violated_cut(number, related.__contains__) == cut, "it remembers"


# Numbers of pairs and matches


def test_plain_transition_systems_need_no_matches() -> None:
    question = SimulationQuestion(FIG1_L1, FIG1_L1)
    obligations, matches = question.everything()
    assert not matches
    assert all(map(question.is_pair, range(1, len(question) + 1)))
    assert [len(obligation.answers) for obligation in obligations] == [1, 1, 1]


def test_only_what_can_be_reached_has_a_number() -> None:
    question = SimulationQuestion(LEMMA4_R1, LEMMA4_R2)
    assert (question.below[1], question.above[1], len(question)) == (LEMMA4_R1.initial, LEMMA4_R2.initial, 1)
    obligations, matches = question.everything()
    (first, *_) = obligations
    assert matches == list(first.answers)
    assert not question.is_pair(matches[0])
    named = {(LEMMA4_R1.states[question.below[v]], LEMMA4_R2.states[question.above[v]]) for v in question.pairs()}
    assert set(product(["r11", "r12"], ["r21", "r22", "r23"])) <= named
    assert ("r10", "r21") not in named
    assert question.known(LEMMA4_R1.initial, LEMMA4_R2.states.index("r21")) == 0


def test_a_hopeless_pair_keeps_only_the_step_that_has_no_answer() -> None:
    """r11 can do y and z, r21 only y: what comes after y does not matter, and is never looked at."""
    question = SimulationQuestion(LEMMA4_R1, LEMMA4_R2)
    r11, r21 = LEMMA4_R1.states.index("r11"), LEMMA4_R2.states.index("r21")
    pair = question.variable(r11, r21)
    before = len(question)
    (obligation,) = question.obligations(pair)
    action = LEMMA4_R1.actions[LEMMA4_R1.action[obligation.transition]]
    assert (obligation.pair, obligation.answers, action) == (pair, (), "z")
    assert (len(question), question.hopeless) == (before, 1)


def test_actions_that_the_specification_does_not_know_are_answered_by_staying() -> None:
    question = SimulationQuestion(FIG1_L1, FIG1_P)
    question.everything()
    stays = question.variable(FIG1_L1.states.index("t1"), FIG1_P.states.index("u1"))
    (obligation,) = question.obligations(stays)
    (answer,) = obligation.answers
    assert (question.below[answer], question.above[answer]) == (
        FIG1_L1.states.index("t2"),
        FIG1_P.states.index("u1"),
    )


# From cores to trees


def lemma_4() -> tuple[SimulationQuestion, Core]:
    question = SimulationQuestion(LEMMA4_R1, LEMMA4_R2)
    obligations, _ = question.everything()
    return question, explain(question, Z3Solver, obligations, (), Watch())


def test_a_core_becomes_a_tree() -> None:
    question, core = lemma_4()
    assert tree_from_core(question, core, Watch()).depth == 2
    for number in range(len(core.obligations)):  # it is a minimal one
        rest = [*core.obligations[:number], *core.obligations[number + 1 :]]
        with pytest.raises(InternalError, match="core does not refute the initial pair"):
            tree_from_core(question, Core(rest, core.cuts), Watch())


def test_cores_are_not_trusted() -> None:
    question, core = lemma_4()
    with pytest.raises(InternalError, match="core does not refute the initial pair"):
        tree_from_core(question, Core([], []), Watch())
    (cut,) = core.cuts
    light = [MatchCut(cut.match, cut.left, cut.right[:1]), MatchCut(cut.match, (), cut.right)]
    for wrong in light:
        with pytest.raises(InternalError, match="which is not more than 1"):
            tree_from_core(question, Core(core.obligations, [*core.cuts, wrong]), Watch())


# Logics

TOKENS = re.compile(r"\(|\)|[^\s()]+")
WORDS = {"(", ")", "assert", "declare-const", "Bool", "Real", "and", "or", "not", "=>", "+", "=", ">=", ">", "/"}
NAMES = re.compile(r"[bw]\d+|\d+\.0")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_logic_beyond_linear_real_arithmetic(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that Z3 is ever told: clauses in DIMACS, or these words, which pySMT finds to be QF_LRA."""
    told: list[tuple[bool, str]] = []
    add_text = Z3Solver._add_text

    def listen(solver: Z3Solver, text: str) -> None:
        told.append((solver.linear, text))
        add_text(solver, text)

    monkeypatch.setattr(Z3Solver, "_add_text", listen)
    logics: set[str] = set()

    def make(logic: str, watch: Watch) -> Z3Solver:
        logics.add(logic)
        return Z3Solver(logic, watch)

    for components, specification in [*EXAMPLES, *(random_question(Random(seed)) for seed in range(30))]:
        symag.check(components, specification, backend=SmtBackend("listening", make, encoding))
    assert logics == ({"QF_UF", "QF_LRA"} if encoding == "weights" else {"QF_UF"})
    linear = [text for is_linear, text in told if is_linear]
    assert bool(linear) == (encoding == "weights")
    for text in (text for is_linear, text in told if not is_linear):
        assert re.fullmatch(r"p cnf \d+ \d+\n(-?\d+ ?)+\n", text)
    for text in linear:
        assert not {t for t in TOKENS.findall(text) if t not in WORDS and not NAMES.fullmatch(t)}
    for text in linear[:1]:
        with Environment() as environment:
            formula = SmtLibParser(environment).get_script(StringIO(text)).get_last_formula()
            assert get_logic(formula, environment) <= QF_LRA


def test_formulas_say_which_logic_they_need() -> None:
    formula = SolverFormula()
    formula.add((-1, 2))
    assert (formula.logic, list(formula.clauses())) == ("QF_UF", [(-1, 2)])
    assert formula.real(2) == 1
    assert (formula.logic, formula.size) == ("QF_LRA", 2)


# Solvers that lie


class Liar:
    """A solver that always says the same, whatever it is told."""

    def __init__(self, says: bool, everything: bool) -> None:
        self.says = says
        self.everything = everything
        self.assumed: list[int] = []

    def add(self, formula: SolverFormula) -> None:
        """Does not listen."""

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """The same as ever."""
        self.assumed = list(assumed)
        return self.says

    def true(self, variables: Iterable[int]) -> list[int]:
        """All or nothing."""
        return list(variables) if self.everything else []

    def values(self, reals: Iterable[int]) -> list[Fraction]:
        """Nothing."""
        return [Fraction(0) for _ in reals]

    def core(self) -> list[int]:
        """All or nothing."""
        return self.assumed if self.everything else []


class Contrary(Z3Solver):
    """Z3, which is asked and then contradicted."""

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """The opposite."""
        self.assumed = list(assumed)
        return not super().solve(assumed)

    def true(self, variables: Iterable[int]) -> list[int]:
        """Everything is true."""
        return list(variables)

    def core(self) -> list[int]:
        """Everything clashes that was assumed."""
        return self.assumed


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("everything", [True, False])
@pytest.mark.parametrize(("says", "question"), [(True, EXAMPLES[2]), (False, EXAMPLES[0])], ids=["holds", "violated"])
def test_a_solver_that_lies_gives_no_verdict(
    says: bool, question: tuple[list[LPTS], LPTS], everything: bool, encoding: str
) -> None:
    backend = SmtBackend("liar", lambda logic, watch: Liar(says, everything), encoding)
    with pytest.raises(InternalError, match="rejected the evidence" if says else "does not refute the initial pair"):
        symag.check(*question, backend=backend)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("question", EXAMPLES)
def test_a_solver_that_is_contradicted_gives_no_verdict(question: tuple[list[LPTS], LPTS], encoding: str) -> None:
    with pytest.raises(InternalError):
        symag.check(*question, backend=SmtBackend("contrary", Contrary, encoding))


# Limits

ROWS = random_lpts(200, 800, 3, 1)
LARGE = sub_system(ROWS, 200, 1)


@pytest.mark.parametrize("backend", SMT)
def test_a_timeout_ends_in_unknown(backend: str) -> None:
    symag.check([FIG1_L1], FIG1_L1, backend=backend)  # so that the solver has been loaded
    question = mutual_exclusion(12) if backend.endswith("lazy") else LARGE
    verdict = symag.check(*question, method="mono", backend=backend, timeout=0.3)
    assert verdict.verdict == "unknown"
    assert str(verdict.reason).startswith("timeout: 0.3 s were used up while")


@pytest.mark.parametrize(
    ("backend", "stage"),
    [
        *((backend, "adding clauses to the solver") for backend in SMT),
        *((backend, "encoding matches") for backend in ("z3/cuts", "z3/weights")),
        *((backend, "solving") for backend in ("z3/weights", "pysmt:z3/weights")),
        ("z3/lazy", "solving on demand"),
        ("z3/lazy", "weighing distributions"),
    ],
)
def test_limits_are_heeded_at_every_stage(backend: str, stage: str) -> None:
    """Whatever takes long looks at the watch: here it is over as soon as that stage is reached."""

    def stop(now: str, count: int) -> None:
        if now == stage:
            raise LimitReached("timeout", f"at {count}")

    size = 12 if backend.startswith("pysmt") else 20
    question = sub_system(random_lpts(size, 4 * size, 2, 1), size, 1)
    with pytest.raises(LimitReached, match=r"^at \d+$"):
        get_backend(backend).simulate(*question, Watch(listener=stop))


@pytest.mark.parametrize("backend", SMT)
def test_too_many_states_end_in_unknown(backend: str) -> None:
    verdict = symag.check(*mutual_exclusion(12), method="mono", backend=backend, max_states=300)
    assert (verdict.verdict, verdict.reason) == ("unknown", "max-states: more than 300 states while composing")


MEMORY = """
import json, sys
import symag
from symag.limits import memory_mb
from symag.study.cases.families import random_lpts, sub_system
question = sub_system(random_lpts(300, 1200, 3, 1), 300, 1)
for backend in sys.argv[1:]:
    symag.check(*question, backend=backend, timeout=0.2)  # so that the solver has been loaded
    verdict = symag.check(*question, backend=backend, memory=memory_mb() + 15)
    print(json.dumps([verdict.verdict, verdict.reason]))
"""


@pytest.mark.parametrize("solver", ["z3", *(pytest.param(s, marks=pytest.mark.slow) for s in SOLVERS if s != "z3")])
def test_a_memory_limit_ends_in_unknown(solver: str) -> None:
    specs = [f"{solver}/{encoding}" for encoding in ENCODINGS]
    command = [sys.executable, "-c", MEMORY, *specs]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(specs)
    for verdict, reason in answers:
        assert verdict == "unknown"
        assert re.match(r"memory: \d+ MB of \d+ MB are in use while", reason)


INTERRUPTIBLE = """
import os, sys
from symag.report import Progress
moment, heard = sys.argv.pop(), set()
def hear(self, stage, count):
    if stage == moment and stage not in heard:
        os.write(2, b"here\\n")
    heard.add(stage)
Progress.__call__ = hear
from symag.cli.main import main
main()
"""


@pytest.mark.parametrize("moment", ["solving", "minimising the core"])
@pytest.mark.parametrize(
    ("backend", "size"), [("z3/weights", 30), pytest.param("pysmt:z3/weights", 20, marks=pytest.mark.slow)]
)
def test_ctrl_c_while_the_solver_works(backend: str, size: int, moment: str, tmp_path: Path) -> None:
    """Also while it minimises a core, where Z3 itself would swallow it. A stage is heard of while the solver works."""
    rows = random_lpts(size, 4 * size, 2, 1)
    system, specification = sub_system(rows, size, 1) if moment == "solving" else with_foreign_action(rows, size)
    symag.save(system, tmp_path / "L.json")
    symag.save(specification, tmp_path / "P.json")
    program = [sys.executable, "-c", INTERRUPTIBLE]
    command = [*program, "check", "L.json", "--spec", "P.json", "--backend", backend, moment]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": tmp_path}
    with subprocess.Popen(command, **pipes) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, "", "symag: interrupted\n")


def test_pysmt_compiles_nothing_into_the_users_home(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path)}
    del environment["PYSMT_CYTHON"]
    symag.save(symag.LPTS.build("s", [("s", "a", "s")]), tmp_path / "L.json")
    program = [sys.executable, "-c", "from symag.cli.main import main; main()"]
    check = [*program, "check", "L.json", "--spec", "L.json", "--backend", "pysmt:z3"]
    subprocess.run(check, env=environment, cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    assert not (tmp_path / ".pyxbld").exists()


# What can be asked for


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backend": "pysmt:msat"}, "the backend 'pysmt:msat' is not installed: pysmt-install --msat"),
        ({"backend": "pysmt:magic"}, "there is no backend 'pysmt:magic': choose from fixpoint"),
        ({"backend": "z3/magic"}, "there is no encoding 'magic' of 'z3': choose from lazy, cuts, weights"),
        ({"backend": "z3", "encoding": "magic"}, "there is no encoding 'magic' of 'z3'"),
        ({"backend": "z3", "encoding": ""}, "there is no encoding '' of 'z3'"),
        ({"backend": "fixpoint", "encoding": "cuts"}, "the backend 'fixpoint' has no choice of encodings"),
        ({"backend": "fixpoint/cuts"}, "the backend 'fixpoint' has no choice of encodings"),
        ({"backend": Fixpoint(), "encoding": "cuts"}, "an encoding is for a backend that is given by name"),
        ({"backend": "z3/cuts", "encoding": "lazy"}, "the encoding is given twice"),
    ],
)
def test_what_cannot_be_asked_for(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        symag.check([FIG1_L1], FIG1_L1, **options)


def test_a_solver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = "symag.simulation.backend.find_spec"
    monkeypatch.setattr(hidden, lambda name: None if name == "cvc5" else find_spec(name))
    assert "pysmt:cvc5" not in symag.backend_names()
    assert {"z3", "pysmt:z3"} <= set(symag.backend_names())
    with pytest.raises(InputError, match="the backend 'pysmt:cvc5' is not installed: pip install cvc5"):
        symag.check([FIG1_L1], FIG1_L1, backend="pysmt:cvc5")


def test_a_solver_that_is_broken_is_in_nobodys_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel of yices comes without its library, and pySMT's own factory fails for every solver then."""
    (tmp_path / "yices_api.py").write_text("raise RuntimeError('no library')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert "pysmt:yices" in symag.backend_names()
    with pytest.raises(InputError, match="pySMT cannot use the 'yices' that is installed here: no library"):
        symag.check([FIG1_L1], FIG1_L1, backend="pysmt:yices")
    assert symag.check([FIG1_L1], FIG1_L1, backend="pysmt:cvc5")
    assert "pysmt:cvc5" in chosen(None)
    assert "pysmt:yices" not in chosen(None)


def test_the_command_line_says_how_to_install_a_solver(tmp_path: Path) -> None:
    symag.save(FIG1_L1, tmp_path / "L1.json")
    command = ["check", "L1.json", "--spec", "L1.json", "--backend", "pysmt:msat"]
    program = [sys.executable, "-c", "from symag.cli.main import main; main()", *command]
    done = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, check=False)
    message = "symag: the backend 'pysmt:msat' is not installed: pysmt-install --msat\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_the_default_encoding_and_the_short_way_to_write_one() -> None:
    for backend, encoding, used in [("z3", None, "lazy"), *((spec, None, spec.partition("/")[2]) for spec in Z3)]:
        verdict = symag.check([FIG1_L1], FIG1_L1, backend=backend, encoding=encoding)
        assert (verdict.backend, verdict.statistics["encoding"]) == ("z3", used)
