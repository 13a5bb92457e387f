"""Values of CSPm, and how people write them.

| value | here |
|---|---|
| integer | `int` |
| `true`, `false` | `Truth` |
| character | a text of length 1; a string is a sequence of them |
| sequence | `tuple`; the endless `<3..>` is `EndlessSequence` |
| set | `frozenset`; types and large ranges are `Domain` (module `domains`) |
| tuple | `Tup` |
| dotted value, `c.1.A.2` | `Dot`, flat: `c.(1.A).2` is the same value |
| map | `Map` |

`Tup` and `Dot` are tuples with a mark, so that Python compares them fast and no sequence is equal to one.
Processes are those of `process`; functions are callable from the evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from symag.errors import LimitReached
from symag.formats.csp.process import Skip, Stop
from symag.formats.csp.truth import Truth

__all__ = [
    "Constructor",
    "Dot",
    "EndlessSequence",
    "Map",
    "Tup",
    "Value",
    "csp_text",
    "dotted",
    "in_order_of_values",
    "joined_parts",
    "kind_of_value",
    "mapped",
    "nesting",
    "parts_of_value",
    "short_text",
    "shortened",
    "tupled",
]

Value = Any
"""One of the above; the evaluator distinguishes them as it runs."""

LONG_TEXT = 60
"""Characters of a value in a message."""
MAX_NESTED = 200
"""Values within values. Python would hash a deeper one by recursion in C, which ends the process."""


MAX_PARTS = 2_000_000
"""Parts of a value, of its parts, and so on. Two values that share their parts are compared part by part."""
Size = tuple[int, int]
"""How deep a value is, and how many parts it has in all."""


class _Mark:
    """Distinguishes one kind of tuple from another."""


TUPLE, DOTTED, MAP = _Mark(), _Mark(), _Mark()


class Tup(NamedTuple):
    """`(1, 2)`."""

    mark: _Mark
    items: tuple[Value, ...]
    size: Size


class Dot(NamedTuple):
    """`c.1.2`: two parts or more, none of them a `Dot`."""

    mark: _Mark
    parts: tuple[Value, ...]
    size: Size


def tupled(items: Iterable[Value]) -> Tup:
    """The tuple of these."""
    found = tuple(items)
    return Tup(TUPLE, found, nesting(found))


def dotted(parts: tuple[Value, ...]) -> Value:
    """The dotted value of parts that are no dotted values; of one part, that part. Of none, what an input takes that
    has no field left."""
    return parts[0] if len(parts) == 1 else Dot(DOTTED, parts, nesting(parts))


def parts_of_value(value: Value) -> tuple[Value, ...]:
    """The parts of a dotted value; of another one, itself."""
    return value.parts if type(value) is Dot else (value,)


def joined_parts(value: Value, more: tuple[Value, ...]) -> Value:
    """A dotted value with more parts after it."""
    return dotted(parts_of_value(value) + more)


class Constructor:
    """`A` of a datatype; its fields are types, evaluated at the first use."""

    __slots__ = ("_fields", "_read", "name", "number")

    def __init__(self, name: str, number: int, fields: Callable[[], tuple[Any, ...]]) -> None:
        self.name = name
        self.number = number
        self._read = fields
        self._fields: tuple[Any, ...] | None = None

    @property
    def fields(self) -> tuple[Any, ...]:
        """The types of the values that follow it, each after a dot."""
        if self._fields is None:
            self._fields = self._read()
        return self._fields

    def __hash__(self) -> int:
        return self.number  # not by its address: sets keep their order from run to run

    def __eq__(self, other: object) -> bool:
        return self is other


class EndlessSequence(NamedTuple):
    """`<3..>`."""

    mark: str
    start: int


class Map(NamedTuple):
    """`(| k => v |)`."""

    mark: _Mark
    items: frozenset[tuple[Value, Value]]
    size: Size


def mapped(pairs: Iterable[tuple[Value, Value]]) -> Map:
    """The map with these keys and values; the last value of a key counts."""
    found = dict(pairs)
    return Map(MAP, frozenset(found.items()), nesting([*found, *found.values()]))


def nesting(items: Iterable[Value]) -> Size:
    """The size of a tuple, sequence, set or map of these values; `LimitReached` if that is too deep or too large."""
    depth, parts = 0, 1
    for item in items:
        kind = type(item)
        if kind is Dot or kind is Tup or kind is Map:
            inner: Size = item.size
        elif kind is tuple or kind is frozenset:
            inner = nesting(item)
        else:
            inner = 0, 1
        depth, parts = max(depth, inner[0]), parts + inner[1]
    if depth >= MAX_NESTED:
        raise LimitReached("size", f"size: values are nested deeper than {MAX_NESTED}")
    if parts > MAX_PARTS:
        raise LimitReached("size", f"size: a value has more than {MAX_PARTS:,} parts")
    return depth + 1, parts


def csp_text(value: Value, is_plain: bool = False) -> str:
    """The value as a script would have it. An expression in it that is a process is said by its place and the values in
    it, which identify it; or in plain words."""
    inner: Callable[[Value], str] = _plain_text if is_plain else csp_text
    if isinstance(value, int):
        return str(value)
    if type(value) is Dot:
        return ".".join(map(inner, value.parts))
    if type(value) is Tup:
        return f"({', '.join(map(inner, value.items))})"
    if type(value) is Map:
        pairs = sorted(value.items, key=lambda pair: value_order(pair[0]))
        return f"(| {', '.join(f'{inner(key)} => {inner(one)}' for key, one in pairs)} |)"
    if type(value) is EndlessSequence:
        return f"<{value.start}..>"
    if isinstance(value, str):
        return f"'{value}'"
    if type(value) is tuple:
        if value and all(isinstance(one, str) for one in value):
            return '"' + "".join(value) + '"'
        return f"<{', '.join(map(inner, value))}>"
    if isinstance(value, frozenset):
        text = ", ".join(map(inner, in_order_of_values(value)))
        return f"{{ {text}}}" if text.startswith("-") else f"{{{text}}}"  # `{-` begins a comment
    if isinstance(value, Truth):
        return value.text
    if isinstance(value, Stop | Skip):
        return type(value).__name__.upper()
    if is_plain and hasattr(value, "plain_text"):
        return str(value.plain_text)
    return str(getattr(value, "name", None) or getattr(value, "label", None) or "a process")


def _plain_text(value: Value) -> str:
    return csp_text(value, True)


def value_order(value: Value) -> tuple[Any, ...]:
    """A key to sort values of all kinds by."""
    if isinstance(value, int):
        return (0, value)
    if isinstance(value, Truth):
        return (1, value.text)
    if isinstance(value, str):
        return (2, value)
    if isinstance(value, Constructor):
        return (3, value.number)
    if type(value) is Dot:
        return (*value_order(value.parts[:1] and value.parts[0]), [value_order(part) for part in value.parts[1:]])
    if type(value) is Tup:
        return (5, [value_order(part) for part in value.items])
    if type(value) is tuple:
        return (6, len(value), [value_order(part) for part in value])
    if isinstance(value, frozenset):
        return (7, len(value), sorted(value_order(part) for part in value))
    return (8, getattr(value, "number", -1), csp_text(value))


def in_order_of_values(values: Iterable[Value]) -> list[Value]:
    """The values, sorted: the same order in every run."""
    found = list(values)
    if all(type(value) is int for value in found):
        return sorted(found)
    return sorted(found, key=value_order)


def shortened(text: str) -> str:
    """For messages: the text, or its beginning if it is long."""
    return text if len(text) <= LONG_TEXT else f"{text[: LONG_TEXT - 1]}…"


def short_text(value: Value) -> str:
    """For messages: the value as a script would have it, or the beginning of that; processes in it in plain words."""
    return shortened(_plain_text(value))


def kind_of_value(value: Value) -> str:
    """For messages: what it is, and its text."""
    text = short_text(value)
    kind = getattr(value, "kind", None) or _KINDS.get(type(value))
    return f"{kind} {text}" if kind else text


_KINDS: dict[type, str] = {
    int: "the integer",
    Truth: "the truth value",
    str: "the character",
    tuple: "the sequence",
    frozenset: "the set",
    Tup: "the tuple",
    Dot: "the dotted value",
    Constructor: "the constructor",
    Map: "the map",
    EndlessSequence: "the sequence",
}


def complete_values(parts: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    """The parts of a dotted value, those of one value together: `A.1.B` is `A.1` and `B` if A has a field."""
    at = 0
    while at < len(parts):
        end, wanted = at, 1
        while wanted and end < len(parts):
            part = parts[end]
            wanted += (len(part.fields) if isinstance(part, Constructor) else 0) - 1
            end += 1
        yield parts[at:end]
        at = end
