"""DOT, SVG and PNG: the picture of a model; of several, the picture of what they share.

A component is a box with its name and sizes. Two components that share actions are joined by a line that names them;
actions that more than two share are a box of their own, joined to each of those that take part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from symag.errors import InputError
from symag.formats.format import Format
from symag.formats.graphviz import Kind, drawn_by_graphviz, quoted_label
from symag.formats.picture import MAX_DRAWN, dot, draw
from symag.model import LPTS, counted, names_of, owners_of, sharing

__all__ = ["DOT", "PNG", "SVG", "Box", "Line", "boxes_dot", "component_box", "components_dot", "refuse_many"]

LONGEST = 60
"""Characters of a name."""
MOST_ACTIONS = 6
"""Actions in one label."""

_HEAD = """graph components {
  bgcolor="white"; pad=0.2; nodesep=0.4; ranksep=0.5;
  node [shape=box, style="rounded,filled", fillcolor="#eef3fa", color="#33557f", margin="0.15,0.08"];
  node [fontname="Helvetica", fontsize=12];
  edge [color="#555555", fontname="Helvetica", fontsize=11];
"""


class Box(NamedTuple):
    """A component in the picture."""

    lines: tuple[str, ...]
    """What it says."""
    style: str = ""
    """Attributes of Graphviz, if they are not those of all boxes."""


class Line(NamedTuple):
    """Actions that boxes share."""

    boxes: tuple[int, ...]
    """Two or more."""
    actions: Sequence[str]
    style: str = ""


def boxes_dot(boxes: Sequence[Box], lines: Iterable[Line]) -> str:
    """Boxes, and the actions that they share, in Graphviz's language."""
    drawn = [
        f"  c{number} [label={_lines(box.lines)}{box.style and ', ' + box.style}];" for number, box in enumerate(boxes)
    ]
    for group, (owners, actions, style) in enumerate(lines):
        shown = [
            *actions[:MOST_ACTIONS],
            *([f"… {len(actions) - MOST_ACTIONS} more"] if actions[MOST_ACTIONS:] else []),
        ]
        if len(owners) == 2:
            drawn.append(f"  c{owners[0]} -- c{owners[1]} [label={_lines(shown)}{style and ', ' + style}];")
            continue
        drawn.append(f'  a{group} [label={_lines(shown)}, shape=plain, style="", fontsize=11];')
        drawn += [f"  c{owner} -- a{group}{style and f' [{style}]'};" for owner in owners]
    return _HEAD + "\n".join(drawn) + "\n}\n"


def components_dot(components: Sequence[LPTS]) -> str:
    """The components, and the actions that they share, in Graphviz's language."""
    own = [0] * len(components)
    for numbers in owners_of(components).values():
        own[numbers[0]] += len(numbers) == 1
    boxes = [
        component_box(name, component.num_states, own[number])
        for number, (name, component) in enumerate(zip(names_of(components), components, strict=True))
    ]
    return boxes_dot(boxes, (Line(owners, actions) for owners, actions in sharing(components).items()))


def component_box(name: str, states: int, own: int, style: str = "") -> Box:
    """The box of a component with so many states and actions of its own."""
    return Box((name, f"{counted(states, 'state')}, {counted(own, 'own action')}"), style)


def _lines(texts: Sequence[str]) -> str:
    """One quoted label of several lines."""
    return '"' + "\\n".join(quoted_label(text, LONGEST)[1:-1] for text in texts) + '"'


def _dot_file(models: Sequence[LPTS]) -> bytes:
    return (dot(models[0]) if len(models) == 1 else components_dot(models)).encode()


def _picture(kind: Kind, models: Sequence[LPTS]) -> bytes:
    if len(models) == 1:
        return draw(models[0], kind)
    refuse_many(len(models), len(models) + sum(map(len, sharing(models))))
    return drawn_by_graphviz(components_dot(models), kind)


def refuse_many(components: int, boxes_and_lines: int) -> None:
    """An InputError if there are too many for a picture."""
    if boxes_and_lines > MAX_DRAWN:
        raise InputError(
            f"{components} components are too many for a picture: it would have {boxes_and_lines} boxes and lines "
            f"(at most {MAX_DRAWN})"
        )


DOT = Format("Graphviz", (".dot",), "a picture in Graphviz's language", write=_dot_file, writes_components=True)
SVG = Format("SVG", (".svg",), "a picture, drawn by Graphviz", write=partial(_picture, "svg"), writes_components=True)
PNG = Format(
    "PNG", (".png",), "a picture in pixels, drawn by Graphviz", write=partial(_picture, "png"), writes_components=True
)
