"""Checks as jobs: a subject, the options of `check`, limits; and the figures of one check.

Every study measures its checks here: `compare`, the tables of the papers, the benchmarks.
"""

from __future__ import annotations

import importlib
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from symag.assume import Component, method_of
from symag.check import check
from symag.errors import InputError, InternalError
from symag.evidence import Specification, Verdict
from symag.limits import Limits
from symag.model import LPTS
from symag.options import Options
from symag.question import ask
from symag.simulation import get_backend
from symag.study.jobs import Figures, Job

__all__ = ["GivenModels", "Specified", "Subject", "check_figures", "check_job"]

SIZES = ("pairs", "variables", "clauses", "core")
"""What a backend may say about its work, besides what all verdicts say."""


VERSION = "importlib.metadata"
"""A verdict says by which symag it is, which this module looks up; to import it takes longer than a small check."""

Specified = Specification | Sequence[LPTS]
"""A specification, as for `check`."""


class Subject(Protocol):
    """A system and its specification, or how to make them where the job runs: a frozen dataclass."""

    def models(self) -> tuple[Component, Specified]:
        """The components, grouped into sides as for `check`, and the specification."""


@dataclass(frozen=True)
class GivenModels:
    """The models themselves."""

    components: Component
    specification: Specified

    def models(self) -> tuple[Component, Specified]:
        """See `Subject`."""
        return self.components, self.specification


def check_job(
    name: str,
    subject: Subject,
    options: Mapping[str, Any],
    limits: Limits,
    expected: Literal["holds", "violated"] | None = None,
    modules: Sequence[str] = (),
) -> Job:
    """The check of a subject; the options are those of `symag.check`. The job fails if the verdict is the opposite of
    what is expected. `modules` are those that the subject needs."""
    module = type(get_backend(options.get("backend", "fixpoint"))).__module__
    libraries = method_of(options.get("method", "auto")).libraries
    arguments = (subject, dict(options), expected, module)
    return Job(name, check_figures, arguments, limits, obeys=True, modules=(VERSION, module, *libraries, *modules))


def check_figures(
    subject: Subject, options: dict[str, Any], expected: str | None, module: str, limits: Limits
) -> Iterator[Figures]:
    """The function of these jobs. First it loads the backend, its solver and the models; to load is not to solve.

    `module` is that of the backend. If it cannot be found in this process, `unavailable` says why.
    """
    components, specification = subject.models()
    try:
        _load_backend(options.get("backend", "fixpoint"), module)
        question = ask(components, specification, Options(**options))
        question.load_libraries()
        for library in question.relation.libraries:
            importlib.import_module(library)
    except (ImportError, InputError) as error:
        yield {"unavailable": str(error)}
        return
    yield {}  # from here on the clock runs
    yield _answer(components, specification, options, limits, expected)


def _load_backend(backend: str, module: str) -> None:
    """Find the backend; if its name is not known here, its module may make it known."""
    try:
        get_backend(backend)
    except InputError:
        importlib.import_module(module)
        get_backend(backend)


def _answer(
    components: Component, specification: Specified, options: dict[str, Any], limits: Limits, expected: str | None
) -> Figures:
    wall, cpu = time.monotonic(), time.process_time()
    try:
        verdict = check(components, specification, **options, limits=limits)
        if expected is not None and verdict.verdict not in (expected, "unknown"):
            raise InternalError(f"the verdict is {verdict.verdict!r}, and {expected!r} is right")
    except Exception as error:  # whatever it is, it is a fact about this backend
        traceback.print_exc()
        return {"verdict": "failed", "reason": " ".join(f"{type(error).__name__}: {error}".split())}
    return _figures(verdict, time.monotonic() - wall, time.process_time() - cpu)


def _figures(verdict: Verdict, wall: float, cpu: float) -> Figures:
    """All figures of a verdict; None where there is no such figure."""
    statistics, counterexample = verdict.statistics, verdict.counterexample
    seconds = statistics["seconds"]
    return {
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "limit": verdict.limit,
        "selection": statistics.get("selection"),
        "seconds": seconds,
        "audit_seconds": round(max(wall - seconds, 0), 6) if verdict.audited else None,
        "cpu_seconds": cpu,
        "peak_memory_mb": statistics["peak_memory_mb"],
        "audited": verdict.audited,
        "value": None if verdict.value is None else str(verdict.value),
        "iterations": len(verdict.history) or None,
        "states_explored": statistics["states_explored"],
        "largest_composition": statistics["largest_composition"],
        "largest_assumption": statistics["largest_assumption"] or None,
        "largest_tried": _largest_tried(verdict),
        "smallest_found": _smallest_found(verdict),
        "lower_bound": _lower_bound(verdict),
        "shown_by": verdict.minimality and verdict.minimality.shown_by,
        "alphabet": _first(statistics.get("alphabets")),
        "interface": _first(statistics.get("interfaces")),
        **{name: statistics.get(name) for name in SIZES},
        "tree_nodes": counterexample and len(counterexample.tree.nodes),
        "tree_depth": counterexample and counterexample.tree.depth,
    }


def _first(sizes: Sequence[int] | None) -> int | None:
    """That of the first assumption."""
    return sizes[0] if sizes else None


def _largest_tried(verdict: Verdict) -> int | None:
    """States of the largest assumption so far; also if the check did not finish."""
    sizes = [size for entry in verdict.history for size in entry.get("assumptions", (entry.get("conjecture", 0),))]
    return verdict.statistics["largest_assumption"] or max(sizes, default=None)


def _smallest_found(verdict: Verdict) -> int | None:
    """States of the largest assumption of the proof; without a proof, of the smallest that a search found so far."""
    if verdict.assumptions:
        return max(assumption.num_states for assumption in verdict.assumptions)
    steps = [entry for entry in verdict.history if "lower_bound" in entry]
    return min((entry["conjecture"] for entry in steps if "conjecture" in entry), default=None)


def _lower_bound(verdict: Verdict) -> int | None:
    """No deterministic assumption has fewer states: by the evidence; without a proof, by the search so far."""
    if verdict.minimality is not None:
        return verdict.minimality.lower_bound
    return max((entry["lower_bound"] for entry in verdict.history if "lower_bound" in entry), default=None)
