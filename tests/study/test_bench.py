"""Benchmarks: their jobs are measured once, their tables have all rows, and `symag bench` goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import symag
from symag.cli.main import app
from symag.errors import InternalError
from symag.limits import Limits
from symag.model import LPTS
from symag.report import grid_table, plot_panels
from symag.report.comparison import short_number
from symag.study import InThisProcess, Job, JobResult, Store, do_jobs, read_results
from symag.study.bench import (
    BENCHMARKS,
    Benchmark,
    Settings,
    auto,
    cav08,
    cav12,
    csp,
    flowsim,
    inclusion,
    ltsa,
    measure,
    minimal,
    peers,
    traces,
    twice,
)
from symag.study.bench.cell import CheckCell, limits_text
from symag.study.bench.foreseen import forecast_case
from symag.study.bench.learners import learners_case, scheduler_case
from symag.study.bench.overhead import gain_case, opening_case, overhead_case
from symag.study.bench.tools import tool_run, tool_seconds
from symag.study.cases import cav08_published as published08
from symag.study.cases import cav12_published as published12
from symag.study.cases import minimal as minimal_cases
from symag.study.cases.cav08 import Cav08Subject, system
from symag.study.cases.cav12 import CASES, Cav12Subject
from symag.study.cases.families import FamilyMember
from symag.study.cases.minimal import MinimalSubject
from symag.study.cases.scheduler import SchedulerSubject
from symag.study.cases.scheduler_published import LARGER, PUBLISHED
from symag.study.checks import check_job
from symag.study.view import View
from tests.backends import SOLVERS
from tests.study.made_up_figures import MEASURED, check_result, made_up_results, made_up_view
from tests.study.made_up_jobs import counted, raising, square_job
from tests.waiting import wait_for

MINIMAL = (
    *minimal_cases.CASES,
    "Gas Station(2)",
    "Rover Exec.(2)",
    "MER(2)",
    "Chiron, property 2(1)",
)


def text_of(view: View, width: int = 200) -> str:
    console = Console(width=width, record=True)
    console.print(*map(grid_table, view.grids))
    return console.export_text()


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_has_jobs_and_a_view(name: str, tmp_path: Path) -> None:
    settings = Settings(beyond="beyond" in BENCHMARKS[name].heeds)
    found = made_up_results(name, settings)
    view = BENCHMARKS[name].view(settings, found)
    for grid in view.grids:
        assert {len(row.cells) for row in grid.rows} == {len(grid.headings)}
    assert view.grids[0].title in " ".join(text_of(view).split())
    jobs = list(BENCHMARKS[name].jobs(settings, found))
    assert max(Counter(job.name for job in jobs).values()) == 1
    assert max(Counter(job.key for job in jobs).values()) == 1
    if view.panels:
        plot_panels(view.panels[:2], tmp_path / "panels.svg")


def test_the_help_names_every_benchmark() -> None:
    text = " ".join(CliRunner().invoke(app, ["bench", "--help"]).stdout.split())
    for benchmark in BENCHMARKS.values():
        assert f"{benchmark.name}: {benchmark.about} ({benchmark.duration})." in text


# CAV'12


def test_table_1_has_all_rows_beside_the_papers(tmp_path: Path) -> None:
    view = made_up_view("cav12", Settings(beyond=True))
    text = text_of(view, 120)
    for name, parameter in (*published12.PAPER, *published12.BEYOND):
        assert f"{name}({parameter})" in text
    assert text.count("paper ") >= len(published12.PAPER) == 12
    assert "mem" in text
    assert "out" in text
    plot_panels(view.panels, tmp_path / "cav12.svg")
    drawn = (tmp_path / "cav12.svg").read_text()
    for case in CASES:
        assert f">{case}<" in drawn
    assert "the paper's" in drawn


def test_a_cell_of_table_1() -> None:
    assert cav12.system_sizes_case("CS_N", 2) == {"P": 15, "L1": 25, "L2": 9, "Lc": 9}
    options: dict[str, Any] = {"method": "agar", "rule": "asym-n", "backend": "z3", "strategy": "paper"}
    job = check_job("a cell", Cav12Subject("CS_N", 2), options, Limits(6000.0), "holds")
    ((_, result),) = do_jobs([job], InThisProcess())
    cell = CheckCell.of(result)
    assert (cell.seconds or 0) > 0
    assert cell.limit is None
    assert (cell.largest_assumption or 0) > 1


def test_a_cell_that_is_given_up() -> None:
    options = {"method": "agar", "rule": "asym-n"}
    ((_, result),) = do_jobs([check_job("a cell", Cav12Subject("CS_N", 4), options, Limits(1e-6))], InThisProcess())
    cell = CheckCell.of(result)
    assert (cell.seconds, cell.limit, cell.time) == (None, "timeout", ">1e-06")
    assert "timeout" in result.figures["reason"]


# CAV'08


def test_tables_1_and_2_have_all_rows_beside_the_papers(tmp_path: Path) -> None:
    view = made_up_view("cav08", Settings(beyond=True))
    text = text_of(view)
    for name, parameter in (*published08.TABLE_1, *published08.BEYOND):
        assert text.count(f"{name}({parameter})") == 3
    assert text.count("  paper") == len(published08.TABLE_1) + len(published08.TABLE_2) == 15 + 12
    assert ">120" in text
    assert "216.07" in text
    assert "Gas Station(7) *" in text
    names = dict.fromkeys(name for name, _ in published08.TABLE_1)
    assert [panel.title for panel in view.panels] == [*names, *(f"{name}, balanced" for name in names)]
    plot_panels(view.panels[-2:], tmp_path / "cav08.svg")
    assert "the paper's" in (tmp_path / "cav08.svg").read_text()


def test_proofs_at_twice_the_size_that_composing_finishes() -> None:
    view = made_up_view("cav08", Settings(beyond=True))
    (grid,) = (grid for grid in view.grids if grid.title.startswith("twice"))
    ways = ("0.50, 60", "0.50, 60", "0.50, 60", "0.50, 60", "(0.50, 60)", ">60")
    assert [row.cells for row in grid.rows[:2]] == [
        ("Gas Station", 5, 0.5, 60, 10, *ways),
        ("  violated", "", "", "", 10, *ways),
    ]
    assert len(grid.rows) == 16
    assert grid.caption is not None
    assert grid.caption.endswith("5 of 5 pairs are proved by parts at twice the size.")


def test_a_search_is_no_proof_by_parts() -> None:
    settings = Settings(beyond=True)
    found = made_up_results("cav08", settings)
    searched = {"selection": "searched on the fly: the system is small"}
    for name, result in found.items():
        if name.startswith("MER(10), ") and name.endswith("from the text"):
            figures = searched if ", auto, " in name else {"verdict": "unknown", "limit": "timeout"}
            found[name] = JobResult(result.limits, result.figures | figures)
    caption = twice.twice_grid(settings, found).caption
    assert caption is not None
    assert caption.endswith("4 of 5 pairs are proved by parts at twice the size.")


def test_forecasts_beside_what_auto_did() -> None:
    found = made_up_results("auto", Settings())
    done = {"arbiter(6)": ("composed: the system is small", 0.5), "arbiter(14)": ("by learning (asym-n): large", 2.0)}
    done |= {"mutex(15)": ("composed: the system is small", 0.01)}
    for name, result in found.items():
        title, _, way = name.partition(", auto")
        if title in done and way in ("", ", run 2", ", run 3") and ", auto" in name:
            selection, seconds = done[title]
            found[name] = JobResult(result.limits, result.figures | {"selection": selection, "cpu_seconds": seconds})
    grid = auto.auto_view(Settings(), found).grids[0]
    rows = {row.cells[0]: row.cells[-3:] for row in grid.rows}
    foreseen = "composed or reduced, composed"
    assert rows["arbiter(6)"] == ("composed: the system is small", foreseen, "2")
    assert rows["arbiter(14)"] == ("by learning (asym-n): large", foreseen, "8")
    assert rows["mutex(15)"] == ("composed: the system is small", foreseen, "0.04")
    assert grid.caption is not None
    counted = len(grid.rows) - 1
    assert grid.caption.endswith(
        f"Forecasts of symag explain: the right road in 1 of {counted}, seconds within the range in {counted - 1} of "
        f"{counted}."
    )


def test_a_forecast_of_a_benchmark() -> None:
    figures = forecast_case(FamilyMember("arbiter", 2), "simulation")
    assert figures["roads"] == ["composed"]
    assert figures["seconds_range"][0] < figures["seconds"] < figures["seconds_range"][1]


def test_a_system_that_is_not_read_in_time() -> None:
    """Nobody asks the other methods."""
    settings = Settings(beyond=True, timeout=1.0)
    found = made_up_results("cav08", settings)
    unread = "Rover Exec.(10), auto, from the text"
    found = {name: result for name, result in found.items() if not name.startswith("Rover Exec.(10), ")}
    found[unread] = JobResult(Limits(1.0), {"limit": "timeout"})
    names = [job.name for job in twice.twice_jobs(settings, found)]
    assert unread in names
    assert "Rover Exec.(10), weakest, from the text" not in names
    (row,) = (row for row in twice.twice_grid(settings, found).rows if row.cells[0] == "Rover Exec.")
    assert row.cells[5:] == (">1", *["not read"] * 5)


def test_the_clock_runs_while_a_text_is_read() -> None:
    job = next(iter(twice.twice_jobs(Settings(), {})))
    ((_, result),) = do_jobs([job], InThisProcess())
    assert result.figures["verdict"] == "holds"
    assert (CheckCell.of(result).seconds or 0) > result.figures["read_seconds"] > 0


def test_a_cell_of_table_2() -> None:
    assert cav08.side_sizes_case("MER", 2) == {"first_states": 721, "second_states": 129}
    *_, best = cav08.balanced_case("MER", 2, Limits(600.0))
    assert (best["first"], best["limit"]) == ("u[1]:USER", None)
    *_, none = cav08.balanced_case("MER", 2, Limits(1e-9))
    assert none == {"first": "", "first_states": None, "second_states": None, "limit": "timeout"}
    options = cav08.METHODS["AGAR+α"] | {"relation": "traces", "audit": False}
    job = check_job("a cell", Cav08Subject("MER", 2, best["first"]), options, Limits(600.0), "holds")
    ((_, result),) = do_jobs([job], InThisProcess())
    assert (CheckCell.of(result).seconds or 0) > 0
    assert (CheckCell.of(result).largest_assumption or 0) > 1


def test_balanced_decompositions_are_checked_when_they_are_known() -> None:
    first = [job.name for job in cav08.cav08_jobs(Settings(), {})]
    found = made_up_results("cav08", Settings())
    later = [job.name for job in cav08.cav08_jobs(Settings(), found) if job.name not in first]
    assert len(later) == 4 * len(published08.TABLE_1)
    assert "MER(2), Learning, c[1]:CUSTOMER" in later


@pytest.mark.parametrize(("method", "states"), [("AGAR", 500), ("Learning", 200)])
def test_an_assumption_that_was_given_up_has_a_size(method: str, states: int) -> None:
    first, second, specification = system("Gas Station", 2)
    options = cav08.METHODS[method] | {"max_states": states}
    assert symag.check([first, second], specification, relation="traces", **options).verdict == "unknown"
    asked = cav08.METHODS[method] | {"relation": "traces"}
    job = check_job("a cell", Cav08Subject("Gas Station", 2), asked, Limits(max_states=states))
    ((_, result),) = do_jobs([job], InThisProcess())
    assert result.limit == "max-states"
    assert (CheckCell.of(result).largest_assumption or 0) > 1


# CSP


def test_the_scheduler_beside_the_papers_figures(tmp_path: Path) -> None:
    view = made_up_view("csp", Settings(beyond=True))
    table_1, _, table_2, _, many = view.grids
    assert [row.cells[:2] for row in many.rows] == [(name, n) for name in PUBLISHED for n in csp.MANY]
    assert many.rows[1].cells[2:] == (0.5, 0.25, 0.75, "1.0 ×", 8)
    assert [row.cells[0] for row in table_1.rows] == [*PUBLISHED["CycleProp"], *LARGER["CycleProp"]]
    assert table_1.rows[3].cells[2:5] == ("297.5", 0.5, "595 ×")
    assert table_1.rows[5].cells[2:5] == ("mem", 0.5, "")
    assert table_1.rows[-1].cells[2:5] == ("", 0.5, "")
    assert table_2.rows[7].cells[6:9] == ("1056", 0.5, "2,112 ×")
    assert table_2.caption is not None
    assert table_2.caption.endswith(f"direct decides n = {LARGER['SchedProp'][-1]}, the largest that was asked.")
    plot_panels(view.panels, tmp_path / "csp.svg")
    assert "direct, the paper's" in (tmp_path / "csp.svg").read_text()


@pytest.mark.parametrize(
    ("limit", "ends"), [("timeout", "ends at n = 13: 120 s are used up."), ("memory", "ends at n = 13: out of memory.")]
)
def test_a_method_that_gives_up_is_not_asked_for_more(limit: str, ends: str) -> None:
    settings = Settings()
    found = {"CycleProp, 10 cells, direct": check_result()}
    asked = [job.name for job in csp.csp_jobs(settings, found) if "CycleProp" in job.name and "direct" in job.name]
    assert asked == ["CycleProp, 10 cells, direct", "CycleProp, 13 cells, direct"]
    found["CycleProp, 13 cells, direct"] = check_result(limit)
    assert asked == [
        job.name for job in csp.csp_jobs(settings, found) if "CycleProp" in job.name and "direct" in job.name
    ]
    table = csp.csp_view(settings, found).grids[0]
    assert [row.cells[3] for row in table.rows[:3]] == [0.5, ">120" if limit == "timeout" else "mem", "–"]
    assert (table.caption or "").endswith(f"direct decides n = 10, and {ends}")


def test_where_direct_ends_if_it_decides_nothing() -> None:
    found = {"CycleProp, 10 cells, direct": check_result("memory")}
    assert "direct decides no n, and ends at n = 10" in (csp.csp_view(Settings(), found).grids[0].caption or "")


@pytest.mark.parametrize("name", csp.PROPERTIES)
def test_many_cells(name: str) -> None:
    figures = csp.many_cells_case(name, 20)
    assert figures.keys() == MEASURED["many_cells_case"].keys()
    assert figures["largest_assumption"] <= 8
    late = {f"{name}, 100 cells, audited": JobResult(Limits(5.0), {"limit": "timeout"})}
    rows = csp.csp_view(Settings(), late).grids[-1].rows
    assert [row.cells[2] for row in rows if row.cells[0] == name] == [">5", "–", "–"]


@pytest.mark.parametrize("way", csp.WAYS)
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_cell_of_the_scheduler(name: str, way: str) -> None:
    options = csp.WAYS[way].options | {"relation": "traces"}
    job = check_job("a cell", SchedulerSubject(name, 4, csp.WAYS[way].first(4)), options, Limits(600.0), "holds")
    ((_, result),) = do_jobs([job], InThisProcess())
    assert (result.figures["verdict"], result.figures["audited"]) == ("holds", True)


# Smallest assumptions


def test_every_system_is_in_the_tables_of_smallest_assumptions() -> None:
    view = made_up_view("minimal", Settings(beyond=True))
    methods, searches, larger = view.grids
    systems = [f"{title}{turned}" for title in MINIMAL for turned in ("", ", reversed")]
    assert [row.cells[0] for row in methods.rows] == [row.cells[0] for row in searches.rows] == systems
    assert methods.rows[0].cells[-4:] == searches.rows[0].cells[1:5] == (2, 2, "clique", 0.5)
    assert {f"{name}({n})" for sizes in (minimal.LARGER, minimal.BEYOND) for name, ns in sizes.items() for n in ns} == {
        row.cells[0] for row in larger.rows if "reversed" not in str(row.cells[0])
    }
    assert [curve.label for curve in view.panels[0].curves] == list(minimal.WAYS)


def test_a_search_that_is_given_up() -> None:
    """It says what it ran out of, and what it has found so far."""
    found = made_up_results("minimal", Settings()) | {"Peterson, bfs": check_result("timeout", 20.0)}
    _, searches, _ = minimal.minimal_view(Settings(), found).grids
    (row,) = (row for row in searches.rows if row.cells[0] == "Peterson")
    assert row.cells[9:13] == ("≤ 2", 2, None, ">20")


@pytest.mark.parametrize(
    ("way", "size", "shown_by"), [("L*", 4, None), ("L*, shrunk", 2, "clique"), ("dfs", 2, "clique")]
)
def test_a_cell_of_smallest_assumptions(way: str, size: int, shown_by: str | None) -> None:
    """The size is that of the assumption in the end, whatever was tried before."""
    options = minimal.WAYS[way] | {"relation": "traces"}
    job = check_job("a cell", MinimalSubject("Modified channel"), options, Limits(600.0), "holds")
    ((_, result),) = do_jobs([job], InThisProcess())
    assert (result.figures["smallest_found"], result.figures["shown_by"]) == (size, shown_by)
    assert result.figures["lower_bound"] == (None if shown_by is None else 2)


def test_the_sides_of_a_system() -> None:
    assert minimal.assumption_sizes_case("MER", 2, False) == {"first_states": 721, "second_states": 129, "actions": 26}
    assert minimal.assumption_sizes_case("MER", 2, True)["second_states"] == 44**2
    assert minimal.assumption_sizes_case("Peterson", None, False)["actions"] == 8


# Traces


@pytest.mark.parametrize("load", traces.LOADS)
def test_a_cell_of_membership(load: str) -> None:
    """All answer alike, or the cell fails."""
    found = traces.membership_case(12, load, 10, SOLVERS)
    assert found.keys() == {"states", "safe", "sets", "explicit", "first time", *SOLVERS, *(f"× {s}" for s in SOLVERS)}
    assert 0 < found["safe"] <= 1


def test_a_cell_of_learning() -> None:
    ours = {"states", "seconds", "queries", "conjectures"}
    for learner in ("rs", "kv"):
        assert learners_case(5, 3, 1, learner, False).keys() == ours
        both = learners_case(5, 3, 1, learner, True)
        assert both.keys() == ours | {f"aalpy {name}" for name in ours - {"states"}}
        assert both["queries"] < both["aalpy queries"]


def test_a_cell_of_caches() -> None:
    none, plain = (scheduler_case("CycleProp", 4, {"rule": "asym", "cache": cache}) for cache in ("none", "plain"))
    assert (
        none["membership_queries"] == none["teacher_queries"] == plain["membership_queries"] > plain["teacher_queries"]
    )


@pytest.mark.parametrize("with_aalpy", [True, False])
def test_the_tables_of_traces(with_aalpy: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "find_spec", lambda name: with_aalpy or None)
    text = " ".join(text_of(made_up_view("traces", Settings()), 120).split())
    assert all(text.count(f" {solver} ") == 6 for solver in SOLVERS)
    assert ("AALpy is not installed" in text) != with_aalpy
    assert text.count("│ plain,prefix │ 100 │ 80 │ 0.500 │ 1.00") == len(traces.CACHED)
    assert text.count("│ kv │ 100 │ 80 │ 7 │ 0.500") == len(traces.CACHED)
    assert text.count("│ kv │ 1 │ 1 │ 1 │ 1 │ 1.000 │ 1.000 │ 1.0 ×" if with_aalpy else "│ kv │ 1 │ -") == 2


@pytest.mark.parametrize(
    ("decided", "text"), [(0.2, "│ 0.040 │ 0.200 │ 6.7 ×"), (None, "│ 0.040 │ stopped after 60 s │")]
)
def test_trace_inclusion_beside_mcrl2(decided: float | None, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inclusion, "has_mcrl2", lambda: True)
    monkeypatch.setitem(MEASURED, "mcrl2_inclusion_case", {"load": 0.04, "decide": decided})
    shown = " ".join(text_of(made_up_view("traces", Settings()), 160).split())
    assert shown.count(text) == len(inclusion.QUESTIONS)
    monkeypatch.setattr(inclusion, "has_mcrl2", lambda: False)
    assert text not in " ".join(text_of(made_up_view("traces", Settings()), 160).split())


@pytest.mark.parametrize(("is_deterministic", "is_violated"), [(False, False), (False, True), (True, False)])
def test_a_cell_of_trace_inclusion(is_deterministic: bool, is_violated: bool) -> None:
    """The case itself asserts the verdict."""
    figures = inclusion.refinement_case(300, 1500, 5, is_deterministic, is_violated)
    assert figures["load"] > 0
    assert figures["decide"] > 0
    assert figures["states"] <= 300
    assert figures["transitions"] <= (1600 if is_violated else 1500)


def test_a_cell_of_a_whole_check() -> None:
    figures = inclusion.whole_check_case(300, 900, 5, True, False)
    assert figures["ratio"] > 0
    assert figures["states"] <= 300


# Other tools


@pytest.fixture
def all_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Programs of these names, which nobody runs."""
    for name in ("benchone_2", "benchone_49", "ltscompare", "ltsinfo", "java"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return Settings(tools=(("ltsa", str(tmp_path)),))


def test_a_row_for_each_question_beside_a_tool(all_tools: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MEASURED, "mcrl2_inclusion_case", {"load": 0.04, "decide": None})
    text = " ".join(text_of(made_up_view("peers", all_tools)).split())
    assert text.count("│ FlowSim 2 (quotients) │ 5.0000 │ 10 × │") == len(peers.CHANCES) == 8
    assert text.count("│ mCRL2 │ 10.0000 │ 50 × │") == len(peers.SIMULATION)
    assert text.count("│ mCRL2 │ stopped at 60 │ > 2e+03 × │") == len(inclusion.QUESTIONS)
    assert text.count("│ mCRL2 │ 1.0000 │ 2 × │") == 1
    assert text.count("│ LTSA │ 0.2500 │ 0.5 × │ lost │") == len(ltsa.SAFETY)
    monkeypatch.setitem(MEASURED, "flowsim_case", {"seconds": 5.0, "pairs": 98})
    assert "FlowSim 2 (quotients, -2 pairs)" in text_of(made_up_view("peers", all_tools))
    monkeypatch.setitem(MEASURED, "flowsim_case", {"seconds": None, "pairs": None})
    assert "│ FlowSim │ stopped at 60 │ > 1.2e+02 × │" in " ".join(text_of(made_up_view("peers", all_tools)).split())


def test_symag_is_measured_without_any_other_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    found = made_up_results("peers", Settings())
    assert not [name for name in found if ", by " in name]
    text = " ".join(text_of(peers.peers_view(Settings(), found)).split())
    assert text.count("│ - │") == len(found)
    for remedy in ("--tool flowsim=PATH", "--tool ltscompare=PATH", "--tool ltsa=PATH", "pip install stormpy"):
        assert f"({remedy})" in text


def test_models_as_flowsim_reads_them() -> None:
    """Outcomes in ascending order, and a number for each distribution: what its parser checks."""
    rows: list[tuple[str, str, str | Mapping[str, object]]] = [
        ("s", "b", {"u": "1/4", "t": "3/4"}),
        ("s", "b", "t"),
        ("u", "a", "s"),
    ]
    model = LPTS.build("s", rows, states=["s", "t", "u"])
    expected = ["3 3 4", "0 1/0 1 0.75", "0 1/0 2 0.25", "0 1/1 1 1.0", "2 0/2 0 1.0", ""]
    assert flowsim.flowsim_model(model).split("\n") == expected


PRINTED = (
    "3.024118e+00 1.540120e-01 1.745539e+01 2242 16 12 252 565245 0 0 1256114 0 0 376 1541599 1 2 0 0 -nan -nan -nan\n"
)
"""By FlowSim's benchone_2, of its example mutual3.pa."""
ANALYSED = """Compiled: C(0)
Composition:
SYSTEM = C(0) || C(1) || P
State Space:
 10 * 10 * 10 = 2 ** 12
Analysing...
Depth 15 -- States: 10000 Transitions: 49995 Memory used: 10442K
Depth 15 -- States: 10000 Transitions: 50000 Memory used: 10442K
{}
Analysed in: 206ms

seconds: 0.163147911
"""
"""By LTSA."""


def test_what_other_tools_print() -> None:
    found = flowsim.flowsim_result(PRINTED)
    assert (round(found["seconds"], 6), found["pairs"]) == (3.17813, 252)
    holds = ltsa.ltsa_result(ANALYSED.format("No deadlocks/errors"))
    assert holds == {"seconds": 0.163147911, "states": 10000, "verdict": "holds"}
    violated = ltsa.ltsa_result(ANALYSED.format("Trace to property violation in P:\n\tup.0"))
    assert violated["verdict"] == "violated"
    assert ltsa.ltsa_result("")["verdict"] is None


def test_cells_beside_other_tools() -> None:
    """The cases themselves assert the verdicts."""
    assert flowsim.itself_pairs_case(20, 2, "1..2", 1).keys() == {"seconds", "pairs"}
    for is_violated in (False, True):
        assert ltsa.fsp_case(2, is_violated, 1).keys() == {"seconds"}


def test_a_tool_that_fails_or_takes_too_long() -> None:
    assert tool_run([sys.executable, "-c", "print(7)"], 60) == "7\n"
    assert tool_run([sys.executable, "-c", "raise SystemExit(1)"], 60) is None
    assert tool_run([sys.executable, "-c", "import time; time.sleep(600)"], 0.01) is None
    assert tool_run([sys.executable, "-c", "while True: pass"], 1) is None


def test_cpu_seconds_of_a_tool() -> None:
    command = [sys.executable, "-c", "print(sum(range(10 ** 6)))"]
    taken = tool_seconds(command, 2, prints="499999500000")
    assert taken is not None
    assert taken > 0
    assert tool_seconds([sys.executable, "-c", "while True: pass"], 1, 1) is None
    with pytest.raises(AssertionError):
        tool_seconds(command, 1, prints="true")
    with pytest.raises(AssertionError, match="no such thing"):
        tool_seconds([sys.executable, "-c", "raise SystemExit('no such thing')"], 1)


# Cells


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        ([5.0, 5.0], "at most 5 s and 4 GB a cell"),
        ([120.0, 5.0], "at most 5 to 120 s (kept from several runs) and 4 GB a cell"),
        ([], "at most 120 s and 4 GB a cell"),
    ],
)
def test_footnotes_of_figures_that_were_kept(limits: list[float], text: str) -> None:
    assert limits_text(CheckCell.of(check_result(seconds=limit)) for limit in limits) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("out", "out"),
        (0, "0"),
        (9999, "9999"),
        (12_345, "12k"),
        (1_234_567, "1.2M"),
        (0.001, "<0.01"),
        (0.123, "0.12"),
        (12.34, "12.3"),
        (123.4, "123"),
    ],
)
def test_numbers_have_digits_that_say_something(value: float | str | None, text: str) -> None:
    assert short_number(value) == text


