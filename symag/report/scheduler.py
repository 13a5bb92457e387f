"""What the evidence of a formula says beyond the verdict: the greatest probability, and a scheduler that reaches it; or
the smallest bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from symag.errors import LimitReached
from symag.evidence import Bound, Proof, Verdict
from symag.limits import Limits, Watch
from symag.model import LPTS, Assembler, counted, printable
from symag.operators import compose
from symag.probability.formula import Formula
from symag.probability.problem import GOAL
from symag.probability.scheduler import BestChoice, best_scheduler
from symag.report.places import names_in, whereabouts
from symag.report.probability import answer, exactly
from symag.report.terminal import compact_table

__all__ = [
    "choice_labels",
    "probability_lines",
    "scheduler_model",
    "scheduler_of",
    "scheduler_text",
    "smallest_bound",
]

MAX_SOLVED = 50_000
"""States of a system that is solved again to find a scheduler."""
MAX_CHOICES = 24
"""Rows of the table."""
GOAL_LABEL, LOST_LABEL = "✓ it happens", "it cannot happen any more"


def smallest_bound(verdict: Verdict) -> Fraction | None:
    """What the evidence shows of the probability, if that is less than what was asked."""
    certificate, formula = verdict.certificate, verdict.specification
    if not isinstance(certificate, Bound | Proof) or not isinstance(formula, Formula) or formula.outer is None:
        return None
    smallest = certificate.value
    return smallest if smallest is not None and smallest < formula.outer.bound else None


def probability_lines(verdict: Verdict) -> list[str]:
    """The greatest probability, if it was asked for; the smallest bound that the evidence shows, if it is smaller."""
    if verdict.value is not None:
        return [f"the greatest probability is {answer(verdict.value)}"]
    smallest = smallest_bound(verdict)
    if smallest is None:
        return []
    if verdict.assumptions:
        return [f"with these assumptions, p can be as small as {exactly(smallest)}"]
    return [f"the evidence shows P<={exactly(smallest)}, too"]


def scheduler_of(verdict: Verdict) -> tuple[LPTS, list[BestChoice]] | None:
    """The system, and a scheduler with the greatest probability, if that was asked for; not of a very large system."""
    formula = verdict.specification
    if verdict.value is None:
        return None
    assert isinstance(formula, Formula)
    try:  # the system of the evidence may be reduced
        system = compose(*verdict.components, watch=Watch(Limits(max_states=MAX_SOLVED)))
    except LimitReached:
        return None
    return system, best_scheduler(system, formula)


def scheduler_text(verdict: Verdict) -> Iterator[RenderableType]:
    """The scheduler as a table: where the components are, and what it does there."""
    found = scheduler_of(verdict)
    if found is None or not found[1]:
        return
    system, choices = found
    watched, counts = choices[0].watched is not None, choices[0].steps is not None
    table = compact_table("in", *["property in"] * watched, *["step"] * counts, "it does", "probability from there")
    for label, one in zip(choice_labels(system, choices[:MAX_CHOICES]), choices, strict=False):
        beside = [_watched(one)] * watched + [f"{(one.steps or 0) + 1}"] * counts
        table.add_row(*(Text(printable(cell)) for cell in (label, *beside, one.action, exactly(one.value))))
    yield Text("  a scheduler with the greatest probability:")
    yield Padding(table, (0, 0, 0, 4), expand=False)
    if left := len(choices[MAX_CHOICES:]):
        yield Text(f"    … {counted(left, 'more place')}", "dim")


def choice_labels(system: LPTS, choices: Sequence[BestChoice]) -> list[str]:
    """Where the components are in the place of each choice."""
    names = names_in(system)
    return [whereabouts(system.part_labels(one.state), (), names=names) for one in choices]


def scheduler_model(system: LPTS, choices: Sequence[BestChoice]) -> LPTS:
    """The system under the scheduler, for a picture: a state for each place, one for the goal, one for all else."""
    assembler, size = Assembler(), len(choices)
    number = {action: position for position, action in enumerate(system.actions)}
    ends = dict.fromkeys(to for one in choices for _, to in one.outcomes if to < 0)
    place = {to: size + position for position, to in enumerate(ends)}
    for position, one in enumerate(choices):
        shares: dict[int, Fraction] = {}
        for share, to in one.outcomes:
            at = to if to >= 0 else place[to]
            shares[at] = shares.get(at, Fraction(0)) + share
        assembler.add(position, number[one.action], assembler.target(shares))
    labels = [*map(_label, choices, choice_labels(system, choices))]
    labels += [GOAL_LABEL if to == GOAL else LOST_LABEL for to in ends]
    return assembler.freeze(tuple(labels), 0, system.actions[1:], "scheduler")


def _label(one: BestChoice, label: str) -> str:
    watched = "" if one.watched is None else f" {_watched(one)}"
    return f"{label}{watched}" + ("" if one.steps is None else f" step {one.steps + 1}")


def _watched(one: BestChoice) -> str:
    return ", ".join(map(str, one.watched)) if isinstance(one.watched, list) else str(one.watched)
