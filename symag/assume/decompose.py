"""The option `decompose`: which components to put on the first side of a rule with two sides.

Whether a proof by parts explores less than composing does depends on this choice more than on anything else: in the
study of TOSEM 2008, most decompositions are worse than composing, and learning is better by some decomposition of every
second subject. What decides is the size of the first side with the specification, which the first premise explores, and
that of the second side, which the second premise explores; and whether the first side keeps the specification alone,
whatever the second one does. If it does, the assumption has one state, and premises explore just these sizes. If not,
assumptions grow, and premises explore more: about twice as much where they are small. The decomposition whose larger
side has the fewest states by this count is taken (`symag study tosem08` says how often that is right).

For simulation and formulas, premises do not explore the specification: both sides together have the fewest states.

Sides are explored up to the least count so far, so that a large side costs no more than a small one. Of more than
`ALL_OF` components, the decompositions with one component on a side come first; then one component at a time changes
sides, as long as that helps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from symag.assume.sides import Sides, alphabet_of
from symag.errors import LimitReached
from symag.limits import Watch
from symag.model import LPTS, counted
from symag.operators import compose
from symag.traces import reach_error

__all__ = ["HELPED", "TwoSides", "choose_sides", "keeps_alone", "two_way"]

ALL_OF = 8
"""Of so many components, all decompositions are looked at: 254."""
STATES = 100_000
"""States of a side, at most."""
WORK = 1_000_000
"""States of all sides together."""
HELPED = 2
"""A first side that needs help from an assumption counts as so many times as large."""
LETTERS, SHARE = 3, 0.6
"""If the second side takes part in more letters of the specification than that, such a first side should have at most
this part of the states of the whole, so that its premise explores no more than composing."""


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
    alone: bool = False
    """Does the first side keep the specification, whatever the second one does?"""
    letters: int = 0
    """Of the specification, in which the second side takes part."""

    @property
    def largest(self) -> int:
        """What a proof by parts should explore, if assumptions are small."""
        return max(self.first_states, self.second_states)

    def should_pay(self, whole: int, is_reduced: bool) -> bool:
        """Should a proof by parts explore fewer states than composing does, which explores so many? With reduced
        components, the second side alone says so. `symag study tosem08` has how often that is right."""
        if is_reduced:
            return self.second_states <= whole
        share = SHARE if self.with_specification and not self.alone and self.letters > LETTERS else 1
        return self.first_states <= share * whole and self.second_states <= whole

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it."""
        sizes = {"first_states": self.first_states, "second_states": self.second_states, "alone": self.alone}
        return {"first": list(self.names), **sizes, "looked_at": self.looked_at, "complete": self.complete}

    def sides(self, components: Sequence[LPTS]) -> Sides:
        """The components, divided."""
        chosen = set(self.first)
        rest = tuple(model for number, model in enumerate(components) if number not in chosen)
        return tuple(components[number] for number in self.first), rest

    def why(self) -> str:
        """In a sentence."""
        looked = f"{'all ' if self.complete else ''}{counted(self.looked_at, 'decomposition')}"
        if not self.with_specification:
            also, fewest = "", "the fewest together"
        elif self.alone:
            also, fewest = " with the specification, which it keeps alone", "the fewest"
        else:
            also, fewest = " with the specification, which it does not keep alone", "the fewest"
        return (
            f"first side: {', '.join(self.names)}: {counted(self.first_states, 'state')}{also}, and "
            f"{self.second_states:,} on the second side, {fewest} of {looked}"
        )


def two_way(count: int) -> Iterator[tuple[int, ...]]:
    """The first sides of all two-way decompositions of so many components."""
    for chosen in range(1, 2**count - 1):
        yield tuple(i for i in range(count) if chosen >> i & 1)


