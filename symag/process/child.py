"""The other end of `symag.process`: the program of the new process. It uses the standard library alone.

Standard input brings one pickled call, and then stays open for as long as the parent process lives. When it closes,
this process ends, together with every process that it has started: there is no reader left for the answer.

The answer goes, one JSON text in a line, to what standard output was at the start. From then on everything that is
printed goes to standard error, so that a solver can print what it likes. Nothing of symag imports this module.

With the argument `serve`, it makes no call itself. It forks a process for each call that it is sent, one after the
other: such a process starts with the modules that were loaded before, and with nothing that another call has left.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import pickle
import signal
import socket
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import IO, Any, NamedTuple


class _Channels(NamedTuple):
    """The ends of the two pipes to the parent process."""

    lifeline: IO[bytes]
    answer: IO[bytes]


def _take_channels() -> _Channels:
    """Keep standard input and output for ourselves; others get nothing to read, and standard error to write."""
    lifeline, answer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return _Channels(lifeline, answer)


def _end_with(lifeline: IO[bytes]) -> None:
    """Arrange that this process group ends when the pipe closes."""
    if sys.platform == "linux":  # by the system, which does not wait for a solver that holds Python's lock
        import fcntl

        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
    threading.Thread(target=_wait_for_the_end, args=(lifeline,), daemon=True).start()


def _wait_for_the_end(lifeline: IO[bytes]) -> None:
    """On other systems; and if the pipe was closed before the system was asked."""
    lifeline.read(1)
    if sys.platform != "win32":
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def _function(where: str, name: str) -> Callable[..., Any]:
    """A function of a module, or of a file, which is loaded as a module by itself."""
    if where.endswith(".py"):
        spec = spec_from_file_location("loaded", where)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[spec.name] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
    else:
        module = import_module(where)
    function: Callable[..., Any] = getattr(module, name)
    return function


def make_call() -> None:
    """Make the call and send what it returns. A generator sends each value that it yields, at once.

    The first byte starts the clock of the parent: an empty line, unless it is a generator, which can begin its work by
    loading a solver, say, and then yield.
    """
    lifeline, answer = _take_channels()
    where, name, arguments = pickle.load(lifeline)
    _end_with(lifeline)
    function = _function(where, name)
    if inspect.isgeneratorfunction(function):
        for value in function(*arguments):
            answer.write(json.dumps(value).encode() + b"\n")
    else:
        answer.write(b"\n")
        answer.write(json.dumps(function(*arguments)).encode() + b"\n")
    sys.stderr.flush()
    os._exit(0)  # how a solver is torn down, or whether it comes back from that, is not the question


def serve() -> None:
    """Fork a process for each request until the other end of the socket, our standard input, is closed.

    A request has the modules to load before, and descriptors for the standard streams of the new process. We answer
    with its number, and with its exit code when it has ended. It stays a zombie until the next request: as long as its
    number can be used to stop it, it is that of no other process.
    """
    connection = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    warnings.filterwarnings("ignore", category=DeprecationWarning)  # NumPy's threads know what to do about forks
    process = 0
    while True:
        request, streams, _, _ = socket.recv_fds(connection, 1 << 16, 3)
        if process:
            os.waitpid(process, 0)
        if not request:
            return
        for module in json.loads(request):
            with suppress(Exception):  # the call says what is wrong
                import_module(module)
        gc.freeze()  # so that collections in the new process do not touch, and so copy, what it has from here
        process = os.fork()
        if process == 0:
            connection.close()
            _become(streams)
        for stream in streams:
            os.close(stream)
        connection.send(process.to_bytes(8, "big"))
        ended = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        assert ended is not None
        code = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
        connection.send(code.to_bytes(8, "big", signed=True))


def _become(streams: Sequence[int]) -> None:
    """In the forked process: be as the program that makes one call. Does not return."""
    code = 1
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        make_call()
    except SystemExit as request:
        code = request.code if isinstance(request.code, int) else int(request.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        serve()
    else:
        make_call()
