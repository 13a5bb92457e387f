"""Channels: which events they have, and what may come next after some of their fields. Answers are kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from symag.errors import InputError, LimitReached
from symag.formats.csp.domains import Endless, Fields, Parts, first_values
from symag.formats.csp.process import Event
from symag.formats.csp.tokens import Place
from symag.formats.csp.values import Value, csp_text, dotted, short_text, shortened
from symag.limits import Watch

__all__ = ["MAX_EVENTS", "Channel"]

MAX_EVENTS = 5_000_000
"""That a set of events may have."""


class Channel:
    """A channel. Its fields are types, and evaluated at the first use."""

    kind = "the channel"

    def __init__(self, name: str, number: int, place: Place, fields: Callable[[], Fields], watch: Watch) -> None:
        self.name = name
        self.number = number
        self.place = place
        self.watch = watch
        self._read_fields = fields
        self._fields: Fields | None = None
        self._pending: dict[Parts, Fields] = {}
        self._events: dict[Parts, Event] = {}
        self._next: dict[Parts, list[Parts]] = {}
        self._rest: dict[Parts, list[Parts]] = {}

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def fields(self) -> Fields:
        """The types of its fields."""
        if self._fields is None:
            self._fields = self._read_fields()
        return self._fields

    @property
    def type_text(self) -> str:
        """The types of its fields, as people write them."""
        return ".".join(field.name for field in self.fields) or "no fields"

    def text(self, parts: Parts) -> str:
        """An event, or the beginning of one."""
        return csp_text(dotted((self, *parts)))

    def event(self, parts: Parts, place: Place) -> Event:
        """The event with these parts after the channel; an InputError if the channel does not have it."""
        event = self._events.get(parts)
        if event is None:
            pending = self.pending(parts, place)
            if pending:
                missing = ".".join(field.name for field in pending)
                raise place.error(
                    f"{shortened(self.text(parts))} is no event: a value of {shortened(missing)} is missing"
                )
            event = self._events[parts] = self.text(parts)
        return event

    def pending(self, parts: Parts, place: Place) -> Fields:
        """The types of what comes after these parts; an InputError if no event begins with them."""
        found = self._pending.get(parts)
        if found is None:
            found = self.fields
            for part in parts:
                rest = found[0].advance(part) if found else None
                if rest is None:
                    raise self._outside(parts, part, found, place)
                found = rest + found[1:]
            self._pending[parts] = found
        return found

    def _outside(self, parts: Parts, part: Value, found: Fields, place: Place) -> InputError:
        text, channel = shortened(self.text(parts)), f"the channel '{self.name}'"
        if not found:
            return place.error(f"{text} has too many fields: {channel} has {shortened(self.type_text)}")
        wanted = shortened(found[0].name)
        return place.error(f"{text} is not an event of {channel}: {short_text(part)} is not in {wanted}")

    def next_values(self, parts: Parts, place: Place) -> list[Parts]:
        """The values of the field that comes after these parts."""
        found = self._next.get(parts)
        if found is None:
            pending = self.pending(parts, place)
            if not pending:
                raise place.error(
                    f"{shortened(self.text(parts))} has no more fields: the channel has {shortened(self.type_text)}"
                )
            found = self._next[parts] = self._listed(lambda: list(first_values(pending[0])), place)
        return found

    def rests(self, parts: Parts, place: Place) -> list[Parts]:
        """All that may come after these parts, so that it is an event."""
        found = self._rest.get(parts)
        if found is None:
            pending = self.pending(parts, place)
            found = self._rest[parts] = self._listed(lambda: self._products(pending), place)
        return found

    def _products(self, pending: Fields) -> list[Parts]:
        lists = [list(field.values()) for field in pending]
        size = 1
        for one in lists:
            size *= len(one)
        if size > MAX_EVENTS:
            raise LimitReached("size", f"size: the channel '{self.name}' has more than {MAX_EVENTS:,} events")
        if len(lists) == 1:
            return lists[0]
        return [tuple(one for part in parts for one in part) for parts in self.watch.over(product(*lists))]

    def _listed(self, read: Callable[[], list[Parts]], place: Place) -> list[Parts]:
        try:
            return read()
        except Endless as endless:
            raise place.error(
                f"the channel '{self.name}' has too many values to run through, of {endless.text}: "
                f"give its field a finite type, or restrict the input as in {self.name}?x:{{0..9}}"
            ) from None
