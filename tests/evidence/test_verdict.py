"""A verdict is about the question as the user gave it, and exists only if its evidence does."""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import symag
from symag import LPTS, InternalError, LimitReached
from symag.limits import Watch
from symag.simulation import Fixpoint
from symag.simulation.backend import Decision
from tests.cli.commands import run_line as run
from tests.evidence.models import AA, AB, ANY


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
