"""JSON as the formats read it that are written in it: exact numbers, no key twice, no NaN, errors with a position."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from symag.errors import InputError
from symag.formats.positions import find_constant, find_duplicate_key, line_and_column
from symag.limits import Watch
from symag.model import printable

__all__ = ["NESTED", "JsonNumber", "brief", "kind_of", "parse_json"]

NESTED = "the text is nested far deeper than a model is"


class JsonNumber(str):
    """A number as it is written: exact, and not converted until it is known to be short."""

    __slots__ = ()


Pairs = list[tuple[str, Any]]


def parse_json(text: str, watch: Watch, make: Callable[[Pairs], dict[str, Any]] = dict) -> Any:
    """The value of the text; `make` makes an object of its pairs, and is called in the order of the closing braces."""

    def unique(pairs: Pairs) -> dict[str, Any]:
        watch.tick(len(pairs))
        table = make(pairs)
        if len(table) < len(pairs):
            key, at = find_duplicate_key(text)
            raise InputError(f"the key {brief(key)} is there twice in one object", None, *line_and_column(text, at))
        return table

    def no_constant(name: str) -> Any:
        message = f"{name} is not a number that can be read: write a fraction such as '1/3'"
        raise InputError(message, None, *line_and_column(text, find_constant(text)))

    try:
        return json.loads(
            text, object_pairs_hook=unique, parse_int=JsonNumber, parse_float=JsonNumber, parse_constant=no_constant
        )
    except json.JSONDecodeError as error:
        raise InputError(f"this is not JSON: {error.msg}", None, error.lineno, error.colno) from None
    except RecursionError:
        raise InputError(NESTED, None, 1, 1) from None


def kind_of(value: Any) -> str:
    """What a value is, in a message."""
    if isinstance(value, JsonNumber):
        return "a number"
    if isinstance(value, dict):
        return "an object"
    return {list: "a list", str: "a string", bool: "true or false", type(None): "null"}[type(value)]


def brief(value: Any) -> str:
    """The value itself, in a message, or what it is if it is large."""
    if isinstance(value, dict | list):  # may be nested deeper than can be shown
        return kind_of(value)
    shown = str(value) if isinstance(value, JsonNumber) else printable(json.dumps(value, ensure_ascii=False))
    return shown if len(shown) <= 60 else shown[:57] + "…"
