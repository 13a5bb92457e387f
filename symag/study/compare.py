"""`compare`: the same question put to several backends, each in a process of its own.

So the peak memory of each is its own, none finds anything warm that another has left, one that crashes takes nobody
with it, and one that does not obey its limits is stopped from outside. They run one after the other: they are timed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from symag.check import Component, models_of
from symag.errors import InputError
from symag.limits import Limits, Listener, Watch
from symag.model import LPTS
from symag.process import in_a_process
from symag.simulation import backend_names, get_backend
from symag.study.comparison import Comparison, Row
from symag.study.trial import trial

__all__ = ["chosen", "compare"]

GRACE = 1.0
"""Seconds after the timeout, in which a backend may still stop by itself and say what it was doing."""
SLACK_MB = 64.0
"""Memory beyond the limit that a backend may take before it is stopped, for the same reason."""


def compare(
    components: Component,
    specification: LPTS,
    *,
    backends: Iterable[str] | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> Comparison:
    """Ask each backend whether the composition of the components is simulated by the specification.

    `backends=None` asks all that are there. The limits are those of `symag.check`, for each backend. A backend that
    fails, or does not come back in time, is a row like the others; one that is not there is an InputError at once.
    """
    limits = Limits(timeout, max_states, memory)
    parts, specification = models_of(components, specification)
    names = chosen(backends)
    modules = {name: type(get_backend(name)).__module__ for name in names}
    rows = []
    for number, name in enumerate(names, 1):
        question = {
            "backend": name,
            "module": modules[name],
            "components": parts,
            "specification": specification,
            "timeout": timeout,
            "max_states": max_states,
            "memory": memory,
        }
        tell = partial(listener or _nobody, f"{name}, {number} of {len(names)}", 0)
        rows.append(_row(question, limits, tell))
    return Comparison(parts, specification, tuple(rows), limits)


def _nobody(stage: str, count: int) -> None:
    """Who listens where nobody does."""


def chosen(backends: Iterable[str] | None) -> tuple[str, ...]:
    """The names of the backends that are to be asked; an InputError if one is there twice or not at all."""
    if isinstance(backends, str):
        raise InputError(f"backends must be a list of names, not {backends!r}: write [{backends!r}]")
    names = tuple(filter(_is_usable, backend_names()) if backends is None else backends)
    if not names:
        raise InputError(f"there is nobody to ask: choose from {', '.join(backend_names())}")
    for position, name in enumerate(names):
        get_backend(name)
        if name in names[:position]:
            raise InputError(f"the backend {name!r} is there twice")
    return names


def _is_usable(name: str) -> bool:
    """A solver may be installed and yet be good for nothing; whoever asks for it by name is told so."""
    try:
        get_backend(name)
    except InputError:
        return False
    return True


def _row(question: dict[str, Any], limits: Limits, tell: Callable[[], None]) -> Row:
    """Put the question to one backend."""
    name = question["backend"]
    seconds = math.inf if limits.seconds is None else limits.seconds
    memory = Watch(limits).memory_mb
    ended = in_a_process(
        trial.__module__,
        trial.__name__,
        question,
        seconds=seconds + GRACE,
        memory_mb=memory + SLACK_MB,
        tell=tell,
    )
    answer = ended.answers[-1] if ended.answers else {}
    if "unavailable" in answer:
        where = "it must be in a package, or in a module that can be imported"
        raise InputError(f"the backend {name!r} is known only in this process ({where}): {answer['unavailable']}")
    if answer:
        return Row(name, **answer, log=ended.log if answer["verdict"] == "failed" else None)
    if ended.stopped is None:
        return Row(name, "failed", ended.how, log=ended.log or None)
    reason = f"memory: {ended.memory_mb:.0f} MB of {memory:.0f} MB were in use, and the backend had to be stopped"
    if ended.stopped == "timeout":
        reason = f"timeout: {seconds:g} s were used up, and the backend had to be stopped"
    return Row(name, "unknown", reason, round(ended.seconds, 6))
