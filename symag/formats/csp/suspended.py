"""Functions, and what is suspended: arguments that may not be needed, constants, and processes.

A process is suspended as an expression with the values that it captures, or as a call of a process with its arguments.
Calls are unique: there is one object for a function and its arguments, so they are compared by identity.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from symag.errors import InputError, LimitReached
from symag.formats.csp import process
from symag.formats.csp.code import Code, Matcher, Unit
from symag.formats.csp.machine import CspMachine
from symag.formats.csp.process import Process, Term
from symag.formats.csp.tokens import Place
from symag.formats.csp.values import Tup, Value, csp_text, kind_of_value, tupled
from symag.limits import Watch

__all__ = [
    "Builtin",
    "Called",
    "CspConstant",
    "CspFrame",
    "CspFunction",
    "FunctionCode",
    "PartialCall",
    "Runtime",
    "SuspendedExpression",
    "Thunk",
    "is_process",
]

TERMS = (
    process.Prefix,
    process.Stop,
    process.Skip,
    process.ExternalChoice,
    process.InternalChoice,
    process.Sequential,
    process.Parallel,
    process.Alphabetised,
    process.Hiding,
    process.Renaming,
    process.Chaos,
    process.Run,
    process.Sliding,
    process.Interrupt,
    process.Except,
    process.Linked,
    process.SynchronisingChoice,
    process.SynchronisingInterrupt,
    process.Terminated,
)
MAX_HOPS = 10_000
"""From a suspended process to another one, before there is an operator."""


class Runtime(CspMachine):
    """A machine with its tables: calls, frames and suspended arguments, each of them once."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(watch)
        self.calls: dict[tuple[object, tuple[Value, ...]], Called] = {}
        self.frames: WeakValueDictionary[tuple[object, tuple[Value, ...]], CspFrame] = WeakValueDictionary()
        self.thunks: dict[tuple[Unit, tuple[Value, ...]], Thunk] = {}

    def thunk(self, unit: Unit, values: tuple[Value, ...]) -> Thunk:
        """The suspended value; while work is begun again, the same one every time."""
        if not self.is_deep:
            return Thunk(self, unit, values)
        key = (unit, values)
        found = self.thunks.get(key)
        if found is None:
            found = self.thunks[key] = Thunk(self, unit, values)
        return found

    def frame(self, code: object, values: tuple[Value, ...], members: list[Callable[[CspFrame], Value]]) -> CspFrame:
        """The names of a `let` in one environment."""
        key = (code, values)
        found = self.frames.get(key)
        if found is None:
            found = self.frames[key] = CspFrame(values, members)
        return found

    def call(self, function: CspFunction | CspConstant, arguments: tuple[Value, ...], place: Place) -> Called:
        """The process that is this function of these arguments."""
        key = (function, arguments)
        found = self.calls.get(key)
        if found is None:
            found = self.calls[key] = Called(self, function, arguments, place)
        return found

    def force(self, value: Value) -> Value:
        """The value of something that may be a suspended argument."""
        return value.get() if type(value) is Thunk else value

    def settled(self, value: Value) -> Value:
        """An argument as a part of what a call is: worked out; of a process, the call that it is."""
        try:
            if type(value) is Thunk:
                found = value.get()
                return value.canonical() if is_process(found) else found
            if type(value) is SuspendedExpression:
                return value.canonical()
            if type(value) is tuple and value and type(value[0]) is SuspendedExpression:
                return tuple(map(self.settled, value))
            if type(value) is Tup:
                return tupled(map(self.settled, value.items))
        except InputError:
            return value  # wrong, and perhaps not needed
        return value

    def apply(self, function: Value, arguments: tuple[Value, ...], place: Place) -> Value:
        """The value of a call."""
        kind = type(function)
        if kind is CspFunction:
            code = function.code
            if len(arguments) != code.groups[0]:
                raise _wrong_arity(function, len(arguments), code.groups[0], place)
            if len(code.groups) > 1:
                return PartialCall(function, (arguments,))
            return self.nested((function, arguments), code.cost, code.value, function.captured, arguments)
        if kind is Builtin:
            return function.value(tuple(map(self.force, arguments)), place)
        if kind is PartialCall:
            return self._apply_next(function, arguments, place)
        raise place.error(f"a function is expected here, not {kind_of_value(function)}")

    def _apply_next(self, partial: PartialCall, arguments: tuple[Value, ...], place: Place) -> Value:
        function = partial.function
        code, given = function.code, len(partial.groups)
        if len(arguments) != code.groups[given]:
            raise _wrong_arity(function, len(arguments), code.groups[given], place)
        groups = (*partial.groups, arguments)
        if len(groups) < len(code.groups):
            return PartialCall(function, groups)
        flat = tuple(argument for group in groups for argument in group)
        return self.nested((function, flat), code.cost, code.value, function.captured, flat)


