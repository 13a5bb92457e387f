"""From models to models: compose, complete, hide, rename, restrict, project, quotient, minimise, determinise, trim.

.. include:: README.md
"""

from symag.operators.actions import hide, project, rename, restrict
from symag.operators.bisimulation import bisimulation, merge_bisimilar, minimise
from symag.operators.bounds import ERROR, HIDDEN, LanguageBound, bound_of, lower_bound, reduced_system, upper_bound
from symag.operators.complete import Exposed, answering_actions, complete, expose, with_error
from symag.operators.compose import Composition, FlatModels, compose, flatten
from symag.operators.determinise import NormalForm, determinise, is_deterministic, normal_form, normal_form_along
from symag.operators.layers import expected_states, layers_of
from symag.operators.quotient import Image, Pushforward, push_forward, quotient, reachable, trim
from symag.operators.reduce import Reduction, reduce_component, silent_actions
from symag.operators.symmetry import (
    CommonRenaming,
    ModelRenaming,
    Symmetries,
    classes_of,
    renaming_between,
    renaming_of_premise,
)
from symag.operators.weakest import Weakest, weakest_assumption

__all__ = [
    "ERROR",
    "HIDDEN",
    "CommonRenaming",
    "Composition",
    "Exposed",
    "FlatModels",
    "Image",
    "LanguageBound",
    "ModelRenaming",
    "NormalForm",
    "Pushforward",
    "Reduction",
    "Symmetries",
    "Weakest",
    "answering_actions",
    "bisimulation",
    "bound_of",
    "classes_of",
    "complete",
    "compose",
    "determinise",
    "expected_states",
    "expose",
    "flatten",
    "hide",
    "is_deterministic",
    "layers_of",
    "lower_bound",
    "merge_bisimilar",
    "minimise",
    "normal_form",
    "normal_form_along",
    "project",
    "push_forward",
    "quotient",
    "reachable",
    "reduce_component",
    "reduced_system",
    "rename",
    "renaming_between",
    "renaming_of_premise",
    "restrict",
    "silent_actions",
    "trim",
    "upper_bound",
    "weakest_assumption",
    "with_error",
]
