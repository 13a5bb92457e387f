# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled part of the fixpoint backend: the coarsest strong simulation between two LPTSs, by refining rows.

Every state of L carries a *row*: the set of P-states that still simulate it, a bitset that is interned, so that equal
rows are one number. A transition of L is pushed forward to row numbers, and the P-states that can answer (action,
pushed-forward distribution) are memoised: a question is asked once however many transitions pose it. An answer can
only shrink while rows shrink, so a transition's last answer bounds the candidates of its next question.

The order is Jacobi's: round k computes all rows from those of round k-1. So the round in which a pair disappears, its
*rank*, is the least depth of a tree that tells the two states apart (the rows after k rounds are the k-step
simulation). What each row was before a round is logged, and counterexamples are read off that log.

An action that P does not know is one that P answers by staying where it is: the row of the source is cut down to those
of the targets, and nothing else needs to be asked.
"""

from array import array
from sys import byteorder

import cython

if not cython.compiled:
    from symag.model.growth import doubled
    from symag.model.interner import Interner
    from symag.simulation.successor_matching import SuccessorMatcher

__all__ = ["Refiner"]


@cython.final
@cython.cclass
class Refiner:
    """Rows of L (by state) over P; `run` refines them until nothing changes or the initial pair is gone."""

    first: cython.const[cython.int][::1]
    action: cython.const[cython.int][::1]
    target: cython.const[cython.int][::1]
    # meaning[a]: the action of P that L's action a is, or -1 if P answers it by staying
    meaning: cython.int[::1]
    spread: cython.const[cython.int][::1]
    support: cython.const[cython.int][::1]
    states: cython.Py_ssize_t
    initial: cython.Py_ssize_t
    p_initial: cython.Py_ssize_t
    # who answers, with the rows; `row` is the matcher's own array
    matcher: SuccessorMatcher
    rows: Interner
    row: cython.int[::1]
    words: cython.Py_ssize_t
    accumulated: cython.ulonglong[::1]
    # predecessors of each state of L, and the rounds
    before_first: cython.int[::1]
    before: cython.int[::1]
    round: cython.int
    log_head: cython.int[::1]
    log_row: cython.int[::1]
    log_round: cython.int[::1]
    log_next: cython.int[::1]
    log_count: cython.Py_ssize_t

    def __init__(self, system, specification, meaning, matcher: SuccessorMatcher):
        self.first, self.action, self.target = system.first, system.action, system.target
        self.spread, self.support = system.spread, system.support
        self.meaning = meaning
        self.states = system.num_states
        self.initial, self.p_initial = system.initial, specification.initial
        self.matcher = matcher
        self.rows, self.row, self.words = matcher.rows, matcher.row, matcher.words
        self.accumulated = array("Q", [0]) * self.words
        self.round = 0
        self.log_head = array("i", [-1]) * self.states
        self.log_row = array("i", [0]) * 64
        self.log_round = array("i", [0]) * 64
        self.log_next = array("i", [0]) * 64
        self.log_count = 0
        self._find_predecessors()

    @cython.cfunc
    def _find_predecessors(self) -> cython.int:
        s: cython.Py_ssize_t
        t: cython.Py_ssize_t
        j: cython.Py_ssize_t
        goal: cython.int
        self.before_first = array("i", [0]) * (self.states + 2)
        for t in range(len(self.target)):
            goal = self.target[t]
            if goal >= 0:
                self.before_first[goal + 2] += 1
            else:
                for j in range(self.spread[~goal], self.spread[~goal + 1]):
                    self.before_first[self.support[j] + 2] += 1
        for s in range(self.states):
            self.before_first[s + 2] += self.before_first[s + 1]
        self.before = array("i", [0]) * max(1, self.before_first[self.states + 1])
        for s in range(self.states):
            for t in range(self.first[s], self.first[s + 1]):
                goal = self.target[t]
                if goal >= 0:
                    self.before[self.before_first[goal + 1]] = s
                    self.before_first[goal + 1] += 1
                else:
                    for j in range(self.spread[~goal], self.spread[~goal + 1]):
                        self.before[self.before_first[self.support[j] + 1]] = s
                        self.before_first[self.support[j] + 1] += 1
        return 0

    def run(self, watch):
        """Refine to the end. True: the rows are a simulation that relates the initial states. False: it cannot be."""
        work: cython.int[::1] = array("i", [0]) * self.states
        changed: cython.int[::1] = array("i", [0]) * self.states
        new_row: cython.int[::1] = array("i", [0]) * self.states
        marked: cython.char[::1] = array("b", [0]) * self.states
        todo: cython.Py_ssize_t = self.states
        changes: cython.Py_ssize_t
        k: cython.Py_ssize_t
        j: cython.Py_ssize_t
        s: cython.Py_ssize_t
        after: cython.int
        for k in range(todo):
            work[k] = k
        while todo:
            self.round += 1
            changes = 0
            for k in range(todo):
                s = work[k]
                marked[s] = 0
                self.matcher.tick(1 + self.words // 16)
                after = self._refined(s)
                if after != self.row[s]:
                    changed[changes] = s
                    new_row[changes] = after
                    changes += 1
            todo = 0
            for k in range(changes):
                s = changed[k]
                self._log(s, watch)
                self.matcher.tick(1)
                self.row[s] = new_row[k]
                for j in range(self.before_first[s], self.before_first[s + 1]):
                    if not marked[self.before[j]]:
                        marked[self.before[j]] = 1
                        work[todo] = self.before[j]
                        todo += 1
            if not self.matcher.has(self.row[self.initial], self.p_initial):
                return False
        return True

    @cython.cfunc
    def _log(self, s: cython.Py_ssize_t, watch) -> cython.int:
        """Remember what the row of `s` was until this round."""
        if self.log_count == len(self.log_row):
            self.log_row = doubled(self.log_row, self.log_count, watch)
            self.log_round = doubled(self.log_round, self.log_count, watch)
            self.log_next = doubled(self.log_next, self.log_count, watch)
        self.log_row[self.log_count] = self.row[s]
        self.log_round[self.log_count] = self.round
        self.log_next[self.log_count] = self.log_head[s]
        self.log_head[s] = self.log_count
        self.log_count += 1
        return 0

    @cython.cfunc
    def _refined(self, s: cython.Py_ssize_t) -> cython.int:
        """The row of `s` after this round."""
        w: cython.Py_ssize_t
        t: cython.Py_ssize_t
        j: cython.Py_ssize_t
        base: cython.Py_ssize_t = self.row[s] * self.words
        same: cython.bint = True
        meant: cython.int
        goal: cython.int
        for w in range(self.words):
            self.accumulated[w] = self.rows.keys[base + w]
        for t in range(self.first[s], self.first[s + 1]):
            self.matcher.tick(1 + self.words // 16)
            meant = self.meaning[self.action[t]]
            goal = self.target[t]
            if meant >= 0:
                self._intersect(self.matcher.answers(t, meant, goal))
            elif goal >= 0:
                self._intersect(self.row[goal])
            else:
                self.matcher.tick((self.spread[~goal + 1] - self.spread[~goal]) * (1 + self.words // 16))
                for j in range(self.spread[~goal], self.spread[~goal + 1]):
                    self._intersect(self.row[self.support[j]])
        base = self.row[s] * self.words
        for w in range(self.words):
            if self.accumulated[w] != self.rows.keys[base + w]:
                same = False
                break
        if same:
            return self.row[s]
        for w in range(self.words):
            self.rows.probe[w] = self.accumulated[w]
        return self.rows.intern()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _intersect(self, row: cython.Py_ssize_t) -> cython.void:
        w: cython.Py_ssize_t
        base: cython.Py_ssize_t = row * self.words
        for w in range(self.words):
            self.accumulated[w] &= self.rows.keys[base + w]

    def final_rows(self):
        """The distinct rows that are in use, and for every state the position of its own among them."""
        row_of: cython.int[::1]
        position: cython.int[::1] = array("i", [-1]) * self.rows.count
        s: cython.Py_ssize_t
        used: list = []
        result = array("i", [0]) * self.states
        row_of = result
        for s in range(self.states):
            self.matcher.tick(1)
            if position[self.row[s]] < 0:
                position[self.row[s]] = len(used)
                self.matcher.tick(self.words)
                used.append(self.bits(self.row[s]))
            row_of[s] = position[self.row[s]]
        return result, tuple(used)

    def bits(self, row):
        """A row as one integer: bit p is set if P-state p is in it."""
        words = array("Q")
        words.frombytes(memoryview(self.rows.keys[row * self.words : (row + 1) * self.words]).cast("B"))
        if byteorder == "big":
            words.byteswap()
        return int.from_bytes(words.tobytes(), "little")

    def rank(self, s, p):
        """The round in which the pair disappeared, or 0 if it is still there."""
        entry = self.log_head[s]
        if self.matcher.has(self.row[s], p):
            return 0
        while not self.matcher.has(self.log_row[entry], p):
            entry = self.log_next[entry]
        return self.log_round[entry]

    def row_after(self, s, rounds):
        """The number of the row that state `s` had after so many rounds."""
        row = self.row[s]
        entry = self.log_head[s]
        while entry >= 0 and self.log_round[entry] > rounds:
            row = self.log_row[entry]
            entry = self.log_next[entry]
        return row

    def statistics(self):
        """What the run took."""
        return {"rounds": self.round, "rows": self.rows.count, "questions": self.matcher.questions}
