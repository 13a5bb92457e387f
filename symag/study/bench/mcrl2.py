"""mCRL2's `ltscompare` beside symag: it reads two files and decides a preorder; what `ltsinfo` takes to read them is
subtracted."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from symag.formats.aldebaran.write import write_aldebaran
from symag.model import LPTS
from symag.study.bench.large import large_models
from symag.study.bench.tools import program, tool_seconds
from symag.study.jobs import Figures

__all__ = ["PEER_SECONDS", "aut_files", "has_mcrl2", "mcrl2_seconds", "mcrl2_simulation_case"]

PEER_SECONDS = 60
"""Of CPU, after which mCRL2 is stopped."""
COMPARES, READS = "ltscompare", "ltsinfo"


def has_mcrl2(named: str | None = None) -> bool:
    """Are both programs there?"""
    return all(program(name, named, COMPARES) for name in (COMPARES, READS))


def aut_files(models: Sequence[LPTS], folder: str) -> list[Path]:
    """The files of a system and its specification."""
    files = [Path(folder, name) for name in ("system.aut", "specification.aut")]
    for file, model in zip(files, models, strict=True):
        file.write_bytes(write_aldebaran([model]))
    return files


def mcrl2_seconds(models: Sequence[LPTS], preorder: str, holds: bool, repeat: int, named: str | None = None) -> Figures:
    """For reading, and for deciding: None if that was stopped."""
    compares, reads = (program(name, named, COMPARES) for name in (COMPARES, READS))
    assert compares is not None
    assert reads is not None
    with tempfile.TemporaryDirectory() as folder:
        files = aut_files(models, folder)
        reading = [tool_seconds([reads, file], repeat) for file in files]
        says = "true" if holds else "false"
        both = tool_seconds([compares, f"--preorder={preorder}", *files], repeat, PEER_SECONDS, says)
    load = sum(one or 0.0 for one in reading)
    return {"load": load, "decide": None if both is None else both - load}


def mcrl2_simulation_case(states: int, actions: int, holds: bool, named: str | None) -> Figures:
    """The simulation preorder of two random systems."""
    return mcrl2_seconds(large_models(states, actions, holds), "sim", holds, 1, named)
