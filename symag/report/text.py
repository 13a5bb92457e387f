"""Verdicts, models and counterexamples as text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree as Drawing

from symag.assume.story import components_of
from symag.evidence import Audit, Counterexample, Step, Verdict
from symag.model import LPTS, counted, names_of, printable
from symag.report.hint import hint_on
from symag.report.iteration import counted_each
from symag.report.plain import plain
from symag.report.terminal import plain_text
from symag.simulation import Answers

__all__ = [
    "Marked",
    "changes_between",
    "counterexample_text",
    "facts_lines",
    "model_text",
    "names_in",
    "saved_text",
    "verdict_text",
    "whereabouts",
]

COLOURS = {"holds": "bold green", "violated": "bold red", "unknown": "bold yellow"}
NOT_AUDITED = "not audited yet: use --audit, or save it with --output and run symag audit"
NOT_AUDITED_YET = "not audited yet: use audit=True, or save it and call symag.audit"
MAX_DRAWN_NODES = 60
MAX_PLACE = 60
"""Characters for where the components are; what is longer is told by what changes."""
MAX_DRAWN_STATES = 40
_VALUE = re.compile(r"[^\s=()\[\]{}\"]+=[^\s=()\[\]{}\"]+")
"""A variable and its value, in a label that has nothing else but such."""


def model_text(model: LPTS) -> RenderableType:
    """A model, state by state."""
    title = printable(model.name) or "model"
    drawing = Drawing(Text.assemble((title, "bold"), f"  {printable(model.summary())}"))
    for s in range(min(model.num_states, MAX_DRAWN_STATES)):
        mark = "● " if s == model.initial else "○ "
        branch = drawing.add(Text.assemble((mark + printable(model.states[s]), "cyan")))
        for _, action, distribution in model.transitions_of(s):
            branch.add(Text.assemble((printable(action), "yellow"), " → ", printable(str(distribution))))
    if model.num_states > MAX_DRAWN_STATES:
        drawing.add(Text(f"… and {counted(model.num_states - MAX_DRAWN_STATES, 'more state')}", "dim"))
    return drawing


def verdict_text(verdict: Verdict, not_audited: str = NOT_AUDITED, meant: str = "") -> Group:
    """The verdict in a sentence, what its names mean, what it took, and the counterexample if there is one."""
    parts: list[RenderableType] = [_sentence(verdict)]
    parts += [_line(text) for text in (meant, verdict.reason) if text]
    how, *rest = _figures(verdict)
    parts += [_line(text, "dim") for text in (how, verdict.statistics.get("road")) if text]
    parts += [_line(text) for text in rest]
    if verdict.verdict != "unknown":
        told = "the kernel has checked and accepted the evidence"
        parts.append(_line(told if verdict.audited else not_audited, "dim" if verdict.audited else "yellow"))
    parts += [_line(f"note: {note}", "yellow") for note in verdict.notes]
    if verdict.counterexample is not None:
        parts += [Text(""), counterexample_text(verdict.counterexample)]
    return Group(*parts)


def saved_text(verdict: Verdict, result: Audit | str, file: str) -> Group:
    """A verdict from a file: what the kernel has accepted, and then, marked as such, what the file claims beyond that.

    `result` is the kernel's acceptance, or the reason why it did not come to an answer.
    """
    accepted = result if isinstance(result, Audit) and result else None
    claims = [*filter(None, (verdict.reason, *_figures(verdict), verdict.statistics.get("road")))]
    claims += [f"note: {note}" for note in verdict.notes]
    parts: list[RenderableType] = []
    if accepted is not None:
        parts += [Marked(_sentence(verdict), "", "    "), _line(f"the kernel accepts {file}: {accepted.reason}")]
    else:
        why = "the verdict is unknown" if isinstance(result, Audit) else result
        parts += [Marked(Text(printable(f"{file} is not checked: {why}"), "yellow"), "", "    ")]
        claims.insert(0, f"{verdict.verdict}: {verdict.claim}")
    if verdict.counterexample is not None and accepted is not None:
        parts += [Text(""), counterexample_text(verdict.counterexample), Text("")]
    parts.append(Text("What the file claims, which is not checked:", "dim"))
    parts += [Marked(Text(printable(claim), "dim"), "  > ", "  > ") for claim in claims]
    return Group(*parts)


@dataclass(frozen=True)
class Marked:
    """Text of which every line begins with a mark, also where it wraps: what a file claims never looks like a line of
    symag's own."""

    text: Text
    first: str
    rest: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        width = max(options.max_width - len(self.rest), 1)
        for number, line in enumerate(self.text.wrap(console, width)):
            yield Text.assemble((self.rest if number else self.first, "dim"), line)


