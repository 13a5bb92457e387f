"""Components in files of their own, in one folder."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from symag.errors import InputError
from symag.formats.files import make_folder, write_atomically
from symag.formats.names import distinct
from symag.formats.table import format_with, list_suffixes
from symag.model import LPTS, names_of

__all__ = ["save_components"]

_DEVICES = ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
"""Names that Windows does not give to files."""
_LONGEST = 80
"""Characters of a name."""


def save_components(components: Sequence[LPTS], folder: str | os.PathLike[str], suffix: str = ".json") -> list[Path]:
    """Write each component to a file of its own; the suffix says in which format. Returns the files.

    The files are called as the components are, as far as names of files allow. The folder is made if it does not exist.
    Nothing is overwritten, and if one component cannot be written, none is.
    """
    suffix = (suffix if suffix.startswith(".") else f".{suffix}").lower()
    format = format_with(suffix)
    if format is None or format.write is None:
        raise InputError(f"{suffix} files cannot be written: use {list_suffixes(readable=False)}")
    stems = distinct((_stem(name) for name in names_of(components)), _DEVICES)
    files = {Path(folder) / f"{stem}{suffix}": component for stem, component in zip(stems, components, strict=True)}
    for file in files:
        if os.path.lexists(file):
            raise InputError("is there already, and is not overwritten: choose another folder, or delete it", str(file))
    contents = {}
    for file, component in files.items():
        try:
            contents[file] = format.write([component])
        except InputError as error:
            raise error.at(str(file)) from None
    make_folder(Path(folder))
    _write_all(contents)
    return list(files)


def _stem(name: str) -> str:
    """The name as that of a file: letters, digits, and some signs inside."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("._-")[:_LONGEST].rstrip("._-") or "component"


def _write_all(contents: dict[Path, bytes]) -> None:
    """Write all files, or none: if one fails, those that were written are deleted."""
    written: list[Path] = []
    try:
        for file, data in contents.items():
            write_atomically(str(file), data)
            written.append(file)
    except BaseException:
        for file in written:
            with suppress(OSError):
                file.unlink()
        raise
