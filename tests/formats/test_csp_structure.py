"""Components from parallel structure: whatever the structure, composing them gives the process back."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random

import pytest

from symag import LPTS, LimitReached
from symag.formats.csp.explore import explored
from symag.formats.csp.process import SKIP, STOP, Alphabetised, Hiding, Linked, Parallel, Process, Renaming, Run
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.structure import ProcessStructure, structured
from symag.limits import Limits, Watch
from symag.operators import compose, determinise, hide

from .csp_terms import Named, choice, events, pairs, prefix, random_process, random_static


def structure_of(process: Process) -> ProcessStructure:
    return structured(ProcessSpace(Watch()), process, "SYS")


def same_traces(one: LPTS, two: LPTS) -> bool:
    """Subset construction on both, and a walk through pairs of sets; an action that one does not know is never done."""
    first, second = determinise(one), determinise(two)
    waiting = [(first.initial, second.initial)]
    seen = set(waiting)
    while waiting:
        s, t = waiting.pop()
        mine = {first.actions[first.action[i]]: first.target[i] for i in first.row(s)}
        yours = {second.actions[second.action[i]]: second.target[i] for i in second.row(t)}
        if mine.keys() != yours.keys():
            return False
        after = {(mine[action], yours[action]) for action in mine} - seen
        seen |= after
        waiting += after
    return True


def definitions_of(chance: Random) -> dict[str, Callable[..., Process]]:
    """Two processes that call each other after an event."""
    found: dict[str, Callable[..., Process]] = {}
    for name in "PQ":
        branches = [prefix(chance.choice("abcd"), Named(found, chance.choice("PQ"))) for _ in range(2)]
        last: list[Process] = [SKIP, STOP]
        body = choice(*branches, chance.choice(last))
        found[name] = lambda body=body: body
    return found


@pytest.mark.parametrize("seed", range(4))
def test_components_compose_to_the_process(seed: int) -> None:
    """The law that everything rests on, over all operators; the whole term is explored by the semantics alone."""
    chance = Random(seed)
    compared = several = merged = 0
    for number in range(400):
        calls = definitions_of(chance)
        make = random_static if chance.random() < 0.8 else random_process
        process = make(chance, chance.randint(3, 9), calls)
        small = Watch(Limits(max_states=200))
        space = ProcessSpace(small)
        try:
            whole = determinise(explored(space, space.numbered(process), "whole").model, small)
            structure = structured(ProcessSpace(small), process, "SYS").avoiding("ab")
        except LimitReached:
            continue
        if prod(component.num_states for component in structure.components) > 20_000:
            continue
        compared += 1
        assert structure.hidden.isdisjoint("ab")
        assert structure.visible <= set("abcd✓")
        again = hide(compose(*structure.components), structure.hidden)
        assert same_traces(again, whole), (seed, number, process)
        assert same_traces(structure.whole(Watch()), whole)
        several += len(structure.components) > 1
        merged += len(structure.components) > 1 and bool(structure.notes)
    assert compared > 250
    assert several > 100
    assert merged > 10


def cell(i: int, n: int) -> Process:
    """A cell of Milner's scheduler: `c.i` passes the token on."""
    calls: dict[str, Callable[..., Process]] = {}
    calls["Cell"] = lambda i: prefix(f"c.{i} start.{i} c.{(i + 1) % n} finish.{i}", Named(calls, "Cell", i))
    return Named(calls, "Cell", i)


def alphabet(i: int, n: int) -> frozenset[str]:
    return events(f"start.{i} finish.{i} c.{i} c.{(i + 1) % n}")


def test_the_scheduler_has_a_component_for_each_cell() -> None:
    cells = Alphabetised(tuple((cell(i, 5), alphabet(i, 5)) for i in range(5)))
    structure = structure_of(Hiding(cells, frozenset(f"c.{i}" for i in range(5))))
    assert [component.name for component in structure.components] == [f"Cell({i})" for i in range(5)]
    assert [component.alphabet for component in structure.components] == [alphabet(i, 5) for i in range(5)]
    assert structure.hidden == {f"c.{i}" for i in range(5)}
    assert structure.notes == ()
    assert structure.components[1].states[0] == "Cell(1)"


A, B, T = prefix("a"), prefix("b"), prefix("tau")
TICKS = prefix("a", SKIP)