def facts_lines(result: Audit) -> list[str]:
    """The models that an accepted verdict is about, a line each."""
    lines = [("component", facts) for facts in result.components]
    if result.specification is not None:
        lines.append(("specification", result.specification))
    return [
        f"  {what} {facts.name!r}: {counted(facts.states, 'state')}, {counted(facts.transitions, 'transition')}, "
        f"sha256 {facts.sha256}"
        for what, facts in lines
    ]


def _sentence(verdict: Verdict) -> Text:
    return Text.assemble((verdict.verdict, COLOURS[verdict.verdict]), f": {printable(verdict.claim)}")


def _figures(verdict: Verdict) -> list[str]:
    """What it took; and the assumptions, if it was proved by some."""
    statistics = verdict.statistics
    facts = [f"{statistics['seconds']:.3g} s", f"{statistics['peak_memory_mb']:.0f} MB"]
    if statistics["states_explored"] is not None:
        states, largest = statistics["states_explored"], statistics["largest_composition"]
        moves = counted(statistics["transitions_explored"], "transition")
        at_once = f", at most {counted(largest, 'state')} at once" if largest and largest < states else ""
        facts.append(f"{counted(states, 'state')} and {moves} composed{at_once}")
    backend = "/".join(filter(None, [verdict.backend, statistics.get("encoding")]))
    method = ", ".join(filter(None, [verdict.method, verdict.rule]))
    lines = [f"{backend}, {method}: {', '.join(facts)}"]
    if verdict.assumptions:
        sizes = counted_each([assumption.num_states for assumption in verdict.assumptions], "state")
        found = f"found in {counted(len(verdict.history), 'iteration')}" if verdict.history else "as given"
        number = counted(len(verdict.assumptions), "assumption")
        lines.append(f"proved by {number} of {sizes}, {found}")
    return lines


def _line(text: str, style: str = "") -> RenderableType:
    """Text under the verdict, indented, also where it is broken."""
    return Padding(Text(printable(text), style), (0, 0, 0, 2), expand=False)


def names_in(system: LPTS) -> list[str]:
    """What the components of a composed model are called."""
    return names_of(components_of(system))


@plain.register
def _(counterexample: Counterexample) -> str:
    """The counterexample as plain text."""
    return plain_text(counterexample_text(counterexample))


@plain.register
def _(verdict: Verdict) -> str:
    """The verdict as plain text."""
    return plain_text(verdict_text(verdict, NOT_AUDITED_YET))


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


def whereabouts(
    places: tuple[str, ...], before: tuple[str, ...], longest: int = MAX_PLACE, names: Sequence[str] = ()
) -> str:
    """Where every component is; if that is long, only who is elsewhere than before, by name, and dots for the rest."""
    everything = ", ".join(places)
    if not before or len(everything) <= longest:
        return f"({everything})"
    changed = [
        f"{names[number]}: {', '.join(parts)}" if number < len(names) and names[number] else ", ".join(parts)
        for number, (old, new) in enumerate(zip(before, places, strict=True))
        if (parts := changes_between(old, new))
    ]
    return f"({'; '.join([*changed, '…'])})"


def changes_between(old: str, new: str) -> list[str]:
    """Of a state that is called by the values of its variables, those that have changed."""
    before, after = old.split(","), new.split(",")
    if old == new or len(before) != len(after) or not all(map(_VALUE.fullmatch, after)):
        return [] if old == new else [new]
    return [value for value, other in zip(after, before, strict=True) if value != other]


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
