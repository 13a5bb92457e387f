"""Random programs, and all of their executions: an interpreter of statements that knows nothing of flow graphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from symag import LPTS, TAU
from symag.flow import (
    Accept,
    Alternative,
    Annotation,
    Assign,
    Call,
    Case,
    Constant,
    Exit,
    FlowProgram,
    FlowValue,
    FlowVariable,
    If,
    Look,
    Loop,
    Operation,
    Select,
    Statement,
    Task,
)
from symag.flow.control import look_name, set_name
from symag.flow.expressions import evaluate

VARIABLES = {
    "x": FlowVariable(),
    "y": FlowVariable(initial=False),
    "n": FlowVariable((0, 1, 2), 0),
}


def random_program(random: Random, tasks: int, size: int = 4) -> FlowProgram:
    """Tasks that call each other's entries, test and set variables, and have events."""
    names = [f"t{number}" for number in range(tasks)]
    entries = [(task, entry) for task in names for entry in ("a", "b")[: random.randint(1, 2)]]
    made = [Task(name, _statements(random, name, entries, size, 2, 0)) for name in names]
    return FlowProgram(made, VARIABLES)


def _statements(
    random: Random, task: str, entries: Sequence[tuple[str, str]], size: int, depth: int, in_loop: int
) -> tuple[Statement, ...]:
    return tuple(_statement(random, task, entries, depth, in_loop) for _ in range(random.randint(1, size)))


def _statement(random: Random, task: str, entries: Sequence[tuple[str, str]], depth: int, in_loop: int) -> Statement:
    own = [entry for owner, entry in entries if owner == task]
    others = [one for one in entries if one[0] != task]

    def body(loops: int = in_loop) -> tuple[Statement, ...]:
        return _statements(random, task, entries, 2, depth - 1, loops)

    kinds = ["call", "call", "accept", "accept", "event", "assign"] + ["if", "case", "loop", "select"] * (depth > 0)
    match random.choice(kinds + ["exit"] * (in_loop > 0)):
        case "call":
            return Call(*random.choice(others))
        case "accept":
            return Accept(random.choice(own), body(0) if depth > 0 and random.random() < 0.3 else ())
        case "event":
            return Annotation(random.choice(["e", "f"]))
        case "assign":
            return random.choice(
                [
                    Assign("x", random.random() < 0.5),
                    Assign("y", Operation("not", (Look("x"),))),
                    Assign("n", Operation("+", (Look("n"), Constant(1)))),
                ]
            )
        case "if":
            return If(_condition(random), body(), random.choice([(), body()]))
        case "case":
            return Case(Look("n"), ((frozenset([0]), body()), (None, body())))
        case "loop":
            return Loop(body(in_loop + 1))
        case "select":
            ways = [Alternative((Accept(entry), *body()), random.choice([None, _condition(random)])) for entry in own]
            last = random.choice([Alternative((), ends=True), Alternative(body()), Alternative((Call(*others[0]),))])
            return Select((*ways, last))
        case _:
            return Exit(loops=random.randint(1, in_loop))


def _condition(random: Random) -> Any:
    return random.choice(
        [
            "x",
            Operation("not", (Look("y"),)),
            Operation("<", (Look("n"), Constant(2))),
            Operation("and then", (Look("x"), Look("y"))),
            Operation("or", (Look("x"), Operation("=", (Look("n"), Constant(1))))),
        ]
    )


Stack = tuple[Any, ...]
"""What a task has still to do, the next thing first."""


def executions(program: FlowProgram, kept: frozenset[str], most: int = 20_000) -> LPTS | None:
    """All executions, exactly, with the events that are kept; None if there are too many states."""
    names = {task.name: number for number, task in enumerate(program.tasks)}
    variables = list(program.variables)
    stores: list[tuple[FlowValue, ...]] = [()]
    for one in program.variables.values():
        values = one.values if one.initial is None else [one.initial]
        stores = [(*store, value) for store in stores for value in values]
    stacks = tuple(tuple(task.body) for task in program.tasks)
    number: dict[Any, int] = {}
    todo = []
    rows: list[tuple[str, str, str]] = []

    def state(config: Any) -> str:
        if config not in number:
            number[config] = len(number)
            todo.append(config)
        return str(number[config])

    rows += [("start", TAU, state((stacks, store))) for store in stores]  # any value that a variable may begin with
    while todo:
        if len(number) > most:
            return None
        config = todo.pop()
        here = str(number[config])
        for event, after in _moves(program, names, variables, config):
            rows.append((here, event if event in kept else TAU, state(after)))
    return LPTS.build("start", rows, kept, "executions")


