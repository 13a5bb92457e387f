"""The variables of a JANI model: bounded integers and booleans become numbered variables, transient ones are skipped.

A transient variable holds a reward, or a label for properties: it is no part of a state. It may be looked at only in
assignments that follow the one that gave it its value, on the same edge.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from symag.formats.guarded.exact import MACHINE_LIMIT, Term, said
from symag.formats.guarded.system import StateVariable
from symag.formats.jani.document import JaniObject
from symag.formats.jani.expressions import parse_expression
from symag.formats.jani.scope import JaniScope
from symag.formats.json_text import brief
from symag.formats.positions import Position
from symag.formats.prism.modules import UNBOUNDED

__all__ = ["VariableTable"]

INT = -UNBOUNDED, UNBOUNDED - 1
"""The range of an int without bounds: a value that leaves it is an error, never a wrong state."""
TRANSIENT = "transient: it holds a reward or a label, is no part of a state, and cannot be looked at here"
REFUSED = {
    "real": "a real variable is not read, because states are counted: only int, with bounds or without, and bool are",
    "clock": "a clock is not read: only models without time are",
    "continuous": "a continuous variable is not read: only models without time are",
    "array": "an array is not read: write a variable for each of its places",
    "datatype": "a datatype is not read: write a variable for each of its members",
    "option": "an option is not read: write a variable for its value and one for whether there is one",
}


@dataclass
class VariableTable:
    """All variables of a system by number, and which of them have no initial value."""

    constants: Mapping[str, Term]
    listed: list[StateVariable] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    free: set[int] = field(default_factory=set)
    """Those that may begin with any value of their range."""

    def declare(self, owner: JaniObject, taken: Collection[str] = ()) -> tuple[dict[str, Term], dict[str, str]]:
        """The variables of a model or an automaton by their names there, and those that cannot be looked at."""
        terms: dict[str, Term] = {}
        refused: dict[str, str] = {}
        for node in owner.objects("variables"):
            node.knows_only("a variable", ("name", "type", "transient", "initial-value"))
            name = node.text("name")
            if name in terms or name in refused or name in taken:
                raise node.error(f"{name!r} is defined twice", "name")
            if node.truth("transient"):
                refused[name] = TRANSIENT
            else:
                terms[name] = self._declared(node, name)
        return terms, refused

    def add(self, variable: StateVariable, position: Position) -> Term:
        """One more variable."""
        self.listed.append(variable)
        self.positions.append(position)
        return Term.variable(len(self.listed) - 1, variable.type, (variable.low, variable.high), position)

    def _declared(self, node: JaniObject, name: str) -> Term:
        type_, low, high, is_bounded = self._range(node)
        initial = low
        if "initial-value" in node:
            expression = parse_expression(node, "initial-value")
            initial = int(JaniScope(self.constants).known(expression, (type_,), f"{name!r}"))
            if not low <= initial <= high:
                raise node.error(f"{name!r} starts with {said(initial)}, outside of its range [{low}..{high}]")
        elif not is_bounded:
            raise node.error(f"{name!r} has neither a range nor an initial value: give one of them")
        else:
            self.free.add(len(self.listed))
        return self.add(StateVariable(name, type_, low, high, initial, is_bounded), node.position)

    def _range(self, node: JaniObject) -> tuple[str, int, int, bool]:
        node.needs("a variable", "type")
        type_ = node["type"]
        if type_ == "bool":
            return "bool", 0, 1, True
        if type_ == "int":
            return "int", *INT, False
        kind = type_
        if isinstance(type_, JaniObject):
            kind = type_.get("base") if type_.get("kind") == "bounded" else type_.get("kind")
            if kind == "int":
                return self._bounds(type_, node["name"])
        reason = REFUSED.get(kind) if isinstance(kind, str) else None
        raise node.error(reason or f"a variable of the type {brief(kind)} is not read: there are int and bool", "type")

    def _bounds(self, type_: JaniObject, name: str) -> tuple[str, int, int, bool]:
        type_.knows_only("a bounded type", ("kind", "base", "lower-bound", "upper-bound"))
        low, high = (self._bound(type_, key, name) for key in ("lower-bound", "upper-bound"))
        if low is None:
            return ("int", *INT, False) if high is None else ("int", high - UNBOUNDED, high, False)
        if high is None:
            return "int", low, low + UNBOUNDED, False
        if low > high:
            raise type_.error(f"the range of {name!r} is empty: from {low} to {high}")
        return "int", low, high, True

    def _bound(self, type_: JaniObject, key: str, name: str) -> int | None:
        if key not in type_:
            return None
        bound = int(JaniScope(self.constants).known(parse_expression(type_, key), ("int",), f"the {key} of {name!r}"))
        if abs(bound) >= MACHINE_LIMIT // 2:
            raise type_.error(f"the {key} of {name!r} is out of bounds: {said(bound)} does not fit in 61 bits", key)
        return bound
