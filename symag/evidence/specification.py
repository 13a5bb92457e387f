"""What a system is checked against, from `check` to the kernel.

An LPTS is a specification. Another kind, such as a formula, is one more `SpecificationKind`: its relation names it, and
`check`, the verdict file and the reports treat it by its record.

A conjunction is several properties that must all hold. For traces that is their composition: a trace is allowed if
each of them allows its part. So it need never be composed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from symag.errors import InputError
from symag.evidence.schema import get
from symag.formats import SourceText, native
from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import compose, trim

__all__ = [
    "LPTS_KIND",
    "PROPERTIES_KIND",
    "Conjunction",
    "Specification",
    "SpecificationKind",
    "describe_model",
    "model_of",
]

MAX_NAMES = 4
"""Names of properties in the name of their conjunction; of more, the first two and the last."""


class Specification(Protocol):
    """What every kind of specification has."""

    @property
    def name(self) -> str:
        """Its name; it may be empty."""

    @property
    def alphabet(self) -> frozenset[str]:
        """The actions that it constrains."""


@dataclass(frozen=True, eq=False)
class Conjunction:
    """Properties that must all hold, as one specification for traces: their composition, which is never built."""

    conjuncts: tuple[LPTS, ...]
    """The properties, in order; each is a plain LTS."""
    name: str
    """Its name; it may be empty."""

    @staticmethod
    def of(properties: Sequence[object], name: str = "") -> Conjunction:
        """The conjunction of a list of properties, called by their names unless there is another name."""
        models = tuple(model for model in properties if isinstance(model, LPTS))
        if not models:
            raise InputError("there is no property: give at least one model as the specification")
        for number, model in enumerate(properties, 1):
            if not isinstance(model, LPTS):
                raise InputError(f"property {number} must be an LPTS, not {model!r}: load a file with symag.load")
        counts = Counter(model.name for model in models)
        twice = [known for known, count in counts.items() if known and count > 1]
        if twice:
            raise InputError(f"{counts[twice[0]]} properties have the name {twice[0]!r}: give each a name of its own")
        names = [model.name or f"P{number}" for number, model in enumerate(models, 1)]
        shown = names if len(names) <= MAX_NAMES else [*names[:2], "…", names[-1]]
        return Conjunction(models, name or " ‖ ".join(shown))

    @lazy_property
    def alphabet(self) -> frozenset[str]:
        """The actions that some property constrains."""
        return frozenset[str]().union(*(model.alphabet for model in self.conjuncts))

    def composed(self, watch: Watch | None = None) -> LPTS:
        """The composition of the properties, as a model of its own."""
        return replace(compose(*self.conjuncts, name=self.name, watch=watch), product=None)


@dataclass(frozen=True)
class SpecificationKind:
    """The specifications that a relation admits, and how a verdict file has them."""

    types: tuple[type, ...]
    """The classes of its objects."""
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
    together: Callable[[Conjunction, Watch], Any] = lambda properties, watch: properties.composed(watch)
    """The specification that several properties make."""
    merged: Callable[[Any, Watch], Any] = lambda specification, watch: specification
    """The same as one model, if it is several."""
    properties: Callable[[Any], tuple[LPTS, ...]] = lambda specification: (specification,)
    """The models that it consists of."""


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
    (LPTS,),
    "an LPTS",
    "load a file with symag.load",
    lambda model: model,
    trim,
    describe_model,
    _read_model,
)
"""One model. Several properties are composed."""


def _trim(specification: LPTS | Conjunction, watch: Watch) -> LPTS | Conjunction:
    if isinstance(specification, LPTS):
        return trim(specification, watch)
    return replace(specification, conjuncts=tuple(trim(model, watch) for model in specification.conjuncts))


def _write(specification: LPTS | Conjunction, watch: Watch | None) -> dict[str, Any]:
    if isinstance(specification, LPTS):
        return describe_model(specification, watch)
    conjuncts = [describe_model(model, watch) for model in specification.conjuncts]
    return {"name": specification.name, "conjuncts": conjuncts}


def _read(data: dict[str, Any]) -> LPTS | Conjunction:
    if "conjuncts" not in data:
        return _read_model(data)
    conjuncts = tuple(map(_read_named, get(data, "conjuncts", list)))
    if not conjuncts:
        raise InputError("there are no conjuncts")
    return Conjunction(conjuncts, get(data, "name", str))


def _read_named(data: Any) -> LPTS:
    model = _read_model(data)
    if get(data, "name", str) != model.name:
        raise InputError(f"a model has two names: {data['name']!r} and {model.name!r}")
    return model


PROPERTIES_KIND = SpecificationKind(
    (LPTS, Conjunction),
    "an LPTS, or a list of these",
    "load a file with symag.load",
    lambda specification: specification if isinstance(specification, LPTS) else None,
    _trim,
    _write,
    _read,
    lambda properties, watch: properties,
    lambda specification, watch: specification if isinstance(specification, LPTS) else specification.composed(watch),
    lambda specification: (specification,) if isinstance(specification, LPTS) else specification.conjuncts,
)
"""One model, or several properties, which stay apart."""
