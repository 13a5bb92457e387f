"""Names of states in the text and the pictures of a page.

Long names are shortened, with the full name on demand: of `x=0,y=1,z=0`, a label keeps the values that differ from the
initial state; of a block, its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from symag.evidence import Tree
from symag.model import LPTS, TAU, printable
from symag.report.places import changes_between, names_in, whereabouts

__all__ = [
    "LABEL",
    "StateName",
    "allows_everything",
    "assumption_labels",
    "clip",
    "listed",
    "listed_names",
    "named",
    "short_labels",
    "tree_labels",
]

LONG = 60
"""Characters; a longer name is shortened."""
SHORT, FULL = 40, 2_000
"""Characters of a shortened name, and of the full name on demand."""
LABEL = 32
"""Characters of a label in a picture."""
ANYTHING = "anything goes"
"""The label of a state that allows every action and stays there."""


class StateName(NamedTuple):
    """The name of a state; `full` is empty if `short` is the full name."""

    short: str
    full: str = ""

    def __str__(self) -> str:
        return self.short


def named(label: str) -> StateName:
    """A name that fits into a line: of a block of many states, `3:{a,b,…`, its number and the first states."""
    if len(label) <= LONG:
        return StateName(printable(label))
    return StateName(clip(label, SHORT), clip(label, FULL))


def clip(text: str, longest: int) -> str:
    """The text without line breaks and control characters, cut to so many characters."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def listed(names: Sequence[str], most: int, longest: int = LONG) -> str:
    """The names, or the first ones and the number of the others."""
    shown = ", ".join(clip(name, longest) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most:,} more"


def listed_names(labels: Sequence[str], most: int) -> StateName:
    """The names as a list, with the full names of the first ones on demand."""
    shown = listed([named(label).short for label in labels], most)
    is_short = all(len(label) <= LONG for label in labels[:most])
    return StateName(shown, "" if is_short else clip(", ".join(labels[:most]), FULL))


def allows_everything(model: LPTS, state: int) -> bool:
    """Does the state have a loop on every action of the alphabet?"""
    row = model.row(state)
    loops = {model.actions[model.action[t]] for t in row if model.target[t] == state} - {TAU}
    return bool(loops) and loops == model.alphabet


def assumption_labels(model: LPTS) -> tuple[str, ...]:
    """The labels of an assumption, which mark the states that allow everything."""
    labels = short_labels(model)
    if not any(map(partial(allows_everything, model), range(model.num_states))):
        return labels
    longest = LABEL - len(ANYTHING) - 2
    return tuple(
        f"{clip(label, longest)}: {ANYTHING}" if allows_everything(model, state) else label
        for state, label in enumerate(labels)
    )


def short_labels(model: LPTS) -> tuple[str, ...]:
    """A label for each state: a short label as it is, a long block by its number, others by the difference to
    the initial state."""
    labels = tuple(_number(label) if len(label) > LABEL else label for label in model.states)
    if max(map(len, labels)) <= LABEL:
        return labels
    start = labels[model.initial]
    shortened = [clip(", ".join(changes_between(start, label)), LABEL) for label in labels]
    shortened[model.initial] = clip(start, LABEL)
    repeated = len(set(shortened)) < len(shortened)
    return tuple(f"{number}: {label}" if repeated else label for number, label in enumerate(shortened))


def _number(label: str) -> str:
    """The number of a block `3:{a,b}`; any other label as it is."""
    number, found, _ = label.partition(":{")
    return number if found and number.isdecimal() and label.endswith("}") else label


def tree_labels(tree: Tree, longest: int = LABEL) -> tuple[str, ...]:
    """A label for each node: the states of the components; if that is long, the changes since the parent node."""
    names, labels = names_in(tree.system), []
    before: dict[int, int] = {}
    for number, node in enumerate(tree.nodes):
        for _, children in node.moves:
            before.update((child, number) for child in children if child not in before)
        earlier = tree.mapping(before[number]) if number in before else ()
        labels.append(f"{tree.label(number)} {whereabouts(tree.mapping(number), earlier, longest, names)}")
    return tuple(labels)
