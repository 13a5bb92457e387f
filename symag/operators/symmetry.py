"""Models that are equal up to a renaming of actions and states: which they are, and by which renaming.

A renaming maps the alphabet of one model one to one onto that of the other, keeps `tau`, and maps the reachable
states one to one, so that the initial states and all transitions correspond. Several models, such as those of a
premise, can be renamed together, by one map of actions.

Colours that do not depend on names (`shape.py`) pair off what they tell apart. For deterministic models, once letters
are paired, one walk through both decides. Otherwise one letter or state is told apart at a time, and the search
backtracks. Every answer was compared transition by transition. Where the search exceeds its budget, none is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, cast

from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.operators.quotient import trim
from symag.operators.shape import Colours, Shape, side_by_side

__all__ = ["CommonRenaming", "ModelRenaming", "Symmetries", "classes_of", "renaming_between", "renaming_of_premise"]

SEARCH_WORK = 2_000_000
"""Moves that one search looks at before it gives up."""
NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class ModelRenaming:
    """How one model becomes another."""

    actions: Mapping[str, str]
    """For each action of the alphabet its new name."""
    states: Mapping[str, str]
    """For each reachable state its new name."""


class CommonRenaming(NamedTuple):
    """How several models become others, by one map of actions."""

    actions: Mapping[str, str]
    """For each action of an alphabet its new name."""
    states: tuple[Mapping[str, str], ...]
    """Of each model, for each reachable state its new name."""


class Symmetries:
    """Renamings between models. It keeps the colours of what it has seen, so use one for many questions."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.watch = watch or Watch()
        self._known: dict[object, Colours] = {}

    def key(self, models: Sequence[LPTS]) -> int:
        """A number that is equal for models that one renaming maps to each other, in this order."""
        return self._side(models).key

    def renaming(
        self, models: Sequence[LPTS], others: Sequence[LPTS], fixed: Mapping[str, str] = NONE
    ) -> CommonRenaming | None:
        """One renaming that makes each model the other in its place, and that agrees with `fixed`; or none."""
        if len(models) != len(others):
            return None
        one, two = self._side(models, tuple(fixed)), self._side(others, tuple(fixed.values()))
        if one.key != two.key:
            return None
        found = one.same_numbers(two) or _search(one.colours, two.colours, self.watch)
        return None if found is None else one.named(two, *found)

    def _side(self, models: Sequence[LPTS], marked: tuple[str, ...] = ()) -> _Side:
        return _Side(tuple(models), tuple(map(self._solo, models)), marked)

    def _solo(self, model: LPTS) -> Colours:
        arrays = model.first, model.action, model.target, model.spread, model.support, model.vector
        bytes_of = tuple(cast("memoryview", each).tobytes() for each in arrays)
        content = model.initial, len(model.actions), bytes_of, model.vectors
        colours = self._known.get(content)
        if colours is None:
            shape = Shape.of(model, self.watch)
            letters = [int(letter > 0) for letter in range(shape.letters)]
            colours = self._known[content] = Colours(shape, shape.depth, letters).refined(self.watch)
        return colours


