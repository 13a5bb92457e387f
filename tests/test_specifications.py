"""How to write a specification: each pattern accepts exactly what it says, as do the demo and the examples."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import symag
from symag import LPTS
from symag.cli.demo import SENDER, promised, succeeding
from symag.report.hint import hint_on
from tests.generate import nudged, random_partition, randoms, silent_models

EXAMPLES = Path(__file__).parent.parent / "examples"
PATTERNS = runpy.run_path(str(EXAMPLES / "write_a_specification.py"))

probabilities = st.fractions(0, 1, max_denominator=1000)
near = st.sampled_from([Fraction(0), Fraction(1, 10**30), Fraction(-1, 10**30)])


def keeps(system: LPTS | list[LPTS], specification: LPTS) -> bool:
    """`system ≼ specification`, with the evidence accepted by the kernel."""
    verdict = symag.check([system] if isinstance(system, LPTS) else system, specification)
    assert verdict.audited
    return bool(verdict)


def link(loss: Fraction) -> LPTS:
    made: LPTS = PATTERNS["link"](loss)
    return made


@given(probabilities, probabilities)
def test_each_pattern_accepts_exactly_the_losses_that_it_names(bound: Fraction, loss: Fraction) -> None:
    assert keeps(link(loss), PATTERNS["exactly"](bound)) == (loss == bound)
    assert keeps(link(loss), PATTERNS["at_most"](bound)) == (loss <= bound)
    assert keeps(link(loss), PATTERNS["at_least"](bound)) == (1 - loss >= bound)


@given(probabilities, near)
def test_a_bound_is_exact(bound: Fraction, distance: Fraction) -> None:
    loss = bound + distance
    assume(0 <= loss <= 1)
    assert keeps(link(loss), PATTERNS["exactly"](bound)) == (distance == 0)
    assert keeps(link(loss), PATTERNS["at_most"](bound)) == (distance <= 0)


@given(probabilities, probabilities, probabilities)
def test_between_accepts_exactly_what_lies_between(one: Fraction, other: Fraction, loss: Fraction) -> None:
    low, high = sorted((one, other))
    assert keeps(link(loss), PATTERNS["between"](low, high)) == (low <= loss <= high)


def rows_of(model: LPTS, prefix: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [(prefix + s, a, {prefix + t: p for t, p in d.items()}) for s, a, d in model.transitions()]


@given(silent_models, silent_models, probabilities, probabilities)
def test_at_most_works_for_any_good_and_bad_behaviour(good: LPTS, bad: LPTS, bound: Fraction, share: Fraction) -> None:
    """In the specification, `worse` can do what either can; the system does one or the other. It holds if and only if
    the bad one has at most the bound, provided that it is bad: more than the good one allows."""
    rows = rows_of(good, "g") + rows_of(bad, "b")
    starts = "g" + good.initial_state, "b" + bad.initial_state
    rows += [("worse", action, to) for source, action, to in rows if source in starts]
    alphabet = {"go"} | good.alphabet | bad.alphabet

    def after(shares: dict[str, Fraction]) -> LPTS:
        outcomes = {state: probability for state, probability in shares.items() if probability}
        return LPTS.build("start", [("start", "go", outcomes), *rows], alphabet)

    is_bad = not keeps(after({starts[1]: Fraction(1)}), after({starts[0]: Fraction(1)}))
    system = after({starts[0]: 1 - share, starts[1]: share})
    assert keeps(system, after({starts[0]: 1 - bound, "worse": bound})) == (share <= bound or not is_bad)


def without_probabilities(model: LPTS, actions: set[str]) -> LPTS:
    """The model with each outcome of these actions as an answer of its own."""
    rows: list[tuple[str, str, Any]] = []
    for state, action, distribution in model.transitions():
        rows += (
            [(state, action, goal) for goal in distribution] if action in actions else [(state, action, distribution)]
        )
    return LPTS.build(model.initial_state, rows, model.alphabet, states=model.states)


@given(randoms, silent_models)
def test_promises_without_a_common_probabilistic_action_may_be_composed(random: Random, system: LPTS) -> None:
    one, other = (nudged(random, symag.quotient(system, random_partition(random, system))) for _ in range(2))
    actions = {action for action in system.alphabet if random.random() < 0.5}
    one, other = without_probabilities(one, actions), without_probabilities(other, set(system.alphabet) - actions)
    assert keeps(system, one | other) == (keeps(system, one) and keeps(system, other))


@pytest.mark.parametrize(
    ("success", "kept"), [("1", True), ("19/20", True), ("9/10", True), ("899/1000", False), ("1/2", False)]
)
def test_the_demo_promises_at_least(success: str, kept: bool) -> None:
    channel = succeeding(success, "channel") if success != "1" else CERTAIN
    assert keeps([SENDER, channel], promised("9/10", "spec")) == kept


CERTAIN = LPTS.build(
    "empty", [("empty", "send", "holding"), ("holding", "output", "delivered"), ("delivered", "ack", "empty")]
)


def test_the_lossy_protocol_promises_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = runpy.run_path(str(EXAMPLES / "lossy_protocol.py"))
    fifth = Fraction(1, 5)
    for loss in (Fraction(1, 1000), Fraction(1, 10), fifth, Fraction(201, 1000), Fraction(1, 2)):
        kept = keeps([example["sender"], example["link"](loss)], example["promise"](fifth, fifth))
        assert kept == (loss <= fifth)


HINT = ', see "How to write a specification" in the README'


def hinted(system: LPTS | list[LPTS], specification: LPTS, **options: Any) -> bool:
    """Does the explanation of a violation hint at the README? In one sentence, its last, and in the report, too."""
    verdict = symag.check([system] if isinstance(system, LPTS) else system, specification, **options)
    assert verdict.verdict == "violated"
    text, counterexample = str(verdict.counterexample).rstrip(), verdict.counterexample
    assert counterexample is not None
    assert text.count(HINT) == text.endswith(HINT)
    assert (hint_on(counterexample) or "").endswith(HINT) == text.endswith(HINT)
    return text.endswith(HINT)


def exactly_as_new_users_write_it(success: str) -> LPTS:
    """The demo's promise without the move that makes it "at least"."""
    failure = 1 - Fraction(success)
    return LPTS.build("idle", [("idle", "input", "busy"), ("busy", "output", {"idle": success, "busy": failure})])


