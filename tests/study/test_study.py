"""Studies: they go on where they were, tables are data, and what goes wrong hurts one job only, and is kept."""

from __future__ import annotations

import csv
import importlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import symag
from symag import StudyTable
from symag.cli.main import app
from symag.errors import InputError, InternalError
from symag.limits import Limits
from symag.simulation.backend import _entries
from symag.study.bench import Benchmark
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from symag.study.checks import GivenModels
from symag.study.conduct import find_suite
from symag.study.jobs import Found, Job, JobResult
from symag.study.stages import StagedSuite
from symag.study.store import Store, read_results
from symag.study.study_progress import StudyProgress
from symag.study.study_table import median_rows, rows_of
from symag.study.study_view import study_view
from symag.study.suite import Suite, SuiteCase, plan
from symag.study.suites import SUITES
from symag.study.view import Grid, GridRow, View
from tests.study.made_up_jobs import raising, square_job
from tests.study.suites import SMALL, TOO_GOOD, same_but_for_times, write_suite
from tests.waiting import wait_for

ROOT = Path(symag.__file__).parent.parent
HOLDS, VIOLATED = GivenModels([FIG1_L1, FIG1_L2], FIG1_P), GivenModels([FIG1_L1, FIG1_L2], TOO_GOOD)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["study", *map(str, arguments)], prog_name="symag")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> StudyTable:
    """The small suite, done once."""
    return symag.study(write_suite(tmp_path_factory.mktemp("small")), scheduler="here")


def test_a_study_is_a_list_of_rows(small: StudyTable) -> None:
    assert [(row["check"], row["decomposition"], row["method"], row["verdict"], row["value"]) for row in small] == [
        ("holds", None, "mono", "holds", None),
        ("holds", None, "agar", "holds", None),
        ("violated", None, "mono", "violated", None),
        ("violated", "L1 | L2", "agar", "violated", None),
        ("violated", "L2 | L1", "agar", "violated", None),
        ("likely", None, "mono", "holds", "9/10"),
    ]
    assert small.agree
    assert not small.missing
    assert {tuple(row) for row in small} == {small.columns}
    assert len(small[1:3]) == 2
    assert repr(small) == "<StudyTable suite: 6 jobs, 0 without a result>"
    assert "6 jobs: all answers agree" in str(small)


def test_a_table_and_its_csv(small: StudyTable, tmp_path: Path) -> None:
    small.to_csv(tmp_path / "suite.csv")
    again = StudyTable.from_csv(tmp_path / "suite.csv")
    assert (list(again), again.name, again.columns) == (list(small), "suite", small.columns)
    again.to_csv(tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "suite.csv").read_bytes()
    for text, place in (("a,b\n1,2\n", "1"), ((tmp_path / "suite.csv").read_text() + "x,y\n", "8")):
        (tmp_path / "wrong.csv").write_text(text)
        with pytest.raises(InputError, match=rf"wrong\.csv:{place}: this "):
            StudyTable.from_csv(tmp_path / "wrong.csv")


def test_texts_survive_the_csv(tmp_path: Path) -> None:
    labels: dict[str, Any] = {
        "check": 'a "b", c\nd;',
        "size": 10**30,
        "method": "true",
        "reduce": True,
        "repetition": 1,
    }
    figures = {"verdict": "unknown", "reason": " \r\n, ", "seconds": 0.1 + 0.2, "states_explored": 0, "audited": False}
    table = StudyTable("t", rows_of([labels, labels], [JobResult(Limits(), figures), None]))
    table.to_csv(tmp_path / "t.csv")
    assert list(StudyTable.from_csv(tmp_path / "t.csv")) == list(table)


def test_pandas_if_it_is_there(small: StudyTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="pandas is not installed: pip install pandas"):
        small.to_pandas()
    made_up = ModuleType("pandas")
    made_up.DataFrame = lambda rows, columns: (rows, columns)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", made_up)
    assert small.to_pandas() == (list(small), list(small.columns))


