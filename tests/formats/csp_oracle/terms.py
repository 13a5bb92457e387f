"""CSP process expressions as data, and the traces that they have up to a length by the denotational semantics.

Recursion is a fixed point: its n-th iterate is exact up to length n if it is guarded, so `traces(P, n)` needs P under a
prefix up to n - 1 only.

Hiding needs longer traces than it gives. `hidden` is exact all the same: either no trace of P with at most n visible
events has length L, then (by prefixes) none is longer, and all of them are known from traces(P, L); or L reaches n
times the number of states of some transition system for P, then each trace of P \\ A up to n has a witness of that
length, for between two visible events a shortest path meets no state twice. Otherwise it refuses (`TooLong`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.formats.csp_oracle.traces import INFINITE, TICK, Events, TooLong, Traces, TraceSets

Environment = Mapping[str, Any]
Key = tuple[str, tuple[Any, ...]]
LONGEST = 72
"""Of traces inside of a hiding."""
MANY = 10**6


@dataclass(frozen=True, eq=False)
class Data:
    """A data expression: its text, and its value, given the variables. `is_atom`: it needs no parentheses."""

    text: str
    value: Callable[[Environment], Any]
    is_atom: bool = True


@dataclass(frozen=True, eq=False)
class Field:
    """A field of a communication: `.e`, `!e`, `?x`, `?x:S`, `$x:S`."""

    sign: str
    name: str
    values: Data
    """The value; of an input, the set."""
    is_restricted: bool = False


@dataclass(frozen=True, eq=False)
class Term:
    """An operator with its operands. What `data` and `names` are depends on it."""

    op: str
    parts: tuple[Term, ...] = ()
    data: tuple[Data, ...] = ()
    names: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()

    def subterms(self) -> Iterator[Term]:
        """Itself and all below."""
        yield self
        for part in self.parts:
            yield from part.subterms()


@dataclass(frozen=True, eq=False)
class Clause:
    """`P(0, x) = body`: a pattern is a value, or None and the name of a variable."""

    patterns: tuple[Any, ...]
    names: tuple[str, ...]
    body: Term


@dataclass(frozen=True, eq=False)
class Definition:
    """A process. A local one sees the variables around it; its own have other names."""

    name: str
    clauses: tuple[Clause, ...]
    is_local: bool = False


def bindings(fields: tuple[Field, ...], env: Environment) -> Iterator[tuple[str, Environment]]:
    """The fields of each event of a communication, and the values of the variables after it."""
    if not fields:
        yield "", env
        return
    field = fields[0]
    if field.sign in (".", "!"):
        choices = [(field.values.value(env), env)]
    else:
        choices = [(value, {**env, field.name: value}) for value in field.values.value(env)]
    for value, inner in choices:
        for rest, last in bindings(fields[1:], inner):
            yield f".{value}{rest}", last


LINK = "link"


class Oracle:
    """The traces of terms that call these definitions."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.definitions = definitions
        self.sets = TraceSets()
        self._known: dict[tuple[object, ...], Traces] = {}

    def traces(self, term: Term, length: int, env: Environment | None = None) -> Traces:
        """Exactly the traces up to this length."""
        env = env or {}
        if length <= 0:
            return self.sets.stop
        key = (term, length, tuple(sorted(env.items())))
        if key not in self._known:
            self._known[key] = self._OPERATORS[term.op](self, term, length, env)
        return self._known[key]

    def refines(self, specification: Term, implementation: Term, length: int) -> tuple[str, ...] | None:
        """A shortest trace of the second up to the length that the first has not; None if there is none."""
        start = tuple[str, ...]()
        layer = [(start, self.traces(specification, length), self.traces(implementation, length))]
        while layer:
            following: dict[tuple[int, int], tuple[tuple[str, ...], Traces, Traces]] = {}
            for trace, above, below in layer:
                for event, after in below.after.items():
                    if event not in above.after:
                        return (*trace, event)
                    follow = above.after[event]
                    following[id(follow), id(after)] = ((*trace, event), follow, after)
            layer = list(following.values())
        return None

    def _call(self, term: Term, env: Environment) -> tuple[Key, Term, Environment]:
        definition = self.definitions[term.names[0]]
        arguments = tuple(one.value(env) for one in term.data)
        for clause in definition.clauses:
            if all(p is None or p == v for p, v in zip(clause.patterns, arguments, strict=True)):
                bound = {n: v for n, p, v in zip(clause.names, clause.patterns, arguments, strict=True) if p is None}
                return (definition.name, arguments), clause.body, {**(env if definition.is_local else {}), **bound}
        raise AssertionError((definition.name, arguments))

    def replicas(self, term: Term, env: Environment) -> list[tuple[Term, Environment]]:
        """The operands of a replicated operator, or of an ordinary one."""
        if term.op.startswith("rep "):
            name, values = term.names[0], term.data[0].value(env)
            return [(term.parts[0], {**env, name: value}) for value in values]
        if term.op == "let":
            env = {**env, term.names[0]: term.data[0].value(env)}
        if term.op in ("if", "&"):
            chosen = 0 if term.data[0].value(env) else 1
            return [(term.parts[chosen], env)] if chosen < len(term.parts) else []
        if term.op == "call":
            return [self._call(term, env)[1:]]
        return [(part, env) for part in term.parts]

    # the equations

    def _alternatives(self, term: Term, length: int, env: Environment) -> Traces:
        return self.sets.union(*[self.traces(part, length, inner) for part, inner in self.replicas(term, env)])

    def _skip(self, term: Term, length: int, env: Environment) -> Traces:
        return self.sets.first({TICK: self.sets.stop})

    def _run(self, term: Term, length: int, env: Environment) -> Traces:
        return self.sets.run(term.data[0].value(env), length)

    def _prefix(self, term: Term, length: int, env: Environment) -> Traces:
        found = dict[str, Traces]()
        for rest, inner in bindings(term.fields, env):
            event, after = term.names[0] + rest, self.traces(term.parts[0], length - 1, inner)
            found[event] = self.sets.union(found.get(event, self.sets.stop), after)
        return self.sets.first(found)

    def _sequential(self, term: Term, length: int, env: Environment) -> Traces:
        found = self._skip(term, length, env)
        for part, inner in reversed(self.replicas(term, env)):
            one = self.traces(part, length, inner)
            found = self.sets.sequential(one, found, length)
        return found

    def _then(self, term: Term, length: int, env: Environment) -> Traces:
        one = self.traces(term.parts[0], length, env)
        start = self.sets.soonest(one, frozenset([TICK]))
        return self.sets.sequential(one, self.traces(term.parts[1], length - start, env), length)

    def _interrupt(self, term: Term, length: int, env: Environment) -> Traces:
        one, other = (self.traces(part, length, env) for part in term.parts)
        return self.sets.interrupt(one, other, length)

    def _throw(self, term: Term, length: int, env: Environment) -> Traces:
        events = term.data[0].value(env)
        one = self.traces(term.parts[0], length, env)
        start = self.sets.soonest(one, events) + 1
        return self.sets.throw(one, events, self.traces(term.parts[1], length - start, env), length)

    def _share(self, term: Term, length: int, env: Environment) -> Traces:
        operands = [self.traces(part, length, inner) for part, inner in self.replicas(term, env)]
        events: Events = term.data[-1].value(env) if term.op.endswith("[|A|]") else frozenset()
        found = operands.pop() if operands else self._skip(term, length, env)
        for one in reversed(operands):
            found = self.sets.share(one, events, found, length)
        return found

    def _alphabetised(self, term: Term, length: int, env: Environment) -> Traces:
        operands = self.replicas(term, env)
        if term.op == "[A||B]":
            sides = [(self.traces(p, length, e), d.value(e)) for (p, e), d in zip(operands, term.data, strict=True)]
        else:
            sides = [(self.traces(p, length, e), term.data[1].value(e)) for p, e in operands]
        found, known = self._skip(term, length, env), frozenset[str]()
        for number, (one, events) in enumerate(sides):
            if number == 0:
                found = self.sets.alphabetised(one, events, events, one, length)
            else:
                found = self.sets.alphabetised(found, known, events, one, length)
            known |= events
        return found

    def _rename(self, term: Term, length: int, env: Environment) -> Traces:
        return self.sets.rename(self.traces(term.parts[0], length, env), term.data[0].value(env))

    def _hide(self, term: Term, length: int, env: Environment) -> Traces:
        part = term.parts[0]
        return self.hidden(
            lambda n: self.traces(part, n, env), term.data[0].value(env), length, self.states(part, env, frozenset())
        )

    def _link(self, term: Term, length: int, env: Environment) -> Traces:
        """(P[[a <- m]] [| m |] Q[[b <- m]]) \\ m for new events m, one for each link."""
        operands, pairs = self.replicas(term, env), sorted(term.data[-1].value(env))
        left = frozenset((a, LINK + str(i)) for i, (a, _) in enumerate(pairs))
        right = frozenset((b, LINK + str(i)) for i, (_, b) in enumerate(pairs))
        middle, sets = frozenset(m for _, m in left), self.sets
        found: Callable[[int], Traces] | None = None
        size = 1
        for part, inner in reversed(operands):
            size *= self.states(part, inner, frozenset())

            def one(n: int, part: Term = part, inner: Environment = inner) -> Traces:
                return self.traces(part, n, inner)

            def linked(
                n: int,
                one: Callable[[int], Traces] = one,
                rest: Callable[[int], Traces] | None = found,
                size: int = size,
            ) -> Traces:
                if rest is None:
                    return one(n)
                return self.hidden(
                    lambda m: sets.share(sets.rename(one(m), left), middle, sets.rename(rest(m), right), m),
                    middle,
                    n,
                    size,
                )

            found = linked
        assert found is not None
        return found(length)

    def hidden(self, inner: Callable[[int], Traces], events: Events, length: int, states: int) -> Traces:
        """See the head of this file."""
        enough, bound = length * states, length + 2
        while True:
            bound = min(bound, enough)
            found = inner(bound)
            if bound == enough or self.sets.fewest_outside(found, events, bound) > length:
                return self.sets.hide(found, events, length)
            if bound == LONGEST:
                raise TooLong
            bound = min(2 * bound, LONGEST)

    def states(self, term: Term, env: Environment, calls: frozenset[Key]) -> int:
        """Not fewer than the states of a transition system that has these traces. A call of a process that is being
        counted is a jump: such calls come last in their process, after an event."""
        if term.op == "call":
            key = self._call(term, env)[0]
            if key in calls:
                return 0
            calls |= {key}
        if term.op == "prefix":
            parts = [(term.parts[0], inner) for _, inner in bindings(term.fields, env)]
        else:
            parts = self.replicas(term, env)
        total, product = 2, 1
        for part, inner in parts:
            size = self.states(part, inner, calls)
            total, product = total + size, product * (size + 1)
            if total + product > MANY:
                raise TooLong
        return total + (0 if term.op in ("prefix", "call", ";", "rep ;", "[|A|>", "|~|", "rep |~|") else product)

    _OPERATORS: ClassVar[Mapping[str, Callable[[Oracle, Term, int, Environment], Traces]]] = {
        "STOP": _alternatives,
        "SKIP": _skip,
        "CHAOS": _run,
        "RUN": _run,
        "prefix": _prefix,
        **dict.fromkeys(["[]", "|~|", "[>", "&", "if", "let", "letrec", "call", "rep []", "rep |~|"], _alternatives),
        ";": _then,
        "rep ;": _sequential,
        "/\\": _interrupt,
        "[|A|>": _throw,
        **dict.fromkeys(["|||", "[|A|]", "rep |||", "rep [|A|]"], _share),
        **dict.fromkeys(["[A||B]", "rep ||"], _alphabetised),
        "[[]]": _rename,
        "\\": _hide,
        **dict.fromkeys(["[A<->B]", "rep <->"], _link),
    }


OPERATORS = tuple(Oracle._OPERATORS)
assert INFINITE > MANY