@pytest.mark.parametrize("method", ["mono", "agar", "cegar", "auto"])
@pytest.mark.parametrize(("success", "expected"), [("19/20", True), ("1", True), ("8/9", False), ("1/10", False)])
def test_a_channel_that_is_better_than_exactly_gets_the_hint(success: str, expected: bool, method: str) -> None:
    channel = succeeding(success, "channel") if success != "1" else CERTAIN
    assert hinted([SENDER, channel], exactly_as_new_users_write_it("9/10"), method=method) == expected


@given(st.fractions(0, 1, max_denominator=30), st.fractions(0, 1, max_denominator=30))
def test_the_hint_is_for_more_of_the_more_probable_outcome(bound: Fraction, loss: Fraction) -> None:
    assume(bound != loss and 0 < bound < 1)
    more_of_what_is_likely = (loss < bound and bound < Fraction(1, 2)) or (loss > bound and bound > Fraction(1, 2))
    assert hinted(link(loss), PATTERNS["exactly"](bound)) == more_of_what_is_likely


@given(probabilities, probabilities)
def test_no_hint_where_the_specification_says_at_most(bound: Fraction, loss: Fraction) -> None:
    assume(loss > bound)
    assert not hinted(link(loss), PATTERNS["at_most"](bound))


@settings(max_examples=40)
@given(silent_models, silent_models, probabilities, probabilities)
def test_no_hint_where_any_specification_says_at_most(good: LPTS, bad: LPTS, bound: Fraction, share: Fraction) -> None:
    """The bad outcome can do all that the good one can: whoever does more of it breaks a promise."""
    rows = rows_of(good, "g") + rows_of(bad, "b")
    starts = "g" + good.initial_state, "b" + bad.initial_state
    plain = [(s, a, {t: Fraction(1)}) for s, a, d in rows for t in list(d)[:1]]  # no other probabilities
    plain += [("worse", action, to) for source, action, to in plain if source in starts]
    assume(bound < share)

    def after(shares: dict[str, Fraction]) -> LPTS:
        outcomes = {state: probability for state, probability in shares.items() if probability}
        return LPTS.build("start", [("start", "go", outcomes), *plain], {"go"} | good.alphabet | bad.alphabet)

    system, specification = (
        after({starts[0]: 1 - share, starts[1]: share}),
        after({starts[0]: 1 - bound, "worse": bound}),
    )
    assume(not symag.check([system], specification))
    assert not hinted(system, specification)


