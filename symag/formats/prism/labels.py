"""Labels of the states of a module, such as `s=1,ready=true`, made from their packed codes on demand."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from symag.formats.prism.modules import StateVariable
from symag.model import Packing

__all__ = ["Valuations", "valuation"]


def valuation(variables: Sequence[StateVariable], values: Sequence[int]) -> str:
    """`s=1,ready=true`."""
    words = ("false", "true")
    pairs = zip(variables, values, strict=True)
    return ",".join(f"{v.name}={words[value] if v.type == 'bool' else value}" for v, value in pairs)


@dataclass(frozen=True, eq=False)
class Valuations(Sequence[str]):
    """Labels of the states of a module, from their packed codes; the one state of a module without variables is `0`."""

    variables: tuple[StateVariable, ...]
    packing: Packing
    codes: array[int]

    def __len__(self) -> int:
        return len(self.codes) // self.packing.words

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        offsets = self.packing.unpack(self.codes, index % len(self))
        values = [v.low + offset for v, offset in zip(self.variables, offsets, strict=True)]
        return valuation(self.variables, values) or "0"

    def __iter__(self) -> Iterator[str]:
        return (self[i] for i in range(len(self)))
