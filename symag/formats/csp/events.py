"""Sets of events, from values of a script."""

from __future__ import annotations

from collections.abc import Iterable

from symag.formats.csp.channels import Channel
from symag.formats.csp.domains import Endless, Parts
from symag.formats.csp.operations import as_finite_set
from symag.formats.csp.process import Event, Events
from symag.formats.csp.tokens import Place
from symag.formats.csp.values import Constructor, Value, dotted, kind_of_value, parts_of_value

__all__ = ["EventSets", "channel_and_parts", "completions", "event_of"]

MAX_KEPT = 10_000
"""Sets of events that are kept."""


def channel_and_parts(value: Value, place: Place) -> tuple[Channel, Parts]:
    """A channel, and the values after it."""
    if type(value) is Channel:
        return value, ()
    first, *rest = parts_of_value(value)
    if type(first) is not Channel:
        raise place.error(f"a channel is expected here, not {kind_of_value(value)}")
    return first, tuple(rest)


def event_of(value: Value, place: Place) -> Event:
    """The event that the value is; an InputError if it is none."""
    channel, parts = channel_and_parts(value, place)
    return channel.event(parts, place)


def completions(value: Value, place: Place) -> list[Parts]:
    """What completes a beginning of events, or of values of a datatype."""
    first, *rest = parts_of_value(value)
    if type(first) is Channel:
        return first.rests(tuple(rest), place)
    if not isinstance(first, Constructor):
        if rest:
            raise place.error(f"a channel or a constructor is expected here, not {kind_of_value(value)}")
        return [()]
    pending = first.fields
    for part in rest:
        after = pending[0].advance(part) if pending else None
        if after is None:
            raise place.error(f"no value of a datatype begins with {kind_of_value(value)}")
        pending = (*after, *pending[1:])
    found: list[Parts] = [()]
    try:
        for field in pending:
            found = [(*parts, *more) for parts in found for more in field.values()]
    except Endless as endless:
        raise place.error(f"{endless.text} has too many values to run through") from None
    return found


class EventSets:
    """Sets of values as sets of events; the answers are kept, since scripts use a set again and again."""

    def __init__(self) -> None:
        self._found: dict[frozenset[Value], Events] = {}

    def of(self, value: Value, place: Place) -> Events:
        """The events of a set; an InputError if an element is none."""
        members = as_finite_set(value, place)
        found = self._found.get(members)
        if found is None:
            if len(self._found) >= MAX_KEPT:
                self._found.clear()
            found = self._found[members] = frozenset(event_of(member, place) for member in members)
        return found

    def productions(self, values: Iterable[Value], place: Place) -> frozenset[Value]:
        """`{| c, d.1 |}`: all events, or values of a datatype, that begin so."""
        found: set[Value] = set()
        for value in values:
            parts = parts_of_value(value)
            if type(parts[0]) is not Channel and not isinstance(parts[0], Constructor):
                raise place.error(f"a channel or a constructor is expected here, not {kind_of_value(value)}")
            found.update(dotted(parts + rest) for rest in completions(value, place))
        return frozenset(found)
