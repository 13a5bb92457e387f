"""Assume-guarantee abstraction refinement for LTSs: CAV'08, Algorithms 2 and 3, for two sides or more (section 6).

    1: M_1 ‖ A_1 ⊨ P    2: M_2 ‖ A_2 ⊨ A_1    …    n: M_n ⊨ A_{n-1}
    ---------------------------------------------------------------
                       M_1 ‖ … ‖ M_n ⊨ P

Only premise 1 is ever decided. A trace that violates it is held against what A_1 stands for. If that cannot do the
trace, as far as A_1 speaks of it, A_1 is refined. If it can, but not together with what else is known above, A_1 does
not speak of enough: its alphabet is extended by actions on which the two differ. If it can do even that, what it does
is added to the trace, which is held against what A_2 stands for, and so on. What even M_n can do is real.

What A_1 does not speak of may be silent in M_1, too: a component of M_1 is reduced for every new alphabet, and a trace
of the reduced ones is told in full before it is held against anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from symag.assume.discharge import PremiseFailure, discharge
from symag.assume.iteration_frames import TakenTransitions, frame_of
from symag.assume.lts_abstraction import LtsAbstraction
from symag.assume.lts_chain import LtsChain
from symag.assume.methods import Answer, Task
from symag.assume.sides import alphabet_of, first_alphabet, interface
from symag.errors import InternalError
from symag.evidence import SplitRecord, Tree
from symag.model import LPTS
from symag.operators import reduce_component, silent_actions
from symag.simulation import capabilities_of, decide
from symag.traces import (
    Trace,
    follow,
    interleave_traces,
    project_trace,
    reach_error,
    replay,
    trace_difference,
    trace_of,
)

__all__ = ["TraceAgar", "by_trace_agar"]


def by_trace_agar(task: Task) -> Answer:
    """Assumptions for the sides after the first, or a violation."""
    refining = TraceAgar(task)
    while (answer := refining.step()) is None:
        pass
    return answer


class TraceAnalysis(NamedTuple):
    """What holding a trace against the assumptions came to: it is real, or something was refined."""

    real: Trace | None
    traces: Sequence[Trace] = ()
    """What was held against each assumption, as far down as it was looked at."""
    splits: Sequence[SplitRecord] = ()


class TraceAgar:
    """A refinement in progress."""

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
        self.history: list[dict[str, Any]] = []
        self.work = self.chain.states_composed
        """States that were looked at so far: of premise 1, and of what the assumptions are quotients of."""
        self.figures = dict.fromkeys(
            ("states_explored", "transitions_explored", "queries", "largest_assumption", "largest_composition"), 0
        )

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
        self.history.append(entry)
        models, steps = [abstraction.assumption for abstraction in abstractions], _ways(abstractions, analysis.traces)
        self.task.iteration_log.offer(
            models, lambda: frame_of(len(self.history), models, tree, steps(), analysis.splits)
        )
        self.task.listener(entry)
        if analysis.real is not None:
            real = replay(self.task.components, analysis.real, self.known, self.task.watch)
            return Answer(None, real, tuple(self.history), self._statistics())
        return None if tree is not None else self._proved()

    def _premise(self) -> tuple[Tree | None, LPTS]:
        """A trace that violates premise 1, if there is one, and what was composed."""
        task, models = self.task, (*self.reduced_first, self.chain.abstractions[0].assumption)
        if capabilities_of(task.backend).is_explicit:
            return reach_error(models, task.small_specification, task.watch)
        outcome, system = decide(models, task.small_specification, task.backend, task.watch)
        return outcome.tree, system

    def _reduce_first(self) -> tuple[LPTS, ...]:
        task = self.task
        if not (task.reduce and task.alphabet_refinement):
            return self.first
        silent = silent_actions((*self.first, self.chain.abstractions[0].assumption), task.specification)
        pairs = zip(self.first, silent, strict=False)
        return tuple(reduce_component(component, actions, task.watch).reduced for component, actions in pairs)

    def _in_full(self, trace: Trace) -> Trace:
        """The trace, with what each component of the first side does silently before it can go on."""
        for component, seen in zip(self.first, self.reduced_first, strict=True):
            if seen is not component:
                tree, composed = follow([component], trace, seen.alphabet, self.task.watch)
                self._count(composed)
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
            self._count(composed)
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

    def _proved(self) -> Answer:
        task = self.task
        assumptions = [abstraction.assumption for abstraction in self.chain.abstractions]
        proof = discharge(task.sides, assumptions, task.specification, task.backend, task.watch)
        if isinstance(proof, PremiseFailure):
            raise InternalError(
                f"premise {proof.premise}, {proof.claim(traces=True)}, is false, and it holds by construction"
            )
        return Answer(proof, None, tuple(self.history), self._statistics())

    def _entry(self, system: LPTS) -> dict[str, Any]:
        sizes = [abstraction.assumption.num_states for abstraction in self.chain.abstractions]
        self._count(system)
        self.figures["queries"] += 1
        self.figures["largest_assumption"] = max(self.figures["largest_assumption"], *sizes)
        return {"iteration": len(self.history) + 1, "assumptions": sizes, "composition": system.num_states}

    def _count(self, explored: LPTS) -> None:
        self.figures["states_explored"] += explored.num_states
        self.figures["transitions_explored"] += explored.num_transitions
        self.figures["largest_composition"] = max(self.figures["largest_composition"], explored.num_states)

    def _statistics(self) -> dict[str, Any]:
        chain, figures = self.chain, dict(self.figures)
        figures["states_explored"] += chain.states_composed
        figures["largest_composition"] = max(figures["largest_composition"], chain.largest_composition)
        faces = [interface(seen, chain.sides[level:]) for level, seen in enumerate(chain.known)]
        spoken_of = {"alphabets": [*map(len, chain.alphabets)], "interfaces": [*map(len, faces)]}
        return figures | spoken_of


def _ways(abstractions: Sequence[LtsAbstraction], traces: Sequence[Trace]) -> Callable[[], list[TakenTransitions]]:
    """How the traces go through the assumptions, for who wants to see it."""
    return lambda: [abstraction.way(trace) for abstraction, trace in zip(abstractions, traces, strict=False)]
