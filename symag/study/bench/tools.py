"""Other tools beside symag in benchmarks: where their programs are, and what a run of one says and takes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which

from symag.errors import InputError

__all__ = ["TOOLS", "program", "tool_run", "tools_from"]

TOOLS: Mapping[str, str] = {
    "flowsim": "the folder of its benchone programs",
    "ltscompare": "mCRL2's program, with ltsinfo beside it",
    "ltsa": "its jar, or the folder of its classes",
}
"""What can be named, and what the path is."""


def tools_from(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """NAME=PATH as pairs; an InputError if there is no such tool, or nothing there."""
    pairs = []
    for one in given:
        name, equals, path = one.partition("=")
        if name not in TOOLS:
            raise InputError(f"--tool {one}: there is no tool {name!r}: NAME=PATH with a name of {', '.join(TOOLS)}")
        if not equals:
            raise InputError(f"--tool {one}: the path is missing: write {name}=PATH, {TOOLS[name]}")
        if not path or not Path(path).exists():
            raise InputError(f"--tool {one}: there is no {path!r}: for {name} it is {TOOLS[name]}")
        pairs.append((name, str(Path(path).absolute())))
    return tuple(pairs)


def program(name: str, named: str | None, beside: str | None = None) -> str | None:
    """The path of a program: in the folder that was named, or beside the program that was; otherwise on the path."""
    if named is None:
        return which(name)
    folder = Path(named).parent if beside else Path(named)
    return which(name, path=str(folder))


def tool_run(command: Sequence[str | os.PathLike[str]], timeout: float) -> str | None:
    """What a tool prints on its output; None if it was stopped after so many seconds, or failed."""
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=timeout, text=True)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None
