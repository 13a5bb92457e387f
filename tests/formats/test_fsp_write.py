"""Writing FSP: what is written is read back, and what FSP cannot express is refused by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symag
from symag import LPTS, InputError, compose, minimise, trim
from symag.formats.fsp.write import write_fsp
from tests.generate import models

LABELS = {"a": "send", "b": "p[1].up", "c": "[2].x_1", "d": "a.b[-3][0].hidden"}
NAMES = st.sampled_from(["", "LOOP", "p[1]:LOOP", "{a,b}::x", "STOP", "SYSTEM", "1", "é", "Q0", "S0", "s0", "s1"])


def plain(model: LPTS, name: str) -> LPTS:
    """The model with the first outcome of each move, and actions as FSP has them."""
    rows = [(s, LABELS.get(a, a), min(d)) for s, a, d in model.transitions()]
    return LPTS.build(model.initial_state, rows, [LABELS[a] for a in model.alphabet], name, model.states)


plain_models = st.builds(plain, models, NAMES)


def are_same(one: LPTS, two: LPTS) -> bool:
    """Bisimilar, with the same alphabet."""
    return minimise(one).is_isomorphic_to(minimise(two))


@given(model=plain_models)
def test_a_model_is_read_back(model: LPTS) -> None:
    again = symag.loads(write_fsp([model]), "lts")
    reached = trim(model)
    assert again.alphabet == model.alphabet
    assert are_same(again, reached)
    if sum(not reached.row(s) for s in range(reached.num_states)) <= 1:
        assert again.is_isomorphic_to(reached)


@given(components=st.lists(plain_models, min_size=2, max_size=4))
def test_components_are_read_back(components: list[LPTS]) -> None:
    from symag.formats import read_components

    again = read_components(write_fsp(components), "lts")
    assert len(again) == len(components)
    assert all(are_same(one, trim(two)) for one, two in zip(again, components, strict=True))
    assert are_same(compose(*again), compose(*components))


def test_what_is_written() -> None:
    light = LPTS.build(
        "off",
        [("off", "p[1].on", "on"), ("on", "tau", "off"), ("on", "p[1].break", "gone")],
        ["p[1].on", "p[1].break", "x"],
    )
    dead = LPTS.build("dead", [], ["x"], name="p[2]:DEAD")
    assert write_fsp([light, dead]) == (
        "L1 = Off,\n"
        "Off = (p[1].on -> On),\n"
        "On = (hidden -> Off | p[1].break -> STOP) + {x} \\ {hidden}.\n"
        "\n"
        "P_2_DEAD = STOP + {x}.\n"
        "\n"
        "||SYSTEM = (L1 || P_2_DEAD).\n"
    )


def test_states_are_numbered_where_their_names_do_not_do() -> None:
    text = write_fsp([LPTS.build("a-b", [("a-b", "x", "a_b"), ("a_b", "x", "a-b")], name="M")])
    assert text == "M = Q0,\nQ0 = (x -> Q1),\nQ1 = (x -> Q0).\n"


def test_a_process_begins_in_the_state_of_its_name() -> None:
    text = "LOOP = (a -> b -> LOOP | c -> STOP).\n"
    assert write_fsp([symag.loads(text, "lts")]) == "LOOP = (a -> LOOP_1 | c -> STOP),\nLOOP_1 = (b -> LOOP).\n"
    taken = [symag.loads(text, "lts"), LPTS.build("s", [], name="LOOP_1")]
    assert write_fsp(taken).startswith("LOOP = Q0,\nQ0 = (a -> Q1 | c -> STOP),\n")


def test_lines_are_not_long() -> None:
    actions = [f"action[{number}]" for number in range(100)]
    text = write_fsp([LPTS.build("s", [("s", action, "s") for action in actions[:50]], actions)])
    assert max(map(len, text.splitlines())) <= 120
    assert symag.loads(text, "lts").alphabet == set(actions)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("Send", "begin with a small letter"),
        ("send msg", "begin with a small letter"),
        ("p.1", "begin with a small letter"),
        ("a[01]", "begin with a small letter"),
        ("a..b", "begin with a small letter"),
        ("é", "begin with a small letter"),
        ("a[1]b", "begin with a small letter"),
        ("when", "'when' is a word of FSP"),
        ("p[1].set", "'set' is a word of FSP"),
    ],
)
def test_actions_that_fsp_does_not_have(action: str, why: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"the action {action!r} of M is not a label in FSP: ") + ".*" + why):
        write_fsp([LPTS.build("s", [("s", "ok", "s")], ["ok", action], name="M")])


def test_probabilities_are_refused_where_they_matter(tmp_path: Path) -> None:
    rows: list[tuple[str, str, str | dict[str, object]]] = [("s", "a", "s"), ("t", "a", {"s": "1/2", "t": "1/2"})]
    assert write_fsp([LPTS.build("s", rows)]) == "L1 = S,\nS = (a -> S).\n"
    file = tmp_path / "m.lts"
    file.write_text("old")
    with pytest.raises(
        InputError, match=r"the move by 'a' from the state 't' of L1 has probabilities, and FSP has none"
    ):
        symag.save(LPTS.build("t", rows), file)
    assert file.read_text() == "old"


def test_a_large_model_is_written_and_read_in_linear_time() -> None:
    count = 3_000
    ring = LPTS.build("0", [(str(at), f"a[{at % 7}]", str((at + 1) % count)) for at in range(count)])
    assert symag.loads(write_fsp([ring]), "lts").num_states == count
