"""Work that compiled modules do in several threads at once: they do not hold the interpreter lock meanwhile.

The threads live as long as the stage of the work that needs them, so that none is left when a process is forked. The
caller is one of them. What comes of the work must not depend on who did which piece, nor when.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

__all__ = ["Crew"]


class Crew:
    """At most so many threads, the caller among them; they are started when there is something for them to do."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None

    def run(self, pieces: Sequence[Callable[[], object]]) -> None:
        """Do all pieces, whoever is free the next one. The first error of a piece ends it, when those that were begun
        have ended; the others are not begun."""
        waiting = deque(pieces)
        helpers: list[Future[None]] = []
        try:
            if self._pool is None and self.threads > 1:
                self._pool = ThreadPoolExecutor(self.threads - 1, "crew")
            for _ in range(min(self.threads, len(pieces)) - 1):
                assert self._pool is not None
                helpers.append(self._pool.submit(_work, waiting))
            _work(waiting)
        finally:
            waiting.clear()
            begun = [helper for helper in helpers if not helper.cancel()]
            errors = [helper.exception() for helper in begun]
        for error in errors:
            if error is not None:
                raise error

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _work(waiting: deque[Callable[[], object]]) -> None:
    """Take pieces and do them until none is left."""
    while True:
        try:
            piece = waiting.popleft()
        except IndexError:
            return
        try:
            piece()
        except BaseException:
            waiting.clear()
            raise
