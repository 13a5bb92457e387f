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

__all__ = ["Assembler", "build", "copy_targets"]


class Assembler:
    """Collects transitions in integers. Equal distributions become one, equal transitions become one."""

    def __init__(self, watch: Watch | None = None) -> None:
        self.watch = watch or Watch()
        self._rows: list[tuple[int, int, int]] = []
        self._distributions: dict[tuple[tuple[int, Fraction], ...], int] = {}
        self._vectors: dict[tuple[Fraction, ...], int] = {}
        self._spread = array("i", [0])
        self._support = array("i")
        self._vector = array("i")

    def target(self, outcomes: Mapping[int, Fraction]) -> int:
        """The encoding of a distribution whose probabilities are known to be right."""
        if len(outcomes) == 1:
            return next(iter(outcomes))
        self.watch.tick(len(outcomes))
        key = tuple(sorted(outcomes.items()))
        known = self._distributions.setdefault(key, len(self._distributions))
        if known == len(self._vector):
            probabilities = tuple(probability for _, probability in key)
            self._support.extend(state for state, _ in key)
            self._spread.append(len(self._support))
            self._vector.append(self._vectors.setdefault(probabilities, len(self._vectors)))
        return ~known

    def add(self, source: int, action: int, target: int) -> None:
        """Add a transition; action 0 is the hidden one."""
        self._rows.append((source, action, target))

    def freeze(self, states: Sequence[str], initial: int, alphabet: Sequence[str], name: str) -> LPTS:
        """The model: `alphabet[i]` is the action `i + 1`."""
        first, action, target = array("i", [0]), array("i"), array("i")
        for state, label, goal in sorted(set(self._rows)):
            self.watch.tick()
            while len(first) <= state:
                first.append(len(action))
            action.append(label)
            target.append(goal)
        first.extend([len(action)] * (len(states) + 1 - len(first)))
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
