"""`symag deadlock`: against a textbook search, laws, limits, and what people see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import symag
from symag import LPTS, TAU, InputError, InternalError, LimitReached, Limits
from symag.cli.main import app
from symag.traces.deadlock import SearchStep, checked_run, is_stuck, stays_hidden
from tests.generate import random_model, randoms

Place = tuple[str, ...]


def successors(components: list[LPTS], place: Place) -> Iterator[tuple[str, Fraction, Place]]:
    """Def. 3 of CAV'12, as it is written: every move of the composition, outcome by outcome."""
    rows = [list(one.transitions_of(one.index[state])) for one, state in zip(components, place, strict=True)]
    for i, row in enumerate(rows):
        for _, action, distribution in row:
            if action == TAU:
                for state, share in distribution.items():
                    yield TAU, share, (*place[:i], state, *place[i + 1 :])
    for action in sorted(frozenset[str]().union(*(one.alphabet for one in components))):
        reached = [(Fraction(1), place)]
        for i, component in enumerate(components):
            if action in component.alphabet:
                moves = [distribution for _, label, distribution in rows[i] if label == action]
                reached = [
                    (share * mine, (*there[:i], state, *there[i + 1 :]))
                    for share, there in reached
                    for distribution in moves
                    for state, mine in distribution.items()
                ]
        yield from ((action, share, there) for share, there in reached)


class Textbook:
    """The whole composition, by labels: how far each state is, and which are stuck or hidden for ever."""

    def __init__(self, components: list[LPTS]) -> None:
        start = tuple(component.initial_state for component in components)
        self.distance = {start: 0}
        self.moves: dict[Place, list[tuple[str, Fraction, Place]]] = {}
        for place in (order := [start]):
            self.moves[place] = list(successors(components, place))
            for _, _, there in self.moves[place]:
                if there not in self.distance:
                    self.distance[there] = self.distance[place] + 1
                    order.append(there)
        self.stuck = {place for place, moves in self.moves.items() if not moves}
        hidden = {p for p, moves in self.moves.items() if moves and all(action == TAU for action, _, _ in moves)}
        while leaving := {p for p in hidden if any(there not in hidden for _, _, there in self.moves[p])}:
            hidden -= leaving
        self.hidden = hidden

    def nearest(self, places: set[Place]) -> int | None:
        return min((self.distance[place] for place in places), default=None)

    def has(self, run: symag.Run) -> bool:
        place = run.start
        for step in run.steps:
            if tuple(step) not in {(action, share, there) for action, share, there in self.moves[place]}:
                return False
            place = step.states
        return True


def length(run: symag.Run | None) -> int | None:
    return None if run is None else len(run.steps)


@pytest.mark.parametrize("seed", range(20))
def test_against_a_textbook_search(seed: int) -> None:
    """2,000 random systems: the same answer, runs as short, and every run is one."""
    random, found = Random(seed), {"deadlock": 0, "deadlock-free": 0, "livelock": 0}
    for _ in range(100):
        components = [random_model(random, 4) for _ in range(random.choice([1, 2, 2, 3]))]
        answer, textbook = symag.deadlock(components), Textbook(components)
        assert length(answer.deadlock) == textbook.nearest(textbook.stuck)
        assert answer.verdict == ("deadlock" if textbook.stuck else "deadlock-free")
        assert bool(answer) == bool(textbook.stuck)
        assert answer.complete
        assert length(answer.livelock) == textbook.nearest(textbook.hidden)
        if answer.deadlock is not None:
            assert textbook.has(answer.deadlock)
            assert answer.deadlock.end in textbook.stuck
        if answer.livelock is not None:
            assert textbook.has(answer.livelock)
            assert answer.livelock.end in textbook.hidden
        found[answer.verdict] += 1
        found["livelock"] += answer.livelock is not None
    assert min(found.values()) > 0


systems = st.builds(lambda random: [random_model(random, 4) for _ in range(random.randint(1, 3))], randoms)


