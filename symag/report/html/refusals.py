"""Why a state of the specification cannot follow a move: for each of its answers a Hall set (CAV'12, Lemma 1).

The system puts the mass μ(S) on nodes S, none of which is below any of the states T. So this mass needs room outside T,
where the answer ν has only 1 - ν(T). Two bars show it: the upper one begins with S, the lower one with the states
outside T; the part that sticks out has no place to go.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from symag.evidence import Counterexample, Step
from symag.model import LPTS
from symag.report.html.names import clip, listed
from symag.simulation import CompletedSuccessors

__all__ = ["Refusal", "RejectedAnswer", "Segment", "refusal_of"]

MAX_SEGMENTS = 8
MAX_ANSWERS = 3


class Segment(NamedTuple):
    """A share of a bar; `hit` if it is in S, or in T."""

    name: str
    share: str
    percent: float
    """The width of the segment; no decision depends on it."""
    hit: bool


class RejectedAnswer(NamedTuple):
    """An answer ν of the specification in words, and why it fails: the bars, S, T, μ(S) and 1 - ν(T)."""

    words: str
    system: tuple[Segment, ...]
    specification: tuple[Segment, ...]
    nodes: str
    states: str
    mass: str
    room: str
    certain: bool
    """Are μ and ν both Dirac? Then bars show nothing."""
    cannot: str
    """The subject and verb of "none of T can follow": T cannot follow any node of S."""
    below: int
    """A node of S, which the page links to."""


class Refusal(NamedTuple):
    """A state of the specification that cannot follow a move: the action, its answers, why each of them fails."""

    above: str
    action: str
    able: str
    """The actions to which it has answers."""
    stays: bool
    """Does it not know the action, and so only stay where it is?"""
    answers: tuple[RejectedAnswer, ...]
    more: int
    """Answers there is no room for."""


def refusal_of(counterexample: Counterexample, step: Step, answers: CompletedSuccessors) -> Refusal:
    """Why the specification cannot follow this step of the refutation."""
    tree, specification = counterexample.tree, counterexample.specification
    move = tree.nodes[step.node].moves[step.move]
    action, mu = tree.system.action[move.transition], tree.shares(move)
    labels = {child: tree.label(child) for child in mu}
    found = [_rejected(step, mu, nu, labels, specification.states) for nu in answers.of(step.above, action)]
    rejected = [answer for answer in found if answer is not None]
    return Refusal(
        clip(specification.states[step.above], 60),
        clip(tree.system.actions[action], 60),
        listed(_able(specification, step.above), 8),
        answers.meaning[action] < 0,
        tuple(rejected[:MAX_ANSWERS]),
        len(rejected[MAX_ANSWERS:]),
    )


def _able(model: LPTS, state: int) -> list[str]:
    """The actions of a state."""
    return sorted({model.actions[action] for action in model.action[model.first[state] : model.first[state + 1]]})


def _rejected(
    step: Step, mu: Mapping[int, Fraction], nu: Mapping[int, Fraction], labels: Mapping[int, str], names: Sequence[str]
) -> RejectedAnswer | None:
    """This answer with the first cut of the step that excludes it."""
    words = listed([f"{share} {clip(names[state], 40)}" for state, share in nu.items()], 6)
    for left, right in step.cuts:
        mass = sum((mu[node] for node in left), Fraction(0))
        room = 1 - sum((nu.get(state, Fraction(0)) for state in right), Fraction(0))
        if mass > room:
            return RejectedAnswer(
                words if len(nu) > 1 else clip(names[next(iter(nu))], 60),
                _bar(mu, labels, set(left), True),
                _bar(nu, {state: names[state] for state in nu}, set(right), False),
                listed([labels[node] for node in left], 6),
                listed([names[state] for state in right], 6),
                str(mass),
                str(room),
                len(mu) == 1 and len(nu) == 1,
                _cannot_follow([names[state] for state in right]),
                min(left),
            )
    return None


def _cannot_follow(names: Sequence[str]) -> str:
    return f"{clip(names[0], 60)} cannot" if len(names) == 1 else f"none of {listed(names, 6)} can"


def _bar(
    shares: Mapping[int, Fraction], names: Mapping[int, str], chosen: Collection[int], chosen_first: bool
) -> tuple[Segment, ...]:
    """The shares, with the chosen ones at one end; one segment for those there is no room for."""
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
