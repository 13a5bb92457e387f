"""The parts of a process: where its static operators end, what each part can do, and which of them belong together."""

from __future__ import annotations

from symag.errors import LimitReached
from symag.formats.csp.anatomy import ProcessNode
from symag.formats.csp.explore import Behaviour, explored
from symag.formats.csp.process import TICK, Event, Parallel
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.vectors import STATIC, Synchronisation, Synchronisations, vectors_of, vectors_of_part

__all__ = ["MAX_PROCESS_PARTS", "ProcessParts"]

MAX_PROCESS_PARTS = 10_000


class ProcessParts:
    """The parts of one process, and their synchronisation vectors."""

    def __init__(self, space: ProcessSpace, top: int, name: str, cap: int | None = None) -> None:
        """With a cap, a part is explored to so many states."""
        self.space, self.watch, self.name = space, space.watch, name
        self.cap = cap
        self.parts: list[int] = []
        """The process that each part is."""
        self.origins: list[tuple[int, int]] = []
        """The operator that each part is an operand of, and the operand."""
        self.bundles: set[tuple[int, int]] = set()
        """Parallel operators with operands that are there several times, and explored as one part."""
        self.behaviours: dict[int, Behaviour] = {}
        self.vectors = self._flattened(top)
        while self._bundle():
            self.vectors = self._flattened(top)

    def _flattened(self, top: int) -> Synchronisations:
        """The parts from left to right, and the vectors of the whole."""
        self.parts, self.origins = [], []
        done: list[Synchronisations] = []
        waiting = [(top, top, False)]
        while waiting:  # an operator comes back when its operands are done
            self.watch.tick()
            number, origin, is_ready = waiting.pop()
            node = self.space.node(number)
            if is_ready:
                start = len(done) - len(self._operands(number))
                done[start:] = [vectors_of(node, done[start:], self.watch)]
            elif node.operator not in STATIC or (origin, number) in self.bundles:
                done.append(self._part(number, origin))
            else:
                waiting.append((number, origin, True))
                waiting += [(operand, number, False) for operand in reversed(self._operands(number))]
        return done[0]

    def _operands(self, number: int) -> list[int]:
        """The operands; equal ones that are a bundle are one. `[|A|]` is associative, so they can be taken together."""
        node, space = self.space.node(number), self.space
        found: dict[int, int] = {}
        operands = []
        for operand in space.written(number):
            if (number, operand) not in self.bundles:
                operands.append(operand)
            elif operand not in found:
                same = tuple(one for one in node.operands if one == operand)
                found[operand] = space.number(ProcessNode(Parallel, same, node.data))
                self.bundles.add((number, found[operand]))
                operands.append(found[operand])
        return operands

    def _part(self, number: int, origin: int) -> Synchronisations:
        if len(self.parts) >= MAX_PROCESS_PARTS:
            raise LimitReached("size", f"size: {self.name} has more than {MAX_PROCESS_PARTS:,} parts")
        if number not in self.behaviours:
            self.behaviours[number] = explored(self.space, number, self.space.label(number), self.cap)
        self.parts.append(number)
        self.origins.append((origin, number))
        events = [event for event in self.behaviours[number].events if event != TICK]
        return vectors_of_part(len(self.parts) - 1, events)

    def _bundle(self) -> bool:
        """Find equal operands that would be composed: there are fewer states if their order does not count."""
        before = len(self.bundles)
        for group in self.groups().values():
            seen: set[tuple[int, int]] = set()
            for part in group:
                origin = self.origins[part]
                if origin in seen and self.space.node(origin[0]).operator is Parallel:
                    self.bundles.add(origin)
                seen.add(origin)
        return len(self.bundles) > before

    @property
    def unfinished(self) -> list[str]:
        """The parts that have more states than were explored, by name."""
        found = [self.behaviours[part] for part in dict.fromkeys(self.parts)]
        return [behaviour.model.name for behaviour in found if not behaviour.is_complete]

    @property
    def terminating(self) -> bool:
        """Can each of the parts terminate?"""
        return all(TICK in self.behaviours[part].events for part in self.parts)

    def conflicts(self) -> dict[Event, tuple[Synchronisation, ...]]:
        """The visible events that are seen of several vectors."""
        return {event: tuple(found) for event, found in self.vectors.visible.items() if len(found) > 1}

    def groups(self) -> dict[int, list[int]]:
        """The parts that cannot be apart, by the first of them: those of conflicting vectors."""
        leader = list(range(len(self.parts)))

        def led(part: int) -> int:
            while leader[part] != part:
                leader[part] = leader[leader[part]]
                part = leader[part]
            return part

        for vectors in self.conflicts().values():
            first, *others = (part for vector in vectors for part in vector.parts)
            for other in self.watch.over(others):
                one, two = sorted((led(first), led(other)))
                leader[two] = one
        found: dict[int, list[int]] = {}
        for part in range(len(self.parts)):
            found.setdefault(led(part), []).append(part)
        return found
