"""Results of jobs in a file that only grows: one JSON object in a line, after a first line that names the format.

A line is written by one call, after all lines before it. So whatever moment the writer is killed at, the file has all
earlier results whole and at most one fragment at its end. A fragment has no end of line, and is no JSON text: readers
skip it, and the next writer ends the line before it goes on. No byte is ever changed or removed, so others can read
while the file grows.

One process writes at a time: it holds a lock on the file, which the system releases however the process ends, and a
second writer is refused. What is written survives the end of the process, kill -9 included. For a power failure, the
system is asked to bring the file to the disk at most once in a second, and at the end: results of the last second may
be lost then.
"""

from __future__ import annotations

import json
import os
import sys
import time
from io import FileIO

from symag.errors import InputError
from symag.formats import check_writable
from symag.model.collector import no_collection
from symag.study.jobs import Job, JobResult

if sys.platform != "win32":
    import fcntl

__all__ = ["Store", "read_results"]

HEADER = b'{"format": "symag-results", "version": 1}\n'
SYNC_SECONDS = 1.0


def read_results(path: str | os.PathLike[str]) -> dict[str, JobResult]:
    """The results by the keys of their jobs, of several for one job the last; also while another process writes."""
    with _opened(path, "r") as file:
        return _results(_read(file, path), path)


class Store:
    """A file of results that is open for more, for as long as the context lasts. It has those that are there already,
    and makes the file if there is none."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self.results: dict[str, JobResult] = {}
        """By the keys of their jobs."""
        self._file: FileIO | None = None
        self._is_torn = False
        self._synced = 0.0

    def __enter__(self) -> Store:
        check_writable(self.path)
        file = _opened(self.path, "a+")
        try:
            _lock(file, self.path)
            content = _read(file, self.path)
            self.results = _results(content, self.path)
            self._file = file
            if len(content) < len(HEADER):
                self._write(HEADER[len(content) :])
            else:
                self._is_torn = not content.endswith(b"\n")
        except BaseException:
            file.close()
            raise
        return self

    def append(self, job: Job, result: JobResult) -> None:
        """Add a result; when this returns, it survives the end of this process."""
        line = json.dumps({"key": job.key, "name": job.name, **result.to_json()}, allow_nan=False).encode()
        self._write((b"\n" if self._is_torn else b"") + line + b"\n")
        self.results[job.key] = result
        if time.monotonic() > self._synced + SYNC_SECONDS:
            self._sync()

    def _write(self, data: bytes) -> None:
        assert self._file is not None, "the store is not open"
        self._is_torn = True  # until all of it is there
        while data:
            data = data[self._file.write(data) :]
        self._is_torn = False

    def _sync(self) -> None:
        assert self._file is not None
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def __exit__(self, *_: object) -> None:
        assert self._file is not None
        try:
            self._sync()
        finally:
            self._file.close()  # which releases the lock
            self._file = None


def _opened(path: str | os.PathLike[str], mode: str) -> FileIO:
    try:
        return FileIO(os.fspath(path), mode)  # not buffered: one call, one write
    except OSError as error:
        raise InputError(f"the file of results cannot be opened: {error.strerror}", os.fspath(path)) from error


def _lock(file: FileIO, path: str) -> None:
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError("another process is writing results to this file: wait for it, or end it", path) from error


def _read(file: FileIO, path: str | os.PathLike[str]) -> bytes:
    """All bytes that are there now; an InputError if the file is of another kind."""
    file.seek(0)
    content = file.readall()
    if content[: len(HEADER)] != HEADER[: len(content)]:
        raise InputError("this is not a file of results: move it away", os.fspath(path))
    return content


def _results(content: bytes, path: str | os.PathLike[str]) -> dict[str, JobResult]:
    """The results of whole lines, whether or not the last one is ended; fragments are skipped."""
    with no_collection():
        found = {}
        for number, line in enumerate(content.split(b"\n")[1:], 2):
            try:
                document = json.loads(line)
            except (ValueError, RecursionError):  # a fragment: its writer was killed
                continue
            try:
                key, _ = document.pop("key"), document.pop("name")
                found[key] = JobResult.from_json(document)
            except (KeyError, AttributeError, TypeError, ValueError, InputError) as error:
                raise InputError("this line is JSON, and not the result of a job", os.fspath(path), number) from error
        return found
