"""A formula, independent of every solver: clauses over numbered Booleans, sums of Reals for weight functions, and
linear inequalities for bounds of probabilities.

That is all there is: nothing beyond QF_LRA can be written down here.

A formula as SMT-LIB 2 text. Booleans are called `b1`, `b2`, … and Reals `w1`, `w2`, … unless names are given.

What symag asks of a solver, and how it is kept within limits.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, TypeVar

from symag.limits import Watch
from symag.model.collector import no_collection

__all__ = [
    "QUESTION",
    "AtMost",
    "Linear",
    "MakeSolver",
    "Names",
    "Patience",
    "Solver",
    "SolverFormula",
    "Sum",
    "at_most_text",
    "clause_text",
    "declarations",
    "rational",
    "real_text",
    "sum_text",
]


@dataclass(frozen=True)
class Sum:
    """If the Boolean `guard` is true, these Reals add up to `total`."""

    guard: int
    terms: tuple[int, ...]
    total: Fraction


@dataclass(frozen=True)
class Linear:
    """A weighted sum of Reals, with their weights, and a constant."""

    terms: tuple[tuple[Fraction, int], ...]
    constant: Fraction = Fraction(0)


@dataclass(frozen=True)
class AtMost:
    """`low ≤ high`, or `low < high` if it is strict; only if the Boolean `guard` is true, unless that is 0."""

    low: Linear
    high: Linear
    guard: int = 0
    is_strict: bool = False


@dataclass
class SolverFormula:
    """Booleans are numbered from 1, and so are Reals, which are never negative."""

    literals: array[int] = field(default_factory=lambda: array("i"))
    """The clauses, one after the other, each closed by a 0; `-v` is the negation of `v` (as in DIMACS)."""
    num_clauses: int = 0
    sums: list[Sum] = field(default_factory=list)
    carriers: list[int] = field(default_factory=lambda: [0])
    """Per Real, the Boolean that must be true if the Real is greater than zero; 0 if there is none. There is no Real
    0."""
    inequalities: list[AtMost] = field(default_factory=list)

    def add(self, clause: Iterable[int]) -> None:
        """One of these literals is true."""
        self.literals.extend(clause)
        self.literals.append(0)
        self.num_clauses += 1

    def real(self, carrier: int = 0) -> int:
        """A new Real."""
        self.carriers.append(carrier)
        return len(self.carriers) - 1

    @property
    def num_reals(self) -> int:
        """How many Reals there are."""
        return len(self.carriers) - 1

    @property
    def logic(self) -> str:
        """The SMT-LIB logic that it needs: linear real arithmetic, or none but Booleans."""
        return "QF_LRA" if self.num_reals else "QF_UF"

    @property
    def size(self) -> int:
        """How many constraints there are."""
        return self.num_clauses + len(self.sums) + self.num_reals + len(self.inequalities)

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses, one by one."""
        start = 0
        while start < len(self.literals):
            end = self.literals.index(0, start)
            yield tuple(self.literals[start:end])
            start = end + 1


class Names:
    """What Booleans and Reals are called."""

    def boolean(self, number: int) -> str:
        """The name of a Boolean."""
        return f"b{number}"

    def real(self, number: int) -> str:
        """The name of a Real."""
        return f"w{number}"


def declarations(names: Names, booleans: Sequence[int], reals: Sequence[int]) -> Iterator[str]:
    """Declare so many variables."""
    for boolean in booleans:
        yield f"(declare-const {names.boolean(boolean)} Bool)"
    for real in reals:
        yield f"(declare-const {names.real(real)} Real)"


def clause_text(clause: Sequence[int], names: Names) -> str:
    """A clause, as an implication if it says what follows from one Boolean."""
    positive = [names.boolean(literal) for literal in clause if literal > 0]
    negative = [names.boolean(-literal) for literal in clause if literal < 0]
    head = _joined("or", positive, "false")
    if not negative:
        return head
    if not positive:
        return _joined("or", [f"(not {name})" for name in negative], "false")
    return f"(=> {_joined('and', negative, 'true')} {head})"


