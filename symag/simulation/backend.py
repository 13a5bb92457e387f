"""The backend protocol and its registry.

A backend decides `system ≼ specification` and says why: with a relation, or with a tree. It need not refute in words;
symag itself prunes the tree and finds the Hall sets, and the kernel checks all of it, whatever its size, unless the
user forbids it. So a third party's backend that errs is found out: its answer is rejected.

To add one, write a class with the two members of `Backend` and name it in your package's metadata:

    [project.entry-points."symag.backends"]
    mine = "my_package:MyBackend"

A backend that can do more says so in a third member, `capabilities`; `capabilities_of` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from symag.errors import BackendError, InputError
from symag.evidence import Bound, SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Exposed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

__all__ = [
    "Backend",
    "Capabilities",
    "DecideFormula",
    "Decision",
    "MakeMembership",
    "MembershipOracle",
    "backend_names",
    "get_backend",
    "register",
]

GROUP = "symag.backends"


@dataclass(frozen=True)
class Decision:
    """The answer of a backend: a relation if the specification simulates the system, otherwise a tree. For a formula, a
    bound if the system satisfies it."""

    relation: SimulationRelation | None = None
    tree: Tree | None = None
    statistics: Mapping[str, Any] = field(default_factory=dict)
    bound: Bound | None = None
    guess: float | None = None
    """Of a formula, about how likely its path is: for people, no evidence."""

    def __post_init__(self) -> None:
        if [self.relation, self.tree, self.bound].count(None) != 2:
            raise BackendError("a decision carries a relation, a tree, or a bound, and only one of them")

    @property
    def certificate(self) -> SimulationRelation | Bound:
        """What shows that it holds."""
        found = self.bound if self.relation is None else self.relation  # which may be empty
        assert found is not None
        return found


class MembershipOracle(Protocol):
    """Answers the membership queries of a learner: is this word in the language of the weakest assumption?"""

    system: LPTS
    """The components, composed with the error completion of the property."""
    queries: int
    """How many words were asked about."""

    def member(self, word: tuple[int, ...]) -> bool:
        """Is the word in the language? Letters are numbered from 1, in the order of the interface."""


MakeMembership: TypeAlias = Callable[[Exposed, Watch], MembershipOracle]


DecideFormula: TypeAlias = Callable[[LPTS, Any, Watch], Decision]
"""Decides whether a system satisfies a `symag.probability.Formula`: a decision with a bound, or with a tree."""


@dataclass(frozen=True)
class Capabilities:
    """What a backend can do beside deciding simulation. The defaults promise nothing."""

    finds_least_depth: bool = False
    """No counterexample is less deep than the tree that it returns."""
    makes_relations: bool = True
    """If the specification simulates the system, the decision has the relation. A `Decision` demands it today."""
    is_explicit: bool = False
    """It enumerates states, as symag's own algorithms for traces and for probabilities do: these decide such questions
    instead."""
    membership: MakeMembership | None = None
    """How it answers a learner's membership queries; None leaves them to symag, which keeps sets of states."""
    make_solver: Callable[[str, Watch], Any] | None = None
    """Makes a solver for clauses (`symag.smt.formula.MakeSolver`); None leaves these to Z3."""
    formulas: DecideFormula | None = None
    """How it decides formulas of probabilistic safety. None: symag's engine does if the backend `is_explicit`, and
    otherwise they are refused."""
    is_trusted: bool = False
    """Verdicts need no audit. Only `capabilities_of` sets this, for backends of symag: a claim of the backend's own
    does not count."""


@runtime_checkable
class Backend(Protocol):
    """What decides strong simulation."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        """Decide `system ≼ specification` (completed as in `symag.operators.complete`); obey the watch."""


@dataclass(frozen=True)
class _Entry:
    """How a backend is made, which encodings it has a choice of, and what must be installed for it."""

    make: Callable[..., Backend]
    encodings: tuple[str, ...]
    needs: Mapping[str, str]

    def missing(self) -> str | None:
        """The command that installs what is not there."""
        return next((command for module, command in self.needs.items() if not find_spec(module)), None)


_entries: dict[str, _Entry] = {}

Factory = TypeVar("Factory", bound=Callable[..., Backend])


def register(
    name: str, *, encodings: tuple[str, ...] = (), needs: Mapping[str, str] | None = None
) -> Callable[[Factory], Factory]:
    """Decorate a backend's class (or a function that makes one) to make it known by name in this process.

    If it has a choice of `encodings` it is made with the keyword `encoding`, and the first is the default. `needs` maps
    modules that must be there to the commands that install them.
    """

    def remember(factory: Factory) -> Factory:
        _entries[name] = _Entry(factory, encodings, needs or {})
        return factory

    return remember


def _of_other_packages() -> EntryPoints:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def backend_names() -> list[str]:
    """All backends that can be asked for on this machine, those of other packages included."""
    ours = (name for name, entry in _entries.items() if not entry.missing())
    return sorted({*ours, *(point.name for point in _of_other_packages())})


def get_backend(name: str, encoding: str | None = None) -> Backend:
    """The backend of that name; `z3/weights` is short for the name `z3` with the encoding `weights`."""
    if "/" in name and name not in _entries:
        base, _, named = name.rpartition("/")
        if encoding is not None and base in _entries:
            raise InputError(f"the encoding is given twice: {named!r} in the name of the backend, and {encoding!r}")
        if encoding is None:
            name, encoding = base, named
    if name in _entries:
        return _made(name, _entries[name], encoding)
    for point in _of_other_packages():
        if point.name == name:
            backend = point.load()()
            if not isinstance(backend, Backend):
                raise BackendError(f"the backend {name!r} ({point.value}) does not follow the Backend protocol")
            if encoding is not None:
                raise InputError(f"the backend {name!r} has no choice of encodings: leave {encoding!r} out")
            return backend
    raise InputError(f"there is no backend {name!r}: choose from {', '.join(backend_names())}")


def _made(name: str, entry: _Entry, encoding: str | None) -> Backend:
    command = entry.missing()
    if command is not None:
        raise InputError(f"the backend {name!r} is not installed: {command}")
    if encoding is None:
        return entry.make(encoding=entry.encodings[0]) if entry.encodings else entry.make()
    if not entry.encodings:
        raise InputError(f"the backend {name!r} has no choice of encodings: leave {encoding!r} out")
    if encoding not in entry.encodings:
        raise InputError(f"there is no encoding {encoding!r} of {name!r}: choose from {', '.join(entry.encodings)}")
    return entry.make(encoding=encoding)
