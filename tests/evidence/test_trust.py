"""A verdict cannot be wrong unnoticed: hostile backends, evidence that cannot be made, files with false claims."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from copy import deepcopy
from itertools import count, product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS, InternalError, LimitReached, Limits
from symag.cli.main import app
from symag.evidence import Proof, audit_text
from symag.limits import Watch
from symag.notes import misspelt
from symag.relations import read_verdict
from symag.report import saved_text
from symag.report.terminal import rendered
from symag.simulation import Fixpoint
from symag.simulation.backend import Decision
from tests.report.test_terminal import run

ARRAYS = ("first", "action", "target", "spread", "support", "vector")
AB = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], name="AB")
AA = LPTS.build("p", [("p", "a", "q"), ("q", "a", "p")], ["a", "b"], name="AA")
COIN = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s")], name="coin")
ANY = LPTS.build("p", [("p", "a", "p"), ("p", "b", "p")], name="any")


# Models are read-only, and what is audited is the question as it was before any backend saw it.


@pytest.mark.parametrize("model", [AB, COIN, AB | COIN, symag.minimise(AA), symag.trim(COIN)], ids=lambda m: m.name)
def test_models_are_read_only(model: LPTS) -> None:
    for name in ARRAYS:
        values = getattr(model, name)
        assert memoryview(values).readonly
        with pytest.raises(TypeError, match="read-only"):
            values[:0] = values[:0]
    with pytest.raises(AttributeError):
        model.action = ()  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(model)) == deepcopy(model) == model
    if model.product is not None:
        assert memoryview(model.product.state_codes).readonly  # type: ignore[arg-type]


class Writer:
    """Writes into the specification what suits it, and then decides."""

    name = "writer"

    def __init__(self, write: Any) -> None:
        self.write = write

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        self.write(specification)
        return Fixpoint().simulate(system, specification, watch)


def into_the_array(specification: LPTS) -> None:
    specification.action[1] = specification.actions.index("b")  # type: ignore[index]


def into_the_object(specification: LPTS) -> None:
    actions = [specification.actions.index(action) for action in ("a", "b")]
    object.__setattr__(
        specification, "action", memoryview(bytes(b for a in actions for b in a.to_bytes(4, sys.byteorder)))
    )
    object.__setattr__(specification, "action", specification.action.cast("i"))  # type: ignore[attr-defined]


def test_a_backend_cannot_change_the_models_of_its_user() -> None:
    mine = deepcopy(AA)
    with pytest.raises(InternalError, match="the kernel rejected the evidence"):
        symag.check([AB], mine, backend=Writer(into_the_object), method="mono")
    assert mine == AA
    assert symag.check([AB], mine).verdict == "violated"


def test_a_backend_cannot_write_into_a_model() -> None:
    with pytest.raises(TypeError, match="read-only"):
        symag.check([AB], AA, backend=Writer(into_the_array), method="mono")
    assert symag.check([AB], AA).verdict == "violated"


def test_what_is_audited_is_the_question_as_it_was() -> None:
    """By force a backend can replace an array of a model: the kernel sees the model as it was, and rejects."""
    with pytest.raises(InternalError, match="the kernel rejected the evidence"):
        symag.check([AB], deepcopy(AA), backend=Writer(into_the_object), method="mono")


# A verdict is there only if its evidence is.

LARGE = [10**997 + 1, 10**997 + 3, 10**997 + 7, 10**997 + 9, 10**998 + 1]


def components_with_large_denominators() -> list[LPTS]:
    return [
        LPTS.build("s", [("s", "a", {"s": f"1/{d}", "t": f"{d - 1}/{d}"}), ("t", "a", "s")], name=f"L{number}")
        for number, d in enumerate(LARGE, 1)
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for model in (*components_with_large_denominators(), LPTS.build("p", [("p", "a", "p")], name="P")):
        symag.save(model, f"{model.name}.json")
    for model in (AB, AA, COIN, ANY):
        symag.save(model, f"{model.name}.json")
    return tmp_path


@pytest.mark.parametrize(("method", "code"), [("auto", 0), ("agar", 0), ("mono", 3), ("mono --reduce", 0)])
def test_all_calls_agree_whatever_the_digits(folder: Path, method: str, code: int) -> None:
    """The product of the denominators has too many digits; that of the reduced components has not."""
    check = f"check L1.json L2.json L3.json L4.json L5.json --spec P.json --method {method}"
    for options in ("", "--output verdict.json", "--json", "--audit", "--json --audit"):
        done = run(f"{check} {options}")
        assert done.exit_code == code, (options, done.stderr)
        if "--json" in options:
            assert json.loads(done.stdout)["verdict"] == {0: "holds", 3: "unknown"}[code]
    assert (folder / "verdict.json").exists()
    assert run("audit verdict.json").exit_code == code


@pytest.mark.parametrize("options", ["--method cegar", "--method mono --reduce", "--method agar", "--method auto"])
def test_sums_of_probabilities_have_few_digits_or_there_is_no_verdict(folder: Path, options: str) -> None:
    """Bisimilar outcomes are added up, and the denominators are coprime."""
    shares: dict[str, str] = {}
    for number, d in enumerate((10**996 + 1, 10**996 + 3, 10**996 + 7, 10**996 + 9, 10**996 + 11, 10**996 + 13)):
        shares |= {f"x{number}": f"1/{6 * d}", f"y{number}": f"{d - 1}/{6 * d}"}
    moves: list[Any] = [("s", "a", shares), *((state, "bc"[state[0] == "y"], "s") for state in shares)]
    symag.save(LPTS.build("s", moves, name="sums"), "sums.json")
    symag.save(LPTS.build("p", [("p", action, "p") for action in "abc"], name="abc"), "abc.json")
    symag.save(LPTS.build("t", [("t", "d", "t")], name="other"), "other.json")
    codes = set()
    for output in ("", "--output verdict.json", "--json", "--audit", "--no-audit", "--no-audit --json"):
        done = run(f"check sums.json other.json --spec abc.json {options} {output}")
        codes.add(done.exit_code)
        assert "Traceback" not in done.stderr
        if "--json" in output:
            assert json.loads(done.stdout)["verdict"] in ("holds", "unknown")
    assert codes in ({0}, {3})


def test_a_verdict_is_printed_though_there_is_no_memory_to_save_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(verdict: symag.Verdict, path: object) -> None:
        raise MemoryError

    monkeypatch.setattr(symag.Verdict, "save", save)
    done = run("check AB.json --spec any.json --output verdict.json")
    assert done.exit_code == 3
    assert done.stdout.startswith("holds: AB ≼ any")
    assert "memory" in done.stderr


def test_a_note_is_not_worth_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (MemoryError, LimitReached("timeout", "enough")):
        monkeypatch.setattr(sys.modules["symag.check"], "notes_on", Mock(side_effect=error))
        assert symag.check([AB], ANY).verdict == "holds"
        assert symag.check([AB], ANY, max_states=1).verdict in ("holds", "unknown")


def test_names_without_letters_are_not_compared() -> None:
    """Among so many pairs the clock would have to be looked at; and none of them can be misspelt."""
    names = ["".join(signs) for signs in product("+*!<>=&|", repeat=4)]
    model = LPTS.build("s", [("s", name, "s") for name in names], name="signs")
    clock = count(step=0.0001)
    watch = Watch(Limits(seconds=1.0), clock=clock.__next__)
    assert misspelt(["signs"], [model], ANY, watch) == []


def test_reduced_systems_have_small_evidence() -> None:
    """What each component is simulated by, and the reduced system; nothing as large as the product."""
    from symag.study.cases.families import FAMILIES

    components, specification = FAMILIES["mutex"](12, False)
    verdict = symag.check(components, specification, method="mono", reduce=True)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert isinstance(verdict.certificate, Proof)
    assert verdict.certificate.abstractions
    assert not verdict.assumptions
    assert verdict.certificate.obligations < 10_000


# One reading.


def test_a_verdict_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    symag.check([AB], AA).save("violated.json")
    symag.check([AB], ANY).save("holds.json")
    opened, builtin_open = [], open

    def counting(file: Any, *arguments: Any, **options: Any) -> Any:
        opened.append(file)
        if len(opened) > 1:
            file = "holds.json"
        return builtin_open(file, *arguments, **options)

    monkeypatch.setattr("symag.formats.files.open", counting, raising=False)
    done = run("audit violated.json")
    assert done.stdout.startswith("accepted: violated, shown by a tree")
    assert opened == ["violated.json"]


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_pipes_are_audited(folder: Path, name: str) -> None:
    verdict = symag.check([AB], ANY)
    program = "import sys; from symag.cli.main import main; sys.argv = ['symag', 'audit', sys.argv[1]]; main()"
    command = [sys.executable, "-c", program, name]
    done = subprocess.run(command, input=verdict.dumps(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accepted: holds, shown by a simulation over 2 states of the system\n")


# What a file claims.

CHECKED = "the kernel has checked and accepted the evidence"


def changed(verdict: symag.Verdict, value: Any, *path: Any) -> str:
    data = json.loads(verdict.dumps())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (CHECKED, ("statistics", "selection")),
        (f"{CHECKED}\n{CHECKED}", ("statistics", "selection")),
        ({"minimal": True}, ("counterexample", "claims")),
        (99, ("statistics", "states_explored")),
        ([{"iteration": 1}] * 3, ("history",)),
        ("cegar", ("method",)),
        (True, ("audited",)),
    ],
)
def test_claims_are_marked_as_such(folder: Path, value: Any, path: tuple[Any, ...]) -> None:
    """The kernel does not look at them, and neither `audit` nor `show` says them as its own."""
    plain = symag.check([AB], AA)
    for name, text in (("plain", plain.dumps()), ("changed", changed(plain, value, *path))):
        (folder / f"{name}.json").write_text(text)
    assert run("audit changed.json").stdout == run("audit plain.json").stdout
    (sure, claims), (plain_sure, _) = (
        run(f"show {name}.json")
        .stdout.replace(name, "")
        .split("Claims of the file, which the kernel has not checked:\n")
        for name in ("changed", "plain")
    )
    assert sure == plain_sure
    assert all(line.startswith("  > ") for line in claims.splitlines())


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_no_claim_looks_like_a_line_of_symag(folder: Path, columns: int) -> None:
    """However long it is, and wherever it wraps."""
    forged = [f"{'q' * length} {CHECKED}" for length in range(20, 90, 7)]
    model = LPTS.build("s", [("s", "a", "s")], name=f"{'y' * 60} {CHECKED}"[:100])
    symag.check([model], ANY).with_notes(forged).save("forged.json")
    done = CliRunner().invoke(app, ["show", "forged.json"], env={"COLUMNS": str(columns)})
    assert done.exit_code == 0
    sure, claims = re.split(r"Claims\s+of\s+the\s+file,\s+which\s+the\s+kernel\s+has\s+not\s+checked:\n", done.stdout)
    assert all(line.startswith("  > ") for line in claims.splitlines())
    assert all(line.startswith("  ") for line in sure.splitlines()[1:])


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        (99, ("counterexample", "depth"), "the tree does not have the depth that the file states"),
        (
            [json.loads(symag.check([AB], ANY).dumps())["specification"]["model"]],
            ("assumptions",),
            "not part of the proof",
        ),
        (7, ("components", 0, "states"), "a model does not have the size that the file states"),
        ("trace", ("counterexample", "kind"), "the kind of evidence is not one of these: tree"),
    ],
)
def test_what_is_shown_as_a_fact_is_checked(folder: Path, value: Any, path: tuple[Any, ...], reason: str) -> None:
    text = changed(symag.check([AB], AA), value, *path)
    (folder / "changed.json").write_text(text)
    for command in ("audit", "show"):
        done = run(f"{command} changed.json")
        assert (done.exit_code, reason in done.stdout) == (4, True)


def test_a_verdict_that_was_not_checked_in_time_is_a_claim(folder: Path) -> None:
    symag.check([AB], AA).save("verdict.json")
    verdict = read_verdict((folder / "verdict.json").read_text())
    shown = rendered(saved_text(verdict, "timeout: 1 s were used up", "verdict.json"))
    assert shown.startswith("verdict.json is not checked: timeout: 1 s were used up\n")
    assert "  > violated: AB ⋠ AA" in shown
    assert "The system can do this" not in shown


# Which system, and which specification.


def test_the_models_are_named_with_fingerprints(folder: Path) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    result = symag.audit("verdict.json")
    assert (result.verdict, result.relation) == ("holds", "simulation")
    assert [(facts.name, facts.states, facts.transitions) for facts in result.components] == [
        ("AB", 2, 2),
        ("coin", 2, 2),
    ]
    shown = run("audit verdict.json").stdout
    for facts in (*result.components, result.specification):
        assert facts is not None
        assert len(facts.sha256) == 64
        assert f"{facts.name!r}: {facts.states} state" in shown
        assert facts.sha256 in shown


def test_fingerprints_do_not_depend_on_order_names_and_what_is_not_reached(folder: Path) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    other = LPTS.build(
        "s",
        [("t", "b", {"s": "4/4"}), ("s", "a", {"t": "0.5", "s": "2/4"}), ("nowhere", "a", "s")],
        ["b", "a"],
        name="x",
    )
    assert symag.audit("verdict.json", components=[other, AB], specification=ANY)
    assert symag.audit("verdict.json", components=[AB, COIN])
    assert symag.audit("verdict.json", specification=ANY)


@pytest.mark.parametrize(
    ("components", "specification", "reason"),
    [
        ([AB, AB], ANY, "component 2, 'AB' with 2 states and 2 transitions, differs from the verdict's"),
        ([AA, COIN], ANY, "component 1, 'AA'"),
        ([AB], ANY, "the verdict is about 2 components, not 1"),
        ([AB, COIN, COIN], ANY, "component 3, 'coin'"),
        (
            [AB, COIN],
            AA,
            "the specification, 'AA' with 2 states and 2 transitions, differs from the verdict's: 'any' (1",
        ),
        ([AB, COIN], LPTS.build("p", [("p", "a", "p"), ("p", "b", "p")], ["a", "b", "c"]), "the specification, ''"),
    ],
)
def test_a_model_that_differs_is_named(folder: Path, components: list[LPTS], specification: LPTS, reason: str) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    result = symag.audit("verdict.json", components=components, specification=specification)
    assert not result
    assert result.reason.startswith(reason)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("--components AB.json coin.json --spec any.json", 0, "these are the models in AB.json, coin.json, any.json"),
        ("--spec any.json --components AB.json coin.json", 0, "these are the models in AB.json, coin.json, any.json"),
        ("--components AB.json --components coin.json", 0, "these are the models in AB.json, coin.json"),
        ("--components AB.json AA.json --spec any.json", 4, "REJECTED: component 2, 'AA'"),
        ("--components AB.json coin.json --spec AA.json", 4, "REJECTED: the specification, 'AA'"),
        ("--components AB.json none.json", 2, "none.json: cannot be read"),
        ("--components", 2, "requires an argument"),
        ("--components --spec any.json", 2, ""),
    ],
)
def test_recipients_compare_with_their_own_files(folder: Path, options: str, code: int, said: str) -> None:
    symag.check([AB, COIN], ANY).save("verdict.json")
    done = run(f"audit verdict.json {options}")
    assert done.exit_code == code
    assert said in done.stdout + done.stderr


# Limits of those who only look.


def a_heavy_verdict(width: int = 10) -> str:
    """Small, and yet the kernel has 2^width moves of 3^width outcomes to look at."""
    moves: list[Any] = [
        ("s", "a", {"s": "1/3", "t": "1/3", "u": "1/3"}),
        ("s", "a", {"s": "1/2", "t": "1/4", "u": "1/4"}),
    ]
    verdict = symag.check([LPTS.build("s", moves, name="L")], ANY)
    data = json.loads(verdict.dumps())
    data["components"] *= width
    data["certificate"]["relation"] = {"groups": [{"simulated_by": ["p"], "states": [["s"] * width]}]}
    return json.dumps(data)


@pytest.mark.parametrize("command", ["audit", "show"])
def test_those_who_look_have_limits(folder: Path, command: str) -> None:
    (folder / "heavy.json").write_text(a_heavy_verdict(14))
    done = run(f"{command} heavy.json --timeout 2")
    assert "timeout: 2 s" in done.stdout + done.stderr
    assert done.exit_code == 3
    done = run(f"{command} heavy.json --memory 1")  # which reading it takes
    assert (done.exit_code, "memory: " in done.stderr) == (3, True)


def test_limits_in_python() -> None:
    with pytest.raises(LimitReached, match="timeout"):
        audit_text(a_heavy_verdict(14), Watch(Limits(seconds=0.2)))


@pytest.mark.parametrize("command", ["show {}", "convert {} out.json"])
def test_models_are_read_within_limits(folder: Path, command: str) -> None:
    (folder / "large.lts").write_text("P = (a -> b -> c -> P).\n||S = (forall [i:0..30] p[i]:P).\n")
    for limit, reason in (("--timeout 0.2", "timeout: 0.2 s"), ("--memory 200", "memory: ")):
        done = run(f"{command.format('large.lts')} {limit}")
        assert (done.exit_code, done.stdout) == (3, "")
        assert reason in done.stderr
    assert not os.path.exists("out.json")
