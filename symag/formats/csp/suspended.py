"""Suspended processes: an expression with the values that it captures, a call of a process, or the rest of a long row.

Calls are unique: there is one object for a function and its arguments, so they are compared by identity.
"""

from __future__ import annotations

from collections.abc import Callable

from symag.errors import InputError, LimitReached
from symag.formats.csp import process
from symag.formats.csp.code import Unit
from symag.formats.csp.process import Process, Term
from symag.formats.csp.runtime import CspConstant, CspFunction, Runtime, Thunk, argument_text
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import CspApplication, CspName
from symag.formats.csp.values import Tup, Value, csp_text, kind_of_value, shortened, tupled

__all__ = ["Called", "SuspendedExpression", "in_a_row", "is_process", "process_call", "settled"]

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
LONG_ROW = 16
"""Processes in a row from which on the rest is suspended: a term of them all would be too deep."""


def is_process(value: Value) -> bool:
    """Is it a process, suspended or not?"""
    return isinstance(value, TERMS) or type(value) is Called or type(value) is SuspendedExpression


def process_call(
    machine: Runtime, function: CspFunction | CspConstant, arguments: tuple[Value, ...], place: Place
) -> Called:
    """The process that is this function of these arguments."""
    key = (function, arguments)
    found = machine.calls.get(key)
    if found is None:
        found = machine.calls[key] = Called(machine, function, arguments, place)
    return found


def settled(value: Value) -> Value:
    """An argument as a part of what a call is: worked out; of a process, the call that it is."""
    kind = type(value)
    try:
        if kind is Thunk:
            found = value.get()
            return _canonical(value) if is_process(found) else found
        if kind is SuspendedExpression:
            return value.canonical()
        if kind is tuple and value and type(value[0]) is SuspendedExpression:
            return tuple(map(settled, value))
        if kind is Tup:
            return tupled(map(settled, value.items))
    except InputError:
        return value  # wrong, and perhaps not needed
    return value


def _canonical(thunk: Thunk) -> Value:
    found = thunk.unit.canonical(thunk.values)
    return SuspendedExpression(thunk.machine, thunk.unit, thunk.values) if found is None else found


class _SuspendedProcess:
    """What both kinds have: the operator, worked out once."""

    machine: Runtime
    is_call = False
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
            raise LimitReached(
                "size", f"size: {shortened(self.label)} does not come to an operator: it calls itself for ever"
            )
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
            values = self.machine.run(lambda: tuple(map(settled, self.values)))
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

    @property
    def plain_text(self) -> str:
        """For messages: the name or the call that it is, or only that it is a process."""
        node = self.unit.node
        if isinstance(node, CspApplication) and isinstance(node.function, CspName):
            return f"{node.function.name}(…)"
        return node.name if isinstance(node, CspName) else "a process"

    def first(self) -> Value:
        return self.machine.nested((self.unit, self.values), self.unit.cost, self.unit.value, self.values)

    def canonical(self) -> Process:
        """The call that it is, or itself; what is no process is an error when it is unfolded."""
        found = self.machine.run(lambda: self.unit.canonical(self.values))
        return found if found is not None and is_process(found) else self

    def wrong(self, value: Value) -> InputError:
        return self.unit.place.error(f"a process is expected here, not {kind_of_value(value)}")


class Called(_SuspendedProcess):
    """A call of a process, with its arguments."""

    __slots__ = ("_term", "arguments", "function", "machine", "place")
    is_call = True

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
            groups.append(f"({','.join(map(argument_text, rest[:size]))})")
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
        return self.place.error(f"{shortened(self.label)} is no process: its value is {kind_of_value(value)}")


class _Row(_SuspendedProcess):
    """The processes of a row from a number on, such as those of `P ; Q ; R`."""

    __slots__ = ("_term", "machine", "make", "operands", "start")

    def __init__(
        self, machine: Runtime, make: Callable[[Process, Process], Term], operands: tuple[Process, ...], start: int
    ) -> None:
        self.machine = machine
        self.make = make
        self.operands = operands
        self.start = start
        self._term: Term | None = None

    def __hash__(self) -> int:
        return hash((self.start, len(self.operands), self.operands[self.start]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Row) or self.make is not other.make:
            return False
        return self.start == other.start and (self.operands is other.operands or self.operands == other.operands)

    @property
    def label(self) -> str:
        """How many there are left."""
        return f"{len(self.operands) - self.start} more"

    def first(self) -> Value:
        rest = in_a_row(self.machine, self.make, self.operands, self.start + 1)
        return self.make(self.operands[self.start], rest)

    def canonical(self) -> Process:
        """Itself."""
        return self


def in_a_row(
    machine: Runtime, make: Callable[[Process, Process], Term], operands: tuple[Process, ...], start: int = 0
) -> Process:
    """`P ; (Q ; R)`: an operator between each process and the rest. A long rest is suspended."""
    if len(operands) - start > LONG_ROW:
        return _Row(machine, make, operands, start)
    *before, found = operands[start:]
    for one in reversed(before):
        found = make(one, found)
    return found
