"""`symag bench auto`: the method `auto` beside every single method, on the systems of the other benchmarks.

A row is a question; `auto` answers it first. The single methods then get twice the time that `auto` took, by the clock
on a busy machine: one that takes longer is not the best. The ratio of `auto` and the best single method should be at
most 1.5 on every row that takes `auto` more than a tenth of a second. Rows that miss are named, with the road that
`auto` took.

`symag explain` forecasts each row, too: the road, and a range of seconds. A violation can be found earlier than that.

Times are CPU seconds of one process, without the audit. On such rows, up to some seconds, `auto` and the best method
run three times, and the least counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from symag.assume import METHODS, Component
from symag.formats import read_components
from symag.limits import Limits
from symag.model import LPTS
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell
from symag.study.bench.foreseen import FORESEEN, Foreseen, forecast_case, how_good
from symag.study.bench.reading import large_aut
from symag.study.cases.cav08 import Cav08Subject
from symag.study.cases.cav08_published import TABLE_1
from symag.study.cases.cav12 import Cav12Subject
from symag.study.cases.cav12_published import PAPER
from symag.study.cases.families import FamilyMember
from symag.study.cases.scheduler import SchedulerSubject
from symag.study.checks import Subject, check_job
from symag.study.jobs import Job
from symag.study.view import Grid, GridCell, GridRow, View

__all__ = ["auto_jobs", "auto_view"]

COUNTED = 0.1
"""Seconds of `auto` from which a row counts."""
MOST = 1.5
"""How many times the best single method `auto` may take."""
SECONDS, MEMORY_MB = 60.0, 4096.0
LEAST_SECONDS = 0.5
"""That a single method gets, however fast `auto` is."""
REPEATED = 4.0
"""Seconds up to which the two times of a row are measured three times."""


@dataclass(frozen=True)
class LargeFile:
    """A large random `.aut` file and a specification of one state that allows everything."""

    states: int
    transitions: int

    def models(self) -> tuple[Component, LPTS]:
        """See `symag.study.checks.Subject`."""
        (model,) = read_components(large_aut(self.states, self.transitions), "aut")
        return [model], LPTS.build("p", [("p", action, "p") for action in sorted(model.alphabet)], name="P")


@dataclass(frozen=True)
class SingleMethod:
    """A single method."""

    options: dict[str, Any]
    two_sides: bool = False
    """Does it need the decomposition into two sides that comes with the system?"""


PARTS = {"rule": "asym-n", "order": "auto"}
ALPHABET = {"alphabet_refinement": True}
WAYS: dict[str, dict[str, SingleMethod]] = {
    "simulation": {
        "mono": SingleMethod({"method": "mono"}),
        "mono, reduced": SingleMethod({"method": "mono", "reduce": True}),
        "agar, asym-n": SingleMethod({"method": "agar", **PARTS}),
        "agar, asym-n, α": SingleMethod({"method": "agar", **PARTS, **ALPHABET}),
        "agar, asym": SingleMethod({"method": "agar", "rule": "asym"}, two_sides=True),
        "agar, asym, α": SingleMethod({"method": "agar", "rule": "asym", **ALPHABET}, two_sides=True),
    },
    "traces": {
        "mono": SingleMethod({"method": "mono"}),
        "mono, reduced": SingleMethod({"method": "mono", "reduce": True}),
        "weakest": SingleMethod({"method": "weakest"}),
        "agar, asym-n": SingleMethod({"method": "agar", **PARTS}),
        "agar, asym-n, α": SingleMethod({"method": "agar", **PARTS, **ALPHABET}),
        "learn, asym-n": SingleMethod({"method": "learn", **PARTS}),
        "learn, asym-n, α": SingleMethod({"method": "learn", **PARTS, **ALPHABET}),
        "agar, asym, α": SingleMethod({"method": "agar", "rule": "asym", **ALPHABET}, two_sides=True),
        "learn, asym, α": SingleMethod({"method": "learn", "rule": "asym", **ALPHABET}, two_sides=True),
        "learn, recursive": SingleMethod({"method": "learn", "rule": "asym", "recursive": 8}, two_sides=True),
        "learn, symmetric": SingleMethod({"method": "learn", "rule": "symmetric"}, two_sides=True),
    },
}
"""By relation. Methods that the table of methods does not have are left out."""


@dataclass(frozen=True)
class Row:
    """A question of the table."""

    title: str
    relation: str
    subject: Subject
    sides: Subject | None
    """The same system as two sides, if it comes with a decomposition."""
    violated: bool = False

    @property
    def expected(self) -> Literal["holds", "violated"]:
        """The verdict."""
        return "violated" if self.violated else "holds"

    @property
    def ways(self) -> dict[str, SingleMethod]:
        """The single methods that apply."""
        known = {method.name for method in METHODS}
        found = WAYS[self.relation].items()
        return {
            name: way
            for name, way in found
            if way.options["method"] in known and not (way.two_sides and self.sides is None)
        }


def _rows(settings: Settings) -> Iterator[Row]:
    """All of them, by the benchmark that they come from."""
    sizes = {"arbiter": (6, 14, 16, 19), "mutex": (15,)}
    for family, users in [(name, users) for name in sizes for users in sizes[name]]:
        for violated in (False, True):
            member = FamilyMember(family, users, violated)
            sides = replace(member, two_sides=True)
            yield Row(_titled(family, users, violated), "simulation", member, sides, violated)
    larger12 = (("CS_N", 5), ("MER", 6), ("MER", 7), ("MER", 8), ("SN", 4)) if settings.beyond else ()
    for name, number in (*PAPER, *larger12):
        system = Cav12Subject(name, number)
        yield Row(f"cav12 {_titled(name, number)}", "simulation", system, system)
    larger08 = (("Gas Station", 8), ("Chiron, property 2", 6), ("MER", 9)) if settings.beyond else ()
    noted = (("Gas Station", 7), ("MER", 7), ("MER", 8), *(("Rover Exec.", n) for n in (7, 9, 10)))
    for name, number in sorted({*TABLE_1, *noted, *larger08}):
        safe = Cav08Subject(name, number)
        yield Row(f"cav08 {_titled(name, number)}", "traces", safe, safe)
    for name, number in (("Gas Station", 5), ("Gas Station", 6), ("MER", 4), ("Rover Exec.", 7)):
        subject = Cav08Subject(name, number, violated=True)
        yield Row(f"cav08 {_titled(name, number, True)}", "traces", subject, subject, True)
    yield from _scheduler_rows(settings)
    for relation in WAYS:
        yield Row(f".aut, 100,000 states, {relation}", relation, LargeFile(100_000, 1_000_000), None)


def _scheduler_rows(settings: Settings) -> Iterator[Row]:
    sizes = {"CycleProp": [10, 13, 16, 19, 22, 40, 100], "SchedProp": [8, 10, 12, 14, 16]}
    larger = {"CycleProp": [200, 400], "SchedProp": [18]} if settings.beyond else {}
    for name, numbers in sizes.items():
        for n in (*numbers, *larger.get(name, ())):
            sides = SchedulerSubject(name, n, n // 2)
            yield Row(f"csp {_titled(name, n)}", "traces", SchedulerSubject(name, n), sides)


def _titled(name: str, number: int, violated: bool = False) -> str:
    return f"{name}({number}){', violated' if violated else ''}"


def auto_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`. What single methods may take is known when `auto` has answered."""
    limits = Limits(settings.timeout or SECONDS, memory_mb=MEMORY_MB)
    for row in _rows(settings):
        yield Job(_name(row, "explain"), forecast_case, (row.subject, row.relation), limits)
        auto = _job(row, "auto", limits)
        yield auto
        if auto.name not in found:
            continue
        seconds = CheckCell.of(found[auto.name]).seconds
        allowed = limits
        if seconds is not None:
            twice = 2 * max(seconds, found[auto.name].figures.get("seconds") or 0.0)
            allowed = replace(limits, seconds=min(limits.seconds or SECONDS, max(LEAST_SECONDS, twice)))
        singles = [_job(row, way, allowed) for way in row.ways]
        yield from singles
        best = _best(row, found)
        if best and seconds and COUNTED <= seconds <= REPEATED and all(single.name in found for single in singles):
            for repetition in (1, 2):
                yield _job(row, "auto", limits, repetition)
                yield _job(row, best, limits, repetition)