def _wrong_arity(function: CspFunction, given: int, wanted: int, place: Place) -> InputError:
    values = "1 argument" if wanted == 1 else f"{wanted} arguments"
    return place.error(f"'{function.name}' takes {values}, and {given} {'is' if given == 1 else 'are'} given")


def is_process(value: Value) -> bool:
    """Is it a process, suspended or not?"""
    return isinstance(value, TERMS) or type(value) is Called or type(value) is SuspendedExpression


class FunctionCode:
    """The clauses of a function. Each has a test for every argument that is not just a name."""

    def __init__(
        self,
        name: str,
        groups: tuple[int, ...],
        clauses: Callable[[], list[tuple[list[tuple[int, Matcher]], Code, list[int]]]],
        cost: int,
        place: Place,
    ) -> None:
        self.name = name
        self.groups = groups
        self.cost = cost
        self.place = place
        self._read = clauses
        self._clauses: list[tuple[list[tuple[int, Matcher]], Code, list[int]]] | None = None

    def value(self, captured: tuple[Value, ...], arguments: tuple[Value, ...]) -> Value:
        """The value of the first clause that matches."""
        clauses = self._clauses
        if clauses is None:
            clauses = self._clauses = self._read()
        used = len(captured) + len(arguments)
        for tests, body, size in clauses:
            environment = [*captured, *arguments, *[None] * (size[0] - used)]
            for slot, matches in tests:
                if not matches(environment[slot], environment):
                    break
            else:
                return body(environment)
        given = ", ".join(map(_shown, arguments))
        raise self.place.error(f"no clause of '{self.name}' matches {self.name}({given})")


def _shown(value: Value) -> str:
    return csp_text(value.get() if type(value) is Thunk else value)


class CspFunction:
    """A function with the values that it captures."""

    __slots__ = ("_hash", "captured", "code")
    kind = "the function"

    def __init__(self, code: FunctionCode, captured: tuple[Value, ...]) -> None:
        self.code = code
        self.captured = captured
        self._hash = hash((id(code), captured))

    @property
    def name(self) -> str:
        """In the script; a lambda is `\\`."""
        return self.code.name

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(other) is CspFunction and self.code is other.code and self.captured == other.captured
        )


class PartialCall:
    """`f(x)` of a function `f(x)(y)`."""

    __slots__ = ("_hash", "function", "groups")
    kind = "the function"

    def __init__(self, function: CspFunction, groups: tuple[tuple[Value, ...], ...]) -> None:
        self.function = function
        self.groups = groups
        self._hash = hash((function, groups))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(other) is PartialCall and self.function == other.function and self.groups == other.groups
        )

    @property
    def name(self) -> str:
        """With the arguments so far."""
        return self.function.name + "".join(f"({', '.join(map(csp_text, group))})" for group in self.groups)


class Builtin(NamedTuple):
    """A function of the language."""

    name: str
    arities: tuple[int, ...]
    work: Callable[[tuple[Value, ...], Place], Value]
    is_identity: bool = False
    """On processes, for traces."""
    is_process: bool = False
    """It gives a process."""

    @property
    def kind(self) -> str:
        """For messages."""
        return "the function"

    def value(self, arguments: tuple[Value, ...], place: Place) -> Value:
        """Of these arguments."""
        if len(arguments) not in self.arities:
            wanted = " or ".join(map(str, self.arities))
            raise place.error(f"'{self.name}' takes {wanted} arguments, and {len(arguments)} are given")
        return self.work(arguments, place)


class CspFrame:
    """The members of a `let`, made when they are needed."""

    __slots__ = ("__weakref__", "found", "makers", "values")

    def __init__(self, values: tuple[Value, ...], makers: list[Callable[[CspFrame], Value]]) -> None:
        self.values = values
        self.makers = makers
        self.found: list[Value] = [None] * len(makers)

    def member(self, number: int) -> Value:
        """A function or a constant."""
        found = self.found[number]
        if found is None:
            found = self.found[number] = self.makers[number](self)
        return found


class Thunk:
    """An argument that is worked out when it is needed, and then kept."""

    __slots__ = ("_value", "machine", "unit", "values")

    def __init__(self, machine: Runtime, unit: Unit, values: tuple[Value, ...]) -> None:
        self.machine = machine
        self.unit = unit
        self.values = values
        self._value: Value = None

    def get(self) -> Value:
        """Its value."""
        if self._value is None:
            self._value = self.machine.nested(self, self.unit.cost, self.unit.value, self.values)
        return self._value

    def canonical(self) -> Value:
        """Of a process: the call that it is."""
        found = self.unit.canonical(self.values)
        return SuspendedExpression(self.machine, self.unit, self.values) if found is None else found


