"""`symag bench cav12`: Table 1 of CAV'12 again, each cell beside the paper's own figures, and rows past it.

Every cell runs in a process of its own, from the PRISM text to the verdict; its time is that of `check` without the
audit.
"""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE
from rich.table import Table

from symag.formats import read_components
from symag.model import LPTS
from symag.study.bench.benchmark import Cells, Curve, Panel, Results, Settings
from symag.study.bench.cell import SECONDS, checked, limits_of, number, out_of
from symag.study.bench.figures import Figures
from symag.study.cases.cav12 import CASES
from symag.study.cases.cav12_published import BEYOND, PAPER, Key
from symag.study.cases.decompositions import count_states

__all__ = ["bench_cav12"]

PARTIES = {"CS_1": "clients", "CS_N": "clients", "MER": "users", "SN": "sensors"}
REFINING = ("ASYM", "ASYM-N")
METHODS: dict[str, dict[str, Any]] = {
    "ASYM": {"method": "agar", "rule": "asym"},
    "ASYM-N": {"method": "agar", "rule": "asym-n", "order": "auto"},
    "Mono": {"method": "mono", "reduce": False},
    "Mono, reduced": {"method": "mono", "reduce": True},
    "auto": {"method": "auto"},
}


def _sides(name: str, parameter: int) -> tuple[list[tuple[LPTS, ...]], LPTS]:
    case = CASES[name](parameter)
    first, second, (specification,) = (
        read_components(text, "prism") for text in (case.first[1], case.second[1], case.specification)
    )
    return [first, second], specification


def sizes_case(name: str, parameter: int) -> Figures:
    """How many states everything has; None where that would take too long to count."""
    sides, specification = _sides(name, parameter)
    return {
        "P": specification.num_states,
        "L1": count_states(sides[0]),
        "L2": count_states(sides[1]),
        "Lc": max(component.num_states for side in sides for component in side),
    }


def method_case(name: str, parameter: int, method: str, backend: str, strategy: str, seconds: float) -> Figures:
    """One cell; no time if it does not finish."""
    sides, specification = _sides(name, parameter)
    name = f"{name}({parameter})"
    return checked(name, sides, specification, seconds, **METHODS[method], backend=backend, strategy=strategy)


def bench_cav12(cells: Cells, settings: Settings) -> Results:
    """The paper's table, another one of what it did not have, and a picture of each case study."""
    rows = [*PAPER, *(BEYOND if settings.beyond else ())]
    seconds = settings.seconds or SECONDS
    sizes: dict[Key, Figures] = {}
    found: dict[Key, dict[str, Figures]] = {}
    for name, parameter in sorted(rows, key=lambda row: (list(CASES).index(row[0]), row[1])):
        row = name, parameter
        sizes[row] = cells.measure(f"{name}({parameter})", sizes_case, name, parameter)
        found[row] = {}
        for method in METHODS:
            strategy = settings.strategy if method in REFINING else "improved"
            how = f"{method}, {settings.backend}, {strategy}"
            found[row][method] = cells.measure(
                f"{name}({parameter}), {how}",
                method_case,
                *(name, parameter, method, settings.backend, strategy, seconds),
                is_stale=lambda figures: figures["seconds"] is None and figures["limit"] < seconds,
            )
    tables = (_sizes_table(sizes, found), _table(found, settings), _reduced(found))
    return Results(tables, _panels(found))


def _sizes_table(sizes: dict[Key, Figures], found: dict[Key, dict[str, Figures]]) -> Table:
    """How large everything is; |L| where it was composed."""
    caption = "|P|, |L1|, |L2| and |L_c| are the paper's, up to its rounding"
    table = Table(
        "", "|L|", "paper's", "|P|", "|L1|", "|L2|", "|L_c|", title="the systems", box=SIMPLE, caption=caption
    )
    for row, cells in found.items():
        mono, size = cells["Mono"], sizes[row]
        whole = None if mono["seconds"] is None else mono["largest_composition"]
        paper = PAPER[row].states if row in PAPER else ""
        counts = (whole, paper, size["P"], size["L1"], size["L2"], size["Lc"])
        table.add_row(f"{row[0]}({row[1]})", *map(number, counts))
    return table


