"""What is probably a slip of the pen: the verdict is right, and perhaps not about what was meant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import combinations, islice
from typing import NamedTuple

from symag.evidence import Verdict
from symag.model import LPTS, names_of

__all__ = ["misspelt", "note_on_model", "notes_on"]

MOST = 8
"""Names in one note."""
LOOKED_AT, LONGEST = 500, 40
"""Among more names than this, or longer ones, nothing alike is looked for."""
PAIRED = 150
"""The same for names that are compared with each other."""
MOST_PAIRS = 3
ALIKE = 0.8
"""Of two words, by difflib: strat and start, but not ping and pong."""

WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
"""send and Msg in p[1].sendMsg; without digits and brackets."""
STUCK = "has no transition that can be reached from its initial state"


def notes_on(verdict: Verdict) -> list[str]:
    """What to look at again: misspelt actions, and models that have nothing to do with each other."""
    components, specification = verdict.components, verdict.specification
    names = names_of(components)
    knowing = Counter(action for component in components for action in component.alphabet)
    unknown = sorted(specification.alphabet - knowing.keys())
    notes = []
    if unknown:
        notes.append(f"no component knows {_with_likeness(unknown, knowing)}, which the specification speaks of")
    if unknown and not specification.alphabet & knowing.keys():
        notes.append("the specification and the system have no action in common: is it the right specification?")
    if len(components) > 1 and specification.name in {component.name for component in components} - {""}:
        notes.append(f"{specification.name} is the specification, and one of the components is called so, too")
    for name, component in zip(names, components, strict=True):
        met = any(knowing[action] > 1 or action in specification.alphabet for action in component.alphabet)
        if not component.num_transitions:
            notes.append(f"{name} {STUCK}")
        elif len(components) > 1 and not met:
            notes.append(f"{name} has no action in common with another component or with the specification")
    return notes + misspelt(names, components, specification)


def _with_likeness(unknown: list[str], known: Collection[str]) -> str:
    """The names, each with one that is much like it."""
    shown, short = [], [name for name in known if len(name) <= LONGEST]
    for name in unknown[:MOST]:
        like = get_close_matches(name, short, 1) if len(short) <= LOOKED_AT and len(name) <= LONGEST else []
        shown.append(f"{name} (is it {like[0]}?)" if like else name)
    return ", ".join(shown) + (f" and {len(unknown) - MOST:,} more" if len(unknown) > MOST else "")


def note_on_model(model: LPTS) -> str | None:
    """Of a model alone: nothing can happen in its initial state, but elsewhere."""
    stuck = model.first[model.initial] == model.first[model.initial + 1]
    if not (stuck and model.num_transitions):
        return None
    return f"{model.name or 'the model'} {STUCK}: is it right that it starts in {model.initial_state}?"


class _Private(NamedTuple):
    """An action that one component knows, and nobody else does."""

    action: str
    owner: int
    numbers: tuple[str, ...]
    words: tuple[str, ...]


def misspelt(names: Sequence[str], components: Sequence[LPTS], specification: LPTS) -> list[str]:
    """Two components that do not meet in an action, as one of them seems to misspell it."""
    pairs = islice(_likely_pairs(_private(components, specification)), MOST_PAIRS)
    return [
        f"only {names[one.owner]} knows {one.action}, and only {names[other.owner]} knows {other.action}: "
        "is it the same action?"
        for one, other in pairs
    ]


def _private(components: Sequence[LPTS], specification: LPTS) -> list[_Private]:
    """One of each kind: of p[1].up and p[2].up, the first."""
    knowing = Counter(action for component in components for action in component.alphabet)
    kinds: dict[tuple[str, ...], _Private] = {}
    for owner, component in enumerate(components):
        for action in sorted(component.alphabet - specification.alphabet):
            if knowing[action] == 1 and len(action) <= LONGEST:
                words = tuple(WORD.findall(action))
                kinds.setdefault(words, _Private(action, owner, tuple(re.findall(r"\d+", action)), words))
    return list(kinds.values())


def _likely_pairs(private: Sequence[_Private]) -> Iterator[tuple[_Private, _Private]]:
    if len(private) > PAIRED:
        return
    for one, other in combinations(private, 2):
        if one.owner != other.owner and one.numbers == other.numbers and _alike(one.words, other.words):
            yield one, other


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Are they written differently, or differ in one word, and there by a slip?

    What has a prefix more is another word (unlock), and what differs in the last letter is another of a kind (usera).
    """
    if "".join(one).casefold() == "".join(other).casefold():
        return True
    different = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    if len(one) != len(other) or len(different) != 1:
        return False
    ((a, b),) = different
    if a.endswith(b) or b.endswith(a) or (len(a) == len(b) and a[:-1] == b[:-1]):
        return False
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.quick_ratio() < ALIKE:
        return False
    swapped = sorted(a) == sorted(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 2
    return swapped or matcher.ratio() >= ALIKE
