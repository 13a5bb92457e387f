"""Is an expression a process or data? As far as its text says, without evaluating it.

An argument that is a process is suspended, data is evaluated at once, and what may be either waits until it is needed.
The text is searched for an expression that gives the result, through conditions, `let` and calls: the first one that is
plainly a process or plainly data decides, since all results of an expression are of one kind.
"""

from __future__ import annotations

from collections.abc import Callable

from symag.formats.csp.scoping import let_names, names_in
from symag.formats.csp.tree import (
    Binder,
    Clause,
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

__all__ = ["DATA", "PROCESS", "UNKNOWN", "Meaning", "Resolve", "is_ready", "kind_of_expression"]

PROCESS, DATA, UNKNOWN = "process", "data", "unknown"
OPERATORS = frozenset(
    ["[]", "|~|", "|||", ";", "\\", "|\\", "[|A|]", "[A||B]", "[|A|>", "[>", "/\\", "[+A+]", "/+A+\\"]
)
"""The operators on processes."""
BINDERS = frozenset(["[]", "|~|", "|||", ";", "||", "[|A|]", "[+A+]", "[[]]", "[a<->b]", "[a<->b]@"])
"""Those that bind names."""
MOST = 2000
"""Definitions that are looked at."""

Meaning = str | tuple[FunctionDeclaration, "Resolve"]
"""What is known of a name: a kind, or its declaration and what the names in there mean."""
Resolve = Callable[[str], Meaning]


def kind_of_expression(node: CspNode, resolve: Resolve) -> str:
    """Process, data or unknown."""
    waiting: list[tuple[CspNode, Resolve, int]] = [(node, resolve, 0)]
    seen: set[FunctionDeclaration] = set()
    while waiting and len(seen) < MOST:
        one, known, calls = waiting.pop()
        if isinstance(one, CspApplication):
            waiting.append((one.function, known, calls + 1))
        elif isinstance(one, CspName):
            meaning = known(one.name)
            if isinstance(meaning, tuple):
                declaration, inner = meaning
                if len(declaration.clauses[0].groups) > calls:
                    return DATA  # a function
                if declaration not in seen:
                    seen.add(declaration)
                    waiting += [(clause.body, _inside_clause(clause, inner), 0) for clause in declaration.clauses]
            elif meaning != UNKNOWN:
                return meaning
        elif isinstance(one, Let):
            waiting.append((one.body, _inside_let(one.declarations, known), calls))
        elif isinstance(one, CspOperator) and one.sign == "if":
            waiting += [(branch, known, calls) for branch in (*one.operands[1::2], one.operands[-1])]
        elif not (isinstance(one, CspLambda) and calls):
            return PROCESS if _is_process(one) else DATA
    return UNKNOWN


def _is_process(node: CspNode) -> bool:
    if isinstance(node, Binder):
        return node.sign in BINDERS
    return isinstance(node, Steps) or (isinstance(node, CspOperator) and node.sign in OPERATORS)


def _inside_clause(clause: Clause, resolve: Resolve) -> Resolve:
    bound = {name for group in clause.groups for pattern in group for name in names_in(pattern)}
    return lambda name: UNKNOWN if name in bound else resolve(name)


def _inside_let(declarations: tuple[CspDeclaration, ...], resolve: Resolve) -> Resolve:
    local = {one.name: one for one in declarations if isinstance(one, FunctionDeclaration)}
    bound = let_names(declarations)

    def inner(name: str) -> Meaning:
        if name in local:
            return local[name], inner
        return UNKNOWN if name in bound else resolve(name)

    return inner


def is_ready(node: CspNode, resolve: Resolve, has_value: Callable[[str], bool]) -> bool:
    """Can its value be worked out at once? Not if it needs a call of a function that may give a process."""
    if isinstance(node, CspName):
        return has_value(node.name) or kind_of_expression(node, resolve) == DATA
    if isinstance(node, CspApplication):
        return kind_of_expression(node, resolve) == DATA and all(
            is_ready(one, resolve, has_value) for one in node.arguments
        )
    if isinstance(node, CspOperator):
        return node.sign != "if" and all(is_ready(one, resolve, has_value) for one in node.operands)
    return isinstance(node, CspLiteral | CspLambda)
