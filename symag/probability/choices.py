# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The loops over all choices of a scheduler (`places.py`), in floats and in integers. Compiled."""

from array import array

import cython

__all__ = ["Choices"]

GOAL = -1
ROUNDS = 10_000
"""In which values above are raised: where they creep, another scale or the exact values are found sooner."""
TICK = 1 << 12
"""Outcomes after which the watch gets the work; sixteen of them count as one unit."""


@cython.final
@cython.cclass
class Choices:
    """The choices of each place, with what they lead to and how likely, and a value for each place."""

    choice_first: cython.const[cython.int][::1]
    outcome_first: cython.const[cython.int][::1]
    outcome: cython.const[cython.int][::1]
    share_at: cython.const[cython.int][::1]
    share: cython.const[cython.double][::1]
    numerator: cython.const[cython.longlong][::1]
    denominator: cython.const[cython.longlong][::1]
    places: cython.Py_ssize_t
    watch: object
    work: cython.Py_ssize_t
    # floats: what they lead to is a guess, which exact arithmetic checks
    value: cython.double[::1]
    policy: cython.int[::1]
    order: cython.int[::1]
    found: cython.Py_ssize_t
    # numerators over `scale`
    above: cython.longlong[::1]
    scale: cython.longlong

    def __init__(self, arrays, share_at, share, numerator, denominator, watch):
        """The probabilities of the outcomes of choice `c` begin at `share_at[c]`, as floats and as integers over the
        denominator there."""
        self.choice_first, self.outcome_first, self.outcome = arrays
        self.share_at, self.share = share_at, share
        self.numerator, self.denominator = numerator, denominator
        self.places = len(self.choice_first) - 1
        self.watch, self.work = watch, 0
        watch.check_room(16 * self.places)
        self.value = array("d", [0.0]) * max(self.places, 1)
        self.policy = array("i", [-1]) * max(self.places, 1)
        self.order = self._attract(1.0)
        self.found = len(self.order)

    def views(self):
        """The values and the policy, which may be written into; and the places from which the goal can be reached."""
        return self.value, self.policy, self.order

    def _attract(self, slack: cython.double):
        """The places from which the goal can be reached, the nearest first; the policy takes choices that lead nearer.

        Only by choices that are worth at least the best one's part `1 - slack`; by all of them, if it is 1.
        """
        places: cython.Py_ssize_t = self.places
        outcomes: cython.Py_ssize_t = len(self.outcome)
        self.watch.check_room(4 * (3 * places + 2 * outcomes))
        before_first: cython.int[::1] = array("i", [0]) * (places + 2)
        before: cython.int[::1] = array("i", [0]) * max(outcomes, 1)
        choice_before: cython.int[::1] = array("i", [0]) * max(outcomes, 1)
        good: cython.uchar[::1] = bytearray(len(self.outcome_first))
        nearer: cython.int[::1] = array("i", [-1]) * max(places, 1)
        order: cython.int[::1] = array("i", [0]) * max(places, 1)
        found: cython.Py_ssize_t = 0
        done: cython.Py_ssize_t = 0
        least: cython.double
        place: cython.Py_ssize_t
        c: cython.Py_ssize_t
        k: cython.Py_ssize_t
        to: cython.int
        at: cython.int
        for place in range(places):
            least = self._best(place) * (1.0 - slack)
            for c in range(self.choice_first[place], self.choice_first[place + 1]):
                good[c] = self._worth(c) >= least
                for k in range(self.outcome_first[c], self.outcome_first[c + 1]):
                    if good[c] and self.outcome[k] >= 0:
                        before_first[self.outcome[k] + 2] += 1
            self._count(1 + self.choice_first[place + 1] - self.choice_first[place])
        for place in range(places):
            before_first[place + 2] += before_first[place + 1]
        for place in range(places):
            for c in range(self.choice_first[place], self.choice_first[place + 1]):
                if not good[c]:
                    continue
                for k in range(self.outcome_first[c], self.outcome_first[c + 1]):
                    to = self.outcome[k]
                    if to >= 0:
                        at = before_first[to + 1]
                        before[at] = cython.cast(cython.int, place)
                        choice_before[at] = cython.cast(cython.int, c)
                        before_first[to + 1] = at + 1
                    elif to == GOAL and nearer[place] < 0:
                        nearer[place] = cython.cast(cython.int, c)
                        order[found] = cython.cast(cython.int, place)
                        found += 1
            self._count(1 + self.choice_first[place + 1] - self.choice_first[place])
        while done < found:
            place = order[done]
            for k in range(before_first[place], before_first[place + 1]):
                if nearer[before[k]] < 0:
                    nearer[before[k]] = choice_before[k]
                    order[found] = before[k]
                    found += 1
            done += 1
            self._count(1)
        for done in range(found):
            self.policy[order[done]] = nearer[order[done]]
        return order[:found]

    @cython.cfunc
    def _count(self, work: cython.Py_ssize_t):
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work >> 4)
            self.work = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth(self, c: cython.Py_ssize_t) -> cython.double:
        """What a choice is worth, by the values."""
        mass: cython.double = 0.0
        p: cython.Py_ssize_t = self.share_at[c]
        k: cython.Py_ssize_t
        for k in range(self.outcome_first[c], self.outcome_first[c + 1]):
            if self.outcome[k] >= 0:
                mass += self.share[p] * self.value[self.outcome[k]]
            elif self.outcome[k] == GOAL:
                mass += self.share[p]
            p += 1
        return mass

    @cython.cfunc
    @cython.exceptval(check=False)
    def _worth_above(self, c: cython.Py_ssize_t) -> cython.longlong:
        """What a choice is worth, by the values above, rounded up."""
        mass: cython.longlong = 0
        p: cython.Py_ssize_t = self.share_at[c]
        over: cython.longlong = self.denominator[p]
        k: cython.Py_ssize_t
        for k in range(self.outcome_first[c], self.outcome_first[c + 1]):
            if self.outcome[k] >= 0:
                mass += self.numerator[p] * self.above[self.outcome[k]]
            elif self.outcome[k] == GOAL:
                mass += self.numerator[p] * self.scale
            p += 1
        return (mass + over - 1) // over

    @cython.cfunc
    @cython.exceptval(check=False)
    def _best(self, place: cython.Py_ssize_t) -> cython.double:
        """What the best choice of a place is worth, by the values."""
        best: cython.double = 0.0
        c: cython.Py_ssize_t
        for c in range(self.choice_first[place], self.choice_first[place + 1]):
            best = max(best, self._worth(c))
        return best

    def sweep(self):
        """Each place gets the value of its best choice, one after the other; the largest change."""
        change: cython.double = 0.0
        best: cython.double
        mass: cython.double
        n: cython.Py_ssize_t
        c: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for n in range(self.found):
            place = self.order[n]
            best = self.value[place]
            for c in range(self.choice_first[place], self.choice_first[place + 1]):
                mass = self._worth(c)
                if mass > best:
                    best = mass
            if best - self.value[place] > change:
                change = best - self.value[place]
            self.value[place] = best
            self._count(self.choice_first[place + 1] - self.choice_first[place])
        return change

    def choose(self):
        """Let the policy take the best choices, and of those that are as good as these, one that leads nearer to the
        goal. So the goal, or a place from which it cannot be reached, is reached almost surely from everywhere, however
        wrong the values are: from each place in the order there is a way to the goal."""
        self._attract(1e-9)

    def solved_by(self, values: cython.const[cython.longlong][::1], scale: cython.longlong):
        """Are these numerators over the scale the values of the policy, and is no choice worth more? Exactly."""
        mass: cython.longlong
        over: cython.longlong
        n: cython.Py_ssize_t
        c: cython.Py_ssize_t
        k: cython.Py_ssize_t
        p: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for n in range(self.found):
            place = self.order[n]
            for c in range(self.choice_first[place], self.choice_first[place + 1]):
                p = self.share_at[c]
                over, mass = self.denominator[p], 0
                for k in range(self.outcome_first[c], self.outcome_first[c + 1]):
                    if self.outcome[k] >= 0:
                        mass += self.numerator[p] * values[self.outcome[k]]
                    elif self.outcome[k] == GOAL:
                        mass += self.numerator[p] * scale
                    p += 1
                if mass > over * values[place] or (c == self.policy[place] and mass != over * values[place]):
                    return False
            self._count(self.choice_first[place + 1] - self.choice_first[place])
        return True

    def round_above(self, before, after, scale: cython.longlong):
        """One more step: what each place is worth if its outcomes have the values before, rounded up. Do any differ?"""
        values: cython.longlong[::1] = after
        changed: cython.bint = False
        best: cython.longlong
        mass: cython.longlong
        n: cython.Py_ssize_t
        c: cython.Py_ssize_t
        at: cython.Py_ssize_t
        self.above, self.scale = before, scale
        for n in range(self.found):
            at = self.order[n]
            best = 0
            for c in range(self.choice_first[at], self.choice_first[at + 1]):
                mass = self._worth_above(c)
                if mass > best:
                    best = mass
            values[at] = best
            changed = changed or best != self.above[at]
            self._count(1 + self.choice_first[at + 1] - self.choice_first[at])
        return changed

    def start_above(self, values, scale):
        """Values above that `bound_above` goes on from: numerators over the scale."""
        self.above, self.scale = values, scale

    def bound_above(self, place: cython.Py_ssize_t, most: cython.longlong):
        """Raise the values above until no choice is worth more than its place: an inductive bound. False if the place
        gets more than `most`, so that it proves nothing, or after too many rounds.

        Rounded up, so that numbers stay short. Places of one value that only lead to each other are not raised.
        """
        changed: cython.bint
        best: cython.longlong
        mass: cython.longlong
        n: cython.Py_ssize_t
        c: cython.Py_ssize_t
        at: cython.Py_ssize_t
        for _ in range(ROUNDS):
            changed = False
            for n in range(self.found):
                at = self.order[n]
                best = self.above[at]
                for c in range(self.choice_first[at], self.choice_first[at + 1]):
                    mass = self._worth_above(c)
                    if mass > best:
                        best = mass
                if best > self.above[at]:
                    self.above[at] = best
                    changed = True
                self._count(self.choice_first[at + 1] - self.choice_first[at])
            if self.above[place] > most:
                return False
            if not changed:
                return True
        return False
