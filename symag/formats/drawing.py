"""DOT, SVG and PNG: the picture of a model; of several, the picture of what they share.

A component is a box with its name and sizes. Components are a column. Left of it are the actions that some share,
joined to each component that takes part; right of it are the properties, joined to each component that knows their
actions. In columns no label is on a line, however many components there are. With many, a component and a group of
actions have one line of text.
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

__all__ = [
    "DOT",
    "PNG",
    "SVG",
    "Box",
    "Property",
    "SharedActions",
    "columns_dot",
    "component_box",
    "components_dot",
    "refuse_many",
]

LONGEST = 60
"""Characters of a name."""
MOST_ACTIONS = 6
"""Actions in one label."""
FEW = 8
"""Up to so many components, labels have several lines."""

_HEAD = """graph components {{
  bgcolor="white"; pad=0.2; rankdir=LR; splines=line; nodesep={gap}; ranksep={width};
  node [shape=box, style="rounded,filled", fillcolor="#eef3fa", color="#33557f", margin="0.1,0.05", height=0.3];
  node [fontname="Helvetica", fontsize=12];
  edge [color="#555555"];
"""
_GROUP = "shape=plain, style=filled, fillcolor=white, fontsize=11"
_PROPERTY = 'shape=ellipse, style="filled,dashed", fillcolor=white'


class Box(NamedTuple):
    """A component in the picture."""

    lines: tuple[str, ...]
    """What it says; with many components, the first two of them."""
    style: str = ""
    """Attributes of Graphviz, if they are not those of all boxes."""


class SharedActions(NamedTuple):
    """Actions that the same components share."""

    boxes: tuple[int, ...]
    """Two or more."""
    actions: Sequence[str]


class Property(NamedTuple):
    """A property that the components should have."""

    boxes: tuple[int, ...]
    """The components that know its actions."""
    lines: tuple[str, ...]
    """Its name and size."""
    actions: Sequence[str]


def columns_dot(boxes: Sequence[Box], groups: Iterable[SharedActions], properties: Iterable[Property] = ()) -> str:
    """Shared actions, components and properties, from left to right, in Graphviz's language."""
    few = len(boxes) <= FEW
    drawn = [_HEAD.format(gap=0.3, width=1) if few else _HEAD.format(gap=0.1, width=2)]
    for number, box in enumerate(boxes):
        label = _label(box.lines if few else (", ".join(box.lines[:2]),))
        drawn.append(f"  c{number} [label={label}{box.style and ', ' + box.style}];\n")
    for number, group in enumerate(groups):
        drawn.append(f"  a{number} [label={_label(_actions(group.actions, few))}, {_GROUP}];\n")
        drawn += [f"  a{number}:e -- c{box}:w;\n" for box in group.boxes]
    for number, one in enumerate(properties):
        drawn.append(f"  p{number} [label={_label((*one.lines, *_actions(one.actions, few)))}, {_PROPERTY}];\n")
        drawn += [f"  c{box}:e -- p{number}:w [style=dashed];\n" for box in one.boxes]
    return "".join(drawn) + "}\n"


def _actions(actions: Sequence[str], few: bool) -> Sequence[str]:
    """What a label says about actions."""
    if not few:
        return actions if len(actions) == 1 else (counted(len(actions), "action"),)
    rest = len(actions) - MOST_ACTIONS
    return (*actions[:MOST_ACTIONS], *([f"… {rest} more"] if rest > 0 else ()))


def components_dot(components: Sequence[LPTS]) -> str:
    """The components, and the actions that they share, in Graphviz's language."""
    own = [0] * len(components)
    for numbers in owners_of(components).values():
        own[numbers[0]] += len(numbers) == 1
    boxes = [
        component_box(name, component.num_states, own[number])
        for number, (name, component) in enumerate(zip(names_of(components), components, strict=True))
    ]
    return columns_dot(boxes, (SharedActions(owners, actions) for owners, actions in sharing(components).items()))


def component_box(name: str, states: int, own: int, style: str = "") -> Box:
    """The box of a component with so many states and actions of its own."""
    return Box((name, counted(states, "state"), counted(own, "own action")), style)


def _label(texts: Sequence[str]) -> str:
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


DOT = Format(
    "Graphviz",
    (".dot",),
    "a picture in Graphviz's language",
    write=_dot_file,
    writes_components=True,
    picture=str.encode,
)
SVG = Format(
    "SVG",
    (".svg",),
    "a picture, drawn by Graphviz",
    write=partial(_picture, "svg"),
    writes_components=True,
    picture=partial(drawn_by_graphviz, kind="svg"),
)
PNG = Format(
    "PNG",
    (".png",),
    "a picture in pixels, drawn by Graphviz",
    write=partial(_picture, "png"),
    writes_components=True,
    picture=partial(drawn_by_graphviz, kind="png"),
)
