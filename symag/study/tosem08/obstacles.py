"""What stands in the way of proofs by parts: what no such proof is without, measured where the models are read."""

from __future__ import annotations

from collections.abc import Iterator

from symag.limits import Limits
from symag.study.cases.decompositions import all_first_sides, count_states
from symag.study.cases.tosem08 import Tosem08Subject
from symag.study.jobs import Figures

__all__ = ["component_case", "fitting_case"]


def component_case(subject: Tosem08Subject, limits: Limits) -> Iterator[Figures]:
    """The states of the largest component, and of the property: a proof by parts has them all, as composing does
    not."""
    (components,), specification = subject.models()
    yield {}  # from here on the clock runs
    yield {"component": max(model.num_states for model in components), "specification": specification.num_states}


def fitting_case(subject: Tosem08Subject, limits: Limits) -> Iterator[Figures]:
    """How many decompositions there are, and in how many the first side with the property, and the second side, are
    within the limit on states."""
    most = limits.max_states or 1
    _, specification = subject.models()
    yield {}  # from here on the clock runs
    firsts = list(all_first_sides(subject.case.system.tasks(subject.size)))
    fit = 0
    for first in firsts:
        (one, other), _ = Tosem08Subject(subject.number, subject.size, first).models()
        fit += count_states(other, most) is not None and count_states([*one, specification], most) is not None
    yield {"decompositions": len(firsts), "fit": fit}
