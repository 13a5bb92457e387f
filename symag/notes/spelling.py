"""Actions that seem to be misspelt: two names that differ by a slip, so that components do not synchronise.

A guess needs two things. The names differ by one slip, in a word that is long enough for it. And the model suggests
that one of the two is wrong: only one component has it (or renamed copies of one component, which misspell it, too),
the specification does not, and another component or the specification has the other name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from symag.evidence import Specification
from symag.limits import Watch
from symag.model import LPTS
from symag.notes.models import listed

__all__ = ["is_slip", "likeness", "misspelt"]

LONGEST = 40
"""Characters of a name; longer names are not compared."""
LOOKED_AT = 2_000
"""Kinds of names; among more of them, symag does not search for slips."""
MOST_PAIRS = 3
SWAPPED, DOUBLED, CHANGED, CAPITALS = 4, 5, 7, 3
"""The least length of a word (of the shorter one) with two letters swapped, a letter doubled, another letter added or
replaced, and of names that differ in capitals and separators. Short words differ in a letter because they are different
words: `change` and `charge`; one model can have both `unlock` and `unblock`."""

WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+")
"""send and Msg in p[1].sendMsg; without digits and brackets."""


class _Name(NamedTuple):
    """A name in its parts."""

    words: tuple[str, ...]
    numbers: tuple[str, ...]


def _name(action: str) -> _Name:
    return _Name(tuple(WORD.findall(action)), tuple(re.findall(r"\d+", action)))


def is_slip(one: str, other: str) -> bool:
    """Could one of these names be the other one, misspelt? Numbers and all words but one are the same."""
    a, b = _name(one), _name(other)
    return one != other and a.numbers == b.numbers and _differ_by_slip(a.words, b.words)


def _differ_by_slip(one: Sequence[str], other: Sequence[str]) -> bool:
    letters = "".join(one).casefold()
    if letters == "".join(other).casefold():
        return len(letters) >= CAPITALS  # sendMsg and send_msg
    different = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    return len(one) == len(other) and len(different) == 1 and _is_slip_of_word(*different[0])


def _is_slip_of_word(one: str, other: str) -> bool:
    """Two neighbours swapped, one letter too many or replaced, but not at the ends: `raise`, `unlock`, `sends`, `usera`
    are other words than `arise`, `lock`, `send`, `userb`."""
    short, long = sorted((one, other), key=len)
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        if short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]:
            return at > 0 and len(short) >= SWAPPED
        return 0 < at < len(short) - 1 and short[at + 1 :] == long[at + 1 :] and len(short) >= CHANGED
    if len(long) != len(short) + 1 or short[at:] != long[at + 1 :] or at == 0:
        return False
    if long[at] == long[at - 1]:
        return len(short) >= DOUBLED
    return at < len(long) - 1 and len(short) >= CHANGED


def _keys(name: _Name) -> Iterator[tuple[object, ...]]:
    """Two names that differ by a slip share one of these keys: the words with one letter left out, or none."""
    yield ("joined", "".join(name.words).casefold(), name.numbers)
    yield (name.words, name.numbers)
    for at, word in enumerate(name.words):
        for letter in range(len(word)):
            yield ((*name.words[:at], word[:letter] + word[letter + 1 :], *name.words[at + 1 :]), name.numbers)


def _slips(actions: Iterable[str], watch: Watch) -> Iterator[tuple[str, str]]:
    """Pairs of actions that differ by a slip, one of each kind: of p[1].up and p[2].up, the first with a partner."""
    names = {action: name for action in actions if len(action) <= LONGEST and (name := _name(action)).words}
    if len({name.words for name in names.values()}) > LOOKED_AT:
        return
    near: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for action, name in names.items():
        for key in dict.fromkeys(_keys(name)):
            near[key].append(action)
    seen = set()
    for group in near.values():
        for one, other in watch.over(combinations(group, 2)):
            kind = names[one].words, names[other].words
            if kind not in seen and is_slip(one, other):
                seen.add(kind)
                yield one, other


def likeness(names: Collection[str], known: Collection[str], watch: Watch) -> dict[str, str]:
    """For each of the names, a known name of which it may be a misspelling."""
    found: dict[str, str] = {}
    for one, other in _slips(sorted({*names, *known}), watch):
        for name, meant in ((one, other), (other, one)):
            if name in names and meant in known:
                found.setdefault(name, meant)
    return found


def misspelt(names: Sequence[str], components: Sequence[LPTS], specification: Specification, watch: Watch) -> list[str]:
    """Notes on components that do not synchronise because one of them seems to misspell an action."""
    owners: dict[str, list[int]] = defaultdict(list)
    for number, component in enumerate(components):
        for action in component.alphabet:
            owners[action].append(number)
    pairs = islice(_likely(owners, components, specification.alphabet, watch), MOST_PAIRS)
    return [_note(wrong, right, names, owners, specification.alphabet) for wrong, right in pairs]


def _likely(
    owners: Mapping[str, Sequence[int]], components: Sequence[LPTS], promised: frozenset[str], watch: Watch
) -> Iterator[tuple[str, str]]:
    """Pairs of a name that seems wrong and the name that seems right."""
    for one, other in _slips(sorted(owners, key=lambda action: (owners[action], action)), watch):
        for wrong, right in ((one, other), (other, one)):
            outside = right in promised or set(owners[right]) - set(owners[wrong])
            if wrong not in promised and outside and _are_copies([components[i] for i in owners[wrong]]):
                yield wrong, right
                break


def _are_copies(components: Sequence[LPTS]) -> bool:
    """Are they one component, or have they the sizes of copies?"""
    return len({(one.num_states, one.num_transitions, len(one.actions)) for one in components}) == 1


def _note(
    wrong: str, right: str, names: Sequence[str], owners: Mapping[str, Sequence[int]], promised: frozenset[str]
) -> str:
    owning, others = ([names[i] for i in owners[action]] for action in (wrong, right))
    knowing = f"{listed(others, 3)}{' and the specification' if right in promised else ''}"
    only = "" if right in promised else "only "
    verbs = ["knows" if len(some) == 1 else "know" for some in (owning, others)]
    if right in promised:
        verbs[1] = "know"
    return (
        f"only {listed(owning, 3)} {verbs[0]} {wrong}, and {only}{knowing} {verbs[1]} {right}: is it the same action?"
    )
