"""The chain of assumptions of rule ASYM-N (CAV'12, section 5); with two sides it is that of ASYM.

A_i abstracts from L_{i+1} ‖ A_{i+1}, and the last assumption from L_n. Each is a quotient by a partition, so premise 2
and all after it hold by construction. When A_i is refined, the assumptions above it are built again and inherit their
partitions: a state of the finer composition is in the block of the state that it refines.

An abstraction: the quotient of a model by a partition of its states (CAV'12, Definition 8), with the model itself.

The quotient is the assumption that stands for the model. It simulates the model by construction: the relation that
gives every state its block is a strong simulation (`BlockMap`), so no one has to search for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from symag.assume.partition_refinement import Split
from symag.errors import InternalError
from symag.evidence import SplitRecord
from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Reduction, compose, push_forward
from symag.traces import Parts

__all__ = ["Abstraction", "AssumptionChain", "BlockLabels", "BlockMap", "FurtherSplits", "members_of"]

MAX_LABEL = 160
"""The most characters of the states in a block's label; a block that needs more has its number as its label."""


@dataclass(frozen=True, eq=False)
class Abstraction:
    """A model, a partition of its states, and the quotient by the partition."""

    concrete: LPTS
    block_of: list[int]
    """Per state of the concrete model, the number of its block."""
    members: list[list[int]]
    """Per block, its states."""
    assumption: LPTS
    """The quotient: its states are the blocks."""

    @classmethod
    def by_partition(cls, concrete: LPTS, block_of: list[int], name: str, watch: Watch) -> Abstraction:
        """The quotient of a model; its blocks are numbered from 0."""
        members = members_of(block_of, max(block_of) + 1, watch)
        quotient = push_forward(concrete, block_of, BlockLabels(concrete, members), name, watch)
        return cls(concrete, block_of, members, quotient)


def members_of(block_of: Sequence[int], blocks: int, watch: Watch) -> list[list[int]]:
    """The states of each block."""
    members: list[list[int]] = [[] for _ in range(blocks)]
    for state, block in watch.over(enumerate(block_of)):
        members[block].append(state)
    return members


class BlockMap:
    """The block of each state of an abstraction's concrete model, by the states of the model's components.

    This is the simulation that proves a premise after the first. Components that were reduced before the abstraction
    was built are mapped through their reductions, so the map applies to the components that the user gave.
    """

    def __init__(self, abstraction: Abstraction, reductions: Sequence[Reduction] | None, watch: Watch) -> None:
        self.reductions = reductions
        """The reductions of the side's components, if they were reduced."""
        self.block_of = {
            _flat(abstraction, state): block for state, block in watch.over(enumerate(abstraction.block_of))
        }

    def __call__(self, parts: Parts) -> int | None:
        """The block of a state; None if the state, or what it is reduced to, is not a state of the concrete model."""
        if self.reductions is not None:
            reduced = [reduction.block_of[part] for reduction, part in zip(self.reductions, parts, strict=False)]
            parts = (*reduced, *parts[len(reduced) :])
        return self.block_of.get(parts)


def _flat(abstraction: Abstraction, state: int) -> Parts:
    """The state of each component of the side, and of the assumption below the side, if there is one."""
    places = zip(abstraction.concrete.components, abstraction.concrete.parts(state), strict=True)
    return tuple(part for model, place in places for part in model.parts(place))


@dataclass(frozen=True, eq=False)
class BlockLabels(Sequence[str]):
    """The labels of the blocks, made on first use: the block's number, and its states if these are few."""

    concrete: LPTS
    members: list[list[int]]

    def __len__(self) -> int:
        return len(self.members)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return self._texts[index]

    @lazy_property
    def _texts(self) -> list[str]:
        """All labels at once: each is made of labels of the assumption below, and so on."""
        texts = []
        for number, states in enumerate(self.members):
            names = [self.concrete.states[state] for state in states[:3]]
            between = " | " if any("," in name for name in names) else ","
            shown = between.join(names)
            more = "" if len(states) <= 3 else f"{between}… {len(states)} states"
            texts.append(f"{number}:{{{shown}{more}}}" if len(shown) <= MAX_LABEL else f"{number}")
        return texts


