"""Presentation: how models, counterexamples, verdicts and answers print and draw themselves.

`str(verdict)`, `verdict.report("report.html")` and the picture in a notebook are methods of classes at the top of the
house, while the rooms that write text, pages and pictures lie below and import these classes. So a class asks for a
form by name, and the room that makes this form is imported at the first use: `import symag` loads no page template and
no table printer.

A form is one entry of `FORMS`, the room and its function. The function takes the object to present; for `text` it is a
`functools.singledispatch` function, with which the room registers one writer for each class.

Methods of `LPTS` that are written elsewhere.

`LPTS.build`, `to_networkx` and `L1 | L2` are methods of the model for everyone who uses it. But the modules that do the
work make models and so import `LPTS`, and composition even lies in a room below this one. So each such method is one
entry of `IMPLEMENTATIONS`, the module and its function, which is imported at the first use.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal

__all__ = ["FORMS", "IMPLEMENTATIONS", "Form", "implementation", "present"]

Form = Literal["text", "html", "svg", "page", "communication", "study"]

FORMS: dict[Form, tuple[str, str]] = {
    "text": ("symag.report", "text_of"),
    "html": ("symag.report", "notebook_html"),
    "svg": ("symag.formats.picture", "svg"),
    "page": ("symag.report", "write_report"),
    "communication": ("symag.report", "draw_communication"),
    "study": ("symag.report", "write_study"),
}
"""`text`: what `str` returns. `html`: what a notebook shows. `svg`: a picture. `page`: an HTML file, which the function
writes. `communication`: the same for a picture of who shares what with whom. `study`: plots and a page in a folder; the
text names them, a line for each."""


def present(shown: object, form: Form, *arguments: Any) -> str:
    """The object in this form; the arguments are those of the function that makes it. A page is written to its file,
    and the text is empty."""
    room, function = FORMS[form]
    return getattr(import_module(room), function)(shown, *arguments) or ""


IMPLEMENTATIONS = {
    "build": ("symag.model.assemble", "build"),
    "to_networkx": ("symag.model.graph", "to_networkx"),
    "from_networkx": ("symag.model.graph", "from_networkx"),
    "is_isomorphic_to": ("symag.model.graph", "isomorphic"),
    "__or__": ("symag.operators.compose", "compose"),
}
"""Per method of `LPTS`, where it is written."""


def implementation(method: str) -> Callable[..., Any]:
    """The function that does the work of this method."""
    module, function = IMPLEMENTATIONS[method]
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
