"""Upper bounds of probabilities as evidence: a number for each state, which no move of a scheduler can exceed.

A bound is inductive: a state's number is at least the expected number after each of its moves, where the goal counts 1.
By induction on the number of steps, no scheduler reaches the goal with a greater probability. A state without a number
has 1, which is always right.
"""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from symag.evidence.diagram import DRAWN, StateTable, columns_of, drawn, work_of_walk
from symag.limits import Watch
from symag.model import LPTS, Ints, counted

__all__ = ["Bound", "BoundPart"]


@dataclass(frozen=True, eq=False, repr=False)
class BoundPart:
    """Numbers for one path: for each place, which is a state and, to leave a safety LTS, a state of that."""

    states: Ints
    """The state of each place."""
    beside: Sequence[object] | None
    """For each place, the name of the state of the safety LTS, or names of states; None if there is none."""
    rounds: tuple[Sequence[Fraction | int], ...]
    """The numbers of the places. If steps are counted: for each number of steps that are left, from 0 on; the last one
    is for all greater numbers, too."""
    scale: int = 1
    """What the numbers are to be divided by."""
    counts_steps: bool = False
    """Are steps counted?"""
    choices: int = 0
    """How many moves the places have."""
    begins: object | None = None
    """What `beside` is in the initial place (if there is nothing beside, an empty text), if the numbers can be a
    diagram: no path is inside of the path, actions alone end it, and steps are not counted."""

    def __repr__(self) -> str:
        counted_steps = f", for each of {len(self.rounds)} numbers of steps" if self.counts_steps else ""
        return f"<BoundPart: {counted(len(self.states), 'number')}{counted_steps}>"

    def through(self, members: Callable[[int], Sequence[int]], system: LPTS, watch: Watch) -> BoundPart:
        """The same numbers for all members of each state."""
        pairs = [(place, member) for place, state in enumerate(watch.over(self.states)) for member in members(state)]
        return replace(
            self,
            states=array("i", [member for _, member in pairs]),
            beside=None if self.beside is None else [self.beside[place] for place, _ in pairs],
            rounds=tuple([values[place] for place, _ in pairs] for values in self.rounds),
            choices=system.num_transitions,
        )

    def to_json(self, system: LPTS, watch: Watch) -> dict[str, Any]:
        """As the kernel reads it: places by their numbers."""
        if self.begins is not None and len(self.states) * len(system.components) >= DRAWN:
            return self._drawn(system, watch)
        if not self.counts_steps:
            return {"values": self._groups(self.rounds[0], system, watch)}
        return {"steps": [self._groups(values, system, watch) for values in self.rounds]}

    def _drawn(self, system: LPTS, watch: Watch) -> dict[str, Any]:
        """As a diagram, in which the safety LTS is the first component."""
        import numpy

        numbers: dict[Fraction | int, int] = {self.scale: 0}  # what is not mentioned has 1
        number_of = [numbers.setdefault(min(value, self.scale), len(numbers)) for value in watch.over(self.rounds[0])]
        sets = {json.dumps(self.begins): 0}
        beside = [0] * len(number_of)
        if self.beside is not None:
            beside = [sets.setdefault(json.dumps(one), len(sets)) for one in watch.over(self.beside)]
        kept = numpy.array(number_of, numpy.int64) > 0
        states = numpy.asarray(self.states, numpy.int64)[kept]
        columns = [numpy.array(beside, numpy.int64)[kept], *(column[states] for column in columns_of(system))]
        table = StateTable(columns, numpy.array(number_of, numpy.int64)[kept])
        names = [[str(i) for i in range(len(sets))], *(list(model.states) for model in system.components)]
        rows = [str(Fraction(value) / self.scale) for value in numbers]
        initial = [0, *(model.initial for model in system.components)]
        written = [one if isinstance(one, list) else [one] for one in map(json.loads, sets)]
        return {"sets": written, **drawn(table, rows, initial, names, watch)}

    def _groups(self, values: Sequence[Fraction | int], system: LPTS, watch: Watch) -> list[dict[str, Any]]:
        groups: dict[Fraction | int, list[list[object]]] = defaultdict(list)
        for place, value in enumerate(watch.over(values)):
            if value < self.scale:  # the others have 1
                label: list[object] = list(system.part_labels(self.states[place]))
                groups[value].append(label if self.beside is None else [*label, self.beside[place]])
        return [{"at_most": str(Fraction(value) / self.scale), "states": states} for value, states in groups.items()]


@dataclass(frozen=True, eq=False, repr=False)
class Bound:
    """The numbers for each bound on a probability in a formula, the outer ones first; None for one that the proof does
    not need."""

    system: LPTS
    """The system that they are about."""
    specification: Any
    """The formula."""
    parts: tuple[BoundPart | None, ...]
    value: Fraction | None = None
    """The number of the initial state, if the formula is one bound: the smallest p that this evidence shows."""

    def __repr__(self) -> str:
        value = "" if self.value is None else f", {self.value} at the initial state"
        return f"<Bound on {self.specification}: {counted(len(self), 'number')}{value}>"

    def __len__(self) -> int:
        """How many numbers there are."""
        return sum(len(values) for part in self.parts if part is not None for values in part.rounds)

    @property
    def obligations(self) -> int:
        """How many moves must not exceed the number of their place."""
        return sum(part.choices * len(part.rounds) for part in self.parts if part is not None)

    @property
    def num_states(self) -> int:
        """How many states are written."""
        return len(self)

    def written_obligations(self, certificate: dict[str, Any]) -> int:
        """How many of these the kernel meets at most, or what takes it as long."""
        diagrams = [one["diagram"] for one in certificate["bounds"] if one is not None and "diagram" in one]
        return min([self.obligations, *(self._work(one) for one in diagrams)])

    def _work(self, diagram: dict[str, Any]) -> int:
        """About that of a walk over a diagram: without the steps of the safety LTS, its first component."""
        nodes = [[level - 1, edges] for level, edges in diagram["nodes"] if level > 0]
        return work_of_walk({"rows": diagram["rows"], "nodes": nodes}, self.system.components)

    def evidence(self, watch: Watch | None = None) -> dict[str, Any]:
        """What shows that the formula holds, as the kernel reads it."""
        watch = watch or Watch()
        return {"bounds": [None if part is None else part.to_json(self.system, watch) for part in self.parts]}

    def to_json(self, watch: Watch | None = None) -> dict[str, Any]:
        """The certificate that the kernel checks."""
        return {"kind": "bound", **self.evidence(watch)}
