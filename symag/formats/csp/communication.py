"""Prefix: `c.1?x:S!y -> P` becomes a branch for each event, with the values that the inputs take.

An input takes one field; the last one takes all fields that are left, as in FDR, which may be none. A dotted pattern
takes a field for each of its parts. With a set, an input takes the values of the set, whatever they consist of. `$`
chooses inside: the internal choice over its values stands outside of the branches.
"""

from __future__ import annotations

from collections.abc import Callable

from symag.formats.csp.channels import Channel
from symag.formats.csp.code import Code, Compiling, CspEnvironment, CspScope, Matcher, Slot
from symag.formats.csp.domains import Parts
from symag.formats.csp.events import channel_and_parts
from symag.formats.csp.matching import constant_of
from symag.formats.csp.operations import as_boolean, elements_of
from symag.formats.csp.process import STOP, Branch, InternalChoice, Prefix
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import Communication, CspNode, CspOperator, InputField, Steps
from symag.formats.csp.values import Value, dotted, parts_of_value

__all__ = ["compile_steps"]


def compile_steps(compiler: Compiling, node: Steps, scope: CspScope) -> Code:
    """A guard or a communication, and what comes after it."""
    step = node.steps[0]
    if isinstance(step, Communication):
        return _communication(compiler, step, compiler.after(node), scope)
    guard, place = compiler.code(step, scope), step.place
    rest = compiler.code(compiler.after(node), scope)
    return lambda env: rest(env) if as_boolean(guard(env), place) else STOP


def _communication(compiler: Compiling, step: Communication, after: CspNode, scope: CspScope) -> Code:
    place = step.place
    head = compiler.code(step.channel, scope)
    if not step.fields:
        follow = compiler.suspended(after, scope)

        def single(env: CspEnvironment) -> Value:
            channel, parts = channel_and_parts(head(env), place)
            return Prefix((Branch(channel.event(parts, place), follow(env)),))

        return single
    if all(field.sign == "!" for field in step.fields):
        return _outputs(compiler, step, head, compiler.suspended(after, scope), scope)
    stages, inner, choices = _stages(compiler, step, scope)
    follow = compiler.suspended(after, inner)
    run = _leaf(follow, choices, place)
    for stage in reversed(stages):
        run = stage(run)

    def branches(env: CspEnvironment) -> Value:
        channel, parts = channel_and_parts(head(env), place)
        found: dict[Parts, list[Branch]] = {}
        run(env, channel, parts, found)
        if choices:
            return InternalChoice(tuple(Prefix(tuple(one)) for one in found.values())) if found else STOP
        return Prefix(tuple(found.get((), ())))

    return branches


def _outputs(compiler: Compiling, step: Communication, head: Code, follow: Code, scope: CspScope) -> Code:
    """The common case that there is one event."""
    values, place = [compiler.data(field.value, scope) for field in step.fields], step.place

    def output(env: CspEnvironment) -> Value:
        channel, parts = channel_and_parts(head(env), place)
        for value in values:
            parts += parts_of_value(value(env))
        return Prefix((Branch(channel.event(parts, place), follow(env)),))

    return output


Run = Callable[[CspEnvironment, Channel, Parts, dict[Parts, list[Branch]]], None]
Stage = Callable[[Run], Run]


def _leaf(follow: Code, choices: list[int], place: Place) -> Run:
    def leaf(env: CspEnvironment, channel: Channel, parts: Parts, found: dict[Parts, list[Branch]]) -> None:
        key = tuple([env[slot] for slot in choices])
        channel.watch.tick()
        found.setdefault(key, []).append(Branch(channel.event(parts, place), follow(env)))

    return leaf


def _stages(compiler: Compiling, step: Communication, scope: CspScope) -> tuple[list[Stage], CspScope, list[int]]:
    """What each field does, the scope after all of them, and the slots of the values that `$` chose."""
    found: list[Stage] = []
    choices: list[int] = []
    place = step.place
    for number, field in enumerate(step.fields):
        is_last = number == len(step.fields) - 1
        if field.sign == "!":
            found.append(_output(compiler.data(field.value, scope), place))
            continue
        names: dict[str, Slot] = {}
        choice = scope.fresh() if field.sign == "$" else None
        if choice is not None:
            choices.append(choice)
        if field.values is not None:
            values = compiler.code(field.values, scope)
            matcher = compiler.matcher(field.value, scope, names)
            found.append(_restricted(values, matcher, choice, field.values.place))
        else:
            parts = _fields_of(field)
            for at, part in enumerate(parts):
                constant = constant_of(part, scope)
                if constant is not None:
                    found.append(_constant(constant, place))
                    continue
                takes_rest = is_last and at == len(parts) - 1
                found.append(_free(compiler.matcher(part, scope, names), takes_rest, choice, place))
        scope = scope.extended(names)
    return found, scope, choices


def _fields_of(field: InputField) -> tuple[CspNode, ...]:
    """The parts of a dotted pattern, each for a field of its own."""
    value = field.value
    return value.operands if isinstance(value, CspOperator) and value.sign == "." else (value,)


def _output(value: Code, place: Place) -> Stage:
    def stage(run: Run) -> Run:
        def output(env: CspEnvironment, channel: Channel, parts: Parts, found: dict[Parts, list[Branch]]) -> None:
            run(env, channel, parts + parts_of_value(value(env)), found)

        return output

    return stage


def _constant(constant: Value, place: Place) -> Stage:
    """A constructor in a pattern: the values that begin with it."""

    def stage(run: Run) -> Run:
        def begin(env: CspEnvironment, channel: Channel, parts: Parts, found: dict[Parts, list[Branch]]) -> None:
            channel.pending((*parts, constant), place)
            run(env, channel, (*parts, constant), found)

        return begin

    return stage


def _restricted(values: Code, matches: Matcher, choice: int | None, place: Place) -> Stage:
    def stage(run: Run) -> Run:
        def restricted(env: CspEnvironment, channel: Channel, parts: Parts, found: dict[Parts, list[Branch]]) -> None:
            for value in elements_of(values(env), place):
                if matches(value, env):
                    if choice is not None:
                        env[choice] = value
                    run(env, channel, parts + parts_of_value(value), found)

        return restricted

    return stage


def _free(matches: Matcher, takes_rest: bool, choice: int | None, place: Place) -> Stage:
    def stage(run: Run) -> Run:
        def free(env: CspEnvironment, channel: Channel, parts: Parts, found: dict[Parts, list[Branch]]) -> None:
            takes_all = takes_rest and (parts or channel.fields)
            values = channel.rests(parts, place) if takes_all else channel.next_values(parts, place)
            for more in values:
                value = dotted(more)
                if matches(value, env):
                    if choice is not None:
                        env[choice] = value
                    run(env, channel, parts + more, found)

        return free

    return stage
