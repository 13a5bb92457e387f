"""The presentation seam: every form has a room that makes it, which is loaded at the first use."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from symag.model.presentation import FORMS, Form

QUESTION = """
import sys
import symag
model = symag.LPTS.build("a", [("a", "go", "b")], name="M")
verdict = symag.check([model], symag.LPTS.build("p", [], ["go"], "P"))
heavy = {"symag.report", "jinja2", "matplotlib"}
print(sorted(heavy & set(sys.modules)))
print(str(verdict).splitlines()[0])
print(sorted(heavy & set(sys.modules)))
"""


@pytest.mark.parametrize("form", FORMS)
def test_a_form_names_a_function(form: Form) -> None:
    room, function = FORMS[form]
    assert callable(getattr(import_module(room), function))


def test_text_loads_the_report_and_a_check_does_not() -> None:
    done = subprocess.run([sys.executable, "-c", QUESTION], capture_output=True, text=True, check=True)
    before, text, after = done.stdout.splitlines()
    assert before == "[]"
    assert text == "violated: M ⋠ P"
    assert after == "['symag.report']"
