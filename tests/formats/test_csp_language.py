"""The functional language of CSPm: expressions and their values, scripts and their errors."""

from __future__ import annotations

import pytest

from symag import InputError
from symag.formats.csp.script import Script, read_script
from symag.formats.csp.values import csp_text
from symag.formats.format import SourceText

SCRIPT = r"""
datatype COLOUR = red | green.{0..1}
channel a, b : {0..3}.COLOUR
channel c
fact(0) = 1
fact(n) = n * fact(n - 1)
reverse(<>) = <>
reverse(<x>^t) = reverse(t)^<x>
sum(0) = 0
sum(n) = n + sum(n - 1)
McCarthy(n) = if n > 100 then n - 10 else McCarthy(McCarthy(n + 11))
"""


def script(text: str) -> Script:
    return read_script(SourceText(text))


VALUES = {
    "1 + 2 * 3": "7",
    "fact(20)": "2432902008176640000",
    "# reverse(<1..10000>)": "10000",
    "sum(10000)": "50005000",
    "McCarthy(1)": "91",
    "{1, 2} == {2, 1}": "true",
    "{| a.1 |}": "{a.1.red, a.1.green.0, a.1.green.1}",
    r"(\ x, y @ x - y)(5, 3)": "2",
    "<x | x <- <1..5>, x > 2>": "<3, 4, 5>",
    "let y = 3\n z = y + 1 within z": "4",
}


@pytest.mark.parametrize("text", VALUES)
def test_value(text: str) -> None:
    assert csp_text(script(SCRIPT).value(text)) == VALUES[text]


def test_error() -> None:
    with pytest.raises(InputError) as error:
        script("P = a b")
    assert (error.value.line, error.value.column) == (1, 7)
