"""Smallest assumptions by brute force, and evidence for lower bounds: by the definitions, without the kernel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from random import Random
from typing import NamedTuple

import networkx

from tests.kernel.documents import Document, by_premises, lpts, of_traces
from tests.kernel.truth import allowed, followed, hidden_closure, steps

Word = tuple[str, ...]
Clause = list[int]


class Surroundings(NamedTuple):
    """What an assumption stands between."""

    below: list[Document]
    beside: list[Document]
    above: Document

    @property
    def letters(self) -> list[str]:
        """The interface."""
        below, others = ({a for model in models for a in model["alphabet"]} for models in (self.below, self.others))
        return sorted(below & others)

    @property
    def others(self) -> list[Document]:
        return [*self.beside, self.above]


def dumped(model: Document) -> str:
    """As the kernel reads it."""
    return json.dumps(model)


def serves(model: Document, at: Surroundings) -> bool:
    """Can the model be the assumption?"""
    return followed(at.below, model) is not None and followed([*at.beside, model], at.above) is not None


def assumptions_of(size: int, letters: list[str]) -> Iterator[Document]:
    """All deterministic models of at most so many states over the letters."""
    moves = list(product(range(size), letters))
    for goals in product([None, *range(size)], repeat=len(moves)):
        rows = [f"{p} {a} {q}" for (p, a), q in zip(moves, goals, strict=True) if q is not None]
        yield lpts("0", " ".join(letters), *rows)


def smallest(at: Surroundings, most: int) -> tuple[int, Document] | None:
    """An assumption with the least number of states; None if at most so many states do not suffice."""
    for size in range(1, most + 1):
        for model in assumptions_of(size, at.letters):
            if serves(model, at):
                return size, model
    return None


def chain_of(word: Word, letters: list[str]) -> Document:
    """The model that does the word, and nothing else."""
    return lpts("0", " ".join(letters), *(f"{i} {letter} {i + 1}" for i, letter in enumerate(word)))


def in_lower(word: Word, at: Surroundings) -> bool:
    """Can the models below do the word?"""
    models = [*at.below, chain_of(word, at.letters)]
    found = followed(models, lpts("", ""))
    assert found is not None
    return any(state[-1] == str(len(word)) for state in found)


def in_upper(word: Word, at: Surroundings) -> bool:
    """May the models beside do what they can while others do the word?"""
    return followed([*at.beside, chain_of(word, at.letters)], at.above) is not None


def words_up_to(length: int, letters: list[str]) -> list[Word]:
    return [word for n in range(length + 1) for word in product(letters, repeat=n)]


def clique_of(at: Surroundings, length: int, *needed: Word) -> Document:
    """A largest clique of words of at most this length, with suffixes of at most this length, that has these words."""
    known = words_up_to(2 * length, at.letters)
    lower, upper = ({word for word in known if within(word, at)} for within in (in_lower, in_upper))
    words = [word for word in words_up_to(length, at.letters) if word in lower]
    apart: dict[tuple[Word, Word], Word] = {}
    for one, two in product(words, repeat=2):
        for suffix in words_up_to(length, at.letters):
            if one + suffix in lower and two + suffix not in upper:
                apart.setdefault((one, two), suffix)
    graph = networkx.Graph(apart.keys())
    graph.add_nodes_from(words)
    cliques = [sorted(found, key=words.index) for found in networkx.find_cliques(graph) if {*needed} <= {*found}]
    best = max(cliques, key=lambda found: (len(found), found))
    return {"kind": "clique", "words": [list(word) for word in best], "suffixes": suffixes_of(best, apart)}


def suffixes_of(words: list[Word], apart: dict[tuple[Word, Word], Word]) -> list[list[object]]:
    pairs = [(i, j) if (words[i], words[j]) in apart else (j, i) for i, j in combinations(range(len(words)), 2)]
    return [[i, j, list(apart[words[i], words[j]])] for i, j in pairs]


class Encoding:
    """The clauses for an assumption with at most so many states, as the format describes them."""

    def __init__(self, at: Surroundings, states: int, clique: Document) -> None:
        self.at, self.states = at, states
        self.low = [state for state, _ in self._reached(at.below, lpts("", ""))]
        self.up = self._reached(at.beside, at.above)
        self.clauses = [*self._deterministic(), *self._moves_below(), *self._moves_beside(), *self._numbered(clique)]

    def _reached(self, models: list[Document], above: Document) -> list[tuple[Word, Word]]:
        """All states that words may lead to, with what the model above allows: with a model that does all letters."""
        letters = lpts("0", " ".join(self.at.letters), *(f"0 {letter} 0" for letter in self.at.letters))
        models = [*models, letters]
        start = tuple(model["initial"] for model in models), hidden_closure(above, {above["initial"]})
        found = [start]
        for state, inside in found:  # which grows meanwhile
            for action, to in steps(models, state):
                after = to, allowed(above, inside, action)
                if after[1] and after not in found:
                    found.append(after)
        return [(state[:-1], tuple(sorted(inside))) for state, inside in found]

    def move(self, p: int, letter: str, q: int) -> int:
        return 1 + (p * len(self.at.letters) + self.at.letters.index(letter)) * self.states + q

    def is_below(self, state: Word, p: int) -> int:
        return 1 + self.states**2 * len(self.at.letters) + self.low.index(state) * self.states + p

    def is_beside(self, node: tuple[Word, Word], p: int) -> int:
        first = 1 + self.states**2 * len(self.at.letters) + self.states * len(self.low)
        return first + self.up.index(node) * self.states + p

    def _deterministic(self) -> Iterator[Clause]:
        for p, letter in product(range(self.states), self.at.letters):
            for q, r in combinations(range(self.states), 2):
                yield [-self.move(p, letter, q), -self.move(p, letter, r)]

    def _moves_below(self) -> Iterator[Clause]:
        numbers = range(self.states)
        for state in self.low:
            for action, to in steps(self.at.below, state):
                for p in numbers:
                    if action not in self.at.letters:
                        yield [-self.is_below(state, p), self.is_below(to, p)]
                        continue
                    yield [-self.is_below(state, p), *(self.move(p, action, q) for q in numbers)]
                    for q in numbers:
                        yield [-self.is_below(state, p), -self.move(p, action, q), self.is_below(to, q)]

    def _moves_beside(self) -> Iterator[Clause]:
        known = {action for model in self.at.beside for action in model["alphabet"]}
        for node in self.up:
            state, inside = node
            moves = steps(self.at.beside, state) + [(a, state) for a in self.at.letters if a not in known]
            for action, to in moves:
                after = tuple(sorted(allowed(self.at.above, frozenset(inside), action)))
                for p in range(self.states):
                    for q in range(self.states) if action in self.at.letters else [p]:
                        moved = [-self.move(p, action, q)] if action in self.at.letters else []
                        yield [-self.is_beside(node, p), *moved, *([self.is_beside((to, after), q)] if after else [])]

    def _numbered(self, clique: Document) -> Iterator[Clause]:
        for i, word in enumerate(clique["words"]):
            chain = chain_of(tuple(word), self.at.letters)
            below = followed([*self.at.below, chain], lpts("", ""))
            beside = followed([*self.at.beside, chain], self.at.above)
            assert below is not None
            assert beside is not None
            yield from ([self.is_below(state[:-1], i)] for state in below if state[-1] == str(len(word)))
            for state, sets in beside.items():
                if state[-1] == str(len(word)):
                    yield from ([self.is_beside((state[:-1], tuple(sorted(inside))), i)] for inside in sets)


def propagated(clauses: list[Clause], literals: set[int]) -> set[int] | None:
    """All that follows by unit propagation; None if that is a conflict."""
    found, is_new = set(literals), True
    while is_new:
        is_new = False
        for clause in clauses:
            if found.isdisjoint(clause):
                left = [x for x in clause if -x not in found]
                if not left:
                    return None
                if len(left) == 1:
                    found.add(left[0])
                    is_new = True
    return found


def refutation(clauses: list[Clause]) -> list[Clause] | None:
    """Lemmas, each of which follows by unit propagation; the last one is empty. None if there is a solution."""
    lemmas: list[Clause] = []
    todo: list[tuple[Clause, bool]] = [([], False)]
    while todo:
        decisions, is_done = todo.pop()
        found = None if is_done else propagated([*clauses, *lemmas], set(decisions))
        if found is None:
            lemmas.append([-x for x in decisions])
            continue
        free = [abs(x) for clause in clauses if found.isdisjoint(clause) for x in clause if -x not in found]
        if not free:
            return None
        todo += [(decisions, True), ([*decisions, -free[0]], False), ([*decisions, free[0]], False)]
    return lemmas


def unsat_proof_of(at: Surroundings, states: int, clique: Document) -> Document | None:
    """A proof that so many states do not suffice, if they do not."""
    encoding = Encoding(at, states, clique)
    lemmas = refutation(encoding.clauses)
    if lemmas is None:
        return None
    up = [[list(state), list(inside)] for state, inside in encoding.up]
    proof = {"kind": "unsat proof", "states": states, "clique": clique, "low": list(map(list, encoding.low)), "up": up}
    return proof | {"lemmas": lemmas}


def entry(assumption: str, states: int, evidence: Document | None, bound: int) -> Document:
    shown_by = None if evidence is None else evidence["kind"]
    figures = {"assumption": assumption, "states": states, "lower_bound": bound, "shown_by": shown_by}
    return figures | {"evidence": evidence}


def minimality(*entries: Document) -> Document:
    return {key: entries[0][key] for key in ("states", "lower_bound", "shown_by")} | {"assumptions": list(entries)}


def chain_proof(
    sides: list[list[Document]], assumptions: list[Document], specification: Document, *entries: Document
) -> Document:
    """The proof by ASYM-N with these assumptions, and with these lower bounds."""
    components = [model for side in sides for model in side]
    premises, start = [], 1
    for i, side in enumerate(sides):
        names = [f"L{start + k}" for k in range(len(side))] + [f"A{i + 1}"] * (i < len(assumptions))
        above = [specification, *assumptions][i]
        found = followed([*side, *assumptions[i : i + 1]], above)
        assert found is not None
        groups = [{"simulated_by": list(map(sorted, sets)), "states": [list(at)]} for at, sets in found.items()]
        premises.append({"below": names, "above": f"A{i}" if i else "P", "relation": {"groups": groups}})
        start += len(side)
    document = of_traces(by_premises(components, assumptions, [], specification, *premises))
    return document | {"minimality": minimality(*entries)}


def random_surroundings(random: Random) -> Surroundings:
    """Small models whose composition is nearly the specification: there is little choice for an assumption."""
    while True:
        one, two = sparse(random, "cb", 2), sparse(random, "ab", 5)
        above = composition([one, two], random.sample("abc", random.choice([2, 3])))
        at = Surroundings([two], [one], above)
        if 0 < len(at.letters) < 3 and above["alphabet"]:
            states = sorted({row["from"] for row in above["transitions"]} | {above["initial"]})
            for _ in range(random.choice([0, 1, 2])):
                p, q = random.choices(states, k=2)
                above["transitions"].append({"from": p, "action": random.choice(above["alphabet"]), "to": q})
            return at


def sparse(random: Random, actions: str, most: int) -> Document:
    """A model with few moves, so that not everything is soon allowed."""
    states = [f"s{i}" for i in range(random.randint(2, most))]
    rows = [f"{one} {random.choice(actions)} {two}" for one, two in pairwise(states)]
    alphabet = " ".join(sorted({row.split()[1] for row in rows} | {actions[0]}))
    labels = [*alphabet.split(), *(["tau"] if random.random() < 0.3 else [])]
    rows += [" ".join([random.choice(states), random.choice(labels), random.choice(states)]) for _ in states[1:]]
    return lpts("s0", alphabet, *rows)


def composition(models: list[Document], known: list[str]) -> Document:
    """The composition as one model; all but the known actions are hidden."""
    found = followed(models, lpts("", ""))
    assert found is not None
    rows = [
        f"{'.'.join(state)} {action if action in known else 'tau'} {'.'.join(to)}"
        for state in found
        for action, to in steps(models, state)
    ]
    alphabet = {action for model in models for action in model["alphabet"]} & {*known}
    return lpts(".".join(model["initial"] for model in models), " ".join(sorted(alphabet)), *rows)
