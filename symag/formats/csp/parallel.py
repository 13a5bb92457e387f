"""The operators on processes that bind no names. Their operands are suspended; sets of events are evaluated."""

from __future__ import annotations

from collections.abc import Callable

from symag.formats.csp.code import Code, Compiling, CspEnvironment, CspScope
from symag.formats.csp.process import (
    Alphabetised,
    Events,
    Except,
    ExternalChoice,
    Hiding,
    InternalChoice,
    Interrupt,
    Parallel,
    Process,
    Sequential,
    Sliding,
    SynchronisingChoice,
    SynchronisingInterrupt,
)
from symag.formats.csp.suspended import in_a_row
from symag.formats.csp.tree import CspName, CspNode, CspOperator
from symag.formats.csp.values import Value

__all__ = ["PROCESS_OPERATORS", "compile_process"]


def compile_process(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    """An operator, with its operands suspended."""
    return PROCESS_OPERATORS[node.sign](compiler, node, scope)


def _events(compiler: Compiling, node: CspNode, scope: CspScope) -> Callable[[CspEnvironment], Events]:
    values, sets, place = compiler.code(node, scope), compiler.sets, node.place
    return lambda env: sets.of(values(env), place)


def _chain(make: Callable[[tuple[Process, ...]], Value]) -> Callable[[Compiling, CspOperator, CspScope], Code]:
    def compile(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
        operands = [compiler.suspended(one, scope) for one in node.operands]
        return lambda env: make(tuple([one(env) for one in operands]))

    return compile


def _with_events(
    make: Callable[[Process, Events, Process], Value],
) -> Callable[[Compiling, CspOperator, CspScope], Code]:
    """`P [|A|] Q` and the like: the second operand is the set."""

    def compile(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
        first, second = (compiler.suspended(node.operands[at], scope) for at in (0, 2))
        events = _events(compiler, node.operands[1], scope)
        return lambda env: make(first(env), events(env), second(env))

    return compile


def _sequential(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    operands, machine = [compiler.suspended(one, scope) for one in node.operands], compiler.machine
    return lambda env: in_a_row(machine, Sequential, tuple([one(env) for one in operands]))


def _hiding(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    process, events = compiler.suspended(node.operands[0], scope), _events(compiler, node.operands[1], scope)
    return lambda env: Hiding(process(env), events(env))


def _projection(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    """`P |\\ A`: all other events are hidden."""
    process, kept = compiler.suspended(node.operands[0], scope), _events(compiler, node.operands[1], scope)
    everything = _events(compiler, CspName(node.place, "Events"), scope)
    return lambda env: Hiding(process(env), everything(env) - kept(env))


def _alphabetised(compiler: Compiling, node: CspOperator, scope: CspScope) -> Code:
    first, second = (compiler.suspended(node.operands[at], scope) for at in (0, 3))
    left, right = (_events(compiler, node.operands[at], scope) for at in (1, 2))
    return lambda env: Alphabetised(((first(env), left(env)), (second(env), right(env))))


PROCESS_OPERATORS: dict[str, Callable[[Compiling, CspOperator, CspScope], Code]] = {
    "[]": _chain(ExternalChoice),
    "|~|": _chain(InternalChoice),
    "|||": _chain(lambda operands: Parallel(operands, frozenset())),
    ";": _sequential,
    "[>": _chain(lambda operands: Sliding(*operands)),
    "/\\": _chain(lambda operands: Interrupt(*operands)),
    "\\": _hiding,
    "|\\": _projection,
    "[|A|]": _with_events(lambda first, events, second: Parallel((first, second), events)),
    "[|A|>": _with_events(Except),
    "[+A+]": _with_events(SynchronisingChoice),
    "/+A+\\": _with_events(SynchronisingInterrupt),
    "[A||B]": _alphabetised,
}
