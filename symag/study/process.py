"""A case of a benchmark in a process of its own, so that its peak memory is its own, and how its time is taken."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

__all__ = ["Figures", "cpu_seconds", "in_a_process"]

Figures = dict[str, Any]


def cpu_seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """CPU seconds, the least of several runs: other processes on the machine do not count."""
    best = float("inf")
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def in_a_process(case: Callable[..., Figures], *arguments: object, **environment: str) -> Figures:
    """Run one case, a function of a module of ours, in a new Python."""
    module, name = case.__module__, case.__name__
    program = f"import json; from {module} import {name}; print(json.dumps({name}(*{list(arguments)!r})))"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **environment},
            cwd=folder,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us: we stop it
            check=True,
            text=True,
        )
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures
