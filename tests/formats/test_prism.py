"""The PRISM front end: against Storm's exact builder state by state, against hand values, and against itself."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import symag
from symag import LPTS, InputError, LimitReached, Limits
from symag.cli.main import app
from symag.formats import ConstantValues, SourceText
from symag.formats.prism import read
from symag.formats.prism.parse import parse_prism
from symag.formats.prism.scope import define
from symag.formats.prism.write import write_prism
from symag.limits import Watch
from symag.operators import trim
from symag.study.cases.papers import FIG1_L1
from tests.formats.prism_models import MANY, ONE, random_module
from tests.generate import models

storm = pytest.mark.skipif(find_spec("stormpy") is None, reason="Storm, the oracle, is not installed (stormpy)")

Valuation = frozenset[str]
Row = tuple[Valuation, str, frozenset[tuple[Valuation, Fraction]]]


def by_storm(text: str, folder: Path) -> tuple[set[Valuation], set[Row]]:
    """States and transitions as Storm's exact builder finds them."""
    import stormpy

    file = folder / "model.prism"
    file.write_text(text)
    options = stormpy.BuilderOptions()
    options.set_build_state_valuations()
    options.set_build_choice_labels()
    model = stormpy.build_model[stormpy.Rational](stormpy.parse_prism_program(str(file)), options=options)
    found = model.state_valuations
    variables = [(variable, variable.name) for variable in found.get_all_variables()]
    states: list[Valuation] = [
        frozenset(f"{name}={str(found.get_value(s.id, variable)).lower()}" for variable, name in variables)
        for s in model.states
    ]
    rows: set[Row] = set()
    for state in model.states:
        if "deadlock" in model.labeling.get_labels_of_state(state.id):
            continue  # Storm gives it a loop
        first: int = model.nondeterministic_choice_indices[state.id] if model.is_nondeterministic_model else state.id
        for action in state.actions:
            labels: set[Any] = model.choice_labeling.get_labels_of_choice(first + action.id)
            outcomes: Counter[Valuation] = Counter()
            for entry in action.transitions:
                outcomes[states[entry.column]] += Fraction(str(entry.value))  # type: ignore[assignment]
            rows.add((states[state.id], next(iter(labels), "tau"), frozenset(outcomes.items())))  # type: ignore[arg-type]
    assert len(set(states)) == len(states)
    return set(states), rows


def by_symag(text: str) -> tuple[set[Valuation], set[Row]]:
    system = symag.compose(*read.read_prism(SourceText(text)))
    assert system.product is not None
    labels = (system.product.labels(s) for s in range(system.num_states))
    states = [frozenset(part for label in parts for part in label.split(",")) - {"0"} for parts in labels]
    rows = {
        (
            states[s],
            system.actions[system.action[t]],
            frozenset((states[goal], share) for goal, share in system.outcomes(system.target[t])),
        )
        for s in range(system.num_states)
        for t in system.row(s)
    }
    return set(states), rows


def agree(text: str, folder: Path) -> None:
    states, rows = by_symag(text)
    storm_states, storm_rows = by_storm(text, folder)
    ours, theirs = ({part.split("=")[0] for state in found for part in state} for found in (states, storm_states))

    def kept(state: Valuation) -> Valuation:
        return frozenset(part for part in state if part.split("=")[0] in ours & theirs)

    def projected(found: set[Row]) -> set[Row]:
        return {(kept(s), a, frozenset((kept(t), p) for t, p in to)) for s, a, to in found}

    # a variable that nobody writes is a constant: for Storm every one, for symag a global one
    assert all(len({state - kept(state) for state in found}) == 1 for found in (states, storm_states))
    assert {kept(state) for state in states} == {kept(state) for state in storm_states}
    assert projected(rows) == projected(storm_rows)


@storm
@pytest.mark.parametrize("text", [*ONE.values(), *MANY.values()], ids=[*ONE, *MANY])
def test_storm_builds_the_same_model(text: str, tmp_path: Path) -> None:
    agree(text, tmp_path)


@storm
@pytest.mark.parametrize("seed", range(40))
def test_storm_builds_the_same_random_module(seed: int, tmp_path: Path) -> None:
    agree("mdp\n" + random_module(Random(seed), "m", "", "abc"), tmp_path)


@storm
@pytest.mark.parametrize("seed", range(20))
def test_storm_builds_the_same_random_system(seed: int, tmp_path: Path) -> None:
    random = Random(100 + seed)
    modules = [random_module(random, f"m{own}", own, actions) for own, actions in (("k", "ab"), ("l", "bc"))]
    agree("mdp\n" + "".join(modules), tmp_path)


VALUES = {
    "1+2*3": 7, "(1+2)*3": 9, "10-3-2": 5, "-2*3": -6, "--2": 2, "2*-3": -6, "1-0.2": Fraction(4, 5),
    "1/3": Fraction(1, 3), "8/2/2": 2, "2/3*3": 2, "0.1+0.2": Fraction(3, 10), ".5": Fraction(1, 2),
    "25e-2": Fraction(1, 4),
    "1e3": 1000, "min(3,1,2)": 1, "max(1,2.5)": Fraction(5, 2), "floor(-1/2)": -1, "ceil(-1/2)": 0, "round(1/2)": 1,
    "round(-1.5)": -1,
    "floor(7/2)": 3, "pow(2,10)": 1024, "pow(2.0,-2)": Fraction(1, 4), "pow(1/2,3)": Fraction(1, 8),
    "pow(-1,1000001)": -1,
    "pow(0,0)": 1, "mod(7,3)": 1, "mod(-7,3)": 2, "log(8,2)": 3, "log(1/8,2)": -3, "log(8,1/2)": -3, "log(1,7)": 0,
    "pow(10,30)-pow(10,30)": 0, "func(mod,7,3)": 1, "func(max,1,2,3)": 3,
    "2^10": 1024, "-2^2": 4, "2^3^2": 512, "2*3^2": 18, "min(3)": 3, "max(2)": 2, "pow(1/4,1/2)": Fraction(1, 2),
    "pow(8,2/3)": 4, "4^(-1/2)": Fraction(1, 2), "0^(1/3)": 0,
}  # fmt: skip
TRUTHS = {
    "!1=2": True, "1<2 & 2<1 | true": True, "true | false & false": True, "false => false => false": True,
    "(false => false) => false": False, "true => true => false => true": True,
    "true <=> false <=> false": True, "!true | true": True, "1=1 = true": True, "1+1=2 & 2*2!=5": True,
    "true ? false : true": False, "false ? true : false ? true : true": True, "1<2 = true": True, "1.0=1": True,
    "false & mod(1,0)=1": False, "true | 1/0=1": True, "1/3+1/3+1/3=1": True, "0.1+0.2=0.3": True,
    "2>=2 & 2<=2 & !(2>2)": True,
    "false => true & false": True, "pow(10,40)>pow(10,39)": True,
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), [*VALUES.items(), *TRUTHS.items()])
def test_operators(text: str, value: Fraction | int | bool) -> None:
    kind = "bool" if isinstance(value, bool) else "double"
    constants = define(parse_prism(f"mdp const {kind} v = {text};", Watch()), ConstantValues()).constants
    assert constants["v"].value == value


@pytest.mark.parametrize(("text", "value"), [*VALUES.items(), *TRUTHS.items()])
def test_the_machine_computes_the_same(text: str, value: Fraction | int | bool) -> None:
    """The numbers in the text become variables, as far as they are whole, so that nothing is known before it runs."""
    if "e" in re.sub(r"[a-z]{3,}", "", text):  # 25e-2
        return
    numbers = sorted({int(number) for number in re.findall(r"(?<![.\de])\d+(?![.\de])", text)})
    shown = re.sub(r"(?<![.\de])(\d+)(?![.\de])", r"v\1", text).replace("true", "t").replace("false", "f")
    shares = "".join(f"v{number}:[0..{max(number, 1)}] init {number};" for number in numbers)
    wanted = str(value).lower() if isinstance(value, bool) else f"({value})"
    guard = f"({shown}) = {wanted}"
    module = f"mdp module m {shares} t:bool init true; f:bool; y:[0..1]; [yes] y=0 & {guard} -> (y'=1); endmodule"
    assert symag.loads(module, "prism").num_transitions == 1


def test_labels_and_alphabets() -> None:
    text = "mdp module m s1:[0..1]; ready:bool; [a] s1=0 -> (s1'=1)&(ready'=true); [never] false -> true; endmodule"
    model = symag.loads(text, "prism")
    assert list(model.states) == ["s1=0,ready=false", "s1=1,ready=true"]
    assert model.states[-1] == model.states[1:][0] == "s1=1,ready=true"
    assert model.alphabet == {"a", "never"}
    assert model.name == "m"
    assert symag.loads("mdp module m endmodule", "nm").states[0] == "0"


def test_a_file_of_several_modules(tmp_path: Path) -> None:
    file = tmp_path / "two.prism"
    file.write_text(MANY["two that synchronise"])
    m, n = symag.load_components(file)
    assert (m.name, m.alphabet, n.name, n.alphabet) == ("m", frozenset("ab"), "n", frozenset("ac"))
    whole = symag.load(file)
    assert whole == symag.compose(m, n)
    assert whole.name == "two"
    other = tmp_path / "m.json"
    symag.save(m, other)
    assert symag.load_components(other) == (m,)


