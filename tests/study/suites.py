"""Files of suites for tests, and what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import symag
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from symag.study.study_table import MEASURED_COLUMNS, StudyTable

__all__ = ["SMALL", "TOO_GOOD", "same_but_for_times", "write_suite"]

TOO_GOOD = symag.LPTS.build(
    "u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/100", "u0": "99/100"})], name="promise"
)
SMALL = """
method = ["mono", "agar"]
timeout = 100

[[check]]
name = "holds"
models = ["L1.json", "L2.json"]
spec = "P.json"

[[check]]
name = "violated"
models = ["L1.json", "L2.json"]
spec = "promise.json"
decompositions = "all"

[[check]]
name = "likely"
models = ["L1.json", "L2.json"]
method = "mono"
property = "Pmax=? [ F<=4 ack ]"
"""


def write_suite(folder: Path, text: str = SMALL) -> Path:
    """The suite and its models, in a folder."""
    for model in (FIG1_L1, FIG1_L2, FIG1_P, TOO_GOOD):
        symag.save(model, folder / f"{model.name}.json")
    file = folder / "suite.toml"
    file.write_text(text)
    return file


def same_but_for_times(table: StudyTable) -> Sequence[dict[str, Any]]:
    """The rows without what differs from run to run."""
    return [{name: value for name, value in row.items() if name not in MEASURED_COLUMNS} for row in table]
