"""The tables of what is known beforehand: rules that say which decompositions are worse; and the chosen sides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median

from symag.assume import HELPED
from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.jobs import Found
from symag.study.tosem08.jobs import Plan, decomposed, explored, known_sides
from symag.study.tosem08.prediction import KNOWN, Multiples, Rule, Score, Sized, held_out, score
from symag.study.tosem08.ways import BY_PARTS
from symag.study.view import Grid, GridCell, GridRow

__all__ = ["as_fitted", "choices_grid", "predictions_grid", "sized"]


def sized(plan: Plan, found: Found, method: str, kind: str | None = None) -> list[Sized]:
    """All decompositions of size 2 by a method, with the states of their sides: of reduced components, if the method
    reduces them, or of the `kind` that is given."""
    kind = kind or ("reduced" if BY_PARTS[method]["reduce"] else "given")
    table = []
    for number in plan.subjects:
        whole, sides = explored(found, Tosem08Subject(number), "Mono"), known_sides(found, number, kind)
        if whole is None or sides is None:
            continue
        for subject, ((first, second), alone, letters) in zip(decomposed(number, 2), sides, strict=True):
            one = explored(found, subject, method)
            if one is not None:
                system = CASES[number].system.name
                table.append(Sized(system, number, subject.first, whole.cost, first, second, one.cost, alone, letters))
    return table


def as_fitted(method: str, cases: Sequence[Sized]) -> Sequence[Sized]:
    """What a rule is fitted to: with reduced components, sizes alone. Rules that also look at the probe and at letters
    were right less often for systems that were held out."""
    if not BY_PARTS[method]["reduce"]:
        return cases
    return [one._replace(alone=False, letters=0) for one in cases]


def predictions_grid(plan: Plan, found: Found) -> Grid:
    """For each method, how often each rule is right."""
    rows = []
    for method in plan.methods:
        cases = sized(plan, found, method)
        for name, result in _scores(plan, found, method, cases) if cases else ():
            cells: tuple[GridCell, ...] = (None, None, None)
            if result is not None:
                cells = (f"{result.percent:.1f} %", result.false_alarms, result.misses)
            rows.append(GridRow((method, name, *cells)))
    caption = (
        "Worse than Mono, beforehand, by the states of the first side with the property, |S1 ‖ P|, of the second side, "
        "|S2|, and of the whole; of reduced components, if the method reduces them; by whether the first side "
        "keeps the property alone; and by the letters of P that S2 takes part in. Fitted: to the other five systems; "
        "of these rules, the one that most systems got."
    )
    headings = ("", "rule: worse if", "right", "false\nalarms", "misses")
    return Grid("Prediction: is a decomposition worse than Mono?", headings, tuple(rows), caption, "tight", 2)


def _scores(plan: Plan, found: Found, method: str, cases: Sequence[Sized]) -> list[tuple[str, Score | None]]:
    """The rules from the one that knows nothing to the one that is fitted."""

    def judged(multiples: Multiples, of: Sequence[Sized] = cases) -> Score:
        return score((one.exceeds(multiples), one.is_worse) for one in of)

    given = sized(plan, found, method, "given")
    found_out, rules = held_out(as_fitted(method, cases))
    chosen = list(rules.values())
    letters = Counter(rule.letters for rule in chosen).most_common(1)[0][0]
    return [
        ("always", score((True, one.is_worse) for one in cases)),
        ("max(|S1 ‖ P|, |S2|) > whole, nothing reduced", judged(KNOWN, given)),
        ("max(|S1 ‖ P|, |S2|) > whole", judged(KNOWN)),
        ("|S2| > whole", judged(Multiples(float("inf"), 1.0))),
        *_fitted(found_out, chosen, letters, bool(BY_PARTS[method]["reduce"])),
    ]


def _fitted(
    found_out: Score, chosen: Sequence[Rule], letters: int, by_sizes: bool
) -> Iterator[tuple[str, Score | None]]:
    """The fitted rule, and its score once."""
    few = _multiples([rule.few for rule in chosen])
    if by_sizes:
        yield f"fitted: {few}", found_out
        return
    yield f"fitted: {_multiples([rule.alone for rule in chosen])}, if S1 keeps P alone", found_out
    yield f"  or {few}, if S2 has few letters of P", None
    yield f"  or {_multiples([rule.many for rule in chosen])}, if it has more than {letters}", None


def _multiples(multiples: Sequence[Multiples]) -> str:
    """Those that most systems got."""
    one = max(dict.fromkeys(multiples), key=multiples.count)
    sides = (("|S1 ‖ P|", one.first), ("|S2|", one.second))
    said = " or ".join(f"{side} > {times:g} whole" for side, times in sides if times != float("inf"))
    return said or "never"


def choices_grid(plan: Plan, found: Found) -> Grid:
    """For each method: the decomposition that `--decompose auto` would choose, beside the best one."""
    rows = []
    for method in plan.methods:
        groups = defaultdict[int, list[Sized]](list)
        for one in sized(plan, found, method):
            groups[one.number].append(one)
        if groups:
            chosen = {number: min(group, key=_as_chosen) for number, group in groups.items()}
            best = {number: min(group, key=lambda one: one.cost) for number, group in groups.items()}
            middle = {n: sorted(group, key=lambda one: one.cost)[len(group) // 2] for n, group in groups.items()}
            within = sum(chosen[number].cost <= 1.5 * best[number].cost for number in groups)
            cells = [f"{sum(not one.is_worse for one in kind.values())}" for kind in (chosen, best, middle)]
            ratio = [f"{median(100 * one.cost / one.whole for one in kind.values()):.0f} %" for kind in (chosen, best)]
            rows.append(GridRow((method, *cells, *ratio, f"{within} of {len(groups)}")))
    headings = ("", "not worse:\nchosen", "\nbest", "\nmedian", "states:\nchosen", "\nbest", "within 1.5\nof the best")
    caption = (
        "Chosen, as by --decompose auto: the larger side has the fewest states, which count twice if the first side "
        "does not keep the property alone. Subjects whose decomposition is not worse than Mono, and the median of its "
        "states, in per cent of those of Mono."
    )
    return Grid("Prediction: the sides that are chosen", headings, tuple(rows), caption, "tight", 1)


def _as_chosen(one: Sized) -> tuple[int, int]:
    larger = max(one.first_states, one.second_states)
    return larger if one.alone else HELPED * larger, one.first_states + one.second_states
