# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The first stage where both sides are large LTSs: only pairs that the initial pair needs, one answer for each move.

A pair is assumed to hold until it is refuted. Each of its moves is answered by a transition of P into a pair that is
not refuted, and *watches* that pair: if it is refuted, the move looks for another answer; if there is none, the pair of
the move is refuted as well. When nothing is left to do, the pairs that are not refuted are a simulation.

This is fast where most moves have few answers. Elsewhere it looks at far more pairs than there are rows, so the number
of pairs is limited. A refutation that it finds says nothing about depth: the refiner decides again, for ranks.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import doubled, grown
    from symag.model.interner import Interner

__all__ = ["LazyPairs"]

HOLDS, FAILS, LARGE = 1, 0, -1


@cython.final
@cython.cclass
class LazyPairs:
    """Pairs of states of two LTSs, from the initial one on."""

    first: cython.const[cython.int][::1]
    action: cython.const[cython.int][::1]
    target: cython.const[cython.int][::1]
    p_first: cython.const[cython.int][::1]
    p_action: cython.const[cython.int][::1]
    p_target: cython.const[cython.int][::1]
    # meaning[a]: the action of P that L's action a is, or -1 if P answers it by staying
    meaning: cython.int[::1]
    pairs: Interner
    initial: cython.ulonglong
    most: cython.Py_ssize_t
    work: cython.Py_ssize_t
    watch: object
    # of each pair: is it refuted, and the first of those that watch it, each with its move and the next one
    refuted: cython.int[::1]
    watched: cython.int[::1]
    watcher: cython.int[::1]
    move: cython.int[::1]
    following: cython.int[::1]
    watchers: cython.Py_ssize_t
    gone: cython.int[::1]
    gone_count: cython.Py_ssize_t

    def __init__(self, system, specification, meaning, most, watch):
        """At most so many pairs are looked at."""
        self.first, self.action, self.target = system.first, system.action, system.target
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.meaning = meaning
        self.initial = system.initial << 32 | specification.initial
        self.most = most
        self.watch = watch
        self.work = 0
        self.pairs = Interner(1, watch)
        self.refuted = array("i", [0]) * 16
        self.watched = array("i", [-1]) * 16
        self.watcher = array("i", [0]) * 16
        self.move = array("i", [0]) * 16
        self.following = array("i", [0]) * 16
        self.gone = array("i", [0]) * 16
        self.watchers = self.gone_count = 0

    def run(self):
        """True if the initial pair is in a simulation, False if it is not, None if that needs too many pairs."""
        found: cython.int = self._run()
        return None if found == LARGE else found == HOLDS

    @cython.cfunc
    @cython.exceptval(-2)
    def _run(self) -> cython.int:
        i: cython.Py_ssize_t = 0
        self._known(self.initial)
        while i < self.pairs.count:
            if not self.refuted[i]:
                self._look_at(i)
                while self.gone_count:
                    self._look_again()
                if self.refuted[0]:
                    return FAILS
                if self.pairs.count > self.most:
                    return LARGE
            i += 1
        return HOLDS

    @cython.cfunc
    def _known(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """The number of a pair, a new one if it was not known."""
        known: cython.Py_ssize_t = self.pairs.count
        number: cython.Py_ssize_t
        self.pairs.probe[0] = key
        number = self.pairs.intern()
        if number == known and number == len(self.refuted):
            self.refuted = doubled(self.refuted, number, self.watch)
            self.watched = grown(self.watched, number, number, -1, self.watch)
            self.gone = doubled(self.gone, self.gone_count, self.watch)
        return number

    @cython.cfunc
    def _look_at(self, i: cython.Py_ssize_t) -> cython.int:
        """Answer all moves of a pair."""
        s: cython.Py_ssize_t = self.pairs.keys[i] >> 32
        t: cython.Py_ssize_t
        for t in range(self.first[s], self.first[s + 1]):
            if not self._answer(i, t):
                self._refute(i)
                break
        return 0

    @cython.cfunc
    def _look_again(self) -> cython.int:
        """For one pair that was refuted: answer the moves that watched it in another way."""
        entry: cython.int
        self.gone_count -= 1
        entry = self.watched[self.gone[self.gone_count]]
        while entry >= 0:
            if not self.refuted[self.watcher[entry]] and not self._answer(self.watcher[entry], self.move[entry]):
                self._refute(self.watcher[entry])
            entry = self.following[entry]
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _refute(self, i: cython.Py_ssize_t) -> cython.void:
        self.refuted[i] = 1
        self.gone[self.gone_count] = i
        self.gone_count += 1

    @cython.cfunc
    @cython.exceptval(-1)
    def _answer(self, i: cython.Py_ssize_t, t: cython.Py_ssize_t) -> cython.bint:
        """Find an answer to move `t` of pair `i`, one that needs no new pair if that is seen at once, and watch it."""
        p: cython.Py_ssize_t = self.pairs.keys[i] - (self.pairs.keys[i] >> 32 << 32)
        meant: cython.int = self.meaning[self.action[t]]
        goal: cython.ulonglong = self.target[t]
        k: cython.Py_ssize_t
        start: cython.Py_ssize_t = self.p_first[p]
        end: cython.Py_ssize_t = self.p_first[p + 1]
        middle: cython.Py_ssize_t
        number: cython.Py_ssize_t
        goal <<= 32
        if meant < 0:
            return self._watch_pair(self._known(goal | p), i, t)
        k = end
        while start < k:
            middle = (start + k) // 2
            if self.p_action[middle] < meant:
                start = middle + 1
            else:
                k = middle
        k = start
        while k < end and self.p_action[k] == meant:
            number = self.pairs.guess(goal | self.p_target[k])
            if number >= 0 and self.pairs.keys[number] == goal | self.p_target[k] and self._watch_pair(number, i, t):
                return True
            k += 1
        end = k
        self._tick(1 + end - start)
        for k in range(start, end):
            if self._offers(self.p_target[k], self.target[t]) and self._watch_pair(
                self._known(goal | self.p_target[k]), i, t
            ):
                return True
        return False

    @cython.cfunc
    @cython.exceptval(check=False)
    def _offers(self, p: cython.Py_ssize_t, s: cython.Py_ssize_t) -> cython.bint:
        """Has state `p` every action of state `s`? It saves most pairs that would be refuted at once."""
        t: cython.Py_ssize_t
        meant: cython.int = -1
        k: cython.Py_ssize_t = self.p_first[p]
        end: cython.Py_ssize_t = self.p_first[p + 1]
        for t in range(self.first[s], self.first[s + 1]):
            if self.meaning[self.action[t]] < 0 or self.meaning[self.action[t]] == meant:
                continue
            if self.meaning[self.action[t]] < meant:  # the two models may sort their actions in different orders
                k = self.p_first[p]
            meant = self.meaning[self.action[t]]
            while k < end and self.p_action[k] < meant:
                k += 1
            if k == end or self.p_action[k] != meant:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def _watch_pair(self, number: cython.Py_ssize_t, i: cython.Py_ssize_t, t: cython.Py_ssize_t) -> cython.bint:
        """Let move `t` of pair `i` rest on this pair, unless it is refuted."""
        if self.refuted[number]:
            return False
        if self.watchers == len(self.watcher):
            self.watcher = doubled(self.watcher, self.watchers, self.watch)
            self.move = doubled(self.move, self.watchers, self.watch)
            self.following = doubled(self.following, self.watchers, self.watch)
        self.watcher[self.watchers] = i
        self.move[self.watchers] = t
        self.following[self.watchers] = self.watched[number]
        self.watched[number] = self.watchers
        self.watchers += 1
        return True

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        self.work += work
        if self.work >= 4096:
            self.watch.tick(self.work // 16, self.pairs.count)
            self.work = 0
        return 0

    def relation(self):
        """The pairs that are not refuted."""
        i: cython.Py_ssize_t
        found: list = []
        for i in range(self.pairs.count):
            self._tick(16)
            if not self.refuted[i]:
                found.append((self.pairs.keys[i] >> 32, self.pairs.keys[i] & 0xFFFFFFFF))
        return found

    def statistics(self):
        """What the run took."""
        return {"pairs": self.pairs.count}
