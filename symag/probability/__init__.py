"""Probabilistic safety: formulas, exact probabilities, bounds and the trees that violate them.

.. include:: README.md
"""

from symag.probability.check import FORMULA_KIND, BoundCheck, leaving
from symag.probability.evaluation import Evaluation
from symag.probability.formula import Chance, Formula, Leaves, Until
from symag.probability.parse import formula

__all__ = ["FORMULA_KIND", "BoundCheck", "Chance", "Evaluation", "Formula", "Leaves", "Until", "formula", "leaving"]
