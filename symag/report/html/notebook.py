"""Models, counterexamples and verdicts in a notebook: pictures with captions, and the verdict in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from symag.errors import InputError
from symag.evidence import Counterexample, Tree, Verdict
from symag.formats.picture import Marks, svg
from symag.model import LPTS, counted
from symag.report.html.names import LABEL, assumption_labels, clip, listed
from symag.report.html.page import template
from symag.report.html.pictures import can_be_read
from symag.report.html.proof import premises
from symag.report.html.summary import facts, sentence

__all__ = ["notebook_html"]

MAX_TEXT = 8_000
"""Characters of a counterexample in words."""
MAX_PICTURES = 4


class Caption(NamedTuple):
    """A model: its picture, if it is small enough for one, and the caption."""

    name: str
    summary: str
    actions: str
    drawing: Markup | None


def notebook_html(shown: LPTS | Tree | Counterexample | Verdict) -> str:
    """The HTML that a notebook shows: self-contained, with all names escaped."""
    if isinstance(shown, Verdict):
        return _verdict(shown)
    if isinstance(shown, Counterexample):
        return _page(*_counterexample(shown))
    return _page([_pictured(shown.to_lpts(with_states=True), True) if isinstance(shown, Tree) else _pictured(shown)])


def _verdict(verdict: Verdict) -> str:
    assumptions = verdict.assumptions[:MAX_PICTURES]
    pictures, text = [_pictured(model, labels=assumption_labels(model)) for model in assumptions], ""
    if verdict.counterexample is not None:
        pictures, text = _counterexample(verdict.counterexample)
    return _page(pictures, text, verdict)


def _page(pictures: Sequence[Caption], text: str = "", verdict: Verdict | None = None) -> str:
    parts = {
        "sentence": "" if verdict is None else sentence(verdict),
        "reason": "" if verdict is None else clip(verdict.reason or "", 600),
        "facts": [] if verdict is None else facts(verdict),
        "premises": [] if verdict is None else premises(verdict)[: 2 * MAX_PICTURES],
    }
    return template("notebook.html").render(verdict=verdict, pictures=pictures, text=text, **parts)


def _counterexample(counterexample: Counterexample) -> tuple[list[Caption], str]:
    text = str(counterexample).rstrip()
    if len(text) > MAX_TEXT:
        text = f"{text[:MAX_TEXT]}\n…"
    tree = counterexample.tree.to_lpts(with_states=True)
    return ([_pictured(tree, True)] if counterexample.kind != "trace" else []), text


def _pictured(model: LPTS, down: bool = False, labels: Sequence[str] | None = None) -> Caption:
    summary = f"{counted(model.num_states, 'state')}, {counted(model.num_transitions, 'transition')}"
    drawing = None
    if can_be_read(model):
        try:
            drawing = Markup(svg(model, Marks(down=down, labels=labels, longest=LABEL)))
        except (InputError, OSError, ValueError) as error:
            summary += f" ({error})"
    return Caption(clip(model.name, 80), summary, listed(sorted(model.alphabet), 12), drawing)
