"""The case studies of CAV'08: their properties hold, their wrong variants are found out, their tables are measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import symag
from symag.formats import ConstantValues, read_components
from symag.limits import Limits, Watch
from symag.operators import is_deterministic
from symag.study.cases.cav08 import CASES, system
from symag.study.cases.cav08_texts import FILES
from symag.study.cases.decompositions import most_balanced, two_way

EXAMPLES = Path(__file__).parents[2] / "examples" / "cav08"
SMALL = 2
"""A parameter for which every method takes less than a second."""


@pytest.mark.parametrize(
    ("name", "parameter", "tasks", "first", "second", "whole"),
    [
        ("Channel", 1, 2, 6, 3, 4),
        ("Channel", 4, 5, 6, 9, 10),
        ("Gas Station", 2, 5, 239, 117, 137),
        ("Gas Station", 3, 6, 2_121, 400, 1_187),
        ("Gas Station", 4, 7, 17_983, 1_025, 8_877),
        ("Gas Station", 5, 8, 147_833, 2_196, 60_775),
        ("Chiron, property 2", 2, 6, 175, 48, 315),
        ("Chiron, property 3", 2, 6, 198, 48, 315),
        ("Chiron, property 2", 4, 8, 859, 1_280, 2_801),
        ("MER", 2, 3, 720, 129, 452),
        ("MER", 3, 4, 12_096, 340, 4_234),
        ("Rover Exec.", 2, 4, 518, 28, 513),
        ("Chiron, property 2, by cells", 4, 16, 859, 3_328, 5_865),
        ("Rover Exec., by cells", 2, 6, 518, 34, 963),
    ],
)
def test_sizes(name: str, parameter: int, tasks: int, first: int, second: int, whole: int) -> None:
    """Close to the paper's |M1 ‖ Perr| and |M2|, without the error; nobody is ever stuck."""
    found = system(name, parameter)
    everything = symag.compose(*found.first, *found.second)
    assert len(found.first) + len(found.second) == tasks
    assert symag.compose(*found.first, found.specification).num_states == first
    assert symag.compose(*found.second).num_states == second
    assert everything.num_states == whole
    assert all(one < other for one, other in zip(everything.first, everything.first[1:], strict=False))


METHODS: dict[str, dict[str, Any]] = {
    "mono": {"method": "mono"},
    "auto": {"method": "auto"},
    "agar": {"method": "agar", "rule": "asym"},
    "agar, alphabet": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "agar, alphabet, plain": {"method": "agar", "rule": "asym", "alphabet_refinement": True, "reduce": False},
    "agar, asym-n": {"method": "agar", "rule": "asym-n", "alphabet_refinement": True, "order": "auto"},
    "learn": {"method": "learn", "rule": "asym"},
    "learn, alphabet": {"method": "learn", "rule": "asym", "alphabet_refinement": True},
}


def methods(name: str) -> dict[str, dict[str, Any]]:
    """All of them; learning over the whole alphabet of MER takes seconds."""
    return {method: options for method, options in METHODS.items() if (name, method) != ("MER", "learn")}


@pytest.mark.parametrize("name", CASES)
def test_every_method_proves_them(name: str) -> None:
    first, second, specification = system(name, SMALL)
    for options in methods(name).values():
        verdict = symag.check([first, second], specification, relation="traces", **options, audit=True)
        assert verdict.verdict == "holds", options
        assert verdict.audited, options


@pytest.mark.parametrize("name", CASES)
def test_every_method_finds_out_what_is_wrong(name: str) -> None:
    first, second, specification = system(name, SMALL, wrong=True)
    shortest = 0
    for options in methods(name).values():
        verdict = symag.check([first, second], specification, relation="traces", **options, audit=True)
        assert verdict.verdict == "violated", options
        assert verdict.audited, options
        assert verdict.counterexample is not None
        shortest = shortest or len(verdict.counterexample.trace)  # by the first method, mono
        assert len(verdict.counterexample.trace) >= shortest, options


