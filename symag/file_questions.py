"""The questions that a file asks itself: properties in an FSP composite process, assertions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symag.assume import Component
from symag.check import check
from symag.evidence import Verdict
from symag.formats import Assertion, ModelReader
from symag.limits import Limits, Watch
from symag.model import LPTS

__all__ = ["FileQuestion", "load_questions", "questions_in"]


@dataclass(frozen=True)
class FileQuestion:
    """Do these components satisfy this specification?"""

    text: str | None
    """The question as the file asks it; None if the user asks it, with a specification of their own."""
    components: Component
    """The system, for `symag.check`."""
    specification: LPTS
    """What it must satisfy."""
    relation: str
    """The name of the relation."""
    notes: tuple[str, ...] = ()
    """What the reader skipped or changed."""

    def check(self, **options: Any) -> Verdict:
        """Decide it, with the options of `symag.check`. The relation is that of the question."""
        verdict = check(self.components, self.specification, **options | {"relation": self.relation})
        return verdict.asked(self.text, self.notes)


def load_questions(
    path: str | os.PathLike[str], constants: Mapping[str, object] | None = None, *, limits: Limits | None = None
) -> tuple[FileQuestion, ...]:
    """The questions that a file asks itself; `constants` are as for `symag.load`.

    Of an FSP file these are the properties in its last composite process (`file.lts#NAME`: in the one of that name),
    and whether that reaches ERROR. If the file asks none, that is an `InputError`.
    """
    reader = ModelReader(constants, Watch(limits))
    found = questions_in(path, reader)
    reader.done()
    return found


def questions_in(path: str | os.PathLike[str], reader: ModelReader) -> tuple[FileQuestion, ...]:
    """The questions that a file asks itself, read by this reader."""
    return tuple(_question(assertion, reader) for assertion in reader.assertions(path))


def _question(assertion: Assertion, reader: ModelReader) -> FileQuestion:
    notes = (*reader.notes, *assertion.notes)
    return FileQuestion(assertion.text, assertion.components, assertion.specification, assertion.relation, notes)
