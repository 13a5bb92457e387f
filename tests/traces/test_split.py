"""A safety LTS and the projections that make it up, against compositions that are built."""

from __future__ import annotations

from random import Random

import pytest

import symag
from symag import LPTS
from symag.limits import Limits, Watch
from symag.study.cases.scheduler import cycle_property, job_property
from symag.traces import SplitSpecification, split_specification
from tests.traces.questions import random_lts

LETTERS = ("a", "b", "c", "d", "e")


def random_safety(random: Random) -> LPTS:
    """Some are compositions of small ones; letters that are never allowed, or always, occur, too."""
    if random.random() < 0.3:
        return random_lts(random, LETTERS, deterministic=True)
    parts = [random_lts(random, tuple(random.sample(LETTERS, 2)), deterministic=True) for _ in range(3)]
    return symag.compose(*parts, name="P")


def same_traces(one: LPTS, two: LPTS) -> bool:
    return all(
        bool(symag.check(x, y, relation="traces", method="mono", audit=False)) for x, y in ((one, two), (two, one))
    )


def assert_right(model: LPTS, split: SplitSpecification) -> None:
    """The conjuncts, and anything on free letters, have the traces of the model; the pairs are a simulation."""
    loops = [("0", letter, "0") for letter in sorted(split.free)]
    parts = [*split.conjuncts, *([LPTS.build("0", loops)] if loops else [])]
    assert same_traces(symag.compose(*parts), model)
    known = frozenset().union(*(conjunct.alphabet for conjunct in split.conjuncts))
    assert known | split.free.keys() == model.alphabet
    assert not known & split.free.keys()
    assert all(conjunct.alphabet < model.alphabet for conjunct in split.conjuncts)
    assert len(split.conjuncts) > 1
    places = [split.reached.parts(state) for state in range(split.reached.num_states)]
    assert split.reached.last_column().tolist() == [above for *_, above in places]
    pairs = {(bytes(place[: len(split.conjuncts)]), above) for *place, above in places}
    assert (bytes(len(split.conjuncts)), model.initial) in pairs
    for place, above in pairs:
        for letter in sorted(model.alphabet):
            goals = [target(one, place[i], letter) for i, one in enumerate(split.conjuncts) if letter in one.alphabet]
            if None not in goals:
                moved = [
                    target(one, state, letter) if letter in one.alphabet else state
                    for one, state in zip(split.conjuncts, place, strict=True)
                ]
                assert (bytes(moved), target(model, above, letter)) in pairs  # type: ignore[operator, arg-type]


def target(model: LPTS, state: int, letter: str) -> int | None:
    number = model.actions.index(letter)
    return next((model.target[t] for t in model.row(state) if model.action[t] == number), None)


def test_what_is_split_has_the_same_traces() -> None:
    split_ones = 0
    for seed in range(1_000):
        model = random_safety(Random(seed))
        split = split_specification(model, Watch())
        if split is not None:
            split_ones += 1
            assert_right(model, split)
    assert split_ones > 300


@pytest.mark.parametrize(
    ("model", "count", "largest"),
    [
        (cycle_property(3), 3, 2),
        (cycle_property(40), 40, 2),
        (job_property(2), 2, 2),
        (job_property(6), 6, 2),
        (LPTS.build("0", [("0", "a", "0")], ["a", "b", "c"]), 2, 1),
        (LPTS.build("0", [("0", "a", "1"), ("1", "b", "2"), ("2", "a", "3"), ("3", "c", "0")]), 2, 3),
    ],
    ids=["cycle of 3", "cycle of 40", "2 jobs", "6 jobs", "two letters never", "by pairs"],
)
def test_few_small_conjuncts_are_found(model: LPTS, count: int, largest: int) -> None:
    split = split_specification(model, Watch())
    assert split is not None
    assert_right(model, split)
    assert (len(split.conjuncts), max(one.num_states for one in split.conjuncts)) == (count, largest)


COUNTED = LPTS.build("0", [(str(i), letter, str(i + 1)) for i in range(3) for letter in "abcde"])
"""At most three letters of any kind: no projection says so."""


@pytest.mark.parametrize(
    "model",
    [COUNTED, LPTS.build("0", [("0", "a", "1"), ("1", "b", "0")]), LPTS.build("0", [("0", "a", {"0": 1})], ["a", "b"])],
    ids=["counts all letters", "two letters only", "two letters, one of them never"],
)
def test_what_cannot_be_split_is_left_alone(model: LPTS) -> None:
    assert split_specification(model, Watch()) is None


def test_a_nondeterministic_specification_is_left_alone() -> None:
    model = LPTS.build("0", [("0", "a", "1"), ("0", "a", "2"), ("1", "b", "0"), ("2", "c", "0")])
    assert split_specification(model, Watch()) is None


def test_the_budget_ends_the_search() -> None:
    assert split_specification(cycle_property(40), Watch(), budget=500) is None


def test_the_work_hardly_grows_faster_than_the_letters() -> None:
    """A thousand neighbours, not half a million pairs, and none of them looks at the whole specification."""
    for n in (100, 1_000):
        assert split_specification(cycle_property(n), Watch(), budget=20 * n * n.bit_length() + 2_000) is not None


def ring(rare: str, often: str) -> LPTS:
    """The one letter, thirty times the other one, the one letter, and so on."""
    rows = [("0", rare, "1"), *((str(i), often, str(i + 1)) for i in range(1, 31)), ("31", rare, "0")]
    return LPTS.build("0", rows)


def test_a_sample_that_is_too_small_is_enlarged() -> None:
    """The nearest 256 of 1,024 states have all letters, but none of them is after the thirty."""
    split = split_specification(symag.compose(ring("a", "b"), ring("c", "d")), Watch())
    assert split is not None
    assert [one.num_states for one in split.conjuncts] == [32, 32]


@pytest.mark.parametrize("states", [1, 3, 8])
def test_samples_of_any_size_give_what_is_right(states: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symag.traces.split.SAMPLED", states)
    monkeypatch.setattr("symag.traces.split.GROWS", 2)
    split_ones = 0
    for seed in range(500):
        model = random_safety(Random(seed))
        split = split_specification(model, Watch())
        if split is not None:
            split_ones += 1
            assert_right(model, split)
    assert split_ones > 150


def test_most_of_a_large_specification_is_searched_only() -> None:
    """16,384 states with 229,376 moves; the budget is less than one look at each of them."""
    model = job_property(14)
    split = split_specification(model, Watch(), budget=220_000)
    assert split is not None
    assert (len(split.conjuncts), split.reached.num_states) == (14, model.num_states)


def test_a_limit_on_states_leaves_the_specification_as_it_is() -> None:
    assert split_specification(job_property(8), Watch(Limits(max_states=30))) is None
