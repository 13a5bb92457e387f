"""Text to model and back: a record for each format, one module or folder for each language.

.. include:: README.md
"""

from symag.formats.files import check_suffix, check_writable, is_stream, make_folder, read_text, write_atomically
from symag.formats.folder import save_components
from symag.formats.format import AskedModels, Assertion, Comments, ConstantValues, Format, ProgramQuestion, SourceText
from symag.formats.models import (
    ModelReader,
    load,
    load_components,
    loads,
    properties_in,
    read_components,
    refuse_formula,
    save,
    split_process,
)
from symag.formats.names import similar_names
from symag.formats.table import FORMATS, format_of, format_with, main_suffixes

__all__ = [
    "FORMATS",
    "AskedModels",
    "Assertion",
    "Comments",
    "ConstantValues",
    "Format",
    "ModelReader",
    "ProgramQuestion",
    "SourceText",
    "check_suffix",
    "check_writable",
    "format_of",
    "format_with",
    "is_stream",
    "load",
    "load_components",
    "loads",
    "main_suffixes",
    "make_folder",
    "properties_in",
    "read_components",
    "read_text",
    "refuse_formula",
    "save",
    "save_components",
    "similar_names",
    "split_process",
    "write_atomically",
]
