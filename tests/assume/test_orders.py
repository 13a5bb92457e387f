"""`--order auto`: both orders of two sides, by turns; the verdict says which one answered, with evidence."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS, Verdict
from symag.assume import Answer, Task
from symag.assume.agar import Agar
from symag.assume.orders import both_orders, grouped_orders, in_turns, with_partner
from symag.cli.main import app
from symag.errors import LimitReached
from symag.report import iteration_text
from symag.study.cases.cav08 import CASES, system
from symag.study.cases.cav12 import Cav12Subject
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from tests.assume.questions import assert_real, refined_question
from tests.oracle import textbook
from tests.tasks import direct_task

Sides = list[Any]


def names(verdict: Verdict) -> list[str]:
    return [model.name for model in verdict.components]


def channel(violated: bool = False) -> tuple[Sides, LPTS]:
    """The sender needs an assumption of 75 states about the rest; the rest one of a single state about the sender."""
    components, specification = FAMILIES["channel"](4, violated)
    return [components[0], components[1:]], specification


@pytest.mark.parametrize("violated", [False, True])
def test_the_better_order_answers(violated: bool, tmp_path: Path) -> None:
    sides, specification = channel(violated)
    given = symag.check(sides, specification, method="agar")
    verdict = symag.check(sides, specification, method="agar", order="auto", audit=True)
    assert verdict.verdict == given.verdict == ("violated" if violated else "holds")
    assert names(verdict) == ["channel", "receiver", "replies", "sender"] != names(given)
    assert verdict.statistics["order"] == ["channel ‖ receiver ‖ replies", "sender"]
    assert verdict.statistics["largest_assumption"] == 1
    if not violated:
        assert (given.statistics["largest_assumption"], len(given.history)) == (75, 75), "as README has it"
    assert len(verdict.history) == 1 < len(given.history)
    assert verdict.audited
    assert "order: channel ‖ receiver ‖ replies before sender" in str(verdict)
    verdict.save(tmp_path / "verdict.json")
    assert symag.audit(tmp_path / "verdict.json")


def test_the_order_that_is_better_already() -> None:
    sides, specification = channel()
    verdict = symag.check(sides[::-1], specification, method="agar", order="auto")
    assert verdict.statistics["order"] == ["channel ‖ receiver ‖ replies", "sender"]
    assert len(verdict.history) == 1


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("violated", [False, True])
@pytest.mark.parametrize("strategy", ["improved", "paper"])
def test_simulation_in_both_orders(family: str, violated: bool, strategy: str) -> None:
    components, specification = FAMILIES[family](2, violated)
    orders: list[Sides] = [[components[0], components[1:]], [components[1:], components[0]]]
    for sides in orders:
        verdict = symag.check(
            sides, specification, method="agar", rule="asym", strategy=strategy, order="auto", audit=True
        )
        assert verdict.verdict == ("violated" if violated else "holds")
        assert verdict.audited
        assert " ‖ ".join(verdict.statistics["order"]) == " ‖ ".join(names(verdict))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("method", ["agar", "learn"])
def test_traces_in_both_orders(name: str, wrong: bool, method: str) -> None:
    first, second, specification = system(name, 2, wrong)
    for sides in ([first, second], [second, first]):
        verdict = symag.check(
            sides,
            specification,
            relation="traces",
            method=method,
            rule="asym",
            alphabet_refinement=True,
            order="auto",
            audit=True,
        )
        assert verdict.verdict == ("violated" if wrong else "holds")
        assert verdict.audited
        assert " ‖ ".join(verdict.statistics["order"]) == " ‖ ".join(names(verdict))


def test_the_same_question_gets_the_same_order() -> None:
    sides, specification = channel()
    first, second = (symag.check(sides, specification, method="agar", order="auto") for _ in range(2))
    assert [entry["assumptions"] for entry in first.history] == [entry["assumptions"] for entry in second.history]
    assert first.statistics["order"] == second.statistics["order"]


def test_a_limit_that_stops_one_order_leaves_the_other() -> None:
    """As given, premise 1 is about 202 states; the other way round about two, and premise 2 about 101."""
    counter = LPTS.build("0", [(str(i), "tick", str((i + 1) % 101)) for i in range(101)], name="counter")
    beeps: list[Any] = [("even", "tick", "odd"), ("odd", "tick", "even"), ("odd", "beep", "odd")]
    watcher, allowed = (LPTS.build("even", beeps, name=name) for name in ("watcher", "allowed"))
    options: dict[str, Any] = {"method": "agar", "reduce": False, "max_states": 150}
    assert symag.check([counter, watcher], allowed, **options).verdict == "unknown"
    verdict = symag.check([counter, watcher], allowed, **options, order="auto", audit=True)
    assert verdict.verdict == "holds"
    assert names(verdict) == ["watcher", "counter"]


def test_a_limit_that_stops_both() -> None:
    sides, specification = channel()
    verdict = symag.check(sides, specification, method="agar", order="auto", max_states=2)
    assert verdict.verdict == "unknown"
    assert str(verdict.reason).startswith("max-states")
    assert len({entry.get("first") for entry in verdict.history}) <= 1


def test_a_single_assumption_is_for_the_order_given() -> None:
    proof = symag.check([FIG1_L1, FIG1_L2], FIG1_P, method="agar")
    again = symag.check([FIG1_L1, FIG1_L2], FIG1_P, method="agar", order="auto", assumption=list(proof.assumptions))
    assert again.verdict == "holds"
    assert names(again) == ["L1", "L2"]


@pytest.mark.parametrize("method", ["agar", "learn"])
def test_three_components_begin_with_the_hub(method: str) -> None:
    ends = [LPTS.build("0", [("0", f"a{i}", "1"), ("1", f"b{i}", "0")], name=f"end{i}") for i in (1, 2)]
    hub = LPTS.build("0", [("0", a, "0") for a in ("a1", "a2", "b1", "b2")], name="hub")
    spec = LPTS.build("0", [("0", "a1", "1"), ("1", "b1", "0")], name="spec")
    verdict = symag.check([*ends, hub], spec, relation="traces", method=method, order="auto", audit=True)
    assert verdict.verdict == "holds"
    assert names(verdict) == verdict.statistics["order"] == ["hub", "end1", "end2"]
    assert "order: hub first" in str(verdict)


def test_iterations_say_which_side_is_first() -> None:
    sides, specification = channel()
    heard: list[dict[str, Any]] = []
    symag.check(sides, specification, method="agar", order="auto", on_iteration=heard.append)
    assert {entry["first"] for entry in heard} == {"sender", "channel ‖ receiver ‖ replies"}
    assert iteration_text(heard[0]).startswith("sender first: iteration 1: ")


@pytest.mark.parametrize("name", ["Gas Station", "Rover Exec."])
def test_a_learner_that_starts_again_tells_each_conjecture_once(name: str) -> None:
    first, second, specification = system(name, 2)
    heard: list[tuple[str, int]] = []
    verdict = symag.check(
        [first, second],
        specification,
        relation="traces",
        method="learn",
        rule="asym",
        alphabet_refinement=True,
        order="auto",
        on_iteration=lambda entry: heard.append((entry["first"], entry["iteration"])),
    )
    assert len(set(heard)) == len(heard)
    assert [entry["iteration"] for entry in verdict.history] == list(range(1, len(verdict.history) + 1))
    assert len(verdict.frames) <= len(verdict.history)


def test_the_report_shows_the_order_that_was_used(tmp_path: Path) -> None:
    sides, specification = channel()
    verdict = symag.check(sides, specification, method="agar", order="auto")
    assert len(verdict.frames) == len(verdict.history) == 1
    verdict.report(tmp_path / "report.html")


def test_the_command_line_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for model in (FIG1_L1, FIG1_L2, FIG1_P):
        symag.save(model, f"{model.name}.json")
    command = "check L1.json L2.json --spec P.json --method agar --order auto --output v.json"
    done = CliRunner().invoke(app, command.split(), env={"COLUMNS": "200"})
    assert done.exit_code == 0
    order = json.loads(Path("v.json").read_text())["statistics"]["order"]
    assert f"  order: {order[0]} before {order[1]}\n" in done.stdout
    shown = CliRunner().invoke(app, ["show", "v.json"], env={"COLUMNS": "200"}).stdout
    assert f"order: {order[0]} before {order[1]}" in shown


class Scripted:
    """An attempt that does what the test says."""

    def __init__(self, task: Task, costs: dict[str, list[int | None]], turns: list[str]) -> None:
        self.task = task
        self.first = task.sides[0][0].name
        self.costs = costs[self.first]
        self.turns = turns
        self.work = 0

    def step(self) -> Answer | None:
        self.turns.append(self.first)
        cost = self.costs.pop(0)
        if cost is None:
            raise LimitReached("max-states", "max-states: enough")
        self.work += cost
        return None if self.costs else self.task.answer(reason="done")


@pytest.mark.parametrize(
    ("costs", "turns"),
    [
        ({"L1": [5], "L2": []}, ["L1"]),
        ({"L1": [5, 5], "L2": [2, 2, 2]}, ["L1", "L2", "L2", "L2"]),
        ({"L1": [5, 5], "L2": [9, 9]}, ["L1", "L2", "L1"]),
        ({"L1": [1, None], "L2": [9, 9]}, ["L1", "L2", "L1", "L2"]),
        ({"L1": [None], "L2": [1, 1, 1]}, ["L1", "L2", "L2", "L2"]),
    ],
)
def test_turns(costs: dict[str, list[int | None]], turns: list[str]) -> None:
    task = direct_task([FIG1_L1, FIG1_L2], FIG1_P)
    taken: list[str] = []
    answer = in_turns(task, both_orders(task.sides), lambda task: Scripted(task, costs, taken))
    assert taken == turns
    assert answer.components[0].name == turns[-1]


def test_no_turn_is_left() -> None:
    task = direct_task([FIG1_L1, FIG1_L2], FIG1_P)
    with pytest.raises(LimitReached):
        in_turns(task, both_orders(task.sides), lambda task: Scripted(task, {"L1": [3, None], "L2": [None]}, []))


def party(name: str, *actions: str) -> LPTS:
    return LPTS.build("0", [("0", action, "0") for action in actions], name=name)


HUB = party("hub", "a", "b", "c", "d")
PARTIES = {model.name: model for model in (party("p", "a", "b"), party("q", "c", "d"), party("r", "a", "c", "d"))}


@pytest.mark.parametrize(
    ("others", "orders"),
    [
        ("pq", ["hub p q", "hub‖p q", "p‖q hub"]),
        ("pqr", ["hub p q r", "hub‖r p q", "p‖q r hub"]),
        ("rp", ["hub r p", "hub‖r p", "r p hub"]),
        ("prq", ["hub p r q", "hub‖r p q", "p‖q r hub"]),
    ],
)
def test_orders_that_group_sides(others: str, orders: list[str]) -> None:
    """`p` and `q` are alike; `r` shares most actions with the first side."""
    sides = ((HUB,), *((PARTIES[name],) for name in others))
    found = [" ".join("‖".join(model.name for model in side) for side in one) for one in grouped_orders(sides)]
    assert found == orders
    assert with_partner(sides) == grouped_orders(sides)[1]


@pytest.mark.parametrize("part", range(4))
def test_grouped_orders_agree_with_the_textbook(part: int) -> None:
    """Each order by itself, and by turns, with evidence that the kernel accepts."""
    seen = set[bool]()
    grouped = 0
    for seed in range(60_000 + part, 60_080, 4):
        components, specification = refined_question(Random(seed))
        if len(components) < 3:
            continue
        expected, system = textbook(components, specification).holds, symag.compose(*components)
        verdict = symag.check(components, specification, method="agar", rule="asym-n", order="auto")
        assert bool(verdict) == expected, f"seed {seed}"
        assert verdict.audited, f"seed {seed}"
        if not expected:
            assert_real(verdict, system, set())
        sides = tuple((component,) for component in components)
        for order in grouped_orders(sides)[1:]:
            task = direct_task(components, specification)
            answer = in_turns(task, [order], Agar)
            assert (answer.tree is None) == expected, f"seed {seed}"
            assert [model.name for model in answer.components] == [model.name for side in order for model in side]
        grouped += len(verdict.statistics["order"]) < len(components)
        seen.add(expected)
    assert seen == {False, True}
    assert grouped


def test_a_large_group_waits() -> None:
    """Three counters make a side of a million states: it begins when the others have explored a quarter of that."""
    counters = [
        LPTS.build("0", [(str(i), f"tick{n}", str((i + 1) % 100)) for i in range(100)], name=f"counter{n}")
        for n in range(3)
    ]
    hub = LPTS.build("0", [("0", f"tick{n}", "0") for n in range(3)], name="hub")
    verdict = symag.check([*counters, hub], hub, method="agar", rule="asym-n", order="auto", reduce=False)
    assert verdict.verdict == "holds"
    assert verdict.statistics["order"][0] == "hub"
    assert verdict.statistics["largest_composition"] <= 100


@pytest.mark.parametrize(("case", "first"), [("SN", 2), ("CS_N", 2), ("CS_1", 3)])
def test_smaller_assumptions_of_an_order_that_groups(case: str, first: int) -> None:
    """They are about the sides that the method used."""
    sides, specification = Cav12Subject(case, first).models()
    verdict = symag.check(sides, specification, method="agar", rule="asym-n", order="auto", smallest=True, audit=True)
    assert verdict.verdict == "holds"
    assert verdict.audited
    assert len(verdict.assumptions) == len(verdict.statistics["order"]) - 1 < len(verdict.components) - 1
    assert verdict.statistics["locally_smallest"]
