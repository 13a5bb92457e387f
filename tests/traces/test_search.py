"""The search that keeps visited states only: in groups or not, with codes of several words, within its limits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random

import pytest

import symag
from symag import LPTS
from symag.errors import LimitReached
from symag.evidence import ReachedPairs
from symag.limits import Limits, Watch
from symag.traces import reach_error, reachability, reached, search, trace_of
from tests.traces.questions import nearest_violation, random_safety_question


def ring(cells: int, broken: bool = False) -> tuple[list[LPTS], LPTS]:
    """Cells that pass a token around; the first one has it. The property: they start in turns."""
    components = []
    for i in range(cells):
        rows = [("a", f"start{i}", "b"), ("b", f"pass{(i + 1) % cells}", "c"), ("c", f"finish{i}", "d")]
        rows += [("c", f"pass{i}", "e"), ("e", f"finish{i}", "a"), ("d", f"pass{i}", "a")]
        if broken and i == cells - 1:
            rows.append(("e", f"start{i}", "e"))
        components.append(LPTS.build("a" if i == 0 else "d", rows, name=f"C{i}"))
    return components, LPTS.build("0", [(str(i), f"start{i}", str((i + 1) % cells)) for i in range(cells)])


def counters(number: int, length: int, often: int) -> tuple[list[LPTS], LPTS]:
    """Counters that run on their own; the last of them may count so far only."""
    rows = [(str(i), str(i + 1)) for i in range(length)]
    system = [LPTS.build("0", [(s, f"up{n}", t) for s, t in rows], name=f"C{n}") for n in range(number)]
    return system, LPTS.build("0", [(s, f"up{number - 1}", t) for s, t in rows[:often]], [f"up{number - 1}"])


@pytest.mark.parametrize("cells", [3, 6, 8])
def test_every_state_of_the_ring_is_visited_once(cells: int) -> None:
    """Of the cells that are not in turn, each has finished or not; three places for the token in each cell."""
    components, specification = ring(cells)
    tree, visited = reach_error(components, specification, Watch())
    system = symag.compose(*components, specification)
    assert tree is None
    assert (visited.num_states, visited.num_transitions) == (system.num_states, system.num_transitions)
    assert visited.num_states == 3 * cells * 2 ** (cells - 1)
    found = {visited.parts(state) for state in range(visited.num_states)}
    assert found == {system.parts(state) for state in range(system.num_states)}
    columns = visited.columns()
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == list(
        map(visited.parts, range(visited.num_states))
    )


@pytest.mark.parametrize("largest", [1, 5, 125, 10**6])
def test_groups_change_nothing(largest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the second state on components are composed in groups, of at most so many states."""
    plain = [reach_error(*ring(7, broken), Watch()) for broken in (False, True)]
    monkeypatch.setattr(reachability, "UNGROUPED", 2)
    monkeypatch.setattr(reached, "GROUP_STATES", largest)
    groups = [reach_error(*ring(7, broken), Watch()) for broken in (False, True)]
    assert plain[0][0] is None
    assert groups[0][0] is None
    assert groups[0][1].components == plain[0][1].components
    assert ReachedPairs(groups[0][1], ring(7)[1]).to_json()["kind"] == "simulation"
    assert groups[1][0] is not None
    assert plain[1][0] is not None
    assert len(trace_of(groups[1][0])) == len(trace_of(plain[1][0]))
    parts = [{one.parts(state) for state in range(one.num_states)} for _, one in (plain[0], groups[0])]
    assert parts[0] == parts[1]
    for seed in range(300):
        components, specification = random_safety_question(Random(seed))
        tree, _ = reach_error(components, specification, Watch())
        nearest = nearest_violation(components, specification)
        assert (None if tree is None else len(tree.nodes) - 1) == nearest


@pytest.mark.parametrize(("number", "length", "words"), [(9, 2, 1), (40, 2, 2), (12, 9000, 3)])
def test_codes_of_several_words(number: int, length: int, words: int) -> None:
    components, specification = counters(number, length, 2 if length > 2 else 1)
    tree, visited = reach_error(components, specification, Watch())
    assert visited.layout.words == words
    assert tree is not None
    assert trace_of(tree) == (f"up{number - 1}",) * (3 if length > 2 else 2)


def test_components_that_are_compositions_themselves() -> None:
    """Their states are numbers, in a group and outside of one."""
    (one, two, three), specification = ring(3)
    pair = symag.compose(one, two)
    for parts in ([pair, three], [pair, three, LPTS.build("0", [("0", "other", "0")])]):
        tree, visited = reach_error(parts, specification, Watch())
        assert tree is None
        assert visited.num_states == 36
        assert len(visited.parts(35)) == len(parts) + 1


LIMITED: dict[str, Callable[[], Watch]] = {
    "max-states": lambda: Watch(Limits(max_states=5000)),
    "timeout": lambda: Watch(Limits(seconds=500), clock=partial(next, count(0.0))),
    "memory": lambda: Watch(Limits(memory_mb=1000), memory=lambda: 999.0),
}


@pytest.mark.parametrize("kind", LIMITED)
@pytest.mark.parametrize("broken", [False, True])
def test_limits_end_the_search(kind: str, broken: bool) -> None:
    """A ring of a hundred cells has more states than any machine visits; of the broken one, a few are enough."""
    components, specification = ring(100)
    if broken:
        components[0] = LPTS.build("a", [("a", "start0", "a")], components[0].alphabet)
        assert reach_error(components, specification, LIMITED[kind]())[0] is not None
        return
    with pytest.raises(LimitReached) as reached:
        reach_error(components, specification, LIMITED[kind]())
    assert reached.value.kind == kind


def test_a_state_with_very_many_successors_ends_in_a_limit() -> None:
    """Twelve components with ten moves each on one action: 10^12 successors of one state."""
    rows = [("0", "go", str(i)) for i in range(10)]
    components = [LPTS.build("0", rows) for _ in range(12)]
    with pytest.raises(LimitReached, match="timeout"):
        reach_error(components, LPTS.build("0", [("0", "go", "0")]), LIMITED["timeout"]())


@pytest.mark.skipif(str(search.__file__).endswith(".py"), reason="plain Python keeps the interpreter lock")
def test_another_thread_goes_on_while_it_searches() -> None:
    """The interpreter never asks for its lock, and the watch reads no file: only the search gives the lock away."""
    went: list[bool] = []
    gate = threading.Lock()
    before = sys.getswitchinterval()
    watch, large = Watch(memory=lambda: 0.0), ring(10)
    with gate:
        other = threading.Thread(target=lambda: went.append(gate.acquire()))
        other.start()
        sys.setswitchinterval(1000.0)
    try:
        searches = 0
        while not went and searches < 1000:
            reach_error(*large, watch)
            searches += 1
    finally:
        sys.setswitchinterval(before)
    other.join()
    assert searches < 1000
