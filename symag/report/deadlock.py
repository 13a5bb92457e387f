"""The answer of a deadlock search as text for a terminal: the run, and what each component waits for at its end."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from symag.deadlock import DeadlockAnswer
from symag.model import counted, printable
from symag.report.places import whereabouts
from symag.report.terminal import rendered, text_of
from symag.traces import Run

__all__ = ["deadlock_text", "run_text", "waiting_text"]

COLOURS = {"deadlock-free": "bold green", "deadlock": "bold red", "unknown": "bold yellow"}
MOST_STEPS = 60
"""Steps of a run; of a longer run, the text has the first half and the last half of this number."""
MOST_NAMES = 6
"""Components in the sentence."""
MOST_ACTIONS = 6
"""Actions for which one component waits."""


@text_of.register
def _(answer: DeadlockAnswer) -> str:
    """The answer as plain text."""
    return rendered(deadlock_text(answer))


def deadlock_text(answer: DeadlockAnswer) -> Group:
    """The answer in a sentence, its cost, and the runs."""
    names = answer.components
    shown = names if len(names) <= MOST_NAMES else (*names[: MOST_NAMES - 1], "…", names[-1])
    system = printable(" ‖ ".join(shown))
    sentence = {
        "deadlock-free": f"{system} can always move",
        "deadlock": f"{system} can stop{_after(answer.deadlock)}",
        "unknown": system,
    }[answer.verdict]
    parts: list[RenderableType] = [Text.assemble((answer.verdict, COLOURS[answer.verdict]), f": {sentence}")]
    statistics = answer.statistics
    facts = [f"{statistics['seconds']:.3g} s", f"{statistics['peak_memory_mb']:.0f} MB"]
    if statistics["states_explored"] is not None:
        states, moves = statistics["states_explored"], statistics["transitions_explored"]
        facts.append(f"{counted(states, 'state')} and {counted(moves, 'transition')} explored")
    if answer.reason is not None:
        parts.append(_indented(answer.reason))
    parts.append(_indented(", ".join(facts), "dim"))
    if answer.deadlock is not None:
        parts += [
            Text(""),
            *run_text(answer.deadlock, "A shortest run to a state without moves"),
            *waiting_text(answer.deadlock),
        ]
    if answer.livelock is not None:
        title = f"livelock{_after(answer.livelock)}: from there on only tau happens"
        parts += [Text(""), *run_text(answer.livelock, title), *waiting_text(answer.livelock)]
    return Group(*parts)


def _after(run: Run | None) -> str:
    return "" if run is None else f" after {counted(len(run.steps), 'step')}" if run.steps else " at once"


def _indented(text: str, style: str = "") -> RenderableType:
    return Padding(Text(printable(text), style), (0, 0, 0, 2), expand=False)


def run_text(run: Run, title: str) -> list[RenderableType]:
    """The steps, the states of the components after each, and the probability where a step branches."""
    branches = any(step.probability != 1 for step in run.steps)
    table = Table("", "action", *(["probability"] if branches else []), "the components are in", box=SIMPLE)
    table.add_row("", "", *([""] if branches else []), _cell(whereabouts(run.start, ())))
    before = run.start
    for number, (action, probability, states) in enumerate(run.steps, 1):
        place = whereabouts(states, before, names=run.components)
        before = states
        if MOST_STEPS // 2 < number <= len(run.steps) - MOST_STEPS // 2:
            if number == MOST_STEPS // 2 + 1:
                table.add_row("…")
            continue
        shares = [_cell(str(probability))] if branches else []
        table.add_row(str(number), _cell(action), *shares, _cell(place))
    return [Text(title, "bold"), table]


def waiting_text(run: Run) -> list[RenderableType]:
    """The last state of each component, and the actions for which it waits."""
    titles = ("component", "is in", "waits for", "not ready")
    table = Table(*(Column(title, overflow="fold") for title in titles), box=SIMPLE)
    for name, state, blocked in zip(run.components, run.end, run.waiting, strict=True):
        rows = [(action, ", ".join(missing[:MOST_ACTIONS])) for action, missing in blocked[:MOST_ACTIONS]]
        if len(blocked) > MOST_ACTIONS:
            rows.append((f"… and {len(blocked) - MOST_ACTIONS:,} more", ""))
        for at, row in enumerate(rows or [("nothing", "")]):
            table.add_row(*map(_cell, ("" if at else name, "" if at else state, *row)))
    return [Text("At the end", "bold"), table]


def _cell(text: str) -> Text:
    return Text(printable(text))
