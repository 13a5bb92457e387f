"""What Fontconfig says while Graphviz draws: remarks on the machine's own font settings, which change nothing for us.

Both are libraries in this process and write to file descriptor 2, past Python's `sys.stderr`.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["quiet_fonts"]

STDERR = 2
REMARK = re.compile(rb"Fontconfig (?:warning|error): [^\n]*\n?")


@contextmanager
def quiet_fonts() -> Iterator[None]:
    """Keep Fontconfig's remarks from standard error. All else that is written there comes a moment later."""
    try:
        terminal = os.dup(STDERR)
    except OSError:  # there is none
        yield
        return
    with tempfile.TemporaryFile() as said:
        os.dup2(said.fileno(), STDERR)
        try:
            yield
        finally:
            os.dup2(terminal, STDERR)
            os.close(terminal)
            said.seek(0)
            if rest := REMARK.sub(b"", said.read()):
                with suppress(OSError):  # nobody reads it any more
                    os.write(STDERR, rest)
