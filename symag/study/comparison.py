"""What a comparison of backends has found: a row for each, and whether they agree."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, entry_points, version
from typing import Any, Literal

from symag.formats import native, write_atomically
from symag.limits import Limits
from symag.model import LPTS
from symag.model.verbs import say
from symag.operators import trim
from symag.simulation.backend import GROUP

__all__ = ["Comparison", "Row", "versions"]

SOLVERS = ("z3-solver", "pysmt", "cvc5")
"""The packages that symag's own backends use, as PyPI calls them."""


@dataclass(frozen=True)
class Row:
    """What one backend said and what it took; None where there is no such figure."""

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
    states: int | None = None
    """Of the system, as far as it was composed."""
    pairs: int | None = None
    variables: int | None = None
    clauses: int | None = None
    core: int | None = None
    tree_nodes: int | None = None
    tree_depth: int | None = None
    log: str | None = None
    """If it failed: the last that its process wrote to the standard error."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The same question put to several backends."""

    components: tuple[LPTS, ...]
    """The system."""
    specification: LPTS
    """What it was held against."""
    rows: tuple[Row, ...]
    """What each backend said, and what it took."""
    limits: Limits = field(default_factory=Limits)
    """Of each backend."""

    @property
    def agree(self) -> bool:
        """Did no backend fail, and do those that know the answer say the same? One that does not know is no liar."""
        return agreement(self.rows)

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{row.backend}: {row.verdict}" for row in self.rows)
        return f"<Comparison {'' if self.agree else 'WITHOUT AGREEMENT '}{verdicts}>"

    def __str__(self) -> str:
        return str(say("tabulate", self))

    def to_json(self) -> dict[str, Any]:
        """The object that `symag compare --json` prints."""
        return {
            "symag": version("symag"),
            "versions": versions(),
            "agree": self.agree,
            "limits": asdict(self.limits),
            "components": [_described(model) for model in self.components],
            "specification": _described(self.specification),
            "rows": [asdict(row) for row in self.rows],
        }

    def save_inputs(self, path: str | os.PathLike[str]) -> None:
        """Write all that somebody needs who is to find out why the backends do not agree: the models, too."""
        document = self.to_json() | {
            "components": [_described(model) | {"model": native.to_json(model)} for model in self.components],
            "specification": _described(self.specification) | {"model": native.to_json(self.specification)},
        }
        write_atomically(os.fspath(path), json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")


def agreement(rows: Iterable[Row]) -> bool:
    """No failure, and not both answers."""
    verdicts = {row.verdict for row in rows}
    return "failed" not in verdicts and not {"holds", "violated"} <= verdicts


def versions() -> dict[str, str]:
    """Of Python, of the system, and of the packages that solvers come in, as far as they are installed."""
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
