"""Formulas are not read: they are only recognised where a model is wanted, so that the error can say so."""

from __future__ import annotations

import os
import re
from pathlib import Path

from symag.errors import InputError
from symag.formats.files import FORMATS

__all__ = ["refuse_formula"]

FORMULA = re.compile(
    r"""
    [<>]=? | =\? | \[\] | => | -> | && | \|\|        # bounds, queries, and connectives
    | ^ \s* [PSRAE]\w* \s* \[ .* \] \s* $             # P [ … ], A [ … ]
    | (?: ^ | [\s(\[!] ) [AE]?[GFX] [\s(!]             # G safe, F (done), AG !error
    | \s [UWR] \s                                     # a U b
    | ^ \s* !                                        # !error
    """,
    re.VERBOSE | re.DOTALL,
)
INSTEAD = (
    "formulas are not supported yet. Write the specification as a model that does all that is allowed, in a file such "
    "as spec.json"
)


def refuse_formula(specification: str | os.PathLike[str]) -> None:
    """An InputError if this is no file, and reads like a formula of a temporal logic."""
    text = os.fspath(specification)
    is_file = os.path.exists(text) or Path(text).suffix.lower() in FORMATS
    if not is_file and FORMULA.search(text):
        raise InputError(f"{text!r} looks like a formula, and {INSTEAD}")
