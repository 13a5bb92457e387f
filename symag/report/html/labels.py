"""Names of states that fit into a picture: of `x=0,y=1,z=0`, only the values that tell it from the initial state."""

from __future__ import annotations

from symag.evidence import Tree
from symag.model import LPTS
from symag.report.html.drawing import clip
from symag.report.text import changes_between

__all__ = ["news", "short_labels", "tree_labels"]

LONG = 32


def short_labels(model: LPTS) -> tuple[str, ...]:
    """A label for each state, the full one where that is short."""
    labels = tuple(model.states)
    if max(map(len, labels)) <= LONG:
        return labels
    start = labels[model.initial]
    told = [clip(", ".join(changes_between(start, label)), LONG) for label in labels]
    told[model.initial] = clip(start, LONG)
    repeated = len(set(told)) < len(told)
    return tuple(f"{number}: {label}" if repeated else label for number, label in enumerate(told))


def news(before: str, after: str) -> str:
    """Of a node that is called `n1 (sent, x=0,y=1)`, its number and what is new since the one before; all if short."""
    number, _, places = after.rstrip(")").partition(" (")
    old, new = before.rstrip(")").partition(" (")[2].split(", "), places.split(", ")
    if len(places) <= 2 * LONG or len(old) != len(new):
        return clip(after, 120)
    changes = [change for one, other in zip(old, new, strict=True) for change in changes_between(one, other)]
    return f"{number} ({clip(', '.join(changes) or 'as before', 100)})"


def tree_labels(tree: Tree) -> tuple[str, ...]:
    """A label for each node: where the components are; if that is long, what has changed since the node before."""
    before: dict[int, int] = {}
    labels = []
    for number, node in enumerate(tree.nodes):
        for _, children in node.moves:
            before.update((child, number) for child in children if child not in before)
        places = tree.mapping(number)
        where = ", ".join(places)
        if len(where) > LONG and number in before:
            pairs = zip(tree.mapping(before[number]), places, strict=True)
            where = ", ".join(change for old, new in pairs for change in changes_between(old, new)) or "as before"
        labels.append(f"{tree.label(number)} ({clip(where, LONG)})")
    return tuple(labels)
