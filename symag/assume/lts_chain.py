"""The chain of assumptions of rule 3 for LTSs (CAV'08, section 6); with two sides it is that of rule 1.

A_i abstracts from M_{i+1} ‖ A_{i+1}, and the last assumption from M_n, each over an alphabet of its own; premise 2 and
all after it hold by construction. When A_i is refined, the assumptions above it are built again and inherit their
partitions: closed states are in one block if the composed states that they represent come from the same old blocks, so
an assumption never gets coarser.

Abstraction of an LTS over some of its actions, and the block that a spurious trace splits (CAV'08, section 4.1).

Actions outside the assumption's alphabet are closed over: a state has, at once, the moves that it has after such
actions (the paper's `Reachable`), and bisimilar states are merged. The assumption is a quotient of the closed LTS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symag.assume.abstraction import BlockLabels, members_of
from symag.assume.sides import Side, alphabet_of
from symag.errors import InternalError
from symag.evidence import SplitRecord
from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.operators import Reduction, compose, push_forward, reduce_component
from symag.traces import Trace

__all__ = ["LtsAbstraction", "LtsChain"]

Moves = list[dict[int, list[int]]]
"""Per state and action, the next states."""


@dataclass(frozen=True, eq=False)
class LtsAbstraction:
    """An assumption, and the composition that it stands for."""

    parts: tuple[LPTS, ...]
    """The components of a side, and the assumption below it, if there is one."""
    composed: LPTS
    """The composition of the parts."""
    exact: LPTS
    """The composition, closed over the actions outside the interface."""
    closed: LPTS
    """The composition, closed over the actions outside the assumption's alphabet."""
    closed_of: Sequence[int]
    """Per state of `composed`, its state of `closed`; -1 if it has none."""
    block_of: list[int]
    """Per state of `closed`, its block."""
    assumption: LPTS
    """The quotient of `closed`."""
    watch: Watch
    whole: LtsAbstraction | None = None
    """An abstraction of the same composition, with another partition, that knows the moves of `closed`."""

    @lazy_property
    def moves(self) -> Moves:
        """Of `closed`."""
        return _moves(self.closed, self.watch) if self.whole is None else self.whole.moves

    @lazy_property
    def assumption_moves(self) -> Moves:
        """Of the assumption."""
        return _moves(self.assumption, self.watch)

    def can_do(self, trace: Trace) -> bool:
        """Does the composition have the trace, projected on the assumption's alphabet?"""
        return _can_do(self.closed, self.moves, trace, self.watch)

    def can_do_exactly(self, trace: Trace) -> bool:
        """Does the composition have the trace, projected on the interface?"""
        if self.exact is self.closed:
            return self.can_do(trace)
        return _can_do(self.exact, _moves(self.exact, self.watch), trace, self.watch)

    def may_do(self, trace: Trace) -> bool:
        """Does the assumption have the trace, projected on its alphabet?"""
        return _can_do(self.assumption, self.assumption_moves, trace, self.watch)

    def way(self, trace: Trace) -> set[tuple[int, int, int]]:
        """The transitions (state, action, target) of a path of the assumption with the trace, if there is one."""
        if not self.may_do(trace):
            return set()
        letters = _letters(self.assumption, trace)
        path = _path(self.assumption, self.assumption_moves, letters, self.watch)
        return set(zip(path, letters, path[1:], strict=False))

    def split(self, trace: Trace) -> tuple[int, list[int]]:
        """The block to split for a spurious trace, and the states to separate (CAV'08, Algorithm 1).

        The states of the block that the trace reaches do not have the next move of the assumption's path; the states
        to separate have it.
        """
        letters = _letters(self.closed, trace)
        path = _path(self.assumption, self.assumption_moves, letters, self.watch)
        reached = {self.closed.initial}
        for position, letter in enumerate(letters):
            here, there = path[position], path[position + 1]

            def goes_on(state: int, letter: int = letter, there: int = there) -> list[int]:
                return [goal for goal in self.moves[state].get(letter, ()) if self.block_of[goal] == there]

            after = {goal for state in self.watch.over(reached) for goal in goes_on(state)}
            if not after:
                members = [state for state, block in self.watch.over(enumerate(self.block_of)) if block == here]
                return here, [state for state in self.watch.over(members) if goes_on(state)]
            reached = after
        raise InternalError("a trace of the composition is treated as spurious (CAV'08, Lemma 1)")


