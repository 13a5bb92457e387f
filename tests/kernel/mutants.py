"""Mutants of the kernel: its source with one small change each. Some test must notice every one of them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from types import CodeType, ModuleType
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq,),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add, ast.BitOr),
    ast.Mult: (ast.Add,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change(NamedTuple):
    """Put `new` where `getattr(parent, field)` (or its item `item`) is; `label` says what that means."""

    label: str
    parent: ast.AST
    field: str
    item: int | None
    new: ast.AST


class Mutants:
    """The changes that can be made to a source, and the code that each of them gives."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.changes: list[Change] = []
        self._seen: Counter[str] = Counter()
        self._walk(self.tree, "module")

    def code(self, change: Change) -> CodeType:
        """The mutant, compiled. The tree itself stays as it was."""
        old = getattr(change.parent, change.field)
        if change.item is None:
            setattr(change.parent, change.field, change.new)
        else:
            setattr(change.parent, change.field, [*old[: change.item], change.new, *old[change.item + 1 :]])
        try:
            return compile(ast.fix_missing_locations(self.tree), "<mutant>", "exec")
        finally:
            setattr(change.parent, change.field, old)

    def _walk(self, parent: ast.AST, where: str) -> None:
        if isinstance(parent, (ast.FunctionDef, ast.ClassDef)):
            where = parent.name if where == "module" else f"{where}.{parent.name}"
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns") or isinstance(parent, ast.JoinedStr):
                continue
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(node, ast.AST) or _is_docstring(node):
                    continue
                if isinstance(parent, ast.Assign) and where == "module" and isinstance(node, ast.Subscript):
                    continue  # the name of a type
                named = where == "module" and isinstance(node, ast.Assign)  # a constant, or the name of a type
                for new in () if named else _replacements(node):
                    self._add(where, parent, field, index, node, new)
                self._walk(node, where)

    def _add(self, where: str, parent: ast.AST, field: str, index: int | None, node: ast.AST, new: ast.AST) -> None:
        before, after = ast.unparse(node), ast.unparse(new)
        label = f"{where}: {_brief(before)} → {_brief(after)}"
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and isinstance(parent, ast.expr):
            label += f" in {_brief(ast.unparse(parent))}"
        self._seen[label] += 1
        if self._seen[label] > 1:
            label += f" ({self._seen[label]})"
        self.changes.append(Change(label, parent, field, index, new))


def load(code: CodeType, name: str = "mutant", **known: str) -> ModuleType:
    """The module that the code makes, if these of its names are known before."""
    module = ModuleType(name)
    module.__dict__.update(known)
    exec(code, module.__dict__)
    return module


def _brief(text: str) -> str:
    """A statement by its first line."""
    first, _, rest = text.partition("\n")
    return first + " …" if rest else first


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _replacements(node: ast.AST) -> Iterator[ast.AST]:
    """What one node may become."""
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    elif isinstance(node, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp)):
        yield from _conditions(node)
    elif isinstance(node, (ast.BinOp, ast.Call)):
        yield from _operations(node)
    elif isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield ast.Constant("mutant")
    elif isinstance(node, ast.Slice):
        yield from (_changed(node, **{end: None}) for end in ("lower", "upper") if getattr(node, end))
    elif isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load):
        for i in range(len(node.elts)):
            yield _changed(node, elts=node.elts[:i] + node.elts[i + 1 :])
    elif isinstance(node, ast.comprehension):
        yield from _loops(node)
        for i in range(len(node.ifs)):
            yield _changed(node, ifs=node.ifs[:i] + node.ifs[i + 1 :])


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    """Left out, turned round, or done for one item only."""
    if isinstance(node, (ast.Expr, ast.AugAssign, ast.Raise, ast.Break, ast.Continue)):
        yield ast.Pass()
    if isinstance(node, ast.Assign):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        for operator in OPERATORS[type(node.op)]:
            yield _changed(node, op=operator())
    if isinstance(node, ast.Return):
        yield ast.Return(ast.Constant(None))
    if isinstance(node, ast.Break):
        yield ast.Continue()
    if isinstance(node, ast.Continue):
        yield ast.Break()
    if isinstance(node, (ast.If, ast.While)):
        yield _changed(node, test=ast.Constant(False))
        if not isinstance(node.test, ast.Compare):
            yield _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.If):
        yield _changed(node, test=ast.Constant(True))
    if isinstance(node, ast.For):
        yield from _loops(node)
    if isinstance(node, ast.Try):
        for i in range(len(node.handlers)):
            rest = node.handlers[:i] + node.handlers[i + 1 :]
            yield _changed(node, handlers=rest) if rest else ast.If(ast.Constant(True), node.body, [])


def _loops(node: ast.For | ast.comprehension) -> Iterator[ast.AST]:
    """Without the first item; with the first item only."""
    items = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
    for part in (ast.Slice(ast.Constant(1), None), ast.Slice(None, ast.Constant(1))):
        yield _changed(node, iter=ast.Subscript(items, part, ast.Load()))


def _conditions(node: ast.expr) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for new in COMPARISONS[type(op)]:
                yield _changed(node, ops=[*node.ops[:i], new(), *node.ops[i + 1 :]])
    elif isinstance(node, ast.BoolOp):
        yield _changed(node, op=ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        for i in range(len(node.values)):
            rest = node.values[:i] + node.values[i + 1 :]
            yield rest[0] if len(rest) == 1 else _changed(node, values=rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
        yield _changed(node, body=node.orelse, orelse=node.body)


def _operations(node: ast.expr) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp):
        yield node.left
        for operator in OPERATORS[type(node.op)]:
            yield _changed(node, op=operator())
    elif isinstance(node, ast.Call):
        function = node.func.id if isinstance(node.func, ast.Name) else ""
        if function in SWAPPED:
            yield _changed(node, func=ast.Name(SWAPPED[function], ast.Load()))
        if function in ("name", "items", "int"):
            yield node.args[0]
        if len(node.args) > 1 and function != "need":
            yield _changed(node, args=node.args[:-1])
        for i in range(len(node.keywords)):
            yield _changed(node, keywords=node.keywords[:i] + node.keywords[i + 1 :])


def _constants(value: object) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, str):
        yield ast.Constant("mutant")
        if "\\d" in value:  # a regular expression: other bounds, one escape or question mark less
            for match in re.finditer(r"\d+", value):
                for bound in (int(match[0]) + 1, int(match[0]) - 1):
                    yield ast.Constant(f"{value[: match.start()]}{bound}{value[match.end() :]}")
            for match in re.finditer(r"\\|(?<!\()\?", value):
                yield ast.Constant(value[: match.start()] + value[match.end() :])


def _changed(node: ast.AST, **fields: Any) -> ast.AST:
    """The node with other fields; the children are shared with the original."""
    new = copy(node)
    for field, value in fields.items():
        setattr(new, field, value)
    return new
