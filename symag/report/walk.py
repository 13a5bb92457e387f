"""A walk through a composition as text for a terminal: where the components are, and the moves to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from symag.model import counted, printable
from symag.report.deadlock import run_text, waiting_text
from symag.report.places import changes_between
from symag.report.terminal import compact_table, indented
from symag.traces import Walk, WalkOutcome

__all__ = ["HELP", "components_text", "moves_text", "outcomes_text", "trace_text", "walk_text"]

MOST_COMPONENTS = 12
"""Components in the text; of more, it has those that the last step changed."""
MOST_MOVES = 20
MOST_OUTCOMES = 4
"""Outcomes of a move in the list of moves."""
MOST_CHANGES = 4
"""Components that a move changes, in the list of moves."""

HELP = """\
NUMBER       take that move; if it has several outcomes, choose one then
NUMBER.K     take that move with its outcome K; NUMBER.d draws the outcome
b [N]        back, one step or N
r [N]        random, one step or N: any move, outcomes by their probability
s FILE.json  save the walk; symag step … --replay FILE.json goes on there
t            the walk so far
m [N]        the moves that can be chosen, from number N on
c            the states of all components
?            this help
q            quit, as the end of the input does"""


def walk_text(walk: Walk) -> Group:
    """Where the walk is, and the moves from there; in a deadlock, what the components wait for."""
    taken = len(walk.steps)
    last = walk.steps[-1] if walk.steps else None
    share = 1 if last is None else WalkOutcome(last.place, last.shares).probability
    how = "" if last is None else f": {last.action}{'' if share == 1 else f', with probability {share}'}"
    parts: list[RenderableType] = [Text(printable(f"step {taken}{how}" if taken else "start"), "bold")]
    parts.append(components_text(walk, MOST_COMPONENTS))
    if walk.is_stuck:
        parts += [Text("deadlock: no move is enabled", "bold red"), *waiting_text(walk.run())]
    else:
        parts.append(moves_text(walk))
    return Group(*parts)


def components_text(walk: Walk, most: int | None = None) -> RenderableType:
    """The state of each component. If they are more than `most`, only of those that the last step changed."""
    start = tuple(component.initial for component in walk.components)
    before = walk.place if not walk.steps else walk.steps[-2].place if len(walk.steps) > 1 else start
    changed = [i for i, (old, new) in enumerate(zip(before, walk.place, strict=True)) if old != new]
    shown = range(len(walk.names)) if most is None or len(walk.names) <= most else changed[:most] or range(most)
    table = compact_table("component", "is in")
    for i in shown:
        state = walk.components[i].states[walk.place[i]]
        table.add_row(_cell(walk.names[i]), Text(printable(state), "cyan" if i in changed else ""))
    left = len(walk.names) - len(shown)
    return indented(table, f"… {counted(left, 'more component')}: c lists all" if left else "")


def moves_text(walk: Walk, first: int = 0) -> RenderableType:
    """The enabled moves, numbered from 1, from the given one on."""
    table = compact_table("", "action", "who moves", "leads to")
    end = min(walk.count_moves, first + MOST_MOVES)
    for number in range(first, end):
        action, movers, _ = walk.move(number)
        who = ", ".join(walk.names[mover] for mover in movers[:MOST_CHANGES])
        who += f" and {len(movers) - MOST_CHANGES} more" if len(movers) > MOST_CHANGES else ""
        table.add_row(str(number + 1), Text(printable(action), "yellow"), _cell(who), _cell(_goals(walk, number)))
    left = walk.count_moves - end
    return indented(table, f"… {counted(left, 'more move')}: m {end + 1} goes on" if left else "")


def _goals(walk: Walk, move: int) -> str:
    count = walk.count_outcomes(move)
    if count == 1:
        return _changes(walk, walk.outcome(move, 0))
    shown = (walk.outcome(move, number) for number in range(min(count, MOST_OUTCOMES)))
    text = "; ".join(f"{outcome.probability} {_changes(walk, outcome)}" for outcome in shown)
    return f"{text}; … {count - MOST_OUTCOMES:,} more" if count > MOST_OUTCOMES else text


def _changes(walk: Walk, outcome: WalkOutcome) -> str:
    """The new states of the components that an outcome changes."""
    changed = list(_changed(walk, outcome))
    if len(changed) > MOST_CHANGES:
        changed[MOST_CHANGES:] = [f"… {len(changed) - MOST_CHANGES} more"]
    return ", ".join(changed) or "nothing changes"


def _changed(walk: Walk, outcome: WalkOutcome) -> Iterator[str]:
    """For each component that changes, its new state; of a state that is a list of values, those that change."""
    for name, component, old, new in zip(walk.names, walk.components, walk.place, outcome.place, strict=True):
        if old != new:
            state = ",".join(changes_between(component.states[old], component.states[new]))
            yield state if len(walk.names) == 1 else f"{name}: {state}"


def outcomes_text(walk: Walk, move: int) -> RenderableType:
    """The outcomes of a move, numbered from 1."""
    table = compact_table("", "probability", "leads to")
    count = walk.count_outcomes(move)
    for number in range(min(count, MOST_MOVES)):
        outcome = walk.outcome(move, number)
        table.add_row(str(number + 1), str(outcome.probability), _cell(_changes(walk, outcome)))
    return indented(table, f"… {counted(count - MOST_MOVES, 'more outcome')}" if count > MOST_MOVES else "")


def trace_text(walk: Walk) -> Group:
    """The walk so far, step by step."""
    return Group(*run_text(walk.run(), f"The walk so far, {counted(len(walk.steps), 'step')}"))


def _cell(text: str) -> Text:
    return Text(printable(text))