def test_constants_from_outside(tmp_path: Path) -> None:
    text = "mdp const int K; const double p; const bool on; const L; module m x:[0..K]; "
    text += "[a] on&x<L -> p:(x'=K)+1-p:true; endmodule"
    model = symag.loads(text, "prism", {"K": 2, "p": "1/3", "on": True, "L": "1"})
    assert [str(p) for p in model.vectors[0]] == ["2/3", "1/3"]
    same = symag.loads(text, "prism", {"K": "2", "p": Fraction(1, 3), "on": "true", "L": 1})
    assert model == same
    for changed, message in (
        ({"K": "2.5"}, "'K' is an int"),
        ({"K": True}, "not a number"),
        ({"p": 0.5}, "is a float"),
        ({"on": 1}, "give true or false"),
        ({"p": "half"}, "'half' is not a number"),
        ({"Q": 1}, "no constant of that name"),
    ):
        with pytest.raises(InputError, match=message):
            symag.loads(text, "prism", {"K": 2, "p": "1/3", "on": True, "L": 1} | changed)
    with pytest.raises(InputError, match="--const p="):
        symag.loads(text, "prism", {"K": 2, "on": True, "L": 1})
    with pytest.raises(InputError, match="has its value in the file"):
        symag.loads("mdp const int K=1; module m endmodule", "prism", {"K": 1})
    with pytest.raises(InputError, match="no constant of that name"):
        symag.loads('{"format": "symag-lpts", "version": 1, "initial": "a", "transitions": []}', constants={"K": 1})


@given(models)
@settings(max_examples=60)
def test_what_is_written_is_read_back(model: LPTS) -> None:
    again = symag.loads(write_prism([model]), "prism")
    assert again.is_isomorphic_to(trim(model))


def test_long_chains_and_many_formulas() -> None:
    chain = "&".join(["x=0"] * 10_000)
    assert symag.loads(f"mdp module m x:[0..1]; [a] {chain} -> (x'=1); endmodule", "prism").num_states == 2
    total = "+".join(["x"] * 10_000) + "-" + "-".join(["x"] * 9_999)
    assert symag.loads(f"mdp module m x:[0..2] init 1; [a] x<2 -> (x'={total}+1); endmodule", "prism").num_states == 2
    cases = "".join(f"x={i}?{i + 1}:" for i in range(2_000))
    assert symag.loads(f"mdp module m x:[0..2000]; [a] true -> (x'={cases}0); endmodule", "prism").num_states == 2001
    formulas = "".join(f"formula f{i}=f{i - 1};" for i in range(1, 5_000))
    assert (
        symag.loads(
            f"mdp formula f0=x=0; {formulas} module m x:[0..1]; [a] f4999 -> (x'=1); endmodule", "nm"
        ).num_states
        == 2
    )
    constants = "".join(f"const int c{i}=c{i + 1}+1;" for i in range(5_000))
    model = symag.loads(f"mdp {constants} const int c5000=0; module m x:[0..c0] init c0; endmodule", "nm")
    assert model.states[0] == "x=5000"


def test_a_large_module_takes_linear_time() -> None:
    """One command per transition, as tools write them: the commands are found by the value of the variable."""
    rows = "".join(f"[a] s={i} -> 1/2:(s'={i + 1})+1/2:(s'=0);" for i in range(3_000))
    model = symag.loads(f"mdp module m s:[0..3000]; {rows} endmodule", "prism")
    assert (model.num_states, model.num_transitions) == (3001, 3000)


def test_limits() -> None:
    text = "mdp module m x:[0..100000000]; [a] x<100000000 -> (x'=x+1); endmodule"
    with pytest.raises(LimitReached, match="max-states"):
        symag.loads(text, "prism", limits=Limits(max_states=1000))
    with pytest.raises(LimitReached, match="timeout"):
        symag.loads(text, "prism", limits=Limits(seconds=0.05))


def test_a_limit_while_reading_is_told_in_json(tmp_path: Path) -> None:
    file = tmp_path / "m.prism"
    file.write_text("mdp module m x:[0..100000000]; [a] x<100000000 -> (x'=x+1); endmodule")
    command = ["check", str(file), "--spec", str(file), "--max-states", "1000", "--json"]
    done = CliRunner().invoke(app, command)
    found = json.loads(done.stdout)
    assert (done.exit_code, found["verdict"], found["counterexample"]) == (3, "unknown", None)
    assert "max-states" in found["reason"]


