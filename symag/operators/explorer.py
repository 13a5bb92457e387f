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

States are expanded slice by slice. First the moves of a slice are found, and what is known already is looked up: that
needs no interpreter lock, and large slices are shared out to threads (`symag.operators.expansion`). Then what is new
gets its numbers, in the order of the states; in a row, outcomes of distributions before sure targets. So the product
does not depend on how many threads there are, nor on how it was cut into slices.
"""

from array import array
from functools import partial

import cython

from symag.process.crew import Crew

if not cython.compiled:
    from symag.model.interner import Interner
    from symag.operators.expansion import Expansion, Moves

__all__ = ["Explorer"]

TICK = 4096
"""Transitions and outcomes after which the watch gets the work; sixteen of them count as one unit."""
NOTHING = array("i", [0])
SLICE = 256
"""States that one thread expands at a time: with fewer of them, waking a thread is not worth it."""


@cython.final
@cython.cclass
class Explorer:
    """Holds the product as far as it was explored; `expand(cap)` goes on until `cap` states are known."""

    # the components, concatenated
    count: cython.Py_ssize_t
    dist_base: cython.int[::1]
    spread: cython.int[::1]
    support: cython.int[::1]
    vector: cython.int[::1]
    # where each component's number sits in the packed codes of states and of distributions
    size: cython.ulonglong[::1]
    word: cython.int[::1]
    radix: cython.ulonglong[::1]
    dist_size: cython.ulonglong[::1]
    dist_word: cython.int[::1]
    # the product so far
    states: Interner
    dists: Interner
    dense: cython.int[::1]
    is_dense: cython.bint
    expanded: cython.Py_ssize_t
    kept: dict
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
    # who finds the moves
    moves: Moves
    threads: cython.Py_ssize_t
    expansions: list
    # scratch: the codes of the outcomes of a distribution, and its parts
    branches: cython.ulonglong[::1]
    part: cython.longlong[::1]

    def __init__(self, flat, packing, dist_packing, initial, product_vector, watch, dense_limit=1 << 24):
        """`flat` is the concatenation; `product_vector(ids)` numbers the product of component vectors."""
        self.count = len(packing.size)
        self.dist_base, self.spread = flat.dist_base, flat.spread
        self.support, self.vector = flat.support, flat.vector
        self.size, self.word, self.radix = array("Q", packing.size), array("i", packing.word), array("Q", packing.radix)
        self.dist_size, self.dist_word = array("Q", dist_packing.size), array("i", dist_packing.word)
        self.states = Interner(packing.words, watch)
        self.dists = Interner(dist_packing.words, watch)
        self.is_dense = packing.dense is not None and packing.dense <= dense_limit
        if self.is_dense:
            watch.check_room(4 * packing.dense, "composing")
        self.dense = array("i", [-1]) * (packing.dense if self.is_dense else 1)
        self.expanded = 0
        self.kept = {
            name: array("i", [0]) * 64 for name in ("first", "action", "target", "spread", "support", "vector")
        }
        self._view()
        self.out_count = 0
        self.dist_support_count = 0
        self.product_vector = product_vector
        self.watch = watch
        self.work = 0
        limit = watch.limits.max_states
        self.max_states = (1 << 31) - 2 if limit is None else min(limit, (1 << 31) - 2)
        self.moves = Moves(flat, packing, dist_packing)
        self.threads = watch.threads if cython.compiled else 1
        self.expansions = []
        self.branches = array("Q", [0]) * (64 * packing.words)
        self.part = array("q", [0]) * self.count
        for i in range(self.count):
            self.branches[self.word[i]] += initial[i] * self.radix[i]
        self._branch_state(0)

    def expand(self, cap: cython.Py_ssize_t):
        """Expand states in the order of discovery until `cap` states are known or none is left to expand."""
        self.watch.check("composing", self.states.count)
        with Crew(self.threads) as crew:
            while self.expanded < self.states.count and self.states.count < cap:
                self._expand_slice(crew, cap)

    @cython.cfunc
    def _expand_slice(self, crew, cap: cython.Py_ssize_t) -> cython.int:
        """Expand some of the states that are known; at most as many as are wanted."""
        waiting: cython.Py_ssize_t = min(self.states.count - self.expanded, cap - self.states.count)
        pieces: cython.Py_ssize_t = max(1, min(waiting // SLICE, 2 * self.threads)) if self.threads > 1 else 1
        each: cython.Py_ssize_t = min(SLICE, waiting)
        begin: cython.Py_ssize_t = self.expanded
        k: cython.Py_ssize_t
        part: Expansion
        while len(self.expansions) < pieces:
            dense = self.dense if self.is_dense else None
            self.expansions.append(Expansion(self.moves, self.states, self.dists, dense, self.watch))
        if pieces == 1:
            part = self.expansions[0]
            part.run(begin, begin + each, False)
        else:
            crew.run(
                [
                    partial(self.expansions[k].run, begin + k * each, begin + (k + 1) * each, False)
                    for k in range(pieces)
                ]
            )
        for k in range(pieces):
            part = self.expansions[k]
            begin += each
            while self._take(part, cap) and self.expanded < begin:  # some of its states have many moves
                part.run(self.expanded, begin, part.done == 0)
        return 0

    @cython.cfunc
    def _take(self, part: Expansion, cap: cython.Py_ssize_t) -> cython.bint:
        """Append the moves of states that were expanded, and give numbers to what is new. Is the cap not reached?"""
        k: cython.Py_ssize_t
        done: cython.Py_ssize_t = 0
        begin: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        dist: cython.Py_ssize_t = 0
        sure: cython.Py_ssize_t = 0
        while self.out_count + part.used > len(self.out_action):
            if self.out_count > 1 << 30:
                raise OverflowError("a model can have at most 2^31 transitions")
            self._double("action", "target")
        while self.expanded + part.done >= len(self.out_first):
            self._double("first")
        while done < part.done and self.states.count < cap:
            end = part.row_end[done]
            while dist < part.new_dists and part.new_dist_at[dist] < end:
                part.target[part.new_dist_at[dist]] = ~self._distribution(part, dist)
                dist += 1
            while sure < part.new_states and part.sure_at[part.new_state[sure]] < end:
                part.target[part.sure_at[part.new_state[sure]]] = self._state(part, part.new_state[sure])
                sure += 1
            self._tick(self.count + end - begin)
            self.out_first[self.expanded] = self.out_count + begin
            self.expanded += 1
            self._bound(self.states.count)
            begin = end
            done += 1
        for k in range(begin):
            self.out_action[self.out_count + k] = part.label[k]
            self.out_target[self.out_count + k] = part.target[k]
        self.out_count += begin
        return self.states.count < cap

    @cython.cfunc
    def _state(self, part: Expansion, sure: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of the state that this sure move leads to."""
        w: cython.Py_ssize_t
        known: cython.Py_ssize_t
        number: cython.Py_ssize_t
        if self.is_dense:
            number = self.dense[part.sure_code[sure]]
            if number >= 0:
                return number
        for w in range(self.states.width):
            self.states.probe[w] = part.sure_code[sure * self.states.width + w]
        known = self.states.count
        number = self.states.intern()
        if number == known:
            self._tick(1)
            if self.is_dense:
                self.dense[part.sure_code[sure]] = number
        return number

    @cython.cfunc
    def _distribution(self, part: Expansion, new: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of a distribution that was not known when its code was written."""
        w: cython.Py_ssize_t
        number: cython.Py_ssize_t
        known: cython.Py_ssize_t = self.dists.count
        for w in range(self.dists.width):
            self.dists.probe[w] = part.new_dist_code[new * self.dists.width + w]
        number = self.dists.intern()
        if number == known:
            self._spread_out(number)
        return number

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
        factor: cython.int = -1
        factors: list = []
        for w in range(words):
            self.branches[w] = 0
        self._find_parts(number)
        for i in range(self.count):
            if self.part[i] >= 0:
                self.branches[self.word[i]] += self.part[i] * self.radix[i]
        for i in range(self.count):
            if self.part[i] >= 0:
                continue
            d = self.dist_base[i] + ~self.part[i]
            width = self.spread[d + 1] - self.spread[d]
            if factor >= 0:
                factors.append(factor)
            factor = self.vector[d]
            have = total
            total *= width
            while total * words > len(self.branches):
                self._double_branches(have * words)
            for b in range(have - 1, -1, -1):  # from the back, so that no branch is overwritten before it was copied
                self._tick(width)
                for j in range(width - 1, -1, -1):
                    for w in range(words):
                        self.branches[(b * width + j) * words + w] = self.branches[b * words + w]
                    self.branches[(b * width + j) * words + self.word[i]] += (
                        self.support[self.spread[d] + j] * self.radix[i]
                    )
        if number + 1 >= len(self.dist_spread):
            self._double("spread", "vector")
        while self.dist_support_count + total > len(self.dist_support):
            self._double("support")
        for b in range(total):
            self._tick(1)
            self.dist_support[self.dist_support_count] = self._branch_state(b * words)
            self.dist_support_count += 1
        self.dist_spread[number + 1] = self.dist_support_count
        if factors:
            factor = self.product_vector((*factors, factor))
        self.dist_vector[number] = factor
        return 0

    @cython.cfunc
    def _find_parts(self, number: cython.Py_ssize_t) -> cython.int:
        """What a product distribution has of each component: a state, or `~d` for a distribution.

        The outcomes of these are different states: they are counted before they are built.
        """
        total: cython.Py_ssize_t = 1
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        word: cython.int = -1
        left: cython.ulonglong = 0
        rest: cython.ulonglong
        for i in range(self.count):
            if self.dist_word[i] != word:
                word = self.dist_word[i]
                left = self.dists.keys[number * self.dists.width + word]
            rest = left // self.dist_size[i]
            self.part[i] = left - rest * self.dist_size[i]
            left = rest
            if self.part[i] >= cython.cast(cython.longlong, self.size[i]):
                self.part[i] = cython.cast(cython.longlong, self.size[i]) + -1 - self.part[i]
                d = self.dist_base[i] + ~self.part[i]
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
    def _bound(self, states: cython.Py_ssize_t) -> cython.int:
        if states > self.max_states:
            self.watch.check_states(states, "composing")
            raise OverflowError("a model can have at most 2^31 - 2 states")
        return 0

    @cython.cfunc
    def _tick(self, work: cython.Py_ssize_t) -> cython.int:
        """So much work was done: pass it to the watch when it is enough."""
        self.work += work
        if self.work >= TICK:
            self.watch.tick(self.work // 16, self.states.count)
            self._bound(self.states.count)
            self.work = 0
        return 0

    def known(self):
        """How many states were discovered, and how many of them were expanded."""
        return self.states.count, self.expanded

    def _view(self):
        """What was kept, as the compiled code sees it."""
        self.out_first, self.out_action, self.out_target = self.kept["first"], self.kept["action"], self.kept["target"]
        self.dist_spread, self.dist_support = self.kept["spread"], self.kept["support"]
        self.dist_vector = self.kept["vector"]

    def _unview(self):
        """Nothing looks at what was kept, so that it can be lengthened where it is, or given away."""
        self.out_first = self.out_action = self.out_target = NOTHING
        self.dist_spread = self.dist_support = self.dist_vector = NOTHING

    def _double(self, *names):
        """Make twice the room."""
        for name in names:
            self.watch.check_room(4 * len(self.kept[name]))
        self._unview()
        for name in names:
            self.kept[name] *= 2
        self._view()

    def arrays(self):
        """All that was explored. A state that was not expanded has no moves."""
        known: cython.Py_ssize_t = self.states.count
        dists: cython.Py_ssize_t = self.dists.count
        used = {
            "first": known + 1,
            "action": self.out_count,
            "target": self.out_count,
            "spread": dists + 1,
            "support": self.dist_support_count,
            "vector": dists,
        }
        s: cython.Py_ssize_t
        while known >= len(self.out_first):
            self._double("first")
        for s in range(self.expanded, known + 1):
            self.out_first[s] = self.out_count
        if self.expanded < known:
            self.watch.check_room(4 * sum(used.values()))
            explored = {name: self.kept[name][:count] for name, count in used.items()}
        else:
            self._unview()  # and what was kept is given away: nothing is added any more
            for name, count in used.items():
                if len(self.kept[name]) > count:
                    del self.kept[name][count:]
            explored = dict(self.kept)
            self._view()
        explored["state_codes"] = self.states.all_keys()
        explored["distribution_codes"] = self.dists.all_keys()
        return explored
