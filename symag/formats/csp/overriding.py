"""`--const N=10`: other values for the constants of a script, which are its definitions `N = 4` and `B = true`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symag.formats.csp.tree import CspDeclaration, CspLiteral, FunctionDeclaration
from symag.formats.csp.truth import Truth, truth
from symag.formats.format import ConstantValues

__all__ = ["overridden"]


def overridden(declarations: Iterable[CspDeclaration], given: ConstantValues) -> tuple[CspDeclaration, ...]:
    """The declarations with the values that the user gives."""
    return tuple(_overridden(one, given) if isinstance(one, FunctionDeclaration) else one for one in declarations)


def _overridden(declaration: FunctionDeclaration, given: ConstantValues) -> FunctionDeclaration:
    """A definition by an expression can be given a value, too, but is not named as a constant where one is missing."""
    clause, name = declaration.clauses[0], declaration.name
    literal = clause.body.value if isinstance(clause.body, CspLiteral) else None
    if clause.groups or not (isinstance(literal, int | Truth) or name in given.values):
        return declaration
    is_bool = isinstance(literal, Truth)
    if literal is None:
        is_bool = isinstance(given.values[name], bool) or given.values[name] in ("true", "false")
    value = given.get(name, "bool" if is_bool else "int")
    if value is None:
        return declaration
    body = CspLiteral(clause.body.place, truth(bool(value)) if is_bool else value)
    return replace(declaration, clauses=(replace(clause, body=body), *declaration.clauses[1:]))