TABLE: list[tuple[str, Process, list[str], str]] = [
    ("one part", prefix("a b"), ["a b"], ""),
    ("termination is shared", Parallel((TICKS, prefix("b", SKIP)), events("")), ["a ✓", "b ✓"], ""),
    ("who never ends keeps all from it", Parallel((TICKS, B), events("")), ["a", "b"], ""),
    ("an event that is shared", Parallel((prefix("a b"), prefix("a c")), events("a")), ["a b", "a c"], ""),
    ("an event that one of them never does", Parallel((prefix("b a"), B), events("a b")), ["b", "b"], ""),
    ("an alphabet blocks", Alphabetised(((prefix("a b"), events("a")), (B, events("b")))), ["a", "b"], ""),
    ("a visible event of two parts", Parallel((A, prefix("a b"), prefix("c")), events("")), ["a b", "c"], ""),
    ("hidden events of two", Hiding(Parallel((A, prefix("a b")), events("")), events("a")), ["a", "a#1 b"], "a a#1"),
    ("hidden in one part", Parallel((Hiding(A, events("a")), A), events("")), ["a#1", "a"], "a#1"),
    ("hidden twice", Hiding(Parallel((Hiding(A, events("a")), A), events("")), events("a")), ["a", "a#1"], "a a#1"),
    ("renamed apart", Parallel((Renaming(A, pairs("a:b")), A), events("")), ["b", "a"], ""),
    ("renamed to one event", Parallel((Renaming(A, pairs("a:b")), B), events("b")), ["b", "b"], ""),
    ("two names of one", Parallel((Renaming(A, pairs("a:b a:c")), prefix("b c")), events("b c")), ["b c", "b c"], ""),
    ("one name of two", Parallel((Renaming(prefix("a b"), pairs("a:c b:c")), prefix("c")), events("c")), ["c"] * 2, ""),
    ("one name outside", Renaming(Parallel((A, B), events("")), pairs("a:c b:c")), ["c"], ""),
    ("linked", Linked(prefix("a c"), pairs("c:b"), prefix("b d")), ["a c", "c d"], "c"),
    ("linked, with the event elsewhere", Linked(prefix("c b"), pairs("c:b"), B), ["b c", "c"], "c"),
    ("tau", Parallel((T, Hiding(T, events("tau"))), events("")), ["tau#1", "tau#2"], "tau#2"),
    ("only one of them", Parallel((Run(events("a b")), A), events("a")), ["a b", "a"], ""),
]  # fmt: skip


@pytest.mark.parametrize(("process", "alphabets", "hidden"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_the_components_of(process: Process, alphabets: list[str], hidden: str) -> None:
    structure = structure_of(process)
    assert [component.alphabet for component in structure.components] == [events(one) for one in alphabets]
    assert structure.hidden == events(hidden)
    space = ProcessSpace(Watch())
    assert same_traces(structure.whole(Watch()), explored(space, space.numbered(process), "whole").model)


def test_hidden_actions_keep_off_reserved_names() -> None:
    """A specification that has an event of the same name must not see it."""
    structure = structure_of(Hiding(Parallel((A, prefix("a b")), events("a")), events("a")))
    avoiding = structure.avoiding({"a", "a#1", "b"})
    assert [component.alphabet for component in avoiding.components] == [{"a#2"}, {"a#2", "b"}]
    assert avoiding.hidden == {"a#2"}
    assert structure.marked().hidden == {"a#1"}


def test_what_is_composed_is_told() -> None:
    structure = structure_of(Parallel((A, prefix("a b"), prefix("c")), events("")))
    assert [component.name for component in structure.components] == ["a -> … ‖ a -> …", "c -> …"]
    assert structure.notes == ("a -> … ‖ a -> … is one component: a is done by several of its parts, and not together",)


def test_equal_parts_are_explored_without_order() -> None:
    """A hundred copies have 2^100 states in order, and 101 without."""
    structure = structure_of(Parallel((A,) * 100 + (B,), events("")))
    assert [component.num_states for component in structure.components] == [101, 2]


def test_many_parts() -> None:
    """The time goes with the number of parts and vectors."""
    parts = tuple((cell(i, 500), alphabet(i, 500)) for i in range(500))
    assert len(structure_of(Alphabetised(parts)).components) == 500