def test_a_study_goes_on_where_it_was(small: StudyTable, tmp_path: Path) -> None:
    file, folder = write_suite(tmp_path), tmp_path / "results"
    jobs = [one.job for one in find_suite(file).planned({})]
    heard: list[str] = []
    symag.study(file, output=folder, listener=lambda now: heard.append(str(now)), scheduler="here")
    assert heard[-1].startswith("6 of 6 jobs")
    store = folder / "results.jsonl"
    content = store.read_bytes().splitlines(keepends=True)
    store.write_bytes(b"".join(content[:4])[:-5])
    half = symag.study(folder)
    assert (half.missing, half[0]["verdict"], half[5]["verdict"]) == (4, "holds", None)
    assert "4 jobs of 6 have no result yet" in str(half)
    again = run(folder, "--resume", "--scheduler", "here")
    assert again.exit_code == 0, again.output
    assert {line.split('"')[3] for line in store.read_text().splitlines()[1:]} <= {job.key for job in jobs} | {"name"}
    assert len(read_results(store)) == 6
    assert same_but_for_times(symag.study(folder)) == same_but_for_times(small)
    before = store.read_bytes()
    assert run(file, "-o", folder, "--scheduler", "here").exit_code == 0
    assert store.read_bytes() == before, "there was nothing left to do"
    file.write_text(SMALL.replace('[[check]]\nname = "holds"', '[[check]]\nname = "proved"'))
    assert symag.study(file, output=folder, scheduler="here")[0]["check"] == "proved"
    assert store.read_bytes() == before, "a name is no work"


def test_what_a_folder_has(small: StudyTable, tmp_path: Path) -> None:
    done = run(write_suite(tmp_path), "-o", tmp_path / "out", "--json", "--scheduler", "here")
    assert done.exit_code == 0
    assert len(json.loads(done.stdout)["rows"]) == 6
    assert same_but_for_times(StudyTable("", tuple(json.loads(done.stdout)["rows"]))) == same_but_for_times(small)
    files = {file.name for file in (tmp_path / "out").iterdir()}
    made = {"results.csv", "results.json", "times.svg", "cactus.svg", "index.html"}
    assert files == {"study.json", "results.jsonl", *made}
    with (tmp_path / "out" / "results.csv").open(newline="") as written:
        rows = list(csv.DictReader(written))
    assert [row["verdict"] for row in rows] == [row["verdict"] for row in small]
    assert json.loads((tmp_path / "out" / "results.json").read_text()) == json.loads(done.stdout)
    page = (tmp_path / "out" / "index.html").read_text()
    assert "6 jobs: all answers agree" in page
    assert page.count("<svg") == 2
    assert not [
        word for word in ("<script", "http://", "https://") if f'src="{word}' in page or f'href="{word}' in page
    ]
    shown = run(tmp_path / "out")
    assert shown.exit_code == 0
    assert "agar, asym" in shown.stdout


