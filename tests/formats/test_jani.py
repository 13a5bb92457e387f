"""The JANI reader: against Storm's exact builder, against hand values, and against the writer."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symag
from symag import LPTS, InputError, trim
from symag.formats import SourceText, read_components
from symag.formats.jani.read import read_jani
from symag.formats.jani.write import write_jani
from tests.formats.jani_models import (
    JSON,
    assign,
    automaton,
    bounded,
    edge,
    model,
    operation,
    random_system,
    to,
    variable,
)
from tests.generate import models

storm = pytest.mark.skipif(find_spec("stormpy") is None, reason="Storm, the oracle, is not installed (stormpy)")


def by_storm(text: str) -> LPTS:
    """The model that Storm's exact builder finds, its states numbered; a deadlock has no move."""
    import stormpy

    options = stormpy.BuilderOptions()
    options.set_build_choice_labels()
    options.set_exploration_checks()
    program, _ = stormpy.parse_jani_model_from_string(text)
    program.substitute_functions()
    found = stormpy.build_model[stormpy.Rational](program, options=options)
    rows: list[tuple[str, str, str | dict[str, object]]] = []
    for state in found.states:
        if "deadlock" in found.labeling.get_labels_of_state(state.id):
            continue
        first = found.nondeterministic_choice_indices[state.id] if found.is_nondeterministic_model else state.id
        for action in state.actions:
            labels = found.choice_labeling.get_labels_of_choice(first + action.id)
            goals: dict[str, object] = {str(entry.column): Fraction(str(entry.value)) for entry in action.transitions}
            rows.append((str(state.id), next(iter(labels), "tau"), goals))
    states = [str(state.id) for state in found.states]
    if len(found.initial_states) > 1:
        rows += [("init", "tau", str(state)) for state in found.initial_states]
        return LPTS.build("init", rows, states=["init", *states])
    return LPTS.build(str(found.initial_states[0]), rows, states=states)


def by_symag(text: str, constants: dict[str, object] | None = None) -> LPTS:
    system = symag.loads(text, "jani", constants)
    used = {action for _, action, _ in system.transitions()} - {"tau"}
    return LPTS.build(system.initial_state, system.transitions(), used, states=system.states)


def notes_on(text: str) -> list[str]:
    source = SourceText(text)
    read_jani(source)
    return list(source.notes)


@storm
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_random_systems_are_what_storm_builds(seed: int) -> None:
    text = random_system(Random(seed))
    assert by_symag(text).is_isomorphic_to(by_storm(text))


@settings(max_examples=100, deadline=None)
@given(components=st.lists(models, min_size=1, max_size=4))
def test_what_is_written_is_read_back(components: list[LPTS]) -> None:
    again = read_components(write_jani(components).decode(), "jani")
    assert list(again) == [trim(component) for component in components]


