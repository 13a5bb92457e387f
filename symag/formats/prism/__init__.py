"""PRISM in and out."""

from symag.formats.prism.write import dumps, system

__all__ = ["dumps", "system"]