@pytest.mark.parametrize(("customers", "whole", "times"), [(4, 8_877, 3), (5, 60_775, 10)])
def test_the_assumption_about_the_office_does_not_grow_with_the_customers(
    customers: int, whole: int, times: int
) -> None:
    """Nor does it take as many states as the monolithic method: a tenth, at 5 customers as in the paper."""
    first, second, specification = system("Gas Station", customers)
    mono, agar = (
        symag.check([first, second], specification, relation="traces", **METHODS[method], audit=False)
        for method in ("mono", "agar, alphabet")
    )
    assert agar.verdict == "holds"
    assert agar.assumptions[0].num_states == 6
    assert mono.statistics["states_explored"] == whole
    assert agar.statistics["states_explored"] <= whole / times


# The same systems, by cells


@pytest.mark.parametrize("parameter", [2, 3, 4])
@pytest.mark.parametrize(
    ("file", "process"),
    [
        ("chiron.lts", "DISPATCH"),
        ("chiron.lts", "IMPATIENT_DISPATCH"),
        ("chiron.lts", "CONFUSED_DISPATCH"),
        ("rover.lts", "MONITORING"),
    ],
)
def test_cells_do_what_one_process_does(file: str, process: str, parameter: int) -> None:
    """They are bisimilar once `bit` is hidden: they have the same traces; nothing else can happen where a bit is read,
    so that reading it is no choice; and without these states, both are deterministic."""

    def read(name: str) -> symag.LPTS:
        return symag.compose(*read_components(FILES[file], "lts", ConstantValues({"K": parameter}), process=name))

    one, cells = read(process), read(f"{process}_BY_CELLS")
    bits = {action for action in cells.alphabet if action.startswith("bit[")}
    hidden = symag.hide(cells, bits)
    assert hidden.alphabet == one.alphabet
    for below, above in ((hidden, one), (one, hidden)):
        assert symag.check([below], above, relation="traces", audit=False)
    moves = [[move.action for move in cells.transitions_of(state)] for state in range(cells.num_states)]
    assert all(len(actions) == 1 for actions in moves if not bits.isdisjoint(actions))
    assert is_deterministic(one)
    assert is_deterministic(cells)


@pytest.mark.parametrize("name", ["Chiron, property 2, by cells", "Rover Exec., by cells"])
def test_twice_the_cells_are_twice_the_states(name: str) -> None:
    """Of all components together; one dispatcher or monitor has the square."""
    few, many = (sum(part.num_states for part in system(name, parameter).second) for parameter in (8, 16))
    assert many <= 2 * few


def test_the_example_files_are_what_is_written_today() -> None:
    assert {file.name: file.read_text() for file in EXAMPLES.glob("*.lts")} == FILES


# Decompositions


def test_all_two_way_decompositions() -> None:
    """30 of Gas Station, 62 of Chiron, as in TOSEM 2008."""
    assert [len(set(two_way(tasks))) for tasks in (2, 5, 6)] == [2, 30, 62]


@pytest.mark.parametrize("name", ["Gas Station", "MER", "Rover Exec."])
def test_the_most_balanced_one_is_as_good_as_any(name: str) -> None:
    found = system(name, 2)
    parts = (*found.first, *found.second)

    def difference(first: tuple[int, ...]) -> int:
        one = symag.compose(*(parts[i] for i in first), found.specification).num_states + 1
        return abs(one - symag.compose(*(part for i, part in enumerate(parts) if i not in first)).num_states)

    best = most_balanced(parts, found.specification, Watch())
    assert best is not None
    assert best.complete
    assert abs(best.first_states - best.second_states) == difference(best.first)
    assert difference(best.first) == min(map(difference, two_way(len(parts))))


def test_decompositions_within_limits() -> None:
    found = system("MER", 2)
    parts = (*found.first, *found.second)
    assert most_balanced(parts, found.specification, Watch(Limits(seconds=1e-9))) is None
    assert most_balanced(parts, found.specification, Watch(), most=10) is None
