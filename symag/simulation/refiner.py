# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel of the fixpoint backend: the coarsest strong simulation between two LPTSs, by refining rows.

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
    from symag.model.interner import Interner
    from symag.simulation.transport import NARROW, Transport

__all__ = ["Refiner"]

TICK = 8192
"""States between two looks at the watch."""
FEW = 16
"""Looking up one candidate costs about as much as walking past this many transitions."""

LOWEST = array("i", [0]) * 67
"""Index of the lowest bit: every power of two below 2^64 has its own remainder modulo 67."""
for _bit in range(64):
    LOWEST[(1 << _bit) % 67] = _bit


@cython.cfunc
def _doubled(old: cython.int[::1], used: cython.Py_ssize_t) -> cython.int[::1]:
    new: cython.int[::1] = array("i", [0]) * (2 * len(old))
    new[:used] = old[:used]
    return new


@cython.final
@cython.cclass
class Refiner:
    """Rows of L (by state) over P; `run` refines them until nothing changes or the initial pair is gone."""

    first: cython.int[::1]
    action: cython.int[::1]
    target: cython.int[::1]
    spread: cython.int[::1]
    support: cython.int[::1]
    vector: cython.int[::1]
    p_first: cython.int[::1]
    p_action: cython.int[::1]
    p_target: cython.int[::1]
    p_spread: cython.int[::1]
    p_support: cython.int[::1]
    p_vector: cython.int[::1]
    # the transitions of P again, by action: offers_first[a] .. offers_first[a+1]-1
    offers_first: cython.int[::1]
    offer_source: cython.int[::1]
    offer_target: cython.int[::1]
    all_sure: cython.char[::1]
    # meaning[a]: the action of P that L's action a is, or -1 if P answers it by staying
    meaning: cython.int[::1]
    # probabilities as integers over one denominator for both models, where that fits in 62 bits
    scaled: cython.bint
    mass_first: cython.int[::1]
    mass: cython.longlong[::1]
    p_mass_first: cython.int[::1]
    p_mass: cython.longlong[::1]
    decide: object
    states: cython.Py_ssize_t
    p_states: cython.Py_ssize_t
    words: cython.Py_ssize_t
    initial: cython.Py_ssize_t
    p_initial: cython.Py_ssize_t
    # rows, and the memory of what was asked
    rows: Interner
    row: cython.int[::1]
    sure: Interner
    spreads: list
    last: cython.int[::1]
    questions: cython.longlong
    lowest: cython.int[::1]
    # predecessors of each state of L, and the rounds
    before_first: cython.int[::1]
    before: cython.int[::1]
    round: cython.int
    log_head: cython.int[::1]
    log_row: cython.int[::1]
    log_round: cython.int[::1]
    log_next: cython.int[::1]
    log_count: cython.Py_ssize_t
    # scratch
    accumulated: cython.ulonglong[::1]
    answer: cython.ulonglong[::1]
    merged_row: cython.int[::1]
    merged_mass: cython.longlong[::1]
    group: cython.int[::1]
    transport: Transport

    def __init__(self, system, specification, meaning, masses, p_masses, decide):
        """`masses` and `p_masses`: per model (starts, numerators), or None where the denominator is too large; then,
        and for very wide supports, `decide(vector, groups, masks, p_vector)` says whether a weight function exists."""
        self.first, self.action, self.target = system.first, system.action, system.target
        self.spread, self.support, self.vector = system.spread, system.support, system.vector
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.p_spread, self.p_support, self.p_vector = specification.spread, specification.support, specification.vector
        self.meaning = meaning
        self.scaled = masses is not None
        self.mass_first, self.mass = masses if masses is not None else (array("i", [0]), array("q", [0]))
        self.p_mass_first, self.p_mass = p_masses if p_masses is not None else (array("i", [0]), array("q", [0]))
        self.decide = decide
        self.states = system.num_states
        self.p_states = specification.num_states
        self.words = (self.p_states + 63) // 64
        self.initial, self.p_initial = system.initial, specification.initial
        self.rows = Interner(self.words)
        self.sure = Interner(1)
        self.spreads = []
        self.questions = 0
        self.lowest = LOWEST
        self.row = array("i", [0]) * self.states
        self.last = array("i", [-1]) * max(1, system.num_transitions)
        self.round = 0
        self.log_head = array("i", [-1]) * self.states
        self.log_row = array("i", [0]) * 64
        self.log_round = array("i", [0]) * 64
        self.log_next = array("i", [0]) * 64
        self.log_count = 0
        self.accumulated = array("Q", [0]) * self.words
        self.answer = array("Q", [0]) * self.words
        widest = max((system.spread[d + 1] - system.spread[d] for d in range(system.num_distributions)), default=1)
        self.merged_row = array("i", [0]) * widest
        self.merged_mass = array("q", [0]) * widest
        self.group = array("i", [0]) * widest
        self.transport = Transport()
        for p in range(self.p_states):
            self.rows.probe[p >> 6] |= 1 << (p & 63)
        self.rows.intern()
        self.rows.values[0] = self.p_states
        self._find_offers(len(specification.actions))
        self._find_predecessors()

    @cython.cfunc
    def _find_offers(self, actions: cython.Py_ssize_t) -> cython.int:
        a: cython.Py_ssize_t
        p: cython.Py_ssize_t
        t: cython.Py_ssize_t
        at: cython.Py_ssize_t
        self.offers_first = array("i", [0]) * (actions + 2)
        self.offer_source = array("i", [0]) * max(1, len(self.p_action))
        self.offer_target = array("i", [0]) * max(1, len(self.p_action))
        self.all_sure = array("b", [1]) * (actions + 1)
        for t in range(len(self.p_action)):
            self.offers_first[self.p_action[t] + 2] += 1
            if self.p_target[t] < 0:
                self.all_sure[self.p_action[t]] = 0
        for a in range(actions):
            self.offers_first[a + 2] += self.offers_first[a + 1]
        for p in range(self.p_states):
            for t in range(self.p_first[p], self.p_first[p + 1]):
                at = self.offers_first[self.p_action[t] + 1]
                self.offer_source[at] = p
                self.offer_target[at] = self.p_target[t]
                self.offers_first[self.p_action[t] + 1] += 1
        return 0

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
        ticks: cython.Py_ssize_t = 0
        after: cython.int
        for k in range(todo):
            work[k] = k
        while todo:
            self.round += 1
            changes = 0
            for k in range(todo):
                if ticks % TICK == 0:
                    watch.check("refining", self.round)
                ticks += 1
                s = work[k]
                marked[s] = 0
                after = self._refined(s, watch)
                if after != self.row[s]:
                    changed[changes] = s
                    new_row[changes] = after
                    changes += 1
            todo = 0
            for k in range(changes):
                s = changed[k]
                self._log(s)
                self.row[s] = new_row[k]
                for j in range(self.before_first[s], self.before_first[s + 1]):
                    if not marked[self.before[j]]:
                        marked[self.before[j]] = 1
                        work[todo] = self.before[j]
                        todo += 1
            if not self._has(self.row[self.initial], self.p_initial):
                return False
        return True

    @cython.cfunc
    def _log(self, s: cython.Py_ssize_t) -> cython.int:
        """Remember what the row of `s` was until this round."""
        if self.log_count == len(self.log_row):
            self.log_row = _doubled(self.log_row, self.log_count)
            self.log_round = _doubled(self.log_round, self.log_count)
            self.log_next = _doubled(self.log_next, self.log_count)
        self.log_row[self.log_count] = self.row[s]
        self.log_round[self.log_count] = self.round
        self.log_next[self.log_count] = self.log_head[s]
        self.log_head[s] = self.log_count
        self.log_count += 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _has(self, row: cython.Py_ssize_t, p: cython.Py_ssize_t) -> cython.bint:
        return (self.rows.keys[row * self.words + (p >> 6)] >> (p & 63)) & 1

    @cython.cfunc
    def _refined(self, s: cython.Py_ssize_t, watch) -> cython.int:
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
            meant = self.meaning[self.action[t]]
            goal = self.target[t]
            if meant >= 0:
                self._intersect(self._answers(t, meant, goal, watch))
            elif goal >= 0:
                self._intersect(self.row[goal])
            else:
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

    @cython.cfunc
    def _answers(self, t: cython.Py_ssize_t, meant: cython.int, goal: cython.int, watch) -> cython.int:
        """The row of the P-states that can answer transition `t` of L, whose action is `meant` in P."""
        j: cython.Py_ssize_t
        width: cython.Py_ssize_t
        number: cython.Py_ssize_t
        memo: Interner
        packed: cython.ulonglong = meant
        if goal >= 0:
            memo = self.sure
            memo.probe[0] = (packed << 32) | self.row[goal]
        else:
            width = self.spread[~goal + 1] - self.spread[~goal]
            while len(self.spreads) <= width:
                self.spreads.append(Interner(len(self.spreads) + 1))
            memo = self.spreads[width]
            memo.probe[0] = (packed << 32) | self.vector[~goal]
            for j in range(width):
                memo.probe[j + 1] = self.row[self.support[self.spread[~goal] + j]]
        number = memo.intern()
        if memo.values[number] < 0:
            memo.values[number] = self._ask(t, meant, goal, watch)
        self.last[t] = memo.values[number]
        return memo.values[number]

    @cython.cfunc
    def _ask(self, t: cython.Py_ssize_t, meant: cython.int, goal: cython.int, watch) -> cython.int:
        """Find the P-states that can answer: only those can that could when this transition was last looked at."""
        merged: cython.Py_ssize_t = 0 if goal >= 0 else self._merge(~goal)
        before: cython.Py_ssize_t = max(self.last[t], 0)
        offers: cython.Py_ssize_t = self.offers_first[meant + 1] - self.offers_first[meant]
        w: cython.Py_ssize_t
        self.questions += 1
        if self.questions % TICK == 0:
            watch.check("refining", self.round)
        for w in range(self.words):
            self.answer[w] = 0
        if self._size(before) * FEW > offers:
            self._ask_by_offer(before, meant, goal, merged)
        else:
            self._ask_by_candidate(before, meant, goal, merged)
        for w in range(self.words):
            self.rows.probe[w] = self.answer[w]
        return self.rows.intern()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _size(self, row: cython.Py_ssize_t) -> cython.int:
        """How many states a row has, counted once."""
        w: cython.Py_ssize_t
        left: cython.ulonglong
        count: cython.int = 0
        if self.rows.values[row] < 0:
            for w in range(self.words):
                left = self.rows.keys[row * self.words + w]
                while left:
                    left &= left - 1
                    count += 1
            self.rows.values[row] = count
        return self.rows.values[row]

    @cython.cfunc
    def _ask_by_offer(
        self, before: cython.Py_ssize_t, meant: cython.int, goal: cython.int, merged: cython.Py_ssize_t
    ) -> cython.int:
        """Walk all of P's transitions on the action: best while most states are candidates."""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        one: cython.ulonglong = 1
        base: cython.Py_ssize_t = before * self.words
        if goal >= 0 and self.all_sure[meant]:
            self._ask_all(self.row[goal] * self.words, meant)
            return 0
        for i in range(self.offers_first[meant], self.offers_first[meant + 1]):
            p = self.offer_source[i]
            if (self.answer[p >> 6] >> (p & 63)) & 1 or not (self.rows.keys[base + (p >> 6)] >> (p & 63)) & 1:
                continue
            if self._accepts(self.offer_target[i], goal, merged):
                self.answer[p >> 6] |= one << (p & 63)
        return 0

    @cython.cfunc
    def _ask_all(self, base: cython.Py_ssize_t, meant: cython.int) -> cython.int:
        """Dirac against Dirac, for all of P.

        Without a branch on the bit, which is a coin toss for the processor; over local names, which it keeps in
        registers; and a word at a time, as the transitions are sorted by their source.
        """
        keys: cython.ulonglong[::1] = self.rows.keys
        answer: cython.ulonglong[::1] = self.answer
        sources: cython.int[::1] = self.offer_source
        targets: cython.int[::1] = self.offer_target
        i: cython.Py_ssize_t
        p: cython.int
        q: cython.int
        at: cython.int = 0
        gathered: cython.ulonglong = 0
        for i in range(self.offers_first[meant], self.offers_first[meant + 1]):
            q = targets[i]
            p = sources[i]
            if p >> 6 != at:
                answer[at] = gathered
                at = p >> 6
                gathered = 0
            gathered |= ((keys[base + (q >> 6)] >> (q & 63)) & 1) << (p & 63)
        answer[at] = gathered
        return 0

    @cython.cfunc
    def _ask_by_candidate(
        self, before: cython.Py_ssize_t, meant: cython.int, goal: cython.int, merged: cython.Py_ssize_t
    ) -> cython.int:
        """Walk the candidates, and of each its transitions on the action: best when few are left."""
        w: cython.Py_ssize_t
        p: cython.Py_ssize_t
        t: cython.Py_ssize_t
        end: cython.Py_ssize_t
        high: cython.Py_ssize_t
        middle: cython.Py_ssize_t
        left: cython.ulonglong
        low: cython.ulonglong
        for w in range(self.words):
            left = self.rows.keys[before * self.words + w]
            while left:
                low = left & -left
                left ^= low
                p = 64 * w + self.lowest[low % 67]
                t = self.p_first[p]
                end = self.p_first[p + 1]
                high = end
                while t < high:
                    middle = (t + high) // 2
                    if self.p_action[middle] < meant:
                        t = middle + 1
                    else:
                        high = middle
                while t < end and self.p_action[t] == meant:
                    if self._accepts(self.p_target[t], goal, merged):
                        self.answer[w] |= low
                        break
                    t += 1
        return 0

    @cython.cfunc
    def _accepts(self, target: cython.int, goal: cython.int, merged: cython.Py_ssize_t) -> cython.bint:
        """Does P's target match L's goal? Dirac against Dirac is a look at one bit."""
        if goal >= 0:
            return self._covers(self.row[goal], target)
        return self._matches(~goal, merged, target)

    @cython.cfunc
    def _merge(self, d: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Merge the outcomes of L's distribution `d` that have equal rows; how many different ones there are."""
        merged: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t = self.spread[d]
        j: cython.Py_ssize_t
        g: cython.Py_ssize_t
        row: cython.int
        for j in range(self.spread[d + 1] - start):
            row = self.row[self.support[start + j]]
            g = 0
            while g < merged and self.merged_row[g] != row:
                g += 1
            if g == merged:
                self.merged_row[g] = row
                self.merged_mass[g] = 0
                merged += 1
            self.group[j] = g
            if self.scaled:
                self.merged_mass[g] += self.mass[self.mass_first[self.vector[d]] + j]
        return merged

    @cython.cfunc
    @cython.exceptval(check=False)
    def _covers(self, row: cython.Py_ssize_t, target: cython.int) -> cython.bint:
        """Is all of P's target in the row?"""
        j: cython.Py_ssize_t
        if target >= 0:
            return self._has(row, target)
        for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
            if not self._has(row, self.p_support[j]):
                return False
        return True

    @cython.cfunc
    def _matches(self, d: cython.Py_ssize_t, merged: cython.Py_ssize_t, target: cython.int) -> cython.bint:
        """Is there a weight function (CAV'12, Def. 4) from L's distribution `d`, merged, to P's target?"""
        g: cython.Py_ssize_t
        j: cython.Py_ssize_t
        start: cython.Py_ssize_t
        width: cython.Py_ssize_t
        base: cython.Py_ssize_t
        mask: cython.ulonglong
        covered: cython.ulonglong = 0
        full: cython.ulonglong
        one: cython.ulonglong = 1
        whole: cython.bint = True
        if target >= 0 or merged == 1:
            for g in range(merged):
                if not self._covers(self.merged_row[g], target):
                    return False
            return True
        start = self.p_spread[~target]
        width = self.p_spread[~target + 1] - start
        if width > NARROW or merged > NARROW or not self.scaled:
            return self._decide_exactly(d, merged, target)
        full = (one << width) - 1
        for g in range(merged):
            mask = 0
            for j in range(width):
                if self._has(self.merged_row[g], self.p_support[start + j]):
                    mask |= one << j
            if mask == 0:
                return False
            covered |= mask
            whole = whole and mask == full
            self.transport.mask[g] = mask
        if covered != full:
            return False
        if whole:
            return True
        base = self.p_mass_first[self.p_vector[~target]]
        for j in range(width):
            self.transport.room[j] = self.p_mass[base + j]
        for g in range(merged):
            self.transport.mass[g] = self.merged_mass[g]
        return self.transport.fits(merged, width)

    def _decide_exactly(self, d, merged, target):
        """The same question for numbers or supports that do not fit in words, in Python's integers."""
        width = self.spread[d + 1] - self.spread[d]
        start, end = self.p_spread[~target], self.p_spread[~target + 1]
        masks = tuple(
            sum(int(self._has(self.merged_row[g], self.p_support[j])) << (j - start) for j in range(start, end))
            for g in range(merged)
        )
        return self.decide(self.vector[d], tuple(self.group[j] for j in range(width)), masks, self.p_vector[~target])

    # what others may read when the run is over

    def final_rows(self):
        """The distinct rows that are in use, and for every state the position of its own among them."""
        row_of: cython.int[::1]
        position: cython.int[::1] = array("i", [-1]) * self.rows.count
        s: cython.Py_ssize_t
        used: list = []
        result = array("i", [0]) * self.states
        row_of = result
        for s in range(self.states):
            if position[self.row[s]] < 0:
                position[self.row[s]] = len(used)
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
        if self._has(self.row[s], p):
            return 0
        while not self._has(self.log_row[entry], p):
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
        return {"rounds": self.round, "rows": self.rows.count, "questions": self.questions}
