# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Questions about P: which of its states can answer a transition of L, whose successors have these rows?

The rows of the refiner live here, interned, and so do the answers: a question is asked once, however many transitions
pose it. A row is a bitset over P's states. Answers only shrink while rows shrink, so the last answer to a transition
bounds the candidates of its next question. The types are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.interner import Interner
    from symag.simulation.integer_flow import NARROW, IntegerFlow

__all__ = ["SuccessorMatcher"]

TICK = 4096
"""Pairs of outcomes after which the watch gets the work; sixteen of them count as one unit."""
FEW = 16
"""Looking up one candidate costs about as much as walking past this many transitions."""

LOWEST = array("i", [0]) * 67
"""Index of the lowest bit: every power of two below 2^64 has its own remainder modulo 67."""
for _bit in range(64):
    LOWEST[(1 << _bit) % 67] = _bit


class SuccessorMatcher:
    """Answers for L's transitions, over the rows that `row` names for L's states."""

    def __init__(self, system, specification, masses, p_masses, decide, watch):
        """`masses` and `p_masses`: per model (starts, numerators), or None where the denominator is too large; then,
        and for very wide supports, `decide(vector, groups, masks, p_vector)` says whether a weight function exists."""
        self.spread, self.support, self.vector = system.spread, system.support, system.vector
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.p_spread, self.p_support, self.p_vector = specification.spread, specification.support, specification.vector
        self.scaled = masses is not None
        self.mass_first, self.mass = masses if masses is not None else (array("i", [0]), array("q", [0]))
        self.p_mass_first, self.p_mass = p_masses if p_masses is not None else (array("i", [0]), array("q", [0]))
        self.decide = decide
        self.p_states = specification.num_states
        self.words = (self.p_states + 63) // 64
        self.watch = watch
        self.work = 0
        self.rows = Interner(self.words, watch)
        self.row = array("i", [0]) * system.num_states
        self.sure = Interner(1, watch)
        self.spreads = {}
        self.last = array("i", [-1]) * max(1, system.num_transitions)
        self.questions = 0
        self.lowest = LOWEST
        self.answer = array("Q", [0]) * self.words
        widest = max((system.spread[d + 1] - system.spread[d] for d in range(system.num_distributions)), default=1)
        self.merged_row = array("i", [0]) * widest
        self.merged_mass = array("q", [0]) * widest
        self.group = array("i", [0]) * widest
        self.flow = IntegerFlow()
        for p in range(self.p_states):
            self.rows.probe[p >> 6] |= 1 << (p & 63)
        self.rows.intern()
        self.rows.values[0] = self.p_states
        self._find_offers(len(specification.actions))

    def _find_offers(self, actions):
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

    def tick(self, work):
        """So much work was done: pass it to the watch when it is enough."""
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.questions)
            self.work = 0
        return 0

    def has(self, row, p):
        return (self.rows.keys[row * self.words + (p >> 6)] >> (p & 63)) & 1

    def answers(self, t, meant, goal):
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
            if width not in self.spreads:
                self.spreads[width] = Interner(width + 1, self.watch)
            memo = self.spreads[width]
            memo.probe[0] = (packed << 32) | self.vector[~goal]
            for j in range(width):
                memo.probe[j + 1] = self.row[self.support[self.spread[~goal] + j]]
        number = memo.intern()
        if memo.values[number] < 0:
            memo.values[number] = self._ask(t, meant, goal)
        self.last[t] = memo.values[number]
        return memo.values[number]

    def _ask(self, t, meant, goal):
        """Find the P-states that can answer: only those can that could when this transition was last looked at."""
        merged: cython.Py_ssize_t = 0 if goal >= 0 else self._merge(~goal)
        before: cython.Py_ssize_t = max(self.last[t], 0)
        offers: cython.Py_ssize_t = self.offers_first[meant + 1] - self.offers_first[meant]
        w: cython.Py_ssize_t
        self.questions += 1
        self.tick(1 + self.words // 16)
        for w in range(self.words):
            self.answer[w] = 0
        if self._size(before) * FEW > offers:
            self._ask_by_offer(before, meant, goal, merged)
        else:
            self._ask_by_candidate(before, meant, goal, merged)
        for w in range(self.words):
            self.rows.probe[w] = self.answer[w]
        return self.rows.intern()

    def _size(self, row):
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

    def _ask_by_offer(self, before, meant, goal, merged):
        """Walk all of P's transitions on the action: best while most states are candidates."""
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        one: cython.ulonglong = 1
        base: cython.Py_ssize_t = before * self.words
        if goal >= 0 and self.all_sure[meant]:
            self._ask_all(self.row[goal] * self.words, meant)
            self.tick((self.offers_first[meant + 1] - self.offers_first[meant]) // 8)
            return 0
        for i in range(self.offers_first[meant], self.offers_first[meant + 1]):
            p = self.offer_source[i]
            if (self.answer[p >> 6] >> (p & 63)) & 1 or not (self.rows.keys[base + (p >> 6)] >> (p & 63)) & 1:
                continue
            self.tick(1)
            if self._accepts(self.offer_target[i], goal, merged):
                self.answer[p >> 6] |= one << (p & 63)
        return 0

    def _ask_all(self, base, meant):
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

    def _ask_by_candidate(self, before, meant, goal, merged):
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
                self.tick(1)
                while t < end and self.p_action[t] == meant:
                    if self._accepts(self.p_target[t], goal, merged):
                        self.answer[w] |= low
                        break
                    t += 1
        return 0

    def _accepts(self, target, goal, merged):
        """Does P's target match L's goal? Dirac against Dirac is a look at one bit."""
        if goal >= 0:
            return self._covers(self.row[goal], target)
        return self._matches(~goal, merged, target)

    def _merge(self, d):
        """Merge the outcomes of L's distribution `d` that have equal rows; how many different ones there are."""
        merged: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t = self.spread[d]
        j: cython.Py_ssize_t
        g: cython.Py_ssize_t
        row: cython.int
        for j in range(self.spread[d + 1] - start):
            row = self.row[self.support[start + j]]
            g = 0
            self.tick(1 + merged // 16)
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

    def _covers(self, row, target):
        """Is all of P's target in the row?"""
        j: cython.Py_ssize_t
        if target >= 0:
            return self.has(row, target)
        for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
            if not self.has(row, self.p_support[j]):
                return False
        return True

    def _matches(self, d, merged, target):
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
        self.tick(merged * width)
        if width > NARROW or merged > NARROW or not self.scaled:
            return self._decide_exactly(d, merged, target)
        full = (one << width) - 1
        for g in range(merged):
            mask = 0
            for j in range(width):
                if self.has(self.merged_row[g], self.p_support[start + j]):
                    mask |= one << j
            if mask == 0:
                return False
            covered |= mask
            whole = whole and mask == full
            self.flow.mask[g] = mask
        if covered != full:
            return False
        if whole:
            return True
        base = self.p_mass_first[self.p_vector[~target]]
        for j in range(width):
            self.flow.room[j] = self.p_mass[base + j]
        for g in range(merged):
            self.flow.mass[g] = self.merged_mass[g]
        return self.flow.fits(merged, width)

    def _decide_exactly(self, d, merged, target):
        """The same question for numbers or supports that do not fit in words, in Python's integers."""
        width = self.spread[d + 1] - self.spread[d]
        start, end = self.p_spread[~target], self.p_spread[~target + 1]
        masks = tuple(
            sum(int(self.has(self.merged_row[g], self.p_support[j])) << (j - start) for j in range(start, end))
            for g in range(merged)
        )
        return self.decide(self.vector[d], tuple(self.group[j] for j in range(width)), masks, self.p_vector[~target])
