# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The subset construction of `symag.operators.weakest`, compiled.

A *pair* is a state of the components and one of the safety LTS. Letters are numbered from 1; 0 is a hidden move. A
letter is *joint* if the components know it, and *alone* if only the safety LTS does. A set cannot do a joint letter if
none of its pairs can: nothing happens, and nothing is forbidden ever after. An alone letter is forbidden if it is in
one of the pairs. What is forbidden has no move, so a safety LTS that allows little has few.
"""

from array import array

import cython

from symag.errors import LimitReached

if not cython.compiled:
    from symag.model.growth import grown
    from symag.model.interner import Interner
    from symag.model.sequences import Sequences, sort_words

__all__ = ["PairSets", "in_order_of_discovery"]

TICK = 4096
"""Moves and members after which the watch gets the work; sixteen of them count as one unit."""
ERROR = -1
LOW = 0xFFFFFFFF
MOST = 1 << 30


@cython.final
@cython.cclass
class PairSets:
    """`explore` finds the pairs, `determinise` makes the automaton of their sets."""

    first: cython.const[cython.int][::1]
    action: cython.const[cython.int][::1]
    target: cython.const[cython.int][::1]
    above_first: cython.const[cython.int][::1]
    above_action: cython.const[cython.int][::1]
    above_target: cython.const[cython.int][::1]
    above_states: cython.Py_ssize_t
    # per action of the components: its letter, and the action of the safety LTS, 0 if that stays
    letter_of: cython.int[::1]
    meaning: cython.int[::1]
    # per action of the safety LTS: its letter if it is alone, otherwise 0
    alone: cython.int[::1]
    alone_count: cython.Py_ssize_t
    is_alone: cython.uchar[::1]
    letters: cython.Py_ssize_t
    # pairs and their moves
    pairs: Interner
    move_first: cython.int[::1]
    move_letter: cython.int[::1]
    move_goal: cython.int[::1]
    moves: cython.Py_ssize_t
    useful: cython.uchar[::1]
    # sets and their moves
    sets: Sequences
    row_first: cython.int[::1]
    row_letter: cython.int[::1]
    row_goal: cython.int[::1]
    rows: cython.Py_ssize_t
    stamp: cython.int[::1]
    now: cython.int
    found: cython.int[::1]
    count: cython.Py_ssize_t
    codes: cython.ulonglong[::1]
    watch: object
    work: cython.Py_ssize_t
    max_states: cython.Py_ssize_t

    def __init__(self, system, specification, letter_of, meaning, alone, letters, watch):
        self.first, self.action, self.target = system.first, system.action, system.target
        self.above_first, self.above_action = specification.first, specification.action
        self.above_target, self.above_states = specification.target, len(specification.first) - 1
        self.letter_of, self.meaning, self.alone, self.letters = letter_of, meaning, alone, letters
        self.is_alone, self.alone_count = bytearray(letters + 1), 0
        letter: cython.int
        for letter in alone:
            self.is_alone[letter] = letter > 0
            self.alone_count += letter > 0
        self.pairs = Interner(1, watch)
        self.pairs.probe[0] = system.initial * self.above_states + specification.initial
        self.pairs.intern()
        self.move_first = array("i", [0]) * 64
        self.move_letter, self.move_goal, self.moves = array("i", [0]) * 64, array("i", [0]) * 64, 0
        self.useful = bytearray(64)
        self.sets = Sequences(watch)
        self.row_first = array("i", [0]) * 64
        self.row_letter, self.row_goal, self.rows = array("i", [0]) * 64, array("i", [0]) * 64, 0
        self.codes = array("Q", [0]) * 64
        self.now = self.count = 0
        self.watch, self.work = watch, 0
        limit = watch.limits.max_states
        self.max_states = MOST if limit is None else min(limit, MOST)

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.pairs.count)
            self.work = 0
        return 0

    @cython.cfunc
    def _bound(self, states: cython.Py_ssize_t, moves: cython.Py_ssize_t) -> cython.int:
        if states > self.max_states or moves > MOST:
            self.watch.check_states(states, "computing a weakest assumption")
            raise LimitReached("size", "size: more than 2^30 states or moves while computing a weakest assumption")
        return 0

    def explore(self):
        """Find all pairs and their moves; how many pairs there are."""
        done: cython.Py_ssize_t = 0
        while done < self.pairs.count:
            if done + 1 >= len(self.move_first):
                self.move_first = grown(self.move_first, done + 1, done + 2, 0, self.watch)
            self._expand(self.pairs.keys[done] // self.above_states, self.pairs.keys[done] % self.above_states)
            done += 1
            self.move_first[done] = self.moves
            self._tick(1 + self.moves - self.move_first[done - 1])
            self._bound(self.pairs.count, self.moves)
        self._find_useful()
        return self.pairs.count

    @cython.cfunc
    def _expand(self, state: cython.Py_ssize_t, above: cython.Py_ssize_t) -> cython.int:
        t: cython.Py_ssize_t
        then: cython.int
        for t in range(self.first[state], self.first[state + 1]):
            then = self._after(above, self.meaning[self.action[t]])
            self._add_move(self.letter_of[self.action[t]], self.target[t], then)
        for t in range(self.above_first[above], self.above_first[above + 1]):
            if self.alone[self.above_action[t]]:
                self._add_move(self.alone[self.above_action[t]], state, self.above_target[t])
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _after(self, above: cython.Py_ssize_t, wanted: cython.int) -> cython.int:
        """Where an action leads the safety LTS; action 0 is one that it does not know."""
        low: cython.Py_ssize_t = self.above_first[above]
        high: cython.Py_ssize_t = self.above_first[above + 1]
        middle: cython.Py_ssize_t
        if wanted == 0:
            return cython.cast(cython.int, above)
        while low < high:
            middle = (low + high) // 2
            if self.above_action[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        if low < self.above_first[above + 1] and self.above_action[low] == wanted:
            return self.above_target[low]
        return -1

    @cython.cfunc
    def _add_move(self, letter: cython.int, state: cython.longlong, above: cython.int) -> cython.int:
        goal: cython.Py_ssize_t = -1
        if above >= 0:
            self.pairs.probe[0] = state * self.above_states + above
            goal = self.pairs.intern()
        if self.moves == len(self.move_letter):
            self.move_letter = grown(self.move_letter, self.moves, self.moves, 0, self.watch)
            self.move_goal = grown(self.move_goal, self.moves, self.moves, 0, self.watch)
        self.move_letter[self.moves] = letter
        self.move_goal[self.moves] = goal
        self.moves += 1
        return 0

    @cython.cfunc
    def _find_useful(self) -> cython.int:
        """The pairs from which the error can be reached."""
        known: cython.Py_ssize_t = self.pairs.count
        self.watch.check_room(9 * known + 4 * self.moves)
        before_first: cython.int[::1] = array("i", [0]) * (known + 1)
        before: cython.int[::1] = array("i", [0]) * (self.moves + 1)
        todo: cython.int[::1] = array("i", [0]) * known
        left: cython.Py_ssize_t = 0
        pair: cython.Py_ssize_t
        k: cython.Py_ssize_t
        allowed: cython.Py_ssize_t
        fails: cython.bint
        self.useful = bytearray(known)
        self.stamp, self.found = array("i", [0]) * known, array("i", [0]) * known
        for pair in range(known):
            allowed, fails = 0, False
            for k in range(self.move_first[pair], self.move_first[pair + 1]):
                allowed += self.is_alone[self.move_letter[k]]
                if self.move_goal[k] < 0:
                    fails = True
                else:
                    before_first[self.move_goal[k]] += 1
            if fails or allowed < self.alone_count:
                self.useful[pair] = 1
                todo[left] = pair
                left += 1
        for pair in range(1, known + 1):
            before_first[pair] += before_first[pair - 1]
        for pair in range(known):
            for k in range(self.move_first[pair], self.move_first[pair + 1]):
                if self.move_goal[k] >= 0:
                    before_first[self.move_goal[k]] -= 1
                    before[before_first[self.move_goal[k]]] = pair
        while left > 0:
            left -= 1
            pair = todo[left]
            for k in range(before_first[pair], before_first[pair + 1]):
                if not self.useful[before[k]]:
                    self.useful[before[k]] = 1
                    todo[left] = before[k]
                    left += 1
        return self._tick(2 * self.moves)

    def determinise(self):
        """`first`, `action` and `target` of the automaton of sets, letters as actions; what is forbidden has no move.

        None if the error is reached at once.
        """
        done: cython.Py_ssize_t = 0
        self._begin()
        if self.useful[0]:
            self._add(0)
        if self._closed() < 0:
            return None
        while done < self.sets.count:
            if done + 1 >= len(self.row_first):
                self.row_first = grown(self.row_first, done + 1, done + 2, 0, self.watch)
            self._expand_set(done)
            done += 1
            self.row_first[done] = self.rows
            self._bound(self.sets.count, self.rows)
        return (
            array("i", self.row_first[: done + 1]),
            array("i", self.row_letter[: self.rows]),
            array("i", self.row_goal[: self.rows]),
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    def _begin(self) -> cython.void:
        self.now += 1
        self.count = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add(self, pair: cython.Py_ssize_t) -> cython.void:
        if self.stamp[pair] != self.now:
            self.stamp[pair] = self.now
            self.found[self.count] = pair
            self.count += 1

    @cython.cfunc
    def _closed(self) -> cython.Py_ssize_t:
        """The number of the set of what was added, and of what hidden moves lead to; -1 if that is the error."""
        at: cython.Py_ssize_t = 0
        k: cython.Py_ssize_t
        pair: cython.Py_ssize_t
        while at < self.count:
            pair = self.found[at]
            at += 1
            self._tick(1 + self.move_first[pair + 1] - self.move_first[pair])
            for k in range(self.move_first[pair], self.move_first[pair + 1]):
                if self.move_letter[k] == 0:
                    if self.move_goal[k] < 0:
                        return ERROR
                    if self.useful[self.move_goal[k]]:
                        self._add(self.move_goal[k])
        self._room(self.count)
        for at in range(self.count):
            self.codes[at] = self.found[at]
        sort_words(self.codes, self.count)
        for at in range(self.count):
            self.found[at] = self.codes[at]
        return self.sets.intern(self.found, self.count)

    @cython.cfunc
    def _room(self, wanted: cython.Py_ssize_t) -> cython.int:
        if wanted > len(self.codes):
            self.watch.check_room(16 * wanted)
            self.codes = array("Q", [0]) * (2 * wanted)
        return 0

    @cython.cfunc
    def _expand_set(self, number: cython.Py_ssize_t) -> cython.int:
        """The moves of a set. A code is a letter, and a goal and two: 0 is the error, 1 where it cannot be reached."""
        begin: cython.Py_ssize_t = self.sets.first[number]
        members: cython.Py_ssize_t = self.sets.first[number + 1] - begin
        used: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        letter: cython.ulonglong
        goal: cython.Py_ssize_t
        next_letter: cython.Py_ssize_t = 1
        for at in range(members):
            used += self.move_first[self.sets.words[begin + at] + 1] - self.move_first[self.sets.words[begin + at]]
        self._tick(used)
        codes: cython.ulonglong[::1] = array("Q", [0]) * (used + 1)
        for at in range(members):
            goal = self.sets.words[begin + at]
            for k in range(self.move_first[goal], self.move_first[goal + 1]):
                letter = self.move_letter[k]
                if letter:
                    codes[count] = letter << 32 | self._goal_code(self.move_goal[k])
                    count += 1
        sort_words(codes, count)
        at = 0
        while at < count:
            letter = codes[at] >> 32
            stop = at
            while stop < count and codes[stop] >> 32 == letter:
                stop += 1
            self._fill(next_letter, letter, number, members)
            next_letter = letter + 1
            if codes[at] & LOW and (stop - at == members or not self.is_alone[letter]):
                self._begin()
                for k in range(at, stop):
                    if codes[k] & LOW > 1:
                        self._add((codes[k] & LOW) - 2)
                goal = self._closed()
                if goal >= 0:
                    self._add_row(letter, goal)
            at = stop
        return self._fill(next_letter, self.letters + 1, number, members)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _goal_code(self, goal: cython.Py_ssize_t) -> cython.ulonglong:
        if goal < 0:
            return 0
        return cython.cast(cython.ulonglong, goal + 2) if self.useful[goal] else 1

    @cython.cfunc
    def _fill(
        self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t, number: cython.Py_ssize_t, members: cython.Py_ssize_t
    ) -> cython.int:
        """Letters from `begin` to before `end`, which no member does."""
        letter: cython.Py_ssize_t
        for letter in range(begin, end):
            if members == 0:
                self._add_row(letter, number)
            elif not self.is_alone[letter]:
                self._add_row(letter, self.sets.intern(self.found, 0))
        return 0

    @cython.cfunc
    def _add_row(self, letter: cython.Py_ssize_t, goal: cython.Py_ssize_t) -> cython.int:
        if self.rows == len(self.row_letter):
            self.row_letter = grown(self.row_letter, self.rows, self.rows, 0, self.watch)
            self.row_goal = grown(self.row_goal, self.rows, self.rows, 0, self.watch)
        self.row_letter[self.rows] = letter
        self.row_goal[self.rows] = goal
        self.rows += 1
        return 0


def in_order_of_discovery(first, action, target, block_of, members, kept):
    """The quotient of a deterministic automaton that starts in state 0: its states in the order of discovery, without
    the letters that always stay, unless they are `kept`. Also which letters are left."""
    starts: cython.int[::1] = first
    labels: cython.int[::1] = action
    goals: cython.int[::1] = target
    block: cython.int[::1] = block_of
    member: cython.int[::1] = members
    blocks: cython.Py_ssize_t = len(members)
    letters: cython.Py_ssize_t = len(kept)
    order: cython.int[::1] = array("i", [0]) * blocks
    number: cython.int[::1] = array("i", [-1]) * blocks
    loops: cython.int[::1] = array("i", [0]) * letters
    new: cython.int[::1] = array("i", [0]) * letters
    known: cython.Py_ssize_t = 1
    at: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = 0
    t: cython.Py_ssize_t
    goal: cython.int
    order[0] = block[0]
    number[block[0]] = 0
    while at < known:
        for t in range(starts[member[order[at]]], starts[member[order[at]] + 1]):
            goal = block[goals[t]]
            if number[goal] < 0:
                number[goal] = known
                order[known] = goal
                known += 1
            loops[labels[t]] += number[goal] == at
            count += 1
        at += 1
    left = [letter for letter in range(1, letters) if kept[letter] or loops[letter] < known]
    for t in range(len(left)):
        new[left[t]] = t + 1
    new_first, new_action, new_target = array("i", [0]) * (known + 1), array("i", [0]) * count, array("i", [0]) * count
    out_first: cython.int[::1] = new_first
    out_action: cython.int[::1] = new_action
    out_target: cython.int[::1] = new_target
    count = 0
    for at in range(known):
        for t in range(starts[member[order[at]]], starts[member[order[at]] + 1]):
            if new[labels[t]]:
                out_action[count] = new[labels[t]]
                out_target[count] = number[block[goals[t]]]
                count += 1
        out_first[at + 1] = count
    return new_first, new_action[:count], new_target[:count], left
