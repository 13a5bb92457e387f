"""The questions that a file asks itself: properties in an FSP composite process, assertions of a CSPm script."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from symag.assume import Component
from symag.check import check
from symag.errors import InputError, LimitReached
from symag.evidence import Conjunction, Specification, Verdict
from symag.explain import Explanation, explain
from symag.formats import AskedModels, Assertion, ModelReader
from symag.limits import Limits, Watch
from symag.options import LIMITS, Options, option_of
from symag.question import ask

__all__ = ["FileQuestion", "load_questions", "questions_in"]

Trace = Callable[[AskedModels], Sequence[str] | None]
"""The trace of a violation; None if the question holds."""
REFUTING_STATES = 100_000
"""Of a composition in which a violation is looked for, before all of its components are explored."""


@dataclass(frozen=True)
class FileQuestion:
    """Do these components satisfy this specification? The models are read when they are needed."""

    text: str | None
    """The question as the file asks it; None if the user asks it, with a specification of their own."""
    relation: str | None
    """The name of the relation; None if the specification says it."""
    read: Callable[[], AskedModels] = field(repr=False)
    """Reads the models."""
    negated: bool = False
    """Does the file assert that the answer is no?"""
    not_decided: str = ""
    """Why symag does not decide the question; empty if it does."""
    number: int | None = None
    """Its number among all questions of the file, from 1 on; None if the user asks it."""

    def read_models(self) -> None:
        """Read the models now, if that is not done: what is wrong with them is an error here, not in `check`."""
        _ = self._begun

    @cached_property
    def _begun(self) -> AskedModels:
        if self.not_decided:
            raise InputError(f"{self.text}: {self.not_decided}")
        return self.read()

    @cached_property
    def _models(self) -> AskedModels:
        return self._begun if self._begun.complete is None else self._begun.complete()

    @property
    def components(self) -> Component:
        """The system, for `symag.check`."""
        return self._models.components

    @property
    def specification(self) -> Specification:
        """What it must satisfy."""
        return _specification(self._models)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the reader skipped or changed."""
        return self._models.notes

    def check(self, **options: Any) -> Verdict:
        """Decide it, with the options of `symag.check`. The relation is that of the question.

        If the components have more states than were explored, a violation is looked for among these first, by composing
        them. If there is none, all states are explored, and the question is decided as the options say.
        """
        options |= {"relation": self.relation}
        models = self._begun
        if models.search is not None:
            models, options = self._searched(models.search, models, options)
        if models.complete is None:
            return self._checked(models, options)
        limits = ask(models.components, _specification(models), Options(**options)).limits
        watch, most = Watch(limits), min(limits.max_states or REFUTING_STATES, REFUTING_STATES)
        options = {name: value for name, value in options.items() if name not in LIMITS}
        general = {name: value for name, value in options.items() if option_of(name).method is None}
        found = self._checked(models, general | {"method": "mono", "limits": replace(limits, max_states=most)})
        if found.verdict == "violated":
            return found
        models = self._models
        return self._checked(models, options | {"limits": replace(limits, spent=limits.spent + watch.elapsed())})

    def _searched(
        self, search: Callable[[Trace], AskedModels], models: AskedModels, options: Mapping[str, Any]
    ) -> tuple[AskedModels, dict[str, Any]]:
        """The models with the constraints that they need, and the options with the limits that are left."""
        limits = ask(models.components, _specification(models), Options(**options)).limits
        watch = Watch(limits)
        others = {name: value for name, value in options.items() if name not in LIMITS}

        def trace(asked: AskedModels) -> Sequence[str] | None:
            left = replace(limits, spent=limits.spent + watch.elapsed())
            verdict = check(asked.components, _specification(asked), relation=self.relation, limits=left, audit=False)
            if verdict.verdict == "unknown":
                raise LimitReached("size", f"{verdict.reason}, while looking for constraints")
            return None if verdict.counterexample is None else verdict.counterexample.trace

        found = search(trace)
        left = replace(limits, spent=limits.spent + watch.elapsed())
        return found._replace(notes=(*models.notes, *found.notes)), others | {"limits": left}

    def explain(self, **options: Any) -> Explanation:
        """Look at it before it is decided, with the options of `symag.explain`."""
        found = explain(self.components, self.specification, **options | {"relation": self.relation})
        return replace(found, question=self.text, notes=(*self.notes, *found.notes))

    def _checked(self, models: AskedModels, options: Mapping[str, Any]) -> Verdict:
        verdict = check(models.components, _specification(models), **options)
        own = verdict.notes if models.complete is None else ()  # where it stops, and what it never does, is not known
        return verdict.asked(self.text, (*models.notes, *own), self.negated, self.number)


def _specification(models: AskedModels) -> Specification:
    """One model, several properties together, or a formula."""
    given = models.specification
    return Conjunction.of(given, models.specification_name) if isinstance(given, tuple) else given


def load_questions(
    path: str | os.PathLike[str], constants: Mapping[str, object] | None = None, *, limits: Limits | None = None
) -> tuple[FileQuestion, ...]:
    """The questions that a file asks itself and symag decides; `constants` are as for `symag.load`.

    Of an FSP file these are the properties in its last composite process (`file.lts#NAME`: in the one of that name),
    and whether that reaches ERROR. Of a CSPm script these are its assertions about traces. If the file asks none, that
    is an `InputError`.
    """
    reader = ModelReader(constants, Watch(limits))
    found = questions_in(path, reader)
    reader.done()
    decided = tuple(question for question in found if not question.not_decided)
    if not decided:
        raise InputError(f"asks no question that symag decides: {found[0].text}: {found[0].not_decided}", str(path))
    return decided


def questions_in(path: str | os.PathLike[str], reader: ModelReader) -> tuple[FileQuestion, ...]:
    """All questions that a file asks itself, read by this reader."""
    return tuple(_question(number, one, reader) for number, one in enumerate(reader.assertions(path), 1))


def _question(number: int, asked: Assertion, reader: ModelReader) -> FileQuestion:
    def read() -> AskedModels:
        return noted(asked.read())

    def noted(models: AskedModels) -> AskedModels:
        complete = models.complete
        later = None if complete is None else lambda: noted(complete())
        return models._replace(notes=(*reader.notes, *models.notes), complete=later)

    return FileQuestion(asked.text, asked.relation, read, asked.negated, asked.not_decided, number)
