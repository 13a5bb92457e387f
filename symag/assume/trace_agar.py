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

from symag.assume.closed_ladder import ClosedLadder
from symag.assume.closure import Abstraction
from symag.assume.discharge import Failure, discharge
from symag.assume.frames import Steps, frame_of
from symag.assume.interfaces import alphabet_of, first_alphabet, interface
from symag.assume.methods import Answer, Task
from symag.errors import InternalError
from symag.evidence import Splitting, Tree
from symag.model import LPTS
from symag.operators import reduce_component, silent_actions
from symag.simulation import capabilities_of, decide
from symag.traces import Trace, apart, follow, merged, onto, reach_error, replay, trace_of

__all__ = ["TraceAgar", "by_trace_agar"]


def by_trace_agar(task: Task) -> Answer:
    """Assumptions for the sides after the first, or a violation."""
    refining = TraceAgar(task)
    while (answer := refining.step()) is None:
        pass
    return answer


class Seen(NamedTuple):
    """What holding a trace against the assumptions came to: it is real, or something was refined."""

    real: Trace | None
    traces: Sequence[Trace] = ()
    """What was held against each assumption, as far down as it was looked at."""
    splittings: Sequence[Splitting] = ()


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
        self.ladder = ClosedLadder(rest, known, alphabets, task.watch)
        self.seen = self._seen()
        """The first side, as far as the property and the first assumption speak of it."""
        self.history: list[dict[str, Any]] = []
        self.work = self.ladder.states_composed
        """States that were looked at so far: of premise 1, and of what the assumptions are quotients of."""
        self.figures = dict.fromkeys(
            ("states_explored", "transitions_explored", "queries", "largest_assumption", "largest_composition"), 0
        )

    def step(self) -> Answer | None:
        """One iteration: decide premise 1, and refine an assumption or its alphabet if the trace is spurious."""
        started = time.monotonic()
        tree, system = self._premise()
        self.work += system.num_states + sum(rung.closed.num_states for rung in self.ladder.rungs)
        entry = self._entry(system)
        rungs = tuple(self.ladder.rungs)
        seen = Seen(None)
        if tree is not None:
            trace = self._in_full(trace_of(tree))
            entry["counterexample"] = len(trace) + 1
            seen = self._look_down(trace, entry)
        entry["seconds"] = round(time.monotonic() - started, 6)
        self.history.append(entry)
        models, steps = [rung.assumption for rung in rungs], _ways(rungs, seen.traces)
        self.task.album.offer(models, lambda: frame_of(len(self.history), models, tree, steps(), seen.splittings))
        self.task.told(entry)
        if seen.real is not None:
            real = replay(self.task.components, seen.real, self.known, self.task.watch)
            return Answer(None, real, tuple(self.history), self._statistics())
        return None if tree is not None else self._proved()

    def _premise(self) -> tuple[Tree | None, LPTS]:
        """A trace that violates premise 1, if there is one, and what was composed."""
        task, models = self.task, (*self.seen, self.ladder.rungs[0].assumption)
        if capabilities_of(task.backend).is_explicit:
            return reach_error(models, task.small_specification, task.watch)
        outcome, system = decide(models, task.small_specification, task.backend, task.watch)
        return outcome.tree, system

    def _seen(self) -> tuple[LPTS, ...]:
        task = self.task
        if not (task.reduce and task.alphabet_refinement):
            return self.first
        silent = silent_actions((*self.first, self.ladder.rungs[0].assumption), task.specification)
        pairs = zip(self.first, silent, strict=False)
        return tuple(reduce_component(component, actions, task.watch).reduced for component, actions in pairs)

    def _in_full(self, trace: Trace) -> Trace:
        """The trace, with what each component of the first side does silently before it can go on."""
        for component, seen in zip(self.first, self.seen, strict=True):
            if seen is not component:
                tree, composed = follow([component], trace, seen.alphabet, self.task.watch)
                self._count(composed)
                if tree is None:
                    raise InternalError("a component cannot do what it does when it is reduced")
                trace = merged(trace, trace_of(tree), seen.alphabet)
        return trace

    def _look_down(self, trace: Trace, entry: dict[str, Any]) -> Seen:
        """The trace of the whole system, if it is real; otherwise something was refined."""
        ladder = self.ladder
        traces: list[Trace] = []
        for level, rung in enumerate(ladder.rungs):
            traces.append(trace)
            if not rung.can_do(trace):
                splittings = ladder.rule_out(level, trace, self.task.strategy != "paper")
                entry["splits"] = list(map(str, splittings))
                return Seen(None, traces, splittings)
            if not rung.can_do_exactly(trace):
                missing = self._missing(level, trace)
                entry["actions"] = {f"A{level + 1}": sorted(missing)}
                ladder.extend(level, missing)
                self.seen = self._seen()
                return Seen(None, traces)
            tree, composed = follow(rung.parts, trace, ladder.known[level], self.task.watch)
            self._count(composed)
            if tree is None:
                raise InternalError("what can be done in the reduced composition cannot be done in the composition")
            trace = merged(trace, trace_of(tree), ladder.known[level] & rung.composed.alphabet)
        entry["real"] = True
        return Seen(trace, traces)

    def _missing(self, level: int, trace: Trace) -> frozenset[str]:
        """Actions by which the trace and one of what the assumption stands for differ, that agree on its alphabet."""
        rung, alphabet = self.ladder.rungs[level], self.ladder.alphabets[level]
        tree, _ = follow([rung.exact], trace, alphabet, self.task.watch)
        assert tree is not None
        missing = apart(onto(trace, rung.exact.alphabet), trace_of(tree), alphabet)
        if not missing:
            raise InternalError("traces that agree on the alphabet differ in nothing else (CAV'08, section 4.3)")
        return missing

    def _proved(self) -> Answer:
        task = self.task
        assumptions = [rung.assumption for rung in self.ladder.rungs]
        proof = discharge(task.sides, assumptions, task.specification, task.backend, task.watch)
        if isinstance(proof, Failure):
            raise InternalError(
                f"premise {proof.premise}, {proof.claim(traces=True)}, is false, and it holds by construction"
            )
        return Answer(proof, None, tuple(self.history), self._statistics())

    def _entry(self, system: LPTS) -> dict[str, Any]:
        sizes = [rung.assumption.num_states for rung in self.ladder.rungs]
        self._count(system)
        self.figures["queries"] += 1
        self.figures["largest_assumption"] = max(self.figures["largest_assumption"], *sizes)
        return {"iteration": len(self.history) + 1, "assumptions": sizes, "composition": system.num_states}

    def _count(self, explored: LPTS) -> None:
        self.figures["states_explored"] += explored.num_states
        self.figures["transitions_explored"] += explored.num_transitions
        self.figures["largest_composition"] = max(self.figures["largest_composition"], explored.num_states)

    def _statistics(self) -> dict[str, Any]:
        ladder, figures = self.ladder, dict(self.figures)
        figures["states_explored"] += ladder.states_composed
        figures["largest_composition"] = max(figures["largest_composition"], ladder.largest_composition)
        faces = [interface(seen, ladder.sides[level:]) for level, seen in enumerate(ladder.known)]
        spoken_of = {"alphabets": [*map(len, ladder.alphabets)], "interfaces": [*map(len, faces)]}
        return figures | spoken_of


def _ways(rungs: Sequence[Abstraction], traces: Sequence[Trace]) -> Callable[[], list[Steps]]:
    """How the traces go through the assumptions, for who wants to see it."""
    return lambda: [rung.way(trace) for rung, trace in zip(rungs, traces, strict=False)]
