"""The chain of assumptions of rule ASYM-N (CAV'12, section 5); with two sides it is that of ASYM.

A_i abstracts from L_{i+1} ‖ A_{i+1}, and the last one from L_n. Each is a quotient by a partition, so premise 2 and all
after it hold by construction. When A_i is refined, everything that is built on it must be built again; the partitions
are inherited: a state of the finer composition is in the block of the state that it refines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from symag.assume.execution_tree import parts_of
from symag.assume.partition_refinement import Split
from symag.errors import InternalError
from symag.evidence import SplitRecord
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose, push_forward

__all__ = ["Abstraction", "AssumptionChain", "members_of"]


@dataclass(frozen=True, eq=False)
class Abstraction:
    """An assumption with what it abstracts from, and the partition."""

    concrete: LPTS
    block_of: list[int]
    members: list[list[int]]
    assumption: LPTS


MAX_LABEL = 160
"""Characters for the states in a block; where they need more, it is called by its number."""

Again = Callable[[int, Abstraction, LPTS, list[int]], Sequence[Split]]
"""Given a level, its old abstraction, and what it is now built on with the inherited partition: what else to split."""


class AssumptionChain:
    """The assumptions `abstractions[0]` = A_1, …, each built on the next."""

    def __init__(self, sides: Sequence[LPTS], inherit: bool, watch: Watch) -> None:
        self.sides = tuple(sides)
        """L_2, …, L_n: what the assumptions stand for."""
        self.inherit = inherit
        self.watch = watch
        self.abstractions: list[Abstraction] = []
        self.largest_composition = 0
        self.states_composed = 0
        for side in reversed(self.sides):
            concrete = side if not self.abstractions else self._composed(side, self.abstractions[0].assumption)
            self.abstractions.insert(
                0, self._abstraction(concrete, [0] * concrete.num_states, len(self.sides) - len(self.abstractions))
            )

    def refine(self, level: int, splits: Sequence[Split], again: Again | None = None) -> list[SplitRecord]:
        """Split blocks of an assumption, and build again what is built on it; say what was split.

        `again` says, for each assumption that is built again on an inherited partition, what else to split there.
        """
        old = self.abstractions[level]
        origin, told = self._split(level, old.concrete, list(old.block_of), splits)
        for above in range(level - 1, -1, -1):
            origin, more = self._rebuild(above, origin, again)
            told += more
        return told

    def _split(
        self, level: int, concrete: LPTS, block_of: list[int], splits: Sequence[Split]
    ) -> tuple[list[int], list[SplitRecord]]:
        """Split these blocks of an assumption; per block, the one it comes from, and what was split."""
        sizes = Counter(block_of)
        origin = list(range(len(sizes)))
        told = []
        for split in splits:
            size = sizes[split.block]
            if not 0 < len(split.states) < size:
                raise InternalError("a refinement does not make the partition finer (CAV'12, Lemma 6)")
            for state in self.watch.over(split.states):
                block_of[state] = len(origin)
            told.append(SplitRecord(level + 1, split.block, split.block, len(origin), len(split.states), size))
            origin.append(split.block)
        self.abstractions[level] = self._abstraction(concrete, block_of, level + 1)
        return origin, told

    def _rebuild(self, level: int, origin: list[int], again: Again | None) -> tuple[list[int], list[SplitRecord]]:
        """Build an assumption on a finer one, whose states come from those of the old one by `origin`."""
        old = self.abstractions[level]
        concrete = self._composed(self.sides[level], self.abstractions[level + 1].assumption)
        if not self.inherit:
            return self._split(level, concrete, [0] * concrete.num_states, ())
        before = {parts_of(old.concrete, state): block for state, block in self.watch.over(enumerate(old.block_of))}
        block_of = []
        for state in self.watch.over(range(concrete.num_states)):
            side, finer = parts_of(concrete, state)
            block_of.append(before[side, origin[finer]])
        splits = () if again is None else again(level, old, concrete, block_of)
        kept = sorted(set(block_of))
        if len(kept) == len(old.members):
            return self._split(level, concrete, block_of, splits)
        new_number = {block: number for number, block in enumerate(kept)}  # some blocks cannot be reached any more
        inherited = [new_number[block] for block in block_of]
        renumbered = [Split(new_number[split.block], split.states) for split in splits]
        finer_origin, told = self._split(level, concrete, inherited, renumbered)
        return [kept[number] for number in finer_origin], [one._replace(block=kept[one.block]) for one in told]

    def _composed(self, side: LPTS, assumption: LPTS) -> LPTS:
        self.watch.check("composing assumptions")
        concrete = compose(side, assumption, watch=self.watch)
        self.states_composed += concrete.num_states
        self.largest_composition = max(self.largest_composition, concrete.num_states)
        return concrete

    def _abstraction(self, concrete: LPTS, block_of: list[int], number: int) -> Abstraction:
        members = members_of(block_of, max(block_of) + 1, self.watch)
        labels = BlockLabels(concrete, members)
        return Abstraction(
            concrete, block_of, members, push_forward(concrete, block_of, labels, f"A{number}", self.watch)
        )


def members_of(block_of: Sequence[int], blocks: int, watch: Watch) -> list[list[int]]:
    """The states of each block."""
    members: list[list[int]] = [[] for _ in range(blocks)]
    for state, block in watch.over(enumerate(block_of)):
        members[block].append(state)
    return members


@dataclass(frozen=True, eq=False)
class BlockLabels(Sequence[str]):
    """The number of a block, with its members if they are few: made when somebody looks."""

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

    @cached_property
    def _texts(self) -> list[str]:
        """All of them: a label is made of labels of the assumption below, and so on."""
        texts = []
        for number, states in enumerate(self.members):
            names = [self.concrete.states[state] for state in states[:3]]
            between = " | " if any("," in name for name in names) else ","
            shown = between.join(names)
            more = "" if len(states) <= 3 else f"{between}… {len(states)} states"
            texts.append(f"{number}:{{{shown}{more}}}" if len(shown) <= MAX_LABEL else f"{number}")
        return texts
