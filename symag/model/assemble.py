"""From loose transitions to a frozen LPTS: the one place that interns distributions and sorts rows.

Making a model out of another one: its targets, with the states mapped to new numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from symag.errors import InputError
from symag.limits import Watch
from symag.model.distribution import Distribution
from symag.model.labels import TAU, check_action, check_label
from symag.model.lpts import LPTS
from symag.model.rational import check_exact
from symag.model.rows import sort_rows

__all__ = ["Assembler", "build", "copy_targets"]


class Assembler:
    """Collects transitions in integers. Equal distributions become one, equal transitions become one."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.watch = watch or Watch()
        self._source = array("i")
        self._action = array("i")
        self._target = array("i")
        self._distributions: dict[tuple[int, tuple[int, ...]], int] = {}
        self._vectors: dict[tuple[Fraction, ...], int] = {}
        self._spread = array("i", [0])
        self._support = array("i")
        self._vector = array("i")

    def target(self, outcomes: Mapping[int, Fraction]) -> int:
        """The encoding of a distribution whose probabilities are known to be right."""
        if len(outcomes) == 1:
            return next(iter(outcomes))
        support = tuple(sorted(outcomes))
        return self.spread(support, self.vector([outcomes[state] for state in support]))

    def vector(self, shares: Iterable[Fraction]) -> int:
        """The number of a vector of probabilities."""
        return self._vectors.setdefault(tuple(shares), len(self._vectors))

    def spread(self, support: tuple[int, ...], vector: int) -> int:
        """The encoding of a distribution of several states, in their order, that has the vector of this number."""
        self.watch.tick(len(support))
        known = self._distributions.setdefault((vector, support), len(self._distributions))
        if known == len(self._vector):
            self._support.extend(support)
            self._spread.append(len(self._support))
            self._vector.append(vector)
        return ~known

    def add(self, source: int, action: int, target: int) -> None:
        """Add a transition; action 0 is the hidden one."""
        self._source.append(source)
        self._action.append(action)
        self._target.append(target)

    def extend(self, source: array[int], action: array[int], target: array[int]) -> None:
        """Add many transitions, given by three arrays of C integers."""
        self._source.extend(source)
        self._action.extend(action)
        self._target.extend(target)

    def freeze(self, states: Sequence[str], initial: int, alphabet: Sequence[str], name: str) -> LPTS:
        """The model: `alphabet[i]` is the action `i + 1`."""
        rows = self._source, self._action, self._target
        sizes = len(states), len(alphabet) + 1, len(self._vector)
        first, action, target = sort_rows(*rows, *sizes, self.watch)
        return LPTS(
            name=name,
            states=states,
            initial=initial,
            actions=(TAU, *alphabet),
            first=first,
            action=action,
            target=target,
            spread=self._spread,
            support=self._support,
            vector=self._vector,
            vectors=tuple(self._vectors),
        )


def build(
    initial: str,
    transitions: Iterable[tuple[str, str, str | Mapping[str, object]]],
    alphabet: Iterable[str] | None,
    name: str,
    states: Iterable[str] | None,
) -> LPTS:
    """See `LPTS.build`."""
    if name:
        check_label(name, "a name")
    numbers: dict[str, int] = {}
    for state in states or ():
        if check_label(state, "a state") in numbers:
            raise InputError(f"the state {state!r} is listed twice")
        numbers[state] = len(numbers)
    if isinstance(alphabet, str):
        raise InputError(f"the alphabet is a list of actions, not the string {alphabet!r}")
    closed = states is not None
    actions: dict[str, int] = {TAU: 0}
    for action in sorted(check_action(action) for action in alphabet or ()):
        actions.setdefault(action, len(actions))
    assembler = Assembler()

    def number(state: object) -> int:
        label = check_label(state, "a state")
        if closed and label not in numbers:
            raise InputError(f"the state {label!r} is not in the list of states")
        return numbers.setdefault(label, len(numbers))

    start = number(initial)
    for position, row in enumerate(transitions):
        try:
            source, action, to = row
            label = check_label(action, "an action")
            if alphabet is not None and label not in actions:
                raise InputError(f"the action {label!r} is not in the alphabet")
            origin = number(source)
            if isinstance(to, Mapping):
                for state in to:
                    check_label(state, "a state")
                outcomes = {number(state): probability for state, probability in Distribution(to).items()}
            else:
                outcomes = {number(to): Fraction(1)}
            assembler.add(origin, actions.setdefault(label, len(actions)), assembler.target(outcomes))
        except InputError as error:
            raise InputError(f"transition {position} {row!r}: {error.message}") from None
        except (TypeError, ValueError):
            raise InputError(f"transition {position} {row!r} is not a triple (source, action, target)") from None
    return assembler.freeze(tuple(numbers), start, tuple(actions)[1:], name)


def copy_targets(model: LPTS, assembler: Assembler, new_number: Sequence[int] | None = None) -> Callable[[int], int]:
    """From a target of the model to one of the assembler; outcomes with the same new number are added up."""
    known: dict[int, int] = {}

    def copied(target: int) -> int:
        if target not in known:
            outcomes: dict[int, Fraction] = {}
            for state, probability in model.outcomes(target):
                assembler.watch.tick()
                number = state if new_number is None else new_number[state]
                outcomes[number] = outcomes.get(number, Fraction(0)) + probability
            check_exact(outcomes.values())
            known[target] = assembler.target(outcomes)
        return known[target]

    return copied
