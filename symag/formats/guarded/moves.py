"""The moves of a group, as arrays: commands that move alone, vectors of modules that move together.

Which commands to try in a state: those whose guards do not need another value of one variable. A file that some tool
wrote has a command per transition, `[a] s=17 -> …`, and trying all of them in every state would take quadratic time.
So commands are listed by the values of the variable that most of their guards compare with a constant.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from symag.formats.guarded.exact import Term
from symag.formats.guarded.groups import Group, conjuncts
from symag.formats.guarded.system import GuardedSystem, StateVariable, TypedCommand

__all__ = ["Moves", "equal_values", "moves"]

ROOM = 4
"""A list may have so many entries per command."""


def _integers() -> array[int]:
    return array("i")


@dataclass(frozen=True)
class Moves:
    """Move `m` alone is by the command `solo_command[m]`, with the label `solo_label[m]`. Vector `j` has the label
    `joint_label[j]` and the parts `joint_first[j] ..`; part `p` moves by a command of the list `part_list[p]`. The
    first list is that of the moves alone. List `i` has a row for each value of the variable `selector[i]`, or one row
    if that is -1; its rows begin at `base[i]`, and row `r` is `listed[row_first[r] : row_first[r + 1]]`."""

    solo_command: array[int] = field(default_factory=_integers)
    solo_label: array[int] = field(default_factory=_integers)
    joint_label: array[int] = field(default_factory=_integers)
    joint_first: array[int] = field(default_factory=lambda: array("i", [0]))
    part_list: array[int] = field(default_factory=_integers)
    selector: array[int] = field(default_factory=_integers)
    base: array[int] = field(default_factory=_integers)
    row_first: array[int] = field(default_factory=lambda: array("i", [0]))
    listed: array[int] = field(default_factory=_integers)

    @property
    def most_parts(self) -> int:
        """The most parts that a vector has."""
        return max((b - a for a, b in zip(self.joint_first, self.joint_first[1:], strict=False)), default=0)

    def add_list(
        self, commands: Sequence[TypedCommand], numbers: Sequence[int], slots: Mapping[int, int],
        variables: Sequence[StateVariable],
    ) -> int:  # fmt: skip
        """A list of commands, which have these numbers in it; the number of the list."""
        self.base.append(len(self.row_first) - 1)
        variable, rows = _rows(commands, slots, variables)
        self.selector.append(variable)
        for row in rows:
            self.listed.extend(numbers[at] for at in row)
            self.row_first.append(len(self.listed))
        return len(self.selector) - 1


def moves(
    system: GuardedSystem, group: Group, slots: Mapping[int, int], variables: Sequence[StateVariable]
) -> tuple[Moves, list[TypedCommand]]:
    """The moves of a group, and its commands in the order of their numbers."""
    commands: list[TypedCommand] = []
    numbers: dict[tuple[int, str], list[int]] = {}
    for at in group.modules:
        for command in system.modules[at].commands:
            numbers.setdefault((at, command.action), []).append(len(commands))
            commands.append(command)
    found = Moves()
    label = {name: number for number, name in enumerate(("", *group.alphabet))}
    for vector in group.vectors:
        if len(vector.parts) == 1:
            alone = numbers.get(vector.parts[0], [])
            found.solo_command.extend(alone)
            found.solo_label.extend([label[vector.label]] * len(alone))
    solo = [commands[c] for c in found.solo_command]
    found.add_list(solo, range(len(solo)), slots, variables)
    lists: dict[tuple[int, str], int] = {}
    for vector in group.vectors:
        if len(vector.parts) > 1:
            for part in vector.parts:
                if part not in lists:
                    own = numbers.get(part, [])
                    lists[part] = found.add_list([commands[c] for c in own], own, slots, variables)
                found.part_list.append(lists[part])
            found.joint_label.append(label[vector.label])
            found.joint_first.append(len(found.part_list))
    return found, commands


def _rows(
    commands: Sequence[TypedCommand], slots: Mapping[int, int], variables: Sequence[StateVariable]
) -> tuple[int, list[Sequence[int]]]:
    """The variable that most guards compare with a constant, and the commands by its values, if that pays."""
    wanted = [equal_values(command.guard) for command in commands]
    popular = Counter(variable for asked in wanted for variable in asked)
    for number, count in popular.most_common(1):
        variable = variables[slots[number]]
        span = variable.high - variable.low + 1
        if span * (len(commands) - count) + count > ROOM * len(commands) + span or span > ROOM * len(commands) + 64:
            break
        rows: list[list[int]] = [[] for _ in range(span)]
        for at, asked in enumerate(wanted):
            value = asked.get(number)
            for row in range(span) if value is None else [value - variable.low]:
                if 0 <= row < span:
                    rows[row].append(at)
        return slots[number], list(rows)
    return -1, [range(len(commands))]


def equal_values(guard: Term) -> dict[int, int]:
    """Which variables must have which values for the guard to be true."""
    found: dict[int, int] = {}
    for part in conjuncts(guard):
        if part.kind == "variable" and part.type == "bool":
            found.setdefault(int(part.value), 1)
        elif part.kind == "not" and part.args[0].kind == "variable":
            found.setdefault(int(part.args[0].value), 0)
        elif part.kind == "chain" and part.signs == ("=",):
            one, two = part.args if part.args[0].kind == "variable" else part.args[::-1]
            if one.kind == "variable" and two.kind == "constant" and two.bounds is not None:
                found.setdefault(int(one.value), int(two.value))
    return found
