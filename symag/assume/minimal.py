"""The smallest assumptions of the rules ASYM and ASYM-N, for traces.

An assumption A serves rule ASYM if `L(M2) ⊆ L(A) ⊆ W` over the interface (`symag.traces.bounds`). A search finds one
with the least number of states (`symag.traces.smallest`). Evidence that none is smaller is a clique of words, or where
the largest clique that was found is too small, a proof that the clauses for one state less have no solution.

With ASYM-N, A1 is smallest for the first side and P, A2 for the second side and A1, and so on: each is smallest for
what is above it. The sides below are composed one by one, from the last one upwards, and are reduced each time to what
the sides above can see.

`work` is the lower bound so far: of two orders, the one with the smaller lower bound goes on, so the first answer is
the smallest assumption of both orders.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, cast

from symag.assume.discharge import discharge_surely
from symag.assume.iteration_frames import snapshot_of
from symag.assume.sides import Side, alphabet_of, interface
from symag.assume.task import Answer, Task
from symag.assume.unsat_evidence import unsat_proof
from symag.evidence import Clique, IterationFrame, LowerBound, Minimality, UnsatProof, model_of
from symag.model import LPTS
from symag.operators import reduced_system
from symag.simulation import capabilities_of, get_backend
from symag.smt.formula import MakeSolver
from symag.traces import (
    Conjecture,
    Contradiction,
    SearchProgress,
    SearchRun,
    TableCounts,
    Word,
    WordClique,
    bounds_of,
    cliques_of,
    search_of,
    weakened,
)

__all__ = ["Minimal", "SmallestStep", "smallest"]


MOST_SHOWN = 1_000
"""A lower bound with more states than that is not offered as an assumption."""


@dataclass(frozen=True)
class SmallestStep:
    """What a search for a smallest assumption knows so far."""

    name: str
    """The assumption: `A1`, or with ASYM-N also `A2`, …"""
    lower_bound: int
    """It needs at least this number of states, by the search; a verdict states only what its evidence shows."""
    assumption: LPTS | None
    """The smallest one that was found so far."""

    @property
    def is_smallest(self) -> bool:
        """Has the search ended?"""
        return self.assumption is not None and self.assumption.num_states == self.lower_bound


Steps = Generator[SmallestStep, None, Answer]


class Minimal:
    """The search at work on one order of the sides, step by step."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.work = 0
        self._steps = smallest(task)

    def step(self) -> Answer | None:
        """The next bound; or the answer."""
        try:
            self.work = max(self.work, next(self._steps).lower_bound)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        return None


def smallest(task: Task) -> Steps:
    """Every step of the search, and at its end the answer."""
    assumptions: list[LPTS] = []
    bounds: list[LowerBound] = []
    above: LPTS = task.small_specification
    for position, rest in enumerate(_below(task), 1):
        try:
            level = _Level(task, position, above, rest)
        except Contradiction:
            return _violated(task)
        above = yield from level.search()
        assumptions.append(above)
        bounds.append(level.evidence(above))
    proof = discharge_surely(task, assumptions, "the assumptions are between their bounds")
    return task.answer(proof, minimality=Minimality(tuple(bounds)))


def _violated(task: Task) -> Answer:
    """A shortest trace, by the search on the fly: the bounds say that there is one."""
    assert task.relation.search is not None
    tree, reached = task.relation.search(task.components, task.specification, task.watch)
    task.log.explore(reached.searched)
    return task.answer(tree=tree)


def _below(task: Task) -> list[Side]:
    """Per assumption, what it stands for: the sides after its own, as what is above can see them."""
    parts = task.small_parts
    found: list[Side] = [parts[-1]]
    for position in range(len(parts) - 2, 0, -1):
        seen = task.small_specification.alphabet | alphabet_of(model for side in parts[:position] for model in side)
        own = seen | alphabet_of(parts[position])
        rest = (reduced_system(found[0], own & alphabet_of(found[0]), task.watch),)
        found.insert(0, (*parts[position], *rest))
    return found


