"""Assume-guarantee abstraction refinement for LTSs: CAV'08, Algorithms 2 and 3, for two sides or more (section 6).

    1: M_1 ‖ A_1 ⊨ P    2: M_2 ‖ A_2 ⊨ A_1    …    n: M_n ⊨ A_{n-1}
    ---------------------------------------------------------------
                       M_1 ‖ … ‖ M_n ⊨ P

Only premise 1 is ever decided. A trace that violates it is analysed in M_2 ‖ A_2, which A_1 abstracts. If M_2 ‖ A_2
cannot do the trace, projected on the alphabet of A_1, then A_1 is refined. If it can, but not together with the actions
outside this alphabet, then the alphabet is too small: it is extended by actions on which the two traces differ. If it
can do all of the trace, its own actions are added to the trace, which is analysed in M_3 ‖ A_3, and so on. A trace that
even M_n can do is real.

Actions outside the alphabet of A_1 may be silent in M_1, too: a component of M_1 is reduced for every new alphabet, and
the silent actions are put back into a trace of the reduced components before it is analysed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from symag.assume.discharge import discharge_surely
from symag.assume.iteration_frames import TakenTransitions, frame_of
from symag.assume.lts_chain import LtsAbstraction, LtsChain
from symag.assume.sides import alphabet_of, first_alphabet, interface
from symag.assume.task import Answer, Task
from symag.errors import InternalError
from symag.evidence import Searched, SplitRecord, Tree
from symag.model import LPTS
from symag.operators import reduce_component
from symag.simulation import capabilities_of
from symag.traces import (
    Trace,
    follow,
    interleave_traces,
    project_trace,
    replay,
    trace_difference,
    trace_of,
)

__all__ = ["TraceAgar"]


class TraceAnalysis(NamedTuple):
    """The analysis of a trace: it is real, or something was refined."""

    real: Trace | None
    traces: Sequence[Trace] = ()
    """The trace at each assumption, as far down as the analysis went."""
    splits: Sequence[SplitRecord] = ()


class TraceAgar:
    """AGAR for traces, step by step: assumptions about the sides after the first."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.first, *rest = task.small_parts
        above, known = alphabet_of(self.first) | task.specification.alphabet, []
        for side in rest:
            known.append(above)
            above |= alphabet_of(side)
        self.known = above
        faces = [interface(seen, rest[level:]) for level, seen in enumerate(known)]
        alphabets = [first_alphabet(face, task.specification, task.alphabet_refinement) for face in faces]
        self.chain = LtsChain(rest, known, alphabets, task.watch)
        self.reduced_first = self._reduce_first()
        """The first side, as far as the property and the first assumption speak of it."""
        self.work = self.chain.states_composed
        """States that were looked at so far: of premise 1, and of what the assumptions are quotients of."""

    def step(self) -> Answer | None:
        """One iteration: decide premise 1, and refine an assumption or its alphabet if the trace is spurious."""
        started = time.monotonic()
        tree, system = self._premise()
        self.work += system.num_states + sum(abstraction.closed.num_states for abstraction in self.chain.abstractions)
        entry = self._entry(system)
        abstractions = tuple(self.chain.abstractions)
        analysis = TraceAnalysis(None)
        if tree is not None:
            trace = self._in_full(trace_of(tree))
            entry["counterexample"] = len(trace) + 1
            analysis = self._analyse(trace, entry)
        entry["seconds"] = round(time.monotonic() - started, 6)
        models, steps = [abstraction.assumption for abstraction in abstractions], _ways(abstractions, analysis.traces)
        iteration = entry["iteration"]
        self.task.log.end_iteration(entry, models, lambda: frame_of(iteration, models, tree, steps(), analysis.splits))
        if tree is not None and analysis.real is None:
            return None
        self._log_end()
        if analysis.real is not None:
            return self.task.answer(tree=replay(self.task.components, analysis.real, self.known, self.task.watch))
        assumptions = [abstraction.assumption for abstraction in self.chain.abstractions]
        return self.task.answer(discharge_surely(self.task, assumptions, "it holds by construction"))

    def _premise(self) -> tuple[Tree | None, Searched]:
        """A trace that violates premise 1, if there is one, and what was composed."""
        task, models = self.task, (*self.reduced_first, self.chain.abstractions[0].assumption)
        if task.relation.search is not None and capabilities_of(task.backend).is_explicit:
            tree, reached = task.relation.search(models, task.small_specification, task.watch)
            return tree, reached.searched
        outcome, system = task.relation.decide(models, task.small_specification, task.backend, task.watch)
        return outcome.tree, system

    def _reduce_first(self) -> tuple[LPTS, ...]:
        task = self.task
        if not (task.reduce and task.alphabet_refinement):
            return self.first
        silent = task.relation.silent((*self.first, self.chain.abstractions[0].assumption), task.specification)
        pairs = zip(self.first, silent, strict=False)
        return tuple(reduce_component(component, actions, task.watch).reduced for component, actions in pairs)

    def _in_full(self, trace: Trace) -> Trace:
        """The trace, with what each component of the first side does silently before it can go on."""
        for component, seen in zip(self.first, self.reduced_first, strict=True):
            if seen is not component:
                tree, composed = follow([component], trace, seen.alphabet, self.task.watch)
                self.task.log.explore(composed)
                if tree is None:
                    raise InternalError("a component cannot do what it does when it is reduced")
                trace = interleave_traces(trace, trace_of(tree), seen.alphabet)
        return trace

    def _analyse(self, trace: Trace, entry: dict[str, Any]) -> TraceAnalysis:
        """The trace of the whole system, if it is real; otherwise something was refined."""
        chain = self.chain
        traces: list[Trace] = []
        for level, abstraction in enumerate(chain.abstractions):
            traces.append(trace)
            if not abstraction.can_do(trace):
                splits = chain.rule_out(level, trace, self.task.strategy != "paper")
                entry["splits"] = list(map(str, splits))
                return TraceAnalysis(None, traces, splits)
            if not abstraction.can_do_exactly(trace):
                missing = self._missing(level, trace)
                entry["actions"] = {f"A{level + 1}": sorted(missing)}
                chain.extend(level, missing)
                self.reduced_first = self._reduce_first()
                return TraceAnalysis(None, traces)
            tree, composed = follow(abstraction.parts, trace, chain.known[level], self.task.watch)
            self.task.log.explore(composed)
            if tree is None:
                raise InternalError("what can be done in the reduced composition cannot be done in the composition")
            trace = interleave_traces(trace, trace_of(tree), chain.known[level] & abstraction.composed.alphabet)
        entry["real"] = True
        return TraceAnalysis(trace, traces)

    def _missing(self, level: int, trace: Trace) -> frozenset[str]:
        """Actions by which the trace and one of what the assumption stands for differ, that agree on its alphabet."""
        abstraction, alphabet = self.chain.abstractions[level], self.chain.alphabets[level]
        tree, _ = follow([abstraction.exact], trace, alphabet, self.task.watch)
        assert tree is not None
        missing = trace_difference(project_trace(trace, abstraction.exact.alphabet), trace_of(tree), alphabet)
        if not missing:
            raise InternalError("traces that agree on the alphabet differ in nothing else (CAV'08, section 4.3)")
        return missing

    def _entry(self, system: Searched) -> dict[str, Any]:
        sizes = [abstraction.assumption.num_states for abstraction in self.chain.abstractions]
        log = self.task.log
        log.explore(system)
        log.count("queries")
        log.grow("largest_assumption", *sizes)
        return {"iteration": len(log.iterations) + 1, "assumptions": sizes, "composition": system.num_states}

    def _log_end(self) -> None:
        """Add the figures of the chain to the log."""
        chain, log = self.chain, self.task.log
        log.count("states_explored", chain.states_composed)
        log.grow("largest_composition", chain.largest_composition)
        faces = [interface(seen, chain.sides[level:]) for level, seen in enumerate(chain.known)]
        log.figures |= {"alphabets": [*map(len, chain.alphabets)], "interfaces": [*map(len, faces)]}


def _ways(abstractions: Sequence[LtsAbstraction], traces: Sequence[Trace]) -> Callable[[], list[TakenTransitions]]:
    """How the traces go through the assumptions, for a frame."""
    return lambda: [abstraction.way(trace) for abstraction, trace in zip(abstractions, traces, strict=False)]