REAL = {
    "does something else": [("ok", "deliver", "idle"), ("ok", "explode", "idle"), ("lost", "drop", "idle")],
    "explodes later": [("ok", "deliver", "after"), ("after", "explode", "idle"), ("lost", "drop", "idle")],
    "explodes where it was lost": [("ok", "deliver", "idle"), ("lost", "drop", "after"), ("after", "explode", "idle")],
}


@pytest.mark.parametrize("rows", REAL.values(), ids=REAL)
@pytest.mark.parametrize("loss", ["1/20", "1/10", "1/5"])
def test_no_hint_where_something_else_is_wrong(rows: list[tuple[str, str, str]], loss: str) -> None:
    """Also if the link is better than exactly 1/10: with the README's pattern it would be violated, too."""
    fate = {"ok": 1 - Fraction(loss), "lost": loss}
    system = LPTS.build("idle", [("idle", "send", fate), *rows])
    specification = PATTERNS["exactly"](Fraction(1, 10))
    alphabet = [*specification.alphabet, "explode"]
    assert not hinted(system, LPTS.build("idle", [*specification.transitions()], alphabet))


@pytest.mark.parametrize(
    ("ok", "minor", "major", "expected"),
    [
        ("93/100", "7/100", "0", True),  # never fails badly
        ("95/100", "4/100", "1/100", True),  # fails less, both ways
        ("9/10", "1/10", "0", True),  # fails as often, but never badly
        ("9/10", "3/100", "7/100", False),  # fails badly more often
        ("85/100", "15/100", "0", False),  # fails more often
        ("89/100", "8/100", "3/100", False),
    ],
)
def test_of_several_outcomes_the_less_probable_ones_are_worse(ok: str, minor: str, major: str, expected: bool) -> None:
    def outcomes(ok: str, minor: str, major: str) -> LPTS:
        shares = {"ok": ok, "minor": minor, "major": major}
        fate = {state: share for state, share in shares.items() if share != "0"}
        return LPTS.build("idle", [("idle", "go", fate), *((state, f"be {state}", "idle") for state in fate)])

    specification = outcomes("90/100", "7/100", "3/100")
    assert hinted(outcomes(ok, minor, major), specification) == expected


@pytest.mark.parametrize(("states", "expected"), [(400, True), (1000, False)])
def test_large_specifications_get_no_hint(states: int, expected: bool) -> None:
    """It would take long to find out."""
    chain = [(f"p{i}", "step", f"p{i + 1}") for i in range(3, states - 1)]
    rows: list[tuple[str, str, Any]] = [*PATTERNS["exactly"](Fraction(1, 10)).transitions()]
    specification = LPTS.build("idle", [*rows, ("idle", "step", "p3"), *chain])
    assert specification.num_states == states
    assert hinted(link(Fraction(1, 20)), specification) == expected
