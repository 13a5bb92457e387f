"""The case studies of CAV'12: their sizes are the paper's, their specifications hold, slightly wrong ones do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import symag
from symag.formats import read_components
from symag.model import LPTS
from symag.study.cases.cav12 import CASES, PrismCase, client_server, rovers, sensor_network

EXAMPLES = Path(__file__).parents[2] / "examples" / "cav12"


def read(text: str) -> tuple[LPTS, ...]:
    return read_components(text, "prism")


def models(case: PrismCase) -> tuple[list[tuple[LPTS, ...]], LPTS]:
    (specification,) = read(case.specification)
    return [read(case.first[1]), read(case.second[1])], specification


@pytest.mark.parametrize(
    ("case", "whole", "spec", "first", "second", "largest"),
    [
        (client_server(5, 1), 94, 16, 36, 405, 36),
        (client_server(6, 1), 136, 19, 49, 1_215, 49),
        (client_server(7, 1), 186, 22, 64, 3_645, 64),
        (client_server(2), 34, 15, 25, 9, 9),
        (client_server(3), 184, 54, 125, 16, 16),
        (client_server(4), 960, 189, 625, 25, 25),
        (rovers(3), 15_622, 12, 278, 12**3, 278),
        (rovers(4), 119_305, 15, 465, 12**4, 465),
        (rovers(5), 841_300, 18, 700, 12**5, 700),
        (sensor_network(1), 433, 18, 43, 32, 126),
        (sensor_network(2), 7_472, 54, 796, 32, 252),
        (sensor_network(3), 74_649, 162, 7_545, 32, 378),
    ],
)
def test_sizes_of_table_1(case: PrismCase, whole: int, spec: int, first: int, second: int, largest: int) -> None:
    sides, specification = models(case)
    assert specification.num_states == spec
    assert [symag.compose(*side).num_states for side in sides] == [first, second]
    assert symag.compose(*sides[0], *sides[1]).num_states == whole
    assert max(model.num_states for side in sides for model in side) == largest


@pytest.mark.parametrize(("sensors", "whole"), [(1, 462), (2, 7_860), (3, 77_766)])
def test_a_channel_that_starts_without_a_message_gives_the_papers_system(sensors: int, whole: int) -> None:
    sides, _ = models(sensor_network(sensors, last_message=0))
    assert symag.compose(*sides[0], *sides[1]).num_states == whole


METHODS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "mono, reduced": {"method": "mono", "reduce": True},
    "asym": {"method": "agar", "rule": "asym"},
    "asym, plain": {"method": "agar", "rule": "asym", "reduce": False},
    "asym-n": {"method": "agar", "rule": "asym-n", "order": "auto"},
    "asym-n, as given": {"method": "agar", "rule": "asym-n"},
    "cegar": {"method": "cegar"},
    "auto": {"method": "auto"},
}
SMALL = {"CS_1": 3, "CS_N": 2, "MER": 2, "SN": 1}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", SMALL)
def test_every_method_proves_them(case: str, method: str) -> None:
    sides, specification = models(CASES[case](SMALL[case]))
    verdict = symag.check(sides, specification, **METHODS[method], audit=True)
    assert verdict.verdict == "holds"
    assert verdict.audited


WRONG = {
    "CS_1, a chance": ("CS_1", "0.9:(sure1'=0) + 0.1:(sure1'=1)", "0.900001:(sure1'=0) + 0.099999:(sure1'=1)"),
    "CS_1, a transition": ("CS_1", "  [use2]    holder=2 -> true;\n", "  [use2]    false -> true;\n"),
    "CS_1, a guard": ("CS_1", "[cancel1] holder=1", "[cancel1] holder=1 & sure1=1"),
    "CS_N, a chance": ("CS_N", "0.9:(sure2'=0) + 0.1:(sure2'=1)", "0.899999:(sure2'=0) + 0.100001:(sure2'=1)"),
    "CS_N, a transition": ("CS_N", "  [cancel1] holder=1 -> (holder'=0);\n", ""),
    "CS_N, a guard": ("CS_N", "[grant2]  holder=0 & sure2=0", "[grant2]  holder=0 & sure2=0 & sure1=0"),
    "MER, a chance": (
        "MER",
        "[use_radio1]    holder=1 & state=0 -> 0.5:(state'=1) + 0.5:(state'=2)",
        "[use_radio1]    holder=1 & state=0 -> 0.500001:(state'=1) + 0.499999:(state'=2)",
    ),
    "MER, a transition": ("MER", "  [ask_radio2]    holder!=2 | state=2 -> true;\n", "  [ask_radio2] false -> true;\n"),
    "MER, a guard": ("MER", "[cancel_radio2] holder=2 & state>0", "[cancel_radio2] holder=2 & state=1"),
    "SN, a chance": ("SN", "0.8:(delivering'=true) + 0.2:true", "0.800001:(delivering'=true) + 0.199999:true"),
    "SN, a transition": ("SN", "  [crash] x=2 -> true;\n", "  [crash] false -> true;\n"),
    "SN, a guard": ("SN", "[alert] delivering & x=0 ->", "[alert] delivering & x=0 & phase1=1 ->"),
}
"""Off by a millionth, without a transition, or with a guard that is too strong."""


@pytest.mark.parametrize("wrong", WRONG)
def test_every_method_refutes_specifications_that_are_slightly_wrong(wrong: str) -> None:
    name, right, instead = WRONG[wrong]
    case = CASES[name](SMALL[name])
    assert right in case.specification
    sides, specification = models(case._replace(specification=case.specification.replace(right, instead)))
    for options in METHODS.values():
        verdict = symag.check(sides, specification, **options, audit=True)
        assert verdict.verdict == "violated", options
        assert verdict.audited, options


@pytest.mark.parametrize("case", CASES)
def test_the_example_files_are_what_is_written_today(case: str) -> None:
    (folder,) = EXAMPLES.glob(f"{case}-*")
    texts = CASES[case](int(folder.name.rpartition("-")[2])).files()
    assert {file.name: file.read_text() for file in folder.iterdir()} == texts


def test_a_system_that_nobody_could_compose() -> None:
    """MER with 7 users: over 10^7 states if composed as they are."""
    sides, specification = models(rovers(7))
    verdict = symag.check(sides, specification, method="agar", rule="asym-n", order="auto", audit=False)
    assert verdict.verdict == "holds"
    assert max(assumption.num_states for assumption in verdict.assumptions) < 100
    assert verdict.statistics["largest_composition"] < 50_000


def test_a_long_place_is_shown_by_what_changes() -> None:
    """At the root everything, later only the variables that have another value than before."""
    case = rovers(2)
    name, right, instead = WRONG["MER, a guard"]
    sides, specification = models(case._replace(specification=case.specification.replace(right, instead)))
    verdict = symag.check(sides, specification)
    assert name == "MER"
    assert verdict.counterexample is not None
    text = str(verdict.counterexample)
    assert text.count("rescind1=false") == 1
    assert "ask_radio2 → n3 (arbiter: turn=2, grant_radio=true; user2: s2=2; …)" in text