def _moves(model: LPTS, watch: Watch) -> Moves:
    moves: Moves = [{} for _ in range(model.num_states)]
    for state, offers in enumerate(moves):
        watch.tick(1 + len(model.row(state)))
        for t in model.row(state):
            offers.setdefault(model.action[t], []).append(model.target[t])
    return moves


def _letters(model: LPTS, trace: Trace) -> list[int]:
    number = {action: position for position, action in enumerate(model.actions)}
    return [number[action] for action in trace if action in number]


def _can_do(model: LPTS, moves: Moves, trace: Trace, watch: Watch) -> bool:
    return bool(_layers(model, moves, _letters(model, trace), watch)[-1])


def _layers(model: LPTS, moves: Moves, letters: Sequence[int], watch: Watch) -> list[set[int]]:
    """Per prefix of the letters, the states that it leads to."""
    layers = [{model.initial}]
    for letter in letters:
        layers.append({goal for state in watch.over(layers[-1]) for goal in moves[state].get(letter, ())})
    return layers


def _path(model: LPTS, moves: Moves, letters: Sequence[int], watch: Watch) -> list[int]:
    """The states of a path with these letters, which must exist."""
    layers = _layers(model, moves, letters, watch)
    path = [min(layers[-1])]
    for layer, letter in zip(layers[-2::-1], reversed(letters), strict=True):
        path.append(min(state for state in watch.over(layer) if path[-1] in moves[state].get(letter, ())))
    return path[::-1]


Origin = list[frozenset[int]]
"""Per block, the old blocks that it comes from."""


