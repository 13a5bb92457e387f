"""The page: its sections in the template, with a content security policy that permits only the page's own script."""

from __future__ import annotations

import os
from base64 import b64encode
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from symag.assume import method_of
from symag.evidence import Verdict
from symag.evidence.schema import symag_version
from symag.formats import write_atomically
from symag.model import LPTS, counted, names_of, printable
from symag.report.forbidden_words import AssumptionWords, explain_assumptions
from symag.report.html.assumptions import said_assumptions
from symag.report.html.iterations import slides
from symag.report.html.models import bars, model_cards, plots
from symag.report.html.names import clip
from symag.report.html.pictures import PageLimits, Pictures
from symag.report.html.proof import Whole, by_parts, premises, whole_of
from symag.report.html.summary import call, facts, sentence, was_reduced, words
from symag.report.html.violation import violation_of
from symag.report.html.witness import scheduler_picture, witness_of
from symag.report.probability import exactly
from symag.report.scheduler import scheduler_model, scheduler_of
from symag.report.terminal import conjectures, refinements
from symag.report.verdict import assumptions_line

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["asset", "html_page", "template", "write_report"]

MAX_PAGE = 3_000_000
"""Bytes of a page."""


def write_report(
    verdict: Verdict,
    path: str | os.PathLike[str],
    command: str | None = None,
    saved: str | None = None,
    meant: str = "",
) -> None:
    """Write the page to a file. An older file stays whole until the new one is complete."""
    write_atomically(os.fspath(path), html_page(verdict, command, saved, meant).encode())


def html_page(verdict: Verdict, command: str | None = None, saved: str | None = None, meant: str = "") -> str:
    """The verdict as one HTML file.

    `command` is the command line that gives the verdict, if it was not a call from Python; `saved` is the file to which
    the command saved the verdict; `meant` says which components come from which argument."""
    limits, costly = PageLimits(), _Costly(whole_of(verdict), explain_assumptions(verdict), _scheduler(verdict))
    text = _page(verdict, command, saved, meant, limits, costly)
    while len(text.encode()) > MAX_PAGE and limits.drawn:
        limits = limits.halved()
        text = _page(verdict, command, saved, meant, limits, costly)
    return text


class _Costly(NamedTuple):
    """What is found by searches, once for all sizes of a page."""

    whole: Whole | None
    explained: tuple[AssumptionWords, ...]
    scheduler: LPTS | None


def _scheduler(verdict: Verdict) -> LPTS | None:
    found = scheduler_of(verdict)
    return scheduler_model(*found) if found and found[1] else None


def _page(
    verdict: Verdict, command: str | None, saved: str | None, meant: str, limits: PageLimits, costly: _Costly
) -> str:
    pictures, whole = Pictures(limits), costly.whole
    counterexample = verdict.counterexample
    violation = witness = None
    if counterexample is not None and counterexample.kind == "witness":
        witness = witness_of(counterexample, pictures)
    elif counterexample is not None:
        violation = violation_of(counterexample, names_of(verdict.components), pictures)
    said, unsaid = said_assumptions(costly.explained, pictures)
    cards, hidden_cards = model_cards(verdict, pictures)
    shown_slides, skipped = slides(verdict, pictures)
    sizes, wide = bars(verdict, whole)
    script = asset("script.js")
    return template("report.html").render(
        verdict=verdict,
        claim=clip(verdict.claim, 300),
        sentence=sentence(verdict),
        facts=facts(verdict),
        notes=[clip(note, 400) for note in verdict.notes],
        reason=clip(verdict.reason or "", 600),
        violation=violation,
        witness=witness,
        scheduler=scheduler_picture(costly.scheduler, pictures),
        greatest="" if verdict.value is None else exactly(verdict.value),
        premises=premises(verdict, limits.rows),
        by_parts=by_parts(verdict, whole),
        proved_by=assumptions_line(verdict) if said else "",
        said=said,
        unsaid=unsaid,
        meant=clip(meant, 600),
        slides=shown_slides,
        learned=bool(conjectures(verdict)),
        refined=bool(refinements(verdict)),
        grown=method_of(verdict.method).abstraction,
        skipped=skipped,
        cards=cards,
        hidden_cards=hidden_cards,
        bars=sizes,
        wide=wide,
        plots=plots(verdict),
        missing=pictures.missing,
        command=None if command is None else printable(command),  # file names may contain bytes that are no text
        saved=None if saved is None else printable(saved),
        call=call(verdict),
        style=asset("style.css"),
        script=script,
        policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{_digest(script)}'",
        version=symag_version(),
        today=date.today().isoformat(),
        words=words(verdict),
        reduced=was_reduced(verdict),
    )


def asset(name: str) -> Markup:
    """A file of this package, which needs no escaping."""
    return Markup(files("symag.report.html").joinpath(name).read_text(encoding="utf-8"))


@cache
def template(name: str) -> Template:
    """A template, which escapes all values."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # slow to import, and only pages need it

    loader = PackageLoader("symag.report.html", package_path="")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["counted"] = counted
    environment.filters["breakable"] = _breakable
    return environment.get_template(name)


def _breakable(text: str) -> Markup:
    """The text with a possible line break after each comma."""
    return Markup(escape(text).replace(",", Markup(",<wbr/>")))


def _digest(script: str) -> str:
    return b64encode(sha256(script.encode()).digest()).decode()