def _name(row: Row, way: str, repetition: int = 0) -> str:
    return f"{row.title}, {way}{f', run {repetition + 1}' if repetition else ''}"


def _job(row: Row, name: str, limits: Limits, repetition: int = 0) -> Job:
    way = SingleMethod({"method": "auto"}) if name == "auto" else row.ways[name]
    subject = row.sides if way.two_sides and row.sides is not None else row.subject
    asked = way.options | {"relation": row.relation, "audit": False}
    job = check_job(_name(row, name, repetition), subject, asked, limits, row.expected)
    return replace(job, repetition=repetition)


def _best(row: Row, found: Found) -> str | None:
    """The single method that took least in its first run."""
    times = {way: CheckCell.of(found[_name(row, way)]).seconds for way in row.ways if _name(row, way) in found}
    return min((way for way, time in times.items() if time is not None), key=lambda way: times[way] or 0, default=None)


def _least(row: Row, way: str, found: Found) -> float | None:
    """CPU seconds: the least of all runs."""
    runs = (CheckCell.of(found[name]).seconds for k in range(3) if (name := _name(row, way, k)) in found)
    return min((seconds for seconds in runs if seconds is not None), default=None)


@dataclass(frozen=True)
class Result:
    """A row of the table with its figures."""

    row: Row
    best: str | None
    best_seconds: float | None
    auto: CheckCell
    seconds: float | None
    """Of `auto`."""
    selection: str
    foreseen: Foreseen
    """By `symag explain`."""

    @property
    def ratio(self) -> float | None:
        """How many times the best single method `auto` took."""
        return self.seconds / max(self.best_seconds, 1e-6) if self.seconds and self.best_seconds else None

    @property
    def counts(self) -> bool:
        """Does the row take long enough?"""
        return self.seconds is None or self.seconds >= COUNTED

    @property
    def misses(self) -> bool:
        """Is `auto` too slow?"""
        if self.best_seconds is None:
            return False
        return self.ratio is None or (self.counts and self.ratio > MOST)


