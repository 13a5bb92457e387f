"""What an assumption looked like while it grew: pictures of a refinement for people, of bounded size.

They prove nothing and are in no file: `verdict.history` has the figures of every iteration, the iteration
log what it takes to draw the first ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from symag.model import LPTS, counted

__all__ = ["FrameNode", "IterationFrame", "IterationLog", "Snapshot", "SplitRecord", "state_name"]

MAX_FRAMES = 120
MAX_TRANSITIONS = 200_000
"""Of all assumptions that are kept, together."""
LONGEST = 40
"""Characters of a name; longer ones are numbers, too."""
MAX_LABELLED = 40
"""The states of larger assumptions are called by their numbers: long names take long to make, and are not readable."""


class SplitRecord(NamedTuple):
    """Block `block` of assumption A`level` lost `part` of its `size` states to the new block `new`.

    The rest of it is called `rest` from now on.
    """

    level: int
    block: int
    rest: int
    new: int
    part: int
    size: int

    def __str__(self) -> str:
        return f"A{self.level}: {counted(self.size, 'state')} into {self.part:,} and {self.size - self.part:,}"


@dataclass(frozen=True, eq=False)
class Snapshot:
    """An assumption, and where the counterexample of the iteration goes through it."""

    level: int
    model: LPTS
    states: frozenset[int] = frozenset()
    transitions: frozenset[int] = frozenset()


class FrameNode(NamedTuple):
    """A node of a counterexample: its depth, action and probability that lead there, the states of the models."""

    node: int
    depth: int
    action: str
    share: Fraction
    places: tuple[str, ...]
    before: tuple[str, ...]
    """The states of the models at the node before."""


@dataclass(frozen=True, eq=False)
class IterationFrame:
    """An iteration: the assumptions before it, the counterexample depth first (or its beginning), what was split."""

    iteration: int
    snapshots: tuple[Snapshot, ...]
    counterexample: tuple[FrameNode, ...] = ()
    splits: tuple[SplitRecord, ...] = ()
    names: tuple[str, ...] = ()
    """Of the models whose states the nodes have; empty where a state says it itself."""
    nodes: int = 0
    """How many nodes it has."""
    ends: tuple[str, ...] = ()
    """The actions at its ends, to which the specification has no answer."""


@dataclass
class IterationLog:
    """The frames that are kept: the first ones, as long as there is room."""

    frames: list[IterationFrame] = field(default_factory=list)
    transitions: int = 0
    """Of the assumptions in all frames."""
    is_full: bool = False
    """Was there no room for a frame? Then there is none for later ones: each is drawn beside the next."""

    def offer(self, models: Sequence[LPTS], make: Callable[[], IterationFrame]) -> None:
        """Keep the frame, which is about these models, if there is room for it; only then it is made."""
        wanted = self.transitions + sum(model.num_transitions for model in models)
        self.is_full = self.is_full or len(self.frames) >= MAX_FRAMES or wanted > MAX_TRANSITIONS
        if self.is_full:
            return
        self.transitions = wanted
        frame = make()
        snapshots = (replace(snapshot, model=_alone(snapshot.model)) for snapshot in frame.snapshots)
        self.frames.append(replace(frame, snapshots=tuple(snapshots)))


def _alone(model: LPTS) -> LPTS:
    """The model without what its labels are made from, which may be as large as the system."""
    return replace(model, states=tuple(state_name(model, state) for state in range(model.num_states)), product=None)


def state_name(model: LPTS, state: int) -> str:
    """What a picture calls a state."""
    if model.num_states > MAX_LABELLED:
        return str(state)
    label = model.states[state]
    return label if len(label) <= LONGEST else str(state)
