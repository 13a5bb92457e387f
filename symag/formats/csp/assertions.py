"""Assertions of CSPm, and the words that they are made of: FDR's semantic models, properties and options."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches

from symag.errors import InputError
from symag.formats.csp.expressions import ExpressionParser
from symag.formats.csp.tokens import CspToken, Place
from symag.formats.csp.tree import AssertionDeclaration, CspDeclaration, CspNode

__all__ = ["HAS_TRACE", "MODELS", "TAU_PRIORITY", "AssertionParser"]

MODELS = {
    "T": "traces",
    "F": "failures",
    "FD": "failures and divergences",
    "V": "revivals",
    "VD": "revivals and divergences",
    "R": "refusals",
    "RD": "refusals and divergences",
}
"""The semantic models of FDR: `[T=` refines in the first of them."""
EXTENDED = "FDx"
"""A model that only properties have."""
HAS_TRACE = "has trace"
PROPERTIES = (
    "deadlock free",
    "livelock free",
    "divergence free",
    "deterministic",
    HAS_TRACE,
    "sublock free",
    "mutual exclusion",
)
"""What FDR can be asked of one process. A hyphen counts as a blank: `deadlock-free`."""
TAU_PRIORITY = "tau priority"
OPTIONS = (TAU_PRIORITY, f"{TAU_PRIORITY} over", "partial order reduce", "static", "global", "local", "tags")
"""What may follow an assertion in brackets."""

_COMMENT = re.compile(r"\{-|-\}|--[^\r\n]*|[^{\-]+|.", re.DOTALL)
_REFINEMENT = re.compile(r"\[([A-Z]+)=")


class AssertionParser(ExpressionParser):
    """Reads `assert P [T= Q`, `assert P :[deadlock free [F]]` and `assert P |= LTL: …`."""

    def __init__(self, text: str, tokens: Sequence[CspToken]) -> None:
        super().__init__(tokens)
        self.text = text
        self._unknown: InputError | None = None
        """What is wrong with the words of the assertion that is being read."""

    def assertion(self) -> tuple[CspDeclaration, ...]:
        """An assertion, from the word `assert` on."""
        place = self.step().place
        start = self.token.start
        is_negated = self.sees("not")
        if is_negated:
            self.step()
        left = self.expression()
        right, model, name = None, None, None
        self._unknown = None
        if refinement := _REFINEMENT.fullmatch(self.token.text):
            model = refinement[1]
            self._know("refinement", model, self.step().place, MODELS, "[{}=")
            right = self.expression()
            name = self._options()
        elif self.sees(":["):
            name, model = self._property()
            if name == HAS_TRACE or self.sees(":"):
                right = self._after_words()
            name = self._options() or name
        elif self.sees("|") and self.tokens[self.at + 1].text == "=":
            name = self._rest_of_line()
        else:
            self.refuse("a refinement such as '[T=', or a property such as ':[deadlock free]',")
        end = self.tokens[self.at - 1].end
        text = _one_line(self.text[start:end])
        return (AssertionDeclaration(place, text, is_negated, left, right, model, name, self._unknown),)

    def _property(self) -> tuple[str, str | None]:
        """`:[deadlock free [FD]]` is deadlock free, in the model FD."""
        name, place, model, its_place = self._bracketed_words()
        self._know("property", name, place, PROPERTIES)
        if model is not None:
            self._know("model", model, its_place, (*MODELS, EXTENDED))
        return name, model

    def _after_words(self) -> CspNode:
        """What follows `:[has trace]`, with a colon or without, or another word with a colon."""
        if self.sees(":"):
            self.step()
        return self.expression()

    def _options(self) -> str | None:
        """Options of an assertion: `:[partial order reduce]` changes no answer, `:[tau priority]: A` is given back."""
        found = None
        while self.sees(":["):
            words, place, _, _ = self._bracketed_words()
            self._know("option", words, place, OPTIONS)
            if words.startswith(TAU_PRIORITY):
                found = TAU_PRIORITY
            if self.sees(":"):
                self._after_words()
        return found

    def _bracketed_words(self) -> tuple[str, Place, str | None, Place]:
        """The words of `:[deadlock free [FD]]`, and what is in the inner brackets; each with its place."""
        place, words, model, depth = self.step().place, list[str](), None, 1
        first = its_place = self.token.place
        while depth:
            token = self.step()
            if token.kind == "end":
                raise place.error("this ':[' is not closed by ']'")
            depth += (token.text == "[") - {"]": 1, "]]": 2}.get(token.text, 0)
            if token.kind == "name" and depth == 2:
                model, its_place = token.text, token.place
            elif token.text not in ("[", "]", "]]", "-"):
                words.append(token.text)
        return " ".join(words), first, model, its_place

    def _know(self, what: str, given: str, place: Place, known: Collection[str], written: str = "{}") -> None:
        """Keep the error for a word that FDR does not know, with the nearest one: it is this assertion that is wrong,
        and not the script."""
        if given in known:
            return
        nearest = get_close_matches(given, known, 1)
        meant = f"did you mean {written.format(nearest[0])!r}? " if nearest else ""
        listed = ", ".join(map(written.format, known))
        self._unknown = place.error(f"there is no {what} {written.format(given)!r}: {meant}FDR has {listed}")

    def _rest_of_line(self) -> str:
        start = self.step().start
        while not self.token.is_first:
            self.step()
        return _one_line(self.text[start : self.tokens[self.at - 1].end])


def _one_line(text: str) -> str:
    """Without comments, and with single spaces."""
    kept, depth = [], 0
    for match in _COMMENT.finditer(text):
        part = match[0]
        if part == "{-" or (part == "-}" and depth):
            depth += 1 if part == "{-" else -1
            kept.append(" ")
        elif depth == 0 and not part.startswith("--"):
            kept.append(part)
    return " ".join("".join(kept).split())