def _result(row: Row, found: Found) -> Result:
    best, auto = _best(row, found), _name(row, "auto")
    figures = found[auto].figures
    selection = figures.get("selection") or figures.get("reason") or ""
    best_seconds = None if best is None else _least(row, best, found)
    foreseen = Foreseen(**found[_name(row, "explain")].figures)
    return Result(row, best, best_seconds, CheckCell.of(found[auto]), _least(row, "auto", found), selection, foreseen)


def auto_view(settings: Settings, found: Found) -> View:
    """`auto` and the best method; the rows that miss; what each method took."""
    results = [_result(row, found) for row in _rows(settings)]
    misses = [result for result in results if result.misses]
    grids = [_comparison(results, misses)]
    if misses:
        rows = tuple(GridRow((one.row.title, one.ratio, one.best or "", one.selection)) for one in misses)
        grids.append(Grid(f"rows over {MOST:g}", ("question", "auto / best", "best", "the road of auto"), rows))
    return View((*grids, *(_all_ways(relation, settings, found) for relation in WAYS)))


def _comparison(results: list[Result], misses: list[Result]) -> Grid:
    rows = []
    for one in results:
        ratio: GridCell = "–" if one.ratio is None else f"{one.ratio:.2f}"
        if not one.counts:
            ratio = f"({ratio})"
        auto = one.auto.time if one.seconds is None else one.seconds
        foreseen = " or ".join(one.foreseen.roads), one.foreseen.factor(one.seconds)
        rows.append(GridRow((one.row.title, one.best or "–", one.best_seconds, auto, ratio, one.selection, *foreseen)))
    counted = [one for one in results if one.counts]
    caption = (
        f"CPU seconds without the audit, at most {MEMORY_MB / 1024:g} GB. In brackets: auto took less than "
        f"{COUNTED:g} s, the row is not counted. {len(counted)} rows count, {len(misses)} are over {MOST:g}. "
        + how_good([(one.foreseen, one.selection, one.seconds) for one in counted])
    )
    headings = ("question", "best single method", "seconds", "auto", "auto / best", "the road of auto", *FORESEEN)
    return Grid("symag bench auto: the method auto beside the best single method", headings, tuple(rows), caption)


def _all_ways(relation: str, settings: Settings, found: Found) -> Grid:
    """The seconds of every method."""
    chosen = [row for row in _rows(settings) if row.relation == relation]
    ways = list(dict.fromkeys(way for row in chosen for way in row.ways))
    rows = []
    for row in chosen:
        cells = [found.get(_name(row, way)) for way in ("auto", *ways)]
        rows.append(GridRow((row.title, *("" if cell is None else CheckCell.of(cell).time for cell in cells))))
    caption = f"Single methods get twice the time of auto, and at least {LEAST_SECONDS:g} s."
    return Grid(f"all methods, {relation}", ("question", "auto", *ways), tuple(rows), caption, "tight", numbers_from=1)
