"""The exact values of a problem: a policy that floats have guessed, solved in rationals and improved.

The values of a policy under which the goal, or a place from which it cannot be reached, is reached almost surely from
everywhere are the one solution of its equations. If no choice is worth more than its place, they are the greatest
probabilities (Puterman, 1994, section 7.2). A float never decides: it only says where to begin.

1. Values with short denominators are guessed from the floats at once. If all equations hold for them, they are exact.
2. Otherwise the equations of the policy are solved, one strongly connected component after the other, by elimination
   in rationals, and the policy is improved until no choice is worth more than its place.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush

from symag.errors import LimitReached
from symag.limits import Watch
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS
from symag.probability.problem import GOAL, LONGEST, LOST, Problem, short_multiple

__all__ = ["exact_values"]

DENOMINATORS = (1_000, 1_000_000)
"""The largest denominators that are guessed from floats."""
PRECISE = 10**14
"""Greater scales are too long for floats."""
CLOSE = 0.05
"""How far the numerators that floats say may be from whole numbers."""


def exact_values(problem: Problem) -> list[Fraction]:
    """The greatest probability of the path from each place."""
    return _Solver(problem).solve()


class _Solver:
    def __init__(self, problem: Problem) -> None:
        self.problem, self.watch = problem, problem.watch
        self.order = list(problem.order)
        self.policy = list(problem.policy)

    def solve(self) -> list[Fraction]:
        self.watch.check("computing the exact probabilities", len(self.order))
        for numerators, scale in self._guesses():
            if self.problem.choices.solved_by(numerators, scale):
                fractions = {numerator: Fraction(numerator, scale) for numerator in set(numerators)}
                return [fractions[numerator] for numerator in numerators]
        while True:
            values = self._evaluated()
            self._refuse_long(values)
            if not self._improve(values):
                self.problem.policy[: len(self.policy)] = array("i", self.policy)
                return values

    def _guesses(self) -> Iterator[tuple[array[int], int]]:
        """The floats as numerators over a scale: a power of the common denominator of the probabilities, as without
        loops; or that of fractions with short denominators."""
        import numpy

        problem = self.problem
        floats = numpy.asarray(problem.value)
        common, scale = problem.common_denominator, 1
        while common > 1 and (scale := scale * common) < PRECISE and scale * problem.largest_denominator < LONGEST:
            near = numpy.rint(floats * scale)
            if abs(floats * scale - near).max(initial=0.0) < CLOSE:
                yield array("q", near.astype(numpy.int64).tobytes()), scale
                break
        for most in DENOMINATORS:
            values = self.watch.over(set(problem.value))
            short = {value: Fraction(round(value, 12)).limit_denominator(most) for value in values}
            scale = short_multiple({value.denominator for value in short.values()})
            if scale and scale * problem.largest_denominator < LONGEST:
                yield array("q", [int(short[value] * scale) for value in problem.value]), scale

    def _refuse_long(self, values: list[Fraction]) -> None:
        if max((value.denominator for value in values), default=1) >= MAX_EXACT:
            raise LimitReached("digits", f"digits: an exact probability has more than {MAX_EXACT_DIGITS} digits")

    def _improve(self, values: list[Fraction]) -> bool:
        """Take better choices, where there are any; were there?"""
        problem, better = self.problem, False
        for place in self.order:
            best = values[place]
            for choice in range(problem.choice_first[place], problem.choice_first[place + 1]):
                self.watch.tick()
                worth = problem.worth(choice, values)
                if worth > best:
                    best, better = worth, True
                    self.policy[place] = choice
        return better

    def _evaluated(self) -> list[Fraction]:
        """The values of the policy."""
        values = [Fraction(0)] * self.problem.num_places
        rows = {place: self._row(place) for place in self.order}
        for component in _components(self.order, rows):
            for place, value in _solved(component, rows, values, self.watch).items():
                values[place] = value
        return values

    def _row(self, place: int) -> tuple[dict[int, Fraction], Fraction]:
        """The equation of a place by the policy: the shares of other places, and that of the goal."""
        shares: dict[int, Fraction] = {}
        constant = Fraction(0)
        for to, share in self.problem.outcomes(self.policy[place]):
            if to == GOAL:
                constant += share
            elif to != LOST and self.problem.policy[to] >= 0:
                shares[to] = shares.get(to, Fraction(0)) + share
        return shares, constant


Rows = dict[int, tuple[dict[int, Fraction], Fraction]]


def _components(order: Sequence[int], rows: Rows) -> Iterator[list[int]]:
    """The strongly connected components of the policy, those that others lead to first (Tarjan, 1972)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    is_on = set[int]()
    for root in order:
        if root in number:
            continue
        walk = [(root, iter(rows[root][0]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        is_on.add(root)
        while walk:
            place, following = walk[-1]
            for to in following:
                if to not in number:
                    number[to] = low[to] = len(number)
                    stack.append(to)
                    is_on.add(to)
                    walk.append((to, iter(rows[to][0])))
                    break
                if to in is_on:
                    low[place] = min(low[place], number[to])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[place])
                if low[place] == number[place]:
                    component = [stack.pop()]
                    while component[-1] != place:
                        component.append(stack.pop())
                    is_on.difference_update(component)
                    yield component


def _solved(component: list[int], rows: Rows, values: Sequence[Fraction], watch: Watch) -> dict[int, Fraction]:
    """The values of one component, if those of the components that it leads to are known: by elimination, the place
    with the fewest neighbours first."""
    inside = set(component)
    left: dict[int, dict[int, Fraction]] = {}
    constant: dict[int, Fraction] = {}
    users: dict[int, set[int]] = {place: set() for place in component}
    for place in component:
        shares, constant[place] = rows[place]
        constant[place] += sum((share * values[to] for to, share in shares.items() if to not in inside), Fraction(0))
        left[place] = {to: share for to, share in shares.items() if to in inside}
        for to in left[place]:
            users[to].add(place)
    eliminated: list[int] = []
    waiting = [(len(left[place]) * len(users[place]), place) for place in component]
    heapify(waiting)
    while waiting:
        cost, place = heappop(waiting)
        now = len(left[place]) * len(users[place])
        if now > cost:
            heappush(waiting, (now, place))
            continue
        loop = left[place].pop(place, Fraction(0))
        users[place].discard(place)
        scale = 1 / (1 - loop)
        left[place] = {to: share * scale for to, share in left[place].items()}
        constant[place] *= scale
        for user in users[place]:
            share = left[user].pop(place)
            constant[user] += share * constant[place]
            for to, part in left[place].items():
                left[user][to] = left[user].get(to, Fraction(0)) + share * part
                users[to].add(user)
            watch.tick((1 + len(left[place])) * (16 + (constant[user].denominator.bit_length() >> 2)))
        for to in left[place]:
            users[to].discard(place)
        eliminated.append(place)
    found: dict[int, Fraction] = {}
    for place in reversed(eliminated):
        found[place] = constant[place] + sum((share * found[to] for to, share in left[place].items()), Fraction(0))
    return found
