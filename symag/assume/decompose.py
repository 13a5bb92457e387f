"""The option `decompose`: which components to put on the first side of a rule with two sides.

Whether a proof by parts explores less than composing does depends on this choice more than on anything else: in the
study of TOSEM 2008, most decompositions are worse than composing, and learning is better by some decomposition of every
second subject. What decides is the size of the first side with the specification, which the first premise explores, and
that of the second side, which the second premise explores. The decomposition for which both together have the fewest
states is taken (`symag study tosem08` says how often that is right).

Sides are explored up to the least sum so far, so that a large side costs no more than a small one. Of more than
`ALL_OF` components, the decompositions with one component on a side come first; then one component at a time changes
sides, as long as that helps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from symag.assume.sides import Sides
from symag.errors import LimitReached
from symag.limits import Watch
from symag.model import LPTS, counted
from symag.operators import compose

__all__ = ["TwoSides", "choose_sides", "two_way"]

ALL_OF = 8
"""Of so many components, all decompositions are looked at: 254."""
STATES = 100_000
"""States of a side, at most."""
WORK = 1_000_000
"""States of all sides together."""


@dataclass(frozen=True)
class TwoSides:
    """A decomposition, and what its premises should explore."""

    first: tuple[int, ...]
    """The components on the first side, by number, from 0."""
    names: tuple[str, ...]
    """What these are called."""
    first_states: int
    """Of the first side, with the specification if premises explore it."""
    second_states: int
    """Of the second side."""
    looked_at: int
    """How many decompositions were looked at."""
    complete: bool
    """Were these all that there are?"""
    with_specification: bool
    """Is the specification among the states of the first side?"""

    @property
    def largest(self) -> int:
        """What a proof by parts should explore, if assumptions are small."""
        return max(self.first_states, self.second_states)

    def should_pay(self, whole: int, is_reduced: bool) -> bool:
        """Should a proof by parts explore fewer states than composing does, which explores so many? With reduced
        components, the second side alone says so. `symag study tosem08` has how often that is right."""
        return (self.second_states if is_reduced else self.largest) <= whole

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it."""
        sizes = {"first_states": self.first_states, "second_states": self.second_states}
        return {"first": list(self.names), **sizes, "looked_at": self.looked_at, "complete": self.complete}

    def sides(self, components: Sequence[LPTS]) -> Sides:
        """The components, divided."""
        chosen = set(self.first)
        rest = tuple(model for number, model in enumerate(components) if number not in chosen)
        return tuple(components[number] for number in self.first), rest

    def why(self) -> str:
        """In a sentence."""
        looked = f"{'all ' if self.complete else ''}{counted(self.looked_at, 'decomposition')}"
        also = " with the specification" if self.with_specification else ""
        return (
            f"first side: {', '.join(self.names)}: {counted(self.first_states, 'state')}{also}, and "
            f"{self.second_states:,} on the second side, the fewest together of {looked}"
        )


def two_way(count: int) -> Iterator[tuple[int, ...]]:
    """The first sides of all two-way decompositions of so many components."""
    for chosen in range(1, 2**count - 1):
        yield tuple(i for i in range(count) if chosen >> i & 1)


def choose_sides(
    components: Sequence[LPTS], names: Sequence[str], specification: LPTS | None, watch: Watch, work: int = WORK
) -> TwoSides | None:
    """The decomposition for which both sides together have the fewest states, of those that were looked at for so much
    work; None if there are no two components, or all sides are too large. Of simulation and formulas, the specification
    is None: premises do not explore it."""
    watch.check("choosing the sides")
    search = _Search(components, specification, watch, work)
    count = len(components)
    if count <= ALL_OF:
        search.look_at(sorted(two_way(count), key=search.rough))
    else:
        ones = [(number,) for number in range(count)]
        rests = [tuple(other for other in range(count) if other != number) for number in range(count)]
        search.look_at(sorted((*ones, *rests), key=search.rough))
        while search.best is not None and search.look_at(_neighbours(search.best[1], count)):
            pass
    if search.best is None:
        return None
    _, first, first_states, second_states = search.best
    complete = len(search.seen) == 2**count - 2 and search.left > 0
    found = tuple(names[number] for number in first)
    also = specification is not None
    return TwoSides(first, found, first_states, second_states, len(search.seen), complete, also)


def _neighbours(first: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """One component changes sides."""
    for number in range(count):
        changed = tuple(sorted({*first} ^ {number}))
        if 0 < len(changed) < count:
            yield changed


class _Search:
    """The decompositions that were looked at, and the best one."""

    def __init__(self, components: Sequence[LPTS], specification: LPTS | None, watch: Watch, work: int) -> None:
        self.components, self.specification, self.watch = components, specification, watch
        self.left = work
        self.seen: set[tuple[int, ...]] = set()
        self.best: tuple[int, tuple[int, ...], int, int] | None = None
        """The sum, the first side, the states of both sides."""

    def rough(self, first: tuple[int, ...]) -> float:
        """The product of the states of the larger side, for the order: small ones first."""
        sizes = [1.0, 1.0]
        for number, model in enumerate(self.components):
            sizes[number in first] = min(sizes[number in first] * model.num_states, 1e300)
        return max(sizes)

    def look_at(self, firsts: Iterable[tuple[int, ...]]) -> bool:
        """Look at these, as far as the work allows; is there a better one?"""
        before = self.best
        for first in firsts:
            if self.left <= 0:
                break
            if first not in self.seen:
                self.seen.add(first)
                self._look_at_one(first)
        return self.best is not before

    def _look_at_one(self, first: tuple[int, ...]) -> None:
        allowed = STATES if self.best is None else min(STATES, self.best[0] - 1)
        chosen = set(first)
        second_states = self._count([m for number, m in enumerate(self.components) if number not in chosen], allowed)
        if second_states is None or second_states >= allowed:
            return
        above = [] if self.specification is None else [self.specification]
        models = [*(self.components[number] for number in first), *above]
        first_states = self._count(models, allowed - second_states)
        if first_states is not None:
            self.best = (first_states + second_states, first, first_states, second_states)

    def _count(self, models: Sequence[LPTS], most: int) -> int | None:
        """The states of the composition; None if there are more."""
        try:
            states = compose(*models, watch=self.watch.capped(most)).num_states
        except LimitReached as reached:
            if reached.kind != "max-states":
                raise
            self.left -= most
            return None
        self.left -= states
        return states
