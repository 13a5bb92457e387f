"""Names of states and actions, and how many there are: text for people, whatever is in it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import eq
from typing import overload

from symag.errors import InputError

__all__ = [
    "TAU",
    "NumberLabels",
    "PickedLabels",
    "are_same_labels",
    "check_action",
    "check_label",
    "counted",
    "printable",
]

TAU = "tau"
"""The hidden action: in no alphabet, never synchronised."""


def check_label(label: object, what: str) -> str:
    """Refuse labels that are not text for people."""
    if not isinstance(label, str):
        raise InputError(f"{what} must be a string, not {label!r}")
    if not label:
        raise InputError(f"{what} must not be empty")
    if not label.isascii() and any("\ud800" <= character <= "\udfff" for character in label):
        raise InputError(f"{what} must be text, and {label!r} has half a character in it")
    return label


def check_action(action: object) -> str:
    """Refuse alphabets with the hidden action in them."""
    if check_label(action, "an action") == TAU:
        raise InputError(f"{TAU!r} is the hidden action and belongs to no alphabet")
    return str(action)


def printable(text: str) -> str:
    """The text with an escape for every character that could command a terminal or break a line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def counted(number: int, noun: str) -> str:
    """`1 state`, `2,000 states`, `3 queries`."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


@dataclass(frozen=True, eq=False)
class NumberLabels(Sequence[str]):
    """States that are called `0`, `1`, `2`, … without a string for each of them; then a few others."""

    length: int
    """How many have numbers."""
    others: tuple[str, ...] = ()
    """The labels of the last ones."""

    def __len__(self) -> int:
        return self.length + len(self.others)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        numbers = range(len(self))[index]
        return [self._label(number) for number in numbers] if isinstance(numbers, range) else self._label(numbers)

    def _label(self, number: int) -> str:
        return str(number) if number < self.length else self.others[number - self.length]

    def __iter__(self) -> Iterator[str]:
        return chain(map(str, range(self.length)), self.others)


@dataclass(frozen=True, eq=False)
class PickedLabels(Sequence[str]):
    """Some labels of a model whose states were merged or left out, read where they are asked for."""

    labels: Sequence[str]
    positions: Sequence[int]
    """Of the labels, by the new number."""

    @staticmethod
    def of(labels: Sequence[str], positions: Sequence[int]) -> PickedLabels:
        """The labels at these positions; of labels that were picked before, the first ones."""
        if isinstance(labels, PickedLabels):
            return PickedLabels(labels.labels, array("i", map(labels.positions.__getitem__, positions)))
        return PickedLabels(labels, positions)

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self.labels[position] for position in self.positions[index]]
        return self.labels[self.positions[index]]

    def __iter__(self) -> Iterator[str]:
        if isinstance(self.labels, NumberLabels) and not self.labels.others:
            return map(str, self.positions)
        return map(self.labels.__getitem__, self.positions)


def are_same_labels(one: Sequence[str], two: Sequence[str]) -> bool:
    """Are these the same labels? Without a string for each that is a number."""
    if isinstance(one, NumberLabels) and isinstance(two, NumberLabels):
        return (one.length, one.others) == (two.length, two.others) or list(one) == list(two)
    return len(one) == len(two) and all(map(eq, one, two))
