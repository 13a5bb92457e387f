# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The words that a learner has asked about, as a trie, compiled: what is known already need not be asked again.

Wehrheim and Wonisch (2008), section 4. The language is prefix-closed, so three things answer a query: *plain*, the same
word was asked before; *prefix*, a prefix of the word is known not to be in the language, so neither is the word;
*suffix*, an extension of the word is known to be in the language, so the word is, too.
"""

from array import array

import cython

if not cython.compiled:
    from symag.model.interner import Interner

__all__ = ["QueryTrie"]

MEMBER, STRANGER, LEADS_TO_MEMBER = 1, 2, 4
"""What is known of a node: its word was asked, and is or is not in the language; an extension of it is."""


@cython.final
@cython.cclass
class QueryTrie:
    """A node is a word that was asked, or a prefix of one. Node n + 1 is the key `parent · letters + letter - 1`."""

    letters: cython.ulonglong
    by_plain: cython.bint
    by_prefix: cython.bint
    by_suffix: cython.bint
    nodes: Interner
    root: cython.int
    path: cython.Py_ssize_t[::1]
    asked: cython.Py_ssize_t
    plain: cython.Py_ssize_t
    prefix: cython.Py_ssize_t
    suffix: cython.Py_ssize_t

    def __init__(self, letters, by_plain, by_prefix, by_suffix, watch):
        self.letters = max(letters, 1)
        self.by_plain, self.by_prefix, self.by_suffix = by_plain, by_prefix, by_suffix
        self.nodes = Interner(1, watch)
        self.root = 0
        self.path = array("q", [0]) * 64
        self.asked = self.plain = self.prefix = self.suffix = 0

    def counts(self):
        """How many queries were asked of the teacher, and how many each kind of cache answered."""
        return self.asked, self.plain, self.prefix, self.suffix

    def rows(self, word: tuple, suffixes: list, ask):
        """A bit for each suffix: may it follow the word? What is not known is asked by `ask(word)`."""
        row = 0
        position: cython.Py_ssize_t
        depth: cython.Py_ssize_t = self._walk(word, 0)
        suffix: tuple
        for position, suffix in enumerate(suffixes):
            if self._answer(word, depth, suffix, ask):
                row |= 1 << position
        return row

    @cython.cfunc
    @cython.exceptval(-3)
    def _walk(self, word: tuple, depth: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Go on along the path; the depth that is reached, or -1 if a word on the way is known as a stranger."""
        letter: cython.ulonglong
        node: cython.Py_ssize_t
        if depth + len(word) >= len(self.path):
            path: cython.Py_ssize_t[::1] = array("q", [0]) * (2 * (depth + len(word) + 1))
            path[: depth + 1] = self.path[: depth + 1]
            self.path = path
        for letter in word:
            if self.by_prefix and self._is(depth, STRANGER):
                return -1
            self.nodes.probe[0] = self.path[depth] * self.letters + letter - 1
            node = self.nodes.intern()
            depth += 1
            self.path[depth] = node + 1
        return depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is(self, depth: cython.Py_ssize_t, what: cython.int) -> cython.bint:
        """Is that known of the word at this depth of the path?"""
        known: cython.int = self.root if depth == 0 else self.nodes.values[self.path[depth] - 1]
        return known > 0 and (known & what) != 0

    @cython.cfunc
    def _mark(self, depth: cython.Py_ssize_t, what: cython.int) -> cython.int:
        node: cython.Py_ssize_t
        if depth == 0:
            self.root |= what
            return 0
        node = self.path[depth] - 1
        self.nodes.values[node] = what | (self.nodes.values[node] if self.nodes.values[node] > 0 else 0)
        return 0

    @cython.cfunc
    @cython.exceptval(-3)
    def _answer(self, word: tuple, depth: cython.Py_ssize_t, suffix: tuple, ask) -> cython.int:
        end: cython.Py_ssize_t = -1
        is_member: cython.bint
        if depth >= 0:
            end = self._walk(suffix, depth)
        if end < 0:
            self.prefix += 1
            return 0
        if self.by_plain and self._is(end, MEMBER | STRANGER):
            self.plain += 1
            return self._is(end, MEMBER)
        if self.by_prefix and self._is(end, STRANGER):
            self.prefix += 1
            return 0
        if self.by_suffix and self._is(end, LEADS_TO_MEMBER):
            self.suffix += 1
            return 1
        self.asked += 1
        is_member = bool(ask(word + suffix))
        self._mark(end, MEMBER if is_member else STRANGER)
        if is_member and self.by_suffix:
            while end >= 0 and not self._is(end, LEADS_TO_MEMBER):
                self._mark(end, LEADS_TO_MEMBER)
                end -= 1
        return is_member
