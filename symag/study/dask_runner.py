"""Jobs on the workers of a Dask cluster, on this machine or on many.

A job goes to a worker as data, and runs there in a process of its own, as `ChildProcesses` runs it here: whatever it
does, the worker lives on, and a job that exceeds its memory is stopped and says so. If a worker is lost all the same,
its job goes to another one; a job that has lost several is a failure, and not tried again in this run. Workers can come
and go while the study runs.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from symag.errors import InputError
from symag.evidence import symag_version
from symag.limits import Limits, Watch
from symag.model import counted
from symag.process import WarmProcesses
from symag.study.jobs import Job, JobResult
from symag.study.runners import CancelledError, Done, JobListener, ignore, supervised

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["DaskWorkers", "dask_setup"]

LOCAL = "local"
POLL = 0.1
AHEAD = 3
"""Jobs that are sent ahead for each thread of a worker, so that none waits for its next job."""
LEAST_AHEAD = 16
REFRESH = 50
"""Jobs after which we look whether workers have come."""


@dataclass(frozen=True)
class DaskWorkers:
    """The workers of the scheduler at this address; or `local`, so many workers on this machine."""

    address: str
    workers: int = 1

    def run(self, jobs: Iterable[Job], listener: JobListener = ignore) -> Generator[Done]:
        """See `Runner`."""
        waiting = deque(jobs)
        if not waiting:
            return
        with self.client() as client:
            _refuse_others(client, self.address)
            running: dict[Future, Job] = {}
            done: SimpleQueue[Future] = SimpleQueue()
            try:
                room = _room(client)
                while waiting or running:
                    while waiting and len(running) < room:
                        job = waiting.popleft()
                        future = client.submit(_work, job, key=f"{job.key}-{uuid4().hex}", pure=False)
                        running[future] = job
                        future.add_done_callback(done.put)
                    try:
                        future = done.get(timeout=POLL)
                    except Empty:
                        _refuse_lost(client, self.address)
                        room = _room(client)
                        for job in list(running.values()):
                            listener(job)
                        continue
                    job = running.pop(future)
                    if len(waiting) % REFRESH == 0:
                        room = _room(client)
                    yield job, _result(job, future, self.address)
            finally:
                client.cancel(list(running), force=True)

    @contextmanager
    def client(self) -> Iterator[Client]:
        """A client of the cluster, which ends with it if it is our own."""
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError('Dask is not installed: pip install "symag[dask]"') from None
        with ExitStack() as stack:
            address: Any = self.address
            if address == LOCAL:
                cluster = LocalCluster(
                    n_workers=self.workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",  # a port that is free: others may have a cluster, too
                    silence_logs=logging.ERROR,
                    preload=[__name__],
                )
                address = stack.enter_context(cluster)
            try:
                client = stack.enter_context(Client(address, set_as_default=False))
            except (OSError, ValueError) as error:
                raise InputError(f"there is no Dask scheduler at {self.address}: {error}") from None
            yield client


def _room(client: Client) -> int:
    """How many jobs to have at the scheduler: it changes as workers come and go."""
    return max(AHEAD * int(sum(client.nthreads().values())), LEAST_AHEAD)


def _refuse_others(client: Client, address: str) -> None:
    """An InputError if a worker has another symag, or none: it would give other figures, or none."""
    try:
        found = client.run(_version)
    except ImportError:
        raise InputError(f"a worker of {address} has no symag: install it there") from None
    if others := sorted(set(found.values()) - {symag_version()}):
        raise InputError(f"workers of {address} have symag {', '.join(others)}, and this is {symag_version()}")


def _version() -> str:
    return symag_version()


def _refuse_lost(client: Client, address: str) -> None:
    if client.status in ("closing", "closed"):
        raise _lost(address)


def _lost(address: str) -> InputError:
    return InputError(f"the Dask scheduler at {address} is lost: start it again, and run this again to go on")


def _result(job: Job, future: Future, address: str) -> JobResult:
    """The result of a job that is done, however it was."""
    from distributed.scheduler import KilledWorker

    if future.cancelled():
        raise _lost(address)
    error = future.exception()
    if error is None:
        result: JobResult = future.result()
        return result
    if isinstance(error, KilledWorker):
        lost = counted(error.allowed_failures + 1, "time")
        return JobResult(
            job.limits, {}, f"the worker was lost {lost} while it worked on this: the job may have ended it"
        )
    return JobResult(job.limits, {}, " ".join(f"{type(error).__name__}: {error}".split()))


# What runs on a worker


def dask_setup(worker: object) -> None:
    """Called by a worker of our own cluster when it starts: Ctrl-C is for this process, which then ends its workers."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


_kept = threading.local()
"""The processes that wait for calls, of a worker's thread; they end with the worker."""


def _work(job: Job) -> JobResult:
    """Do the job in a process of its own, within its share of what the worker may use."""
    from distributed import get_worker

    worker = get_worker()
    allowed = worker.memory_manager.memory_limit
    share_mb = (allowed / 2**20 if allowed else Watch(Limits()).memory_mb) / worker.state.nthreads
    if not hasattr(_kept, "processes"):
        _kept.processes = WarmProcesses()
    return supervised(job, _kept.processes, share_mb, _stop_if_unwanted(worker))


def _stop_if_unwanted(worker: Any) -> Callable[[], None]:
    """Ends the job of this thread when nobody waits for it any more."""
    from distributed.worker import thread_state

    key = thread_state.key

    def look() -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state != "executing":
            raise CancelledError

    return look
