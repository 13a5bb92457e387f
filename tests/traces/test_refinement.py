"""Trace inclusion in any plain LTS, against a subset construction that does nothing clever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from random import Random

import pytest

import symag
from symag import LPTS, TAU
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.traces import RelatedSets, project_trace, reach_error, refine, refinement, trace_of
from tests.generate import ACTIONS
from tests.traces.questions import random_lts, random_safety_question
from tests.traces.test_reachability import assert_is_execution

Sets = frozenset[str]
NAMES = "012345678"


class Naive:
    """A specification by its transitions in words."""

    def __init__(self, model: LPTS) -> None:
        self.rows = [(s, a, next(iter(d))) for s, a, d in model.transitions()]
        self.alphabet = model.alphabet
        self.start = self.closed(frozenset([model.initial_state]))

    def closed(self, states: Sets) -> Sets:
        more = states | {t for s, a, t in self.rows if a == TAU and s in states}
        return states if more == states else self.closed(more)

    def after(self, states: Sets, action: str) -> Sets:
        """As the definition of the evidence says."""
        states = self.closed(states)
        if action not in self.alphabet:
            return states
        return self.closed(frozenset(t for s, a, t in self.rows if a == action and s in states))


def shortest_violation(components: list[LPTS], specification: LPTS) -> int | None:
    """The length of a shortest execution that is not allowed, by building everything."""
    naive = Naive(specification)
    system = symag.compose(*components)
    moves: dict[str, list[tuple[str, str]]] = {}
    for s, a, d in system.transitions():
        moves.setdefault(s, []).append((a, next(iter(d))))
    level, length = [(system.initial_state, naive.start)], 0
    seen = set(level)
    while level:
        length += 1
        later = []
        for state, above in level:
            for action, goal in moves.get(state, ()):
                then = naive.after(above, action)
                if not then:
                    return length
                if (goal, then) not in seen:
                    seen.add((goal, then))
                    later.append((goal, then))
        level = later
    return None


def assert_is_evidence(components: list[LPTS], specification: LPTS, related: RelatedSets) -> None:
    """The condition on pairs, by names; and no set of a state is a subset of another."""
    naive = Naive(specification)
    system = symag.compose(*components)
    names = related.names()
    sets: dict[tuple[str, ...], list[Sets]] = {}
    for pair in range(related.num_states):
        *parts, number = related.parts(pair)
        place = tuple(model.states[part] for model, part in zip(components, parts, strict=True))
        sets.setdefault(place, []).append(frozenset(names[number]))
    start = system.part_labels(system.initial)
    assert any(chosen <= naive.start for chosen in sets[start])
    obligations = 0
    for state in range(system.num_states):
        here = sets.get(system.part_labels(state), [])
        assert not any(one <= two for one in here for two in here if one is not two)
        for above in here:
            assert above
            for t in system.row(state):
                obligations += 1
                then = naive.after(above, system.actions[system.action[t]])
                assert any(chosen <= then for chosen in sets[system.part_labels(system.target[t])])
    assert 0 <= related.num_transitions - obligations <= len(components) * related.num_states  # loops on tau


def random_refinement(random: Random) -> tuple[list[LPTS], LPTS]:
    """Half of the specifications are what the system is, of some actions, with a move more or less in most cases."""
    components = [random_lts(random) for _ in range(random.choice([1, 1, 2, 2, 3]))]
    if random.random() < 0.3:  # sets of many sizes
        moves = {tuple(map(random.choice, (NAMES, "aab", NAMES))) for _ in range(random.randint(12, 26))}
        components = [LPTS.build("0", [(s, a, t) for s, a, t in sorted(moves)], ["a", "b"], states=NAMES)]
    elif random.random() < 0.4:
        return components, random_lts(random, tuple(random.sample([*ACTIONS, "other"], 4)))
    system = symag.compose(*components)
    spoken_of = random.sample(sorted(system.alphabet), random.randint(1, len(system.alphabet)))
    seen = symag.project(system, spoken_of)
    rows = [(s, a, next(iter(d))) for s, a, d in seen.transitions()]
    kind = random.random()
    if rows and kind < 0.6:
        del rows[random.randrange(len(rows))]
    if kind > 0.3:
        states = list(seen.states)
        rows.append((random.choice(states), random.choice([*spoken_of, TAU]), random.choice(states)))
    return components, LPTS.build(seen.initial_state, dict.fromkeys(rows), spoken_of, states=list(seen.states))


def test_random_questions_are_decided_as_by_a_subset_construction() -> None:
    """Verdicts, lengths of shortest violations, executions and evidence."""
    verdicts = {True: 0, False: 0}
    for seed in range(1500):
        components, specification = random_refinement(Random(seed))
        tree, related = refine(components, specification, Watch())
        expected = shortest_violation(components, specification)
        assert (None if tree is None else len(tree.nodes) - 1) == expected, seed
        verdicts[tree is None] += 1
        if tree is None:
            assert_is_evidence(components, specification, related)
        else:
            assert_is_execution(tree, components)
            naive = Naive(specification)
            above = naive.start
            for action in project_trace(trace_of(tree), specification.alphabet):
                last, above = above, naive.after(above, action)
            assert not above
            assert last
    assert min(verdicts.values()) > 300


def test_safety_questions_are_decided_as_by_the_other_search() -> None:
    for seed in range(300):
        components, specification = random_safety_question(Random(seed))
        (one, _), (two, _) = refine(components, specification, Watch()), reach_error(components, specification, Watch())
        assert (None if one is None else len(one.nodes)) == (None if two is None else len(two.nodes))


def test_a_larger_set_gives_way_to_a_smaller_one_that_is_found_later() -> None:
    """Both ways lead to `s`: by `a` the specification may be in two states, by `b b` in one of them."""
    system = LPTS.build("0", [("0", "a", "s"), ("0", "b", "1"), ("1", "b", "s"), ("s", "c", "s")])
    rows = [("0", "a", "p"), ("0", "a", "q"), ("0", "b", "1"), ("1", "b", "p"), ("p", "c", "p"), ("q", "c", "q")]
    tree, related = refine([system], LPTS.build("0", rows), Watch())
    assert tree is None
    named = {(system.states[related.parts(k)[0]], *related.names()[related.parts(k)[1]]) for k in range(3)}
    assert related.num_states == 3
    assert named == {("0", "0"), ("1", "1"), ("s", "p")}


def test_loops_count() -> None:
    """A move that changes no state of the system may lead the specification to its end."""
    system = LPTS.build("0", [("0", "a", "0")])
    assert refine([system], LPTS.build("0", [("0", "a", "1")]), Watch())[0] is not None
    assert refine([system], LPTS.build("0", [("0", "b", "1")]), Watch())[0] is None


def counters(number: int) -> Iterator[LPTS]:
    for n in range(number):
        yield LPTS.build("0", [(str(i), f"up{n}", str((i + 1) % 10)) for i in range(10)])


def promises(length: int) -> tuple[list[LPTS], LPTS]:
    """The system does so many actions, `a` or `b`, and at last `c` or `d`. The specification says at some time which of
    them the last one will be, so it does not simulate the system. No set is a subset of another: they have which of the
    actions were `a`."""
    rows = [("0", x, goal) for x in "ab" for goal in ("0", f"{x}c1", f"{x}d1")]
    for x, last, i in product("ab", "cd", range(1, length)):
        rows += [(f"{x}{last}{i}", y, f"{x}{last}{i + 1}") for y in "ab"]
    rows += [(f"{x}{last}{length}", last, "0") for x in "ab" for last in "cd"]
    clock = [(str(i), y, str(i + 1)) for i in range(length) for y in "ab"]
    clock += [(str(length), last, "end") for last in "cd"]
    return [LPTS.build("0", clock)], LPTS.build("0", rows)


@pytest.mark.parametrize(("components", "specification"), [promises(8), (None, None)], ids=["none", "one"])
def test_a_simulation_is_tried_where_the_search_is_long(
    components: list[LPTS] | None, specification: LPTS | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first pair on, here; where there is none, the search goes on."""
    if components is None or specification is None:
        specification = LPTS.build("0", [("0", "up0", "0"), ("0", TAU, "1"), ("1", "up0", "1"), ("1", "up0", "0")])
        components = list(counters(2))
    expected, plain = refine(components, specification, Watch())
    monkeypatch.setattr(refinement, "FIRST_WORK", 1)
    monkeypatch.setattr(refinement, "WORK", 1 << 40)
    tree, related = refine(components, specification, Watch())
    assert expected is None
    assert tree is None
    assert len(related.members) == (len(plain.members) if specification.num_states > 2 else 2)
    assert_is_evidence(components, specification, related)
    monkeypatch.setattr(refinement, "LARGEST_SIMULATION", 8)
    assert len(refine(components, specification, Watch())[1].members) == len(plain.members)


LIMITED: dict[str, Callable[[], Watch]] = {
    "max-states": lambda: Watch(Limits(max_states=5000)),
    "timeout": lambda: Watch(Limits(seconds=500), clock=partial(next, count(0.0))),
    "memory": lambda: Watch(Limits(memory_mb=1000), memory=lambda: 999.0),
}


@pytest.mark.parametrize("kind", LIMITED)
def test_limits_end_the_search(kind: str) -> None:
    """The system has 10^30 states; or the sets are very many."""
    for components, specification in ((list(counters(30)), next(counters(1))), promises(60)):
        with pytest.raises(LimitReached) as reached:
            refine(components, specification, LIMITED[kind]())
        assert reached.value.kind == kind
