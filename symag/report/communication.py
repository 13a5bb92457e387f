"""The picture of who shares what with whom, and with the specification.

Components that are equal up to renaming have one colour. The properties of the specification are ellipses at the right;
dashed lines lead to the components that know their actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symag.explain import Explanation
from symag.formats.drawing import Box, Property, SharedActions, columns_dot, component_box, refuse_many
from symag.formats.files import check_suffix, write_atomically
from symag.formats.graphviz import drawn_by_graphviz
from symag.model import counted

__all__ = ["PICTURES", "communication_dot", "draw_communication"]

PICTURES = (".svg", ".png", ".dot")
COLOURS = ("#fdebd0", "#d5f5e3", "#fadbd8", "#e8daef", "#d4efdf", "#fcf3cf")


def communication_dot(explanation: Explanation) -> str:
    """The picture in Graphviz's language."""
    groups = (SharedActions(numbers, actions) for numbers, actions in explanation.shared.items())
    properties = (
        Property(one.near, (one.name, counted(one.states, "state")), one.actions) for one in explanation.properties
    )
    return columns_dot([*_components(explanation)], groups, properties)


def _components(explanation: Explanation) -> Iterator[Box]:
    colour: dict[int, str] = {}
    alike = [group for group in explanation.classes or () if len(group) > 1]
    for at, group in enumerate(alike):
        colour |= dict.fromkeys(group, f'fillcolor="{COLOURS[at % len(COLOURS)]}"')
    for number, one in enumerate(explanation.components):
        yield component_box(one.name, one.states, len(one.local), colour.get(number, ""))


def draw_communication(explanation: Explanation, path: str) -> None:
    """Draw it to a file of one of the suffixes in `PICTURES`."""
    check_suffix(path, PICTURES, "picture")
    text = communication_dot(explanation)
    kind = Path(path).suffix.lower()
    if kind in (".svg", ".png"):
        lines = sum(map(len, explanation.shared)) + sum(len(one.near) for one in explanation.properties)
        refuse_many(len(explanation.components), len(explanation.components) + len(explanation.properties) + lines)
        data = drawn_by_graphviz(text, "svg" if kind == ".svg" else "png")
    else:
        data = text.encode()
    write_atomically(path, data)
