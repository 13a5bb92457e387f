"""The backend protocol and its registry.

A backend decides `system ≼ specification` and says why: with a relation, or with a tree. It need not refute in words;
symag itself prunes the tree and finds the Hall sets, and the kernel checks all of it, whatever its size, unless the
user forbids it. So a third party's backend that errs is found out: its answer is rejected.

To add one, write a class with the two members of `Backend` and name it in your package's metadata:

    [project.entry-points."symag.backends"]
    mine = "my_package:MyBackend"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

from symag.errors import BackendError, InputError
from symag.evidence import Relation, Tree
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Backend", "Outcome", "backend_names", "get_backend", "register"]

GROUP = "symag.backends"


@dataclass(frozen=True)
class Outcome:
    """The answer of a backend: a relation if the specification simulates the system, otherwise a tree."""

    relation: Relation | None = None
    tree: Tree | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if (self.relation is None) == (self.tree is None):
            raise BackendError("an outcome carries either a relation or a tree")


@runtime_checkable
class Backend(Protocol):
    """What decides strong simulation."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Outcome:
        """Decide `system ≼ specification` (completed as in `symag.operators.complete`); obey the watch."""


_factories: dict[str, Callable[[], Backend]] = {}


def register(name: str) -> Callable[[Callable[[], Backend]], Callable[[], Backend]]:
    """Decorate a backend's class (or a function that makes one) to make it known by name in this process."""

    def remember(factory: Callable[[], Backend]) -> Callable[[], Backend]:
        _factories[name] = factory
        return factory

    return remember


def backend_names() -> list[str]:
    """All backends that can be asked for, those of other packages included."""
    return sorted({*_factories, *(point.name for point in entry_points(group=GROUP))})


def get_backend(name: str) -> Backend:
    """The backend of that name."""
    if name in _factories:
        return _factories[name]()
    for point in entry_points(group=GROUP):
        if point.name == name:
            backend = point.load()()
            if not isinstance(backend, Backend):
                raise BackendError(f"the backend {name!r} ({point.value}) does not follow the Backend protocol")
            return backend
    raise InputError(f"there is no backend {name!r}: choose from {', '.join(backend_names())}")
