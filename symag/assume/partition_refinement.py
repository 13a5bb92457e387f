"""Partition refinement: which blocks to split, so that a spurious counterexample does not come back.

Any split that makes the partition finer guarantees termination. The number of splits depends on the block of the states
that the counterexample does not visit. `paper_splits` is CAV'12, section 4. `improved_splits` looks for the block to
split from both ends of the counterexample. From the leaves, as the paper does: a move leads into a block that has
states without the moves that follow. From the root: into a block where no state that the moves before *enter* has the
next move. Of the two blocks we split the larger one, since it is the coarser. We separate the states that do not even
have the moves after hidden moves, if there are any: otherwise the counterexample comes back with one hidden move more.
Where a block is one of a side with the assumption below it, we separate by one of the two alone if that is enough;
otherwise pairs are told apart one by one.

A tree ends in moves that the specification cannot answer at all. Often the state there has other moves that it cannot
answer either, and each of them makes another counterexample. `unanswered_moves` finds them, so that one split separates
the states that have any of these moves, instead of one split for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symag.assume.analysis import Realisation, SpuriousStep
from symag.assume.projection import Projection
from symag.evidence import Counterexample
from symag.limits import Watch
from symag.model import LPTS
from symag.simulation import CompletedSuccessors

__all__ = ["Split", "improved_splits", "paper_splits", "unanswered_moves"]


@dataclass(frozen=True)
class Split:
    """These states of a block are to become a block of their own."""

    block: int
    states: frozenset[int]


def paper_splits(spurious: SpuriousStep, projection: Projection) -> list[Split]:
    """CAV'12, section 4. Case 1: separate, in the block of the node, the states that have the moves before; and in the
    blocks of the children, the states that have the moves below. Case 2: separate the states that, as the initial
    state, do not have the moves."""
    block, before = projection.nodes[spurious.node].state, spurious.before
    if spurious.able:
        return [_of_the_initial(spurious, block)]
    found = {} if before is None else {block: Split(block, before)}
    for move in spurious.group:
        for outcome, child in move.children.items():
            candidates = spurious.progress.candidates[child]
            if candidates is not None:
                found.setdefault(outcome, Split(outcome, candidates))
    return list(found.values())


def improved_splits(spurious: SpuriousStep, projection: Projection, by_component: bool = False) -> list[Split]:
    """The split of the larger block, chosen from the leaves or from the root. `by_component`: if the states of one
    component are enough to tell, these decide."""
    members = spurious.progress.abstraction.members
    late = _from_the_leaves(spurious, projection, by_component)
    early = _from_the_root(spurious.progress, projection, by_component)
    if early is None or len(members[early.block]) < max((len(members[split.block]) for split in late), default=0):
        return late
    return [early]


def _by_component(found: Realisation, split: Split, apart: set[int]) -> Split:
    """The split of all states that agree with some of its states in one component, if it is larger and has none of the
    states that it must be told apart from."""
    concrete, block = found.concrete, found.abstraction.members[split.block]
    found.watch.tick(2 * len(block))
    parts = {state: concrete.parts(state) for state in block}
    best = split.states
    for i in range(len(concrete.components)):
        places = {parts[state][i] for state in split.states}
        wide = frozenset(state for state in found.watch.over(block) if parts[state][i] in places)
        if len(best) < len(wide) < len(block) and not wide & apart:
            best = wide
    return Split(split.block, best)


def _of_the_initial(spurious: SpuriousStep, block: int) -> Split:
    """Case 2: the initial state is among the states that do not have the moves."""
    before = spurious.progress.abstraction.members[block] if spurious.before is None else spurious.before
    return Split(block, frozenset(before) - spurious.able)


def _from_the_leaves(spurious: SpuriousStep, projection: Projection, by_component: bool) -> list[Split]:
    """Case 1 by dead ends: separate the outcomes of the moves that do not have the moves below, if there are any not
    even after hidden moves."""
    block, found = projection.nodes[spurious.node].state, spurious.progress
    if spurious.able:
        return [_of_the_initial(spurious, block)]
    members, wanted = found.abstraction.members, found.wanted(spurious.group)
    dead: dict[int, set[int]] = {}
    for state in members[block] if spurious.before is None else spurious.before:
        for move, outcome in found.outcomes(state, wanted):
            if not found.may_be(outcome, move):
                dead.setdefault(found.block_of[outcome], set()).add(outcome)
    goals = {place: _goals(spurious, place) for place in dead}
    hopeless = {
        place: states - found.abstraction.leading_to(goals[place], found.watch) for place, states in dead.items()
    }
    chosen = hopeless if any(hopeless.values()) else dead
    parts = [
        Split(place, frozenset(states)) for place, states in chosen.items() if 0 < len(states) < len(members[place])
    ]
    if by_component:
        parts = [_by_component(found, part, goals[part.block]) for part in parts]
    return parts or paper_splits(spurious, projection)


def _goals(spurious: SpuriousStep, block: int) -> set[int]:
    """The candidates of the children in this block."""
    goals = set[int]()
    for move in spurious.group:
        if block in move.children:
            goals |= spurious.progress.candidates[move.children[block]] or frozenset()
    return goals


def _from_the_root(found: Realisation, projection: Projection, by_component: bool) -> Split | None:
    """Split the block of the first node that is entered only by states without one of the node's moves: separate those
    of them that do not even have it after hidden moves."""
    members = found.abstraction.members
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
                    hopeless = here - found.abstraction.leading_to(able, found.watch)
                    split = Split(node.state, frozenset(hopeless or here))
                    return _by_component(found, split, able) if by_component else split
    return None


def unanswered_moves(counterexample: Counterexample, specification: LPTS, watch: Watch) -> Mapping[int, Sequence[int]]:
    """Per node with one move, which comes last: the other transitions of its state that the specification cannot
    answer either."""
    tree, system = counterexample.tree, counterexample.tree.system
    answers = CompletedSuccessors(specification, system.actions)
    found = {}
    for node, steps in enumerate(counterexample.steps_at):
        state, moves = tree.nodes[node]
        if not steps or len(moves) > 1 or any(step.cuts for step in steps):
            continue
        watch.tick((1 + len(system.row(state))) * len(steps))
        row = system.row(state)
        others = [
            t
            for t in row
            if t != moves[0].transition and not any(answers.of(step.above, system.action[t]) for step in steps)
        ]
        if others:
            found[node] = others
    return found
