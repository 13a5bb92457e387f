"""A comparison for every size of a family."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symag.evidence.schema import symag_version
from symag.limits import Listener
from symag.study.cases.families import Family
from symag.study.compare.comparison import Comparison, versions, write
from symag.study.compare.side_by_side import chosen, chosen_methods, compare

__all__ = ["Sweep", "sweep"]


@dataclass(frozen=True, eq=False)
class Sweep:
    """What a family's members, by their sizes, have shown."""

    family: Family
    violated: bool
    comparisons: tuple[tuple[int, Comparison], ...]

    @property
    def agree(self) -> bool:
        """Do the backends agree on every size?"""
        return all(comparison.agree for _, comparison in self.comparisons)

    def to_json(self) -> dict[str, Any]:
        """The object that `symag compare --family … --json` prints."""
        questions = []
        for size, comparison in self.comparisons:
            data = comparison.to_json()
            shown = {key: data[key] for key in ("agree", "rule", "limits", "components", "specification", "rows")}
            questions.append({"size": size, "system_states": self.family.states(size), **shown})
        return {
            "symag": symag_version(),
            "versions": versions(),
            "family": self.family.name,
            "violated": self.violated,
            "agree": self.agree,
            "questions": questions,
        }

    def to_records(self) -> list[dict[str, Any]]:
        """The rows of a table: those of each size."""
        return [
            {
                "family": self.family.name,
                "violated": self.violated,
                "size": size,
                "system_states": self.family.states(size),
                "specification_states": comparison.specification.num_states,
                **record,
            }
            for size, comparison in self.comparisons
            for record in comparison.to_records()
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a `.json` file, as `to_json` has it, or its rows to a `.csv` file."""
        write(path, self.to_json(), self.to_records())


def sweep(
    family: Family,
    sizes: Iterable[int],
    *,
    violated: bool = False,
    backends: Iterable[str] | None = None,
    methods: Iterable[str] | None = None,
    listener: Listener | None = None,
    **options: Any,
) -> Sweep:
    """Compare the backends and the methods on each size; the other arguments are those of `compare`."""
    asked = options | {"backends": chosen(backends, methods), "methods": chosen_methods(methods)}
    found = []
    for size in sizes:

        def tell(stage: str, count: int, size: int = size) -> None:
            if listener is not None:
                listener(f"{family.name} of size {size}: {stage}", count)

        components, specification = family(size, violated)
        found.append((size, compare(components, specification, **asked, listener=tell)))
    return Sweep(family, violated, tuple(found))
