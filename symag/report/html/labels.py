"""Names of states that fit: of `x=0,y=1,z=0`, only the values that tell it from the initial state; of blocks, a number.

What is shortened has its full name beside it, for who asks for it.
"""

from __future__ import annotations

from functools import partial

from symag.evidence import Tree
from symag.model import LPTS
from symag.report.html.drawing import LABEL
from symag.report.html.names import ANYTHING, allows_everything, clip
from symag.report.text import changes_between, names_in, whereabouts

__all__ = ["assumption_labels", "short_labels", "tree_labels"]


def assumption_labels(model: LPTS) -> tuple[str, ...]:
    """The labels of an assumption: where it allows everything, for ever, they say so."""
    labels = short_labels(model)
    if not any(map(partial(allows_everything, model), range(model.num_states))):
        return labels
    longest = LABEL - len(ANYTHING) - 2
    return tuple(
        f"{clip(label, longest)}: {ANYTHING}" if allows_everything(model, state) else label
        for state, label in enumerate(labels)
    )


def short_labels(model: LPTS) -> tuple[str, ...]:
    """A label for each state, the full one where that is short; of a long block of an assumption, its number."""
    labels = tuple(_number(label) if len(label) > LABEL else label for label in model.states)
    if max(map(len, labels)) <= LABEL:
        return labels
    start = labels[model.initial]
    told = [clip(", ".join(changes_between(start, label)), LABEL) for label in labels]
    told[model.initial] = clip(start, LABEL)
    repeated = len(set(told)) < len(told)
    return tuple(f"{number}: {label}" if repeated else label for number, label in enumerate(told))


def _number(label: str) -> str:
    """Of a block, `3:{a,b}`, its number; all else as it is."""
    number, found, _ = label.partition(":{")
    return number if found and number.isdecimal() and label.endswith("}") else label


def tree_labels(tree: Tree, longest: int = LABEL) -> tuple[str, ...]:
    """A label for each node: where the components are; if that is long, what has changed since the node before."""
    names, labels = names_in(tree.system), []
    before: dict[int, int] = {}
    for number, node in enumerate(tree.nodes):
        for _, children in node.moves:
            before.update((child, number) for child in children if child not in before)
        earlier = tree.mapping(before[number]) if number in before else ()
        labels.append(f"{tree.label(number)} {whereabouts(tree.mapping(number), earlier, longest, names)}")
    return tuple(labels)
