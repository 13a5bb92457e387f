"""Notes on single models: unreachable states, and an initial state without moves.

How notes list names: few of them, and long ones cut.
"""

from __future__ import annotations

from collections.abc import Sequence

from symag.model import LPTS
from symag.model.labels import are_same_labels

__all__ = ["STUCK", "are_same", "joined", "listed", "note_on_model", "short", "unreachable"]

MOST = 8
"""Names in one note."""
LONGEST_NAME = 40
"""Characters of a name."""


def short(name: str) -> str:
    """The name, cut if it is long."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def listed(names: Sequence[str], most: int = MOST) -> str:
    """`a, b, c and 2 more`; cuts long names."""
    return joined([*map(short, names[:most]), *names[most:]], most)


def joined(texts: Sequence[str], most: int = MOST) -> str:
    """The texts as they are, in such a list."""
    return ", ".join(texts[:most]) + (f" and {len(texts) - most:,} more" if len(texts) > most else "")


STUCK = "has no transition that can be reached from its initial state"
MOST_STATES = 3


def note_on_model(model: LPTS) -> str | None:
    """A note, if the initial state has no transition and other states have some."""
    stuck = not model.row(model.initial)
    if not (stuck and model.num_transitions):
        return None
    return f"{model.name or 'the model'} {STUCK}: is it right that it starts in {model.initial_state}?"


def unreachable(name: str, given: LPTS, trimmed: LPTS) -> str | None:
    """A note on states that cannot be reached from the initial one, for example after a misspelt state."""
    lost = given.num_states - trimmed.num_states
    if not lost:
        return None
    reached = set(trimmed.states)
    states = [state for state in given.states if state not in reached]
    number = f"{lost:,} of the {given.num_states:,} states of {name}"
    return f"{number} cannot be reached from {short(given.initial_state)}: {listed(states, MOST_STATES)}"


def are_same(one: LPTS, other: LPTS) -> bool:
    """Are the models identical, state by state? Fast if they are not."""
    if one is other:
        return True
    if one.num_transitions != other.num_transitions or one.actions != other.actions or one.initial != other.initial:
        return False
    arrays = ("first", "action", "target", "spread", "support", "vector")
    if any(bytes(getattr(one, name)) != bytes(getattr(other, name)) for name in arrays):
        return False
    return one.vectors == other.vectors and are_same_labels(one.states, other.states)
