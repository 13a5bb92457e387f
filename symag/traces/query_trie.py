# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The words that a learner has asked about, as a trie, compiled: what is known already need not be asked again.

Wehrheim and Wonisch (2008), section 4. The language is prefix-closed, so three things answer a query: *plain*, the same
word was asked before; *prefix*, a prefix of the word is known not to be in the language, so neither is the word;
*suffix*, an extension of the word is known to be in the language, so the word is, too.
"""

import cython

if not cython.compiled:
    from symag.model.interner import Interner

__all__ = ["QueryTrie"]

MEMBER, STRANGER, LEADS_TO_MEMBER = 1, 2, 4
"""What is known of a node: its word was asked, and is or is not in the language; an extension of it is."""
UNKNOWN = -1


@cython.final
@cython.cclass
class QueryTrie:
    """A node is a word that was asked, or a prefix of one. Node n + 1 has the key `parent · letters + letter - 1`."""

    letters: cython.ulonglong
    by_plain: cython.bint
    by_prefix: cython.bint
    by_suffix: cython.bint
    nodes: Interner
    root: cython.int
    asked: cython.Py_ssize_t
    plain: cython.Py_ssize_t
    prefix: cython.Py_ssize_t
    suffix: cython.Py_ssize_t

    def __init__(self, letters, by_plain, by_prefix, by_suffix, watch):
        self.letters = max(letters, 1)
        self.by_plain, self.by_prefix, self.by_suffix = by_plain, by_prefix, by_suffix
        self.nodes = Interner(1, watch)
        self.root = 0
        self.asked = self.plain = self.prefix = self.suffix = 0

    def counts(self):
        """How many queries were asked of the teacher, and how many each kind of cache answered."""
        return self.asked, self.plain, self.prefix, self.suffix

    def rows(self, word: tuple, suffixes: list, ask):
        """A bit for each suffix: may it follow the word? What is not known is asked by `ask(word)`."""
        row: object = 0
        bit: object = 1  # of Python: there may be more suffixes than bits in a machine word
        here: cython.Py_ssize_t = self._walk(0, word)
        node: cython.Py_ssize_t
        answer: cython.int
        suffix: tuple
        for suffix in suffixes:
            node = self._walk(here, suffix)
            answer = self._answer(node)
            if answer == UNKNOWN:
                answer = bool(ask(word + suffix))
                self._learn(node, answer)
            if answer:
                row |= bit
            bit <<= 1
        return row

    @cython.cfunc
    @cython.exceptval(-3)
    def _walk(self, node: cython.Py_ssize_t, word: tuple) -> cython.Py_ssize_t:
        """The node of the word from a node on; -1 if a word before it is known as a stranger."""
        letter: cython.ulonglong
        for letter in word:
            if node < 0 or (self.by_prefix and self._knows(node, STRANGER)):
                return -1
            self.nodes.probe[0] = node * self.letters + letter - 1
            node = self.nodes.intern() + 1
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def _knows(self, node: cython.Py_ssize_t, what: cython.int) -> cython.bint:
        known: cython.int = self.root if node == 0 else self.nodes.values[node - 1]
        return known > 0 and (known & what) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _mark(self, node: cython.Py_ssize_t, what: cython.int) -> cython.void:
        if node == 0:
            self.root |= what
        else:
            self.nodes.values[node - 1] = what | max(self.nodes.values[node - 1], 0)

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
        self._mark(node, MEMBER if is_member else STRANGER)
        while is_member and self.by_suffix and not self._knows(node, LEADS_TO_MEMBER):
            self._mark(node, LEADS_TO_MEMBER)
            if node > 0:
                node = self.nodes.keys[node - 1] // self.letters
