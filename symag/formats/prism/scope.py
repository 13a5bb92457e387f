"""The meaning of names: constants and formulas of the file, and the names within one module.

Formulas are resolved per module, because a renamed module renames the variables inside the formulas that it mentions,
too. They are resolved before they are looked up, each after those that it mentions, so that a thousand formulas that
each mention the one before need no recursion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from symag.errors import InputError
from symag.formats.format import ConstantValues
from symag.formats.guarded.exact import Bounds, Term, evaluate_exactly
from symag.formats.guarded.expressions import Expression, Identifier, mentioned
from symag.formats.guarded.typing import ARTICLE, Lookup, typed
from symag.formats.positions import Position
from symag.formats.prism.syntax import ConstantDeclaration, PrismFile, PrismFormula

__all__ = ["Definitions", "ModuleScope", "define", "known_now"]

Variables = dict[str, tuple[int, str, Bounds]]


class Definitions:
    """The constants and formulas of a file; each formula comes after those that it mentions."""

    def __init__(self, constants: Mapping[str, Term], formulas: Mapping[str, PrismFormula]) -> None:
        self.constants = constants
        self.formulas = formulas
        self.order_of = {name: at for at, name in enumerate(formulas)}
        self.mentions = {
            name: {identifier.name for identifier in mentioned([formula.value])} for name, formula in formulas.items()
        }


def define(source: PrismFile, given: ConstantValues) -> Definitions:
    """Give every constant its value."""
    defined: dict[str, ConstantDeclaration | PrismFormula] = {}
    every: list[ConstantDeclaration | PrismFormula] = [*source.constants, *source.formulas]
    for definition in every:
        if definition.name in defined:
            raise definition.position.error(f"{definition.name!r} is defined twice")
        defined[definition.name] = definition
    order = _ordered(defined)
    constants: dict[str, Term] = {}
    found: dict[str, Term] = {}

    def lookup(identifier: Identifier) -> Term:
        if identifier.name in found:
            return found[identifier.name]
        raise identifier.position.error(f"{identifier.name!r} is not a constant, and here only constants can be used")

    needed = _needed(defined)
    for name in order:
        definition = defined[name]
        if isinstance(definition, ConstantDeclaration):
            constants[name] = found[name] = _constant(definition, given, lookup)
        elif name in needed:
            found[name] = typed(definition.value, lookup)
    formulas = {name: formula for name in order if isinstance(formula := defined[name], PrismFormula)}
    return Definitions(constants, formulas)


def _ordered(defined: Mapping[str, ConstantDeclaration | PrismFormula]) -> list[str]:
    """Each after those that it mentions."""
    graph = {
        name: {i.name for i in mentioned([] if definition.value is None else [definition.value])} & defined.keys()
        for name, definition in defined.items()
    }
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        cycle: list[str] = error.args[1]
        shown = " → ".join(cycle[:8]) + (" → …" if len(cycle) > 8 else "")
        raise defined[cycle[0]].position.error(f"{cycle[0]!r} depends on itself: {shown}") from None


def _needed(defined: Mapping[str, ConstantDeclaration | PrismFormula]) -> set[str]:
    """The formulas that constants mention, by themselves or through others."""
    needed: set[str] = set()
    queue: list[ConstantDeclaration | PrismFormula] = [
        d for d in defined.values() if isinstance(d, ConstantDeclaration)
    ]
    while queue:
        value = queue.pop().value
        for identifier in mentioned([] if value is None else [value]):
            other = defined.get(identifier.name)
            if isinstance(other, PrismFormula) and other.name not in needed:
                needed.add(other.name)
                queue.append(other)
    return needed


def _constant(constant: ConstantDeclaration, given: ConstantValues, lookup: Lookup) -> Term:
    name, type_, position = constant.name, constant.type, constant.position
    try:
        value = given.get(name, type_)
    except InputError as error:
        raise position.error(error.message) from None
    if constant.value is None:
        if value is None:
            raise position.error(f"the constant {name!r} has no value: give it with --const {name}=…")
        return Term.constant(value, type_, position)
    if value is not None:
        raise position.error(
            f"the constant {name!r} has its value in the file: leave it out of --const, or of the file"
        )
    term = typed(constant.value, lookup)
    if term.type != type_ and not (type_ == "double" and term.type == "int"):
        raise constant.value.position.error(
            f"the constant {name!r} is {ARTICLE[type_]}, its value {ARTICLE[term.type]}"
        )
    exact = known_now(term, constant.value.position)
    return Term.constant(Fraction(exact) if type_ == "double" else exact, type_, position)


def known_now(term: Term, position: Position) -> bool | int | Fraction:
    """The value of a term without variables."""
    if term.variables:
        raise position.error("this depends on variables, and must be known before the model runs")
    return evaluate_exactly(term, {})


@dataclass
class ModuleScope:
    """Looks names up. `owners` says to which modules variables belong; no `module` means before there are states."""

    definitions: Definitions
    variables: Variables
    owners: Mapping[str, str]
    renaming: Mapping[str, str]
    module: str
    fixed: dict[str, Term] = field(default_factory=dict)
    """Variables that never change."""
    _plain: dict[str, Term] = field(default_factory=dict)
    _renamed: dict[str, Term] = field(default_factory=dict)

    def of(self, module: str, renaming: Mapping[str, str]) -> ModuleScope:
        """The scope of a module with the same variables; formulas that it does not rename are resolved once."""
        return replace(self, module=module, renaming=renaming, _renamed={})

    def prepare(self, expressions: list[Expression]) -> None:
        """Resolve the formulas that these expressions mention."""
        if not self.definitions.formulas:
            return
        names = {identifier.name for identifier in mentioned(expressions)}
        plain, renamed = closure(names, self.definitions, self.renaming)
        formulas, order_of = self.definitions.formulas, self.definitions.order_of
        for name in sorted(plain - self._plain.keys(), key=order_of.__getitem__):
            self._plain[name] = typed(formulas[name].value, self._look_up_plain)
        for name in sorted(renamed - self._renamed.keys(), key=order_of.__getitem__):
            self._renamed[name] = typed(formulas[name].value, self.look_up)

    def look_up(self, identifier: Identifier) -> Term:
        """The meaning of a name in the module's own text, or in a formula that follows its renaming."""
        name = self.renaming.get(identifier.name)
        if name is not None:
            return self._look_up_plain(Identifier(name, identifier.position))
        if identifier.name in self._renamed:
            return self._renamed[identifier.name]
        return self._look_up_plain(identifier)

    def _look_up_plain(self, identifier: Identifier) -> Term:
        name, position = identifier.name, identifier.position
        if name in self.variables:
            number, type_, bounds = self.variables[name]
            return Term.variable(number, type_, bounds, position)
        if name in self.fixed:
            return replace(self.fixed[name], position=position)
        if name in self.definitions.constants:
            return self.definitions.constants[name]
        if name in self._plain:
            return self._plain[name]
        if name in self.owners and not self.module:
            raise position.error(f"{name!r} is a variable, and here only constants can be used")
        raise position.error(f"{name!r} is not defined: it is no constant, no formula and no variable")


def closure(names: set[str], definitions: Definitions, renaming: Mapping[str, str]) -> tuple[set[str], set[str]]:
    """The formulas behind these names: those that are meant as they stand, and those that follow the renaming."""
    plain, renamed = set[str](), set[str]()
    waiting = [(name, False) for name in names]
    while waiting:
        name, is_plain = waiting.pop()
        if not is_plain and name in renaming:
            name, is_plain = renaming[name], True
        found = plain if is_plain else renamed
        if name in definitions.formulas and name not in found:
            found.add(name)
            waiting.extend((other, is_plain) for other in definitions.mentions[name])
    return (plain | renamed, set()) if not renaming else (plain, renamed)
