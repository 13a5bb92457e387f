"""What a composed model remembers of its components (CAV'12, section 5: projections need the component distributions).

The states and the distributions of a product are kept as packed codes: one number per component, in mixed radix, as
many to a 64-bit word as fit. A code of a distribution has, per component, either the state that it stays in or moves
to for sure, or the number of a distribution of its own; so the code that interns a product distribution is at the same
time the record of what made it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from json import dumps
from typing import Any, Protocol, overload

from symag.model.distribution import Ints, read_only, writable

__all__ = ["Packing", "Product", "ProductLabels"]

WORD = 1 << 62
"""Codes stay below this, so that they are the same number in C, signed or not, and in Python."""


@dataclass(frozen=True)
class Packing:
    """Where each component's number sits: `code[word[i]] // radix[i] % size[i]`."""

    size: tuple[int, ...]
    word: tuple[int, ...]
    radix: tuple[int, ...]
    words: int

    @staticmethod
    def of(sizes: Sequence[int]) -> Packing:
        """Pack numbers below these sizes into as few words as a first fit needs."""
        word, radix, used, filled = [], [], 0, 1
        for size in sizes:
            if filled * size >= WORD:
                used, filled = used + 1, 1
            word.append(used)
            radix.append(filled)
            filled *= size
        return Packing(tuple(sizes), tuple(word), tuple(radix), used + 1)

    @property
    def dense(self) -> int | None:
        """How many codes there are, if one word holds them."""
        return self.radix[-1] * self.size[-1] if self.words == 1 else None

    def pack(self, places: Iterable[tuple[int, ...]]) -> array[int]:
        """The codes of these numbers, one after the other."""
        codes = array("q")
        for numbers in places:
            words = [0] * self.words
            for number, word, radix in zip(numbers, self.word, self.radix, strict=True):
                words[word] += number * radix
            codes.extend(words)
        return codes

    def unpack(self, codes: Sequence[int], position: int) -> tuple[int, ...]:
        """The numbers in the code at `position`."""
        base = position * self.words
        places = zip(self.word, self.radix, self.size, strict=True)
        return tuple(codes[base + word] // radix % size for word, radix, size in places)


class Component(Protocol):
    """What a product needs to know of a component, which is an LPTS."""

    @property
    def states(self) -> Sequence[str]: ...
    @property
    def num_states(self) -> int: ...


@dataclass(frozen=True)
class Product:
    """The components of a composed model, and for each of its states and distributions what they contribute."""

    components: tuple[Component, ...]
    state_packing: Packing
    state_codes: Ints
    distribution_packing: Packing
    distribution_codes: Ints

    def __post_init__(self) -> None:
        for name in ("state_codes", "distribution_codes"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def __reduce__(self) -> tuple[Any, ...]:
        states, distributions = writable(self.state_codes), writable(self.distribution_codes)
        return Product, (self.components, self.state_packing, states, self.distribution_packing, distributions)

    def parts(self, state: int) -> tuple[int, ...]:
        """The state of each component."""
        return self.state_packing.unpack(self.state_codes, state)

    def contributions(self, target: int) -> tuple[int, ...]:
        """The target of each component, in its own encoding, that a target of the product is made of."""
        if target >= 0:
            return self.parts(target)
        numbers = self.distribution_packing.unpack(self.distribution_codes, ~target)
        return tuple(
            number if number < component.num_states else ~(number - component.num_states)
            for number, component in zip(numbers, self.components, strict=True)
        )

    def labels(self, state: int) -> tuple[str, ...]:
        """The label of each component's state."""
        return tuple(component.states[part] for component, part in zip(self.components, self.parts(state), strict=True))


@dataclass(frozen=True, eq=False)
class ProductLabels(Sequence[str]):
    """`(idle,sent)`: labels of product states, made on demand; different states have different labels."""

    product: Product
    length: int

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.length))]
        if not -self.length <= index < self.length:
            raise IndexError(index)
        return "(" + ",".join(map(_quoted, self.product.labels(index % self.length))) + ")"


def _quoted(label: str) -> str:
    """The label as it is if a reader can see where it ends (brackets balanced, no comma outside), else as a string."""
    depth = 0
    for character in label:
        depth += (character == "(") - (character == ")")
        if depth < 0 or (depth == 0 and character == ","):
            return dumps(label)
    return dumps(label) if depth or label.startswith('"') or not label else label
