"""The processes that a script reaches, each with a number: interned terms, their canonical forms, and their moves.

A call is replaced by what it stands for where it can move, and simplified by the laws; so a state is known by what it
can do, not by the way it was reached. Everything is done once for a process, without recursion: a term may be nested
as deep as memory goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symag.errors import LimitReached
from symag.formats.csp.anatomy import ANATOMY, Move, Offers, ProcessNode
from symag.formats.csp.laws import LAWS
from symag.formats.csp.process import Hiding, Parallel, Prefix, Process, Renaming, Suspended
from symag.formats.csp.semantics import RULES
from symag.formats.csp.values import shortened
from symag.limits import Watch
from symag.model import printable

__all__ = ["ProcessSpace"]

MAX_DEPTH = 100_000
"""Calls and operators inside of each other, before the first event."""
MAX_WIDTH = 10_000
"""Operands that can move."""
WIDE = 8
"""Branches of a prefix that are numbered at once."""


class _Call:
    """The operator of a suspended process: it has no operands, and its data is the suspended process."""


class _WidePrefix:
    """The operator of a prefix with many branches, which is its data: what follows a branch has no number before it is
    needed. A partner that takes one of a thousand values does not pay for the others."""


class _Branches:
    """The branches of a prefix, which is equal to itself only: to compare many branches would cost too much."""

    def __init__(self, term: Prefix) -> None:
        self.term = term
        self.by_event: dict[str, list[Process]] = {}
        for branch in term.branches:
            self.by_event.setdefault(branch.event, []).append(branch.process)

    def __hash__(self) -> int:
        return id(self.term)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Branches) and self.term is other.term


class _WideOffers(Mapping[str, Sequence[int]]):
    """The moves of a wide prefix; a goal gets its number when it is asked for."""

    def __init__(self, space: ProcessSpace, branches: _Branches) -> None:
        self._space = space
        self._branches = branches.by_event
        self._found: dict[str, Sequence[int]] = {}

    def __getitem__(self, event: str) -> Sequence[int]:
        found = self._found.get(event)
        if found is None:
            goals = (self._space.numbered(process) for process in self._branches[event])
            found = self._found[event] = tuple(dict.fromkeys(goals))
        return found

    def __contains__(self, event: object) -> bool:
        return event in self._branches

    def __iter__(self) -> Iterator[str]:
        return iter(self._branches)

    def __len__(self) -> int:
        return len(self._branches)


class ProcessSpace:
    """A table of processes. It implements `ProcessTable`, which the rules and the laws see."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self._nodes: list[ProcessNode] = []
        self._numbers: dict[tuple[type[object], tuple[int, ...], int], int] = {}
        self._calls: dict[object, int] = {}
        self._data: dict[object, int] = {}
        self._data_of: list[object] = []
        self._interned: dict[int, int] = {}
        """By the identity of data that are kept, so that large sets are not compared again."""
        self._same: list[int] = []
        """A simpler process that behaves in the same way, or -1."""
        self._canonical: list[int] = []
        self._offers: list[Offers | None] = []
        self._written: dict[int, tuple[int, ...]] = {}
        """The operands of a canonical parallel operator, which are sorted there, in the order of the script."""
        self._names: dict[int, str] = {}
        """The call that a canonical process was first met by."""

    def node(self, number: int) -> ProcessNode:
        """The operator and its operands."""
        return self._nodes[number]

    def number(self, node: ProcessNode) -> int:
        """The number of an operator with these operands."""
        datum = self._interned.get(id(node.data))
        if datum is None:
            datum = self._intern(node.data)
        key = node.operator, node.operands, datum
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._new(ProcessNode(node.operator, node.operands, self._data_of[datum]))
        return number

    def _new(self, node: ProcessNode) -> int:
        self._nodes.append(node)
        self._same.append(-1)
        self._canonical.append(-1)
        self._offers.append(None)
        return len(self._nodes) - 1

    def _intern(self, data: object) -> int:
        """The number of the data; what is equal is one object from here on."""
        datum = self._data.setdefault(data, len(self._data_of))
        if datum == len(self._data_of):
            self._data_of.append(data)
            self._interned[id(data)] = datum
        return datum

    def numbered(self, process: Process) -> int:
        """The number of a process as the evaluator gives it."""
        anatomy = ANATOMY.get(type(process))
        if anatomy is None:
            return self._call(process)
        if type(process) is not Prefix or len(process.branches) <= WIDE:
            operands, data = anatomy.parts(process)
            if not any(type(operand) in ANATOMY for operand in operands):  # as it is nearly always
                return self.number(ProcessNode(type(process), tuple(map(self._call, operands)), data))
        return self._numbered_inside(process)

    def _call(self, process: Process) -> int:
        """The number of a suspended process."""
        call = _canonical_call(process)
        if type(call) in ANATOMY:
            return self.numbered(call)
        known = self._calls.get(call)
        if known is None:
            known = self._calls[call] = self._new(ProcessNode(_Call, (), call))
        return known

    def _numbered_inside(self, process: Process) -> int:
        """The number of a term with terms inside, which may be as deep as a script makes them."""
        done: list[int] = []
        waiting: list[tuple[Process | None, ProcessNode | None]] = [(process, None)]
        while waiting:  # an operator comes back when its operands have their numbers
            self.watch.tick()
            term, node = waiting.pop()
            if node is not None:
                count = len(done) - len(node.operands)
                done[count:] = [self.number(ProcessNode(node.operator, tuple(done[count:]), node.data))]
                continue
            if isinstance(term, Prefix) and len(term.branches) > WIDE:
                done.append(self.number(ProcessNode(_WidePrefix, (), _Branches(term))))
                continue
            anatomy = ANATOMY.get(type(term))
            if anatomy is None:
                done.append(self._call(term))  # type: ignore[arg-type]
                continue
            operands, data = anatomy.parts(term)
            waiting.append((None, ProcessNode(type(term), (0,) * len(operands), data)))
            waiting += [(operand, None) for operand in reversed(operands)]
        return done[0]

    def canonical(self, number: int) -> int:
        """The number of the same process with the calls among its active operands replaced by what they stand for."""
        known = self._canonical
        if known[number] >= 0:
            return known[number]
        path: dict[int, None] = {number: None}
        while path:
            self.watch.tick()
            top = next(reversed(path))
            needed = self._needed(top)
            if needed is None:
                del path[top]
                continue
            if needed in path:
                raise LimitReached(
                    "size", f"size: {shortened(self.label(needed))} calls itself before it does an event"
                )
            if len(path) > MAX_DEPTH:
                start = shortened(self.label(number))
                raise LimitReached("size", f"size: more than {MAX_DEPTH:,} calls before the first event of {start}")
            path[needed] = None
        return known[number]

    def _needed(self, number: int) -> int | None:
        """What has to be canonical before this process can be, or None if it is done."""
        node, known = self._nodes[number], self._canonical
        if self._same[number] < 0:
            if node.operator is _Call:
                self._same[number] = self.numbered(node.data.unfold())
            else:
                active = self._active(node)
                self.watch.tick(len(active))
                if len(active) > MAX_WIDTH:
                    raise LimitReached("size", f"size: more than {MAX_WIDTH:,} operands of one operator")
                for operand in active:
                    if known[operand] < 0:
                        return operand
                operands = (*[known[operand] for operand in active], *node.operands[len(active) :])
                changed = node if operands == node.operands else ProcessNode(node.operator, operands, node.data)
                self._same[number] = self._simplified(changed)
        same = self._same[number]
        if same == number:
            known[number] = number
        elif known[same] < 0:
            return same
        else:
            known[number] = known[same]
        if node.operator is _Call and node.data.is_call:
            self._names.setdefault(known[number], _call_text(node.data))
        return None

    def _active(self, node: ProcessNode) -> tuple[int, ...]:
        """The operands that can move."""
        return node.operands[: ANATOMY[node.operator].active] if node.operands else ()

    def _simplified(self, node: ProcessNode) -> int:
        law = LAWS.get(node.operator)
        better = node if law is None else law(self, node)
        if isinstance(better, int):
            return better
        number = self.number(better)
        if better.operator is Parallel and number not in self._written:
            self._written[number] = self._in_order(node, better)
        return number

    def _in_order(self, node: ProcessNode, canonical: ProcessNode) -> tuple[int, ...]:
        found: list[int] = []
        for operand in node.operands:
            inner = self._nodes[operand]
            is_same = inner.operator is Parallel and inner.data == node.data
            found += self.written(operand) if is_same else (operand,)
        kept = set(canonical.operands)
        return tuple(operand for operand in found if operand in kept)

    def written(self, number: int) -> tuple[int, ...]:
        """The operands in the order of the script, as far as it is known."""
        return self._written.get(number, self._nodes[number].operands)

    def offers(self, number: int) -> Offers:
        """The moves of a canonical process, by event."""
        found = self._offers[number]
        if found is not None:
            return found
        path = [number]
        while path:
            top = path[-1]
            node = self._nodes[top]
            active = self._active(node)
            missing = [operand for operand in active if self._offers[operand] is None]
            if missing:
                path += missing
                continue
            path.pop()
            if node.operator is _WidePrefix:
                self._offers[top] = _WideOffers(self, node.data)
            elif self._offers[top] is None:
                self.watch.tick(len(active))
                moves = RULES[node.operator](self, node, [self._offers[operand] or {} for operand in active])
                self.watch.tick(1 + len(moves))
                self._offers[top] = _by_event(moves)
        return self._offers[number] or {}

    def label(self, number: int) -> str:
        """For people: the call that the process is, or a short text."""
        known = self._canonical[number]
        if known in self._names:
            return self._names[known]
        return shortened(self._text(number, 2))

    def _text(self, number: int, depth: int) -> str:
        if self._canonical[number] in self._names:
            return self._names[self._canonical[number]]
        node = self._nodes[number]
        if node.operator is _Call and self._canonical[number] >= 0:
            node = self._nodes[self._canonical[number]]
        if node.operator is _Call:
            return _call_text(node.data) if node.data.is_call else "…"
        if node.operator is _WidePrefix:
            return f"{next(iter(node.data.by_event))} -> … [] …"
        text = ANATOMY[node.operator].text
        if not node.operands:
            return text
        if depth == 0:
            return "…"
        if node.operator is Prefix:
            return " [] ".join(f"{event} -> …" for event in dict.fromkeys(node.data[:4]))
        if node.operator is Parallel and not node.data:
            text = " ||| "
        inside = text.join(self._text(operand, depth - 1) for operand in node.operands[:8])
        return f"({inside}){text}" if node.operator in (Hiding, Renaming) else inside


def _canonical_call(process: object) -> Process:
    suspended: Suspended = process  # type: ignore[assignment]
    return suspended.canonical()


def _call_text(call: Suspended) -> str:
    """The call as people write it. Arguments that are processes can be nested deeper than Python's stack."""
    try:
        return printable(call.label)
    except RecursionError:
        return "…"


def _by_event(moves: Sequence[Move]) -> Offers:
    found: dict[str, dict[int, None]] = {}
    for event, goal in moves:
        found.setdefault(event, {})[goal] = None
    return {event: tuple(goals) for event, goals in found.items()}
