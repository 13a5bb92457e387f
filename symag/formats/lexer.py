"""The tokens of a language, each with its line and column: names, numbers and signs, without spaces and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from lark import Token

from symag.errors import InputError
from symag.formats.format import Comments
from symag.limits import Watch

__all__ = ["LINE_END", "Lexer"]

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class Lexer:
    """The tokens of a language, as data. `kinds` has a pattern and a name for messages for each kind but the signs."""

    title: str
    kinds: Mapping[str, tuple[str, str]]
    signs: Mapping[str, str]
    keywords: frozenset[str]
    refused: Mapping[str, str]
    """Words and signs of the language that symag does not read, with the error for each."""
    comments: Comments

    @cached_property
    def terminals(self) -> list[str]:
        """All kinds of tokens for a grammar; each keyword is a kind of its own."""
        keywords = (word.upper() for word in self.keywords if len(word) > 1)
        return [*self.kinds, *sorted({*self.signs.values(), *keywords})]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        signs = [*self.signs, *(word for word in self.refused if not word.isidentifier())]
        kinds = {
            "SPACE": rf"[ \t\f]+|{re.escape(self.comments.line)}[^\r\n]*" if self.comments.line else r"[ \t\f]+",
            "NEWLINE": LINE_END.pattern,
            **({"COMMENT": re.escape(self.comments.block[0])} if self.comments.block else {}),
            **{kind: pattern for kind, (pattern, _) in self.kinds.items()},
            "SIGN": "|".join(map(re.escape, sorted(signs, key=len, reverse=True))),
        }
        return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in kinds.items()), re.ASCII)

    def tokens(self, text: str, watch: Watch) -> Iterator[Token]:
        """The tokens of the text; an InputError at the first character that begins none."""
        line, line_start, at, count = 1, 0, 0, 0
        match_at = self._pattern.match
        while at < len(text):
            match = match_at(text, at)
            if match is None:
                message = f"{text[at]!r} is no part of the {self.title} language"
                raise InputError(message, None, line, at - line_start + 1)
            kind, word, start, at = str(match.lastgroup), match[0], at, match.end()
            if kind == "SPACE":
                continue
            if kind == "NEWLINE":
                line, line_start = line + 1, at
                continue
            column = start - line_start + 1
            if kind == "COMMENT":
                assert self.comments.block is not None
                begin, end = self.comments.block
                at = text.find(end, at) + len(end)
                if at < len(end):
                    raise InputError(f"the comment {begin!r} never ends: close it by {end!r}", None, line, column)
                breaks = [found.end() for found in LINE_END.finditer(text, start, at)]
                line, line_start = line + len(breaks), breaks[-1] if breaks else line_start
                continue
            if word in self.refused:
                raise InputError(self.refused[word], None, line, column)
            count += 1
            watch.tick(1, count)
            yield Token(self._kind(kind, word), word, line=line, column=column)

    def _kind(self, kind: str, word: str) -> str:
        if kind == "SIGN":
            return self.signs[word]
        return word.upper() if word in self.keywords else kind

    def readable(self, kind: str) -> str:
        """The name of a kind of token in a message."""
        if kind == "$END":
            return "the end of the file"
        if kind in self.kinds:
            return self.kinds[kind][1]
        return f"'{next((sign for sign, known in self.signs.items() if known == kind), kind.lower())}'"