def _moves(program: FlowProgram, names: dict[str, int], variables: list[str], config: Any) -> Iterator[tuple[str, Any]]:
    stacks, store = config
    ready: list[list[tuple[Any, Stack]]] = []
    for number, stack in enumerate(stacks):
        alone: list[tuple[Any, Stack]] = []
        for event, rest, changed in _alone(program, variables, stack, store):
            yield event, ((*stacks[:number], rest, *stacks[number + 1 :]), changed)
        if stack and isinstance(stack[0], Call | Accept | _Done | _Wait):
            alone.append((stack[0], stack[1:]))
        ready.append(alone)
    for caller, calling in enumerate(ready):
        for call, after_call in calling:
            for acceptor, accepting in enumerate(ready):
                for accept, after_accept in accepting:
                    if caller == acceptor:
                        continue
                    moved = list(stacks)
                    match call, accept:
                        case Call(task, entry), Accept(accepted) if names[task] == acceptor and entry == accepted:
                            moved[caller] = (_Wait(acceptor), *after_call)
                            moved[acceptor] = (*accept.body, _Done(caller), *after_accept)
                            yield program.entry_events[task, entry], (tuple(moved), store)
                        case _Wait(), _Done() if call.acceptor == acceptor and accept.caller == caller:
                            moved[caller], moved[acceptor] = after_call, after_accept
                            yield TAU, (tuple(moved), store)


class _Done(tuple):  # type: ignore[type-arg]
    """The end of a rendezvous, for who accepted."""

    def __new__(cls, caller: int) -> _Done:
        return super().__new__(cls, ("done", caller))

    @property
    def caller(self) -> int:
        return int(self[1])


class _Wait(tuple):  # type: ignore[type-arg]
    """The end of a rendezvous, for who called."""

    def __new__(cls, acceptor: int) -> _Wait:
        return super().__new__(cls, ("wait", acceptor))

    @property
    def acceptor(self) -> int:
        return int(self[1])


class _Again(tuple):  # type: ignore[type-arg]
    """The end of a loop's body."""

    def __new__(cls, loop: Any) -> _Again:
        return super().__new__(cls, ("again", id(loop), loop))


class _Evaluating(tuple):  # type: ignore[type-arg]
    """An expression, what is known of its variables, and what comes then."""

    def __new__(cls, expression: Any, known: Any, then: Any) -> _Evaluating:
        return super().__new__(cls, ("evaluating", expression, known, then))


class _Guards(tuple):  # type: ignore[type-arg]
    """A select statement, how many guards are evaluated, and which are true."""

    def __new__(cls, select: Any, at: int, chosen: Any) -> _Guards:
        return super().__new__(cls, ("guards", id(select), at, chosen, select))


@lru_cache(typed=True)
def _expression(given: Any) -> Any:
    """One object for each text or value, so that equal states are equal."""
    if isinstance(given, bool | int):
        return Constant(given)
    return Look(given) if isinstance(given, str) else given


def _alone(program: FlowProgram, variables: list[str], stack: Stack, store: Any) -> Iterator[tuple[str, Stack, Any]]:
    """What a task can do by itself."""
    if not stack:
        return
    first, rest = stack[0], stack[1:]
    if isinstance(first, Annotation):
        yield first.event, rest, store
    elif isinstance(first, Assign):
        given = _expression(first.value)
        yield TAU, (_Evaluating(given, (), ("set", first.variable)), *rest), store
    elif isinstance(first, If):
        given = _expression(first.condition)
        yield TAU, (_Evaluating(given, (), ("if", first)), *rest), store
    elif isinstance(first, Case):
        yield TAU, (_Evaluating(first.expression, (), ("case", first)), *rest), store
    elif isinstance(first, Loop):
        yield TAU, (*first.body, _Again(first), *rest), store
    elif isinstance(first, _Again):
        yield TAU, (first[2], *rest), store
    elif isinstance(first, Exit):
        at = [number for number, one in enumerate(rest) if isinstance(one, _Again)][first.loops - 1]
        yield TAU, rest[at + 1 :], store
    elif isinstance(first, Select):
        yield TAU, (_Guards(first, 0, ()), *rest), store
    elif isinstance(first, _Guards):
        yield from _selecting(first, rest, store)
    elif isinstance(first, _Evaluating):
        yield from _evaluating(program, variables, first, rest, store)


def _selecting(first: _Guards, rest: Stack, store: Any) -> Iterator[tuple[str, Stack, Any]]:
    _, _, at, chosen, select = first
    if at < len(select.alternatives):
        guard = select.alternatives[at].guard
        given = _expression(True if guard is None else guard)
        yield TAU, (_Evaluating(given, (), ("guard", first)), *rest), store
        return
    for number in chosen:
        one = select.alternatives[number]
        yield TAU, () if one.ends else (*one.body, *rest), store


def _evaluating(
    program: FlowProgram, variables: list[str], first: _Evaluating, rest: Stack, store: Any
) -> Iterator[tuple[str, Stack, Any]]:
    _, expression, known, (kind, *then) = first
    value = evaluate(expression, dict(known))
    if isinstance(value, Look):
        seen = store[variables.index(value.variable)]
        more = _Evaluating(expression, (*known, (value, seen)), (kind, *then))
        yield look_name(value.variable, seen), (more, *rest), store
        return
    (what,) = then
    assert isinstance(value, bool | int | str)
    if kind == "set":
        if value in program.variables[what].values:
            at = variables.index(what)
            yield set_name(what, value), rest, (*store[:at], value, *store[at + 1 :])
    elif kind == "if":
        yield TAU, (*(what.then if value else what.otherwise), *rest), store
    elif kind == "case":
        arm = next((body for values, body in what.arms if values is None or value in values), None)
        if arm is not None:
            yield TAU, (*arm, *rest), store
    else:
        _, _, at, chosen, select = what
        yield TAU, (_Guards(select, at + 1, (*chosen, at) if value else chosen), *rest), store
