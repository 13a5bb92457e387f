"""One trial of a comparison. A solver may print what it likes, crash, hang, or take all memory: see `symag.process`."""

from __future__ import annotations

import importlib
import time
import traceback
from collections.abc import Iterator
from typing import Any

from symag.check import check
from symag.errors import InputError
from symag.evidence import Verdict
from symag.options import Options
from symag.question import ask
from symag.simulation import get_backend

__all__ = ["trial"]

SIZES = ("pairs", "variables", "clauses", "core")
"""What a backend may tell of its work, besides what all verdicts tell."""


def _load(backend: str, module: str) -> None:
    """Find the backend, and load its solver; if its name is not known here, its module may make it known."""
    try:
        get_backend(backend)
    except InputError:
        importlib.import_module(module)
        get_backend(backend)


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    """The figures of `symag.study.compare.comparison.ComparisonRow`."""
    started = time.monotonic()
    limits = {name: question[name] for name in ("timeout", "max_states", "memory")}
    try:
        parts, specification, options = question["components"], question["specification"], question["options"]
        verdict = check(parts, specification, backend=question["backend"], **options, **limits)
    except Exception as error:  # whatever it is, it is a fact about this backend
        traceback.print_exc()
        return {"verdict": "failed", "reason": " ".join(f"{type(error).__name__}: {error}".split())}
    return _figures(verdict, time.monotonic() - started)


def _figures(verdict: Verdict, total: float) -> dict[str, Any]:
    statistics, counterexample = verdict.statistics, verdict.counterexample
    seconds = statistics["seconds"]
    return {
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "seconds": seconds,
        "audit_seconds": round(max(total - seconds, 0), 6) if verdict.audited else None,
        "peak_memory_mb": statistics["peak_memory_mb"],
        "audited": verdict.audited,
        "states": statistics["states_explored"],
        "iterations": len(verdict.history) or None,
        "largest_assumption": statistics["largest_assumption"] or None,
        **{name: statistics.get(name) for name in SIZES},
        "tree_nodes": counterexample and len(counterexample.tree.nodes),
        "tree_depth": counterexample and counterexample.tree.depth,
    }


def trial(question: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The function that `compare` runs in a process of its own: first that the backend is there, then the answer."""
    try:
        _load(question["backend"], question["module"])
        ask(question["components"], question["specification"], Options(**question["options"])).load_libraries()
    except (ImportError, InputError) as error:
        yield {"unavailable": str(error)}
        return
    yield {}  # from here on the clock runs: to load a solver is not to solve
    yield _answer(question)
