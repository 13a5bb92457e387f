"""The lexer of languages that are given as data."""

from __future__ import annotations

import pytest

from symag import InputError
from symag.formats import Comments
from symag.formats.parser import Lexer
from symag.limits import Watch


def lexer(comments: Comments) -> Lexer:
    kinds = {"NAME": (r"[a-z]+", "a name"), "NUMBER": (r"\d+", "a number")}
    return Lexer(
        "Toy", kinds, {"->": "ARROW", "-": "MINUS", "{": "LBRACE"}, frozenset({"if"}), {";": "no ';'"}, comments
    )


def tokens(text: str, comments: Comments) -> list[tuple[str, str, int | None, int | None]]:
    found = lexer(comments).tokens(text, Watch())
    return [(token.type, str(token), token.line, token.column) for token in found]


def test_tokens_have_kinds_and_positions() -> None:
    found = tokens("if a\n ->- 12", Comments())
    assert found == [
        ("IF", "if", 1, 1),
        ("NAME", "a", 1, 4),
        ("ARROW", "->", 2, 2),
        ("MINUS", "-", 2, 4),
        ("NUMBER", "12", 2, 6),
    ]


@pytest.mark.parametrize(
    ("comments", "text"),
    [
        (Comments("//"), "a // b\nd"),
        (Comments("--"), "a -- b\nd"),
        (Comments("//", ("/*", "*/")), "a /* b\n */ /* c */ d"),
        (Comments("--", ("{-", "-}")), "a {- b\n -} -- c\nd"),
    ],
)
def test_comments_of_any_kind(comments: Comments, text: str) -> None:
    assert [word for _, word, _, _ in tokens(text, comments)] == ["a", "d"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n§", "2:1: '§' is no part of the Toy language"),
        ("a ;", "1:3: no ';'"),
        ("a\n /* b", "2:2: the comment '/*' never ends: close it by '*/'"),
        ("// a", "1:1: '/' is no part of the Toy language"),
    ],
)
def test_what_is_no_token(text: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        tokens(text, Comments("", ("/*", "*/")))
    assert str(raised.value) == message