WORDS = [
    "mdp",
    "dtmc",
    "module",
    "endmodule",
    "m",
    "x",
    "y",
    "a",
    ":",
    "[",
    "]",
    "(",
    ")",
    "0",
    "1",
    "2",
    "0.5",
    "..",
    ";",
]
WORDS += ["->", "+", "-", "*", "/", "&", "|", "!", "=", "!=", "<", "=>", "?", "'", ",", "init", "bool", "true", "false"]
WORDS += [
    "const",
    "int",
    "formula",
    "global",
    "min",
    "mod",
    "label",
    '"l"',
    "\n",
    "//",
    "x:[0..2];",
    "[a] x=0 -> (x'=1);",
]
WORDS += [
    "mdp module m x:[0..2];",
    "1/2:(x'=1)+1/2:(x'=2);",
    "[] true ->",
    "const int K = 1;",
    "pow(x,",
    "x'=",
    "§",
    "1e9",
]


def refusal(text: str) -> InputError | None:
    try:
        read.read_prism(SourceText(text, watch=Watch(Limits(seconds=5))))
    except InputError as error:
        return error
    return None


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.booleans())
def test_any_text_is_a_model_or_an_input_error(words: list[str], framed: bool) -> None:
    text = " ".join(words)
    refused = refusal(f"mdp module m x:[0..2]; y:bool; {text} endmodule" if framed else text)
    assert refused is None or (refused.line is not None and refused.column is not None)


@given(st.text(max_size=60))
def test_any_characters_at_all(text: str) -> None:
    assert refusal(text) is not None


def test_constants_in_any_order() -> None:
    text = "mdp const int K=L+f; formula f=M; const int L=2*M; const int M=1; "
    text += "module m x:[M..K] init L; [a] x<K -> (x'=K); endmodule"
    assert list(symag.loads(text, "prism").states) == ["x=2", "x=3"]


def test_old_words() -> None:
    for kind in ("nondeterministic", "probabilistic"):
        assert symag.loads(f"{kind} module m x:[0..1]; [a] x=0 -> (x'=1); endmodule", "prism").num_states == 2
    later = symag.loads("module m x:[0..1]; [a] x=0 -> (x'=1); endmodule mdp", "prism")
    assert later.num_states == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    lines = ["mdp", "module m // one", " x:[0..3];", " [a] x<3 -> (x'=x+1);", "endmodule // end", "module n"]
    lines += [" y:[0..3];", " [b] y<3 -> (y'=y+1);", "endmodule", ""]
    assert symag.loads(end.join(lines), "prism").num_states == 16
    with pytest.raises(InputError) as error:
        symag.loads(end.join([*lines[:7], " [b] z<3 -> true;", "endmodule"]), "prism")
    assert (error.value.line, error.value.column) == (8, 6)


LARGE_MEANT = {
    "a logarithm": (
        "mdp const double c=log(1e1000,1.00000001); module m x:[0..1]; endmodule",
        "is not a whole number",
    ),
    "many divisors": (
        f"mdp module m x:[1..2]; [a] true -> {' + '.join(f'1/(x+{i}):true' for i in range(6000))}; endmodule",
        "sum to",
    ),
    "formulas of formulas": (
        "mdp module m x:[0..5]; [a] f16>0 -> true; endmodule formula f0=x/3; "
        + " ".join(f"formula f{i}=f{i - 1}+1/(f{i - 1}+1);" for i in range(1, 17)),
        "more than 4000 digits",
    ),
}
"""Small texts that would take very long if they were taken at their word."""


@pytest.mark.parametrize(("text", "message"), LARGE_MEANT.values(), ids=LARGE_MEANT)
def test_small_texts_that_mean_large_numbers(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.loads(text, "prism")


@pytest.mark.parametrize(
    ("constants", "message"),
    [
        ({"N": Fraction(10**5000, 3), "b": True}, "a fraction of over"),
        ({"N": 1, "b": 10**5000}, "is a bool"),
        ("N", "constants are a mapping"),
    ],
)
def test_odd_constants(constants: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.loads("mdp const int N; const bool b; module m x:[0..N]; [a] b -> true; endmodule", "prism", constants)


def test_what_is_written() -> None:
    text = write_prism([FIG1_L1, LPTS.build("x", [("x", "tau", "y")], ["blocked"])])
    assert "[input] s1=0 -> 1 : (s1'=1);" in text
    assert re.findall(r"^module (\w+)$", text, re.MULTILINE) == ["L1", "m2"]
    assert "[blocked] false -> true;" in text
    assert "[] s2=0 -> 1 : (s2'=1);" in text
    for action in ("a-b", "module"):
        with pytest.raises(InputError, match="not a name in PRISM"):
            write_prism([LPTS.build("x", [("x", action, "y")])])
