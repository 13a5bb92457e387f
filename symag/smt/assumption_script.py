"""The question for a smallest assumption as an SMT-LIB 2 script that people can read and any solver can run.

`0 to 1 on a` is the Boolean "the assumption goes from state 0 to state 1 by a"; `low 2 at 0` and `up 2 at 0` say that
some word leads a bound to its state 2 and the assumption to state 0; `0 meets 1` numbers the states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from symag.smt.formula import Names, clause_text, declarations
from symag.smt.script import plain, script
from symag.smt.smallest_assumption import AssumptionClauses, Rows

__all__ = ["assumption_script"]


class _Readable(Names):
    """What the Booleans of a question are called."""

    def __init__(self, question: AssumptionClauses, alphabet: Sequence[str]) -> None:
        states = range(question.size)
        self.names: dict[int, str] = {}
        for p, (letter, action), q in product(states, enumerate(alphabet, 1), states):
            self.names[question.goal(p, letter, q)] = f"|{p} to {q} on {plain(action, letter)}|"
        for p in states:
            self.names |= {question.low(below, p): f"|low {below} at {p}|" for below, _ in enumerate(question.lower)}
            self.names |= {question.up(above, p): f"|up {above} at {p}|" for above, _ in enumerate(question.upper)}
            self.names |= {question.met(p, q): f"|{p} meets {q}|" for q in range(p + 1, question.size)}

    def boolean(self, number: int) -> str:
        """See `Names`."""
        return self.names[number]


def assumption_script(
    question: AssumptionClauses, alphabet: Sequence[str], heading: Iterable[str], status: str | None = None
) -> str:
    """The question as an SMT-LIB 2 script: satisfiable if and only if there is an assumption of that size, given that
    there is no smaller one."""
    names = _Readable(question, alphabet)
    clauses, numbering = list(question.clauses()), list(question.numbering())
    used = sorted({abs(literal) for clause in (*clauses, *numbering) for literal in clause})
    lines = [
        *declarations(names, used, ()),
        "",
        *_bound_lines("low", question.lower, alphabet),
        *_bound_lines("up", question.upper, alphabet),
        "",
        *(f"(assert {clause_text(clause, names)})" for clause in clauses),
        *(["", "; states are numbered breadth first"] if numbering else []),
        *(f"(assert {clause_text(clause, names)})" for clause in numbering),
    ]
    return script(heading, "QF_UF", lines, status)


def _bound_lines(name: str, rows: Rows, alphabet: Sequence[str]) -> Iterator[str]:
    """The moves of a bound, as comments."""
    for state, row in enumerate(rows):
        for letter, goal in row:
            action = plain(alphabet[letter - 1], letter) if letter else "a hidden move"
            yield f"; {name} {state} leads to {'the error' if goal < 0 else f'{name} {goal}'} by {action}"
