"""The truth values of CSPm. They are no Python booleans, since `True == 1`: keys of tables would mix them up."""

from __future__ import annotations

__all__ = ["FALSE", "TRUE", "Truth", "truth"]


class Truth:
    """`true` or `false`; there are two objects of it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


TRUE = Truth("true")
FALSE = Truth("false")


def truth(value: bool) -> Truth:
    """The one of the two that this is."""
    return TRUE if value else FALSE
