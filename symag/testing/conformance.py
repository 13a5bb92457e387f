"""What every backend must do, as tests: the right verdicts, evidence that the kernel accepts, and limits.

A subclass names its backend and inherits all tests:

    class TestMyBackend(BackendConformance):
        make = MyBackend

Questions with their answers: the papers' examples, and the corners of the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from symag.check import check
from symag.errors import LimitReached
from symag.evidence import Counterexample
from symag.limits import LOOK_WORK, Limits, Watch
from symag.model import LPTS, TAU
from symag.operators import compose, expose, trim
from symag.simulation import Backend, Decision, Fixpoint, capabilities_of
from symag.smt.cases import CHOICE_L, CHOICE_P, COMMITTED_L, IMPATIENT, WORD_CASES, WordCase
from symag.study.cases.papers import EXAMPLES, INPUT, ORDER, OUTPUT

__all__ = ["SIMULATION_EXAMPLES", "TRACE_EXAMPLES", "BackendConformance", "Example"]


@dataclass(frozen=True)
class Example:
    """Is the composition of the components below the specification?"""

    name: str
    components: tuple[LPTS, ...]
    specification: LPTS
    holds: bool

    def __str__(self) -> str:
        return self.name


def _of_the_papers(relation: str) -> Iterator[Example]:
    for example in EXAMPLES.values():
        if example.relation == relation:
            name = example.name.replace(",", "").replace(" ", "-")
            yield Example(name, example.components, example.specification, example.verdict == "holds")


_LOOP = LPTS.build("p", [("p", "a", "p")], name="loop")
_STILL = LPTS.build("s", [], ["a"], name="still")
_HIDES = LPTS.build("s", [("s", TAU, "t"), ("t", "a", "s")], name="hides")
_HIDDEN_FIRST = LPTS.build("p", [("p", TAU, "q"), ("q", "a", "q")], name="hidden_first")
_FOREIGN = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], name="foreign")
_LOST_HALF = LPTS.build("s", [("s", "a", {"s": "1/2", "dead": "1/2"})], name="lost_half")
_UNREACHABLE = LPTS.build("s", [("s", "a", "s"), ("far", "b", "s")], name="unreachable")
_TWICE = LPTS.build("s", [("s", "a", "t"), ("s", "a", {"s": "1/3", "t": "2/3"}), ("t", "a", "t")], name="twice")
_PRIME = (1 << 61) - 1
_EXACT = LPTS.build("s", [("s", "a", {"s": f"1/{_PRIME}", "dead": f"{_PRIME - 1}/{_PRIME}"})], name="exact")
_NEARLY = LPTS.build("p", [("p", "a", {"p": f"2/{_PRIME}", "dead": f"{_PRIME - 2}/{_PRIME}"})], name="nearly")
_WIDE = LPTS.build("s", [("s", "a", {f"t{i}": "1/9" for i in range(9)}), ("t0", "a", "t0")], name="wide")
_NARROW = LPTS.build("p", [("p", "a", {"live": "1/9", "dead": "8/9"}), ("live", "a", "live")], name="narrow")
_TOO_NARROW = LPTS.build("p", [("p", "a", {"live": "1/10", "dead": "9/10"}), ("live", "a", "live")], name="too_narrow")

SIMULATION_EXAMPLES = (
    *_of_the_papers("simulation"),
    Example("choice", (CHOICE_L,), CHOICE_P, True),
    Example("choice-too-early", (COMMITTED_L,), CHOICE_P, False),
    Example("itself", (_TWICE,), _TWICE, True),
    Example("nothing-is-below-everything", (_STILL,), _LOOP, True),
    Example("a-move-without-an-answer", (_LOOP,), _STILL, False),
    Example("hidden-moves-of-the-system-alone", (_HIDES,), _LOOP, True),
    Example("hidden-moves-must-be-answered", (_LOOP,), _HIDDEN_FIRST, False),
    Example("an-action-that-the-specification-does-not-know", (_FOREIGN,), _LOOP, True),
    Example("half-of-it-dies", (_LOST_HALF,), _LOOP, True),
    Example("half-of-it-must-live", (_LOOP,), _LOST_HALF, False),
    Example("states-that-are-not-reached", (_UNREACHABLE,), _LOOP, True),
    Example("a-probability-beyond-machine-words", (_EXACT,), _EXACT, True),
    Example("one-part-in-a-large-prime-less", (_EXACT,), _NEARLY, True),
    Example("one-part-in-a-large-prime-more", (_NEARLY,), _EXACT, False),
    Example("many-outcomes-into-few", (_WIDE,), _NARROW, True),
    Example("many-outcomes-that-do-not-fit", (_WIDE,), _TOO_NARROW, False),
)
"""Questions of strong simulation."""

_STUTTERS = LPTS.build(
    "0", [("0", "send", "1"), ("1", "output", "2"), ("2", "output", "3"), ("3", "ack", "0")], name="Stutters"
)
_EAGER = LPTS.build("0", [("0", "send", "1"), ("1", "ack", "2"), ("2", "output", "0")], name="Eager")

TRACE_EXAMPLES = (
    *_of_the_papers("traces"),
    Example("one-output-too-many", (INPUT, _STUTTERS), ORDER, False),
    Example("acknowledged-too-early", (INPUT, _EAGER), ORDER, False),
    Example("hidden-moves", (IMPATIENT, OUTPUT), ORDER, True),
)
"""Questions of trace inclusion, each with two components and a safety LTS."""


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