class _Level:
    """One assumption: its bounds, the search, and the evidence that it is smallest."""

    def __init__(self, task: Task, position: int, above: LPTS, rest: Side) -> None:
        self.task = task
        self.position = position
        self.name = f"A{position}"
        first = task.small_parts[position - 1]
        self.alphabet = tuple(sorted(interface(alphabet_of(first) | above.alphabet, [rest])))
        self.above = above
        self.bounds = bounds_of(first, above, rest, self.alphabet, task.watch)
        self.numbering, self.largest = cliques_of(self.bounds)
        self.counted: dict[str, int] = {}

    def search(self) -> Generator[SmallestStep, None, LPTS]:
        """Search until an assumption is smallest, or until the user has seen enough."""
        task = self.task
        run = SearchRun(self.bounds, self.numbering, len(self.largest.words), _solver(task), task.heuristics)
        found = search_of(task.search).run(run)
        step = SmallestStep(self.name, 1, None)
        for progress in found if task.on_assumption is None else chain(self._first(), found):
            better = self._model(progress.assumption)
            if better is None or (step.assumption is not None and better.num_states >= step.assumption.num_states):
                better = step.assumption
            known, step = step, SmallestStep(self.name, max(step.lower_bound, progress.lower_bound), better)
            if step == known:
                continue
            self._log(step, run.counts)
            yield step
            if step.assumption is not None and task.on_assumption is not None and not task.on_assumption(step):
                break
        assert step.assumption is not None, "a search ends with an assumption"
        return step.assumption

    def _first(self) -> Iterator[SearchProgress]:
        """The lower bound is an assumption itself, so there is one to look at from the start."""
        rows = self.bounds.low.moves
        if self.bounds.low.is_deterministic and len(rows) <= MOST_SHOWN:
            goals = [dict(row) for row in rows]
            letters = range(1, self.bounds.letters + 1)
            after = tuple(tuple(row.get(letter, -1) for letter in letters) for row in goals)
            yield SearchProgress(len(self.largest.words), Conjecture(tuple(() for _ in after), after))

    def _model(self, assumption: Conjecture | None) -> LPTS | None:
        if assumption is None:
            return None
        return weakened(assumption, self.bounds).to_lpts(self.alphabet, self.name)

    def _log(self, step: SmallestStep, counts: TableCounts) -> None:
        log = self.task.log
        for figure, count in asdict(counts).items():
            log.count(figure, count - self.counted.get(figure, 0))
        log.count("queries", counts.membership_queries - self.counted.get("membership_queries", 0))
        self.counted = asdict(counts)
        entry: dict[str, Any] = {"iteration": len(log.iterations) + 1, "level": self.position}
        entry |= {"lower_bound": step.lower_bound, "queries": counts.membership_queries}
        model = step.assumption
        if model is None:
            log.end_iteration(entry, [], lambda: IterationFrame(entry["iteration"], ()))
            return
        log.grow("largest_assumption", model.num_states)
        entry["conjecture"] = model.num_states
        snapshot = snapshot_of(self.position, model, None, None)
        log.end_iteration(entry, [model], lambda: IterationFrame(entry["iteration"], (snapshot,)))

    def evidence(self, assumption: LPTS) -> LowerBound:
        """The size of the assumption, and what shows that none is smaller."""
        states = assumption.num_states
        shown: Clique | UnsatProof = self._clique(self.largest)
        if shown.lower_bound < states:
            shown = self._unsat_proof(states - 1) or shown
        return LowerBound(self.name, states, shown)

    def _unsat_proof(self, states: int) -> UnsatProof | None:
        """A proof that no assumption has at most so many states, if one is found."""
        task, sides = self.task, self.task.sides
        is_first = self.position == 1
        rest = [model for side in sides[self.position :] for model in side]
        above, members = (task.specification, task.members) if is_first else (self.above, None)
        numbering = self._clique(self.numbering)
        return unsat_proof(
            sides[self.position - 1], model_of(above), members, rest, self.alphabet, numbering, states, task.watch
        )

    def _clique(self, clique: WordClique) -> Clique:
        def actions(word: Word) -> tuple[str, ...]:
            return tuple(self.alphabet[letter - 1] for letter in word)

        suffixes = tuple((i, j, actions(suffix)) for i, j, suffix in clique.suffixes)
        return Clique(tuple(map(actions, clique.words)), suffixes)


def _solver(task: Task) -> MakeSolver:
    """That of the backend; Z3, if the backend has none."""
    found = capabilities_of(task.backend).make_solver or capabilities_of(get_backend("z3")).make_solver
    return cast("MakeSolver", found)
