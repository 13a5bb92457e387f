"""The compiled modules as plain Python: set SYMAG_PURE_PYTHON=1 to debug them, or to compare both forms in tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["COMPILED_MODULES", "prefer_source"]

COMPILED_MODULES = (
    "symag.formats.aldebaran.printer",
    "symag.formats.aldebaran.scanner",
    "symag.formats.guarded.distributions",
    "symag.formats.guarded.enumerator",
    "symag.formats.guarded.machine",
    "symag.formats.guarded.outcomes",
    "symag.formats.guarded.starts",
    "symag.formats.native_rows",
    "symag.formats.prism.descent",
    "symag.model.growth",
    "symag.model.interner",
    "symag.model.rows",
    "symag.model.sequences",
    "symag.operators.elimination",
    "symag.operators.expansion",
    "symag.operators.explorer",
    "symag.operators.reach",
    "symag.operators.saturation",
    "symag.operators.signatures",
    "symag.operators.synchroniser",
    "symag.probability.choices",
    "symag.probability.places",
    "symag.simulation.answerer",
    "symag.simulation.changes",
    "symag.simulation.distribution_matching",
    "symag.simulation.integer_flow",
    "symag.simulation.lazy_pairs",
    "symag.simulation.offers",
    "symag.simulation.preimages",
    "symag.simulation.refiner",
    "symag.simulation.row_table",
    "symag.simulation.scaled_flow",
    "symag.simulation.shared_round",
    "symag.simulation.shrinking_row",
    "symag.simulation.subset_matching",
    "symag.simulation.successor_matching",
    "symag.traces.antichain",
    "symag.traces.query_trie",
    "symag.traces.search",
    "symag.traces.subsets",
    "symag.traces.successors",
)


class _SourceFinder:
    """Finds the `.py` file of a compiled module, where Python would take the extension beside it."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in COMPILED_MODULES:
            return None
        return spec_from_file_location(name, Path(__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py"))


def prefer_source() -> None:
    """From now on the modules are imported uncompiled."""
    sys.meta_path.insert(0, _SourceFinder())
