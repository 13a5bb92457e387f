"""The table of a study: a row for each job, as data for people, Python, spreadsheets and pandas."""

from __future__ import annotations

import csv
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, get_args, get_type_hints, overload

from symag.errors import InputError
from symag.evidence.schema import symag_version
from symag.formats import read_text, write_atomically
from symag.model.presentation import present
from symag.options import Options
from symag.study.jobs import JobResult
from symag.study.suite import Labels
from symag.study.view import View

__all__ = ["ANSWERS", "COUNTS", "FIGURE_COLUMNS", "MEASURED_COLUMNS", "StudyTable", "median_rows", "rows_of"]

ANSWERS = ("holds", "violated")
MEASURED = "measured"
"""In place of the verdict, if a job has figures and is no check."""
SECONDS = ("seconds", "audit_seconds", "cpu_seconds", "wall_seconds")
MEASURED_COLUMNS = (*SECONDS, "peak_memory_mb")
"""Columns that are not the same in two runs: times and memory."""
COUNTS = (
    "iterations",
    "states_explored",
    "largest_composition",
    "largest_assumption",
    "smallest_found",
    "lower_bound",
    "pairs",
    "variables",
    "clauses",
    "core",
    "tree_nodes",
    "tree_depth",
)
FIGURE_COLUMNS = ("verdict", "value", "reason", "limit", *MEASURED_COLUMNS, "audited", *COUNTS)
"""The columns after those that say what a job is called."""
LARGEST_FILE = 2**30


def row_of(labels: Labels, result: JobResult | None) -> dict[str, Any]:
    """The row of a job; the verdict is None if it has no result yet."""
    row = {**labels, **dict.fromkeys(FIGURE_COLUMNS)}
    if result is None:
        return row
    figures = result.figures
    row |= {name: figures[name] for name in FIGURE_COLUMNS if name in figures}
    row["wall_seconds"] = round(result.seconds, 6)
    failure = result.failure or figures.get("unavailable")
    if failure is not None:
        row |= {"verdict": "failed", "reason": failure}
    elif "verdict" not in figures:  # it was stopped, or is no check
        row |= {"verdict": "unknown" if "limit" in figures else MEASURED, "seconds": row["wall_seconds"]}
    return row


