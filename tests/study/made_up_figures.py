"""Results of benchmarks that took no time to measure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symag.limits import Limits
from symag.study import Job, JobResult
from symag.study.bench import BENCHMARKS, Settings
from symag.study.view import View
from tests.backends import SOLVERS

__all__ = ["MEASURED", "check_result", "made_up_results", "made_up_view"]

MEASURED: dict[str, dict[str, Any]] = {
    "overhead_case": {"milliseconds": 7.0},
    "gain_case": {"jobs": 1.8, "bare": 1.9},
    "opening_case": {"appending": 4.0, "opening": 1.0},
    "audit_case": {"seconds": 1.0, "memory_mb": 2.0, "memory_before_mb": 1.0},
    "audited_case": {"decide": 0.1, "audit": 1.0, "mb": 2.0},
    "compose_case": {"seconds": 0.5, "states": 1000, "transitions": 3000},
    "two_threads_case": {"one": 0.5, "two": 0.25, "cpu one": 0.5, "cpu two": 0.55},
    "two_threads_refining_case": {"one": 0.5, "two": 0.25, "cpu one": 0.5, "cpu two": 0.55},
    "memory_case": {"bytes": 3000, "transitions": 100},
    "storm_case": {"seconds": 5.0, "states": 1000},
    "simulate_case": {"seconds": 0.5, "states": 1000, "transitions": 3000},
    "check_case": {"seconds": 0.5, "memory_mb": 70.0},
    "textbook_case": {"textbook": 10.0, "engine": 0.1},
    "large_case": {"seconds": 0.2, "memory_mb": 70.0, "before_mb": 50.0},
    "itself_pairs_case": {"seconds": 0.5, "pairs": 100},
    "flowsim_case": {"seconds": 5.0, "pairs": 100},
    "mcrl2_simulation_case": {"load": 0.04, "decide": 10.0},
    "fsp_case": {"seconds": 0.5},
    "ltsa_case": {"seconds": 0.25, "states": 1000, "verdict": "holds"},
    "reach_case": {"seconds": 0.5, "states": 1000},
    "itself_case": {"seconds": 0.5, "memory_mb": 70.0},
    "chances_case": {"seconds": 0.5},
    "enumerate_case": {"seconds": 0.5, "states": 1000},
    "forecast_case": {"roads": ["composed", "reduced, composed"], "seconds": 0.25, "seconds_range": [0.1, 1.0]},
    "storm_exact_case": {"seconds": 5.0, "states": 1000},
    "read_case": {"read": 0.5, "check": 0.5, "write": 0.5, "transitions": 1000},
    "mcrl2_case": {"read": 1.0},
    "formats_case": dict.fromkeys(("fsp", "json", "aut", "write json", "write aut", "evidence"), 0.3)
    | {"transitions": 300_000},
    "pairs_case": {"pairs": 10_000, "obligations": 20_000},
    "decide_case": {"seconds": 0.5, "memory_mb": 70.0},
    "bound_case": {"memory_mb": 70.0, "holds": 0.5, "violated": None, "assumption": 3},
    "trees_case": {"median": 5, "total": 1500, "largest": 9},
    "membership_case": dict.fromkeys(("states", "safe", "sets", "explicit", "first time"), 1.0)
    | {name: 1.0 for solver in SOLVERS for name in (solver, f"× {solver}")},
    "scheduler_case": {"seconds": 0.5, "membership_queries": 100, "teacher_queries": 80, "conjectures": 7},
    "many_cells_case": {"decide": 0.5, "audit": 0.25, "largest_assumption": 8},
    "refinement_case": {"load": 0.006, "decide": 0.03, "states": 10_000, "transitions": 50_000},
    "whole_check_case": {"load": 0.02, "decide": 0.025, "ratio": 1.25, "states": 10_000, "transitions": 50_000},
    "mcrl2_inclusion_case": {"load": 0.04, "decide": 0.2},
    "learners_case": {"states": 1.0}
    | {f"{who}{what}": 1.0 for who in ("", "aalpy ") for what in ("seconds", "queries", "conjectures")},
    "slack_case": {"assumption": 4},
    "value_case": {"seconds": 0.5, "memory_mb": 70.0, "places": 1000, "value": "1/10"},
    "storm_value_case": {"seconds": 5.0, "memory_mb": 70.0, "states": 1000, "value": "1/10"},
    "balanced_case": {"first": "c[1]:CUSTOMER", "first_states": 7, "second_states": None, "limit": "timeout"},
}
SIZES = {"actions": 5, "P": 1, "L1": 2, "L2": None, "Lc": 3, "first_states": 7, "second_states": None}


def check_result(limit: str | None = None, seconds: float = 120.0) -> JobResult:
    """The result of a check that holds, or reached a limit."""
    figures = {
        "verdict": "holds" if limit is None else "unknown",
        "limit": limit,
        "cpu_seconds": 0.5,
        "peak_memory_mb": 60.0,
        "iterations": 3,
        "largest_composition": 7,
        "largest_tried": 2,
        "states_explored": 70 if limit is None else None,
        "smallest_found": 2,
        "lower_bound": 2,
        "shown_by": "clique" if limit is None else None,
    }
    return JobResult(Limits(seconds), figures)


def _result(job: Job) -> JobResult:
    function = job.function.__name__
    if function == "check_figures":
        if ", Learning, " in job.name:
            return check_result("timeout")
        return check_result("memory" if ", ASYM, " in job.name or "asym-n, paper" in job.name else None)
    if function == "from_text_case":
        result = check_result("timeout" if "(6), mono" in job.name or "agar" in job.name else None)
        return replace(result, figures=result.figures | {"read_seconds": 0.1, "audited": "learn" not in job.name})
    return JobResult(job.limits, SIZES if function.endswith("sizes_case") else MEASURED[function])


def made_up_results(name: str, settings: Settings) -> dict[str, JobResult]:
    """The results of all jobs of a benchmark."""
    found: dict[str, JobResult] = {}
    while missing := [job for job in BENCHMARKS[name].jobs(settings, found) if job.name not in found]:
        found |= {job.name: _result(job) for job in missing}
    return found


def made_up_view(name: str, settings: Settings) -> View:
    """Its tables and pictures."""
    return BENCHMARKS[name].view(settings, made_up_results(name, settings))
