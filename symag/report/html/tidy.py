"""What Graphviz draws, for a page: smaller, without colours of its own, and with no arrow over a label."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import escape

__all__ = ["tidy", "titled"]

_DROPPED = re.compile(
    r"""<!--.*?-->\s*|<title>.*?</title>\s*|<polygon\ fill="white"[^>]*/>
    |\s(?:xmlns(?::xlink)?|xml:space|id|font-family|font-size|fill|stroke|text-anchor)="[^"]*\"""",
    re.VERBOSE | re.DOTALL,
)
"""What a style sheet says better, what must be there once in a page only, and what is for nobody."""
_CURVE = re.compile(r'\sd="[^"]*"')
_FRACTION = re.compile(r"\.\d+")
_EDGE = re.compile(r'<g class="edge([^"]*)">(.*?)</g>', re.DOTALL)
_STATE = re.compile(r'<g class="node state s(\d+)[^"]*">')
_LABEL = re.compile(r"<text.*?</text>\s*", re.DOTALL)


def tidy(drawn: str) -> str:
    """The picture, an SVG element, for a page whose style sheet knows the classes of its parts."""
    smaller = _CURVE.sub(lambda curve: _FRACTION.sub("", curve[0]), _DROPPED.sub("", drawn))
    return _labels_on_top(smaller).replace("\n", " ")


def titled(drawn: str, names: Mapping[int, str]) -> str:
    """The picture in which a browser shows the full names of these states when one points at them."""

    def with_title(state: re.Match[str]) -> str:
        name = names.get(int(state[1]))
        return state[0] if name is None else f"{state[0]}<title>{escape(name)}</title>"

    return _STATE.sub(with_title, drawn)


def _labels_on_top(drawn: str) -> str:
    """The labels of all arrows come after the arrows; they have the classes of theirs."""
    found = [(marks, "".join(_LABEL.findall(edge))) for marks, edge in _EDGE.findall(drawn)]
    labels = "".join(f'<g class="label{marks}">{texts}</g>' for marks, texts in found if texts)
    arrows = _EDGE.sub(lambda edge: f'<g class="edge{edge[1]}">{_LABEL.sub("", edge[2])}</g>', drawn)
    end = arrows.rindex("</g>")
    return arrows[:end] + labels + arrows[end:]