@given(systems, randoms)
def test_the_order_of_components_does_not_matter(components: list[LPTS], random: Random) -> None:
    one = symag.deadlock(components)
    other = symag.deadlock(random.sample(components, len(components)))
    assert (one.verdict, length(one.deadlock), length(one.livelock)) == (
        other.verdict,
        length(other.deadlock),
        length(other.livelock),
    )


@given(systems)
def test_a_system_may_be_composed_before(components: list[LPTS]) -> None:
    one, other = symag.deadlock(components), symag.deadlock(symag.compose(*components))
    assert (one.verdict, length(one.deadlock), length(one.livelock)) == (
        other.verdict,
        length(other.deadlock),
        length(other.livelock),
    )


@given(systems)
def test_a_clock_beside_a_system_never_stops(components: list[LPTS]) -> None:
    clock = LPTS.build("0", [("0", "tick", "0")])
    answer = symag.deadlock([*components, clock])
    assert answer.verdict == "deadlock-free"
    assert answer.livelock is None


@given(systems)
def test_hidden_a_system_that_never_stops_is_a_livelock(components: list[LPTS]) -> None:
    system = symag.compose(*components)
    answer = symag.deadlock(symag.hide(system, system.alphabet))
    assert answer.verdict == symag.deadlock(components).verdict
    if answer.verdict == "deadlock-free":
        assert length(answer.livelock) == 0


@given(systems)
def test_who_blocks_everything_stops_everything(components: list[LPTS]) -> None:
    wall = LPTS.build("0", [], frozenset[str]().union(*(component.alphabet for component in components)))
    answer = symag.deadlock([*components, wall])
    assert all(action == TAU for action in (answer.deadlock or symag.Run((), (), (), ())).trace)
    hides = any(0 in component.action for component in components)
    assert hides or length(answer.deadlock) == 0


# Exploring on the fly


def counter(states: int, action: str, last: str | None = None) -> LPTS:
    rows = [(str(i), action, str(i + 1)) for i in range(states - 1)]
    return LPTS.build("0", [*rows, (str(states - 1), last, "0")] if last else rows, name=f"count {action}")


@pytest.mark.parametrize("states", [2, 255, 256, 257, 258, 511, 513, 3_000])
@pytest.mark.parametrize("stops", [True, False])
def test_states_that_were_not_expanded_are_no_deadlocks(states: int, stops: bool) -> None:
    answer = symag.deadlock(counter(states, "up", None if stops else "again"))
    assert answer.verdict == ("deadlock" if stops else "deadlock-free")
    assert answer.complete
    assert not stops or length(answer.deadlock) == states - 1


def test_a_near_deadlock_is_found_in_a_system_that_is_too_large() -> None:
    wheels = [counter(50, f"w{i}", f"w{i}") for i in range(8)]
    bomb = LPTS.build("0", [("0", "w0", "1"), ("1", "w1", "2")], [f"w{i}" for i in range(8)], name="bomb")
    answer = symag.deadlock([*wheels, bomb], max_states=100)
    assert answer
    assert answer.deadlock is not None
    assert answer.deadlock.trace == ("w0", "w1")


@pytest.mark.parametrize("most", [1, 2, 99, 255, 256, 257, 999, 1_000])
def test_the_limit_of_states_is_used_up(most: int) -> None:
    """A chain of so many states is within the limit, one more is not."""
    assert symag.deadlock(counter(most, "up"), max_states=most).verdict == "deadlock"
    assert symag.deadlock(counter(most + 1, "up"), max_states=most).verdict == "unknown"


@pytest.mark.parametrize("limits", [Limits(max_states=100), Limits(seconds=1e-9), Limits(memory_mb=1e-3)])
def test_a_limit_is_no_answer(limits: Limits) -> None:
    wheels = [counter(50, f"w{i}", f"w{i}") for i in range(3)]
    answer = symag.deadlock(wheels, limits=limits)
    assert answer.verdict == "unknown"
    assert answer.reason is not None
    assert answer.to_json()["deadlock"] is None
    with pytest.raises(LimitReached, match="unknown"):
        bool(answer)
    with pytest.raises(InputError, match="not both"):
        symag.deadlock(wheels, limits=limits, timeout=1)


