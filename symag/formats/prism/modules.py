"""The modules of a file, typed: renamed ones are written out, names become variables of one system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symag.formats.guarded.exact import MACHINE_LIMIT, MAX_TOTAL, Term, said
from symag.formats.guarded.expressions import Expression
from symag.formats.guarded.system import GuardedModule, GuardedSystem, StateVariable, TypedCommand, TypedUpdate, Vector
from symag.formats.guarded.typing import ARTICLE, NUMERIC, described, typed, wanted
from symag.formats.positions import Position
from symag.formats.prism.composition import synchronised
from symag.formats.prism.scope import Definitions, ModuleScope, known_now
from symag.formats.prism.syntax import Command, Module, PrismFile, Update, Variable
from symag.limits import Watch

__all__ = ["typed_system"]

UNBOUNDED = 1 << 31
"""A variable without bounds may be that large, as in PRISM."""


def typed_system(source: PrismFile, definitions: Definitions, watch: Watch) -> GuardedSystem:
    """The modules of a file, and how they are synchronised."""
    if not source.modules:
        raise Position(1, 1).error("the file has no module")
    modules = _written_out(source.modules)
    owner = _owners(modules, source.globals, definitions)
    written = {_name(m, name) for m in modules for c in m.commands for u in c.updates for name, _, _ in u.assignments}
    variables, own = _variables(modules, source, owner, definitions)
    scope = ModuleScope(definitions, {}, owner, {}, "")
    for number, state in enumerate(variables):
        if state.name in written or source.initial is not None:
            scope.variables[state.name] = (number, state.type, (state.low, state.high))
        else:  # a constant, for every module
            value = bool(state.initial) if state.type == "bool" else state.initial
            scope.fixed[state.name] = Term.constant(value, state.type, Position(1, 1))
    numbers = {state.name: number for number, state in enumerate(variables)}
    found = []
    for module, variables_of in zip(modules, own, strict=True):
        inner = scope.of(module.name, module.renaming)
        commands = _typed_commands(module, inner, numbers, watch)
        found.append(GuardedModule(module.name, module.position, variables_of, commands))
    vectors, blocked = synchronised(source.systems, found, watch)
    _refuse_shared_writes(found, vectors, {numbers[variable.name] for variable in source.globals}, variables)
    initial = None
    if source.initial is not None:
        plain = scope.of("the condition on the initial states", {})
        plain.prepare([source.initial])
        initial = typed(source.initial, plain.look_up)
        wanted(source.initial, initial, ("bool",), "init")
    return GuardedSystem(variables, found, vectors, source.kind == "dtmc", initial, blocked)


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


def _owners(modules: list[Module], shared: list[Variable], definitions: Definitions) -> dict[str, str]:
    """Which module a variable belongs to, if it is not global; an error if a name is taken."""
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
    return owner


def _variables(
    modules: list[Module], source: PrismFile, owner: Mapping[str, str], definitions: Definitions
) -> tuple[list[StateVariable], list[tuple[int, ...]]]:
    """All variables, module by module and then the global ones; and the numbers of those that belong to each module."""
    if source.initial is not None:
        for variable in [*source.globals, *(variable for module in modules for variable in module.variables)]:
            if variable.initial is not None:
                message = f"{variable.name!r} has an initial value, and the file has 'init … endinit': leave one out"
                raise variable.initial.position.error(message)
    constants = ModuleScope(definitions, {}, owner, {}, "")
    found: list[StateVariable] = []
    own = []
    for module in modules:
        scope = constants.of("", module.renaming)
        first = len(found)
        found += [_state(variable, _name(module, variable.name), scope) for variable in module.variables]
        own.append(tuple(range(first, len(found))))
    found += [_state(variable, variable.name, constants) for variable in source.globals]
    return found, own


def _whole(expression: Expression, scope: ModuleScope, what: str) -> int:
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
    if variable.type == "bool":
        value = False
        if initial is not None:
            scope.prepare([initial])
            term = typed(initial, scope.look_up)
            wanted(initial, term, ("bool",), f"{name!r}")
            value = bool(known_now(term, initial.position))
        return StateVariable(name, "bool", 0, 1, int(value))
    low, high, first = -UNBOUNDED, UNBOUNDED - 1, 0
    if variable.bounds is not None:
        low, high = (_whole(bound, scope, f"a bound of {name!r}") for bound in variable.bounds)
        first = low
    if low > high:
        raise variable.position.error(f"the range of {name!r} is empty: from {low} to {high}")
    start = first if initial is None else _whole(initial, scope, f"the initial value of {name!r}")
    if not low <= start <= high:
        assert initial is not None
        raise initial.position.error(f"{name!r} starts with {start}, outside of its range [{low}..{high}]")
    return StateVariable(name, "int", low, high, start, variable.bounds is not None)


def _typed_commands(module: Module, scope: ModuleScope, numbers: Mapping[str, int], watch: Watch) -> list[TypedCommand]:
    scope.prepare([e for command in module.commands for e in command.expressions()])
    commands, size = [], 0
    for at, command in enumerate(module.commands):
        watch.tick(1, at)
        resolved = _typed_command(command, module, scope, numbers)
        size += resolved.guard.size
        for update in resolved.updates:
            size += sum(term.size for _, term, _ in update.assignments) + (update.probability or resolved.guard).size
        if size > MAX_TOTAL:
            raise command.position.error(f"the module, with its formulas, has more than {MAX_TOTAL:,} parts")
        commands.append(resolved)
    return commands


def _typed_command(command: Command, module: Module, scope: ModuleScope, numbers: Mapping[str, int]) -> TypedCommand:
    guard = typed(command.guard, scope.look_up)
    wanted(command.guard, guard, ("bool",), "a guard")
    updates = [_typed_update(update, module, scope, numbers) for update in command.updates]
    return TypedCommand(_name(module, command.action) if command.action else "", command.position, guard, updates)


def _typed_update(update: Update, module: Module, scope: ModuleScope, numbers: Mapping[str, int]) -> TypedUpdate:
    probability = None
    if update.probability is not None:
        probability = typed(update.probability, scope.look_up)
        wanted(update.probability, probability, NUMERIC, "a probability")
    assignments = []
    for written, value, position in update.assignments:
        name = _name(module, written)
        if scope.owners.get(name) not in ("", module.name):
            raise position.error(_not_assignable(name, scope))
        term, type_ = typed(value, scope.look_up), scope.variables[name][1]
        if term.type != type_:
            found = f"{described(value)} is {ARTICLE[term.type]}"
            raise value.position.error(f"{found}, and the variable {name!r} is {ARTICLE[type_]}")
        assignments.append((numbers[name], term, position))
    return TypedUpdate(probability, update.position, assignments)


def _not_assignable(name: str, scope: ModuleScope) -> str:
    if name in scope.owners:
        return f"{name!r} belongs to the module {scope.owners[name]!r}: {scope.module!r} cannot assign it"
    if name in scope.definitions.constants or name in scope.definitions.formulas:
        return f"{name!r} is not a variable: it cannot be assigned"
    return f"{name!r} is not defined: there is no such variable in {scope.module!r}"


def _refuse_shared_writes(
    modules: list[GuardedModule], vectors: list[Vector], shared: set[int], variables: list[StateVariable]
) -> None:
    """A command that synchronises cannot write a global variable: another could write it at the same time."""
    if not shared:
        return
    together = {part: vector for vector in vectors if len(vector.parts) > 1 for part in vector.parts}
    for at, module in enumerate(modules):
        for command in module.commands:
            if (at, command.action) in together and shared & command.written:
                vector = together[at, command.action]
                other = next(modules[m].name for m, _ in vector.parts if m != at)
                for update in command.updates:
                    for number, _, position in update.assignments:
                        if number in shared:
                            found = f"the global {variables[number].name!r} is written by a command that"
                            raise position.error(
                                f"{found} synchronises with {other!r}: only one module may have {command.action!r}"
                            )