def choose_sides(
    components: Sequence[LPTS], names: Sequence[str], specification: LPTS | None, watch: Watch, work: int = WORK
) -> TwoSides | None:
    """The decomposition that should explore the fewest states, of those that were looked at for so much work; None if
    there are no two components, or all sides are too large. Of simulation and formulas, the specification is None:
    premises do not explore it."""
    watch.check("choosing the sides")
    search = _Search(components, specification, watch, work)
    count = len(components)
    if count <= ALL_OF:
        search.look_at(sorted(two_way(count), key=search.rough))
    else:
        ones = [(number,) for number in range(count)]
        rests = [tuple(other for other in range(count) if other != number) for number in range(count)]
        search.look_at(sorted((*ones, *rests), key=search.rough))
        while search.best is not None and search.look_at(_neighbours(search.best.first, count)):
            pass
    if search.best is None:
        return None
    best = search.best
    complete = len(search.seen) == 2**count - 2 and search.left > 0
    found = tuple(names[number] for number in best.first)
    sizes = best.first_states, best.second_states
    if specification is None:
        return TwoSides(best.first, found, *sizes, len(search.seen), complete, False)
    theirs = alphabet_of(model for number, model in enumerate(components) if number not in best.first)
    letters = len(theirs & specification.alphabet)
    return TwoSides(best.first, found, *sizes, len(search.seen), complete, True, best.alone, letters)


def keeps_alone(first: Sequence[LPTS], others: Collection[str], specification: LPTS, watch: Watch) -> bool:
    """Does this side keep the safety property, whatever is done by a second side that has the other actions?"""
    theirs = sorted(specification.alphabet & frozenset(others))
    anything = LPTS.build("any", [("any", action, "any") for action in theirs], alphabet=theirs, name="any")
    tree, _ = reach_error([*first, anything], specification, watch)
    return tree is None


def _neighbours(first: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """One component changes sides."""
    for number in range(count):
        changed = tuple(sorted({*first} ^ {number}))
        if 0 < len(changed) < count:
            yield changed


class _Sized(NamedTuple):
    """A decomposition that was looked at."""

    cost: tuple[int, int]
    """What it should explore, and the states of both sides together."""
    first: tuple[int, ...]
    first_states: int
    second_states: int
    alone: bool


class _Search:
    """The decompositions that were looked at, and the best one."""

    def __init__(self, components: Sequence[LPTS], specification: LPTS | None, watch: Watch, work: int) -> None:
        self.components, self.specification, self.watch = components, specification, watch
        self.left = work
        self.seen: set[tuple[int, ...]] = set()
        self.best: _Sized | None = None

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
                found = self._sized(first)
                if found is not None and (self.best is None or found.cost < self.best.cost):
                    self.best = found
        return self.best is not before

    def _sized(self, first: tuple[int, ...]) -> _Sized | None:
        """None if it is found out to be worse than the best one."""
        allowed = STATES if self.best is None else min(STATES, self.best.cost[0])
        chosen = set(first)
        second = [model for number, model in enumerate(self.components) if number not in chosen]
        second_states = self._states(second, allowed)
        if second_states is None:
            return None
        mine = [self.components[number] for number in first]
        if self.specification is None:
            first_states = self._states(mine, allowed - second_states) if second_states < allowed else None
            both = second_states + (first_states or 0)
            return None if first_states is None else _Sized((both, both), first, first_states, second_states, False)
        first_states = self._states([*mine, self.specification], allowed)
        if first_states is None:
            return None
        larger = max(first_states, second_states)
        cost = larger, first_states + second_states
        if self.best is not None and cost >= self.best.cost:
            return None
        self.left -= first_states
        alone = keeps_alone(mine, alphabet_of(second), self.specification, self.watch)
        return _Sized((larger if alone else HELPED * larger, cost[1]), first, first_states, second_states, alone)

    def _states(self, models: Sequence[LPTS], most: int) -> int | None:
        """Of the composition; None if there are more."""
        try:
            states = compose(*models, watch=self.watch.capped(most)).num_states
        except LimitReached as reached:
            if reached.kind != "max-states":
                raise
            self.left -= most
            return None
        self.left -= states
        return states
