"""Methods: sides of several components, the order of sides, the history, limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import symag
from symag import LPTS, InputError, LimitReached
from symag.evidence import Proof
from symag.study.cases.families import mutual_exclusion
from tests.assume.questions import assert_real


def test_the_order_of_the_components() -> None:
    """With the order "auto", whoever shares most comes first; the evidence is about the components in that order."""
    (lock, *users), specification = mutual_exclusion(3)
    given = [users[0], users[1], lock, users[2]]
    for rule in ("asym", "asym-n"):
        verdict = symag.check(given, specification, method="agar", rule=rule, order="auto")
        assert (verdict.verdict, verdict.audited) == ("holds", True)
        same = symag.check(given, specification, method="agar", rule=rule, order="given")
        assert same.components == tuple(given)
        assert (same.verdict, same.audited) == ("holds", True)
        if rule == "asym-n":
            assert verdict.components == (lock, *users)
    with pytest.raises(InputError, match="the order 'magic' is not known: choose from given, auto"):
        symag.check(given, specification, method="agar", order="magic")


def test_the_listener_gets_the_history() -> None:
    components, specification = mutual_exclusion(3)
    heard: list[dict[str, Any]] = []
    verdict = symag.check(components, specification, method="agar", rule="asym-n", on_iteration=heard.append)
    assert verdict.verdict == "holds"
    assert heard == list(verdict.history)
    assert len(heard) > 1
    assert all("splits" in entry for entry in heard[:-1])


def nested_sides(components: list[LPTS]) -> Iterator[tuple[list[Any], tuple[int, ...]]]:
    """The components as sides, with how many each has."""
    lock, *users = components
    yield [lock, users], (1, len(users))
    yield [[lock, users[0]], users[1:]], (2, len(users) - 1)
    yield [[[lock], users[:-1]], users[-1]], (len(users), 1)


@pytest.mark.parametrize("violated", [False, True])
def test_sides_of_several_components(violated: bool) -> None:
    components, specification = mutual_exclusion(3, violated)
    expected = symag.check(components, specification)
    for sides, sizes in nested_sides(components):
        for rule in ("asym", None):
            verdict = symag.check(sides, specification, method="agar", rule=rule)
            assert (verdict.verdict, verdict.audited, verdict.rule) == (expected.verdict, True, "asym")
            assert verdict.components == tuple(components)
            if not violated:
                assert isinstance(verdict.certificate, Proof)
                below = [len(premise.below) for premise in verdict.certificate.premises]
                assert below == [sizes[0] + 1, sizes[1], 1, 1, 1], "the rule's premises, and each user's reduction"
                premises = verdict.to_json()["certificate"]["premises"]
                assert [premise["above"] for premise in premises] == ["P", "A1", "R1", "R2", "R3"]
                assert len(verdict.assumptions) == 1
        each = symag.check(sides, specification, method="agar", rule="asym-n")
        assert (each.verdict, each.audited, each.rule) == (expected.verdict, True, "asym-n")
        if not violated:
            assert isinstance(each.certificate, Proof)
            assert len(each.certificate.premises) == len(components) + 3
        for method in ("mono", "cegar"):
            assert symag.check(sides, specification, method=method).verdict == expected.verdict


@pytest.mark.parametrize("method", ["mono", "agar", "cegar"])
@pytest.mark.parametrize("violated", [False, True])
def test_components_that_were_composed_before(method: str, violated: bool) -> None:
    """A composition that is given as a component is one component: the evidence is about it, not about its parts."""
    (lock, *users), specification = mutual_exclusion(3, violated)
    for components in ([lock | users[0], users[1] | users[2]], [lock, users[0] | users[1] | users[2]]):
        verdict = symag.check(components, specification, method=method)
        assert (verdict.verdict, verdict.audited) == ("violated" if violated else "holds", True)
        assert [len(model.states) for model in verdict.components] == [model.num_states for model in components]
        if violated:
            assert_real(verdict, symag.compose(*components), set())


def test_a_limit_leaves_the_history() -> None:
    """The history has what was done before the limit."""
    components, specification = mutual_exclusion(6)
    heard: list[dict[str, Any]] = []

    def hear(iteration: dict[str, Any]) -> None:
        heard.append(iteration)
        if len(heard) == 3:
            raise LimitReached("timeout", "timeout: in the third iteration")

    verdict = symag.check(components, specification, method="agar", strategy="paper", on_iteration=hear)
    assert (verdict.verdict, verdict.reason) == ("unknown", "timeout: in the third iteration")
    assert list(verdict.history) == heard
    assert len(heard) == 3


HUGE = [LPTS.build("0", [(str(i), f"a{c}", str((i + 1) % 10)) for i in range(10)], name=f"c{c}") for c in range(9)]


ORDERLY = LPTS.build("0", [(str(i), "a0", str((i + 1) % 10)) for i in range(10)])


@pytest.mark.parametrize(
    ("options", "limit", "reason"),
    [
        ({"method": "agar", "rule": "asym"}, {"max_states": 1000}, "max-states: more than 1,000 states"),
        ({"method": "agar", "rule": "asym-n"}, {"max_states": 5}, "max-states: more than 5 states"),
        ({"method": "cegar"}, {"max_states": 1000}, "max-states: more than 1,000 states"),
        ({"method": "agar", "rule": "asym"}, {"timeout": 0.2}, "timeout: 0.2 s were used up"),
        ({"method": "agar", "rule": "asym-n"}, {"timeout": 1e-9}, "timeout: 1e-09 s were used up"),
        ({"method": "cegar"}, {"timeout": 0.2}, "timeout: 0.2 s were used up"),
        ({"method": "agar", "rule": "asym-n"}, {"memory": 1}, "memory: .* MB of 1 MB"),
    ],
    ids=str,
)
def test_limits_end_in_unknown(options: dict[str, Any], limit: dict[str, Any], reason: str) -> None:
    verdict = symag.check(HUGE, ORDERLY, reduce=False, **options, **limit)
    assert verdict.verdict == "unknown"
    assert verdict.reason is not None
    assert re.match(reason, verdict.reason), verdict.reason
    assert (verdict.certificate, verdict.counterexample, verdict.assumptions) == (None, None, ())


def test_premises_keep_to_the_limits() -> None:
    """A supplied assumption, and a side of 10^8 states."""
    assumption = LPTS.build("a", [], [], name="A")
    verdict = symag.check([HUGE[0], HUGE[1:]], ORDERLY, method="agar", assumption=assumption, max_states=1000)
    assert verdict.verdict == "unknown"
    assert "max-states: more than 1,000 states" in str(verdict.reason)