@dataclass(frozen=True, eq=False)
class StudyTable(Sequence[dict[str, Any]]):
    """What a study has found: a list of rows, each a dictionary with the same keys."""

    name: str
    """Of the suite."""
    rows: tuple[dict[str, Any], ...]
    """In the order of the suite."""
    view: View | None = None
    """Tables and pictures that the suite itself has; otherwise those of every study."""

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | Sequence[dict[str, Any]]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<StudyTable {self.name}: {len(self)} jobs, {self.missing} without a result>"

    def __str__(self) -> str:
        return present(self, "text")

    @property
    def columns(self) -> tuple[str, ...]:
        """The keys of each row."""
        return tuple(self.rows[0]) if self.rows else ()

    @property
    def label_columns(self) -> tuple[str, ...]:
        """The keys that say what a job is called."""
        return tuple(name for name in self.columns if name not in FIGURE_COLUMNS)

    @property
    def missing(self) -> int:
        """How many jobs have no result yet."""
        return sum(row["verdict"] is None for row in self.rows)

    @property
    def failed(self) -> tuple[dict[str, Any], ...]:
        """The rows of jobs that crashed, or were wrong."""
        return tuple(row for row in self.rows if row["verdict"] == "failed")

    @property
    def disagreements(self) -> tuple[str, ...]:
        """The checks about which answers differ."""
        verdicts, values = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
        for row in self.rows:
            if row["verdict"] in ANSWERS:
                verdicts[row["check"]].add(row["verdict"])
                values[row["check"]] |= {row["value"]} - {None}
        return tuple(check for check, given in verdicts.items() if len(given) > 1 or len(values[check]) > 1)

    @property
    def agree(self) -> bool:
        """Did no job fail, and do those that know an answer agree?"""
        return not self.failed and not self.disagreements

    def to_json(self) -> dict[str, Any]:
        """The object that `symag study --json` prints."""
        return {
            "symag": symag_version(),
            "name": self.name,
            "missing": self.missing,
            "agree": self.agree,
            "disagreements": list(self.disagreements),
            "rows": list(self.rows),
        }

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file: a line with the names of the columns, then a line for each row."""
        table = csv.writer(text := StringIO(), lineterminator="\n")
        table.writerow(self.columns)
        table.writerows([_written(row[name]) for name in self.columns] for row in self.rows)
        write_atomically(os.fspath(path), text.getvalue().encode())

    @classmethod
    def from_csv(cls, path: str | os.PathLike[str]) -> StudyTable:
        """The table in a file that `to_csv` has written; it is called as the file is."""
        file = os.fspath(path)
        lines = csv.reader(StringIO(read_text(file, LARGEST_FILE), newline=""))
        names = next(lines, [])
        if not set(FIGURE_COLUMNS) <= set(names) or "check" not in names:
            raise InputError("this is not the table of a study: its columns are others", file, 1)
        rows = []
        for cells in lines:
            try:
                rows.append({name: _read(name, cell) for name, cell in zip(names, cells, strict=True)})
            except (KeyError, ValueError):
                raise InputError("this line is not a row of the table", file, lines.line_num) from None
        return cls(Path(file).stem, tuple(rows))

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of the rows, if pandas is installed."""
        try:
            from pandas import DataFrame
        except ImportError:
            raise InputError("pandas is not installed: pip install pandas") from None
        return DataFrame(list(self.rows), columns=list(self.columns))

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write `results.csv`, `results.json`, the plots and the page `index.html` to a folder; gives their names."""
        where = Path(folder)
        self.to_csv(where / "results.csv")
        document = self.to_json()
        rows = ",\n".join(map(json.dumps, document.pop("rows")))
        text = f'{json.dumps(document)[:-1]}, "rows": [\n{rows}\n]}}\n'
        write_atomically(os.fspath(where / "results.json"), text.encode())
        drawn = present(self, "study", where).split("\n")
        return [where / name for name in ("results.csv", "results.json", *filter(None, drawn))]


@cache
def _kinds() -> dict[str, type]:
    """Of the columns that are not texts."""
    found: dict[str, type] = {"size": int, "repetition": int, "audited": bool}
    found |= dict.fromkeys(COUNTS, int) | dict.fromkeys(MEASURED_COLUMNS, float)
    for name, annotation in get_type_hints(Options).items():
        for kind in (bool, int):
            if kind in (annotation, *get_args(annotation)):
                found[name] = kind
    return found


def _written(value: Any) -> Any:
    """As JSON has it; nothing for None."""
    return str(value).lower() if isinstance(value, bool) else value


def _read(name: str, cell: str) -> Any:
    if cell == "":
        return None
    kind = _kinds().get(name, str)
    return {"true": True, "false": False}[cell] if kind is bool else kind(cell)


def rows_of(labels: Iterable[Labels], results: Iterable[JobResult | None]) -> tuple[dict[str, Any], ...]:
    """The rows of jobs with their results."""
    return tuple(row_of(one, result) for one, result in zip(labels, results, strict=True))


def median_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One row for all repetitions of a job: the one whose time is the median, the later one of two."""
    groups = defaultdict[str, list[Mapping[str, Any]]](list)
    for row in rows:
        labels = {name: value for name, value in row.items() if name not in (*FIGURE_COLUMNS, "repetition")}
        groups[repr(labels)].append(row)
    return [_median(group) for group in groups.values()]


def _median(group: list[Mapping[str, Any]]) -> dict[str, Any]:
    """One that has no answer counts as slower than all that have one."""
    ordered = sorted(group, key=lambda row: (row["verdict"] not in ANSWERS, row["seconds"] or 0))
    return dict(ordered[len(ordered) // 2])
