"""From models to models: compose, complete, hide, restrict, project, quotient, minimise, trim."""

from symag.operators.actions import hide, project, restrict
from symag.operators.complete import answering_actions, complete
from symag.operators.compose import Composition, compose
from symag.operators.quotient import bisimulation, minimise, quotient, reachable, trim

__all__ = [
    "Composition",
    "answering_actions",
    "bisimulation",
    "complete",
    "compose",
    "hide",
    "minimise",
    "project",
    "quotient",
    "reachable",
    "restrict",
    "trim",
]
