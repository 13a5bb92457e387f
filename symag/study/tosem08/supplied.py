"""The cost of learning (4.6): a proof by a learned assumption beside the same proof with that assumption supplied."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from symag.check import check
from symag.errors import LimitReached
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.study.cases.tosem08 import Tosem08Subject
from symag.study.jobs import Figures
from symag.study.tosem08.ways import ASKED, BY_PARTS, BY_RULE, PUBLISHED
from symag.traces import reach_error

__all__ = ["supplied_case"]


def supplied_case(subject: Tosem08Subject, limits: Limits) -> Iterator[Figures]:
    """The method of the paper, and then both premises of rule ASYM with the assumption that it learned."""
    (first, second), specification = subject.models()
    options = BY_PARTS[PUBLISHED] | BY_RULE | ASKED
    yield {}  # from here on the clock runs
    cpu = time.process_time()
    verdict = check([first, second], specification, **options, limits=limits)
    learned_seconds = time.process_time() - cpu
    if verdict.verdict != "holds":
        yield {"verdict": verdict.verdict, "limit": verdict.limit, "reason": verdict.reason}
        return
    (assumption,) = verdict.assumptions
    cpu = time.process_time()
    try:
        states = _premises(first, second, assumption, specification, Watch(limits))
    except LimitReached as reached:
        yield {"verdict": "unknown", "limit": reached.kind, "reason": str(reached)}
        return
    yield {
        "verdict": "holds",
        "learned_states": verdict.statistics["largest_composition"],
        "learned_seconds": learned_seconds,
        "supplied_states": max(states),
        "supplied_seconds": time.process_time() - cpu,
        "assumption": assumption.num_states,
    }


def _premises(
    first: Sequence[LPTS], second: Sequence[LPTS], assumption: LPTS, specification: LPTS, watch: Watch
) -> list[int]:
    """The states explored for ⟨A⟩ S1 ⟨P⟩ and ⟨true⟩ S2 ⟨A⟩, by the search that learning uses for its conjectures."""
    premises = (((*first, assumption), specification), (second, assumption))
    return [reach_error(below, above, watch)[1].num_states for below, above in premises]
