"""A CSPm script: its assertions, its processes and its events. It is parsed at once, and evaluated as far as needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from symag.errors import InputError
from symag.formats.csp.assertions import HAS_TRACE
from symag.formats.csp.code import Unit
from symag.formats.csp.compiler import CspCompiler
from symag.formats.csp.declarations import parse_csp, parse_csp_expression
from symag.formats.csp.definitions import CspDefinitions
from symag.formats.csp.events import event_of
from symag.formats.csp.functions import builtins
from symag.formats.csp.including import Inclusion
from symag.formats.csp.kinds import PROCESS, UNKNOWN
from symag.formats.csp.operations import as_sequence
from symag.formats.csp.overriding import overridden
from symag.formats.csp.process import Event, Events, Process, Suspended
from symag.formats.csp.runtime import CspConstant, Runtime
from symag.formats.csp.suspended import SuspendedExpression
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import AssertionDeclaration, CspDeclaration, CspNode
from symag.formats.csp.values import Value, dotted
from symag.formats.format import SourceText
from symag.formats.positions import Position
from symag.limits import Watch

__all__ = ["AssertedProperty", "AssertedRefinement", "Script", "read_script"]


@dataclass(frozen=True)
class AssertedRefinement:
    """`assert SPEC [T= IMPL`."""

    text: str
    """In one line, as written, without `assert`."""
    position: Position
    negated: bool
    model: str
    """What is between `[` and `=`: T, F, FD, …"""
    specification: Suspended
    implementation: Suspended
    error: InputError | None = None
    """A word of it that FDR does not know."""


@dataclass(frozen=True)
class AssertedProperty:
    """`assert P :[deadlock free [F]]`, `assert P :[has trace]: <a, b>`."""

    text: str
    position: Position
    negated: bool
    name: str
    """What is between the brackets, without the model."""
    model: str | None
    process: Suspended
    read_trace: Callable[[], tuple[Event, ...]] | None
    """Evaluates the trace; None if there is none."""
    error: InputError | None = None
    """A word of it that FDR does not know."""

    @property
    def trace(self) -> tuple[Event, ...] | None:
        """What it should have; an InputError if that is no sequence of events."""
        return None if self.read_trace is None else self.read_trace()


class Script:
    """The declarations of a script, evaluated lazily: what is wrong is an error only where it is needed."""

    def __init__(self, declarations: tuple[CspDeclaration, ...], watch: Watch) -> None:
        self._declarations = declarations
        self._watch = watch
        self._machine = Runtime(watch)
        self._compiler = CspCompiler(self._machine)
        known = builtins(self._compiler.sets)
        known["Events"] = CspConstant(self._machine, "Events", Place(1, 1), 10, self._event_values)
        self._definitions = CspDefinitions(self._compiler, declarations, known)
        self._definitions.open_modules()

    @cached_property
    def assertions(self) -> tuple[AssertedRefinement | AssertedProperty, ...]:
        """In the order of the file."""
        return tuple(self._assertion(one) for one in self._declarations if isinstance(one, AssertionDeclaration))

    def _assertion(self, one: AssertionDeclaration) -> AssertedRefinement | AssertedProperty:
        position, left = one.place.position, self._suspended(one.left)
        if one.property is None:
            assert one.right is not None
            assert one.model is not None
            right = self._suspended(one.right)
            return AssertedRefinement(one.text, position, one.is_negated, one.model, left, right, one.error)
        trace = None
        if one.property == HAS_TRACE and one.right is not None:
            trace = partial(self._trace, one.right)
        return AssertedProperty(one.text, position, one.is_negated, one.property, one.model, left, trace, one.error)

    def _suspended(self, node: CspNode) -> SuspendedExpression:
        return SuspendedExpression(self._machine, Unit(self._compiler, node, self._definitions.scope), ())

    def _trace(self, node: CspNode) -> tuple[Event, ...]:
        return tuple(event_of(value, node.place) for value in as_sequence(self._value(node), node.place))

    def _value(self, node: CspNode) -> Value:
        unit = Unit(self._compiler, node, self._definitions.scope)
        return self._machine.run(lambda: unit.value(()))

    def processes(self) -> tuple[str, ...]:
        """The definitions that are processes: `P`, and `Q(_,_)` with parameters. Those that only evaluation shows to be
        one are left out."""
        found = []
        for name, declaration in self._definitions.functions.items():
            groups, kind = declaration.clauses[0].groups, UNKNOWN
            for clause in declaration.clauses:
                kind = kind if kind != UNKNOWN else self._compiler.kind(clause.body, self._definitions.scope)
            if kind == PROCESS:
                found.append(name + "".join(f"({','.join('_' * len(group))})" for group in groups))
        return tuple(found)

    def defines(self, name: str) -> bool:
        """Does the name mean anything?"""
        return self._definitions.find(name) is not None

    def process(self, text: str) -> Process:
        """The process that an expression of the script's language is, such as `P` or `Q(3, {1, 2})`."""
        node = parse_csp_expression(text, self._watch, repr(text))
        found = self._suspended(node)
        found.unfold()
        return found.canonical()

    def value(self, text: str) -> Value:
        """The value of any expression; see `values` for what it may be."""
        return self._value(parse_csp_expression(text, self._watch, repr(text)))

    def events(self) -> Events:
        """The events of all channels."""
        return frozenset(
            channel.event(parts, channel.place)
            for channel in self._definitions.channels
            for parts in channel.rests((), channel.place)
        )

    def _event_values(self) -> Value:
        return frozenset(
            dotted((channel, *parts))
            for channel in self._definitions.channels
            for parts in channel.rests((), channel.place)
        )


def read_script(source: SourceText) -> Script:
    """Parse a text, with the files that it includes."""
    source.watch.check("reading the script")
    inclusion = Inclusion(source.include, source.watch)
    try:
        declarations = parse_csp(source.text, source.watch, inclusion.read("", 0))
    except RecursionError:  # nesting is counted, so this needs a caller that is very deep
        raise InputError("the script is nested too deep") from None
    return Script(overridden(declarations, source.constants), source.watch)
