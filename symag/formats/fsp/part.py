"""A process as a transition system whose labels are split into their parts; prefixing, sharing, relabelling, hiding.

Relabelling, hiding and showing match an action or a prefix of it, and of several prefixes the longest, as in LTSA.

ERROR, for which a model of symag has no state.

In a property, a move to ERROR is one that the property does not allow: the move is left out. A component may have ERROR
as long as the whole composition never reaches it.

A semaphore of the book counts to `SEMA[Max+1] = ERROR`, and a system that uses it rightly never counts so far. So the
composite process is composed once, and only if no state of it has a component in ERROR, the components are handed on;
whatever else they are composed with then, ERROR stays out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symag.formats.fsp.labels import MAX_LABELS, actions, instances, members
from symag.formats.fsp.syntax import Relabel, Visible
from symag.formats.fsp.values import Environment, FspScope, Label, label_text
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import LPTS, Assembler
from symag.operators import compose, hide, rename

__all__ = [
    "Part",
    "error_states",
    "hidden",
    "matcher",
    "prefixed",
    "refuse_errors",
    "relabelled",
    "relabelling",
    "shared",
    "visibly",
    "without_errors",
]

Renaming = Mapping[Label, Sequence[Label]]


@dataclass(frozen=True)
class Part:
    """`labels[i]` is the action `i + 1` of the model, in its parts.

    `errors` are the states that mean ERROR; `error` is the name of the first one and its position in the text.
    """

    model: LPTS
    labels: tuple[Label, ...]
    is_property: bool
    position: Position
    errors: frozenset[int] = frozenset()
    error: tuple[str, Position] | None = None


def prefixed(part: Part, prefix: Label) -> Part:
    """`a:P`."""
    name = f"{label_text(prefix)}:{part.model.name}"
    return _renamed(part, lambda label: [(*prefix, *label)], name)


def shared(part: Part, owners: Sequence[Label]) -> Part:
    """`{a,b}::P`: a.x and b.x instead of x."""
    name = f"{{{','.join(map(label_text, owners))}}}::{part.model.name}" if len(owners) > 1 else part.model.name
    return _renamed(part, lambda label: [(*owner, *label) for owner in owners], name)


def relabelled(part: Part, renaming: Renaming) -> Part:
    """`P/{new/old}`: an old label may have several new ones, and the other way round."""

    def new(label: Label) -> Sequence[Label]:
        for length in range(len(label), 0, -1):
            found = renaming.get(label[:length])
            if found is not None:
                return [(*one, *label[length:]) for one in found]
        return [label]

    return _renamed(part, new, part.model.name) if renaming else part


def hidden(part: Part, is_hidden: Callable[[Label], bool]) -> Part:
    """`P\\{a}`: the actions become tau and leave the alphabet."""
    gone = {label for label in part.labels if is_hidden(label)}
    if not gone:
        return part
    labels = tuple(label for label in part.labels if label not in gone)
    return replace(part, model=hide(part.model, map(label_text, gone)), labels=labels)


def matcher(prefixes: Iterable[Label]) -> Callable[[Label], bool]:
    """Is a label, or a prefix of it, one of these?"""
    known = frozenset(prefixes)
    return lambda label: any(label[:length] in known for length in range(1, len(label) + 1))


def _renamed(part: Part, new: Callable[[Label], Sequence[Label]], name: str) -> Part:
    """The part with new labels instead of each label, and with a new name."""
    labels: dict[Label, None] = {}
    renaming: dict[str, list[str]] = {}
    total = 0
    for label in part.labels:
        found = new(label)
        total += len(found)
        if total > MAX_LABELS:
            raise part.position.error(f"{part.model.name!r} would have more than {MAX_LABELS:,} actions")
        labels |= dict.fromkeys(found)
        renaming[label_text(label)] = list(map(label_text, found))
    return replace(part, model=replace(rename(part.model, renaming), name=name), labels=tuple(labels))


def relabelling(relabels: Sequence[Relabel], environment: Environment, scope: FspScope) -> dict[Label, list[Label]]:
    """From old labels to new ones. The variables of the new label have values in the old one: `new[i:0..2]/old[i]`."""
    found: dict[Label, dict[Label, None]] = {}
    for count, (old, new) in enumerate(_pairs(relabels, environment, scope), 1):
        if count > MAX_LABELS:
            raise relabels[0].position.error(f"more than {MAX_LABELS:,} labels are renamed")
        found.setdefault(old, {})[new] = None
    return {old: list(new) for old, new in found.items()}


def _pairs(relabels: Sequence[Relabel], environment: Environment, scope: FspScope) -> Iterator[tuple[Label, Label]]:
    """Recursive, because the parser bounded the depth."""
    for relabel in relabels:
        if relabel.new is None or relabel.old is None:
            for _, bound in instances(relabel.indices, environment, scope, relabel.position, MAX_LABELS):
                yield from _pairs(relabel.inner, bound, scope)
            continue
        for new, bound in actions(relabel.new, environment, scope):
            for old, _ in actions(relabel.old, bound, scope):
                yield old, new


def visibly(visible: Visible, environment: Environment, scope: FspScope) -> Callable[[Label], bool]:
    """The labels that `\\{a}` or `@{a}` hides."""
    named = matcher(members(visible.actions, environment, scope, may_be_empty=True))
    return named if visible.sign == "\\" else lambda label: not named(label)


_SHOWN = 20
"""A message names at most so many of the actions that lead to ERROR."""


def error_states(model: LPTS, parts: Sequence[Part], watch: Watch) -> Iterator[int]:
    """The states of the composition in which some part is in ERROR."""
    if not any(part.errors for part in parts):
        return
    for state in range(model.num_states):
        watch.tick(len(parts), state)
        inside = model.parts(state)
        if any(one in part.errors for one, part in zip(inside, parts, strict=True)):
            yield state


def refuse_errors(parts: Sequence[Part], watch: Watch) -> None:
    """An InputError if ERROR can be reached, with the actions that lead to it."""
    if not any(part.errors and not part.is_property for part in parts):
        return
    if len(parts) == 1:
        model, reached, guilty = parts[0].model, min(parts[0].errors), parts[0]
    else:
        model = compose(*(part.model for part in parts), watch=watch)
        reached = next(error_states(model, parts, watch), -1)
        if reached < 0:
            return
        inside = model.parts(reached)
        guilty = next(part for one, part in zip(inside, parts, strict=True) if one in part.errors)
    assert guilty.error is not None
    what, position = guilty.error
    way = _way(model, reached)
    actions = ", ".join(way[:_SHOWN]) + (", …" if len(way) > _SHOWN else "")
    raise position.error(
        f"{what} can be reached{f' by {actions}' if way else ''}, and a model of symag has no error state: "
        "say what is allowed by a 'property' and check it with --spec FILE#PROPERTY"
    )


def without_errors(part: Part) -> Part:
    """A property without ERROR: a move to it is one that the property does not allow."""
    if not part.is_property or not part.errors:
        return part
    model, assembler = part.model, Assembler()
    kept = [state for state in range(model.num_states) if state not in part.errors]
    number = {state: at for at, state in enumerate(kept)}
    for state in kept:
        for at in model.row(state):
            if model.target[at] in number:
                assembler.add(number[state], model.action[at], number[model.target[at]])
    states = [model.states[state] for state in kept]
    stripped = assembler.freeze(states, number[model.initial], model.actions[1:], model.name)
    return replace(part, model=stripped, errors=frozenset())


def _way(model: LPTS, goal: int) -> list[str]:
    """A shortest sequence of actions from the initial state to another."""
    before = {model.initial: (-1, "")}
    for state in (order := [model.initial]):
        for at in model.row(state):
            target = model.target[at]
            if target not in before:
                before[target] = state, model.actions[model.action[at]]
                order.append(target)
    way = []
    while goal != model.initial:
        goal, action = before[goal]
        way.append(action)
    return way[::-1]
