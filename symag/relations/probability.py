"""Probabilistic safety, `L ⊨ P<=p [ψ]`: no scheduler of the system makes a path more likely than p.

Strong simulation preserves the formulas (`symag.probability.formula`), so assumptions may take the place of
components: premise 1 of a rule is about the formula, the others are simulations (after CAV'12, section 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from symag.evidence import Bound, Counterexample, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import silent_actions
from symag.probability import FORMULA_KIND, BoundCheck, Formula
from symag.relations.relation import Relation, Words
from symag.simulation import Backend, LazyCheck

__all__ = ["PROBABILITY"]


def _admit(components: Iterable[LPTS], formula: Formula) -> None:
    """Probabilistic safety is defined for all LPTSs."""


def _start(components: Sequence[LPTS], formula: Any, backend: Backend, watch: Watch) -> LazyCheck:
    return LazyCheck(components, formula, BoundCheck(backend), watch)


def _prove(components: Sequence[LPTS], specification: Any, backend: Backend, watch: Watch) -> Bound | Tree:
    outcome, _ = _start(components, specification, backend, watch).finish()
    if outcome.tree is not None:
        return outcome.tree
    assert outcome.bound is not None
    return outcome.bound


def _explain(tree: Tree, formula: Any, watch: Watch) -> Counterexample:
    """The tree refutes by its mass: there is no step to explain."""
    return Counterexample(tree, formula, (), minimal=False, kind="witness")


def _silent(components: Sequence[LPTS], formula: Any) -> list[frozenset[str]]:
    """None, if the formula sees such steps. A silent move with probabilities matters, too: what comes after it is as
    likely as it says, and no scheduler chooses among its outcomes. It does not matter only where all actions of the
    component are silent: nothing else depends on its states."""
    if formula.sees_silent_steps:
        return [frozenset() for _ in components]
    silent = silent_actions(components, formula)
    return [
        actions if component.alphabet <= actions else actions - _probabilistic(component)
        for component, actions in zip(components, silent, strict=True)
    ]


def _probabilistic(component: LPTS) -> set[str]:
    """The actions of which some transition has several outcomes."""
    moves = zip(component.action, component.target, strict=True)
    return {component.actions[action] for action, target in moves if target < 0}


PROBABILITY = Relation(
    name="probability",
    help="no scheduler exceeds the probabilities of a formula such as P<=1/10 [ F fail ]",
    words=Words(
        signs={"holds": "⊨", "violated": "⊭", "unknown": "⊨?"},
        sentences={
            "holds": "{system} satisfies {specification}, whatever a scheduler does.",
            "violated": "{system} does not satisfy {specification}.",
            "unknown": "It is not known yet whether {system} satisfies {specification}.",
        },
        sign_means="satisfies the formula, for every scheduler. With a stroke through it: does not satisfy.",
    ),
    specification=FORMULA_KIND,
    admit=_admit,
    start=_start,
    prove=_prove,
    explain=_explain,
    counterexample="witness",
    silent=_silent,
    asks_value=lambda formula: formula.asks,
    merge=lambda formula, watch: ((), formula),
    has_encodings=False,
    libraries=("numpy",),
)
