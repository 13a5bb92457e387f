"""The free names of an expression. Names in a pattern count as bound, also those of constructors, which are global."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symag.formats.csp.tree import (
    Binder,
    Clause,
    Communication,
    CspApplication,
    CspDeclaration,
    CspLambda,
    CspLiteral,
    CspName,
    CspNode,
    CspOperator,
    FunctionDeclaration,
    Generator,
    Let,
    PatternDeclaration,
    Steps,
    TransparentDeclaration,
)

__all__ = ["FreeNames", "let_names", "names_in"]

Names = frozenset[str]


def names_in(pattern: CspNode) -> Iterator[str]:
    """All names in a pattern."""
    if isinstance(pattern, CspName):
        yield pattern.name
    elif isinstance(pattern, CspOperator):
        for operand in pattern.operands:
            yield from names_in(operand)


def let_names(declarations: Iterable[CspDeclaration]) -> Names:
    """The names that declarations of a `let` define."""
    found: set[str] = set()
    for declaration in declarations:
        if isinstance(declaration, FunctionDeclaration):
            found.add(declaration.name)
        elif isinstance(declaration, PatternDeclaration):
            found.update(names_in(declaration.pattern))
        elif isinstance(declaration, TransparentDeclaration):
            found.update(name for name, _ in declaration.names)
    return frozenset(found)


class FreeNames:
    """The free names of nodes, each worked out once."""

    def __init__(self) -> None:
        self._found: dict[CspNode, Names] = {}

    def of(self, node: CspNode) -> Names:
        """The free names of an expression."""
        found = self._found.get(node)
        if found is None:
            found = self._found[node] = self._names(node)
        return found

    def _names(self, node: CspNode) -> Names:
        if isinstance(node, CspName):
            return frozenset([node.name])
        if isinstance(node, CspLiteral):
            return frozenset()
        if isinstance(node, CspOperator):
            return self._all(node.operands)
        if isinstance(node, CspApplication):
            return self.of(node.function) | self._all(node.arguments)
        if isinstance(node, Binder):
            return self._all(node.outer) | self._bound(node.statements, self._all(node.inner))
        if isinstance(node, CspLambda):
            return self.of(node.body) - {name for pattern in node.patterns for name in names_in(pattern)}
        if isinstance(node, Let):
            return self.declared(node.declarations) | (self.of(node.body) - let_names(node.declarations))
        return self._stepwise(node)

    def _all(self, nodes: Iterable[CspNode]) -> Names:
        return frozenset().union(*map(self.of, nodes))

    def _bound(self, statements: Iterable[Generator | CspNode], inner: Names) -> Names:
        for statement in reversed(tuple(statements)):
            if isinstance(statement, Generator):
                inner = (inner - set(names_in(statement.pattern))) | self.of(statement.values)
            else:
                inner |= self.of(statement)
        return inner

    def _stepwise(self, node: Steps) -> Names:
        found = self.of(node.last)
        for step in reversed(node.steps):
            if not isinstance(step, Communication):
                found |= self.of(step)
                continue
            for field in reversed(step.fields):
                if field.sign == "!":
                    found |= self.of(field.value)
                else:
                    found -= set(names_in(field.value))
                    found |= frozenset() if field.values is None else self.of(field.values)
            found |= self.of(step.channel)
        return found

    def declared(self, declarations: Iterable[CspDeclaration]) -> Names:
        """The free names of the declarations of a `let`, which know each other."""
        declarations = tuple(declarations)
        found: Names = frozenset()
        for declaration in declarations:
            if isinstance(declaration, FunctionDeclaration):
                for clause in declaration.clauses:
                    found |= self.in_clause(clause)
            elif isinstance(declaration, PatternDeclaration):
                found |= self.of(declaration.value)
        return found - let_names(declarations)

    def in_clause(self, clause: Clause) -> Names:
        """The free names of a clause, without its parameters."""
        return self.of(clause.body) - {name for group in clause.groups for one in group for name in names_in(one)}
