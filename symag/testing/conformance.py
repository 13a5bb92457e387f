"""What every backend must do, as tests: the right verdicts, evidence that the kernel accepts, and limits.

A subclass names its backend and inherits all tests:

    class TestMyBackend(BackendConformance):
        make = MyBackend
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from symag.check import check
from symag.errors import LimitReached
from symag.evidence import Counterexample
from symag.limits import LOOK_WORK, Limits, Watch
from symag.model import LPTS
from symag.operators import compose, expose, trim
from symag.simulation import Backend, Decision, Fixpoint, capabilities_of
from symag.smt.cases import WORD_CASES, WordCase
from symag.testing.examples import SIMULATION_EXAMPLES, TRACE_EXAMPLES, Example

__all__ = ["BackendConformance"]

BY_PARTS = tuple(example for example in SIMULATION_EXAMPLES if len(example.components) == 2)
METHODS: tuple[dict[str, Any], ...] = ({"method": "mono"}, {"method": "cegar"}, {"method": "auto"})
SIDED: tuple[dict[str, Any], ...] = ({"method": "agar", "rule": "asym"}, {"method": "agar", "rule": "asym-n"})
LONG = LPTS.build("0", [(str(i), "a", str((i + 1) % LOOK_WORK)) for i in range(LOOK_WORK)], name="long")
"""So many pairs with itself that every backend must look at the clock before it can have an answer."""


def _words(options: dict[str, Any]) -> str:
    return "-".join(map(str, options.values()))


class BackendConformance:
    """Inherit from this class, give `make`, and pytest runs the whole suite on the backend."""

    make: ClassVar[Callable[[], Backend]]
    """Makes the backend under test."""

    @pytest.fixture
    def backend(self) -> Backend:
        """The backend under test, new for every test."""
        return type(self).make()

    def test_it_follows_the_protocol(self, backend: Backend) -> None:
        """It has the members of `Backend`, and capabilities that symag can read."""
        assert isinstance(backend, Backend)
        assert isinstance(backend.name, str)
        assert backend.name
        capabilities_of(backend)

    @pytest.mark.parametrize("example", SIMULATION_EXAMPLES, ids=str)
    def test_decisions(self, backend: Backend, example: Example) -> None:
        """A relation with the initial pair, or a tree; both about the very models that were given."""
        decision, system, specification = _decided(backend, example)
        assert isinstance(decision, Decision)
        assert (decision.relation is not None) == example.holds
        if decision.relation is not None:
            assert decision.relation.system is system
            assert decision.relation.specification is specification
            assert (system.initial, specification.initial) in decision.relation
        if decision.tree is not None:
            assert decision.tree.system is system
            assert decision.tree.nodes[0].state == system.initial

    @pytest.mark.parametrize("example", SIMULATION_EXAMPLES, ids=str)
    def test_the_models_are_left_alone(self, backend: Backend, example: Example) -> None:
        """A backend reads the models, and changes nothing in them."""
        _, system, specification = _decided(backend, example)
        assert system == _system(example)
        assert specification == trim(example.specification)

    @pytest.mark.parametrize("options", METHODS, ids=_words)
    @pytest.mark.parametrize("example", SIMULATION_EXAMPLES, ids=str)
    def test_verdicts(self, backend: Backend, example: Example, options: dict[str, Any]) -> None:
        """The verdict is right, and the kernel accepts the evidence."""
        verdict = check(example.components, example.specification, backend=backend, audit=True, **options)
        assert verdict.verdict == ("holds" if example.holds else "violated")
        assert verdict.audited
        assert verdict.backend == backend.name

    @pytest.mark.parametrize("options", SIDED, ids=_words)
    @pytest.mark.parametrize("example", BY_PARTS, ids=str)
    def test_verdicts_by_parts(self, backend: Backend, example: Example, options: dict[str, Any]) -> None:
        """Assume-guarantee reasoning with this backend comes to the same verdict."""
        self.test_verdicts(backend, example, options)

    @pytest.mark.parametrize("example", [e for e in SIMULATION_EXAMPLES if not e.holds], ids=str)
    def test_trees(self, backend: Backend, example: Example) -> None:
        """A counterexample is a stochastic tree below the system and not below the specification."""
        found = _counterexample(backend, example)
        tree, system = found.to_lpts(), _system(example)
        assert tree.is_tree
        assert check([tree], system)
        assert not check([tree], example.specification)
        if system.is_reactive:
            assert tree.is_reactive, "CAV'12, Corollary 1"
        if capabilities_of(backend).finds_least_depth:
            assert found.depth == _counterexample(Fixpoint(), example).depth

    @pytest.mark.parametrize("method", ["mono", "agar", "learn", "auto"])
    @pytest.mark.parametrize("example", TRACE_EXAMPLES, ids=str)
    def test_traces(self, backend: Backend, example: Example, method: str) -> None:
        """Questions about traces have the right verdict, with evidence, by every method."""
        parts = list(example.components)
        verdict = check(parts, example.specification, relation="traces", method=method, backend=backend, audit=True)
        assert verdict.verdict == ("holds" if example.holds else "violated")
        assert verdict.audited

    @pytest.mark.parametrize("case", WORD_CASES, ids=lambda case: case.name)
    def test_membership(self, backend: Backend, case: WordCase) -> None:
        """If the backend answers a learner's membership queries, it answers them right."""
        make_oracle = capabilities_of(backend).membership
        if make_oracle is None:
            pytest.skip("this backend leaves membership queries to symag")
        watch = Watch()
        oracle = make_oracle(expose(case.components, case.specification, case.interface, watch), watch)
        word = tuple(case.interface.index(letter) + 1 for letter in case.word)
        assert oracle.member(word) == case.safe
        assert oracle.member(())
        assert oracle.queries == 2

    def test_the_time_is_obeyed(self, backend: Backend) -> None:
        """By a clock on which the time is up at the second look."""
        looks = iter(range(10**9))
        watch = Watch(Limits(seconds=0.5), clock=lambda: float(next(looks)))
        with pytest.raises(LimitReached) as caught:
            backend.simulate(LONG, LONG, watch)
        assert caught.value.kind == "timeout"

    def test_the_memory_is_obeyed(self, backend: Backend) -> None:
        """By a reading of the memory that is beyond every limit."""
        with pytest.raises(LimitReached) as caught:
            backend.simulate(LONG, LONG, Watch(Limits(memory_mb=1), memory=lambda: 2.0))
        assert caught.value.kind == "memory"

    def test_a_limit_ends_in_unknown(self, backend: Backend) -> None:
        """A limit that is reached is no answer."""
        verdict = check([LONG], LONG, method="mono", backend=backend, max_states=10)
        assert verdict.verdict == "unknown"
        assert verdict.reason


def _system(example: Example) -> LPTS:
    return trim(example.components[0]) if len(example.components) == 1 else compose(*example.components)


def _decided(backend: Backend, example: Example) -> tuple[Decision, LPTS, LPTS]:
    system, specification = _system(example), trim(example.specification)
    return backend.simulate(system, specification, Watch()), system, specification


def _counterexample(backend: Backend, example: Example) -> Counterexample:
    verdict = check(example.components, example.specification, method="mono", backend=backend, audit=True)
    assert verdict.counterexample is not None
    return verdict.counterexample
