"""What the study finds, in sentences that are computed from its results: does composition pay?"""

from __future__ import annotations

from collections.abc import Iterator

from symag.study.cases.tosem08 import SYSTEMS, Tosem08Subject
from symag.study.cases.tosem08_published import LTSA, TABLE_4
from symag.study.jobs import Found
from symag.study.tosem08.figures import Category, Share, best_known, category, shares_worse
from symag.study.tosem08.foreseen import as_fitted, sized
from symag.study.tosem08.jobs import Plan, decomposed, explored, sizes_of
from symag.study.tosem08.prediction import KNOWN, held_out, score
from symag.study.tosem08.scaling import farther
from symag.study.tosem08.ways import AUTO, SCALED_AS_ONE, SCALED_BESIDE

__all__ = ["findings"]

TIMES = 1.5
"""What symag selects should not take more than so many times as long as the best method."""
SHORT = 0.1
"""CPU seconds in which any method is good enough."""


def findings(plan: Plan, found: Found) -> tuple[str, ...]:
    """All that the results so far say."""
    parts = (_shares, _farther, _auto, _categories, _predicted)
    return tuple(sentence for part in parts for sentence in part(plan, found))


def _shares(plan: Plan, found: Found) -> Iterator[str]:
    whole = {n: one.cost for n in plan.subjects if (one := explored(found, Tosem08Subject(n), "Mono")) is not None}
    for method in plan.methods:
        results = (explored(found, subject, method) for number in whole for subject in decomposed(number, 2))
        parts = [one for one in results if one is not None]
        share = sum(shares_worse(whole, parts).values(), Share(0, 0, 0))
        if not share.total:
            continue
        best = best_known(parts)
        saved = [number for number, one in best.items() if one.cost < whole[number]]
        unfinished = f", {share.unfinished:,} of them unfinished" if share.unfinished else ""
        yield (
            f"{method}: {share.percent:.0f} % of {share.total:,} decompositions at size 2 explore more states than "
            f"Mono{unfinished} (paper: {LTSA.overall_worse} %); for {len(saved)} of {len(whole)} subjects some "
            f"decomposition explores fewer (paper: {LTSA.best.better} of {LTSA.subjects})"
        )


def _farther(plan: Plan, found: Found) -> Iterator[str]:
    table = farther(plan, found)
    if not table:
        return
    ahead = [one for one in table if one.is_farther]
    yield (
        f"for {len(ahead)} of {len(table)} subjects a method by parts scales farther than Mono at equal limits "
        f"(paper: {TABLE_4[1][1]} of {LTSA.subjects})"
    )
    for name in SYSTEMS:
        same = [one for one in table if Tosem08Subject(one.number).case.system.name == name]
        reasons = [one.reason if one.is_farther else one.why for one in same]
        for reason in dict.fromkeys(reasons):
            alike = [str(one.number) for one, other in zip(same, reasons, strict=True) if other == reason]
            yield f"{name}, subjects {', '.join(alike)}: {reason}"


def _auto(plan: Plan, found: Found) -> Iterator[str]:
    """What symag selects, beside the best of the other methods for each question about a growing system."""
    asked = verified = slow = 0
    for subject in (Tosem08Subject(number, size) for number in plan.subjects for size in plan.growing(number)):
        auto = explored(found, subject, AUTO)
        results = (explored(found, subject, method) for method in (*SCALED_BESIDE, *SCALED_AS_ONE) if method != AUTO)
        seconds = [one.seconds for one in results if one is not None and one.seconds is not None]
        if auto is not None and seconds:
            asked += 1
            verified += auto.seconds is not None
            slow += auto.seconds is not None and auto.seconds > max(TIMES * min(seconds), SHORT)
    if asked:
        yield (
            f"{AUTO}: verifies {verified} of {asked} questions about growing systems that another method verifies, "
            f"{verified - slow} of them in at most {SHORT} CPU seconds or {TIMES} times those of the best method"
        )


def _categories(plan: Plan, found: Found) -> Iterator[str]:
    for method in plan.scaled:
        counts = dict.fromkeys(Category, 0)
        for number in plan.subjects:
            whole, parts = (sizes_of(plan, found, number, one) for one in ("Mono", method))
            if whole and parts:
                counts[category(whole, parts)] += 1
        if any(counts.values()):
            said = ", ".join(f"({one:d}) {count}" for one, count in counts.items())
            paper = ", ".join(f"({one}) {theirs}" for one, (_, theirs) in TABLE_4.items())
            yield f"{method}, generalised decompositions by the categories of Table IV: {said} (paper: {paper})"


def _predicted(plan: Plan, found: Found) -> Iterator[str]:
    for method in plan.methods:
        cases = sized(plan, found, method)
        if cases:
            known = score((one.exceeds(KNOWN), one.is_worse) for one in sized(plan, found, method, "given"))
            fitted, _ = held_out(as_fitted(method, cases))
            yield (
                f"{method}: whether a decomposition is worse is known beforehand for {fitted.percent:.1f} % by a rule "
                f"that was fitted to other systems, and for {known.percent:.1f} % by max(|S1 ‖ P|, |S2|) > |whole|"
            )
