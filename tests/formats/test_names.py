"""Names that files can have: different from each other, and similar to those of the models."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import symag
from symag import LPTS
from symag.formats import FORMATS, Format, similar_names
from symag.formats.names import distinct
from symag.formats.table import format_with
from symag.operators import rename

CHOOSY = [format for format in FORMATS if format.action_name is not None]
ODD = st.sampled_from(
    ["p[1].up", "p.1.up", "p_1_up", "Send", "send", "when", "set.x", "module", "é", "", "1", "01", "a b"]
)
NAMES = st.sets(
    st.one_of(ODD, st.text(max_size=6)).filter(lambda name: name not in ("", "tau")), min_size=1, max_size=8
)


def named(format: Format) -> str:
    return format.name


def test_names_are_made_different() -> None:
    assert distinct(["a", "A", "a", "a_2", "b"], ["B"]) == ["a", "A_2", "a_3", "a_2_2", "b_2"]


@pytest.mark.parametrize(
    ("suffix", "action", "new"),
    [
        (".lts", "p[1].up", "p[1].up"),
        (".lts", "p.1.Up", "p[1].up"),
        (".lts", "Send msg", "send.msg"),
        (".lts", "set.when", "set_.when_"),
        (".lts", "é", "action"),
        (".lts", "2nd", "a2nd"),
        (".prism", "p[1].up", "p_1_up"),
        (".prism", "module", "module_"),
        (".prism", "é", "a"),
        (".prism", "2nd", "a2nd"),
        (".prism", "_x", "_x"),
    ],
)
def test_similar_names(suffix: str, action: str, new: str) -> None:
    format = format_with(suffix)
    assert format is not None
    assert format.action_name is not None
    assert format.action_name(action) == new


@pytest.mark.parametrize("format", CHOOSY, ids=named)
def test_nothing_becomes_the_hidden_action(format: Format) -> None:
    assert format.action_name is not None
    assert "tau" not in similar_names({"Tau", "tau!", "(tau)"}, format.action_name).values()


@pytest.mark.parametrize("format", CHOOSY, ids=named)
@given(names=NAMES)
def test_renamed_actions_are_written_and_read_back(
    format: Format, names: set[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert format.action_name is not None
    new = similar_names(names, format.action_name)
    after = [new.get(name, name) for name in names]
    assert len(set(after)) == len(names)
    assert all(format.action_name(name) == name for name in after)
    model = rename(LPTS.build("0", [("0", name, "0") for name in sorted(names)]), new)
    file = tmp_path_factory.mktemp("renamed") / f"model{format.suffixes[0]}"
    symag.save(model, file)
    assert symag.load(file).is_isomorphic_to(model)


def test_an_error_of_a_writer_names_the_file(tmp_path: Path) -> None:
    model = LPTS.build("0", [("0", "a b", "0")])
    for format in CHOOSY:
        file = tmp_path / f"model{format.suffixes[0]}"
        with pytest.raises(symag.InputError, match="symag convert --rename gives it a similar name") as error:
            symag.save(model, file)
        assert str(error.value).startswith(f"{file}: the action 'a b'")
