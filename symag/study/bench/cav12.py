"""`symag bench cav12`: Table 1 of CAV'12 again, each cell beside the paper's own figures, and rows past it.

A cell is one check, from the PRISM text to the verdict; its time is that of `check` without the audit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import CheckCell, cell_limits, curve_of, limits_text
from symag.study.cases.cav12 import CASES, Cav12Subject
from symag.study.cases.cav12_published import BEYOND, PAPER, CaseKey
from symag.study.cases.decompositions import count_states
from symag.study.checks import check_job
from symag.study.jobs import Figures, Job
from symag.study.view import Curve, Grid, GridCell, GridRow, Panel, View

__all__ = ["cav12_jobs", "cav12_view"]

PARTIES = {"CS_1": "clients", "CS_N": "clients", "MER": "users", "SN": "sensors"}
REFINING = ("ASYM", "ASYM-N", "ASYM+α", "ASYM-N+α")
METHODS: dict[str, dict[str, Any]] = {
    "ASYM": {"method": "agar", "rule": "asym"},
    "ASYM-N": {"method": "agar", "rule": "asym-n", "order": "auto"},
    "Mono": {"method": "mono", "reduce": False},
    "Mono, reduced": {"method": "mono", "reduce": True},
    "auto": {"method": "auto"},
    "ASYM+α": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "ASYM-N+α": {"method": "agar", "rule": "asym-n", "order": "auto", "alphabet_refinement": True},
}
REFINED = {"ASYM": "ASYM+α", "ASYM-N": "ASYM-N+α"}
"""Rules without and with the refinement of alphabets."""
_Cells = dict[CaseKey, dict[str, CheckCell]]


def system_sizes_case(name: str, parameter: int) -> Figures:
    """How many states everything has; None where that would take too long to count."""
    sides, specification = Cav12Subject(name, parameter).models()
    return {
        "P": specification.num_states,
        "L1": count_states(sides[0]),
        "L2": count_states(sides[1]),
        "Lc": max(component.num_states for side in sides for component in side),
    }


def _systems(settings: Settings) -> list[CaseKey]:
    systems = [*PAPER, *(BEYOND if settings.beyond else ())]
    return sorted(systems, key=lambda key: (list(CASES).index(key[0]), key[1]))


def _title(key: CaseKey) -> str:
    return f"{key[0]}({key[1]})"


def _options(method: str, settings: Settings) -> dict[str, Any]:
    strategy = settings.strategy if method in REFINING else "improved"
    return METHODS[method] | {"backend": settings.backend, "strategy": strategy, "audit": False}


def _name(key: CaseKey, method: str, settings: Settings) -> str:
    return f"{_title(key)}, {method}, {settings.backend}, {_options(method, settings)['strategy']}"


def cav12_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    limits = cell_limits(settings.timeout)
    for key in _systems(settings):
        yield Job(_title(key), system_sizes_case, key)
        for method in METHODS:
            name = _name(key, method, settings)
            yield check_job(name, Cav12Subject(*key), _options(method, settings), limits, "holds")


def cav12_view(settings: Settings, found: Found) -> View:
    """The paper's table, another one of what it did not have, and a picture of each case study."""
    systems = _systems(settings)
    cells = {key: {method: CheckCell.of(found[_name(key, method, settings)]) for method in METHODS} for key in systems}
    sizes = {key: found[_title(key)].figures for key in systems}
    grids = _sizes(sizes, cells), _table(cells, settings), _reduced(cells), _alphabets(cells)
    return View(grids, _panels(cells))


def _sizes(sizes: dict[CaseKey, Figures], cells: _Cells) -> Grid:
    """How large everything is; |L| where it was composed."""
    rows = []
    for key, size in sizes.items():
        mono = cells[key]["Mono"]
        whole = None if mono.seconds is None else mono.largest_composition
        paper = PAPER[key].states if key in PAPER else ""
        rows.append(GridRow((_title(key), whole, paper, size["P"], size["L1"], size["L2"], size["Lc"])))
    headings = ("", "|L|", "paper's", "|P|", "|L1|", "|L2|", "|L_c|")
    caption = "|P|, |L1|, |L2| and |L_c| are the paper's, up to its rounding"
    return Grid("the systems", headings, tuple(rows), caption, "open")


