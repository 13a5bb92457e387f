"""Presentation: how models, counterexamples, verdicts and answers print and draw themselves.

`str(verdict)`, `verdict.report("report.html")` and the picture in a notebook are methods of classes at the top of the
house, while the rooms that write text, pages and pictures lie below and import these classes. So a class asks for a
form by name, and the room that makes this form is imported at the first use: `import symag` loads no page template and
no table printer.

A form is one entry of `FORMS`, the room and its function. The function takes the object to present; for `text` it is a
`functools.singledispatch` function, with which the room registers one writer for each class.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

__all__ = ["FORMS", "Form", "present"]

Form = Literal["text", "html", "svg", "page"]

FORMS: dict[Form, tuple[str, str]] = {
    "text": ("symag.report", "text_of"),
    "html": ("symag.report", "notebook_html"),
    "svg": ("symag.formats.picture", "svg"),
    "page": ("symag.report", "write_report"),
}
"""`text`: what `str` returns. `html`: what a notebook shows. `svg`: a picture. `page`: an HTML file, which the function
writes."""


def present(shown: object, form: Form, *arguments: Any) -> str:
    """The object in this form; the arguments are those of the function that makes it. A page is written to its file,
    and the text is empty."""
    room, function = FORMS[form]
    return getattr(import_module(room), function)(shown, *arguments) or ""
