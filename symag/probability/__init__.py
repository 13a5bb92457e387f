"""Probabilistic safety: formulas, exact probabilities, bounds and the trees that violate them.

.. include:: README.md
"""

from symag.probability.check import FORMULA_KIND, BoundCheck, decision_of, is_named_so, leaving
from symag.probability.evaluation import Evaluation
from symag.probability.formula import Chance, Formula, Leaves, Until, all_of
from symag.probability.parse import formula
from symag.probability.problem import GOAL, Problem
from symag.probability.witness import Unrolled, unroll

__all__ = [
    "FORMULA_KIND",
    "GOAL",
    "BoundCheck",
    "Chance",
    "Evaluation",
    "Formula",
    "Leaves",
    "Problem",
    "Unrolled",
    "Until",
    "all_of",
    "decision_of",
    "formula",
    "is_named_so",
    "leaving",
    "unroll",
]
