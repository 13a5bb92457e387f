"""The question for an inductive bound as an SMT-LIB 2 script that people can read and any solver can run.

`x idle` is the number of the state idle; `x idle: new` that of the place that it makes with the state new of the
property, and `x idle: 3 left` that of idle with three steps left. Every inequality is named after its place and action.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symag.smt.formula import Names, at_most_text, declarations, real_text
from symag.smt.probability_bound import BoundNode, BoundQuestion, NodeChoice
from symag.smt.script import plain, script

__all__ = ["bound_script"]


class _Readable(Names):
    """What the Reals of a question are called, and its inequalities."""

    def __init__(self, question: BoundQuestion) -> None:
        self.question = question

    def real(self, number: int) -> str:
        """See `Names`."""
        return f"|x {self.node(self.question.nodes[number - 1])}|"

    def node(self, node: BoundNode) -> str:
        """A node without bars."""
        problem = self.question.problem
        number, watching = problem.place_state[node.place], problem.watching
        parts = [plain(problem.system.states[number], number)]
        if watching is not None:
            watched = watching[node.place]
            names = watched if isinstance(watched, list) else [watched]
            parts.append(plain(" or ".join(map(str, names)), problem.place_monitor[node.place]))
        if node.left is not None:
            parts.append(f"{node.left} left")
        return ": ".join(parts)

    def choice(self, one: NodeChoice) -> str:
        """The name of a choice: its place, its action, and a number if the place has several choices by it."""
        problem = self.question.problem
        system = problem.system
        action = system.action[problem.transition[one.choice]]
        row = range(problem.choice_first[one.node.place], problem.choice_first[one.node.place + 1])
        alike = [choice for choice in row if system.action[problem.transition[choice]] == action]
        which = f" {alike.index(one.choice) + 1}" if len(alike) > 1 else ""
        return f"|{self.node(one.node)} by {plain(system.actions[action], action)}{which}|"


def bound_script(question: BoundQuestion, heading: Iterable[str], status: str | None = None) -> str:
    """The question as an SMT-LIB 2 script: satisfiable if and only if the path from the start is at most as likely as
    the bound."""
    names, formula = _Readable(question), question.formula()
    reals = range(1, formula.num_reals + 1)
    count = len(question.choices)  # the goal may be out of reach: then there are none, and no bound on the start
    inequalities, starts = formula.inequalities[:count], formula.inequalities[count:]
    lines = [
        *declarations(names, (), reals),
        "",
        *(f"(assert {real_text(formula, real, names)})" for real in reals),
        "; no choice is worth more than its place",
        *(
            f"(assert (! {at_most_text(inequality, names)} :named {names.choice(one)}))"
            for one, inequality in zip(question.choices, inequalities, strict=True)
        ),
        "; the bound",
        *(f"(assert {at_most_text(replace(start, guard=0), names)})" for start in starts),
    ]
    return script(heading, "QF_LRA", lines, status)
