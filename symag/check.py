"""`check`, the main verb: is `L1 ‖ … ‖ Ln ≼ P`?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from symag.assume import (
    STRATEGIES,
    Agar,
    Answer,
    IterationListener,
    Learning,
    Task,
    TraceAgar,
    by_agar,
    by_auto,
    by_cegar,
    by_composing,
    by_learning,
    by_trace_agar,
    hub_first,
    in_both_orders,
    on_the_fly_safety,
    refuse_unfit,
    with_assumptions,
    with_order,
)
from symag.errors import InputError, LimitReached
from symag.evidence import IterationLog, Verdict, audit_verdict, described
from symag.formats import refuse_formula
from symag.limits import Limits, Listener, Watch, peak_memory_mb, within_memory
from symag.model import LPTS, counted
from symag.notes import explore_little, explored_by, notes_on
from symag.operators import trim
from symag.simulation import Backend, capabilities_of, get_backend, refute
from symag.smt import ENCODINGS
from symag.traces import refuse_unsafe

__all__ = [
    "AUDITED_WORK",
    "BY_PARTS",
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
    "load_libraries",
    "models_of",
    "parts_of",
    "refuse_mismatch",
    "refuse_unknown",
    "sides_of",
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
    told: IterationListener | None = None,
) -> Verdict:
    """Decide whether the composition of the components is simulated by the specification, with evidence.

    With the `relation` "traces": whether it has no trace that the specification, a safety LTS, does not allow.

    `method` is how it is decided:

    - "auto" finds out what pays: it composes what is small, reduces the components, or refines assumptions.
    - "mono" composes all components. It finds violations early, with the tree or trace that is shortest.
    - "agar" works by parts: it refines assumptions about components until they prove the question, or until a
      counterexample is real. For systems that are too large to compose, or if you want the assumptions.
    - "learn" works by parts, too, with assumptions that L* learns; for the relation "traces" only.
    - "cegar" composes the system, and refines one abstraction of it.

    `rule` is for "agar" and "learn". "asym" has two sides, the first component (or list of components) and all the
    rest, and one assumption about the second side; "asym-n" takes every component by itself, with an assumption about
    those that are still to come. The default is "asym" for two sides, "asym-n" for more.

    `order` is for "agar" and "learn", too: no assumption is needed about the side that comes first, so the order can
    make assumptions small or large. "given" takes the components as they stand. "auto" tries both orders of two sides,
    by turns, until one has an answer, and puts first of three or more the one that shares most of its actions.
    `verdict.components` and `verdict.statistics["order"]` have the order that was used.

    `strategy` is for "agar" and "cegar": "improved" needs fewer iterations, "paper" does what CAV'12 says.

    `backend` decides simulations: "fixpoint", symag's own engine, or a solver, as a cross-check: "z3", "pysmt:z3",
    "pysmt:cvc5" (`symag.backend_names()` lists those that are there), or an object that follows the protocol. A solver
    has a choice of `encoding`: "lazy" (clauses on demand, the default), "cuts" (Boolean) or "weights" (linear
    arithmetic). For "learn" it answers the learner's membership queries, too.

    Components are reduced first, but for "mono" and the strategy "paper", unless `reduce` says otherwise. With an
    `assumption` (for "asym-n" a list of them), "agar" only decides the premises of the rule. With
    `alphabet_refinement`, assumptions about traces speak at first of what the specification speaks of, and of more only
    where that is needed.

    `audit=None` has the kernel check the evidence unless that would make you wait; True and False force it. Limits may
    be given together, as `limits`, or one by one: `timeout` in seconds, `max_states`, `memory` in MB. When one is
    reached the verdict is `unknown`, with the reason. `told` is called with each iteration of a refinement.
    """
    refuse_unknown(relation, method, rule, strategy, order)
    refuse_mismatch(relation, method, alphabet_refinement)
    engine = _engine(backend, encoding)
    load_libraries(relation, method)
    watch = Watch(limits_of(limits, timeout, max_states, memory), listener)
    models_of(components, specification)
    sides = sides_of(components, method, rule)
    if order == "auto":
        sides = hub_first(sides)
    given = _assumptions(assumption, method, sides, specification)
    heard: list[dict[str, Any]] = []

    def tell(iteration: dict[str, Any]) -> None:
        heard.append(iteration)
        if told is not None:
            told(iteration)

    wanted = reduces(method, strategy) if reduce is None else reduce
    iteration_log = IterationLog()
    trusted = capabilities_of(engine).is_trusted
    parts = tuple(model for side in sides for model in side)
    asked: dict[str, Any] = {
        "relation": relation,
        "method": method,
        "rule": None if method not in BY_PARTS else rule or ("asym" if len(sides) == 2 else "asym-n"),
        "backend": engine.name,
        "components": parts,
        "specification": specification,
        "question": {},
        "frames": iteration_log.frames,
        "options": _options(strategy, order, reduce, alphabet_refinement, encoding, given, watch.limits),
    }

    def decided() -> Verdict:
        watch.check("looking for unreachable states")
        small, above = tuple(tuple(trim(model, watch) for model in side) for side in sides), trim(specification, watch)
        assumptions = tuple(trim(model, watch) for model in given)
        traces, kept = relation == "traces", tuple(model for side in small for model in side)
        if traces:
            refuse_unsafe((*kept, *assumptions), above)
        asked["components"], asked["specification"] = kept, above
        if not trusted:  # it works on copies, and the kernel sees the models as they are now
            asked["question"] = {id(model): described(model, watch) for model in (*kept, above)}
            small, above = deepcopy((small, above))
        task = Task(small, above, engine, watch, strategy, tell, wanted, alphabet_refinement, iteration_log)
        own = {id(model): given_one for model, given_one in zip(task.components, kept, strict=True)}
        answer = with_assumptions(task, assumptions, traces) if given else _road(task, traces, method, order)(task)
        ordered = tuple(own[id(model)] for model in answer.components or task.components)
        used = {"components": ordered, "notes": noted(task.components, answer.certificate)}
        pictures = {"frames": iteration_log.frames if answer.frames is None else answer.frames}
        return _audited(_verdict(asked | used | pictures, answer, watch), engine, audit, watch)

    def noted(reachable: Sequence[LPTS], certificate: object = None) -> tuple[str, ...]:
        with suppress(LimitReached, MemoryError):  # a note is not worth a verdict
            explored = explored_by(certificate, reachable) or explore_little(reachable, watch)
            return notes_on(parts, reachable, specification, explored, watch)
        return ()

    try:
        return within_memory(decided)
    except LimitReached as reached:
        asked["reason"] = str(reached)
    asked["notes"] = noted(asked["components"])
    history = tuple(entry for entry in heard if entry.get("first") == heard[0].get("first"))  # of one order
    return Verdict("unknown", **asked, history=history, statistics=_statistics(watch))


def load_libraries(relation: str, method: str) -> None:
    """Load what will be needed, before the clock runs: that is not what the question takes."""
    if method in (*BY_PARTS, "cegar") or relation == "traces":
        import_module("numpy")


def reduces(method: str, strategy: str) -> bool:
    """Are components reduced first, if nobody says otherwise?"""
    return method != "mono" and strategy != "paper"


def _road(task: Task, traces: bool, method: str, order: str) -> Callable[[Task], Answer]:
    """What answers the question: traces have roads of their own."""
    if order == "auto" and method in BY_PARTS:
        return partial(_ordered, traces, method)
    if traces and method == "agar":
        return by_trace_agar
    if traces and method == "mono" and not task.reduce and capabilities_of(task.backend).is_explicit:
        return on_the_fly_safety
    return ANSWERS[method]


def _ordered(traces: bool, method: str, task: Task) -> Answer:
    """By parts, in an order of symag's choice; of more than two sides it was chosen beforehand."""
    if len(task.sides) == 2:
        return in_both_orders(task, Learning if method == "learn" else TraceAgar if traces else Agar)
    return with_order(_road(task, traces, method, "given")(task), task)


