"""Teachers of the weakest assumption: which words of the interface keep `M1 ‖ P` from the error state?

A backend may bring a membership oracle of its own (a solver). Otherwise `WeakestAssumption` answers by subsets, which
are explored as words ask for them (`symag.traces.subsets`). `CachedTeacher` does not ask again what follows from
answers before (`symag.traces.query_trie`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import expose, flatten, with_error
from symag.simulation import Backend, MembershipOracle, capabilities_of
from symag.traces.learner import Teacher, Word
from symag.traces.query_trie import QueryTrie
from symag.traces.reached import Layout
from symag.traces.subsets import Subsets
from symag.traces.successors import Successors

__all__ = [
    "CACHES",
    "CachedTeacher",
    "ComponentTeacher",
    "OracleTeacher",
    "QueryCounts",
    "WeakestAssumption",
    "caches_of",
    "teacher_for",
]

CACHES = ("plain", "prefix", "suffix")
"""What can answer a query without asking the teacher: see `symag.traces.query_trie`."""


OPEN, LOST, SAFE = 0, 1, 2
"""What becomes of a state of P_err, as `symag.traces.subsets` has it."""


def caches_of(names: str) -> frozenset[str]:
    """The caches of a list such as `plain,prefix`; an InputError if one is not known."""
    given = [name.strip() for name in names.split(",")]
    unknown = [name for name in given if name not in (*CACHES, "none")]
    if unknown or (len(given) > 1 and "none" in given):
        raise InputError(f"the cache {names!r} is not known: choose none, or some of {', '.join(CACHES)}")
    return frozenset(given) - {"none"}


class QueryCounts(NamedTuple):
    """Membership queries: those that were asked of the teacher, and those that each cache answered."""

    asked: int = 0
    plain: int = 0
    prefix: int = 0
    suffix: int = 0


class ComponentTeacher(Teacher, Protocol):
    """A teacher of the weakest assumption of components that were composed with the property."""

    @property
    def learner(self) -> str:
        """The learner that is fastest with it, where the user does not choose one."""

    def members(self, word: Word, suffixes: list[Word]) -> int:
        """A bit for each suffix: is it in the language after the word?"""

    def counts(self) -> QueryCounts:
        """The membership queries so far."""

    def explored(self) -> tuple[int, int]:
        """The states and transitions of the composition with the property, as far as they were needed."""


def teacher_for(
    backend: Backend,
    components: Sequence[LPTS],
    specification: LPTS,
    interface: Sequence[str],
    watch: Watch,
    caches: frozenset[str] | None = None,
) -> ComponentTeacher:
    """A teacher of the weakest assumption, over the interface, under which the components keep the property.

    Without a choice of caches, a solver has the two of the paper. Sets of states are a cache already: they have none,
    and show which words lead to the same set.
    """
    make_oracle = capabilities_of(backend).membership
    teacher: ComponentTeacher
    if make_oracle is not None:
        teacher = OracleTeacher(make_oracle(expose(components, specification, interface, watch), watch))
        caches = frozenset({"plain", "prefix"}) if caches is None else caches
    else:
        teacher = WeakestAssumption(components, specification, interface, watch, caches is None)
    return CachedTeacher(teacher, len(interface), caches, watch) if caches else teacher


class OracleTeacher:
    """A backend that answers the queries, one by one."""

    learner = "kv"  # each query costs: the one that asks least

    def __init__(self, oracle: MembershipOracle) -> None:
        self.oracle = oracle

    def member(self, word: Word) -> bool:
        """See `symag.traces.learner.Teacher`."""
        return self.oracle.member(word)

    def members(self, word: Word, suffixes: list[Word]) -> int:
        """See `ComponentTeacher`."""
        return sum(self.oracle.member(word + suffix) << position for position, suffix in enumerate(suffixes))

    def counts(self) -> QueryCounts:
        """See `ComponentTeacher`."""
        return QueryCounts(self.oracle.queries)

    def explored(self) -> tuple[int, int]:
        """See `ComponentTeacher`."""
        return self.oracle.system.num_states, self.oracle.system.num_transitions


class CachedTeacher:
    """A teacher that is asked only what its answers before leave open."""

    def __init__(self, teacher: ComponentTeacher, letters: int, caches: frozenset[str], watch: Watch) -> None:
        self.teacher = teacher
        self.learner = teacher.learner
        asked = teacher.subsets if isinstance(teacher, WeakestAssumption) else teacher.member
        self._trie = QueryTrie(letters, "plain" in caches, "prefix" in caches, "suffix" in caches, asked, watch)

    def member(self, word: Word) -> bool:
        """See `symag.traces.learner.Teacher`."""
        return bool(self._trie.answers(word, [()]))

    def members(self, word: Word, suffixes: list[Word]) -> int:
        """See `ComponentTeacher`."""
        return self._trie.answers(word, suffixes)

    def counts(self) -> QueryCounts:
        """See `ComponentTeacher`."""
        return QueryCounts(*self._trie.counts())

    def explored(self) -> tuple[int, int]:
        """See `ComponentTeacher`."""
        return self.teacher.explored()


class WeakestAssumption:
    """A word is in the language if the components cannot violate the property while the others do that word."""

    learner = "rs"  # queries cost little, and conjectures much: the one that makes fewest

    def __init__(
        self,
        components: Sequence[LPTS],
        specification: LPTS,
        interface: Sequence[str],
        watch: Watch,
        shows_residuals: bool = True,
    ) -> None:
        self.residuals = self._residuals if shows_residuals else None
        known = frozenset(interface).union(*(component.alphabet for component in components))
        models = (*components, with_error(specification, known, watch))
        self.queries = 0
        watch.check("following words")
        flat, actions = flatten(models, watch)
        layout = Layout.of([model.num_states for model in models])
        successors = Successors(flat, layout, len(models), False, watch, True)
        letter = {action: position for position, action in enumerate(interface, 1)}
        self.subsets = Subsets(
            successors,
            layout,
            layout.pack([model.initial for model in models]),
            _fates(models[-1], watch),
            array("i", [letter.get(action, 0) for action in actions]),
            bytearray(action not in actions for action in interface),
            watch,
        )

    def member(self, word: Word) -> bool:
        """See `symag.traces.learner.Teacher`."""
        self.queries += 1
        return self.subsets.walk(word) >= 0

    def members(self, word: Word, suffixes: list[Word]) -> int:
        """See `ComponentTeacher`."""
        self.queries += len(suffixes)
        return self.subsets.rows(word, suffixes)

    def _residuals(self, word: Word) -> list[int]:
        """The sets of states after the word and after the word with each letter: see `symag.traces.learner.Teacher`."""
        places = self.subsets.places(word)
        self.queries += len(places) - 1
        return places

    def counts(self) -> QueryCounts:
        """See `ComponentTeacher`."""
        return QueryCounts(self.queries)

    def explored(self) -> tuple[int, int]:
        """See `ComponentTeacher`."""
        return self.subsets.explored()


def _fates(error: LPTS, watch: Watch) -> bytearray:
    """Of each state of P_err: is it the error, its last state, can it come there, or not?"""
    before: list[list[int]] = [[] for _ in range(error.num_states)]
    for state in range(error.num_states):
        for transition in watch.over(error.row(state)):
            before[error.target[transition]].append(state)
    fates = bytearray([SAFE]) * error.num_states
    todo = [error.num_states - 1]
    for state in todo:  # which grows meanwhile
        for source in watch.over(before[state]):
            if fates[source] == SAFE:
                fates[source] = OPEN
                todo.append(source)
    fates[todo[0]] = LOST
    return fates
