"""Functions, constants and arguments as they are while a script is evaluated.

An argument that may not be needed is a thunk, and so is a constant: it is worked out at its first use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

from symag.errors import InputError, LimitReached
from symag.formats.csp.code import Code, Matcher, Unit
from symag.formats.csp.machine import CspMachine
from symag.formats.csp.tokens import Place
from symag.formats.csp.values import Value, csp_text, kind_of_value, shortened
from symag.limits import Watch

__all__ = [
    "Builtin",
    "CspConstant",
    "CspFrame",
    "CspFunction",
    "FunctionCode",
    "PartialCall",
    "Runtime",
    "Thunk",
    "argument_text",
]


class Runtime(CspMachine):
    """A machine with its tables: frames and suspended arguments, each of them once; calls that are processes."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(watch)
        self.calls: dict[tuple[object, tuple[Value, ...]], Value] = {}
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

    def forget(self) -> None:
        super().forget()
        self.thunks.clear()

    def frame(self, code: object, values: tuple[Value, ...], members: list[Callable[[CspFrame], Value]]) -> CspFrame:
        """The names of a `let` in one environment."""
        key = (code, values)
        found = self.frames.get(key)
        if found is None:
            found = self.frames[key] = CspFrame(values, members)
        return found

    def force(self, value: Value) -> Value:
        """The value of something that may be a suspended argument."""
        return value.get() if type(value) is Thunk else value

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
        given = ", ".join(map(argument_text, arguments))
        raise self.place.error(f"no clause of '{self.name}' matches {shortened(f'{self.name}({given})')}")


def argument_text(value: Value) -> str:
    """For people: an argument as a script would have it."""
    return csp_text(value.get() if type(value) is Thunk else value)


class CspFunction:
    """A function with the values that it captures."""

    __slots__ = ("_hash", "captured", "code")
    kind = "the function"

    def __init__(self, code: FunctionCode, captured: tuple[Value, ...]) -> None:
        self.code = code
        self.captured = captured
        self._hash = 0

    @property
    def name(self) -> str:
        """In the script; a lambda is `\\`."""
        return self.code.name

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash((id(self.code), self.captured)) or 1
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
