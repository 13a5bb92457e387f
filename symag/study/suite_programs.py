"""Programs with tasks in suites: the models of a question depend on its properties, its constraints and its sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from symag.assume import Component
from symag.errors import InputError
from symag.evidence import Conjunction
from symag.formats import ModelReader, ProgramQuestion, format_of
from symag.model import LPTS
from symag.study.checks import Specified

__all__ = ["AskedProgram", "is_file", "program_models", "read_constraints"]


class AskedProgram(NamedTuple):
    """A question about a program: as a whole, and with each decomposition."""

    components: Component
    """The flow graph and the constraints."""
    specification: Specified
    sided: Mapping[str, tuple[Component, Specified]]
    """By the sides, the models of both, or of all: labels can say which side they belong to."""


def program_models(
    reader: ModelReader,
    file: Path,
    properties: Sequence[LPTS],
    constraints: Sequence[str | LPTS] = (),
    sides: str | None = None,
) -> tuple[Component, Specified] | None:
    """The models of one question; None if the file is no program."""
    models = reader.asked(file, ProgramQuestion(properties, constraints, sides))
    if models is None:
        return None
    several = isinstance(models.specification, tuple)
    return models.components, Conjunction.of(models.specification) if several else models.specification


def read_constraints(reader: ModelReader, constraints: Sequence[str | Path]) -> Sequence[str | LPTS]:
    """The constraints, of which paths are files with safety LTSs."""
    given = [reader.model(one) if isinstance(one, Path) else one for one in constraints]
    if "auto" in given:
        raise InputError(
            "symag check --constraint auto finds constraints by deciding the question: name here what it finds"
        )
    return given


def is_file(constraint: str) -> bool:
    """Is it a file, and not the name of an automaton?"""
    return format_of(constraint) is not None
