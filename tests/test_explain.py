"""`symag.explain`: what it says about questions, within its budgets."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, Explanation, InputError, compose
from symag.limits import Watch
from symag.model import distances_from
from symag.notes import composition, growth_of
from symag.operators import Composition, layers_of
from symag.report.communication import communication_dot
from symag.study.cases import cav08, scheduler
from symag.study.cases.families import FAMILIES
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from symag.study.cases.scheduler import SchedulerSubject
from tests.generate import random_model


def loop(name: str, *actions: str) -> LPTS:
    """The actions one after the other, forever."""
    rows = [(str(i), action, str((i + 1) % len(actions))) for i, action in enumerate(actions)]
    return LPTS.build("0", rows, name=name)


CHAIN = [loop("one", "a", "b"), loop("two", "b", "c"), loop("three", "c", "d"), loop("apart", "x", "y")]
ORDER = loop("order", "a", "b")


def gas_station(customers: int) -> tuple[list[LPTS], LPTS]:
    models = cav08.system("Gas Station", customers)
    return [*models.first, *models.second], models.specification


def mer(users: int) -> tuple[list[LPTS], LPTS]:
    models = cav08.system("MER", users)
    return [*models.first, *models.second], models.specification


BRANCHING = LPTS.build("0", [("0", "a", "0"), ("0", "a", "1"), ("1", "b", "0")], name="branching")


def test_what_it_says_about_a_chain() -> None:
    found = symag.explain(CHAIN, ORDER, relation="traces")
    assert [component.name for component in found.components] == ["one", "two", "three", "apart"]
    assert found.shared == {(0, 1): ["b"], (1, 2): ["c"]}
    assert found.distances == (0, 0, 1, None)
    assert found.classes == ((0, 1, 2, 3),)
    assert found.reduced == (2, 2, 1, 1)
    (order,) = found.properties
    assert (order.name, order.states, order.actions, order.normal, order.near) == ("order", 2, ("a", "b"), True, (0, 1))
    whole = compose(*CHAIN)
    assert (found.growth.states, found.growth.transitions) == (whole.num_states, whole.num_transitions)
    assert found.growth.bound == 16
    assert found.growth.complete
    assert found.forecast.states == whole.num_states
    text = str(found)
    assert "no chain of shared actions leads to apart: they do not matter" in text
    assert "it would be searched on the fly" in text
    assert "note: apart has no action in common" in text
    assert repr(found) == "<Explanation: one ‖ two ‖ three ‖ apart ⊨ order: auto>"


def test_for_simulation_nothing_is_left_out() -> None:
    found = symag.explain([FIG1_L1, FIG1_L2], FIG1_P)
    assert (found.relation, found.sign, found.splits) == ("simulation", "≼", False)
    assert found.distances == (0, 0)
    assert "splits" not in str(found)
    assert "they do not matter" not in str(symag.explain(CHAIN, ORDER))


def test_several_properties_are_decided_one_by_one() -> None:
    properties = [ORDER, loop("later", "c", "d")]
    found = symag.explain(CHAIN, properties, relation="traces")
    assert [(one.name, one.near) for one in found.properties] == [("order", (0, 1)), ("later", (1, 2))]
    assert found.forecast.way == "decided property by property"
    assert "at most 2 of 4" in found.forecast.reasons[0]
    assert found.forecast.states == 2 * compose(*CHAIN[:2]).num_states
    assert "splits into 2 properties" in str(found)
    together = symag.explain(CHAIN, properties, relation="traces", split=False)
    assert [one.states for one in together.properties] == [4]
    assert together.forecast.way == "searched on the fly"


def test_a_thousand_cells() -> None:
    cells = scheduler.cells(1000)
    found = symag.explain(cells, scheduler.cycle_property(1000), relation="traces")
    assert found.classes == ((0,), tuple(range(1, 1000)))
    assert found.growth.to_json()["bound"] is None
    assert found.growth.to_json()["bound_log10"] == 698.97
    assert found.growth.grows_fast
    assert not found.growth.complete
    assert found.reduced_growth is not None
    assert found.reduced_growth.states == 2000
    assert "with reduced components, it has 2,000 states" in found.forecast.reasons
    text = str(found)
    assert "Cell(1) and 998 alike" in text
    assert "at most 10^699 states" in text
    changed = [*cells[:500], LPTS.build("0", [*cells[500].transitions()][:-1], name="other"), *cells[501:]]
    alike = symag.explain(changed, scheduler.cycle_property(1000), relation="traces").classes
    assert alike is not None
    assert sorted(map(len, alike)) == [1, 1, 998]


METHODS = {
    "mono": ("composed", True),
    "agar": ("proved by parts", False),
    "learn": ("proved by parts", False),
    "cegar": ("composed", True),
}


@pytest.mark.parametrize("method", METHODS)
def test_a_method_that_was_chosen(method: str) -> None:
    components, specification = gas_station(2)
    found = symag.explain(components, specification, relation="traces", method=method).forecast
    assert (found.way, found.states is not None) == METHODS[method]
    assert found.reasons[0].startswith(f"{method} was chosen")


WAYS: dict[str, tuple[Any, str, dict[str, Any], str, int | None]] = {
    "traces, small": (gas_station(3), "traces", {}, "searched on the fly", 1187),
    "traces, large": (gas_station(6), "traces", {}, "reduced, searched on the fly", 34573),
    "traces, larger": (mer(8), "traces", {}, "by parts: weakest assumptions, learning or ", None),
    "traces, split": (
        SchedulerSubject("SchedProp", 14).models(),
        "traces",
        {},
        "split, property by property",
        None,
    ),
    "traces, not split": (
        SchedulerSubject("SchedProp", 14).models(),
        "traces",
        {"split": False},
        "by parts: weakest assumptions, learning or ",
        None,
    ),
    "traces, not reduced": (
        mer(8),
        "traces",
        {"reduce": False},
        "by parts: weakest assumptions, learning or ",
        None,
    ),
    "traces, one component": ((CHAIN[:1], BRANCHING), "traces", {}, "searched on the fly, with antichains", 2),
    "simulation, small": (gas_station(3), "simulation", {}, "composed", 1187),
    "simulation, large": (gas_station(6), "simulation", {}, "reduced, composed", 34573),
    "simulation, not reduced": (
        FAMILIES["mutex"](12),
        "simulation",
        {"reduce": False},
        "composed",
        None,
    ),
    "simulation, larger": (mer(8), "simulation", {"reduce": False}, "by abstraction refinement", None),
}
"""A question, its options, what `auto` would do, and the states if all of them were found."""


@pytest.mark.parametrize("name", WAYS)
def test_ways_of_auto(name: str) -> None:
    question, relation, options, way, states = WAYS[name]
    found = symag.explain(*question, relation=relation, **options)
    assert found.forecast.way.startswith(way)
    assert states in (None, found.forecast.states)
    assert way.startswith("by parts") or found.forecast.roads == (found.forecast.way,)
    assert (found.reduced is None) == (options.get("reduce") is False)
    assert f"it would be {way}" in str(found)


def test_work_beyond_the_budget_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    components, specification = gas_station(3)
    module = import_module("symag.explain")
    monkeypatch.setattr(module, "SYMMETRY_WORK", 10)
    monkeypatch.setattr(module, "REDUCED_WORK", 10)
    found = symag.explain(components, specification, relation="traces")
    assert (found.classes, found.reduced) == (None, None)
    assert "not looked for: the components are large" in str(found)
    monkeypatch.setattr(composition, "LARGEST", 1)
    for relation in ("traces", "simulation"):
        found = symag.explain(components, specification, relation=relation)
        assert found.growth.states is None
        assert "not explored here, as that would take long" in str(found)
        assert "expected cost: a time that is not known" in str(found)
        assert found.to_json()["composition"]["states"] is None


def test_a_specification_that_splits(monkeypatch: pytest.MonkeyPatch) -> None:
    cells, cycle = scheduler.cells(6), scheduler.cycle_property(6)
    found = symag.explain(cells, cycle, relation="traces")
    assert {one.actions for one in found.projections} == {
        ("start.0", "start.1"),
        ("start.1", "start.2"),
        ("start.2", "start.3"),
        ("start.3", "start.4"),
        ("start.4", "start.5"),
        ("start.0", "start.5"),
    }
    assert {len(one.near) for one in found.projections} == {2}
    assert "splits into 6 projections of at most 2 actions" in str(found)
    assert symag.explain(cells, cycle).projections == ()
    monkeypatch.setattr(import_module("symag.explain"), "SPLITTING_WORK", 10)
    assert symag.explain(cells, cycle, relation="traces").projections == ()


def test_one_large_component_is_known_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "LARGEST", 1)
    found = symag.explain(CHAIN[:1], ORDER, relation="traces")
    assert (found.growth.complete, found.growth.states, found.growth.transitions) == (True, 2, 2)


def test_limits_are_kept() -> None:
    with pytest.raises(symag.LimitReached):
        symag.explain(*gas_station(3), timeout=1e-9)


def test_layers_are_those_of_a_breadth_first_search() -> None:
    random = Random(30)
    for _ in range(300):
        made = Composition([random_model(random, 4) for _ in range(3)])
        system = made.explore(random.choice([5, 20, 1000]))
        depth, order = {0: 0}, [0]
        for s in order:
            if s < made.expanded:
                for t in system.row(s):
                    for goal, _ in system.outcomes(system.target[t]):
                        if goal not in depth:
                            depth[goal] = depth[s] + 1
                            order.append(goal)
        sizes = [list(depth.values()).count(step) for step in range(max(depth.values()) + 1)]
        layers = layers_of(system, made.expanded)
        assert list(layers) == sizes[: len(layers)]
        assert not made.complete or list(layers) == sizes


def test_distances_against_all_paths() -> None:
    random = Random(31)
    for _ in range(200):
        models = [loop(str(i), *random.sample("abcdefgh", random.randint(1, 3))) for i in range(5)]
        alphabet = set(random.sample("abcdefgh", 2))
        far = 99
        distance = [0 if model.alphabet & alphabet else far for model in models]
        for _ in models:
            for i, j in product(range(5), repeat=2):
                if models[i].alphabet & models[j].alphabet:
                    distance[i] = min(distance[i], distance[j] + 1)
        assert distances_from(alphabet, models) == [None if d == far else d for d in distance]


def test_growth_of_an_unfinished_composition() -> None:
    users = FAMILIES["mutex"](40)[0]
    growth, explored = growth_of(users, Watch())
    assert explored is not None
    assert growth.states == explored.system.num_states >= 1 << 16
    assert not growth.complete
    assert growth.layers[:3] == (1, 40, 820)
    assert growth.expected is not None
    assert growth.states < growth.expected <= growth.bound


def drawn(found: Explanation, folder: Path, name: str) -> bytes:
    found.draw(folder / name)
    return (folder / name).read_bytes()


def test_the_picture(tmp_path: Path) -> None:
    found = symag.explain(CHAIN, ORDER, relation="traces")
    text = drawn(found, tmp_path, "graph.dot").decode()
    assert text == communication_dot(found)
    assert 'a0 [label="b", ' in text
    assert 'p0 [label="order\\n2 states\\na\\nb", ' in text
    lines = [line.strip() for line in text.splitlines() if "--" in line]
    assert lines[:2] == ["a0:e -- c0:w;", "a0:e -- c1:w;"]
    assert lines[-2:] == ["c0:e -- p0:w [style=dashed];", "c1:e -- p0:w [style=dashed];"]
    assert text.count('fillcolor="#fdebd0"') == len(CHAIN)  # all components are alike
    assert b"order" in drawn(found, tmp_path, "graph.svg")
    assert drawn(found, tmp_path, "graph.png").startswith(b"\x89PNG")
    with pytest.raises(InputError, match=r"call it graph\.svg or graph\.png or graph\.dot"):
        found.draw(tmp_path / "graph.html")
    many = symag.explain([loop(f"l{i}", f"a{i}", f"a{i + 1}") for i in range(200)], ORDER, relation="traces")
    with pytest.raises(InputError, match="200 components are too many for a picture"):
        many.draw(tmp_path / "many.svg")
