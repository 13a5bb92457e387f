"""The kernel's last file: checks how small the assumptions of a proof can be, for traces and ASYM or ASYM-N.

It needs `audit.py` and `formula.py` beside it and the standard library, nothing else. `python minimality.py
verdict.json` checks all that these check, and the key `minimality`, which they reject. `judge` in `audit.py` stays the
one place that accepts.

**The claim.** For an assumption A, the proof shows M1 ‖ A ⊨ Y, and by its later premises M2 ⊨ A. The components M1 are
beside A in its premise, Y is above, and M2 are all components of later premises. The interface Σ has the actions that
M2 knows and that M1 or Y knows. A knows no others, has no hidden moves and is deterministic. The claim: if M1 ‖ B ⊨ Y
and M2 ⊨ B for a deterministic LTS B over Σ without hidden moves, then at least k states of B can be reached.

That B knows all of Σ is no restriction. Let B know less, and let M1 ‖ B know all letters of Σ that Y knows, because a
premise needs that (`check_proof`). Give B a loop in each state on each letter of Σ that it does not know. M2 ⊨ B
still holds; so does M1 ‖ B ⊨ Y, because M1 knows the letters that are new; and B has as many states as before.

**Two languages.** A word over Σ is in the *lower* language if M2 can do it, with other actions in between. B has each
such word, because M2 ⊨ B. A word w is outside of the *upper* language if M1 and Y, with other actions of M1 in between,
can come by w, or by the start of w, to a place that Y does not allow. B has no such word: M1 ‖ B would not satisfy Y.

**A clique** is a list of words u_1 … u_k of the lower language. For each two of them there is a suffix w such that one
of them, continued by w, is in the lower language, and the other, continued by w, is outside of the upper one. B has
both words. If they led to one state of B, it would have both continued words or none; but it has the first and not the
second. So B has at least k states.

**An unsat proof** shows that B has more than m states, by clauses that would have a solution otherwise. Let B have at
most m states. A clique of at most m words numbers them: word i leads to state i, because the words lead to different
states; the other states get the numbers that are left below m. Some states l of M2, and some states u of M1 with a set
of states of Y, have variables. Set

    T[p,a,q]   if B moves from p to q on a,
    R[l,p]     if some word leads M2 to l and B to p,
    U[u,p]     if some word of B leads M1 and Y to u, and B to p.

Then all clauses of `clauses` are true, whichever states have variables:
- T[p,a,·] is true for at most one q, because B is deterministic.
- If R[l,p] by a word w, and l moves on a letter a, then w·a is in the lower language. So B has it, T[p,a,q] is true for
  some q, and if T[p,a,q] and the move is to l', then R[l',q]. A move on any other action leads to R[l',p] by w itself.
- If U[u,p] by a word w, and u moves on a letter a to u', then T[p,a,q] implies U[u',q] by w·a. If the move is to the
  error, w·a is outside of the upper language, and T[p,a,q] is false. A move on any other action leads to U[u',p]; if it
  leads to the error, then w is outside of the upper language, which no word of B is, so U[u,p] is false.
- If word i of the clique leads M2 to l, or M1 and Y to u, then R[l,i] or U[u,i], because it leads B to state i.
Each lemma follows from the clauses and the lemmas before it: with all its literals false, unit propagation comes to a
conflict. The last lemma is empty, so the clauses have no solution, and B does not exist.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

if __package__:
    from symag.kernel import audit as kernel
    from symag.kernel.formula import ANYTHING, CHECKS, RELATIONS
else:  # a plain file
    sys.path.insert(0, str(Path(__file__).parent))
    import audit as kernel  # type: ignore[import-not-found, no-redef]
    from formula import ANYTHING, CHECKS, RELATIONS  # type: ignore[import-not-found, no-redef]

need, get, items, name = kernel.need, kernel.get, kernel.items, kernel.name
Word = tuple[str, ...]
Node = tuple[tuple[str, ...], frozenset[str]]
"""The states of some components, and the states of a model above them."""
Clause = list[int]
ERROR: Node = ((), frozenset())
"""The model above does not allow what was done."""


class Side:
    """Some components, and a model above that follows them, as they are seen at the interface."""

    def __init__(self, components: list[kernel.Model], above: kernel.Model, interface: set[str]) -> None:
        self.system, self.above, self.interface = kernel.System(components), above, interface
        self.known: dict[Node, set[tuple[str | None, Node]]] = {ERROR: {(letter, ERROR) for letter in interface}}
        self.steps: dict[tuple[frozenset[Node], str], frozenset[Node]] = {}
        self.initial = self.hidden({(self.system.initial, above.after({above.initial}, kernel.TAU))})

    def moves(self, node: Node) -> set[tuple[str | None, Node]]:
        """Where letters of the interface lead, and other actions, for which there is None. The error never ends."""
        if node not in self.known:
            state, allowed = node
            moves = [(action, to) for action, goals in self.system.moves(state) for to in goals]
            moves += [(letter, state) for letter in self.interface - self.system.taking.keys()]
            after = {action: self.above.after(allowed, action) for action, _ in moves}
            seen = {action: action if action in self.interface else None for action in after}
            self.known[node] = {(seen[a], (to, after[a]) if after[a] else ERROR) for a, to in moves}
        return self.known[node]

    def hidden(self, nodes: set[Node]) -> frozenset[Node]:
        """These nodes, and all that other actions lead to."""
        found, new = set(nodes), nodes
        while new:
            new = {to for node in new for letter, to in self.moves(node) if letter is None} - found
            found |= new
        return frozenset(found)

    def after(self, word: Word) -> frozenset[Node]:
        """Where a word may lead to."""
        nodes = self.initial
        for letter in word:
            need(letter in self.interface, f"a word has the action {letter!r}, which is not in the interface")
            if (nodes, letter) not in self.steps:
                reached = {to for node in nodes for action, to in self.moves(node) if action == letter}
                self.steps[nodes, letter] = self.hidden(reached)
            nodes = self.steps[nodes, letter]
        return nodes


class Place(NamedTuple):
    """Where an assumption stands."""

    low: Side
    """The components below it."""
    up: Side
    """The components beside it, and the model above."""
    letters: list[str]
    """The interface, sorted."""


def place(below: list[kernel.Model], beside: list[kernel.Model], above: kernel.Model) -> Place:
    actions, known = ({a for model in models for a in model.alphabet} for models in (below, [*beside, above]))
    letters = actions & known
    return Place(Side(below, kernel.Model(ANYTHING), letters), Side(beside, above, letters), sorted(letters))


def words_of(clique: Any, at: Place) -> list[Word]:
    """The words of a clique: each two lead to different states of each assumption."""
    need(get(clique, "kind") == "clique", "a clique is not of this kind")
    words = [tuple(map(name, items(word))) for word in items(get(clique, "words"))]
    need(all(map(at.low.after, words)), "a word of a clique is not in the lower language")
    number = {str(i): i for i in range(len(words))}
    apart = set()
    for i, j, suffix in map(items, items(get(clique, "suffixes"))):
        need({i, j} <= number.keys(), "a suffix is not for two words of its clique")
        inside, outside = (words[number[one]] + tuple(map(name, items(suffix))) for one in (i, j))
        need(len(at.low.after(inside)) > 0, f"{inside!r} is not in the lower language")
        need(ERROR in at.up.after(outside), f"{outside!r} is not outside of the upper language")
        apart.add(frozenset([number[i], number[j]]))
    need(apart == set(map(frozenset, combinations(range(len(words)), 2))), "two words of a clique have no suffix")
    return words


def by_clique(clique: Any, at: Place) -> tuple[int, str]:
    """The lower bound, and what shows it."""
    bound = len(words_of(clique, at))
    return bound, f"a clique of {bound} words"


def by_unsat_proof(proof: Any, at: Place) -> tuple[int, str]:
    """The lower bound, and what shows it."""
    need(get(proof, "kind") == "unsat proof", "an unsat proof is not of this kind")
    states, words = integer(get(proof, "states")), words_of(get(proof, "clique"), at)
    need(len(words) <= states, "the clique of an unsat proof shows more than the proof")
    low = [(tuple(map(name, items(state))), frozenset([""])) for state in items(get(proof, "low"))]
    pairs = list(map(items, items(get(proof, "up"))))
    up = [(tuple(map(name, items(state))), frozenset(map(name, items(above)))) for state, above in pairs]
    lemmas = [list(map(integer, items(lemma))) for lemma in items(get(proof, "lemmas"))]
    variables = states * (states * len(at.letters) + len(low) + len(up))
    need(all(0 < abs(x) <= variables for lemma in lemmas for x in lemma), "a lemma has a variable that does not exist")
    known = Propagation(variables)
    for clause in clauses(states, at, words, low, up):
        known.add(clause)
    for number, lemma in enumerate(lemmas, 1):
        need(known.implies(lemma), f"lemma {number} does not follow by unit propagation")
        known.add(lemma)
    need(lemmas[-1:] == [[]], "the last lemma is not the empty clause")
    return states + 1, f"an unsat proof of {len(lemmas)} lemmas"


def integer(value: Any) -> int:
    need(type(value) is kernel.Number, f"{value!r} is not a number")
    return int(value)


def clauses(states: int, at: Place, words: list[Word], low: list[Node], up: list[Node]) -> Iterator[Clause]:
    """What is true of an assumption with at most so many states, if its first states are where the words lead."""
    numbers, pairs = range(states), [(p, letter) for p in range(states) for letter in at.letters]
    moving = {pair: range(1 + i * states, 1 + (i + 1) * states) for i, pair in enumerate(pairs)}
    for goals in moving.values():
        yield from ([-one, -two] for one, two in combinations(goals, 2))
    start = 1 + len(pairs) * states
    for side, nodes in ((at.low, low), (at.up, up)):
        of = {node: start + i * states for i, node in enumerate(nodes)}
        start += len(nodes) * states
        implied = {node: [[of[node] + p] for p in numbers] for node in of} | {ERROR: [[] for _ in numbers]}
        for node, here in of.items():
            for (letter, to), p in product(side.moves(node), numbers):
                if letter is not None and side is at.low:
                    yield [-here - p, *moving[p, letter]]
                if letter is not None and to in implied:
                    yield from ([-here - p, -goal, *implied[to][q]] for q, goal in enumerate(moving[p, letter]))
                elif to in implied:
                    yield [-here - p, *implied[to][p]]
        yield from ([of[node] + i] for i, word in enumerate(words) for node in side.after(word) if node in of)


class Propagation:
    """Unit propagation with two watched literals, the first two of each clause (Moskewicz and others, 2001): unless
    there is a conflict, one of them is false only if the other one is true."""

    def __init__(self, variables: int) -> None:
        self.true = [False] * (2 * variables + 1)  # by literal: the negative ones count from the end
        self.watching: list[list[Clause]] = [[] for _ in self.true]
        self.failed = False

    def add(self, clause: Clause) -> None:
        """One more clause, and what follows from it."""
        left = list({x for x in clause if not self.true[-x]})
        for x in left[:2]:
            self.watching[x].append(left)
        if len(left) < 2:
            self.failed = self.failed or not left or self.conflict(left, [])

    def implies(self, clause: Clause) -> bool:
        """Does unit propagation come to a conflict if the clause is false? Afterwards, all is as it was."""
        trail: list[int] = []
        found = self.failed or any(self.true[x] for x in clause) or self.conflict([-x for x in clause], trail)
        for x in trail:
            self.true[x] = False
        return found

    def conflict(self, literals: Clause, trail: list[int]) -> bool:
        """Make these literals true, and all that follows: it is on the trail. Is a clause false then?"""
        true, watching = self.true, self.watching
        for x in literals:
            if not true[x]:
                true[x] = True
                trail.append(x)
        for x in trail:  # which grows meanwhile
            waiting, watching[-x] = watching[-x], []
            for i, clause in enumerate(waiting):
                if clause[0] == -x:
                    clause[0], clause[1] = clause[1], -x
                if not true[clause[0]]:
                    for k in range(2, len(clause)):
                        if not true[-clause[k]]:
                            clause[1], clause[k] = clause[k], -x
                            break
                    else:
                        if true[-clause[0]]:
                            watching[-x] += waiting[i:]
                            return True
                        true[clause[0]] = True
                        trail.append(clause[0])
                watching[clause[1]].append(clause)
        return False


LOWER_BOUNDS: dict[str, Callable[[Any, Place], tuple[int, str]]] = {"clique": by_clique, "unsat proof": by_unsat_proof}


def check_minimality(document: dict[str, Any], question: kernel.AuditedQuestion) -> str:
    """The sizes and lower bounds of the assumptions of a proof that was checked before; what was shown, in words."""
    minimality, certificate = document.get("minimality"), document["certificate"]
    if minimality is None:
        return ""
    is_proof = question.follows is kernel.includes and get(certificate, "kind") == "assume-guarantee"
    need(is_proof, "lower bounds are for the assumptions of proofs for traces")
    parts = {f"L{i}": model for i, model in enumerate(question.system.components, 1)}
    chain = ["P", *(f"A{i}" for i in range(1, len(question.assumptions) + 1))]
    premises = certificate["premises"]
    need(list not in map(type, premises), "lower bounds are not for pairs of premises")
    sides = [[part for part in one["below"] if part in parts] for one in premises]
    rule = [(chain[i : i + 1], side + chain[i + 1 : i + 2]) for i, side in enumerate(sides)]
    need([([one["above"]], one["below"]) for one in premises] == rule, "lower bounds are for the rules ASYM and ASYM-N")
    entries = items(get(minimality, "assumptions"))
    need([get(one, "assumption") for one in entries] == chain[1:] != [], "the entries are not one for each assumption")
    for key in ("states", "lower_bound", "shown_by"):
        need(get(minimality, key) == get(entries[0], key), "the figures are not those of the first assumption")
    shown = ""
    for i, entry in enumerate(entries):
        later = {part for side in sides[i + 1 :] for part in side}
        below, beside = [parts[part] for part in parts if part in later], [parts[part] for part in sides[i]]
        above = [question.specification["P"], *question.assumptions][i]
        shown += check_entry(entry, question.assumptions[i], place(below, beside, above))
    return shown


def check_entry(entry: Any, assumption: kernel.Model, at: Place) -> str:
    """The size and the lower bound of one assumption."""
    moves = [assumption.moved({state}, action) for state in sorted(assumption.reachable) for action in at.letters]
    plain = assumption.alphabet <= {*at.letters} and not assumption.hides and all(len(goals) < 2 for goals in moves)
    need(plain, "an assumption is not deterministic, or it has actions that are not in the interface")
    need(get(entry, "states") == str(len(assumption.reachable)), "an assumption does not have as many states as stated")
    kind, evidence, bound, how = get(entry, "shown_by"), get(entry, "evidence"), 1, ""
    if kind is not None or evidence is not None:
        bound, how = LOWER_BOUNDS[kernel.choice(kind, LOWER_BOUNDS, "what shows a lower bound")](evidence, at)
        how = f"; no assumption with fewer than {bound} states serves as {entry['assumption']} ({how})"
    need(get(entry, "lower_bound") == str(bound), "a lower bound is not the one that its evidence shows")
    return how


def audit_with_bounds(text: str) -> list[kernel.Audit]:
    """Check every verdict in the text of a file, also how small it says that assumptions can be."""
    return kernel.audit_each(text, kernel.Further(CHECKS, RELATIONS, check_minimality))


if __name__ == "__main__":
    sys.exit(kernel.main(sys.argv[1:], audit_with_bounds))
