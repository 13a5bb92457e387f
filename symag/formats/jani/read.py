"""Reads JANI: from a text of automata to its components."""

from __future__ import annotations

from symag.formats.format import SourceText
from symag.formats.guarded.components import components
from symag.formats.jani.document import parse_document
from symag.formats.jani.system import guarded_system
from symag.model import LPTS
from symag.model.collector import no_collection

__all__ = ["read_jani"]


def read_jani(source: SourceText) -> tuple[LPTS, ...]:
    """The components of a text: its automata, or those of them together that cannot be apart."""
    with no_collection():  # which would look at millions of objects without a cycle, again and again
        return components(guarded_system(parse_document(source.text, source.watch), source), source)
