# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The moves of a run of product states, compiled, and without the interpreter lock: several threads can do it at once.

An `Expansion` writes the moves of its states to arrays of its own. What it shares with others, it only reads: the moves
of the components, and the tables of the states and distributions that are known. What is not in these tables is left to
the explorer, which numbers it, in the order of the states.

A move of one component from `s` to `t` adds `(t - s) * radix` to the code of a product state, whatever the others do:
this sum is kept with the move. The code of a product distribution is made in the same way.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import grown
    from symag.operators.synchroniser import Synchroniser

__all__ = ["Expansion", "Moves"]

BATCH = 256
"""Sure moves that are looked up together."""
FULL = 1 << 14
"""Moves after which no further state is begun."""
SURE, SPREAD, TOGETHER = 0, 1, 2
"""Kinds of moves: alone, to a state or to a distribution; with other components."""


class Moves:
    """The components one after the other, their actions numbered by leaders: see `symag.operators.explorer`."""

    def __init__(self, flat, packing, dist_packing):
        self.flat = flat
        self.count = len(packing.size)
        self.base, self.first, self.action, self.target = flat.state_base, flat.first, flat.action, flat.target
        self.taking_first, self.taking = flat.taking_first, flat.taking
        self.size = array("Q", packing.size)
        self.word, self.radix = array("i", packing.word), array("q", packing.radix)
        self.dist_word, self.dist_radix = array("i", dist_packing.word), array("q", dist_packing.radix)
        self.stops, self.urgent = flat.stops, flat.urgent
        self.has_stops, self.has_urgent = len(flat.stops) > 0, len(flat.urgent) > 0
        self.has_hidden = False
        self.step = array("q", [0]) * len(flat.action)
        self.dist_step = array("q", [0]) * len(flat.action)
        self.leading_first = array("i", [0]) * len(flat.first)
        self.leading = array("i", [0]) * len(flat.action)
        self.leading_label = array("i", [0]) * len(flat.action)
        self.leading_step = array("q", [0]) * len(flat.action)
        self.leading_kind = array("b", [0]) * len(flat.action)
        self._prepare()

    def _prepare(self):
        """What each move adds to the codes, and which moves of each state the component leads."""
        leads = 0
        for i in range(self.count):
            end = self.base[i + 1] if i + 1 < self.count else len(self.first) - 1
            for s in range(self.base[i], end):
                place = s - self.base[i]
                for t in range(self.first[s], self.first[s + 1]):
                    goal = self.target[t]
                    if goal >= 0:
                        self.step[t] = (goal - place) * self.radix[i]
                    else:
                        goal = self.size[i] + -1 - goal
                    self.dist_step[t] = (goal - place) * self.dist_radix[i]
                    label = self.action[t]
                    if label == 0:
                        self.has_hidden = True
                    elif self.taking[self.taking_first[label]] == i:
                        self.leading[leads] = t
                        self.leading_label[leads] = label
                        self.leading_step[leads] = self.step[t]
                        if self.taking_first[label + 1] - self.taking_first[label] > 1:
                            self.leading_kind[leads] = TOGETHER
                        else:
                            self.leading_kind[leads] = SURE if self.target[t] >= 0 else SPREAD
                        leads += 1
                self.leading_first[s + 1] = leads


