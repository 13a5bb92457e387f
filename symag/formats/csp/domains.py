"""Types of CSPm: sets that need not be finite. A channel's field, a nametype and a datatype each have one.

A type knows its values as dotted parts: `advance` says what may come after a first part, so that `A.1` of a datatype,
and `0.1` of a set of dotted values, are read part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product

from symag.formats.csp.truth import FALSE, TRUE, Truth
from symag.formats.csp.values import (
    Constructor,
    Dot,
    Tup,
    Value,
    complete_values,
    csp_text,
    dotted,
    in_order_of_values,
    parts_of_value,
    shortened,
    tupled,
)

__all__ = [
    "BOOL",
    "CHAR",
    "INT",
    "PROC",
    "DatatypeDomain",
    "Domain",
    "DottedDomain",
    "Endless",
    "Fields",
    "FiniteDomain",
    "RangeDomain",
    "SequenceDomain",
    "SetDomain",
    "TupleDomain",
    "domain_of",
]

Parts = tuple[Value, ...]


class Endless(Exception):
    """The values of a type were wanted, and there are too many; `text` is the type, for a message."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = shortened(text)


class Domain:
    """A type, as a set of values. `values` gives them in order, each in its dotted parts."""

    kind = "the set"
    name = "a type"

    def values(self) -> Iterator[Parts]:
        """All values; `Endless` if there are too many."""
        raise Endless(self.name)

    def contains(self, value: Value) -> bool:
        """Is it one of the values?"""
        pending: tuple[Domain, ...] | None = (self,)
        for part in parts_of_value(value):
            if not pending:
                return False
            rest = pending[0].advance(part)
            if rest is None:
                return False
            pending = rest + pending[1:]
        return not pending

    def advance(self, part: Value) -> tuple[Domain, ...] | None:
        """What must come after this first part of a value; None if no value begins with it."""
        raise NotImplementedError


Fields = tuple[Domain, ...]


class _Simple(Domain):
    """`Int`, `Bool`, `Char`, `Proc`."""

    def __init__(self, name: str, test: Callable[[Value], bool], values: tuple[Value, ...] | None = None) -> None:
        self.name = name
        self._test = test
        self._values = values

    def values(self) -> Iterator[Parts]:
        if self._values is None:
            raise Endless(self.name)
        return iter([(value,) for value in self._values])

    def advance(self, part: Value) -> Fields | None:
        return () if self._test(part) else None


INT = _Simple("Int", lambda value: isinstance(value, int))
BOOL = _Simple("Bool", lambda value: isinstance(value, Truth), (FALSE, TRUE))
CHAR = _Simple("Char", lambda value: isinstance(value, str))
PROC = _Simple("Proc", lambda value: True)


class RangeDomain(Domain):
    """`{3..}`, and ranges that are too long to be written out."""

    def __init__(self, low: int, high: int | None) -> None:
        self.low, self.high = low, high
        self.name = f"{{{low}..{'' if high is None else high}}}"

    def advance(self, part: Value) -> Fields | None:
        fits = isinstance(part, int) and self.low <= part and (self.high is None or part <= self.high)
        return () if fits else None


class FiniteDomain(Domain):
    """A set that is written out; its values may be dotted."""

    def __init__(self, members: frozenset[Value]) -> None:
        self.members = members
        self._rests: dict[Value, Fields | None] | None = None

    @property
    def name(self) -> str:  # type: ignore[override]
        """Its elements, or some of them."""
        if len(self.members) > 20:
            some = in_order_of_values(self.members)
            return f"{{{csp_text(some[0])}, …, {csp_text(some[-1])}}}"
        return csp_text(self.members)

    def values(self) -> Iterator[Parts]:
        return iter([parts_of_value(value) for value in in_order_of_values(self.members)])

    def contains(self, value: Value) -> bool:
        return value in self.members

    def advance(self, part: Value) -> Fields | None:
        if part in self.members:
            return ()
        if self._rests is None:
            self._rests = self._by_first_part()
        return self._rests.get(part)

    def _by_first_part(self) -> dict[Value, Fields | None]:
        found: dict[Value, set[Value]] = {}
        for member in self.members:
            first, *rest = parts_of_value(member)
            found.setdefault(first, set()).add(dotted(tuple(rest)) if rest else None)
        return {
            first: () if rests == {None} else (FiniteDomain(frozenset(rests - {None})),)
            for first, rests in found.items()
        }


