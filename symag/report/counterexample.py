"""Counterexamples as text for a terminal: a trace as a table, a tree as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

from rich.box import SIMPLE
from rich.console import Group
from rich.table import Column, Table
from rich.text import Text
from rich.tree import Tree as Drawing

from symag.evidence import Counterexample, Step, Verdict
from symag.model import LPTS, TAU, counted, printable
from symag.report.hint import hint_on
from symag.report.places import changes_between, names_in, whereabouts
from symag.report.terminal import rendered, text_of
from symag.report.witness import goal_shares, witness_text
from symag.simulation import CompletedSuccessors

__all__ = ["counterexample_model", "counterexample_text", "program_path"]

MAX_DRAWN_NODES = 60
MAX_LISTED = 8
"""Components, or actions, in one cell."""


def counterexample_text(
    counterexample: Counterexample, remedy: str | None = None, violated: str = "the specification"
) -> Group | Drawing:
    """The trace, step by step; or the tree, with the states of each node and why the specification cannot follow.

    With a remedy, the moves of a trace that the specification does not see are left out, and so are the states: it says
    how to see them. `violated` is what does not allow the trace.
    """
    if counterexample.kind == "trace":
        return _trace_text(counterexample, remedy, violated)
    if counterexample.kind == "witness":
        return witness_text(counterexample)
    return _tree_text(counterexample)


def _trace_text(counterexample: Counterexample, remedy: str | None, violated: str) -> Group:
    """The events that the specification knows; a table of the moves; and what the specification allows where it does
    not allow the last one."""
    specification, depth = counterexample.specification, counterexample.tree.depth
    moves = list(_moves(counterexample))
    hidden = depth - len(counterexample.events)
    events = f"<{', '.join(counterexample.events)}>"
    if hidden:
        events += f", with {counted(hidden, 'hidden move')}" + (f": {remedy}" if remedy else "")
    *_, last = moves
    instead = f"instead of {counterexample.events[-1]}, {violated} allows {_allowed(specification, last.above)}"
    title = Text(f"The system can do this, and {violated} does not allow it", "bold")
    table = _moves_table(counterexample, moves, remedy is None, violated)
    return Group(title, _cell(events), table, _cell(instead))


def counterexample_model(counterexample: Counterexample) -> LPTS:
    """The counterexample as a model for a picture; of a formula, with a mark where a path reaches its goal, and how
    much of the probability does so there."""
    model = counterexample.tree.to_lpts(with_states=True)
    if counterexample.kind != "witness":
        return model
    goals = goal_shares(counterexample)
    return replace(model, states=tuple("  ".join([label, *goals.get(at, ())]) for at, label in enumerate(model.states)))


def program_path(verdict: Verdict) -> str:
    """The path of a counterexample through the flow graphs of a program, as lines of the program; empty without one."""
    flows = [number for number, model in enumerate(verdict.components) if model.conservative]
    if verdict.counterexample is None or not flows:
        return ""
    tree, node, found = verdict.counterexample.tree, 0, list[str]()
    while tree.nodes[node].moves:
        before = tree.mapping(node)
        ((transition, (node,)),) = tree.nodes[node].moves
        action, after = tree.system.actions[tree.system.action[transition]], tree.mapping(node)
        movers = {*_movers(tree.system, action, before, after)}
        found += [after[number] for number in flows if number in movers]
    return f"path: {'; '.join(found)}"


class _TraceMove(NamedTuple):
    """A move of a trace."""

    action: str
    movers: Sequence[int]
    """The components that take part."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    above: int
    """The state of the specification after it; before it, if it is not allowed."""
    is_allowed: bool


def _moves(counterexample: Counterexample) -> Iterator[_TraceMove]:
    tree, specification = counterexample.tree, counterexample.specification
    answers = CompletedSuccessors(specification, tree.system.actions)
    node, above, after = 0, specification.initial, tree.mapping(0)
    while tree.nodes[node].moves:
        ((transition, (node,)),) = tree.nodes[node].moves
        number = tree.system.action[transition]
        action, allowed = tree.system.actions[number], answers.of(above, number)
        above = next(iter(allowed[0])) if allowed else above
        before, after = after, tree.mapping(node)
        yield _TraceMove(action, _movers(tree.system, action, before, after), before, after, above, bool(allowed))


def _moves_table(counterexample: Counterexample, moves: Sequence[_TraceMove], everything: bool, violated: str) -> Table:
    """The moves, or those that the specification sees: who takes part, the states that they go to, and the state of the
    specification."""
    specification, names = counterexample.specification, names_in(counterexample.tree.system)
    if len(names) == 1:
        columns, lines = ["the system is in"], _place
    elif everything:
        columns, lines = ["by", "is then in"], _each_mover
    else:
        columns, lines = ["by"], _all_movers
    folded = [Column(title, overflow="fold") for title in (*columns, f"{violated} is in")]
    table = Table("", "action", *folded, box=SIMPLE)
    movers = range(len(names)) if everything else ()
    first = _TraceMove("", movers, ("",) * len(names), moves[0].before, specification.initial, True)
    seen = (everything or move.action in specification.alphabet for move in moves)
    for step, move in [("", first), *compress(enumerate(moves, 1), seen)]:
        then = specification.states[move.above] if move.is_allowed else "not allowed"
        for number, line in enumerate(lines(names, move)):
            cells = ("", "", *line, "") if number else (str(step), move.action, *line, then)
            table.add_row(*map(_cell, cells), style="" if move.is_allowed else "red")
    return table


