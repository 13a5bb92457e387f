"""A proof that no assumption has as few states as that: clauses without a solution, and why they have none.

The clauses are about the components that the user gave, so that the kernel can derive them itself. The lemmas are
clauses that follow from these by unit propagation, one after the other, down to the empty clause (RUP: Goldberg and
Novikov 2003). First come those about bad pairs: no word leads an assumption to one state together with a state of the
lower bound and a state of the upper one, if some suffix is required after the one and forbidden after the other. Then
come those that the solver learns. Nothing here is trusted: the kernel rejects a lemma that does not follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from symag.evidence import Clique, Members, UnsatProof
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import ERROR, HIDDEN, LanguageBound, bound_of, compose, with_error
from symag.smt.refutation import checked_lemmas, learned_by_z3
from symag.smt.smallest_assumption import AssumptionClauses

__all__ = ["unsat_proof"]

CLAUSES = 300_000
"""More clauses than that are not refuted."""


@dataclass(frozen=True)
class _Bounds:
    """The bounds over the states of the given components, and the names of these states."""

    low: LanguageBound
    low_names: tuple[tuple[str, ...], ...]
    up: LanguageBound
    up_names: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """With the states of the model above."""


def unsat_proof(
    first: Sequence[LPTS],
    above: LPTS,
    members: Members | None,
    rest: Sequence[LPTS],
    alphabet: Sequence[str],
    clique: Clique,
    states: int,
    watch: Watch,
) -> UnsatProof | None:
    """A proof that no assumption has at most so many states; None if that takes too many clauses.

    `members` are the states that a state of the model above stands for, if that is a normal form. The clique begins
    with the empty word.
    """
    bounds = _given_bounds(first, above, members, rest, alphabet, watch)
    moves = sum(len(row) for bound in (bounds.low, bounds.up) for row in bound.moves)
    if max(moves * states**2, len(bounds.low.moves) * len(bounds.up.moves)) > CLAUSES:
        return None
    question = AssumptionClauses(
        states, len(alphabet), bounds.low.moves, bounds.up.moves, _places(bounds, alphabet, clique)
    )
    clauses, known = list(question.clauses()), list(_bad_pair_lemmas(question, watch))
    learned = learned_by_z3([*clauses, *known], question.booleans, watch)
    lemmas = None if learned is None else checked_lemmas(clauses, [*known, *learned], watch)
    if lemmas is None:
        return None
    return UnsatProof(states, clique, bounds.low_names, bounds.up_names, tuple(lemmas))


def _given_bounds(
    first: Sequence[LPTS],
    above: LPTS,
    members: Members | None,
    rest: Sequence[LPTS],
    alphabet: Sequence[str],
    watch: Watch,
) -> _Bounds:
    below = compose(*rest, watch=watch)
    low, low_order = bound_of(below, alphabet, (), watch)
    completed = with_error(above, frozenset(alphabet).union(*(model.alphabet for model in first)), watch)
    beside = compose(*first, completed, watch=watch)
    error = completed.num_states - 1
    bad = [state for state in watch.over(range(beside.num_states)) if beside.parts(state)[-1] == error]
    up, up_order = bound_of(beside, alphabet, bad, watch)
    allowed = members or [[name] for name in above.states]
    up_names = []
    for state in watch.over(up_order):
        *own, last = beside.parts(state)
        labels = tuple(model.states[part] for model, part in zip(first, own, strict=True))
        up_names.append((labels, tuple(allowed[last])))
    return _Bounds(low, tuple(map(below.part_labels, low_order)), up, tuple(up_names))


def _places(bounds: _Bounds, alphabet: Sequence[str], clique: Clique) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Where each word of the clique leads."""
    letter = {action: number for number, action in enumerate(alphabet, 1)}
    found = []
    for word in clique.words:
        low, up = bounds.low.initial, bounds.up.initial
        for action in word:
            low, up = bounds.low.after(low, letter[action]), bounds.up.after(up, letter[action])
        found.append((low, up))
    return found


def _bad_pair_lemmas(question: AssumptionClauses, watch: Watch) -> Iterator[tuple[int, ...]]:
    """No state of an assumption is met with both states of a bad pair. Each pair follows from the clauses, or from one
    that was found to be bad before it."""
    bad: set[tuple[int, int]] = set()
    is_new = True
    while is_new:
        is_new = False
        for low, up in product(range(len(question.lower)), range(len(question.upper))):
            if (low, up) in bad:
                continue
            watch.tick(len(question.lower[low]) + len(question.upper[up]))
            way = _way_to_bad(question, low, up, bad)
            if way is None:
                continue
            bad.add((low, up))
            is_new = True
            for p in range(question.size):
                met = -question.low(low, p), -question.up(up, p)
                yield from ((*met, -question.goal(p, letter, q)) for letter in way for q in range(question.size))
                yield met


def _way_to_bad(question: AssumptionClauses, low: int, up: int, bad: set[tuple[int, int]]) -> list[int] | None:
    """Does a move of one or both lead to a bad pair, or both to the error? The letter, if lemmas about it are needed.

    Let l -a-> m and u -a-> w, where (m, w) is bad. If both l and u are met at p, then p has a move by a to some q, and
    m and w are met at q.
    """
    found: list[int] | None = None
    for letter, to in question.lower[low]:
        if letter == HIDDEN and (to, up) in bad:
            return []
        for by, goal in question.upper[up]:
            if by == letter != HIDDEN and goal == ERROR:
                return []
            if by == letter != HIDDEN and (to, goal) in bad:
                found = [letter]
    if any(by == HIDDEN and (low, goal) in bad for by, goal in question.upper[up]):
        return []
    return found
