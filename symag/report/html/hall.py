"""Why an answer of the specification does not do: a Hall set, as two bars (CAV'12, Lemma 1).

The system puts the mass μ(S) on nodes S, none of which is below any of the states T. So it has to find room outside T,
and the answer ν has only 1 - ν(T) of it there. The upper bar begins with S, the lower one with what is outside T: what
sticks out has no place to go.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from symag.evidence import Step
from symag.report.html.names import clip, listed

__all__ = ["Answer", "Segment", "answer_of"]

MAX_SEGMENTS = 8


class Segment(NamedTuple):
    """A share of a bar; `hit` if it is in S, or in T."""

    name: str
    share: str
    percent: float
    """To be drawn, never to decide."""
    hit: bool


class Answer(NamedTuple):
    """An answer ν of the specification in words, and why it does not do: the bars, S, T, μ(S) and 1 - ν(T)."""

    told: str
    system: tuple[Segment, ...]
    specification: tuple[Segment, ...]
    nodes: str
    states: str
    mass: str
    room: str
    certain: bool
    """Do all of μ and all of ν meet? Then bars say nothing."""
    nobody: str
    """That none of T can follow any of S."""
    below: int
    """A node of S, to go on with."""


def answer_of(
    step: Step, mu: Mapping[int, Fraction], nu: Mapping[int, Fraction], labels: Mapping[int, str], names: Sequence[str]
) -> Answer | None:
    """The first cut of the step that rules this answer out."""
    told = listed([f"{share} {clip(names[state], 40)}" for state, share in nu.items()], 6)
    for left, right in step.cuts:
        mass = sum((mu[node] for node in left), Fraction(0))
        room = 1 - sum((nu.get(state, Fraction(0)) for state in right), Fraction(0))
        if mass > room:
            return Answer(
                told if len(nu) > 1 else clip(names[next(iter(nu))], 60),
                _bar(mu, labels, set(left), True),
                _bar(nu, {state: names[state] for state in nu}, set(right), False),
                listed([labels[node] for node in left], 6),
                listed([names[state] for state in right], 6),
                str(mass),
                str(room),
                len(mu) == 1 and len(nu) == 1,
                _nobody([names[state] for state in right]),
                min(left),
            )
    return None


def _nobody(names: Sequence[str]) -> str:
    return f"{clip(names[0], 60)} cannot" if len(names) == 1 else f"none of {listed(names, 6)} can"


def _bar(
    shares: Mapping[int, Fraction], names: Mapping[int, str], chosen: Collection[int], chosen_first: bool
) -> tuple[Segment, ...]:
    """The shares, with the chosen ones at one end; what there is no room for is one segment."""
    order = sorted(shares, key=lambda one: ((one in chosen) != chosen_first, -shares[one]))
    segments = []
    for one in order[:MAX_SEGMENTS]:
        percent = 100 * float(shares[one])
        segments.append(Segment(clip(names[one], 40), str(shares[one]), percent, one in chosen))
    for hit in (True, False):
        rest = sum((shares[one] for one in order[MAX_SEGMENTS:] if (one in chosen) == hit), Fraction(0))
        if rest:
            segments.append(Segment("others", str(rest), 100 * float(rest), hit))
    return tuple(segments)
