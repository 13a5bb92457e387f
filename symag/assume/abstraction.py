"""An abstraction: the quotient of a model by a partition of its states (CAV'12, Definition 8), with the model itself.

The quotient is the assumption that stands for the model. It simulates the model by construction: the relation that
gives every state its block is a strong simulation, so no one has to search for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import push_forward

__all__ = ["Abstraction", "BlockLabels", "HiddenMoves", "members_of"]

MAX_LABEL = 160
"""The most characters of the states in a block's label; a block that needs more has its number as its label."""


class HiddenMoves:
    """The hidden moves of a model, backwards."""

    def __init__(self, model: LPTS) -> None:
        self.model = model
        self._before: dict[int, list[int]] | None = None

    def before(self, watch: Watch) -> Mapping[int, Sequence[int]]:
        """The states before each one."""
        if self._before is None:
            model, self._before = self.model, {}
            for state in range(model.num_states if model.has_hidden_moves else 0):
                watch.tick(1 + len(model.row(state)))
                for t in model.row(state):
                    if model.action[t] == 0:
                        for outcome, _ in model.outcomes(model.target[t]):
                            self._before.setdefault(outcome, []).append(state)
        return self._before


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
    hidden: HiddenMoves
    """Those of the concrete model."""

    def leading_to(self, goals: Iterable[int], watch: Watch) -> set[int]:
        """The states that hidden moves lead to one of the goals with a positive probability; the goals are among
        them."""
        found = set(goals)
        before = self.hidden.before(watch)
        todo = list(found) if before else []
        while todo:
            new = [state for state in watch.over(before.get(todo.pop(), ())) if state not in found]
            found.update(new)
            todo += new
        return found

    @classmethod
    def by_partition(
        cls, concrete: LPTS, block_of: list[int], name: str, watch: Watch, hidden: HiddenMoves | None = None
    ) -> Abstraction:
        """The quotient of a model; its blocks are numbered from 0."""
        members = members_of(block_of, max(block_of) + 1, watch)
        quotient = push_forward(concrete, block_of, BlockLabels(concrete, members), name, watch)
        return cls(concrete, block_of, members, quotient, hidden or HiddenMoves(concrete))


def members_of(block_of: Sequence[int], blocks: int, watch: Watch) -> list[list[int]]:
    """The states of each block."""
    members: list[list[int]] = [[] for _ in range(blocks)]
    for state, block in watch.over(enumerate(block_of)):
        members[block].append(state)
    return members


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
