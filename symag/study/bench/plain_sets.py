"""Membership of a trace by plain Python sets of states, without any idea: a yardstick for the teachers."""

from __future__ import annotations

from random import Random

from symag.operators import Exposed

__all__ = ["PlainSets", "random_words", "words_that_can_be_done"]

Word = tuple[int, ...]


class PlainSets:
    """Nothing is remembered but where each letter leads from each state, hidden moves and all."""

    def __init__(self, exposed: Exposed) -> None:
        self.letters = len(exposed.interface)
        self.bad = exposed.bad
        closures = [_closure(exposed, state) for state in range(len(exposed.goals))]
        self.after = [
            {letter: frozenset().union(*map(closures.__getitem__, goals)) for letter, goals in row.items()}
            for row in exposed.goals
        ]
        self.start = closures[exposed.system.initial]
        self.foreign = exposed.foreign

    def step(self, states: frozenset[int], letter: int) -> frozenset[int]:
        """What the letter leads to from these states."""
        if letter in self.foreign:
            return states
        after = self.after
        return frozenset().union(*[after[state][letter] for state in states if letter in after[state]])

    def member(self, word: Word) -> bool:
        """Does the word keep the system from the error?"""
        after, bad, foreign = self.after, self.bad, self.foreign
        states: frozenset[int] | set[int] = self.start
        for letter in word:
            if not states or not bad.isdisjoint(states):
                break
            if letter not in foreign:
                states = set().union(*[after[state][letter] for state in states if letter in after[state]])
        return bad.isdisjoint(states)


def _closure(exposed: Exposed, state: int) -> frozenset[int]:
    """All that hidden moves lead to."""
    found = {state}
    todo = [state]
    while todo:
        new = set(exposed.goals[todo.pop()].get(0, ())) - found
        found |= new
        todo.extend(new)
    return frozenset(found)


def random_words(sets: PlainSets, length: int, count: int, seed: int) -> list[Word]:
    """Each letter by chance: most words lead to the error, or to nothing, long before they end."""
    random = Random(seed)
    return [tuple(random.choices(range(1, sets.letters + 1), k=length)) for _ in range(count)]


def words_that_can_be_done(sets: PlainSets, length: int, count: int, seed: int) -> list[Word]:
    """The system can do all of a word but, perhaps, the last letter, and is not in the error before, wherever that is
    possible: as most words are that a learner asks about."""
    random = Random(seed)
    words = []
    for _ in range(count):
        states, word = sets.start, Word()
        while len(word) < length:
            letters = list(range(1, sets.letters + 1))
            goals = {letter: sets.step(states, letter) for letter in letters}
            good = [letter for letter in letters if goals[letter] and goals[letter].isdisjoint(sets.bad)]
            letter = random.choice(good if good and len(word) < length - 1 else letters)
            states, word = goals[letter], (*word, letter)
        words.append(word)
    return words
