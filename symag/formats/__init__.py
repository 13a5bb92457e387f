"""Text to model and back, one module per format."""

from symag.formats.files import FORMATS, load, loads, read_text, save, write_atomically

__all__ = ["FORMATS", "load", "loads", "read_text", "save", "write_atomically"]
