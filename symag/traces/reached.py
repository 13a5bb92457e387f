"""The states that a search visits, as packed codes: how they are packed, and what is left of a search.

Small components are composed in groups before a long search, all of their states that the others could let them reach.
A state then has fewer parts, and most of its moves are one component's own, without synchronisation.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

__all__ = ["ComponentGroup", "Layout", "ReachedStates", "grouped"]

WORD_BITS = 63
"""Of a code: the table has room for a mark beside it."""
GROUP_STATES = 1024
"""Of a group, at most: its moves should fit the processor's caches."""


@dataclass(frozen=True)
class Layout:
    """Where each model's state sits in a code: `code[word[i]] >> shift[i] & mask[i]`."""

    word: tuple[int, ...]
    shift: tuple[int, ...]
    mask: tuple[int, ...]
    words: int

    @staticmethod
    def of(sizes: Sequence[int]) -> Layout:
        """Bits for numbers below these sizes, in as few words as a first fit needs."""
        word, shift, mask, used, filled = [], [], [], 0, 0
        for size in sizes:
            bits = (size - 1).bit_length()
            if filled + bits > WORD_BITS:
                used, filled = used + 1, 0
            word.append(used)
            shift.append(filled)
            mask.append((1 << bits) - 1)
            filled += bits
        return Layout(tuple(word), tuple(shift), tuple(mask), used + 1)

    def pack(self, numbers: Sequence[int]) -> array[int]:
        """The code of these numbers."""
        code = array("Q", [0]) * self.words
        for number, word, shift in zip(numbers, self.word, self.shift, strict=True):
            code[word] |= number << shift
        return code

    def unpack(self, codes: Sequence[int], position: int) -> Iterator[int]:
        """The numbers in the code at `position`."""
        base = position * self.words
        for word, shift, mask in zip(self.word, self.shift, self.mask, strict=True):
            yield codes[base + word] >> shift & mask


@dataclass(frozen=True)
class ComponentGroup:
    """One component, or the composition of several."""

    model: LPTS
    members: tuple[LPTS, ...]

    def parts(self, state: int) -> tuple[int, ...]:
        """The state of each member."""
        return (state,) if len(self.members) == 1 else self.model.parts(state)


def grouped(components: Sequence[LPTS], watch: Watch) -> tuple[ComponentGroup, ...]:
    """The components, composed in groups of neighbours as far as these stay small."""
    groups: list[list[LPTS]] = []
    size = 1
    for component in components:
        size *= component.num_states
        if not groups or size > GROUP_STATES:
            groups.append([])
            size = component.num_states
        groups[-1].append(component)
    return tuple(
        ComponentGroup(members[0] if len(members) == 1 else compose(*members, watch=watch), tuple(members))
        for members in groups
    )


@dataclass(frozen=True, eq=False)
class ReachedStates:
    """The states of a composition that a search visited, in the order of their discovery; no transition was kept."""

    groups: tuple[ComponentGroup, ...]
    layout: Layout
    codes: array[int]
    num_transitions: int
    """How many moves the states have that were expanded."""

    @property
    def num_states(self) -> int:
        """How many states were visited."""
        return len(self.codes) // self.layout.words

    @property
    def components(self) -> tuple[LPTS, ...]:
        """The models that were composed."""
        return tuple(chain.from_iterable(group.members for group in self.groups))

    def parts(self, state: int) -> tuple[int, ...]:
        """The state of each component."""
        numbers = self.layout.unpack(self.codes, state)
        return tuple(
            chain.from_iterable(group.parts(number) for group, number in zip(self.groups, numbers, strict=True))
        )

    def last_column(self) -> NDArray[int64]:
        """The state of the last model, which is in no group, in all visited states."""
        import numpy

        codes = numpy.asarray(self.codes, numpy.int64).reshape(-1, self.layout.words)
        found: NDArray[int64] = codes[:, self.layout.word[-1]] >> self.layout.shift[-1] & self.layout.mask[-1]
        return found

    def columns(self) -> list[NDArray[int64]]:
        """For each component, its state in all visited states."""
        import numpy

        found = []
        codes = numpy.asarray(self.codes, numpy.int64).reshape(-1, self.layout.words)
        for i, group in enumerate(self.groups):
            numbers = codes[:, self.layout.word[i]] >> self.layout.shift[i] & self.layout.mask[i]
            table = numpy.array([group.parts(state) for state in range(group.model.num_states)])
            found += [numbers] if len(group.members) == 1 else [table[numbers, k] for k in range(len(group.members))]
        return found