def _table(found: _Cells, settings: Settings) -> Grid:
    """Table 1: a line of ours, a line of the paper's."""
    each = ("\ntime", "\nmem", "\n|L_M|", "\n|A_M|", "\n|A|")
    headings = ("", f"ASYM{each[0]}", *each[1:], f"ASYM-N{each[0]}", *each[1:], f"Mono{each[0]}", each[1])
    limits = limits_text(cells[method] for cells in found.values() for method in ("ASYM", "ASYM-N", "Mono"))
    caption = (
        f"Ours: {settings.backend}, strategy {settings.strategy}; CPU seconds without the audit, {limits}; "
        "MB of the whole process. Assumptions are sought for reduced components "
        "(not by the strategy paper); ASYM: sides as given; ASYM-N: --order auto, which may put several components on "
        "a side. The paper: "
        "best of several orders, at most 2 h and 2 GB, a 2.83 GHz Core 2, specifications of its own of the same sizes. "
        "|L_M|: the largest composition; |A_M|: the largest assumption on the way; |A|: the largest one of the proof, "
        "after blocks were merged."
    )
    rows = []
    for key, cells in found.items():
        ours = (*_shown(cells["ASYM"]), *_shown(cells["ASYM-N"]), *_shown(cells["Mono"])[:2])
        rows.append(GridRow((_title(key), *ours)))
        if key in PAPER:
            _, asym, asym_n, mono = PAPER[key]
            rows.append(GridRow(("paper", *asym, "", *asym_n, "", *mono[:2]), quoted=True))
    return Grid("Table 1 of CAV'12", headings, tuple(rows), caption, "tight", numbers_from=0)


def _reduced(found: _Cells) -> Grid:
    """What the paper did not have: the reduced system, and the method that chooses by itself."""
    headings = ("", "Mono", "reduced", "Mono / reduced", "ASYM-N", "auto", "best of the others", "auto / best")
    rows = []
    for key, cells in found.items():
        times = {method: cells[method].seconds for method in METHODS}
        best = min((time for method, time in times.items() if method != "auto" and time), default=None)
        shown = {method: cells[method].time for method in METHODS}
        figures = (shown["Mono"], shown["Mono, reduced"], _ratio(times["Mono"], times["Mono, reduced"]))
        rows.append(GridRow((_title(key), *figures, shown["ASYM-N"], shown["auto"], best, _ratio(times["auto"], best))))
    return Grid("reduced, and auto (CPU seconds)", headings, tuple(rows), frame="open")


def _alphabets(found: _Cells) -> Grid:
    """What is saved by assumptions over fewer actions than their interface."""
    headings = ("", "rule", "time", "+α", "|L_M|", "+α", "|A_M|", "+α", "|A|", "+α", "actions", "of")
    caption = "+α: with the refinement of alphabets; actions: how many the first assumption knows, of its interface"
    rows = []
    for key, cells in found.items():
        for rule, refined in REFINED.items():
            plain, fewer = cells[rule], cells[refined]
            pairs = zip(_shown(plain), _shown(fewer), strict=True)
            time, _, *sizes = pairs
            shown = (cell for pair in (time, *sizes) for cell in pair)
            rows.append(GridRow((_title(key), rule, *shown, fewer.alphabet, fewer.interface)))
    return Grid("alphabets (CPU seconds)", headings, tuple(rows), caption, "open")


def _ratio(one: float | None, other: float | None) -> float | None:
    """Not of times that are hardly measured."""
    return one / other if one and other and max(one, other) >= 0.01 else None


def _panels(found: _Cells) -> tuple[Panel, ...]:
    panels = []
    for name, parties in PARTIES.items():
        curves = []
        for method in METHODS:
            rows = {n: cells[method] for (case, n), cells in found.items() if case == name}
            curves.append(curve_of(method.replace(", ", " "), rows))
        for method, column in (("ASYM", "asym"), ("ASYM-N", "asym_n"), ("Mono", "mono")):
            paper = {n: getattr(row, column).seconds for (case, n), row in PAPER.items() if case == name}
            points = tuple((n, t) for n, t in paper.items() if t is not None)
            curves.append(Curve(f"{method}, the paper's", points, dashed=True))
        panels.append(Panel(name, parties, tuple(curves), is_parameter=True))
    return tuple(panels)


def _shown(cell: CheckCell) -> tuple[GridCell, ...]:
    finished = cell.seconds is not None
    sizes = (cell.largest_composition, cell.largest_assumption, cell.proved_by) if finished else (None, None, None)
    return cell.time, cell.memory_mb, *sizes