# The run is checked_run


HALF = {"1": "1/2", "2": "1/2"}
COIN = LPTS.build("0", [("0", "toss", HALF), ("1", TAU, "2"), ("2", "win", "0")], name="coin")
BANK = LPTS.build("0", [("0", "win", "1")], name="bank")
PART = (Fraction(1, 2), Fraction(1))
SURE = (Fraction(1), Fraction(1))


def test_a_right_run_is_accepted() -> None:
    steps = [SearchStep("toss", (1, 0), PART), SearchStep(TAU, (2, 0), SURE), SearchStep("win", (0, 1), SURE)]
    run = checked_run([COIN, BANK], steps)
    assert run.trace == ("toss", TAU, "win")
    assert run.probability == Fraction(1, 2)
    assert not is_stuck([COIN, BANK], (0, 1))
    assert is_stuck([COIN, BANK], (2, 1))


@pytest.mark.parametrize(
    "steps",
    [
        [SearchStep("toss", (1, 0), SURE)],
        [SearchStep("toss", (1, 1), PART)],
        [SearchStep("toss", (0, 0), PART)],
        [SearchStep("win", (0, 1), SURE)],
        [SearchStep("lose", (0, 0), SURE)],
        [SearchStep(TAU, (0, 0), SURE)],
        [SearchStep("toss", (1, 0), PART), SearchStep(TAU, (2, 1), SURE)],
        [SearchStep("toss", (1, 0), PART), SearchStep(TAU, (2, 0), PART)],
        [SearchStep("toss", (2, 0), PART), SearchStep("win", (0, 0), SURE)],
        [SearchStep("toss", (2, 0), PART), SearchStep("win", (2, 1), SURE)],
        [SearchStep("toss", (1, 0), PART), SearchStep("toss", (1, 0), PART)],
    ],
)
def test_a_wrong_run_is_rejected(steps: list[SearchStep]) -> None:
    with pytest.raises(InternalError, match=f"step {len(steps)} of a run"):
        checked_run([COIN, BANK], steps)


def test_hidden_for_ever() -> None:
    watch = symag.limits.Watch()
    assert stays_hidden([LPTS.build("0", [("0", TAU, "1"), ("1", TAU, "0")])], (0,), watch)
    assert not stays_hidden([LPTS.build("0", [("0", TAU, "1")])], (0,), watch)
    assert not stays_hidden([LPTS.build("0", [("0", TAU, "1"), ("1", "a", "0")])], (0,), watch)


# What people see


def philosopher(i: int, n: int) -> LPTS:
    left, right = i, (i + 1) % n
    rows = [
        ("thinking", f"get{left}.by{i}", "hungry"),
        ("hungry", f"get{right}.by{i}", "eating"),
        ("eating", f"put{left}.by{i}", "full"),
        ("full", f"put{right}.by{i}", "thinking"),
    ]
    return LPTS.build("thinking", rows, name=f"phil{i}")


def fork(i: int, n: int) -> LPTS:
    users = (i, (i - 1) % n)
    rows = [
        row for j in users for row in (("free", f"get{i}.by{j}", f"with {j}"), (f"with {j}", f"put{i}.by{j}", "free"))
    ]
    return LPTS.build("free", rows, name=f"fork{i}")


def run(command: str) -> Result:
    return CliRunner().invoke(app, command.split(), prog_name="symag", env={"COLUMNS": "200"})


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    models = [*(philosopher(i, 3) for i in range(3)), *(fork(i, 3) for i in range(3))]
    for model in models:
        symag.save(model, tmp_path / f"{model.name}.json")
    monkeypatch.chdir(tmp_path)
    return " ".join(f"{model.name}.json" for model in models)


