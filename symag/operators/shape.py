"""The shape of a model: its reachable part without names, and colours that do not depend on names.

Colour refinement (Weisfeiler and Leman): the colour of a state is a hash of the colours of its moves, and that of a
letter is a hash of the colours of the moves that it is on, until no further states or letters can be told apart. Models
that are equal up to names have the same colours. Not the other way round: colours guide a search, they prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Colours", "Shape", "side_by_side"]

ROUNDS_WORK = 1_000_000
"""Moves that one refinement looks at, at most; then colours are as fine as they are. The same for equal shapes."""

Outcomes = tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, eq=False)
class Shape:
    """One model or several side by side: states in breadth-first order, letters by number, 0 is `tau`."""

    starts: tuple[int, ...]
    """The initial state of each model."""
    depth: tuple[int, ...]
    """Of each state, how far it is from the start."""
    letters: int
    """How many letters there are, `tau` included."""
    moves: tuple[tuple[int, int, int], ...]
    """Source, letter, and target: a state, or `~d` for the distribution `d`."""
    distributions: tuple[Outcomes, ...]
    """Of each distribution that is not Dirac the states and their probabilities."""
    numbers: tuple[int, ...]
    """The number of each state in its model."""

    @staticmethod
    def of(model: LPTS, watch: Watch) -> Shape:
        """The shape of one model."""
        place, depth, order = {model.initial: 0}, [0], [model.initial]
        distributions: dict[int, int] = {}
        moves: list[tuple[int, int, int]] = []
        outcomes: list[Outcomes] = []
        for at, s in enumerate(order):
            for t in model.row(s):
                watch.tick()
                target = model.target[t]
                goals = [target] if target >= 0 else [goal for goal, _ in model.outcomes(target)]
                for goal in goals:
                    if goal not in place:
                        place[goal] = len(order)
                        order.append(goal)
                        depth.append(depth[at] + 1)
                if target < 0 and target not in distributions:
                    watch.tick(len(goals))
                    distributions[target] = ~len(outcomes)
                    outcomes.append(tuple((place[goal], share) for goal, share in model.outcomes(target)))
                moves.append((at, model.action[t], place[target] if target >= 0 else distributions[target]))
        return Shape((0,), tuple(depth), len(model.actions), tuple(moves), tuple(outcomes), tuple(order))

    @lazy_property
    def used(self) -> frozenset[int]:
        """The letters that are on a move."""
        return frozenset(letter for _, letter, _ in self.moves)

    @lazy_property
    def is_deterministic(self) -> bool:
        """Is every move Dirac, and no state's letter on two moves?"""
        return not self.distributions and len({move[:2] for move in self.moves}) == len(self.moves)

    @lazy_property
    def successors(self) -> list[dict[int, int]]:
        """Of each state the target of each letter, if the shape is deterministic."""
        rows: list[dict[int, int]] = [{} for _ in self.depth]
        for source, letter, target in self.moves:
            rows[source][letter] = target
        return rows

    def images(self, states: Sequence[int], letters: Sequence[int]) -> Iterator[tuple[int, int, object]]:
        """The moves with other numbers of states and letters."""
        spread = [frozenset((states[goal], share) for goal, share in outcomes) for outcomes in self.distributions]
        for source, letter, target in self.moves:
            yield states[source], letters[letter], states[target] if target >= 0 else spread[~target]

    @lazy_property
    def move_set(self) -> frozenset[tuple[int, int, object]]:
        """The moves, to compare the images of others with."""
        return frozenset(self.images(range(len(self.depth)), range(self.letters)))


def side_by_side(shapes: Sequence[Shape], letters: Sequence[Sequence[int]], count: int) -> Shape:
    """The shapes as one; `letters` gives the common number of each letter of each shape."""
    starts: list[int] = []
    depth: list[int] = []
    numbers: list[int] = []
    moves: list[tuple[int, int, int]] = []
    distributions: list[Outcomes] = []
    for shape, common in zip(shapes, letters, strict=True):
        base, spread = len(depth), len(distributions)
        starts.append(base)
        depth += shape.depth
        numbers += shape.numbers
        moves += [(s + base, common[a], t + base if t >= 0 else t - spread) for s, a, t in shape.moves]
        distributions += [tuple((goal + base, share) for goal, share in each) for each in shape.distributions]
    return Shape(tuple(starts), tuple(depth), count, tuple(moves), tuple(distributions), tuple(numbers))


@dataclass(frozen=True, eq=False)
class Colours:
    """A colour for each state and letter of a shape."""

    shape: Shape
    states: Sequence[int]
    letters: Sequence[int]
    work: int = 0
    """Moves that were looked at to make them."""

    @lazy_property
    def key(self) -> int:
        """Equal for shapes that are equal up to names, and seldom for others."""
        return hash((tuple(sorted(self.states)), tuple(sorted(self.letters))))

    @lazy_property
    def letter_classes(self) -> dict[int, list[int]]:
        """The letters of each colour."""
        return _classes(self.letters)

    @lazy_property
    def state_classes(self) -> dict[int, list[int]]:
        """The states of each colour."""
        return _classes(self.states)

    @lazy_property
    def undecided_letters(self) -> dict[int, list[int]]:
        """The colours that several letters have, of which one is on a move: those that are on none are all alike."""
        used = self.shape.used
        classes = self.letter_classes.items()
        return {colour: members for colour, members in classes if len(members) > 1 and not used.isdisjoint(members)}

    @lazy_property
    def undecided_states(self) -> dict[int, list[int]]:
        """The colours that several states have."""
        return {colour: members for colour, members in self.state_classes.items() if len(members) > 1}

    def refined(self, watch: Watch) -> Colours:
        """As fine as they get by looking at moves."""
        shape, states, letters = self.shape, self.states, self.letters
        size = 1 + len(shape.depth) + len(shape.moves)
        count, work = 0, 0
        while work < ROUNDS_WORK:
            found = len(set(states)) + len(set(letters))
            if found in (count, len(states) + len(letters)):
                break
            count = found
            watch.tick(2 * size)
            work += size
            states, letters = _next(shape, states, letters)
        return Colours(shape, states, letters, work)

    def with_chosen(self, member: int, is_state: bool, watch: Watch) -> Colours:
        """The colours when one state or letter is told apart from all others."""
        colours = list(self.states if is_state else self.letters)
        colours[member] = hash((colours[member], 1))
        chosen = (colours, self.letters) if is_state else (self.states, colours)
        return Colours(self.shape, *chosen).refined(watch)


def _next(shape: Shape, states: Sequence[int], letters: Sequence[int]) -> tuple[list[int], list[int]]:
    spread = [hash(tuple(sorted((states[goal], share) for goal, share in each))) for each in shape.distributions]
    out: list[list[int]] = [[] for _ in states]
    on: list[list[int]] = [[] for _ in letters]
    for source, letter, target in shape.moves:
        colour = states[target] if target >= 0 else spread[~target]
        out[source].append(hash((letters[letter], colour)))
        on[letter].append(hash((states[source], colour)))
    return _mixed(states, out), _mixed(letters, on)


def _mixed(colours: Iterable[int], seen: Iterable[list[int]]) -> list[int]:
    return [hash((colour, *sorted(each))) for colour, each in zip(colours, seen, strict=True)]


def _classes(colours: Sequence[int]) -> dict[int, list[int]]:
    classes: dict[int, list[int]] = {}
    for member, colour in enumerate(colours):
        classes.setdefault(colour, []).append(member)
    return classes