def value_of(expression: JSON, type_: JSON = None, **more: JSON) -> str:
    """The value of an expression over x = 3, y = -2 and b, which is true."""
    given = [variable("x", bounded(-9, 9), 3), variable("y", bounded(-9, 9), -2), variable("b", "bool", True)]
    kind = bounded(-1000, 1000) if type_ is None else type_
    result = variable("result", kind, False if type_ == "bool" else 0)
    text = model(
        automaton("A", edge(to("end", None, assign(result=expression)), location="l"), locations=("l", "end")),
        variables=[*given, result],
        **more,
    )
    (last,) = (state for state in symag.loads(text, "jani").states if "A=end" in state)
    return re.search("result=([^,]*)", last)[1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (operation("+", "x", "y"), 1),
        (operation("-", "x", "y"), 5),
        (operation("-", "x"), -3),
        (operation("*", "x", "y"), -6),
        (operation("floor", operation("/", "y", 3)), -1),
        (operation("ceil", operation("/", "y", 3)), 0),
        (operation("trc", operation("/", -7, 2)), -3),
        (operation("trc", operation("/", 7, "y")), -3),
        (operation("trc", operation("/", 7, 2)), 3),
        (operation("%", "x", 2), 1),
        (operation("%", "y", 3), 1),
        (operation("min", "x", "y"), -2),
        (operation("max", "x", "y"), 3),
        (operation("abs", "y"), 2),
        (operation("abs", "x"), 3),
        (operation("sgn", "y"), -1),
        (operation("sgn", "x"), 1),
        (operation("sgn", 0), 0),
        (operation("pow", "x", 4), 81),
        (operation("floor", operation("log", 8, 2)), 3),
        (operation("ite", "b", "x", "y"), 3),
        (operation("ite", operation("¬", "b"), 1, operation("ite", operation("<", "x", 0), 2, 3)), 3),
        (operation("floor", operation("*", 0.1, 30)), 3),
        (operation("floor", 1e2), 100),
        (-7, -7),
    ],
    ids=lambda value: json.dumps(value, ensure_ascii=False),
)
def test_values_of_numbers(expression: JSON, value: int) -> None:
    assert value_of(expression) == str(value)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (operation("∧", "b", operation("<", "x", "y")), False),
        (operation("∨", "b", operation("<", "x", "y")), True),
        (operation("⇒", "b", False), False),
        (operation("⇒", False, "b"), True),
        (operation("=", "x", 3), True),
        (operation("≠", "x", 3), False),
        (operation("=", "b", operation(">", "x", "y")), True),
        (operation("≠", "b", True), False),
        (operation("≤", "x", 3), True),
        (operation("≥", "y", operation("/", -5, 2)), True),
        (operation("¬", "b"), False),
        (operation("=", operation("+", 0.1, 0.2), 0.3), True),
        (True, True),
    ],
    ids=lambda value: json.dumps(value, ensure_ascii=False),
)
def test_values_of_conditions(expression: JSON, value: bool) -> None:
    assert value_of(expression, "bool") == str(value).lower()


def test_functions_are_written_out() -> None:
    functions = [
        {
            "name": "double",
            "type": "int",
            "parameters": [{"name": "x", "type": "int"}],
            "body": operation("+", "x", "x"),
        },
        {"name": "x3", "type": "int", "parameters": [], "body": operation("*", 3, "x")},
        {
            "name": "both",
            "type": "int",
            "parameters": [{"name": "k", "type": "int"}],
            "body": operation("+", {"op": "call", "function": "double", "args": [operation("+", "k", 1)]}, "x"),
        },
    ]
    call = {"op": "call", "function": "both", "args": [{"op": "call", "function": "x3", "args": []}]}
    assert (
        value_of(call, functions=functions) == "23"
    )  # 2 * (9 + 1) + 3: a parameter hides a variable, in its body only


def test_chains_may_be_deeper_than_expressions() -> None:
    for op in ("∧", "∨"):
        left: JSON = operation("=", "x", 3)
        right: JSON = operation("=", "x", 3)
        for number in range(150):
            left = operation(op, left, operation("≠", "x", 4 + number % 3))
            right = operation(op, operation("≠", "x", 4 + number % 3), right)
        assert value_of(left, "bool") == value_of(right, "bool") == "true"
    cases: JSON = 0
    total: JSON = 0
    for number in range(150):
        cases = operation("ite", operation("=", "x", number), number * 2, cases)
        total = operation("-" if number % 2 else "+", total, number)
    assert value_of(cases) == "6"
    assert value_of(total) == "-75"


