"""Components from the parallel structure of a process.

A static term (parallel operators, hiding and renaming around parts that do anything) becomes a component for each part.
Components synchronise on the names of their actions, so every synchronisation vector of the term gets a name, and each
part that takes part in it has an action of that name, in place of its own event:

- A visible event that one vector has is the name of that vector. If several vectors have it (`P ||| Q`, where both do
  `a`), one name would synchronise them: the parts of these vectors are composed into one component, in which each of
  the vectors is a move called `a`.
- A hidden vector has a name that nothing else has: the event that it was, with a number if that is taken. A
  specification whose alphabet has no such name does not see it: projection on an alphabet is hiding in traces.
- TICK is one vector of all parts: distributed termination. If a part never terminates, nothing does.
- An event of a part that is in no vector can never happen: the component does not have it.

So the composition of the components, with the hidden names hidden, makes the same moves as the term: both are given by
the same vectors, and nothing depends on how operators are nested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from symag.formats.csp.explore import Behaviour, action_of
from symag.formats.csp.parts import ProcessParts
from symag.formats.csp.process import TICK, Event, Events, Process
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.vectors import Synchronisation
from symag.formats.names import unique_labels
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler
from symag.operators import Composition, compose, hide, rename, trim

__all__ = ["ProcessStructure", "is_hidden_name", "structured"]

SHOWN = 4
"""Names in a note."""
_MARK = re.compile(r"#[0-9]+\Z")


@dataclass(frozen=True, eq=False)
class ProcessStructure:
    """A process as components."""

    name: str
    components: tuple[LPTS, ...]
    hidden: frozenset[str]
    """The actions of the components that are hidden in the process."""
    notes: tuple[str, ...]
    """What was composed into one component, and why."""
    unfinished: tuple[str, ...] = ()
    """The parts and components with states that have no moves because they were not expanded."""

    @property
    def visible(self) -> frozenset[str]:
        """All actions that can be seen of the process; TICK is among them if it can terminate."""
        return frozenset[str]().union(*(component.alphabet for component in self.components)) - self.hidden

    def avoiding(self, names: Collection[str]) -> ProcessStructure:
        """The same with other names for hidden actions that are called by one of these."""
        taken = {*self.visible, *self.hidden, *names}
        renamed: dict[str, str] = {}
        for action in sorted(self.hidden.intersection(names)):
            number = 1
            while f"{action}#{number}" in taken:
                number += 1
            renamed[action] = f"{action}#{number}"
            taken.add(renamed[action])
        components = tuple(
            rename(one, {action: renamed[action] for action in renamed.keys() & one.alphabet})
            for one in self.components
        )
        hidden = frozenset(renamed.get(action, action) for action in self.hidden)
        return replace(self, components=components, hidden=hidden)

    def marked(self) -> ProcessStructure:
        """The same with a number in the name of each hidden action: no event of a script is called like that."""
        return self.avoiding([action for action in self.hidden if "#" not in action])

    def whole(self, watch: Watch) -> LPTS:
        """The process as one model: the composition, with what is hidden hidden."""
        model = self.components[0] if len(self.components) == 1 else compose(*self.components, watch=watch)
        return replace(hide(model, self.hidden) if self.hidden else model, name=self.name)


def is_hidden_name(action: str) -> bool:
    """Is this an action of components that are `marked`, and hidden in the process?"""
    return _MARK.search(action) is not None and action != action_of(TAU)


def structured(space: ProcessSpace, process: Process, name: str = "", cap: int | None = None) -> ProcessStructure:
    """The components of a process.

    With a cap, each part, and each component of several parts, is explored to so many states. Parallel operators,
    hiding and renaming are monotonic: what the components can do, the process can do, too.
    """
    top = space.canonical(space.numbered(process))
    name = name or space.label(top)
    parts = ProcessParts(space, top, name, cap)
    named = _named(parts)
    groups = list(parts.groups().values())
    names = unique_labels(_joined([space.label(parts.parts[part]) for part in group]) for group in groups)
    roles = _roles(parts, named)
    found = [_component(parts, group, roles, named) for group in groups]
    components = tuple(replace(model, name=label) for (model, _), label in zip(found, names, strict=True))
    unfinished = dict.fromkeys(parts.unfinished)
    unfinished |= {label: None for (_, is_complete), label in zip(found, names, strict=True) if not is_complete}
    hidden = frozenset(one.action for one in named if one.is_hidden)
    notes = tuple(_notes(parts, groups, names))
    return ProcessStructure(name, components, hidden, notes, tuple(unfinished))


def _joined(names: Sequence[str]) -> str:
    if len(names) > SHOWN:
        return f"{names[0]} ‖ … ‖ {names[-1]} ({len(names)} parts)"
    return " ‖ ".join(names)


@dataclass(frozen=True)
class _Named:
    """A vector and the action that it becomes."""

    vector: Synchronisation
    action: str
    is_hidden: bool


def _named(parts: ProcessParts) -> list[_Named]:
    """An action for each vector: visible events have their own names, and hidden ones what is left."""
    found = [
        _Named(vector, action_of(event), False)
        for event, vectors in parts.vectors.visible.items()
        for vector in vectors
    ]
    if parts.terminating:
        everyone = tuple((part, frozenset([TICK])) for part in range(len(parts.parts)))
        found.append(_Named(Synchronisation(everyone), TICK, False))
    taken = {TAU, TICK, *(one.action for one in found)}
    count: dict[str, int] = {}
    for event, vector in dict.fromkeys(parts.vectors.hidden):
        action = event
        while action in taken:
            count[event] = count.get(event, 0) + 1
            action = f"{event}#{count[event]}"
        taken.add(action)
        found.append(_Named(vector, action, True))
        parts.watch.tick(len(vector.takers))
    return found


Roles = Sequence[tuple[Events, int]]
"""What a part does in vectors: its events, and the number of the vector."""


def _roles(parts: ProcessParts, named: Sequence[_Named]) -> list[Roles]:
    found: list[list[tuple[Events, int]]] = [[] for _ in parts.parts]
    for number, one in enumerate(named):
        for part, events in parts.watch.over(one.vector.takers):
            found[part].append((events, number))
    return [*found]


def _component(
    parts: ProcessParts, group: Sequence[int], roles: Sequence[Roles], named: Sequence[_Named]
) -> tuple[LPTS, bool]:
    """The parts of a group, with the names of their vectors for their events; and whether the composition of several
    parts is complete."""
    if len(group) == 1:
        return _part(parts, group[0], roles[group[0]], lambda number: named[number].action), True
    composition = Composition([_part(parts, part, roles[part], str) for part in group], watch=parts.watch)
    model = composition.explore() if parts.cap is None else composition.explore(parts.cap)
    return rename(model, {action: named[int(action)].action for action in model.alphabet}), composition.complete


def _part(parts: ProcessParts, part: int, roles: Roles, name: Callable[[int], str]) -> LPTS:
    """One part: each event becomes the actions of the vectors that it is in, and is blocked if there are none."""
    numbers: dict[str, int] = {}
    becomes: dict[Event, list[int]] = {}
    for events, vector in roles:
        number = numbers.setdefault(name(vector), len(numbers) + 1)
        for event in parts.watch.over(events):
            becomes.setdefault(event, []).append(number)
    return _relabelled(parts.behaviours[parts.parts[part]], becomes, tuple(numbers), parts.watch)


def _relabelled(behaviour: Behaviour, becomes: dict[Event, list[int]], actions: tuple[str, ...], watch: Watch) -> LPTS:
    model = behaviour.model
    new = [[0], *(becomes.get(event, []) for event in behaviour.events)]
    if new == [[number] for number in range(len(model.actions))]:
        return replace(model, actions=(TAU, *actions))
    assembler = Assembler(watch)
    for state in range(model.num_states):
        watch.tick(1 + len(model.row(state)))
        for t in model.row(state):
            for action in new[model.action[t]]:
                assembler.add(state, action, model.target[t])
    return trim(assembler.freeze(model.states, model.initial, actions, model.name), watch)


def _notes(parts: ProcessParts, groups: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """Why parts were composed."""
    leader = {part: group[0] for group in groups for part in group}
    reasons: dict[int, list[Event]] = {}
    for event, vectors in parts.conflicts().items():
        reasons.setdefault(leader[vectors[0].parts[0]], []).append(event)
    return [
        f"{name} is one component: {_listed(reasons[group[0]])} is done by several of its parts, and not together"
        for group, name in zip(groups, names, strict=True)
        if len(group) > 1
    ]


def _listed(events: Sequence[Event]) -> str:
    return ", ".join(sorted(events)[:SHOWN]) + (", …" if len(events) > SHOWN else "")
