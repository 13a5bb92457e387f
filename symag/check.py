"""`check`, the main verb: is `L1 ‖ … ‖ Ln ≼ P`?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from symag.errors import InputError, LimitReached
from symag.evidence import Verdict, audit_verdict
from symag.limits import Limits, Listener, Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import trim
from symag.simulation import Backend, Fixpoint, decide, get_backend, refute
from symag.smt import ENCODINGS

__all__ = ["AUDITED_WORK", "ENCODINGS", "METHODS", "RELATIONS", "Component", "check", "models_of"]

RELATIONS = ("simulation",)
METHODS = ("mono",)
AUDITED_WORK = 200_000
"""A verdict with at most so many obligations (a transition, with a specification state that must answer it) is audited
before it is given, which takes seconds."""
FIGURES = ("largest_composition", "largest_assumption", "states_explored", "transitions_explored", "queries")

Component = LPTS | Sequence["Component"]


def check(
    components: Component,
    specification: LPTS,
    *,
    relation: str = "simulation",
    method: str = "mono",
    backend: str | Backend = "fixpoint",
    encoding: str | None = None,
    limits: Limits | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    audit: bool | None = None,
    listener: Listener | None = None,
) -> Verdict:
    """Decide whether the composition of the components is simulated by the specification, with evidence.

    A solver backend has a choice of `encoding`: "lazy" (the default), "cuts" or "weights".
    `audit=None` has the kernel check the evidence unless that would make you wait; True and False force it. Limits may
    be given together, as `limits`, or one by one: `timeout` in seconds, `max_states`, `memory` in MB. When one is
    reached the verdict is `unknown`, with the reason.
    """
    _choose("relation", relation, RELATIONS)
    _choose("method", method, METHODS)
    engine = _engine(backend, encoding)
    if not isinstance(limits, Limits | None):
        raise InputError(f"limits must be a symag.Limits, not {limits!r}: write limits=symag.Limits(seconds=60)")
    if limits is not None and (timeout, max_states, memory) != (None, None, None):
        raise InputError("give the limits together, as limits=…, or one by one, not both")
    watch = Watch(limits or Limits(timeout, max_states, memory), listener)
    given, specification = models_of(components, specification)
    parts, specification = tuple(trim(model) for model in given), trim(specification)
    asked: dict[str, Any] = {
        "relation": relation,
        "method": method,
        "rule": None,
        "backend": engine.name,
        "components": parts,
        "specification": specification,
    }
    try:
        verdict, work = _monolithic(asked, engine, watch)
    except LimitReached as reached:
        return Verdict("unknown", **asked, reason=str(reached), statistics=_statistics(watch))
    must = audit is True or (audit is None and not isinstance(engine, Fixpoint))  # others are never taken on trust
    if not must and (audit is False or work > AUDITED_WORK):
        return verdict
    audited = audit_verdict(verdict, watch)
    if must and not audited.audited:
        reason = f"timeout: {watch.limits.seconds:g} s were used up while the kernel was checking"
        return Verdict("unknown", **asked, reason=reason, statistics=verdict.statistics)
    return audited


def _engine(backend: str | Backend, encoding: str | None) -> Backend:
    if isinstance(backend, str):
        return get_backend(backend, encoding)
    if not isinstance(backend, Backend):
        raise InputError(f"{backend!r} is not a backend: give its name, or an object that follows symag's protocol")
    if encoding is not None:
        raise InputError(f"an encoding is for a backend that is given by name, not for {backend!r}")
    return backend


def _monolithic(asked: dict[str, Any], backend: Backend, watch: Watch) -> tuple[Verdict, int]:
    """The verdict, and how many obligations the kernel would have to look at."""
    specification: LPTS = asked["specification"]
    outcome, system = decide(asked["components"], specification, backend, watch)
    counterexample = None if outcome.tree is None else refute(outcome.tree, specification, watch)
    statistics = _statistics(
        watch,
        largest_composition=system.num_states,
        largest_assumption=0,
        states_explored=system.num_states,
        transitions_explored=system.num_transitions,
        queries=1,
        **outcome.statistics,
    )
    if outcome.relation is not None:
        verdict = Verdict("holds", **asked, certificate=outcome.relation, statistics=statistics)
        return verdict, outcome.relation.obligations
    verdict = Verdict("violated", **asked, counterexample=counterexample, statistics=statistics)
    return verdict, sum(model.num_transitions for model in asked["components"])


def _statistics(watch: Watch, **found: object) -> dict[str, Any]:
    """The figures of every verdict; None where the work did not get so far."""
    figures: dict[str, Any] = {"seconds": round(watch.elapsed(), 6), "peak_memory_mb": round(peak_memory_mb(), 1)}
    return figures | dict.fromkeys(FIGURES) | found


def _choose(what: str, chosen: str, known: Iterable[str]) -> None:
    if chosen not in known:
        raise InputError(f"the {what} {chosen!r} is not known: choose from {', '.join(known)}")


def models_of(components: Component, specification: LPTS) -> tuple[tuple[LPTS, ...], LPTS]:
    """What was asked about, as models; an InputError if that is not what was given."""
    parts = tuple(_flattened(components))
    if not parts:
        raise InputError("there is nothing to check: give at least one component")
    return parts, _lpts(specification, "the specification")


def _flattened(components: Component) -> list[LPTS]:
    """The components of a list of lists: the monolithic method composes them all."""
    if isinstance(components, (list, tuple)):
        return [model for component in components for model in _flattened(component)]
    return [_lpts(components, "a component")]


def _lpts(model: object, what: str) -> LPTS:
    if not isinstance(model, LPTS):
        raise InputError(f"{what} must be an LPTS, not {model!r}: load a file with symag.load")
    return model
