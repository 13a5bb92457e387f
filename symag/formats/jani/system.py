"""From a JANI text to a system of guarded commands: the automata that the system composes, and how they synchronise.

An automaton that the system has several times is several modules, each with its own variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from symag.formats.format import SourceText
from symag.formats.guarded.exact import Term, evaluate_exactly
from symag.formats.guarded.system import GuardedModule, GuardedSystem, StateVariable, Vector
from symag.formats.jani.automata import Automaton, conjunction, equals, restriction
from symag.formats.jani.document import JaniObject
from symag.formats.jani.scope import JaniScope, define_constants, define_functions
from symag.formats.jani.variables import VariableTable
from symag.formats.json_text import JsonNumber, brief
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import TAU
from symag.model.labels import counted

__all__ = ["guarded_system"]

MODEL = (
    "jani-version", "name", "type", "features", "actions", "constants", "variables", "functions", "datatypes",
    "restrict-initial", "properties", "automata", "system",
)  # fmt: skip
REQUIRED = ("jani-version", "name", "type", "automata", "system")
MAX_ELEMENTS = 1_000
"""Of a system."""
MANY = 8
"""Names in a note."""
TYPES = ("lts", "dtmc", "mdp")
REFUSED = {
    "ctmc": "continuous time", "ctmdp": "continuous time", "ma": "continuous time", "ta": "clocks", "pta": "clocks",
    "sta": "clocks", "ha": "differential equations", "pha": "differential equations", "sha": "differential equations",
    "pomdp": "partial observations", "smg": "several players", "tsg": "several players", "csg": "several players",
}  # fmt: skip


def guarded_system(model: JaniObject, source: SourceText) -> GuardedSystem:
    """The system that the model is."""
    _check_head(model)
    actions = _actions(model)
    table = VariableTable(define_constants(model, source.constants))
    variables, refused = table.declare(model, table.constants)
    terms = {**table.constants, **variables}
    scope = JaniScope(terms, define_functions(model, {}, terms), refused)
    automata, inputs = _automata(model, scope, table, actions, source.watch)
    modules = [automaton.module(enabled) for automaton, enabled in zip(automata, inputs, strict=True)]
    vectors = _vectors(model.object("system"), automata, modules, actions, source)
    _refuse_conflicts(automata, modules, vectors, source.watch)
    _tell(model, automata, source)
    restrictions = [
        r for node, names in [(model, scope), *((a.node, a.scope) for a in automata)] for r in restriction(node, names)
    ]
    initial = _initial(table, automata, conjunction(restrictions, model.position))
    return GuardedSystem(_named(table.listed), modules, vectors, model["type"] == "dtmc", initial)


def _check_head(model: JaniObject) -> None:
    model.needs("a JANI model", *REQUIRED)
    model.knows_only("a model", MODEL)
    version, type_ = model["jani-version"], model.text("type")
    if not isinstance(version, JsonNumber) or version != "1":
        raise model.error(f"JANI version {brief(version)} is not known: only 1 is read", "jani-version")
    if type_ not in TYPES:
        known = f", because of its {REFUSED[type_]}" if type_ in REFUSED else ""
        raise model.error(f"a model of the type {brief(type_)} is not read{known}: there are lts, dtmc and mdp", "type")
    model.text("name")
    model.texts("features")


def _actions(model: JaniObject) -> dict[str, str]:
    actions: dict[str, str] = {}
    for node in model.objects("actions"):
        node.knows_only("an action", ("name",))
        name = node.text("name")
        if name in actions:
            raise node.error(f"there is a second action {name!r}", "name")
        actions[name] = name
    return actions


def _automata(
    model: JaniObject, scope: JaniScope, table: VariableTable, actions: Mapping[str, str], watch: Watch
) -> tuple[list[Automaton], list[list[str]]]:
    """The automata that the system composes, and the inputs for which each of them is enabled."""
    nodes: dict[str, JaniObject] = {}
    for node in model.objects("automata"):
        name = node.text("name")
        if name in nodes:
            raise node.error(f"there is a second automaton {name!r}", "name")
        nodes[name] = node
    system = model.object("system")
    system.knows_only("a system", ("elements", "syncs"))
    elements = system.objects("elements")
    if not elements:
        raise system.error("the system has no elements: name at least one automaton")
    if len(elements) > MAX_ELEMENTS:
        raise system.error(f"the system has {len(elements):,} elements: at most {MAX_ELEMENTS:,} are read", "elements")
    for element in elements:
        if "elements" in element:
            raise element.error("a system inside of a system is not read: list the automata of all of them")
    often = Counter(element.text("automaton") for element in elements)
    seen: Counter[str] = Counter()
    automata, inputs = [], []
    for element in watch.over(elements):
        element.knows_only("an element", ("automaton", "input-enable"))
        name = element["automaton"]
        if name not in nodes:
            raise element.error(f"there is no automaton {name!r}", "automaton")
        if name in seen:
            scope.budget.spend(nodes[name].size, element.position)
        seen[name] += 1
        shown = name if often[name] == 1 else f"{name}.{seen[name]}"
        automata.append(Automaton(nodes[name], shown, scope, table, actions, watch))
        inputs.append(_known_actions(element, "input-enable", actions))
    return automata, inputs


def _known_actions(node: JaniObject, key: str, actions: Mapping[str, str]) -> list[str]:
    found = node.texts(key)
    for at, action in enumerate(found):
        if action not in actions:
            raise node.error(f"the action {action!r} is not in the model's list of actions", key, at)
    return list(dict.fromkeys(found))


def _vectors(
    system: JaniObject,
    automata: Sequence[Automaton],
    modules: Sequence[GuardedModule],
    actions: Mapping[str, str],
    source: SourceText,
) -> list[Vector]:
    """How the modules synchronise. A module alone, for which the system says nothing, moves by all of its actions."""
    own = [list(dict.fromkeys(command.action for command in module.commands)) for module in modules]
    vectors = [Vector("", ((at, ""),)) for at, names in enumerate(own) if "" in names]
    if len(modules) == 1 and "syncs" not in system:
        return vectors + [Vector(_label(system, name), ((0, name),)) for name in own[0] if name]
    used: set[tuple[int, str]] = set()
    for node in source.watch.over(system.objects("syncs")):
        node.knows_only("a synchronisation vector", ("synchronise", "result"))
        node.needs("a synchronisation vector", "synchronise")
        names = node.listed("synchronise")
        if len(names) != len(modules):
            found = f"{counted(len(names), 'entry')} for {counted(len(modules), 'element')}"
            raise node.error(f"this vector has {found}", "synchronise")
        parts = []
        for at, name in enumerate(names):
            if name is None:
                continue
            if not isinstance(name, str) or name not in actions:
                found = f"the action {brief(name)} is not in the model's list of actions"
                raise node.error(found, "synchronise", at)
            parts.append((at, name))
        label = _label(node, node.text("result"), "result") if node.get("result") is not None else ""
        if label and label not in actions:
            raise node.error(f"the action {label!r} is not in the model's list of actions", "result")
        if parts:
            used |= set(parts)
            vectors.append(Vector(label, tuple(parts)))
    for at, (module, names) in enumerate(zip(modules, own, strict=True)):
        for name in names:
            if name and (at, name) not in used:
                source.note(f"the edges of {module.name!r} with the action {name!r} are in no vector: they never move")
    return list(dict.fromkeys(vectors))


def _label(node: JaniObject, name: str, *path: str) -> str:
    if name == TAU:
        raise node.error(f"an action cannot be called {TAU!r}, the hidden action: leave the result out", *path)
    return name


def _refuse_conflicts(
    automata: Sequence[Automaton], modules: Sequence[GuardedModule], vectors: Sequence[Vector], watch: Watch
) -> None:
    """Refuse edges that move together, and assign one variable, or look at what another of them has just assigned."""
    written: dict[tuple[int, str], dict[int, Position]] = {}
    for at, module in enumerate(modules):
        for command in module.commands:
            own = written.setdefault((at, command.action), {})
            own |= {number: position for update in command.updates for number, _, position in update.assignments}
    for vector in watch.over(vectors):
        assigned: dict[int, int] = {}
        for at, action in watch.over(vector.parts):
            for number, position in written.get((at, action), {}).items():
                if assigned.setdefault(number, at) != at:
                    who = f"{modules[assigned[number]].name!r} and by {modules[at].name!r}, which move together"
                    raise position.error(f"{automata[at].table.listed[number].name!r} is assigned by {who}")
        for at, action in vector.parts:
            for number, position in automata[at].late.get(action, {}).items():
                if assigned.get(number, at) != at:
                    looks = f"this looks at {automata[at].table.listed[number].name!r} after an assignment"
                    who = f"{modules[assigned[number]].name!r} assigns it in the same move"
                    raise position.error(f"{looks}, and {who}: that is not read")


def _named(variables: Sequence[StateVariable]) -> list[StateVariable]:
    """The variables with names that no two of them share."""
    often = Counter(variable.name for variable in variables)
    seen: Counter[str] = Counter()
    found = []
    for variable in variables:
        seen[variable.name] += 1
        is_shared = often[variable.name] > 1
        found.append(replace(variable, name=f"{variable.name}.{seen[variable.name]}") if is_shared else variable)
    return found


def _initial(table: VariableTable, automata: Sequence[Automaton], restricted: Term) -> Term | None:
    """The condition on the initial states; None if there is one such state, which the initial values say."""
    position = restricted.position
    if not table.free and all(len(automaton.initial) == 1 for automaton in automata):
        if not evaluate_exactly(restricted, {at: variable.initial for at, variable in enumerate(table.listed)}):
            raise position.error("the initial values are not what the restriction of the initial states allows")
        return None
    locations = {int(automaton.location.value) for automaton in automata}
    fixed = [
        equals(Term.variable(at, v.type, (v.low, v.high), position), v.initial, position)
        for at, v in enumerate(table.listed)
        if at not in table.free and at not in locations
    ]
    return conjunction([*fixed, *(automaton.starts() for automaton in automata), restricted], position)


def _tell(model: JaniObject, automata: Sequence[Automaton], source: SourceText) -> None:
    """Notes on what is skipped."""
    if properties := model.listed("properties"):
        source.note(f"properties of the file are not checked: there {_are(len(properties))}")
    names = list(dict.fromkeys(name for automaton in automata for name in automaton.scope.refused))
    if names:
        shown = ", ".join(map(repr, names[:MANY])) + (", …" if len(names) > MANY else "")
        source.note(f"transient variables are skipped, with the rewards and labels that they hold: {shown}")


def _are(number: int) -> str:
    return "is one" if number == 1 else f"are {number:,}"
