"""What the assumptions of a proof say: a picture, a sentence for each state, and the words that are forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from symag.formats.picture import Marks
from symag.model import counted
from symag.report.assumption_words import listed_letters
from symag.report.forbidden_words import AssumptionWords, ForbiddenWord
from symag.report.html.names import clip
from symag.report.html.pictures import Picture, Pictures
from symag.traces import Trace

__all__ = ["SaidAssumption", "said_assumptions"]

MAX_SENTENCE, MAX_ACTION, MAX_STEPS = 1_500, 60, 60
"""Characters of a sentence and of an action; steps of a trace."""


class TraceStep(NamedTuple):
    """An action of a trace: the assumption sees those with the mark `seen`, and forbids the one with `wrong`."""

    action: str
    marks: str


class ForbiddenRow(NamedTuple):
    """A forbidden word; with the violation that it would allow, or why it need not be forbidden."""

    state: str
    word: tuple[TraceStep, ...]
    violation: tuple[TraceStep, ...]
    reason: str


class SaidAssumption(NamedTuple):
    """An assumption in words, or why there are none."""

    name: str
    unfit: str
    intro: str
    picture: Picture
    states: tuple[tuple[str, str], ...]
    """Each name with its sentence."""
    needed: tuple[ForbiddenRow, ...]
    """The words that would allow a violation."""
    more_needed: int
    violated: str
    """What is wrong with the traces of these."""
    others: tuple[ForbiddenRow, ...]
    others_title: str
    more_others: int


def said_assumptions(explained: Sequence[AssumptionWords], pictures: Pictures) -> tuple[list[SaidAssumption], int]:
    """The assumptions in words, and the number of those there is no room for."""
    shown = explained[: pictures.limits.cards]
    return [_said(one, pictures) for one in shown], len(explained) - len(shown)


def _said(one: AssumptionWords, pictures: Pictures) -> SaidAssumption:
    labels = one.names or None
    needed = [_row(word, one) for word in one.forbidden if word.violation is not None]
    others = [_row(word, one) for word in one.forbidden if word.violation is None]
    most = 4 * pictures.limits.rows
    return SaidAssumption(
        one.name,
        clip(one.unfit, 300),
        _intro(one),
        Picture("", None, "")
        if one.unfit
        else pictures.excerpt(one.model, f"What {one.name} says", Marks(labels=labels)),
        tuple((clip(state.name, MAX_ACTION), clip(state.sentence, MAX_SENTENCE)) for state in one.states),
        tuple(needed[:most]),
        len(needed[most:]),
        _violated(one),
        tuple(others[:most]),
        counted(len(others), "other forbidden word"),
        len(others[most:]),
    )


def _intro(one: AssumptionWords) -> str:
    letters = [clip(letter, MAX_ACTION) for letter in sorted(one.model.alphabet)]
    spoken = f" It speaks of {listed_letters(letters, 'and')}." if letters else ""
    if not one.above:
        return spoken.strip()
    beside = f"{clip(one.beside, 80)} ‖ {one.name}" if one.beside else one.name
    return f"{one.name} has to be strong enough for {beside} ⊨ {clip(one.above, 60)}.{spoken}"


def _violated(one: AssumptionWords) -> str:
    beside, above = clip(one.beside, 80) or "it", clip(one.above, 60)
    return (
        f"{one.name} forbids the underlined actions. If it allowed one of them, {beside} could do the trace beside it, "
        f"and {above} does not allow the last action of this trace:"
    )


def _row(word: ForbiddenWord, one: AssumptionWords) -> ForbiddenRow:
    violation = () if word.violation is None else _steps(word.violation, word.word)
    reason = "" if word.violation is not None else clip(one.reason(word), 300)
    return ForbiddenRow(clip(word.state, MAX_ACTION), _steps(word.word, word.word), violation, reason)


def _steps(trace: Trace, word: Trace) -> tuple[TraceStep, ...]:
    """The trace with marks on the actions of the word, of which the last is forbidden."""
    steps, seen = [], 0
    for action in trace[:MAX_STEPS]:
        is_seen = seen < len(word) and action == word[seen]
        seen += is_seen
        marks = "" if not is_seen else "wrong" if seen == len(word) else "seen"
        steps.append(TraceStep(clip(action, MAX_ACTION), marks))
    return (*steps, TraceStep("…", "")) if len(trace) > MAX_STEPS else tuple(steps)
