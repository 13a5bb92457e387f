# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Parallel composition (CAV'12, Def. 3), compiled: n-ary and on the fly: breadth first from the initial state.

Components come concatenated: component `i` has its states at `state_base[i]` and its distributions at
`dist_base[i]` of the flat arrays, its actions already in the numbering of the product. There, actions are numbered by
their *leader* (the first component that takes part), in the leader's own order: so walking the leaders in order gives
every row sorted by action, and no row needs sorting. Action 0 is the hidden one: every component moves on it alone.

No two combinations of component moves give the same transition, because a product distribution determines its factors;
the one exception is that several components stay put on the hidden action, which is recorded once.

Two things may cut the composition. The whole has no moves where a component is in one of its `stops`. And where an
`urgent` action can be done, no other one is done.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import doubled
    from symag.model.interner import Interner
    from symag.operators.synchroniser import Synchroniser

__all__ = ["Explorer"]

TICK = 4096
"""Transitions and outcomes after which the watch gets the work; sixteen of them count as one unit."""
BATCH = 256
"""Targets that are looked up together."""


@cython.final
@cython.cclass
class Explorer:
    """Holds the product as far as it was explored; `expand(cap)` goes on until `cap` states are known."""

    # the components, concatenated
    count: cython.Py_ssize_t
    state_base: cython.int[::1]
    dist_base: cython.int[::1]
    first: cython.int[::1]
    action: cython.int[::1]
    target: cython.int[::1]
    spread: cython.int[::1]
    support: cython.int[::1]
    vector: cython.int[::1]
    size: cython.longlong[::1]
    # the combinations of moves on an action; what follows is its own
    together: Synchroniser
    taking_first: cython.int[::1]
    taking: cython.int[::1]
    current: cython.longlong[::1]
    chosen: cython.int[::1]
    # where each component's number sits in the packed codes of states and of distributions
    word: cython.int[::1]
    radix: cython.longlong[::1]
    dist_word: cython.int[::1]
    dist_radix: cython.longlong[::1]
    # what cuts the composition: by flat states, and by actions; a single zero if nothing does
    stops: cython.int[::1]
    has_stops: cython.bint
    urgent: cython.int[::1]
    has_urgent: cython.bint
    # the product so far
    states: Interner
    dists: Interner
    dense: cython.int[::1]
    is_dense: cython.bint
    expanded: cython.Py_ssize_t
    out_first: cython.int[::1]
    out_action: cython.int[::1]
    out_target: cython.int[::1]
    out_count: cython.Py_ssize_t
    dist_spread: cython.int[::1]
    dist_support: cython.int[::1]
    dist_support_count: cython.Py_ssize_t
    dist_vector: cython.int[::1]
    product_vector: object
    watch: object
    work: cython.Py_ssize_t
    max_states: cython.Py_ssize_t
    # scratch
    code: cython.ulonglong[::1]
    dist_code: cython.ulonglong[::1]
    branches: cython.ulonglong[::1]
    # Dirac targets of the state being expanded that wait for their numbers
    waiting: cython.Py_ssize_t
    waiting_at: cython.Py_ssize_t[::1]
    waiting_code: cython.ulonglong[::1]
    waiting_guess: cython.int[::1]

    def __init__(self, flat, packing, dist_packing, initial, product_vector, watch, dense_limit=1 << 24):
        """`flat` is the concatenation; `product_vector(ids)` numbers the product of component vectors."""
        self.stops, self.urgent = flat.stops, flat.urgent
        self.has_stops, self.has_urgent = len(flat.stops) > 0, len(flat.urgent) > 0
        self.count = len(packing.size)
        self.state_base, self.dist_base = flat.state_base, flat.dist_base
        self.first, self.action, self.target = flat.first, flat.action, flat.target
        self.spread, self.support, self.vector = flat.spread, flat.support, flat.vector
        self.together = Synchroniser(flat, self.count)
        self.taking_first, self.taking = flat.taking_first, flat.taking
        self.current, self.chosen = self.together.current, self.together.chosen
        self.size = array("q", packing.size)
        self.word, self.radix = array("i", packing.word), array("q", packing.radix)
        self.dist_word, self.dist_radix = array("i", dist_packing.word), array("q", dist_packing.radix)
        self.states = Interner(packing.words, watch)
        self.dists = Interner(dist_packing.words, watch)
        self.is_dense = packing.dense is not None and packing.dense <= dense_limit
        if self.is_dense:
            watch.check_room(4 * packing.dense, "composing")
        self.dense = array("i", [-1]) * (packing.dense if self.is_dense else 1)
        self.expanded = 0
        self.out_first = array("i", [0]) * 64
        self.out_action = array("i", [0]) * 64
        self.out_target = array("i", [0]) * 64
        self.out_count = 0
        self.dist_spread = array("i", [0]) * 64
        self.dist_support = array("i", [0]) * 64
        self.dist_support_count = 0
        self.dist_vector = array("i", [0]) * 64
        self.product_vector = product_vector
        self.watch = watch
        self.work = 0
        limit = watch.limits.max_states
        self.max_states = (1 << 31) - 2 if limit is None else min(limit, (1 << 31) - 2)
        self.code = array("Q", [0]) * packing.words
        self.dist_code = array("Q", [0]) * dist_packing.words
        self.branches = array("Q", [0]) * (64 * packing.words)
        self.waiting = 0
        self.waiting_at = array("q", [0]) * BATCH
        self.waiting_code = array("Q", [0]) * BATCH
        self.waiting_guess = array("i", [0]) * BATCH
        for i in range(self.count):
            self.code[self.word[i]] += initial[i] * self.radix[i]
        for i in range(packing.words):
            self.branches[i] = self.code[i]
        self._branch_state(0)

    def expand(self, cap: cython.Py_ssize_t):
        """Expand states in the order of discovery until `cap` states are known or none is left to expand."""
        self.watch.check("composing", self.states.count)
        while self.expanded < self.states.count and self.states.count < cap:
            self._tick(self.count)
            self._expand_state(self.expanded)
            self.expanded += 1
            self._bound(self.states.count)

    @cython.cfunc
    def _bound(self, states: cython.Py_ssize_t) -> cython.int:
        if states > self.max_states:
            self.watch.check_states(states, "composing")
            raise OverflowError("a model can have at most 2^31 - 2 states")
        return 0

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        """So much work was done: pass it to the watch when it is enough, also within one state."""
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.states.count)
            self._bound(self.states.count)
            self.work = 0
        return 0

    def known(self):
        """How many states were discovered, and how many of them were expanded."""
        return self.states.count, self.expanded

    def arrays(self):
        """Copies of all that was explored; a state that was not expanded has no moves."""
        known: cython.Py_ssize_t = self.states.count
        copied: cython.Py_ssize_t = known * (1 + 2 * self.states.width) + 2 * self.out_count + self.dist_support_count
        self.watch.check_room(4 * (copied + 2 * self.dists.count * (1 + self.dists.width)))
        s: cython.Py_ssize_t
        first: cython.int[::1] = array("i", [0]) * (known + 1)
        for s in range(known + 1):
            first[s] = self.out_first[s] if s < self.expanded else self.out_count
        dists: cython.Py_ssize_t = self.dists.count
        return {
            "first": _as_array("i", first),
            "action": _as_array("i", self.out_action[: self.out_count]),
            "target": _as_array("i", self.out_target[: self.out_count]),
            "spread": _as_array("i", self.dist_spread[: dists + 1]),
            "support": _as_array("i", self.dist_support[: self.dist_support_count]),
            "vector": _as_array("i", self.dist_vector[:dists]),
            "state_codes": _as_array("Q", self.states.keys[: known * self.states.width]),
            "distribution_codes": _as_array("Q", self.dists.keys[: dists * self.dists.width]),
        }

    @cython.cfunc
    def _branch_state(self, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of the product state with the code at `branches[at]`, new if need be."""
        number: cython.Py_ssize_t
        if self.is_dense:
            number = self.dense[self.branches[at]]
            if number >= 0:
                return number
        number = self.states.intern_at(self.branches, at)
        if self.is_dense:
            self.dense[self.branches[at]] = number
        return number

    @cython.cfunc
    def _emit_state(self, label: cython.int) -> cython.int:
        """A transition to the state with the code in `code`; its number may have to wait for the batch."""
        if self.states.width == 1:
            if self.waiting == BATCH:
                self._settle()
            self.waiting_at[self.waiting] = self.out_count
            self.waiting_code[self.waiting] = self.code[0]
            self.waiting += 1
            return self._emit(label, -1)
        return self._emit(label, self.states.intern_at(self.code, 0))

    @cython.cfunc
    def _settle(self) -> cython.int:
        """Give the waiting targets their numbers.

        A look into the table misses the processor's caches nearly always. Looking for all of them first and comparing
        keys afterwards lets the misses overlap instead of waiting for one after the other.
        """
        k: cython.Py_ssize_t
        number: cython.Py_ssize_t
        guess: cython.int
        if self.is_dense:
            for k in range(self.waiting):
                self.waiting_guess[k] = self.dense[self.waiting_code[k]]
        else:
            for k in range(self.waiting):
                self.waiting_guess[k] = self.states.guess(self.waiting_code[k])
        for k in range(self.waiting):
            guess = self.waiting_guess[k]
            if guess >= 0 and self.states.keys[guess] == self.waiting_code[k]:
                number = guess
            else:
                self.states.probe[0] = self.waiting_code[k]
                number = self.states.intern()
                if self.is_dense:
                    self.dense[self.waiting_code[k]] = number
            self.out_target[self.waiting_at[k]] = number
        self.waiting = 0
        return 0

    @cython.cfunc
    def _expand_state(self, state: cython.Py_ssize_t) -> cython.int:
        i: cython.Py_ssize_t
        t: cython.Py_ssize_t
        end: cython.Py_ssize_t
        label: cython.int
        packed: cython.longlong
        stays: cython.bint = False
        pressed: cython.bint = False
        if state + 1 >= len(self.out_first):
            self.out_first = doubled(self.out_first, state, self.watch)
        self.out_first[state] = self.out_count
        for i in range(self.states.width):
            self.code[i] = self.states.keys[state * self.states.width + i]
        for i in range(self.dists.width):
            self.dist_code[i] = 0
        for i in range(self.count):
            packed = self.code[self.word[i]]
            self.current[i] = packed // self.radix[i] % self.size[i]
            self.dist_code[self.dist_word[i]] += self.current[i] * self.dist_radix[i]
            self.chosen[i] = -1
        if self.has_stops and self._is_stopped():
            return 0
        if self.has_urgent:
            pressed = self._is_pressed()
        for i in range(self.count):  # the hidden action, each component alone
            if pressed and not self.urgent[0]:
                break
            t = self.first[self.state_base[i] + self.current[i]]
            end = self.first[self.state_base[i] + self.current[i] + 1]
            while t < end and self.action[t] == 0:
                if self.target[t] == self.current[i]:
                    stays = True
                else:
                    self._move(i, t, 0)
                t += 1
        if stays:
            self._emit(0, state)
        for i in range(self.count):
            t = self.first[self.state_base[i] + self.current[i]]
            end = self.first[self.state_base[i] + self.current[i] + 1]
            while t < end and self.action[t] == 0:
                t += 1
            while t < end:
                label = self.action[t]
                if self.taking[self.taking_first[label]] != i or (pressed and not self.urgent[label]):
                    t += 1
                elif self.taking_first[label + 1] - self.taking_first[label] == 1:
                    self._move(i, t, label)
                    t += 1
                else:
                    t = self._synchronise(i, t, end, label)
        return self._settle()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_stopped(self) -> cython.bint:
        """Is some component where the whole has no moves?"""
        i: cython.Py_ssize_t
        stopped: cython.int = 0
        for i in range(self.count):
            stopped |= self.stops[self.state_base[i] + self.current[i]]
        return stopped != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_pressed(self) -> cython.bint:
        """Can an urgent action be done?"""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        begin: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        t: cython.Py_ssize_t
        label: cython.int
        for i in range(self.count):
            for t in range(
                self.first[self.state_base[i] + self.current[i]], self.first[self.state_base[i] + self.current[i] + 1]
            ):
                label = self.action[t]
                if not self.urgent[label]:
                    continue
                if label == 0:
                    return True
                if self.taking[self.taking_first[label]] != i:
                    continue
                begin, stop = self.taking_first[label] + 1, self.taking_first[label + 1]
                k = self.together.choose(begin, stop, label)
                self._forget(begin, k)
                if k == stop:
                    return True
        return False

    @cython.cfunc
    def _move(self, i: cython.Py_ssize_t, t: cython.Py_ssize_t, label: cython.int) -> cython.int:
        """Component `i` moves alone by its transition `t`."""
        target: cython.int = self.target[t]
        word: cython.int = self.word[i]
        old: cython.ulonglong
        if target >= 0:
            old = self.code[word]
            self.code[word] = old + (target - self.current[i]) * self.radix[i]
            self._emit_state(label)
            self.code[word] = old
        else:
            self.chosen[i] = t
            self._emit(label, self._distribution())
            self.chosen[i] = -1
        return 0

    @cython.cfunc
    def _synchronise(
        self, leader: cython.Py_ssize_t, t: cython.Py_ssize_t, end: cython.Py_ssize_t, label: cython.int
    ) -> cython.Py_ssize_t:
        """Every combination of the participants' transitions on `label`; returns where the leader's others begin."""
        begin: cython.Py_ssize_t = self.taking_first[label]
        stop: cython.Py_ssize_t = self.taking_first[label + 1]
        after: cython.Py_ssize_t = t + 1
        k: cython.Py_ssize_t
        while after < end and self.action[after] == label:
            after += 1
        k = self.together.choose(begin + 1, stop, label)
        if k == stop:
            self.together.low[leader], self.together.high[leader] = t, after
            self.chosen[leader] = t
            self._emit_chosen(label, begin, stop)
            while self.together.turn(begin, stop):
                self._emit_chosen(label, begin, stop)
        self._forget(begin, k)
        return after

    @cython.cfunc
    @cython.exceptval(check=False)
    def _forget(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """These participants have no chosen move any more."""
        k: cython.Py_ssize_t
        for k in range(begin, end):
            self.chosen[self.taking[k]] = -1

    @cython.cfunc
    def _emit_chosen(self, label: cython.int, begin: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
        """One synchronised transition."""
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        target: cython.int
        for k in range(begin, stop):
            if self.target[self.chosen[self.taking[k]]] < 0:
                self._emit(label, self._distribution())
                return 0
        for k in range(begin, stop):
            i = self.taking[k]
            target = self.target[self.chosen[i]]
            self.code[self.word[i]] += (target - self.current[i]) * self.radix[i]
        self._emit_state(label)
        for k in range(begin, stop):
            i = self.taking[k]
            target = self.target[self.chosen[i]]
            self.code[self.word[i]] -= (target - self.current[i]) * self.radix[i]
        return 0

    @cython.cfunc
    def _emit(self, label: cython.int, target: cython.Py_ssize_t) -> cython.int:
        if self.out_count == len(self.out_action):
            if self.out_count > 1 << 30:
                raise OverflowError("a model can have at most 2^31 transitions")
            self.out_action = doubled(self.out_action, self.out_count, self.watch)
            self.out_target = doubled(self.out_target, self.out_count, self.watch)
        self._tick(1)
        self.out_action[self.out_count] = label
        self.out_target[self.out_count] = target
        self.out_count += 1
        return 0

    @cython.cfunc
    def _distribution(self) -> cython.Py_ssize_t:
        """The target `~d` for the product of the chosen moves; components without a chosen move stay."""
        i: cython.Py_ssize_t
        target: cython.longlong
        known: cython.Py_ssize_t = self.dists.count
        number: cython.Py_ssize_t
        for i in range(self.dists.width):
            self.dists.probe[i] = self.dist_code[i]
        for i in range(self.count):
            if self.chosen[i] >= 0:
                target = self.target[self.chosen[i]]
                if target < 0:
                    target = self.size[i] + ~target
                self.dists.probe[self.dist_word[i]] += (target - self.current[i]) * self.dist_radix[i]
        number = self.dists.intern()
        if number == known:
            self._spread_out(number)
        return ~number

    @cython.cfunc
    def _spread_out(self, number: cython.Py_ssize_t) -> cython.int:
        """The support of a new product distribution, first component slowest, and its vector of probabilities."""
        words: cython.Py_ssize_t = self.states.width
        total: cython.Py_ssize_t = 1
        have: cython.Py_ssize_t
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        width: cython.Py_ssize_t
        j: cython.Py_ssize_t
        b: cython.Py_ssize_t
        w: cython.Py_ssize_t
        step: cython.longlong
        factors = []
        self._bound_outcomes()
        for w in range(words):
            self.branches[w] = self.code[w]
        for i in range(self.count):
            if self.chosen[i] < 0:
                continue
            if self.target[self.chosen[i]] >= 0:
                step = (self.target[self.chosen[i]] - self.current[i]) * self.radix[i]
                self._tick(total)
                for b in range(total):
                    self.branches[b * words + self.word[i]] += step
                continue
            d = self.dist_base[i] + ~self.target[self.chosen[i]]
            width = self.spread[d + 1] - self.spread[d]
            factors.append(self.vector[d])
            have = total
            total *= width
            while total * words > len(self.branches):
                self._double_branches(have * words)
            for b in range(have - 1, -1, -1):  # from the back, so that no branch is overwritten before it was copied
                self._tick(width)
                for j in range(width - 1, -1, -1):
                    step = (self.support[self.spread[d] + j] - self.current[i]) * self.radix[i]
                    for w in range(words):
                        self.branches[(b * width + j) * words + w] = self.branches[b * words + w]
                    self.branches[(b * width + j) * words + self.word[i]] += step
        if number + 1 >= len(self.dist_spread):
            self.dist_spread = doubled(self.dist_spread, number + 1, self.watch)
            self.dist_vector = doubled(self.dist_vector, number, self.watch)
        while self.dist_support_count + total > len(self.dist_support):
            self.dist_support = doubled(self.dist_support, self.dist_support_count, self.watch)
        for b in range(total):
            self._tick(1)
            self.dist_support[self.dist_support_count] = self._branch_state(b * words)
            self.dist_support_count += 1
        self.dist_spread[number + 1] = self.dist_support_count
        self.dist_vector[number] = factors[0] if len(factors) == 1 else self.product_vector(tuple(factors))
        return 0

    @cython.cfunc
    def _bound_outcomes(self) -> cython.int:
        """The outcomes of the chosen moves are different states: count them before they are built."""
        total: cython.Py_ssize_t = 1
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        for i in range(self.count):
            if self.chosen[i] >= 0 and self.target[self.chosen[i]] < 0:
                d = self.dist_base[i] + ~self.target[self.chosen[i]]
                total *= self.spread[d + 1] - self.spread[d]
                self._bound(total)
        if total > 0xFFFF:
            self.watch.check_room(16 * total * self.states.width, "composing")
        return 0

    @cython.cfunc
    def _double_branches(self, used: cython.Py_ssize_t) -> cython.int:
        self.watch.check_room(16 * len(self.branches))
        new: cython.ulonglong[::1] = array("Q", [0]) * (2 * len(self.branches))
        new[:used] = self.branches[:used]
        self.branches = new
        return 0


def _as_array(code, view):
    """An array of its own with the content of a view."""
    copied = array(code)
    copied.frombytes(memoryview(view).cast("B") if len(view) else b"")
    return copied
