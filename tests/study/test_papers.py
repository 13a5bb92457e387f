"""The worked examples of the papers have the papers' answers, from every backend and by every method."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS
from symag.study.cases.papers import (
    EXAMPLES,
    FIG1_L,
    FIG1_L1,
    FIG1_L2,
    FIG1_P,
    FIG3_L1,
    FIG3_L2,
    PaperExample,
)
from tests.backends import BACKENDS

every_backend = pytest.mark.parametrize("backend", BACKENDS)
SIMULATION = [example for example in EXAMPLES.values() if example.relation == "simulation"]
TRACES = [example for example in EXAMPLES.values() if example.relation == "traces"]
VIOLATED = [example for example in SIMULATION if example.verdict == "violated"]


def names(examples: list[PaperExample]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", examples, ids=lambda example: example.name)


def test_fig_1_composes_as_in_the_paper() -> None:
    assert symag.compose(FIG1_L1, FIG1_L2).is_isomorphic_to(FIG1_L)
    assert all(model.is_reactive and model.is_fully_probabilistic for model in (FIG1_L, FIG1_L1, FIG1_L2, FIG1_P))
    assert FIG1_L1.is_lts
    assert not FIG1_L2.is_lts


@every_backend
@pytest.mark.parametrize("components", [[FIG1_L], [FIG1_L1, FIG1_L2], [FIG1_L2, [FIG1_L1]]])
def test_fig_1_holds(components: list[LPTS], backend: str) -> None:
    verdict = symag.check(components, FIG1_P, backend=backend)
    assert verdict.verdict == "holds"
    assert verdict
    assert verdict.audited
    assert isinstance(verdict.certificate, symag.SimulationRelation)
    assert len(verdict.certificate.row_of) == 4


@every_backend
@names(VIOLATED)
def test_counterexamples_are_trees_of_the_papers_kind(example: PaperExample, backend: str) -> None:
    """Audited, below the system and not below the specification."""
    components, specification = list(example.components), example.specification
    verdict = symag.check(components, specification, backend=backend)
    assert (verdict.verdict, verdict.audited, verdict.backend) == ("violated", True, backend.partition("/")[0])
    assert verdict.counterexample is not None
    assert verdict.counterexample.minimal
    tree = verdict.counterexample.to_lpts()
    assert tree.is_tree
    assert symag.check([tree], symag.compose(*components)).verdict == "holds"
    assert symag.check([tree], specification).verdict == "violated"
    assert example.is_reactive in (None, tree.is_reactive)
    assert example.is_fully_probabilistic in (None, tree.is_fully_probabilistic)


@names([example for example in VIOLATED if example.depth is not None])
def test_the_fixpoint_has_trees_of_least_depth(example: PaperExample) -> None:
    counterexample = symag.check(list(example.components), example.specification).counterexample
    assert counterexample is not None
    assert counterexample.depth == example.depth


@every_backend
def test_fig_3_has_a_tree_with_an_execution_mapping(backend: str) -> None:
    counterexample = symag.check([FIG3_L1], FIG3_L2, backend=backend).counterexample
    assert counterexample is not None
    tree = counterexample.tree
    assert [tree.mapping(n) for n in range(3)] == [("s0",), ("s1",), ("s2",)]
    actions = {action for _, action, _ in counterexample.to_lpts().transitions()}
    assert actions == {"a", "c"}, "s1 and its c is all it takes"


@pytest.mark.parametrize("method", ["auto", "mono", "agar", "cegar"])
@names([example for example in SIMULATION if len(example.components) > 1])
def test_every_method_for_simulation(example: PaperExample, method: str) -> None:
    verdict = symag.check(list(example.components), example.specification, method=method)
    assert (verdict.verdict, verdict.audited) == (example.verdict, True)


@pytest.mark.parametrize("method", ["auto", "mono", "agar", "learn", "cegar"])
@names(TRACES)
def test_every_method_for_traces(example: PaperExample, method: str) -> None:
    verdict = symag.check(list(example.components), example.specification, relation="traces", method=method)
    assert (verdict.verdict, verdict.audited) == (example.verdict, True)
    if example.trace is not None:
        assert verdict.counterexample is not None
        assert len(verdict.counterexample.trace) == len(example.trace)
        assert method != "mono" or verdict.counterexample.trace == example.trace
