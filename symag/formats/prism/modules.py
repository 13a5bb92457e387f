"""The modules of a file, typed: renamed ones are written out, a global variable goes to the module that uses it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from symag.formats.prism.exact import MACHINE_LIMIT, MAX_TOTAL, Term, said
from symag.formats.prism.scope import Definitions, ModuleScope, known_now, names_used
from symag.formats.prism.syntax import Command, Module, Position, PrismExpression, PrismFile, Update, Variable
from symag.formats.prism.typing import ARTICLE, NUMERIC, described, typed, wanted
from symag.limits import Watch

__all__ = ["StateVariable", "TypedCommand", "TypedModule", "TypedUpdate", "typed_modules"]


@dataclass(frozen=True, slots=True)
class StateVariable:
    """A variable with its range; a bool is 0 or 1."""

    name: str
    type: str
    low: int
    high: int
    initial: int


@dataclass(frozen=True, slots=True)
class TypedUpdate:
    """One update of a command: a probability (none means one) and what is assigned to which variable."""

    probability: Term | None
    position: Position
    assignments: list[tuple[int, Term, Position]]


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command, its names resolved."""

    action: str
    position: Position
    guard: Term
    updates: list[TypedUpdate]


@dataclass(frozen=True, slots=True)
class TypedModule:
    """A module that can be enumerated."""

    name: str
    is_dtmc: bool
    variables: list[StateVariable]
    commands: list[TypedCommand]

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The actions of its commands, whether they are ever enabled or not, in the order of the file."""
        return tuple(dict.fromkeys(resolved.action for resolved in self.commands if resolved.action))


def typed_modules(source: PrismFile, definitions: Definitions, watch: Watch) -> list[TypedModule]:
    """Every module as a component."""
    if not source.modules:
        raise Position(1, 1).error("the file has no module")
    modules = _written_out(source.modules)
    owner = _owners(modules, source.globals, definitions)
    belongs, fixed = _globals(modules, source.globals, definitions)
    definitions = Definitions({**definitions.constants, **fixed}, definitions.formulas)
    return [
        _typed_module(module, source.kind == "dtmc", belongs.get(module.name, []), owner, definitions, watch)
        for module in modules
    ]


def _written_out(modules: list[Module]) -> list[Module]:
    """The modules with the bodies of those that they rename."""
    known = {module.name: module for module in modules if not module.base}
    seen: set[str] = set()
    for module in modules:
        if module.name in seen:
            raise module.position.error(f"there is a second module {module.name!r}")
        seen.add(module.name)
    for module in modules:
        if module.base:
            if module.base not in known:
                raise module.position.error(
                    f"there is no module {module.base!r} above that {module.name!r} could rename"
                )
            known[module.name] = _renamed(module, known[module.base])
    return [known[module.name] for module in modules]


def _renamed(module: Module, base: Module) -> Module:
    first, then = base.renaming, module.renaming
    both = {old: then.get(new, new) for old, new in first.items()}
    both |= {old: new for old, new in then.items() if old not in first}
    for variable in base.variables:
        if first.get(variable.name, variable.name) not in then:
            shown = first.get(variable.name, variable.name)
            raise module.position.error(f"the variable {shown!r} of {base.name!r} must be renamed in {module.name!r}")
    return replace(module, variables=base.variables, commands=base.commands, renaming=both)


def _name(module: Module, name: str) -> str:
    return module.renaming.get(name, name)


def _owners(modules: list[Module], shared: Iterable[Variable], definitions: Definitions) -> dict[str, str]:
    """Which module a variable belongs to; an error if a name is taken."""
    owner: dict[str, str] = {}
    for variable in shared:
        if variable.name in owner or variable.name in definitions.constants or variable.name in definitions.formulas:
            raise variable.position.error(f"{variable.name!r} is defined twice")
        owner[variable.name] = ""
    for module in modules:
        for variable in module.variables:
            name, position = _name(module, variable.name), module.renamed_at.get(variable.name, variable.position)
            if name in owner or name in definitions.constants or name in definitions.formulas:
                raise position.error(f"{name!r} is defined twice")
            owner[name] = module.name
    return {name: module for name, module in owner.items() if module}


def _globals(
    modules: list[Module], shared: list[Variable], definitions: Definitions
) -> tuple[dict[str, list[Variable]], dict[str, Term]]:
    """The global variables of each module that alone uses them, and the values of those that no command writes."""
    belongs: dict[str, list[Variable]] = {}
    fixed: dict[str, Term] = {}
    if not shared:
        return belongs, fixed
    uses, writes = {}, {}
    for module in modules:
        expressions = [e for command in module.commands for e in command.expressions()]
        writes[module.name] = {
            _name(module, name) for c in module.commands for o in c.updates for name, _, _ in o.assignments
        }
        uses[module.name] = names_used(expressions, definitions, module.renaming) | writes[module.name]
    scope = ModuleScope(definitions, {}, dict.fromkeys((variable.name for variable in shared), ""), {}, "")
    for variable in shared:
        users = [name for name, used in uses.items() if variable.name in used]
        if not any(variable.name in written for written in writes.values()):
            state = _state(variable, variable.name, scope)
            value = bool(state.initial) if state.type == "bool" else state.initial
            fixed[variable.name] = Term.constant(value, state.type, variable.position)
        elif len(users) == 1:
            belongs.setdefault(users[0], []).append(variable)
        else:
            reason = "a module must be readable by itself, so only one may use a global variable that changes"
            raise variable.position.error(f"{variable.name!r} is shared by {', '.join(map(repr, users))}: {reason}")
    return belongs, fixed


def _typed_module(
    module: Module,
    is_dtmc: bool,
    own_globals: list[Variable],
    owner: Mapping[str, str],
    definitions: Definitions,
    watch: Watch,
) -> TypedModule:
    scope = ModuleScope(definitions, {}, owner, module.renaming, module.name)
    before, plain = (ModuleScope(definitions, {}, owner, renaming, "") for renaming in (module.renaming, {}))
    states = [_state(variable, _name(module, variable.name), before) for variable in module.variables]
    states += [_state(variable, variable.name, plain) for variable in own_globals]
    scope.variables = {s.name: (number, s.type, (s.low, s.high)) for number, s in enumerate(states)}
    scope.prepare([e for command in module.commands for e in command.expressions()])
    commands, size = [], 0
    for number, command in enumerate(module.commands):
        watch.tick(1, number)
        resolved = _typed_command(command, module, states, scope)
        size += resolved.guard.size
        for update in resolved.updates:
            size += sum(term.size for _, term, _ in update.assignments) + (update.probability or resolved.guard).size
        if size > MAX_TOTAL:
            raise command.position.error(f"the module, with its formulas, has more than {MAX_TOTAL:,} parts")
        commands.append(resolved)
    return TypedModule(module.name, is_dtmc, states, commands)


def _whole(expression: PrismExpression, scope: ModuleScope, what: str) -> int:
    """The value of a constant integer expression."""
    scope.prepare([expression])
    term = typed(expression, scope.look_up)
    wanted(expression, term, ("int",), what)
    value = int(known_now(term, expression.position))
    if abs(value) >= MACHINE_LIMIT // 2:
        raise expression.position.error(f"{what} is out of bounds: {said(value)} does not fit in 61 bits")
    return value


def _state(variable: Variable, name: str, scope: ModuleScope) -> StateVariable:
    initial = variable.initial
    if variable.bounds is None:
        value = False
        if initial is not None:
            scope.prepare([initial])
            term = typed(initial, scope.look_up)
            wanted(initial, term, ("bool",), f"{name!r}")
            value = bool(known_now(term, initial.position))
        return StateVariable(name, "bool", 0, 1, int(value))
    low, high = (_whole(bound, scope, f"a bound of {name!r}") for bound in variable.bounds)
    if low > high:
        raise variable.position.error(f"the range of {name!r} is empty: from {low} to {high}")
    start = low if initial is None else _whole(initial, scope, f"the initial value of {name!r}")
    if not low <= start <= high:
        assert initial is not None
        raise initial.position.error(f"{name!r} starts with {start}, outside of its range [{low}..{high}]")
    return StateVariable(name, "int", low, high, start)


def _typed_command(command: Command, module: Module, states: list[StateVariable], scope: ModuleScope) -> TypedCommand:
    guard = typed(command.guard, scope.look_up)
    wanted(command.guard, guard, ("bool",), "a guard")
    updates = [_typed_update(update, module, states, scope) for update in command.updates]
    return TypedCommand(_name(module, command.action) if command.action else "", command.position, guard, updates)


def _typed_update(update: Update, module: Module, states: list[StateVariable], scope: ModuleScope) -> TypedUpdate:
    probability = None
    if update.probability is not None:
        probability = typed(update.probability, scope.look_up)
        wanted(update.probability, probability, NUMERIC, "a probability")
    assignments = []
    for written, value, position in update.assignments:
        name = _name(module, written)
        if name not in scope.variables:
            raise position.error(_not_assignable(name, scope))
        number = scope.variables[name][0]
        term, type_ = typed(value, scope.look_up), states[number].type
        if term.type != type_:
            found = f"{described(value)} is {ARTICLE[term.type]}"
            raise value.position.error(f"{found}, and the variable {name!r} is {ARTICLE[type_]}")
        assignments.append((number, term, position))
    return TypedUpdate(probability, update.position, assignments)


def _not_assignable(name: str, scope: ModuleScope) -> str:
    if name in scope.owners:
        return f"{name!r} belongs to the module {scope.owners[name]!r}: {scope.module!r} cannot assign it"
    if name in scope.definitions.constants or name in scope.definitions.formulas:
        return f"{name!r} is not a variable: it cannot be assigned"
    return f"{name!r} is not defined: there is no such variable in {scope.module!r}"
