"""The operational semantics of CSP, held against the equations of the traces model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from symag import LPTS, LimitReached, Limits
from symag.formats.csp.explore import MAX_PROCESS_STATES, explored
from symag.formats.csp.process import (
    SKIP,
    STOP,
    TICK,
    Alphabetised,
    Branch,
    Chaos,
    Except,
    Hiding,
    InternalChoice,
    Interrupt,
    Linked,
    Parallel,
    Prefix,
    Process,
    Renaming,
    Run,
    Sequential,
    Sliding,
    SynchronisingChoice,
    SynchronisingInterrupt,
)
from symag.formats.csp.space import ProcessSpace
from symag.limits import Watch
from symag.operators import determinise

from .csp_terms import Named, Trace, choice, events, pairs, prefix, random_process, traces


def model_of(process: Process, limits: Limits | None = None) -> LPTS:
    space = ProcessSpace(Watch(limits))
    return explored(space, space.numbered(process), "P").model


def words(model: LPTS, bound: int) -> frozenset[Trace]:
    """The traces of a model that are not longer than the bound."""
    small = determinise(model)

    def after(trace: Trace, state: int) -> Iterator[Trace]:
        yield trace
        if len(trace) < bound:
            for t in small.row(state):
                yield from after((*trace, small.actions[small.action[t]]), small.target[t])

    return frozenset(after((), small.initial))


A, B = prefix("a"), prefix("b")
DONE = prefix("a", SKIP)

TABLE: list[tuple[Process, str]] = [
    (STOP, ""),
    (SKIP, "✓"),
    (A, "a"),
    (DONE, "a✓"),
    (Prefix((Branch("a", B), Branch("a", SKIP))), "ab a✓"),
    (Chaos(events("a")), "aaa"),
    (Run(events("a b")), "aaa aab aba abb baa bab bba bbb"),
    (choice(), ""),
    (choice(A, B), "a b"),
    (choice(SKIP, A), "✓ a"),
    (choice(Hiding(A, events("a")), B), "b"),  # a hidden move decides nothing
    (choice(InternalChoice((A, SKIP)), prefix("c")), "a ✓ c"),
    (InternalChoice((A, B)), "a b"),
    (Sequential(DONE, B), "ab"),
    (Sequential(SKIP, SKIP), "✓"),
    (Sequential(A, B), "a"),
    (Sequential(STOP, B), ""),
    (Sequential(choice(SKIP, A), B), "b a"),
    (Sequential(Chaos(events("a")), B), "aaa"),  # CHAOS does not terminate
    (Sliding(A, B), "a b"),
    (Sliding(SKIP, B), "✓ b"),
    (Interrupt(prefix("a b"), prefix("c")), "ab c abc ac"),
    (Interrupt(DONE, prefix("c", SKIP)), "a✓ ac✓ c✓"),
    (Interrupt(A, SKIP), "a✓ ✓"),  # Q may terminate, and the whole with it
    (Interrupt(A, Hiding(prefix("b c"), events("b"))), "ac c"),  # a hidden move does not interrupt
    (Except(prefix("a b c"), events("b"), prefix("d")), "abd"),
    (Except(DONE, events("b"), prefix("d")), "a✓"),
    (Except(choice(SKIP, B), events("b"), SKIP), "✓ b✓"),
    (Parallel((), events("")), "✓"),
    (Parallel((A, B), events("")), "ab ba"),
    (Parallel((A, A), events("")), "aa"),
    (Parallel((A, A), events("a")), "a"),
    (Parallel((A, B), events("a")), "b"),
    (Parallel((DONE, B), events("")), "ab ba"),  # the second operand never terminates
    (Parallel((DONE, SKIP), events("")), "a✓"),
    (Parallel((DONE, SKIP), events("a")), ""),
    (Parallel((DONE, prefix("b", SKIP)), events("")), "ab✓ ba✓"),  # only when both have
    (Parallel((DONE, DONE, DONE), events("a")), "a✓"),
    (Parallel((choice(SKIP, A), prefix("b", SKIP)), events("")), "b✓ ab ba"),
    (Parallel((prefix("a b"), prefix("a c"), prefix("a d")), events("a")), "abcd abdc acbd acdb adbc adcb"),
    (Alphabetised(()), "✓"),
    (Alphabetised(((prefix("a b"), events("a")),)), "a"),
    (Alphabetised(((prefix("a b"), events("a b")), (prefix("b c"), events("b c")))), "abc"),
    (Alphabetised(((DONE, events("a")), (SKIP, events("a")))), ""),
    (Alphabetised(((DONE, events("a")), (SKIP, events("b")))), "a✓"),
    (Alphabetised(((prefix("a b"), events("a b")), (prefix("a"), events("a")), (prefix("b"), events("b")))), "ab"),
    (Linked(prefix("a c"), pairs("c:b"), prefix("b d")), "ad"),
    (Linked(prefix("c"), pairs("c:b c:d"), choice(prefix("b a"), prefix("d d"))), "a"),
    (Linked(DONE, pairs("c:b"), SKIP), "a✓"),
    (Linked(prefix("c", SKIP), pairs("c:b"), prefix("b", SKIP)), "✓"),
    (Linked(prefix("b"), pairs("c:b"), prefix("c")), "bc cb"),  # each side has its own events of the links
    (Hiding(prefix("a b"), events("a")), "b"),
    (Hiding(SKIP, events("a")), "✓"),
    (Renaming(prefix("a b"), pairs("a:c")), "cb"),
    (Renaming(prefix("a b"), pairs("a:c a:d")), "cb db"),
    (Renaming(prefix("a b"), pairs("a:b b:a")), "ba"),
    (Renaming(SKIP, pairs("a:b")), "✓"),
    (SynchronisingChoice(prefix("a b"), events("a"), prefix("a c")), "ab ac"),
    (SynchronisingChoice(A, events("a"), B), "b"),
    (SynchronisingChoice(DONE, events("a"), A), "a✓"),
    (SynchronisingInterrupt(prefix("a b a"), events("a"), prefix("a c a")), "abc abca ac aca"),
    (SynchronisingInterrupt(DONE, events("a"), prefix("a")), "a✓"),
]


@pytest.mark.parametrize(("process", "longest"), TABLE)
def test_traces_up_to_three_events(process: Process, longest: str) -> None:
    """The table has traces that give all others as their prefixes."""
    expected = {tuple(word[:length]) for word in longest.split() for length in range(len(word) + 1)} | {()}
    bound = max(3, *(len(word) for word in expected))
    assert words(model_of(process), bound) == expected
    assert traces(process, bound) == expected


def test_random_terms_have_the_traces_of_the_equations() -> None:
    chance = Random(16)
    ticks = 0
    for number in range(1500):
        process = random_process(chance, chance.randint(2, 9))
        expected = traces(process, 12)
        assert words(model_of(process), 12) == expected, (number, process)
        ticks += any(TICK in trace for trace in expected)
    assert 100 < ticks < 1400


def test_recursive_random_terms_have_the_traces_of_the_equations() -> None:
    """Guarded calls only, and nothing hidden: so the traces of bounded length are finitely many calls away."""
    chance = Random(3)
    for number in range(300):
        definitions: dict[str, Callable[..., Process]] = {}
        bodies = [_guarded(chance, definitions) for _ in range(2)]
        definitions |= {"P": lambda bodies=bodies: bodies[0], "Q": lambda bodies=bodies: bodies[1]}
        process = Named(definitions, "P")
        assert words(model_of(process), 3) == traces(process, 3), number


def _guarded(chance: Random, definitions: dict[str, Callable[..., Process]]) -> Process:
    def body() -> Process:
        call = Named(definitions, chance.choice("PQ"))
        after: list[Process] = [call, call, SKIP]
        return prefix(chance.choice("abc"), chance.choice(after))

    some = events(chance.choice(["", "a", "a b"]))
    options: tuple[Process, ...] = (
        body(),
        choice(body(), body()),
        InternalChoice((body(), body())),
        Renaming(body(), pairs("a:b b:c")),
        Interrupt(prefix("a b"), body()),  # with a call on the left it would grow
        Except(prefix("c b a"), some, body()),
        Parallel((prefix("a"), prefix("a", SKIP)), some),
        Sliding(body(), body()),
    )
    return chance.choice(options)


def _counter(definitions: dict[str, Callable[..., Process]]) -> Callable[..., Process]:
    return lambda n: prefix("a", Named(definitions, "COUNT", n + 1))


DEFINITIONS: dict[str, Callable[..., Process]] = {}
DEFINITIONS |= {
    "COUNT": _counter(DEFINITIONS),
    "GROW": lambda: prefix("a", Sequential(Named(DEFINITIONS, "GROW"), prefix("b", SKIP))),
    "MORE": lambda: prefix("a", Parallel((Named(DEFINITIONS, "MORE"), prefix("b")), frozenset())),
    "DEEP": lambda n: choice(Named(DEFINITIONS, "DEEP", n + 1), A),
    "SELF": lambda: choice(Named(DEFINITIONS, "SELF"), A),
    "LOOP": lambda: Sequential(SKIP, Named(DEFINITIONS, "LOOP")),
    "HIDE": lambda: Hiding(prefix("a", Named(DEFINITIONS, "HIDE")), events("a")),
    "SWAP": lambda: Renaming(prefix("a", Named(DEFINITIONS, "SWAP")), pairs("a:b b:a")),
    "TWICE": lambda: choice(Named(DEFINITIONS, "TEA"), Named(DEFINITIONS, "TEA")),
    "TEA": lambda: prefix("a", choice(Named(DEFINITIONS, "TWICE"), STOP)),
}


@pytest.mark.parametrize("name", ["COUNT", "GROW", "MORE"])
def test_an_infinite_process_ends_in_a_limit_that_names_it(name: str) -> None:
    process = Named(DEFINITIONS, name, *([0] if name == "COUNT" else []))
    space = ProcessSpace(Watch(Limits(max_states=5000)))
    with pytest.raises(LimitReached, match=f"max-states: more than 5,000 states while exploring {name}"):
        explored(space, space.numbered(process), name)
    assert MAX_PROCESS_STATES >= 100_000


@pytest.mark.parametrize(
    ("process", "message"),
    [
        (Named(DEFINITIONS, "SELF"), "SELF calls itself before it does an event"),
        (Named(DEFINITIONS, "DEEP", 0), r"more than 100,000 calls before the first event of DEEP\(0\)"),
    ],
)
def test_recursion_without_an_event(process: Process, message: str) -> None:
    with pytest.raises(LimitReached, match=message) as caught:
        model_of(process)
    assert caught.value.kind == "size"


def test_deep_terms() -> None:
    """Nothing recurses over the depth of a term."""
    process: Process = SKIP
    for _ in range(5_000):
        process = Sequential(prefix("a", SKIP), process)
    assert model_of(process).num_states == 10_002
    nested: Process = DONE
    for event in "bc" * 5_000:
        nested = Except(nested, events(event), STOP)
    assert model_of(nested).num_states == 3


@pytest.mark.parametrize(
    ("process", "states", "labels"),
    [
        (Named(DEFINITIONS, "HIDE"), 1, ["HIDE"]),
        (Named(DEFINITIONS, "SWAP"), 2, None),
        (Named(DEFINITIONS, "LOOP"), 1, ["LOOP"]),
        (Named(DEFINITIONS, "TWICE"), 1, ["TEA"]),
        (Parallel((prefix("a b"),) * 9, frozenset()), 55, None),
        (Parallel((prefix("a"), SKIP), frozenset()), 2, ["a -> …", "STOP"]),
        (Hiding(Hiding(prefix("a b"), events("a")), events("b")), 3, None),
        (choice(A, STOP, choice(A, B)), 2, None),
    ],
)
def test_states_that_behave_alike_are_one(process: Process, states: int, labels: list[str] | None) -> None:
    model = model_of(process)
    assert model.num_states == states
    assert len(set(model.states)) == states
    if labels is not None:
        assert list(model.states) == labels


def test_a_channel_called_tau_is_not_hidden() -> None:
    assert words(model_of(prefix("tau a")), 3) == {(), ("tau#1",), ("tau#1", "a")}
