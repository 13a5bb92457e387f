"""Structural operational semantics of CSP: from the moves of the operands to the moves of an operator.

Roscoe, "Understanding Concurrent Systems", chapter 9, with the choices of FDR. A rule sees processes as numbers, and
gets the moves of the active operands. Every move by TICK leads to Ω.

- Parallel operands terminate together: TICK needs all of them. Roscoe lets each operand end by a hidden move, and then
  the whole; the traces are the same, and there are fewer states.
- TICK of P in `P ; Q` is a hidden move to Q. An operand's TICK ends a choice, and an interrupt from either side.
- A hidden move does not decide an external choice, nor does it interrupt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from symag.formats.csp.anatomy import HIDDEN, EventRelation, Move, Offers, ProcessNode, ProcessTable
from symag.formats.csp.process import (
    TICK,
    Alphabetised,
    Chaos,
    Event,
    Events,
    Except,
    ExternalChoice,
    Hiding,
    InternalChoice,
    Interrupt,
    Linked,
    Parallel,
    Prefix,
    Renaming,
    Run,
    Sequential,
    Skip,
    Sliding,
    Stop,
    SynchronisingChoice,
    SynchronisingInterrupt,
    Terminated,
)

__all__ = ["RULES", "Rule"]

Rule = Callable[[ProcessTable, ProcessNode, Sequence[Offers]], list[Move]]
"""From an operator and the moves of its active operands to its moves."""


def _replaced(table: ProcessTable, node: ProcessNode, changes: Sequence[tuple[int, int]]) -> int:
    """The same operator after operands have moved: pairs of a place and the new operand."""
    operands = list(node.operands)
    for at, goal in changes:
        operands[at] = table.canonical(goal)
    return table.number(ProcessNode(node.operator, tuple(operands), node.data))


def _alone(table: ProcessTable, node: ProcessNode, at: int, event: Event, goals: Sequence[int]) -> list[Move]:
    """The operand moves, and the operator stays."""
    return [(event, _replaced(table, node, [(at, goal)])) for goal in goals]


def _together(
    table: ProcessTable, node: ProcessNode, event: Event, places: Sequence[int], offers: Sequence[Offers]
) -> list[Move]:
    """The operands at these places move at the same time; none of them if one cannot."""
    if not all(event in offers[at] for at in places):
        return []
    choices = product(*(offers[at][event] for at in places))
    if event == TICK:
        return [(TICK, table.number(ProcessNode(Terminated, ())))]
    return [(event, _replaced(table, node, list(zip(places, goals, strict=True)))) for goals in choices]


def _no_moves(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return []


def _skip(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return [(TICK, table.number(ProcessNode(Terminated, ())))]


def _chaos(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return [(HIDDEN, table.number(ProcessNode(Stop, ()))), *_run(table, node, offers)]


def _run(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    again = table.number(node)
    return [(event, again) for event in sorted(node.data)]


def _prefix(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return list(zip(node.data, node.operands, strict=True))


def _external_choice(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    found: list[Move] = []
    for at, one in enumerate(offers):
        for event, goals in one.items():
            found += _alone(table, node, at, event, goals) if event == HIDDEN else [(event, goal) for goal in goals]
    return found


def _internal_choice(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return [(HIDDEN, operand) for operand in node.operands]


def _sequential(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    found: list[Move] = []
    for event, goals in offers[0].items():
        found += [(HIDDEN, node.operands[1])] if event == TICK else _alone(table, node, 0, event, goals)
    return found


def _sliding(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return [(HIDDEN, node.operands[1]), *_external_choice(table, node, offers)]


def _interrupt(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return _interrupting(table, node, offers, frozenset())


def _interrupting(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers], shared: Events) -> list[Move]:
    """The first operand goes on, or the second takes over; on what is shared, both move and nothing is decided."""
    found: list[Move] = []
    for event, goals in offers[0].items():
        if event in shared:
            found += _together(table, node, event, (0, 1), offers)
        else:
            found += [(TICK, goal) for goal in goals] if event == TICK else _alone(table, node, 0, event, goals)
    for event, goals in offers[1].items():
        if event == HIDDEN:
            found += _alone(table, node, 1, event, goals)
        elif event not in shared:
            found += [(event, goal) for goal in goals]
    return found


def _synchronising_interrupt(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return _interrupting(table, node, offers, node.data)


def _synchronising_choice(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    found: list[Move] = []
    for at, one in enumerate(offers):
        for event, goals in one.items():
            if event == HIDDEN:
                found += _alone(table, node, at, event, goals)
            elif event not in node.data:
                found += [(event, goal) for goal in goals]
            elif at == 0:
                found += _together(table, node, event, (0, 1), offers)
    return found


def _except(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    found: list[Move] = []
    for event, goals in offers[0].items():
        if event in node.data:
            found.append((event, node.operands[1]))
        else:
            found += [(TICK, goal) for goal in goals] if event == TICK else _alone(table, node, 0, event, goals)
    return found


def _parallel(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    everyone = range(len(offers))
    found: list[Move] = []
    for at, one in enumerate(offers):
        if at and node.operands[at] == node.operands[at - 1]:
            continue  # equal operands are neighbours, and it does not matter which of them moves
        for event in one:  # the goals are asked for only where they are needed: there may be many
            if event != TICK and event not in node.data:
                found += _alone(table, node, at, event, one[event])
    for event in min(offers, key=len):
        if event == TICK or event in node.data:
            found += _together(table, node, event, everyone, offers)
    return found


def _alphabetised(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    found: list[Move] = []
    for at, one in enumerate(offers):
        for event in one:
            if event == HIDDEN:
                found += _alone(table, node, at, event, one[event])
                continue
            places = [place for place, alphabet in enumerate(node.data) if event == TICK or event in alphabet]
            if places and places[0] == at:
                found += _together(table, node, event, places, offers)
    return found


def _linked(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    links: EventRelation = node.data
    found: list[Move] = []
    for event, goals in offers[0].items():
        if event == TICK:
            found += _together(table, node, TICK, (0, 1), offers)
        elif event not in links.images:
            found += _alone(table, node, 0, event, goals)
        for other in links.images.get(event, ()):
            for goal, answer in product(goals, offers[1].get(other, ())):
                found.append((HIDDEN, _replaced(table, node, [(0, goal), (1, answer)])))
    for event, goals in offers[1].items():
        if event != TICK and event not in links.seconds:
            found += _alone(table, node, 1, event, goals)
    return found


def _hiding(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return _relabelled(table, node, offers, lambda event: (HIDDEN if event in node.data else event,))


def _renaming(table: ProcessTable, node: ProcessNode, offers: Sequence[Offers]) -> list[Move]:
    return _relabelled(table, node, offers, lambda event: node.data.images.get(event, (event,)))


def _relabelled(
    table: ProcessTable, node: ProcessNode, offers: Sequence[Offers], names: Callable[[Event], Sequence[Event]]
) -> list[Move]:
    found: list[Move] = []
    for event, goals in offers[0].items():
        if event == TICK:
            found += [(TICK, goal) for goal in goals]
            continue
        after = [_replaced(table, node, [(0, goal)]) for goal in goals]
        found += [(name, goal) for name in names(event) for goal in after]
    return found


RULES: Mapping[type[object], Rule] = {
    Stop: _no_moves,
    Skip: _skip,
    Terminated: _no_moves,
    Chaos: _chaos,
    Run: _run,
    Prefix: _prefix,
    ExternalChoice: _external_choice,
    InternalChoice: _internal_choice,
    Sequential: _sequential,
    Sliding: _sliding,
    Interrupt: _interrupt,
    Except: _except,
    Parallel: _parallel,
    Alphabetised: _alphabetised,
    Linked: _linked,
    Hiding: _hiding,
    Renaming: _renaming,
    SynchronisingChoice: _synchronising_choice,
    SynchronisingInterrupt: _synchronising_interrupt,
}
