"""Formulas of probabilistic safety: what every scheduler keeps below a probability.

Strong simulation preserves them: if L ≼ P and P satisfies the formula, so does L (after Komuravelli, Păsăreanu and
Clarke, CAV'12, section 5, whose safe-pCTL is for states; LPTSs have labels on actions only). B and C are sets of
actions, p is an exact rational.

    safety    φ ::= true | false | disabled(a) | φ & φ | φ | φ | P<=p [ψ]
    liveness  λ ::= true | false | enabled(a)  | λ & λ | λ | λ | P>p [ψ]
    paths     ψ ::= λ B U<=k C λ        after steps on B from states with λ, a step on C to a state with λ

`P<=p [ψ]` says: whatever the scheduler does, the probability of ψ is at most p. `P>p [ψ]` says that some scheduler
exceeds p. A scheduler may look at the history, and may stop. The hidden action is a step like any other.

A path may instead *leave* a safety LTS: do a trace that it does not allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from symag.errors import InputError
from symag.formats import native
from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS

__all__ = [
    "Actions",
    "And",
    "Chance",
    "Enabled",
    "Formula",
    "Leaves",
    "Or",
    "Path",
    "StateFormula",
    "TruthValue",
    "Until",
    "all_of",
]

Actions: TypeAlias = frozenset[str] | None
"""A set of actions; None stands for all of them, the hidden action among them."""


@dataclass(frozen=True)
class TruthValue:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True)
class Enabled:
    """`enabled(a)`: there is a step on the action. `disabled(a)`: there is none."""

    action: str
    value: bool = True


@dataclass(frozen=True)
class And:
    """All of the parts."""

    parts: tuple[StateFormula, ...]


@dataclass(frozen=True)
class Or:
    """One of the parts."""

    parts: tuple[StateFormula, ...]


@dataclass(frozen=True)
class Chance:
    """`P<=p [ψ]`, for every scheduler; or `P>p [ψ]`, for some scheduler."""

    at_most: bool
    """Is it `P<=p`?"""
    bound: Fraction
    """The probability p."""
    path: Path
    written: str = field(default="", compare=False, repr=False)
    """As the user wrote it, if it was read from a text."""


@dataclass(frozen=True)
class Until:
    """`λ B U<=k C λ`."""

    goal: Actions
    """The actions C of the last step."""
    through: Actions = None
    """The actions B of the steps before."""
    left: StateFormula = TruthValue(True)
    """Holds in each state but the last one."""
    right: StateFormula = TruthValue(True)
    """Holds in the last state."""
    steps: int | None = None
    """At most so many, the last one among them."""
    written: str = field(default="", compare=False, repr=False)
    """As the user wrote it, without its brackets, if it was read from a text and is not `G`."""


@dataclass(frozen=True)
class Leaves:
    """A trace that the safety LTS does not allow."""

    safety: LPTS
    members: tuple[tuple[str, ...], ...] | None = None
    """If it is the normal form of the given property: the states of that for which each of its states stands."""
    given: LPTS | None = None
    """The property as the user gave it, if that is another one."""

    @property
    def names(self) -> Sequence[object]:
        """What evidence calls each state: by its name, or by the names of the states for which it stands."""
        return self.safety.states if self.members is None else [list(names) for names in self.members]


StateFormula: TypeAlias = TruthValue | Enabled | And | Or | Chance
Path: TypeAlias = Until | Leaves


@dataclass(frozen=True, eq=False)
class Formula:
    """A property of a system: a safety formula, or the question for the greatest probability of a path."""

    root: StateFormula
    """What it says."""
    text: str
    """As people write it."""
    asks: bool = False
    """Is it `Pmax=?`? Then the root is `P<=1`."""

    @property
    def name(self) -> str:
        """What people call it: its text."""
        return self.text

    @lazy_property
    def alphabet(self) -> frozenset[str]:
        """The actions that it speaks of."""
        return frozenset(_actions(self.root))

    @lazy_property
    def chances(self) -> tuple[Chance, ...]:
        """All `P<=p` and `P>p` in it, the outer ones first."""
        return tuple(chances_in(self.root))

    @property
    def sees_silent_steps(self) -> bool:
        """Does it matter whether there are hidden or unnamed steps on the way? If steps are counted, if only named
        actions may come on the way, or if it matters what the states there can do."""
        return _speaks_of_states(self.root) or any(
            isinstance(chance.path, Until)
            and (
                chance.path.steps is not None
                or chance.path.through is not None
                or chance.path.goal is None
                or chance.path.left != TruthValue(True)
            )
            for chance in self.chances
        )

    @property
    def has_hidden_moves(self) -> bool:
        """Do hidden moves matter, because a step on any action may be the last one?"""
        return any(isinstance(chance.path, Until) and chance.path.goal is None for chance in self.chances)

    @lazy_property
    def models(self) -> tuple[LPTS, ...]:
        """The safety LTSs that a path may leave, as the user gave them."""
        paths = (chance.path for chance in self.chances)
        return tuple(path.given or path.safety for path in paths if isinstance(path, Leaves))

    @property
    def outer(self) -> Chance | None:
        """The one bound on a probability that the formula is, if it is one without others inside."""
        return self.root if isinstance(self.root, Chance) and len(self.chances) == 1 else None

    def bounded_by(self, bound: Fraction) -> Formula:
        """The same path with another bound, as `P<=p`."""
        assert isinstance(self.root, Chance)
        path = self.text[self.text.index("[") :]
        return Formula(replace(self.root, bound=bound, written=""), f"P<={bound} {path}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Formula: {self.text}>"

    def to_json(self, watch: Watch | None = None) -> Any:
        """The formula as a verdict file has it."""
        return _written(self.root, watch)


def all_of(formulas: Sequence[Formula]) -> Formula:
    """The formula that all of these hold."""
    if len(formulas) == 1:
        return formulas[0]
    if any(one.asks for one in formulas):
        raise InputError("Pmax=? is a question of its own: give it as the only formula")
    return Formula(And(tuple(one.root for one in formulas)), " & ".join(f"({one.text})" for one in formulas))


def chances_in(formula: StateFormula) -> Iterator[Chance]:
    """All bounds on probabilities in a formula, the outer ones first, from left to right."""
    if isinstance(formula, And | Or):
        for part in formula.parts:
            yield from chances_in(part)
    elif isinstance(formula, Chance):
        yield formula
        if isinstance(formula.path, Until):
            yield from chances_in(formula.path.left)
            yield from chances_in(formula.path.right)


def _speaks_of_states(formula: StateFormula) -> bool:
    """Is there an `enabled(a)` or a `disabled(a)` in it?"""
    if isinstance(formula, And | Or):
        return any(map(_speaks_of_states, formula.parts))
    if isinstance(formula, Chance) and isinstance(formula.path, Until):
        return _speaks_of_states(formula.path.left) or _speaks_of_states(formula.path.right)
    return isinstance(formula, Enabled)


def _actions(formula: StateFormula) -> Iterator[str]:
    if isinstance(formula, And | Or):
        for part in formula.parts:
            yield from _actions(part)
    elif isinstance(formula, Enabled):
        yield formula.action
    elif isinstance(formula, Chance):
        if isinstance(formula.path, Leaves):
            yield from formula.path.safety.alphabet
            return
        yield from formula.path.goal or ()
        yield from formula.path.through or ()
        yield from _actions(formula.path.left)
        yield from _actions(formula.path.right)


def _written(formula: StateFormula, watch: Watch | None) -> Any:
    if isinstance(formula, TruthValue):
        return ["true" if formula.value else "false"]
    if isinstance(formula, Enabled):
        return ["enabled" if formula.value else "disabled", formula.action]
    if isinstance(formula, Chance):
        path = formula.path
        sign = "at most" if formula.at_most else "more than"
        if isinstance(path, Leaves):
            return [sign, str(formula.bound), {"leaves": native.to_json(path.given or path.safety, watch)}]
        written = {
            "left": _written(path.left, watch),
            "through": None if path.through is None else sorted(path.through),
            "goal": None if path.goal is None else sorted(path.goal),
            "right": _written(path.right, watch),
            "steps": path.steps,
        }
        return [sign, str(formula.bound), written]
    return ["and" if isinstance(formula, And) else "or", *(_written(part, watch) for part in formula.parts)]
