"""Merging blocks after a proof: splits are never taken back while an assumption is refined, and not all were needed.

Two blocks of A_i are *met* by the states of the side above them. At the top these have rows of the simulation of
premise 1: the states of P above. Below, they have blocks of A_{i-1}. Blocks are alike if what they are met with is the
same, or, at the top, has states of P in common. Blocks that are alike become one, and what was too much is taken back
by abstraction refinement once more, which starts from these larger blocks, and in which a state is a block of before.
So it ends, at the latest with the blocks of before. Then each two blocks of A_1 that are alike are tried.

Premise 1 is decided for each step. The others hold by construction, because the assumptions stay quotients. All of it
may explore as many states as the refinement did, and a fixed number in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from symag.assume.abstraction import Abstraction
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.descent import descend
from symag.assume.task import Task
from symag.errors import InternalError
from symag.evidence import Bound, SimulationRelation
from symag.model import LPTS
from symag.simulation import Decision

__all__ = ["Merging"]

ALWAYS = 20_000
"""So many states may be explored, however few the refinement has explored."""


class Merging:
    """Assumptions for which premise 1 holds; they become smaller."""

    def __init__(self, task: Task, first: LPTS, chain: AssumptionChain, relation: SimulationRelation | Bound) -> None:
        self.task, self.first = task, first
        self.chain = chain
        self.relation = relation
        """What shows premise 1."""
        self.left = ALWAYS + int(task.log.figures.get("states_explored", 0))
        """So many states may still be explored."""

    def merge(self) -> None:
        """Merge what can be found at the bounded expense."""
        self._refine_again(0, self._classes(0, loose=False))
        self._refine_again(0, self._classes(0, loose=True))
        self._try_pairs()
        for level in range(1, len(self.chain.abstractions)):
            self._refine_again(level, self._classes(level, loose=False))

    def _refine_again(self, level: int, classes: Sequence[int]) -> None:
        """Refine from these classes of blocks; they are states now."""
        if max(classes) + 1 == len(classes):
            return
        chain = self._of_blocks(level).coarsened(level, dict(enumerate(classes)))
        while (found := self._decided(chain)).tree is not None:
            models = (self.first, chain.abstractions[0].assumption)
            if self.left <= 0:
                return
            if descend(found.tree, models, chain, self.task).real is not None:
                raise InternalError("a counterexample to premise 1 is one for the assumptions that prove it")
        self._take(chain, level, found)

    def _try_pairs(self) -> None:
        """Merge each two blocks of the first assumption that are alike, where premise 1 stays true; first those that
        most states meet both."""
        met = self._met(0)
        pairs = []
        for one, two in combinations(range(len(met)), 2):
            self.task.watch.tick(1 + len(met[one]))
            common = [at for at in met[one] if at in met[two]]
            if all(met[one][at] & met[two][at] for at in common):
                pairs.append((-len(common), one, two))
        now, best, last = list(range(len(met))), self._of_blocks(0), None
        for _, one, two in sorted(pairs):
            if self.left <= 0:
                break
            if now[one] != now[two]:
                kept, gone = sorted((now[one], now[two]))
                into = {block: kept if block == gone else block - (block > gone) for block in set(now)}
                chain = best.coarsened(0, into)
                found = self._decided(chain)
                if found.tree is None:
                    best, last = chain, found
                    now = [into[block] for block in now]
        if last is not None:
            self._take(best, 0, last)

    def _of_blocks(self, level: int) -> AssumptionChain:
        """The chain down to a level, whose model there is the assumption itself: its states are the blocks."""
        old = self.chain.abstractions[level]
        blocks = list(range(len(old.members)))
        last = Abstraction.by_partition(old.assumption, blocks, old.assumption.name, self.task.watch)
        return self.chain.above(level, last)

    def _take(self, chain: AssumptionChain, level: int, found: Decision) -> None:
        """Go on with the blocks of a chain of blocks, unless there are as many: what is reached only in a coarser model
        has a block more."""
        if sum(chain.sizes) >= sum(self.chain.sizes[: level + 1]):
            return
        old, into, watch = self.chain.abstractions[level], chain.abstractions[level].block_of, self.task.watch
        merged = [into[block] for block in watch.over(old.block_of)]
        below = Abstraction.by_partition(old.concrete, merged, old.assumption.name, watch, old.hidden)
        self.chain = self.chain.replaced([*chain.abstractions[:level], below])
        self.relation = found.certificate

    def _decided(self, chain: AssumptionChain) -> Decision:
        """The decision of premise 1."""
        task, assumptions = self.task, chain.abstractions
        models = (self.first, assumptions[0].assumption)
        found, system = task.relation.decide(models, task.small_specification, task.backend, task.watch)
        task.log.count("queries")
        task.log.explore(system)
        self.left -= system.num_states + sum(one.concrete.num_states for one in assumptions[1:])
        return found

    def _classes(self, level: int, loose: bool) -> list[int]:
        """Classes of blocks that are alike, numbered from 0: a block joins the class that it has most states in common
        with that meet both. `loose`: having states of P in common is enough."""
        classes: list[dict[int, int]] = []
        class_of = []
        for places in self._met(level):
            self.task.watch.tick(1 + len(classes) * (1 + len(places)))
            best, most = len(classes), -1
            for number, known in enumerate(classes):
                common = [at for at in places if at in known]
                if len(common) <= most or bool(known) != bool(places):
                    continue
                if all(known[at] & places[at] if loose else known[at] == places[at] for at in common):
                    best, most = number, len(common)
            if best == len(classes):
                classes.append({})
            class_of.append(best)
            for at, row in places.items():
                classes[best][at] = classes[best].get(at, row) & row
        return class_of

    def _met(self, level: int) -> list[dict[int, int]]:
        """Per block, by each state of the side above that meets it, what it is met with: a set, as bits."""
        pairs: Iterable[tuple[tuple[int, ...], int]]
        if level:
            above = self.chain.abstractions[level - 1]
            pairs = ((above.concrete.parts(state), 1 << block) for state, block in enumerate(above.block_of))
        else:
            system, rows = self.relation.system, self._rows()
            pairs = ((system.parts(state), row) for state, row in enumerate(rows))
        met: list[dict[int, int]] = [{} for _ in self.chain.abstractions[level].members]
        for (side, block), row in self.task.watch.over(pairs):
            met[block][side] = row
        return met

    def _rows(self) -> Sequence[int]:
        """The row of each state of premise 1. Bounds have none: there all are alike."""
        found = self.relation
        if isinstance(found, Bound):
            return [1] * found.system.num_states
        return [found.rows[row] for row in found.row_of]
