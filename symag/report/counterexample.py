"""Counterexamples as text for a terminal: a trace as a table, a tree as a tree."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import Group
from rich.table import Table
from rich.text import Text
from rich.tree import Tree as Drawing

from symag.evidence import Counterexample, Step
from symag.model import counted, printable
from symag.report.hint import hint_on
from symag.report.places import names_in, whereabouts
from symag.report.terminal import rendered, text_of
from symag.simulation import Answers

__all__ = ["counterexample_text"]

MAX_DRAWN_NODES = 60


def counterexample_text(counterexample: Counterexample) -> Group | Drawing:
    """The trace, step by step; or the tree, with each node's states and why the specification cannot follow."""
    return _trace_text(counterexample) if counterexample.kind == "trace" else _tree_text(counterexample)


def _trace_text(counterexample: Counterexample) -> Group:
    """What happens, where the components are then, and the state of the specification that still allows it."""
    tree, specification = counterexample.tree, counterexample.specification
    answers = Answers(specification, tree.system.actions)
    table = Table("", "action", "the system is then in", "the specification in", box=SIMPLE)
    names = names_in(tree.system)
    places = tree.mapping(0)
    table.add_row("", "", _cell(whereabouts(places, ())), _cell(specification.initial_state))
    node, above = 0, specification.initial
    for step in range(1, tree.depth + 1):
        ((transition, (node,)),) = tree.nodes[node].moves
        action = tree.system.action[transition]
        allowed = answers.of(above, action)
        above = next(iter(allowed[0])) if allowed else above
        then = specification.states[above] if allowed else "not allowed"
        before, places = places, tree.mapping(node)
        told = (tree.system.actions[action], whereabouts(places, before, names=names), then)
        table.add_row(str(step), *map(_cell, told), style="" if allowed else "red")
    return Group(Text("The system can do this, and the specification does not allow it", "bold"), table)


def _cell(text: str) -> Text:
    """In a table, a name with [brackets] would be taken for a style."""
    return Text(printable(text))


def _tree_text(counterexample: Counterexample) -> Group | Drawing:
    tree = counterexample.tree
    title = Text.assemble(
        ("The system can do this, and the specification cannot follow", "bold"),
        f"  (depth {tree.depth}, {counted(len(tree.nodes), 'node')})",
    )
    if not tree.is_unfolded:
        title.append(f"\nnodes are shared: as a tree it would have {tree.unfolded_size:,}", "dim")
    answers = Answers(counterexample.specification, tree.system.actions)
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
        later.sort(key=lambda entry: not counterexample.steps_at[entry[1]])  # what goes wrong comes first
        todo.extend(reversed(later))
    hint = hint_on(counterexample)
    return drawing if hint is None else Group(drawing, Text(printable(f"hint: {hint}"), "yellow"))


def _reason(counterexample: Counterexample, step: Step, answers: Answers) -> str:
    """One step of the refutation in words: each answer of the specification, and what does not fit into it."""
    tree, names = counterexample.tree, counterexample.specification.states
    move = tree.nodes[step.node].moves[step.move]
    number, shares = tree.system.action[move.transition], tree.shares(move)
    action = tree.system.actions[number]
    reasons = []
    for nu in answers.of(step.above, number):
        for left, right in step.cuts:
            mass, room = sum(shares[child] for child in left), 1 - sum(nu.get(q, 0) for q in right)
            if mass > room:
                who = " + ".join(tree.label(child) for child in left)
                where = ", ".join(names[q] for q in right)
                elsewhere = f"only {room} of the answer is elsewhere" if room else "all of the answer is there"
                fit = f"{mass} goes to {who}, not below {where}, and {elsewhere}"
                reasons.append(f"{who} is not below {where}" if (mass, room) == (1, 0) else fit)
                break
    because = "; ".join(dict.fromkeys(reasons)) or "it has none"
    if answers.meaning[number] < 0:
        return f"{names[step.above]} can only stay where it is on {action}, which it does not know: {because}"
    return f"{names[step.above]} cannot answer {action}: {because}"


@text_of.register
def _(counterexample: Counterexample) -> str:
    """The counterexample as plain text."""
    return rendered(counterexample_text(counterexample))
