"""Verdicts as text for a terminal.

Models as text for a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree as Drawing

from symag.evidence import Audit, Verdict
from symag.model import LPTS, Distribution, counted, printable
from symag.relations import relation_of
from symag.report.assumption_words import WordTable, state_words, unfit_for_words
from symag.report.counterexample import counterexample_text, program_path
from symag.report.probability import with_short_fractions
from symag.report.scheduler import probability_lines, scheduler_text
from symag.report.terminal import counted_each, rendered, text_of

__all__ = [
    "COLOURS",
    "Marked",
    "accepted_text",
    "assumptions_line",
    "facts_lines",
    "how_small",
    "model_text",
    "proved_by",
    "saved_text",
    "verdict_text",
]

COLOURS = {"holds": "bold green", "violated": "bold red", "unknown": "bold yellow"}

MAX_IN_WORDS = 8
"""Assumptions that a text puts in words."""
MAX_MODELS = 10
"""Models of a verdict that the answer of an audit lists."""


class Remedies(NamedTuple):
    """What to do about what a verdict does not have."""

    not_audited: str
    hidden_moves: str


COMMAND_LINE = Remedies(
    "not audited yet: use --audit, or save it with --output and run symag audit", "--verbose shows them"
)
PYTHON = Remedies(
    "not audited yet: use audit=True, or save it and call symag.audit", "print(verdict.counterexample) shows them"
)


def verdict_text(verdict: Verdict, words: Remedies = COMMAND_LINE, meant: str = "", verbose: bool = False) -> Group:
    """The verdict in a sentence, the meaning of its names, its cost, and the counterexample if there is one.

    `meant` says which components come from which argument; `verbose` shows hidden moves of a trace, too, and what the
    assumptions say."""
    parts: list[RenderableType] = [Text(printable(verdict.question), "bold")] if verdict.question else []
    parts.append(_sentence(verdict, verbose))
    if verdict.negated and verdict.verdict != "unknown":
        parts.append(_line("as the file asserts" if verdict.as_asserted else "the file asserts that it does not hold"))
    parts += [_line(text) for text in (verdict.caveat, program_path(verdict), meant, verdict.reason) if text]
    how, *rest = _figures(verdict)
    parts += [_line(text, "dim") for text in (how, verdict.statistics.get("selection")) if text]
    parts += [_line(text) for text in rest]
    if verdict.verdict != "unknown":
        accepted = "the kernel has checked and accepted the evidence"
        parts.append(_line(accepted if verdict.audited else words.not_audited, "dim" if verdict.audited else "yellow"))
    parts += [_line(f"note: {note}", "yellow") for note in verdict.notes]
    if verdict.counterexample is not None:
        remedy = None if verbose else words.hidden_moves
        parts += [Text(""), counterexample_text(verdict.counterexample, remedy, _violated(verdict))]
    if verbose:
        parts += [*_assumptions_text(verdict), *scheduler_text(verdict)]
    return Group(*parts)


def _violated(verdict: Verdict) -> str:
    """What does not allow the counterexample: the specification, or one of its properties."""
    if verdict.counterexample is None or verdict.kind.model(verdict.specification) is not None:
        return "the specification"
    return f"the property {printable(verdict.counterexample.specification.name)}".rstrip()


def _assumptions_text(verdict: Verdict) -> Iterator[RenderableType]:
    """What each assumption of a proof about traces says, a line for each state."""
    if relation_of(verdict.relation).counterexample != "trace":
        return
    for number, model in enumerate(verdict.assumptions[:MAX_IN_WORDS], 1):
        if unfit := unfit_for_words(model):
            yield _line(f"A{number} is not put in words: {unfit}")
            continue
        table = Table.grid(padding=(0, 2, 0, 0))
        for state in state_words(WordTable.of(model)):
            table.add_row(Text(printable(state.name), "cyan"), Text(printable(state.sentence)))
        yield _line(f"A{number} says:")
        yield Padding(table, (0, 0, 0, 4), expand=False)
    if left := len(verdict.assumptions[MAX_IN_WORDS:]):
        yield _line(f"… {counted(left, 'more assumption')}")


def saved_text(verdict: Verdict, result: Audit | str, file: str) -> Group:
    """A verdict from a file: first what the kernel has accepted, then, marked as claims, all else in the file.

    `result` is the answer of the kernel, or the reason why it has none.
    """
    accepted = result if isinstance(result, Audit) and result else None
    asked = f"question: {verdict.question}" if verdict.question else None
    figures = _figures(replace(verdict, audited=accepted is not None))
    shown = [figures.pop()] if accepted and verdict.minimality else []
    claims = [*filter(None, (asked, verdict.caveat, verdict.reason, *figures, verdict.statistics.get("selection")))]
    claims += [f"note: {note}" for note in verdict.notes]
    parts: list[RenderableType] = []
    if accepted is not None:
        parts += [
            Marked(_sentence(verdict), "", "    "),
            _line(f"the kernel accepts {file}: {accepted_text(accepted)}"),
        ]
        parts += map(_line, shown)
    else:
        why = "the verdict is unknown" if isinstance(result, Audit) else result
        parts += [Marked(Text(printable(f"{file} is not checked: {why}"), "yellow"), "", "    ")]
        claims.insert(0, f"{verdict.verdict}: {verdict.claim}")
    if verdict.counterexample is not None and accepted is not None:
        parts += [Text(""), counterexample_text(verdict.counterexample, None, _violated(verdict)), Text("")]
    if accepted is not None and (said := [*_assumptions_text(verdict)]):
        parts += [*said, Text("")]
    parts.append(Text("Claims of the file, which the kernel has not checked:", "dim"))
    parts += [Marked(Text(printable(claim), "dim"), "  > ", "  > ") for claim in claims]
    return Group(*parts)


@dataclass(frozen=True)
class Marked:
    """Text with a mark at the beginning of every line, also where it wraps: a claim of a file never looks like a
    statement of symag."""

    text: Text
    first: str
    rest: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        width = max(options.max_width - len(self.rest), 1)
        for number, line in enumerate(self.text.wrap(console, width)):
            yield Text.assemble((self.rest if number else self.first, "dim"), line)


def facts_lines(result: Audit, verbose: bool = False) -> list[str]:
    """The models of an accepted verdict, one line for each; of many, the first ones, unless all are wanted."""
    lines = []
    for what, models in (("component", result.components), ("specification", result.specification)):
        most = len(models) if verbose or len(models) <= MAX_MODELS else MAX_MODELS
        for one in models[:most]:
            name = repr(one.name) if verbose or one.states else with_short_fractions(repr(one.name))
            lines.append(f"  {what} {name}: {_sizes(one.states, one.transitions)}, sha256 {one.sha256}")
        if more := len(models) - most:
            lines.append(f"  … and {counted(more, f'more {what}')} (-v shows all)")
    return lines


def accepted_text(result: Audit) -> str:
    """What the kernel has accepted: its reason, with long fractions as people read them."""
    return with_short_fractions(result.reason)


def _sizes(states: int, transitions: int) -> str:
    """A formula has no states."""
    if not states:
        return "a formula, as the kernel reads it"
    return f"{counted(states, 'state')}, {counted(transitions, 'transition')}"


def _sentence(verdict: Verdict, verbose: bool = False) -> Text:
    """The verdict and what it says; a long fraction is exact in the JSON object, and with `verbose`."""
    claim = verdict.claim if verbose or verdict.value is None else with_short_fractions(verdict.claim)
    return Text.assemble((verdict.verdict, COLOURS[verdict.verdict]), f": {printable(claim)}")


def _figures(verdict: Verdict) -> list[str]:
    """The cost; and the assumptions, if they prove the verdict."""
    statistics = verdict.statistics
    facts = [f"{statistics['seconds']:.3g} s", f"{statistics['peak_memory_mb']:.0f} MB"]
    if statistics["states_explored"] is not None:
        states, largest = statistics["states_explored"], statistics["largest_composition"]
        moves = statistics["transitions_explored"]  # not counted where assumptions are computed
        explored = counted(states, "state") + ("" if moves is None else f" and {counted(moves, 'transition')}")
        at_once = f", at most {counted(largest, 'state')} at once" if largest and largest < states else ""
        facts.append(f"{explored} composed{at_once}")
    backend = "/".join(filter(None, [verdict.backend, statistics.get("encoding")]))
    method = ", ".join(filter(None, [verdict.method, verdict.rule]))
    lines = [f"{backend}, {method}: {', '.join(facts)}"]
    lines += probability_lines(verdict)
    if verdict.assumptions:
        lines.append(assumptions_line(verdict))
    return lines


def assumptions_line(verdict: Verdict) -> str:
    """How large the assumptions are, and how small they can be, if the verdict says that; otherwise, how they were
    found."""
    bounds = () if verdict.minimality is None else verdict.minimality.assumptions
    if len(bounds) == 1:
        return proved_by(bounds[0].states, bounds[0].lower_bound, bounds[0].shown_by, verdict.audited)
    sizes = counted_each([assumption.num_states for assumption in verdict.assumptions], "state")
    proved = f"proved by {counted(len(verdict.assumptions), 'assumption')} of {sizes}"
    if bounds:
        each = [
            (one.assumption, how_small(one.states, one.lower_bound, one.shown_by, verdict.audited)) for one in bounds
        ]
        return "; ".join([proved, *(f"{name}: {said}" for name, said in each if said)])
    found = f"found in {counted(len(verdict.history), 'iteration')}" if verdict.history else "as given"
    return f"{proved}, {found}"


def proved_by(states: int, lower_bound: int, shown_by: str | None, audited: bool) -> str:
    """A proof by one assumption of so many states, and how small such an assumption can be."""
    said = how_small(states, lower_bound, shown_by, audited)
    return "; ".join(filter(None, [f"proved by an assumption of {counted(states, 'state')}", said]))


def how_small(states: int, lower_bound: int, shown_by: str | None, audited: bool) -> str:
    """How small an assumption in the place of one of so many states can be; empty if that says nothing.

    `shown_by` is the kind of the evidence for the lower bound; that a model has one state or more needs none."""
    checked = "checked" if audited else "not checked yet"
    if states == lower_bound:
        return f"no smaller one exists ({checked})"
    if shown_by is None:
        return ""
    return f"at least {counted(lower_bound, 'state')} are needed ({checked})"


def _line(text: str, style: str = "") -> RenderableType:
    """Text under the verdict, indented, also where it wraps."""
    return Padding(Text(printable(text), style), (0, 0, 0, 2), expand=False)


@text_of.register
def _(verdict: Verdict) -> str:
    """The verdict as plain text."""
    return rendered(verdict_text(verdict, PYTHON))


MAX_DRAWN_STATES = 40
MAX_OUTCOMES = 40
"""Of one move."""


def _outcomes(distribution: Distribution) -> str:
    """The distribution in words; of many outcomes, the first ones."""
    if len(distribution) <= MAX_OUTCOMES:
        return str(distribution)
    shown = (f"{probability} {state}" for state, probability in islice(distribution.items(), MAX_OUTCOMES))
    return f"{' + '.join(shown)} + … {len(distribution) - MAX_OUTCOMES:,} more"


def model_text(model: LPTS) -> RenderableType:
    """A model, state by state."""
    title = printable(model.name) or "model"
    drawing = Drawing(Text.assemble((title, "bold"), f"  {printable(model.summary())}"))
    for s in range(min(model.num_states, MAX_DRAWN_STATES)):
        mark = "● " if s == model.initial else "○ "
        branch = drawing.add(Text.assemble((mark + printable(model.states[s]), "cyan")))
        for _, action, distribution in model.transitions_of(s):
            branch.add(Text.assemble((printable(action), "yellow"), " → ", printable(_outcomes(distribution))))
    if model.num_states > MAX_DRAWN_STATES:
        drawing.add(Text(f"… and {counted(model.num_states - MAX_DRAWN_STATES, 'more state')}", "dim"))
    return drawing
