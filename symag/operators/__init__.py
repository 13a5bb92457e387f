"""From models to models: compose, complete, hide, restrict, project, quotient, minimise, trim."""

from symag.operators.actions import hide, project, restrict
from symag.operators.complete import answering_actions, complete
from symag.operators.compose import Composition, compose
from symag.operators.quotient import Image, Pushforward, bisimulation, minimise, push_forward, quotient, reachable, trim

__all__ = [
    "Composition",
    "Image",
    "Pushforward",
    "answering_actions",
    "bisimulation",
    "complete",
    "compose",
    "hide",
    "minimise",
    "project",
    "push_forward",
    "quotient",
    "reachable",
    "restrict",
    "trim",
]
