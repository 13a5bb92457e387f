"""Waiting for a condition, as long as it takes on a machine that others use, too."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["PATIENCE", "is_alive", "wait_for"]

PATIENCE = 300.0
"""Seconds after which a test gives up, so that it does not hang. Nothing that works comes near to it."""


def wait_for(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition is true."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)


def is_alive(process: int) -> bool:
    """Is there such a process, which has not ended?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    try:
        return not Path("/proc/self/stat").exists() or stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it has ended in this moment
        return False
