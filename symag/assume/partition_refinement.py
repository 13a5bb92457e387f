"""What to split, so that a spurious counterexample does not come back: as in the paper, and better.

Any split that makes the partition finer will do for termination. How many it takes depends on where the states go that
the counterexample does not speak of. We look for the place to split from both ends. From the leaves, as the paper does:
a move leads into a block some states of which cannot go on. From the root: into a block where none of the states that
the moves before really *enter* has the next move. Of the two places we take the larger block, since it knows less, and
split off the larger part, so that more stays together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symag.assume.analysis import Realisation, SpuriousStep
from symag.assume.projection import Projection

__all__ = ["Split", "improved_splits", "paper_splits"]

Members = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Split:
    """These states of a block are to be told apart from the rest of it."""

    block: int
    states: frozenset[int]


def paper_splits(spurious: SpuriousStep, projection: Projection, members: Members) -> list[Split]:
    """CAV'12, section 4: in case 1 by who could do the moves before, and the children's blocks by who can do what is
    below; in case 2, of the initial state, by who lost its place with it."""
    block, before = projection.nodes[spurious.node].state, spurious.before
    if spurious.able:
        return [_of_the_initial(spurious, block, members)]
    found = {} if before is None else {block: Split(block, before)}
    for move in spurious.group:
        for outcome, child in move.children.items():
            candidates = spurious.progress.candidates[child]
            if candidates is not None:
                found.setdefault(outcome, Split(outcome, candidates))
    return list(found.values())


def improved_splits(spurious: SpuriousStep, projection: Projection, members: Members) -> list[Split]:
    """Less than the paper's, and more to the point: see above."""
    late = _from_the_leaves(spurious, projection, members)
    early = _from_the_root(spurious.progress, projection, members)
    if early is None or len(members[early.block]) < max((len(members[split.block]) for split in late), default=0):
        return late
    return [early]


def _of_the_initial(spurious: SpuriousStep, block: int, members: Members) -> Split:
    """Case 2: the initial state is among those that cannot go on."""
    before = members[block] if spurious.before is None else spurious.before
    return Split(block, frozenset(before) - spurious.able)


def _from_the_leaves(spurious: SpuriousStep, projection: Projection, members: Members) -> list[Split]:
    """Case 1 by the dead ends: the outcomes of such moves from which it cannot go on as it must."""
    block, found = projection.nodes[spurious.node].state, spurious.progress
    if spurious.able:
        return [_of_the_initial(spurious, block, members)]
    wanted = found.wanted(spurious.group)
    dead: dict[int, set[int]] = {}
    for state in members[block] if spurious.before is None else spurious.before:
        for move, outcome in found.outcomes(state, wanted):
            if not found.may_be(outcome, move):
                dead.setdefault(found.block_of[outcome], set()).add(outcome)
    parts = [Split(place, frozenset(states)) for place, states in dead.items() if len(states) < len(members[place])]
    return parts or paper_splits(spurious, projection, members)


def _from_the_root(found: Realisation, projection: Projection, members: Members) -> Split | None:
    """The first node that is entered only by states that do not have its next move."""
    entered: list[set[int]] = [set() for _ in projection.nodes]
    entered[0].update(members[projection.nodes[0].state])
    for number in reversed(projection.bottom_up):
        node, here = projection.nodes[number], entered[number]
        for group in node.groups if here else ():
            wanted = found.wanted(group)
            after = [step for state in here for step in found.outcomes(state, wanted)]
            for move, outcome in after:
                entered[move.children[found.block_of[outcome]]].add(outcome)
            if not after:
                able = {state for state in members[node.state] if any(found.outcomes(state, wanted))}
                if able:
                    return Split(node.state, frozenset(here if len(here) >= len(able) else able))
    return None
