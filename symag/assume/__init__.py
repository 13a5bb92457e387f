"""Assume-guarantee reasoning: rules, abstraction refinement, and the methods by which a question can be answered."""

from symag.assume.agar import STRATEGIES
from symag.assume.auto import by_auto
from symag.assume.discharge import refuse_unfit
from symag.assume.learning import by_learning
from symag.assume.methods import Answer, Task, Told, by_agar, by_cegar, by_composing, by_reaching, with_assumptions
from symag.assume.order import hub_first
from symag.assume.trace_agar import by_trace_agar

__all__ = [
    "STRATEGIES",
    "Answer",
    "Task",
    "Told",
    "by_agar",
    "by_auto",
    "by_cegar",
    "by_composing",
    "by_learning",
    "by_reaching",
    "by_trace_agar",
    "hub_first",
    "refuse_unfit",
    "with_assumptions",
]