# Measuring


class MadeUp:
    """The module of a benchmark of three jobs, the last of which depends on the others."""

    def __init__(self, marks: Path) -> None:
        self.marks = str(marks)

    def made_up_jobs(self, settings: Settings, found: Any) -> list[Job]:
        numbers = [1, 2] + [3] * ("2" in found)
        return [Job(str(number), counted, (self.marks, number)) for number in numbers]

    def made_up_view(self, settings: Settings, found: Any) -> View:
        return View(())


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Benchmark:
    monkeypatch.setitem(sys.modules, "symag.study.bench.made_up", MadeUp(tmp_path / "marks"))
    return Benchmark("made_up", "nothing", "no time")


def test_jobs_are_measured_once(made_up: Benchmark, tmp_path: Path) -> None:
    for _ in range(2):
        with Store(tmp_path / "made_up.jsonl") as store:
            found = measure(made_up, Settings(), InThisProcess(), store)
        assert {name: result.figures["square"] for name, result in found.items()} == {"1": 1, "2": 4, "3": 9}
    assert (tmp_path / "marks").read_text().split() == ["1", "2", "3"]


def test_a_job_without_figures_ends_the_benchmark(made_up: Benchmark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MadeUp, "made_up_jobs", lambda *_: [square_job(1), Job("raises", raising), square_job(2)])
    with pytest.raises(InternalError, match="there are no figures of raises: ValueError: no such logic"):
        measure(made_up, Settings(), InThisProcess())


