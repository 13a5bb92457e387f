"""Assume-guarantee reasoning: rules, abstraction refinement, and the methods by which a question can be answered.

.. include:: README.md
"""

from symag.assume.decompose import HELPED, TwoSides, choose_sides, keeps_alone, two_way
from symag.assume.discharge import with_assumptions
from symag.assume.methods import METHODS, Method, method_of, refuse_relation, run_method, sides_of
from symag.assume.minimal import SmallestStep, smallest
from symag.assume.rules import ASYM, RULES, Premise, Rule, default_rule, in_halves, refuse_unfit
from symag.assume.run import FIGURES, RunLog
from symag.assume.sides import Component, Sides, alphabet_of, flatten, hub_first, listed_components, model_from
from symag.assume.split import Entailment, by_conjuncts, by_projections
from symag.assume.task import Answer, Task

__all__ = [
    "ASYM",
    "FIGURES",
    "HELPED",
    "METHODS",
    "RULES",
    "Answer",
    "Component",
    "Entailment",
    "Method",
    "Premise",
    "Rule",
    "RunLog",
    "Sides",
    "SmallestStep",
    "Task",
    "TwoSides",
    "alphabet_of",
    "by_conjuncts",
    "by_projections",
    "choose_sides",
    "default_rule",
    "flatten",
    "hub_first",
    "in_halves",
    "keeps_alone",
    "listed_components",
    "method_of",
    "model_from",
    "refuse_relation",
    "refuse_unfit",
    "run_method",
    "sides_of",
    "smallest",
    "two_way",
    "with_assumptions",
]