def sum_text(total: Sum, names: Names) -> str:
    """If the guard is true, the Reals add up."""
    terms = _joined("+", [names.real(term) for term in total.terms], "0.0")
    return f"(=> {names.boolean(total.guard)} (= {terms} {rational(total.total)}))"


def at_most_text(inequality: AtMost, names: Names) -> str:
    """An inequality, as an implication if it has a guard."""
    sign = "<" if inequality.is_strict else "<="
    text = f"({sign} {_linear_text(inequality.low, names)} {_linear_text(inequality.high, names)})"
    return f"(=> {names.boolean(inequality.guard)} {text})" if inequality.guard else text


def _linear_text(linear: Linear, names: Names) -> str:
    terms = [
        names.real(real) if weight == 1 else f"(* {rational(weight)} {names.real(real)})"
        for weight, real in linear.terms
    ]
    return _joined("+", [*terms, *([rational(linear.constant)] if linear.constant else [])], "0.0")


def real_text(formula: SolverFormula, real: int, names: Names) -> str:
    """A Real is not negative, and if it is positive then its carrier is true, if it has one."""
    name, carrier = names.real(real), formula.carriers[real]
    if not carrier:
        return f"(>= {name} 0.0)"
    return f"(and (>= {name} 0.0) (=> (> {name} 0.0) {names.boolean(carrier)}))"


def rational(number: Fraction) -> str:
    """An exact number in SMT-LIB's decimals."""
    if number.denominator == 1:
        return f"{number.numerator}.0"
    return f"(/ {number.numerator}.0 {number.denominator}.0)"


def _joined(operator: str, parts: Sequence[str], neutral: str) -> str:
    if len(parts) < 2:
        return parts[0] if parts else neutral
    return f"({operator} {' '.join(parts)})"


LOOK_SECONDS = 0.05
QUESTION = 100
"""Units of work that even a small question to a solver costs."""

T = TypeVar("T")


class Solver(Protocol):
    """One conversation with a solver. Formulas that are added share their variables by number."""

    def add(self, formula: SolverFormula) -> None:
        """All of this must be true from now on."""

    def solve(self, assumed: Sequence[int] = ()) -> bool:
        """Can it be, if these variables are true? `LimitReached` if the solver does not know."""

    def true(self, variables: Iterable[int]) -> list[int]:
        """Those of the variables that are true in the model, after `solve` said yes."""

    def values(self, reals: Iterable[int]) -> list[Fraction]:
        """The numbers of these Reals in the model, after `solve` said yes."""

    def core(self) -> list[int]:
        """Assumed variables that cannot all be true, as few as the solver can make them, after `solve` said no."""


class MakeSolver(Protocol):
    """Starts a conversation in a logic of `SolverFormula.logic`."""

    def __call__(self, logic: str, watch: Watch) -> Solver:
        """A solver without any formula."""


class Patience:
    """Lets a solver work in a thread of its own and keeps looking at the watch: it is interrupted at a limit, and by
    Ctrl-C, which Python would notice only when the solver comes back. The thread is there as long as the solver.
    """

    def __init__(self, watch: Watch, interrupt: Callable[[], None]) -> None:
        self.watch = watch
        self.interrupt = interrupt
        self.thread = ThreadPoolExecutor(1)

    def __call__(self, stage: str, work: Callable[[], T]) -> T:
        """What the work comes to.

        What earlier conversations left behind is not freed meanwhile: in pySMT they all share one context of Z3, which
        must not be touched by one thread while another works in it.
        """
        self.watch.tick(QUESTION)
        with no_collection():
            answer = self.thread.submit(work)
            try:
                while not wait([answer], LOOK_SECONDS).done:
                    self.watch.check(stage)
            except BaseException:
                while not answer.done():  # it may not have started yet
                    self.interrupt()
                    wait([answer], LOOK_SECONDS)
                raise
        return answer.result()
