"""`check`, the main verb: is `L1 ‖ … ‖ Ln ≼ P`?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from symag.assume import (
    STRATEGIES,
    Answer,
    Task,
    Told,
    by_agar,
    by_auto,
    by_cegar,
    by_composing,
    by_learning,
    by_reaching,
    by_trace_agar,
    hub_first,
    refuse_unfit,
    with_assumptions,
)
from symag.errors import InputError, LimitReached
from symag.evidence import Album, Verdict, audit_verdict, described
from symag.limits import Limits, Listener, Watch, peak_memory_mb
from symag.model import LPTS, counted
from symag.notes import explore_little, explored_by, notes_on
from symag.operators import trim
from symag.simulation import Backend, Fixpoint, get_backend, refute
from symag.smt import ENCODINGS
from symag.traces import refuse_unsafe

__all__ = [
    "AUDITED_WORK",
    "ENCODINGS",
    "FIGURES",
    "METHODS",
    "ORDERS",
    "RELATIONS",
    "RULES",
    "STRATEGIES",
    "Component",
    "check",
    "limits_of",
    "models_of",
    "parts_of",
    "refuse_unknown",
]

RELATIONS = ("simulation", "traces")
ANSWERS = {"auto": by_auto, "mono": by_composing, "agar": by_agar, "learn": by_learning, "cegar": by_cegar}
BY_PARTS = ("agar", "learn")
"""Those with a rule, sides and assumptions."""
METHODS = tuple(ANSWERS)
RULES = ("asym", "asym-n")
ORDERS = ("given", "auto")
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
    method: str = "auto",
    rule: str | None = None,
    strategy: str = "improved",
    assumption: LPTS | Sequence[LPTS] | None = None,
    reduce: bool | None = None,
    alphabet_refinement: bool = False,
    order: str = "given",
    backend: str | Backend = "fixpoint",
    encoding: str | None = None,
    limits: Limits | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    audit: bool | None = None,
    listener: Listener | None = None,
    told: Told | None = None,
) -> Verdict:
    """Decide whether the composition of the components is simulated by the specification, with evidence.

    With the `relation` "traces": whether it has no trace that the specification, a safety LTS, does not allow.

    `method` is "mono" (compose), "agar" (assumptions, by abstraction refinement), "cegar", or "auto", which finds out
    what pays. Components are reduced first, but for "mono" and the `strategy` "paper", unless `reduce` says otherwise.
    For "agar", `rule` "asym" has two sides, the first component (or list of components) and all the rest; "asym-n"
    takes every component by itself, in the `order` "given", or "auto": first the one that shares most of its actions.
    With an `assumption` (for "asym-n" a list of them) only the premises of the rule are decided. With
    `alphabet_refinement`, assumptions about traces speak at first of what the specification speaks of, and of more only
    where that is needed. A solver backend has a choice of `encoding`: "lazy" (the default), "cuts" or "weights"; for
    "learn" it answers the learner's membership queries, too.

    `audit=None` has the kernel check the evidence unless that would make you wait; True and False force it. Limits may
    be given together, as `limits`, or one by one: `timeout` in seconds, `max_states`, `memory` in MB. When one is
    reached the verdict is `unknown`, with the reason. `told` is called with each iteration of a refinement.
    """
    refuse_unknown(relation, method, rule, strategy, order)
    engine = _engine(backend, encoding)
    if method in BY_PARTS or relation == "traces":
        import_module("networkx"), import_module("numpy")  # now: loading them is not what the question takes
    watch = Watch(limits_of(limits, timeout, max_states, memory), listener)
    parts, _ = models_of(components, specification)
    sides = _sides(components, method, rule)
    trimmed = tuple(model for side in sides for model in side)
    if order == "auto":
        sides = hub_first(sides)
    given = _assumptions(assumption, method, sides, specification)
    if relation == "traces":
        refuse_unsafe((*(model for side in sides for model in side), *given), trim(specification))
    elif method == "learn":
        raise InputError("assumptions are learned for the relation 'traces' only: choose the method 'agar'")
    if alphabet_refinement and (relation != "traces" or method not in BY_PARTS):
        raise InputError("alphabets are refined for the relation 'traces', by the methods 'agar' and 'learn', only")
    heard: list[dict[str, Any]] = []

    def tell(iteration: dict[str, Any]) -> None:
        heard.append(iteration)
        if told is not None:
            told(iteration)

    wanted = reduces(method, strategy) if reduce is None else reduce
    album = Album()
    trusted = type(engine) is Fixpoint
    task = Task(sides, trim(specification), engine, watch, strategy, tell, wanted, alphabet_refinement, album)
    asked: dict[str, Any] = {
        "relation": relation,
        "method": method,
        "rule": None if method not in BY_PARTS else rule or ("asym" if len(sides) == 2 else "asym-n"),
        "backend": engine.name,
        "components": task.components,
        "specification": task.specification,
        "question": {} if trusted else {id(m): described(m) for m in (*task.components, task.specification)},
        "frames": album.frames,
        "options": _options(strategy, order, reduce, alphabet_refinement, encoding, given, watch.limits),
    }
    try:
        traces = relation == "traces"
        answer = with_assumptions(task, given, traces) if given else _road(task, traces, method)(task)
        explored = explored_by(answer.certificate, trimmed) or explore_little(trimmed, watch)
        asked["notes"] = notes_on(parts, trimmed, specification, explored, watch)
        asked["components"] = answer.components or task.components
        return _audited(_verdict(asked, answer, watch), engine, audit, watch)
    except LimitReached as reached:
        asked["notes"] = notes_on(parts, trimmed, specification, explore_little(trimmed, watch), watch)
        return Verdict("unknown", **asked, reason=str(reached), history=tuple(heard), statistics=_statistics(watch))


def reduces(method: str, strategy: str) -> bool:
    """Are components reduced first, if nobody says otherwise?"""
    return method != "mono" and strategy != "paper"


def _road(task: Task, traces: bool, method: str) -> Callable[[Task], Answer]:
    """What answers the question: traces have roads of their own."""
    if traces and method == "agar":
        return by_trace_agar
    if traces and method == "mono" and not task.reduce and type(task.backend) is Fixpoint:
        return by_reaching
    return ANSWERS[method]


def refuse_unknown(relation: str, method: str, rule: str | None, strategy: str, order: str) -> None:
    """An InputError for a choice that there is not."""
    _choose("relation", relation, RELATIONS)
    _choose("method", method, METHODS)
    _choose("strategy", strategy, STRATEGIES)
    _choose("order", order, ORDERS)
    if rule is not None:
        _choose("rule", rule, RULES)


def _options(
    strategy: str,
    order: str,
    reduce: bool | None,
    alphabet_refinement: bool,
    encoding: str | None,
    given: Sequence[LPTS],
    limits: Limits,
) -> dict[str, Any]:
    """The choices that a verdict does not speak of otherwise, where they are not the default."""
    chosen = {
        "strategy": None if strategy == "improved" else strategy,
        "order": None if order == "given" else order,
        "reduce": reduce,
        "alphabet_refinement": alphabet_refinement or None,
        "encoding": encoding,
        "assumption": [model.name for model in given] or None,
        "timeout": limits.seconds,
        "max_states": limits.max_states,
        "memory": limits.memory_mb,
    }
    return {name: value for name, value in chosen.items() if value is not None}


def limits_of(limits: Limits | None, timeout: float | None, max_states: int | None, memory: float | None) -> Limits:
    """The limits, however they were given."""
    if not isinstance(limits, Limits | None):
        raise InputError(f"limits must be a symag.Limits, not {limits!r}: write limits=symag.Limits(seconds=60)")
    if limits is not None and (timeout, max_states, memory) != (None, None, None):
        raise InputError("give the limits together, as limits=…, or one by one, not both")
    return limits or Limits(timeout, max_states, memory)


def _audited(verdict: Verdict, engine: Backend, audit: bool | None, watch: Watch) -> Verdict:
    """The verdict, audited if it must be or if that takes seconds only; `LimitReached` if it must, and cannot be.

    Other backends are never taken on trust, nor are trees that were made by rewriting others.
    """
    doubtful = type(engine) is not Fixpoint or (verdict.verdict == "violated" and verdict.method != "mono")
    must = audit is True or (audit is None and doubtful)
    if verdict.verdict == "unknown" or (not must and (audit is False or _work(verdict) > AUDITED_WORK)):
        return verdict
    try:
        return audit_verdict(verdict, watch)
    except LimitReached:
        if must:
            raise
        return verdict


def _sides(components: Component, method: str, rule: str | None) -> tuple[tuple[LPTS, ...], ...]:
    """The sides of the rule; one side for a method without."""
    flat = tuple(replace(trim(model), product=None) for model in _flattened(components))
    if method not in BY_PARTS:
        if rule is not None:
            raise InputError(f"the method {method!r} has no rule: leave {rule!r} out, or choose the method 'agar'")
        return (flat,)
    if not isinstance(components, (list, tuple)) or len(flat) < 2:
        raise InputError("assume-guarantee reasoning needs two components or more: give more, or choose another method")
    if rule == "asym-n" or (rule is None and len(components) != 2):
        return tuple((model,) for model in flat)
    first = len(_flattened(components[0]))
    if not first:
        raise InputError("the rule 'asym' has two sides, and the first one is empty: give it a component")
    if first == len(flat):
        raise InputError("the rule 'asym' has two sides, the first component and the rest: there is no rest")
    return flat[:first], flat[first:]


def _assumptions(
    given: LPTS | Sequence[LPTS] | None, method: str, sides: tuple[tuple[LPTS, ...], ...], specification: LPTS
) -> tuple[LPTS, ...]:
    """The assumptions that the user hands over; an InputError if the rule does not apply to them."""
    if given is None:
        return ()
    models = tuple(map(trim, _flattened(given, "an assumption")))
    if method != "agar":
        raise InputError(f"the method {method!r} has no assumptions: choose the method 'agar'")
    if len(models) != len(sides) - 1:
        raise InputError(f"{len(sides)} sides need {counted(len(sides) - 1, 'assumption')}, not {len(models)}")
    refuse_unfit(sides, models, specification)
    return models


def _verdict(asked: dict[str, Any], answer: Answer, watch: Watch) -> Verdict:
    tree = answer.tree
    counterexample = None if tree is None else refute(tree, asked["specification"], watch)
    if counterexample is not None and asked["relation"] == "traces":
        counterexample = replace(counterexample, kind="trace")
    found: dict[str, Any] = {"statistics": _statistics(watch, **answer.statistics), "history": answer.history}
    if counterexample is not None:
        return Verdict("violated", **asked, **found, counterexample=counterexample)
    if answer.certificate is None:
        return Verdict("unknown", **asked, **found, reason=answer.reason)
    return Verdict("holds", **asked, **found, certificate=answer.certificate, assumptions=answer.assumptions)


def _work(verdict: Verdict) -> int:
    """How many obligations the kernel would have to look at."""
    if verdict.certificate is not None:
        return verdict.certificate.obligations
    return sum(model.num_transitions for model in verdict.components)


def _engine(backend: str | Backend, encoding: str | None) -> Backend:
    if isinstance(backend, str):
        return get_backend(backend, encoding)
    if not isinstance(backend, Backend):
        raise InputError(f"{backend!r} is not a backend: give its name, or an object that follows symag's protocol")
    if encoding is not None:
        raise InputError(f"an encoding is for a backend that is given by name, not for {backend!r}")
    return backend


def _statistics(watch: Watch, **found: object) -> dict[str, Any]:
    """The figures of every verdict; None where the work did not get so far."""
    figures: dict[str, Any] = {"seconds": round(watch.elapsed(), 6), "peak_memory_mb": round(peak_memory_mb(), 1)}
    return figures | dict.fromkeys(FIGURES) | found


def _choose(what: str, chosen: str, known: Iterable[str]) -> None:
    if chosen not in known:
        raise InputError(f"the {what} {chosen!r} is not known: choose from {', '.join(known)}")


def models_of(components: Component, specification: LPTS) -> tuple[tuple[LPTS, ...], LPTS]:
    """What was asked about, as models; an InputError if that is not what was given."""
    return parts_of(components), _lpts(specification, "the specification")


def parts_of(components: Component) -> tuple[LPTS, ...]:
    """The components of a list of lists, one after the other; an InputError if there is none."""
    parts = tuple(_flattened(components))
    if not parts:
        raise InputError("there is nothing to check: give at least one component")
    return parts


def _flattened(components: Component, what: str = "a component") -> list[LPTS]:
    """The components of a list of lists: the monolithic method composes them all."""
    if isinstance(components, (list, tuple)):
        return [model for component in components for model in _flattened(component, what)]
    return [_lpts(components, what)]


def _lpts(model: object, what: str) -> LPTS:
    if not isinstance(model, LPTS):
        raise InputError(f"{what} must be an LPTS, not {model!r}: load a file with symag.load")
    return model
