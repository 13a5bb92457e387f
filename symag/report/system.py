"""A system of components as text for a terminal: sizes, alphabets, what is shared, and whether it can stop."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from symag.model import counted, printable
from symag.notes import SystemFacts, listed, short, stop_note
from symag.report.terminal import compact_table, indented

__all__ = ["system_text"]

MOST_COMPONENTS = 40
MOST_GROUPS = 30
"""Sets of components that share actions."""
MOST_ACTIONS = 6
"""Actions in one cell."""
MOST_OF_ALPHABET = 3
MOST_OWNERS = 6


def system_text(facts: SystemFacts, name: str) -> Group:
    """A table of the components, one of what they share, and a sentence on the composition."""
    actions, shared = len(facts.owners), len(facts.shared)
    sizes = f"{counted(len(facts.components), 'component')}, {counted(actions, 'action')}, {shared:,} shared"
    parts: list[RenderableType] = [Text.assemble((printable(name), "bold"), f"  {sizes}")]
    parts += _components(facts)
    parts += _sharing(facts)
    parts += [indented(Text(printable(line))) for line in _composition(facts)]
    return Group(*parts)


def _components(facts: SystemFacts) -> Iterator[RenderableType]:
    table = compact_table("component", "states", "transitions", "hidden", "shared", "local", "alphabet")
    for column in table.columns[1:6]:
        column.justify = "right"
    for one in facts.components[:MOST_COMPONENTS]:
        alphabet = listed(sorted((*one.shared, *one.local)), MOST_OF_ALPHABET) or "none"
        sizes = (one.states, one.transitions, one.hidden_moves, len(one.shared), len(one.local))
        table.add_row(_cell(short(one.name)), *(f"{size:,}" for size in sizes), _cell(alphabet))
    yield indented(table, _more(len(facts.components) - MOST_COMPONENTS, "component"))


def _sharing(facts: SystemFacts) -> Iterator[RenderableType]:
    """The shared actions, together if the same components take part in them."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for action, numbers in sorted(facts.shared.items()):
        groups.setdefault(numbers, []).append(action)
    table = compact_table("shared actions", "take part")
    for numbers, actions in sorted(groups.items())[:MOST_GROUPS]:
        owners = listed([facts.components[i].name for i in numbers], MOST_OWNERS)
        table.add_row(_cell(listed(actions, MOST_ACTIONS)), _cell(owners))
    if groups:
        yield indented(table, _more(len(groups) - MOST_GROUPS, "row"))


def _composition(facts: SystemFacts) -> Iterator[str]:
    if facts.states is None:
        yield "composed: not tried here, as it would take long; symag deadlock searches it"
        return
    assert facts.transitions is not None
    found = f"{counted(facts.states, 'state')}, {counted(facts.transitions, 'transition')}"
    if facts.deadlock is not None:
        yield f"composed: {found}" if facts.complete else f"composed: more than {facts.states:,} states"
        yield stop_note([short(one.name) for one in facts.components], facts.deadlock)
    elif facts.complete:
        yield f"composed: {found}; it can always move"
    else:
        yield f"composed: more than {facts.states:,} states; no deadlock among those; symag deadlock searches all"


def _more(count: int, noun: str) -> str:
    return f"… {counted(count, f'more {noun}')}" if count > 0 else ""


def _cell(text: str) -> Text:
    return Text(printable(text))
