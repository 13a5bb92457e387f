"""From expressions to code: names, calls, conditions and `let`; what is evaluated at once, and what is suspended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from symag.errors import InputError
from symag.formats.csp.code import Code, CspEnvironment, CspScope, Matcher, Namespace, Slot, Unit
from symag.formats.csp.communication import compile_steps
from symag.formats.csp.comprehension import compile_binder
from symag.formats.csp.data import compile_operator
from symag.formats.csp.events import EventSets
from symag.formats.csp.functions import REFUSED
from symag.formats.csp.kinds import DATA, PROCESS, UNKNOWN, Meaning, is_ready, kind_of_expression
from symag.formats.csp.lets import LetCode, compile_function
from symag.formats.csp.matching import compile_pattern
from symag.formats.csp.operations import (
    as_boolean,
    wrong_value,
)
from symag.formats.csp.parallel import PROCESS_OPERATORS, compile_process
from symag.formats.csp.process import STOP
from symag.formats.csp.runtime import Builtin, CspConstant, CspFunction, FunctionCode, PartialCall, Runtime, Thunk
from symag.formats.csp.scoping import FreeNames
from symag.formats.csp.suspended import SuspendedExpression, is_process, process_call, settled
from symag.formats.csp.tree import (
    Binder,
    Communication,
    CspApplication,
    CspLambda,
    CspLiteral,
    CspName,
    CspNode,
    CspOperator,
    FunctionDeclaration,
    Let,
    Steps,
)
from symag.formats.csp.truth import FALSE, TRUE
from symag.formats.csp.values import Value

__all__ = ["CspCompiler"]

T = TypeVar("T", bound=Sequence[Value])


class CspCompiler:
    """Compiles the expressions of one script."""

    def __init__(self, machine: Runtime) -> None:
        self.machine = machine
        self.sets = EventSets()
        self._free = FreeNames()
        self._units: dict[tuple[CspNode, Namespace], Unit] = {}
        self._functions: dict[tuple[CspNode, Namespace], FunctionCode] = {}
        self._after: dict[Steps, CspNode] = {}

    def free(self, node: CspNode) -> frozenset[str]:
        """The names in it that it does not bind itself."""
        return self._free.of(node)

    def code(self, node: CspNode, scope: CspScope) -> Code:
        """The value of an expression. If it is a process, an operator or something suspended."""
        if isinstance(node, CspLiteral):
            literal = node.value
            return lambda _: literal
        if isinstance(node, CspName):
            return self._name(node, scope)
        if isinstance(node, CspApplication):
            return self._application(node, scope)
        if isinstance(node, Steps):
            return compile_steps(self, node, scope)
        if isinstance(node, Let):
            frame, inner = self._let(node, scope)
            body = self.code(node.body, inner)
            return lambda env: (frame(env), body(env))[1]
        if isinstance(node, CspLambda):
            return self._lambda(node, scope)
        if isinstance(node, Binder):
            return compile_binder(self, node, scope)
        if node.sign == "if":
            return self._condition(node, scope, self.code)
        if node.sign in PROCESS_OPERATORS:
            return compile_process(self, node, scope)
        return compile_operator(self, node, scope)

    def matcher(self, node: CspNode, scope: CspScope, names: dict[str, Slot]) -> Matcher:
        """A pattern; the names that it binds get slots in `names`."""
        return compile_pattern(node, scope, names, self.machine)

    # names

    def _name(self, node: CspName, scope: CspScope) -> Code:
        slot = scope.names.get(node.name)
        if slot is not None:
            return self._local(slot)
        found = self.meaning(node, scope)
        if type(found) is CspConstant:
            return lambda _: found.get()
        return lambda _: found

    def _local(self, slot: Slot) -> Code:
        number, member = slot.number, slot.member

        def value(env: CspEnvironment) -> Value:
            found = env[number]
            return found.get() if type(found) is Thunk else found

        def of_frame(env: CspEnvironment) -> Value:
            found = env[number].member(member)
            return found.get() if type(found) is CspConstant else found

        return value if member is None else of_frame

    def meaning(self, node: CspName, scope: CspScope) -> Value:
        """What a global name means; an InputError if it has no meaning."""
        found = scope.namespace.find(node.name)
        if found is None:
            if node.name in REFUSED:
                raise node.place.error(REFUSED[node.name])
            if node.name == "_":
                raise node.place.error("'_' is a pattern, and a value is expected here")
            raise node.place.error(f"{node.name!r} is not defined")
        return found

    def resolve(self, name: str, scope: CspScope) -> Meaning:
        """What the text says of a name: its declaration, or whether it is a process."""
        slot = scope.names.get(name)
        if slot is not None:
            if isinstance(slot.node, FunctionDeclaration):
                return slot.node, lambda one: self.resolve(one, scope)
            return UNKNOWN
        declared = scope.namespace.declaration(name)
        if declared is not None:
            declaration, namespace = declared
            inner = CspScope({}, namespace, [0])
            return declaration, lambda one: self.resolve(one, inner)
        found = scope.namespace.find(name)
        if found is None or type(found) is CspConstant:
            return UNKNOWN
        return PROCESS if is_process(found) or (type(found) is Builtin and found.is_process) else DATA

    def kind(self, node: CspNode, scope: CspScope) -> str:
        """Process, data or unknown, as far as the text says."""
        return kind_of_expression(node, lambda name: self.resolve(name, scope))

    # what is suspended

    def captured(self, node: CspNode, scope: CspScope) -> tuple[Unit, Callable[[CspEnvironment], tuple[Value, ...]]]:
        """A unit of its own, and what it captures."""
        slots, inner = scope.captured(self.free(node))
        unit = self._units.get((node, scope.namespace))
        if unit is None:
            unit = self._units[node, scope.namespace] = Unit(self, node, inner)
        return unit, capturing(slots)

    def after(self, node: Steps) -> CspNode:
        """What comes after the first step, the same every time."""
        if len(node.steps) == 1:
            return node.last
        found = self._after.get(node)
        if found is None:
            found = self._after[node] = Steps(node.steps[1].place, node.steps[1:], node.last, node.height)
        return found

    def suspended(self, node: CspNode, scope: CspScope) -> Code:
        """The process of an expression, suspended."""
        machine = self.machine
        unit, capture = self.captured(node, scope)
        return lambda env: SuspendedExpression(machine, unit, capture(env))

    def data(self, node: CspNode, scope: CspScope) -> Code:
        """The value, but of a process: that is suspended."""
        return self.suspended(node, scope) if self.kind(node, scope) == PROCESS else self.code(node, scope)

    def argument(self, node: CspNode, scope: CspScope) -> Code:
        """The value, or something suspended that has it, if it may not be needed."""
        if isinstance(node, CspLiteral):
            return self.code(node, scope)
        if isinstance(node, CspName):
            slot = scope.names.get(node.name)
            if slot is not None and slot.member is None:
                number = slot.number
                return lambda env: env[number]

        if self.kind(node, scope) == PROCESS:
            return self.suspended(node, scope)
        machine = self.machine
        unit, capture = self.captured(node, scope)
        if not is_ready(node, lambda name: self.resolve(name, scope), lambda name: _has_value(name, scope)):
            return lambda env: machine.thunk(unit, capture(env))
        code = self.code(node, scope)

        def value(env: CspEnvironment) -> Value:
            try:
                return code(env)
            except InputError:  # an error if it is needed, and only then
                return machine.thunk(unit, capture(env))

        return value

    def canonical(self, node: CspNode, scope: CspScope) -> Code | None:
        """The call that an expression is; None if it is none."""
        if isinstance(node, CspName):
            return self._canonical_name(node, scope)
        if isinstance(node, CspApplication):
            return self._canonical_call(node, scope)
        if isinstance(node, CspOperator) and node.sign == "if":
            return self._condition(node, scope, self.canonical_or_suspended)
        if isinstance(node, Let):
            frame, inner = self._let(node, scope)
            body = self.canonical_or_suspended(node.body, inner)
            return lambda env: (frame(env), body(env))[1]
        if isinstance(node, Steps) and not isinstance(node.steps[0], Communication):
            guard, place = self.code(node.steps[0], scope), node.steps[0].place
            rest = self.canonical_or_suspended(self.after(node), scope)
            return lambda env: rest(env) if as_boolean(guard(env), place) else STOP
        return None

    def canonical_or_suspended(self, node: CspNode, scope: CspScope) -> Code:
        """A process, as the call that it is if it is one."""
        return self.canonical(node, scope) or self.suspended(node, scope)

    def _canonical_name(self, node: CspName, scope: CspScope) -> Code:
        machine, place = self.machine, node.place
        slot = scope.names.get(node.name)
        if slot is None:
            found = self.meaning(node, scope)
            if type(found) is CspConstant:
                return lambda _: process_call(machine, found, (), place)
            return lambda _: found
        number, member = slot.number, slot.member
        if member is None:
            return lambda env: settled(env[number])

        def of_frame(env: CspEnvironment) -> Value:
            found = env[number].member(member)
            return process_call(machine, found, (), place) if type(found) is CspConstant else found

        return of_frame

    def _canonical_call(self, node: CspApplication, scope: CspScope) -> Code:
        machine, place = self.machine, node.place
        function = self.code(node.function, scope)
        arguments = [self.argument(one, scope) for one in node.arguments]

        def call(env: CspEnvironment) -> Value:
            callee = function(env)
            given = tuple([settled(one(env)) for one in arguments])
            if type(callee) is CspFunction and callee.code.groups == (len(given),):
                return process_call(machine, callee, given, place)
            if type(callee) is PartialCall:
                flat = tuple(one for group in callee.groups for one in group) + given
                if len(flat) == sum(callee.function.code.groups):
                    return process_call(machine, callee.function, flat, place)
            return machine.apply(callee, given, place)

        return call

    # calls, functions, conditions

    def _application(self, node: CspApplication, scope: CspScope) -> Code:
        machine, place = self.machine, node.place
        function = self.code(node.function, scope)
        if isinstance(node.function, CspName) and node.function.name not in scope.names:
            found = self.meaning(node.function, scope)
            if type(found) is Builtin and not found.is_identity:
                strict = [self.data(one, scope) for one in node.arguments]
                return lambda env: found.value(tuple([one(env) for one in strict]), place)
        arguments = [self.argument(one, scope) for one in node.arguments]
        apply = machine.apply
        if len(arguments) == 1:
            (single,) = arguments
            return lambda env: apply(function(env), (single(env),), place)
        return lambda env: apply(function(env), tuple([one(env) for one in arguments]), place)

    def _lambda(self, node: CspLambda, scope: CspScope) -> Code:
        found, slots = compile_function(self, "\\", [((node.patterns,), node.body)], self.free(node), scope, node.place)
        code = self._functions.setdefault((node, scope.namespace), found)
        capture = capturing(slots)
        return lambda env: CspFunction(code, capture(env))

    def _let(self, node: Let, scope: CspScope) -> tuple[Code, CspScope]:
        """What puts the frame into its slot, and the scope of the body."""
        found = LetCode(self, node, self._free.declared(node.declarations), scope)
        slot = scope.fresh()
        names = {name: Slot(slot, member, declared) for name, (member, declared) in found.members.items()}
        make = found.frame

        def frame(env: CspEnvironment) -> None:
            env[slot] = make(env)

        return frame, scope.extended(names)

    def _condition(self, node: CspOperator, scope: CspScope, compile: Callable[[CspNode, CspScope], Code]) -> Code:
        *cases, last = node.operands
        conditions = [(self.code(one, scope), one.place) for one in cases[::2]]
        branches = [compile(one, scope) for one in cases[1::2]]
        otherwise = compile(last, scope)
        if len(conditions) == 1:
            ((condition, place),), (branch,) = conditions, branches

            def choose(env: CspEnvironment) -> Value:
                value = condition(env)
                if value is TRUE:
                    return branch(env)
                if value is FALSE:
                    return otherwise(env)
                raise wrong_value("true or false", value, place)

            return choose

        def choose_one(env: CspEnvironment) -> Value:
            for (condition, place), branch in zip(conditions, branches, strict=True):
                if as_boolean(condition(env), place):
                    return branch(env)
            return otherwise(env)

        return choose_one


def _has_value(name: str, scope: CspScope) -> bool:
    """A parameter, not a definition of a `let`."""
    slot = scope.names.get(name)
    return slot is not None and slot.member is None


def capturing(slots: tuple[int, ...]) -> Callable[[CspEnvironment], tuple[Value, ...]]:
    """The values of these slots."""
    if not slots:
        return lambda _: ()
    if len(slots) == 1:
        (only,) = slots
        return lambda env: (env[only],)
    if len(slots) == 2:
        first, second = slots
        return lambda env: (env[first], env[second])
    return lambda env: tuple([env[slot] for slot in slots])
