"""The study of TOSEM 2008: what its figures say about made-up results, which jobs it asks for, and its tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

import symag
from symag import StudyTable
from symag.limits import Limits
from symag.study import Job, JobResult
from symag.study.cases.tosem08 import CASES, Tosem08Subject
from symag.study.suites.tosem08 import tosem08_suite
from symag.study.tosem08 import Plan, tosem08_jobs, tosem08_view
from symag.study.tosem08.figures import (
    Category,
    Explored,
    Share,
    Sizes,
    Supplied,
    attempted_and_succeeded,
    best_known,
    best_of_all,
    category,
    common_size,
    is_best,
    reached,
    shares_worse,
)
from symag.study.tosem08.jobs import decomposed
from symag.study.tosem08.obstacles import component_case, fitting_case
from symag.study.tosem08.prediction import (
    KNOWN,
    Multiples,
    Rule,
    Score,
    Sized,
    beforehand_case,
    fitted,
    held_out,
    score,
)
from symag.study.tosem08.scaling import Farther
from symag.study.tosem08.supplied import supplied_case
from symag.study.tosem08.ways import AS_ONE, PUBLISHED, SCALED_AS_ONE, SCALED_BESIDE
from symag.study.view import Grid, GridRow


def made_up(number: int, *states: int | None, size: int = 2) -> list[Explored]:
    """What the first decompositions of a subject explored."""
    return [Explored(subject, one) for subject, one in zip(decomposed(number, size), states, strict=False)]


def test_shares() -> None:
    """As many states as the whole is not worse; not to finish is."""
    parts = [*made_up(24, 10, 11, None, 9), *made_up(19, 7, 8), *made_up(20, 7)]
    assert shares_worse({24: 10, 19: 7, 20: 6}, parts) == {"Gas Station": Share(3, 2, 0), "Relay": Share(4, 2, 1)}
    assert Share(3, 2, 0) + Share(4, 2, 1) == Share(7, 4, 1)
    assert Share(4, 2, 1).percent == 50


def test_the_best_decomposition() -> None:
    best = best_known([*made_up(24, None, 12, 5, 5), *made_up(23, None, None), *made_up(19, 30)])
    assert {number: (one.subject.first, one.states) for number, one in best.items()} == {
        24: (("runner1", "runner2"), 5),
        19: (("customer1",), 30),
    }
    found = best_of_all({24: 10, 19: 20, 20: 7, 21: 100}, best | best_known([*made_up(20, 7), *made_up(21, 250)]))
    assert found == (1, 50.0, 2, 200.0), "the one that is as good as the whole counts for neither"
    assert best_of_all({}, {}) == (0, None, 0, None)


def test_where_the_best_is_known() -> None:
    """Of 24, a decomposition is missing; of 23, one did not finish."""
    parts = [*made_up(24, *range(5)), *made_up(23, 1, 2, 3, None, 5, 6), *made_up(19, *range(30))]
    assert attempted_and_succeeded(parts) == (2, 1)
    one, other = made_up(24, 5, 4)
    assert not is_best(one, [one, other])
    assert is_best(other, [one, other, *made_up(23, 1), *made_up(24, 1, size=3)])


@pytest.mark.parametrize(
    ("whole", "parts", "expected"),
    [
        ({2: 10, 3: 20, 4: None}, {2: 9, 3: 19, 4: 30}, 1),
        ({2: None}, {2: 9}, 1),
        ({2: 10, 3: 20}, {2: 11, 3: 19}, 2),
        ({2: 10, 3: 20, 4: 30}, {2: 9, 3: 19}, 2),
        ({2: 10, 3: 20, 4: 30}, {2: 9, 3: 19, 4: None}, 4),
        ({2: 10, 3: 20, 4: None}, {2: 9, 3: 19, 4: None}, 4),
        ({2: 10}, {2: None}, 4),
        ({2: None}, {2: None}, 4),
        ({2: 10, 3: 20}, {2: 9, 3: 20}, 5),
        ({2: 10, 3: 20}, {2: 9, 3: 21, 4: None}, 4),
        ({2: 10, 3: 20}, {2: 9, 3: 21, 4: 25, 5: None}, 5),
        ({2: 10, 3: 20, 4: None}, {2: 9, 3: 21}, 5),
    ],
)
def test_categories(whole: Sizes, parts: Sizes, expected: int) -> None:
    """Table IV: a size with no result was not looked at, None is a limit that was reached."""
    assert category(whole, parts) == expected
    assert Category(expected).likely_success == (expected <= 3)


def test_the_largest_size() -> None:
    assert category({2: 10, 3: 20}, {2: 9, 3: 19}, largest=3) == Category.NOT_NEEDED
    assert category({2: 10, 3: 20}, {2: 9, 3: 21}, largest=3) == Category.PERHAPS_NOT_FARTHER
    assert category({2: None}, {}) == Category.PERHAPS_NOT_FARTHER
    assert common_size({2: 10, 3: 20, 4: None}, {2: 9, 3: 19}) == 3
    assert common_size({2: None}, {2: 9}) is None


def test_the_cost_of_learning() -> None:
    assert Supplied(200, 29, 4.0, 1.0, 12).percent == 14.5
    assert Supplied(200, 29, 4.0, 1.0, 12).percent_learning == 75
    assert Supplied(200, 29, 1.0, 4.0, 12).percent_learning == 0
    assert Supplied.of(JobResult(Limits(), {"verdict": "unknown", "limit": "timeout"})) is None


# The jobs


def checked(states: int | None, **figures: Any) -> JobResult:
    """The result of a check that explored so many states, or was ended."""
    verdict = {"verdict": "unknown", "limit": "timeout"} if states is None else {"verdict": "holds", "limit": None}
    sizes = {"largest_composition": states, "cpu_seconds": 0.5, "largest_assumption": 3}
    return JobResult(Limits(1.0), verdict | sizes | figures)


def test_all_checks_of_size_2_come_first() -> None:
    jobs = list(tosem08_jobs(Plan(), {}))
    assert len(jobs) == 30 * (len(AS_ONE) + 2) + 2_772 * len(Plan().methods)
    assert len({job.name for job in jobs}) == len(jobs)
    few = list(tosem08_jobs(Plan(subjects=(19, 20)), {}))
    assert len({job.key for job in few}) == len(few)


def test_the_best_one_is_generalised() -> None:
    """The next size is asked for when the one before has finished; a limit ends it; then the assumption is supplied."""
    plan = Plan(subjects=(22,), methods=(PUBLISHED,), largest=4, sizes=(2,))
    found = {job.name: checked(50) for job in tosem08_jobs(plan, {})}
    assert len(found) == len(AS_ONE) + 30 + 2

    def new() -> list[str]:
        names = [job.name for job in tosem08_jobs(plan, found) if job.name not in found]
        return [name for name in names if name.endswith("Mono") or "Learning, c" in name or "supplied" in name]

    found["22(2), Learning, customer2 operator"] = checked(40)
    assert new() == ["22(3), Mono", "22(3), Learning, customer2 customer3 operator"]
    found |= {"22(3), Mono": checked(None), "22(3), Learning, customer2 customer3 operator": checked(70)}
    assert new() == ["22(4), Learning, customer2 customer3 customer4 operator"]
    found["22(4), Learning, customer2 customer3 customer4 operator"] = checked(None)
    assert new() == ["22(3), supplied, customer2 customer3 operator"]


def test_nothing_is_generalised_if_nothing_finished() -> None:
    plan = Plan(subjects=(24,), methods=(PUBLISHED,))
    assert not plan.looks_at_all(10, 3, PUBLISHED)
    found = {job.name: checked(None if "Learning" in job.name else 5) for job in tosem08_jobs(plan, {})}
    new = [job.name for job in tosem08_jobs(plan, found) if job.name not in found]
    scaled = [method for method in (*SCALED_BESIDE, *SCALED_AS_ONE) if "Learning" not in method]
    assert new == [f"24(3), {method}" for method in scaled]
    found |= {name: checked(None) for name in new}
    last = [job.name for job in tosem08_jobs(plan, found) if job.name not in found]
    assert last == ["24(3), fitting"], "how many decompositions have sides within the limit"
    found["24(3), fitting"] = JobResult(Limits(), {"decompositions": 14, "fit": 3})
    assert not [job.name for job in tosem08_jobs(plan, found) if job.name not in found]
    (why,) = [one for one in tosem08_view(plan, found).findings if one.startswith("Relay")]
    assert why.endswith("limit, too (timeout 6); at size 3, 3 of 14 decompositions have sides within the limit")
    assert cell(tosem08_view(plan, found).grids[1], "Relay", PUBLISHED) == "100 % (6)"


@pytest.mark.parametrize("number", [22, 23])
def test_with_the_assumption_supplied(number: int) -> None:
    """The premises explore no more than learning did."""
    first = ("customer1", "operator") if number == 22 else ("variables",)
    *_, figures = supplied_case(Tosem08Subject(number, 2, first), Limits())
    assert 0 < figures["supplied_states"] <= figures["learned_states"]
    assert figures["assumption"] > 1
    *_, stopped = supplied_case(Tosem08Subject(number, 2, first), Limits(max_states=20))
    assert stopped["verdict"] == "unknown"
    assert stopped["limit"] == "max-states"


# The tables


def cell(grid: Grid, row: str, column: str) -> Any:
    (cells,) = [one.cells for one in grid.rows if one.cells[0] == row]
    return cells[grid.headings.index(column)]


def test_the_whole_study_of_one_subject(tmp_path: Path) -> None:
    """Relay has six decompositions; by learning, five of them are worse than composing, as in the paper."""
    suite = tosem08_suite(Plan(subjects=(24,), methods=(PUBLISHED, "AGAR+α"), sizes=(2, 3), largest=3))
    table = symag.study(suite, output=tmp_path, scheduler="here")
    assert {row["verdict"] for row in table} == {"holds", "measured"}
    view = table.view
    assert view is not None
    assert symag.study(suite, scheduler="here", output=tmp_path).view == view, "nothing is left to do"
    assert StudyTable.from_csv(tmp_path / "results.csv").rows == table.rows
    assert {file.name for file in tmp_path.glob("figure-*.svg")} == {
        "figure-2.svg",
        "figure-6-learning.svg",
        "figure-8.svg",
        "figure-13-learning.svg",
        "figure-15.svg",
    }
    grids = {grid.title: grid for grid in view.grids}
    shares = grids["Table III of TOSEM 2008: decompositions worse than Mono at size 2"]
    assert cell(shares, "Relay", PUBLISHED) == cell(shares, "Relay", "paper") == "83 %"
    assert cell(shares, "Smokers", PUBLISHED) == ""
    best = grids["the best decompositions at size 2, by subject"].rows[0].cells
    assert best[:5] == (24, "Relay", 16, 14, "variable")
    known = grids["Table V of TOSEM 2008: where the best decomposition is known"]
    assert [row.cells[1] for row in known.rows] == ["1 of 1", "1 of 1"]
    categories = grids["Table IV of TOSEM 2008: generalised decompositions beside Mono"]
    assert sum(row.cells[1] for row in categories.rows[:5] if isinstance(row.cells[1], int)) == 1
    assert any(one.startswith("Auto: verifies 2 of 2 questions about growing systems") for one in view.findings)
    learning = grids["4.6: learning beside a supplied assumption"]
    assert learning.rows[0].cells[0] == "24(3)"
    assert cell(grids["4.3: how far methods by parts scale"], "farther", "Mono") is None
    choices = grids["Prediction: the sides that are chosen"]
    assert cell(choices, "AGAR+α", "not worse:\nchosen") == cell(choices, "AGAR+α", "\nbest") == "1"
    page = (tmp_path / "index.html").read_text()
    assert all(escape(one) in page for one in view.findings)
    assert view.findings[0] == (
        "Learning: 83 % of 6 decompositions at size 2 explore more states than Mono (paper: 89 %); for 1 of 1 subjects "
        "some decomposition explores fewer (paper: 17 of 30)"
    )
    assert "Relay, subjects 24: not known: composing verifies size 3, the largest that was looked at" in page
    assert learning.rows[-1] == GridRow(("  paper", "29 of 30", "", "14.5 %", "", ""), quoted=True)


def test_tables_of_no_results() -> None:
    """A study that has just begun has tables, too; Table II needs no results."""
    counts, *others = tosem08_view(Plan(), {}).grids
    assert counts.rows[-1].cells == ("Total", "", "", 30, 2_772, 5_604, 11_268, 22_596)
    assert all(grid.rows for grid in others if not grid.title.startswith("Prediction"))
    assert tosem08_view(Plan(), {}).findings == ()
    assert tosem08_view(Plan(), {}).panels == ()


# What is known beforehand


def test_rules_are_scored() -> None:
    assert score([(True, True), (True, False), (False, True), (False, False)]) == Score(2, 1, 1)
    assert Score(2, 1, 1).percent == 50
    one = Sized("Relay", 24, ("variable",), 10.0, 11, 5, 9.0)
    assert (one.is_worse, one.exceeds(KNOWN), one.exceeds(Multiples(2.0, 1.0))) == (False, True, False)
    assert one._replace(cost=float("inf")).is_worse
    rule = Rule(Multiples(2.0, 1.0), KNOWN)
    assert (one.predicted(rule), one._replace(alone=True).predicted(rule)) == (True, False)


def test_a_rule_is_judged_by_the_system_that_was_held_out() -> None:
    """Of one system the first side decides, of the others the second one."""
    second = [Sized(name, 1, (), 10.0, 100, size, size) for name in ("A", "B") for size in (5, 9, 11, 20)]
    first = [Sized("C", 2, (), 10.0, size, 5, size) for size in (5, 9, 11, 20)]
    found, rules = held_out([*second, *first])
    assert rules["C"].few == Multiples(float("inf"), 1.0)
    assert fitted(second) == rules["C"]
    assert (found.misses, found.right + found.false_alarms + found.misses) == (2, 12)
    assert held_out(second)[0] == Score(8, 0, 0)


def test_multiples_of_their_own() -> None:
    """First sides that need help explore twice as much as they have, if the second side has many letters."""
    sizes = (4, 5, 6, 8, 9, 11)
    many = [Sized(name, 1, (), 10.0, size, 5, 2 * size, letters=4) for name in "AB" for size in sizes]
    few = [Sized(name, 1, (), 10.0, size, 5, size, letters=2) for name in "AB" for size in sizes]
    alone = [Sized(name, 1, (), 10.0, size, 5, size, True, letters=4) for name in "AB" for size in sizes]
    found, rules = held_out([*many, *few, *alone])
    assert (found.right, rules["A"]) == (36, Rule(KNOWN, KNOWN, Multiples(0.5, 1.0), 2))


def test_the_sides_of_a_subject() -> None:
    *_, figures = beforehand_case(Tosem08Subject(24), Limits())
    assert figures["given"] == [[11, 10], [11, 10], [17, 2], [4, 8], [14, 5], [14, 5]]
    assert len(figures["reduced"]) == 6
    assert figures["alone"] == [False] * 6
    assert figures["letters"] == [4, 4, 4, 4, 2, 2]


def test_why_not_farther() -> None:
    parts = {"one": 3, "other": 5}
    first = Farther(10, 4, True, parts, 9)
    assert (first.best, first.is_farther, first.reason) == ("other", True, "farther")
    assert first.why == "farther: size 5 by other, and 4 by Mono"
    assert Farther(10, 4, True, parts, 5).reason.endswith("and perhaps beyond the largest size that was looked at")
    assert Farther(10, 5, True, parts, 9).why == "not farther: methods by parts reach a limit, too"
    stopped = Farther(10, 5, True, parts, 9, ended={"timeout": 2}, fitting=(30, 5)).why
    assert stopped.endswith("too (timeout 2); at size 6, 5 of 30 decompositions have sides within the limit")
    assert Farther(10, 9, False, parts, 9, 7, 8).why.startswith("not known: composing verifies size 9")
    assert Farther(10, 200, False, parts, 200).why.startswith("not needed: composing verifies size 200")
    assert Farther(10, 5, False, parts, 9, ended={"timeout": 2}).why == "not looked at yet"
    known = Farther(25, 6, False, parts, 6, 512, 439).why
    assert known.startswith("not to be expected: composing verifies size 6, where one component or the property has")
    assert known.endswith("more states than the whole: 512, and the whole 439")


def test_what_stands_in_the_way() -> None:
    *_, figures = component_case(Tosem08Subject(24), Limits())
    assert figures == {"component": 5, "specification": 2}
    *_, figures = fitting_case(Tosem08Subject(24), Limits(max_states=12))
    assert figures == {"decompositions": 6, "fit": 3}, "14 and 17 states are too many"


def test_growing_systems() -> None:
    """The sizes have gaps where the paper goes on to 200."""
    assert reached({2: 5, 3: 6, 25: 7, 50: None}) == 25
    assert Plan().growing(24)[-2:] == [100, 200]
    assert Plan(largest=60).up_to(24) == 50
    assert Plan().up_to(18) == 8


def test_jobs_have_what_a_runner_needs() -> None:
    """A job is data: the number, the size and the tasks, not the models."""
    job = next(job for job in tosem08_jobs(Plan(subjects=(1,)), {}) if job.arguments[0].first)
    assert isinstance(job, Job)
    assert job.arguments[0] == Tosem08Subject(1, 2, ("artist1",))
    assert CASES[1].system.name == "Chiron single"
