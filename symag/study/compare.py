"""`compare`: the same question put to several backends, by several methods, each in a process of its own.

So the peak memory of each is its own, none finds anything warm that another has left, one that crashes takes nobody
with it, and one that does not obey its limits is stopped from outside. They run one after the other: they are timed.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import IO, Any

from symag.check import (
    BY_PARTS,
    METHODS,
    Component,
    models_of,
    refuse_mismatch,
    refuse_unknown,
    sides_of,
)
from symag.errors import InputError
from symag.limits import Limits, Listener, Watch, memory_mb_of
from symag.model import LPTS
from symag.operators import trim
from symag.simulation import backend_names, get_backend
from symag.study.comparison import DEFAULT_METHODS, Comparison, Row
from symag.traces import refuse_unsafe

__all__ = ["chosen", "chosen_methods", "compare"]

GRACE = 1.0
"""Seconds after the timeout, in which a backend may still stop by itself and say what it was doing."""
STARTUP = 30.0
"""Seconds that a process may take to load a solver, before its clock runs."""
SLACK_MB = 64.0
"""Memory beyond the limit that a backend may take before it is stopped, for the same reason."""
POLL = 0.05
KEPT = 4000
"""Characters of a failed backend's last words."""


def compare(
    components: Component,
    specification: LPTS,
    *,
    backends: Iterable[str] | None = None,
    methods: Iterable[str] | None = None,
    relation: str = "simulation",
    rule: str | None = None,
    strategy: str = "improved",
    order: str = "given",
    alphabet_refinement: bool = False,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> Comparison:
    """Put the same question to several backends, to several methods, or to each backend by each method.

    The question is that of `symag.check`: whether the composition of the components is simulated by the specification;
    with the `relation` "traces", whether it has no trace that the specification does not allow.

    `backends` are names: "fixpoint" is symag's own engine, "z3", "pysmt:z3" and "pysmt:cvc5" are solvers, and a solver
    may be asked in another encoding: "z3/lazy" (the default), "z3/cuts", "z3/weights". `symag.backend_names()` lists
    those that are there. `backends=None` asks all of them; or "fixpoint" alone, if there are `methods` to compare.

    `methods` are "auto" (the default, alone: symag finds out what pays), "mono" (compose everything), "agar" (by parts,
    refining assumptions), "learn" (by parts, learning assumptions, for traces) and "cegar" (refine one abstraction).
    Those that work by parts heed the `rule`, "asym" (two sides) or "asym-n" (every component by itself), the `order` of
    the components, "given" or "auto" (symag chooses it), and for traces `alphabet_refinement`. Those that refine heed
    the `strategy`, "improved" or "paper" (as published). `symag.check` says more about each of these.

    Each backend with each method is a row of the result, in a process of its own and audited as by `symag.check`. The
    limits are those of `symag.check`, for each row. One that fails, or does not come back in time, is a row like the
    others; one that is not there, or does not go with the relation, is an InputError at once.
    """
    limits = Limits(timeout, max_states, memory)
    parts, specification = models_of(components, specification)
    names, ways = chosen(backends, methods), chosen_methods(methods)
    by_parts = BY_PARTS if set(BY_PARTS) & set(ways) else ways  # if there are none, check says what is wrong
    shared = {"relation": relation, "strategy": strategy, "order": order}
    options: dict[str, dict[str, Any]] = {}
    for way in ways:
        own = {"rule": rule, "alphabet_refinement": alphabet_refinement} if way in by_parts else {}
        options[way] = shared | own | {"method": way}
        _refuse(components, **options[way])
    if relation == "traces":
        refuse_unsafe(map(trim, parts), trim(specification))
    modules = {name: type(get_backend(name)).__module__ for name in names}
    rows = []
    for number, (method, name) in enumerate(product(ways, names), 1):
        question = {
            "backend": name,
            "module": modules[name],
            "components": components,
            "specification": specification,
            "options": options[method],
            "timeout": timeout,
            "max_states": max_states,
            "memory": memory,
        }
        label = name if ways == DEFAULT_METHODS else f"{method}, {name}"
        tell = partial(listener or _nobody, f"{label}, {number} of {len(ways) * len(names)}", 0)
        rows.append(replace(_row(question, limits, tell), method=method))
    return Comparison(parts, specification, tuple(rows), limits, relation, rule)


def _nobody(stage: str, count: int) -> None:
    """Who listens where nobody does."""


def _refuse(
    components: Component,
    *,
    relation: str,
    method: str,
    strategy: str,
    order: str,
    rule: str | None = None,
    alphabet_refinement: bool = False,
) -> None:
    """An InputError if `symag.check` would refuse this, whatever the models are."""
    refuse_unknown(relation, method, rule, strategy, order)
    refuse_mismatch(relation, method, alphabet_refinement)
    sides_of(components, method, rule)


def chosen(backends: Iterable[str] | None, methods: Iterable[str] | None = None) -> tuple[str, ...]:
    """The names of the backends that are to be asked; an InputError if one is there twice or not at all."""
    if isinstance(backends, str):
        raise InputError(f"backends must be a list of names, not {backends!r}: write [{backends!r}]")
    if backends is None:
        backends = filter(_is_usable, backend_names()) if methods is None else ("fixpoint",)
    names = tuple(backends)
    if not names:
        raise InputError(f"there is nobody to ask: choose from {', '.join(backend_names())}")
    for position, name in enumerate(names):
        get_backend(name)
        if name in names[:position]:
            raise InputError(f"the backend {name!r} is there twice")
    return names


def chosen_methods(methods: Iterable[str] | None) -> tuple[str, ...]:
    """The methods that are to be compared; an InputError if one is there twice."""
    if methods is None:
        return DEFAULT_METHODS
    if isinstance(methods, str):
        raise InputError(f"methods must be a list of names, not {methods!r}: write [{methods!r}]")
    names = tuple(methods)
    if not names:
        raise InputError(f"there is no method to compare: choose from {', '.join(METHODS)}")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise InputError(f"the method {name!r} is there twice")
    return names


def _is_usable(name: str) -> bool:
    """A solver may be installed and yet be good for nothing; whoever asks for it by name is told so."""
    try:
        get_backend(name)
    except InputError:
        return False
    return True


def _row(question: dict[str, Any], limits: Limits, tell: Callable[[], None]) -> Row:
    """Put the question to one backend."""
    with tempfile.TemporaryDirectory(prefix="symag-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "question"
        file.write_bytes(pickle.dumps(question))
        with open(Path(folder) / "answer", "w+b") as out, open(Path(folder) / "log", "w+b") as log:
            started = time.monotonic()
            process = _start(file, out, log)
            try:
                stopped = _wait(process, out, limits, tell)
            finally:  # Ctrl-C, too
                _stop(process)
            seconds = time.monotonic() - started
            answer, words = _answer(out), _last_words(log)
    name = question["backend"]
    if "unavailable" in answer:
        where = "it must be in a package, or in a module that can be imported"
        raise InputError(f"the backend {name!r} is known only in this process ({where}): {answer['unavailable']}")
    if not answer and stopped:
        return Row(name, "unknown", stopped, round(seconds, 6))
    if not answer:
        return Row(name, "failed", _obituary(process.returncode, words), log=words or None)
    return Row(name, **answer, log=words if answer["verdict"] == "failed" else None)


def _start(question: Path, out: IO[bytes], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """A new Python that finds what this one finds. It ends when its standard input does, so it never outlives us."""
    path = os.pathsep.join(os.path.abspath(folder) for folder in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "symag.study.trial", str(question)],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=log,
        start_new_session=True,  # so that what it starts can be stopped with it
    )


def _wait(process: subprocess.Popen[bytes], out: IO[bytes], limits: Limits, tell: Callable[[], None]) -> str | None:
    """Wait until the process ends; or until it must be stopped, and then say why."""
    memory = Watch(limits).memory_mb
    seconds = float("inf") if limits.seconds is None else limits.seconds
    started, is_running = time.monotonic() + STARTUP, False
    while True:
        try:
            process.wait(POLL)
            return None
        except subprocess.TimeoutExpired:
            tell()
        if not is_running and os.fstat(out.fileno()).st_size:
            started, is_running = time.monotonic(), True
        if time.monotonic() > started + seconds + GRACE:
            return f"timeout: {seconds:g} s were used up, and the backend had to be stopped"
        used = memory_mb_of(process.pid)
        if used > memory + SLACK_MB:
            return f"memory: {used:.0f} MB of {memory:.0f} MB were in use, and the backend had to be stopped"


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it started, if it has not ended."""
    assert process.stdin is not None
    if process.poll() is None:
        if sys.platform == "win32":
            process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # it has ended in this moment
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stdin.close()


def _answer(out: IO[bytes]) -> dict[str, Any]:
    """The last line, if it is an answer: whatever else is there is not ours."""
    out.seek(0)
    lines = out.read().split(b"\n")
    try:
        answer = json.loads(lines[-2])
    except (IndexError, ValueError):
        return {}
    return answer if isinstance(answer, dict) else {}


def _last_words(log: IO[bytes]) -> str:
    log.seek(max(0, log.seek(0, os.SEEK_END) - 4 * KEPT))
    return log.read().decode(errors="replace").strip()[-KEPT:]


def _obituary(code: int, words: str) -> str:
    """How a process ended that gave no answer."""
    try:
        how = f"it ended with exit code {code}" if code >= 0 else f"it was ended by {signal.Signals(-code).name}"
    except ValueError:
        how = f"it was ended by signal {-code}"
    return f"{how}: {words.splitlines()[-1].strip()}" if words else f"{how} and said nothing"
