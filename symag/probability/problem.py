"""The question how likely a path is at most, on a system that is composed: places, choices, values.

A place is a state of the system; to leave a safety LTS, together with one of its states. Floats guess values and the
best policy. What is decided by them is checked in exact arithmetic: a bound that is inductive (`Problem.bound`), the
exact values (`symag.probability.exact`), or the mass of a tree (`symag.probability.witness`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm

from symag.evidence import BoundPart
from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.model.distribution import Ints
from symag.probability.choices import Choices
from symag.probability.formula import Actions, Leaves, Path, TruthValue, Until
from symag.probability.places import choices_of

__all__ = ["GOAL", "LONGEST", "LOST", "Problem", "Values", "modes_of", "monitor_of", "short_multiple"]

GOAL, LOST = -1, -2
"""Outcomes that are no places, as `places.py` has them."""

SWEEPS = 100_000
"""Of value iteration, at most; the exact values do not depend on how near it comes."""
PRECISE = 1e-15
"""A smaller change ends value iteration."""
SCALES = tuple(10**digits for digits in (0, 1, 2, 3, 4, 6, 8, 10, 12))
"""Denominators of values above, the shortest numbers first."""
LONGEST = 1 << 62
"""Products of a scale and a denominator that are as long do not fit in a machine word."""
LEAST_SCALE = 1 << 20
"""Of values above for each number of steps: with less, rounding would decide."""

Values = Sequence[Fraction] | Sequence[int]
"""A value for each place."""


class Problem:
    """The path from each place. `good` and `alive` mark the states that satisfy the formulas on its right and left."""

    def __init__(self, system: LPTS, path: Path, good: bytearray, alive: bytearray, watch: Watch) -> None:
        self.system, self.path, self.watch = system, path, watch
        watch.check("finding the choices", system.num_states)
        monitor, self.watched, self._monitor_names = monitor_of(system, path)
        found = choices_of(system, modes_of(system, path), good, alive, monitor, self.watched, watch)
        self.place_state, self.place_monitor, self.choice_first, self.transition, self.outcome_first, self.outcome = (
            found
        )
        self.initial = system.initial if self.watched == 1 else 0
        self.choices = Choices(
            (self.choice_first, self.outcome_first, self.outcome), *_shares(system, self.transition), watch
        )
        self.value, self.policy, self.order = self.choices.views()

    @property
    def steps(self) -> int | None:
        """The number of steps that the path may have."""
        return self.path.steps if isinstance(self.path, Until) else None

    @property
    def watching(self) -> list[object] | None:
        """For each place, the names of the states of the safety LTS there, if there is one."""
        names = self._monitor_names
        return None if names is None else [names[u] for u in self.place_monitor]

    def bound_part(self, rounds: tuple[Sequence[Fraction | int], ...], scale: int, alone: bool) -> BoundPart:
        """Numbers over a scale as evidence; `alone` if there is no other path in the formula."""
        path, names, counted, begins = self.path, self._monitor_names, self.steps is not None, None
        if isinstance(path, Leaves):
            begins = names[0] if alone and names is not None and path.members is None else None
        elif alone and not counted and path.left == path.right == TruthValue(True):
            begins = ""
        return BoundPart(self.place_state, self.watching, rounds, scale, counted, len(self.transition), begins)

    @property
    def num_places(self) -> int:
        """How many places there are."""
        return len(self.place_state)

    def outcomes(self, choice: int) -> Iterator[tuple[int, Fraction]]:
        """Each outcome of a choice, a place or `GOAL` or `LOST`, with its probability."""
        start = self.outcome_first[choice]
        for offset, (_, share) in enumerate(self.system.outcomes(self.system.target[self.transition[choice]])):
            yield self.outcome[start + offset], share

    def worth(self, choice: int, values: Values, goal: int = 1) -> Fraction:
        """What a choice is worth, exactly, if the goal has this value."""
        return sum(
            (
                share * (goal if place == GOAL else values[place])
                for place, share in self.outcomes(choice)
                if place != LOST
            ),
            start=Fraction(0),
        )

    def iterate(self) -> None:
        """Value iteration in floats, and the policy that takes the best choice."""
        self.watch.check("guessing the probabilities", self.num_places)
        for _ in range(SWEEPS):
            if self.choices.sweep() <= PRECISE:
                break
        self.choices.choose()

    def guess(self) -> float:
        """The value of the first place, in floats: near, and never more than a rounding error too large."""
        return self.value[self.initial] if self.num_places else 0.0

    def bound(self, at_most: Fraction) -> tuple[array[int], int] | None:
        """Values above, as numerators over a scale: an inductive bound by which the first place is at most this. None
        if none of these scales has one."""
        self.watch.check("looking for a bound", self.num_places)
        for scale in SCALES:
            most = int(at_most * scale)
            if scale * self.largest_denominator >= LONGEST or self.guess() * scale > most + 1e-6:
                continue
            start = array("q", [min(scale, int(value * scale * (1 - 1e-12))) for value in self.value])
            self.choices.start_above(start, scale)
            if self.choices.bound_above(self.initial, most):
                return start, scale
        return None

    def bound_within(self, steps: int, at_most: Fraction) -> tuple[list[array[int]], int, bool | None]:
        """Values above for 0, 1, … steps that are left, as numerators over a scale, and whether the first place has at
        most `at_most` within so many steps. The rounds end where nothing changes any more, or where it has more.

        After n rounds that are rounded up, a value is at most n units too large: also that of the choices which are
        best by these values. If so small a difference decides, it is None.
        """
        self.watch.check("going backwards, step by step", self.num_places)
        scale = 1 << max(0, LONGEST.bit_length() - 2 - self.largest_denominator.bit_length())
        most = at_most * scale
        rounds = [array("q", bytes(8 * self.num_places))]
        if scale < LEAST_SCALE:  # the probabilities do not fit into machine words
            return rounds, scale, None
        while len(rounds) <= steps and rounds[-1][self.initial] - len(rounds) < most:
            self.watch.check_room(8 * self.num_places)
            after = array("q", bytes(8 * self.num_places))
            if not self.choices.round_above(rounds[-1], after, scale):
                break
            rounds.append(after)
        value = rounds[-1][self.initial]
        exceeds = value - (len(rounds) - 1) > most
        return rounds, scale, True if value <= most else False if exceeds else None

    @lazy_property
    def largest_denominator(self) -> int:
        """Of a probability of the system."""
        return max((_denominator(vector) for vector in self.system.vectors), default=1)

    @lazy_property
    def common_denominator(self) -> int:
        """Of all probabilities of the system; 0 if it is long."""
        return short_multiple(map(_denominator, self.watch.over(self.system.vectors)))


def short_multiple(numbers: Iterable[int]) -> int:
    """The least common multiple; 0 if it is long."""
    common = 1
    for number in numbers:
        common = lcm(common, number)
        if common >= LONGEST:
            return 0
    return common


def _denominator(vector: Sequence[Fraction]) -> int:
    return lcm(*(share.denominator for share in vector))


def modes_of(system: LPTS, path: Path) -> bytes:
    """For each action: 1 if it may lead to the goal, and 2 if the way may go on."""
    if isinstance(path, Leaves):
        return bytes([2]) * len(system.actions)
    return bytes(_has(path.goal, a) + 2 * _has(path.through, a) for a in system.actions)


def _has(actions: Actions, action: str) -> bool:
    return actions is None or action in actions


def monitor_of(system: LPTS, path: Path) -> tuple[array[int], int, list[object] | None]:
    """Where each state of a safety LTS goes by each action of the system; by one that it does not know, it stays."""
    if not isinstance(path, Leaves):
        return array("i", [0]) * len(system.actions), 1, None
    model = path.safety
    number = {action: position for position, action in enumerate(model.actions) if action != TAU}
    states = model.num_states
    order = [model.initial, *(state for state in range(states) if state != model.initial)]
    place = {state: position for position, state in enumerate(order)}
    table = array("i")
    for state in order:
        goals = {model.action[t]: place[model.target[t]] for t in model.row(state)}
        table.extend(goals.get(number[action], -1) if action in number else place[state] for action in system.actions)
    return table, max(states, 2), [path.names[state] for state in order]


def _shares(system: LPTS, transition: Ints) -> tuple[array[int], array[float], array[int], array[int]]:
    """Where the probabilities of each choice begin; and these: as floats, and as integers with their denominators. The
    integers are 0 if they are too long for a machine word."""
    starts, share, numerator, denominator = array("i"), array("d", [1.0]), array("q", [1]), array("q", [1])
    for vector in system.vectors:
        starts.append(len(share))
        over = _denominator(vector)
        for one in vector:
            share.append(float(one))
            fits = over < LONGEST
            numerator.append(int(one * over) if fits else 0)
            denominator.append(over if fits else 1)
    at = [0] * system.num_states + [starts[vector] for vector in reversed(system.vector)]  # distributions: from the end
    targets = map(system.target.__getitem__, transition)
    return array("i", map(at.__getitem__, targets)), share, numerator, denominator
