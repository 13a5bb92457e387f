"""Constants and formulas: in which order they depend on each other, and the values of the constants."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from symag.errors import InputError
from symag.formats.constants import ConstantValues
from symag.formats.prism.exact import evaluate
from symag.formats.prism.syntax import Constant, Formula, Identifier, Place, Source, mentioned
from symag.formats.prism.terms import Term
from symag.formats.prism.typing import ARTICLE, Lookup, typed

__all__ = ["Definitions", "define", "known_now"]


class Definitions:
    """What the names of a file mean everywhere in it; formulas in an order in which each mentions earlier ones only."""

    def __init__(self, constants: Mapping[str, Term], formulas: Mapping[str, Formula]) -> None:
        self.constants = constants
        self.formulas = formulas
        self.position = {name: at for at, name in enumerate(formulas)}
        self.mentions = {
            name: {identifier.name for identifier in mentioned([formula.value])} for name, formula in formulas.items()
        }


def define(source: Source, given: ConstantValues) -> Definitions:
    """Give every constant its value."""
    defined: dict[str, Constant | Formula] = {}
    every: list[Constant | Formula] = [*source.constants, *source.formulas]
    for definition in every:
        if definition.name in defined:
            raise definition.place.wrong(f"{definition.name!r} is defined twice")
        defined[definition.name] = definition
    order = _ordered(defined)
    constants: dict[str, Term] = {}
    found: dict[str, Term] = {}

    def lookup(identifier: Identifier) -> Term:
        if identifier.name in found:
            return found[identifier.name]
        raise identifier.place.wrong(f"{identifier.name!r} is not a constant, and here only constants can be used")

    needed = _needed(defined)
    for name in order:
        definition = defined[name]
        if isinstance(definition, Constant):
            constants[name] = found[name] = _constant(definition, given, lookup)
        elif name in needed:
            found[name] = typed(definition.value, lookup)
    formulas = {name: formula for name in order if isinstance(formula := defined[name], Formula)}
    return Definitions(constants, formulas)


def _ordered(defined: Mapping[str, Constant | Formula]) -> list[str]:
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
        raise defined[cycle[0]].place.wrong(f"{cycle[0]!r} depends on itself: {shown}") from None


def _needed(defined: Mapping[str, Constant | Formula]) -> set[str]:
    """The formulas that constants mention, by themselves or through others."""
    needed: set[str] = set()
    queue: list[Constant | Formula] = [d for d in defined.values() if isinstance(d, Constant)]
    while queue:
        value = queue.pop().value
        for identifier in mentioned([] if value is None else [value]):
            other = defined.get(identifier.name)
            if isinstance(other, Formula) and other.name not in needed:
                needed.add(other.name)
                queue.append(other)
    return needed


def _constant(constant: Constant, given: ConstantValues, lookup: Lookup) -> Term:
    name, type_, place = constant.name, constant.type, constant.place
    try:
        value = given.get(name, type_)
    except InputError as error:
        raise place.wrong(error.message) from None
    if constant.value is None:
        if value is None:
            raise place.wrong(f"the constant {name!r} has no value: give it with --const {name}=…")
        return Term.constant(value, type_, place)
    if value is not None:
        raise place.wrong(f"the constant {name!r} has its value in the file: leave it out of --const, or of the file")
    term = typed(constant.value, lookup)
    if term.type != type_ and not (type_ == "double" and term.type == "int"):
        raise constant.value.place.wrong(f"the constant {name!r} is {ARTICLE[type_]}, its value {ARTICLE[term.type]}")
    exact = known_now(term, constant.value.place)
    return Term.constant(Fraction(exact) if type_ == "double" else exact, type_, place)


def known_now(term: Term, place: Place) -> bool | int | Fraction:
    """The value of a term without variables."""
    if term.variables:
        raise place.wrong("this depends on variables, and must be known before the model runs")
    return evaluate(term, ())
