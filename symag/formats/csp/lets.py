"""Functions with their clauses, and the definitions of a `let`, which know each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from symag.formats.csp.code import Code, Compiling, CspEnvironment, CspScope, Matcher, Slot, Unit
from symag.formats.csp.functions import external_function
from symag.formats.csp.matching import constant_of
from symag.formats.csp.runtime import CspConstant, CspFrame, CspFunction, FunctionCode, Runtime
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import (
    CspDeclaration,
    CspName,
    CspNode,
    FunctionDeclaration,
    Let,
    PatternDeclaration,
    TransparentDeclaration,
)
from symag.formats.csp.values import Value, kind_of_value

__all__ = ["LetCode", "compile_function", "destructured"]

Groups = tuple[tuple[CspNode, ...], ...]


def compile_function(
    compiler: Compiling,
    name: str,
    clauses: Sequence[tuple[Groups, CspNode]],
    free: Iterable[str],
    scope: CspScope,
    place: Place,
) -> tuple[FunctionCode, tuple[int, ...]]:
    """The code of a function, and the slots that it captures."""
    slots, outer = scope.captured(free)
    groups = tuple(len(group) for group in clauses[0][0])
    for others, _ in clauses:
        if tuple(len(group) for group in others) != groups:
            raise place.error(f"the clauses of {name!r} have different numbers of parameters")

    def read() -> list[tuple[list[tuple[int, Matcher]], Code, list[int]]]:
        return [_clause(compiler, patterns, body, outer, len(slots)) for patterns, body in clauses]

    cost = 2 * max(body.height for _, body in clauses) + 5
    return FunctionCode(name, groups, read, cost, place), slots


def _clause(
    compiler: Compiling, groups: Groups, body: CspNode, outer: CspScope, captured: int
) -> tuple[list[tuple[int, Matcher]], Code, list[int]]:
    patterns = [pattern for group in groups for pattern in group]
    size = [captured + len(patterns)]
    scope = CspScope(dict(outer.names), outer.namespace, size)
    names: dict[str, Slot] = {}
    tests: list[tuple[int, Matcher]] = []
    for number, pattern in enumerate(patterns, captured):
        if isinstance(pattern, CspName) and pattern.name != "_" and constant_of(pattern, scope) is None:
            if pattern.name in names:
                raise pattern.place.error(f"{pattern.name!r} is bound twice in one pattern")
            names[pattern.name] = Slot(number)
        elif not (isinstance(pattern, CspName) and pattern.name == "_"):
            tests.append((number, compiler.matcher(pattern, scope, names)))
    return tests, compiler.code(body, scope.extended(names)), size


def destructured(
    compiler: Compiling, declaration: PatternDeclaration, scope: CspScope
) -> tuple[list[str], Callable[[Value], dict[str, Value]]]:
    """The names that `(x, y) = e` binds, and their values from the value of `e`."""
    inner = CspScope({}, scope.namespace, [0])
    names: dict[str, Slot] = {}
    matches = compiler.matcher(declaration.pattern, inner, names)

    def split(value: Value) -> dict[str, Value]:
        env: CspEnvironment = [None] * inner.size[0]
        if not matches(value, env):
            raise declaration.place.error(f"the pattern does not match {kind_of_value(value)}")
        return {name: env[slot.number] for name, slot in names.items()}

    return list(names), split


def _selected(split: Callable[[Value], dict[str, Value]], name: str, value: Value) -> Value:
    return split(value)[name]


def _external(name: str, place: Place, frame: CspFrame) -> Value:
    return external_function(name, place)


class LetCode:
    """The definitions of one `let`. `frame` makes their frame from an environment."""

    def __init__(self, compiler: Compiling, node: Let, free: Iterable[str], scope: CspScope) -> None:
        self.compiler = compiler
        self.key = (node, scope.namespace)
        declarations = node.declarations
        self.machine: Runtime = compiler.machine
        self.slots, outer = scope.captured(free)
        own = len(self.slots)
        self.members: dict[str, tuple[int, CspDeclaration]] = {}
        self._makers: list[Callable[[CspFrame], Value]] = []
        for declaration in declarations:
            self._number(declaration, scope)
        names = {name: Slot(own, member, declared) for name, (member, declared) in self.members.items()}
        self.scope = CspScope({**outer.names, **names}, scope.namespace, [own + 1])
        for declaration in declarations:
            self._makers += self._members(declaration)

    def _number(self, declaration: CspDeclaration, scope: CspScope) -> None:
        if isinstance(declaration, FunctionDeclaration):
            names = [declaration.name]
        elif isinstance(declaration, PatternDeclaration):
            names = destructured(self.compiler, declaration, scope)[0]
        elif isinstance(declaration, TransparentDeclaration):
            names = [name for name, _ in declaration.names]
        else:
            raise declaration.place.error("only functions and constants can be defined inside of 'let'")
        for name in names:
            if name in self.members:
                raise declaration.place.error(f"{name!r} is defined twice")
            self.members[name] = (len(self.members), declaration)

    def frame(self, env: CspEnvironment) -> CspFrame:
        """The definitions, in this environment."""
        return self.machine.frame(self.key, tuple([env[slot] for slot in self.slots]), self._makers)

    def _members(self, declaration: CspDeclaration) -> list[Callable[[CspFrame], Value]]:
        if isinstance(declaration, FunctionDeclaration):
            if declaration.clauses[0].groups:
                return [self._function(declaration)]
            clause = declaration.clauses[0]
            return [self._constant(declaration.name, clause.place, clause.body, lambda value: value)]
        if isinstance(declaration, TransparentDeclaration):
            return [partial(_external, name, place) for name, place in declaration.names]
        assert isinstance(declaration, PatternDeclaration)
        names, split = destructured(self.compiler, declaration, self.scope)
        return [
            self._constant(name, declaration.place, declaration.value, partial(_selected, split, name))
            for name in names
        ]

    def _function(self, declaration: FunctionDeclaration) -> Callable[[CspFrame], Value]:
        clauses = [(clause.groups, clause.body) for clause in declaration.clauses]
        names = self.scope.names
        code, slots = compile_function(self.compiler, declaration.name, clauses, names, self.scope, declaration.place)
        own = len(self.slots)

        def make(frame: CspFrame) -> Value:
            values = (*frame.values, frame)
            return CspFunction(code, tuple([values[slot] for slot in slots]))

        assert all(slot <= own for slot in slots)
        return make

    def _constant(
        self, name: str, place: Place, body: CspNode, select: Callable[[Value], Value]
    ) -> Callable[[CspFrame], Value]:
        own = len(self.slots)
        unit = Unit(self.compiler, body, CspScope(dict(self.scope.names), self.scope.namespace, [own + 1]))

        def make(frame: CspFrame) -> Value:
            values = (*frame.values, frame)
            return CspConstant(self.machine, name, place, unit.cost, lambda: select(unit.value(values)))

        return make