def test_assignments_follow_each_other_by_their_indices() -> None:
    assignments = [
        {"ref": "x", "value": "y", "index": 1},
        {"ref": "y", "value": "x", "index": 1},
        {"ref": "z", "value": operation("+", "x", "t"), "index": 7},
        {"ref": "t", "value": operation("+", "x", 1), "index": -1},
    ]
    transient = variable("t", "int", 0, transient=True)
    places = [variable("x", None, 1), variable("y", None, 2), variable("z", bounded(0, 9)), transient]
    text = model(automaton("A", edge(to("end", None, assignments)), locations=("l", "end")), variables=places)
    assert "x=2,y=1,z=4,A=end" in symag.loads(text, "jani").states  # t is 2 and x is 2 when z is assigned
    for index in (-1, 0, 1):
        with pytest.raises(InputError, match="'t' is transient"):
            symag.loads(text.replace('"index": 7', '"index": -2').replace('"index": 1', f'"index": {index}'), "jani")


READ, COMPOSED, SKIPPED, REFUSED = "read", "composed", "skipped, with a note", "refused"
ONE = automaton("A", edge(to("m"), action="a"), locations=("l", "m"))
TWO = automaton("B", edge(to("m"), action="b"), edge(), locations=("l", "m"))
COUNT = variable("x", bounded(0, "N"))
WRITES = automaton("C", edge(to("l", None, assign(x=operation("+", "x", 1))), guard=operation("<", "x", 2), action="a"))
LOOKS = automaton("D", edge(guard=operation("<", "x", 1), action="b"))
N: JSON = {"constants": [{"name": "N", "type": "int", "value": 2}]}


def changed(part: JSON, **more: JSON) -> JSON:
    """The part of a text with other keys, `initial_locations` for `initial-locations`."""
    return part | {key.replace("_", "-"): value for key, value in more.items()}


def typed(type_: JSON, initial: JSON = 0) -> str:
    return model(ONE, variables=[variable("v", type_, initial)])


def with_guard(guard: JSON) -> str:
    return model(automaton("A", edge(guard=guard)), variables=[variable("v", "bool", False)])


def with_assignments(*assignments: JSON, **more: JSON) -> JSON:
    return automaton("A", edge(to("l", None, assignments), action="a"), **more)


