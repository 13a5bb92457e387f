"""A process as a transition system with labels in their parts, and what FSP does to labels.

Relabelling, hiding and showing match an action or a prefix of it, and of several prefixes the longest, as in LTSA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from symag.formats.fsp.labels import MAX_LABELS
from symag.formats.fsp.values import Label, shown
from symag.formats.places import Place
from symag.model import LPTS, TAU, Assembler

__all__ = ["Part", "hidden", "matcher", "named", "prefixed", "relabelled", "shared"]

Renaming = Mapping[Label, Sequence[Label]]


@dataclass(frozen=True)
class Part:
    """`labels[i]` is the action `i + 1` of the model. The names of the model's actions are given at the end.

    `errors` are the states that mean ERROR, and `error` says what of it was met first, and where it is written.
    """

    model: LPTS
    labels: tuple[Label, ...]
    is_property: bool
    place: Place
    errors: frozenset[int] = frozenset()
    error: tuple[str, Place] | None = None


def named(part: Part) -> LPTS:
    """The model with the names of its actions."""
    return replace(part.model, actions=(TAU, *map(shown, part.labels)))


def prefixed(part: Part, prefix: Label) -> Part:
    """`a:P`."""
    model = replace(part.model, name=f"{shown(prefix)}:{part.model.name}")
    return replace(part, model=model, labels=tuple((*prefix, *label) for label in part.labels))


def shared(part: Part, owners: Sequence[Label]) -> Part:
    """`{a,b}::P`: in the place of x there are a.x and b.x."""
    name = f"{{{','.join(map(shown, owners))}}}::{part.model.name}" if len(owners) > 1 else part.model.name
    changed = _changed(part, lambda label: [(*owner, *label) for owner in owners])
    return replace(changed, model=replace(changed.model, name=name))


def relabelled(part: Part, renaming: Renaming) -> Part:
    """`P/{new/old}`: an old label may have several new ones, and the other way round."""

    def new(label: Label) -> Sequence[Label]:
        for length in range(len(label), 0, -1):
            found = renaming.get(label[:length])
            if found is not None:
                return [(*one, *label[length:]) for one in found]
        return [label]

    return _changed(part, new) if renaming else part


def hidden(part: Part, is_hidden: Callable[[Label], bool]) -> Part:
    """`P\\{a}`: the actions become tau and leave the alphabet."""
    return _changed(part, lambda label: [] if is_hidden(label) else [label])


def matcher(prefixes: Iterable[Label]) -> Callable[[Label], bool]:
    """Is a label, or a prefix of it, one of these?"""
    known = frozenset(prefixes)
    return lambda label: any(label[:length] in known for length in range(1, len(label) + 1))


def _changed(part: Part, new: Callable[[Label], Sequence[Label]]) -> Part:
    """Every action in the place of which there are others, or none: then it is hidden."""
    meanings: list[Sequence[Label]] = []
    total = 0
    for label in part.labels:
        meanings.append(new(label))
        total += len(meanings[-1])
        if total > MAX_LABELS:
            raise part.place.wrong(f"{part.model.name!r} would have more than {MAX_LABELS:,} actions")
    labels = tuple(dict.fromkeys(label for meaning in meanings for label in meaning))
    if len(labels) == len(part.labels) and all(len(meaning) == 1 for meaning in meanings):
        return replace(part, labels=labels)  # one by one: the transitions stay as they are
    number = {label: at for at, label in enumerate(labels, 1)}
    numbers = [(0,), *(tuple(number[label] for label in meaning) or (0,) for meaning in meanings)]
    model, assembler = part.model, Assembler()
    for state in range(model.num_states):
        for at in range(model.first[state], model.first[state + 1]):
            for action in numbers[model.action[at]]:
                assembler.add(state, action, model.target[at])
    changed = assembler.freeze(model.states, model.initial, tuple(map(shown, labels)), model.name)
    return replace(part, model=changed, labels=labels)
