# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Trace inclusion by antichains, compiled (De Wulf, Doyen, Henzinger, Raskin, CAV 2006).

The search visits pairs of a state of the system and the set of the specification's states in which it may be after the
same trace. A pair is left out if the same state was visited with a subset: what is allowed from the smaller set is
allowed from the larger one. So the sets that remain at a state, the smallest ones, are an antichain.

Breadth first, and a pair is left out for one that was found before it; so the first violation is a shortest one. A pair
gives way to a smaller one that is found later: it is not expanded if both are as far from the start.

Sets are closed under hidden moves. They are numbered, and what comes after a set by an action is computed once. Members
are in no order: sets are compared by marks, after a *signature* of 64 bits, one bit for each class of states, has not
told them apart.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import doubled
    from symag.model.interner import Interner
    from symag.traces.successors import Successors

__all__ = ["Antichain"]

MIX = 0x9E3779B97F4A7C15  # 2^64 / golden ratio
MASK = 0xFFFFFFFFFFFFFFFF
TICK = 4096
"""Moves and members after which the watch gets the work; sixteen of them count as one unit."""
NOTHING = -2
"""What comes after a set by an action that none of its members can do."""


@cython.final
@cython.cclass
class Antichain:
    """`run` visits pairs until the specification cannot follow, or all that matter were visited; `known` says how far
    it has come."""

    # the system: its states, and their moves from when they were first asked for
    successors: Successors
    states: Interner
    meaning: cython.int[::1]
    row_begin: cython.int[::1]
    row_end: cython.int[::1]
    row_label: cython.int[::1]
    row_target: cython.int[::1]
    row_count: cython.Py_ssize_t
    # the specification
    first: cython.const[cython.int][::1]
    action: cython.const[cython.int][::1]
    target: cython.const[cython.int][::1]
    actions: cython.Py_ssize_t
    # sets of its states: set u has the members set_first[u] .. set_first[u+1]-1
    sets: cython.Py_ssize_t
    set_first: cython.int[::1]
    members: cython.int[::1]
    signature: cython.ulonglong[::1]
    set_hash: cython.ulonglong[::1]
    set_slots: cython.int[::1]
    answers: Interner
    mark: cython.int[::1]
    marks: cython.int
    marked: cython.Py_ssize_t
    # pairs, in the order of discovery; those of one state are linked, as long as they are minimal
    pairs: cython.Py_ssize_t
    expanded: cython.Py_ssize_t
    level_end: cython.Py_ssize_t
    pair_state: cython.int[::1]
    pair_set: cython.int[::1]
    pair_parent: cython.int[::1]
    pair_label: cython.int[::1]
    pair_next: cython.int[::1]
    head: cython.int[::1]
    found_label: cython.int
    found_state: cython.Py_ssize_t
    watch: object
    # moves, members of sets and comparisons: those that the watch was not told of, and all
    work: cython.Py_ssize_t
    total: cython.Py_ssize_t
    max_states: cython.Py_ssize_t

    def __init__(self, successors, initial, specification, meaning, watch):
        """`meaning` gives, for an action of the system, that of the specification, or -1 if it knows it not."""
        self.watch, self.work, self.total = watch, 0, 0
        self.successors = successors
        self.states = Interner(successors.width, watch)
        self.meaning = meaning
        self.first, self.action, self.target = specification.first, specification.action, specification.target
        self.actions = len(specification.actions)
        self.row_begin, self.row_end = array("i", [-1]) * 64, array("i", [0]) * 64
        self.row_label, self.row_target = array("i", [0]) * 64, array("i", [0]) * 64
        self.row_count = 0
        self.sets = 0
        self.set_first, self.members = array("i", [0]) * 64, array("i", [0]) * 64
        self.signature, self.set_hash = array("Q", [0]) * 64, array("Q", [0]) * 64
        self.set_slots = array("i", [-1]) * 128
        self.answers = Interner(1, watch)
        self.mark, self.marks, self.marked = array("i", [0]) * max(1, specification.num_states), 0, -1
        self.pairs, self.expanded, self.level_end = 0, 0, 0
        self.pair_state, self.pair_set = array("i", [0]) * 64, array("i", [0]) * 64
        self.pair_parent, self.pair_label = array("i", [0]) * 64, array("i", [0]) * 64
        self.pair_next, self.head = array("i", [0]) * 64, array("i", [-1]) * 64
        self.found_label, self.found_state = -1, -1
        limit = watch.limits.max_states
        self.max_states = (1 << 31) - 2 if limit is None else min(limit, (1 << 31) - 2)
        watch.check("refining")
        self._start(initial, specification.initial)

    @cython.cfunc
    def _start(self, initial: cython.ulonglong[::1], p: cython.int) -> cython.int:
        """The first pair: both at their beginning."""
        self._fresh_marks()
        self._collect(self.set_first[0], p)
        self._visit(self._state(initial, 0), self._close_and_number(1), -1, -1)
        return 0

    def run(self, cap: cython.Py_ssize_t):
        """Visit pairs until so much work was done or none is left. Is there a move that the specification cannot
        follow?"""
        while self.expanded < self.pairs and self.total < cap:
            if self.expanded == self.level_end:
                self.level_end = self.pairs
            if self.pair_next[self.expanded] > -3 and self._expand(self.expanded):
                return True
            self.expanded += 1
        return False

    def known(self):
        """How many pairs were visited, how many of them expanded, how many states of the system there are, and how much
        work it was."""
        return self.pairs, self.expanded, self.states.count, self.total

    def __len__(self):
        """How many sets there are."""
        return self.sets

    def path(self):
        """How the search came to the violation: the codes of the states, and the actions."""
        codes, labels = array("Q"), [self.found_label]
        visited = [self.found_state]
        pair: cython.Py_ssize_t = self.expanded
        while pair >= 0:
            visited.append(self.pair_state[pair])
            labels.append(self.pair_label[pair])
            pair = self.pair_parent[pair]
            self.watch.tick()
        for state in reversed(visited):
            codes.extend(self.states.keys[state * self.states.width : (state + 1) * self.states.width])
        labels.pop()
        return codes, labels[::-1]

    def related(self):
        """What is left when nothing was found: pairs of a state's code and a set, as two arrays, and the moves that
        they have in all."""
        codes, sets = array("Q"), array("i")
        width: cython.Py_ssize_t = self.states.width
        moves: cython.longlong = 0
        s: cython.Py_ssize_t
        w: cython.Py_ssize_t
        pair: cython.Py_ssize_t
        for s in range(self.states.count):
            pair = self.head[s]
            while pair >= 0:
                for w in range(width):
                    codes.append(self.states.keys[s * width + w])
                sets.append(self.pair_set[pair])
                moves += self.row_end[s] - self.row_begin[s]
                pair = self.pair_next[pair]
                self._tick(4)
        return codes, sets, moves

    def __getitem__(self, number: cython.Py_ssize_t):
        """The states of the specification in a set."""
        if not 0 <= number < self.sets:
            raise IndexError(number)
        begin: cython.Py_ssize_t = self.set_first[number]
        end: cython.Py_ssize_t = self.set_first[number + 1]
        self.watch.tick(end - begin)
        return sorted(self.members[begin:end])

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        self.work += work
        self.total += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.pairs)
            self.work = 0
        return 0

    # the system

    @cython.cfunc
    def _state(self, codes: cython.ulonglong[::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of the system's state with this code."""
        number: cython.Py_ssize_t
        known: cython.Py_ssize_t = self.states.count
        number = self.states.intern_at(codes, at)
        if number == known:
            if number == len(self.head):
                self.head = doubled(self.head, number, self.watch)
                self.row_begin = doubled(self.row_begin, number, self.watch)
                self.row_end = doubled(self.row_end, number, self.watch)
            self.head[number] = -1
            self.row_begin[number] = -1
        return number

    @cython.cfunc
    def _row(self, state: cython.Py_ssize_t) -> cython.int:
        """Compute the moves of a state."""
        k: cython.Py_ssize_t
        width: cython.Py_ssize_t = self.states.width
        code: cython.ulonglong[::1] = self.states.keys[state * width : (state + 1) * width]
        self.successors.used = 0
        self.successors.expand(code, 0)
        self.row_begin[state] = self.row_count
        self._tick(self.successors.used)
        for k in range(self.successors.used):
            if self.row_count == len(self.row_label):
                if self.row_count > 1 << 30:
                    raise OverflowError("a model can have at most 2^31 transitions")
                self.row_label = doubled(self.row_label, self.row_count, self.watch)
                self.row_target = doubled(self.row_target, self.row_count, self.watch)
            self.row_label[self.row_count] = self.successors.labels[k]
            self.row_target[self.row_count] = self._state(self.successors.codes, k * width)
            self.row_count += 1
        self.row_end[state] = self.row_count
        return 0

    # sets of the specification's states

    @cython.cfunc
    def _fresh_marks(self) -> cython.int:
        p: cython.Py_ssize_t
        self.marked = -1
        self.marks += 1
        if self.marks == 0x7FFFFFFF:
            for p in range(len(self.mark)):
                self.mark[p] = 0
            self.marks = 1
        return 0

    @cython.cfunc
    def _collect(self, at: cython.Py_ssize_t, p: cython.int) -> cython.int:
        """Mark a state, and put it behind the members of all sets."""
        if at == len(self.members):
            if at > 1 << 30:
                raise OverflowError("the sets of the specification's states have more than 2^30 members in all")
            self.members = doubled(self.members, at, self.watch)
        self.mark[p] = self.marks
        self.members[at] = p
        return 0

    @cython.cfunc
    def _after(self, number: cython.Py_ssize_t, label: cython.int) -> cython.Py_ssize_t:
        """The set after this one by an action of the specification; NOTHING if it is empty."""
        answer: cython.Py_ssize_t
        found: cython.Py_ssize_t
        self.answers.probe[0] = number * self.actions + label
        answer = self.answers.intern()
        found = self.answers.values[answer]
        if found == -1:
            found = self._successors_of(number, label)
            self.answers.values[answer] = found
        return found

    @cython.cfunc
    def _successors_of(self, number: cython.Py_ssize_t, label: cython.int) -> cython.Py_ssize_t:
        begin: cython.Py_ssize_t = self.set_first[self.sets]
        count: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        t: cython.Py_ssize_t
        end: cython.Py_ssize_t
        self._fresh_marks()
        for k in range(self.set_first[number], self.set_first[number + 1]):
            t = self._find(self.members[k], label)
            end = self.first[self.members[k] + 1]
            while t < end and self.action[t] == label:
                if self.mark[self.target[t]] != self.marks:
                    self._collect(begin + count, self.target[t])
                    count += 1
                t += 1
        self._tick(self.set_first[number + 1] - self.set_first[number] + count)
        return self._close_and_number(count) if count else NOTHING

    @cython.cfunc
    @cython.exceptval(check=False)
    def _find(self, p: cython.Py_ssize_t, label: cython.int) -> cython.Py_ssize_t:
        """The first move of a state of the specification by this action or a later one."""
        low: cython.Py_ssize_t = self.first[p]
        high: cython.Py_ssize_t = self.first[p + 1]
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if self.action[middle] < label:
                low = middle + 1
            else:
                high = middle
        return low

    @cython.cfunc
    def _close_and_number(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of the set of the states that were collected, closed under hidden moves."""
        begin: cython.Py_ssize_t = self.set_first[self.sets]
        k: cython.Py_ssize_t = 0
        p: cython.Py_ssize_t
        t: cython.Py_ssize_t
        mixed: cython.ulonglong
        total: cython.ulonglong = 0
        bits: cython.ulonglong = 0
        one: cython.ulonglong = 1
        while k < count:
            p = self.members[begin + k]
            t = self.first[p]
            while t < self.first[p + 1] and self.action[t] == 0:
                if self.mark[self.target[t]] != self.marks:
                    self._collect(begin + count, self.target[t])
                    count += 1
                t += 1
            mixed = p + 1
            mixed = (mixed * MIX) & MASK
            bits |= one << (mixed >> 58)
            total = (total + ((mixed ^ (mixed >> 29)) * MIX)) & MASK
            k += 1
        self._tick(count)
        return self._number(count, total, bits)

    @cython.cfunc
    def _number(self, count: cython.Py_ssize_t, total: cython.ulonglong, bits: cython.ulonglong) -> cython.Py_ssize_t:
        """The number of the set that was collected, a new one if it was not known. Its members are marked."""
        room: cython.Py_ssize_t = len(self.set_slots) - 1
        slot: cython.Py_ssize_t = (total ^ (total >> 32)) & room
        number: cython.Py_ssize_t
        while self.set_slots[slot] >= 0:
            number = self.set_slots[slot]
            if self.set_hash[number] == total and self._is_same(number, count):
                self.marked = number
                return number
            slot = (slot + 1) & room
        number = self.sets
        self.set_slots[slot] = number
        self.set_hash[number] = total
        self.signature[number] = bits
        self.sets += 1
        if self.sets + 1 == len(self.set_first):
            self._grow_sets()
        self.set_first[self.sets] = self.set_first[number] + count
        self.marked = number
        return number

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_same(self, number: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.bint:
        """Is this the set of the so many states that are marked?"""
        return self.set_first[number + 1] - self.set_first[number] == count and self._all_marked(number)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _all_marked(self, number: cython.Py_ssize_t) -> cython.bint:
        k: cython.Py_ssize_t
        for k in range(self.set_first[number], self.set_first[number + 1]):
            if self.mark[self.members[k]] != self.marks:
                return False
        return True

    @cython.cfunc
    def _grow_sets(self) -> cython.int:
        """Room for twice as many sets."""
        k: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        room: cython.Py_ssize_t = len(self.set_first)
        self.set_first = doubled(self.set_first, room, self.watch)
        self.watch.check_room(48 * room)
        signature: cython.ulonglong[::1] = array("Q", [0]) * (2 * room)
        signature[:room] = self.signature
        set_hash: cython.ulonglong[::1] = array("Q", [0]) * (2 * room)
        set_hash[:room] = self.set_hash
        self.signature, self.set_hash = signature, set_hash
        self.set_slots = array("i", [-1]) * (4 * room)
        for k in range(self.sets):
            slot = (set_hash[k] ^ (set_hash[k] >> 32)) & (4 * room - 1)
            while self.set_slots[slot] >= 0:
                slot = (slot + 1) & (4 * room - 1)
            self.set_slots[slot] = k
        return 0

    @cython.cfunc
    def _is_subset(self, one: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
        """Are all members of one set members of the other, which differs from it?"""
        k: cython.Py_ssize_t
        size: cython.Py_ssize_t = self.set_first[one + 1] - self.set_first[one]
        if self.signature[one] & ~self.signature[other] != 0:
            return False
        if size >= self.set_first[other + 1] - self.set_first[other]:
            return False
        if self.marked != other:
            self._fresh_marks()
            for k in range(self.set_first[other], self.set_first[other + 1]):
                self.mark[self.members[k]] = self.marks
            self.marked = other
            self._tick(self.set_first[other + 1] - self.set_first[other])
        self._tick(size // 4)
        return self._all_marked(one)

    # pairs

    @cython.cfunc
    def _expand(self, pair: cython.Py_ssize_t) -> cython.bint:
        """Visit what comes after a pair. Is there a move that the specification cannot follow?"""
        state: cython.Py_ssize_t = self.pair_state[pair]
        number: cython.Py_ssize_t = self.pair_set[pair]
        t: cython.Py_ssize_t
        after: cython.Py_ssize_t
        label: cython.int
        if self.row_begin[state] < 0:
            self._row(state)
        self._tick(4 + self.row_end[state] - self.row_begin[state])
        for t in range(self.row_begin[state], self.row_end[state]):
            label = self.meaning[self.row_label[t]]
            after = number if label < 0 else self._after(number, label)
            if after == NOTHING:
                self.found_label, self.found_state = self.row_label[t], self.row_target[t]
                return True
            self._visit(self.row_target[t], after, pair, self.row_label[t])
        return False

    @cython.cfunc
    def _visit(
        self, state: cython.Py_ssize_t, number: cython.Py_ssize_t, parent: cython.Py_ssize_t, label: cython.int
    ) -> cython.int:
        """A new pair, unless one of the same state with a subset is known; those with a larger set give way."""
        pair: cython.Py_ssize_t = self.head[state]
        before: cython.Py_ssize_t = -1
        after: cython.Py_ssize_t
        known: cython.Py_ssize_t
        while pair >= 0:
            known = self.pair_set[pair]
            if known == number or self._is_subset(known, number):
                return 0
            pair = self.pair_next[pair]
            self._tick(1)
        pair = self.head[state]
        while pair >= 0:
            after = self.pair_next[pair]
            if self._is_subset(number, self.pair_set[pair]):
                if before < 0:
                    self.head[state] = after
                else:
                    self.pair_next[before] = after
                self.pair_next[pair] = -3 if pair >= self.level_end else -2
            else:
                before = pair
            pair = after
        self._add(state, number, parent, label)
        return 0

    @cython.cfunc
    def _add(
        self, state: cython.Py_ssize_t, number: cython.Py_ssize_t, parent: cython.Py_ssize_t, label: cython.int
    ) -> cython.int:
        pair: cython.Py_ssize_t = self.pairs
        if pair == self.max_states:
            self.watch.check_states(pair + 1, "refining")
            raise OverflowError("a search can visit at most 2^31 - 2 pairs")
        if pair == len(self.pair_state):
            self.pair_state = doubled(self.pair_state, pair, self.watch)
            self.pair_set = doubled(self.pair_set, pair, self.watch)
            self.pair_parent = doubled(self.pair_parent, pair, self.watch)
            self.pair_label = doubled(self.pair_label, pair, self.watch)
            self.pair_next = doubled(self.pair_next, pair, self.watch)
        self.pair_state[pair], self.pair_set[pair] = state, number
        self.pair_parent[pair], self.pair_label[pair] = parent, label
        self.pair_next[pair] = self.head[state]
        self.head[state] = pair
        self.pairs += 1
        return 0