INDEXED = {"ref": "w", "value": "x", "index": 1}
CONSTRUCTS: dict[str, tuple[str, str]] = {
    "models: lts, dtmc, mdp": (READ, model(ONE, type="lts")),
    "automata, each with an alphabet of its own": (
        READ,
        model(ONE, TWO, syncs=[(["a", "b"], "c"), (["a", None], "a")]),
    ),
    "an automaton that is there several times": (
        READ,
        model(ONE, system={"elements": [{"automaton": "A"}] * 2}, syncs=[(["a", "a"], "a")]),
    ),
    "inputs that are always enabled": (
        READ,
        model(ONE, system={"elements": [{"automaton": "A", "input-enable": ["a"]}]}, syncs=[(["a"], "a")]),
    ),
    "edges without an action, and vectors of one without a result: hidden": (
        READ,
        model(ONE, TWO, syncs=[(["a", None], None), ([None, "b"], "b")]),
    ),
    "bounded integers and booleans": (READ, model(WRITES, variables=[COUNT], **N)),
    "integers without bounds: in 32 bits": (READ, typed("int")),
    "constants, also open ones by `--const`": (READ, model(WRITES, variables=[COUNT], **N)),
    "assignments by their indices": (
        READ,
        model(with_assignments(*assign(x=1), INDEXED), variables=[variable("x"), variable("w")]),
    ),
    "exact numbers": (READ, with_guard(operation("=", operation("+", 0.1, 0.2), 0.3))),
    "operators of the language, and the derived ones": (
        READ,
        with_guard(operation("⇒", "v", operation("<", operation("abs", -1), 2))),
    ),
    "functions, of the model and of automata": (
        READ,
        model(
            automaton("A", edge(guard={"op": "call", "function": "f", "args": []})),
            functions=[{"name": "f", "type": "bool", "parameters": [], "body": True}],
        ),
    ),
    "automata that look at or write one variable": (
        COMPOSED,
        model(WRITES, LOOKS, syncs=[(["a", None], "a"), ([None, "b"], "b")], variables=[COUNT], **N),
    ),
    "vectors of several automata without a result": (COMPOSED, model(ONE, TWO, syncs=[(["a", "b"], None)])),
    "a result that several vectors have": (COMPOSED, model(ONE, TWO, syncs=[(["a", None], "c"), ([None, "b"], "c")])),
    "several initial states": (
        "read, with a note",
        model(changed(ONE, initial_locations=["l", "m"]), syncs=[(["a"], "a")]),
    ),
    "several edges at once in a dtmc": (
        "read, with a note",
        model(automaton("A", edge(), edge(to("m")), locations=("l", "m")), type="dtmc"),
    ),
    "edges with an action that no vector has: they never move": (SKIPPED, model(ONE, TWO)),
    "properties": (SKIPPED, model(ONE, properties=[{"name": "P", "expression": {"fun": "max"}}])),
    "transient variables, with rewards and labels": (
        SKIPPED,
        model(ONE, variables=[variable("r", "real", 0, transient=True)]),
    ),
    "a transient variable that a guard looks at": (
        REFUSED,
        model(LOOKS, variables=[variable("x", "int", 0, transient=True)]),
    ),
    "other models: ctmc, ma, pta, …": (REFUSED, model(ONE, type="ma")),
    "rates": (REFUSED, model(automaton("A", edge(rate={"exp": 2})))),
    "clocks, time-progress": (REFUSED, typed("clock")),
    "reals, arrays and datatypes as variables": (REFUSED, typed({"kind": "array", "base": "int"})),
    "distributions": (REFUSED, with_guard({"distribution": "Uniform", "args": [0, 1]})),
    "numbers that are not rational": (REFUSED, with_guard(operation("<", {"constant": "π"}, 4))),
    "functions that call themselves": (
        REFUSED,
        model(
            ONE,
            functions=[
                {"name": "f", "type": "int", "parameters": [], "body": {"op": "call", "function": "f", "args": []}}
            ],
        ),
    ),
    "two automata that assign one variable in one move": (
        REFUSED,
        model(
            with_assignments(*assign(x=1)),
            changed(with_assignments(*assign(x=2)), name="B"),
            syncs=[(["a", "a"], "a")],
            variables=[variable("x")],
        ),
    ),
    "an assignment that looks at what another automaton assigns in the same move": (
        REFUSED,
        model(
            with_assignments(*assign(w=1), {"ref": "w", "value": "x", "index": 1}),
            changed(with_assignments(*assign(x=2)), name="B"),
            syncs=[(["a", "a"], "a")],
            variables=[variable("x"), variable("w")],
        ),
    ),
    "keys that JANI does not have, but for `comment`, `metadata`, `x-…`": (REFUSED, model(ONE, speed=1)),
}


def test_the_readme_lists_the_constructs() -> None:
    page = Path(str(symag.formats.__file__)).with_name("README.md").read_text(encoding="utf-8")
    section = page.partition("\n## JANI\n")[2].partition("\n## ")[0]
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split("|")) for line in re.findall(r"^\|.*\|$", section, re.M)
    ]
    assert rows[2:] == [(name, outcome) for name, (outcome, _) in CONSTRUCTS.items()]


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs_are_what_the_readme_says(name: str) -> None:
    outcome, text = CONSTRUCTS[name]
    if outcome == REFUSED:
        with pytest.raises(InputError) as caught:
            symag.loads(text, "jani")
        assert caught.value.line
        return
    notes = notes_on(text)
    assert bool(notes) == (outcome != READ)
    assert any("are one component" in note for note in notes) == (outcome == COMPOSED)
    assert len(read_components(text, "jani")) == (
        1 if outcome == COMPOSED else len(json.loads(text)["system"]["elements"])
    )


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "model.jani"
    file.write_text(model(ONE), encoding="utf-8-sig")
    assert symag.load(file).num_states == 2
    file.write_text(model(ONE), encoding="utf-16")
    with pytest.raises(InputError, match="byte-order mark"):
        symag.load(file)


