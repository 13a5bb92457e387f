"""How far methods by parts scale beside composing, and why not farther; n-way and symmetric rules beside two-way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import NamedTuple

from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.cases.tosem08_published import TABLE_4
from symag.study.jobs import Found
from symag.study.tosem08.figures import LARGEST, Explored, best_known, best_of_all, has_ended, reached
from symag.study.tosem08.jobs import (
    Plan,
    best_first,
    decomposed,
    explored,
    fitting,
    largest_component,
    limit_of,
    sizes_of,
)
from symag.study.tosem08.ways import AS_ONE, PUBLISHED, SCALED_AS_ONE, SCALED_BESIDE, SYMMETRIC, WHOLE
from symag.study.view import Grid, GridCell, GridRow

__all__ = ["Farther", "farther", "farther_grid", "rules_grid"]


class Farther(NamedTuple):
    """How far a subject can be verified, within the same limits."""

    number: int
    composing: int
    """The largest size by `Mono`."""
    composing_ended: bool
    """Did it reach a limit?"""
    parts: Mapping[str, int]
    """By methods by parts."""
    largest: int
    """The largest size that was looked at."""
    component: int | None = None
    """The states of the largest component there, or of the property, if it has more."""
    whole: int | None = None
    """The states that composing explores there, if it verifies that."""
    ended: Mapping[str, int] = {}
    """Of the methods by parts, how many reached each kind of limit."""
    fitting: tuple[int, int] | None = None
    """The decompositions of the first size that was not verified, and how many of them have no side beyond the limit on
    states."""

    @property
    def best(self) -> str:
        """The method by parts that gets farthest; the first one of several."""
        return max(self.parts, key=lambda method: self.parts[method])

    @property
    def is_farther(self) -> bool:
        """Does it get farther than composing?"""
        return self.parts[self.best] > self.composing

    @property
    def reason(self) -> str:
        """Why, or why not, in words that several subjects can have."""
        if self.is_farther:
            open_end = self.parts[self.best] == self.largest
            return "farther" + (", and perhaps beyond the largest size that was looked at" if open_end else "")
        if self.composing == self.largest:
            return self._composing_suffices
        if not self.composing_ended:
            return "not looked at yet"
        return "not farther: methods by parts reach a limit, too"

    @property
    def _composing_suffices(self) -> str:
        verifies = f"composing verifies size {self.largest}"
        if self.largest == LARGEST:
            return f"not needed: {verifies}, the largest that the paper looked at"
        if self.component is not None and self.whole is not None and self.component > self.whole:
            return f"not to be expected: {verifies}, where one component or the property has more states than the whole"
        return f"not known: {verifies}, the largest that was looked at"

    @property
    def why(self) -> str:
        """The same, with the figures that explain it."""
        if self.is_farther:
            return f"{self.reason}: size {self.parts[self.best]} by {self.best}, and {self.composing} by Mono"
        if self.composing == self.largest and self.component is not None and self.whole is not None:
            return f"{self.reason}: {self.component:,}, and the whole {self.whole:,}"
        if not self.composing_ended or not self.ended:
            return self.reason
        sides = ""
        if self.fitting is not None:
            all_of_them, fit = self.fitting
            size = self.composing + 1
            sides = f"; at size {size}, {fit} of {all_of_them} decompositions have sides within the limit"
        said = ", ".join(f"{kind} {count}" for kind, count in self.ended.items())
        return f"{self.reason} ({said}){sides}"


def farther(plan: Plan, found: Found) -> list[Farther]:
    """All subjects that were looked at."""
    methods = [*plan.scaled, *SCALED_AS_ONE]
    table = []
    for number in plan.subjects:
        whole = sizes_of(plan, found, number, "Mono")
        parts = {method: reached(sizes_of(plan, found, number, method)) for method in methods}
        if whole:
            limits = [limit_of(plan, found, number, method) for method in methods]
            largest = plan.up_to(number)
            one = Farther(
                number,
                reached(whole),
                has_ended(whole),
                parts,
                largest,
                largest_component(plan, found, number),
                whole.get(largest),
                {kind: limits.count(kind) for kind in dict.fromkeys(limits) if kind is not None},
                fitting(found, Tosem08Subject(number, max(whole))),
            )
            table.append(one)
    return table


def farther_grid(plan: Plan, found: Found) -> Grid:
    """Per subject, how far each method gets."""
    table = farther(plan, found)
    methods = list(table[0].parts) if table else []
    beside = SCALED_BESIDE[1:]
    rows = []
    for one in table:
        alone = [reached(sizes_of(plan, found, one.number, method)) for method in beside]
        name = CASES[one.number].system.name
        rows.append(GridRow((one.number, name, one.composing, *alone, *one.parts.values(), one.why)))
    counts = [_count(table, method) for method in methods]
    blank: list[GridCell] = [None] * (1 + len(beside))
    count = sum(one.is_farther for one in table)
    rows.append(GridRow(("farther", "", *blank, *counts, f"{count} by some method")))
    others = [None] * (len(methods) - 1)
    rows.append(GridRow(("  paper", "", *blank, TABLE_4[1][1], *others, ""), quoted=True))
    limits = plan.scaling
    caption = (
        f"The largest size that was verified within {limits.seconds:g} s and {limits.max_states:,} states of any "
        "model. Decompose: the sides are chosen by --decompose auto. Auto may compose or go by parts, and does not "
        "count. Paper: subjects in category (1)."
    )
    shown = (method.replace(", ", ",\n") for method in ("Mono", *beside, *methods))
    return Grid("4.3: how far methods by parts scale", ("", "\nsystem", *shown, ""), tuple(rows), caption, "tight")


def _count(table: list[Farther], method: str) -> int:
    return sum(one.parts[method] > one.composing for one in table)


def rules_grid(plan: Plan, found: Found) -> Grid:
    """At size 2: rules with a side for each component, the symmetric rule, and chosen sides, beside two-way."""
    whole = {n: one.cost for n in plan.subjects if (one := explored(found, Tosem08Subject(n), "Mono")) is not None}
    rows = [GridRow((name, *cells)) for name, cells in _rule_rows(plan, found, whole)]
    headings = ("", "subjects\nproved", "better\nthan Mono", "\nmean", "worse", "\nmean", "CPU\nseconds")
    caption = "States of the largest exploration, in per cent of those of Mono. Of two-way, the best decomposition."
    return Grid("n-way and symmetric rules beside two-way, at size 2", headings, tuple(rows), caption, "tight", 1)


def _rule_rows(plan: Plan, found: Found, whole: Mapping[int, float]) -> Iterator[tuple[str, tuple[GridCell, ...]]]:
    for method in plan.methods:
        parts = [explored(found, subject, method) for n in plan.subjects for subject in decomposed(n, 2)]
        yield f"{method}, two-way", _rule_cells(whole, best_known(one for one in parts if one is not None))
    for method in (*(one for one in AS_ONE if one not in WHOLE), SYMMETRIC):
        results = {}
        for number in plan.subjects:
            first = best_first(plan, found, number, PUBLISHED) if method == SYMMETRIC else ()
            one = explored(found, Tosem08Subject(number, 2, first), method)
            if one is not None and one.states is not None:
                results[number] = one
        yield method, _rule_cells(whole, results)


def _rule_cells(whole: Mapping[int, float], results: Mapping[int, Explored]) -> tuple[GridCell, ...]:
    best = best_of_all(whole, {number: one for number, one in results.items() if number in whole})
    percent = [None if one is None else f"{one:.1f} %" for one in (best.better_percent, best.worse_percent)]
    seconds = [one.seconds for one in results.values() if one.seconds is not None]
    mean = fmean(seconds) if seconds else None
    return len(results), best.better, percent[0], best.worse, percent[1], mean