def test_who_waits_for_what(table: str) -> None:
    done = run(f"deadlock {table}")
    assert done.exit_code == 1
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines[0] == "deadlock: phil0 ‖ phil1 ‖ phil2 ‖ fork0 ‖ fork1 ‖ fork2 can stop after 3 steps"
    assert "1 get0.by0 (hungry, thinking, thinking, with 0, free, free)" in lines
    assert "phil0 hungry get1.by0 fork1" in lines
    assert "fork1 with 1 put1.by1 phil1" in lines


def test_one_json_object(table: str) -> None:
    done = run(f"deadlock {table} --json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert found["verdict"] == "deadlock"
    assert found["deadlock"]["trace"] == ["get0.by0", "get1.by1", "get2.by2"]
    assert found["deadlock"]["end"][0] == {
        "component": "phil0",
        "state": "hungry",
        "waits_for": [{"action": "get1.by0", "missing": ["fork1"]}],
    }
    assert found["livelock"] is None
    assert found["statistics"]["states_explored"] == 26
    assert "deadlock: phil0" in done.stderr


def test_no_deadlock(table: str) -> None:
    rows = [
        ("thinking", "get0.by2", "hungry"),
        ("hungry", "get2.by2", "eating"),
        ("eating", "put0.by2", "full"),
        ("full", "put2.by2", "thinking"),
    ]
    polite = LPTS.build("thinking", rows, name="polite")
    symag.save(polite, "phil2.json")
    done = run(f"deadlock {table}")
    assert done.exit_code == 0
    assert done.stdout.startswith("deadlock-free: ")
    assert "can always move" in done.stdout


@pytest.mark.parametrize("limit", ["--max-states 10", "--timeout 0.000000001", "--memory 1"])
def test_limits_of_the_command(table: str, limit: str) -> None:
    done = run(f"deadlock {table} --json {limit}")
    assert done.exit_code == 3
    assert json.loads(done.stdout)["verdict"] == "unknown"
    assert done.stderr.startswith("unknown: ")


def test_livelock_is_reported_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spin = LPTS.build(
        "0",
        [("0", "a", {"0": "1/2", "1": "1/2"}), ("1", TAU, "2"), ("2", TAU, "1"), ("2", "never", "0")],
        name="spin",
    )
    symag.save(spin, "spin.json")
    symag.save(LPTS.build("0", [], ["never"], name="wall"), "wall.json")
    done = run("deadlock spin.json wall.json")
    assert done.exit_code == 0
    assert done.stdout.startswith("deadlock-free: spin ‖ wall can always move")
    assert "livelock after 1 step: from there on only tau happens" in done.stdout
    assert "1   a        1/2           (1, 0)" in done.stdout


def test_constants_and_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("c.lts").write_text("const N = 3\nC = C[0], C[i:0..N] = (when (i<N) up -> C[i+1]).\n")
    assert json.loads(run("deadlock c.lts --const N=7 --json").stdout)["deadlock"]["trace"] == ["up"] * 7
    assert run("deadlock c.lts --const M=7").exit_code == 2
    assert run("deadlock missing.json").exit_code == 2
    with pytest.raises(InputError, match="at least one component"):
        symag.deadlock([])


def test_the_answer_is_its_text() -> None:
    answer = symag.deadlock([COIN, BANK])
    assert str(answer).startswith("deadlock: coin ‖ bank can stop after 3 steps")
    assert repr(answer) == "<DeadlockAnswer deadlock: coin ‖ bank (after toss, win, toss)>"


def test_long_runs_and_many_actions_are_cut() -> None:
    many = LPTS.build("0", [("0", f"a{i}", "0") for i in range(30)], name="many")
    wall = LPTS.build("0", [], [f"a{i}" for i in range(30)], name="wall")
    text = str(symag.deadlock([counter(500, "up"), many, wall]))
    assert "can stop after 499 steps" in text
    assert "… and 24 more" in text
    assert len(text.splitlines()) < 100
