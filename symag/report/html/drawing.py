"""Models as pictures that stand inside the page, in its colours; as text where there is no room or no Graphviz."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup

from symag.errors import InputError
from symag.formats.picture import PLAIN, Marks, svg
from symag.model import LPTS, counted, printable
from symag.report.html.measure import Measure
from symag.report.html.tidy import tidy

__all__ = ["LABEL", "Easel", "Picture", "can_be_read", "clip", "listed"]

MAX_STATES, MAX_ARROWS = 40, 120
"""Larger models are summarised: their pictures cannot be read."""
MAX_MOVES = 24
"""Transitions of a state that are listed in words."""
FULL = "There is no picture, as this page has many already."
LABEL = 32
"""Characters of a label in a picture."""

WIDE, HIGH = 900.0, 480.0
"""The room for a picture, in points."""
READABLE, LEAST = 0.7, 0.45
"""The scale at which it can be read, so that there is no need to draw it the other way; and at which not at all."""
OUTLINE = "its shape, without actions and loops; those are in the words below"
EASY = 24
"""Arrows of a picture that is seen at a glance."""

_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


class Row(NamedTuple):
    """A state and its transitions in words."""

    state: str
    initial: bool
    moves: tuple[tuple[str, str], ...]


class Picture(NamedTuple):
    """A picture, or why there is none; and its beginning in words."""

    title: str
    drawing: Markup | None
    instead: str
    rows: tuple[Row, ...] = ()
    more: int = 0
    """States that are not listed."""
    open: bool = False
    """Are the words shown at once, for want of pictures?"""
    excerpt: str = ""
    """What is left out of the picture."""
    ending: str = "no transitions"
    """What the words say of a state that has none."""


@dataclass
class Easel:
    """Draws until the page is full; without Graphviz it says so, and goes on in words."""

    measure: Measure = field(default_factory=Measure)
    missing: str | None = None
    """Why nothing can be drawn."""
    used: int = 0
    """Characters that were drawn."""
    full: bool = False
    """Was there no room for a picture?"""

    def excerpt(self, model: LPTS, title: str, marks: Marks) -> Picture:
        """The model with these classes; if it cannot be read as a whole, the states that have one."""
        only = frozenset({model.initial, *marks.states})
        if marks.states and can_be_read(model, only) and _arrows(model) > EASY:
            left_out = f"{len(only)} of its {model.num_states:,} states, and what they can do"
            return self._drawing(model, title, marks._replace(only=only))._replace(excerpt=left_out)
        return self._drawing(model, title, marks)

    def outline(self, model: LPTS, title: str, marks: Marks) -> Picture:
        """The model and its states in words; if it could not be read otherwise, only its shape."""
        return self._with_words(self._drawing(model, title, marks, or_shape=True), model)

    def draw(self, model: LPTS, title: str, marks: Marks = PLAIN) -> Picture:
        """The model, with these classes, and its states in words."""
        return self._with_words(self._drawing(model, title, marks), model)

    def _with_words(self, picture: Picture, model: LPTS) -> Picture:
        shown = min(model.num_states, self.measure.rows)
        rows = tuple(_rows(model, shown))
        return picture._replace(rows=rows, more=model.num_states - shown, open=self.missing is not None)

    def _drawing(self, model: LPTS, title: str, marks: Marks, or_shape: bool = False) -> Picture:
        if marks.only is None and not can_be_read(model):
            return Picture(title, None, _summary(model))
        if self.missing is not None or self.full:
            return Picture(title, None, self.missing or FULL)
        excerpt = ""
        try:
            text = _drawn(model, marks)
            if or_shape and _arrows(model) > EASY and _scale(text) < LEAST:
                text, excerpt = _drawn(model, marks._replace(outline=True)), OUTLINE
        except (InputError, OSError, ValueError) as error:
            self.missing = f"There are no pictures: {clip(str(error), 300)}."
            return Picture(title, None, self.missing)
        text = tidy(text)
        if self.used + len(text) > self.measure.drawn:
            self.full = True
            return Picture(title, None, FULL)
        self.used += len(text)
        head = Markup('<svg role="img" aria-label="{}" class="graph"').format(clip(title, 200))
        return Picture(title, head + Markup(text.removeprefix("<svg")), "", excerpt=excerpt)


def _summary(model: LPTS) -> str:
    """What there is to say of a model that is too large for a picture."""
    size = f"{counted(model.num_states, 'state')} and {counted(model.num_transitions, 'transition')}"
    often = Counter(model.action).most_common()
    actions = listed([f"{clip(model.actions[action], 40)} {number:,}" for action, number in often], 8)
    ends = sum(1 for state in range(model.num_states) if model.first[state] == model.first[state + 1])
    stuck = f" In {counted(ends, 'state')} nothing can happen any more." if ends else ""
    return f"{size} are too many for a picture that one could read. Transitions by action: {actions}.{stuck}"


def _drawn(model: LPTS, marks: Marks) -> str:
    """The picture from left to right or from top to bottom, whichever needs less room; trees always grow down."""
    marks = marks._replace(longest=marks.longest or LABEL)
    text = svg(model, marks)
    if marks.down or _scale(text) >= READABLE:
        return text
    other = svg(model, marks._replace(down=True))
    return max(text, other, key=_scale)


def _scale(text: str) -> float:
    """How much of its size is left of a picture that has to fit."""
    found = _SIZE.search(text)
    assert found is not None  # Graphviz writes it
    return min(1.0, WIDE / float(found[1]), HIGH / float(found[2]))


def can_be_read(model: LPTS, only: frozenset[int] | None = None) -> bool:
    """Is it, or an excerpt of it, small enough for a picture? Graphviz takes minutes for many arrows."""
    states = model.num_states if only is None else len(only)
    return states <= MAX_STATES and _arrows(model, only) <= MAX_ARROWS


def _arrows(model: LPTS, only: frozenset[int] | None = None) -> int:
    """How many arrows a picture has: one for all actions between two nodes, and one node for all that is not drawn."""
    single, several = set[tuple[int, int]](), 0
    for state in range(model.num_states) if only is None else only:
        for t in range(model.first[state], model.first[state + 1]):
            goals = {goal if only is None or goal in only else -1 for goal, _ in model.outcomes(model.target[t])}
            if len(goals) == 1:
                single.add((state, goals.pop()))
            else:
                several += 1 + len(goals)
    return len(single) + several


def _rows(model: LPTS, shown: int) -> list[Row]:
    rows = []
    for state in range(shown):
        first = model.first[state]
        moves = tuple(
            (clip(model.actions[model.action[t]], 80), clip(str(model.distribution(model.target[t])), 300))
            for t in range(first, min(model.first[state + 1], first + MAX_MOVES))
        )
        rows.append(Row(clip(model.states[state], 120), state == model.initial, moves))
    return rows


def clip(text: str, longest: int) -> str:
    """The text without what could break a line, and not longer than that."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def listed(names: Sequence[str], most: int, longest: int = 60) -> str:
    """The names, or the first of them and how many more there are."""
    shown = ", ".join(clip(name, longest) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most:,} more"
