"""Why clauses have no solution: lemmas that follow by unit propagation, down to the empty clause (RUP).

Z3 reports what it learns. `checked_lemmas` goes through these clauses one by one (Goldberg and Novikov, DATE 2003): a
clause follows if unit propagation comes to a conflict when all its literals are false. It keeps those that the empty
clause depends on, as DRAT-trim does (Wetzler, Heule and Hunt, SAT 2014).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symag.limits import Watch
from symag.smt.formula import Patience

__all__ = ["checked_lemmas", "learned_by_z3"]

Clause = tuple[int, ...]


def learned_by_z3(clauses: Iterable[Clause], booleans: int, watch: Watch) -> list[Clause] | None:
    """The clauses that Z3 learns on its way to a contradiction; None if there is none, or if Z3 gives up."""
    import z3

    watch.check("refuting clauses")
    lines = [" ".join(map(str, (*clause, 0))) for clause in clauses]
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    solver.set("ctrl_c", False)
    learned: list[Clause] = []

    def listen(hint: Any, dependencies: Any, literals: Any) -> None:
        if str(hint) != "assumption" and str(hint) != "del":
            learned.append(tuple(map(_literal, literals)))

    listener = z3.OnClause(solver, listen)
    solver.from_string("\n".join([f"p cnf {booleans} {len(lines)}", *lines, ""]))
    answer = Patience(watch, context.interrupt)("refuting clauses", solver.check)
    del listener
    return learned if answer == z3.unsat else None


def _literal(term: Any) -> int:
    """Z3 calls the variables of a DIMACS text k!1, k!2, …"""
    text = str(term)
    is_negated = text.startswith("Not(")
    number = int(text.removeprefix("Not(").removesuffix(")").removeprefix("k!"))
    return -number if is_negated else number


def checked_lemmas(clauses: Iterable[Clause], lemmas: Iterable[Clause], watch: Watch) -> list[Clause] | None:
    """Those of the lemmas that lead to the empty clause, which is the last one; None if they do not lead there."""
    propagation = _Propagation(watch)
    for clause in clauses:
        propagation.add(clause)
    first = len(propagation.clauses)
    uses: dict[int, set[int]] = {}
    for lemma in lemmas:
        if propagation.conflict is not None:
            break
        used = propagation.refute(lemma)
        if used is not None:
            uses[len(propagation.clauses)] = used
            propagation.add(lemma)
    if propagation.conflict is None:
        return None
    needed = set(todo := list(propagation.conflict))
    while todo:
        new = uses.get(todo.pop(), set()) - needed
        needed |= new
        todo.extend(new)
    return [*(propagation.clauses[number] for number in sorted(needed) if number >= first), ()]


class _Propagation:
    """Unit propagation, with two watched literals in each clause (Moskewicz and others, DAC 2001)."""

    def __init__(self, watch: Watch) -> None:
        self.clauses: list[Clause] = []
        self.conflict: set[int] | None = None
        """The clauses that contradict each other, once some do."""
        self._watch = watch
        self._watching: dict[int, list[int]] = {}
        """Per literal, the clauses to look at when it becomes false."""
        self._pair: list[list[int]] = []
        """The watched literals of each clause."""
        self._reason: dict[int, int] = {}
        """The literals that are true, each with the clause that says so, in the order in which they became true."""

    def add(self, clause: Clause) -> None:
        """From now on the clause is true."""
        number = len(self.clauses)
        self.clauses.append(clause)
        free = sorted(set(clause), key=lambda literal: -literal in self._reason)[:2]
        self._pair.append(free)
        for literal in free:
            self._watching.setdefault(literal, []).append(number)
        false = [literal for literal in free if -literal in self._reason]
        if len(false) == len(free):
            self.conflict = self._used([number])
        elif len(free) - len(false) == 1 and free[0] not in self._reason:
            broken = self._propagate([(free[0], number)])
            if broken is not None:
                self.conflict = self._used([broken])

    def refute(self, clause: Clause) -> set[int] | None:
        """The clauses that contradict each other if all literals of this one are false; None if none do."""
        known = len(self._reason)
        used = None
        given = [literal for literal in dict.fromkeys(clause) if literal in self._reason]
        if given:
            used = self._used([self._reason[given[0]]])
        else:
            broken = self._propagate(
                [(-literal, -1) for literal in dict.fromkeys(clause) if -literal not in self._reason]
            )
            used = None if broken is None else self._used([broken])
        for literal in list(self._reason)[known:]:
            del self._reason[literal]
        return used

    def _propagate(self, todo: list[tuple[int, int]]) -> int | None:
        """Make literals true, with their reasons, and all that follows; a clause that is false then, if one is."""
        for literal, reason in todo:  # which grows meanwhile
            if literal in self._reason:
                continue
            if -literal in self._reason:
                return max(reason, self._reason[-literal])
            self._reason[literal] = reason
            kept: list[int] = []
            numbers = self._watching.get(-literal, [])
            for position, number in enumerate(numbers):
                self._watch.tick()
                other = self._moved(number, -literal, kept)
                if other is None:
                    continue
                if -other in self._reason or other == -literal:
                    self._watching[-literal] = kept + numbers[position + 1 :]
                    return number
                todo.append((other, number))
            self._watching[-literal] = kept
        return None

    def _moved(self, number: int, false: int, kept: list[int]) -> int | None:
        """Watch another literal of a clause; if there is none, the literal that must be true: itself, if there is no
        other one."""
        pair = self._pair[number]
        other = pair[0] if pair[-1] == false else pair[-1]
        if other in self._reason and other != false:
            kept.append(number)
            return None
        for literal in self.clauses[number]:
            if literal not in pair and -literal not in self._reason:
                pair[pair.index(false)] = literal
                self._watching.setdefault(literal, []).append(number)
                return None
        kept.append(number)
        return other

    def _used(self, todo: list[int]) -> set[int]:
        """These clauses, and those that made the literals of these false or true."""
        found = set(todo)
        while todo:
            for literal in self.clauses[todo.pop()]:
                for one in (literal, -literal):
                    reason = self._reason.get(one, -1)
                    if reason >= 0 and reason not in found:
                        found.add(reason)
                        todo.append(reason)
        return found
