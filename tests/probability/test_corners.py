"""Loops, dead ends, end components, long fractions, strange actions; limits; and assumptions that know too little."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random

import pytest

import symag
from symag import LPTS, InputError, LimitReached, Limits
from symag.evidence import Bound, Proof
from symag.limits import Watch
from symag.probability import Evaluation

TINY = f"1/{10**100 + 267}"
ALMOST = f"{10**100 + 266}/{10**100 + 267}"


Row = tuple[str, str, str | dict[str, object]]


def greatest(rows: list[Row], path: str = "F goal") -> Fraction:
    found = symag.check([LPTS.build("s", rows)], symag.formula(f"Pmax=? [ {path} ]")).value
    assert found is not None
    return found


def test_a_loop_of_probability_one_adds_nothing() -> None:
    assert greatest([("s", "a", "s")]) == 0
    assert greatest([("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "tau", "t")]) == 0
    assert greatest([("s", "a", "s"), ("s", "b", {"t": "1/3", "u": "2/3"}), ("t", "goal", "t")]) == Fraction(1, 3)


def test_a_loop_that_is_left_at_last() -> None:
    assert greatest([("s", "tau", {"s": "999999/1000000", "t": "1/1000000"}), ("t", "goal", "t")]) == 1
    assert greatest([("s", "a", {"s": "1/2", "t": "1/3", "u": "1/6"}), ("t", "goal", "s")]) == Fraction(2, 3)


def test_states_that_can_stay_together_for_ever() -> None:
    """Values that only hold each other up do not count, and each of them leaves by the best way out."""
    rows: list[Row] = [("s", "tau", "t"), ("t", "tau", "s"), ("s", "go", {"u": "1/3", "v": "2/3"}), ("u", "goal", "u")]
    assert greatest([*rows]) == Fraction(1, 3)
    assert greatest([*rows, ("t", "a", "x"), ("x", "a", "y"), ("y", "a", {"u": "3/7", "v": "4/7"})]) == Fraction(3, 7)
    assert greatest(rows[:2]) == 0


def test_fractions_that_have_nothing_in_common() -> None:
    rows: list[Row] = [
        ("s", "a", {"s": "1/7919", "t": "7000/7919", "u": "918/7919"}),
        ("t", "b", {"s": "1/104729", "goal": "104000/104729", "u": "728/104729"}),
        ("goal", "goal", "goal"),
    ]
    t = Fraction(7000, 7918)
    assert greatest(rows) == t * Fraction(104000, 104729) / (1 - t * Fraction(1, 104729))


def test_a_fraction_of_a_hundred_digits() -> None:
    assert greatest([("s", "a", {"s": ALMOST, "t": TINY}), ("t", "goal", "t")]) == 1
    assert greatest([("s", "a", {"u": ALMOST, "t": TINY}), ("t", "goal", "t")]) == Fraction(TINY)
    assert greatest([("s", "a", {"u": ALMOST, "t": TINY}), ("t", "goal", "t")], "F<=2 goal") == Fraction(TINY)
    chain = LPTS.build("s", [("s", "a", {"u": ALMOST, "t": TINY}), ("t", "goal", "t")])
    assert symag.check([chain], symag.formula(f"P<={TINY} [ F goal ]"))
    assert not symag.check([chain], symag.formula("P<=0 [ F goal ]"))


@pytest.mark.parametrize("path", ["F nobody", "F<=3 nobody", "X nobody", "nobody U goal", "F goal : enabled(nobody)"])
def test_an_action_that_nobody_knows(path: str) -> None:
    expected = 1 if path == "nobody U goal" else 0
    assert greatest([("s", "goal", "s")], path) == expected


def test_an_action_that_no_transition_carries_is_blocked() -> None:
    one = LPTS.build("s", [("s", "goal", "s")])
    two = LPTS.build("s", [], ["goal"])
    assert symag.check([one, two], symag.formula("P<=0 [ F goal ]"))
    assert not symag.check([one], symag.formula("P<=0 [ F goal ]"))


def test_a_system_that_does_nothing() -> None:
    idle = LPTS.build("s", [])
    for text in ("P<=0 [ F a ]", "P<=0 [ X a ]", "disabled(a)", "Pmax=? [ F<=3 a ]"):
        assert symag.check([idle], symag.formula(text))
    assert not symag.check([idle], symag.formula("false"))


@pytest.mark.parametrize("method", ["mono", "agar", "cegar"])
@pytest.mark.parametrize("steps", ["", "<=2", "<=3", "<=9"])
def test_a_part_of_a_disjunction_that_is_violated_has_no_numbers(steps: str, method: str) -> None:
    """Whether it comes first or last, the evidence is that of the part that holds."""
    one = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s")], name="L1")
    two = LPTS.build("s", [("s", "b", {"s": "1/2", "t": "1/2"}), ("t", "c", "s")], name="L2")
    parts = f"P<=1/100 [ F{steps} b ]", "P<=2/3 [ X c ]"
    for first, second in (parts, parts[::-1]):
        verdict = symag.check([one, two], symag.formula(f"{first} | {second}"), method=method)
        assert verdict
        assert verdict.audited


def test_a_violation_whose_tree_would_be_too_large() -> None:
    """The probability rises to 1/2, but slowly."""
    rows: list[Row] = [("s", "a", {"s": "999999/1000000", "t": "1/2000000", "u": "1/2000000"}), ("t", "goal", "t")]
    verdict = symag.check([LPTS.build("s", rows)], symag.formula("P<=499/1000 [ F goal ]"))
    assert (verdict.verdict, verdict.limit) == ("unknown", "counterexample")
    assert "Pmax=? asks for the probability" in (verdict.reason or "")
    assert greatest(rows) == Fraction(1, 2)


def test_a_policy_does_not_go_round_in_circles() -> None:
    """The nearest way is worth less than another one; with the best choices s and t must not lead to each other."""
    rows: list[Row] = [
        ("s", "near", {"goal": "1/2", "lost": "1/2"}),
        ("s", "across", "t"),
        ("t", "across", "s"),
        ("t", "far", "t1"),
        ("t1", "far", "t2"),
        ("t2", "far", {"goal": "9/10", "lost": "1/10"}),
        ("goal", "goal", "goal"),
    ]
    system = LPTS.build("s", [*rows])
    assert greatest([*rows]) == Fraction(9, 10)
    assert symag.check([system], symag.formula("P<=9/10 [ F goal ]"))
    assert not symag.check([system], symag.formula("P<=89/100 [ F goal ]"))


def test_an_assumption_that_does_not_know_what_the_formula_speaks_of_is_refused() -> None:
    """Beside an assumption that does not know it, nobody does it: the premises hold, and the conclusion is wrong."""
    one = LPTS.build("s", [("s", "a", "s")], name="L1")
    two = LPTS.build("s", [("s", "a", "t"), ("t", "fail", "t")], name="L2")
    blind = LPTS.build("s", [("s", "a", "s")], ["a"], name="A")
    asked = symag.formula("P<=0 [ F fail ]")
    assert not symag.check([one, two], asked)
    with pytest.raises(InputError, match="the specification speaks of fail, and the assumption A1 does not"):
        symag.check([one, two], asked, method="agar", rule="asym", assumption=blind)


def hard(states: int, seed: int = 1) -> LPTS:
    """One large strongly connected component, and values with long denominators."""
    random = Random(seed)
    rows: list[Row] = []
    for state in range(states):
        shares = [random.randint(1, 97) for _ in range(3)]
        to = [(state + 1) % states, random.randrange(states), random.randrange(states)]
        target: dict[str, object] = {}
        for goal, share in zip(to, shares, strict=True):
            target[f"s{goal}"] = Fraction(str(target.get(f"s{goal}", 0))) + Fraction(share, sum(shares))
        if state % 7:
            rows.append((f"s{state}", "a", target))
        else:
            end, lost = random.randint(1, 30), random.randint(1, 30)
            of_97 = [Fraction(share, 97) for share in (end, lost, 97 - end - lost)]
            rows.append((f"s{state}", "b", dict(zip(["end", "lost", f"s{(state + 3) % states}"], of_97, strict=True))))
    return LPTS.build("s0", [*rows, ("end", "goal", "end")])


def test_a_limit_ends_the_exact_computation() -> None:
    readings = count()
    watch = Watch(Limits(seconds=1.0), clock=lambda: next(readings) / 8)
    evaluation = Evaluation(hard(150), symag.formula("Pmax=? [ F goal ]"), watch)
    with pytest.raises(LimitReached, match="timeout"):
        evaluation.value()


def test_many_states_that_all_lead_to_each_other() -> None:
    """A bound is decided without the exact value, which has hundreds of digits."""
    system = hard(2000)
    assert symag.check([system], symag.formula("P<=9/10 [ F goal ]"))
    assert not symag.check([system], symag.formula("P<=1/10 [ F goal ]"))


UP = LPTS.build("up", [("up", "run", {"up": "999/1000", "down": "1/1000"}), ("down", "fail", "down")])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P<=99/100 [ F<=2000 fail ]", "holds"),
        ("P<=1/100 [ F<=2000 fail ]", "violated"),
        ("P<=1 [ F<=1000000 fail ]", "holds"),
        ("P<=0 [ F<=1000000 fail ]", "violated"),
        ("P<=1/2 [ F<=1000000 fail ]", "violated"),
    ],
)
def test_many_steps(text: str, expected: str) -> None:
    """Rounded in machine words: exact values of so many steps have thousands of digits."""
    verdict = symag.check([UP], symag.formula(text))
    assert (verdict.verdict, verdict.audited) == (expected, True)


def test_components_on_which_nothing_depends_are_left_out() -> None:
    others = [LPTS.build("0", [("0", f"go{n}", {"0": "1/2", "1": "1/2"})], name=f"c{n}") for n in range(40)]
    asked = symag.check([UP, *others], symag.formula("Pmax=? [ F fail ]"))
    assert asked.audited
    assert asked.value == 1
    violated = symag.check([*others, UP], symag.formula("P<=1/2 [ F fail ]"))
    assert (violated.verdict, violated.audited) == ("violated", True)


def test_a_witness_with_very_many_paths_is_printed() -> None:
    forks = range(40)
    rows = [(f"s{i}", "a", {f"u{i}": "1/2", f"v{i}": "1/2"}) for i in forks]
    rows += [(f"{one}{i}", "b", {f"s{i + 1}": "1"}) for i in forks for one in "uv"]
    verdict = symag.check([LPTS.build("s0", [*rows, ("s40", "fail", "end")])], symag.formula("P<=1/2 [ F fail ]"))
    assert "1/1099511627776" in str(verdict.counterexample)


def test_formulas_inside_of_a_path_are_valued_once() -> None:
    rows = [(f"s{i}", "a", f"s{i + 1}") for i in range(150)]
    system = LPTS.build("s0", [*rows, ("s150", "fail", "end")])
    verdict = symag.check([system], symag.formula("P<=1/2 [ (P>1/2 [ F fail ]) {a} U fail ]"))
    assert "P>1/2" in str(verdict.counterexample)


def test_the_smallest_bound_of_a_proof_by_parts() -> None:
    other = LPTS.build("0", [("0", "run", "0"), ("0", "rest", "0")], name="other")
    verdict = symag.check([UP, other], symag.formula("P<=1 [ F<=2 fail ]"), method="agar")
    assert isinstance(verdict.certificate, Bound | Proof)
    assert verdict.certificate.value is not None
