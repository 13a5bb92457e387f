"""The solver backends against the fixpoint and the textbook: verdicts, evidence, and the trees that cores become.

At least 500 random questions on every solver with every encoding, and more and larger ones on Z3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from random import Random
from statistics import median

import pytest

import symag
from symag import LPTS, TAU, Verdict
from symag.smt import ENCODINGS
from symag.smt.cuts import EAGER_OUTCOMES
from tests.backends import PYSMT, SMT, Z3
from tests.generate import LARGE_PRIME, nudged, random_question
from tests.oracle import textbook

FIRST_SEED = 100_000
QUESTIONS = 600
SHARES = 30
SMALL = 16
"""Questions of at most so many pairs of states go to pySMT as well, which is slow: at least 500 of them."""
FAILURES = 300
WIDE_QUESTIONS = 40

Question = tuple[list[LPTS], LPTS]
Row = tuple[str, str, str | dict[str, Fraction]]


def agreed(question: Question, backends: list[str]) -> Verdict:
    """The fixpoint's verdict, after the textbook and all these backends said the same, with evidence."""
    components, specification = question
    expected = symag.check(components, specification)
    assert bool(expected) == textbook(components, specification).holds
    system = symag.compose(*components)
    for backend in backends:
        verdict = symag.check(components, specification, backend=backend)
        assert verdict.verdict == expected.verdict, backend
        assert verdict.audited, backend
        if verdict.counterexample is not None:
            tree = verdict.counterexample.to_lpts()
            assert tree.is_tree, backend
            assert tree.is_reactive or not system.is_reactive, f"{backend}: CAV'12, Corollary 1"
    return expected


def pairs(question: Question) -> int:
    """How many pairs of states there are."""
    return symag.compose(*question[0]).num_states * symag.trim(question[1]).num_states


@pytest.mark.parametrize(
    "share", [pytest.param(share, marks=[pytest.mark.slow] if share % 2 else []) for share in range(SHARES)]
)
def test_all_backends_agree(share: int) -> None:
    seen, small = Counter[str](), 0
    for seed in range(FIRST_SEED + share, FIRST_SEED + QUESTIONS, SHARES):
        question = random_question(Random(seed))
        is_small = pairs(question) <= SMALL
        small += is_small
        seen[agreed(question, SMT if is_small else Z3).verdict] += 1
    assert min(seen["holds"], seen["violated"]) >= QUESTIONS // SHARES // 10, seen
    assert small * SHARES >= 0.7 * QUESTIONS


def test_enough_questions_are_small() -> None:
    seeds = range(FIRST_SEED, FIRST_SEED + QUESTIONS)
    assert sum(pairs(random_question(Random(seed))) <= SMALL for seed in seeds) >= 500
    assert len(PYSMT) == 2 * len(ENCODINGS), "the extra 'test' installs cvc5"


