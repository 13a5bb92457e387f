"""The one door to the kernel."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from symag.errors import InternalError, LimitReached
from symag.evidence.specification import Conjunction, Specification
from symag.evidence.verdict import Verdict
from symag.formats import native, read_text
from symag.kernel import audit as kernel
from symag.kernel import minimality
from symag.kernel.audit import Audit, Facts, Model
from symag.kernel.formula import Formula
from symag.kernel.minimality import audit_with_bounds as ask_the_kernel
from symag.limits import Limits, Watch
from symag.model import LPTS, counted
from symag.model.collector import no_collection
from symag.process import in_a_process

__all__ = ["Audit", "audit", "audit_each", "audit_verdict", "compare_models", "read_verdict_text"]

MAX_VERDICT_BYTES = 4 * 2**30
CHECKING = "the kernel is checking"
LEAST_SECONDS = 0.1
"""That the kernel gets, however little time is left: enough for most counterexamples."""


def audit(
    path: str | os.PathLike[str],
    *,
    components: Iterable[LPTS] | None = None,
    specification: Specification | None = None,
    limits: Limits | None = None,
) -> Audit:
    """Have the kernel check a verdict file, on the file alone. True if and only if it accepts; `.reason` says why.

    The result says which models the verdict is about, each with its size and the SHA-256 of a canonical form. If you
    give `components` or the `specification`, these must be the ones of the verdict: same states, alphabet and
    transitions, whatever their names and their order; unreachable states do not count. When a limit is reached, that
    is a `LimitReached`: nothing is known about the evidence then.

    A file with several questions is accepted if the evidence for each of them is.
    """
    given = None if components is None else list(components)
    audits = audit_each(read_verdict_text(path), Watch(limits))
    return _together([compare_models(result, given, specification) for result in audits])


def _together(audits: list[Audit]) -> Audit:
    """The audit of a file, from the audits of its verdicts."""
    if len(audits) == 1:
        return audits[0]
    verdicts = [result.verdict for result in audits]
    claim = next((one for one in ("", "unknown", "violated") if one in verdicts), "holds")
    for number, result in enumerate(audits, 1):
        if not result:
            return Audit(False, f"question {number}: {result.reason}", claim)
    return Audit(True, f"the evidence for each of {len(audits)} questions", claim)


def read_verdict_text(path: str | os.PathLike[str]) -> str:
    """The text of a verdict file, read once; `-` is the standard input."""
    return read_text(os.fspath(path), MAX_VERDICT_BYTES)


def audit_each(text: str, watch: Watch) -> list[Audit]:
    """Ask the kernel about each verdict in a file's text; `LimitReached` if the watch's limits do not suffice."""
    if watch.listener is not None:
        watch.listener(CHECKING, 0)
    if watch.remaining() is None and watch.limits.memory_mb is None:
        try:
            with no_collection():
                return ask_the_kernel(text)
        except MemoryError:
            raise LimitReached("memory", f"memory: all of it was used up while {CHECKING}") from None
    return _ask_in_a_process(text, watch)


def compare_models(result: Audit, components: Iterable[LPTS] | None, specification: Specification | None) -> Audit:
    """The same result if it is about these models; otherwise a rejection that names one that differs."""
    if result and components is not None:
        result = _compared(result, list(components), result.components, "component")
    if result and specification is not None:
        given = specification.conjuncts if isinstance(specification, Conjunction) else [specification]
        result = _compared(result, given, result.specification, "conjunct" if len(given) > 1 else "specification")
    return result


def _compared(result: Audit, given: Sequence[Specification], known: Sequence[Facts], what: str) -> Audit:
    """Are these the models of the verdict, or its formula, in any order?"""
    left = Counter(facts.sha256 for facts in known)
    for number, model in enumerate(given, 1):
        digest = _sha256(model)
        if not left[digest]:
            which = "the specification" if what == "specification" else f"{what} {number}"
            return _about_another(result, which, model, known)
        left[digest] -= 1
    if len(given) < len(known):
        plural = "conjuncts" if what == "specification" else f"{what}s"
        reason = f"the verdict is about {len(known)} {plural}, not {len(given)}"
        return result._replace(accepted=False, reason=reason)
    return result


def _about_another(result: Audit, what: str, given: Specification, known: Iterable[Facts]) -> Audit:
    """The rejection, with the models of the verdict among which the given one is not."""
    size = f" with {_size(given.num_states, given.num_transitions)}" if isinstance(given, LPTS) else ""
    theirs = ", ".join(
        f"{one.name!r} ({_size(one.states, one.transitions)})" if one.states else f"{one.name!r}" for one in known
    )
    reason = f"{what}, {given.name!r}{size}, differs from the verdict's: {theirs}"
    return result._replace(accepted=False, reason=reason)


def _size(states: int, transitions: int) -> str:
    return f"{counted(states, 'state')} and {counted(transitions, 'transition')}"


def _sha256(given: Any) -> str:
    """Of the canonical form of a model or a formula, which the kernel computes."""
    is_model = isinstance(given, LPTS)
    data = json.loads(json.dumps(native.to_json(given) if is_model else given.to_json()), parse_int=kernel.Number)
    return kernel.digest(Model(data).canonical() if is_model else Formula(data).canonical)


def audit_verdict(verdict: Verdict, watch: Watch | None = None) -> Verdict:
    """The same verdict, audited; `LimitReached` if the limits do not suffice. What is rejected is no verdict."""
    watch = watch or Watch()
    with no_collection():
        verdict.write_evidence(watch)
        text = verdict.dumps()
    (result,) = audit_each(text, watch)
    if not result:
        raise InternalError(f"the kernel rejected the evidence for {verdict.verdict!r}: {result.reason}")
    audited = replace(verdict, audited=True)
    vars(audited)["_evidence"] = verdict._evidence  # the same, and costly to make
    return audited


def _ask_in_a_process(text: str, watch: Watch) -> list[Audit]:
    """Ask the kernel in a process of its own, which is stopped at a limit. The time to start it does not count."""
    remaining = watch.remaining()
    seconds = math.inf if remaining is None else max(remaining, LEAST_SECONDS)
    memory = watch.memory_mb
    ended = in_a_process(
        minimality.__file__, ask_the_kernel.__name__, text, isolated=True, seconds=seconds, memory_mb=memory
    )
    if ended.answers:
        return [_audit_of(data) for data in ended.answers[-1]]
    if ended.stopped == "memory" or ended.log.endswith("MemoryError"):
        raise LimitReached("memory", f"memory: {memory:.0f} MB were used up while {CHECKING}")
    if ended.stopped == "timeout":
        watch.check(CHECKING)
        raise LimitReached("timeout", f"timeout: no time was left while {CHECKING}")
    raise InternalError(f"the kernel gave no answer: {ended.how}")


def _audit_of(data: list[object]) -> Audit:
    """What the kernel's process wrote."""
    *rest, components, specification = data
    return Audit(*rest, *(tuple(Facts(*one) for one in models) for models in (components, specification)))  # type: ignore
