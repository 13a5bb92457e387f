"""A JANI text as JSON objects that know where they begin, and that say what is wrong with their parts.

The position of an object costs one pass over the text for its brackets: the parser makes objects in the order of their
closing braces. The position of anything else is looked up when there is an error, from the object that it is in.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from symag.errors import InputError
from symag.formats.json_text import JsonNumber, brief, kind_of, parse_json
from symag.formats.positions import JsonPath, Position, find_position, line_and_column
from symag.limits import Watch

__all__ = ["JaniObject", "parse_document"]

MAX_NESTING = 512
"""Of JSON: each link of a chain of operators is nested one deeper."""
OBJECT_BYTES = 400
"""What an object costs, with all that is made of it."""
SKIPPED = ("comment", "metadata")
"""Keys that mean nothing; so do those that begin with `x-`."""

_BRACKET = re.compile(r'(?:[^"{}\[\]]|"(?:[^"\\]|\\.)*+")*+([{}\[\]"]|\Z)', re.DOTALL)
"""A bracket outside of strings, with all that is before it: one match for each is faster than one for each string. The
end of the text matches, too, and a string that has no end: so no part of the text is looked at twice."""
_NEWLINE = re.compile("\n")


class _Text:
    """The text, and where in it the objects and the lines begin."""

    def __init__(self, text: str, watch: Watch) -> None:
        self.text = text
        watch.check_room(OBJECT_BYTES * (text.count("{") + text.count("[")), "reading JSON")
        self.lines = array("q", [0, *(match.end() for match in _NEWLINE.finditer(text))])
        self.begins, self.sizes = array("q"), array("q")
        """Of the objects, in the order in which they end; the size counts the objects in it, and itself."""
        waiting: list[tuple[int, int]] = []
        count = 0
        for match in watch.over(_BRACKET.finditer(text)):
            bracket = match[1]
            if bracket in ('"', ""):
                break
            if bracket in "{[":
                waiting.append((match.end() - 1, count))
                if len(waiting) > MAX_NESTING:
                    place = line_and_column(text, match.end() - 1)
                    raise InputError(f"the text is nested deeper than {MAX_NESTING}", None, *place)
            elif waiting:
                begin, before = waiting.pop()
                if bracket == "}":
                    count += 1
                    self.begins.append(begin)
                    self.sizes.append(count - before)

    def position(self, at: int) -> Position:
        line = bisect_right(self.lines, at)
        return Position(line, at - self.lines[line - 1] + 1)


class JaniObject(dict[str, Any]):
    """An object of the text."""

    __slots__ = ("_position", "number", "source")

    def __init__(self, pairs: Iterable[tuple[str, Any]], source: _Text, number: int) -> None:
        super().__init__(pairs)
        self.source = source
        self.number = number
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """Where it begins."""
        if self._position is None:
            self._position = self.source.position(self.source.begins[self.number])
        return self._position

    @property
    def size(self) -> int:
        """The number of objects that it is made of."""
        return self.source.sizes[self.number]

    def error(self, message: str, *path: str | int) -> InputError:
        """Something is wrong with it, or with the value at this path in it."""
        if not path:
            return self.position.error(message)
        return InputError(message, None, *self._place(path))

    def at(self, *path: str | int) -> Position:
        """Where the value at this path in it begins."""
        return Position(*self._place(path))

    def _place(self, path: JsonPath) -> tuple[int, int]:
        return find_position(self.source.text, path, self.source.begins[self.number])

    def knows_only(self, what: str, keys: Sequence[str]) -> None:
        """An error for a key that means something, and is none of these."""
        for key in self:
            if key not in keys and key not in SKIPPED and not key.startswith("x-"):
                raise self.error(f"the key {brief(key)} of {what} is not read: there are {', '.join(keys)}", key)

    def needs(self, what: str, *keys: str) -> None:
        """An error if one of these keys is missing."""
        for key in keys:
            if key not in self:
                raise self.error(f"the key {key!r} is missing in {what}")

    def text(self, key: str, default: str | None = None) -> str:
        """The string at this key, which must not be empty."""
        value = self.get(key, default)
        if type(value) is not str or not value:
            raise self.error(f"{key!r} must be a name, not {brief(value)}", *([key] if key in self else []))
        return value

    def truth(self, key: str) -> bool:
        """The truth value at this key; none means false."""
        value = self.get(key, False)
        if not isinstance(value, bool):
            raise self.error(f"{key!r} must be true or false, not {brief(value)}", key)
        return value

    def whole(self, key: str, default: int) -> int:
        """The integer at this key."""
        if key not in self:
            return default
        value = self[key]
        if not isinstance(value, JsonNumber) or not value.lstrip("-").isdigit() or len(value) > 9:
            raise self.error(f"{key!r} must be an integer of at most nine digits, not {brief(value)}", key)
        return int(value)

    def listed(self, key: str) -> list[Any]:
        """The list at this key; none means an empty one."""
        value = self.get(key, [])
        if not isinstance(value, list):
            raise self.error(f"{key!r} must be a list, not {kind_of(value)}", key)
        return value

    def texts(self, key: str) -> list[str]:
        """The list of strings at this key."""
        values = self.listed(key)
        for at, value in enumerate(values):
            if type(value) is not str or not value:
                raise self.error(f"{key!r} is a list of names, and this is {brief(value)}", key, at)
        return values

    def objects(self, key: str) -> list[JaniObject]:
        """The list of objects at this key."""
        values = self.listed(key)
        for at, value in enumerate(values):
            if not isinstance(value, JaniObject):
                raise self.error(f"{key!r} is a list of objects, and this is {kind_of(value)}", key, at)
        return values

    def object(self, key: str) -> JaniObject:
        """The object at this key."""
        value = self[key]
        if not isinstance(value, JaniObject):
            raise self.error(f"{key!r} must be an object, not {kind_of(value)}", key)
        return value


def parse_document(text: str, watch: Watch) -> JaniObject:
    """The object that the text is."""
    source = _Text(text, watch)
    count = iter(range(len(source.begins) + 1))
    root = parse_json(text, watch, lambda pairs: JaniObject(pairs, source, next(count)))
    if not isinstance(root, JaniObject):
        raise InputError(f"a JANI model is an object, and this is {kind_of(root)}", None, *line_and_column(text, 0))
    return root
