"""Why the specification is violated: the counterexample as a picture, and a stop for each node where it is stuck."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from symag.evidence import Counterexample
from symag.formats.picture import Marks
from symag.model import LPTS, counted
from symag.report.hint import hint_on
from symag.report.html.names import LABEL, clip, short_labels, tree_labels
from symag.report.html.pictures import Picture, Pictures
from symag.report.html.stops import Stop, Stops

__all__ = ["ViolationSection", "violation_of"]


class ViolationSection(NamedTuple):
    """The section of the page; the kind is that of the counterexample."""

    kind: str
    size: str
    picture: Picture
    specification: Picture
    stops: tuple[Stop, ...]
    more: int
    """Stops there is no room for."""
    notes: tuple[str, ...]
    hint: str
    """Advice, if the specification seems to say "exactly" where "at least" is meant."""


def violation_of(counterexample: Counterexample, names: list[str], pictures: Pictures) -> ViolationSection:
    """The stops from the root down: each node where the refutation shows that the specification is stuck."""
    tree = counterexample.tree
    described = Stops(counterexample, names)
    stuck = [number for number in _visited(counterexample) if described.steps[number]]
    stops = tuple(described.stop(number, position) for position, number in enumerate(stuck[: pictures.limits.stops]))
    is_tree = counterexample.kind == "tree"
    longest = LABEL if is_tree else 2 * LABEL  # a trace leaves room for longer labels
    marks = Marks(
        dict.fromkeys(stuck if is_tree else stuck[-1:], "stuck"),
        down=True,
        labels=tree_labels(tree, longest),
        longest=longest,
        noun="node",
    )
    title = f"the {counterexample.kind} that the specification cannot follow"
    notes = []
    if not tree.is_unfolded:
        notes.append(f"Equal nodes are shared: the unfolded tree has {counted(tree.unfolded_size, 'node')}.")
    if counterexample.minimal:
        notes.append("It is minimal: without any of its moves it is no counterexample.")
    size = counted(tree.depth, "step")
    if is_tree:
        size = f"depth {tree.depth}, {counted(len(tree.nodes), 'node')}"
    picture = pictures.draw(tree.to_lpts(with_states=True), title, marks)._replace(ending="the tree ends here")
    refused = {state for stop in (stops if is_tree else stops[-1:]) for state in stop.refused}
    beside = _specification(counterexample.specification, refused, pictures)
    hint = clip(hint_on(counterexample) or "", 600)
    return ViolationSection(
        counterexample.kind, size, picture, beside, stops, len(stuck) - len(stops), tuple(notes), hint
    )


def _specification(model: LPTS, refused: Set[int], pictures: Pictures) -> Picture:
    """The specification beside the tree, with marks at the states that cannot answer."""
    marks = Marks(dict.fromkeys(refused, "stuck"), labels=short_labels(model))
    return pictures.excerpt(model, f"the specification {clip(model.name, 80)}".rstrip(), marks)


def _visited(counterexample: Counterexample) -> list[int]:
    """The nodes depth first, each after one of its parents."""
    seen, order, todo = {0}, [], [0]
    while todo:
        number = todo.pop()
        order.append(number)
        children = [child for move in counterexample.tree.nodes[number].moves for child in move.children]
        for child in reversed(children):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return order