class DottedDomain(Domain):
    """`{0..3}.COL`: two types or more."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.name = ".".join(field.name for field in fields)

    def values(self) -> Iterator[Parts]:
        lists = [list(field.values()) for field in self.fields]
        return (sum(parts, ()) for parts in product(*lists))

    def advance(self, part: Value) -> Fields | None:
        rest = self.fields[0].advance(part)
        return None if rest is None else rest + self.fields[1:]


class TupleDomain(Domain):
    """`({0..3}, COL)`."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.name = f"({', '.join(field.name for field in fields)})"

    def values(self) -> Iterator[Parts]:
        lists = [[dotted(parts) for parts in field.values()] for field in self.fields]
        return ((tupled(items),) for items in product(*lists))

    def advance(self, part: Value) -> Fields | None:
        if type(part) is not Tup or len(part.items) != len(self.fields):
            return None
        fits = all(field.contains(item) for field, item in zip(self.fields, part.items, strict=True))
        return () if fits else None


class SequenceDomain(Domain):
    """`Seq(T)`."""

    def __init__(self, items: Domain) -> None:
        self.items = items
        self.name = f"Seq({items.name})"

    def advance(self, part: Value) -> Fields | None:
        return () if type(part) is tuple and all(map(self.items.contains, part)) else None


class SetDomain(Domain):
    """`Set(T)`, if it is too large to be written out."""

    def __init__(self, items: Domain) -> None:
        self.items = items
        self.name = f"Set({items.name})"

    def advance(self, part: Value) -> Fields | None:
        return () if isinstance(part, frozenset) and all(map(self.items.contains, part)) else None


class DatatypeDomain(Domain):
    """A datatype or a subtype: its constructors with the types of their fields, which are read at the first use."""

    def __init__(self, name: str, fields: Callable[[], dict[Constructor, Fields]]) -> None:
        self.name = name
        self._read = fields

    @cached_property
    def constructors(self) -> dict[Constructor, Fields]:
        """The types of the fields of each."""
        return self._read()

    def values(self) -> Iterator[Parts]:
        if self.is_recursive:
            raise Endless(self.name)
        for constructor, fields in self.constructors.items():
            for parts in product(*[list(field.values()) for field in fields]):
                yield (constructor, *(one for part in parts for one in part))

    def advance(self, part: Value) -> Fields | None:
        return self.constructors.get(part) if isinstance(part, Constructor) else None

    @cached_property
    def is_recursive(self) -> bool:
        """Do values of the type contain values of the type?"""
        waiting = [field for fields in self.constructors.values() for field in fields]
        seen: set[Domain] = set()
        while waiting:
            one = waiting.pop()
            if one is self:
                return True
            if one not in seen:
                seen.add(one)
                waiting += _parts(one)
        return False


def _parts(domain: Domain) -> list[Domain]:
    """The types that a type is made of."""
    if isinstance(domain, DatatypeDomain):
        return [field for fields in domain.constructors.values() for field in fields]
    if isinstance(domain, DottedDomain | TupleDomain):
        return list(domain.fields)
    return [domain.items] if isinstance(domain, SequenceDomain | SetDomain) else []


def domain_of(value: Value) -> Domain | None:
    """The type that a value stands for where a type is written: a set, types with dots between them, or a tuple."""
    if isinstance(value, Domain):
        return value
    if isinstance(value, frozenset):
        return FiniteDomain(value)
    is_tuple = type(value) is Tup
    if is_tuple or type(value) is Dot:
        parts = [domain_of(part) for part in (value.items if is_tuple else value.parts)]
        found = tuple(part for part in parts if part is not None)
        if len(found) < len(parts):
            return None
        return TupleDomain(found) if is_tuple else DottedDomain(flattened(found))
    return None


def flattened(fields: Fields) -> Fields:
    """Types with dots between them as one list. A set of dotted values is a product if it has all combinations."""
    found: list[Domain] = []
    for field in fields:
        found += flattened(field.fields) if isinstance(field, DottedDomain) else [field]
    return tuple(found)


def first_values(domain: Domain) -> Iterator[Parts]:
    """The complete values that values of the type begin with: of `{0.0, 0.1}`, only 0."""
    if isinstance(domain, DottedDomain):
        return first_values(domain.fields[0])
    if not isinstance(domain, FiniteDomain):
        return domain.values()
    return iter(dict.fromkeys(next(complete_values(parts)) for parts in domain.values()))
