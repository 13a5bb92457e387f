"""The answers of `symag check` to its questions: how they are decided, counted, printed and written as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rich.padding import Padding
from rich.text import Text

from symag.cli.app import BAD_INPUT, EXIT, UNKNOWN, worst
from symag.errors import InputError, LimitReached
from symag.evidence import NotDecided, Verdict, write_questions
from symag.file_questions import FileQuestion
from symag.limits import Limits
from symag.model import printable
from symag.report import terminal, verdict_text

__all__ = ["Answers"]

ERROR = "error: "
"""Begins the reason why a question has no verdict, if the question is wrong."""


@dataclass
class Answers:
    """Per question, in their order, the verdict or why there is none; and the exit codes of those that count."""

    strict: bool = False
    """Is a note an error?"""
    answers: list[Verdict | NotDecided] = field(default_factory=list)
    codes: list[int] = field(default_factory=list)

    @property
    def verdicts(self) -> list[Verdict]:
        """Those that there are."""
        return [answer for answer in self.answers if isinstance(answer, Verdict)]

    @property
    def not_decided(self) -> list[NotDecided]:
        """The questions without a verdict."""
        return [answer for answer in self.answers if isinstance(answer, NotDecided)]

    @property
    def exit_code(self) -> int:
        """The worst of all."""
        return worst(self.codes or [UNKNOWN])

    def decide(self, question: FileQuestion, options: Mapping[str, Any], limits: Callable[[], Limits]) -> None:
        """Decide a question, within the limits that are left when its models are read.

        What is wrong with one question of a file does not keep the others from being decided; a question of a kind that
        symag does not decide does not count.
        """
        if question.text is None:
            self._add(question, options, limits)
        elif question.not_decided:
            self.answers.append(NotDecided(question.number, question.text, question.not_decided))
        else:
            try:
                self._add(question, options, limits)
            except InputError as error:
                self.answers.append(NotDecided(question.number, question.text, f"{ERROR}{error}"))
                self.codes.append(BAD_INPUT)
            except LimitReached as reached:
                self.answers.append(NotDecided(question.number, question.text, str(reached)))
                self.codes.append(UNKNOWN)

    def _add(self, question: FileQuestion, options: Mapping[str, Any], limits: Callable[[], Limits]) -> None:
        question.read_models()
        verdict = question.check(**options, limits=limits())
        self.answers.append(verdict)
        code = EXIT[verdict.verdict]
        if verdict.negated and verdict.verdict != "unknown":
            code = EXIT["holds" if verdict.as_asserted else "violated"]
        self.codes.append(BAD_INPUT if self.strict and verdict.notes else code)

    def refuse_options(self) -> None:
        """An InputError if each question has the same error: then the options are wrong, not the questions."""
        errors = [one.reason for one in self.not_decided if one.reason.startswith(ERROR)]
        if errors and len(set(errors)) == 1 and len(errors) == len(self.codes):
            raise InputError(errors[0].removeprefix(ERROR))

    def to_json(self, asks_itself: bool) -> dict[str, Any]:
        """The one object that `--json` prints."""
        return write_questions(self.verdicts, self.not_decided) if asks_itself else self.verdicts[0].to_json()

    def print(self, meant: str, stderr: bool, verbose: bool) -> None:
        """All that was found, each note once, and the sum of several questions."""
        console, printed = terminal(stderr=stderr), set[str]()
        for number, answer in enumerate(self.answers):
            if number:
                console.print()
            if isinstance(answer, NotDecided):
                is_wrong = answer.reason.startswith(ERROR)
                heading, colour = ("wrong", "red") if is_wrong else ("not decided", "yellow")
                console.print(Text(printable(f"{heading}: {answer.question}"), f"bold {colour}"))
                console.print(Padding(Text(printable(answer.reason.removeprefix(ERROR)), colour), (0, 0, 0, 2)))
                continue
            notes = tuple(note for note in answer.notes if note not in printed)
            console.print(verdict_text(replace(answer, notes=notes), meant=meant, verbose=verbose))
            printed |= {*notes}
        if len(self.answers) > 1:
            console.print(f"\n{len(self.answers)} questions: {', '.join(self._sum())}")

    def _sum(self) -> list[str]:
        """How many questions have which answer."""
        counts = Counter[str](verdict.verdict for verdict in self.verdicts)
        counts += Counter("wrong" if one.reason.startswith(ERROR) else "not decided" for one in self.not_decided)
        said = [f"{number} {word}" for word, number in counts.items()]
        others = sum(not verdict.as_asserted for verdict in self.verdicts if verdict.verdict != "unknown")
        if any(verdict.negated for verdict in self.verdicts):
            said.append(f"{others} not as asserted" if others else "all of these as asserted")
        return said
