"""The algorithms of the kernel's second file, against plain ones: its clauses, and unit propagation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from types import ModuleType

from symag.kernel.audit import Model, read
from tests.kernel.cases_minimality import BUSY, COUNT, GAP, GAP_CLIQUE, clique
from tests.kernel.documents import Document
from tests.kernel.smallest import Clause, Encoding, Surroundings, dumped, propagated


def has_the_clauses(module: ModuleType, at: Surroundings, states: int, words: Document) -> bool:
    """Are the clauses those of the format? A clause is not listed twice, and one that is always true does not count."""
    expected = Encoding(at, states, words)
    below, beside = ([Model(read(dumped(model))) for model in models] for models in (at.below, at.beside))
    place = module.place(below, beside, Model(read(dumped(at.above))))
    low = [(state, frozenset([""])) for state in expected.low]
    up = [(state, frozenset(inside)) for state, inside in expected.up]
    found = list(module.clauses(states, place, list(map(tuple, words["words"])), low, up))
    return essential(found) == essential(expected.clauses)


def essential(clauses: list[Clause]) -> set[frozenset[int]]:
    return {frozenset(clause) for clause in clauses if not any(-x in clause for x in clause)}


def propagates(module: ModuleType, seed: int) -> bool:
    """Does it imply exactly the clauses that plain unit propagation implies, one after the other?"""
    random = Random(seed)
    most = random.randint(1, 9)
    known: list[Clause] = []
    kernel = module.Propagation(most)
    for _ in range(40):
        clause = random_clause(random, most)
        is_implied = propagated(known, {-x for x in clause}) is None or propagated(known, set()) is None
        is_implied = is_implied or not clause_is_open(clause, propagated(known, set()) or set())
        if kernel.implies(clause) is not is_implied:
            return False
        if is_implied or random.random() < 0.5:
            kernel.add(clause)
            known.append(clause)
    return True


def random_clause(random: Random, most: int) -> Clause:
    size = random.choice([0, 1, 2, 2, 3, 3, 4, 5]) if random.random() < 0.95 else 0
    variables = random.sample(range(1, most + 1), min(size, most)) or [random.randint(1, most)]
    return [x * random.choice([1, -1]) for x in variables]


def clause_is_open(clause: Clause, true: set[int]) -> bool:
    """Is none of its literals true?"""
    return true.isdisjoint(clause)


PARTS: list[Callable[[ModuleType], bool]] = [
    partial(has_the_clauses, at=at, states=states, words=words)
    for at, states, words in (
        *(
            (GAP, 2, GAP_CLIQUE),
            (GAP, 3, clique("-")),
            (COUNT, 3, clique("- a a,a", "1 0 a,a,b", "2 0 a,b", "2 1 a,b")),
        ),
        *((BUSY, 2, clique("- send", "1 0 output")), (COUNT, 4, clique(""))),
    )
]
PARTS += [partial(propagates, seed=seed) for seed in range(60)]
