"""A job: one function call that measures something, and its result.

A job is data: the function, its arguments, its limits. Any runner can do it, here or on another machine, and any store
can remember its result under the job's key, a hash of its content.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, TypeAlias

from symag.errors import InternalError, LimitKind
from symag.formats import native
from symag.limits import Limits
from symag.model import LPTS

__all__ = ["Figures", "Found", "Job", "JobResult", "digest_of"]

Figures: TypeAlias = dict[str, Any]
"""What was measured, by name: values that JSON has. `limit` is the kind of the limit that ended the work."""

DIMENSION = {"timeout": "seconds", "max-states": "max_states", "memory": "memory_mb"}
"""The field of `Limits` that sets the limit of this kind."""


@dataclass(frozen=True, eq=False)
class Job:
    """One call of a module's function that returns figures. Two jobs are the same work if their keys are equal."""

    name: str
    """For people; unique among the jobs that run together."""
    function: Callable[..., Any]
    """Returns figures. Or a generator: it yields once when it has loaded what it needs, which starts the clock, and
    then the figures."""
    arguments: tuple[Any, ...] = ()
    """Values that JSON has, fractions, frozen sets, models, and frozen dataclasses of these. Fields that are not
    compared are no part of the work."""
    limits: Limits = field(default_factory=Limits)
    """A runner ends a job that exceeds its time or its memory."""
    obeys: bool = False
    """Does the function take the limits as its last argument, to stop by itself before it is stopped?"""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables for a process of its own."""
    repetition: int = 0
    """Distinguishes runs of the same work."""
    modules: tuple[str, ...] = ()
    """That the function will load: a process of its own can start with them. They are no part of the work."""

    @property
    def call(self) -> tuple[Any, ...]:
        """The arguments of the call."""
        return (*self.arguments, self.limits) if self.obeys else self.arguments

    @cached_property
    def key(self) -> str:
        """A hash of the work: not of the name, and not of the limits, which a result carries."""
        function = f"{self.function.__module__}:{self.function.__name__}"
        work = [function, _content(self.arguments), sorted(self.environment), self.repetition]
        return _digest(work)


@dataclass(frozen=True)
class JobResult:
    """The outcome of a job: its figures, or how it failed."""

    limits: Limits
    """That the job had."""
    figures: Figures
    failure: str | None = None
    """How it crashed; it has no figures then."""
    log: str | None = None
    """The end of what a failed job wrote to standard error."""
    seconds: float = 0.0
    """By the clock on the wall, from the start of its process to its end."""

    @property
    def limit(self) -> LimitKind | None:
        """The kind of the limit that ended the work."""
        kind: LimitKind | None = self.figures.get("limit")
        return kind

    def serves(self, wanted_limits: Limits) -> bool:
        """Need the job not run again within these limits? A failure is tried again, and so is a job whose backend was
        not there. A result that reached a limit is good for jobs that have no more of it."""
        if self.failure is not None or "unavailable" in self.figures:
            return False
        if self.limit not in DIMENSION:
            return True
        had, wanted = (_bound(limits, DIMENSION[self.limit]) for limits in (self.limits, wanted_limits))
        return had >= wanted

    def to_json(self) -> dict[str, Any]:
        """As a store keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> JobResult:
        """The inverse of `to_json`; a ValueError if it is something else."""
        if document.keys() != RESULT_KEYS or not isinstance(document["figures"], dict):
            raise ValueError("this is not the result of a job")
        return cls(**{**document, "limits": _limits(tuple(document["limits"].items()))})


Found: TypeAlias = Mapping[str, JobResult]
"""Results by the names of their jobs."""

RESULT_KEYS = {one.name for one in fields(JobResult)}


@lru_cache(maxsize=1000)
def _limits(content: tuple[tuple[str, Any], ...]) -> Limits:
    """Most results of a study had the same limits."""
    return Limits(**dict(content))


def digest_of(value: object) -> str:
    """A hash of what could be an argument of a job: for models that many jobs have."""
    return _digest(_content(value))


def _digest(content: object) -> str:
    return sha256(json.dumps(content, sort_keys=True, allow_nan=False).encode()).hexdigest()[:32]


def _bound(limits: Limits, dimension: str) -> float:
    value: float | None = getattr(limits, dimension)
    return math.inf if value is None else value


def _content(value: object) -> Any:
    """The value as JSON that is equal for equal content."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Fraction):
        return {"is": "Fraction", "value": str(value)}
    if isinstance(value, LPTS):
        return native.to_json(value)
    if isinstance(value, list | tuple):
        return [_content(item) for item in value]
    if isinstance(value, frozenset):
        return {"is": "set", "value": sorted((_content(item) for item in value), key=json.dumps)}
    if isinstance(value, Mapping):
        return {str(key): _content(item) for key, item in value.items()}
    if is_dataclass(value):
        compared = [one.name for one in fields(value) if one.compare]
        return {"is": type(value).__name__, **{name: _content(getattr(value, name)) for name in compared}}
    raise InternalError(f"a job cannot have an argument of type {type(value).__name__}: its key would not be stable")
