"""Parallel composition, n-ary: synchronise on common actions, interleave the rest (CAV'12, Def. 3).

The hot loop is `symag.operators.explorer`. `Composition` composes step by step, so that a refutation that needs only a
few states does not wait for all of them; `compose` goes to the end.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from itertools import product as cartesian
from math import prod
from typing import Any

from symag.errors import InputError, InternalError, LimitReached
from symag.limits import Watch
from symag.model.distribution import Ints, writable
from symag.model.labels import TAU
from symag.model.lpts import LPTS, names_of
from symag.model.product import Packing, Product, ProductLabels
from symag.model.rational import MAX_EXACT, MAX_EXACT_DIGITS
from symag.model.rows import shifted, sort_rows, sources_of, translated
from symag.model.sharing import owners_of
from symag.operators.explorer import Explorer

__all__ = ["Composition", "FlatModels", "compose", "flatten"]

DENSE = 1 << 24
"""Possible states up to which the explorer has a table with a place for each of them."""


def compose(*components: LPTS, name: str = "", watch: Watch | None = None) -> LPTS:
    """`L1 ‖ … ‖ Ln`, the states reachable from the initial one. Does not depend on the order but for the labels."""
    composition = Composition(components, name, watch)
    return composition.explore()


class Composition:
    """A composition in progress. `explore(cap)` gives the model as far as known; unexpanded states have no moves."""

    def __init__(
        self,
        components: Sequence[LPTS],
        name: str = "",
        watch: Watch | None = None,
        dense_limit: int = DENSE,
        stops: Sequence[Collection[int]] = (),
        urgent: Collection[str] | None = None,
    ) -> None:
        """Up to `dense_limit` possible states a table has a place for each of them, which is faster than hashing.

        Where a component is in one of its `stops`, the whole has no moves. Where one of the `urgent` actions can be
        done, no other action is done.
        """
        if not components:
            raise InputError("there is nothing to compose: give at least one component")
        self.components = tuple(components)
        self.name = name or " ‖ ".join(names_of(self.components))
        watch = watch or Watch()
        watch.check("composing")
        self._vectors = _VectorTable(watch)
        flat, self.actions = _concatenate(self.components, self._vectors)
        if any(stops):
            flat.stops.extend([0] * (len(flat.first) - 1))
            for base, stopped in zip(flat.state_base, stops, strict=True):
                for state in stopped:
                    flat.stops[base + state] = 1
        if urgent is not None:
            flat.urgent.extend(action in urgent for action in self.actions)
        self._packing = Packing.of([c.num_states for c in self.components])
        self._distribution_packing = Packing.of([c.num_states + c.num_distributions for c in self.components])
        self._is_spoiled = False
        self._explorer = Explorer(
            flat,
            self._packing,
            self._distribution_packing,
            [c.initial for c in self.components],
            self._vectors.product,
            watch,
            dense_limit,
        )

    @property
    def bound(self) -> int:
        """No more states than this can be reached."""
        return prod(component.num_states for component in self.components)

    @property
    def complete(self) -> bool:
        """Was every known state expanded?"""
        known, expanded = self._explorer.known()
        return known == expanded

    @property
    def known(self) -> int:
        """How many states are known."""
        return self._explorer.known()[0]

    @property
    def expanded(self) -> int:
        """How many states have their moves: the first ones, in breadth-first order."""
        return self._explorer.known()[1]

    def expand(self, cap: int = 1 << 62) -> None:
        """Go on until `cap` states are known."""
        if self._is_spoiled:
            raise InternalError("a composition that was cut off cannot be gone on with: a state may be half expanded")
        self._is_spoiled = True
        try:
            self._explorer.expand(cap)
        except OverflowError as error:
            raise LimitReached("size", f"size: {error}") from None
        self._is_spoiled = False

    def explore(self, cap: int = 1 << 62) -> LPTS:
        """Go on until `cap` states are known, and give the model so far."""
        self.expand(cap)
        arrays: dict[str, Any] = {**self._explorer.arrays()}
        product = Product(
            components=self.components,
            state_packing=self._packing,
            state_codes=arrays.pop("state_codes"),
            distribution_packing=self._distribution_packing,
            distribution_codes=arrays.pop("distribution_codes"),
        )
        return LPTS(
            name=self.name,
            states=ProductLabels(product, len(arrays["first"]) - 1),
            initial=0,
            actions=self.actions,
            vectors=tuple(self._vectors.known),
            product=product,
            **arrays,
        )


class _VectorTable:
    """Numbers vectors of probabilities, and remembers the products of those that were multiplied."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.known: dict[tuple[Fraction, ...], int] = {}
        self._listed: list[tuple[Fraction, ...]] = []
        self._products: dict[tuple[int, ...], int] = {}

    def number(self, vector: tuple[Fraction, ...]) -> int:
        self.watch.tick(len(vector))
        number = self.known.setdefault(vector, len(self.known))
        if number == len(self._listed):
            self._listed.append(vector)
        return number

    def product(self, factors: tuple[int, ...]) -> int:
        if factors not in self._products:
            chosen = [self._listed[f] for f in factors]
            self.watch.tick(sum(map(len, chosen)))
            if prod(max(p.denominator for p in vector) for vector in chosen) >= MAX_EXACT:
                raise LimitReached(
                    "digits", f"digits: a product of probabilities has more than {MAX_EXACT_DIGITS} digits"
                )
            combinations = cartesian(*chosen)
            self._products[factors] = self.number(tuple(map(self._multiplied, combinations)))
        return self._products[factors]

    def _multiplied(self, shares: tuple[Fraction, ...]) -> Fraction:
        self.watch.tick(len(shares))
        return prod(shares, start=Fraction(1))


