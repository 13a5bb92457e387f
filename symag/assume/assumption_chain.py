"""The chain of assumptions of rule ASYM-N (CAV'12, section 5); with two sides it is that of ASYM.

A_i abstracts from L_{i+1} ‖ A_{i+1}, and the last assumption from L_n. Each is a quotient by a partition, so premise 2
and all after it hold by construction. When A_i is refined, the assumptions above it are built again and inherit their
partitions: a state of the finer composition is in the block of the state that it refines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy

from symag.assume.abstraction import Abstraction, HiddenMoves, members_of
from symag.assume.partition_refinement import Split
from symag.errors import InternalError
from symag.evidence import SplitRecord
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose
from symag.traces import Parts

__all__ = ["AssumptionChain", "FurtherSplits"]

FurtherSplits = Callable[[int, Abstraction], Sequence[Split]]
"""Given a level, and its new concrete model with the assumption and the partition so far: more blocks to split."""


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
        origin, records = self._split(level, old.concrete, list(old.block_of), splits, old.hidden)
        for above in range(level - 1, -1, -1):
            origin, more = self._rebuild(above, origin, further)
            records += more
        return records

    @property
    def sizes(self) -> list[int]:
        """How many blocks each assumption has."""
        return [len(abstraction.members) for abstraction in self.abstractions]

    def above(self, level: int, last: Abstraction) -> AssumptionChain:
        """The chain down to a level, whose assumption abstracts from another model than before."""
        chain = copy(self)
        chain.sides = (*self.sides[:level], last.concrete)
        chain.abstractions = [*self.abstractions[:level], last]
        return chain

    def replaced(self, first: Sequence[Abstraction]) -> AssumptionChain:
        """The chain with other assumptions at its beginning, which the others fit."""
        chain = copy(self)
        chain.abstractions = [*first, *self.abstractions[len(first) :]]
        return chain

    def coarsened(self, level: int, into: Mapping[int, int]) -> AssumptionChain:
        """Another chain, in which blocks of an assumption have become one. Those above it are built again: the blocks
        of states that have become one become one, and what is reached only now makes a block of its own."""
        coarser, old = self.replaced(()), self.abstractions[level]
        block_of = [into[block] for block in self.watch.over(old.block_of)]
        coarser.abstractions[level] = self._quotient(old.concrete, block_of, level + 1, old.hidden)
        for above in range(level - 1, -1, -1):
            into = coarser._rebuild_coarser(above, into)
        return coarser

    def _rebuild_coarser(self, level: int, below: Mapping[int, int]) -> Mapping[int, int]:
        """Rebuild an assumption on a coarser one; the new number of each block."""
        old = self.abstractions[level]
        concrete = self._composed(self.sides[level], self.abstractions[level + 1].assumption)
        leader = list(range(len(old.members)))

        def find(block: int) -> int:
            while leader[block] != block:
                block = leader[block]
            return block

        known: dict[Parts, int] = {}
        for state, block in self.watch.over(enumerate(old.block_of)):
            side, under = old.concrete.parts(state)
            one, two = find(block), find(known.setdefault((side, below[under]), block))
            leader[max(one, two)] = min(one, two)
        met = [known.get(concrete.parts(state), -1) for state in self.watch.over(range(concrete.num_states))]
        kept = {block: number for number, block in enumerate(sorted({find(block) for block in met if block >= 0}))}
        block_of = [len(kept) if block < 0 else kept[find(block)] for block in met]
        self.abstractions[level] = self._quotient(concrete, block_of, level + 1)
        return {block: kept[find(block)] for block in range(len(leader)) if find(block) in kept}

    def _split(
        self,
        level: int,
        concrete: LPTS,
        block_of: list[int],
        splits: Sequence[Split],
        hidden: HiddenMoves | None = None,
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
        self.abstractions[level] = self._quotient(concrete, block_of, level + 1, hidden)
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
        hidden = HiddenMoves(concrete)
        splits: Sequence[Split] = ()
        if further is not None:
            members = members_of(block_of, len(old.members), self.watch)
            splits = further(level, Abstraction(concrete, block_of, members, old.assumption, hidden))
        kept = sorted(set(block_of))
        if len(kept) == len(old.members):
            return self._split(level, concrete, block_of, splits, hidden)
        new_number = {block: number for number, block in enumerate(kept)}  # some blocks cannot be reached any more
        inherited = [new_number[block] for block in block_of]
        renumbered = [Split(new_number[split.block], split.states) for split in splits]
        finer_origin, records = self._split(level, concrete, inherited, renumbered, hidden)
        return [kept[number] for number in finer_origin], [one._replace(block=kept[one.block]) for one in records]

    def _composed(self, side: LPTS, assumption: LPTS) -> LPTS:
        self.watch.check("composing assumptions")
        concrete = compose(side, assumption, watch=self.watch)
        self.states_composed += concrete.num_states
        self.largest_composition = max(self.largest_composition, concrete.num_states)
        return concrete

    def _quotient(
        self, concrete: LPTS, block_of: list[int], number: int, hidden: HiddenMoves | None = None
    ) -> Abstraction:
        return Abstraction.by_partition(concrete, block_of, f"A{number}", self.watch, hidden)
