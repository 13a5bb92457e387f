"""Assume-guarantee reasoning: rules, abstraction refinement, and the methods by which a question can be answered."""

from symag.assume.agar import STRATEGIES
from symag.assume.auto import by_auto
from symag.assume.discharge import refuse_unfit
from symag.assume.methods import Answer, Task, Told, by_agar, by_cegar, by_composing, with_assumptions

__all__ = [
    "STRATEGIES",
    "Answer",
    "Task",
    "Told",
    "by_agar",
    "by_auto",
    "by_cegar",
    "by_composing",
    "refuse_unfit",
    "with_assumptions",
]