class CspConstant:
    """A definition without parameters."""

    __slots__ = ("_is_running", "_value", "machine", "name", "place", "read", "unit_cost")

    def __init__(self, machine: Runtime, name: str, place: Place, cost: int, read: Callable[[], Value]) -> None:
        self.machine = machine
        self.name = name
        self.place = place
        self.unit_cost = cost
        self.read = read
        self._value: Value = None
        self._is_running = False

    def get(self) -> Value:
        """Its value: for a process, an operator or something suspended."""
        value = self._value
        if value is None:
            value = self._value = self.machine.nested(self, self.unit_cost, self._work)
        return value

    def _work(self) -> Value:
        if self._is_running:
            raise LimitReached("size", f"size: the value of '{self.name}' needs itself, again and again: it has none")
        self._is_running = True
        try:
            return self.read()
        finally:
            self._is_running = False


class _SuspendedProcess:
    """What both kinds have: the operator, worked out once."""

    machine: Runtime
    _term: Term | None

    @property
    def label(self) -> str:
        raise NotImplementedError

    def first(self) -> Value:
        """One step towards an operator: a process, perhaps suspended."""
        raise NotImplementedError

    def unfold(self) -> Term:
        """The outermost operator."""
        if self._term is None:
            self._term = self.machine.run(self._operator)
        return self._term

    def _operator(self) -> Term:
        value: Value = self
        for _ in range(MAX_HOPS):
            if not isinstance(value, _SuspendedProcess):
                break
            value = value.first() if value._term is None else value._term
        else:
            raise LimitReached("size", f"size: {self.label} does not come to an operator: it calls itself for ever")
        if not isinstance(value, TERMS):
            raise self.wrong(value)
        return value

    def wrong(self, value: Value) -> InputError:
        """The value is no process."""
        raise NotImplementedError


class SuspendedExpression(_SuspendedProcess):
    """An expression with the values that it captures."""

    __slots__ = ("_hash", "_key", "_term", "machine", "unit", "values")

    def __init__(self, machine: Runtime, unit: Unit, values: tuple[Value, ...]) -> None:
        self.machine = machine
        self.unit = unit
        self.values = values
        self._term: Term | None = None
        self._key: tuple[Unit, tuple[Value, ...]] | None = None
        self._hash = 0

    @property
    def key(self) -> tuple[Unit, tuple[Value, ...]]:
        """What it is: the expression and the values in it."""
        if self._key is None:
            values = self.machine.run(lambda: tuple(map(self.machine.settled, self.values)))
            self._key = (self.unit, values)
        return self._key

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(self.key) or 1
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is SuspendedExpression and self.key == other.key)

    @property
    def label(self) -> str:
        """Where it is, and the values in it."""
        names = {slot.number: name for name, slot in self.unit.scope.names.items() if slot.member is None}
        values = [f"{names[i]} = {csp_text(value)}" for i, value in enumerate(self.key[1]) if i in names]
        place = self.unit.place
        return f"line {place.line}:{place.column}" + (f" with {', '.join(values)}" if values else "")

    def first(self) -> Value:
        return self.machine.nested((self.unit, self.values), self.unit.cost, self.unit.value, self.values)

    def canonical(self) -> Process:
        """The call that it is, or itself."""
        found = self.machine.run(lambda: self.unit.canonical(self.values))
        return self if found is None else found

    def wrong(self, value: Value) -> InputError:
        return self.unit.place.error(f"a process is expected here, not {kind_of_value(value)}")


class Called(_SuspendedProcess):
    """A call of a process, with its arguments."""

    __slots__ = ("_term", "arguments", "function", "machine", "place")

    def __init__(
        self, machine: Runtime, function: CspFunction | CspConstant, arguments: tuple[Value, ...], place: Place
    ) -> None:
        self.machine = machine
        self.function = function
        self.arguments = arguments
        self.place = place
        self._term: Term | None = None

    @property
    def label(self) -> str:
        """`Cell(3)`."""
        function = self.function
        if isinstance(function, CspConstant):
            return function.name
        rest, groups = list(self.arguments), []
        for size in function.code.groups:
            groups.append(f"({','.join(map(_shown, rest[:size]))})")
            del rest[:size]
        return function.name + "".join(groups)

    def first(self) -> Value:
        function = self.function
        if isinstance(function, CspConstant):
            return function.get()
        code = function.code
        key = (function, self.arguments)
        return self.machine.nested(key, code.cost, code.value, function.captured, self.arguments)

    def canonical(self) -> Process:
        """Itself."""
        return self

    def wrong(self, value: Value) -> InputError:
        return self.place.error(f"{self.label} is no process: its value is {kind_of_value(value)}")
