"""How far methods by parts scale beside composing, and why not farther; n-way and symmetric rules beside two-way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import NamedTuple

from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.cases.tosem08_published import TABLE_4
from symag.study.jobs import Found
from symag.study.tosem08.figures import Explored, Sizes, best_known, best_of_all, reached
from symag.study.tosem08.jobs import (
    AS_ONE,
    CHOSEN,
    N_WAY,
    PUBLISHED,
    SCALED_AS_ONE,
    SYMMETRIC,
    Plan,
    best_first,
    decomposed,
    explored,
    generalised_subjects,
    largest_component,
)
from symag.study.view import Grid, GridCell, GridRow

__all__ = ["Farther", "farther", "farther_grid", "rules_grid", "sizes_of"]


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
    """The states of the largest component there."""
    whole: int | None = None
    """The states that composing explores there, if it verifies that."""

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
            return f"not known: composing verifies size {self.largest}, the largest that was looked at"
        if not self.composing_ended:
            return "not looked at yet"
        return "not farther: methods by parts reach a limit, too"

    @property
    def why(self) -> str:
        """The same, with the sizes that explain it."""
        if self.composing < self.largest or self.is_farther or self.component is None or self.whole is None:
            return self.reason
        return f"{self.reason}, with {self.whole:,} states, where one component has {self.component:,}"


def sizes_of(plan: Plan, found: Found, number: int, method: str) -> Sizes:
    """The states by size: of a method without decomposition, or of the generalised one."""
    subjects = [Tosem08Subject(number, size) for size in range(2, plan.up_to(number) + 1)]
    if method not in AS_ONE:
        first = best_first(plan, found, number, method)
        subjects = generalised_subjects(number, first, plan.up_to(number)) if first else []
    results = {subject.size: explored(found, subject, method) for subject in subjects}
    return {size: one.states for size, one in results.items() if one is not None}


def farther(plan: Plan, found: Found) -> list[Farther]:
    """All subjects that were looked at."""
    methods = [*plan.scaled, *SCALED_AS_ONE[1:]]
    table = []
    for number in plan.subjects:
        whole = sizes_of(plan, found, number, SCALED_AS_ONE[0])
        parts = {method: reached(sizes_of(plan, found, number, method)) for method in methods}
        if whole:
            composing = reached(whole)
            ended = composing + 1 in whole
            largest = plan.up_to(number)
            sizes = largest_component(plan, found, number), whole.get(largest)
            table.append(Farther(number, composing, ended, parts, largest, *sizes))
    return table


def farther_grid(plan: Plan, found: Found) -> Grid:
    """Per subject, how far each method gets."""
    table = farther(plan, found)
    methods = list(table[0].parts) if table else []
    rows = [
        GridRow((one.number, CASES[one.number].system.name, one.composing, *one.parts.values(), one.why))
        for one in table
    ]
    count = sum(one.is_farther for one in table)
    rows.append(
        GridRow(("farther", "", None, *(_count(table, method) for method in methods), f"{count} by some method"))
    )
    paper = TABLE_4[1][1]
    rows.append(GridRow(("  paper", "", None, paper, *[None] * (len(methods) - 1), ""), quoted=True))
    limits = plan.scaling
    caption = (
        f"The largest size that was verified within {limits.seconds:g} s and {limits.max_states:,} states of any "
        f"model. {CHOSEN}: the sides are chosen by --decompose auto. Paper: subjects in category (1)."
    )
    headings = ("", "\nsystem", "Mono", *(method.replace(", ", ",\n") for method in methods), "")
    return Grid("4.3: how far methods by parts scale", headings, tuple(rows), caption, "tight")


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
    for method in (*N_WAY, CHOSEN, SYMMETRIC):
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
