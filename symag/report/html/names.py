"""Names of states in the text of a page: short ones as they are, long ones shortened, with the full name on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from symag.model import LPTS, TAU, printable

__all__ = ["ANYTHING", "Name", "allows_everything", "clip", "listed", "listed_names", "named"]

LONG = 60
"""Characters; a longer name is shortened."""
SHORT, FULL = 40, 2_000
"""Characters of a name that was shortened, and of what can be asked for."""
ANYTHING = "anything goes"
"""The label of a state that allows everything, for ever."""


class Name(NamedTuple):
    """What a state is called; the full name is empty if that is all of it."""

    short: str
    full: str = ""

    def __str__(self) -> str:
        return self.short


def named(label: str) -> Name:
    """A name that fits into a line: of a block of many states, `3:{a,b,…`, its number and the first of them."""
    if len(label) <= LONG:
        return Name(printable(label))
    return Name(clip(label, SHORT), clip(label, FULL))


def clip(text: str, longest: int) -> str:
    """The text without what could break a line, and not longer than that."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def listed(names: Sequence[str], most: int, longest: int = LONG) -> str:
    """The names, or the first of them and how many more there are."""
    shown = ", ".join(clip(name, longest) for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most:,} more"


def listed_names(labels: Sequence[str], most: int) -> Name:
    """The same, with the full names of the first ones."""
    shown = listed([named(label).short for label in labels], most)
    is_short = all(len(label) <= LONG for label in labels[:most])
    return Name(shown, "" if is_short else clip(", ".join(labels[:most]), FULL))


def allows_everything(model: LPTS, state: int) -> bool:
    """Can the state do every action of the alphabet, and then be where it was?"""
    row = range(model.first[state], model.first[state + 1])
    loops = {model.actions[model.action[t]] for t in row if model.target[t] == state} - {TAU}
    return bool(loops) and loops == model.alphabet
