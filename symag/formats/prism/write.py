"""Writes PRISM: a model as one module of an mdp, with one variable for its states.

Synchronisation in PRISM is by the actions of a module's commands, so an action of the alphabet that no
transition carries gets a command whose guard is false.

Labels of the states of a module, such as `s=1,ready=true`, made from their packed codes on demand.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from symag.errors import InputError
from symag.formats.names import distinct
from symag.formats.prism.grammar import PRISM_KEYWORDS
from symag.formats.prism.modules import StateVariable
from symag.model import LPTS, Packing

__all__ = ["Valuations", "prism_file", "valuation", "write_prism"]

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def prism_file(components: Sequence[LPTS]) -> bytes:
    """The components as the contents of a PRISM file, one module for each."""
    return write_prism(components).encode()


def write_prism(components: Sequence[LPTS]) -> str:
    """The components as the modules of one PRISM file, which composes them."""
    numbered = list(enumerate(components, 1))
    names = [one.name if _is_name(one.name) else f"m{number}" for number, one in numbered]
    called = distinct(names, (f"s{number}" for number, _ in numbered))
    return "mdp\n\n" + "\n".join(
        _module(one, name, number) for name, (number, one) in zip(called, numbered, strict=True)
    )


def _is_name(text: str) -> bool:
    return _IDENTIFIER.fullmatch(text) is not None and text not in PRISM_KEYWORDS


def _module(model: LPTS, name: str, number: int) -> str:
    variable = f"s{number}"
    lines = [f"module {name}", f"  {variable} : [0..{max(model.num_states - 1, 1)}] init {model.initial};"]
    for action in model.actions[1:]:
        if not _IDENTIFIER.fullmatch(action):
            raise InputError(f"the action {action!r} is not a name in PRISM: letters, digits and _ only")
        if action in PRISM_KEYWORDS:
            raise InputError(f"the action {action!r} is not a name in PRISM: it is a word of the language")
    used = set(model.action)
    lines += [f"  [{action}] false -> true;" for a, action in enumerate(model.actions) if a and a not in used]
    for s in range(model.num_states):
        for t in model.row(s):
            action = model.actions[model.action[t]] if model.action[t] else ""
            outcomes = model.outcomes(model.target[t])
            update = " + ".join(f"{probability} : ({variable}'={state})" for state, probability in outcomes)
            lines.append(f"  [{action}] {variable}={s} -> {update};")
    return "\n".join([*lines, "endmodule", ""])


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
