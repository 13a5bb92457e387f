"""How to write a specification: each pattern of the README accepts exactly what it says, and the demo's models do, too."""

from __future__ import annotations

import runpy
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from generate import nudged, random_partition, randoms, silent_models
from hypothesis import assume, given
from hypothesis import strategies as st

import symag
from symag import LPTS
from symag.cli.demo import SENDER, promised, succeeding

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


@given(randoms, silent_models)
def test_promises_of_which_one_is_plain_may_be_composed(random: Random, system: LPTS) -> None:
    one, other = (nudged(random, symag.quotient(system, random_partition(random, system))) for _ in range(2))
    rows = [(s, a, t) for s, a, d in other.transitions() for t in d]
    plain = LPTS.build(other.initial_state, rows, other.alphabet, states=other.states)
    assert keeps(system, one | plain) == (keeps(system, one) and keeps(system, plain))


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
