# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Where commands lead from the state that the machine has: alone, or several modules' together.

Commands of several modules that move together write different variables. So the outcomes of each are computed once, as
bits to clear and bits to set, and every combination is put together from them; its probability is the product. The
types are in the `.pxd` beside this file.
"""

from array import array

import cython

from symag.model.interner import Interner

if not cython.compiled:
    pass

__all__ = ["Outcomes"]

WORK = 1 << 12
"""Guards and outcomes after which the watch counts the work; sixteen of them count as one unit."""
MOST = 1 << 31
"""A model has fewer states."""


def _filled(numbers):
    """Never empty: the compiled code takes views."""
    return numbers or array(numbers.typecode, [0])


class Outcomes:
    """Goals are numbers of `states`; distributions are put together in `distributions`."""

    def __init__(self, program, machine, distributions, outside, parts, watch):
        self.machine, self.distributions, self.outside, self.watch = machine, distributions, outside, watch
        self.states = Interner(program.words, watch)
        self.chance, self.whole = _filled(program.chance), _filled(program.whole)
        self.outcome_first, self.assign_first = program.outcome_first, program.assign_first
        self.share, self.weight = _filled(program.share), _filled(program.weight)
        self.assigned, self.assign = _filled(program.assigned), _filled(program.assign)
        self.low, self.high, self.word = _filled(program.low), _filled(program.high), _filled(program.word)
        self.shift, self.mask = _filled(program.shift), _filled(program.mask)
        self.words = program.words
        self.known = array("i", [0]) * program.widest
        limit = watch.limits.max_states
        self.max_states = MOST - 2 if limit is None else min(limit, MOST - 2)
        self.work = 0
        room = len(program.share) + 1 if parts else 1
        self.parts = parts
        self.made = 0
        self.made_share = array("i", [0]) * room
        self.cleared, self.set = array("Q", [0]) * (room * self.words), array("Q", [0]) * (room * self.words)
        self.at, self.begin, self.end = (array("i", [0]) * (parts + 1) for _ in range(3))
        self.shares = array("i", [0]) * (parts + 1)
        self.codes = array("Q", [0]) * ((parts + 1) * self.words)

    def tick(self, work):
        """So much work was done: pass it on to the watch when it is enough."""
        self.work += work
        if self.work >= WORK:
            self.watch.tick(self.work // 16, self.states.count)
            self.work = 0
            self.check_states()
        return 0

    def check_states(self):
        """Are there too many states?"""
        if self.states.count > self.max_states:
            self.watch.check_states(self.states.count, "enumerating")
            raise OverflowError("a model can have at most 2^31 - 2 states")
        return 0

    def target(self, c):
        """Where the command leads: a state, or `~d` for a distribution."""
        if self.outcome_first[c + 1] - self.outcome_first[c] == 1 and self.whole[c] < 0 and self.chance[c] < 0:
            return self._goal(self.outcome_first[c])
        self.distributions.start()
        self.spread(c, 1)
        return self.distributions.target()

    def spread(self, c, factor):
        """Add the outcomes of the command, their probabilities times a factor, to the distribution."""
        begin = self.outcome_first[c]
        self._probabilities(c)
        for o in range(begin, self.outcome_first[c + 1]):
            self.tick(4)
            share = self.known[o - begin]
            if share != 0:
                self.distributions.add(self._goal(o), self.distributions.times(factor, share))
        return 0

    def _probabilities(self, c):
        """The numbers of the probabilities of the outcomes of the command, into `known`."""
        begin = self.outcome_first[c]
        if self.whole[c] >= 0:
            self._weigh(c)
        elif self.chance[c] >= 0:
            answer = self.machine.recall(self.chance[c])
            for o in range(begin, self.outcome_first[c + 1]):
                self.known[o - begin] = self.machine.answers[answer + o - begin]
        else:
            for o in range(begin, self.outcome_first[c + 1]):
                self.known[o - begin] = self.share[o]
        return 0

    def _weigh(self, c):
        """Probabilities in integers: weights of the outcomes, over the one that they must sum to."""
        total = 0
        negative = False
        begin = self.outcome_first[c]
        self.machine.run(self.whole[c])
        whole = self.machine.result
        for o in range(begin, self.outcome_first[c + 1]):
            self.machine.run(self.weight[o])
            total += self.machine.result
            if self.machine.result < 0 or self.machine.result > whole:
                negative = True
                break
            self.known[o - begin] = self.distributions.ratio(self.machine.result, whole)
        if negative or total != whole:
            self.outside.unfit(c, self.machine.valuation())
        return 0

    def _goal(self, o):
        """The state that an outcome leads to."""
        for i in range(self.words):
            self.states.probe[i] = self.machine.state[i]
        for i in range(self.assign_first[o], self.assign_first[o + 1]):
            v = self.assigned[i]
            self.machine.run(self.assign[i])
            value = self.machine.result
            if value < self.low[v] or value > self.high[v]:
                self.outside.leaves(i, self.machine.valuation())
            code = value - self.low[v]
            hole = self.mask[v] << self.shift[v]
            self.states.probe[self.word[v]] = self.states.probe[self.word[v]] & ~hole | code << self.shift[v]
        return self.states.intern()

    def forget(self):
        """Begin with the commands of another vector."""
        self.made = 0

    def make(self, c):
        """Compute the outcomes of a command, to be put together with others'; where they end."""
        begin = self.outcome_first[c]
        self._probabilities(c)
        for o in range(begin, self.outcome_first[c + 1]):
            self.tick(4)
            share = self.known[o - begin]
            if share == 0:
                continue
            base = self.made * self.words
            for i in range(self.words):
                self.cleared[base + i] = 0
                self.set[base + i] = 0
            for i in range(self.assign_first[o], self.assign_first[o + 1]):
                v = self.assigned[i]
                self.machine.run(self.assign[i])
                value = self.machine.result
                if value < self.low[v] or value > self.high[v]:
                    self.outside.leaves(i, self.machine.valuation())
                code = value - self.low[v]
                self.cleared[base + self.word[v]] |= self.mask[v] << self.shift[v]
                self.set[base + self.word[v]] |= code << self.shift[v]
            self.made_share[self.made] = share
            self.made += 1
        return self.made

    def combine(self, parts, factor):
        """Add every combination of outcomes `begin[p] .. end[p]` of the parts to the distribution."""
        words = self.words
        for i in range(words):
            self.codes[i] = self.machine.state[i]
        self.shares[0] = factor
        self.at[0] = self.begin[0]
        level = 0
        while level >= 0:
            o = self.at[level]
            if o == self.end[level]:
                level -= 1
                continue
            self.at[level] += 1
            self.tick(1)
            self.shares[level + 1] = self.distributions.times(self.shares[level], self.made_share[o])
            for i in range(words):
                code = self.codes[level * words + i] & ~self.cleared[o * words + i] | self.set[o * words + i]
                self.codes[(level + 1) * words + i] = code
            level += 1
            if level < parts:
                self.at[level] = self.begin[level]
                continue
            for i in range(words):
                self.states.probe[i] = self.codes[parts * words + i]
            self.distributions.add(self.states.intern(), self.shares[parts])
            level -= 1
        return 0
