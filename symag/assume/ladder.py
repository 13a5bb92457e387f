"""The ladder of assumptions of rule ASYM-N (CAV'12, section 5); with two sides it is that of ASYM.

A_i abstracts from L_{i+1} ‖ A_{i+1}, and the last one from L_n. Each is a quotient by a partition, so premise 2 and all
after it hold by construction. When A_i is refined, everything that is built on it must be built again; the partitions
are inherited: a state of the finer composition is in the block of the state that it refines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symag.assume.analysis import Split
from symag.assume.story import parts_of
from symag.errors import InternalError
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose, quotient

__all__ = ["Ladder", "Rung"]


@dataclass(frozen=True, eq=False)
class Rung:
    """An assumption with what it abstracts from, and the partition."""

    concrete: LPTS
    block_of: list[int]
    members: list[list[int]]
    assumption: LPTS


class Ladder:
    """The assumptions `rungs[0]` = A_1, …, each built on the next."""

    def __init__(self, sides: Sequence[LPTS], inherit: bool, watch: Watch) -> None:
        self.sides = tuple(sides)
        """L_2, …, L_n: what the assumptions stand for."""
        self.inherit = inherit
        self.watch = watch
        self.rungs: list[Rung] = []
        self.largest_composition = 0
        self.states_composed = 0
        self.refinements = 0
        for side in reversed(self.sides):
            concrete = side if not self.rungs else self._composed(side, self.rungs[0].assumption)
            self.rungs.insert(0, self._rung(concrete, [0] * concrete.num_states, len(self.sides) - len(self.rungs)))

    @property
    def assumptions(self) -> tuple[LPTS, ...]:
        """A_1, …, A_{n-1}."""
        return tuple(rung.assumption for rung in self.rungs)

    def refine(self, level: int, splits: Sequence[Split]) -> str:
        """Split blocks of an assumption, and build again what is built on it; say what was split."""
        old = self.rungs[level]
        block_of = list(old.block_of)
        origin = list(range(len(old.members)))
        told = []
        for block, states in ((split.block, split.states) for split in splits):
            size = len(old.members[block])
            if not 0 < len(states) < size:
                raise InternalError("a refinement does not make the partition finer (CAV'12, Lemma 6)")
            for state in states:
                block_of[state] = len(origin)
            origin.append(block)
            told.append(f"{size} = {len(states)} + {size - len(states)} states")
        self.refinements += 1
        self.rungs[level] = self._rung(old.concrete, block_of, level + 1)
        for above in range(level - 1, -1, -1):
            origin = self._rebuild(above, origin)
        return f"A{level + 1}: {', '.join(told)}"

    def _rebuild(self, level: int, origin: list[int]) -> list[int]:
        """Build an assumption on a finer one, whose states come from those of the old one by `origin`."""
        old = self.rungs[level]
        concrete = self._composed(self.sides[level], self.rungs[level + 1].assumption)
        if not self.inherit:
            self.rungs[level] = self._rung(concrete, [0] * concrete.num_states, level + 1)
            return [0] * concrete.num_states
        before = {parts_of(old.concrete, state): block for state, block in enumerate(old.block_of)}
        new_number: dict[int, int] = {}
        block_of = []
        for state in range(concrete.num_states):
            side, finer = parts_of(concrete, state)
            block = before[side, origin[finer]]
            block_of.append(new_number.setdefault(block, len(new_number)))
        self.rungs[level] = self._rung(concrete, block_of, level + 1)
        return list(new_number)

    def _composed(self, side: LPTS, assumption: LPTS) -> LPTS:
        self.watch.check("composing assumptions")
        concrete = compose(side, assumption, watch=self.watch)
        self.states_composed += concrete.num_states
        self.largest_composition = max(self.largest_composition, concrete.num_states)
        return concrete

    def _rung(self, concrete: LPTS, block_of: list[int], number: int) -> Rung:
        members: list[list[int]] = [[] for _ in range(max(block_of) + 1)]
        for state, block in enumerate(block_of):
            members[block].append(state)
        labels = [_label(concrete, block, states) for block, states in enumerate(members)]
        return Rung(concrete, block_of, members, quotient(concrete, block_of, labels, f"A{number}"))


def _label(concrete: LPTS, block: int, states: list[int]) -> str:
    """The number of the block, with its members if they are few."""
    shown = ",".join(concrete.states[state] for state in states[:3])
    more = "" if len(states) <= 3 else f",… {len(states)} states"
    return f"{block}:{{{shown}{more}}}" if len(shown) <= 40 else f"{block}"
