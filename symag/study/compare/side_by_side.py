"""`compare`: the same question put to several backends, by several methods, each in a process of its own.

So the peak memory of each is its own, none finds anything warm that another has left, one that crashes takes nobody
with it, and one that does not obey its limits is stopped from outside. They run one after the other: they are timed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from symag.assume import METHODS, Component, listed_components
from symag.errors import InputError
from symag.limits import Limits, Listener, Watch
from symag.model import LPTS
from symag.operators import trim
from symag.options import Options
from symag.process import in_a_process
from symag.question import ask
from symag.simulation import backend_names, get_backend
from symag.study.compare.comparison import DEFAULT_METHODS, Comparison, ComparisonRow
from symag.study.compare.trial import trial

__all__ = ["chosen", "chosen_methods", "compare"]

GRACE = 1.0
"""Seconds after the timeout, in which a backend may still stop by itself and say what it was doing."""
SLACK_MB = 64.0
"""Memory beyond the limit that a backend may take before it is stopped, for the same reason."""


def compare(
    components: Component,
    specification: LPTS,
    *,
    backends: Iterable[str] | None = None,
    methods: Iterable[str] | None = None,
    relation: str = "simulation",
    rule: str | None = None,
    strategy: str = "improved",
    order: str = "given",
    alphabet_refinement: bool = False,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> Comparison:
    """Put the same question to several backends, to several methods, or to each backend by each method.

    The question is that of `symag.check`: whether the composition of the components is simulated by the specification;
    with the `relation` "traces", whether it has no trace that the specification does not allow.

    `backends` are names: "fixpoint" is symag's own engine, "z3", "pysmt:z3" and "pysmt:cvc5" are solvers, and a solver
    may be asked in another encoding: "z3/lazy" (the default), "z3/cuts", "z3/weights". `symag.backend_names()` lists
    those that are there. `backends=None` asks all of them; or "fixpoint" alone, if there are `methods` to compare.

    `methods` are "auto" (the default, alone: symag finds out what pays), "mono" (compose everything), "agar" (by parts,
    refining assumptions), "learn" (by parts, learning assumptions, for traces) and "cegar" (refine one abstraction).
    Those that work by parts heed the `rule`, "asym" (two sides) or "asym-n" (every component by itself), the `order` of
    the components, "given" or "auto" (symag chooses it), and for traces `alphabet_refinement`. Those that refine heed
    the `strategy`, "improved" or "paper" (as published). `symag.check` says more about each of these.

    Each backend with each method is a row of the result, in a process of its own and audited as by `symag.check`. The
    limits are those of `symag.check`, for each row. One that fails, or does not come back in time, is a row like the
    others; one that is not there, or does not go with the relation, is an InputError at once.
    """
    limits = Limits(timeout, max_states, memory)
    parts = listed_components(components)
    names, ways = chosen(backends, methods), chosen_methods(methods)
    using_rule = {method.name for method in METHODS if method.uses_rule}
    by_parts = using_rule if using_rule & set(ways) else ways  # if there are none, `ask` says what is wrong
    shared = {"relation": relation, "strategy": strategy, "order": order}
    options: dict[str, dict[str, Any]] = {}
    for way in ways:
        own = {"rule": rule, "alphabet_refinement": alphabet_refinement} if way in by_parts else {}
        options[way] = shared | own | {"method": way}
        asked = ask(components, specification, Options(**options[way]))
        asked.relation.admit(map(trim, parts), trim(specification))
    modules = {name: type(get_backend(name)).__module__ for name in names}
    rows = []
    for number, (method, name) in enumerate(product(ways, names), 1):
        question = {
            "backend": name,
            "module": modules[name],
            "components": components,
            "specification": specification,
            "options": options[method],
            "timeout": timeout,
            "max_states": max_states,
            "memory": memory,
        }
        label = name if ways == DEFAULT_METHODS else f"{method}, {name}"
        tell = partial(listener or _nobody, f"{label}, {number} of {len(ways) * len(names)}", 0)
        rows.append(replace(_row(question, limits, tell), method=method))
    return Comparison(parts, specification, tuple(rows), limits, relation, rule)


def _nobody(stage: str, count: int) -> None:
    """Who listens where nobody does."""


def chosen(backends: Iterable[str] | None, methods: Iterable[str] | None = None) -> tuple[str, ...]:
    """The names of the backends that are to be asked; an InputError if one is there twice or not at all."""
    if isinstance(backends, str):
        raise InputError(f"backends must be a list of names, not {backends!r}: write [{backends!r}]")
    if backends is None:
        backends = filter(_is_usable, backend_names()) if methods is None else ("fixpoint",)
    names = tuple(backends)
    if not names:
        raise InputError(f"there is nobody to ask: choose from {', '.join(backend_names())}")
    for position, name in enumerate(names):
        get_backend(name)
        if name in names[:position]:
            raise InputError(f"the backend {name!r} is there twice")
    return names


def chosen_methods(methods: Iterable[str] | None) -> tuple[str, ...]:
    """The methods that are to be compared; an InputError if one is there twice."""
    if methods is None:
        return DEFAULT_METHODS
    if isinstance(methods, str):
        raise InputError(f"methods must be a list of names, not {methods!r}: write [{methods!r}]")
    names = tuple(methods)
    if not names:
        raise InputError(f"there is no method to compare: choose from {', '.join(method.name for method in METHODS)}")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise InputError(f"the method {name!r} is there twice")
    return names


def _is_usable(name: str) -> bool:
    """A solver may be installed and yet be good for nothing; whoever asks for it by name is told so."""
    try:
        get_backend(name)
    except InputError:
        return False
    return True


def _row(question: dict[str, Any], limits: Limits, tell: Callable[[], None]) -> ComparisonRow:
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
        return ComparisonRow(name, **answer, log=ended.log if answer["verdict"] == "failed" else None)
    if ended.stopped is None:
        return ComparisonRow(name, "failed", ended.how, log=ended.log or None)
    reason = f"memory: {ended.memory_mb:.0f} MB of {memory:.0f} MB were in use, and the backend had to be stopped"
    if ended.stopped == "timeout":
        reason = f"timeout: {seconds:g} s were used up, and the backend had to be stopped"
    return ComparisonRow(name, "unknown", reason, round(ended.seconds, 6))