def test_a_wrong_verdict_ends_the_benchmark(made_up: Benchmark, monkeypatch: pytest.MonkeyPatch) -> None:
    job = check_job("a cell", Cav12Subject("CS_N", 2), {"method": "mono"}, Limits(), "violated")
    monkeypatch.setattr(MadeUp, "made_up_jobs", lambda *_: [job])
    with pytest.raises(InternalError, match="the verdict is 'holds', and 'violated' is right"):
        measure(made_up, Settings(), InThisProcess())


def test_a_cell_of_overhead() -> None:
    assert overhead_case("in this process", "a check", 3).keys() == {"milliseconds"}
    assert opening_case(10).keys() == {"appending", "opening"}
    assert gain_case(0.01, 2, 1).keys() == {"jobs", "bare"}


# The command

TWO_ROWS = """
from symag.study.bench import cav12
cav12.PAPER = {key: row for key, row in cav12.PAPER.items() if key in [("CS_N", 2), ("SN", 1)]}
from symag.cli.main import main
main()
"""


def test_a_benchmark_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Killed in the middle, cut at the end, and run again: each cell is there once more, and no whole one was lost."""
    file = tmp_path / "figures" / "cav12.jsonl"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "MPLCONFIGDIR": str(tmp_path)}
    command = [sys.executable, "-c", TWO_ROWS, "bench", "cav12", "--output", str(file.parent)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        wait_for(lambda: (file.exists() and len(read_results(file)) >= 3) or process.poll() is not None)
        process.send_signal(signal.SIGKILL)
        process.wait()
    file.write_bytes(file.read_bytes()[:-7])
    before = read_results(file)
    assert 2 <= len(before) < 16
    done = subprocess.run(
        [*command, "--json", "--jobs", "2"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    after = read_results(file)
    assert before.items() <= after.items()
    figures = json.loads(done.stdout)
    assert len(figures) == len(after) == 16
    assert figures["CS_N(2)"] == {"P": 15, "L1": 25, "L2": 9, "Lc": 9}
    assert "Table 1 of CAV'12" in done.stderr
    assert f"written: {file}" in done.stderr
    assert (file.parent / "cav12.svg").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["agar", "--beyond"], "symag bench agar does not heed --beyond: leave it out"),
        (["--strategy", "paper"], "symag bench engine does not heed --strategy"),
        (["cav08", "--backend", "z3"], "does not heed --backend: leave it out"),
        (["cav08", "--strategy", "paper", "--backend", "z3"], "does not heed --backend and --strategy: leave them out"),
        (["cav12", "--strategy", "new"], "the strategy 'new' is not known"),
        (["cav12", "--backend", "abacus"], "abacus"),
        (["engine", "--tool", "ltsa=."], "symag bench engine does not heed --tool: leave it out"),
        (["peers", "--tool", "abacus=."], "there is no tool 'abacus': NAME=PATH with a name of flowsim, ltscompare"),
        (["peers", "--tool", "ltsa"], "the path is missing: write ltsa=PATH, its jar"),
        (["peers", "--tool", "ltsa="], "there is no '': for ltsa it is its jar"),
        (["peers", "--tool", "ltsa=nowhere"], "there is no 'nowhere': for ltsa it is its jar"),
        (["cav12", "--timeout", "0"], "greater than zero"),
        (["cav12", "--scheduler", "here"], "need processes of their own"),
        (["cav12", "--jobs", "0"], "must be 1 or more, not 0"),
        (["cav12", "--output", "nowhere/at/all"], "cannot be made"),
        (["cav12", "--output", __file__], "is not a folder"),
        (
            ["of-the-park"],
            "no benchmark 'of-the-park': choose from engine, smt, traces, agar, cav12, cav08, csp",
        ),
    ],
)
def test_what_bench_refuses(options: list[str], message: str) -> None:
    done = CliRunner().invoke(app, ["bench", *options])
    assert done.exit_code == 2
    assert message in done.stderr
