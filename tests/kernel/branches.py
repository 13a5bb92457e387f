"""Branches of the kernel: its source, instrumented to record which way every condition and every loop went."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
SEEN: set[tuple[str, str]] = set()
"""Where, and which way: what the instrumented code has done so far."""


class Instrumented(NamedTuple):
    """The code, and all branches that it may record."""

    code: CodeType
    branches: set[tuple[str, str]]


def instrumented(source: str) -> Instrumented:
    """The same program, which calls the three functions below."""
    tree = ast.parse(source)
    marks = _Marks(source)
    marks.visit(tree)
    names = [ast.alias(name) for name in ("took", "looped", "caught")]
    tree.body.insert(2, ast.ImportFrom("tests.kernel.branches", names, 0))  # after the docstring and the future
    return Instrumented(compile(ast.fix_missing_locations(tree), "<instrumented>", "exec"), marks.branches)


def took(where: str, condition: T) -> T:
    """A condition was true, or it was false."""
    SEEN.add((where, "true" if condition else "false"))
    return condition


def looped(where: str, items: Iterable[T]) -> Iterator[T]:
    """A loop was entered, and it came to its end. Items that are added meanwhile count."""
    for item in items:
        SEEN.add((where, "entered"))
        yield item
    SEEN.add((where, "ended"))


def caught(where: str) -> None:
    """An exception was handled."""
    SEEN.add((where, "caught"))


class _Marks(ast.NodeTransformer):
    """Puts the calls in, from the inside to the outside."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.branches: set[tuple[str, str]] = set()

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            node.test = self._call("took", node.test, "true", "false")
        elif isinstance(node, ast.BoolOp):
            first = [self._call("took", value, "true", "false") for value in node.values[:-1]]
            node.values = [*first, node.values[-1]]  # nothing depends on the last one here
        elif isinstance(node, ast.comprehension):
            node.ifs = [self._call("took", test, "true", "false") for test in node.ifs]
        if isinstance(node, (ast.For, ast.comprehension)):
            node.iter = self._call("looped", node.iter, "entered", "ended")
        if isinstance(node, ast.ExceptHandler):
            node.body.insert(0, ast.Expr(self._call("caught", None, "caught", at=node)))
        return node

    def _call(self, function: str, value: ast.expr | None, *ways: str, at: Any = None) -> ast.expr:
        place = value or at
        where = f"{place.lineno}:{place.col_offset} {ast.get_source_segment(self.source, place)}"
        self.branches |= {(where, way) for way in ways}
        arguments: list[ast.expr] = [ast.Constant(where), *([value] if value else [])]
        return ast.Call(ast.Name(function, ast.Load()), arguments, [])
