"""Part of `symag bench cav08 --beyond`: proofs by parts at twice the largest size that composing finishes.

Composing gets a text with K = 4, 5, … until it takes too long. Methods by parts then get the text with twice the last
K that it finished, and the variant that violates the property. Seconds are of CPU, from the text to the verdict; those
of methods by parts include the audit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from symag.assume.roads import SEARCHED
from symag.limits import Limits
from symag.model import LPTS
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell
from symag.study.cases.cav08 import system
from symag.study.checks import GivenModels, Subject, check_figures
from symag.study.jobs import Figures, Job, JobResult
from symag.study.view import Grid, GridRow

__all__ = ["twice_grid", "twice_jobs"]

SECONDS, MEMORY_MB = 60.0, 4096.0
PATIENCE = 5.0
"""A check is stopped after so many times the seconds by the clock: on a busy machine it has only a part of them."""
SIZES = range(4, 33)
PAIRS = {
    "Gas Station": ("Gas Station",),
    "Chiron, property 2": ("Chiron, property 2", "Chiron, property 2, by cells"),
    "Chiron, property 3": ("Chiron, property 3", "Chiron, property 3, by cells"),
    "MER": ("MER",),
    "Rover Exec.": ("Rover Exec.", "Rover Exec., by cells"),
}
"""Each system with a property, and how it is written."""
_PARTS = {"rule": "asym-n", "order": "auto", "alphabet_refinement": True}
BY_PARTS: dict[str, dict[str, Any]] = {
    "auto": {"method": "auto"},
    "weakest": {"method": "weakest"},
    "weakest, as given": {"method": "weakest", "order": "given"},
    "weakest, second side first": {"method": "weakest", "order": "given"},
    "learn, asym-n, α": {"method": "learn", **_PARTS},
    "agar, asym-n, α": {"method": "agar", **_PARTS},
}
WHOLE = tuple(SEARCHED.words[road] for road in ("search", "reduced"))
"""Roads of `auto` that are not by parts."""


@dataclass(frozen=True)
class Cav08Parts:
    """A case study whose components are sides of their own."""

    name: str
    parameter: int
    violated: bool
    second_first: bool
    """Do those of the second side come first? They share most actions."""

    def models(self) -> tuple[list[LPTS], LPTS]:
        """See `symag.study.checks.Subject`."""
        found = system(self.name, self.parameter, self.violated)
        sides = (found.second, found.first) if self.second_first else (found.first, found.second)
        return [part for side in sides for part in side], found.specification


def from_text_case(subject: Subject, options: dict[str, Any], expected: str, limits: Limits) -> Iterator[Figures]:
    """The figures of a check whose clock also runs while the text is read."""
    yield {}
    wall, cpu = time.monotonic(), time.process_time()
    given = GivenModels(*subject.models())
    seconds, read = time.monotonic() - wall, time.process_time() - cpu
    left = replace(limits, seconds=max((limits.seconds or SECONDS) - seconds, 0.001))
    *_, figures = check_figures(given, options, expected, "symag.simulation.fixpoint", left)
    if "cpu_seconds" in figures:
        figures = {**figures, "cpu_seconds": figures["cpu_seconds"] + read}
    yield {**figures, "read_seconds": read}


def _job(name: str, size: int, violated: bool, way: str, seconds: float) -> Job:
    options = {"method": "mono", "audit": False} if way == "mono" else BY_PARTS[way] | {"audit": True}
    subject = Cav08Parts(name, size, violated, way.endswith("second side first"))
    arguments = (subject, options | {"relation": "traces"}, "violated" if violated else "holds")
    limits = Limits(PATIENCE * seconds, memory_mb=MEMORY_MB)
    return Job(_name(name, size, violated, way), from_text_case, arguments, limits, obeys=True)


def _name(name: str, size: int, violated: bool, way: str) -> str:
    return f"{name}({size}){', violated' if violated else ''}, {way}, from the text"


def _seconds(settings: Settings) -> float:
    return settings.timeout or SECONDS


def _is_finished(found: Found, job: str, seconds: float) -> bool:
    took = CheckCell.of(found[job]).seconds if job in found else None
    return took is not None and took <= seconds


def _largest(name: str, settings: Settings, found: Found) -> int | None:
    """The largest size that composing finished."""
    largest = None
    for size in SIZES:
        if not _is_finished(found, _name(name, size, False, "mono"), _seconds(settings)):
            break
        largest = size
    return largest


def twice_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`. If the text is not read in time for the first method, others are not asked."""
    seconds = _seconds(settings)
    for name in (name for names in PAIRS.values() for name in names):
        for size in SIZES:
            job = _job(name, size, False, "mono", seconds)
            yield job
            if not _is_finished(found, job.name, seconds):
                break
        if job.name not in found or (largest := _largest(name, settings, found)) is None:
            continue
        for violated in (False, True):
            for way in BY_PARTS:
                job = _job(name, 2 * largest, violated, way, seconds)
                yield job
                if job.name not in found or "read_seconds" not in found[job.name].figures:
                    break


def twice_grid(settings: Settings, found: Found) -> Grid:
    """A line for each system as it is written, and for its variant."""
    rows, proved = [], 0
    for names in PAIRS.values():
        shown = [_rows(name, settings, found) for name in names]
        proved += any(is_proved for _, is_proved in shown)
        rows += [row for lines, _ in shown for row in lines]
    caption = (
        f"CPU seconds from the text to the verdict, at most {_seconds(settings):g} s and {MEMORY_MB / 1024:g} GB; "
        "methods by parts with the audit; MB of the whole process. In brackets: not audited. They have every "
        f"component as a side of its own. {proved} of {len(PAIRS)} pairs are proved by parts at twice the size."
    )
    headings = ("", "mono\nK", "\ntime", "\nMB", "twice\nK", *(f"{way}\ntime, MB" for way in BY_PARTS))
    return Grid("twice the largest size that composing finishes", headings, tuple(rows), caption, "tight", 1)


def _rows(name: str, settings: Settings, found: Found) -> tuple[list[GridRow], bool]:
    """Two lines of the table; is the system proved?"""
    largest = _largest(name, settings, found)
    if largest is None:
        return [GridRow((name, "–"))], False
    whole = CheckCell.of(found[_name(name, largest, False, "mono")])
    first = (name, largest, whole.time, whole.memory_mb, 2 * largest)
    lines = []
    for start, violated in ((first, False), (("  violated", "", "", "", 2 * largest), True)):
        cells = (_cell(_name(name, 2 * largest, violated, way), settings, found) for way in BY_PARTS)
        lines.append(GridRow((*start, *cells)))
    ways = (_name(name, 2 * largest, False, way) for way in BY_PARTS)
    return lines, any(_is_finished(found, way, _seconds(settings)) and _is_by_parts(found[way]) for way in ways)


def _is_by_parts(result: JobResult) -> bool:
    """`auto` may have searched the whole system."""
    return (result.figures.get("selection") or "").partition(": ")[0] not in WHOLE


def _cell(job: str, settings: Settings, found: Found) -> str:
    """Seconds and memory, or what it ran out of."""
    if job not in found:
        return "not read"
    cell = CheckCell.of(found[job])
    if not _is_finished(found, job, _seconds(settings)):
        return "mem" if cell.limit == "memory" else f">{_seconds(settings):g}"
    text = f"{cell.seconds:.2f}, {cell.memory_mb}"
    return text if found[job].figures.get("audited") else f"({text})"
