"""Pictures by Graphviz for a page: laid out to fit, smaller, without colours of their own, no arrow over a label."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import escape

from symag.formats.picture import Marks, svg
from symag.model import LPTS
from symag.report.html.names import LABEL

__all__ = ["arrows", "can_be_read", "fitted", "scale", "tidy", "titled"]

MAX_STATES, MAX_ARROWS = 40, 120
"""Larger models are summarised: their pictures cannot be read."""
WIDE, HIGH = 900.0, 480.0
"""The room for a picture, in points."""
READABLE = 0.7
"""The scale at which a picture can be read; below it, the other direction is tried."""

_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_DROPPED = re.compile(
    r"""<!--.*?-->\s*|<title>.*?</title>\s*|<polygon\ fill="white"[^>]*/>
    |\s(?:xmlns(?::xlink)?|xml:space|id|font-family|font-size|fill|stroke|text-anchor)="[^"]*\"""",
    re.VERBOSE | re.DOTALL,
)
"""What the style sheet of the page says better, what may occur only once in a page, and what no reader sees."""
_CURVE = re.compile(r'\sd="[^"]*"')
_FRACTION = re.compile(r"\.\d+")
_EDGE = re.compile(r'<g class="edge([^"]*)">(.*?)</g>', re.DOTALL)
_STATE = re.compile(r'<g class="node state s(\d+)[^"]*">')
_LABEL = re.compile(r"<text.*?</text>\s*", re.DOTALL)


def fitted(model: LPTS, marks: Marks) -> str:
    """The picture from left to right or from top to bottom, whichever is smaller; trees always grow down."""
    marks = marks._replace(longest=marks.longest or LABEL)
    text = svg(model, marks)
    if marks.down or scale(text) >= READABLE:
        return text
    other = svg(model, marks._replace(down=True))
    return max(text, other, key=scale)


def scale(text: str) -> float:
    """The factor by which a picture shrinks to fit."""
    found = _SIZE.search(text)
    assert found is not None  # Graphviz writes it
    return min(1.0, WIDE / float(found[1]), HIGH / float(found[2]))


def can_be_read(model: LPTS, only: frozenset[int] | None = None) -> bool:
    """Is the model, or an excerpt of it, small enough for a picture? Graphviz takes minutes for many arrows."""
    states = model.num_states if only is None else len(only)
    return states <= MAX_STATES and arrows(model, only) <= MAX_ARROWS


def arrows(model: LPTS, only: frozenset[int] | None = None) -> int:
    """The arrows of a picture: one for all actions between two nodes; one node represents all states left out."""
    single, several = set[tuple[int, int]](), 0
    for state in range(model.num_states) if only is None else only:
        for t in model.row(state):
            goals = {goal if only is None or goal in only else -1 for goal, _ in model.outcomes(model.target[t])}
            if len(goals) == 1:
                single.add((state, goals.pop()))
            else:
                several += 1 + len(goals)
    return len(single) + several


def tidy(drawn: str) -> str:
    """The picture, an SVG element, for a page whose style sheet knows the classes of its parts."""
    smaller = _CURVE.sub(lambda curve: _FRACTION.sub("", curve[0]), _DROPPED.sub("", drawn))
    return _labels_on_top(smaller).replace("\n", " ")


def titled(drawn: str, names: Mapping[int, str]) -> str:
    """The picture with tooltips: the full names of these states."""

    def with_title(state: re.Match[str]) -> str:
        name = names.get(int(state[1]))
        return state[0] if name is None else f"{state[0]}<title>{escape(name)}</title>"

    return _STATE.sub(with_title, drawn)


def _labels_on_top(drawn: str) -> str:
    """The labels of all arrows after the arrows, each with the classes of its arrow."""
    found = [(marks, "".join(_LABEL.findall(edge))) for marks, edge in _EDGE.findall(drawn)]
    labels = "".join(f'<g class="label{marks}">{texts}</g>' for marks, texts in found if texts)
    arrows = _EDGE.sub(lambda edge: f'<g class="edge{edge[1]}">{_LABEL.sub("", edge[2])}</g>', drawn)
    end = arrows.rindex("</g>")
    return arrows[:end] + labels + arrows[end:]
