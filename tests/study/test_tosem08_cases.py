"""The subjects of TOSEM 2008: their properties hold, their wrong variants are found out, their decompositions are
those of the paper."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import symag
from symag.errors import InternalError
from symag.operators import Symmetries
from symag.study.cases.decompositions import FirstSide, Tasks, all_first_sides, generalised, up_to_symmetry
from symag.study.cases.tosem08 import CASES, SYSTEMS, Tosem08Subject
from symag.study.cases.tosem08_published import COUNTS, FLAVERS, LTSA, TABLE_4, TABLE_5
from symag.study.cases.tosem08_texts import FILES

EXAMPLES = Path(__file__).parents[2] / "examples" / "tosem08"
MONO: dict[str, Any] = {"method": "mono", "audit": False}
METHODS: dict[str, dict[str, Any]] = {
    "AGAR, alphabet": {"method": "agar", "rule": "asym", "alphabet_refinement": True},
    "learning": {"method": "learn", "rule": "asym"},
    "learning, alphabet": {"method": "learn", "rule": "asym", "alphabet_refinement": True},
}
SIZES = {
    "Chiron single": (315, 1_005, 2_801),
    "Chiron multiple": (707, 1_935, 4_879),
    "Gas Station": (137, 1_187, 8_877),
    "Peterson": (48, 1_869, None),
    "Relay": (12, 18, 24),
    "Smokers": (51, 112, 197),
}
"""States of the whole at sizes 2, 3 and 4, as examples/tosem08/README.md has them."""


def check(subject: Tosem08Subject, **options: Any) -> symag.Verdict:
    components, specification = subject.models()
    return symag.check(components, specification, relation="traces", **options)


def test_the_example_files_are_what_is_written_today() -> None:
    assert {file.name: file.read_text() for file in EXAMPLES.glob("*.lts")} == FILES


def test_the_30_subjects_of_table_1() -> None:
    assert list(CASES) == [*range(1, 8), 9, *range(10, 17), 18, *range(19, 33)]
    for name, system in SYSTEMS.items():
        assert sum(case.system is system for case in CASES.values()) == LTSA.systems[name].properties


@pytest.mark.parametrize("name", SYSTEMS)
def test_sizes_and_no_deadlock(name: str) -> None:
    """Every component belongs to a task, and nothing ever stops."""
    number = next(number for number, case in CASES.items() if case.system.name == name)
    for size, states in zip((2, 3, 4), SIZES[name], strict=True):
        if states is None:
            continue
        (components,), _ = Tosem08Subject(number, size).models()
        assert len(components) >= len(SYSTEMS[name].tasks(size).names)
        system = symag.compose(*components)
        assert system.num_states == states
        assert all(one < other for one, other in zip(system.first, system.first[1:], strict=False))


@pytest.mark.parametrize("number", CASES)
def test_each_property_holds_and_each_variant_violates_it(number: int) -> None:
    for size in (2, 3):
        assert check(Tosem08Subject(number, size), **MONO).verdict == "holds"
        assert check(Tosem08Subject(number, size, violated=True), **MONO).verdict == "violated"


@pytest.mark.slow
@pytest.mark.parametrize("number", CASES)
def test_larger_ones_do_as_well(number: int) -> None:
    for size in (4, 5) if number != 23 else (4,):
        assert check(Tosem08Subject(number, size), **MONO).verdict == "holds"
        assert check(Tosem08Subject(number, size, violated=True), **MONO).verdict == "violated"


SAMPLE = [
    (number, method, list(all_first_sides(case.system.tasks(2)))[number * 7 % 62 % (4 if number > 22 else 30)])
    for (number, case), method in zip(CASES.items(), cycle(METHODS), strict=False)
]
"""For each subject, one of the methods and one of the decompositions."""


@pytest.mark.parametrize(("number", "method", "first"), SAMPLE)
def test_methods_by_parts_agree(number: int, method: str, first: FirstSide) -> None:
    for violated, expected in ((False, "holds"), (True, "violated")):
        verdict = check(Tosem08Subject(number, 2, first, violated), **METHODS[method])
        assert verdict.verdict == expected
        assert verdict.audited


def test_a_side_has_the_components_of_its_tasks() -> None:
    (first, second), _ = Tosem08Subject(23, 3, ("process2", "variables")).models()
    assert [part.name for part in second] == ["PROCESS(1)", "PROCESS(3)"]
    assert [part.name for part in first] == ["PROCESS(2)", "LEVEL(1)", "LEVEL(2)", "LEVEL(3)", "LAST(1)", "LAST(2)"]
    with pytest.raises(InternalError, match="has no task 'runner1'"):
        Tosem08Subject(23, 3, ("runner1",)).models()


# Decompositions


def test_numbers_of_decompositions() -> None:
    """Table II; and of all subjects, at sizes 2 to 5."""
    for name, system in SYSTEMS.items():
        firsts = list(all_first_sides(system.tasks(2)))
        assert len(firsts) == len(set(firsts)) == LTSA.systems[name].decompositions
        assert () not in firsts
        assert system.tasks(2).names not in firsts
        others = {tuple(task for task in system.tasks(2).names if task not in first) for first in firsts}
        assert others == set(firsts), "both orders are there"
    for size, count in COUNTS.items():
        assert sum(len(list(all_first_sides(case.system.tasks(size)))) for case in CASES.values()) == count


SMALL, LARGE = Tasks(("t1", "t2"), ("x", "y")), Tasks(("t1", "t2", "t3", "t4"), ("x", "y"))


@pytest.mark.parametrize(
    ("first", "apart", "expected"),
    [
        ("x", (), "x"),
        ("t1 t2", (), "t1 t2 t3 t4"),
        ("t1 t2 y", (1,), "t1 t2 t3 t4 y"),
        ("t1 x", (), "t1 x"),
        ("t2 x y", (), "t2 t3 t4 x y"),
        ("t1", (1,), "t1"),
        ("t2", (1,), "t2 t3 t4"),
        ("t1", (2,), "t1 t3 t4"),
        ("t2", (2,), "t2"),
        ("t1 y", (1, 2), "t1 y"),
        ("t2 y", (1, 2), "t2 t3 t4 y"),
        ("x y", (1, 2), "x y"),
    ],
)
def test_a_decomposition_is_generalised(first: str, apart: tuple[int, ...], expected: str) -> None:
    """By hand, after Fig. 3: tasks that are not repeated stay; so do repeated ones that were together. Otherwise the
    one that is treated in another way, or the one with the smallest ID, stays, and the rest is opposite to it."""
    assert generalised(first.split(), SMALL, LARGE, apart) == tuple(expected.split())


@pytest.mark.parametrize("number", CASES)
def test_size_2_is_its_own_generalisation(number: int) -> None:
    case = CASES[number]
    small, large = case.system.tasks(2), case.system.tasks(5)
    for first in all_first_sides(small):
        assert generalised(first, small, small, case.apart) == first
        larger = generalised(first, small, large, case.apart)
        assert set(larger) & set(small.names) == set(first)
        assert set(larger) < set(large.names)


def test_only_size_2_is_generalised() -> None:
    with pytest.raises(InternalError, match="size 2"):
        generalised(("t1",), LARGE, LARGE)


def test_symmetric_decompositions() -> None:
    """Nothing tells the two customers apart for property 21: of 8 ways to divide the rest, 2 are with both customers
    on one side, and 1 stands for 2."""
    case = CASES[21]
    found = up_to_symmetry(all_first_sides(case.system.tasks(2)), case.alike(2))
    assert sorted(found.values()) == [1] * 14 + [2] * 8
    assert found["customer1",] == 2
    assert ("customer2",) not in found
    assert sum(found.values()) == 30
    assert sum(up_to_symmetry(all_first_sides(case.system.tasks(4)), case.alike(4)).values()) == 126


@pytest.mark.parametrize(
    ("number", "alike"),
    [
        (19, "customer1 customer2"),
        (20, "customer2 customer3"),
        (21, "customer1 customer2 customer3"),
        (22, "customer2 customer3"),
        (2, ""),
        (23, ""),
    ],
)
def test_which_tasks_are_alike(number: int, alike: str) -> None:
    """One that the property treats in another way is like no other; and artists are started in their order."""
    assert [" ".join(group) for group in CASES[number].alike(3)] == ([alike] if alike else [])


@pytest.mark.parametrize("number", [19, 20, 21, 22])
def test_what_is_said_to_be_alike_is_alike(number: int) -> None:
    """Exchange two of a group: renaming their actions in system and property changes nothing."""
    case = CASES[number]
    (components,), specification = Tosem08Subject(number, 3).models()
    tasks = case.system.tasks(3).names
    for group in case.alike(3):
        one, other = group[0][-1], group[1][-1]

        def swapped(action: str, one: str = one, other: str = other) -> str:
            names = {f"c[{one}].": f"c[{other}].", f"c[{other}].": f"c[{one}]."}
            charges = {f"charge[{one}]": f"charge[{other}]", f"charge[{other}]": f"charge[{one}]"}
            return next((action.replace(old, new) for old, new in (names | charges).items() if old in action), action)

        order = {group[0]: group[1], group[1]: group[0]}
        before = dict(zip(tasks, components, strict=True))
        after = [before[order.get(task, task)] for task in tasks]
        actions = {action: swapped(action) for part in components for action in part.alphabet}
        assert Symmetries().renaming([*components, specification], [*after, specification], actions) is not None


# What the paper prints


def test_the_published_tables_add_up() -> None:
    for verifier, total, column in ((FLAVERS, 3_088, 0), (LTSA, 2_772, 1)):
        assert sum(system.total for system in verifier.systems.values()) == total
        assert verifier.subjects == sum(counts[column] for counts in TABLE_4.values())
        assert TABLE_5[2][column] == (verifier.subjects, verifier.subjects)
        assert verifier.best.better + verifier.best.worse == verifier.subjects
        assert verifier.supplied_same + len(verifier.supplied_percent) == verifier.subjects
        worse = sum(system.total * system.worse for system in verifier.systems.values()) / total
        assert worse == pytest.approx(verifier.overall_worse, abs=1)
