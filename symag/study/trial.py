"""One trial of a comparison, in a process of its own: `symag.study.compare` runs it as `-m symag.study.trial QUESTION`.

A solver may print what it likes, crash, hang, or take all memory. So the answer, one line of JSON, goes to what was the
standard output when the process began; what anybody prints from then on goes to the standard error. Nothing of symag
imports this module.
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import sys
import threading
import time
import traceback
from typing import IO, Any, NamedTuple

from symag.check import check, load_libraries
from symag.errors import InputError
from symag.evidence import Verdict
from symag.simulation import get_backend

SIZES = ("pairs", "variables", "clauses", "core")
"""What a backend may tell of its work, besides what all verdicts tell."""


class _Channels(NamedTuple):
    """The ends of the two pipes to whoever started this process."""

    answer: IO[bytes]
    lifeline: IO[bytes]


def _take_channels() -> _Channels:
    """Keep standard input and output for ourselves; others get nothing to read, and the standard error to write."""
    lifeline, answer = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return _Channels(answer, lifeline)


def _end_with(lifeline: IO[bytes]) -> None:
    """End when whoever asked is gone: nobody would read the answer."""
    lifeline.read(1)
    os._exit(1)


def _load(backend: str, module: str) -> None:
    """Find the backend, and load its solver; if its name is not known here, its module may make it known."""
    try:
        get_backend(backend)
    except InputError:
        importlib.import_module(module)
        get_backend(backend)


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    """The figures of `symag.study.comparison.Row`."""
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


def main() -> None:
    """Answer the question in the file that is named on the command line."""
    answer, lifeline = _take_channels()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    with open(sys.argv[1], "rb") as file:
        question = pickle.load(file)
    try:
        _load(question["backend"], question["module"])
        load_libraries(question["options"]["relation"], question["options"]["method"])
    except (ImportError, InputError) as error:
        told: dict[str, Any] = {"unavailable": str(error)}
    else:
        answer.write(b"\n")  # from here on the clock runs: to load a solver is not to solve
        told = _answer(question)
    answer.write(json.dumps(told).encode() + b"\n")
    sys.stderr.flush()
    os._exit(0)  # how a solver is torn down, or whether it comes back from that, is not the question


if __name__ == "__main__":
    main()
