"""Renamings between models: found where there is one, refused where there is none, and right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from random import Random

import pytest

from symag import LPTS, TAU, trim
from symag.operators import (
    CommonRenaming,
    ModelRenaming,
    Symmetries,
    classes_of,
    renaming_between,
    renaming_of_premise,
    symmetry,
)
from tests.generate import nudged, random_model


def renamed(model: LPTS, actions: Mapping[str, str], states: Mapping[str, str]) -> LPTS:
    """The reachable part with other names, its transitions in another order."""
    rows = [
        (states[s], a if a == TAU else actions[a], {states[goal]: share for goal, share in d.items()})
        for s, a, d in trim(model).transitions()
    ]
    return LPTS.build(states[model.initial_state], rows[::-1], [actions[a] for a in sorted(model.alphabet)])


def disguised(random: Random, model: LPTS, letters: Mapping[str, str]) -> LPTS:
    """The model with these letters, and the names of its states mixed up."""
    states = list(trim(model).states)
    return renamed(model, letters, dict(zip(states, random.sample(states, len(states)), strict=True)))


def brute_force(one: LPTS, two: LPTS, fixed: Mapping[str, str]) -> bool:
    """Is there a renaming? By trying all of them."""
    one, two = trim(one), trim(two)
    if one.num_states != two.num_states or len(one.alphabet) != len(two.alphabet):
        return False
    return any(
        renamed(one, actions, dict(zip(one.states, states, strict=True))) == two
        for letters in permutations(sorted(two.alphabet))
        if agrees(actions := dict(zip(sorted(one.alphabet), letters, strict=True)), fixed)
        for states in permutations(two.states)
    )


def agrees(actions: Mapping[str, str], fixed: Mapping[str, str]) -> bool:
    return all((a in actions) == (b in actions.values()) and actions.get(a, b) == b for a, b in fixed.items())


def test_small_models_against_all_permutations() -> None:
    random = Random(20)
    seen = {True: 0, False: 0}
    for _ in range(1500):
        one = random_model(random, 3, ("a", "b", "c"))
        letters = dict(zip("abc", random.sample(["a", "b", "c", "x"], 3), strict=True))
        two = disguised(random, one, letters)
        if random.random() < 0.6:
            two = nudged(random, two)
        fixed = {a: random.choice("abcx") for a in random.sample("abcx", random.randint(0, 2))}
        found = renaming_between(one, two, fixed)
        assert (found is not None) == brute_force(one, two, fixed), (str(one), str(two), fixed)
        seen[found is not None] += 1
        if found is not None:
            assert agrees(found.actions, fixed)
            assert renamed(one, found.actions, found.states) == trim(two)
    assert min(seen.values()) > 300


def test_larger_models_are_found_and_one_change_is_seen() -> None:
    random = Random(21)
    for round_ in range(150):
        one = trim(random_model(random, 12, tuple("abcdefgh"), tau=bool(round_ % 2)))
        letters = dict(zip("abcdefgh", random.sample("pqrstuvw", 8), strict=True))
        two = disguised(random, one, letters)
        found = renaming_between(one, two)
        assert found is not None
        assert renamed(one, found.actions, found.states) == two
        if one.num_transitions:
            rows = list(one.transitions())
            del rows[random.randrange(len(rows))]
            assert renaming_between(LPTS.build(one.initial_state, rows, one.alphabet), two) is None


CELL = [("0", "r", "1"), ("1", "s", "2"), ("2", "f", "3"), ("2", "n", "4"), ("3", "n", "0"), ("4", "f", "0")]
CYCLE = [("0", "a", "1"), ("1", "b", "2"), ("2", "a", "3"), ("3", "b", "0")]


def cell(number: int, rows: Sequence[tuple[str, str, str]] = CELL) -> LPTS:
    """One of many; zero-padded or not, the order of its letters depends on its number."""
    names = {"r": f"t{number}", "n": f"t{number + 1}", "s": f"start{number}", "f": f"stop{number}"}
    return LPTS.build("0", [(s, names.get(a, a), t) for s, a, t in rows], name=f"cell{number}")


def test_a_family_with_one_member_changed() -> None:
    changed = [*CELL[:-1], ("4", "f", "1")]
    cells = [cell(number, changed if number == 617 else CELL) for number in range(1000)]
    assert classes_of(cells) == [[number for number in range(1000) if number != 617], [617]]


def premise(number: int) -> list[LPTS]:
    """Cells that pass a token, and what their starts must do."""
    rows = [("x", f"start{number}", "y"), ("y", f"start{number + 3}", "x")]
    return [*(cell(number + step) for step in range(4)), LPTS.build("x", rows)]


def test_premises_by_one_map_of_actions() -> None:
    random = Random(22)
    symmetries = Symmetries()
    known = premise(3)
    key = symmetries.key(known)
    for number in range(4, 200):
        models = premise(number)
        assert symmetries.key(models) == key
        found = symmetries.renaming(known, models)
        assert found is not None
        assert [renamed(m, found.actions, s) for m, s in zip(known, found.states, strict=True)] == models
        models[4] = LPTS.build("x", [("x", f"start{number}", "y"), ("y", f"start{number + 2}", "x")])
        assert symmetries.renaming(known, models) is None
    assert symmetries.renaming(known, premise(4)[:4]) is None
    assert symmetries.renaming(known, [*premise(4)[3::-1], premise(4)[4]]) is None
    for _ in range(200):  # the maps of single models must fit together
        models = [random_model(random, 3, ("a", "b", "c")) for _ in range(3)]
        letters = dict(zip("abc", random.sample("xyz", 3), strict=True))
        others = [disguised(random, model, letters) for model in models]
        common = renaming_of_premise(models, others)
        assert common is not None
        assert [renamed(m, common.actions, s) for m, s in zip(models, common.states, strict=True)] == [
            *map(trim, others)
        ]


def loop(*letters: str) -> LPTS:
    return LPTS.build("s", [("s", a, "s") for a in letters])


BLOCKING = LPTS.build("s", [("s", "a", "s")], ["a", "b", "c"])
OTHERWISE = LPTS.build("s", [("s", "b", "s")], ["a", "b", "c"])
HALVES = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s")])
THIRDS = LPTS.build("s", [("s", "a", {"s": "1/3", "t": "2/3"}), ("t", "b", "s")])
CASES: dict[str, tuple[LPTS, LPTS, dict[str, str], dict[str, str] | None]] = {
    "no letters": (LPTS.build("s", []), LPTS.build("t", []), {}, {}),
    "all letters alike": (loop("a", "b", "c"), loop("x", "y", "z"), {"a": "z"}, {"a": "z", "b": "x", "c": "y"}),
    "blocked letters": (
        BLOCKING,
        LPTS.build("s", [("s", "b", "s")], ["a", "b", "c"]),
        {"b": "c"},
        {"a": "b", "b": "c", "c": "a"},
    ),
    "fixed against the use": (BLOCKING, BLOCKING, {"a": "b"}, None),
    "tau is no letter": (loop("a"), loop(TAU), {}, None),
    "tau stays": (loop("a", TAU), loop("b", TAU), {}, {"a": "b"}),
    "tau cannot be renamed": (loop("a", TAU), loop("b", TAU), {TAU: "b"}, None),
    "two letters with one name": (loop("a", "b"), loop("x", "y"), {"a": "x", "b": "x"}, None),
    "a fixed name of another model's": (loop("a"), loop("x"), {"b": "x"}, None),
    "probabilities": (HALVES, THIRDS, {}, None),
    "probabilities of the same size": (HALVES, HALVES, {}, {"a": "a", "b": "b"}),
    "twice around": (LPTS.build("0", CYCLE), LPTS.build("0", [("0", "a", "1"), ("1", "b", "0")]), {}, None),
    "fewer states": (LPTS.build("0", CYCLE), loop("a", "b"), {}, None),
}


@pytest.mark.parametrize("name", CASES)
def test_special_cases(name: str) -> None:
    one, two, fixed, actions = CASES[name]
    found = renaming_between(one, two, fixed)
    assert (found and found.actions) == actions


def test_what_cannot_be_reached_does_not_matter() -> None:
    two = LPTS.build("x", [("x", "b", "x"), ("y", "b", "x")], states=["y", "x"])
    assert renaming_between(loop("a"), two) == ModelRenaming({"a": "b"}, {"s": "x"})
    assert classes_of([loop("a"), two]) == [[0, 1]]
    assert renaming_of_premise([], []) == CommonRenaming({}, ())


def tournament(swap: Callable[[int], bool]) -> LPTS:
    """States in a ring that are hard to tell apart, without determinism."""
    size = 12
    rows = [("start", "go", str(i)) for i in range(size)]
    rows += [(str(i), "a", str((i + (5 if swap(i) else 1)) % size)) for i in range(size)]
    return LPTS.build("start", rows)


def test_alike_states_are_told_apart_by_search() -> None:
    ring = tournament(lambda i: False)
    other = tournament(lambda i: True)
    found = renaming_between(ring, other)
    assert found is not None
    assert renamed(ring, found.actions, found.states) == other
    two_rings = LPTS.build(
        "start",
        [("start", "go", f"{i}") for i in range(12)]
        + [(f"{i}", "a", f"{(i + 1) % 6 + (6 if i >= 6 else 0)}") for i in range(12)],
    )
    assert renaming_between(ring, two_rings) is None


def test_the_search_has_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    ring, other = tournament(lambda i: False), tournament(lambda i: True)
    monkeypatch.setattr(symmetry, "SEARCH_WORK", 10)
    assert renaming_between(ring, other) is None
    assert classes_of([ring, other]) == [[0], [1]]
