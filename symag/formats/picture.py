"""DOT, SVG and PNG: pictures of models, drawn by Graphviz (which comes inside pygraphviz's wheel).

A state is a box, the initial one marked by an arrow from nowhere. A distribution over several states is a small dot
between the transition's label and the probabilities.
"""

from __future__ import annotations

import warnings
from typing import Literal

from symag.errors import InputError
from symag.model import LPTS, printable
from symag.model.verbs import teach

__all__ = ["MAX_DRAWN", "dot", "draw", "svg"]

MAX_DRAWN = 500
"""Graphviz takes minutes for larger pictures, and nobody can read them."""

_HEAD = """digraph model {
  rankdir=LR; bgcolor="white"; pad=0.2; nodesep=0.35; ranksep=0.45;
  node [shape=box, style="rounded,filled", fillcolor="#eef3fa", color="#33557f", margin="0.12,0.06"];
  node [fontname="Helvetica", fontsize=12];
  edge [color="#555555", fontname="Helvetica", fontsize=11, arrowsize=0.7];
  start [shape=point, width=0.12, color="#33557f"];
"""


def dot(model: LPTS) -> str:
    """The model in Graphviz's language."""
    lines = [_HEAD + f"  start -> s{model.initial};"]
    for s in range(model.num_states):
        lines.append(f"  s{s} [label={_text(model.states[s])}];")
        for t in range(model.first[s], model.first[s + 1]):
            label, goal = _text(model.actions[model.action[t]]), model.target[t]
            if goal >= 0:
                lines.append(f"  s{s} -> s{goal} [label={label}];")
                continue
            lines.append(f'  d{t} [shape=point, width=0.07, label="", color="#b3541e", fillcolor="#b3541e"];')
            lines.append(f"  s{s} -> d{t} [label={label}, arrowhead=none];")
            lines += [f'  d{t} -> s{state} [label="{p}", color="#b3541e"];' for state, p in model.outcomes(goal)]
    return "\n".join(lines) + "\n}\n"


def _text(label: str) -> str:
    """A label as a quoted DOT string; backslashes are escapes there, and control characters are not text."""
    return '"' + printable(label).replace("\\", "\\\\").replace('"', '\\"') + '"'


def draw(model: LPTS, kind: Literal["svg", "png"]) -> bytes:
    """The picture as the bytes of a file."""
    if model.num_states > MAX_DRAWN:
        raise InputError(f"{model.num_states} states are too many for a picture (at most {MAX_DRAWN})")
    import pygraphviz  # slow to import, and only pictures need it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Graphviz reports missing font metrics, which changes nothing
        graph = pygraphviz.AGraph(string=dot(model))
        drawn: bytes = graph.draw(format=kind, prog="dot")
    return drawn


@teach("svg")
def svg(model: LPTS) -> str:
    """The picture as SVG, to stand inside a page."""
    text = draw(model, "svg").decode()
    return text[text.index("<svg") :]
