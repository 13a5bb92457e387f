"""Comprehensions, sets of channels, and replicated operators: statements run through values, names are bound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from symag.formats.csp.code import Code, Compiling, CspEnvironment, CspScope, Slot
from symag.formats.csp.events import channel_and_parts
from symag.formats.csp.operations import as_boolean, elements_of
from symag.formats.csp.process import (
    SKIP,
    STOP,
    Alphabetised,
    Event,
    Events,
    ExternalChoice,
    InternalChoice,
    Linked,
    Parallel,
    Process,
    Renaming,
    Sequential,
    SynchronisingChoice,
)
from symag.formats.csp.suspended import in_a_row
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import Binder, CspNode, Generator
from symag.formats.csp.values import Value, nesting

__all__ = ["compile_binder"]

Visit = Callable[[CspEnvironment], None]
Loop = Callable[[CspEnvironment, Visit], None]
Pairs = frozenset[tuple[Event, Event]]


def compile_binder(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    """An operator that binds names."""
    makers: dict[str, Callable[[Compiling, Binder, CspScope], Code]] = {
        "{}": _set,
        "<>": _sequence,
        "{|}": _channels,
        "[[]]": _renaming,
        "[a<->b]": _linked,
        "<->": _links,
        "[a<->b]@": _linked_row,
        "||": _alphabetised,
        "[|A|]": _parallel,
        "[+A+]": _synchronising,
    }
    return makers.get(node.sign, _replicated)(compiler, node, scope)


def _loop(compiler: Compiling, statements: Sequence[Generator | CspNode], scope: CspScope) -> tuple[Loop, CspScope]:
    """What visits the environment of each combination of values, and the scope that they are bound in."""
    steps: list[Callable[[Visit], Visit]] = []
    tick = compiler.machine.watch.tick
    for statement in statements:
        if isinstance(statement, Generator):
            values = compiler.code(statement.values, scope)
            names: dict[str, Slot] = {}
            matches = compiler.matcher(statement.pattern, scope, names)
            scope = scope.extended(names)
            steps.append(_generator(values, matches, statement.values.place, tick))
        else:
            steps.append(_filter(compiler.code(statement, scope), statement.place))

    def loop(env: CspEnvironment, visit: Visit) -> None:
        for step in reversed(steps):
            visit = step(visit)
        visit(env)

    return loop, scope


def _generator(
    values: Code,
    matches: Callable[[Value, CspEnvironment], bool],
    place: Place,
    tick: Callable[[], None],
) -> Callable[[Visit], Visit]:
    def step(visit: Visit) -> Visit:
        def run(env: CspEnvironment) -> None:
            for value in elements_of(values(env), place):
                tick()
                if matches(value, env):
                    visit(env)

        return run

    return step


def _filter(condition: Code, place: Place) -> Callable[[Visit], Visit]:
    def step(visit: Visit) -> Visit:
        def run(env: CspEnvironment) -> None:
            if as_boolean(condition(env), place):
                visit(env)

        return run

    return step


def _collected(
    compiler: Compiling,
    statements: Sequence[Generator | CspNode],
    scope: CspScope,
    make: Callable[[CspScope], Callable[[CspEnvironment], Iterable[Value]]],
) -> Callable[[CspEnvironment], list[Value]]:
    """What `make` finds in each environment, all together."""
    loop, inner = _loop(compiler, statements, scope)
    each = make(inner)

    def collect(env: CspEnvironment) -> list[Value]:
        found: list[Value] = []
        loop(env, lambda env: found.extend(each(env)))
        return found

    return collect


def _inner_values(compiler: Compiling, node: Binder, scope: CspScope) -> Callable[[CspEnvironment], list[Value]]:
    def make(inner: CspScope) -> Callable[[CspEnvironment], Iterable[Value]]:
        heads = [compiler.data(one, inner) for one in node.inner]
        return lambda env: [head(env) for head in heads]

    return _collected(compiler, node.statements, scope, make)


def _set(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    collect = _inner_values(compiler, node, scope)

    def value(env: CspEnvironment) -> Value:
        found = frozenset(collect(env))
        nesting(found)
        return found

    return value


def _sequence(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    collect = _inner_values(compiler, node, scope)

    def value(env: CspEnvironment) -> Value:
        found = tuple(collect(env))
        nesting(found)
        return found

    return value


def _channels(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    collect, sets, place = _inner_values(compiler, node, scope), compiler.sets, node.place
    return lambda env: sets.productions(collect(env), place)


# pairs of events: renaming and links


def _pairs(compiler: Compiling, node: Binder, scope: CspScope) -> Callable[[CspEnvironment], Pairs]:
    """The events of the pairs: `c <- d` means `c.x <- d.x` for all that may follow."""
    collect, place = _inner_values(compiler, node, scope), node.place

    def pairs(env: CspEnvironment) -> Pairs:
        values = collect(env)
        found: set[tuple[Event, Event]] = set()
        for left, right in zip(values[::2], values[1::2], strict=True):
            found.update(_event_pairs(left, right, place))
        return frozenset(found)

    return pairs


def _event_pairs(left: Value, right: Value, place: Place) -> Iterable[tuple[Event, Event]]:
    (source, before), (target, after) = channel_and_parts(left, place), channel_and_parts(right, place)
    for rest in source.rests(before, place):
        yield source.event(before + rest, place), target.event(after + rest, place)


def _renaming(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    pairs = _pairs(compiler, node, scope)
    process = compiler.suspended(node.outer[0], scope)
    return lambda env: Renaming(process(env), pairs(env))


def _linked(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    pairs = _pairs(compiler, node, scope)
    first, second = (compiler.suspended(one, scope) for one in node.outer)
    return lambda env: Linked(first(env), pairs(env), second(env))


def _links(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    return _pairs(compiler, node, scope)


# replicated operators


def _operands(compiler: Compiling, node: Binder, scope: CspScope) -> Callable[[CspEnvironment], list[Process]]:
    """The process for each combination of values, suspended."""

    def make(inner: CspScope) -> Callable[[CspEnvironment], Iterable[Value]]:
        body = compiler.suspended(node.inner[-1], inner)
        return lambda env: [body(env)]

    return _collected(compiler, node.statements, scope, make)


def _replicated(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    """`[]`, `|~|`, `|||` and `;`."""
    collect = _operands(compiler, node, scope)
    place, sign, machine = node.place, node.sign, compiler.machine

    def value(env: CspEnvironment) -> Value:
        operands = tuple(collect(env))
        if sign == "|~|" and not operands:
            raise place.error("an internal choice of nothing has no meaning: the set is empty")
        if len(operands) == 1:
            return operands[0]
        if sign == "[]":
            return ExternalChoice(operands) if operands else STOP
        if sign == "|~|":
            return InternalChoice(operands)
        if sign == "|||":
            return Parallel(operands, frozenset())
        return in_a_row(machine, Sequential, operands) if operands else SKIP

    return value


def _parallel(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    collect = _operands(compiler, node, scope)
    events, sets, place = compiler.code(node.outer[0], scope), compiler.sets, node.outer[0].place
    return lambda env: Parallel(tuple(collect(env)), sets.of(events(env), place))


def _synchronising(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    collect, machine = _operands(compiler, node, scope), compiler.machine
    events, sets, place = compiler.code(node.outer[0], scope), compiler.sets, node.outer[0].place

    def value(env: CspEnvironment) -> Value:
        operands, shared = tuple(collect(env)), sets.of(events(env), place)
        make = partial(_choice, shared)
        return in_a_row(machine, make, operands) if operands else STOP

    return value


def _choice(events: Events, first: Process, second: Process) -> SynchronisingChoice:
    return SynchronisingChoice(first, events, second)


def _alphabetised(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    sets, place = compiler.sets, node.inner[0].place

    def make(inner: CspScope) -> Callable[[CspEnvironment], Iterable[Value]]:
        alphabet, body = compiler.code(node.inner[0], inner), compiler.suspended(node.inner[1], inner)
        return lambda env: [(body(env), sets.of(alphabet(env), place))]

    collect = _collected(compiler, node.statements, scope, make)
    return lambda env: Alphabetised(tuple(collect(env)))


def _linked_row(compiler: Compiling, node: Binder, scope: CspScope) -> Code:
    """`[a <-> b] x:s @ P`: each process is linked to the next one."""
    collect = _operands(compiler, node, scope)
    links, place, machine = compiler.code(node.outer[0], scope), node.place, compiler.machine

    def value(env: CspEnvironment) -> Value:
        operands = collect(env)
        if not operands:
            raise place.error("linked parallel of nothing has no meaning: the sequence is empty")
        pairs = links(env)
        return in_a_row(machine, lambda first, second: Linked(first, pairs, second), tuple(operands))

    return value
