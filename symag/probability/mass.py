"""How likely a path is on a tree that violates its bound: exact masses, and the likeliest ways through the tree.

A tree has no cycles, and its children come after their parents, so one pass from the leaves to the root gives the mass
of each place, and the moves that make it greatest. Equal nodes are shared, and a tree may have exponentially more paths
than nodes: paths are found one by one, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from symag.evidence import Tree
from symag.limits import Watch
from symag.probability.formula import And, Chance, Enabled, Formula, Or, StateFormula, TruthValue, Until
from symag.probability.problem import GOAL, LOST, modes_of, monitor_of

__all__ = ["Flow", "Mass", "TreePath", "TreeStep", "WitnessMasses"]

COUNTED = 10**18
"""Paths are not counted further than this."""


class TreeStep(NamedTuple):
    """A step of a path."""

    node: int
    """Where it begins."""
    move: int
    """The position of the move among those of the node."""
    share: Fraction
    child: int
    """The node that it leads to."""


class TreePath(NamedTuple):
    """A path through the tree to the goal."""

    steps: tuple[TreeStep, ...]
    probability: Fraction


class Flow(NamedTuple):
    """The mass of all paths that take a step."""

    through: Fraction
    ends: Fraction
    """Of those that end with it."""


class _Place(NamedTuple):
    """A node, the state of the safety LTS there, and the steps that are left; None if they do not matter."""

    node: int
    watched: int
    left: int | None


class _Outcome(NamedTuple):
    to: int
    """The number of a place, `GOAL` or `LOST`."""
    step: TreeStep


class WitnessMasses:
    """A tree that violates a formula, part by part."""

    def __init__(self, tree: Tree, formula: Formula, watch: Watch | None = None) -> None:
        self.tree, self.formula, self.watch = tree, formula, watch or Watch()
        self._masses: dict[int, Mass] = {}
        self._inside: dict[int, Mass] = {}
        """Of bounds inside of a path, from all nodes."""

    def violated(self) -> list[StateFormula]:
        """The parts of the formula that the tree violates: one of a conjunction suffices, of a disjunction all do."""
        return list(self._violated(self.formula.root))

    def mass(self, chance: Chance) -> Mass:
        """How likely the path of a bound is from the root."""
        if id(chance) not in self._masses:
            self._masses[id(chance)] = Mass(self, chance, [0])
        return self._masses[id(chance)]

    def inside(self, chance: Chance, node: int) -> Fraction:
        """How likely the path of a bound inside of another path is from a node."""
        if id(chance) not in self._inside:
            self._inside[id(chance)] = Mass(self, chance, range(len(self.tree.nodes)))
        return self._inside[id(chance)].from_start(node)

    def shows(self, node: int, formula: StateFormula) -> bool:
        """Do the moves below a node show that its state satisfies a formula inside of a path?"""
        if isinstance(formula, TruthValue):
            return formula.value
        if isinstance(formula, And | Or):
            return (all if isinstance(formula, And) else any)(self.shows(node, part) for part in formula.parts)
        if isinstance(formula, Enabled):
            return formula.value and formula.action in self.actions(node)
        return not formula.at_most and self.inside(formula, node) > formula.bound

    def actions(self, node: int) -> list[str]:
        """The actions of the moves of a node."""
        system = self.tree.system
        return [system.actions[system.action[move.transition]] for move in self.tree.nodes[node].moves]

    def _violated(self, formula: StateFormula) -> Iterator[StateFormula]:
        if isinstance(formula, And | Or):
            for part in formula.parts:
                yield from self._violated(part)
        elif isinstance(formula, Enabled):
            if formula.action in self.actions(0):
                yield formula
        elif isinstance(formula, TruthValue):
            if not formula.value:
                yield formula
        elif isinstance(formula, Chance) and self.mass(formula).value > formula.bound:
            yield formula


@dataclass(frozen=True)
class _Best:
    """A place under the moves that make its mass greatest."""

    mass: Fraction = Fraction(0)
    outcomes: Sequence[_Outcome] = ()
    likeliest: Fraction = Fraction(0)
    """The probability of one path."""
    paths: int = 0
    """How many paths there are."""


class Mass:
    """How likely the path of one bound is on a tree, from each of some nodes on."""

    def __init__(self, masses: WitnessMasses, chance: Chance, starts: Sequence[int]) -> None:
        self.tree, self.chance, self.watch = masses.tree, chance, masses.watch
        path, system = chance.path, masses.tree.system
        self._shows = masses.shows
        self._left, self._right = (
            (path.left, path.right) if isinstance(path, Until) else (TruthValue(True), TruthValue(True))
        )
        self._modes = modes_of(system, path)
        self._monitor, _, names = monitor_of(system, path)
        self.watching: Sequence[object] = names or ()
        """The names of the states of the safety LTS, if there is one."""
        steps = path.steps if isinstance(path, Until) else None
        left = None if steps is None or steps >= self.tree.depth else steps
        self._places = [_Place(node, 0, left) for node in starts]
        self._best = self._solved(self._explored())

    @property
    def value(self) -> Fraction:
        """How likely the path is from the first of these nodes."""
        return self.from_start(0)

    def from_start(self, number: int) -> Fraction:
        """How likely the path is from one of these nodes."""
        return self._best[number].mass

    @property
    def num_paths(self) -> int:
        """How many paths there are, up to `COUNTED`."""
        return self._best[0].paths

    def paths(self) -> Iterator[TreePath]:
        """The paths, the likeliest first."""
        order = count(0, -1)  # of equally likely ones the longest is continued: all others would grow side by side
        found: list[tuple[Fraction, int, int, Fraction, _Link | None]] = []
        if self.value:
            found.append((-self._best[0].likeliest, next(order), 0, Fraction(1), None))
        while found:
            _, _, at, likely, link = heappop(found)
            self.watch.tick()
            if at == GOAL:
                yield TreePath(_steps(link), likely)
                continue
            for to, step in self._best[at].outcomes:
                after = likely * step.share
                rest = Fraction(1) if to == GOAL else self._best[to].likeliest if to >= 0 else Fraction(0)
                if rest:
                    heappush(found, (-after * rest, next(order), to, after, (step, link)))

    def suffice(self, most: int) -> tuple[list[TreePath], bool]:
        """As few paths as possible that together exceed the bound; or the first ones, if it takes more of them."""
        chosen: list[TreePath] = []
        mass = Fraction(0)
        for path in self.paths():
            if mass > self.chance.bound or len(chosen) == most:
                break
            chosen.append(path)
            mass += path.probability
        return chosen, mass > self.chance.bound

    def flows(self) -> dict[tuple[int, int, int], Flow]:
        """How much of the mass takes a step: from a node, by a move, to a child."""
        likely = [Fraction(0)] * len(self._places)
        likely[0] = Fraction(1)
        found: dict[tuple[int, int, int], Flow] = {}
        for at in sorted(range(len(self._places)), key=lambda at: self._places[at].node):
            for to, (node, move, share, child) in self._best[at].outcomes if likely[at] else ():
                self.watch.tick()
                through, ends = found.get((node, move, child), Flow(Fraction(0), Fraction(0)))
                part = likely[at] * share
                if to == GOAL:
                    found[node, move, child] = Flow(through + part, ends + part)
                elif to >= 0:
                    likely[to] += part
                    found[node, move, child] = Flow(through + part * self._best[to].mass, ends)
        return found

    def _explored(self) -> list[list[list[_Outcome]]]:
        """For each place, the outcomes of each of its moves."""
        number = {place: at for at, place in enumerate(self._places)}
        found: list[list[list[_Outcome]]] = []
        for place in self._places:  # which grows meanwhile
            found.append([])
            if place.left == 0 or not self._shows(place.node, self._left):
                continue
            for position, move in enumerate(self.tree.nodes[place.node].moves):
                outcomes = []
                for child, share in self.tree.shares(move).items():
                    self.watch.tick()
                    to = self._after(place, self.tree.system.action[move.transition], child)
                    if isinstance(to, _Place):
                        if to not in number:
                            number[to] = len(self._places)
                            self._places.append(to)
                        to = number[to]
                    outcomes.append(_Outcome(to, TreeStep(place.node, position, share, child)))
                found[-1].append(outcomes)
        return found

    def _after(self, place: _Place, action: int, child: int) -> _Place | int:
        """Where a step leads."""
        watched = self._monitor[place.watched * len(self.tree.system.actions) + action]
        mode = self._modes[action]
        if watched < 0 or (mode & 1 and self._shows(child, self._right)):
            return GOAL
        left = None if place.left is None else place.left - 1
        return _Place(child, watched, left) if mode & 2 else LOST

    def _solved(self, moves: list[list[list[_Outcome]]]) -> list[_Best]:
        """The best moves, from the leaves on."""
        best = [_Best()] * len(moves)
        for at in sorted(range(len(moves)), key=lambda at: -self._places[at].node):
            for outcomes in moves[at]:
                mass = _sum(outcomes, lambda to: best[to].mass)
                if mass > best[at].mass:
                    ways = [
                        step.share * (1 if to == GOAL else best[to].likeliest) for to, step in outcomes if to != LOST
                    ]
                    paths = sum(1 if to == GOAL else best[to].paths for to, _ in outcomes if to != LOST)
                    best[at] = _Best(mass, outcomes, max(ways), min(paths, COUNTED))
        return best


def _sum(outcomes: Sequence[_Outcome], worth: Callable[[int], Fraction]) -> Fraction:
    return sum((step.share * (1 if to == GOAL else worth(to)) for to, step in outcomes if to != LOST), Fraction(0))


_Link = tuple[TreeStep, "_Link | None"]


def _steps(link: _Link | None) -> tuple[TreeStep, ...]:
    steps = []
    while link is not None:
        step, link = link
        steps.append(step)
    return tuple(reversed(steps))
