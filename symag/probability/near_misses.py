"""What to write in place of what is nearly a formula: numbers, signs, and names that only quotes make one piece."""

from __future__ import annotations

import re

__all__ = ["in_quotes", "instead_of", "quoted_name", "several_at_the_end", "unquoted_name"]

SIGNS = {"≤": "<=", "≥": ">=", "¬": "!", "∧": "&", "∨": "|", "“": '"', "”": '"'}
"""Characters that have a spelling in ASCII."""
REST_OF_NAME = re.compile(r"[^\s\[\](){},&|:\"]*")
LONGEST_NAME = 60


def in_quotes(name: str) -> str:
    """A name as a formula has it in quotes."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def quoted_name(piece: str) -> str:
    """The name that a piece in quotes stands for."""
    return re.sub(r'\\(["\\])', r"\1", piece[1:-1])


def unquoted_name(text: str, start: int, end: int) -> str:
    """What to do about a word from `start` to `end` that goes on with a character that words do not have."""
    rest = REST_OF_NAME.match(text, end)
    name = text[start : end if rest is None else rest.end()]
    shown = f": {in_quotes(name)}" if end - start < len(name) <= LONGEST_NAME else ""
    return f"put the name in quotes{shown}"


def instead_of(text: str, at: int, before: tuple[int, int, str]) -> str:
    """Why the character at a place begins no piece of a formula, and what to write. `before` is the piece before it:
    where it begins and ends, and its kind."""
    character, (start, end, kind) = text[at], before
    if character == '"':
        return "the quote is not closed"
    said = f"'{character}' has no meaning in a formula"
    if character in SIGNS:
        return f"{said}: write {SIGNS[character]}"
    if kind == "number" and end == at:
        if character == "%":
            return f"{said}: write {text[start:end]}/100, or a decimal such as 0.1"
        return f"{said}: write a number as 1/10, 0.1 or 1e-1"
    if kind == "word" and end == at:
        return f"{said}: {unquoted_name(text, start, end)}"
    if character in "+-" and re.match(r"[.\d]", text[at + 1 : at + 2], re.ASCII):
        return f"{said}: write a number without a sign; a probability is from 0 to 1"
    if character.isnumeric():
        return f"{said}: write a number as 1/10, 0.1 or 1e-1"
    return f"{said}: put names that are no words in quotes" if character.isalpha() else f"{said} outside of quotes"


def several_at_the_end(sign: str, speaks_of_states: bool) -> str:
    """A path has one target: what to write for several that `&` or `|` connects."""
    if speaks_of_states:
        return f"put what holds at the end of the path in brackets, as in [ F (enabled(a) {sign} enabled(b)) ]"
    if sign == "|":
        return "for one of several actions, write a set, as in [ F {a, b} ]"
    return "a step has one action: for one of several, write a set, as in [ F {a, b} ]"