class LtsChain:
    """The assumptions `abstractions[0]` = A_1, …, each built on the next; at first each has one state."""

    def __init__(
        self,
        sides: Sequence[Side],
        known: Sequence[frozenset[str]],
        alphabets: Sequence[frozenset[str]],
        watch: Watch,
    ) -> None:
        self.sides = sides
        """M_2, …, M_n: the sides that the assumptions stand for."""
        self.known = known
        """Per assumption, the actions that are known above it."""
        self.alphabets = list(alphabets)
        """The alphabet of each assumption."""
        self.watch = watch
        self.states_composed = 0
        self.largest_composition = 0
        self.abstractions: list[LtsAbstraction] = []
        self.reductions: dict[int, tuple[tuple[LPTS, ...], Reduction]] = {}
        for level in range(len(sides) - 1, -1, -1):
            self.abstractions.insert(
                0, self._anew(level, self.abstractions[0].assumption if self.abstractions else None)
            )

    def extend(self, level: int, actions: frozenset[str]) -> None:
        """Add actions to the alphabet of an assumption. It starts again with one block, and so do those above it."""
        self.alphabets[level] |= actions
        lowest = level
        for below in range(level + 1, len(self.sides)):  # an assumption below must know the actions of those above it
            wanted = self.alphabets[below - 1] - alphabet_of(self.sides[below - 1])
            if not wanted <= self.alphabets[below]:
                self.alphabets[below] |= wanted
                lowest = below
        for changed in range(lowest, -1, -1):
            self.abstractions[changed] = self._anew(changed, self._below(changed))

    def rule_out(self, level: int, trace: Trace, wholly: bool) -> list[SplitRecord]:
        """Refine an assumption until it does not have the trace (with `wholly`), or by one split; then the assumptions
        above it whose composition no longer has the trace. Returns a record of every split."""
        abstraction = self.abstractions[level]
        origin: Origin = [frozenset([block]) for block in range(abstraction.assumption.num_states)]
        records: list[SplitRecord] = []
        for here in range(level, -1, -1):
            if here < level:
                origin = self._rebuild(here, origin)
            while self.abstractions[here].may_do(trace) and not self.abstractions[here].can_do(trace):
                self.watch.check("refining")
                block, states = self.abstractions[here].split(trace)
                records.append(self._split(here, block, states, min(origin[block])))
                origin.append(origin[block])
                if not wholly:
                    break
        return records

    def _below(self, level: int) -> LPTS | None:
        return self.abstractions[level + 1].assumption if level + 1 < len(self.sides) else None

    def _anew(self, level: int, below: LPTS | None) -> LtsAbstraction:
        """The abstraction with one block."""
        parts, composed, exact, closed, closed_of = self._concrete(level, below)
        return self._with_quotient(
            level,
            LtsAbstraction(parts, composed, exact, closed, closed_of, [0] * closed.num_states, closed, self.watch),
        )

    def _rebuild(self, level: int, origin: Origin) -> Origin:
        """Rebuild an assumption on a finer one, whose blocks were `origin` before; returns the same of this one."""
        old = self.abstractions[level]
        parts, composed, exact, closed, closed_of = self._concrete(level, self._below(level))
        before = {
            old.composed.parts(state): old.block_of[place]
            for state, place in self.watch.over(enumerate(old.closed_of))
            if place >= 0
        }
        under: list[set[int]] = [set() for _ in range(closed.num_states)]
        for state, place in self.watch.over(enumerate(closed_of)):
            if place >= 0:
                *others, block = composed.parts(state)
                places = ((*others, coarse) for coarse in origin[block])
                under[place].update(before[coarse] for coarse in places if coarse in before)
        number: dict[frozenset[int], int] = {}
        block_of = [number.setdefault(frozenset(blocks), len(number)) for blocks in under]
        self.abstractions[level] = self._with_quotient(
            level, LtsAbstraction(parts, composed, exact, closed, closed_of, block_of, closed, self.watch)
        )
        return list(number)

    def _concrete(self, level: int, below: LPTS | None) -> tuple[tuple[LPTS, ...], LPTS, LPTS, LPTS, Sequence[int]]:
        """The fields of an abstraction up to `closed_of`: parts, composed, exact, closed, closed_of."""
        parts = (*self.sides[level], *(() if below is None else (below,)))
        observed = self._reduction(level, parts)
        composed, exact, closed_of = observed.original, observed.reduced, observed.block_of
        hidden = exact.alphabet - self.alphabets[level]
        if not hidden:
            return parts, composed, exact, exact, closed_of
        closed = reduce_component(exact, hidden, self.watch)
        through = [-1 if place < 0 else closed.block_of[place] for place in closed_of]
        return parts, composed, exact, closed.reduced, through

    def _reduction(self, level: int, parts: tuple[LPTS, ...]) -> Reduction:
        """The composition of the parts, closed over actions not known above; kept while the parts are the same."""
        before = self.reductions.get(level)
        if before is not None and all(one is other for one, other in zip(before[0], parts, strict=True)):
            return before[1]
        composed = parts[0] if len(parts) == 1 else compose(*parts, watch=self.watch)
        if len(parts) > 1:
            self.states_composed += composed.num_states
            self.largest_composition = max(self.largest_composition, composed.num_states)
        found = reduce_component(composed, {TAU} | (composed.alphabet - self.known[level]), self.watch)
        self.reductions[level] = parts, found
        return found

    def _split(self, level: int, block: int, states: Sequence[int], old: int) -> SplitRecord:
        """Make these states of a block, which was a part of the block `old`, a block of their own."""
        abstraction = self.abstractions[level]
        block_of = list(abstraction.block_of)
        size = block_of.count(block)
        for state in states:
            block_of[state] = abstraction.assumption.num_states
        self.abstractions[level] = self._with_quotient(
            level, replace(abstraction, block_of=block_of, whole=abstraction.whole or abstraction)
        )
        return SplitRecord(level + 1, old, block, abstraction.assumption.num_states, len(states), size)

    def _with_quotient(self, level: int, abstraction: LtsAbstraction) -> LtsAbstraction:
        """The abstraction with the quotient by its partition as its assumption."""
        labels = BlockLabels(
            abstraction.closed, members_of(abstraction.block_of, max(abstraction.block_of) + 1, self.watch)
        )
        quotient = push_forward(abstraction.closed, abstraction.block_of, labels, f"A{level + 1}", self.watch)
        return replace(abstraction, assumption=quotient)
