"""An automaton of a JANI model as a module of guarded commands: its locations are the values of one more variable.

Assignments of an edge that have several indices follow each other. They become one simultaneous assignment: what comes
later is written with the values that came before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from symag.formats.guarded.exact import MAX_TOTAL, Term
from symag.formats.guarded.system import GuardedModule, StateVariable, TypedCommand, TypedUpdate
from symag.formats.guarded.typing import ARTICLE, NUMERIC, described, typed
from symag.formats.jani.document import JaniObject
from symag.formats.jani.expressions import parse_expression
from symag.formats.jani.scope import JaniScope, define_functions
from symag.formats.jani.variables import VariableTable
from symag.formats.positions import Position
from symag.limits import Watch

__all__ = ["Automaton", "conjunction", "equals", "restriction"]

KEYS = ("name", "variables", "functions", "restrict-initial", "locations", "initial-locations", "edges")
RATE = "an edge with a rate is not read: it belongs to models with continuous time"


def equals(variable: Term, value: int, position: Position) -> Term:
    """A variable has a value."""
    if variable.bounds == (value, value):
        return Term.constant(True, "bool", position)
    known = Term.constant(bool(value) if variable.type == "bool" else value, variable.type, position)
    return Term.node("chain", "bool", position, [variable, known], "=")


def disjunction(parts: Sequence[Term], position: Position) -> Term:
    """One of them holds."""
    if len(parts) < 2:
        return parts[0] if parts else Term.constant(False, "bool", position)
    return Term.node("chain", "bool", position, parts, "|" * (len(parts) - 1))


def conjunction(parts: Sequence[Term], position: Position) -> Term:
    """All of them hold."""
    flat: list[Term] = []
    for part in parts:
        if part.kind == "chain" and part.signs[0] == "&":
            flat.extend(part.args)
        elif part.kind != "constant" or not part.value:
            flat.append(part)
    if len(flat) < 2:
        return flat[0] if flat else Term.constant(True, "bool", position)
    return Term.node("chain", "bool", position, flat, "&" * (len(flat) - 1))


@dataclass
class Automaton:
    """One instance of an automaton, with variables of its own."""

    node: JaniObject
    name: str
    outer: JaniScope
    """The names of the model."""
    table: VariableTable
    actions: Mapping[str, str]
    watch: Watch
    locations: dict[str, int] = field(default_factory=dict)
    late: dict[str, dict[int, Position]] = field(default_factory=dict)
    """By action, the variables that it looks at after an assignment, with the place."""

    def __post_init__(self) -> None:
        self.node.knows_only("an automaton", KEYS)
        self.node.needs("an automaton", "locations", "initial-locations", "edges")
        first = len(self.table.listed)
        self.initial = self._locations()
        variables, refused = self.table.declare(self.node)
        self.variables = tuple(range(first, len(self.table.listed)))
        outer = self.outer
        terms = {name: term for name, term in outer.terms.items() if name not in refused} | variables
        hidden = {name: why for name, why in outer.refused.items() if name not in variables} | refused
        self.scope = JaniScope(terms, define_functions(self.node, outer.functions, terms), hidden, outer.budget)

    def _locations(self) -> list[int]:
        """Number the locations, and make a variable of them if there are several; the numbers of the initial ones."""
        node = self.node
        for part in node.objects("locations"):
            part.knows_only("a location", ("name", "time-progress", "transient-values"))
            if "time-progress" in part:
                raise part.error("'time-progress' is not read: it belongs to models with time", "time-progress")
            name = part.text("name")
            if name in self.locations:
                raise part.error(f"there is a second location {name!r}", "name")
            self.locations[name] = len(self.locations)
        if not self.locations:
            raise node.error(f"the automaton {self.name!r} has no location", "locations")
        initial = [
            self._location(node, name, "initial-locations", at)
            for at, name in enumerate(node.texts("initial-locations"))
        ]
        if not initial:
            raise node.error(f"the automaton {self.name!r} has no initial location", "initial-locations")
        names = tuple(self.locations)
        variable = StateVariable(self.name, "int", 0, len(names) - 1, initial[0], names=names)
        self.location = self.table.add(variable, node.position)
        return sorted(set(initial))

    def _location(self, node: JaniObject, name: str, *path: str | int) -> int:
        if name not in self.locations:
            raise node.error(f"the automaton {self.name!r} has no location {name!r}", *path)
        return self.locations[name]

    def starts(self) -> Term:
        """It is in an initial location."""
        position = self.node.position
        return disjunction([equals(self.location, at, position) for at in self.initial], position)

    def module(self, input_enabled: Sequence[str]) -> GuardedModule:
        """Its edges as commands; in a location without an edge for an enabled input, that input changes nothing."""
        commands, size = [], 0
        for edge in self.watch.over(self.node.objects("edges")):
            command = self._command(edge)
            commands.append(command)
            size += command.guard.size
            for update in command.updates:
                self.watch.tick()
                size += sum(term.size for _, term, _ in update.assignments)
                size += 1 if update.probability is None else update.probability.size
            if size > MAX_TOTAL:
                raise edge.error(f"the automaton, with its functions, has more than {MAX_TOTAL:,} parts")
        guards: dict[str, list[Term]] = {action: [] for action in input_enabled}
        for command in commands:
            if command.action in guards:
                guards[command.action].append(command.guard)
        commands += [self._idle(action, own) for action, own in guards.items()]
        return GuardedModule(self.name, self.node.position, self.variables, commands)

    def _idle(self, action: str, guards: list[Term]) -> TypedCommand:
        position = self.node.position
        guard = Term.node("not", "bool", position, [disjunction(guards, position)])
        return TypedCommand(action, position, guard, [TypedUpdate(None, position, [])])

    def _command(self, edge: JaniObject) -> TypedCommand:
        edge.knows_only("an edge", ("location", "action", "rate", "guard", "destinations", "assignments"))
        edge.needs("an edge", "location", "destinations")
        if "rate" in edge:
            raise edge.error(RATE, "rate")
        at, action = self._location(edge, edge.text("location"), "location"), ""
        if "action" in edge:
            action = edge.text("action")
            if action not in self.actions:
                raise edge.error(f"the action {action!r} is not in the model's list of actions", "action")
        guards = [equals(self.location, at, edge.position)]
        if "guard" in edge:
            guards.append(self.scope.typed(parse_expression(edge, "guard", "exp"), ("bool",), "a guard"))
        for part in edge.objects("assignments"):  # of older files, for rewards
            self._variable(part, None)
        destinations = edge.objects("destinations")
        if not destinations:
            raise edge.error("an edge needs a destination", "destinations")
        updates = [self._update(part, at, action) for part in destinations]
        return TypedCommand(action, edge.position, conjunction(guards, edge.position), updates)

    def _update(self, node: JaniObject, at: int, action: str) -> TypedUpdate:
        node.knows_only("a destination", ("location", "probability", "assignments"))
        node.needs("a destination", "location")
        probability = None
        if "probability" in node:
            expression = parse_expression(node, "probability", "exp")
            probability = self.scope.typed(expression, NUMERIC, "a probability")
        goal = self._location(node, node.text("location"), "location")
        assignments = self._assigned(node, action)
        if goal != at:
            assignments.append((int(self.location.value), Term.constant(goal, "int", node.position), node.position))
        return TypedUpdate(probability, node.position, assignments)

    def _assigned(self, node: JaniObject, action: str) -> list[tuple[int, Term, Position]]:
        """The new values of variables, all of them in terms of the old ones."""
        levels: dict[int, list[JaniObject]] = {}
        for part in node.objects("assignments"):
            part.knows_only("an assignment", ("ref", "value", "index"))
            part.needs("an assignment", "ref", "value")
            levels.setdefault(part.whole("index", 0), []).append(part)
        scope, found = self.scope, dict[int, tuple[int, Term, Position]]()
        for number, index in enumerate(sorted(levels)):
            seen: set[str] = set()
            values: dict[str, Callable[[], Term]] = {}
            for part in levels[index]:
                variable = self._variable(part, seen)
                if variable is None:
                    values[part["ref"]] = lambda part=part, scope=scope: typed(  # type: ignore[misc]
                        parse_expression(part, "value"), scope.look_up
                    )
                    continue
                term = self._new_value(part, variable, scope)
                values[part["ref"]] = lambda term=term: term  # type: ignore[misc]
                found[int(variable.value)] = int(variable.value), term, part.position
                if number:
                    looked_at = self.late.setdefault(action, {})
                    looked_at |= dict.fromkeys(term.variables, part.position)
            if number + 1 < len(levels):
                scope = scope.later(values)
        return list(found.values())

    def _variable(self, part: JaniObject, seen: set[str] | None) -> Term | None:
        """The variable that is assigned; None for a transient one."""
        name = part["ref"]
        if not isinstance(name, str):
            raise part.error("only a variable can be assigned: arrays and datatypes are not read", "ref")
        if name in self.scope.refused:
            return None
        variable = self.scope.terms.get(name)
        if variable is None or variable.kind != "variable":
            found = "not defined" if variable is None else "not a variable: it cannot be assigned"
            raise part.error(f"{name!r} is {found}", "ref")
        if seen is None:
            raise part.error("an edge assigns transient variables only: write this one to its destinations", "ref")
        if name in seen:
            raise part.error(f"the variable {name!r} is assigned twice at one index", "ref")
        seen.add(name)
        return variable

    def _new_value(self, part: JaniObject, variable: Term, scope: JaniScope) -> Term:
        value = parse_expression(part, "value")
        term = typed(value, scope.look_up)
        if term.type != variable.type:
            found = f"{described(value)} is {ARTICLE[term.type]}"
            raise part.error(f"{found}, and the variable {part['ref']!r} is {ARTICLE[variable.type]}", "value")
        return term


def restriction(node: JaniObject, scope: JaniScope) -> list[Term]:
    """The condition on initial states that a model or an automaton has."""
    if "restrict-initial" not in node:
        return []
    condition = parse_expression(node, "restrict-initial", "exp")
    return [scope.typed(condition, ("bool",), "the restriction of the initial states")]
