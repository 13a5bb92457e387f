"""The encoding by weight functions, as the paper has it (CAV'12, Def. 4 and 5; section 6).

- R(s, p) → ⋁ M(μ, ν) over the answers ν of p, for every transition s -a-> μ.
- M(μ, ν) → Σ_y w(x, y) = μ(x) for every x, and Σ_x w(x, y) = ν(y) for every y, with Reals w(x, y) ≥ 0.
- w(x, y) > 0 → R(x, y).

Where μ or ν is Dirac there is only one weight function, and it needs every pair: then it is Boolean. QF_LRA.
"""

from __future__ import annotations

from collections.abc import Iterable

from symag.smt.formula import SolverFormula, Sum
from symag.smt.simulation_question import SimulationQuestion

__all__ = ["add_weights"]


def add_weights(formula: SolverFormula, question: SimulationQuestion, matches: Iterable[int]) -> None:
    """Say what each of the matches means."""
    for match in matches:
        below, above = question.supports(match)
        question.watch.tick(len(below) * len(above))
        pairs = [[question.variable(x, y) for y in above] for x in below]
        if len(below) == 1 or len(above) == 1:
            for row in pairs:
                for pair in row:
                    formula.add((-match, pair))
            continue
        weights = [[formula.real(pair) for pair in row] for row in pairs]
        mu, nu = question.shares(match)
        columns = zip(*weights, strict=True)
        formula.sums += [Sum(match, tuple(row), share) for row, share in zip(weights, mu, strict=True)]
        formula.sums += [Sum(match, column, share) for column, share in zip(columns, nu, strict=True)]
