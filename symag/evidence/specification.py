"""What a system is checked against, from `check` to the kernel.

An LPTS is a specification. Another kind, such as a formula, is one more `SpecificationKind`: its relation names it, and
`check`, the verdict file and the reports treat it by its record.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from symag.evidence.schema import get
from symag.formats import SourceText, native
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import trim

__all__ = ["LPTS_KIND", "Specification", "SpecificationKind", "describe_model", "model_of"]


class Specification(Protocol):
    """What every kind of specification has."""

    @property
    def name(self) -> str:
        """Its name; it may be empty."""

    @property
    def alphabet(self) -> frozenset[str]:
        """The actions that it constrains."""


@dataclass(frozen=True)
class SpecificationKind:
    """One kind of specification, and how a verdict file has it."""

    type: type
    """The class of its objects."""
    noun: str
    """For an error message: the specification must be `noun`."""
    remedy: str
    """For an error message: how the user gets one."""
    model: Callable[[Any], LPTS | None]
    """The specification as a model, if it is one."""
    trim: Callable[[Any, Watch], Any]
    """Without its unreachable states."""
    write: Callable[[Any, Watch | None], dict[str, Any]]
    """The value of `specification` in a verdict file."""
    read: Callable[[dict[str, Any]], Any]
    """The specification, from that value."""


def model_of(specification: Specification) -> LPTS:
    """The specification of a relation whose kind of specification is an LPTS."""
    assert isinstance(specification, LPTS)
    return specification


def describe_model(model: LPTS, watch: Watch | None = None) -> dict[str, Any]:
    """A model of the question as a verdict file has it."""
    sizes = {"states": model.num_states, "transitions": model.num_transitions}
    return {"name": model.name, **sizes, "model": native.to_json(model, watch)}


def _read_model(data: dict[str, Any]) -> LPTS:
    return native.read_native(SourceText(json.dumps(get(data, "model", dict))))[0]


LPTS_KIND = SpecificationKind(
    LPTS,
    "an LPTS",
    "load a file with symag.load",
    lambda model: model,
    trim,
    describe_model,
    _read_model,
)
