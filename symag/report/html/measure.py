"""How much of everything a page has, so that it stays small enough to be sent by mail."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MAX_PAGE", "Measure"]

MAX_PAGE = 3_000_000
"""Bytes of a page."""


@dataclass(frozen=True)
class Measure:
    """The most of each kind."""

    drawn: int = 1_600_000
    """Characters of pictures."""
    slides: int = 200
    stops: int = 40
    """Steps of a counterexample."""
    cards: int = 24
    """Models of a kind."""
    rows: int = 24
    """States that are listed in words."""

    def halved(self) -> Measure:
        """The same, for a page that came out too large."""
        return Measure(self.drawn // 2, self.slides // 2, self.stops // 2, self.cards // 2, self.rows // 2)