@dataclass(frozen=True, eq=False)
class _Side:
    """Models with the colours that each has alone; letters in `marked` have a colour of their own, by position."""

    models: tuple[LPTS, ...]
    solo: tuple[Colours, ...]
    marked: tuple[str, ...]

    @lazy_property
    def letters(self) -> dict[str, int]:
        """The number of each letter in all models together."""
        number = {TAU: 0}
        for model in self.models:
            for action in model.actions:
                number.setdefault(action, len(number))
        return number

    @lazy_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """Of each model, the common number of each of its letters."""
        return tuple(tuple([self.letters[action] for action in model.actions]) for model in self.models)

    @lazy_property
    def marks(self) -> tuple[int | None, ...]:
        """The common numbers of the letters in `marked`."""
        return tuple(self.letters.get(action) for action in self.marked)

    @lazy_property
    def letter_colours(self) -> list[int]:
        """Of each letter, the colours that it has in the models, and which models these are."""
        seen: list[list[object]] = [[] for _ in self.letters]
        for position, (numbers, solo) in enumerate(zip(self.numbers, self.solo, strict=True)):
            for letter, colour in zip(numbers, solo.letters, strict=True):
                seen[letter].append((position, colour))
        for position, mark in enumerate(self.marks):
            if mark is not None:
                seen[mark].append(position)
        return [hash(tuple(each)) for each in seen]

    @lazy_property
    def key(self) -> int:
        absent = tuple(letter is None for letter in self.marks)
        return hash((absent, tuple([solo.key for solo in self.solo]), tuple(sorted(self.letter_colours))))

    @lazy_property
    def colours(self) -> Colours:
        """The colours of all models side by side."""
        shape = side_by_side([solo.shape for solo in self.solo], self.numbers, len(self.letters))
        states = [hash((position, colour)) for position, solo in enumerate(self.solo) for colour in solo.states]
        return Colours(shape, states, self.letter_colours)

    def same_numbers(self, other: _Side) -> tuple[Sequence[int], Sequence[int]] | None:
        """The renaming that keeps all numbers, if the models differ in nothing but names."""
        if self.numbers != other.numbers or self.marks != other.marks:
            return None
        if any(one is not two for one, two in zip(self.solo, other.solo, strict=True)):
            return None
        return range(sum(len(solo.states) for solo in self.solo)), range(len(self.letters))

    def named(self, other: _Side, states: Sequence[int], letters: Sequence[int]) -> CommonRenaming:
        """A renaming in names; `states` and `letters` give the other's number of each of this side's."""
        names, new_names = list(self.letters), list(other.letters)
        actions = {names[one]: new_names[two] for one, two in enumerate(letters) if one}
        maps, base = [], 0
        for model, target, solo, new in zip(self.models, other.models, self.solo, other.solo, strict=True):
            numbers, new_numbers = solo.shape.numbers, new.shape.numbers
            pairs = zip(numbers, states[base : base + len(numbers)], strict=True)
            maps.append({model.states[one]: target.states[new_numbers[two - base]] for one, two in pairs})
            base += len(numbers)
        return CommonRenaming(actions, tuple(maps))


def _search(one: Colours, two: Colours, watch: Watch) -> tuple[list[int], list[int]] | None:
    """The state and the letter of `two` for each of `one`: tell one thing apart at a time, and backtrack."""
    watch.check("looking for a renaming")
    if one.undecided_letters or not one.shape.is_deterministic:
        one, two = one.refined(watch), two.refined(watch)
    work = 0
    stack: list[tuple[Colours, Iterator[Colours]]] = [(one, iter([two]))]
    while stack and work < SEARCH_WORK:
        here, candidates = stack[-1]
        candidate = next(candidates, None)
        if candidate is None:
            stack.pop()
            continue
        work += 1 + candidate.work + len(candidate.shape.moves)
        if here.key != candidate.key or _sizes(here) != _sizes(candidate):
            continue
        choice = _choice(here)
        if choice is None:
            found = _decided(here, candidate, watch)
            if found is not None:
                return found
            continue
        colour, is_state = choice
        member = (here.state_classes if is_state else here.letter_classes)[colour][0]
        stack.append((here.with_chosen(member, is_state, watch), _chosen(candidate, colour, is_state, watch)))
    return None


def _sizes(colours: Colours) -> tuple[dict[int, int], dict[int, int]]:
    """How many letters and states each colour has."""
    letters = {colour: len(members) for colour, members in colours.letter_classes.items()}
    return letters, {colour: len(members) for colour, members in colours.state_classes.items()}


def _choice(colours: Colours) -> tuple[int, bool] | None:
    """A colour that several have, the fewest first, and whether they are states; states of a deterministic shape follow
    from its letters."""
    kinds = [(colours.undecided_letters, False)]
    if not colours.shape.is_deterministic:
        kinds.append((colours.undecided_states, True))
    open_ = [(len(members), colour, is_state) for kind, is_state in kinds for colour, members in kind.items()]
    return min(open_)[1:] if open_ else None


