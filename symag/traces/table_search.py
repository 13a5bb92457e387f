"""Searches for a smallest assumption over three-valued observation tables (Fietzke 2006, sections 4.6 and 5).

A table stands for all assumptions that agree with it, and its instances divide them. Each instance is closed. If that
brings no unknown entries, it gives a conjecture; the teacher accepts it, or returns a counterexample, whose suffixes
are added. What results is a table again. The order in which tables are searched:

- `bfs` (4.6.1): those with the fewest words in S first. The thesis has one queue; but tables of one generation differ
  in size, so here there is a queue for each size.
- `iddfs` (4.6.2): depth first among tables with at most n words in S, for n = 1, 2, … It keeps one path only. The
  thesis limits the length of the path; a limit on sizes makes the first assumption a smallest one.
- `dfs` (5.3): depth first without a limit, until there is an assumption; from then on among tables that are smaller.

**Lower bounds.** Every assumption that agrees with a table has at least as many states as S has words
(`symag.traces.observation_table`), and one more if a closed instance is refuted: its conjecture is the only automaton
of that size that agrees with it. The instances of a table divide *all* assumptions that agree with it. So every
assumption has at least as many states as the least bound of the tables that are still to be searched.

**Heuristics** (`HEURISTICS`):

- `independent-counterexamples` (5.1): a counterexample whose states and transitions have no unknown entries in the
  table before it was instantiated refutes all instances. Its suffix is added to that table, which replaces its
  instances. It stands for the same assumptions, so a smallest one is found all the same.
- `conservative-instantiation` (5.2): only those instances whose closing adds the fewest words to S, and the one with
  zeros only. All others have more states; the lower bound never exceeds the least size that was left out. So an
  assumption need not be a smallest one, and then the lower bound shows it.

Zeros only lead to an automaton of the lower language. So every path of a search can be finished, and each search ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import inf

from symag.errors import InputError, InternalError
from symag.limits import Watch
from symag.traces.instances import Instances
from symag.traces.learner import Conjecture, Word
from symag.traces.observation_table import ObservationTable
from symag.traces.smallest import SearchProgress, ThreeValuedTeacher
from symag.traces.word_tree import TableCounts, WordTree

__all__ = ["HEURISTICS", "SEARCH_ORDERS", "TableSearch"]

INDEPENDENT, CONSERVATIVE = "independent-counterexamples", "conservative-instantiation"
HEURISTICS = (INDEPENDENT, CONSERVATIVE)


@dataclass(frozen=True)
class TableSearch:
    """A search in one of `SEARCH_ORDERS`, with some of `HEURISTICS`. `counts` shows what was done so far."""

    order: str
    watch: Watch
    heuristics: frozenset[str] = frozenset()
    counts: TableCounts = field(default_factory=TableCounts)
    least: int = 1
    """No assumption has fewer states, as is known before."""

    def __post_init__(self) -> None:
        if self.order not in SEARCH_ORDERS:
            raise InputError(f"the order {self.order!r} is not known: choose one of {', '.join(SEARCH_ORDERS)}")
        for unknown in sorted(self.heuristics - set(HEURISTICS)):
            raise InputError(f"the heuristic {unknown!r} is not known: choose some of {', '.join(HEURISTICS)}")

    def __call__(self, teacher: ThreeValuedTeacher) -> Iterator[SearchProgress]:
        """Each time that a bound gets better, what is known now."""
        self.watch.check("searching for a smallest assumption")
        expansion = _Expansion(self, teacher)
        lower_bound, smallest = 1, None
        for bound, found in SEARCH_ORDERS[self.order](expansion):
            known = max(self.least, lower_bound, int(min(bound, expansion.forfeited)))
            if found is not None or known > lower_bound:
                lower_bound, smallest = known, found or smallest
                yield SearchProgress(lower_bound, smallest)
            if smallest is not None and len(smallest.after) == lower_bound:
                return


@dataclass(frozen=True)
class _Node:
    """A table to search. Every assumption that agrees with it has at least `bound` states."""

    table: ObservationTable
    bound: int
    replaces: bool = False
    """Does it stand for all assumptions of the table before it, and not only for those of an instance?"""


class _Expansion:
    """Makes the successors of tables."""

    def __init__(self, search: TableSearch, teacher: ThreeValuedTeacher) -> None:
        self.least = search.least
        self.limit: float = inf
        """The greatest size of an assumption that is of interest."""
        self.forfeited: float = inf
        """The least size that an assumption which was left out may have."""
        self._teacher = teacher
        self._watch = search.watch
        self._heuristics = search.heuristics
        self._counts = search.counts
        self._words = WordTree(teacher, search.counts, search.watch)

    def root(self) -> _Node:
        """The initial table, partially closed."""
        if not self._words.value(0):
            raise InternalError("an assumption that must not allow the empty word")
        table = ObservationTable(self._words)
        table.close()
        return _Node(table, table.size)

    def successors(self, node: _Node) -> Iterator[_Node | Conjecture]:
        """The tables that come from the instances of a table, and the conjectures that are accepted."""
        self._counts.tables += 1
        for instance in self._instances(node):
            self._counts.instances += 1
            self._watch.tick(len(instance.rows) * len(instance.suffixes))
            if node.bound > self.limit:
                return
            instance.close(self.limit)
            self._watch.check_states(instance.size, "searching for a smallest assumption")
            bound = max(instance.size, node.bound)
            if bound > self.limit:
                continue
            if not instance.is_total():
                yield _Node(instance, bound)
                continue
            found = self._conjectured(node, instance)
            yield found
            if isinstance(found, _Node) and found.replaces:
                return

    def _instances(self, node: _Node) -> Iterator[ObservationTable]:
        table = node.table
        instances = Instances(table, self._watch)
        if CONSERVATIVE not in self._heuristics:
            yield from instances.within(lambda: self.limit - table.size)
            return
        yield (zeros := instances.zeros())
        generated = 1
        room = instances.least_room(self.limit - table.size)
        for instance in instances.within(lambda: min(room, self.limit - table.size)):
            if instance.decided != zeros.decided:
                generated += 1
                yield instance
        if table.size + room <= self.limit and generated < instances.count():
            self.forfeited = min(self.forfeited, max(node.bound, table.size + room + 1))

    def _conjectured(self, node: _Node, instance: ObservationTable) -> _Node | Conjecture:
        """The conjecture of a closed instance, or if it is refuted the table that results."""
        conjecture = instance.conjecture()
        self._counts.equivalence_queries += 1
        word = self._teacher.refute(conjecture)
        if word is None:
            return conjecture
        if INDEPENDENT in self._heuristics and is_independent(node.table, conjecture, word):
            table = node.table.copy()
            table.add_suffix(_distinguishing_suffix(table, conjecture, word))
            table.close(self.limit)
            return _Node(table, max(node.bound, table.size), replaces=True)
        least = instance.size + 1
        instance.add_suffix(_distinguishing_suffix(instance, conjecture, word))
        instance.close(self.limit)
        return _Node(instance, max(node.bound, least, instance.size))


def is_independent(table: ObservationTable, conjecture: Conjecture, word: Word) -> bool:
    """Do all instances of the table do with the word as the conjecture does: are the rows that it visits known?"""
    if table.is_total():
        return False  # it has one instance only
    for state, letter in zip(conjecture.run(word), word, strict=False):
        if state < 0:
            break
        if state >= table.size:
            return False
        prefix = table.prefixes[state]
        if not (table.is_known(prefix) and table.is_known(table.words.append(prefix, (letter,)))):
            return False
    return True


def _distinguishing_suffix(table: ObservationTable, conjecture: Conjecture, word: Word) -> Word:
    """The shortest suffix of a counterexample that shows, after a row of S·Σ, that the conjecture is wrong (3.1.1).

    Rivest and Schapire find one by binary search. That needs the value of all words between, which may be unknown here.
    """
    states = conjecture.run(word)
    allowed = states[-1] >= 0
    for position in range(len(word) - 1, -1, -1):
        if states[position] >= 0:
            value = table.value(table.words.append(table.prefixes[states[position]], word[position:]))
            if value is not None and value != allowed:
                return word[position + 1 :]
    raise InternalError("a counterexample on which the conjecture is right")


Reports = Iterator[tuple[float, Conjecture | None]]
"""Lower bounds, as far as nothing was left out, and assumptions, each smaller than those before."""


def _breadth_first(expansion: _Expansion) -> Reports:
    root = expansion.root()
    queues = {root.bound: deque([root])}
    while queues and (bound := min(queues)) <= expansion.limit:
        yield bound, None
        node = queues[bound].popleft()
        if not queues[bound]:
            del queues[bound]
        nodes: list[_Node] = []
        for found in expansion.successors(node):
            if isinstance(found, Conjecture):
                expansion.limit = len(found.after) - 1
                yield bound, found
                continue
            if found.replaces:
                nodes.clear()
            nodes.append(found)
        for successor in nodes:
            queues.setdefault(successor.bound, deque()).append(successor)
    yield expansion.limit + 1, None


def _iterative_deepening(expansion: _Expansion) -> Reports:
    for size in count(expansion.least):
        yield size, None
        expansion.limit = size
        for _, found in _depth_first_within(expansion):
            if found is not None:
                yield size, found
                return


def _depth_first(expansion: _Expansion) -> Reports:
    yield from _depth_first_within(expansion)
    yield expansion.limit + 1, None


def _depth_first_within(expansion: _Expansion) -> Reports:
    """Depth first among the tables within the limit, and then within what is smaller than an assumption."""
    root = expansion.root()
    stack = [(root.bound, expansion.successors(root))]
    while stack:
        yield stack[0][0], None
        found = next(stack[-1][1], None)
        if found is None:
            stack.pop()
        elif isinstance(found, Conjecture):
            expansion.limit = len(found.after) - 1
            yield stack[0][0], found
        elif found.bound <= expansion.limit:
            if found.replaces:
                stack.pop()
            stack.append((found.bound, expansion.successors(found)))


SEARCH_ORDERS: dict[str, Callable[[_Expansion], Reports]] = {
    "bfs": _breadth_first,
    "iddfs": _iterative_deepening,
    "dfs": _depth_first,
}
