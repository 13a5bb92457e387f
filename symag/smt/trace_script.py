"""A question of trace membership as an SMT-LIB 2 script: one word, unrolled to its length, every move with a name.

`after 2: s` is the Boolean "after two letters the system may be in s", `letter 2: a` says that the second letter is a.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symag.operators import Exposed
from symag.smt.script import plain, script
from symag.smt.smtlib import Names, clause_text, declarations
from symag.smt.trace_membership import ERROR, Unrolling

__all__ = ["membership_script"]


class _Readable(Names):
    """Names made of the labels of states and letters."""

    def __init__(self, exposed: Exposed, unrolling: Unrolling) -> None:
        self.labels: dict[int, str] = {}
        """Per Boolean, what it is about: a state, or a letter."""
        self.names: dict[int, str] = {}
        for step, states in enumerate(unrolling.reached):
            for state, boolean in states.items():
                self.labels[boolean] = "error" if state == ERROR else plain(exposed.system.states[state], state)
                self.names[boolean] = f"|after {step}: {self.labels[boolean]}|"
            self.names[unrolling.safe[step]] = f"|safe after {step}|"
        for step, letters in enumerate(unrolling.letter, 1):
            for letter, boolean in letters.items():
                self.labels[boolean] = plain(exposed.interface[letter - 1], letter)
                self.names[boolean] = f"|letter {step}: {self.labels[boolean]}|"

    def boolean(self, number: int) -> str:
        """See `Names`."""
        return self.names[number]

    def move(self, clause: Sequence[int], step: int) -> str:
        """What to call a clause of this step that says where a move leads."""
        source, goal = self.labels[-clause[0]], self.labels[clause[-1]]
        how = f"by {self.labels[-clause[1]]}" if len(clause) == 3 else "hidden" if source != "error" else "for ever"
        return f"|step {step}: {source} -> {goal} {how}|"


def membership_script(exposed: Exposed, word: Sequence[int], heading: Iterable[str], status: str | None = None) -> str:
    """The script of a word of letters: satisfiable if and only if it does not lead to the error."""
    said = [letter for letter in word if letter not in exposed.foreign]
    unrolling = Unrolling(exposed)
    steps = [list(unrolling.grow()) for _ in range(len(said) + 1)]
    names = _Readable(exposed, unrolling)
    lines = [*declarations(names, range(1, unrolling.booleans + 1), ())]
    for step, clauses in enumerate(steps):
        lines += ["", f"; letter {step}" if step else "; in the beginning"]
        for clause in clauses:
            text = clause_text(clause, names)
            is_move = len(clause) > 1 and clause[-1] > 0
            lines.append(f"(assert (! {text} :named {names.move(clause, step)}))" if is_move else f"(assert {text})")
    *letters, safe = unrolling.assumed(said)
    lines += ["", "; the word", *(f"(assert {names.boolean(letter)})" for letter in letters)]
    lines += ["; it does not lead to the error", f"(assert {names.boolean(safe)})"]
    return script(heading, "QF_UF", lines, status)
