"""The ways to check a question: the product of the options' values, without what does not go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from symag.assume import ASYM, Component, flatten, method_of
from symag.errors import InputError
from symag.options import Options, option_of
from symag.question import ask
from symag.study.checks import Specified
from symag.study.suite import Way

__all__ = ["Ways", "ways_of"]


@dataclass(frozen=True)
class Ways:
    """How a question can be checked."""

    ways: tuple[Way, ...]
    """All of them."""
    grouped: tuple[Way, ...]
    """Those by a rule whose sides can be lists of components."""
    left_out: tuple[tuple[Way, str], ...]
    """Combinations that symag refuses, each with the reason."""

    def uses(self, option: str, value: object) -> bool:
        """Does some way have this value of an option?"""
        return any(way.get(option) == value for way in self.ways)


def ways_of(
    options: Mapping[str, Sequence[Any]], components: Component, specification: Specified, divided: bool
) -> Ways:
    """All ways: each value of each option with each value of the others. `divided`: will there be decompositions?"""
    ways: list[Way] = []
    grouped: list[Way] = []
    left_out: list[tuple[Way, str]] = []
    parts = flatten(components)
    for way in _combinations(options):
        if way in (*ways, *(refused for refused, _ in left_out)):
            continue
        if divided and len(parts) > 1 and method_of(way.get("method", "auto")).uses_rule:
            way = way if "rule" in way else way | {"rule": ASYM.name}
        try:
            question = ask(components, specification, Options(**way))
        except InputError as error:
            left_out.append((way, error.message))
            continue
        if question.rule is not None:
            way = {"method": way["method"], "rule": question.rule.name} | way
        ways.append(way)
        if question.rule is not None and question.rule.groups:
            grouped.append(way)
    return Ways(tuple(ways), tuple(grouped), tuple(left_out))


def _combinations(options: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """The product of the values. An option that a method would refuse is for those methods only that take it; if none
    does, `ask` says what is wrong."""
    methods = [method_of(name) for name in options.get("method", ["auto"])]
    found: dict[str, dict[str, Any]] = {}
    for method in methods:
        taken = {}
        for name, values in options.items():
            capability = option_of(name).method if option_of(name).refused else None
            takers = [one for one in methods if capability is None or getattr(one, capability)]
            if not takers or method in takers:
                taken[name] = [method.name] if name == "method" else values
        for values in product(*taken.values()):
            way = dict(zip(taken, values, strict=True))
            found[repr(sorted(way.items()))] = way
    return list(found.values())