def flatten(components: Sequence[LPTS], watch: Watch) -> tuple[FlatModels, tuple[str, ...]]:
    """The components one after the other, and the actions of all, in the order that compiled searches want."""
    return _concatenate(tuple(components), _VectorTable(watch))


@dataclass(frozen=True)
class FlatModels:
    """All components one after the other, as the explorer wants them."""

    state_base: array[int]
    dist_base: array[int]
    first: array[int]
    action: array[int]
    target: array[int]
    spread: array[int]
    support: array[int]
    vector: array[int]
    taking_first: array[int]
    taking: array[int]
    stops: array[int]
    urgent: array[int]


def _concatenate(components: tuple[LPTS, ...], vectors: _VectorTable) -> tuple[FlatModels, tuple[str, ...]]:
    numbers = {TAU: 0}
    for component in components:  # by leader, in the leader's order: see the explorer
        for action in component.actions:
            numbers.setdefault(action, len(numbers))
    flat = FlatModels(*(array("i") for _ in range(12)))
    flat.first.append(0)
    flat.spread.append(0)
    for component in components:
        flat.state_base.append(len(flat.first) - 1)
        flat.dist_base.append(len(flat.spread) - 1)
        translate = [numbers[action] for action in component.actions]
        moves, entries = len(flat.action), len(flat.support)
        vectors.watch.tick(component.num_states + 2 * component.num_transitions + len(component.support))
        labels, goals = _rows_by_action(component, translate, vectors.watch)
        _append(flat.action, labels)
        _append(flat.target, goals)
        _append(flat.first, component.first[1:], moves)
        _append(flat.support, component.support)
        _append(flat.spread, component.spread[1:], entries)
        known = [vectors.number(vector) for vector in component.vectors]
        flat.vector.extend(translated(component.vector, array("i", known)))
    flat.taking_first.extend([0, 0])  # no component leads the hidden action
    owners = owners_of(components)
    for action in list(numbers)[1:]:
        flat.taking.extend(owners[action])
        flat.taking_first.append(len(flat.taking))
    return flat, tuple(numbers)


def _append(numbers: array[int], more: Ints, offset: int = 0) -> None:
    """Append integers, each with the offset added."""
    numbers.extend(shifted(more, offset) if offset else writable(more))


def _rows_by_action(component: LPTS, translate: list[int], watch: Watch) -> tuple[Ints, Ints]:
    """The actions and targets of the component, sorted within each state by the product's action numbers."""
    if translate == list(range(len(translate))):
        return component.action, component.target
    action = translated(component.action, array("i", translate))
    if all(one < two for one, two in pairwise(translate)):
        return action, component.target
    sizes = component.num_states, max(translate) + 1, component.num_distributions
    return sort_rows(sources_of(component.first), action, writable(component.target), *sizes, watch)[1:]
