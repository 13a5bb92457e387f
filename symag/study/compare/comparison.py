"""What a comparison of backends and methods has found: a row for each, and whether they agree."""

from __future__ import annotations

import csv
import json
import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, Literal

from symag.evidence import PROPERTIES_KIND, Conjunction, Specification
from symag.evidence.schema import symag_version
from symag.formats import check_suffix, is_stream, native, write_atomically
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.model.presentation import present
from symag.operators import trim
from symag.probability import FORMULA_KIND
from symag.simulation.backend import GROUP

__all__ = ["DEFAULT_METHODS", "SUFFIXES", "Comparison", "ComparisonRow", "contradicts", "versions", "write"]

DEFAULT_METHODS = ("auto",)
SUFFIXES = (".json", ".csv")
"""Of the files that a comparison can be written to."""

KINDS = (PROPERTIES_KIND, FORMULA_KIND)
"""Of specifications, as a file has them."""

SOLVERS = ("z3-solver", "pysmt", "cvc5")
"""The packages that symag's own backends use, as PyPI calls them."""


@dataclass(frozen=True)
class ComparisonRow:
    """What one backend said, by one method, and what it took; None where there is no such figure."""

    backend: str
    verdict: Literal["holds", "violated", "unknown", "failed"]
    """`failed`: it crashed, or the kernel rejected its evidence."""
    reason: str | None = None
    """Why it is unknown, or how it failed."""
    seconds: float | None = None
    """Of the decision, by the clock on the wall."""
    audit_seconds: float | None = None
    peak_memory_mb: float | None = None
    """Of its process, up to the decision."""
    audited: bool = False
    value: str | None = None
    """The greatest probability, exactly, if that was asked."""
    states: int | None = None
    """Of the system, as far as it was composed."""
    iterations: int | None = None
    """Of a refinement, or conjectures of a learner."""
    largest_assumption: int | None = None
    """States of the largest assumption."""
    pairs: int | None = None
    variables: int | None = None
    clauses: int | None = None
    core: int | None = None
    tree_nodes: int | None = None
    tree_depth: int | None = None
    log: str | None = None
    """If it failed: the last that its process wrote to the standard error."""
    method: str = "auto"

    def to_record(self) -> dict[str, Any]:
        """Its figures by their names, who it is first."""
        figures = asdict(self)
        return {"method": figures.pop("method")} | figures


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same question put to several backends, by several methods."""

    components: tuple[LPTS, ...]
    """The system."""
    specification: Specification
    """The specification."""
    rows: tuple[ComparisonRow, ...]
    """What each backend said by each method, and what it took."""
    limits: Limits = field(default_factory=Limits)
    """Of each row."""
    relation: str = "simulation"
    """`simulation` or `traces`."""
    rule: str | None = None
    """Of the methods that work by parts, if one was chosen."""

    @property
    def agree(self) -> bool:
        """Did no backend fail, and do those that know the answer say the same? One that does not know is no liar."""
        return agreement(self.rows)

    @property
    def has_methods(self) -> bool:
        """Were methods chosen?"""
        return any(row.method not in DEFAULT_METHODS for row in self.rows)

    def label(self, row: ComparisonRow) -> str:
        """Who gave this row: the backend; with its method, if methods were chosen."""
        return f"{row.method}, {row.backend}" if self.has_methods else row.backend

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{self.label(row)}: {row.verdict}" for row in self.rows)
        return f"<Comparison {'' if self.agree else 'WITHOUT AGREEMENT '}{verdicts}>"

    def __str__(self) -> str:
        return present(self, "text")

    def to_json(self) -> dict[str, Any]:
        """The object that `symag compare --json` prints."""
        return {
            "symag": symag_version(),
            "versions": versions(),
            "agree": self.agree,
            "relation": self.relation,
            "rule": self.rule,
            "limits": asdict(self.limits),
            "components": [_described(model) for model in self.components],
            "specification": _specified(self.specification),
            "rows": [row.to_record() for row in self.rows],
        }

    def to_records(self) -> list[dict[str, Any]]:
        """The rows of a table, each with all that is known about it."""
        return [{"relation": self.relation, **row.to_record()} for row in self.rows]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a `.json` file, as `to_json` has it, or its rows to a `.csv` file."""
        write(path, self.to_json(), self.to_records())

    def save_inputs(self, path: str | os.PathLike[str]) -> None:
        """Write everything that is needed to find out why the backends do not agree, with the models."""
        kind = next(one for one in KINDS if isinstance(self.specification, one.types))
        document = self.to_json() | {
            "components": [_described(model) | {"model": native.to_json(model)} for model in self.components],
            "specification": kind.write(kind.trim(self.specification, Watch()), None),
        }
        write_atomically(os.fspath(path), json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")


def write(path: str | os.PathLike[str], document: Mapping[str, Any], records: Iterable[Mapping[str, Any]]) -> None:
    """The document to a `.json` file, or the records to a `.csv` file; pipes and devices get the document."""
    check_suffix(path, SUFFIXES, "comparison")
    if not is_stream(path) and Path(path).suffix.lower() == ".csv":
        text = _csv(list(records))
    else:
        text = json.dumps(document) + "\n"
    write_atomically(os.fspath(path), text.encode())


def _csv(records: list[Mapping[str, Any]]) -> str:
    """A line per record, after one with the names; without logs, which are many lines."""
    names = [name for name in records[0] if name != "log"] if records else []
    table = csv.writer(text := StringIO(), lineterminator="\n")
    table.writerow(names)
    table.writerows([_cell(record[name]) for name in names] for record in records)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """As JSON has it; nothing for None."""
    return str(value).lower() if isinstance(value, bool) else value


def contradicts(rows: Iterable[ComparisonRow]) -> bool:
    """Are there two answers, or two values?"""
    found = tuple(rows)
    answers, values = {row.verdict for row in found}, {row.value for row in found} - {None}
    return {"holds", "violated"} <= answers or len(values) > 1


def agreement(rows: Iterable[ComparisonRow]) -> bool:
    """No failure, and not two answers."""
    found = tuple(rows)
    return all(row.verdict != "failed" for row in found) and not contradicts(found)


def versions() -> dict[str, str]:
    """Of Python, of the system, and of the packages that solvers come in, as far as they are installed."""
    from importlib.metadata import PackageNotFoundError, entry_points, version  # slow to import

    found = {"python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}"}
    others = {point.dist.name for point in entry_points(group=GROUP) if point.dist is not None}
    for package in (*SOLVERS, *sorted(others - {"symag", *SOLVERS})):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _described(model: LPTS) -> dict[str, Any]:
    """Its name, and its sizes as we count them: what can be reached."""
    reachable = trim(model)
    return {"name": model.name, "states": reachable.num_states, "transitions": reachable.num_transitions}


def _specified(specification: Specification) -> dict[str, Any]:
    """The same of a specification, or of each of its properties."""
    if isinstance(specification, LPTS):
        return _described(specification)
    if not isinstance(specification, Conjunction):
        return {"name": specification.name}
    return {"name": specification.name, "conjuncts": [*map(_described, specification.conjuncts)]}
