"""Reads PRISM: from a text of modules to its components."""

from __future__ import annotations

from symag.formats.format import SourceText
from symag.formats.guarded.components import components
from symag.formats.prism.modules import typed_system
from symag.formats.prism.parse import parse_prism
from symag.formats.prism.scope import define
from symag.model import LPTS
from symag.model.collector import no_collection

__all__ = ["read_prism"]


def read_prism(source: SourceText) -> tuple[LPTS, ...]:
    """The components of a text: its modules, or those of them together that cannot be apart."""
    with no_collection():  # which would look at millions of objects without a cycle, again and again
        file = parse_prism(source.text, source.watch)
        if file.rewards is not None:
            source.note("rewards are skipped: nothing here asks for them", file.rewards)
        return components(typed_system(file, define(file, source.constants), source.watch), source)
