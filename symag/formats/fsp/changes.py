"""What a definition does to labels, `/{new/old}`, `\\{a}`, `@{a}`, with the values of the names in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from symag.formats.fsp.labels import MAX_LABELS, actions, instances, members
from symag.formats.fsp.part import matcher
from symag.formats.fsp.syntax import Relabel, Visible
from symag.formats.fsp.values import Environment, Label, Scope

__all__ = ["relabelling", "visibly"]


def relabelling(relabels: Sequence[Relabel], environment: Environment, scope: Scope) -> dict[Label, list[Label]]:
    """From old labels to new ones. The variables of the new label have values in the old one: `new[i:0..2]/old[i]`."""
    found: dict[Label, dict[Label, None]] = {}
    for count, (old, new) in enumerate(_pairs(relabels, environment, scope), 1):
        if count > MAX_LABELS:
            raise relabels[0].place.wrong(f"more than {MAX_LABELS:,} labels are renamed")
        found.setdefault(old, {})[new] = None
    return {old: list(new) for old, new in found.items()}


def _pairs(relabels: Sequence[Relabel], environment: Environment, scope: Scope) -> Iterator[tuple[Label, Label]]:
    """Recursive, because the parser bounded the depth."""
    for relabel in relabels:
        if relabel.new is None or relabel.old is None:
            for _, bound in instances(relabel.indices, environment, scope, relabel.place, MAX_LABELS):
                yield from _pairs(relabel.inner, bound, scope)
            continue
        for new, bound in actions(relabel.new, environment, scope):
            for old, _ in actions(relabel.old, bound, scope):
                yield old, new


def visibly(visible: Visible, environment: Environment, scope: Scope) -> Callable[[Label], bool]:
    """Which labels it hides."""
    named = matcher(members(visible.actions, environment, scope, may_be_empty=True))
    return named if visible.sign == "\\" else lambda label: not named(label)
