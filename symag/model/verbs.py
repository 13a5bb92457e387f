"""Verbs that a model can speak although the rooms that implement them lie further down the house.

`L1 | L2` and the picture in a notebook belong to the model for whoever uses it, while composing and drawing live in
rooms that import this one. Those rooms teach the verb here when they are loaded; the model only asks for it by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from symag.errors import InternalError

__all__ = ["say", "teach"]

Verb = TypeVar("Verb", bound=Callable[..., Any])

_taught: dict[str, Callable[..., Any]] = {}


def teach(name: str) -> Callable[[Verb], Verb]:
    """Decorate the function that implements the verb."""

    def remember(function: Verb) -> Verb:
        _taught[name] = function
        return function

    return remember


def say(name: str, *arguments: Any, **options: Any) -> Any:
    """Do what the verb means."""
    if name not in _taught:
        raise InternalError(f"nobody taught the verb {name!r}: use `import symag`, which loads every room")
    return _taught[name](*arguments, **options)
