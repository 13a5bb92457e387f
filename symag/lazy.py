"""A property that is computed once, without a lock.

Until Python 3.12, `functools.cached_property` holds one lock for all objects of a class while it computes. Methods that
take turns (`symag.assume.lane`) stop in the middle of such a computation, and the next one would wait for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["lazy_property"]

T = TypeVar("T")


class lazy_property(Generic[T]):
    """Computed when it is first asked for; then it is an attribute of the object."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, one: None, owner: type) -> lazy_property[T]: ...
    @overload
    def __get__(self, one: object, owner: type) -> T: ...
    def __get__(self, one: object | None, owner: type) -> lazy_property[T] | T:
        if one is None:
            return self
        value = one.__dict__[self.name] = self.compute(one)
        return value
