"""The tables of what is known beforehand: rules that say which decompositions are worse; and the chosen sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.jobs import Found
from symag.study.tosem08.jobs import Plan, decomposed, explored, known_sides
from symag.study.tosem08.prediction import KNOWN, Multiples, Score, Sized, held_out, score
from symag.study.tosem08.ways import BY_PARTS
from symag.study.view import Grid, GridRow

__all__ = ["choices_grid", "predictions_grid", "sized"]


def sized(plan: Plan, found: Found, method: str, kind: str | None = None) -> list[Sized]:
    """All decompositions of size 2 by a method, with the states of their sides: of reduced components, if the method
    reduces them, or of the `kind` that is given."""
    kind = kind or ("reduced" if BY_PARTS[method]["reduce"] else "given")
    table = []
    for number in plan.subjects:
        whole, sides = explored(found, Tosem08Subject(number), "Mono"), known_sides(found, number, kind)
        if whole is None or sides is None:
            continue
        for subject, (first, second) in zip(decomposed(number, 2), sides, strict=True):
            one = explored(found, subject, method)
            if one is not None:
                system = CASES[number].system.name
                table.append(Sized(system, number, subject.first, whole.cost, first, second, one.cost))
    return table


def predictions_grid(plan: Plan, found: Found) -> Grid:
    """For each method, how often each rule is right."""
    rows = []
    for method in plan.methods:
        cases = sized(plan, found, method)
        for name, result in _scores(plan, found, method, cases) if cases else ():
            rows.append(GridRow((method, name, f"{result.percent:.1f} %", result.false_alarms, result.misses)))
    caption = (
        "Worse than Mono, beforehand, by the states of the first side with the property, |S1 ‖ P|, of the second side, "
        "|S2|, and of the whole; of reduced components, if the method reduces them. Fitted: to the other five systems."
    )
    headings = ("", "rule: worse if", "right", "false\nalarms", "misses")
    return Grid("Prediction: is a decomposition worse than Mono?", headings, tuple(rows), caption, "tight", 2)


def _scores(plan: Plan, found: Found, method: str, cases: Sequence[Sized]) -> list[tuple[str, Score]]:
    """The rules from the one that knows nothing to the one that is fitted."""

    def judged(rule: Multiples, of: Sequence[Sized] = cases) -> Score:
        return score((one.predicted(rule), one.is_worse) for one in of)

    given = sized(plan, found, method, "given")
    found_out, rules = held_out(cases)
    return [
        ("always", score((True, one.is_worse) for one in cases)),
        ("max(|S1 ‖ P|, |S2|) > whole, nothing reduced", judged(KNOWN, given)),
        ("max(|S1 ‖ P|, |S2|) > whole", judged(KNOWN)),
        ("|S2| > whole", judged(Multiples(float("inf"), 1.0))),
        (f"fitted: {_multiples(list(rules.values()))}", found_out),
    ]


def _multiples(rules: Sequence[Multiples]) -> str:
    """The rule that most systems got."""
    rule = max(dict.fromkeys(rules), key=rules.count)
    sides = (("|S1 ‖ P|", rule.first), ("|S2|", rule.second))
    said = " or ".join(f"{side} > {one:g} whole" for side, one in sides if one != float("inf"))
    return said or "never"


def choices_grid(plan: Plan, found: Found) -> Grid:
    """For each method: the decomposition whose sides have the fewest states together, beside the best one."""
    rows = []
    for method in plan.methods:
        groups = defaultdict[int, list[Sized]](list)
        for one in sized(plan, found, method):
            groups[one.number].append(one)
        if groups:
            chosen = {number: min(group, key=_both_sides) for number, group in groups.items()}
            best = {number: min(group, key=lambda one: one.cost) for number, group in groups.items()}
            middle = {n: sorted(group, key=lambda one: one.cost)[len(group) // 2] for n, group in groups.items()}
            within = sum(chosen[number].cost <= 1.5 * best[number].cost for number in groups)
            cells = [f"{sum(not one.is_worse for one in kind.values())}" for kind in (chosen, best, middle)]
            ratio = [f"{median(100 * one.cost / one.whole for one in kind.values()):.0f} %" for kind in (chosen, best)]
            rows.append(GridRow((method, *cells, *ratio, f"{within} of {len(groups)}")))
    headings = ("", "not worse:\nchosen", "\nbest", "\nmedian", "states:\nchosen", "\nbest", "within 1.5\nof the best")
    caption = (
        "Chosen, as by --decompose auto: both sides together have the fewest states. Subjects whose decomposition is "
        "not worse than Mono, and the median of its states, in per cent of those of Mono."
    )
    return Grid("Prediction: the sides that are chosen", headings, tuple(rows), caption, "tight", 1)


def _both_sides(one: Sized) -> int:
    return one.first_states + one.second_states
