"""The labelled probabilistic transition system (CAV'12, Def. 1): labels for people, integer arrays for machines.

Layout (compressed rows by state, then action):

- `actions[0]` is always the hidden action `tau`; the others are the alphabet, in an order of the model's own.
- The transitions of state `s` are `first[s] .. first[s+1]-1`, sorted by action.
- `target[t] >= 0` is the one state that transition `t` leads to (Dirac); otherwise `~target[t]` is a distribution.
- Distribution `d` has the support `support[spread[d] .. spread[d+1]-1]` and the probabilities `vectors[vector[d]]`,
  in the same order. Distributions are interned: two that are equal have the same number. So are the vectors, of
  which a model has a handful, and that is where exact arithmetic happens once instead of a million times.

The arrays are read-only for everyone, compiled code included: a backend cannot change the question that it decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple, cast

from symag.errors import InputError
from symag.lazy import lazy_property
from symag.model.distribution import Distribution, Graph, Ints, read_only, writable
from symag.model.labels import counted
from symag.model.presentation import implementation, present
from symag.model.product import Product
from symag.model.rows import has_hidden, is_reactive

__all__ = ["LPTS", "Transition", "names_of"]


ARRAYS = ("first", "action", "target", "spread", "support", "vector")


class Transition(NamedTuple):
    """One transition in the words of people."""

    source: str
    action: str
    distribution: Distribution


@dataclass(frozen=True, eq=False, repr=False)
class LPTS:
    """A finite labelled probabilistic transition system, as `LPTS.build`, `symag.load` or `symag.compose` make it."""

    name: str
    """What people call it; may be empty."""
    states: Sequence[str]
    """The labels of the states, by number."""
    initial: int
    """The number of the state that it starts in."""
    actions: tuple[str, ...]
    """The hidden action `tau`, then the alphabet."""
    first: Ints
    """The transitions of state `s` are `first[s] .. first[s+1]-1`."""
    action: Ints
    """The action of each transition."""
    target: Ints
    """Where a transition leads: a state, or `~d` for the distribution `d`."""
    spread: Ints
    """The outcomes of distribution `d` are `spread[d] .. spread[d+1]-1` of `support`."""
    support: Ints
    """The states that distributions lead to."""
    vector: Ints
    """The probabilities of each distribution: a number into `vectors`."""
    vectors: tuple[tuple[Fraction, ...], ...]
    """Each vector of probabilities that occurs, once."""
    product: Product | None = None
    """Of a composed model, what its states and distributions are made of."""
    conservative: bool = False
    """Has it all traces of the program that it stands for, and perhaps more? Then a violation may be spurious."""

    def __post_init__(self) -> None:
        for name in ARRAYS:
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @staticmethod
    def build(
        initial: str,
        transitions: Iterable[tuple[str, str, str | Mapping[str, object]]],
        alphabet: Iterable[str] | None = None,
        name: str = "",
        states: Iterable[str] | None = None,
    ) -> LPTS:
        """A model from Python objects.

        A transition is `(source, action, target)`; the target is a state, or a mapping from states to probabilities
        (`"9/10"`, `"0.9"`, `Fraction(9, 10)`; floats are refused). The alphabet defaults to the actions used.

        >>> import symag
        >>> lost = {"sent": "9/10", "idle": "1/10"}
        >>> print(symag.LPTS.build("idle", [("idle", "send", lost), ("sent", "ack", "idle")]))
        LPTS: 2 states, 2 transitions, alphabet {ack, send}
        → idle
            send → 1/10 idle + 9/10 sent
          sent
            ack → idle
        """
        model: LPTS = implementation("build")(initial, transitions, alphabet, name, states)
        return model

    @lazy_property
    def alphabet(self) -> frozenset[str]:
        """The actions that the model takes part in, whether a transition carries them or not."""
        return frozenset(self.actions[1:])

    @property
    def num_states(self) -> int:
        """How many states the model has."""
        return len(self.first) - 1

    @property
    def num_transitions(self) -> int:
        """How many transitions the model has."""
        return len(self.action)

    @property
    def num_distributions(self) -> int:
        """How many different distributions there are that are not Dirac."""
        return len(self.vector)

    @property
    def initial_state(self) -> str:
        """The label of the state that the model starts in."""
        return self.states[self.initial]

    @property
    def is_lts(self) -> bool:
        """Is every distribution Dirac?"""
        return not self.vector

    @property
    def is_reactive(self) -> bool:
        """Does no state have two transitions on one action?"""
        return is_reactive(self.first, self.action)

    @property
    def has_hidden_moves(self) -> bool:
        """Does some transition carry the hidden action?"""
        return has_hidden(self.action)

    @property
    def is_fully_probabilistic(self) -> bool:
        """Does no state have two transitions?"""
        return all(len(self.row(s)) <= 1 for s in range(self.num_states))

    @property
    def is_tree(self) -> bool:
        """Is the initial state in no support and every other state in exactly one (a stochastic tree)?"""
        uses = [0] * self.num_states
        for target in self.target:
            for state, _ in self.outcomes(target):
                uses[state] += 1
        return all(count == (state != self.initial) for state, count in enumerate(uses))

    def row(self, state: int) -> range:
        """The numbers of the transitions of one state, sorted by action; empty if the state has no move."""
        return range(self.first[state], self.first[state + 1])

    @property
    def components(self) -> tuple[LPTS, ...]:
        """The models that a composed model is made of; the model itself if it is not composed."""
        return cast("tuple[LPTS, ...]", self.product.components) if self.product else (self,)

    def parts(self, state: int) -> tuple[int, ...]:
        """The state of each of the `components`."""
        return self.product.parts(state) if self.product else (state,)

    def part_labels(self, state: int) -> tuple[str, ...]:
        """The label of the state of each of the `components`."""
        return self.product.labels(state) if self.product else (self.states[state],)

    def outcomes(self, target: int) -> Iterator[tuple[int, Fraction]]:
        """The support of a transition's target with the probabilities, in integers."""
        if target >= 0:
            yield target, Fraction(1)
        else:
            start = self.spread[~target]
            for offset, probability in enumerate(self.vectors[self.vector[~target]]):
                yield self.support[start + offset], probability

    def distribution(self, target: int) -> Distribution:
        """A transition's target in the words of people."""
        return Distribution({self.states[state]: probability for state, probability in self.outcomes(target)})

    def transitions(self) -> Iterator[Transition]:
        """All transitions, by state and then by action."""
        for s in range(self.num_states):
            yield from self.transitions_of(s)

    def transitions_of(self, state: int) -> Iterator[Transition]:
        """The transitions of one state, by action."""
        for t in self.row(state):
            yield Transition(self.states[state], self.actions[self.action[t]], self.distribution(self.target[t]))

    @lazy_property
    def index(self) -> Mapping[str, int]:
        """From a state's label to its number."""
        return {label: number for number, label in enumerate(self.states)}

    @lazy_property
    def _content(self) -> tuple[object, ...]:
        return self.initial_state, self.alphabet, frozenset(self.states), frozenset(self.transitions())

    def __eq__(self, other: object) -> bool:
        """Same states by label, same initial state, same alphabet, same transitions; the name does not matter."""
        return self._content == other._content if isinstance(other, LPTS) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.initial_state, self.alphabet, self.num_states, self.num_transitions))

    def is_isomorphic_to(self, other: LPTS) -> bool:
        """Are the two models equal up to the names of their states?"""
        return bool(implementation("is_isomorphic_to")(self, other))

    def to_networkx(self) -> Graph:
        """The model as a graph; see `symag.model.graph` for what its edges carry."""
        graph: Graph = implementation("to_networkx")(self)
        return graph

    @staticmethod
    def from_networkx(graph: Graph, name: str = "") -> LPTS:
        """The model that `to_networkx` wrote."""
        model: LPTS = implementation("from_networkx")(graph, name)
        return model

    def __or__(self, other: LPTS) -> LPTS:
        """Parallel composition, `L1 | L2`."""
        if not isinstance(other, LPTS):
            return NotImplemented
        composed: LPTS = implementation("__or__")(self, other)
        return composed

    def _repr_svg_(self) -> str | None:
        """The picture, where pictures are wanted; none of a model that is too large for one."""
        try:
            return present(self, "svg")
        except InputError:
            return None

    def _repr_html_(self) -> str:
        """The picture in a notebook with its sizes; the sizes alone of a large model."""
        return present(self, "html")

    def summary(self) -> str:
        """One line: name, sizes, alphabet."""
        alphabet = ", ".join(sorted(self.alphabet)[:12]) + (", …" if len(self.alphabet) > 12 else "")
        sizes = f"{counted(self.num_states, 'state')}, {counted(self.num_transitions, 'transition')}"
        return f"{sizes}, alphabet {{{alphabet}}}"

    def __repr__(self) -> str:
        return f"<LPTS {self.name + ': ' if self.name else ''}{self.summary()}>"

    def __str__(self) -> str:
        """The summary and then every state with its transitions, cut after forty states."""
        lines = [f"{self.name or 'LPTS'}: {self.summary()}"]
        for s in range(min(self.num_states, 40)):
            lines.append(f"{'→' if s == self.initial else ' '} {self.states[s]}")
            lines += [f"    {action} → {distribution}" for _, action, distribution in self.transitions_of(s)]
        if self.num_states > 40:
            lines.append(f"  … and {self.num_states - 40} more states")
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values |= {name: writable(values[name]) for name in ARRAYS}
        return LPTS, tuple(values.values())


def names_of(models: Iterable[LPTS]) -> list[str]:
    """What people call them: by their names, or by their places."""
    return [model.name or f"L{number}" for number, model in enumerate(models, 1)]