@pytest.mark.parametrize("share", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_cores_become_trees(share: int) -> None:
    """Trees below the system and not below the specification, and not larger than those of the fixpoint."""
    sizes: dict[str, list[int]] = {backend: [] for backend in ("fixpoint", *Z3)}
    for seed in count(FIRST_SEED + QUESTIONS + share, 3):
        if len(sizes["fixpoint"]) == FAILURES // 3:
            break
        components, specification = random_question(Random(seed))
        best = symag.check(components, specification, audit=False).counterexample
        if best is None or best.depth < 2:
            continue  # one step that has no answer: too easy
        sizes["fixpoint"].append(len(best.tree.nodes))
        system, looked_at = symag.compose(*components), set[LPTS]()
        for backend in Z3:
            verdict = symag.check(components, specification, backend=backend)
            assert verdict.audited
            assert verdict.counterexample is not None
            sizes[backend].append(len(verdict.counterexample.tree.nodes))
            tree = verdict.counterexample.to_lpts()
            if tree not in looked_at:
                looked_at.add(tree)
                assert tree.is_tree
                assert textbook([tree], system).holds
                assert not textbook([tree], specification).holds
                assert tree.is_reactive or not system.is_reactive, "CAV'12, Corollary 1"
    assert all(median(sizes[backend]) <= median(sizes["fixpoint"]) for backend in Z3), sizes


def wide_question(random: Random) -> Question:
    """Distributions over six to nine outcomes each, that differ in what can be done next.

    The specification does at least as much, sometimes in several ways; then, more often than not, it is nudged.
    """
    first, second = (TAU if random.random() < 0.2 else "a"), "b"
    names = [f"x{number}" for number in range(random.randint(6, 9))]
    abilities = {name: random.sample("cde", random.randint(0, 3)) for name in names}
    weights = [random.randint(1, 5) for _ in names]
    shares = [Fraction(weight, sum(weights)) for weight in weights]
    if random.random() < 0.2:
        rest = Fraction(1, LARGE_PRIME)
        shares = [shares[0] - rest, shares[1] + rest, *shares[2:]]
    low = dict(zip(names, shares, strict=True))
    rows: list[Row] = [
        ("s", first, low),
        ("s", second, dict(zip(random.sample(names, len(names)), shares, strict=True))),
    ]
    rows += [(name, action, "s") for name, able in abilities.items() for action in able]
    high = dict(low)
    for _ in range(3):  # mass moves to where more can be done
        lesser, greater = random.sample(names, 2)
        if set(abilities[lesser]) <= set(abilities[greater]):
            high[lesser], high[greater] = high[lesser] / 2, high[greater] + high[lesser] / 2
    specification = LPTS.build("s", [("s", first, high), *rows[random.choice([0, 1]) :]], list("abcdef"))
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        specification = nudged(random, specification)
    if random.random() < 0.5:
        rows.append((names[0], "unknown", "s"))
    return [LPTS.build("s", rows, name="wide")], specification


@pytest.mark.parametrize("share", range(4))
def test_wide_distributions(share: int) -> None:
    """Too many cuts to be listed beforehand: all encodings but the weights add them on demand."""
    seen, deferred = Counter[str](), 0
    for seed in range(share, WIDE_QUESTIONS, 4):
        question = wide_question(Random(seed))
        widths = [max(len(to) for _, _, to in model.transitions()) for model in (question[0][0], question[1])]
        deferred += sum(widths) > EAGER_OUTCOMES
        seen[agreed(question, SMT if seed < WIDE_QUESTIONS // 4 else Z3).verdict] += 1
    assert deferred >= 9
    assert len(seen) == 2, seen


def chain(length: int, end: str) -> LPTS:
    """One step after the other, and another one in the end."""
    rows = [(f"{number}", "a", f"{number + 1}") for number in range(length)]
    return LPTS.build("0", [*rows, (f"{length}", end, "end")], list("ab"))


def fork(share: Fraction, *answers: Fraction, actions: tuple[str, ...] = ("b",)) -> LPTS:
    """With that share the state can do more; several such distributions, if wanted."""
    rows: list[Row] = [("0", "a", {"1": one, "2": 1 - one}) for one in (share, *answers)]
    return LPTS.build("0", [*rows, *(("1", action, "1") for action in actions)], list("abc"))


NOTHING = LPTS.build("0", [])
BLOCKED = LPTS.build("0", [], list("abc"))
LOOP = LPTS.build("0", [("0", "a", "0")])
HIDDEN = LPTS.build("0", [("0", TAU, {"0": "1/3", "1": "2/3"}), ("1", "a", "1")])
POINT = LPTS.build("0", [("0", "a", "1"), ("1", "b", "1")], list("abc"))
LONG = Fraction(10**300 // 3, 10**300 + 1)
"""Three hundred digits above and below."""
CORNERS: dict[str, Callable[[], tuple[LPTS, LPTS, str]]] = {
    "nothing below nothing": lambda: (NOTHING, NOTHING, "holds"),
    "nothing below a loop": lambda: (NOTHING, LOOP, "holds"),
    "blocked below nothing": lambda: (BLOCKED, NOTHING, "holds"),
    "a loop below nothing, which does not know it": lambda: (LOOP, NOTHING, "holds"),
    "a loop below what blocks it": lambda: (LOOP, BLOCKED, "violated"),
    "a loop below itself": lambda: (LOOP, LOOP, "holds"),
    "a loop below a chain": lambda: (LOOP, chain(3, "a"), "violated"),
    "a chain below a loop": lambda: (chain(30, "b"), LOOP, "holds"),
    "chains that differ in the end": lambda: (chain(60, "b"), chain(60, "a"), "violated"),
    "hidden below hidden": lambda: (HIDDEN, HIDDEN, "holds"),
    "hidden below what has no hidden action": lambda: (HIDDEN, LOOP, "holds"),
    "hidden below what has one, elsewhere": lambda: (
        HIDDEN,
        LPTS.build("0", [("0", "a", "1"), ("1", TAU, "0")]),
        "violated",
    ),
    "three hundred digits": lambda: (fork(LONG), fork(LONG), "holds"),
    "three hundred digits, off by the last": lambda: (
        fork(LONG),
        fork(LONG - Fraction(1, 10**300 + 1)),
        "violated",
    ),
    "as often, and more": lambda: (fork(Fraction(1, 3)), fork(Fraction(1, 2)), "holds"),
    "the second answer": lambda: (fork(Fraction(1, 3)), fork(Fraction(1, 9), Fraction(1, 3)), "holds"),
    "no answer of three": lambda: (
        fork(Fraction(1, 2)),
        fork(Fraction(1, 9), Fraction(1, 3), Fraction(1, LARGE_PRIME)),
        "violated",
    ),
    "an answer of many": lambda: (
        fork(Fraction(1, 2)),
        fork(*(Fraction(1, number) for number in range(100, 1, -1))),
        "holds",
    ),
    "a distribution below one point": lambda: (fork(Fraction(1, 2)), POINT, "holds"),
    "a distribution below one point, which does less": lambda: (
        fork(Fraction(1, 2), actions=("b", "c")),
        POINT,
        "violated",
    ),
    "one point below a distribution": lambda: (POINT, fork(Fraction(1, 2)), "violated"),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str) -> None:
    system, specification, answer = CORNERS[corner]()
    assert agreed(([system], specification), SMT).verdict == answer
