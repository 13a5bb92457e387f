"""PRISM in: a text of modules to one LPTS for each of them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from symag.errors import InputError
from symag.formats.constants import Given
from symag.formats.prism.build import enumerated
from symag.formats.prism.definitions import define
from symag.formats.prism.grammar import parse
from symag.formats.prism.modules import components
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["loads"]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Reading makes millions of objects and no cycle: the collector would look at all of them, again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def loads(
    text: str, file: str | None = None, constants: Given | None = None, watch: Watch | None = None
) -> tuple[LPTS, ...]:
    """The modules of a text, each with its own alphabet."""
    watch = watch or Watch()
    try:
        with _no_collection():
            source = parse(text, watch)
            found = components(source, define(source, constants or Given()), watch)
            return tuple(enumerated(component, watch) for component in found)
    except InputError as error:
        raise error.at(file) from None
