"""Words that no assumption can let lead to one state: a clique of k such words shows that it has at least k states.

Two words u and v of the lower bound lead to different states of every deterministic assumption if there is a suffix w
such that u·w must be in the assumption and v·w must not be, or the other way round. The bounds are deterministic here,
so a word is a pair of their states. A pair (l, u) of states is *bad* if some suffix is one of l and leads u to the
error.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from symag.limits import Watch
from symag.operators import ERROR, LanguageBound
from symag.traces.bounds import Bounds
from symag.traces.learner import Word

__all__ = ["BadPairs", "WordClique", "cliques_of"]

PAIRS = 20_000_000
"""With more pairs of states than that, bad pairs are not looked for."""
NODES = 2_000
"""A clique is searched among so many pairs, those that the shortest words lead to."""
STEPS = 20_000
"""Steps of the search for a clique; then the largest one so far is taken."""


@dataclass(frozen=True)
class WordClique:
    """Words that lead to different states of every assumption, and the suffixes that show it."""

    words: tuple[Word, ...]
    suffixes: tuple[tuple[int, int, Word], ...]
    """For each two words their positions i and j, and a suffix: after word i it must be allowed, after word j not."""
    places: tuple[tuple[Collection[int], Collection[int]], ...]
    """Per word, the states of the two bounds that it leads to; there is none of the upper bound, if no violation can
    follow."""


class BadPairs:
    """For each pair of states of two deterministic bounds, the length of the shortest suffix that makes it bad."""

    def __init__(self, bounds: Bounds) -> None:
        import numpy

        self.bounds = bounds
        watch = bounds.watch
        lows, ups = len(bounds.low.moves), len(bounds.up.moves)
        watch.check_room(8 * (lows + 1) * (ups + 2), "comparing the bounds")
        # row `lows`: no move. Column `ups`: the error; the last one: no move, after which there is no error
        self.low_after = _table(bounds.low, bounds.letters, lows, lows)
        self.up_after = _table(bounds.up, bounds.letters, ups, ups + 1)
        rank = numpy.zeros((lows + 1, ups + 2), dtype=numpy.int32)
        bad = numpy.zeros((lows + 1, ups + 2), dtype=bool)
        bad[:lows, ups] = True
        length = 0
        while True:
            length += 1
            new = numpy.zeros_like(bad)
            for letter in range(bounds.letters):
                watch.check("comparing the bounds", length)
                new |= bad[self.low_after[letter]][:, self.up_after[letter]]
            new &= ~bad
            if not new.any():
                break
            rank[new] = length
            bad |= new
        self.rank: Any = rank
        self.bad: Any = bad

    def suffix(self, low: int, up: int) -> Word:
        """A shortest suffix that makes the pair bad."""
        word = []
        while self.rank[low, up]:
            for letter in range(self.bounds.letters):
                goal = int(self.low_after[letter][low]), int(self.up_after[letter][up])
                if self.bad[goal] and self.rank[goal] == self.rank[low, up] - 1:
                    break
            word.append(letter + 1)
            low, up = goal
        return tuple(word)


def _table(bound: LanguageBound, letters: int, error: int, nothing: int) -> Any:
    """Per letter and state, the next state. The rows of `error` and `nothing` lead to `nothing`."""
    import numpy

    table = numpy.full((letters, max(error, nothing) + 1), nothing, dtype=numpy.intp)
    for state, row in enumerate(bound.moves):
        for letter, goal in row:
            table[letter - 1, state] = error if goal == ERROR else goal
    return table


def cliques_of(bounds: Bounds) -> tuple[WordClique, WordClique]:
    """A large clique whose first word is the empty one, and one that is as large or larger. Only the empty word, if the
    bounds are not deterministic or too large."""
    low, up = bounds.low, bounds.up
    if not (low.is_deterministic and up.is_deterministic) or len(low.moves) * len(up.moves) > PAIRS:
        alone = WordClique(((),), (), ((low.initial, up.initial),))
        return alone, alone
    bad = BadPairs(bounds)
    words = _first_words(bad)
    neighbours = _neighbours(bad, list(words), bounds.watch)
    first = _large_clique(neighbours, True, bounds.watch)
    largest = _large_clique(neighbours, False, bounds.watch)
    return _with_words(bad, words, first), _with_words(bad, words, max(first, largest, key=len))


def _with_words(bad: BadPairs, words: dict[tuple[int, int], Word], found: Sequence[int]) -> WordClique:
    """The clique of these pairs."""
    nodes, suffixes = list(words), []
    for position, i in enumerate(found):
        for other, j in enumerate(found[:position]):
            if bad.bad[nodes[i][0], nodes[j][1]]:
                suffixes.append((position, other, bad.suffix(nodes[i][0], nodes[j][1])))
            else:
                suffixes.append((other, position, bad.suffix(nodes[j][0], nodes[i][1])))
    outside = len(bad.bounds.up.moves)
    places = tuple(((nodes[i][0],), (nodes[i][1],) if nodes[i][1] < outside else ()) for i in found)
    return WordClique(tuple(words[nodes[i]] for i in found), tuple(suffixes), places)


def _first_words(bad: BadPairs) -> dict[tuple[int, int], Word]:
    """The pairs that words of the lower bound lead to, each with its first word; not all, if there are many."""
    bounds = bad.bounds
    words: dict[tuple[int, int], Word] = {(0, 0): ()}
    todo = [(0, 0)]
    for low, up in todo:  # which grows meanwhile
        for letter, goal in bounds.low.moves[low]:
            bounds.watch.tick()
            pair = goal, int(bad.up_after[letter - 1][up])
            if pair not in words and len(words) < NODES:
                words[pair] = (*words[low, up], letter)
                todo.append(pair)
    return words


def _neighbours(bad: BadPairs, nodes: Sequence[tuple[int, int]], watch: Watch) -> list[int]:
    """Per pair, as a bit set, the pairs that cannot share a state with it."""
    import numpy

    watch.check("looking for a clique", len(nodes))
    lows, ups = [low for low, _ in nodes], [up for _, up in nodes]
    matrix = bad.bad[numpy.ix_(lows, ups)]
    apart = numpy.packbits(matrix | matrix.T, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in apart]


def _large_clique(neighbours: Sequence[int], with_first: bool, watch: Watch) -> list[int]:
    """A largest clique, or the largest one that a bounded search finds: branch and bound, by colours (Tomita, Seki
    2003).

    Nodes of one colour are not neighbours, so a clique has at most one of each colour.
    """
    best: list[int] = [0] if with_first else []
    everything = neighbours[0] if with_first else (1 << len(neighbours)) - 1
    stack = [([0] if with_first else [], _coloured(everything, neighbours, watch), everything)]
    steps = 0
    while stack and steps < STEPS:
        steps += 1
        chosen, order, left = stack[-1]
        if not order or len(chosen) + order[-1][1] <= len(best):
            stack.pop()
            continue
        node, _ = order.pop()
        stack[-1] = chosen, order, left & ~(1 << node)
        larger = [*chosen, node]
        if len(larger) > len(best):
            best = larger
        common = left & neighbours[node]
        if common:
            stack.append((larger, _coloured(common, neighbours, watch), common))
    return sorted(best)


def _coloured(nodes: int, neighbours: Sequence[int], watch: Watch) -> list[tuple[int, int]]:
    """The nodes of a bit set, each with the number of its colour, in the order of these numbers."""
    order: list[tuple[int, int]] = []
    colour = 0
    while nodes:
        colour += 1
        free = nodes
        while free:
            watch.tick()
            node = (free & -free).bit_length() - 1
            order.append((node, colour))
            nodes &= ~(1 << node)
            free &= ~(neighbours[node] | 1 << node)
    return order
