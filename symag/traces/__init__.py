"""Traces of plain LTSs: safety properties, whether a system can leave them, and learning what others must keep to.

.. include:: README.md
"""

from symag.traces.deadlock import Found, find_deadlock, first_deadlock, run_to
from symag.traces.inclusion import inclusion, is_safety_lts
from symag.traces.lstar import Conjecture, Teacher, Word, learn
from symag.traces.membership import WeakestAssumption
from symag.traces.reach import follow, reach_error
from symag.traces.replay import replay
from symag.traces.run import Blocked, Run, Step
from symag.traces.safety import refuse_unsafe, refuse_unsafe_specification
from symag.traces.teacher import ComponentTeacher, teacher_for
from symag.traces.words import Trace, apart, line, merged, onto, trace_of, until

__all__ = [
    "Blocked",
    "ComponentTeacher",
    "Conjecture",
    "Found",
    "Run",
    "Step",
    "Teacher",
    "Trace",
    "WeakestAssumption",
    "Word",
    "apart",
    "find_deadlock",
    "first_deadlock",
    "follow",
    "inclusion",
    "is_safety_lts",
    "learn",
    "line",
    "merged",
    "onto",
    "reach_error",
    "refuse_unsafe",
    "refuse_unsafe_specification",
    "replay",
    "run_to",
    "teacher_for",
    "trace_of",
    "until",
]
