"""The one door to the kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace

from symag.errors import InputError, InternalError
from symag.evidence.verdict import Verdict
from symag.formats import read_text
from symag.kernel import audit as kernel
from symag.kernel.audit import Audit
from symag.kernel.audit import audit as ask_the_kernel
from symag.limits import Watch

__all__ = ["audit", "audit_verdict", "claimed_verdict", "is_verdict"]

MAX_VERDICT_BYTES = 4 * 2**30


def audit(path: str | os.PathLike[str]) -> Audit:
    """Have the kernel check a verdict file, on the file alone. True if and only if it accepts; `.reason` says why."""
    return ask_the_kernel(read_text(os.fspath(path), MAX_VERDICT_BYTES))


def is_verdict(path: str | os.PathLike[str]) -> bool:
    """Does the file claim something, as a verdict file does?"""
    try:
        claimed_verdict(path)
    except InputError:
        return False
    return True


def claimed_verdict(path: str | os.PathLike[str]) -> str:
    """What a verdict file claims, before anybody has checked it; an InputError if it is no verdict file."""
    file = os.fspath(path)
    try:
        document = json.loads(read_text(file, MAX_VERDICT_BYTES), parse_int=str)
        claim = document["verdict"]
    except (ValueError, KeyError, TypeError, RecursionError):
        claim = None
    if claim not in ("holds", "violated", "unknown"):
        raise InputError("this is not a verdict file, as 'symag check --output' writes it", file, 1, 1)
    return str(claim)


def audit_verdict(verdict: Verdict, watch: Watch | None = None) -> Verdict:
    """The same verdict, audited; or as it was, if the watch's time is up before. What is rejected is no verdict."""
    if watch is not None and watch.listener is not None:
        watch.listener("the kernel is checking", 0)
    text = verdict.dumps()
    seconds = None if watch is None else watch.remaining()
    result = ask_the_kernel(text) if seconds is None else _ask_for(seconds, text)
    if result is None:
        return verdict
    if not result:
        raise InternalError(f"the kernel rejected the evidence for {verdict.verdict!r}: {result.reason}")
    audited = replace(verdict, audited=True)
    vars(audited)["_evidence"] = verdict._evidence  # the same, and costly to make
    return audited


def _ask_for(seconds: float, text: str) -> Audit | None:
    """Ask the kernel in a process of its own, which can be stopped; None if it was."""
    command = [sys.executable, "-I", kernel.__file__, "-"]
    try:
        done = subprocess.run(
            command, input=text.encode(), stdout=subprocess.PIPE, timeout=max(seconds, 0.1), check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return Audit(done.returncode == 0, done.stdout.decode().strip())