@pytest.fixture
def wrong_backends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The backends that go wrong are known, in this test only; a process that they run in imports their module."""
    monkeypatch.setattr("symag.simulation.backend._entries", dict(_entries))
    monkeypatch.delitem(sys.modules, "tests.study.made_up_backends", raising=False)
    importlib.import_module("tests.study.made_up_backends")


def wrong_suite() -> Suite:
    """Jobs that go wrong, each beside one that does not."""
    limited = (("hangs", Limits(seconds=0.2)), ("leaks", Limits(memory_mb=200)))
    cases = [SuiteCase(name, HOLDS, ({"backend": name},), limits=limits) for name, limits in limited]
    crash = SuiteCase("crashes", HOLDS, ({"backend": "crashes"}, {"backend": "fixpoint"}))
    other = SuiteCase("differs", HOLDS, ({"method": "mono"},), ({"method": "agar"},), {"another": VIOLATED})
    mistaken = SuiteCase("mistaken", HOLDS, ({"method": "cegar"},), expected="violated")
    return Suite("wrong", (*cases, crash, other, mistaken))


@pytest.mark.usefixtures("wrong_backends")
def test_what_goes_wrong_is_recorded_and_kept(tmp_path: Path) -> None:
    table = symag.study(wrong_suite(), output=tmp_path / "out", jobs=2)
    found = {(row["check"], row["backend"], row["method"]): (row["verdict"], row["limit"]) for row in table}
    assert found == {
        ("hangs", "hangs", "auto"): ("unknown", "timeout"),
        ("leaks", "leaks", "auto"): ("unknown", "memory"),
        ("crashes", "crashes", "auto"): ("failed", None),
        ("crashes", "fixpoint", "auto"): ("holds", None),
        ("differs", "fixpoint", "mono"): ("holds", None),
        ("differs", "fixpoint", "agar"): ("violated", None),
        ("mistaken", "fixpoint", "cegar"): ("failed", None),
    }
    assert table.disagreements == ("differs",)
    assert not table.agree
    assert "the answers DISAGREE about differs" in str(table)
    assert "SIGSEGV" in table.failed[0]["reason"]
    kept = sorted((tmp_path / "out").glob("disagreement-*.json"))
    documents = [json.loads(file.read_text()) for file in kept]
    assert [[row["verdict"] for row in document["rows"]] for document in documents] == [
        ["holds", "violated"],
        ["failed", "holds"],
        ["failed"],
    ]
    assert documents[0]["components"][0]["model"]["format"] == "symag-lpts"
    shown = run(tmp_path / "out")
    assert shown.exit_code == 4
    assert shown.stderr.count("please report this, and attach") == 3
    again = plan(wrong_suite())
    known = read_results(tmp_path / "out" / "results.jsonl")
    served = {one.job.name for one in again if known[one.job.key].serves(one.job.limits)}
    assert served == {one.job.name for one in again} - {"crashes, crashes"}, "only what crashed is tried again"


def test_exit_codes(tmp_path: Path) -> None:
    file = write_suite(
        tmp_path, '[[check]]\nname = "q"\nmodels = ["L1.json", "L2.json"]\nspec = "P.json"\nmax_states = 1\n'
    )
    done = run(file, "--scheduler", "here")
    assert (done.exit_code, "reached a limit" in done.stdout) == (3, True)
    for arguments, said in (
        ([tmp_path / "none.toml"], "none.toml: cannot be read"),
        (["nothing"], "nothing: a suite is a .toml file, or one of: families"),
        ([tmp_path], "there is no study in this folder"),
        ([tmp_path, "-o", "x"], "leave --output out"),
        ([file, "--resume"], "--resume goes with the folder"),
        ([file, "--jobs", 0], "must be 1 or more, not 0"),
        ([file, "--scheduler", "nowhere"], "choose from processes, here, local, tcp://HOST:PORT"),
        ([file, "--scheduler", "here", "-j", 2], "does one job at a time"),
        ([file, "--scheduler", "tcp://x:1", "-j", 2], "leave --jobs out"),
    ):
        failed = run(*arguments)
        assert (failed.exit_code, said in failed.stderr, failed.stderr.count("\n")) == (2, True, 1), failed.stderr


def test_a_plan_that_is_none(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"format": "symag-study", "version": 1}', "[" * 100_000):
        (tmp_path / "study.json").write_text(text)
        with pytest.raises(InputError, match=r"study\.json: this is not the plan of a study: move it away"):
            symag.study(tmp_path)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL], ids=str)
def test_a_study_that_is_interrupted_is_whole(sent: signal.Signals, tmp_path: Path) -> None:
    """The first job is done, the second one hangs when the signal comes."""
    code = "import sys; from tests.study.test_study import hanging_study; hanging_study(sys.argv[1])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    store = tmp_path / "out" / "results.jsonl"
    command = [sys.executable, "-c", code, str(tmp_path / "out")]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as process:
        wait_for(lambda: (store.exists() and len(read_results(store)) == 1) or process.poll() is not None)
        process.send_signal(sent)
        process.communicate()
    assert [row["verdict"] for row in symag.study(tmp_path / "out")] == ["holds", None]
    wait_for(lambda: can_be_written(store))  # a process that was just being started may have the file for a moment


def can_be_written(store: Path) -> bool:
    try:
        with Store(store):
            return True
    except InputError:
        return False


def hanging_study(folder: str) -> None:
    """A study whose second job does not end."""
    importlib.import_module("tests.study.made_up_backends")
    case = SuiteCase("q", HOLDS, ({"backend": "fixpoint"}, {"backend": "hangs"}))
    symag.study(Suite("hanging", (case,)), output=folder)


def test_progress() -> None:
    now = [100.0]
    progress = StudyProgress(10, clock=lambda: now[0])
    assert str(progress) == "0 of 10 jobs"
    progress.count("a", False, True)
    now[0] += 50
    progress.count("b", False, True)
    progress.hear("c")
    assert str(progress) == "2 of 10 jobs · c"
    now[0] += 10
    progress.count("c", True, False)
    assert str(progress) == "3 of 10 jobs · 1 failed · about 70 s left"
    now[0] += 10_000
    assert "about 19 h 28 min left" in str(progress)
    for name in "defg":
        progress.hear(name)
    assert str(progress).endswith("d; e; f; …")


def test_repetitions_and_decompositions_in_tables() -> None:
    labels = {"check": "q", "size": 8, "decomposition": None, "method": "learn", "rule": "asym", "backend": "fixpoint"}
    several = [
        (
            {**labels, "decomposition": side, "repetition": n},
            JobResult(Limits(), {"verdict": "holds", "seconds": s}),
        )
        for side, times in (("a | b", (3.0, 1.0, 2.0)), ("b | a", (0.5, 0.7, 0.6)))
        for n, s in enumerate(times, 1)
    ]
    stopped = JobResult(Limits(9), {"limit": "timeout", "reason": "timeout"}, seconds=9.0)
    several.append(({**labels, "check": "large", "size": 99, "repetition": 1}, stopped))
    table = StudyTable("t", rows_of(*zip(*several, strict=True)))
    assert [row["seconds"] for row in median_rows(table)] == [2.0, 0.6, 9.0]
    times, cactus = study_view(table).panels
    assert [(curve.label, curve.answered, curve.given_up) for curve in times.curves] == [
        ("learn", ((8, 0.6),), ((99, 9.0),))
    ]
    assert cactus.curves[0].answered == ((1, 0.6), (2, 2.0))


def test_the_package_is_a_verb_and_a_package() -> None:
    import symag.study.store as module

    assert module.Store is Store
    assert symag.study.__name__ == "symag.study"
    assert callable(symag.study)


@pytest.mark.parametrize("name", SUITES)
def test_built_in_suites(name: str) -> None:
    suite = find_suite(name)
    planned = list(suite.planned({}))
    assert len(planned) > 10
    assert len({tuple(one.labels) for one in planned}) == 1
    assert len({one.job.key for one in planned}) == len(planned)


def staged(numbers: Sequence[int], found: Found) -> Iterator[Job]:
    """Squares of numbers, and of what comes out, up to a hundred."""
    for number in numbers:
        yield square_job(number)
        if (done := found.get(f"square of {number}")) is not None and done.figures["square"] < 100:
            yield from staged([done.figures["square"]], found)


def test_jobs_that_depend_on_results(tmp_path: Path) -> None:
    """They run, are resumed and are shown like all others; their tables are their own."""

    def tables(found: Found) -> View:
        rows = [GridRow((name, result.figures["square"])) for name, result in found.items()]
        return View((Grid("squares", ("", "square"), tuple(rows)),), (), (f"there are {len(rows)} squares",))

    suite = StagedSuite("squares", partial(staged, [2, 3]), tables, complete=True)
    table = symag.study(suite, output=tmp_path, scheduler="here")
    assert [row["check"] for row in table] == [f"square of {number}" for number in (2, 3, 4, 9, 16, 81)]
    assert {row["verdict"] for row in table} == {"measured"}
    assert "there are 6 squares" in str(table)
    assert "there are 6 squares" in (tmp_path / "index.html").read_text()
    store = tmp_path / "results.jsonl"
    lines = store.read_text().splitlines(keepends=True)
    store.write_text("".join(lines[:3]))
    assert symag.study(tmp_path).missing == 4
    assert list(symag.study(suite, output=tmp_path, scheduler="here")) != []
    assert store.read_text().count('"key"') == 6
    failing = StagedSuite("failing", lambda found: [Job("raises", raising)], tables, complete=True)
    with pytest.raises(InternalError, match="there are no figures of raises: ValueError: no such logic"):
        symag.study(failing, scheduler="here")
    with pytest.raises(InputError, match="need processes of their own"):
        symag.study("cav12", scheduler="here")


def test_a_benchmark_is_a_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same jobs and tables by `symag study` as by `symag bench`."""
    jobs = [square_job(number) for number in range(3)]
    view = View((Grid("squares", ("jobs",), (GridRow((3,)),)),))
    monkeypatch.setattr(Benchmark, "jobs", lambda self, settings, found: iter(jobs))
    monkeypatch.setattr(Benchmark, "view", lambda self, settings, found: view)
    table = symag.study("cav08", output=tmp_path, jobs=2)
    assert [row["check"] for row in table] == [job.name for job in jobs]
    assert table.view == view
    assert symag.study(tmp_path).view == view
    shown = run(tmp_path)
    assert (shown.exit_code, "squares" in shown.stdout) == (0, True)
    store = tmp_path / "results.jsonl"
    store.write_text("".join(store.read_text().splitlines(keepends=True)[:2]))
    assert symag.study(tmp_path).view is None, "it has tables of all results only"


def test_the_example() -> None:
    """The suite that the README of the room runs."""
    suite = find_suite(ROOT / "examples" / "study" / "suite.toml")
    assert isinstance(suite, Suite)
    assert [case.name for case in suite.cases] == ["channel", *(f"crossing, N={n}" for n in (2, 3, 4)), "link, N=3"]
    assert (len(plan(suite)), suite.notes) == (37, ())
