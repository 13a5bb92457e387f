"""From text to the syntax tree of a PRISM file."""

from __future__ import annotations

from symag.formats.prism.descent import Descent, GiveUp
from symag.formats.prism.syntax import PrismFile
from symag.formats.prism.words import RESERVED
from symag.limits import Watch

__all__ = ["parse_prism"]


def parse_prism(text: str, watch: Watch) -> PrismFile:
    """The syntax tree of a file: by the fast parser if it can, and otherwise by Lark's, which says what is wrong."""
    try:
        return Descent(text, RESERVED, watch).file()
    except GiveUp:
        from symag.formats.prism.grammar import LARK_PARSER  # takes a while to load, and is seldom needed

        return LARK_PARSER.parse(text, watch)
