"""A component enumerated: from its rules to an LPTS, with labels such as `s=1,ready=true` made when somebody looks."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, overload

from symag.errors import LimitReached
from symag.formats.prism.compiler import compiled
from symag.formats.prism.enumerator import Enumerator
from symag.formats.prism.exact import evaluate, said
from symag.formats.prism.machine import Machine
from symag.formats.prism.modules import Component, Rule, State
from symag.formats.prism.terms import LIMIT, Term
from symag.limits import Watch
from symag.model import LPTS, TAU, Packing
from symag.model.rational import check_size, shown

__all__ = ["Valuations", "enumerated"]

ROOM = 4
"""The table of commands by value may have so many entries per command."""


def enumerated(component: Component, watch: Watch) -> LPTS:
    """The reachable states of the component, and their transitions."""
    number = {action: at for at, action in enumerate(("", *component.alphabet))}
    rules = sorted(component.rules, key=lambda rule: number[rule.action])
    outside = _Outside(component.variables, rules)
    compiler = compiled(component, rules, [outside.constant_shares(rule) for rule in rules])
    outside.meanings = compiler.outside
    program = compiler.program
    machine = Machine(program, outside.answer)
    kernel = Enumerator(program, machine, _candidates(rules, component.variables), outside, component.is_dtmc, watch)
    try:
        kernel.run()
    except OverflowError as error:
        raise LimitReached(f"size: {error}") from None
    arrays = kernel.arrays()
    states = Valuations(tuple(component.variables), program.packing, arrays.pop("codes"))
    actions = (TAU, *component.alphabet)
    return LPTS(component.name, states, 0, actions, vectors=tuple(outside.vectors), **arrays)


class _Outside:
    """What the kernels ask for: exact numbers, and errors in words."""

    def __init__(self, variables: Sequence[State], rules: Sequence[Rule]) -> None:
        self.variables = variables
        self.rules = rules
        self.meanings: Sequence[Term | Rule] = ()
        self.shares = {Fraction(0): 0, Fraction(1): 1}
        self.listed = [Fraction(0), Fraction(1)]
        self.vectors: list[tuple[Fraction, ...]] = []

    def share(self, probability: Fraction) -> int:
        """The number of a probability."""
        number = self.shares.setdefault(probability, len(self.listed))
        if number == len(self.listed):
            self.listed.append(probability)
        return number

    def constant_shares(self, rule: Rule) -> list[int] | None:
        """The numbers of probabilities that do not depend on the state, if nothing is wrong with them."""
        terms = [share.probability for share in rule.shares]
        if any(term is not None and term.kind != "constant" for term in terms):
            return None
        exact = [Fraction(1) if term is None else Fraction(term.value) for term in terms]
        return None if min(exact) < 0 or sum(exact) != 1 else [self.share(p) for p in exact]

    def answer(self, function: int, values: list[int]) -> list[int]:
        """The numbers that a call asks for."""
        meaning = self.meanings[function]
        if isinstance(meaning, Term):  # only a value that no variable can take is as large as the limit
            return [max(-LIMIT, min(LIMIT, int(evaluate(meaning, values))))]
        total, numbers = Fraction(0), []
        for share in meaning.shares:
            exact = Fraction(1) if share.probability is None else Fraction(evaluate(share.probability, values))
            if exact < 0:
                raise share.place.wrong(f"the probability {shown(exact)} is negative in the state {self.state(values)}")
            total = check_size(total + exact)
            numbers.append(self.share(exact))
        if total != 1:
            found = f"the probabilities sum to {shown(total)}, not to 1, in the state {self.state(values)}"
            raise meaning.shares[0].place.wrong(found)
        return numbers

    def total(self, one: int, two: int) -> int:
        """The number of a sum."""
        return self.share(self.listed[one] + self.listed[two])

    def vector(self, shares: list[int]) -> int:
        """A new vector of probabilities."""
        self.vectors.append(tuple(self.listed[share] for share in shares))
        return len(self.vectors) - 1

    def state(self, values: Sequence[int]) -> str:
        """A state in a message."""
        return valuation(self.variables, values) or "0"

    def leaves(self, assignment: int, values: list[int]) -> None:
        """A variable would leave its range."""
        every = (found for rule in self.rules for share in rule.shares for found in share.assignments)
        number, term, place = next(found for at, found in enumerate(every) if at == assignment)
        variable = self.variables[number]
        range_ = f"[{variable.low}..{variable.high}]"
        value = said(evaluate(term, values))
        raise place.wrong(f"{variable.name!r} would leave its range {range_} with {value} in the state {self.state(values)}")

    def overlap(self, one: int, two: int, values: list[int]) -> None:
        """Two commands of a dtmc are enabled at once."""
        first, second = self.rules[one], self.rules[two]
        choice = "in a dtmc the choice would be probabilistic: make the guards exclusive, or write mdp"
        found = f"this command and the one in line {first.place.line} are both enabled in {self.state(values)}"
        raise second.place.wrong(f"{found}, with the same action; {choice}")


def valuation(variables: Sequence[State], values: Sequence[int]) -> str:
    """`s=1,ready=true`."""
    words = ("false", "true")
    pairs = zip(variables, values, strict=True)
    return ",".join(f"{v.name}={words[value] if v.type == 'bool' else value}" for v, value in pairs)


@dataclass(frozen=True, eq=False)
class Valuations(Sequence[str]):
    """Labels of the states of a module, from their packed codes; the one state of a module without variables is `0`."""

    variables: tuple[State, ...]
    packing: Packing
    codes: array[int]

    def __len__(self) -> int:
        return len(self.codes) // self.packing.words

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        offsets = self.packing.unpack(self.codes, index % len(self))
        values = [v.low + offset for v, offset in zip(self.variables, offsets, strict=True)]
        return valuation(self.variables, values) or "0"

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))


class _Candidates(NamedTuple):
    """The commands to try, by the value of one variable; -1: all of them, always."""

    variable: int
    first: array[int]
    command: array[int]


def _candidates(rules: Sequence[Rule], variables: Sequence[State]) -> _Candidates:
    """Find the variable that most guards ask for by value, and list the commands by its values, if that pays."""
    wanted = [_asked(rule.guard) for rule in rules]
    popular = Counter(variable for asked in wanted for variable in asked)
    for variable, count in popular.most_common(1):
        span = variables[variable].high - variables[variable].low + 1
        if span * (len(rules) - count) + count > ROOM * len(rules) + span or span > ROOM * len(rules) + 64:
            break
        rows: list[list[int]] = [[] for _ in range(span)]
        for at, asked in enumerate(wanted):
            value = asked.get(variable)
            for row in range(span) if value is None else [value - variables[variable].low]:
                if 0 <= row < span:
                    rows[row].append(at)
        first, command = array("i", [0]), array("i")
        for row in rows:
            command.extend(row)
            first.append(len(command))
        return _Candidates(variable, first, command)
    return _Candidates(-1, array("i", [0, len(rules)]), array("i", range(len(rules))))


def _asked(guard: Term) -> dict[int, int]:
    """Which variables must have which values for the guard to be true."""
    parts = guard.args if guard.kind == "chain" and guard.signs[0] == "&" else (guard,)
    found: dict[int, int] = {}
    for part in parts:
        if part.kind == "chain" and part.signs == ("=",):
            one, two = part.args if part.args[0].kind == "variable" else part.args[::-1]
            if one.kind == "variable" and two.kind == "constant" and two.bounds is not None:
                found.setdefault(int(one.value), int(two.value))
    return found
