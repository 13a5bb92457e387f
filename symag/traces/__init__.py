"""Traces of plain LTSs: safety properties, reachability of their violations, deadlocks, and learning of assumptions.

.. include:: README.md
"""

from symag.traces.admission import refuse_probabilistic
from symag.traces.bounds import Bounds, Contradiction, bounds_of
from symag.traces.clique import WordClique, cliques_of
from symag.traces.covering import GoalTable, goal_table, uncovered
from symag.traces.deadlock import Blocked, DeadlockSearch, Run, RunStep, find_deadlock, first_deadlock, run_to
from symag.traces.learner import Conjecture, Learner, Teacher, Word
from symag.traces.learners import LEARNERS, LearnerKind, learn, learner_of
from symag.traces.reachability import ErrorSearch, follow, inclusion, reach_error, replay
from symag.traces.reached import ReachedStates
from symag.traces.refinement import RelatedSets, refine
from symag.traces.searches import SEARCHES, SearchKind, SearchRun, heuristics_of, search_of
from symag.traces.smallest import SearchProgress, SmallestSearch, ThreeValuedTeacher
from symag.traces.split import SplitSpecification, split_specification
from symag.traces.table_search import HEURISTICS, SEARCH_ORDERS, TableSearch
from symag.traces.teacher import (
    CACHES,
    CachedTeacher,
    ComponentTeacher,
    OracleTeacher,
    QueryCounts,
    WeakestAssumption,
    caches_of,
    teacher_for,
)
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
from symag.traces.weaken import weakened
from symag.traces.word_tree import TableCounts

__all__ = [
    "CACHES",
    "HEURISTICS",
    "LEARNERS",
    "SEARCHES",
    "SEARCH_ORDERS",
    "Blocked",
    "Bounds",
    "CachedTeacher",
    "ComponentTeacher",
    "Conjecture",
    "Contradiction",
    "DeadlockSearch",
    "ErrorSearch",
    "GoalTable",
    "Learner",
    "LearnerKind",
    "OracleTeacher",
    "Parts",
    "QueryCounts",
    "ReachedStates",
    "RelatedSets",
    "Run",
    "RunStep",
    "SearchKind",
    "SearchProgress",
    "SearchRun",
    "SmallestSearch",
    "SplitSpecification",
    "TableCounts",
    "TableSearch",
    "Teacher",
    "ThreeValuedTeacher",
    "Trace",
    "Walk",
    "WalkMove",
    "WalkOutcome",
    "WeakestAssumption",
    "Word",
    "WordClique",
    "bounds_of",
    "caches_of",
    "cliques_of",
    "find_deadlock",
    "first_deadlock",
    "follow",
    "goal_table",
    "heuristics_of",
    "inclusion",
    "interleave_traces",
    "learn",
    "learner_of",
    "linear_tree",
    "project_trace",
    "reach_error",
    "refine",
    "refuse_probabilistic",
    "replay",
    "run_to",
    "search_of",
    "split_specification",
    "teacher_for",
    "trace_difference",
    "trace_lts",
    "trace_of",
    "trace_prefix",
    "uncovered",
    "weakened",
]
