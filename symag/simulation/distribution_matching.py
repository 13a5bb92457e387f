# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Is there a weight function (CAV'12, Def. 4) from a distribution of L to one of P, by the rows of L's states?

Outcomes of L that have equal rows are merged into one, once for all of P's distributions that it is asked about. For
each state of P that they lead to, its *column* says which of the merged rows have it, also once. Then a distribution of
P is refused by what its columns say alone, if it can be; most are. A flow decides the others (`scaled_flow`). Where the
merged rows are few, sums decide (`subset_matching`). The types are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.simulation.scaled_flow import ScaledFlow
    from symag.simulation.subset_matching import SubsetMatcher

__all__ = ["DistributionMatcher"]

ALL = 0xFFFFFFFFFFFFFFFF
TICK = 4096
"""Steps after which the watch gets the work."""
FEW = 8
"""So many transitions are looked at one after the other."""
SHORT = 12
"""So many outcomes are sorted by insertion."""


class DistributionMatcher:
    """Call `begin` with a distribution of L, then ask `failing` for states of P."""

    def __init__(self, system, specification, numbers, rows, row, watch):
        """`numbers`: the `VectorNumbers` of the models; `row`: L's states by their number in `rows`."""
        self.spread, self.support = system.spread, system.support
        self.p_first, self.p_action, self.p_target = specification.first, specification.action, specification.target
        self.p_spread, self.p_support = specification.spread, specification.support
        self.number, self.p_number = numbers.of_system, numbers.of_specification
        self.number_first, self.rounded = numbers.first, numbers.rounded
        self.p_base = array("i", [self.number_first[v] for v in watch.over(self.p_number)])
        self.rows = rows
        self.row = row
        self.watch = watch
        self.problem = ScaledFlow(numbers, watch)
        self.flow = self.problem.flow
        self.work = 0
        self.d = self.merged = self.words = 0
        self.full = 0
        self.merged_row = array("i", [0]) * numbers.widest
        self.merged_at = array("q", [0]) * numbers.widest
        self.merged_bound = array("Q", [0]) * numbers.widest
        self.group = self.problem.group
        self.group_of = array("i", [-1])
        self.known_rows = 1
        self.heaviest = self.heaviest_mass = 0
        self.subsets = SubsetMatcher(system, specification, numbers, rows)
        self.by_subsets = False
        self.question = 0
        self.asked = array("Q", [0]) * (specification.num_distributions + 1)
        self.column = array("Q", [0]) * (4 * specification.num_states)
        self.wide = array("Q", [0]) * 64
        self.columns = 0
        self.union = array("Q", [0]) * (numbers.widest // 64 + 1)
        self.common = array("Q", [0]) * (numbers.widest // 64 + 1)
        self.place = array("i", [0]) * (numbers.widest + 2)

    def begin(self, d):
        """The next questions are about L's distribution `d`: merge its outcomes that have equal rows.

        Small rows come first: they are the hardest to serve, and flows that begin with them rarely have to turn back.
        """
        merged: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t = self.spread[d]
        width: cython.Py_ssize_t = self.spread[d + 1] - start
        base: cython.Py_ssize_t = self.number_first[self.number[d]]
        j: cython.Py_ssize_t
        g: cython.Py_ssize_t
        row: cython.int
        if self.rows.count > self.known_rows:
            self.known_rows = 2 * self.rows.count
            self.watch.check_room(4 * self.known_rows)
            self.group_of = array("i", [-1]) * self.known_rows
        self.flow.tick(width)
        for j in range(width):
            row = self.row[self.support[start + j]]
            if self.group_of[row] < 0:
                self.group_of[row] = merged
                self.merged_row[merged] = row
                merged += 1
        self._sort_by_size(merged)
        for g in range(merged):
            self.group_of[self.merged_row[g]] = g
            self.merged_at[g] = self.rows.at[self.merged_row[g]]
            self.merged_bound[g] = 0
        for j in range(width):
            g = self.group_of[self.row[self.support[start + j]]]
            self.group[j] = g
            self.merged_bound[g] += self.rounded[base + j] + 1
        self._find_heaviest(merged, width, base)
        for g in range(merged):
            self.group_of[self.merged_row[g]] = -1
        self.d = d
        self.merged = merged
        self.words = (merged + 63) // 64
        self.full = ALL
        self.full >>= 64 * self.words - merged
        self.columns = 0
        self.question += 1
        self.by_subsets = self.subsets.begin(d, self.merged_row, merged, self.group, self.heaviest)
        return 0

    def _sort_by_size(self, merged):
        """Sort the merged rows by their size (Shell's sort)."""
        gap: cython.Py_ssize_t = 1
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        row: cython.int
        size: cython.Py_ssize_t
        while gap < merged // 3:
            gap = 3 * gap + 1
        while gap:
            self.flow.tick(merged)
            for i in range(gap, merged):
                row = self.merged_row[i]
                size = self.rows.size[row]
                k = i
                while k >= gap and self.rows.size[self.merged_row[k - gap]] > size:
                    self.merged_row[k] = self.merged_row[k - gap]
                    k -= gap
                self.merged_row[k] = row
            gap //= 3
        return 0

    def _find_heaviest(self, merged, width, base):
        """The merged row with the most mass, and its mass rounded down."""
        g: cython.Py_ssize_t
        j: cython.Py_ssize_t
        self.heaviest = 0
        for g in range(merged):
            if self.merged_bound[g] > self.merged_bound[self.heaviest]:
                self.heaviest = g
        self.heaviest_mass = 0
        for j in range(width):
            if self.group[j] == self.heaviest:
                self.heaviest_mass += self.rounded[base + j]

    def failing(self, candidates, count, meant):
        """Of the first so many candidates, states of P, keep those that cannot answer by the action; how many."""
        i: cython.Py_ssize_t
        t: cython.Py_ssize_t
        end: cython.Py_ssize_t
        p: cython.int
        left: cython.Py_ssize_t = 0
        self.subsets.open()
        for i in range(count):
            p = candidates[i]
            t = self._first_move(p, meant)
            end = self.p_first[p + 1]
            while t < end and self.p_action[t] == meant and not self._matches(self.p_target[t]):
                t += 1
            if t == end or self.p_action[t] != meant:
                candidates[left] = p
                left += 1
            self.work += 1
            if self.work >= TICK:
                self.flow.tick(self.work)
                self.work = 0
        self.subsets.close()
        return left

    def _first_move(self, p, meant):
        """The first transition of a state that is on this action, or on one after it."""
        low: cython.Py_ssize_t = self.p_first[p]
        high: cython.Py_ssize_t = self.p_first[p + 1]
        middle: cython.Py_ssize_t
        while high - low > FEW:
            middle = (low + high) // 2
            if self.p_action[middle] < meant:
                low = middle + 1
            else:
                high = middle
        while low < high and self.p_action[low] < meant:
            low += 1
        return low

    def _matches(self, target):
        """Is there a weight function to P's target? A distribution that several transitions lead to is asked once."""
        known: cython.ulonglong
        if target >= 0:
            return self._has_all(target)
        known = self.asked[~target]
        if known >> 1 != self.question:
            known = 2 * self.question
            if self.by_subsets and self.subsets.knows(~target):
                self.work += self.p_spread[~target + 1] - self.p_spread[~target]
                known += self.subsets.matches(~target)
            elif self.words == 1:
                known += self._is_matched(~target)
            else:
                known += self._is_matched_wide(~target)
            self.asked[~target] = known
        return known & 1

    def _has_all(self, p):
        """Do all of the merged rows have P's state?"""
        at: cython.Py_ssize_t = 4 * p
        if self.column[at] != self.question:
            self._add_column(p)
        return self.column[at + 3] == self.merged

    def _is_matched(self, target):
        """First what is cheap, in rounded numbers: no outcome of P has more mass than the rows that it is in, the
        heaviest row has no more than what is in it, and something is in each row. Then the flow."""
        start: cython.Py_ssize_t = self.p_spread[target]
        width: cython.Py_ssize_t = self.p_spread[target + 1] - start
        base: cython.Py_ssize_t = self.p_base[target]
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        mask: cython.ulonglong
        mass: cython.ulonglong
        union: cython.ulonglong = 0
        common: cython.ulonglong = self.full
        room: cython.ulonglong = 0
        answer: cython.int
        self.work += width
        for j in range(width):
            at = 4 * self.p_support[start + j]
            if self.column[at] != self.question:
                self._add_column(self.p_support[start + j])
            mass = self.rounded[base + j]
            if mass >= self.column[at + 1]:
                return False
            mask = self.column[at + 2]
            union |= mask
            common &= mask
            room += ((mask >> self.heaviest) & 1) * (mass + 1)
        if union != self.full or self.heaviest_mass >= room:
            return False
        if common == self.full or self._is_straight(target):
            return True
        self._sort_outcomes(start, width)
        answer = self._judge_nested(start, width, base)
        return self._has_flow(target) if answer < 0 else answer

    def _is_matched_wide(self, target):
        """The same, where there are more than 64 merged rows."""
        start: cython.Py_ssize_t = self.p_spread[target]
        width: cython.Py_ssize_t = self.p_spread[target + 1] - start
        base: cython.Py_ssize_t = self.p_base[target]
        words: cython.Py_ssize_t = self.words
        last: cython.Py_ssize_t = words - 1
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        at: cython.Py_ssize_t
        room: cython.ulonglong = 0
        mass: cython.ulonglong
        whole: cython.bint = True
        answer: cython.int
        for w in range(words):
            self.union[w] = 0
            self.common[w] = ALL
        for j in range(width):
            self.work += words
            at = 4 * self.p_support[start + j]
            if self.column[at] != self.question:
                self._add_column(self.p_support[start + j])
            mass = self.rounded[base + j]
            if mass >= self.column[at + 1]:
                return False
            at = self.column[at + 2]
            room += ((self.wide[at + (self.heaviest >> 6)] >> (self.heaviest & 63)) & 1) * (mass + 1)
            for w in range(words):
                self.union[w] |= self.wide[at + w]
                self.common[w] &= self.wide[at + w]
        if self.heaviest_mass >= room or self.union[last] != self.full:
            return False
        for w in range(last):
            if self.union[w] != ALL:
                return False
            whole = whole and self.common[w] == ALL
        if (whole and self.common[last] == self.full) or self._is_straight(target):
            return True
        self._sort_outcomes(start, width)
        answer = self._judge_nested(start, width, base)
        return self._has_flow(target) if answer < 0 else answer

    def _judge_nested(self, start, width, base):
        """If each column is a part of the next one, it is enough to compare sums: of the first outcomes of P with what
        is in the largest of their columns. -1 if they are not nested, or if rounding leaves it open."""
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        before: cython.Py_ssize_t = -1
        mass: cython.ulonglong = 0
        error: cython.ulonglong = self.spread[self.d + 1] - self.spread[self.d]
        sure: cython.bint = True
        for k in range(width):
            at = 4 * self.p_support[start + self.problem.order[k]]
            if before >= 0 and not self._is_part(before, at):
                return -1
            if self.column[at + 3] == self.merged:
                break
            mass += self.rounded[base + self.problem.order[k]]
            if mass >= self.column[at + 1]:
                return 0
            sure = sure and mass + k + 1 + error <= self.column[at + 1]
            before = at
        return 1 if sure else -1

    def _is_part(self, one, other):
        """Is a column a part of another one? Where they are in `column`."""
        w: cython.Py_ssize_t
        if self.words == 1:
            return not self.column[one + 2] & ~self.column[other + 2]
        for w in range(self.words):
            if self.wide[self.column[one + 2] + w] & ~self.wide[self.column[other + 2] + w]:
                return False
        return True

    def _add_column(self, p):
        """Which of the merged rows have the state `p` of P: bits, how many, and a bound on their mass together."""
        base: cython.Py_ssize_t = self.columns * self.words
        covered: cython.ulonglong = 0
        size: cython.ulonglong = 0
        bit: cython.ulonglong
        mask: cython.ulonglong = 0
        at: cython.Py_ssize_t
        g: cython.Py_ssize_t
        self.work += self.merged
        if self.words > 1 and base + self.words > len(self.wide):
            self.watch.check_room(16 * (base + self.words))
            self.wide = _extended(self.wide, base + self.words)
        for g in range(self.merged):
            at = self.merged_at[g]
            bit = (self.rows.bits[at + (p >> 6)] >> (p & 63)) & 1 if at >= 0 else self.rows.has(self.merged_row[g], p)
            mask |= bit << (g & 63)
            covered += bit * self.merged_bound[g]
            size += bit
            if g & 63 == 63 and self.words > 1:
                self.wide[base + (g >> 6)] = mask
                mask = 0
        if self.words > 1:
            if self.merged & 63:
                self.wide[base + self.words - 1] = mask
            mask = base
        at = 4 * p
        self.column[at] = self.question
        self.column[at + 1] = covered
        self.column[at + 2] = mask
        self.column[at + 3] = size
        self.columns += 1
        return 0

    def _is_straight(self, target):
        """Are the probabilities the same, and each outcome of P in the row of L's outcome at its place?"""
        start: cython.Py_ssize_t = self.p_spread[target]
        j: cython.Py_ssize_t
        if self.number[self.d] != self.p_number[target]:
            return False
        for j in range(self.p_spread[target + 1] - start):
            if not self.rows.has(self.merged_row[self.group[j]], self.p_support[start + j]):
                return False
        return True

    def _has_flow(self, target):
        """Hand it to the flow: masses are P's outcomes, rooms are the merged rows."""
        start: cython.Py_ssize_t = self.p_spread[target]
        width: cython.Py_ssize_t = self.p_spread[target + 1] - start
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        at: cython.Py_ssize_t
        self.flow.begin(width, self.merged)
        for j in range(width):
            at = 4 * self.p_support[start + self.problem.order[j]] + 2
            if self.words == 1:
                self.flow.mask[j] = self.column[at]
            else:
                for w in range(self.words):
                    self.flow.mask[j * self.words + w] = self.wide[self.column[at] + w]
        return self.problem.is_feasible(self.number[self.d], self.p_number[target])

    def _sort_outcomes(self, start, width):
        """The outcomes of P in the order of how many of the merged rows have them: into `order` of the flow."""
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        size: cython.Py_ssize_t
        if width <= SHORT:
            for j in range(width):
                size = self.column[4 * self.p_support[start + j] + 3]
                k = j
                while k > 0 and self.place[k - 1] > size:
                    self.place[k] = self.place[k - 1]
                    self.problem.order[k] = self.problem.order[k - 1]
                    k -= 1
                self.place[k] = size
                self.problem.order[k] = j
            return 0
        for j in range(self.merged + 2):
            self.place[j] = 0
        for j in range(width):
            self.place[self.column[4 * self.p_support[start + j] + 3] + 1] += 1
        for j in range(self.merged):
            self.place[j + 1] += self.place[j]
        for j in range(width):
            size = self.column[4 * self.p_support[start + j] + 3]
            self.problem.order[self.place[size]] = j
            self.place[size] += 1
        return 0


def _extended(old, wanted):
    """A copy with room for so many words and as many again."""
    new: cython.ulonglong[::1] = array("Q", [0]) * (2 * wanted)
    new[: len(old)] = old
    return new
