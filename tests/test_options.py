"""The one table of options, and what derives from it."""

from __future__ import annotations

from inspect import signature

import pytest
from typer.main import get_command

import symag
from symag.cli.main import app
from symag.model import LPTS
from symag.options import LIMITS, Options, compared_options, explain, table_of_options, with_flags
from symag.question import TABLES, ask

MODEL = LPTS.build("s", [("s", "a", "s")], name="model")
TABLE = table_of_options()


def parameters(command: str) -> dict[str, list[str]]:
    """The options of a command, by the names of their parameters."""
    found = get_command(app).commands[command].params  # type: ignore[attr-defined]
    return {parameter.name: parameter.opts for parameter in found}


def test_check_has_every_option_as_a_keyword() -> None:
    shown = signature(symag.check).parameters
    assert list(shown) == ["components", "specification", *TABLE]
    assert all(shown[name].default == field.default for name, (field, _) in TABLE.items())
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        symag.check(MODEL, MODEL, colour="red")  # type: ignore[call-arg]


def test_arguments_by_name() -> None:
    assert symag.check(components=MODEL, specification=MODEL)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", TABLE)
def test_the_command_line_has_every_option_that_it_can_give(name: str) -> None:
    flag = f"--{name.replace('_', '-')}"
    found = parameters("check").get(name, [])
    assert (flag in found) == TABLE[name][1].command_line


def test_compare_shares_options() -> None:
    shared = compared_options()
    assert set(shared) <= set(signature(symag.compare).parameters)
    assert set(shared) <= set(parameters("compare"))
    with pytest.raises(TypeError, match="unexpected keyword argument 'audit'"):
        symag.compare(MODEL, MODEL, audit=True)


@pytest.mark.parametrize("name", TABLE)
def test_every_value_is_explained(name: str) -> None:
    option = TABLE[name][1]
    text = explain(name, TABLES)
    assert option.help in text
    for record in option.values or (TABLES[name] if option.table else ()):
        assert f"{record.name}: {record.help}." in text


def test_help_names_the_methods_and_relations_that_an_option_goes_with() -> None:
    assert explain("alphabet_refinement", TABLES).startswith("For agar and learn. ")
    assert explain("strategy", TABLES).startswith("For agar and cegar. ")
    assert explain("timeout", TABLES).startswith("Stop after")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"relation": "likeness"}, "the relation 'likeness' is not known: choose from simulation, traces"),
        ({"order": "magic"}, "the order 'magic' is not known: choose from given, auto"),
        (
            {"method": "learn"},
            "the method 'learn' decides the relation 'traces' only: give the option relation 'traces', or choose from",
        ),
        (
            {"alphabet_refinement": True, "relation": "traces"},
            "alphabet_refinement goes with the methods agar and learn only: leave it out, or choose these",
        ),
        ({"search": None}, "the search None is not known"),
        (
            {"rule": "asym"},
            "the method 'auto' has no rule: leave the option rule 'asym' out, or choose the option method 'agar'",
        ),
        ({"assumption": MODEL}, "the method 'auto' has no assumptions"),
        ({"limits": symag.Limits(1), "timeout": 1}, "give the limits together, as limits=…, or one by one, not both"),
    ],
)
def test_choices_that_do_not_go_together(options: dict[str, object], message: str) -> None:
    with pytest.raises(symag.InputError, match=message):
        ask([MODEL, MODEL], MODEL, Options(**options))  # type: ignore[arg-type]


def test_messages_have_the_flags_of_the_command_line() -> None:
    said = "the option alphabet_refinement goes with the option relation 'traces' and the option rule 'asym-n' only"
    assert with_flags(said) == "--alphabet-refinement goes with --relation traces and --rule asym-n only"
    assert with_flags("the option of another program") == "the option of another program"


def test_a_verdict_records_the_options_without_a_field_of_their_own() -> None:
    verdict = symag.check(
        [MODEL, MODEL], MODEL, method="agar", rule="asym", strategy="paper", timeout=60, audit=True, reduce=True
    )
    assert verdict.options == {"strategy": "paper", "timeout": 60, "reduce": True}
    assert set(LIMITS) <= set(TABLE)
