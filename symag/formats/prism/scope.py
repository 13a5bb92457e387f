"""What the names mean within one module.

Formulas are resolved per module, because a renamed module renames the variables inside the formulas that it mentions,
too. They are resolved before they are looked up, each after those that it mentions, so that a thousand formulas that
each mention the one before need no recursion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symag.formats.prism.definitions import Definitions
from symag.formats.prism.syntax import Expression, Identifier, mentioned
from symag.formats.prism.terms import Bounds, Term
from symag.formats.prism.typing import typed

__all__ = ["Scope", "names_used"]

Variables = Mapping[str, tuple[int, str, Bounds]]


@dataclass
class Scope:
    """Looks names up. `owners` says to which modules variables belong; no `module` means before there are states."""

    definitions: Definitions
    variables: Variables
    owners: Mapping[str, str]
    renaming: Mapping[str, str]
    module: str
    _plain: dict[str, Term] = field(default_factory=dict)
    _renamed: dict[str, Term] = field(default_factory=dict)

    def prepare(self, expressions: list[Expression]) -> None:
        """Resolve the formulas that these expressions mention."""
        names = {identifier.name for identifier in mentioned(expressions)}
        plain, renamed = closure(names, self.definitions, self.renaming)
        formulas, position = self.definitions.formulas, self.definitions.position
        for name in sorted(plain - self._plain.keys(), key=position.__getitem__):
            self._plain[name] = typed(formulas[name].value, self._look_up_plain)
        for name in sorted(renamed - self._renamed.keys(), key=position.__getitem__):
            self._renamed[name] = typed(formulas[name].value, self.look_up)

    def look_up(self, identifier: Identifier) -> Term:
        """The meaning of a name in the module's own text, or in a formula that follows its renaming."""
        name = self.renaming.get(identifier.name)
        if name is not None:
            return self._look_up_plain(Identifier(name, identifier.place))
        if identifier.name in self._renamed:
            return self._renamed[identifier.name]
        return self._look_up_plain(identifier)

    def _look_up_plain(self, identifier: Identifier) -> Term:
        name, place = identifier.name, identifier.place
        if name in self.variables:
            number, type_, bounds = self.variables[name]
            return Term.variable(number, type_, bounds, place)
        if name in self.definitions.constants:
            return self.definitions.constants[name]
        if name in self._plain:
            return self._plain[name]
        if name in self.owners and not self.module:
            raise place.wrong(f"{name!r} is a variable, and here only constants can be used")
        if name in self.owners:
            reason = "a module is read by itself, and cannot look at the variables of others"
            raise place.wrong(f"{name!r} belongs to the module {self.owners[name]!r}, not to {self.module!r}: {reason}")
        raise place.wrong(f"{name!r} is not defined: it is no constant, no formula and no variable")


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


def names_used(expressions: list[Expression], definitions: Definitions, renaming: Mapping[str, str]) -> set[str]:
    """Every name that these expressions mention, by themselves or through formulas, as renamed."""
    names = {identifier.name for identifier in mentioned(expressions)}
    plain, renamed = closure(names, definitions, renaming)
    for name in renamed:
        names |= definitions.mentions[name]
    used = {renaming.get(name, name) for name in names}
    for name in plain:
        used |= definitions.mentions[name]
    return used
