"""Pictures of models, drawn by Graphviz.

A state is a box, the initial one marked by an arrow from nowhere. A distribution over several states is a small dot
between the transition's label and the probabilities. All actions that lead from a state to the same one share an arrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from symag.errors import InputError
from symag.formats.graphviz import LONG, Kind, drawn_by_graphviz, quoted_label
from symag.model import LPTS, counted

__all__ = ["MAX_DRAWN", "PLAIN", "Marks", "dot", "draw", "svg"]

MAX_DRAWN = 500
"""Graphviz takes minutes for larger pictures, and they would be unreadable."""

MAX_NAMES = 4
"""Actions on one arrow, where long labels are cut."""

_HEAD = """digraph model {
  rankdir=LR; bgcolor="white"; pad=0.2; nodesep=0.25; ranksep=0.35;
  node [shape=box, style="rounded,filled", fillcolor="#eef3fa", color="#33557f", margin="0.12,0.06"];
  node [fontname="Helvetica", fontsize=12];
  edge [color="#555555", fontname="Helvetica", fontsize=11, arrowsize=0.7];
  start [class=start, shape=point, width=0.12, color="#33557f"];
"""


class Marks(NamedTuple):
    """The classes that states and transitions have in an SVG, for a style sheet; and the way that it is drawn."""

    states: Mapping[int, str] = {}
    transitions: Mapping[int, str] = {}
    down: bool = False
    """From top to bottom, as trees are, instead of from left to right."""
    labels: Sequence[str] | None = None
    """Of the states, if they are not the names of the states."""
    longest: int | None = None
    """Longer labels are cut, and long lists of actions; otherwise the picture says everything."""
    only: frozenset[int] | None = None
    """An excerpt: these states and their transitions, with one more that stands for all others."""
    noun: str = "state"
    """What a state is called where many of them are one: in a counterexample, a node."""
    outline: bool = False
    """Draw only which state leads to which in one step, without actions and probabilities."""


PLAIN = Marks()


def dot(model: LPTS, marks: Marks = PLAIN) -> str:
    """The model in Graphviz's language."""
    labels = model.states if marks.labels is None else marks.labels
    down = marks.down or (max(map(len, labels)) > LONG and model.is_tree)  # side by side they would fill yards
    free = "w" if down else "s"  # the side of a box where Graphviz draws no loops of its own accord
    lines = [_HEAD + ("  rankdir=TB;\n" if down else "") + f"  start -> s{model.initial};"]
    for s in range(model.num_states) if marks.only is None else sorted(marks.only):
        lines.append(f'  s{s} [label={_text(labels[s], marks)}, class="state s{s}{_mark(marks.states, s)}"];')
        if marks.outline:
            continue
        for label, t, shares in _arrows(model, s, marks):
            move = f'class="move{_mark(marks.transitions, t)}"'
            if len(shares) == 1:
                (goal,) = shares
                apart = f", headport={free}, tailport={free}" if goal == f"s{s}" and t in marks.transitions else ""
                lines.append(f"  s{s} -> {goal} [label={label}, {move}{apart}];")
                continue
            share = f'color="#33557f", class="share{_mark(marks.transitions, t)}"'
            lines.append(f'  d{t} [shape=point, width=0.07, label="", fillcolor="#33557f", {share}];')
            lines.append(f"  s{s} -> d{t} [label={label}, arrowhead=none, {move}];")
            lines += [f'  d{t} -> {goal} [label="{p}", {share}];' for goal, p in _marked_first(shares, marks)]
    if marks.only is not None and len(marks.only) < model.num_states:
        others = counted(model.num_states - len(marks.only), f"other {marks.noun}")
        lines.append(f'  others [label="{others}", class="state others"];')
    if marks.outline:
        lines += _outline(model)
    return "\n".join(lines) + "\n}\n"


def _outline(model: LPTS) -> Iterator[str]:
    """An arrow between two states if one of them leads to the other in one step; with two heads if both do."""
    steps = {
        (s, goal) for s in range(model.num_states) for t in model.row(s) for goal, _ in model.outcomes(model.target[t])
    }
    for s, goal in sorted(steps):
        back = (goal, s) in steps
        if s < goal or (s > goal and not back):
            yield f'  s{s} -> s{goal} [class="move"{", dir=both" if back else ""}];'


def _arrows(model: LPTS, state: int, marks: Marks) -> Iterator[tuple[str, int, dict[str, Fraction]]]:
    """The arrows out of a state: a label, the transition (the first of those that are joined), and where it leads."""
    together: dict[tuple[object, ...], list[int]] = {}
    for t in model.row(state):
        shares = _shares(model, t, marks)
        together.setdefault((t,) if len(shares) > 1 else (*shares, marks.transitions.get(t)), []).append(t)
    for ts in sorted(together.values(), key=lambda ts: ts[0] in marks.transitions):  # Graphviz looks at the first loop
        names = list(dict.fromkeys(model.actions[model.action[t]] for t in ts))
        if marks.longest is not None and len(names) > MAX_NAMES + 1:
            names[MAX_NAMES:] = [f"… {len(names) - MAX_NAMES} more"]
        yield "\\n".join(_text(name, marks)[1:-1] for name in names).join('""'), ts[0], _shares(model, ts[0], marks)


def _shares(model: LPTS, transition: int, marks: Marks) -> dict[str, Fraction]:
    """The nodes that a transition leads to; one stands for all states that are not drawn."""
    shares: dict[str, Fraction] = {}
    for state, share in model.outcomes(model.target[transition]):
        node = f"s{state}" if marks.only is None or state in marks.only else "others"
        shares[node] = shares.get(node, Fraction(0)) + share
    return shares


def _marked_first(shares: Mapping[str, Fraction], marks: Marks) -> list[tuple[str, Fraction]]:
    """The outcomes of a move; in a tree, those that the picture is about come first: Graphviz keeps the order."""
    marked = {f"s{state}" for state in marks.states} if marks.down else set()
    return sorted(shares.items(), key=lambda share: share[0] not in marked)


def _mark(classes: Mapping[int, str], number: int) -> str:
    return f" {classes[number]}" if number in classes else ""


def _text(label: str, marks: Marks) -> str:
    return quoted_label(label, marks.longest)


def draw(model: LPTS, kind: Kind, marks: Marks = PLAIN) -> bytes:
    """The picture as the bytes of a file."""
    states = model.num_states if marks.only is None else len(marks.only)
    if states > MAX_DRAWN:
        raise InputError(f"{states} states are too many for a picture (at most {MAX_DRAWN})")
    return drawn_by_graphviz(dot(model, marks), kind)


def svg(model: LPTS, marks: Marks = PLAIN) -> str:
    """The picture as SVG, to stand inside a page."""
    text = draw(model, "svg", marks).decode()
    return text[text.index("<svg") :]
