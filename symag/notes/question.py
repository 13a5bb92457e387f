"""Notes on a question: whether its models fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from symag.errors import LimitReached
from symag.evidence import Specification
from symag.limits import Watch
from symag.model import LPTS, names_of
from symag.notes.composition import Explored, notes_on_composition
from symag.notes.models import STUCK, are_same, joined, short, unreachable
from symag.notes.spelling import likeness, misspelt

__all__ = ["notes_on"]

MOST_NOTES = 12
LONGEST_NOTE = 400
MOST_NAMES = 4
"""Of components, in a note on several of them."""


def notes_on(
    given: Sequence[LPTS],
    components: Sequence[LPTS],
    specification: Specification,
    explored: Explored | None,
    watch: Watch,
    model: LPTS | None = None,
) -> tuple[str, ...]:
    """What to look at again. `components` are the given ones without unreachable states; `explored` is a part of their
    composition; `model` is the specification, if it is a model."""
    names = [short(name) for name in names_of(given)]
    notes = _on_alphabets(names, components, specification, watch)
    notes += misspelt(names, components, specification, watch)
    notes += [] if model is None else _on_identity(names, given, model)
    lost = (unreachable(name, one, two) for name, one, two in zip(names, given, components, strict=True))
    notes += [note for note in lost if note is not None]
    if explored is not None:
        with suppress(LimitReached):  # a limit that a note reaches must not cost the verdict
            notes += notes_on_composition(names, components, specification, explored, watch)
    more = len(notes) - MOST_NOTES
    if more > 0:
        notes = [*notes[: MOST_NOTES - 1], f"there are {more + 1:,} more notes like these"]
    return tuple(note if len(note) <= LONGEST_NOTE else f"{note[: LONGEST_NOTE - 1]}…" for note in notes)


def _on_alphabets(
    names: Sequence[str], components: Sequence[LPTS], specification: Specification, watch: Watch
) -> list[str]:
    """Notes on actions that do not occur on both sides."""
    knowing = Counter(action for component in components for action in component.alphabet)
    unknown = sorted(specification.alphabet - knowing.keys())
    notes = []
    if unknown:
        like = likeness(unknown, knowing.keys(), watch)
        shown = [f"{short(name)} (is it {like[name]}?)" if name in like else short(name) for name in unknown]
        notes.append(f"no component knows {joined(shown)}, which the specification speaks of")
    if unknown and not specification.alphabet & knowing.keys():
        notes.append("the specification and the system have no action in common: is it the right specification?")
    apart, stuck = [], []
    for name, component in zip(names, components, strict=True):
        met = any(knowing[action] > 1 or action in specification.alphabet for action in component.alphabet)
        if not component.num_transitions:
            stuck.append(name)
        elif len(components) > 1 and not met:
            apart.append(name)
    if len(stuck) > 1:
        notes.append(f"{joined(stuck, MOST_NAMES)} have no transition that can be reached from their initial states")
    elif stuck:
        notes.append(f"{stuck[0]} {STUCK}")
    if apart:
        verb = "has" if len(apart) == 1 else "have"
        notes.append(
            f"{joined(apart, MOST_NAMES)} {verb} no action in common with another component or with the specification"
        )
    return notes


def _on_identity(names: Sequence[str], given: Sequence[LPTS], specification: LPTS) -> list[str]:
    """A note, if the specification is a component of the system."""
    same = [name for name, component in zip(names, given, strict=True) if are_same(component, specification)]
    if same:
        return [f"the specification is {same[0]} itself, a component of the system: it promises nothing"]
    factors = specification.product.components if specification.product is not None else ()
    if factors and all(any(are_same(factor, one) for one in given) for factor in factors if isinstance(factor, LPTS)):
        return ["the specification is composed of the components themselves: it promises nothing"]
    if len(given) > 1 and specification.name in {component.name for component in given} - {""}:
        return [f"{short(specification.name)} is the name of the specification and of a component"]
    return []
