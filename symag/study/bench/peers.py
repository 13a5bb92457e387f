"""`symag bench peers`: symag beside other tools, on the same models, each written in the tool's own format.

symag is always measured. FlowSim, mCRL2 and LTSA are if they are on the path, or named with `--tool`; Storm and AALpy
if they are there as Python packages.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from shutil import which
from typing import Any

from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.engine import compose_case, storm_case
from symag.study.bench.flowsim import COMBINATIONS, combinations_of, flowsim_case, itself_pairs_case
from symag.study.bench.inclusion import QUESTIONS, mcrl2_inclusion_case, refinement_case
from symag.study.bench.large import large_case
from symag.study.bench.learners import learners_case
from symag.study.bench.ltsa import SAFETY, fsp_case, ltsa_case
from symag.study.bench.mcrl2 import PEER_SECONDS, has_mcrl2, mcrl2_simulation_case
from symag.study.bench.reading import STATES, TRANSITIONS, mcrl2_case, read_case
from symag.study.jobs import Figures, Job
from symag.study.view import Grid, GridRow, View
from symag.traces import LEARNERS

__all__ = ["peers_jobs", "peers_view"]

SECONDS = 60.0
"""Of CPU that a run of another tool may take."""
CHANCES = [(1_000, width, weights) for width in (2, 5, 20, 100) for weights in ("1..2", "1..1000")]
SIMULATION = [(states, actions, holds) for states in (1_000, 3_000) for actions in (20, 5) for holds in (True, False)]
COMPOSED = {"mutex": (11, 14), "arbiter": (11, 14), "channel": (60, 200)}
"""Sizes of families; the larger one if there is `--beyond`."""
LEARNED = (200, 10, 1)
"""States, letters and the seed of a random language."""
NAMED = {"FlowSim": "flowsim", "mCRL2": "ltscompare", "LTSA": "ltsa"}
"""Tools that can be named, and as what."""
PACKAGES = {"Storm": "stormpy", "AALpy": "aalpy"}


def _named(settings: Settings, tool: str) -> str | None:
    return dict(settings.tools).get(NAMED[tool])


def _is_there(settings: Settings, tool: str) -> bool:
    if tool in PACKAGES:
        return find_spec(PACKAGES[tool]) is not None
    named = _named(settings, tool)
    if tool == "FlowSim":
        return bool(combinations_of(named))
    return has_mcrl2(named) if tool == "mCRL2" else named is not None and which("java") is not None


def _questions(settings: Settings) -> Iterator[tuple[str, Job, list[Job]]]:
    """Of each question the tool beside symag, symag's job, and the tool's, if it is there; all jobs have names."""
    timeout = settings.timeout or SECONDS
    for states, width, weights in CHANCES:
        title = f"{states:,} states, width {width}, weights {weights}"
        named = _named(settings, "FlowSim")
        beside = [
            Job(f"{title}, by FlowSim {way}", flowsim_case, (states, width, weights, way, named, timeout))
            for way in combinations_of(named)
        ]
        yield "FlowSim", Job(title, itself_pairs_case, (states, width, weights, 2)), beside
    for question in SIMULATION:
        title = f"simulation, {question[0]:,} states, {question[1]} actions, {'holds' if question[2] else 'violated'}"
        other = Job(f"{title}, by mCRL2", mcrl2_simulation_case, (*question, _named(settings, "mCRL2")))
        yield "mCRL2", Job(title, large_case, (*question, 3)), [other]
    for name, asked in QUESTIONS.items():
        title = f"traces, {name}"
        other = Job(f"{title}, by mCRL2", mcrl2_inclusion_case, (*asked, _named(settings, "mCRL2")))
        yield "mCRL2", Job(title, refinement_case, asked), [other]
    reading = STATES, TRANSITIONS, 2
    title = f"read .aut, {TRANSITIONS:,} transitions"
    beside = [Job(f"{title}, by mCRL2", mcrl2_case, (*reading, _named(settings, "mCRL2")))]
    yield "mCRL2", Job(title, read_case, reading), beside
    for name, safety in SAFETY.items():
        title = f"safety, {name}"
        other = Job(f"{title}, by LTSA", ltsa_case, (*safety, _named(settings, "LTSA"), timeout))
        yield "LTSA", Job(title, fsp_case, (*safety, 2)), [other]
    for family, sizes in COMPOSED.items():
        for size in sizes if settings.beyond else sizes[:1]:
            title = f"compose {family}({size})"
            other = Job(f"{title}, by Storm", storm_case, (size, 1, family))
            yield "Storm", Job(title, compose_case, (size, 2, family)), [other]
    for kind in LEARNERS:
        with_aalpy = _is_there(settings, "AALpy")
        yield "AALpy", Job(f"learn by {kind.name}", learners_case, (*LEARNED, kind.name, with_aalpy)), []


def peers_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    for tool, own, beside in _questions(settings):
        yield own
        if _is_there(settings, tool):
            yield from beside


def peers_view(settings: Settings, found: Found) -> View:
    """A row for each question; lost are those for which the other tool takes less time."""
    figures = {name: result.figures for name, result in found.items()}
    rows = [
        _row(own.name, figures[own.name], tool, [figures[job.name] for job in beside if job.name in figures], settings)
        for tool, own, beside in _questions(settings)
    ]
    caption = (
        "CPU seconds for the same question. FlowSim, mCRL2, Storm: without reading (of mCRL2, what ltsinfo takes is "
        "subtracted; the row about reading is ltsinfo alone); LTSA: from the text to the verdict, without the start of "
        "Java; symag checks by `auto`, which may reduce first. The ratio says how many times as long the other tool "
        "takes: below 1 the row is lost. FlowSim: its best combination of optimizations, by its number; it computes "
        "with doubles."
    )
    there = [tool for tool in (*NAMED, *PACKAGES) if not _is_there(settings, tool)]
    absent = [f"{tool} ({_remedy(tool)})" for tool in there]
    caption += f" Not there: {', '.join(absent)}." if absent else ""
    headings = ("question", "symag", "beside", "takes", "ratio", "")
    return View((Grid("symag bench peers", headings, tuple(rows), caption),))


def _remedy(tool: str) -> str:
    return f"pip install {PACKAGES[tool]}" if tool in PACKAGES else f"--tool {NAMED[tool]}=PATH"


def _row(title: str, own: Figures, tool: str, others: list[Figures], settings: Settings) -> GridRow:
    seconds = _seconds(own)
    if not _is_there(settings, tool):
        return GridRow((title, f"{seconds:.4f}", tool, "-", "", ""))
    if tool == "AALpy":
        name, taken = tool, own["aalpy seconds"]
    else:
        name, taken = _best(tool, own, others, settings)
    if taken is None:
        allowed = PEER_SECONDS if tool == "mCRL2" else settings.timeout or SECONDS
        return GridRow((title, f"{seconds:.4f}", name, f"stopped at {allowed:g}", f"> {allowed / seconds:.2g} ×", ""))
    ratio = taken / seconds
    return GridRow((title, f"{seconds:.4f}", name, f"{taken:.4f}", f"{ratio:.2g} ×", "lost" if ratio < 1 else ""))


def _best(tool: str, own: Figures, others: list[Figures], settings: Settings) -> tuple[str, float | None]:
    """What the tool is called in the row, and its seconds; of several ways, those of the best one."""
    if tool != "FlowSim":
        (other,) = others
        assert tool != "Storm" or own["states"] == other["states"], "Storm builds another model"
        return tool, _seconds(other)
    ways = zip(combinations_of(_named(settings, tool)), others, strict=True)
    done = [(other["seconds"], way, other["pairs"]) for way, other in ways if other["seconds"] is not None]
    if not done:
        return tool, None
    seconds, way, pairs = min(done)
    differs = "" if pairs == own["pairs"] else f", {pairs - own['pairs']:+,} pairs"
    return f"{tool} {way} ({COMBINATIONS[way]}{differs})", seconds


def _seconds(figures: Figures) -> Any:
    """What the question takes: to decide, or all of it; to read, if that is the question."""
    return next(figures[name] for name in ("decide", "seconds", "read") if name in figures)
