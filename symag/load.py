"""Models from files: one, or the components that a file of several modules has."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from symag.errors import InputError, LimitReached
from symag.formats import Given, read_components, read_file, split_process
from symag.limits import Limits, Watch
from symag.model import LPTS, printable
from symag.operators import compose

__all__ = ["Reader", "load", "load_components", "loads"]

NOTICED = 0.1
"""Seconds of reading that count."""

Constants = Mapping[str, object]


class Reader:
    """Reads the files of one question: with one clock, and values for constants that they may share."""

    def __init__(self, constants: Constants | None = None, watch: Watch | None = None) -> None:
        self.given = Given(constants)
        self.watch = watch or Watch()
        self.files: dict[str, None] = {}

    def components(self, path: str | os.PathLike[str]) -> tuple[LPTS, ...]:
        """Every component in the file."""
        self.files[split_process(path)[0]] = None
        self.watch.check("reading")
        return read_file(path, self.given, self.watch)

    def side(self, path: str | os.PathLike[str]) -> LPTS | tuple[LPTS, ...]:
        """The component in the file, or the list of them if there are several."""
        found = self.components(path)
        return found[0] if len(found) == 1 else found

    def sides(self, paths: Sequence[Path]) -> list[LPTS | tuple[LPTS, ...]]:
        """What `check` wants: a side per file; of one file alone, its components."""
        return list(self.components(paths[0])) if len(paths) == 1 else [self.side(path) for path in paths]

    def model(self, path: str | os.PathLike[str]) -> LPTS:
        """The one model in the file: several components are composed, and called after the file, or the process."""
        found = self.components(path)
        file, process = split_process(path)
        return found[0] if len(found) == 1 else self._composed(found, printable(process or Path(file).stem))

    def text(self, text: str, format: str) -> LPTS:
        """The one model in a text."""
        found = read_components(text, format, self.given, self.watch)
        return found[0] if len(found) == 1 else self._composed(found, "")

    def _composed(self, components: tuple[LPTS, ...], name: str) -> LPTS:
        composed = compose(*components, watch=self.watch)
        return replace(composed, name=name) if name else composed

    def remaining(self) -> float | None:
        """The seconds that the question has left, if they are limited and reading took any to speak of."""
        limit, spent = self.watch.limits.seconds, self.watch.elapsed()
        if limit is None or spent < NOTICED:
            return limit
        if spent >= limit:
            raise LimitReached("timeout", f"timeout: {limit:g} s were used up while reading")
        return limit - spent

    def done(self) -> None:
        """All was read: a value that no file asked for is an error."""
        try:
            self.given.refuse_unasked()
        except InputError as error:
            raise error.at(", ".join(self.files) or None) from None


def load(path: str | os.PathLike[str], constants: Constants | None = None, *, limits: Limits | None = None) -> LPTS:
    """The model in a file; its suffix says in which format. Several modules are composed.

    Of an FSP file it is the last composite process, or the last process; `file.lts#NAME` is the one of that name.
    `constants` are values for constants of a PRISM file that it leaves open, `{"K": 10, "p": "0.1"}`, or other values
    for the constants of an FSP file.
    """
    reader = Reader(constants, Watch(limits))
    model = reader.model(path)
    reader.done()
    return model


def load_components(
    path: str | os.PathLike[str], constants: Constants | None = None, *, limits: Limits | None = None
) -> tuple[LPTS, ...]:
    """The components in a file: the modules of a PRISM file, the parts of a composite FSP process; or the one model."""
    reader = Reader(constants, Watch(limits))
    found = reader.components(path)
    reader.done()
    return found


def loads(text: str, format: str = "json", constants: Constants | None = None, *, limits: Limits | None = None) -> LPTS:
    """The model in a text; the format is a suffix with or without its dot."""
    reader = Reader(constants, Watch(limits))
    model = reader.text(text, format)
    reader.done()
    return model
