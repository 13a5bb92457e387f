"""Assume-guarantee reasoning: rules, abstraction refinement, and the methods by which a question can be answered.

.. include:: README.md
"""

from symag.assume.agar import STRATEGIES
from symag.assume.auto import by_auto
from symag.assume.both_orders import in_both_orders, with_order
from symag.assume.discharge import refuse_unfit
from symag.assume.learning import Learning, by_learning
from symag.assume.methods import (
    Agar,
    Answer,
    IterationListener,
    Task,
    by_agar,
    by_cegar,
    by_composing,
    on_the_fly_safety,
    with_assumptions,
)
from symag.assume.sides import hub_first
from symag.assume.trace_agar import TraceAgar, by_trace_agar

__all__ = [
    "STRATEGIES",
    "Agar",
    "Answer",
    "IterationListener",
    "Learning",
    "Task",
    "TraceAgar",
    "by_agar",
    "by_auto",
    "by_cegar",
    "by_composing",
    "by_learning",
    "by_trace_agar",
    "hub_first",
    "in_both_orders",
    "on_the_fly_safety",
    "refuse_unfit",
    "with_assumptions",
    "with_order",
]
