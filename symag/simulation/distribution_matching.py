# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Is there a weight function (CAV'12, Def. 4) from a distribution of L to one of P, by the rows of L's states?

Outcomes of L that have equal rows are merged into one, once for all of P's distributions that it is asked about. For
each state of P that they lead to, its *column* says which of the merged rows have it, also once. Then a distribution of
P is refused by what its columns say alone, if it can be; most are. A flow decides the others (`scaled_flow`). The types
are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import doubled
    from symag.simulation.scaled_flow import ScaledFlow

__all__ = ["DistributionMatcher"]

ALL = 0xFFFFFFFFFFFFFFFF


class DistributionMatcher:
    """Call `begin` with a distribution of L, then ask `matches` for targets of P."""

    def __init__(self, system, specification, numbers, rows, row, watch):
        """`numbers`: the `VectorNumbers` of the models; `row`: L's states by their number in `rows`."""
        self.spread, self.support = system.spread, system.support
        self.p_spread, self.p_support = specification.spread, specification.support
        self.number, self.p_number = numbers.of_system, numbers.of_specification
        self.number_first, self.rounded = numbers.first, numbers.rounded
        self.rows = rows
        self.row = row
        self.watch = watch
        self.problem = ScaledFlow(numbers, watch)
        self.flow = self.problem.flow
        self.d = self.merged = self.words = 0
        self.merged_row = array("i", [0]) * numbers.widest
        self.merged_bound = array("Q", [0]) * numbers.widest
        self.group = self.problem.group
        self.group_of = array("i", [-1])
        self.known_rows = 1
        self.heaviest = self.heaviest_mass = 0
        self.question = 0
        self.asked = array("q", [0]) * (specification.num_distributions + 1)
        self.column_of = array("i", [-1]) * specification.num_states
        self.column_state = array("i", [0]) * 64
        self.column_size = array("i", [0]) * 64
        self.column = array("Q", [0]) * 64
        self.covered = array("Q", [0]) * 64
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
            self.merged_bound[g] = 0
        for j in range(width):
            g = self.group_of[self.row[self.support[start + j]]]
            self.group[j] = g
            self.merged_bound[g] += self.rounded[base + j] + 1
        self._find_heaviest(merged, width, base)
        for g in range(merged):
            self.group_of[self.merged_row[g]] = -1
        for j in range(self.columns):
            self.column_of[self.column_state[j]] = -1
        self.columns = 0
        self.d = d
        self.merged = merged
        self.words = (merged + 63) // 64
        self.question += 1
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

    def matches(self, target):
        """Is there a weight function to P's target? A distribution that several transitions lead to is asked once."""
        known: cython.longlong
        if target >= 0 or self.merged == 1:
            return self._is_covered(target)
        known = self.asked[~target]
        if known >> 1 != self.question:
            known = 2 * self.question + self._is_matched(~target)
            self.asked[~target] = known
        return known & 1

    def _is_covered(self, target):
        """Is all of P's target in all of the merged rows?"""
        g: cython.Py_ssize_t
        j: cython.Py_ssize_t
        for g in range(self.merged):
            if target >= 0:
                if not self.rows.has(self.merged_row[g], target):
                    return False
            else:
                for j in range(self.p_spread[~target], self.p_spread[~target + 1]):
                    if not self.rows.has(self.merged_row[g], self.p_support[j]):
                        return False
        return True

    def _is_matched(self, target):
        """First what is cheap, in rounded numbers: no outcome of P has more mass than the rows that it is in, the
        heaviest row has no more than what is in it, and something is in each row. Then the flow."""
        start: cython.Py_ssize_t = self.p_spread[target]
        width: cython.Py_ssize_t = self.p_spread[target + 1] - start
        base: cython.Py_ssize_t = self.number_first[self.p_number[target]]
        words: cython.Py_ssize_t = self.words
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        column: cython.Py_ssize_t
        room: cython.ulonglong = 0
        full: cython.ulonglong
        whole: cython.bint = True
        answer: cython.int
        for w in range(words):
            self.union[w] = 0
            self.common[w] = ALL
        for j in range(width):
            column = self.column_of[self.p_support[start + j]]
            if column < 0:
                column = self._add_column(self.p_support[start + j])
            if self.rounded[base + j] >= self.covered[column]:
                self.flow.tick(j)
                return False
            column *= words
            if (self.column[column + (self.heaviest >> 6)] >> (self.heaviest & 63)) & 1:
                room += self.rounded[base + j] + 1
            for w in range(words):
                self.union[w] |= self.column[column + w]
                self.common[w] &= self.column[column + w]
        self.flow.tick(width * words)
        if self.heaviest_mass >= room:
            return False
        full = ALL
        for w in range(words):
            if w == words - 1:
                full = ALL >> (64 * words - self.merged)
            if self.union[w] != full:
                return False
            whole = whole and self.common[w] == full
        if whole or self._is_straight(target):
            return True
        self._sort_outcomes(start, width)
        answer = self._judge_nested(start, width, base)
        return self._has_flow(target) if answer < 0 else answer

    def _judge_nested(self, start, width, base):
        """If each column is a part of the next one, it is enough to compare sums: of the first outcomes of P with what
        is in the largest of their columns. -1 if they are not nested, or if rounding leaves it open."""
        k: cython.Py_ssize_t
        w: cython.Py_ssize_t
        column: cython.Py_ssize_t
        before: cython.Py_ssize_t = -1
        mass: cython.ulonglong = 0
        error: cython.ulonglong = self.spread[self.d + 1] - self.spread[self.d]
        sure: cython.bint = True
        for k in range(width):
            column = self.column_of[self.p_support[start + self.problem.order[k]]]
            if before >= 0:
                for w in range(self.words):
                    if self.column[before * self.words + w] & ~self.column[column * self.words + w]:
                        return -1
            if self.column_size[column] == self.merged:
                break
            mass += self.rounded[base + self.problem.order[k]]
            if mass >= self.covered[column]:
                return 0
            sure = sure and mass + k + 1 + error <= self.covered[column]
            before = column
        return 1 if sure else -1

    def _add_column(self, p):
        """Which of the merged rows have the state `p` of P: bits, and a bound on the mass of these rows together."""
        words: cython.Py_ssize_t = self.words
        base: cython.Py_ssize_t = self.columns * words
        covered: cython.ulonglong = 0
        size: cython.int = 0
        bit: cython.ulonglong
        g: cython.Py_ssize_t
        self.flow.tick(self.merged)
        if self.columns == len(self.covered):
            self.watch.check_room(24 * self.columns)
            self.covered = _extended(self.covered, self.columns)
            self.column_state = doubled(self.column_state, self.columns, self.watch)
            self.column_size = doubled(self.column_size, self.columns, self.watch)
        if base + words > len(self.column):
            self.watch.check_room(16 * (base + words))
            self.column = _extended(self.column, base + words)
        for g in range(words):
            self.column[base + g] = 0
        for g in range(self.merged):
            bit = self.rows.has(self.merged_row[g], p)
            self.column[base + (g >> 6)] |= bit << (g & 63)
            covered += bit * self.merged_bound[g]
            size += bit
        self.covered[self.columns] = covered
        self.column_size[self.columns] = size
        self.column_state[self.columns] = p
        self.column_of[p] = self.columns
        self.columns += 1
        return self.columns - 1

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
        column: cython.Py_ssize_t
        self.flow.begin(width, self.merged)
        for j in range(width):
            column = self.column_of[self.p_support[start + self.problem.order[j]]] * self.words
            for w in range(self.words):
                self.flow.mask[j * self.words + w] = self.column[column + w]
        return self.problem.is_feasible(self.number[self.d], self.p_number[target])

    def _sort_outcomes(self, start, width):
        """The outcomes of P in the order of how many of the merged rows have them."""
        j: cython.Py_ssize_t
        size: cython.int
        for j in range(self.merged + 2):
            self.place[j] = 0
        for j in range(width):
            self.place[self.column_size[self.column_of[self.p_support[start + j]]] + 1] += 1
        for j in range(self.merged):
            self.place[j + 1] += self.place[j]
        for j in range(width):
            size = self.column_size[self.column_of[self.p_support[start + j]]]
            self.problem.order[self.place[size]] = j
            self.place[size] += 1
        return 0


def _extended(old, wanted):
    """A copy with room for so many words and as many again."""
    new: cython.ulonglong[::1] = array("Q", [0]) * (2 * wanted)
    new[: len(old)] = old
    return new
