"""Which components take part in which actions: what they share, and what is their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symag.model.lpts import LPTS

__all__ = ["distances_from", "owners_of", "sharing"]


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


def distances_from(alphabet: Collection[str], components: Sequence[LPTS]) -> list[int | None]:
    """How far each component is from these actions: 0 if it knows one of them, 1 if it shares an action with such a
    component, and so on; None if no chain of shared actions leads to it."""
    owners = owners_of(components)
    distance: list[int | None] = [None] * len(components)
    reached = sorted({number for action in alphabet for number in owners.get(action, ())})
    for number in reached:
        distance[number] = 0
    for number in reached:
        here = distance[number]
        assert here is not None
        for action in components[number].actions[1:]:
            for other in owners.pop(action, ()):
                if distance[other] is None:
                    distance[other] = here + 1
                    reached.append(other)
    return distance
