"""Everything that symag raises on purpose has one root; the command line turns each kind into its exit code."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["BackendError", "InputError", "InternalError", "LimitKind", "LimitReached", "SymagError"]

LimitKind: TypeAlias = Literal["timeout", "max-states", "memory", "size", "digits", "counterexample", "solver"]
"""The first three are options of the user. The others are symag's own: the size of a machine word, the digits of a
number, the nodes of a counterexample, and a solver that gives up."""


class SymagError(Exception):
    """The root of all errors that symag raises on purpose."""


class InputError(SymagError):
    """Something that the user gave is wrong: says where it is, what was found and what would be right (exit code 2)."""

    def __init__(
        self, message: str, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        """What is wrong, without the place."""
        self.file = file
        """The file that it is in, if it is in one."""
        self.line = line
        """Counted from one."""
        self.column = column
        """Counted from one."""

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {self.message}" if place else self.message

    def at(self, file: str | None = None, line: int | None = None, column: int | None = None) -> InputError:
        """The same error with the parts of its place that were not known where it was raised."""
        return InputError(self.message, self.file or file, self.line or line, self.column or column)


class LimitReached(SymagError):
    """A limit on time, states or memory was reached: the verdict is `unknown`, with this reason (exit code 3)."""

    def __init__(self, kind: LimitKind, message: str) -> None:
        super().__init__(kind, message)
        self.kind: LimitKind = kind
        """Which limit it is."""
        self.message = message
        """What was going on when the limit was reached."""

    def __str__(self) -> str:
        return self.message


class BackendError(SymagError):
    """A backend cannot do what it was asked, or answered something that is not an answer."""


class InternalError(SymagError):
    """symag contradicts itself, or its own evidence was rejected: a bug, never a verdict (exit code 4)."""
