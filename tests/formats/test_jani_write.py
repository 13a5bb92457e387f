"""Writing JANI: Storm builds of the file what symag composes."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symag
from symag import LPTS, compose, trim
from symag.formats.jani.write import write_jani
from tests.generate import LARGE_PRIME, models

storm = pytest.mark.skipif(find_spec("stormpy") is None, reason="Storm, the oracle, is not installed (stormpy)")

Moves = Counter[tuple[str, tuple[Fraction, ...]]]


def moves_by_storm(text: str) -> tuple[int, Moves]:
    """The number of states that Storm's exact builder finds, and how often it finds which label with which shares."""
    import stormpy

    options = stormpy.BuilderOptions()
    options.set_build_choice_labels()
    program, _ = stormpy.parse_jani_model_from_string(text)
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    found: Moves = Counter()
    for state in model.states:
        if "deadlock" in model.labeling.get_labels_of_state(state.id):
            continue  # Storm gives it a loop
        first = model.nondeterministic_choice_indices[state.id]
        for action in state.actions:
            labels = model.choice_labeling.get_labels_of_choice(first + action.id)
            shares = sorted(Fraction(str(entry.value)) for entry in action.transitions)
            found[next(iter(labels), "tau"), tuple(shares)] += 1
    return model.nr_states, found


def moves_by_symag(system: LPTS) -> tuple[int, Moves]:
    return system.num_states, Counter((a, tuple(sorted(d.values()))) for _, a, d in system.transitions())


def is_small(model: LPTS) -> bool:
    """Storm reads integers of 64 bits only."""
    return all(share.denominator < LARGE_PRIME for _, _, d in model.transitions() for share in d.values())


@storm
@settings(max_examples=60, deadline=None)
@given(components=st.lists(models.filter(is_small), min_size=1, max_size=3))
def test_storm_composes_as_symag_does(components: list[LPTS]) -> None:
    system = trim(components[0]) if len(components) == 1 else compose(*components)
    states, found = moves_by_storm(write_jani(components).decode())
    expected_states, expected = moves_by_symag(system)
    assert states == expected_states
    assert set(found) == set(expected)  # Storm keeps two moves that are the same, symag one of them


@storm
def test_any_name_is_written() -> None:
    one = LPTS.build("idle", [("idle", "send x", {"#1 ü": "9/10", "idle": "1/10"}), ("#1 ü", "tau", "idle")])
    two = LPTS.build('"', [('"', "send x", "\\"), ("\\", "p[1].up", '"')], ["send x", "p[1].up", "other"])
    text = write_jani([one, two, one]).decode()
    assert moves_by_storm(text) == moves_by_symag(compose(one, two, one))
    names = [automaton["name"] for automaton in json.loads(text)["automata"]]
    assert len(set(names)) == 3


def test_an_action_that_nobody_carries_is_in_its_vector(tmp_path: Path) -> None:
    one, two = LPTS.build("s", [("s", "a", "s")], name="one"), LPTS.build("s", [], ["a", "b"], "two")
    symag.save([one, two], tmp_path / "blocked.jani")
    written = json.loads((tmp_path / "blocked.jani").read_text())
    assert written["system"]["elements"] == [{"automaton": "one"}, {"automaton": "two"}]
    assert written["system"]["syncs"] == [
        {"synchronise": ["a", "a"], "result": "a"},
        {"synchronise": [None, "b"], "result": "b"},
    ]
    assert written["automata"][1]["edges"] == []
