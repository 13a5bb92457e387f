"""Traces of plain LTSs: safety properties, reachability of their violations, deadlocks, and learning of assumptions.

.. include:: README.md
"""

from symag.traces.admission import refuse_probabilistic
from symag.traces.deadlock import Blocked, DeadlockSearch, Run, RunStep, find_deadlock, first_deadlock, run_to
from symag.traces.lstar import Conjecture, Teacher, Word, learn
from symag.traces.reachability import follow, inclusion, reach_error, replay
from symag.traces.reached import ReachedStates
from symag.traces.teacher import ComponentTeacher, WeakestAssumption, teacher_for
from symag.traces.trace import (
    Parts,
    Trace,
    interleave_traces,
    linear_tree,
    project_trace,
    trace_difference,
    trace_lts,
    trace_of,
    trace_prefix,
)
from symag.traces.walk import Walk, WalkMove, WalkOutcome

__all__ = [
    "Blocked",
    "ComponentTeacher",
    "Conjecture",
    "DeadlockSearch",
    "Parts",
    "ReachedStates",
    "Run",
    "RunStep",
    "Teacher",
    "Trace",
    "Walk",
    "WalkMove",
    "WalkOutcome",
    "WeakestAssumption",
    "Word",
    "find_deadlock",
    "first_deadlock",
    "follow",
    "inclusion",
    "interleave_traces",
    "learn",
    "linear_tree",
    "project_trace",
    "reach_error",
    "refuse_probabilistic",
    "replay",
    "run_to",
    "teacher_for",
    "trace_difference",
    "trace_lts",
    "trace_of",
    "trace_prefix",
]
