"""`symag bench minimal`: the smallest assumptions about the systems of Fietzke (2006) and of CAV'08, beside those that
learning and abstraction refinement find; about the second side of each system, and about the first.

The smallest assumption is searched for by SAT, and by the searches of the thesis, which end on small channels only.
Larger systems are for the searches by SAT.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell, cell_limits, limits_text
from symag.study.cases import minimal as cases
from symag.study.cases.decompositions import count_states
from symag.study.cases.minimal import MinimalSubject
from symag.study.checks import check_job
from symag.study.jobs import Figures, Job, JobResult
from symag.study.view import Curve, Grid, GridCell, GridRow, Panel, View

__all__ = ["minimal_jobs", "minimal_view"]

SECONDS = 60.0
TABLE_SECONDS = 20.0
"""For the searches of the thesis, which do not end on most systems."""

METHODS: dict[str, dict[str, Any]] = {
    "L*": {"method": "learn"},
    "L*+α": {"method": "learn", "alphabet_refinement": True},
    "AGAR": {"method": "agar"},
    "AGAR+α": {"method": "agar", "alphabet_refinement": True},
    "L*, shrunk": {"method": "learn", "smallest": True},
}
SEARCHES: dict[str, dict[str, Any]] = {
    search: {"method": "minimal", "search": search} for search in ("sat", "words", "bfs", "iddfs", "dfs")
}
BY_TABLES = ("bfs", "iddfs", "dfs")
"""The searches of the thesis, among observation tables."""
BY_SAT = ("sat", "words")
WAYS = METHODS | SEARCHES

SIZES: Mapping[str, tuple[int, ...]] = {
    "Gas Station": (2,),
    "Rover Exec.": (2,),
    "MER": (2,),
    "Chiron, property 2": (1,),
}
"""Of the case studies of CAV'08: how many parties there are."""
LARGER: Mapping[str, tuple[int, ...]] = {
    "Gas Station": (3, 4),
    "Rover Exec.": (4, 6),
    "MER": (3,),
    "Chiron, property 2": (3, 5),
}
BEYOND: Mapping[str, tuple[int, ...]] = {
    "Gas Station": (5,),
    "Rover Exec.": (8,),
    "MER": (4,),
    "Chiron, property 2": (7,),
}


def assumption_sizes_case(name: str, parameter: int | None, is_reversed: bool) -> Figures:
    """How many states the sides have, the first with the property and its error; how many actions the interface has."""
    (first, second), specification = MinimalSubject(name, parameter, is_reversed).models()
    known = specification.alphabet.union(*(model.alphabet for model in first))
    states = count_states([*first, specification])
    return {
        "first_states": None if states is None else states + 1,
        "second_states": count_states(second),
        "actions": len(known & frozenset().union(*(model.alphabet for model in second))),
    }


@dataclass(frozen=True)
class _Cell:
    """A check, and what is known about the size of its assumption."""

    check: CheckCell
    smallest: int | None
    """States of the assumption; of the smallest so far, if the search did not finish."""
    lower_bound: int | None
    """No deterministic assumption has fewer states."""
    shown_by: str | None

    @classmethod
    def of(cls, result: JobResult) -> _Cell:
        figures = result.figures
        bounds = (figures.get("smallest_found"), figures.get("lower_bound"), figures.get("shown_by"))
        return cls(CheckCell.of(result), *bounds)

    @property
    def size(self) -> GridCell:
        """Of the assumption, if there is one."""
        if self.check.seconds is not None or self.smallest is None:
            return self.smallest
        return f"≤ {self.smallest}"


_Cells = dict[MinimalSubject, dict[str, _Cell]]
_Sizes = dict[MinimalSubject, Figures]


def _subjects() -> list[MinimalSubject]:
    """The systems that every method is asked about."""
    named = [*((name, None) for name in cases.CASES), *((name, n) for name, sizes in SIZES.items() for n in sizes)]
    return [MinimalSubject(name, n, is_reversed) for name, n in named for is_reversed in (False, True)]


def _larger(settings: Settings) -> list[MinimalSubject]:
    """The systems for the searches by SAT."""
    sizes = {name: (*LARGER[name], *(BEYOND[name] if settings.beyond else ())) for name in LARGER}
    return [MinimalSubject(name, n, turned) for name in sizes for turned in (False, True) for n in sizes[name]]


def _name(subject: MinimalSubject, way: str) -> str:
    return f"{subject.title}, {way}"


def _asked(settings: Settings) -> Iterator[tuple[MinimalSubject, Sequence[str]]]:
    """Each system with the ways in which it is checked."""
    for subject in _subjects():
        yield subject, tuple(WAYS)
    for subject in _larger(settings):
        yield subject, BY_SAT


def minimal_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    for subject, ways in _asked(settings):
        yield Job(subject.title, assumption_sizes_case, (subject.name, subject.parameter, subject.is_reversed))
        for way in ways:
            limits = cell_limits(settings.timeout or (TABLE_SECONDS if way in BY_TABLES else SECONDS))
            asked = WAYS[way] | {"relation": "traces", "rule": "asym", "audit": False}
            yield check_job(_name(subject, way), subject, asked, limits, "holds")