def _place(names: Sequence[str], move: _TraceMove) -> list[tuple[str, ...]]:
    """Where the only component is."""
    return [(whereabouts(move.after, move.before),)]


def _all_movers(names: Sequence[str], move: _TraceMove) -> list[tuple[str, ...]]:
    return [(_several([names[one] or "?" for one in move.movers]),)]


def _each_mover(names: Sequence[str], move: _TraceMove) -> list[tuple[str, ...]]:
    """A line for each: its name and its state, or what changes of a state that is a list of variables."""
    found: list[tuple[str, ...]] = []
    for one in move.movers[:MAX_LISTED]:
        changes = changes_between(move.before[one], move.after[one])
        found.append((names[one] or "?", ", ".join(changes) or move.after[one]))
    return found + [("…", "…")] * (len(move.movers) > MAX_LISTED)


def _movers(system: LPTS, action: str, before: Sequence[str], after: Sequence[str]) -> Sequence[int]:
    """The components that take part in an action; in a hidden move, the one that changes."""
    if action == TAU:
        return [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    return [number for number, component in enumerate(system.components) if action in component.alphabet]


def _allowed(specification: LPTS, state: int) -> str:
    """The actions that the specification has in a state."""
    actions = dict.fromkeys(specification.actions[specification.action[t]] for t in specification.row(state))
    return _several([*actions]) or "nothing"


def _several(texts: Sequence[str]) -> str:
    return ", ".join([*texts[:MAX_LISTED], "…"] if len(texts) > MAX_LISTED else texts)


def _cell(text: str) -> Text:
    """A cell of a table; Rich would read a plain string with [brackets] as a style."""
    return Text(printable(text))


def _tree_text(counterexample: Counterexample) -> Group | Drawing:
    tree = counterexample.tree
    title = Text.assemble(
        ("The system can do this, and the specification cannot follow", "bold"),
        f"  (depth {tree.depth}, {counted(len(tree.nodes), 'node')})",
    )
    if not tree.is_unfolded:
        title.append(f"\nequal nodes are shared: the unfolded tree has {tree.unfolded_size:,}", "dim")
    answers = CompletedSuccessors(counterexample.specification, tree.system.actions)
    names = names_in(tree.system)
    drawing = Drawing(title)
    drawn: set[int] = set()
    todo: list[tuple[Drawing, int, str, tuple[str, ...]]] = [(drawing, 0, "", ())]
    while todo:
        parent, number, before, places = todo.pop()
        label = Text.assemble((printable(before), "yellow"), (tree.label(number), "dim"), " ")
        label.append(printable(whereabouts(tree.mapping(number), places, names=names)), "cyan")
        if number in drawn:
            parent.add(label.append("  as above", "dim"))
            continue
        if len(drawn) >= MAX_DRAWN_NODES:
            parent.add(label.append("  …", "dim"))
            continue
        drawn.add(number)
        branch = parent.add(label)
        for step in counterexample.steps_at[number]:
            branch.add(Text(printable(_reason(counterexample, step, answers)), "red"))
        later: list[tuple[Drawing, int, str, tuple[str, ...]]] = []
        for move in tree.nodes[number].moves:
            action = tree.system.actions[tree.system.action[move.transition]]
            for child, share in tree.shares(move).items():
                how = f"{action} → " if share == 1 else f"{action} {share} → "
                later.append((branch, child, how, tree.mapping(number)))
        later.sort(key=lambda entry: not counterexample.steps_at[entry[1]])  # first the nodes that the refutation uses
        todo.extend(reversed(later))
    hint = hint_on(counterexample)
    return drawing if hint is None else Group(drawing, Text(printable(f"hint: {hint}"), "yellow"))


def _reason(counterexample: Counterexample, step: Step, answers: CompletedSuccessors) -> str:
    """One step of the refutation in words: for each answer of the specification, why it fails."""
    tree, names = counterexample.tree, counterexample.specification.states
    move = tree.nodes[step.node].moves[step.move]
    number, shares = tree.system.action[move.transition], tree.shares(move)
    action = tree.system.actions[number]
    reasons = []
    for nu in answers.of(step.above, number):
        for left, right in step.cuts:
            mass, room = sum(shares[child] for child in left), 1 - sum(nu.get(q, 0) for q in right)
            if mass > room:
                nodes = " + ".join(tree.label(child) for child in left)
                where = ", ".join(names[q] for q in right)
                elsewhere = f"only {room} of the answer is elsewhere" if room else "all of the answer is there"
                fit = f"{mass} goes to {nodes}, not below {where}, and {elsewhere}"
                reasons.append(f"{nodes} is not below {where}" if (mass, room) == (1, 0) else fit)
                break
    because = "; ".join(dict.fromkeys(reasons)) or "it has none"
    if answers.meaning[number] < 0:
        return f"{names[step.above]} can only stay where it is on {action}, which it does not know: {because}"
    return f"{names[step.above]} cannot answer {action}: {because}"


@text_of.register
def _(counterexample: Counterexample) -> str:
    """The counterexample as plain text."""
    return rendered(counterexample_text(counterexample))
