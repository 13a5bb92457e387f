"""A lane: a method at work on a question, in slices of work, so that several methods can take turns.

A method is a function that runs to its end. In a lane it runs in a thread of its own, and only while `advance` waits
for it: never do two of them run at once. The watch of the method counts its units of work (`Watch.tick`), and stops the
thread when the slice is used up. So nothing is started again, time plays no part, and the same question always takes
the same turns.

`close` ends a method that is not wanted any more, at its next look at the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Semaphore, Thread, current_thread

from symag.assume.task import Answer
from symag.errors import LimitReached
from symag.limits import Watch, within_memory

__all__ = ["Lane"]


class _Closed(BaseException):
    """The method is not wanted any more."""


class Lane:
    """`run` is the method; it gets the watch that it must heed."""

    def __init__(self, name: str, run: Callable[[Watch], Answer], watch: Watch) -> None:
        self.name = name
        self.spent = 0
        """Units of work so far."""
        self._run, self._watch = run, watch.metered(self._count)
        self._until = 0
        self._go, self._stopped = Semaphore(0), Semaphore(0)
        self._is_closed = False
        self._thread: Thread | None = None
        self._answer: Answer | None = None
        self._failure: BaseException | None = None

    def advance(self, units: int) -> Answer | None:
        """Go on for about so many units of work; the answer, if there is one now. Raises what the method raises."""
        self._until = self.spent + units
        if self._thread is None:
            self._thread = Thread(target=self._work, name=f"lane {self.name}", daemon=True)
            self._thread.start()
        self._go.release()
        self._stopped.acquire()
        if self._failure is not None:
            raise self._failure
        return self._answer

    def close(self) -> None:
        """End the method, if it is still at work."""
        self._is_closed = True
        if self._thread is not None and self._thread.is_alive():
            self._go.release()
            self._thread.join()

    def _work(self) -> None:
        self._go.acquire()
        try:
            self._answer = within_memory(lambda: self._run(self._watch))
        except _Closed:
            pass
        except LimitReached as reached:
            self._failure = reached.with_traceback(None)  # another lane may need the memory that its frames hold
        except BaseException as failure:
            self._failure = failure
        finally:
            self._stopped.release()

    def _count(self, units: int) -> None:
        """Evidence that is made later counts for nothing, and does not wait: it is not made in this thread."""
        if current_thread() is not self._thread:
            return
        self.spent += units
        if self.spent >= self._until and not self._is_closed:
            self._stopped.release()
            self._go.acquire()
        if self._is_closed:
            raise _Closed
