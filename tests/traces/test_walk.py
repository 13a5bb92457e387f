"""A walk does what the composition does, without composing; it is saved, and read back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symag
from symag import LPTS, InputError, Walk, compose
from tests.generate import models, randoms

COIN = LPTS.build("up", [("up", "toss", {"heads": "1/3", "tails": "2/3"}), ("heads", "win", "up")], name="coin")
Moves = set[tuple[str, frozenset[tuple[tuple[str, ...], Fraction]]]]


def choice(number: int) -> LPTS:
    """Thirty of these have 10^30 moves in their first state, each of them with 2^30 outcomes."""
    rows = [("0", "a", {f"x{k}": "1/2", f"y{k}": "1/2"}) for k in range(10)]
    return LPTS.build("0", rows, name=f"c{number}")


def moves_of(walk: Walk) -> Moves:
    found: Moves = set()
    for number in range(walk.count_moves):
        outcomes = [walk.outcome(number, k) for k in range(walk.count_outcomes(number))]
        spread = frozenset((walk.labels(outcome.place), outcome.probability) for outcome in outcomes)
        assert len(spread) == len(outcomes)
        found.add((walk.move(number).action, spread))
    return found


@given(components=st.lists(models, min_size=1, max_size=3))
def test_a_walk_has_the_moves_of_the_product(components: list[LPTS]) -> None:
    system = compose(*components)
    walk = Walk(components)
    seen, todo = {walk.place}, [list(walk.steps)]
    while todo:
        walk = Walk(components)
        walk.steps = todo.pop()
        walk.back(0)
        here = next(s for s in range(system.num_states) if system.parts(s) == walk.place)
        product = {
            (
                system.actions[system.action[t]],
                frozenset((system.part_labels(goal), share) for goal, share in system.outcomes(system.target[t])),
            )
            for t in system.row(here)
        }
        assert moves_of(walk) == product
        assert walk.is_stuck == (not system.row(here))
        steps = list(walk.steps)
        for number in range(walk.count_moves):
            for k in range(walk.count_outcomes(number)):
                walk.take(number, k)
                if walk.place not in seen:
                    seen.add(walk.place)
                    todo.append(list(walk.steps))
                assert walk.back() == 1
                assert walk.steps == steps
    assert len(seen) == system.num_states


@given(components=st.lists(models, min_size=1, max_size=3), random=randoms)
def test_a_saved_walk_is_read_back(
    components: list[LPTS], random: Random, tmp_path_factory: pytest.TempPathFactory
) -> None:
    walk = Walk(components)
    taken = walk.wander(8, random)
    assert taken == len(walk.steps) == 8 or walk.is_stuck
    file = tmp_path_factory.mktemp("walks") / "walk.json"
    walk.save(file)
    again = Walk.load(components, file)
    assert again.run() == walk.run()
    assert (again.place, again.count_moves) == (walk.place, walk.count_moves)
    for row in (data := json.loads(file.read_text()))["steps"]:
        del row["probability"]
    file.write_text(json.dumps(data))
    assert Walk.load(components, file).run().trace == walk.run().trace


def test_the_run_to_a_deadlock_is_read(tmp_path: Path) -> None:
    components = [COIN, LPTS.build("0", [("0", "win", "1")])]
    file = tmp_path / "deadlock.json"
    file.write_text(json.dumps(symag.deadlock(components).to_json()))
    walk = Walk.load(components, file)
    assert (walk.run().trace, walk.states, walk.is_stuck) == (("toss",), ("tails", "0"), True)
    assert walk.back(5) == 1
    assert walk.states == ("up", "0")


EAGER = LPTS.build("0", [("0", "tau", "1"), ("1", "in", "2"), ("2", "in", "1"), ("2", "out", "0")], name="eager")
ORDER = LPTS.build("0", [("0", "in", "1"), ("1", "out", "0")], name="order")


def test_the_trace_of_a_verdict_is_read(tmp_path: Path) -> None:
    file = tmp_path / "verdict.json"
    for components in ([EAGER], [EAGER, LPTS.build("0", [("0", "in", "0"), ("0", "tick", "0")])]):
        verdict = symag.check(components, ORDER, relation="traces")
        assert verdict.counterexample is not None
        verdict.save(file)
        walk = Walk.load(components, file)
        assert tuple(action for action in walk.run().trace if action != "tau") == verdict.counterexample.trace
        assert walk.states == verdict.counterexample.tree.mapping(len(walk.steps))
    damaged = json.loads(file.read_text())
    for key in ("tree", "execution"):
        file.write_text(json.dumps(damaged | {"counterexample": {"kind": "trace", "trace": [], key: {}}}))
        with pytest.raises(InputError, match="this verdict is not as symag writes it"):
            Walk.load(components, file)
    symag.check([EAGER], ORDER, relation="traces").save(file)
    verdict_json = json.loads(file.read_text())
    holds = symag.check([EAGER], EAGER).to_json()
    file.write_text(json.dumps({"questions": [holds, verdict_json]}))
    watching = LPTS.build(
        "0", [("0", "in", "1"), ("1", "in", "2"), ("1", "out", "0"), ("2", "out", "0")], name="watching"
    )
    walk = Walk.load([watching, EAGER], file)
    assert walk.states == ("2", "1"), "a component that the verdict does not tell of follows"
    with pytest.raises(InputError, match=r"step 2: 'in' does not lead"):
        Walk.load([EAGER, LPTS.build("0", [], ["in"], name="blocks")], file)
    symag.check([EAGER], EAGER).save(file)
    with pytest.raises(InputError, match="there is no trace in this verdict to walk along"):
        Walk.load([EAGER], file)


def test_moves_and_outcomes_are_not_listed() -> None:
    walk = Walk([choice(number) for number in range(30)])
    assert walk.count_moves == 10**30
    assert walk.count_outcomes(10**30 - 1) == 2**30
    assert walk.outcome(10**30 - 1, 2**30 - 1).shares == (Fraction(1, 2),) * 30
    near = [walk.outcome(10**30 - 1 - move, 2**30 - 1 - outcome).place for move in (0, 1) for outcome in (0, 1)]
    assert len(set(near)) == 4
    assert len({place[:-1] for place in near}) == 1
    assert walk.wander(5, Random(1)) == 1
    assert walk.is_stuck


def test_outcomes_are_drawn_with_their_probability() -> None:
    random, drawn = Random(7), Counter[str]()
    for _ in range(3_000):
        walk = Walk([COIN])
        walk.draw(0, random)
        drawn[walk.states[0]] += 1
    assert set(drawn) == {"heads", "tails"}
    assert 850 < drawn["heads"] < 1_150


@pytest.mark.parametrize("seed", range(3))
def test_a_seed_is_a_walk(seed: int) -> None:
    walks = [Walk([COIN, choice(1)]) for _ in range(2)]
    for walk in walks:
        walk.wander(20, Random(seed))
    assert walks[0].steps == walks[1].steps


def test_what_is_not_there() -> None:
    walk = Walk([COIN])
    with pytest.raises(InputError, match="there is no move 1: 1 are enabled"):
        walk.take(1)
    with pytest.raises(InputError, match="there is no outcome 2: the move has 2"):
        walk.take(0, 2)
    with pytest.raises(InputError, match="nothing to walk through"):
        Walk([])


def changed(path: tuple[Any, ...], value: object) -> str:
    """The file of a walk with another value in it."""
    walk = Walk([COIN])
    walk.take(0, 0)
    data: Any = {"format": "symag-walk", "version": 1, **walk.run().to_json()}
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ('{"a": ' + "9" * 5_000 + "}", "this is not JSON"),
        ("[]", "this is no walk: symag step saves them"),
        ('{"format": "symag-walk", "version": 1}', "it has no lists 'start' and 'steps'"),
        (changed(("version",), 2), "this is no walk"),
        (changed(("version",), True), "this is no walk"),
        (changed(("start",), ["up", "up"]), "this is a walk of 2 components, and there are 1"),
        (changed(("start",), ["heads"]), "does not start in the initial states"),
        (changed(("steps", 0), 7), "step 1 is not as symag writes it"),
        (changed(("steps", 0, "states"), []), "step 1 has 0 states, and there are 1 components"),
        (changed(("steps", 0, "states"), ["on"]), "step 1: coin has no state 'on'"),
        (changed(("steps", 0, "states"), [["on"]]), r"step 1: coin has no state \['on'\]"),
        (changed(("steps", 0, "action"), "win"), r"step 1: 'win' does not lead from \(up\) to \(heads\)"),
        (changed(("steps", 0, "action"), "tau"), r"step 1: 'tau' does not lead"),
        (changed(("steps", 0, "action"), "lose"), r"step 1: 'lose' does not lead"),
        (changed(("steps", 0, "probability"), "1/2"), "with probability 1/2"),
        (changed(("steps", 0, "probability"), "one"), "step 1: "),
        (changed(("steps", 0, "probability"), 0.5), 'step 1: a probability is a text such as "9/10", not 0.5'),
    ],
)
def test_files_that_are_no_walks_of_these_components(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "walk.json"
    file.write_text(text)
    with pytest.raises(InputError, match=message) as error:
        Walk.load([COIN], file)
    assert str(error.value).startswith(f"{file}: ")


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value of a document is."""
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


@pytest.mark.parametrize("junk", [None, 7, -1, "x\x1b[2J", "tau", "1/0", [], {}, [["x"]], True], ids=repr)
def test_whatever_is_in_a_file_it_is_a_walk_or_refused(tmp_path: Path, junk: object) -> None:
    walk = Walk([EAGER, COIN])
    walk.wander(4, Random(3))
    walk.save(saved := tmp_path / "walk.json")
    symag.check([EAGER], ORDER, relation="traces").save(verdict := tmp_path / "verdict.json")
    for file, components in ((saved, [EAGER, COIN]), (verdict, [EAGER])):
        text = file.read_text()
        Walk.load(components, file)
        kept = json.loads(text)
        for path in list(places(kept.get("counterexample", kept)))[1:]:
            data = json.loads(text)
            inner = data.get("counterexample", data)
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = junk
            file.write_text(json.dumps(data))
            with suppress(InputError):
                Walk.load(components, file).run()
