"""The textbook algorithm as the tests ask it: many small questions, in which the same flows come up again and again."""

from __future__ import annotations

from functools import cache

from symag import LPTS
from symag.study.bench.textbook import Textbook, has_weight_function
from symag.study.bench.textbook import textbook as decide

__all__ = ["Textbook", "textbook"]

_remembering = cache(has_weight_function)


def textbook(components: list[LPTS], specification: LPTS) -> Textbook:
    """Decide `L1 ‖ … ‖ Ln ≼ P`; a flow that was computed before is not computed again."""
    return decide(components, specification, _remembering)
