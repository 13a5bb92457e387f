"""Aldebaran `.aut`, as CADP and mCRL2 write it, with mCRL2's probabilistic extension.

    des (0, 2, 3)
    (0, "send", 1 9/10 2)
    (1, "ack", 0)

A target `1 9/10 2` is state 1 with 9/10 and state 2 with the rest. Labels are written in quotes and read with or
without. `tau` and `i` are the hidden action. The alphabet is the set of labels: the format has no place for others.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symag.errors import InputError
from symag.formats.format import Format, SourceText
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, NumberLabels, parse_rational
from symag.model.rational import check_size, check_sum, shown

__all__ = ["ALDEBARAN", "read_aldebaran", "write_aldebaran"]

HIDDEN = {"tau", "i"}
_TARGET = r"\d+(?:\s+\d+\s*/\s*\d+\s+\d+)*"
_HEADER = re.compile(rf"\s*des\s*\(\s*({_TARGET})\s*,\s*(\d+)\s*,\s*(\d+)\s*\)\s*", re.ASCII)
_ROW = re.compile(r"\s*\(\s*(\d+)\s*,(.*),([^,]*)\)\s*", re.ASCII)
_GOAL = re.compile(_TARGET, re.ASCII)
_LABEL = re.compile(r'"([^"]*)"|([^",()][^"]*)', re.ASCII)


def read_aldebaran(source: SourceText) -> tuple[LPTS]:
    """The one model in a text; the names of its states are their numbers."""
    text, watch = source.text, source.watch
    lines = text.split("\n")  # not splitlines: a label may contain other separators
    header = _HEADER.fullmatch(lines[0])
    if header is None:
        found = f"{lines[0][:60]!r}" if text.strip() else "nothing"
        raise InputError(f"the first line must be 'des (initial, transitions, states)', not {found}", None, 1, 1)
    if len(header[1].split()) > 1:
        raise InputError("an initial distribution is not supported: a model has one initial state", None, 1, 1)
    count = _number(header[3], 1)
    if count > len(text):  # every state but the initial one is the target of a transition
        raise InputError(f"{count} states are announced, more than the file has characters: is it cut off?", None, 1, 1)
    reader = _RowReader(count, watch)
    initial = reader.state(header[1], 1)
    rows = 0
    for number, line in enumerate(watch.over(lines[1:]), 2):
        if line.strip() and line.strip() != "\x04":
            reader.row(line, number)
            rows += 1
    if rows != _number(header[2], 1):
        message = f"the header announces {header[2]} transitions, but there are {rows}: is the file cut off?"
        raise InputError(message, None, 1, 1)
    return (reader.assembler.freeze(NumberLabels(count), initial, tuple(reader.actions)[1:], ""),)


def _number(digits: str, line: int) -> int:
    if len(digits) > 18:
        raise InputError(f"the number {digits[:30]}… is too long", None, line, 1)
    return int(digits)


class _RowReader:
    def __init__(self, states: int, watch: Watch) -> None:
        self.states = states
        self.actions = {TAU: 0}
        self.assembler = Assembler(watch)

    def state(self, digits: str, line: int) -> int:
        number = _number(digits, line)
        if number >= self.states:
            message = f"the state {number} does not exist: the header announces {self.states}, numbered from 0"
            raise InputError(message, None, line, 1)
        return number

    def row(self, line: str, number: int) -> None:
        match = _ROW.fullmatch(line)
        quoted = match and _LABEL.fullmatch(match[2].strip())
        goal = match and _GOAL.fullmatch(match[3].strip())
        if not match or not quoted or not goal:
            raise InputError(f'{line[:60]!r} is not a transition (source, "label", target)', None, number, 1)
        label = quoted[1] if quoted[1] is not None else quoted[2]
        if not label:
            raise InputError("a label must not be empty", None, number, match.start(2) + 1)
        action = self.actions.setdefault(TAU if label in HIDDEN else label, len(self.actions))
        try:
            target = self.target(goal[0].replace("/", " / ").split(), number)
        except InputError as error:
            raise error.at(None, number, match.start(3) + 1) from None
        self.assembler.add(self.state(match[1], number), action, target)

    def target(self, words: list[str], line: int) -> int:
        """`1 9 / 10 2`: states with a fraction between any two; the last state has the rest."""
        if len(words) == 1:
            return self.state(words[0], line)
        outcomes: dict[int, Fraction] = {}
        left = Fraction(1)
        for at in self.assembler.watch.over(range(0, len(words), 4)):
            state = self.state(words[at], line)
            share = parse_rational("".join(words[at + 1 : at + 4])) if at + 1 < len(words) else left
            if share <= 0:
                raise InputError(f"the state {state} has the probability {shown(share)}: it must be greater than zero")
            outcomes[state] = outcomes.get(state, Fraction(0)) + share
            left = check_size(left - share)
        check_sum(outcomes.values())
        return self.assembler.target(outcomes)


def write_aldebaran(model: LPTS) -> str:
    """The model as text. The names of the states and unused actions have no place in it."""

    def target(goal: int) -> str:
        outcomes = list(model.outcomes(goal))
        shared = "".join(f"{s} {p.numerator}/{p.denominator} " for s, p in outcomes[:-1])
        return f"{shared}{outcomes[-1][0]}"

    for action in model.actions[1:]:
        if '"' in action or "\n" in action or "\r" in action or action in HIDDEN:
            raise InputError(f"the action {action!r} cannot be written in an .aut file")
    lines = [f"des ({model.initial},{model.num_transitions},{model.num_states})"]
    for s in range(model.num_states):
        row = model.row(s)
        lines += [f'({s},"{model.actions[model.action[t]]}",{target(model.target[t])})' for t in row]
    return "\n".join(lines) + "\n"


ALDEBARAN = Format(
    "Aldebaran",
    (".aut",),
    "transition systems as CADP and mCRL2 write them, with mCRL2's probabilities",
    read=read_aldebaran,
    write=lambda models: write_aldebaran(*models).encode(),
    keeps_unused_actions=False,
)
