# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Partition refinement by signatures, compiled (Blom and Orzan, 2002; the smaller parts get the new numbers: Hopcroft).

The signature of a state is its block and the set of its moves, each an action and the image of its target: a block, or
a distribution over blocks. States of a block with different signatures are put apart. Then only those states need to be
looked at again whose moves lead to a state that has a new number, and these differ from the rest of their block.

Of the parts of a block the largest keeps the number. So a state gets a new number at most log n times.

Silent actions are all one, and a silent move that stays in its block does not count.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import grown
    from symag.model.sequences import Sequences, sort_words

__all__ = ["Signatures"]

TICK = 4096
"""Moves and outcomes after which the watch gets the work; sixteen of them count as one unit."""
LOW = 0xFFFFFFFF


@cython.final
@cython.cclass
class Signatures:
    """The partition of a model's states; `refine` makes it the coarsest bisimulation."""

    states: cython.Py_ssize_t
    actions: cython.Py_ssize_t
    first: cython.const[cython.int][::1]
    action: cython.const[cython.int][::1]
    target: cython.const[cython.int][::1]
    spread: cython.const[cython.int][::1]
    support: cython.const[cython.int][::1]
    vector: cython.const[cython.int][::1]
    silent: cython.uchar[::1]
    has_silent: cython.bint
    # where a state is reached from: sources of moves; distributions, and who uses these
    source_first: cython.int[::1]
    source: cython.int[::1]
    around_first: cython.int[::1]
    around: cython.int[::1]
    user_first: cython.int[::1]
    user: cython.int[::1]
    # the partition: block b has the members members[begin[b]] .. members[end[b]-1]
    block_of: cython.int[::1]
    members: cython.int[::1]
    place: cython.int[::1]
    begin: cython.int[::1]
    end: cython.int[::1]
    blocks: cython.Py_ssize_t
    # what is to be looked at in this round
    dirty: cython.int[::1]
    dirty_count: cython.Py_ssize_t
    is_dirty: cython.uchar[::1]
    changed: cython.int[::1]
    changed_count: cython.Py_ssize_t
    is_changed: cython.uchar[::1]
    moved: cython.int[::1]
    moved_count: cython.Py_ssize_t
    # groups of one round: states of one block with one signature
    table: Sequences
    group_of: cython.int[::1]
    group_first: cython.int[::1]
    ordered: cython.int[::1]
    largest: cython.int[::1]
    touched: cython.int[::1]
    scratch: cython.ulonglong[::1]
    words: cython.int[::1]
    # distributions over blocks
    image: cython.int[::1]
    images: Sequences
    patterns: Sequences
    pattern_vector: cython.int[::1]
    add_up: object
    watch: object
    work: cython.Py_ssize_t

    def __init__(self, model, silent, add_up, watch):
        """`silent` marks actions. `add_up(v, places)` numbers the vector that `v` becomes if shares are added up."""
        states = len(model.first) - 1
        distributions = len(model.vector)
        watch.check_room(4 * (12 * states + 2 * len(model.target) + 6 * distributions + len(model.support)))
        self.states, self.actions = states, len(model.actions)
        self.first, self.action, self.target = model.first, model.action, model.target
        self.spread, self.support, self.vector = model.spread, model.support, model.vector
        self.silent, self.has_silent = silent, 1 in silent
        self.add_up, self.watch, self.work = add_up, watch, 0
        self.block_of = array("i", [0]) * states
        self.members, self.place = array("i", range(states)), array("i", range(states))
        self.begin, self.end = array("i", [0]) * states, array("i", [states]) * states
        self.blocks = 1
        self.dirty, self.dirty_count = array("i", range(states)), states
        self.is_dirty = bytearray(states)
        self.changed, self.changed_count = array("i", range(distributions)), distributions
        self.is_changed = bytearray(distributions)
        self.moved, self.moved_count = array("i", [0]) * states, 0
        self.table = Sequences(watch)
        self.group_of, self.group_first = array("i", [0]) * states, array("i", [0]) * (states + 2)
        self.ordered, self.touched = array("i", [0]) * states, array("i", [0]) * states
        self.largest = array("i", [-1]) * states
        self.scratch, self.words = array("Q", [0]) * 64, array("i", [0]) * 64
        self.image = array("i", [0]) * distributions
        self.images, self.patterns = Sequences(watch), Sequences(watch)
        self.pattern_vector = array("i", [0]) * 64
        self.source_first, self.source = self._inverted(False)
        self.user_first, self.user = self._inverted(True)
        self._find_distributions(distributions)

    def refine(self):
        """Split blocks until no state differs from its block; the block of each state, numbered as they occur."""
        k: cython.Py_ssize_t
        while self.dirty_count > 0 and self.blocks < self.states:
            for k in range(self.changed_count):
                self.is_changed[self.changed[k]] = 0
                self._push(self.changed[k])
            self._group()
            self._split()
            self._look_back()
            self._tick(self.moved_count)
        return self._numbered()

    def _inverted(self, by_distribution: cython.bint):
        """For each state, or for each distribution, the sources of the moves that lead there."""
        size: cython.Py_ssize_t = len(self.vector) if by_distribution else self.states
        starts = array("i", [0]) * (size + 1)
        start: cython.int[::1] = starts
        s: cython.Py_ssize_t
        t: cython.Py_ssize_t
        goal: cython.Py_ssize_t
        for t in range(len(self.target)):
            if (self.target[t] < 0) == by_distribution:
                start[~self.target[t] if by_distribution else self.target[t]] += 1
        total: cython.Py_ssize_t = 0
        for s in range(size + 1):
            total += start[s]
            start[s] = total
        found = array("i", [0]) * total
        sources: cython.int[::1] = found
        for s in range(self.states - 1, -1, -1):
            for t in range(self.first[s], self.first[s + 1]):
                if (self.target[t] < 0) == by_distribution:
                    goal = ~self.target[t] if by_distribution else self.target[t]
                    start[goal] -= 1
                    sources[start[goal]] = s
            self._tick(self.first[s + 1] - self.first[s])
        return starts, found

    @cython.cfunc
    def _find_distributions(self, distributions: cython.Py_ssize_t) -> cython.int:
        """For each state, the distributions that have it as an outcome."""
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        start: cython.int[::1] = array("i", [0]) * (self.states + 1)
        self.around_first, self.around = start, array("i", [0]) * len(self.support)
        for i in range(len(self.support)):
            start[self.support[i]] += 1
        for i in range(1, self.states + 1):
            start[i] += start[i - 1]
        for d in range(distributions):
            for i in range(self.spread[d], self.spread[d + 1]):
                start[self.support[i]] -= 1
                self.around[start[self.support[i]]] = d
            self._tick(self.spread[d + 1] - self.spread[d])
        return 0

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.blocks)
            self.work = 0
        return 0

    @cython.cfunc
    def _room(self, wanted: cython.Py_ssize_t) -> cython.int:
        """Room for so many codes, and twice as many words and two."""
        if wanted > len(self.scratch):
            self.watch.check_room(32 * wanted)
            self.scratch = array("Q", [0]) * (2 * wanted)
        if 2 * wanted + 2 > len(self.words):
            self.words = grown(self.words, 0, 2 * wanted + 2, 0, self.watch)
        return 0

    @cython.cfunc
    def _push(self, d: cython.Py_ssize_t) -> cython.int:
        """The image of a distribution: a block, or the complement of its number among the images."""
        begin: cython.Py_ssize_t = self.spread[d]
        width: cython.Py_ssize_t = self.spread[d + 1] - begin
        kept: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        block: cython.ulonglong
        self._room(width)
        self._tick(width)
        for i in range(width):
            block = self.block_of[self.support[begin + i]]
            self.scratch[i] = block << 32 | i
        sort_words(self.scratch, width)
        self.words[0] = self.vector[d]
        for i in range(width):
            if i > 0 and self.scratch[i] >> 32 != self.scratch[i - 1] >> 32:
                kept += 1
            self.words[1 + (self.scratch[i] & LOW)] = kept
        if kept == 0:
            self.image[d] = self.scratch[0] >> 32
            return 0
        pattern: cython.Py_ssize_t = self.patterns.count
        found: cython.Py_ssize_t = self.patterns.intern(self.words, width + 1)
        if found == pattern:
            if found == len(self.pattern_vector):
                self.pattern_vector = grown(self.pattern_vector, found, found, 0, self.watch)
            self.pattern_vector[found] = self.add_up(self.vector[d], [self.words[1 + i] for i in range(width)])
        self.words[0] = self.pattern_vector[found]
        kept = 0
        for i in range(width):
            if i == 0 or self.scratch[i] >> 32 != self.scratch[i - 1] >> 32:
                kept += 1
                self.words[kept] = self.scratch[i] >> 32
        self.image[d] = ~self.images.intern(self.words, kept + 1)
        return 0

    @cython.cfunc
    def _group(self) -> cython.int:
        """Give each state that is to be looked at the number of its signature in this round."""
        k: cython.Py_ssize_t
        s: cython.Py_ssize_t
        kept: cython.Py_ssize_t = 0
        self.table.clear()
        for k in range(self.dirty_count):
            s = self.dirty[k]
            self.is_dirty[s] = 0
            if self.end[self.block_of[s]] - self.begin[self.block_of[s]] > 1:
                self.dirty[kept] = s
                self.group_of[kept] = self._signature(s)
                kept += 1
        self.dirty_count = kept
        return 0

    @cython.cfunc
    def _signature(self, s: cython.Py_ssize_t) -> cython.Py_ssize_t:
        begin: cython.Py_ssize_t = self.first[s]
        count: cython.Py_ssize_t = 0
        used: cython.Py_ssize_t = 1
        i: cython.Py_ssize_t
        goal: cython.int
        label: cython.ulonglong
        self._room(self.first[s + 1] - begin)
        self._tick(1 + self.first[s + 1] - begin)
        for i in range(begin, self.first[s + 1]):
            goal = self.target[i]
            goal = self.block_of[goal] if goal >= 0 else self.image[~goal]
            label = self.action[i]
            if self.silent[label]:
                if goal == self.block_of[s]:
                    continue
                label = self.actions
            self.scratch[count] = label << 32 | (cython.cast(cython.longlong, goal) & LOW)
            count += 1
        sort_words(self.scratch, count)
        self.words[0] = self.block_of[s]
        for i in range(count):
            if i == 0 or self.scratch[i] != self.scratch[i - 1]:
                self.words[used] = self.scratch[i] >> 32
                self.words[used + 1] = _signed(self.scratch[i] & LOW)
                used += 2
        return self.table.intern(self.words, used)

    @cython.cfunc
    def _split(self) -> cython.int:
        """Make blocks of the groups. The largest part of a block, or what was not looked at, keeps the number."""
        k: cython.Py_ssize_t
        g: cython.Py_ssize_t
        size: cython.Py_ssize_t
        block: cython.int
        touched: cython.Py_ssize_t = 0
        groups: cython.Py_ssize_t = self.table.count
        self._order(groups)
        self.moved_count = 0
        for g in range(groups):
            block = self.table.words[self.table.first[g]]
            size = self.group_first[g + 1] - self.group_first[g]
            if self.largest[block] < 0:
                self.touched[touched] = block
                touched += 1
                self.largest[block] = g
            elif size > self.group_first[self.largest[block] + 1] - self.group_first[self.largest[block]]:
                self.largest[block] = g
        for g in range(groups):
            block = self.table.words[self.table.first[g]]
            if self.largest[block] != g:
                self._cut(block, g)
        for k in range(touched):
            block = self.touched[k]
            g = self.largest[block]
            self.largest[block] = -1
            size = self.group_first[g + 1] - self.group_first[g]
            if 2 * size > self.end[block] - self.begin[block]:
                self._cut_rest(block, g)
            else:
                self._cut(block, g)
        return 0

    @cython.cfunc
    def _order(self, groups: cython.Py_ssize_t) -> cython.int:
        """The states that were looked at, group by group."""
        k: cython.Py_ssize_t
        g: cython.Py_ssize_t
        for g in range(groups + 1):
            self.group_first[g] = 0
        for k in range(self.dirty_count):
            self.group_first[self.group_of[k]] += 1
        for g in range(1, groups + 1):
            self.group_first[g] += self.group_first[g - 1]
        for k in range(self.dirty_count - 1, -1, -1):
            g = self.group_of[k]
            self.group_first[g] -= 1
            self.ordered[self.group_first[g]] = self.dirty[k]
        return 0

    @cython.cfunc
    def _cut(self, block: cython.int, g: cython.Py_ssize_t) -> cython.int:
        """The group becomes a block of its own."""
        k: cython.Py_ssize_t
        s: cython.int
        self.end[self.blocks] = self.end[block]
        self._to_the_end(block, g)
        self.begin[self.blocks] = self.end[block]
        for k in range(self.group_first[g], self.group_first[g + 1]):
            s = self.ordered[k]
            self.block_of[s] = self.blocks
            self.moved[self.moved_count] = s
            self.moved_count += 1
        self.blocks += 1
        return 0

    @cython.cfunc
    def _cut_rest(self, block: cython.int, g: cython.Py_ssize_t) -> cython.int:
        """What is not in the group becomes a block of its own, if there is anything."""
        k: cython.Py_ssize_t
        s: cython.int
        end: cython.int = self.end[block]
        if self.group_first[g + 1] - self.group_first[g] == end - self.begin[block]:
            return 0
        self._to_the_end(block, g)
        self.begin[self.blocks], self.end[self.blocks] = self.begin[block], self.end[block]
        self.begin[block], self.end[block] = self.end[block], end
        for k in range(self.begin[self.blocks], self.end[self.blocks]):
            s = self.members[k]
            self.block_of[s] = self.blocks
            self.moved[self.moved_count] = s
            self.moved_count += 1
        self.blocks += 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _to_the_end(self, block: cython.int, g: cython.Py_ssize_t) -> cython.void:
        """Move the group to the end of its block, and the end before it."""
        k: cython.Py_ssize_t
        last: cython.int = self.end[block]
        s: cython.int
        other: cython.int
        for k in range(self.group_first[g], self.group_first[g + 1]):
            s = self.ordered[k]
            last -= 1
            other = self.members[last]
            self.members[self.place[s]], self.place[other] = other, self.place[s]
            self.members[last], self.place[s] = s, last
        self.end[block] = last

    @cython.cfunc
    def _look_back(self) -> cython.int:
        """What may differ from its block now that these states have new numbers."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        s: cython.Py_ssize_t
        self.dirty_count = self.changed_count = 0
        for k in range(self.moved_count):
            s = self.moved[k]
            if self.has_silent:  # a move that stayed in the block may lead out of it now
                self._note(s)
            for i in range(self.source_first[s], self.source_first[s + 1]):
                self._note(self.source[i])
            self._tick(1 + self.source_first[s + 1] - self.source_first[s])
            for i in range(self.around_first[s], self.around_first[s + 1]):
                self._note_distribution(self.around[i])
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _note(self, s: cython.Py_ssize_t) -> cython.void:
        if not self.is_dirty[s]:
            self.is_dirty[s] = 1
            self.dirty[self.dirty_count] = s
            self.dirty_count += 1

    @cython.cfunc
    def _note_distribution(self, d: cython.Py_ssize_t) -> cython.int:
        i: cython.Py_ssize_t
        self._tick(1)
        if not self.is_changed[d]:
            self.is_changed[d] = 1
            self.changed[self.changed_count] = d
            self.changed_count += 1
            for i in range(self.user_first[d], self.user_first[d + 1]):
                self._note(self.user[i])
            self._tick(self.user_first[d + 1] - self.user_first[d])
        return 0

    def _numbered(self):
        """The block of each state, and the first member of each block; blocks are numbered as they occur."""
        found = array("i", [0]) * self.states
        members = array("i", [0]) * self.blocks
        block_of: cython.int[::1] = found
        first_member: cython.int[::1] = members
        number: cython.int[::1] = array("i", [-1]) * self.blocks
        count: cython.int = 0
        s: cython.Py_ssize_t
        for s in range(self.states):
            if number[self.block_of[s]] < 0:
                number[self.block_of[s]] = count
                first_member[count] = s
                count += 1
            block_of[s] = number[self.block_of[s]]
        return found, members


@cython.cfunc
@cython.exceptval(check=False)
def _signed(word: cython.ulonglong) -> cython.int:
    """The 32 bits as an integer with a sign."""
    number: cython.longlong = word
    return cython.cast(cython.int, number if number < (1 << 31) else number - (cython.cast(cython.longlong, 1) << 32))
