"""Files of suites: what they mean, and that every mistake is named with file, line and key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import symag
from symag.assume import flatten
from symag.errors import InputError
from symag.study.suite import plan
from symag.study.suite_file import read_suite
from symag.study.suite_keys import CHECK_KEYS, OPTION_KEYS, SUITE_KEYS
from symag.study.toml_places import line_of
from tests.study.suites import write_suite

ROOT = Path(symag.__file__).parent.parent
HEAD = '[[check]]\nmodels = ["L1.json", "L2.json"]\nspec = "P.json"\n'


def names(folder: Path, text: str) -> list[str]:
    return [one.job.name for one in plan(read_suite(write_suite(folder, text)))]


def test_each_value_with_each_other(tmp_path: Path) -> None:
    text = f'method = ["mono", "agar"]\n{HEAD}name = "q"\nbackend = ["fixpoint", "z3"]\nrule = ["asym", "asym-n"]\n'
    assert names(tmp_path, text) == [
        "q, mono, fixpoint",
        "q, mono, z3",
        *(f"q, agar, {rule}, {backend}" for rule in ("asym", "asym-n") for backend in ("fixpoint", "z3")),
    ]


def test_what_is_shared_and_what_is_not(tmp_path: Path) -> None:
    text = (
        f'timeout = 500\nmemory = 100000\nrule = "asym"\n{HEAD}{HEAD}name = "other"\ntimeout = 750.5\nmethod = "agar"'
    )
    first, second = read_suite(write_suite(tmp_path, text)).cases
    assert (first.name, first.limits) == ("L1.json, L2.json", symag.Limits(500, memory_mb=100_000))
    assert (second.name, second.limits.seconds) == ("other", 750.5)
    assert (first.ways, second.ways) == (({},), ({"method": "agar", "rule": "asym"},))


def test_decompositions(tmp_path: Path) -> None:
    text = f'{HEAD}name = "q"\nmethod = ["mono", "learn"]\nrelation = "traces"\n'.replace("P.json", "any.json")
    write_suite(tmp_path)
    symag.save(symag.LPTS.build("0", [("0", "input", "0")], name="any"), tmp_path / "any.json")
    for name, rows in (("L1", [("0", "input", "0")]), ("L2", [("0", "send", "0")]), ("L3", [("0", "ack", "0")])):
        symag.save(symag.LPTS.build("0", rows, name=name), tmp_path / f"{name}.json")
    text = text.replace('"L2.json"]', '"L2.json", "L3.json"]')

    def read(more: str) -> list[str]:
        (tmp_path / "suite.toml").write_text(text + more)
        return [one.job.name for one in plan(read_suite(tmp_path / "suite.toml"))]

    assert read("") == ["q, traces, mono", "q, learn, asym-n, traces"]
    sides = ["L1 | L2, L3", "L2 | L1, L3", "L1, L2 | L3", "L3 | L1, L2", "L1, L3 | L2", "L2, L3 | L1"]
    learned = [f"q, {side}, learn, asym, traces" for side in sides]
    assert read('decompositions = "all"') == ["q, traces, mono", *learned]
    assert read('decompositions = [["L2"], ["L3", "L1"]]') == ["q, traces, mono", learned[1], learned[4]]
    case = read_suite(tmp_path / "suite.toml").cases[0]
    components, _ = case.decompositions["L1, L3 | L2"].models()
    assert [[model.name for model in side] for side in components] == [["L1", "L3"], ["L2"]]  # type: ignore[union-attr]
    for wrong, said in (
        ('"some"', "'some' is not right here"),
        ("[[]]", "an item of the list is"),
        ('[["L4"]]', "there is no component 'L4': choose from L1, L2, L3"),
        ('[["L1", "L2", "L3"]]', "none is left for the second side"),
    ):
        with pytest.raises(InputError, match=rf"suite\.toml:\d+: check\[1\]\.decompositions: .*{said}"):
            read(f"decompositions = {wrong}")


def test_constants_and_questions_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "m.lts").write_text(
        "const N = 1\nproperty P = (a -> P).\nproperty Q = (b -> Q).\n"
        "A = (a -> A | when (N > 1) b -> A).\n||S = (A || P || Q)."
    )
    head = '[[check]]\nname = "q"\nmodels = "m.lts"\nconstants = { N = [1, 2] }\n'
    found = names(tmp_path, head)
    assert found == [f"q, N={n}: {one}, traces" for n in (1, 2) for one in ("S satisfies P", "S satisfies Q")]
    assert names(tmp_path, f"{head}assertion = 2") == [f"q, N={n}, traces" for n in (1, 2)]
    with pytest.raises(InputError, match=r"suite\.toml:4: check\[1\]\.constants: .*a value is given for 'M'"):
        names(tmp_path, head.replace("N = [", "M = ["))


def test_the_key_of_a_job_has_the_models_and_the_sides(tmp_path: Path) -> None:
    text = f'{HEAD}name = "q"\nmethod = "agar"\ndecompositions = "all"\nrepetitions = 2'
    jobs = plan(read_suite(write_suite(tmp_path, text)))
    keys = [one.job.key for one in jobs]
    assert len(set(keys)) == len(jobs) == 4
    assert [one.job.key for one in plan(read_suite(tmp_path / "suite.toml"))] == keys
    (tmp_path / "suite.toml").write_text(text.replace('"q"', '"renamed"') + "\ntimeout = 3")
    assert [one.job.key for one in plan(read_suite(tmp_path / "suite.toml"))] == keys
    symag.save(symag.LPTS.build("0", [("0", "input", "0")], name="P"), tmp_path / "P.json")
    assert not set(keys) & {one.job.key for one in plan(read_suite(tmp_path / "suite.toml"))}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = [1,\n", r"2:1: this is not TOML: invalid value"),
        ("[[check]\n", r"1:\d+: this is not TOML: "),
        ("", "there is nothing to check: write a table"),
        ("check = []", "there is nothing to check"),
        (f"spec = 'P.json'\n{HEAD}", r"1: spec: this is a key of a check: write it under \[\[check\]\]"),
        ("\nmetod = 'mono'", r"2: metod: there is no such key: did you mean 'method'\?"),
        ("name = 3", r"1: name: 3 is not right here: give a text"),
        (f"method = 'mono'\n{HEAD}\n\nmetod = 1", r"7: check\[1\]\.metod: there is no such key: did you mean"),
        (f"{HEAD}{HEAD}zzzzz = 1", r"7: check\[2\]\.zzzzz: there is no such key: choose from name, models"),
        (f"{HEAD}method = 'mon'", r"4: check\[1\]\.method: the method 'mon' is not known: choose from auto"),
        (f"{HEAD}method = []", r"4: check\[1\]\.method: the list is empty"),
        (f"{HEAD}method = ['mono', 'mono']", r"4: check\[1\]\.method: a value is there twice"),
        (f"{HEAD}method = ['mono',\n 3]", r"4: check\[1\]\.method: 3 is not right here: give a text"),
        (f"{HEAD}backend = 'z4'", r"4: check\[1\]\.backend: "),
        (f"{HEAD}timeout = true", r"4: check\[1\]\.timeout: True is not right here: give a whole number or a number"),
        (f"{HEAD}timeout = [1, 2]", r"4: check\[1\]\.timeout: \[1, 2\] is not right here"),
        (f"timeout = -1\n{HEAD}", r"1: timeout: the limit timeout must be greater than zero"),
        (f"{HEAD}repetitions = 0", r"4: check\[1\]\.repetitions: give 1 or more"),
        (f"{HEAD}expected = 'maybe'", r"4: check\[1\]\.expected: 'maybe' is not right here"),
        (f"{HEAD}property = 'P<=1 [ F a ]'", r"4: check\[1\]\.property: .*leave spec out"),
        (f"{HEAD}assertion = 1", r"4: check\[1\]\.assertion: "),
        (f"{HEAD}constants = {{ N = [] }}", r"4: check\[1\]\.constants\.N: give a number"),
        (
            f"{HEAD}rule = 'symmetric'\nmethod = 'agar'",
            r"1: check\[1\]: the rule 'symmetric' goes with the method 'learn'",
        ),
        (f"{HEAD}rule = ['asym', 'symmetric']\nmethod = 'agar'", r"4: check\[1\]\.rule: 'symmetric' goes with none"),
        (f"{HEAD}relation = 'traces'", r"1: check\[1\]: .*probabilistic"),
        ("[[check]]\nspec = 'P.json'", r"1: check\[1\]\.models: the components are missing"),
        ("[[check]]\nmodels = 'none.json'\nspec = 'P.json'", r"2: check\[1\]\.models: .*none\.json: cannot be read"),
        ("[[check]]\nmodels = 'L1.json'\nspec = 'none.json'", r"3: check\[1\]\.spec: .*none\.json: cannot be read"),
        ("[[check]]\nmodels = 'L1.json'\nproperty = 'P<=2 ['", r"3: check\[1\]\.property: "),
        ("[[check]]\nmodels = 'L1.json'", r"2: check\[1\]\.models: .*asks no question of its own"),
        (f"{HEAD}{HEAD}", r"4: check\[2\]\.name: two checks are called 'L1\.json, L2\.json'"),
        (f"{HEAD}name = 'a'\n{HEAD}name = 'b'", r"a and b are the same check: leave one out"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        plan(read_suite(write_suite(tmp_path, text)))
    message = str(raised.value)
    assert re.search(rf"suite\.toml:{said}" if said[0].isdigit() else said, message), message
    assert "\n" not in message


def test_places_in_toml() -> None:
    text = (
        '# a comment\nname = "x"\nlist = [1,\n 2]\n[[check]]\nname = "a"\nc = { N = 3, M = 2 }\n\n'
        '[[check]]\ns = """\n[[check]]\n"""\nb.c = 1\n[check.inner]\nz = 1\n[other.x]\n"y z" = 1\n'
    )
    places = {
        ("name",): 2,
        ("list",): 3,
        ("check", 0): 5,
        ("check", 0, "name"): 6,
        ("check", 0, "c", "M"): 7,
        ("check", 0, "missing"): 5,
        ("check", 1, "s"): 10,
        ("check", 1, "b", "c"): 13,
        ("check", 1, "inner", "z"): 15,
        ("other", "x", "y z"): 17,
        ("nowhere",): None,
    }
    assert {path: line_of(text, path) for path in places} == places
    assert line_of("x = [\n" + "1,\n" * 10_000 + "]\ny = 1\n", ("y",)) is None, "a statement that is too long"


def test_the_readme_explains_every_key() -> None:
    text = (ROOT / "symag" / "study" / "README.md").read_text(encoding="utf-8")
    for key in (SUITE_KEYS.keys() | CHECK_KEYS.keys()) - OPTION_KEYS.keys() - {"check"}:
        assert f"`{key}`" in text
    assert "[[check]]" in text


FLOW = ROOT / "examples" / "flow"
ELEVATOR = f'[[check]]\nname = "q"\nmodels = "{FLOW / "elevator.ada"}"\nspec = "{FLOW / "doors.lts"}"\n'


def test_programs_have_constraints_and_sides(tmp_path: Path) -> None:
    """The flow graph is refined to the question, as for `symag check`; methods by parts see each decomposition."""
    by_parts = 'constraint = "VA(x)"\nsides = ["car/controller", "controller/car"]\nmethod = ["mono", "learn"]\n'
    case = read_suite(write_suite(tmp_path, ELEVATOR + by_parts)).cases[0]
    assert names(tmp_path, ELEVATOR + by_parts) == [
        "q, mono",
        "q, car/controller, learn, asym",
        "q, controller/car, learn, asym",
    ]
    components, _ = case.subject.models()
    assert [model.name for model in flatten(components)] == ["elevator", "VA(x)"]
    table = symag.study(write_suite(tmp_path, ELEVATOR + by_parts), scheduler="here")
    assert {row["verdict"] for row in table} == {"holds"}
    assert names(tmp_path, ELEVATOR) == ["q"]
    table = symag.study(write_suite(tmp_path, ELEVATOR), scheduler="here")
    assert [row["verdict"] for row in table] == ["violated"], "without VA(x), the graph has a path that is no execution"
    symag.save(symag.LPTS.build("s", [], ["move_car"], name="never"), tmp_path / "never.json")
    table = symag.study(write_suite(tmp_path, f'{ELEVATOR}constraint = "never.json"\n'), scheduler="here")
    assert [row["verdict"] for row in table] == ["holds"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'{ELEVATOR}constraint = "VA(y)"\n', "the constraint 'VA(y)' is about no variable"),
        (f'{ELEVATOR}constraint = "auto"\n', "name here what it finds"),
        (f'{ELEVATOR}sides = "car/cab"\nmethod = "learn"\n', "there is no task 'cab'"),
        (f'{ELEVATOR}constraint = "VA(x)"\nsides = "car/cab"\n', "check[1].sides: "),
        (f'{ELEVATOR.replace("elevator", "none")}constraint = "VA(x)"\n', "check[1].models: "),
        (f'{ELEVATOR}sides = "car/controller"\nmethod = "mono"\n', "no method here works by parts"),
        (f'{ELEVATOR}decompositions = "all"\n', "by the key sides"),
        (f'{HEAD}sides = "L1/L2"\n', "this goes with one program, an .ada file"),
        (f'[[check]]\nmodels = "{FLOW / "elevator.ada"}"\nconstraint = "VA(x)"\n', "goes with one program and spec"),
    ],
)
def test_wrong_questions_about_programs(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as found:
        read_suite(write_suite(tmp_path, text))
    assert message in str(found.value)