def test_a_name_of_an_automaton_hides_one_of_the_model() -> None:
    """But not in the functions of the model."""
    call = {"op": "call", "function": "global", "args": []}
    both = edge(to("m", None, assign(y="c", z=call)))
    text = model(
        automaton("A", both, locations=("l", "m"), variables=[variable("c", None, 1)]),
        constants=[{"name": "c", "type": "int", "value": 2}],
        variables=[variable("y"), variable("z")],
        functions=[{"name": "global", "type": "int", "parameters": [], "body": "c"}],
    )
    assert "y=1,z=2,A=m,c=1" in symag.loads(text, "jani").states


OWN = automaton(
    "B",
    edge(to("m", None, assign(x=1)), action="a", guard=operation("=", "x", 0)),
    locations=("l", "m"),
    variables=[variable("x")],
)
CYCLE = automaton("C", edge(to("m"), action="a"), edge(to("l"), location="m", action="a"), locations=("l", "m"))
THREE = changed(automaton("D", edge(to("m"), action="a"), locations=("l", "m", "n")), initial_locations=["l", "m", "n"])
RESETS = automaton("E", edge(to("l", None, assign(g=0)), action="a"))
TWICE: JSON = {"elements": [{"automaton": "B"}, {"automaton": "B"}]}
FREE = [variable("g", None, None)]
COUNTS = automaton("F", edge(to("l", None, assign(z=operation("+", "z", 1))), guard=operation("<", "z", 5)))
SYSTEMS = {
    "an automaton twice, apart": model(OWN, system=dict(TWICE), syncs=[(["a", None], "a"), ([None, "a"], "b")]),
    "an automaton twice, by one label": model(OWN, system=dict(TWICE), syncs=[(["a", None], "a"), ([None, "a"], "a")]),
    "an automaton twice, together": model(OWN, system=dict(TWICE), syncs=[(["a", "a"], "a")]),
    "alone, without vectors": model(CYCLE),
    "alone, without any vector": model(CYCLE, syncs=[]),
    "two, without vectors": model(CYCLE, OWN),
    "hidden synchronisation": model(CYCLE, OWN, syncs=[(["a", "a"], None)]),
    "one action by two vectors": model(CYCLE, OWN, syncs=[(["a", "a"], "a"), (["a", None], "b")]),
    "initial locations": model(THREE, OWN, syncs=[(["a", "a"], "a")]),
    "no initial value": model(RESETS, variables=FREE, syncs=[(["a"], "a")]),
    "restricted": model(RESETS, variables=FREE, restrict_initial=operation("<", "g", 2), syncs=[(["a"], "a")]),
    "restricted to one": model(RESETS, variables=FREE, restrict_initial=operation("=", "g", 2), syncs=[(["a"], "a")]),
    "uniform choice": model(automaton("H", edge(to("m")), edge(to("l")), locations=("l", "m")), type="dtmc"),
    "no bounds": model(COUNTS, variables=[variable("z", "int", -2)]),
    "half a range": model(COUNTS, variables=[variable("z", {"kind": "bounded", "base": "int", "upper-bound": 5}, -2)]),
}


@storm
@pytest.mark.parametrize("name", SYSTEMS)
def test_systems_are_what_storm_builds(name: str) -> None:
    assert by_symag(SYSTEMS[name]).is_isomorphic_to(by_storm(SYSTEMS[name]))


def test_an_enabled_input_changes_nothing_where_there_is_no_edge() -> None:
    """Storm does not read this."""
    elements = [{"automaton": "C"}, {"automaton": "B", "input-enable": ["a"]}]
    text = model(CYCLE, OWN, system={"elements": elements}, syncs=[(["a", "a"], "a")])
    one, two = read_components(text, "jani")
    assert [(s, str(d)) for s, _, d in two.transitions()] == [("B=l,x=0", "B=m,x=1"), ("B=m,x=1", "B=m,x=1")]
    assert symag.compose(one, two).num_states == 3