def refuse_unknown(relation: str, method: str, rule: str | None, strategy: str, order: str) -> None:
    """An InputError for a choice that there is not."""
    _choose("relation", relation, RELATIONS)
    _choose("method", method, METHODS)
    _choose("strategy", strategy, STRATEGIES)
    _choose("order", order, ORDERS)
    if rule is not None:
        _choose("rule", rule, RULES)


def refuse_mismatch(relation: str, method: str, alphabet_refinement: bool = False) -> None:
    """An InputError for choices that do not go together."""
    if method == "learn" and relation != "traces":
        raise InputError("assumptions are learned for the relation 'traces' only: choose the method 'agar'")
    if alphabet_refinement and (relation != "traces" or method not in BY_PARTS):
        raise InputError("alphabets are refined for the relation 'traces', by the methods 'agar' and 'learn', only")


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
    doubtful = not capabilities_of(engine).is_trusted or (verdict.verdict == "violated" and verdict.method != "mono")
    must = audit is True or (audit is None and doubtful)
    if verdict.verdict == "unknown" or (not must and (audit is False or _work(verdict) > AUDITED_WORK)):
        return verdict
    try:
        return audit_verdict(verdict, watch)
    except LimitReached:
        if must:
            raise
        return verdict


def sides_of(components: Component, method: str, rule: str | None) -> tuple[tuple[LPTS, ...], ...]:
    """The sides of the rule; one side for a method without. An InputError if the components do not make them."""
    flat = tuple(replace(model, product=None) for model in _flattened(components))
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
    models = tuple(_flattened(given, "an assumption"))
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
    if isinstance(model, str):
        refuse_formula(model)
    if not isinstance(model, LPTS):
        raise InputError(f"{what} must be an LPTS, not {model!r}: load a file with symag.load")
    return model
