"""Text to model and back, one module per format.

.. include:: README.md
"""

from symag.formats.constants import Given
from symag.formats.files import (
    FORMATS,
    check_suffix,
    check_writable,
    is_stream,
    make_folder,
    properties_in,
    read_components,
    read_file,
    read_text,
    save,
    split_process,
    write_atomically,
)
from symag.formats.formula import refuse_formula

__all__ = [
    "FORMATS",
    "Given",
    "check_suffix",
    "check_writable",
    "is_stream",
    "make_folder",
    "properties_in",
    "read_components",
    "read_file",
    "read_text",
    "refuse_formula",
    "save",
    "split_process",
    "write_atomically",
]
