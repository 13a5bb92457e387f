"""The search for a smallest assumption by a solver: one question for each size, from a lower bound upwards.

`sat_search` asks about the bounds themselves, so that the first size with an answer is the smallest. `words_search`
asks about some words only, those on which the answers before were wrong (as Gupta, McMillan and Fu, CAV 2007): its
questions stay small where the bounds are large and few words suffice. Both are about the same clauses: a set of words
is a tree, and a tree is a bound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from symag.errors import InternalError
from symag.limits import Watch
from symag.operators import ERROR, LanguageBound
from symag.smt.formula import MakeSolver
from symag.smt.smallest_assumption import AssumptionClauses, assumption_of_size
from symag.traces.bounds import Bounds
from symag.traces.clique import WordClique
from symag.traces.learner import Conjecture, Word
from symag.traces.smallest import SearchProgress, ThreeValuedTeacher

__all__ = ["sat_search", "words_search"]


def sat_search(bounds: Bounds, clique: WordClique, least: int, make_solver: MakeSolver) -> Iterator[SearchProgress]:
    """Over the bounds. `clique` begins with the empty word, and no assumption has fewer than `least` states."""
    size = max(least, len(clique.words))
    yield SearchProgress(size, None)
    while True:
        question = AssumptionClauses(size, bounds.letters, bounds.low.moves, bounds.up.moves, clique.places)
        found = _assumption(question, make_solver, bounds.watch)
        if found is not None:
            if bounds.refute(found) is not None:
                raise InternalError("an assumption of the solver does not keep to the bounds")
            yield SearchProgress(size, found)
            return
        size += 1
        yield SearchProgress(size, None)


def words_search(teacher: ThreeValuedTeacher, make_solver: MakeSolver, watch: Watch) -> Iterator[SearchProgress]:
    """Over the words on which the assumptions before were wrong."""
    must: set[Word] = set()
    must_not: set[Word] = set()
    size = 1
    yield SearchProgress(size, None)
    while True:
        question = AssumptionClauses(size, teacher.letters, _tree(must).moves, _tree(must_not, ERROR).moves)
        found = _assumption(question, make_solver, watch)
        if found is None:
            size += 1
            yield SearchProgress(size, None)
            continue
        word = teacher.refute(found)
        if word is None:
            yield SearchProgress(size, found)
            return
        (must_not if found.allows(word) else must).add(word)


def _tree(words: Collection[Word], end: int | None = None) -> LanguageBound:
    """The bound whose words are these and their prefixes; with an end, each of these leads there instead."""
    rows: list[dict[int, int]] = [{}]
    for word in sorted(words, key=len):
        node = 0
        for letter in word[:-1] if end is not None else word:
            node = rows[node].setdefault(letter, len(rows))
            if node == len(rows):
                rows.append({})
        if end is not None:
            rows[node][word[-1]] = end
    return LanguageBound(tuple(tuple(sorted(row.items())) for row in rows))


def _assumption(question: AssumptionClauses, make_solver: MakeSolver, watch: Watch) -> Conjecture | None:
    found = assumption_of_size(question, make_solver, watch)
    if found is None:
        return None
    return Conjecture(tuple(() for _ in found), tuple(map(tuple, found)))
