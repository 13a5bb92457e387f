"""PRISM in: a text of modules to one LPTS for each of them."""

from __future__ import annotations

from symag.errors import InputError
from symag.formats.constants import Given
from symag.formats.prism.build import enumerated
from symag.formats.prism.definitions import define
from symag.formats.prism.grammar import parse
from symag.formats.prism.modules import components
from symag.limits import Watch
from symag.model import LPTS
from symag.model.collector import no_collection

__all__ = ["loads"]


def loads(
    text: str, file: str | None = None, constants: Given | None = None, watch: Watch | None = None
) -> tuple[LPTS, ...]:
    """The modules of a text, each with its own alphabet."""
    watch = watch or Watch()
    try:
        with no_collection():  # which would look at millions of objects without a cycle, again and again
            source = parse(text, watch)
            found = components(source, define(source, constants or Given()), watch)
            return tuple(enumerated(component, watch) for component in found)
    except InputError as error:
        raise error.at(file) from None
