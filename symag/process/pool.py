"""Function calls in processes that start warm: forked from a Python that has the modules loaded.

To start a Python and to import symag takes a third of a second, and so would each of a thousand short jobs. A fork
takes milliseconds. The new process has the modules, and nothing else that another call has left: what a call changes,
it changes in its own process. Its peak memory, its limits and its end are its own, as with `in_a_process`.

Only on Linux: elsewhere libraries do not promise that they survive a fork, and each call gets a new Python.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import select
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import IO

from symag.process.run import STARTUP, Ended, NewPython, Started, in_a_process, kill, start_python, supervise

__all__ = ["WarmProcesses"]

CAN_FORK = sys.platform == "linux"
MOST_SERVERS = 4
"""Kept at once: calls that need other variables or modules have one of their own, the least recently used one ends."""
LOST = -9
"""The exit code of a process if the one that forked it has ended first."""

_Key = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]


class WarmProcesses:
    """Makes calls, one after the other, each in a process of its own. Not for several threads."""

    def __init__(self) -> None:
        self._servers: dict[_Key, _Server] = {}

    def call(
        self,
        where: str,
        name: str,
        *arguments: object,
        modules: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        seconds: float = math.inf,
        memory_mb: float = math.inf,
        tell: Callable[[], None] = lambda: None,
    ) -> Ended:
        """As `in_a_process`. The function's module and these `modules` are loaded before the process starts."""
        environment = environment or {}
        if not CAN_FORK:
            limited = partial(in_a_process, seconds=seconds, memory_mb=memory_mb)
            return limited(where, name, *arguments, environment=environment, tell=tell)
        call = pickle.dumps((where, name, arguments))
        key = tuple(sorted(environment.items())), (where, *modules)

        def start(out: IO[bytes], log: IO[bytes]) -> Started:
            try:
                return self._server(key).start(key[1], out, log)
            except _LostError:  # a module may crash or hang when it is loaded: let it do so where the log is kept
                return NewPython(False, environment, out, log)

        return supervise(start, call, seconds, memory_mb, tell)

    def _server(self, key: _Key) -> _Server:
        server = self._servers.pop(key, None)
        if server is not None and server.is_lost:
            server.close()
            server = None
        if server is None:
            while len(self._servers) >= MOST_SERVERS:
                self._servers.pop(next(iter(self._servers))).close()
            server = _Server(dict(key[0]))
        self._servers[key] = server
        return server

    def close(self) -> None:
        """End the processes that wait for calls."""
        while self._servers:
            _, server = self._servers.popitem()
            server.close()

    def __del__(self) -> None:  # kept by a thread, they end with the thread
        self.close()

    def __enter__(self) -> WarmProcesses:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class _LostError(Exception):
    """A server has ended, or does not answer."""


class _Server:
    """A Python that forks a process for each call. It ends when the socket to it closes, however this process ends."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.connection, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.is_lost = False
        """Has it ended, or was an answer of it not received?"""
        with theirs:
            nowhere = subprocess.DEVNULL
            streams = {"stdin": theirs.fileno(), "stdout": nowhere, "stderr": nowhere}
            self.process = start_python(False, environment, ["serve"], **streams)

    def start(self, modules: Sequence[str], out: IO[bytes], log: IO[bytes]) -> _Forked:
        """A process that waits for its call."""
        theirs, ours = os.pipe()
        with os.fdopen(theirs, "rb"), os.fdopen(ours, "wb") as lifeline:
            try:
                socket.send_fds(self.connection, [json.dumps(modules).encode()], [theirs, out.fileno(), log.fileno()])
            except OSError:
                raise _LostError from None
            return _Forked(self, self.receive(STARTUP), os.fdopen(os.dup(lifeline.fileno()), "wb"))

    def receive(self, seconds: float | None = None) -> int:
        """The next number that it sends."""
        self.is_lost = True  # also if we are interrupted here: its answer would be taken for that to the next request
        if not select.select([self.connection], [], [], seconds)[0]:
            raise _LostError
        try:
            message = self.connection.recv(8)
        except ConnectionResetError:
            message = b""
        if not message:
            raise _LostError
        self.is_lost = False
        return int.from_bytes(message, "big", signed=True)

    def close(self) -> None:
        """It is not needed any more."""
        self.connection.close()
        kill(self.process.pid)
        self.process.wait()


class _Forked:
    """A process that a server has forked."""

    def __init__(self, server: _Server, number: int, lifeline: IO[bytes]) -> None:
        self.number = number
        self.lifeline = lifeline
        self._server = server

    def has_ended(self, seconds: float) -> bool:
        """See `Started`."""
        return bool(select.select([self._server.connection], [], [], seconds)[0])

    def finish(self) -> int:
        """See `Started`."""
        try:
            return self._server.receive()
        except _LostError:
            return LOST
        finally:
            kill(self.number)  # and what it has started; its number is not free before the next call
