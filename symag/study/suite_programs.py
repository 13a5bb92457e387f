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

__all__ = ["AskedProgram", "asked_program", "is_file"]


class AskedProgram(NamedTuple):
    """A question about a program: as a whole, and with each decomposition."""

    components: Component
    """The flow graph and the constraints."""
    specification: Specified
    sided: Mapping[str, tuple[Component, Specified]]
    """By the sides, the models of both, or of all: labels can say which side they belong to."""


def asked_program(
    reader: ModelReader,
    file: Path,
    properties: Sequence[LPTS],
    constraints: Sequence[str | Path],
    sides: Sequence[str],
) -> AskedProgram | None:
    """The models; None if the file is no program. Of constraints, paths are files with safety LTSs."""
    given = [reader.model(one) if isinstance(one, Path) else one for one in constraints]
    if "auto" in given:
        raise InputError(
            "symag check --constraint auto finds constraints by deciding the question: name here what it finds"
        )

    def asked(chosen: str | None) -> tuple[Component, Specified] | None:
        models = reader.asked(file, ProgramQuestion(properties, given, chosen))
        if models is None:
            return None
        several = isinstance(models.specification, tuple)
        return models.components, Conjunction.of(models.specification) if several else models.specification

    whole = asked(None)
    if whole is None:
        return None
    found = {}
    for one in sides:
        models = asked(one)
        assert models is not None
        found[one] = models
    return AskedProgram(*whole, found)


def is_file(constraint: str) -> bool:
    """Is it a file, and not the name of an automaton?"""
    return format_of(constraint) is not None
