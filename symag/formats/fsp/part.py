"""A process as a transition system whose labels are split into their parts; prefixing, sharing, relabelling, hiding.

Relabelling, hiding and showing match an action or a prefix of it, and of several prefixes the longest, as in LTSA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symag.formats.fsp.syntax import Relabel, Visible
from symag.formats.fsp.values import MAX_LABELS, Environment, FspScope, Label, actions, instances, label_text, members
from symag.formats.positions import Position
from symag.model import LPTS, Assembler
from symag.operators import hide, rename

__all__ = [
    "Part",
    "completed",
    "hidden",
    "matcher",
    "prefixed",
    "relabelled",
    "relabelling",
    "rename_clashes",
    "shared",
    "visibly",
]

Renaming = Mapping[Label, Sequence[Label]]
MAX_FORBIDDEN = 2_000_000
"""Moves to ERROR that are written out for a property."""


@dataclass(frozen=True)
class Part:
    """`labels[i]` is the action `i + 1` of the model, in its parts."""

    model: LPTS
    labels: tuple[Label, ...]
    position: Position
    is_property: bool = False
    """It says what is allowed: it blocks nothing, and has ERROR for what is not allowed."""
    forbids: bool = False
    """An action that a state does not have leads to ERROR, which is not written out. Only a property can be so."""
    error: int | None = None
    """The state that means ERROR; it has no moves."""
    end: int | None = None
    """The state that means END; it has no moves, but a process that follows goes on from there."""
    group: str = ""
    """The composite property that it is a part of: `P` in `property ||P = (A || B).`, if it is one."""
    avoids_error: bool = False
    """It was composed of parts of which some have ERROR, and it never reaches that."""
    warnings: tuple[tuple[str, Position], ...] = ()
    """What LTSA warns of: processes that are not defined, and so are ERROR."""


def prefixed(part: Part, prefix: Label) -> Part:
    """`a:P`."""
    name, group = f"{label_text(prefix)}:{part.model.name}", part.group and f"{label_text(prefix)}:{part.group}"
    return replace(_renamed(part, lambda label: [(*prefix, *label)], name), group=group)


def shared(part: Part, owners: Sequence[Label]) -> Part:
    """`{a,b}::P`: a.x and b.x instead of x."""
    name = f"{{{','.join(map(label_text, owners))}}}::{part.model.name}" if len(owners) > 1 else part.model.name
    return _renamed(part, lambda label: [(*owner, *label) for owner in owners], name)


def relabelled(part: Part, renaming: Renaming) -> Part:
    """`P/{new/old}`: an old label may have several new ones, and the other way round."""
    return _renamed(part, lambda label: _new_names(label, renaming), part.model.name) if renaming else part


def _new_names(label: Label, renaming: Renaming) -> Sequence[Label]:
    for length in range(len(label), 0, -1):
        found = renaming.get(label[:length])
        if found is not None:
            return [(*one, *label[length:]) for one in found]
    return [label]


def rename_clashes(parts: Sequence[Part], renaming: Renaming) -> bool:
    """Would two actions of these parts get the same name?"""
    old = {label for part in parts for label in part.labels}
    new = [name for label in old for name in _new_names(label, renaming)]
    return len(set(new)) < len(new)


def hidden(part: Part, is_hidden: Callable[[Label], bool]) -> Part:
    """`P\\{a}`: the actions become tau and leave the alphabet."""
    gone = {label for label in part.labels if is_hidden(label)}
    if not gone:
        return part
    part = completed(part)
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
    if len(labels) < total:  # one of two actions that become one may be forbidden where the other is not
        part = completed(part)
    return replace(part, model=replace(rename(part.model, renaming), name=name), labels=tuple(labels))


def completed(part: Part) -> Part:
    """The part with all its moves to ERROR written out."""
    if not part.forbids:
        return part
    model, width = part.model, len(part.labels)
    if model.num_states * width > MAX_FORBIDDEN:
        raise part.position.error(
            f"the property {model.name!r} forbids too much: {model.num_states:,} states with {width:,} actions each"
        )
    assembler, error = Assembler(), model.num_states
    for state in range(model.num_states):
        row = model.row(state)
        for at in row:
            assembler.add(state, model.action[at], model.target[at])
        for action in set(range(1, width + 1)).difference(model.action[row.start : row.stop]):
            assembler.add(state, action, error)
    states = (*model.states, "ERROR")
    whole = assembler.freeze(states, model.initial, model.actions[1:], model.name)
    return replace(part, model=whole, forbids=False, error=error)


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
