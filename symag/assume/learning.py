"""Assumptions by learning: L* for rule ASYM, and recursively for ASYM-N (Cobleigh, Giannakopoulou, Păsăreanu, 2003).

The weakest assumption under which `M1` keeps the property P is a regular language over the interface of M1 and P with
the rest. L* learns it, by membership queries to `M1 ‖ P` and by conjectures:

1. M1 ‖ A ⊨ P? If not, A allows a word that the weakest assumption does not: a counterexample for the learner.
2. M2 ‖ … ‖ Mn ⊨ A? If so, the property holds. If not, by a word w: if M1 can violate P while w is done, the violation
   is real; otherwise the weakest assumption allows w, and A does not: a counterexample for the learner.

The second question is of the same kind as the first one, with A as its property: with more than one side left it is
answered in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from symag.assume.discharge import Failure, discharge
from symag.assume.methods import Answer, Task
from symag.errors import InternalError
from symag.evidence import Frame, Snapshot, Tree
from symag.model import LPTS
from symag.traces import Conjecture, WeakestAssumption, Word, learn, reach_error

__all__ = ["by_learning"]

Side = tuple[LPTS, ...]


def by_learning(task: Task) -> Answer:
    """Learned assumptions for the sides after the first, or a violation."""
    learning = _Learning(task)
    found = learning.prove(task.sides, task.specification, 1)
    statistics = {**learning.figures, "queries": learning.figures["membership_queries"]}
    if isinstance(found, Violation):
        tree, _ = reach_error(task.components, task.specification, task.watch, found.guide)
        if tree is None:
            raise InternalError("a violation that was learned cannot be done")
        return Answer(None, tree, tuple(learning.history), statistics)
    proof = discharge(task.sides, found, task.specification, task.backend, task.watch)
    if isinstance(proof, Failure):
        raise InternalError(f"premise {proof.premise}, {proof.claim}, is false, and the oracles said it holds")
    return Answer(proof, None, tuple(learning.history), statistics)


@dataclass(frozen=True)
class Violation:
    """A trace that is not allowed, and what the sides after the first do of it."""

    trace: tuple[str, ...]
    guide: LPTS | None = None


@dataclass
class _Learning:
    """What was learned so far, and what it took."""

    task: Task
    history: list[dict[str, Any]] = field(default_factory=list)
    figures: dict[str, Any] = field(
        default_factory=lambda: dict.fromkeys(
            (
                "membership_queries",
                "conjectures",
                "states_explored",
                "transitions_explored",
                "largest_composition",
                "largest_assumption",
            ),
            0,
        )
    )

    def prove(self, sides: Sequence[Side], specification: LPTS, level: int) -> list[LPTS] | Violation:
        """The assumptions for the sides after the first, or a violation."""
        if len(sides) == 1:
            trace = self.reach(sides[0], specification)
            return [] if trace is None else Violation(trace)
        first, rest = sides[0], sides[1:]
        interface = _interface(first, specification, rest)
        teacher = WeakestAssumption(first, specification, interface, self.task.watch)
        self.count(teacher.system)
        if not teacher.member(()):
            return self.violation(first, specification, _line((), interface))
        oracle = _Oracle(self, first, rest, specification, interface, teacher, level)
        conjecture = learn(len(interface), teacher, oracle.refute, self.task.watch)
        if oracle.violation is not None:
            return oracle.violation
        assert oracle.below is not None
        return [conjecture.to_lpts(interface, f"A{level}"), *oracle.below]

    def violation(self, first: Side, specification: LPTS, guide: LPTS) -> Violation:
        """The first side violates the property while the others do what the guide does."""
        tree, explored = reach_error(first, specification, self.task.watch, guide)
        self.count(explored)
        if tree is None:
            raise InternalError("a word that is not in the language leads to no violation")
        return Violation(_actions(tree), guide)

    def reach(self, components: Sequence[LPTS], specification: LPTS) -> tuple[str, ...] | None:
        """The actions of a nearest violation, if there is one."""
        tree, explored = reach_error(components, specification, self.task.watch)
        self.count(explored)
        return None if tree is None else _actions(tree)

    def count(self, explored: LPTS) -> None:
        """So much was composed."""
        self.figures["states_explored"] += explored.num_states
        self.figures["transitions_explored"] += explored.num_transitions
        self.figures["largest_composition"] = max(self.figures["largest_composition"], explored.num_states)


@dataclass
class _Oracle:
    """Answers conjectures about the assumption of one level."""

    learning: _Learning
    first: Side
    rest: Sequence[Side]
    specification: LPTS
    interface: Sequence[str]
    teacher: WeakestAssumption
    level: int
    below: list[LPTS] | None = None
    """The assumptions after this one, if the property was proved."""
    violation: Violation | None = None
    asked: int = 0
    """Membership queries that were told already."""

    def refute(self, conjecture: Conjecture) -> Word | None:
        """A word on which the conjecture is wrong; none if the property was proved with it, or is violated."""
        assumption = conjecture.to_lpts(self.interface, f"A{self.level}")
        trace = self.learning.reach((*self.first, assumption), self.specification)
        word = None if trace is None else self._word(trace)
        if word is None:
            found = self.learning.prove(self.rest, assumption, self.level + 1)
            if isinstance(found, Violation):
                word = self._word(found.trace)
                if not self.teacher.member(word):
                    guide = _line(word, self.interface)
                    self.violation = self.learning.violation(self.first, self.specification, guide)
                    word = None
            else:
                self.below = found
        self._tell(conjecture, word)
        self.learning.task.album.offer([assumption], lambda: self._frame(conjecture, assumption, word))
        return word

    def _word(self, trace: Sequence[str]) -> Word:
        number = {action: letter for letter, action in enumerate(self.interface, 1)}
        return tuple(number[action] for action in trace if action in number)

    def _tell(self, conjecture: Conjecture, word: Word | None) -> None:
        figures = self.learning.figures
        figures["conjectures"] += 1
        figures["membership_queries"] += self.teacher.queries - self.asked
        figures["largest_assumption"] = max(figures["largest_assumption"], len(conjecture.access))
        entry: dict[str, Any] = {"iteration": figures["conjectures"], "level": self.level}
        entry |= {"conjecture": len(conjecture.access), "queries": self.teacher.queries - self.asked}
        if word is not None:
            entry["counterexample"] = [self.interface[letter - 1] for letter in word]
        self.asked = self.teacher.queries
        self.learning.history.append(entry)
        self.learning.task.told(entry)

    def _frame(self, conjecture: Conjecture, assumption: LPTS, word: Word | None) -> Frame:
        """The conjecture, and how far the word goes through it."""
        run = [] if word is None else [state for state in conjecture.run(word) if state >= 0]
        moves = set(zip(run, word or (), run[1:], strict=False))
        taken = [
            t
            for s in range(assumption.num_states)
            for t in range(assumption.first[s], assumption.first[s + 1])
            if (s, assumption.action[t], assumption.target[t]) in moves
        ]
        snapshot = Snapshot(self.level, assumption, frozenset(run), frozenset(taken))
        return Frame(self.learning.figures["conjectures"], (snapshot,))


def _interface(first: Side, specification: LPTS, rest: Sequence[Side]) -> list[str]:
    """What the first side, or the property, and the rest have in common."""
    here = specification.alphabet.union(*(model.alphabet for model in first))
    return sorted(here & frozenset[str]().union(*(model.alphabet for side in rest for model in side)))


def _line(word: Word, interface: Sequence[str]) -> LPTS:
    """Does this word of the interface, and nothing else of it."""
    rows = [(str(i), interface[letter - 1], str(i + 1)) for i, letter in enumerate(word)]
    return LPTS.build("0", rows, interface)


def _actions(tree: Tree) -> tuple[str, ...]:
    """What happens on a tree without branches."""
    system = tree.system
    return tuple(system.actions[system.action[node.moves[0].transition]] for node in tree.nodes if node.moves)
