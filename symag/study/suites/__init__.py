"""Built-in suites: what `symag study NAME` runs. Each is a record here, and a module of its name that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from symag.study.suite import Suite

__all__ = ["SUITES", "BuiltInSuite"]


@dataclass(frozen=True)
class BuiltInSuite:
    """A row of the table. Its module is loaded when it runs."""

    name: str
    about: str
    duration: str
    """On two cores, one job at a time."""

    def make(self) -> Suite:
        """The suite: `NAME_suite` of the module."""
        suite: Suite = getattr(import_module(f"symag.study.suites.{self.name}"), f"{self.name}_suite")()
        return suite


SUITES = {
    suite.name: suite
    for suite in (BuiltInSuite("families", "systems of symag's own that grow, by composing and by parts", "a minute"),)
}
"""By their names."""
