"""What the tables and plots of a study say: a row per check and way, the time over the size, and a cactus plot.

A *way* is what the options of `symag.check` say: method, rule, backend. Of the repetitions of a job, the median counts;
of the decompositions of a check, a plot shows the best one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symag.study.study_table import ANSWERS, StudyTable, median_rows
from symag.study.view import Curve, Grid, GridCell, GridRow, Panel, Point, View

__all__ = ["study_view"]

NOT_A_WAY = ("check", "size", "decomposition", "repetition", "relation", "at_most")
HEADINGS = {
    "seconds": "seconds",
    "peak_memory_mb": "MB",
    "states_explored": "states",
    "iterations": "iterations",
    "largest_assumption": "|A|",
}
"""Figures of the table for people, and what they are called there."""
MOST_POINTS = 1000
"""Of a curve: more cannot be seen."""
LARGEST = 1e300
"""A size that has a place on an axis."""


def study_view(table: StudyTable, most: int | None = None) -> View:
    """Tables and panels; those of every study have at most so many rows."""
    if table.view is not None:
        return table.view
    rows = median_rows(table.rows)
    ways = _ways(rows)
    grids = (_all_rows(table, rows, most), _summary(rows, ways))
    return View(grids, (*_times(rows, ways), *_cactus(rows, ways)))


def _ways(rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """What the way of each row is called: the options that are not the same in all rows."""
    names = [name for name in rows[0] if name not in NOT_A_WAY] if rows else []
    names = names[: names.index("verdict")] if names else []
    varying = [name for name in names if len({row[name] for row in rows}) > 1] or ["method"]
    return {id(row): ", ".join(_said(name, row[name]) for name in varying if row[name] is not None) for row in rows}


def _said(option: str, value: object) -> str:
    return f"{option}={value}" if isinstance(value, bool | int) else str(value)


def _all_rows(table: StudyTable, rows: Sequence[Mapping[str, Any]], most: int | None) -> Grid:
    shown = [name for name in table.label_columns if name != "repetition"]
    shown = [name for name in shown if any(row[name] is not None for row in rows)]
    figures = [name for name in HEADINGS if any(row[name] is not None for row in rows)]
    headings = (*shown, "verdict", *(HEADINGS[name] for name in figures))
    cells: list[tuple[GridCell, ...]] = [
        (*(_label(row[name]) for name in shown), _verdict(row), *(row[name] for name in figures)) for row in rows
    ]
    left_out = len(cells) - len(cells[:most])
    caption = f"… and {left_out:,} more rows" if left_out else None
    return Grid(table.name, headings, tuple(map(GridRow, cells[:most])), caption, "tight", len(shown) + 1)


def _label(value: Any) -> GridCell:
    return value if isinstance(value, int) and not isinstance(value, bool) else None if value is None else str(value)


def _verdict(row: Mapping[str, Any]) -> str:
    if row["verdict"] is None:
        return "not yet"
    if row["verdict"] == "unknown":
        return f"unknown ({row['limit']})"
    return str(row["value"] or row["verdict"])


def _summary(rows: Iterable[Mapping[str, Any]], ways: Mapping[int, str]) -> Grid:
    """A row for each way: how its checks ended, and the seconds of those that have an answer."""
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, float] = defaultdict(float)
    for row in rows:
        way = ways[id(row)]
        verdicts[way][row["verdict"] or "not yet"] += 1
        seconds[way] += (row["seconds"] or 0.0) * (row["verdict"] in ANSWERS)
    kinds = [
        kind for kind in (*ANSWERS, "unknown", "failed", "not yet") if any(counts[kind] for counts in verdicts.values())
    ]
    cells: list[tuple[GridCell, ...]] = [
        (way, *(counts[kind] for kind in kinds), seconds[way]) for way, counts in verdicts.items()
    ]
    return Grid("by way", ("way", *kinds, "seconds"), tuple(map(GridRow, cells)), None, "tight", 1)


def _best(rows: Iterable[Mapping[str, Any]], ways: Mapping[int, str]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Of each check by each way, the row of the best decomposition that is measured."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for row in rows:
        key = ways[id(row)], row["check"]
        if row["seconds"] is not None and (key not in found or _order(row) < _order(found[key])):
            found[key] = row
    return found


def _order(row: Mapping[str, Any]) -> tuple[bool, float]:
    return row["verdict"] not in ANSWERS, row["seconds"]


def _times(rows: Sequence[Mapping[str, Any]], ways: Mapping[int, str]) -> list[Panel]:
    answered: dict[str, list[Point]] = defaultdict(list)
    given_up: dict[str, list[Point]] = defaultdict(list)
    for (way, _), row in _best(rows, ways).items():
        if row["size"]:
            point = (min(row["size"], LARGEST), row["seconds"])
            (answered if row["verdict"] in ANSWERS else given_up)[way].append(point)
            (given_up if row["verdict"] in ANSWERS else answered)[way] += []
    curves = [Curve(way, _thinned(sorted(points)), _thinned(sorted(given_up[way]))) for way, points in answered.items()]
    return [Panel("time over size", "size: states of the components, multiplied", tuple(curves))] if curves else []


def _cactus(rows: Sequence[Mapping[str, Any]], ways: Mapping[int, str]) -> list[Panel]:
    """How many checks, with each decomposition, are decided within a time."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row["verdict"] in ANSWERS and row["seconds"] is not None:
            seconds[ways[id(row)]].append(row["seconds"])
    curves = [Curve(way, _thinned([*enumerate(sorted(times), 1)])) for way, times in seconds.items()]
    return [Panel("how many are decided within a time", "checks", tuple(curves), counts=True)] if curves else []


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """At most so many of the points, the last one among them."""
    step = -(-len(points) // MOST_POINTS) or 1
    return tuple(points[::-step][::-1])
