"""The questions that an FSP file asks itself, as LTSA's "Check > Safety" does: each property of a composite process
against its other parts, and that no process reaches ERROR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symag.formats.format import AskedModels, Assertion
from symag.formats.fsp.part import Part
from symag.formats.fsp.property import safety, with_loops
from symag.formats.names import unique_labels
from symag.limits import Watch
from symag.model import LPTS, Assembler

__all__ = ["questions_on"]

SHOWN = 6
"""Actions in a note."""


def questions_on(name: str, parts: Sequence[Part], watch: Watch) -> tuple[Assertion, ...]:
    """One question for each property, and one for all the processes that have ERROR.

    A property that hidden moves violate from the beginning counts as such a process.
    """
    properties: dict[object, list[LPTS]] = {}
    names: dict[object, str] = {}
    processes: list[Part] = []
    for number, part in enumerate(parts):
        specification = safety(part, watch) if part.is_property else None
        if specification is None:
            processes.append(part)
        else:
            key = (part.group, part.position) if part.group else number
            properties.setdefault(key, []).append(specification)
            names[key] = part.group or specification.name
    if not processes:
        return ()
    failing = [part for part in processes if part.error is not None]
    notes = ("a process in ERROR stops alone here, in LTSA the whole system stops",) if failing and properties else ()
    components = tuple(part.model for part in processes)
    found = [_satisfies(name, components, names[key], several, notes) for key, several in properties.items()]
    if failing or any(part.avoids_error for part in processes):
        found.append(_no_error(name, processes))
    return tuple(found)


def _satisfies(
    name: str, components: tuple[LPTS, ...], called: str, properties: Sequence[LPTS], notes: tuple[str, ...]
) -> Assertion:
    """As in LTSA, an action that only the property has can be done at any time. A composite property stays apart."""
    known = frozenset[str]().union(*(one.alphabet for one in properties))
    free = sorted(known.difference(*(component.alphabet for component in components)))
    if free:
        listed = ", ".join(free[:SHOWN]) + (", …" if len(free) > SHOWN else "")
        notes = (*notes, f"no process has {listed}: as in LTSA, what only a property has can be done at any time")
        assembler = Assembler()
        for action in range(1, len(free) + 1):
            assembler.add(0, action, 0)
        components = (*components, assembler.freeze(("free",), 0, tuple(free), f"free in {called}"))
    labels = unique_labels(one.name for one in properties)
    several = tuple(replace(one, name=label) for one, label in zip(properties, labels, strict=True))
    specification = properties[0] if len(properties) == 1 else several
    models = AskedModels(components, specification, notes, specification_name=called)
    return _asked(f"{name} satisfies {called}", models)


def _no_error(name: str, processes: Sequence[Part]) -> Assertion:
    """ERROR does an action of its own, and the specification has that action in its alphabet, but cannot do it."""
    alarms: dict[str, None] = {}
    components = []
    for part in processes:
        if part.error is None:
            components.append(part.model)
            continue
        alarm, count = f"ERROR({part.model.name})", 1
        while alarm in alarms:
            count += 1
            alarm = f"ERROR({part.model.name}#{count})"
        alarms[alarm] = None
        components.append(with_loops(part, (alarm,)))
    specification = Assembler().freeze(("no ERROR",), 0, tuple(alarms), "no ERROR")
    return _asked(f"{name} does not reach ERROR", AskedModels(tuple(components), specification))


def _asked(text: str, models: AskedModels) -> Assertion:
    return Assertion(text, "traces", lambda: models)
