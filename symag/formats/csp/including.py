"""`include "file"`: relative to the file that says so, and bounded. Only the caller opens files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from symag.errors import InputError
from symag.formats.csp.declarations import Include, parse_csp
from symag.formats.csp.tokens import Place
from symag.formats.csp.tree import CspDeclaration
from symag.limits import Watch

__all__ = ["Inclusion"]

MAX_FILES = 100
MAX_NESTED = 16
MAX_CHARACTERS = 16 * 2**20
_DRIVE = re.compile(r"[A-Za-z]:")


class Inclusion:
    """The files that a script includes. `open_file` gives the text of a file, by its path from the script's folder."""

    def __init__(self, open_file: Callable[[str], str] | None, watch: Watch) -> None:
        self.open_file = open_file
        self.watch = watch
        self.files = 0
        self.characters = 0

    def read(self, folder: str, depth: int) -> Include:
        """What reads a file that a file in this folder includes."""

        def include(name: str, place: Place) -> tuple[CspDeclaration, ...]:
            path = posixpath.normpath(posixpath.join(folder, name.replace("\\", "/")))
            if posixpath.isabs(path) or path.startswith("..") or _DRIVE.match(path):
                raise place.error(f"{name!r} is not in the folder of the script: only files there can be included")
            self.files += 1
            if self.files > MAX_FILES or depth >= MAX_NESTED:
                raise place.error(f"more than {MAX_FILES} files, or {MAX_NESTED} within each other, are included")
            text = self._text(path, place)
            return parse_csp(text, self.watch, self.read(posixpath.dirname(path), depth + 1), path)

        return include

    def _text(self, path: str, place: Place) -> str:
        if self.open_file is None:
            raise place.error("only a file can include files, and this is a text")
        try:
            text = self.open_file(path)
        except InputError as error:
            raise place.error(f"the file {path!r}: {error.message}") from None
        self.characters += len(text)
        if self.characters > MAX_CHARACTERS:
            raise place.error(f"the files that are included have more than {MAX_CHARACTERS >> 20} MiB")
        return text
