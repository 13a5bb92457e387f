"""Which words of an interface keep `M1 ‖ P` from the error state π? As Horn clauses, for many words on one solver.

Booleans: `reached(i, s)`, after i letters the system may be in s; `letter(i, a)`, the letter after these is a.

    reached(0, s0)
    reached(i, s) → reached(i, t)                         for each hidden move from s to t
    reached(i, s) ∧ letter(i, a) → reached(i + 1, t)      for each move by a from s to t
    reached(i, π) → reached(i + 1, π)
    safe(i) → ¬reached(i, π)

A word of n letters is assumed, one Boolean for each letter, and `safe(n)`: satisfiable if and only if the word does not
lead to π. Hidden moves are not unrolled, however many there may be in a row: what Horn clauses imply is closed under
them. Unit propagation decides, so that a solver need not search. Only states are spoken of that words of the length
lead to, and from which π can be reached. A word that is too long makes the unrolling grow, to the double at least.

A question of trace membership as an SMT-LIB 2 script: one word, unrolled to its length, every move with a name.

`after 2: s` is the Boolean "after two letters the system may be in s", `letter 2: a` says that the second letter is a.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symag.limits import Watch
from symag.operators import Exposed
from symag.smt.formula import MakeSolver, Names, SolverFormula, clause_text, declarations
from symag.smt.script import plain, script

__all__ = ["ERROR", "TraceMembership", "Unrolling", "membership_script"]

ERROR = -1
"""All states with the property in π are this one."""


class Unrolling:
    """The clauses, step by step. Booleans are numbered from 1 as they are met."""

    def __init__(self, exposed: Exposed, watch: Watch | None = None) -> None:
        self.initial = ERROR if exposed.system.initial in exposed.bad else exposed.system.initial
        self.moves = _moves_towards_error(exposed, watch or Watch())
        self.letters = [n for n, _ in enumerate(exposed.interface, 1) if n not in exposed.foreign]
        self.booleans = 0
        self.reached: list[dict[int, int]] = []
        """Per number of letters, the Boolean of each state."""
        self.letter: list[dict[int, int]] = []
        """Per number of letters before it, the Boolean of each letter."""
        self.safe: list[int] = []

    @property
    def bound(self) -> int:
        """Words of at most so many letters can be asked about; -1 if none can."""
        return len(self.reached) - 1

    def grow(self) -> Iterator[tuple[int, ...]]:
        """The clauses for words of one letter more; in the beginning, for the empty word."""
        here: dict[int, int] = {}
        if not self.reached:
            if self.initial in self.moves:
                here[self.initial] = self._fresh()
                yield (here[self.initial],)
        else:
            yield from self._by_letters(self.reached[-1], here)
        states = list(here)
        for state in states:  # which grows meanwhile
            for goal in self.moves[state].get(0, ()):
                if goal not in here:
                    here[goal] = self._fresh()
                    states.append(goal)
                yield -here[state], here[goal]
        self.reached.append(here)
        self.safe.append(self._fresh())
        if ERROR in here:
            yield -self.safe[-1], -here[ERROR]

    def _by_letters(self, before: dict[int, int], here: dict[int, int]) -> Iterator[tuple[int, ...]]:
        """From what was reached before to what is reached here."""
        letters = {letter: self._fresh() for letter in self.letters}
        self.letter.append(letters)
        for state, source in before.items():
            if state == ERROR:
                here.setdefault(ERROR, self._fresh())
                yield -source, here[ERROR]
            for letter, goals in self.moves[state].items():
                for goal in goals if letter else ():
                    if goal not in here:
                        here[goal] = self._fresh()
                    yield -source, -letters[letter], here[goal]

    def _fresh(self) -> int:
        self.booleans += 1
        return self.booleans

    def assumed(self, word: Sequence[int]) -> list[int]:
        """The Booleans that say: this word, and it does not lead to the error."""
        said = [letters[letter] for letters, letter in zip(self.letter, word, strict=False)]
        said.append(self.safe[len(word)])
        return said


def _moves_towards_error(exposed: Exposed, watch: Watch) -> dict[int, dict[int, list[int]]]:
    """Per state from which π can be reached, where letters, and hidden moves, lead of such states. Where π is among
    the goals the others do not matter."""
    goals = exposed.goals
    before: dict[int, list[int]] = {ERROR: []}
    for state in range(len(goals)):
        watch.tick(1 + sum(map(len, goals[state].values())))
        for goal in {ERROR if goal in exposed.bad else goal for row in goals[state].values() for goal in row}:
            if state not in exposed.bad:
                before.setdefault(goal, []).append(state)
    useful = [ERROR]
    moves: dict[int, dict[int, list[int]]] = {ERROR: {}}
    for goal in useful:  # which grows meanwhile
        watch.tick(1 + len(before.get(goal, ())))
        for state in before.get(goal, ()):
            if state not in moves:
                moves[state] = {}
                useful.append(state)
    for state in useful[1:]:
        watch.tick(1 + sum(map(len, goals[state].values())))
        for letter, row in goals[state].items():
            towards = [goal for goal in dict.fromkeys(row) if goal in moves and (letter or goal != state)]
            moves[state][letter] = towards if exposed.bad.isdisjoint(row) else [ERROR]
    return moves


class TraceMembership:
    """A teacher: a word is in the language if the components cannot violate the property while the others do it."""

    def __init__(self, exposed: Exposed, watch: Watch, make_solver: MakeSolver) -> None:
        self.system = exposed.system
        self.queries = 0
        self._foreign = exposed.foreign
        self._unrolling = Unrolling(exposed, watch)
        self._solver = make_solver("QF_UF", watch)
        self._watch = watch

    def member(self, word: tuple[int, ...]) -> bool:
        """See `symag.traces.learner.Teacher`."""
        self.queries += 1
        self._watch.tick(len(word) + 1)
        if self._foreign:
            word = tuple(letter for letter in word if letter not in self._foreign)
        if len(word) > self._unrolling.bound:
            self._grow(max(len(word), 2 * self._unrolling.bound))
        return self._solver.solve(self._unrolling.assumed(word))

    def _grow(self, bound: int) -> None:
        """Make words of so many letters possible."""
        self._watch.check("unrolling")
        formula = SolverFormula()
        while self._unrolling.bound < bound:
            for clause in self._unrolling.grow():
                self._watch.tick()
                formula.add(clause)
        self._solver.add(formula)


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