def minimal_view(settings: Settings, found: Found) -> View:
    """Assumptions by all methods; the searches for the smallest; larger systems; pictures of the first two."""
    cells = {subject: {way: _Cell.of(found[_name(subject, way)]) for way in ways} for subject, ways in _asked(settings)}
    sizes = {subject: found[subject.title].figures for subject in cells}
    given, larger = _subjects(), _larger(settings)
    tables = (
        _methods_table({subject: cells[subject] for subject in given}, sizes),
        _searches_table({subject: cells[subject] for subject in given}),
        _larger_table({subject: cells[subject] for subject in larger}, sizes),
    )
    panels = [
        _panel(title, {subject: cells[subject] for subject in given if subject.is_reversed is turned}, sizes)
        for title, turned in (("the assumption is about the second side", False), ("it is about the first", True))
    ]
    return View(tables, tuple(panels))


def _bounds(searches: Sequence[str]) -> tuple[str, ...]:
    """Headings."""
    return tuple(heading for search in searches for heading in (f"{search}\n|A|", "\n≥", "\nshown by", "\ntime"))


def _bound_cells(cells: Mapping[str, _Cell], searches: Sequence[str]) -> tuple[GridCell, ...]:
    """What searches found: |A|, the lower bound and how it is shown, the time."""
    found = [cells[search] for search in searches]
    return tuple(one for cell in found for one in (cell.size, cell.lower_bound, cell.shown_by, cell.check.time))


SIDES = ("|M1|", "|M2|", "|Σ|")


def _side_cells(figures: Figures) -> tuple[GridCell, ...]:
    return figures["first_states"], figures["second_states"], figures["actions"]


def _methods_table(cells: _Cells, sizes: _Sizes) -> Grid:
    methods = tuple(heading for method in METHODS for heading in (f"{method}\n|A|", "\ntime"))
    rows = []
    for subject, found in cells.items():
        sides = _side_cells(sizes[subject])
        others = tuple(one for method in METHODS for one in (found[method].size, found[method].check.time))
        rows.append(GridRow((subject.title, *sides, *others, *_bound_cells(found, ("sat",)))))
    caption = (
        f"time: CPU seconds without the audit, {_limits(cells, (*METHODS, 'sat'))}. |M1|: with the property and its "
        "error; |Σ|: actions of the interface. reversed: the assumption is about the first side. α: alphabet "
        "refinement. AGAR: may be nondeterministic. shrunk: learned, then made as small as can be. ≥: states that "
        "every deterministic assumption has."
    )
    title = "The smallest assumptions beside those of other methods"
    headings = ("system", *SIDES, *methods, *_bounds(("sat",)))
    return Grid(title, headings, tuple(rows), caption, "tight", numbers_from=1)


def _searches_table(cells: _Cells) -> Grid:
    searches = tuple(SEARCHES)
    rows = tuple(GridRow((subject.title, *_bound_cells(found, searches))) for subject, found in cells.items())
    caption = (
        f"sat: one question for each size; words: about words, which counterexamples add; {_limits(cells, BY_SAT)}. "
        "bfs, iddfs, dfs: the searches of the thesis, among observation tables; "
        f"{_limits(cells, BY_TABLES)}. ≤: found so far, if the search did not finish."
    )
    headings = ("system", *_bounds(searches))
    return Grid("Searches for the smallest assumption", headings, rows, caption, "tight", numbers_from=1)


def _larger_table(cells: _Cells, sizes: _Sizes) -> Grid:
    rows = tuple(
        GridRow((subject.title, *_side_cells(sizes[subject]), *_bound_cells(found, BY_SAT)))
        for subject, found in cells.items()
    )
    caption = f"time: CPU seconds without the audit, {_limits(cells, BY_SAT)}."
    return Grid("Larger systems", ("system", *SIDES, *_bounds(BY_SAT)), rows, caption, "tight", numbers_from=1)


def _limits(cells: _Cells, ways: Sequence[str]) -> str:
    return limits_text(found[way].check for found in cells.values() for way in ways)


def _panel(title: str, cells: _Cells, sizes: _Sizes) -> Panel:
    """Seconds over the states of the two sides, multiplied."""
    at = {subject: (sizes[subject]["first_states"] or 1) * (sizes[subject]["second_states"] or 1) for subject in cells}
    ordered = sorted(cells, key=at.__getitem__)
    curves = []
    for way in WAYS:
        checks = [(at[subject], cells[subject][way].check) for subject in ordered]
        answered = tuple((x, check.seconds) for x, check in checks if check.seconds is not None)
        curves.append(Curve(way, answered, tuple((x, check.allowed) for x, check in checks if check.seconds is None)))
    return Panel(title, "|M1| × |M2|", tuple(curves))
