"""The record of a relation: what "the system is right" means, how it is decided, and how people read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from symag.evidence import (
    Bound,
    Counterexample,
    ReachedPairs,
    SimulationRelation,
    Specification,
    SpecificationKind,
    Tree,
)
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import NormalForm, merge_bisimilar, silent_actions
from symag.simulation import Backend, Decision, LazyCheck
from symag.traces import ComponentTeacher

__all__ = ["Relation", "SearchOnTheFly", "Words"]


class SearchOnTheFly(Protocol):
    """Searches the composition on the fly for a violation, without a backend."""

    def __call__(
        self, components: Sequence[LPTS], specification: Specification, watch: Watch
    ) -> tuple[Tree | None, ReachedPairs]:
        """A shortest violation, if there is one, and the pairs of states that the search reached."""


class Prove(Protocol):
    """Proves a premise."""

    def __call__(
        self,
        components: Sequence[LPTS],
        specification: Any,
        backend: Backend,
        watch: Watch,
    ) -> SimulationRelation | Bound | Tree:
        """A small relation, or a bound of probabilities; or a tree that shows that the premise is false."""


class TeacherOf(Protocol):
    """Makes the teacher of a learner."""

    def __call__(
        self,
        backend: Backend,
        components: Sequence[LPTS],
        specification: Any,
        interface: Sequence[str],
        watch: Watch,
        caches: frozenset[str] | None = None,
    ) -> ComponentTeacher:
        """Answers membership queries about the weakest assumption of the components, over the interface."""


@dataclass(frozen=True)
class Words:
    """How people read a verdict about the relation. `{system}` and `{specification}` stand for their names."""

    signs: Mapping[str, str]
    """Between system and specification, by verdict: `holds`, `violated`, `unknown`."""
    sentences: Mapping[str, str]
    """What a report says first, by verdict."""
    sign_means: str
    """The meaning of the sign, for a glossary."""
    node_means: str | None = None
    """The meaning of "below", if counterexamples use that word."""


@dataclass(frozen=True)
class Relation:
    """A relation between a system and a specification. To add one, see `symag/README.md`."""

    name: str
    """As `--relation` and the verdict file have it."""
    help: str
    """What it means, in one sentence without its full stop."""
    words: Words
    specification: SpecificationKind
    """The kind of specification that it admits."""
    admit: Callable[[Iterable[LPTS], Any], None]
    """Raises an InputError unless it is defined for these components and this specification."""
    start: Callable[[Sequence[LPTS], Any, Backend, Watch], LazyCheck]
    """Decides it for the composition of the components, step by step."""
    prove: Prove
    """Proves a premise whose upper side is the specification."""
    explain: Callable[[Tree, Any, Watch], Counterexample]
    """The counterexample that a tree is: pruned, and with the reasons why the specification does not allow it."""
    counterexample: Literal["tree", "trace", "witness"]
    """The kind of its counterexamples, which abstraction refinement starts from."""
    search: SearchOnTheFly | None = None
    """The search on the fly of symag's own engine, if the relation has one."""
    teacher: TeacherOf | None = None
    """For assumptions by learning."""
    is_normal: Callable[[Any], bool] = lambda specification: True
    """Can methods work with the specification as it is? Only `search` can do so with any."""
    normal_form: Callable[[Any, Watch, int | None], NormalForm | None] | None = None
    """The normal form that takes the place of a specification. None if its sets have more members than allowed."""
    normalise: Callable[[LPTS, Watch], LPTS] | None = None
    """A normal form of assumptions, in which every true premise is a simulation."""
    splits: bool = False
    """Do several properties hold together if and only if each of them does, and may a proof use a fact more than once?
    Then a specification can be decided property by property."""
    silent: Callable[[Sequence[LPTS], Any], list[frozenset[str]]] = silent_actions
    """Per component, the actions that matter for no other component and not for the specification."""
    merge: Callable[[Any, Watch], tuple[Sequence[int], Any]] = merge_bisimilar
    """The block of each state of the specification, and a smaller specification whose states are the blocks."""
    hides: Callable[[Any], bool] = lambda specification: specification.has_hidden_moves
    """Has the specification hidden moves?"""
    asks_value: Callable[[Any], bool] = lambda specification: False
    """Does the specification ask for a probability, so that the whole system has to be composed?"""
    admits_conservative: bool = False
    """Does a verdict about a model with more traces than the program tell something about the program?"""
    favours_few_actions: bool = False
    """Does abstraction refinement take less time over few actions, and with two components on the first side? By
    measurement: for formulas it does not, as equations for a larger first side take longer to solve."""
    has_encodings: bool = True
    """Is there a choice of constraints for solvers?"""
    libraries: tuple[str, ...] = ()
    """Modules that are slow to import, which large questions need: benchmarks import them before the clock starts."""

    @property
    def sign(self) -> str:
        """Between the two sides of a premise."""
        return self.words.signs["holds"]

    def decide(
        self, components: Sequence[LPTS], specification: Any, backend: Backend, watch: Watch
    ) -> tuple[Decision, LPTS]:
        """The backend's outcome, and the part of the composition that it is about."""
        return self.start(components, specification, backend, watch).finish()
