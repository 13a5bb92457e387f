"""Where in a TOML text a key is. Python's `tomllib` reads the text, and does not say.

A statement of the text, a header or `key = value`, is the least number of lines that `tomllib` reads by themselves:
what is left open, such as a list that goes on in the next line, cannot be read. So this needs no grammar of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, TypeAlias

__all__ = ["KeyPath", "line_of"]

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys, and positions in lists of tables, from the root on: `("check", 1, "method")`."""

LONGEST = 500
"""Lines of one statement; what follows a longer one is not found."""


def line_of(text: str, path: KeyPath) -> int | None:
    """The line where this key, or else the innermost of those around it, is set; None if it cannot be found."""
    best, line = 0, None
    for number, known in _statements(text):
        common = 0
        while common < min(len(known), len(path)) and known[common] == path[common]:
            common += 1
        if common > best:
            best, line = common, number
    return line


def _statements(text: str) -> Iterator[tuple[int, KeyPath]]:
    """The line of each header and of each key, with the path of what it sets."""
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    waiting: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        waiting.append(line)
        try:
            found = tomllib.loads("\n".join(waiting))
        except tomllib.TOMLDecodeError:
            if len(waiting) > LONGEST:
                return
            continue
        start, waiting = number - len(waiting) + 1, []
        if start == number and line.lstrip().startswith("["):
            table = _header(found, counts)
            yield number, table
        else:
            for path in _paths(found):
                yield start, (*table, *path)


def _header(found: dict[str, Any], counts: dict[KeyPath, int]) -> KeyPath:
    """The path of the table that a header opens; of a list of tables, the next one."""
    path: KeyPath = ()
    value: Any = found
    while value:
        ((key, value),) = value.items()
        path = (*path, key)
        if isinstance(value, list):
            counts[path] = counts.get(path, -1) + 1
            return (*path, counts[path])
        if path in counts:  # a table in the last one of a list
            path = (*path, counts[path])
    return path


def _paths(found: dict[str, Any]) -> Iterator[KeyPath]:
    """The paths of a statement, those of inline tables, too."""
    for key, value in found.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, *rest) for rest in _paths(value))
