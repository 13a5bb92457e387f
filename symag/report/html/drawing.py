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

__all__ = ["Easel", "Picture", "can_be_read", "clip", "listed"]

MAX_STATES, MAX_ARROWS = 40, 120
"""Larger models are summarised: their pictures cannot be read."""
MAX_MOVES = 24
"""Transitions of a state that are listed in words."""
LABEL = 32
"""Characters of a label in a picture."""

WIDE, HIGH, READABLE = 900.0, 480.0, 0.7
"""The room for a picture, in points, and the scale at which it can be read; what is larger is drawn both ways."""

_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_EDGE = re.compile(r'<g class="edge([^"]*)">(.*?)</g>', re.DOTALL)
_LABEL = re.compile(r"<text.*?</text>\s*", re.DOTALL)
_DROPPED = re.compile(
    r"""<!--.*?-->\s*|<title>.*?</title>\s*|\s(?:xmlns(?::xlink)?|xml:space|id|font-family|font-size)="[^"]*"
    |\s(?:fill|stroke)="(?!none)[^"]*"|<polygon\ fill="white"[^>]*/>""",
    re.VERBOSE | re.DOTALL,
)
"""What a style sheet says better, what must be there once in a page only, and what is for nobody."""


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


@dataclass
class Easel:
    """Draws until the page is full; without Graphviz it says so, and goes on in words."""

    measure: Measure = field(default_factory=Measure)
    missing: str | None = None
    """Why nothing can be drawn."""
    used: int = 0
    """Characters that were drawn."""

    def draw(self, model: LPTS, title: str, marks: Marks = PLAIN, words: bool = True) -> Picture:
        """The model, with these classes; `words` has the states listed, too."""
        drawing, instead = self._drawing(model, title, marks)
        if not words:
            return Picture(title, drawing, instead)
        shown = min(model.num_states, self.measure.rows)
        return Picture(
            title, drawing, instead, tuple(_rows(model, shown)), model.num_states - shown, self.missing is not None
        )

    def _drawing(self, model: LPTS, title: str, marks: Marks) -> tuple[Markup | None, str]:
        if not can_be_read(model):
            return None, _summary(model)
        if self.missing is not None:
            return None, self.missing
        try:
            text = _drawn(model, marks._replace(longest=LABEL, joined=True))
        except (InputError, OSError, ValueError) as error:
            self.missing = f"There are no pictures: {clip(str(error), 300)}."
            return None, self.missing
        text = _labels_on_top(_DROPPED.sub("", text)).replace("\n", " ")
        if self.used + len(text) > self.measure.drawn:
            return None, "There is no picture, as this page has many already."
        self.used += len(text)
        head = Markup('<svg role="img" aria-label="{}" class="graph"').format(clip(title, 200))
        return head + Markup(text.removeprefix("<svg")), ""


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


def _labels_on_top(text: str) -> str:
    """The picture with the labels of all arrows after the arrows, so that none is drawn over."""
    labels = [f'<g class="label{marks}">{"".join(_LABEL.findall(edge))}</g>' for marks, edge in _EDGE.findall(text)]
    text = _EDGE.sub(lambda edge: f'<g class="edge{edge[1]}">{_LABEL.sub("", edge[2])}</g>', text)
    inside = text.rindex("</g>")
    return f"{text[:inside]}{''.join(labels)}{text[inside:]}"


def can_be_read(model: LPTS) -> bool:
    """Is it small enough for a picture? Graphviz takes minutes for many arrows between few states."""
    return model.num_states <= MAX_STATES and _arrows(model) <= MAX_ARROWS


def _arrows(model: LPTS) -> int:
    """How many arrows a picture has, with one for all actions between two states."""
    several = [t for t, target in enumerate(model.target) if target < 0]
    starts = (s for s in range(model.num_states) for _ in range(model.first[s], model.first[s + 1]))
    single = {(s, target) for s, target in zip(starts, model.target, strict=True) if target >= 0}
    return len(single) + sum(1 + len(tuple(model.outcomes(model.target[t]))) for t in several)


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
