"""The kernels as the Python that they are: set SYMAG_PURE_PYTHON=1 to debug them or to hold them against themselves."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["KERNELS", "prefer_source"]

KERNELS = (
    "symag.formats.prism.distributions",
    "symag.formats.prism.enumerator",
    "symag.formats.prism.machine",
    "symag.model.interner",
    "symag.operators.explorer",
    "symag.simulation.answerer",
    "symag.simulation.refiner",
    "symag.simulation.transport",
)


class _SourceFinder:
    """Finds the `.py` file of a kernel, where Python would rather take the extension beside it."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in KERNELS:
            return None
        return spec_from_file_location(name, Path(__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py"))


def prefer_source() -> None:
    """From now on the kernels are imported uncompiled."""
    sys.meta_path.insert(0, _SourceFinder())
