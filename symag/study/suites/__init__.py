"""Built-in suites: what `symag study NAME` runs. Each is a record here, and a module of its name that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from symag.errors import InputError
from symag.study.bench import BENCHMARKS
from symag.study.suite import AnySuite

__all__ = ["SUITES", "VERIFIERS", "BuiltInSuite", "built_in_suite", "verified_by"]


@dataclass(frozen=True)
class BuiltInSuite:
    """A row of the table. Its module is loaded when it runs."""

    name: str
    about: str
    duration: str
    """On two cores, one job at a time."""

    def make(self) -> AnySuite:
        """The suite: `NAME_suite` of the module."""
        name = self.name.replace("-", "_")
        suite: AnySuite = getattr(import_module(f"symag.study.suites.{name}"), f"{name}_suite")()
        return suite


SUITES = {
    suite.name: suite
    for suite in (
        BuiltInSuite("families", "systems of symag's own that grow, by composing and by parts", "a minute"),
        BuiltInSuite("tosem08", "does composition pay? All decompositions of the 30 subjects of TOSEM 2008", "hours"),
        BuiltInSuite("tosem08-flow", "the same of flow graphs: 32 subjects, as programs with tasks", "an hour"),
    )
}
"""By their names."""


VERIFIERS = {"ltsa": "tosem08", "flow": "tosem08-flow"}
"""What verifies the systems of TOSEM 2008: models for LTSs, or flow graphs of programs. By name, the suite."""


def verified_by(suite: str, verifier: str) -> str:
    """The suite of TOSEM 2008 for a verifier; an InputError for other suites."""
    if suite not in VERIFIERS.values():
        raise InputError(f"the option verifier goes with the suite tosem08 only, not with {suite!r}: leave it out")
    if verifier not in VERIFIERS:
        raise InputError(f"the verifier {verifier!r} is not known: choose from {', '.join(VERIFIERS)}")
    return VERIFIERS[verifier]


def built_in_suite(name: str) -> AnySuite | None:
    """The suite of that name; a benchmark is one, too. None if there is none."""
    if name in SUITES:
        return SUITES[name].make()
    return BENCHMARKS[name].suite() if name in BENCHMARKS else None
