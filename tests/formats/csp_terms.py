"""CSP terms for tests: recursion without a script, random terms, and traces by the denotational semantics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from random import Random

from symag.formats.csp.process import (
    SKIP,
    STOP,
    TICK,
    Alphabetised,
    Branch,
    Chaos,
    Event,
    Events,
    Except,
    ExternalChoice,
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
    Skip,
    Sliding,
    Stop,
    SynchronisingChoice,
    SynchronisingInterrupt,
    Term,
)

Trace = tuple[Event, ...]
Traces = frozenset[Trace]


class Named:
    """A call of a process that a test defines."""

    is_call = True

    def __init__(self, definitions: Mapping[str, Callable[..., Process]], name: str, *arguments: object) -> None:
        self.definitions, self.name, self.arguments = definitions, name, arguments

    @property
    def label(self) -> str:
        return f"{self.name}({','.join(map(str, self.arguments))})" if self.arguments else self.name

    def unfold(self) -> Term:
        found = self.definitions[self.name](*self.arguments)
        return found.unfold() if isinstance(found, Named) else found  # type: ignore[return-value]

    def canonical(self) -> Process:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and (self.name, self.arguments) == (other.name, other.arguments)

    def __hash__(self) -> int:
        return hash((self.name, self.arguments))


def events(text: str) -> Events:
    return frozenset(text.split())


def pairs(text: str) -> frozenset[tuple[Event, Event]]:
    """`a:b c:d`."""
    return frozenset((one, other) for one, _, other in (pair.partition(":") for pair in text.split()))


def prefix(text: str, process: Process = STOP) -> Process:
    """`a b`, then the process."""
    for event in reversed(text.split()):
        process = Prefix((Branch(event, process),))
    return process


def choice(*operands: Process) -> ExternalChoice:
    return ExternalChoice(operands)


def traces(process: Process, bound: int) -> Traces:
    """The traces of at most this length, by the equations of the traces model; of a term without recursion, whose
    hidden events make no trace longer than the bound."""
    return frozenset(trace for trace in _traces(process, bound) if len(trace) <= bound)


def _traces(process: Process, bound: int) -> Traces:
    empty: Trace = ()
    match process:
        case Stop():
            found: Iterable[Trace] = {empty}
        case Skip():
            found = {empty, (TICK,)}
        case Chaos(some) | Run(some):
            found = (word for length in range(bound + 1) for word in product(sorted(some), repeat=length))
        case Prefix(branches):
            found = {empty} | {(one.event, *rest) for one in branches for rest in _traces(one.process, bound - 1)}
        case ExternalChoice(operands) | InternalChoice(operands):
            found = {empty}.union(*(_traces(one, bound) for one in operands))
        case Sliding(first, second):
            found = _traces(first, bound) | _traces(second, bound)
        case Sequential(first, second):
            found = _sequence(_traces(first, bound), _traces(second, bound))
        case Interrupt(first, second):
            found = _interrupted(_traces(first, bound), _traces(second, bound))
        case Except(first, some, second):
            found = _excepted(_traces(first, bound), some, _traces(second, bound))
        case Parallel(operands, some):
            found = {empty, (TICK,)} if not operands else _traces(operands[0], bound)
            for one in operands[1:]:
                found = _merged(frozenset(found), _traces(one, bound), lambda a, b: a == b, some, some, str)
        case Alphabetised(alphabetised):
            found, known = {empty, (TICK,)}, frozenset[Event]()
            for number, (one, some) in enumerate(alphabetised):
                other = frozenset(trace for trace in _traces(one, bound) if set(trace) <= some | {TICK})
                shared = known & some
                found = _merged(frozenset(found), other, lambda a, b: a == b, shared, shared, str) if number else other
                known |= some
        case Linked(first, links, second):
            left, right = frozenset(a for a, _ in links), frozenset(b for _, b in links)
            inside = _traces(first, bound), _traces(second, bound)
            found = _merged(*inside, lambda a, b: (a, b) in links, left, right, lambda event: "")
        case Hiding(inner, some):
            found = (tuple(event for event in trace if event not in some) for trace in _traces(inner, bound))
        case Renaming(inner, renamed):
            found = _renamed(_traces(inner, bound), renamed)
        case SynchronisingChoice(first, some, second):
            found = _chosen(_traces(first, bound), some, _traces(second, bound), keeps=False)
        case SynchronisingInterrupt(first, some, second):
            found = _chosen(_traces(first, bound), some, _traces(second, bound), keeps=True)
        case _:
            assert isinstance(process, Named)
            found = _traces(process.unfold(), bound) if bound > 0 else {empty}
    return frozenset(found)


def _sequence(first: Traces, second: Traces) -> Traces:
    ended = {trace[:-1] for trace in first if trace[-1:] == (TICK,)}
    return frozenset({trace for trace in first if trace[-1:] != (TICK,)} | {a + b for a in ended for b in second})


def _interrupted(first: Traces, second: Traces) -> Traces:
    return first | {a + b for a in first if TICK not in a for b in second}


def _excepted(first: Traces, some: Events, second: Traces) -> Traces:
    found: set[Trace] = set()
    for trace in first:
        at = next((at for at, event in enumerate(trace) if event in some), None)
        found |= {trace} if at is None else {trace[: at + 1] + rest for rest in second}
    return frozenset(found)


def _merged(
    first: Traces,
    second: Traces,
    match: Callable[[Event, Event], bool],
    left: Events,
    right: Events,
    seen: Callable[[Event], Event],
) -> Traces:
    """Runs of two operands: events in `left` and `right` happen together if they match, and TICK."""
    found: set[Trace] = set()
    waiting: list[tuple[Trace, Trace, Trace]] = [((), (), ())]
    known = set(waiting)
    while waiting:
        one, two, trace = waiting.pop()
        found.add(trace)
        mine = {other[len(one)] for other in first if len(other) > len(one) and other[: len(one)] == one}
        yours = {other[len(two)] for other in second if len(other) > len(two) and other[: len(two)] == two}
        after = [((*one, a), two, (*trace, a)) for a in mine if a not in left and a != TICK]
        after += [(one, (*two, b), (*trace, b)) for b in yours if b not in right and b != TICK]
        for a, b in product(mine, yours):
            if a == TICK == b:
                after.append(((*one, a), (*two, b), (*trace, TICK)))
            elif a in left and b in right and match(a, b):
                shown = seen(a)
                after.append(((*one, a), (*two, b), (*trace, shown) if shown else trace))
        waiting += [run for run in after if run not in known]
        known.update(after)
    return frozenset(found)


def _renamed(inside: Traces, renamed: frozenset[tuple[Event, Event]]) -> Traces:
    found: set[Trace] = set()
    for trace in inside:
        found.update(product(*([b for a, b in renamed if a == event] or [event] for event in trace)))
    return frozenset(found)


def _chosen(first: Traces, some: Events, second: Traces, keeps: bool) -> Traces:
    """Both operands do the events of `some` together; another one decides, but for the first operand if it `keeps`."""
    found: set[Trace] = set()
    for trace in first:
        own = tuple(event for event in trace if event in some)
        cut = next((at for at, event in enumerate(trace) if event not in some), len(trace))
        needed = own if keeps else trace[:cut]
        if needed in second:
            found.add(trace)
    for trace in second:
        cut = next((at for at, event in enumerate(trace) if event not in some), len(trace))
        for one in first:
            if cut == len(trace) or TICK in one or (not keeps and any(event not in some for event in one)):
                continue
            if tuple(event for event in one if event in some) == trace[:cut]:
                found.add(one + trace[cut:])
    return frozenset(found)


LETTERS = "abcd"


def random_process(chance: Random, size: int, calls: Mapping[str, Callable[..., Process]] | None = None) -> Process:
    """A term with about so many operators over four events; with `calls` it may be recursive."""
    if size <= 1:
        leaves: list[Process] = [STOP, SKIP, SKIP]
        if calls is not None:
            leaves += [Named(calls, name) for name in calls] * 2
            leaves += [Run(_some(chance)), Chaos(_some(chance))]
        return chance.choice(leaves)
    if chance.random() < 0.45 or size == 2:
        count = 1 if size < 4 else chance.randint(1, 2)
        each = (size - 1) // count
        branches = (Branch(chance.choice(LETTERS), random_process(chance, each, calls)) for _ in range(count))
        return Prefix(tuple(branches))
    count = chance.choice([1, 2, 2, 2, 3])
    each = max(1, (size - 1) // count)
    operands = tuple(random_process(chance, each, calls) for _ in range(count))
    first, second = operands[0], operands[-1]
    some = _some(chance)
    related = frozenset((chance.choice(LETTERS), chance.choice(LETTERS)) for _ in range(chance.randint(1, 3)))
    options: tuple[Process, ...] = (
        ExternalChoice(operands),
        InternalChoice(operands),
        Sequential(first, second),
        Sliding(first, second),
        Interrupt(first, second),
        Except(first, some, second),
        SynchronisingChoice(first, some, second),
        SynchronisingInterrupt(first, some, second),
        Parallel(operands, some),
        Parallel(operands, frozenset()),
        Alphabetised(tuple((one, _some(chance)) for one in operands)),
        Linked(first, related, second),
        Hiding(first, some),
        Renaming(first, related),
    )
    return chance.choice(options)


def random_static(chance: Random, size: int, calls: Mapping[str, Callable[..., Process]] | None = None) -> Process:
    """A term whose outer operators are parallel operators, hiding and renaming."""
    if size <= 1:
        return random_process(chance, chance.randint(2, 5), calls)
    count = chance.choice([2, 2, 3])
    operands = tuple(random_static(chance, (size - 1) // count, calls) for _ in range(count))
    some, first, second = _some(chance), operands[0], operands[1]
    related = frozenset((chance.choice(LETTERS), chance.choice(LETTERS)) for _ in range(chance.randint(1, 3)))
    same = (first, first, *operands[2:])
    options: tuple[Process, ...] = (
        Parallel(operands, some),
        Alphabetised(tuple((one, _some(chance)) for one in operands)),
        Parallel(operands, frozenset()),
        Parallel(same, frozenset()),
        Parallel(same, some),
        Linked(first, related, second),
        Hiding(first, some),
        Renaming(first, related),
        Hiding(Parallel(operands, some), _some(chance)),
        Renaming(Parallel(operands, some), related),
    )
    return chance.choice(options)


def _some(chance: Random) -> Events:
    return frozenset(chance.sample(LETTERS, chance.randint(0, 3)))
