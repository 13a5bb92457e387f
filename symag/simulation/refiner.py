# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled part of the fixpoint backend: the coarsest strong simulation between two LPTSs, by refining rows.

Every state of L carries a *row*: the set of P-states that still simulate it, interned, so that equal rows are one
number (`row_table`). A transition of L is looked at when the row of an outcome has become smaller: P-states that cannot
answer it any more leave the row of its source (`preimages`, and `successor_matching` for distributions).

The order is Jacobi's: round k computes all rows from those of round k-1. So the round in which a pair disappears, its
*rank*, is the least depth of a tree that tells the two states apart (the rows after k rounds are the k-step
simulation). What left each row is logged, and counterexamples are read off that log.

An action that P does not know is one that P answers by staying where it is: the row of the source is cut down to those
of the targets, and nothing else needs to be asked.
"""

from array import array

import cython

from symag.process.crew import Crew

if not cython.compiled:
    from symag.model.growth import doubled
    from symag.simulation.changes import Changes
    from symag.simulation.preimages import Preimages
    from symag.simulation.row_table import RowTable
    from symag.simulation.shared_round import SharedRound
    from symag.simulation.shrinking_row import ShrinkingRow
    from symag.simulation.successor_matching import SuccessorMatcher

__all__ = ["Refiner"]

SHARED = 512
"""States of a round that is shared out to threads, at least."""


@cython.final
@cython.cclass
class Refiner:
    """Rows of L (by state) over P; `run` refines them until nothing changes or the initial pair is gone."""

    system: object
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
    preimages: Preimages
    changes: Changes
    rows: RowTable
    row: cython.int[::1]
    shrinking: ShrinkingRow
    # if threads share rounds: who does that, and the states in `work` that were done together
    shared: SharedRound
    slice_begin: cython.Py_ssize_t
    slice_end: cython.Py_ssize_t
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
        self.system = system
        self.first, self.action, self.target = system.first, system.action, system.target
        self.spread, self.support = system.spread, system.support
        self.meaning = meaning
        self.states = system.num_states
        self.initial, self.p_initial = system.initial, specification.initial
        self.matcher = matcher
        self.rows, self.row = matcher.rows, matcher.row
        self.preimages, self.changes = matcher.preimages, matcher.changes
        self.shrinking = ShrinkingRow(self.rows)
        self.shared = None
        self.slice_begin = self.slice_end = 0
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
        threads = watch.threads if cython.compiled else 1
        if threads == 1 or len(self.support) or self.rows.sparse < 0:
            return self._run(watch)
        with Crew(threads) as crew:
            self.shared = SharedRound(self.system, self.meaning, self.row, self.preimages, watch, crew)
            holds = self._run(watch)
        self.shared = None
        return holds

    @cython.cfunc
    def _run(self, watch) -> object:
        work: cython.int[::1] = array("i", [0]) * self.states
        earlier: cython.int[::1] = array("i", [0]) * self.states
        changed: cython.int[::1] = array("i", [0]) * self.states
        gone: cython.int[::1] = array("i", [0]) * self.states
        marked: cython.char[::1] = array("b", [0]) * self.states
        todo: cython.Py_ssize_t = self.states
        before: cython.Py_ssize_t = self.states
        changes: cython.Py_ssize_t
        k: cython.Py_ssize_t
        j: cython.Py_ssize_t
        s: cython.Py_ssize_t
        left: cython.Py_ssize_t
        for s in range(todo):
            work[s] = s
            earlier[s] = s
        self.rows.references[0] += self.states
        while todo:
            self.round += 1
            changes = 0
            for k in range(todo):
                s = work[k]
                marked[s] = 0
                left = self._left(work, k, todo)
                if left != 1:
                    changed[changes] = s
                    gone[changes] = left
                    changes += 1
            self._forget(earlier, before)
            self._apply(changed, gone, changes, watch)
            before = changes
            todo = 0
            for k in range(changes):
                s = changed[k]
                earlier[k] = s
                for j in range(self.before_first[s], self.before_first[s + 1]):
                    if not marked[self.before[j]]:
                        marked[self.before[j]] = 1
                        work[todo] = self.before[j]
                        todo += 1
            if not self.rows.has(self.row[self.initial], self.p_initial):
                return False
        return True

    @cython.cfunc
    def _left(self, work: cython.int[::1], k: cython.Py_ssize_t, todo: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """What leaves the row of the state `work[k]` in this round. If threads share the round, they do many states."""
        if self.shared is None or todo < SHARED:
            return self._refined(work[k])
        if k == 0 or k == self.slice_end:
            self.slice_begin = k
            self.slice_end = k + self.shared.refine(work, k, todo)
        return self.shared.gone[k - self.slice_begin]

    @cython.cfunc
    def _forget(self, earlier: cython.int[::1], before: cython.Py_ssize_t) -> cython.int:
        """Drop what was remembered by the numbers of rows, before these numbers are given to other rows."""
        k: cython.Py_ssize_t
        self.preimages.forget()
        self.matcher.forget()
        self.changes.forget()
        for k in range(before):
            self.changes.of[earlier[k]] = -1
        return 0

    @cython.cfunc
    def _apply(self, changed: cython.int[::1], gone: cython.int[::1], count: cython.Py_ssize_t, watch) -> cython.int:
        """Give the states that changed their new rows, and log what left them: the log keeps these rows for good."""
        k: cython.Py_ssize_t
        s: cython.Py_ssize_t
        known: cython.Py_ssize_t
        change: cython.Py_ssize_t
        for k in range(count):
            known = self.changes.pairs.count
            change = self.changes.add(self.row[changed[k]], gone[k])
            if change < known:
                self.rows.release(gone[k])
            self.changes.of[changed[k]] = change
        for change in range(self.changes.pairs.count):
            self.changes.apply(change)
        for k in range(count):
            self.rows.tick(1)
            s = changed[k]
            if self.log_count == len(self.log_row):
                self.log_row = doubled(self.log_row, self.log_count, watch)
                self.log_round = doubled(self.log_round, self.log_count, watch)
                self.log_next = doubled(self.log_next, self.log_count, watch)
            self.log_row[self.log_count] = gone[k]
            self.log_round[self.log_count] = self.round
            self.log_next[self.log_count] = self.log_head[s]
            self.log_head[s] = self.log_count
            self.log_count += 1
            self.row[s] = self.changes.new[self.changes.of[s]]
        return 0

    @cython.cfunc
    def _refined(self, s: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """What leaves the row of `s` in this round: see `ShrinkingRow.finish`. Moves to one state come first."""
        t: cython.Py_ssize_t
        j: cython.Py_ssize_t
        meant: cython.int
        goal: cython.int
        change: cython.int
        later: cython.bint = False
        if self.row[s] == 1:
            return 1
        self.shrinking.start(self.row[s])
        self.rows.tick((1 + self.first[s + 1] - self.first[s]) * (1 + self.rows.words // 256))
        for t in range(self.first[s], self.first[s + 1]):
            meant = self.meaning[self.action[t]]
            goal = self.target[t]
            if goal >= 0:
                change = self.changes.of[goal]
                if change >= 0:
                    if meant >= 0:
                        self.preimages.narrow(self.shrinking, meant, change)
                    else:
                        self.shrinking.keep(self.row[goal])
            elif meant < 0:
                for j in range(self.spread[~goal], self.spread[~goal + 1]):
                    if self.changes.of[self.support[j]] >= 0:
                        self.shrinking.keep(self.row[self.support[j]])
            else:
                later = later or self._has_changed(~goal)
        if later:
            self._ask_distributions(s)
        return self.shrinking.finish()

    @cython.cfunc
    def _ask_distributions(self, s: cython.Py_ssize_t) -> cython.int:
        """Take out what cannot answer a distribution any more, of what the other moves have left: who that is follows
        from the row and from what took them out, unless one word says it."""
        t: cython.Py_ssize_t
        meant: cython.int
        goal: cython.int
        gone: cython.Py_ssize_t
        small: cython.bint = self.rows.words == 1
        whom: cython.ulonglong = self.matcher.begin(self.row[s])
        if not small and not self.shrinking.is_whole():
            whom = self._left_by_others(s, whom)
        for t in range(self.first[s], self.first[s + 1]):
            meant = self.meaning[self.action[t]]
            goal = self.target[t]
            if goal < 0 and meant >= 0 and self._has_changed(~goal):
                if small:
                    whom = self.shrinking.word()
                gone = self.matcher.failing(self.shrinking, whom, meant, ~goal)
                if gone != 1:
                    self.shrinking.drop(gone)
                    if not small:
                        whom = self.matcher.without(whom, 3, gone)
        return 0

    @cython.cfunc
    @cython.exceptval(0, check=True)
    def _left_by_others(self, s: cython.Py_ssize_t, whom: cython.ulonglong) -> cython.ulonglong:
        """A number for what the moves have left that need no matching of distributions."""
        t: cython.Py_ssize_t
        j: cython.Py_ssize_t
        meant: cython.int
        goal: cython.int
        move: cython.ulonglong
        for t in range(self.first[s], self.first[s + 1]):
            meant = self.meaning[self.action[t]]
            goal = self.target[t]
            if goal >= 0 and meant >= 0:
                if self.changes.of[goal] >= 0:
                    move = meant
                    whom = self.matcher.without(whom, 1, (move << 32) | self.changes.of[goal])
            elif goal >= 0:
                whom = self.matcher.without(whom, 2, self.row[goal])
            elif meant < 0:
                for j in range(self.spread[~goal], self.spread[~goal + 1]):
                    whom = self.matcher.without(whom, 2, self.row[self.support[j]])
        return whom

    @cython.cfunc
    @cython.exceptval(check=False)
    def _has_changed(self, d: cython.Py_ssize_t) -> cython.bint:
        """Did the row of any outcome change in the last round?"""
        j: cython.Py_ssize_t
        self.rows.work += self.spread[d + 1] - self.spread[d]
        for j in range(self.spread[d], self.spread[d + 1]):
            if self.changes.of[self.support[j]] >= 0:
                return True
        return False

    def final_rows(self):
        """The numbers of the distinct rows that are in use, and for every state the position of its own among them."""
        position: cython.int[::1] = array("i", [-1]) * self.rows.count
        row_of: cython.int[::1]
        s: cython.Py_ssize_t
        used: list = []
        result = array("i", [0]) * self.states
        row_of = result
        for s in range(self.states):
            self.rows.tick(1)
            if position[self.row[s]] < 0:
                position[self.row[s]] = len(used)
                used.append(self.row[s])
            row_of[s] = position[self.row[s]]
        return result, used

    def bits(self, row):
        """A row as one integer: bit p is set if P-state p is in it."""
        return self.rows.as_integer(row)

    def has(self, row, p):
        """Is P-state p in the row?"""
        return bool(self.rows.has(row, p))

    def rank(self, s, p):
        """The round in which the pair disappeared, or 0 if it is still there."""
        entry: cython.int = self.log_head[s]
        if self.rows.has(self.row[s], p):
            return 0
        while not self.rows.has(self.log_row[entry], p):
            entry = self.log_next[entry]
        return self.log_round[entry]

    def statistics(self):
        """What the run took; `rows` is the most at one time."""
        return {"rounds": self.round, "rows": self.rows.most, "questions": self.rows.questions}
