"""The progress line."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from symag.report import Progress


def test_progress_tells_what_is_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Progress.__module__], "time", SimpleNamespace(monotonic=lambda: 1000.0))
    progress = Progress(seconds=60)
    shown: list[str] = []
    progress.status.update = lambda text: shown.append(str(text))  # type: ignore[method-assign, assignment, misc]
    progress("composing", 1_000_000)
    progress.show_iteration({"iteration": 4, "assumptions": [3, 12]})
    progress("composing", 7)
    progress.show_iteration({"iteration": 5, "conjecture": 8})
    progress("learning", 0)
    assert shown == [
        "composing: 1,000,000 · 0 s of 60 s",
        "iteration 5 · |A| = 3, 12 · composing: 7 · 0 s of 60 s",
        "iteration 6 · |A| = 8 · learning · 0 s of 60 s",
    ]
