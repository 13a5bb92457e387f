"""Storm's parser, on a text: it reads a file only, so it gets one that has no name and leaves nothing behind."""

from __future__ import annotations

import tempfile
from typing import Any

__all__ = ["storm_program"]


def storm_program(text: str) -> Any:
    """The PRISM program as Storm reads it."""
    import stormpy

    with tempfile.TemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return stormpy.parse_prism_program(f"/dev/fd/{file.fileno()}")