class Expansion:
    """`run` expands a run of states. Of the `done` states, the moves of state `begin + k` end at `row_end[k]`: each has
    a label and, if that is known, a target."""

    def __init__(self, moves: Moves, states, dists, dense, watch):
        self.moves = moves
        self.together = Synchroniser(moves.flat, moves.count)
        self.current, self.chosen = self.together.current, self.together.chosen
        self.states, self.dists, self.watch = states, dists, watch
        self.is_dense = dense is not None
        self.dense = dense if self.is_dense else array("i", [-1])
        self.width, self.dist_width = states.width, dists.width
        self.begin = self.done = self.used = self.row_begin = 0
        self.sure = self.settled = self.new_states = self.new_dists = 0
        self.alone = False
        self.together_label, self.together_sure = -1, 0
        self.row_end = array("i", [0]) * 16
        self.label = array("i", [0]) * 64
        self.target = array("i", [0]) * 64
        self.sure_at = array("i", [0]) * 64
        self.sure_code = array("Q", [0]) * (64 * self.width)
        self.found = array("i", [0]) * BATCH
        self.new_state = array("i", [0]) * 64
        self.new_dist_at = array("i", [0]) * 16
        self.new_dist_code = array("Q", [0]) * (16 * self.dist_width)
        self.source, self.is_placed = 0, False
        self.dist_code = array("Q", [0]) * self.dist_width
        self.probe = array("Q", [0]) * self.dist_width

    def run(self, begin, end, alone):
        """Expand states from `begin` on, at most up to `end`: fewer if they have many moves, and none if the first one
        alone has too many. `alone`, the first state is expanded in any case; the watch gets work meanwhile."""
        self.begin, self.done, self.used, self.row_begin = begin, 0, 0, 0
        self.sure = self.settled = self.new_states = self.new_dists = 0
        self.alone = alone
        if end - begin > len(self.row_end):
            self.row_end = grown(self.row_end, 0, end - begin, 0, self.watch)
        with cython.nogil:
            self._run(end)

    def _run(self, end):
        state = self.begin
        while state < end and self.used < FULL:
            cut = self._expand(state)
            if cut:
                self._take_back()
                break
            self.row_end[self.done] = self.used
            self.row_begin = self.used
            self.done += 1
            state += 1
            if self.sure - self.settled >= BATCH:
                self._settle()
        self._settle()
        return 0

    def _take_back(self):
        """Leave out the moves of the state that was begun last."""
        self.used = self.row_begin
        while self.sure > 0 and self.sure_at[self.sure - 1] >= self.used:
            self.sure -= 1
        while self.new_dists > 0 and self.new_dist_at[self.new_dists - 1] >= self.used:
            self.new_dists -= 1

    def _expand(self, state):
        """Write the moves of a state. Are they too many?"""
        self.source, self.is_placed = state * self.width, False
        self.together_label = -1
        word, left = -1, 0
        for i in range(self.moves.count):
            if self.moves.word[i] != word:
                word = self.moves.word[i]
                left = self.states.keys[self.source + word]
            rest = left // self.moves.size[i]
            self.current[i] = left - rest * self.moves.size[i]
            left = rest
        if self.moves.has_stops and self._is_stopped():
            return 0
        pressed = self.moves.has_urgent and self._is_pressed()
        if self.moves.has_hidden and not (pressed and not self.moves.urgent[0]) and self._hidden(state):
            return 1
        code = self.states.keys[self.source]
        for i in range(self.moves.count):
            s = self.moves.base[i] + self.current[i]
            end = self.moves.leading_first[s + 1]
            is_quick = self.width == 1 and self._has_room(end - self.moves.leading_first[s])
            for k in range(self.moves.leading_first[s], end):
                label = self.moves.leading_label[k]
                if pressed and not self.moves.urgent[label]:
                    continue
                if self.moves.leading_kind[k] == TOGETHER:
                    if self._synchronise(i, self.moves.leading[k], label):
                        return 1
                    is_quick = is_quick and self._has_room(end - k)  # that was any number of moves
                elif is_quick and self.moves.leading_kind[k] == SURE:
                    self.label[self.used] = label
                    self.sure_at[self.sure] = self.used
                    self.sure_code[self.sure] = code + self.moves.leading_step[k]
                    self.used += 1
                    self.sure += 1
                elif self._move(i, self.moves.leading[k], label):
                    return 1
        return 0

    def _has_room(self, more):
        """Is there room for as many moves, none of them with others?"""
        return (
            self.used - self.row_begin + more < FULL
            and self.used + more < len(self.label)
            and self.sure + more < len(self.sure_at)
        )

    def _hidden(self, state):
        """Each component moves alone by the hidden action; that several of them stay is one move. Are they too many?"""
        stays = False
        for i in range(self.moves.count):
            s = self.moves.base[i] + self.current[i]
            t = self.moves.first[s]
            while t < self.moves.first[s + 1] and self.moves.action[t] == 0:
                if self.moves.target[t] == self.current[i]:
                    stays = True
                elif self._move(i, t, 0):
                    return 1
                t += 1
        return self._add(0, state) if stays else 0

    def _is_stopped(self):
        """Is some component where the whole has no moves?"""
        for i in range(self.moves.count):
            if self.moves.stops[self.moves.base[i] + self.current[i]]:
                return True
        return False

    def _is_pressed(self):
        """Can an urgent action be done?"""
        for i in range(self.moves.count):
            s = self.moves.base[i] + self.current[i]
            for t in range(self.moves.first[s], self.moves.first[s + 1]):
                label = self.moves.action[t]
                if not self.moves.urgent[label]:
                    continue
                if label == 0:
                    return True
                begin, stop = self.moves.taking_first[label] + 1, self.moves.taking_first[label + 1]
                if self.moves.taking[begin - 1] == i and self.together.choose(begin, stop, label) == stop:
                    return True
        return False

    def _move(self, i, t, label):
        """Component `i` moves alone by its move `t`."""
        if self.moves.target[t] >= 0:
            if self._add(label, -1):
                return 1
            at = self._add_sure()
            self.sure_code[at + self.moves.word[i]] += self.moves.step[t]
            return 0
        self._place()
        for w in range(self.dist_width):
            self.probe[w] = self.dist_code[w]
        self.probe[self.moves.dist_word[i]] += self.moves.dist_step[t]
        return self._add_distribution(label)

    def _synchronise(self, leader, t, label):
        """The leader's move with every combination of the others' moves on the same label."""
        begin = self.moves.taking_first[label] + 1
        stop = self.moves.taking_first[label + 1]
        if self.together.choose(begin, stop, label) < stop:
            return 0
        if label != self.together_label:
            self.together_label, self.together_sure = label, self.sure
        if self._combined(leader, t, label, begin, stop):
            return 1
        while self.together.turn(begin, stop):
            if self._combined(leader, t, label, begin, stop):
                return 1
        return 0

    def _combined(self, leader, t, label, begin, stop):
        """One combination."""
        is_sure = self.moves.target[t] >= 0
        for k in range(begin, stop):
            if self.moves.target[self.chosen[self.moves.taking[k]]] < 0:
                is_sure = False
        if is_sure:
            if self._add(label, -1):
                return 1
            at = self._add_sure()
            self.sure_code[at + self.moves.word[leader]] += self.moves.step[t]
            for k in range(begin, stop):
                i = self.moves.taking[k]
                self.sure_code[at + self.moves.word[i]] += self.moves.step[self.chosen[i]]
            return 0
        self._place()
        for w in range(self.dist_width):
            self.probe[w] = self.dist_code[w]
        self.probe[self.moves.dist_word[leader]] += self.moves.dist_step[t]
        for k in range(begin, stop):
            i = self.moves.taking[k]
            self.probe[self.moves.dist_word[i]] += self.moves.dist_step[self.chosen[i]]
        return self._add_distribution(label)

    def _add(self, label, target):
        """One more move. Are they too many?"""
        if self.used - self.row_begin >= FULL:
            if not self.alone:
                return 1
            if self.used & 0xFFFF == 0:  # one state alone may have millions of moves
                with cython.gil:
                    self.watch.tick(4096)
                    if label == self.together_label:  # its sure moves from one state lead to different states
                        self.watch.check_states(self.sure - self.together_sure, "composing")
        if self.used == len(self.label):
            with cython.gil:
                self.watch.check_room(16 * self.used)
                self.label = grown(self.label, self.used, self.used, 0, self.watch)
                self.target = grown(self.target, self.used, self.used, 0, self.watch)
        self.label[self.used] = label
        self.target[self.used] = target
        self.used += 1
        return 0

    def _add_sure(self):
        """The move that was added last is sure. Returns where the code of its target begins: that of the source yet."""
        if self.sure == len(self.sure_at):
            with cython.gil:
                self._double_sure()
        self.sure_at[self.sure] = self.used - 1
        for w in range(self.width):
            self.sure_code[self.sure * self.width + w] = self.states.keys[self.source + w]
        self.sure += 1
        return (self.sure - 1) * self.width

    def _double_sure(self):
        words = self.sure * self.width
        self.watch.check_room(16 * words + 16 * self.sure)
        code = array("Q", [0]) * (2 * words)
        code[:words] = self.sure_code[:words]
        self.sure_code = code
        self.sure_at = grown(self.sure_at, self.sure, self.sure, 0, self.watch)
        self.new_state = grown(self.new_state, self.new_states, self.sure, 0, self.watch)

    def _place(self):
        """The code of the distribution by which every component stays, once for each state."""
        if self.is_placed:
            return 0
        self.is_placed = True
        for w in range(self.dist_width):
            self.dist_code[w] = 0
        for i in range(self.moves.count):
            self.dist_code[self.moves.dist_word[i]] += self.current[i] * self.moves.dist_radix[i]
        return 0

    def _add_distribution(self, label):
        """A move to the distribution with the code in `probe`."""
        number = self.dists.find_word(self.probe[0]) if self.dist_width == 1 else self.dists.find(self.probe, 0)
        if self._add(label, ~number):  # what is not known is -1, and has the target 0 yet
            return 1
        if number < 0:
            if self.new_dists == len(self.new_dist_at):
                with cython.gil:
                    self._double_dists()
            self.new_dist_at[self.new_dists] = self.used - 1
            for w in range(self.dist_width):
                self.new_dist_code[self.new_dists * self.dist_width + w] = self.probe[w]
            self.new_dists += 1
        return 0

    def _double_dists(self):
        words = self.new_dists * self.dist_width
        self.watch.check_room(16 * words + 8 * self.new_dists)
        code = array("Q", [0]) * (2 * words)
        code[:words] = self.new_dist_code[:words]
        self.new_dist_code = code
        self.new_dist_at = grown(self.new_dist_at, self.new_dists, self.new_dists, 0, self.watch)

    def _settle(self):
        """Look up where the sure moves lead to that were not looked up yet."""
        while self.settled < self.sure:
            end = min(self.sure, self.settled + BATCH)
            if self.is_dense:
                for q in range(self.settled, end):
                    self.found[q - self.settled] = self.dense[self.sure_code[q]]
            elif self.width == 1:
                self.states.find_words(self.sure_code, self.settled, end, self.found)
            else:
                for q in range(self.settled, end):
                    self.found[q - self.settled] = self.states.find(self.sure_code, q * self.width)
            for q in range(self.settled, end):
                number = self.found[q - self.settled]
                self.target[self.sure_at[q]] = number
                if number < 0:
                    self.new_state[self.new_states] = q
                    self.new_states += 1
            self.settled = end
        return 0
