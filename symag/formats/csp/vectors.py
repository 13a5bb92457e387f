"""Synchronisation vectors: which parts of a static term move together, and what is seen of it.

Arnold, "Finite Transition Systems"; FDR calls them the rules of a supercombinator. A term of parallel operators, hiding
and renaming does not change its shape when it moves, so all its moves are moves of its parts: hidden ones of a part
alone, or one of these vectors. `Synchronisations` has them all, and each operator is a function from the vectors of
its operands to its own, read off its rule of the operational semantics. TICK is not among them: all parts do it
together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from symag.formats.csp.anatomy import EventRelation, ProcessNode
from symag.formats.csp.process import Alphabetised, Event, Events, Hiding, Linked, Parallel, Renaming
from symag.limits import Watch

__all__ = ["STATIC", "Synchronisation", "Synchronisations", "vectors_of", "vectors_of_part"]


@dataclass(frozen=True)
class Synchronisation:
    """These parts move together, each by any one of its events: a set of synchronisations that is a product."""

    takers: tuple[tuple[int, Events], ...]
    """The number of a part, and its events; sorted by part."""

    @property
    def parts(self) -> tuple[int, ...]:
        """The numbers of the parts."""
        return tuple(part for part, _ in self.takers)


ByEvent = Mapping[Event, Sequence[Synchronisation]]
"""Vectors by the event that is seen."""


@dataclass(frozen=True)
class Synchronisations:
    """All that a static term can do, but for TICK and for the hidden moves inside its parts."""

    visible: ByEvent
    hidden: Sequence[tuple[Event, Synchronisation]] = ()
    """What is hidden, with the event that it was before."""


def vectors_of_part(part: int, events: Sequence[Event]) -> Synchronisations:
    """A part alone: each of its events."""
    return Synchronisations({event: (Synchronisation(((part, frozenset([event])),)),) for event in events})


def vectors_of(node: ProcessNode, operands: Sequence[Synchronisations], watch: Watch) -> Synchronisations:
    """The vectors of a static operator."""
    kept = [pair for one in operands for pair in one.hidden]
    if node.operator is Hiding:
        return _hidden(operands[0], node.data, watch)
    if node.operator is Renaming:
        return Synchronisations(_renamed(operands[0].visible, node.data, watch), kept)
    visible = [one.visible for one in operands]
    if node.operator is Linked:
        links: EventRelation = node.data
        for event, answer in sorted(links.pairs):
            kept += [(event, vector) for vector in _together([visible[0], visible[1]], [event, answer], watch)]
        free = [_without(visible[0], links.images), _without(visible[1], links.seconds)]
        return Synchronisations(_each(free, watch), kept)
    if node.operator is Parallel:
        shared: Events = node.data
        found = _each([_without(one, shared) for one in visible], watch)
        for event in [event for event in visible[0] if event in shared]:
            _add(found, event, _together(visible, [event] * len(visible), watch))
        return Synchronisations(found, kept)
    return Synchronisations(_alphabetised(visible, node.data, watch), kept)


STATIC = (Parallel, Alphabetised, Linked, Hiding, Renaming)
"""The operators that stay as they are when an operand moves."""


def _add(found: dict[Event, list[Synchronisation]], event: Event, vectors: Sequence[Synchronisation]) -> None:
    if vectors:
        found.setdefault(event, []).extend(vectors)


def _without(visible: ByEvent, events: object) -> ByEvent:
    return {event: vectors for event, vectors in visible.items() if event not in events}  # type: ignore[operator]


def _each(visible: Sequence[ByEvent], watch: Watch) -> dict[Event, list[Synchronisation]]:
    """Interleaving: what any of the operands does."""
    found: dict[Event, list[Synchronisation]] = {}
    for one in visible:
        watch.tick(1 + len(one))
        for event, vectors in one.items():
            found.setdefault(event, []).extend(vectors)
    return found


def _together(visible: Sequence[ByEvent], events: Sequence[Event], watch: Watch) -> list[Synchronisation]:
    """Synchronisation: each operand does its event; none of them if one has no such event."""
    watch.tick(len(events))
    if not all(event in one for one, event in zip(visible, events, strict=True)):
        return []
    choices = product(*(one[event] for one, event in zip(visible, events, strict=True)))
    found = []
    for chosen in watch.over(choices):
        takers = [taker for vector in chosen for taker in vector.takers]
        watch.tick(len(takers))
        found.append(Synchronisation(tuple(sorted(takers, key=lambda taker: taker[0]))))
    return found


def _alphabetised(visible: Sequence[ByEvent], alphabets: Sequence[Events], watch: Watch) -> ByEvent:
    """All whose alphabets have an event do it together; an operand never does what its own alphabet has not."""
    owners: dict[Event, list[int]] = {}
    for at, alphabet in enumerate(alphabets):
        watch.tick(len(alphabet))
        for event in sorted(alphabet):
            owners.setdefault(event, []).append(at)
    found: dict[Event, list[Synchronisation]] = {}
    for event, places in owners.items():
        _add(found, event, _together([visible[at] for at in places], [event] * len(places), watch))
    return found


def _hidden(inside: Synchronisations, events: Events, watch: Watch) -> Synchronisations:
    watch.tick(len(inside.visible))
    hidden = [(event, vector) for event, vectors in inside.visible.items() if event in events for vector in vectors]
    return Synchronisations(_without(inside.visible, events), [*inside.hidden, *hidden])


def _renamed(visible: ByEvent, relation: EventRelation, watch: Watch) -> ByEvent:
    found: dict[Event, list[Synchronisation]] = {}
    for event, vectors in visible.items():
        for name in watch.over(relation.images.get(event, (event,))):
            found.setdefault(name, []).extend(vectors)
    return {name: list(_factored(vectors, watch)) for name, vectors in found.items()}


def _factored(vectors: Sequence[Synchronisation], watch: Watch) -> Iterator[Synchronisation]:
    """Synchronisations that differ in the events of one part only, as one: `(a, c)` and `(b, c)` are `({a, b}, c)`."""
    kept: list[Synchronisation] = []
    for vector in vectors:
        joined = vector
        for other in watch.over(tuple(kept)):
            if other.parts == joined.parts:
                apart = [at for at, taker in enumerate(other.takers) if taker != joined.takers[at]]
                if len(apart) <= 1:
                    kept.remove(other)
                    joined = Synchronisation(
                        tuple(
                            (part, events | more)
                            for (part, events), (_, more) in zip(other.takers, joined.takers, strict=True)
                        )
                    )
        kept.append(joined)
    yield from kept
