"""Built-in suites: what `symag study NAME` runs. Each is a record here, and a module of its name that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from symag.study.bench import BENCHMARKS
from symag.study.suite import AnySuite

__all__ = ["SUITES", "BuiltInSuite", "built_in_suite"]


@dataclass(frozen=True)
class BuiltInSuite:
    """A row of the table. Its module is loaded when it runs."""

    name: str
    about: str
    duration: str
    """On two cores, one job at a time."""

    def make(self) -> AnySuite:
        """The suite: `NAME_suite` of the module."""
        suite: AnySuite = getattr(import_module(f"symag.study.suites.{self.name}"), f"{self.name}_suite")()
        return suite


SUITES = {
    suite.name: suite
    for suite in (
        BuiltInSuite("families", "systems of symag's own that grow, by composing and by parts", "a minute"),
        BuiltInSuite("tosem08", "does composition pay? All decompositions of the 30 subjects of TOSEM 2008", "2 hours"),
    )
}
"""By their names."""


def built_in_suite(name: str) -> AnySuite | None:
    """The suite of that name; a benchmark is one, too. None if there is none."""
    if name in SUITES:
        return SUITES[name].make()
    return BENCHMARKS[name].suite() if name in BENCHMARKS else None
