"""The components of a system: its groups of modules, enumerated.

A dtmc chooses uniformly among all that is enabled in a state of the whole system. So the whole is enumerated first: if
there never is such a choice, its groups stay apart, and otherwise it is one component.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from symag.errors import LimitReached
from symag.formats.format import SourceText
from symag.formats.guarded.compiler import Compiler, compiled
from symag.formats.guarded.distributions import Distributions
from symag.formats.guarded.enumerator import Enumerator
from symag.formats.guarded.exact import Term
from symag.formats.guarded.groups import Group, Joining, conjuncts, grouped
from symag.formats.guarded.machine import Machine
from symag.formats.guarded.moves import equal_values, moves
from symag.formats.guarded.outcomes import Outcomes
from symag.formats.guarded.outside import Outside, valuation
from symag.formats.guarded.starts import Starts
from symag.formats.guarded.system import GuardedSystem, StateVariable
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import LPTS, TAU, Packing

__all__ = ["Valuations", "components"]

FRESH = StateVariable("", "bool", 0, 1, 0)
"""True in the fresh initial state that comes before several ones."""
FRESH_LABEL = "init"


def components(system: GuardedSystem, source: SourceText) -> tuple[LPTS, ...]:
    """Every component, in the order of the modules; the notes say which modules became one."""
    watch, joining = source.watch, Joining(len(system.modules))
    try:
        groups = [GroupEnumeration(system, group, watch) for group in grouped(system, joining, watch)]
        if len(groups) > 1 and any(found.has_choice_of_start for found in groups):
            joining.join(range(len(system.modules)), "there are several initial states, chosen before anything moves")
            groups = [GroupEnumeration(system, group, watch) for group in grouped(system, joining, watch)]
        if system.is_dtmc:
            whole = _whole(system, watch, groups)
            models = [whole.model()]
            if whole.mixed_states or len(groups) == 1:
                groups = [whole]
            else:
                models = [found.model() for found in groups]
        else:
            models = [found.model() for found in groups]
    except OverflowError as error:
        raise LimitReached("size", f"size: {error}") from None
    for found in groups:
        found.tell(source)
    return tuple(models)


def _whole(system: GuardedSystem, watch: Watch, groups: Sequence[GroupEnumeration]) -> GroupEnumeration:
    """All modules as one group, in which choices are uniform."""
    if len(groups) == 1:
        return GroupEnumeration(system, groups[0].group, watch, uniform=True)
    joining = Joining(len(system.modules))
    joining.join(range(len(system.modules)), "a choice between their commands is uniform in a dtmc")
    (group,) = grouped(system, joining, watch)
    return GroupEnumeration(system, group, watch, uniform=True)


class GroupEnumeration:
    """A group of modules, compiled; `model` enumerates it."""

    def __init__(self, system: GuardedSystem, group: Group, watch: Watch, uniform: bool = False) -> None:
        self.system, self.group, self.watch = system, group, watch
        self.variables = [system.variables[number] for number in group.variables]
        slots = {number: slot for slot, number in enumerate(group.variables)}
        if system.initial is not None:
            self.variables.append(FRESH)
        self.moves, commands = moves(system, group, slots, self.variables)
        self.distributions = Distributions(watch)
        self.outside = Outside(group.variables, self.variables, commands, self.distributions, watch)
        constant = [self.outside.constant_shares(command) for command in commands]
        compiler = compiled(self.variables, slots, commands, constant)
        tests = _tests(system, group, compiler)
        self.program = compiler.program
        self.outside.meanings = compiler.outside
        self.machine = Machine(self.program, self.outside.answer, watch)
        self.codes = self._starts(tests)
        self.uniform = uniform
        self.mixed_states = 0

    @property
    def has_choice_of_start(self) -> bool:
        """Is there more than one initial state?"""
        return len(self.codes) > self.program.words

    @property
    def name(self) -> str:
        """Of the component."""
        return "‖".join(self.system.modules[at].name for at in self.group.modules)

    def _starts(self, tests: list[tuple[Term, int]]) -> array[int]:
        """The codes of the initial states."""
        if self.system.initial is None:
            start = tuple(variable.initial - variable.low for variable in self.variables)
            return array("Q", self.program.packing.pack([start]))
        slots = {number: slot for slot, number in enumerate(self.group.variables)}
        tests = sorted(tests, key=lambda test: len(test[0].variables))
        fixed = {slots[n]: value for part, _ in tests for n, value in equal_values(part).items()}
        order = list(dict.fromkeys(slots[n] for part, _ in tests for n in sorted(part.variables)))
        order += [slot for slot in range(len(slots)) if slot not in set(order)]
        level = {slot: at for at, slot in enumerate(order)}
        by_level: list[list[int]] = [[] for _ in order]
        for part, program in tests:
            by_level[max(level[slots[n]] for n in part.variables)].append(program)
        test_first = [0]
        for programs in by_level:
            test_first.append(test_first[-1] + len(programs))
        least = [max(self.variables[slot].low, fixed.get(slot, self.variables[slot].low)) for slot in order]
        most = [min(self.variables[slot].high, fixed.get(slot, self.variables[slot].high)) for slot in order]
        every = [program for programs in by_level for program in programs]
        self.watch.check("looking for the initial states")
        found = Starts(self.program, self.machine, order, least, most, test_first, every, self.watch).codes()
        if not found:
            raise self.system.initial.position.error("no state satisfies the condition on the initial states")
        return found

    def model(self) -> LPTS:
        """The reachable states of the group, and their transitions."""
        parts = self.moves.most_parts
        outcomes = Outcomes(self.program, self.machine, self.distributions, self.outside, parts, self.watch)
        enumerator = Enumerator(
            self.program, self.moves, self.machine, self.distributions, outcomes, self.outside, self.uniform, self.watch
        )
        packing = self.program.packing
        fresh = packing.pack([(*[0] * (len(self.variables) - 1), 1)]) if self.has_choice_of_start else ()
        enumerator.start(array("Q", [*fresh, *self.codes]))
        enumerator.run()
        self.mixed_states = enumerator.mixed_states()
        arrays: dict[str, Any] = enumerator.arrays() | self.distributions.arrays()
        return LPTS(
            name=self.name,
            states=Valuations(tuple(self.variables), packing, arrays.pop("codes")),
            initial=0,
            actions=(TAU, *self.group.alphabet),
            vectors=tuple(self.distributions.vectors),
            product=None,
            **arrays,
        )

    def tell(self, source: SourceText) -> None:
        """Note what the reader made of these modules."""
        if len(self.group.modules) > 1:
            names = [repr(self.system.modules[at].name) for at in self.group.modules]
            together = f"{', '.join(names[:-1])} and {names[-1]} are one component"
            source.note(f"{together}: {self.group.reason}", self.group.position)
        if self.has_choice_of_start:
            count = len(self.codes) // self.program.words
            what = f"{count:,} initial states: a fresh one, {FRESH_LABEL!r}, has a hidden move to each of them"
            position: Position | None = None if self.system.initial is None else self.system.initial.position
            source.note(f"there are {what}", position)
        if self.mixed_states:
            where = "one state" if self.mixed_states == 1 else f"{self.mixed_states:,} states"
            source.note(f"in {where} of the dtmc several commands are enabled: each has the same probability")


def _tests(system: GuardedSystem, group: Group, compiler: Compiler) -> list[tuple[Term, int]]:
    """The parts of the condition on the initial states that are about the group, with their programs."""
    if system.initial is None:
        return []
    found = []
    for part in conjuncts(system.initial):
        if part.kind == "constant" and not part.value:
            raise part.position.error("no state satisfies the condition on the initial states")
        if part.variables and part.variables <= set(group.variables):
            found.append((part, compiler.start(part)))
    return found


@dataclass(frozen=True, eq=False)
class Valuations(Sequence[str]):
    """Labels of the states of a component, from their packed codes; the one state without variables is `0`."""

    variables: tuple[StateVariable, ...]
    packing: Packing
    codes: array[int]

    def __len__(self) -> int:
        return len(self.codes) // self.packing.words

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        offsets = self.packing.unpack(self.codes, index % len(self))
        values = [v.low + offset for v, offset in zip(self.variables, offsets, strict=True)]
        if self.variables and self.variables[-1] is FRESH:
            if values.pop():
                return FRESH_LABEL
            return valuation(self.variables[:-1], values, alone=False) or "0"
        return valuation(self.variables, values) or "0"

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))
