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
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeAlias

from symag.errors import InternalError, LimitKind
from symag.formats import native
from symag.limits import Limits
from symag.model import LPTS

__all__ = ["Figures", "Job", "JobResult"]

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
    """Values that JSON has, fractions, models, and frozen dataclasses of these."""
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
        return sha256(json.dumps(work, sort_keys=True, allow_nan=False).encode()).hexdigest()[:32]


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

    def serves(self, job: Job) -> bool:
        """Need the job not run again? A failure is tried again. A result that reached a limit is good for jobs that
        have no more of it."""
        if self.failure is not None:
            return False
        if self.limit not in DIMENSION:
            return True
        had, wanted = (_bound(limits, DIMENSION[self.limit]) for limits in (self.limits, job.limits))
        return had >= wanted

    def to_json(self) -> dict[str, Any]:
        """As a store keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> JobResult:
        """The inverse of `to_json`; a ValueError if it is something else."""
        known = {one.name for one in fields(cls)}
        if document.keys() != known or not isinstance(document["figures"], dict):
            raise ValueError("this is not the result of a job")
        return cls(**{**document, "limits": Limits(**document["limits"])})


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
    if isinstance(value, Mapping):
        return {str(key): _content(item) for key, item in value.items()}
    if is_dataclass(value):
        return {"is": type(value).__name__, **{f.name: _content(getattr(value, f.name)) for f in fields(value)}}
    raise InternalError(f"a job cannot have an argument of type {type(value).__name__}: its key would not be stable")
