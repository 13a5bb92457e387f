"""The operators on data: arithmetic, comparison, sets, sequences, tuples and dotted values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from symag.errors import InputError, LimitReached
from symag.formats.csp.domains import Domain, Endless, RangeDomain, domain_of
from symag.formats.csp.tokens import Place
from symag.formats.csp.truth import FALSE, TRUE, Truth, truth
from symag.formats.csp.values import (
    Dot,
    EndlessSequence,
    Map,
    Tup,
    Value,
    dotted,
    in_order_of_values,
    kind_of_value,
    parts_of_value,
    shortened,
)

__all__ = [
    "ARITHMETIC",
    "COMPARISONS",
    "as_boolean",
    "as_finite_set",
    "as_integer",
    "as_sequence",
    "concatenated",
    "elements_of",
    "integer_range",
    "joined",
    "same",
    "wrong_value",
]

MAX_RANGE = 1_000_000
"""A longer range is not written out."""
MAX_BITS = 20_000
"""Of an integer."""
MAX_ITEMS = 1_000_000
"""Of a sequence that is put together, and parts of a dotted value: `s^s` doubles s, and so do calls of that."""


def wrong_value(expected: str, value: Value, place: Place) -> InputError:
    """The value is of another kind."""
    return place.error(f"{expected} is expected here, not {kind_of_value(value)}")


def as_integer(value: Value, place: Place) -> int:
    """The value, if it is an integer."""
    if type(value) is not int:
        raise wrong_value("an integer", value, place)
    return value


def as_boolean(value: Value, place: Place) -> bool:
    """The value, if it is a truth value."""
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise wrong_value("true or false", value, place)


def as_sequence(value: Value, place: Place) -> tuple[Value, ...]:
    """The items, if it is a sequence with an end."""
    if type(value) is tuple:
        return value
    if type(value) is EndlessSequence:
        raise place.error(f"a sequence with an end is expected here, not <{value.start}..>")
    raise wrong_value("a sequence", value, place)


def as_finite_set(value: Value, place: Place) -> frozenset[Value]:
    """The elements, if it is a finite set; types are sets, and sets with dots between them a product."""
    if isinstance(value, frozenset):
        return value
    domain = domain_of(value) if isinstance(value, Domain | Dot) else None
    if domain is None:
        raise wrong_value("a set", value, place)
    try:
        return frozenset(map(dotted, domain.values()))
    except Endless as endless:
        raise place.error(f"a finite set is expected here, not {endless.text}") from None


def elements_of(value: Value, place: Place) -> list[Value]:
    """The elements of a set in order, or the items of a sequence."""
    if type(value) is tuple:
        return list(value)
    if isinstance(value, Domain):
        try:
            return list(map(dotted, value.values()))
        except Endless as endless:
            raise place.error(f"{endless.text} has too many values to run through") from None
    return in_order_of_values(as_finite_set(value, place))


def integer_range(low: int, high: int | None, is_sequence: bool) -> Value:
    """`{low..high}` or `<low..high>`."""
    if is_sequence:
        if high is None:
            return EndlessSequence("<..>", low)
        if high - low > MAX_RANGE:
            raise LimitReached("size", f"size: <{low}..{high}> has more than {MAX_RANGE:,} items")
        return tuple(range(low, high + 1))
    if high is None or high - low > MAX_RANGE:
        return RangeDomain(low, high)
    return frozenset(range(low, high + 1))


def _times(a: int, b: int, place: Place) -> int:
    found = a * b
    if found.bit_length() > MAX_BITS:
        raise LimitReached("digits", f"digits: a number has more than {MAX_BITS} bits")
    return found


def _divided(a: int, b: int, place: Place) -> int:
    if b == 0:
        raise place.error(f"{shortened(str(a))} is divided by 0")
    return a // b


def _modulo(a: int, b: int, place: Place) -> int:
    if b == 0:
        raise place.error(f"{shortened(str(a))} is divided by 0")
    return a % b


ARITHMETIC: dict[str, Callable[[int, int, Place], int]] = {
    "+": lambda a, b, _: a + b,
    "-": lambda a, b, _: a - b,
    "*": _times,
    "/": _divided,
    "%": _modulo,
}
"""Division rounds down, as in FDR."""


def same(a: Value, b: Value, place: Place) -> bool:
    """Are the values equal? A type is equal to the set of its values."""
    if isinstance(a, Domain) or isinstance(b, Domain):
        return a is b or as_finite_set(a, place) == as_finite_set(b, place)
    return bool(a == b)


def _at_most(a: Value, b: Value, place: Place) -> bool:
    """`<=`: of integers and characters, the order; of sets, inclusion; of sequences, being a prefix."""
    kind = type(a)
    if kind is type(b):
        if kind is int or kind is str:
            return bool(a <= b)
        if kind is tuple:
            return bool(b[: len(a)] == a)
        if kind is Tup and len(a.items) == len(b.items):
            for x, y in zip(a.items, b.items, strict=True):
                if x != y:
                    return _at_most(x, y, place)
            return True
        if kind is Map:
            return bool(a.items <= b.items)
        if kind is Truth:
            return a is FALSE or b is TRUE
    if isinstance(a, frozenset | Domain) and isinstance(b, frozenset | Domain):
        return as_finite_set(a, place) <= as_finite_set(b, place)
    raise place.error(f"{kind_of_value(a)} and {kind_of_value(b)} are not in an order")


def _below(a: Value, b: Value, place: Place) -> bool:
    return _at_most(a, b, place) and not same(a, b, place)


COMPARISONS: dict[str, Callable[[Value, Value, Place], Truth]] = {
    "==": lambda a, b, place: truth(same(a, b, place)),
    "!=": lambda a, b, place: truth(not same(a, b, place)),
    "<=": lambda a, b, place: truth(_at_most(a, b, place)),
    ">=": lambda a, b, place: truth(_at_most(b, a, place)),
    "<": lambda a, b, place: truth(_below(a, b, place)),
    ">": lambda a, b, place: truth(_below(b, a, place)),
}


def joined(values: Iterable[Value]) -> Value:
    """The dotted value of these, flat."""
    return dotted(concatenated("a dotted value", map(parts_of_value, values)))


def concatenated(what: str, sequences: Iterable[Sequence[Value]]) -> tuple[Value, ...]:
    """The items of all sequences, one after the other; `what` they are is for the message of the limit."""
    found: list[Value] = []
    for sequence in sequences:
        if len(found) + len(sequence) > MAX_ITEMS:
            raise LimitReached("size", f"size: {what} has more than {MAX_ITEMS:,} items")
        found += sequence
    return tuple(found)
