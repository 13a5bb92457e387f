"""Which components take part in which actions: what they share, and what is their own."""

from __future__ import annotations

from collections.abc import Sequence

from symag.model.lpts import LPTS

__all__ = ["owners_of", "sharing"]


def owners_of(components: Sequence[LPTS]) -> dict[str, tuple[int, ...]]:
    """For each action, the numbers of the components that take part in it, from 0."""
    owners: dict[str, list[int]] = {}
    for number, component in enumerate(components):
        for action in component.actions[1:]:
            owners.setdefault(action, []).append(number)
    return {action: tuple(numbers) for action, numbers in owners.items()}


def sharing(components: Sequence[LPTS]) -> dict[tuple[int, ...], list[str]]:
    """The actions that two or more components share, by the components that share them."""
    shared: dict[tuple[int, ...], list[str]] = {}
    for action, owners in sorted(owners_of(components).items()):
        if len(owners) > 1:
            shared.setdefault(owners, []).append(action)
    return dict(sorted(shared.items()))
