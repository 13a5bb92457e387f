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
    from symag.simulation.distribution_matching import DistributionMatcher

from symag.simulation.integer_flow import LOWEST

__all__ = ["SuccessorMatcher"]

TICK = 4096
"""Pairs of outcomes after which the watch gets the work; sixteen of them count as one unit."""
FEW = 16
"""Looking up one candidate costs about as much as walking past this many transitions."""


class SuccessorMatcher:
    """Answers for L's transitions, over the rows that `row` names for L's states."""

    def __init__(self, system, specification, numbers, watch):
        """`numbers`: the `VectorNumbers` of the two models."""
        self.spread, self.support, self.vector = system.spread, system.support, system.vector
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.p_spread, self.p_support = specification.spread, specification.support
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
        self.distributions = DistributionMatcher(system, specification, numbers, self.rows, self.row, watch)
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
        before: cython.Py_ssize_t = max(self.last[t], 0)
        offers: cython.Py_ssize_t = self.offers_first[meant + 1] - self.offers_first[meant]
        w: cython.Py_ssize_t
        self.questions += 1
        self.tick(1 + self.words // 16)
        if goal < 0:
            self.distributions.begin(~goal)
        for w in range(self.words):
            self.answer[w] = 0
        if self.distributions.size(before) * FEW > offers:
            self._ask_by_offer(before, meant, goal)
        else:
            self._ask_by_candidate(before, meant, goal)
        for w in range(self.words):
            self.rows.probe[w] = self.answer[w]
        return self.rows.intern()

    def _ask_by_offer(self, before, meant, goal):
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
            if self._accepts(self.offer_target[i], goal):
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

    def _ask_by_candidate(self, before, meant, goal):
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
                    if self._accepts(self.p_target[t], goal):
                        self.answer[w] |= low
                        break
                    t += 1
        return 0

    def _accepts(self, target, goal):
        """Does P's target match L's goal? Dirac against Dirac is a look at one bit."""
        j: cython.Py_ssize_t
        if goal < 0:
            return self.distributions.matches(target)
        if target >= 0:
            return self.has(self.row[goal], target)
        for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
            if not self.has(self.row[goal], self.p_support[j]):
                return False
        return True