def _table(found: dict[Key, dict[str, Figures]], settings: Settings) -> Table:
    """Table 1: a line of ours, a line of the paper's."""
    each = ("\ntime", "\nmem", "\n|L_M|", "\n|A_M|")
    headings = ["", f"ASYM{each[0]}", *each[1:], f"ASYM-N{each[0]}", *each[1:], f"Mono{each[0]}", each[1]]
    limits = limits_of(cells[method] for cells in found.values() for method in ("ASYM", "ASYM-N", "Mono"))
    caption = (
        f"Ours: {settings.backend}, strategy {settings.strategy}; CPU seconds without the audit, {limits}; "
        "MB of the whole process. Assumptions are sought for reduced components "
        "(not by the strategy paper); sides in one order: ASYM as given, ASYM-N the most connected first. The paper: "
        "best of several orders, at most 2 h and 2 GB, a 2.83 GHz Core 2, specifications of its own of the same sizes. "
        "|L_M|: the largest composition; |A_M|: the largest assumption."
    )
    table = Table(title="Table 1 of CAV'12", box=SIMPLE, padding=(0, 1, 0, 0), caption=caption, caption_justify="left")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row, cells in found.items():
        ours = [*_shown(cells["ASYM"]), *_shown(cells["ASYM-N"]), *_shown(cells["Mono"])[:2]]
        table.add_row(f"{row[0]}({row[1]})", *map(number, ours))
        if row in PAPER:
            _, asym, asym_n, mono = PAPER[row]
            table.add_row("paper", *asym, *asym_n, *mono[:2], style="dim")
    return table


def _reduced(found: dict[Key, dict[str, Figures]]) -> Table:
    """What the paper did not have: the reduced system, and the method that chooses by itself."""
    headings = ("", "Mono", "reduced", "Mono / reduced", "ASYM-N", "auto", "best of the others", "auto / best")
    table = Table(*headings, title="reduced, and auto (CPU seconds)", box=SIMPLE)
    for (name, parameter), cells in found.items():
        times = {method: cells[method]["seconds"] for method in METHODS}
        best = min((times[method] for method in METHODS if method != "auto" and times[method]), default=None)
        shown = {method: _shown(cells[method])[0] for method in METHODS}
        figures = [shown["Mono"], shown["Mono, reduced"], _ratio(times["Mono"], times["Mono, reduced"])]
        figures += [shown["ASYM-N"], shown["auto"], best, _ratio(times["auto"], best)]
        table.add_row(f"{name}({parameter})", *map(number, figures))
    return table


def _ratio(one: float | None, other: float | None) -> float | None:
    """Not of times that are hardly measured."""
    return one / other if one and other and max(one, other) >= 0.01 else None


def _panels(found: dict[Key, dict[str, Figures]]) -> tuple[Panel, ...]:
    panels = []
    for name, parties in PARTIES.items():
        lines = []
        for method in METHODS:
            rows = {n: cells[method] for (case, n), cells in found.items() if case == name}
            times = {n: cell["seconds"] for n, cell in rows.items()}
            given_up = tuple((n, cell["limit"]) for n, cell in rows.items() if cell["seconds"] is None)
            answered = tuple((n, t) for n, t in times.items() if t is not None)
            lines.append(Curve(method.replace(", ", " "), answered, given_up))
        for method, column in (("ASYM", "asym"), ("ASYM-N", "asym_n"), ("Mono", "mono")):
            paper = {n: getattr(row, column).seconds for (case, n), row in PAPER.items() if case == name}
            points = tuple((n, t) for n, t in paper.items() if t is not None)
            lines.append(Curve(f"{method}, the paper's", points, dashed=True))
        panels.append(Panel(name, parties, tuple(lines), is_parameter=True))
    return tuple(panels)


def _shown(cell: Figures) -> list[float | str | None]:
    if cell["seconds"] is None:
        return [out_of(cell), round(cell["memory_mb"]), None, None]
    return [cell["seconds"], round(cell["memory_mb"]), cell["largest_composition"], cell["largest_assumption"]]
