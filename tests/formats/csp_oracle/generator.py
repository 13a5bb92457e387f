"""Random scripts with finite processes: `assert SPEC [T= IMPL`.

Finite by construction: a process calls itself after an event only, and last: not inside of parallel, hiding or
renaming, nor on the left of `;`, `/\\` and `[|A|>`. All arguments are 0 or 1. Other calls are of processes that are
defined before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar

from tests.formats.csp_oracle.data import CHANNELS, PREAMBLE, DataGenerator, Scope, channel_events, constant
from tests.formats.csp_oracle.show import Printer
from tests.formats.csp_oracle.terms import Clause, Data, Definition, Field, Term

STOP = Term("STOP")
EMPTY = Scope()
NAMES = ("m", "n", "k", "w")
REPLICATED = tuple(f"rep {sign}" for sign in ("[]", "|~|", ";", "|||", "[|A|]", "||", "<->"))


@dataclass(frozen=True)
class Script:
    """What is asserted, and the processes that it calls."""

    text: str
    specification: Term
    implementation: Term
    definitions: Mapping[str, Definition]


@dataclass(frozen=True)
class Where:
    """What a term may use: the variables, and the calls that are allowed because they come last, after an event."""

    scope: Scope = EMPTY
    channels: tuple[str, ...] = tuple(CHANNELS)
    loops: tuple[str, ...] = ()
    is_guarded: bool = False

    @property
    def closed(self) -> Where:
        """In an operand that must not call back."""
        return replace(self, loops=())

    @property
    def guarded(self) -> Where:
        """After an event."""
        return replace(self, is_guarded=True)

    def bound(self, name: str, kind: str) -> Where:
        """With one more variable."""
        return replace(self, scope=self.scope.bound(name, kind))


@dataclass
class Generator:
    """Makes terms and scripts by a seeded random number generator."""

    random: Random
    definitions: dict[str, Definition] = field(default_factory=dict)
    arity: dict[str, int] = field(default_factory=dict)
    channels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    callable: tuple[str, ...] = ()

    @property
    def data(self) -> DataGenerator:
        """With the same random numbers."""
        return DataGenerator(self.random)

    # terms

    def process(self, size: int, where: Where) -> Term:
        """A term with about this many operators."""
        if size <= 1:
            return self._leaf(where)
        if self.random.random() < 0.1:
            return self._leaf(where)
        kinds = tuple(self._MAKERS)
        op = self.random.choices(kinds, [self._MAKERS[kind][0] for kind in kinds])[0]
        return self._MAKERS[op][1](self, op, size - 1, where)

    def _leaf(self, where: Where) -> Term:
        if self.random.random() < 0.4:
            return self._prefix("prefix", 0, where)
        choice = self.random.random()
        if where.loops and where.is_guarded and choice < 0.6:
            return self._call(where.loops, where)
        known = tuple(name for name in self.callable if set(self.channels[name]) <= set(where.channels))
        if known and choice < 0.75:
            return self._call(known, where)
        if choice < 0.85:
            return Term(self.random.choice(["STOP", "SKIP", "SKIP"]))
        is_wide = len(where.channels) == len(CHANNELS)
        events = self.data.events(where.scope) if is_wide else channel_events(where.channels)
        return Term(self.random.choice(["CHAOS", "RUN"]), data=(events,))

    def _call(self, names: tuple[str, ...], where: Where) -> Term:
        name = self.random.choice(names)
        return Term("call", data=tuple(self.data.bit(where.scope) for _ in range(self.arity[name])), names=(name,))

    def _new_name(self, where: Where) -> str:
        return self.random.choice([n for n in (*NAMES, f"v{len(where.scope.kept)}") if n not in where.scope.kept])

    def _prefix(self, op: str, size: int, where: Where) -> Term:
        channel = self.random.choice(where.channels)
        fields, inner, signs = [], where.guarded, [".", "!", "!", "?", "?", "$"]
        for kind in CHANNELS[channel]:
            sign = self.random.choice(signs)
            if sign in (".", "!"):
                fields.append(Field(sign, "", self.data.value(kind, inner.scope)))
            else:
                is_restricted = self.random.random() < 0.4
                every = constant("", (0, 1) if kind == "bit" else ("red", "blue"))
                values = self.data.values(kind, inner.scope) if is_restricted else every
                name = self._new_name(inner)
                fields.append(Field(sign, name, values, is_restricted))
                inner = inner.bound(name, kind)
            if sign != ".":
                signs = ["!", "?", "?", "$"]  # after an input, `.` continues its pattern
        return Term(op, (self.process(size, inner),), (), (channel,), tuple(fields))

    def _halves(self, size: int, left: Where, right: Where) -> tuple[Term, Term]:
        first = self.random.randint(1, max(1, size - 1))
        return self.process(first, left), self.process(max(1, size - first), right)

    def _choice(self, op: str, size: int, where: Where) -> Term:
        return Term(op, self._halves(size, where, where))

    def _then(self, op: str, size: int, where: Where) -> Term:
        data = (self.data.events(where.scope),) if op == "[|A|>" else ()
        right = where.guarded if data else where
        return Term(op, self._halves(size, where.closed, right), data)

    def _parallel(self, op: str, size: int, where: Where) -> Term:
        if op == "[A<->B]":
            data: tuple[Data, ...] = (self.data.pairs("<->", where.scope),)
        else:
            data = tuple(self.data.events(where.scope) for _ in range({"|||": 0, "[A||B]": 2}.get(op, 1)))
        return Term(op, self._halves(size, where.closed, where.closed), data)

    def _unary(self, op: str, size: int, where: Where) -> Term:
        data = self.data.events(where.scope) if op == "\\" else self.data.pairs("<-", where.scope)
        return Term(op, (self.process(size, where.closed),), (data,))

    def _conditional(self, op: str, size: int, where: Where) -> Term:
        condition = (self.data.condition(where.scope),)
        return Term(op, self._halves(size, where, where) if op == "if" else (self.process(size, where),), condition)

    def _let(self, op: str, size: int, where: Where) -> Term:
        name = f"v{len(where.scope.bits)}"  # a new one: `let m = m` defines m by itself
        inner = where.bound(name, "bit")
        return Term(op, (self.process(size, inner),), (self.data.bit(where.scope),), (name,))

    def _local(self, op: str, size: int, where: Where) -> Term:
        """A local process: called in its own body last, and anywhere in the expression after `within`."""
        variables = frozenset((*where.scope.bits, *where.scope.colours))
        scope = replace(where.scope, kept=where.scope.kept | variables)
        name, arity, before = f"L{len(self.definitions)}", self.random.randrange(3), self.callable
        self.arity[name], self.channels[name] = arity, where.channels
        self.definitions[name] = Definition(name, (), True)  # takes the name
        clauses = self._clauses((name,), name, size // 2, Where(scope, where.channels))
        self.definitions[name] = Definition(name, clauses, True)
        self.callable = (*before, name)
        body = self.process(max(1, size - size // 2), replace(where, scope=scope))
        self.callable = before
        return Term(op, (body,), (), (name,))

    def _replicated(self, op: str, size: int, where: Where) -> Term:
        name, sign = self._new_name(where), op[4:]
        inner = (where if sign in ("[]", "|~|") else where.closed).bound(name, "bit")
        data = [self.data.runs_over(sign)]
        if sign == "||":
            data.append(self.data.events(inner.scope))
        elif sign == "<->":
            data.append(self.data.pairs("<->", where.scope, is_acyclic=True))
        elif sign == "[|A|]":
            data.append(self.data.events(where.scope))
        return Term(op, (self.process((size + 1) // 2, inner),), tuple(data), (name,))

    # definitions

    def _clauses(self, loops: tuple[str, ...], name: str, size: int, where: Where) -> tuple[Clause, ...]:
        names = tuple(n for n in (*NAMES, "v8", "v9") if n not in where.scope.kept)[: self.arity[name]]
        heads: list[tuple[int | None, ...]] = [(None,) * len(names)]
        if names and self.random.random() < 0.5:
            number = self.random.randrange(2)
            position = self.random.randrange(len(names))
            heads.insert(0, tuple(number if i == position else None for i in range(len(names))))
        found = []
        for head in heads:
            inner = replace(where, loops=loops, is_guarded=False)
            for n, p in zip(names, head, strict=True):
                inner = inner if p is not None else inner.bound(n, "bit")
            found.append(Clause(head, names, self.process(size, inner)))
        return tuple(found)

    def define(self, size: int) -> None:
        """One process, or two that call each other."""
        names = tuple(f"P{len(self.definitions) + i}" for i in range(self.random.choice([1, 1, 2])))
        channels = self._some(tuple(CHANNELS))
        for name in names:
            self.arity[name], self.channels[name] = self.random.randrange(3), channels
            self.definitions[name] = Definition(name, ())
        for name in names:
            clauses = self._clauses(names, name, size, Where(channels=channels))
            self.definitions[name] = Definition(name, clauses)
        self.callable += names

    def _some(self, channels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(self.random.sample(channels, self.random.randint(min(2, len(channels)), len(channels)))))

    def system(self, depth: int, where: Where) -> Term:
        """Processes in parallel; what they share are channels of both, or all events of their alphabets are given."""
        if depth == 0:
            return self.process(self.random.randint(2, 5), where)
        op = self.random.choice(["[|A|]", "[A||B]", "[|A|]", "[A||B]", "|||", "\\", "[[]]", "rep ||", "rep |||"])
        if op in ("\\", "[[]]"):
            inner = self.system(depth, where)
            kept = self._some(where.channels)[:2]
            return Term(op, (inner,), (channel_events(kept) if op == "\\" else self.data.pairs("<-", where.scope),))
        if op.startswith("rep "):
            within = where.bound("k", "bit")
            data = (self.data.runs_over(op[4:]), channel_events(where.channels))[: 2 if op == "rep ||" else 1]
            return Term(op, (self.system(depth - 1, within),), data, ("k",))
        left, right = self._some(where.channels), self._some(where.channels)
        if op == "|||" and self.random.random() < 0.6:
            right = tuple(one for one in where.channels if one not in left) or right
        parts = tuple(self.system(depth - 1, replace(where, channels=one)) for one in (left, right))
        common = tuple(one for one in left if one in right)
        data = {"[|A|]": (channel_events(common),), "[A||B]": (channel_events(left), channel_events(right))}.get(op, ())
        return Term(op, parts, data)

    def replaced(self, term: Term, change: Callable[[Term], Term]) -> Term:
        """With one subterm changed, by chance."""
        if not term.parts or self.random.random() < 0.3:
            return change(term)
        position = self.random.randrange(len(term.parts))
        part = self.replaced(term.parts[position], change)
        return replace(term, parts=(*term.parts[:position], part, *term.parts[position + 1 :]))

    _MAKERS: ClassVar[Mapping[str, tuple[int, Callable[[Generator, str, int, Where], Term]]]] = {
        "prefix": (30, _prefix),
        "[]": (7, _choice),
        "|~|": (4, _choice),
        "[>": (3, _choice),
        ";": (5, _then),
        "/\\": (3, _then),
        "[|A|>": (3, _then),
        "&": (3, _conditional),
        "if": (3, _conditional),
        "|||": (3, _parallel),
        "[|A|]": (5, _parallel),
        "[A||B]": (5, _parallel),
        "[A<->B]": (3, _parallel),
        "\\": (4, _unary),
        "[[]]": (4, _unary),
        "let": (2, _let),
        "letrec": (2, _local),
        **dict.fromkeys(REPLICATED, (1, _replicated)),
    }


def random_script(random: Random, size: int = 12) -> Script:
    """An implementation, and a specification that is above it, close to it, or anything else."""
    generator = Generator(random)
    for _ in range(random.randrange(3)):
        generator.define(random.randint(3, 8))
    is_parallel = random.random() < 0.6
    term = (
        generator.system(random.randint(1, 2), Where())
        if is_parallel
        else generator.process(random.randint(3, size), Where())
    )
    other = generator.process(random.randint(1, 4), Where())

    def weaker(found: Term) -> Term:
        return Term(random.choice(["[]", "|~|", "[>"]), (found, other))

    match random.choice([0, 1, 2, 2, 3, 3, 3, 4, 5]):
        case 0:
            specification, implementation = generator.replaced(term, weaker), term
        case 1:
            specification, implementation = term, generator.replaced(term, lambda found: STOP)
        case 2:
            specification, implementation = term, generator.replaced(term, weaker)
        case 3:
            specification, implementation = term, generator.replaced(term, lambda found: other)
        case 4:
            chaos = Term("CHAOS", data=(generator.data.events(Scope()),))
            specification, implementation = Term("/\\", (chaos, random.choice([STOP, Term("SKIP"), other]))), term
        case _:
            specification, implementation = other, term
    return written(random, generator, specification, implementation)


def written(random: Random, generator: Generator, specification: Term, implementation: Term) -> Script:
    """The script with this assertion."""
    local = {name: one for name, one in generator.definitions.items() if one.is_local}
    printer = Printer(random, local)
    lines = [printer.definition(one) for name, one in generator.definitions.items() if name not in local]
    lines += [f"SPEC ={' '}{printer.process(specification)}\n", f"IMPL = {printer.process(implementation)}\n"]
    random.shuffle(lines)
    text = PREAMBLE + "".join(lines) + "assert SPEC [T= IMPL\n"
    return Script(text, specification, implementation, generator.definitions)


__all__ = ["Generator", "Script", "Where", "random_script", "written"]
