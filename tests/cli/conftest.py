"""The folder in which commands run."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag.study.cases.papers import FIG1_L, FIG1_L1, FIG1_L2, FIG1_P
from tests.cli.commands import EAGER, LOOPS, ORDER, PROMISE, UNSURE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user is: a folder with the models of CAV'12, Fig. 1, and others."""
    for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P, PROMISE, EAGER, ORDER, UNSURE):
        symag.save(model, tmp_path / f"{model.name}.json")
    (tmp_path / "loops.lts").write_text(LOOPS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # stdout as users have it
    return tmp_path
