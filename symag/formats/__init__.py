"""Text to model and back, one module per format."""

from symag.formats.constants import Given
from symag.formats.files import (
    FORMATS,
    check_writable,
    make_folder,
    properties_in,
    read_components,
    read_file,
    read_text,
    save,
    split_process,
    write_atomically,
)

__all__ = [
    "FORMATS",
    "Given",
    "check_writable",
    "make_folder",
    "properties_in",
    "read_components",
    "read_file",
    "read_text",
    "save",
    "split_process",
    "write_atomically",
]