FurtherSplits = Callable[[int, Abstraction, LPTS, list[int]], Sequence[Split]]
"""Given a level, its abstraction so far, its new concrete model and the inherited partition: more blocks to split."""


class AssumptionChain:
    """The assumptions `abstractions[0]` = A_1, …, each built on the next; at first each has one block."""

    def __init__(self, sides: Sequence[LPTS], inherit: bool, watch: Watch) -> None:
        self.sides = tuple(sides)
        """L_2, …, L_n: the sides that the assumptions stand for."""
        self.inherit = inherit
        """Whether an assumption keeps its partition when one below it is refined."""
        self.watch = watch
        self.abstractions: list[Abstraction] = []
        self.largest_composition = 0
        self.states_composed = 0
        for side in reversed(self.sides):
            concrete = side if not self.abstractions else self._composed(side, self.abstractions[0].assumption)
            number = len(self.sides) - len(self.abstractions)
            self.abstractions.insert(0, self._quotient(concrete, [0] * concrete.num_states, number))

    def refine(self, level: int, splits: Sequence[Split], further: FurtherSplits | None = None) -> list[SplitRecord]:
        """Split blocks of an assumption, and rebuild the assumptions above it; record every split.

        `further` says, for each assumption that is rebuilt on an inherited partition, which blocks to split as well.
        """
        old = self.abstractions[level]
        origin, records = self._split(level, old.concrete, list(old.block_of), splits)
        for above in range(level - 1, -1, -1):
            origin, more = self._rebuild(above, origin, further)
            records += more
        return records

    def _split(
        self, level: int, concrete: LPTS, block_of: list[int], splits: Sequence[Split]
    ) -> tuple[list[int], list[SplitRecord]]:
        """Set an assumption to the partition with these splits; per new block the old one, and the splits' records."""
        sizes = Counter(block_of)
        origin = list(range(len(sizes)))
        records = []
        for split in splits:
            size = sizes[split.block]
            if not 0 < len(split.states) < size:
                raise InternalError("a refinement does not make the partition finer (CAV'12, Lemma 6)")
            for state in self.watch.over(split.states):
                block_of[state] = len(origin)
            records.append(SplitRecord(level + 1, split.block, split.block, len(origin), len(split.states), size))
            origin.append(split.block)
        self.abstractions[level] = self._quotient(concrete, block_of, level + 1)
        return origin, records

    def _rebuild(
        self, level: int, origin: list[int], further: FurtherSplits | None
    ) -> tuple[list[int], list[SplitRecord]]:
        """Rebuild an assumption on a finer one, whose blocks were `origin` before."""
        old = self.abstractions[level]
        concrete = self._composed(self.sides[level], self.abstractions[level + 1].assumption)
        if not self.inherit:
            return self._split(level, concrete, [0] * concrete.num_states, ())
        before = {old.concrete.parts(state): block for state, block in self.watch.over(enumerate(old.block_of))}
        block_of = []
        for state in self.watch.over(range(concrete.num_states)):
            side, finer = concrete.parts(state)
            block_of.append(before[side, origin[finer]])
        splits = () if further is None else further(level, old, concrete, block_of)
        kept = sorted(set(block_of))
        if len(kept) == len(old.members):
            return self._split(level, concrete, block_of, splits)
        new_number = {block: number for number, block in enumerate(kept)}  # some blocks cannot be reached any more
        inherited = [new_number[block] for block in block_of]
        renumbered = [Split(new_number[split.block], split.states) for split in splits]
        finer_origin, records = self._split(level, concrete, inherited, renumbered)
        return [kept[number] for number in finer_origin], [one._replace(block=kept[one.block]) for one in records]

    def _composed(self, side: LPTS, assumption: LPTS) -> LPTS:
        self.watch.check("composing assumptions")
        concrete = compose(side, assumption, watch=self.watch)
        self.states_composed += concrete.num_states
        self.largest_composition = max(self.largest_composition, concrete.num_states)
        return concrete

    def _quotient(self, concrete: LPTS, block_of: list[int], number: int) -> Abstraction:
        return Abstraction.by_partition(concrete, block_of, f"A{number}", self.watch)
