"""Modules that are one component: which and why, against Storm, and against the composition of what can be apart."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symag
from symag import LPTS, InputError, LimitReached, Limits
from symag.formats import ConstantValues, SourceText
from symag.formats.guarded.components import GroupEnumeration
from symag.formats.guarded.groups import Joining, grouped
from symag.formats.prism.descent import Descent, GiveUp
from symag.formats.prism.grammar import LARK_PARSER
from symag.formats.prism.modules import typed_system
from symag.formats.prism.parse import parse_prism
from symag.formats.prism.read import read_prism
from symag.formats.prism.scope import define
from symag.formats.prism.words import PRISM_KEYWORDS
from symag.limits import Watch
from symag.operators import hide, rename
from tests.formats.prism_models import GROUPS, MANY, ONE, random_module
from tests.formats.test_prism import WORDS, agree, storm

X = "module m x:[0..2]; [a] x<2 -> (x'=x+1); [b] x=2 -> 1/2:(x'=0)+1/2:(x'=1); endmodule "
Y = "module n y:[0..1]; [a] y=0 -> (y'=1); [c] y=1 -> (y'=0); endmodule "


def parts(text: str) -> tuple[list[str], list[str]]:
    source = SourceText(text)
    return [model.name for model in read_prism(source)], list(source.notes)


def rows(model: LPTS, labels: list[str]) -> set[tuple[str, str, frozenset[tuple[str, Fraction]]]]:
    """The transitions of a model, its states by these labels."""
    return {
        (
            labels[s],
            model.actions[model.action[t]],
            frozenset((labels[goal], share) for goal, share in model.outcomes(model.target[t])),
        )
        for s in range(model.num_states)
        for t in model.row(s)
    }


@pytest.mark.parametrize(
    ("text", "names", "note"),
    [
        (f"mdp {X}{Y}", ["m", "n"], ""),
        (f"mdp {X} module n y:bool; [c] x=1 -> (y'=!y); endmodule", ["m‖n"], "'n' looks at 'x' of 'm'"),
        ("mdp " + GROUPS["a shared global"], ["m‖n", "o"], "'m' and 'n' share the global variable 'g'"),
        (f"mdp {X}{Y} system (m||n)/{{a}} endsystem", ["m‖n"], "they move together by 'a', which is hidden"),
        (f"mdp {X}{Y} system m|||n endsystem", ["m‖n"], "which of them take part in 'a'"),
        (f"mdp {X}{Y} system m{{b<-d}} || n/{{c}} endsystem", ["m", "n"], ""),
        (f"mdp {X}{Y} init x=y endinit", ["m‖n"], "the condition on the initial states relates"),
        (f"mdp {X}{Y} init x=1 & y=0 endinit", ["m", "n"], ""),
        (f"mdp {X}{Y} init x>0 & y=0 endinit", ["m‖n"], "chosen before anything moves"),
        (f"mdp global g:[0..1]; {X}{Y} init x=0 & g=x & g=y endinit", ["m‖n"], "relates their variables"),
        (f"mdp {X}{Y} init true endinit", ["m‖n"], "6 initial states"),
        ("dtmc module m x:[0..1]; [] x=0 -> (x'=1); endmodule module n y:[0..1]; [] y=0 -> (y'=1); endmodule",
         ["m‖n"], "several commands are enabled"),
        ('mdp rewards "r" true : 1; endrewards module m endmodule', ["m"], "rewards are skipped"),
    ],
)  # fmt: skip
def test_components_and_notes(text: str, names: list[str], note: str) -> None:
    found, notes = parts(text)
    assert found == names
    assert note in "; ".join(notes)


@storm
@pytest.mark.parametrize("text", GROUPS.values(), ids=GROUPS)
def test_storm_builds_the_same_group(text: str, tmp_path: Path) -> None:
    agree(text if text.startswith("dtmc") else "mdp " + text, tmp_path)


@storm
@pytest.mark.parametrize("seed", range(20))
def test_storm_builds_the_same_random_group(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    modules = [random_module(random, f"m{own}", own, actions) for own, actions in (("k", "ab"), ("l", "bc"))]
    agree("mdp\n" + modules[0] + modules[1].replace("lx=0", "kx=0").replace("ly>0", "ky>0"), tmp_path)


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_group_is_the_composition_of_what_can_be_apart(seed: int) -> None:
    random = Random(seed)
    owners = (("k", "ab"), ("l", "bc"), ("n", "b"))
    text = "mdp\n" + "".join(random_module(random, f"m{own}", own, actions) for own, actions in owners)
    file = parse_prism(text, Watch())
    system = typed_system(file, define(file, ConstantValues()), Watch())
    joining = Joining(3)
    joining.join(range(3), "a test")
    (group,) = grouped(system, joining, Watch())
    together = GroupEnumeration(system, group, Watch()).model()
    apart = symag.compose(*read_prism(SourceText(text)))
    assert apart.product is not None
    product = apart.product
    assert rows(together, list(together.states)) == rows(
        apart, [",".join(product.labels(s)) for s in range(apart.num_states)]
    )


def test_system_blocks_are_the_operators() -> None:
    m, n = (symag.loads(f"mdp {text}", "prism") for text in (X, Y))
    for block, expected in (
        ("m||n", symag.compose(m, n)),
        ("(m||n)/{a}", hide(symag.compose(m, n), ["a"])),
        ("m{b<-c} || n", symag.compose(rename(m, {"b": "c"}), n)),
        ("m{a<-d} ||| n", symag.compose(rename(m, {"a": "d"}), n)),
        ("m |[a]| n", symag.compose(m, n)),
        ('"part" || n endsystem system "part" m/{b}', symag.compose(hide(m, ["b"]), n)),
    ):
        assert symag.loads(f"mdp {X}{Y} system {block} endsystem", "prism").is_isomorphic_to(expected), block
    side = symag.loads(f"mdp {X}{Y} system m ||| n endsystem", "prism")
    assert (side.num_states, sorted(side.alphabet)) == (6, ["a", "b", "c"])
    blocked = symag.loads(f"mdp {X}{Y} system m |[b]| n endsystem", "prism")
    assert "b" in blocked.alphabet
    assert not any(action == "b" for _, action, _ in blocked.transitions())


def test_initial_states() -> None:
    one = symag.loads(f"mdp {X}{Y} init x=1 & y=0 endinit", "prism")
    assert one == symag.loads(f"mdp {X.replace('2];', '2] init 1;')}{Y}", "prism")
    through = symag.loads(f"mdp global g:[0..1]; {X}{Y} init x=0 & g=x & g=y endinit", "prism")
    assert through.num_states == symag.loads(f"mdp {X}{Y}", "prism").num_states
    with pytest.raises(InputError, match="no state satisfies"):
        symag.loads(f"mdp global g:[0..1]; {X}{Y} init x=0 & y=0 & g=0 & g=1 endinit", "prism")
    several = symag.loads(f"mdp {X} init x>0 endinit", "prism")
    assert list(several.states) == ["init", "x=1", "x=2", "x=0"]
    assert [several.actions[several.action[t]] for t in several.row(0)] == ["tau", "tau"]


def test_uniform_choice_in_a_dtmc() -> None:
    text = "dtmc module m x:[0..2]; [a] x=0 -> (x'=1); [a] x=0 -> 1/2:(x'=1)+1/2:(x'=2); endmodule"
    model = symag.loads(text, "prism")
    assert [str(p) for p in model.vectors[0]] == ["3/4", "1/4"]
    two = "module m x:[0..1]; [a] x=0 -> (x'=1); endmodule module n y:[0..1]; [b] y=0 -> (y'=1); endmodule"
    with pytest.raises(InputError, match="with different actions; in a dtmc the choice between them is uniform"):
        symag.loads(f"dtmc {two}", "prism")
    assert symag.loads(f"mdp {two}", "prism").num_states == 4


def test_names_that_properties_use_and_kinds() -> None:
    model = symag.loads("module m X:[0..1]; [F] X=0 -> (X'=1); endmodule", "prism")
    assert model.alphabet == {"F"}
    assert "F" in PRISM_KEYWORDS


RING = "module m{0} x{0}:[0..1]; [a] x{1}>=0 -> {2}; endmodule "
BOMBS = {
    "outcomes": "".join(RING.format(i, (i + 1) % 40, f"1/2:(x{i}'=0)+1/2:(x{i}'=1)") for i in range(40)),
    "commands": "".join(
        f"module m{i} x{i}:[0..1]; [a] x{(i + 1) % 40}>=0 -> (x{i}'=0); [a] true -> (x{i}'=1); endmodule "
        for i in range(40)
    ),
    "initial states": "module m " + "".join(f"x{i}:[0..9];" for i in range(40)) + " endmodule init true endinit",
    "a range": "module m x:[0..1000000000]; [a] true -> (x'=x); endmodule init true endinit",
    "no bounds": "module m x:int; [a] true -> (x'=x+1); endmodule",
    "many modules": "".join(f"module m{i} x{i}:bool; [] true -> (x{i}'=!x{i}); endmodule " for i in range(300)),
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_bombs_end_in_a_limit(text: str) -> None:
    with pytest.raises(LimitReached):
        symag.loads(f"mdp {text}", "prism", limits=Limits(max_states=10_000))


@pytest.mark.parametrize(
    ("guard", "message"),
    [
        ("(" * 100_000 + "x" + ")" * 100_000, "brackets are nested deeper than 64"),
        ("!" * 10_000 + "x", "nested deeper than 64"),
        ("-" * 10_000 + "1=1", "nested deeper than 64"),
        ("1^" * 10_000 + "1=1", "nested deeper than 64"),
        ("true => " * 20_000 + "true", "more than 10,000 implications follow each other"),
        ("pow(2,1/1000000007)=1", "not rational"),
    ],
)
def test_deep_expressions(guard: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        symag.loads(f"mdp module m x:bool; [a] {guard} -> (x'=x); endmodule", "prism")


def both(text: str) -> None:
    """The fast parser makes the same tree as the grammar, or gives up."""
    try:
        fast = Descent(text, frozenset(PRISM_WORDS), Watch()).file()
    except (GiveUp, InputError):
        return
    assert fast == LARK_PARSER.parse(text, Watch())


PRISM_WORDS = LARK_PARSER.lexer.keywords


@pytest.mark.parametrize("text", [*ONE.values(), *MANY.values(), *GROUPS.values()])
def test_both_parsers_agree_on_models(text: str) -> None:
    both(text)


@given(st.lists(st.sampled_from([*WORDS, "^", "=>", "func", "max", "rewards", "endrewards", "endinit"]), max_size=30))
def test_both_parsers_agree_on_any_words(words: list[str]) -> None:
    text = " ".join(words)
    both(text)
    both(f"mdp module m x:[0..2]; {text} endmodule")
    both(f"mdp formula f = {text};")


TABLE = {
    "`const`, `prob`": (
        "prob p=0.5; rate q=1; const int K=1; module m x:[0..K]; [a] true -> p:(x'=1)+q-p:true; endmodule", "",
    ),
    "`formula`": ('formula f=x=0; label "l"=f; module m x:[0..1]; [a] f -> (x\'=1); endmodule', ""),
    "modules that look": (f"{X} module n y:bool; [c] x=1 -> (y'=!y); endmodule", "one component"),
    "`init … endinit`": (f"{X} init x>0 endinit", "a fresh one"),
    "`system … endsystem`": (f"{X}{Y} system (m||n)/{{a}} endsystem", "one component"),
    "several commands of one action": (
        "dtmc module m x:[0..1]; [] x=0 -> (x'=1); [] x=0 -> true; endmodule", "the same probability",
    ),
    "`rewards`": (f"{X} rewards true:1; endrewards", "skipped"),
    "commands of different actions": ("dtmc module m x:bool; [a] !x -> (x'=true); [] !x -> true; endmodule", None),
    "a `global` written": (
        "global g:bool; module m [a] g -> (g'=false); endmodule module n [a] true -> true; endmodule", None,
    ),
    "`ctmc`": ("ctmc module m endmodule", None),
    "intervals": ("module m x:bool; [a] true -> [0,1]:(x'=true)+[0,1]:true; endmodule", None),
}  # fmt: skip


@pytest.mark.parametrize("row", TABLE)
def test_the_table_of_the_documentation(row: str) -> None:
    """Read, composed or skipped with this note, or refused (None), as the row of the table says."""
    text, note = TABLE[row]
    page = (Path(symag.__file__).parent / "formats" / "README.md").read_text(encoding="utf-8")
    (said,) = [line.split("|")[2] for line in page.splitlines() if line.startswith(f"| {row}")]
    source = SourceText(text)
    if note is None:
        assert "refused" in said
        with pytest.raises(InputError):
            read_prism(source)
    else:
        assert read_prism(source)
        assert note in " ".join(source.notes)
        assert ("skipped" if note == "skipped" else "composed" if note == "one component" else "read") in said
