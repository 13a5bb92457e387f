# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The words that a learner has asked about, as a trie, compiled: what is known already need not be asked again.

Wehrheim and Wonisch (2008), section 4. The language is prefix-closed, so three things answer a query: *plain*, the same
word was asked before; *prefix*, a prefix of the word is known not to be in the language, so neither is the word;
*suffix*, an extension of the word is known to be in the language, so the word is, too.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.growth import doubled, grown
    from symag.traces.subsets import Subsets

__all__ = ["QueryTrie"]

MEMBER, STRANGER, LEADS_TO_MEMBER = 1, 2, 4
"""What is known of a node: its word was asked, and is or is not in the language; an extension of it is."""
UNKNOWN = -2


@cython.final
@cython.cclass
class QueryTrie:
    """A node is a word that was asked, or a prefix of one; node 0 is the empty word. A node with children has a *row*,
    with the child by each letter; 0 is none.

    Most words end in letters that no other word has after the same prefix. These have no nodes of their own: they are
    the *tail* of a node without children, and what is known of that node is known of the word at the end of its tail.
    """

    letters: cython.Py_ssize_t
    by_plain: cython.bint
    by_prefix: cython.bint
    by_suffix: cython.bint
    subsets: Subsets
    ask: object
    count: cython.Py_ssize_t
    parent: cython.int[::1]
    facts: cython.int[::1]
    tails: list
    tail_at: cython.int[::1]
    rows: cython.Py_ssize_t
    row_of: cython.int[::1]
    children: cython.int[::1]
    watch: object
    asked: cython.Py_ssize_t
    plain: cython.Py_ssize_t
    prefix: cython.Py_ssize_t
    suffix: cython.Py_ssize_t

    def __init__(self, letters, by_plain, by_prefix, by_suffix, teacher, watch):
        """The teacher is a `Subsets`, which is walked without passing through Python, or any function of a word."""
        self.letters = max(letters, 1)
        self.by_plain, self.by_prefix, self.by_suffix = by_plain, by_prefix, by_suffix
        self.subsets = teacher if isinstance(teacher, Subsets) else None
        self.ask = teacher
        self.count, self.parent, self.facts = 1, array("i", [0]) * 16, array("i", [0]) * 16
        self.tails, self.tail_at = [None], array("i", [0]) * 16
        self.rows, self.row_of = 1, array("i", [-1]) * 16
        self.row_of[0] = 0
        self.children = array("i", [0]) * (4 * self.letters)
        self.watch = watch
        self.asked = self.plain = self.prefix = self.suffix = 0

    def counts(self):
        """How many queries were asked of the teacher, and how many each kind of cache answered."""
        return self.asked, self.plain, self.prefix, self.suffix

    def answers(self, word: tuple, suffixes: list):
        """A bit for each suffix: may it follow the word? What is not known is asked."""
        row: object = 0
        here: cython.Py_ssize_t = self._walk(0, word)
        if here >= 0 and self.tails[here] is not None:
            here = self._unfold(here, len(self._tail(here)) - self.tail_at[here])
        place: cython.Py_ssize_t = UNKNOWN
        node: cython.Py_ssize_t
        answer: cython.int
        chunk: cython.ulonglong = 0
        bit: cython.int = 0
        base: cython.Py_ssize_t = 0
        suffix: tuple
        for suffix in suffixes:
            node = self._walk(here, suffix)
            answer = self._answer(node)
            if answer == UNKNOWN:
                if self.subsets is None:
                    answer = bool(self.ask(word + suffix))
                else:
                    if place == UNKNOWN:
                        place = self.subsets.walk_from(self.subsets.start, word)
                    answer = self.subsets.walk_from(place, suffix) >= 0
                self._learn(node, answer)
            if answer:
                chunk |= cython.cast(cython.ulonglong, 1) << bit
            bit += 1
            if bit == 32:
                row |= int(chunk) << base
                base, bit, chunk = base + 32, 0, 0
        return row | int(chunk) << base

    @cython.cfunc
    @cython.exceptval(-3)
    def _walk(self, node: cython.Py_ssize_t, word: tuple) -> cython.Py_ssize_t:
        """The node of the word from a node without a tail on; -1 if a word before it is known as a stranger."""
        at: cython.Py_ssize_t = 0
        same: cython.Py_ssize_t
        letter: cython.Py_ssize_t
        child: cython.Py_ssize_t
        while at < len(word):
            if node < 0 or (self.by_prefix and self._knows(node, STRANGER)):
                return -1
            letter = word[at]
            at += 1
            child = self._child(node, letter)
            if child == 0:
                return self._add(node, letter, word, at, 0)
            node = child
            if self.tails[node] is not None:
                same = self._same(node, word, at)
                if self.tail_at[node] + same == len(self._tail(node)):
                    if at + same == len(word):
                        return node
                    if self.by_prefix and self._knows(node, STRANGER):
                        return -1
                node = self._unfold(node, same)
                at += same
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def _child(self, node: cython.Py_ssize_t, letter: cython.Py_ssize_t) -> cython.Py_ssize_t:
        row: cython.Py_ssize_t = self.row_of[node]
        return 0 if row < 0 else self.children[row * self.letters + letter - 1]

    @cython.cfunc
    @cython.exceptval(-3)
    def _add(
        self, node: cython.Py_ssize_t, letter: cython.Py_ssize_t, word: tuple, at: cython.Py_ssize_t, facts: cython.int
    ) -> cython.Py_ssize_t:
        """A new child, of which so much is known. Its tail has the letters of the word from a place on."""
        child: cython.Py_ssize_t = self.count
        row: cython.Py_ssize_t = self.row_of[node]
        if row < 0:
            row = self.rows
            if (row + 1) * self.letters > len(self.children):
                self.children = grown(self.children, row * self.letters, (row + 1) * self.letters, 0, self.watch)
            self.row_of[node] = row
            self.rows += 1
        if child == len(self.parent):
            self.parent = doubled(self.parent, child, self.watch)
            self.facts = doubled(self.facts, child, self.watch)
            self.tail_at = doubled(self.tail_at, child, self.watch)
            self.row_of = doubled(self.row_of, child, self.watch)
        self.children[row * self.letters + letter - 1] = child
        self.parent[child], self.facts[child] = node, facts
        self.tail_at[child], self.row_of[child] = at, -1
        self.tails.append(word if at < len(word) else None)
        self.count += 1
        return child

    @cython.cfunc
    def _tail(self, node: cython.Py_ssize_t) -> tuple:
        """The word at whose end the tail of a node is."""
        return self.tails[node]

    @cython.cfunc
    @cython.exceptval(-3)
    def _same(self, node: cython.Py_ssize_t, word: tuple, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """How many letters of its tail the word has from a place on."""
        tail: tuple = self.tails[node]
        begin: cython.Py_ssize_t = self.tail_at[node]
        most: cython.Py_ssize_t = min(len(tail) - begin, len(word) - at)
        k: cython.Py_ssize_t
        one: cython.Py_ssize_t
        two: cython.Py_ssize_t
        for k in range(most):
            one, two = tail[begin + k], word[at + k]
            if one != two:
                return k
        return most

    @cython.cfunc
    @cython.exceptval(-3)
    def _unfold(self, node: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Give so many letters of its tail nodes of their own. Returns the last of these, which has no tail."""
        tail: tuple = self.tails[node]
        begin: cython.Py_ssize_t = self.tail_at[node]
        end: cython.Py_ssize_t = begin + count
        facts: cython.int = self.facts[node]
        child: cython.Py_ssize_t
        while begin < len(tail):
            child = self._add(node, tail[begin], tail, begin + 1, facts)
            self.tails[node] = None
            self.facts[node] = facts & LEADS_TO_MEMBER
            if begin == end:
                break
            node = child
            begin += 1
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def _knows(self, node: cython.Py_ssize_t, what: cython.int) -> cython.bint:
        return (self.facts[node] & what) != 0

    @cython.cfunc
    @cython.exceptval(-3)
    def _answer(self, node: cython.Py_ssize_t) -> cython.int:
        """What the caches say of the word of a node, counted."""
        if node < 0:
            self.prefix += 1
            return 0
        if self.by_plain and self._knows(node, MEMBER | STRANGER):
            self.plain += 1
            return self._knows(node, MEMBER)
        if self.by_prefix and self._knows(node, STRANGER):
            self.prefix += 1
            return 0
        if self.by_suffix and self._knows(node, LEADS_TO_MEMBER):
            self.suffix += 1
            return 1
        return UNKNOWN

    @cython.cfunc
    @cython.exceptval(check=False)
    def _learn(self, node: cython.Py_ssize_t, is_member: cython.bint) -> cython.void:
        """The teacher has answered."""
        self.asked += 1
        self.facts[node] |= MEMBER if is_member else STRANGER
        while is_member and self.by_suffix and not self._knows(node, LEADS_TO_MEMBER):
            self.facts[node] |= LEADS_TO_MEMBER
            node = self.parent[node]