def _chosen(colours: Colours, colour: int, is_state: bool, watch: Watch) -> Iterator[Colours]:
    for member in (colours.state_classes if is_state else colours.letter_classes)[colour]:
        yield colours.with_chosen(member, is_state, watch)


def _decided(one: Colours, two: Colours, watch: Watch) -> tuple[list[int], list[int]] | None:
    """The maps that the colours say, if they are a renaming."""
    letters = _paired(one.letter_classes, two.letter_classes, len(one.letters))
    watch.tick(len(one.shape.moves))
    if letters[0] != 0:  # `tau` stays
        return None
    if one.shape.is_deterministic and two.shape.is_deterministic:
        states = _walked(one.shape, two.shape, letters)
        return None if states is None else (states, letters)
    states = _paired(one.state_classes, two.state_classes, len(one.states))
    starts = tuple(states[start] for start in one.shape.starts)
    right = starts == two.shape.starts and frozenset(one.shape.images(states, letters)) == two.shape.move_set
    return (states, letters) if right else None


def _paired(one: dict[int, list[int]], two: dict[int, list[int]], count: int) -> list[int]:
    pairs = [0] * count
    for colour, members in one.items():
        for member, image in zip(members, two[colour], strict=True):
            pairs[member] = image
    return pairs


def _walked(one: Shape, two: Shape, letters: Sequence[int]) -> list[int] | None:
    """The state of `two` for each state of `one`, both deterministic, if these letters make one the other."""
    states, back = [-1] * len(one.depth), [-1] * len(two.depth)
    waiting = list(zip(one.starts, two.starts, strict=True))
    for s, t in waiting:
        states[s], back[t] = t, s
    for s, t in waiting:
        row, other = one.successors[s], two.successors[t]
        if len(row) != len(other):
            return None
        for letter, goal in row.items():
            image = other.get(letters[letter], -1)
            if image < 0 or (states[goal], back[image]) not in ((-1, -1), (image, goal)):
                return None
            if states[goal] < 0:
                states[goal], back[image] = image, goal
                waiting.append((goal, image))
    return states


def renaming_of_premise(
    models: Sequence[LPTS], others: Sequence[LPTS], watch: Watch | None = None
) -> CommonRenaming | None:
    """One map of actions, and a map of states for each model, that make each model the other in its place; or none."""
    return Symmetries(watch).renaming(models, others)


def renaming_between(
    one: LPTS, two: LPTS, fixed: Mapping[str, str] = NONE, watch: Watch | None = None
) -> ModelRenaming | None:
    """A renaming that makes one model the other. Actions that `fixed` maps get the names that it gives, and no others
    get these names."""
    found = Symmetries(watch).renaming([one], [two], fixed)
    return None if found is None else ModelRenaming(found.actions, found.states[0])


def classes_of(models: Sequence[LPTS], watch: Watch | None = None) -> list[list[int]]:
    """The positions of models that are equal up to renaming, class by class, in the order of their first members.

    >>> import symag
    >>> from symag.operators import classes_of
    >>> pairs = [("a", "b"), ("c", "d"), ("e", "e")]
    >>> classes_of([symag.LPTS.build("s", [("s", a, "t"), ("t", b, "s")]) for a, b in pairs])
    [[0, 1], [2]]
    """
    symmetries = Symmetries(watch)
    models = [trim(model, symmetries.watch) for model in models]
    rough: dict[tuple[int, ...], list[int]] = {}
    for position, model in enumerate(models):
        sizes = len(model.actions), model.num_states, model.num_transitions, model.num_distributions
        rough.setdefault(sizes, []).append(position)
    classes: list[list[int]] = []
    for alike in rough.values():
        by_key: dict[int, list[list[int]]] = {}
        for position in alike:
            key = symmetries.key([models[position]]) if len(alike) > 1 else 0
            found = by_key.setdefault(key, [])
            for each in found:
                if symmetries.renaming([models[each[0]]], [models[position]]) is not None:
                    each.append(position)
                    break
            else:
                found.append([position])
        classes += [each for found in by_key.values() for each in found]
    return sorted(classes)
