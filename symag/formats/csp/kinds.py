"""Is an expression a process or data? As far as its text says, without evaluating it.

An argument that is a process is suspended, data is evaluated at once, and what may be either waits until it is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from symag.formats.csp.scoping import names_in
from symag.formats.csp.tree import (
    Binder,
    CspApplication,
    CspDeclaration,
    CspLambda,
    CspLiteral,
    CspName,
    CspNode,
    CspOperator,
    FunctionDeclaration,
    Let,
    Steps,
)

__all__ = ["DATA", "PROCESS", "UNKNOWN", "is_ready", "kind_of_declaration", "kind_of_expression"]

PROCESS, DATA, UNKNOWN = "process", "data", "unknown"
OPERATORS = frozenset(["[]", "|~|", "|||", ";", "\\", "[|A|]", "[A||B]", "[|A|>", "[>", "/\\", "[+A+]", "/+A+\\"])
"""The operators on processes."""
BINDERS = frozenset(["[]", "|~|", "|||", ";", "||", "[|A|]", "[[]]", "[a<->b]", "[a<->b]@"])
"""Those that bind names."""
MAX_CHAIN = 40
"""Definitions that are looked at, one through the other."""

Lookup = Callable[[str, int], str]


def kind_of_expression(node: CspNode, lookup: Lookup, depth: int = 0) -> str:
    """Process, data or unknown; `lookup` says it of names."""
    if depth > MAX_CHAIN:
        return UNKNOWN
    if isinstance(node, Steps):
        return PROCESS
    if isinstance(node, CspName):
        return lookup(node.name, depth + 1)
    if isinstance(node, CspApplication):
        return kind_of_expression(node.function, lookup, depth + 1)
    if isinstance(node, Binder):
        return PROCESS if node.sign in BINDERS else DATA
    if isinstance(node, CspOperator):
        if node.sign == "if":
            branches = (*node.operands[1::2], node.operands[-1])
            return _first_known(branches, lookup, depth)
        return PROCESS if node.sign in OPERATORS else DATA
    if isinstance(node, Let):
        return kind_of_expression(node.body, _inside(node.declarations, lookup), depth + 1)
    return DATA


def _inside(declarations: tuple[CspDeclaration, ...], lookup: Lookup) -> Lookup:
    local = {one.name: one for one in declarations if isinstance(one, FunctionDeclaration)}

    def inner(name: str, depth: int) -> str:
        found = local.get(name)
        return lookup(name, depth) if found is None else kind_of_declaration(found, inner, depth + 1)

    return inner


def kind_of_declaration(declaration: FunctionDeclaration, lookup: Lookup, depth: int = 0) -> str:
    """What a function gives, or a constant is."""
    for clause in declaration.clauses:
        bound = {name for group in clause.groups for pattern in group for name in names_in(pattern)}
        kind = kind_of_expression(clause.body, _without(bound, lookup), depth + 1)
        if kind != UNKNOWN:
            return kind
    return UNKNOWN


def _without(bound: set[str], lookup: Lookup) -> Lookup:
    """Nothing is known of names that are bound."""
    return lambda name, depth: UNKNOWN if name in bound else lookup(name, depth)


def _first_known(nodes: tuple[CspNode, ...], lookup: Lookup, depth: int) -> str:
    for node in nodes:
        kind = kind_of_expression(node, lookup, depth + 1)
        if kind != UNKNOWN:
            return kind
    return UNKNOWN


def is_ready(node: CspNode, lookup: Lookup) -> bool:
    """Can its value be worked out at once? Not if it needs a call of a function that may give a process."""
    if isinstance(node, CspName):
        return lookup(node.name, 0) == DATA
    if isinstance(node, CspApplication):
        return is_ready(node.function, lookup) and all(is_ready(one, lookup) for one in node.arguments)
    if isinstance(node, CspOperator):
        return node.sign != "if" and all(is_ready(one, lookup) for one in node.operands)
    return isinstance(node, CspLiteral | CspLambda)
