"""Learning by a discrimination tree (Kearns and Vazirani, *An Introduction to Computational Learning Theory*, 1994),
for prefix-closed regular languages.

An inner node of the tree has a suffix, and two children: for words that it may follow, and for those that it may not. A
leaf is a state of the conjecture. A word is *sifted* down to the state that it leads to, which takes one query for each
node on the way: most of the suffixes that an observation table asks about are not asked. Words that are not in the
language are never asked about again: they lead to no state.
"""

from __future__ import annotations

from symag.errors import InternalError
from symag.limits import Watch
from symag.traces.learner import Breakpoint, Conjecture, Teacher, Word
from symag.traces.residuals import START, Residuals

__all__ = ["DiscriminationTree"]


class DiscriminationTree:
    """The tree. A child is an inner node, by its number, or a leaf: -1 - s for the state s."""

    def __init__(self, letters: int, teacher: Teacher, watch: Watch) -> None:
        self.member = teacher.member
        self.watch = watch
        self.residuals = Residuals(letters, teacher)
        self.access: list[Word] = [()]
        self.states = [START]
        """Of each state, the class of its access word."""
        self.after: list[list[int]] = []
        """Of each state, the classes that its letters lead to."""
        self.goals = [-1, 0]
        """Of each class, its state."""
        self.sources: list[list[int]] = [[], []]
        """Of each class, the states from which a letter leads to it."""
        self.rows: list[tuple[int, ...]] = []
        """Of each state, the states that its letters lead to."""
        self.stale: set[int] = set()
        """The states of which that has changed."""
        self.members: list[list[int]] = [[START]]
        """Of each state, its classes."""
        self.suffixes: list[Word] = []
        """Of each inner node; number 0 is the root."""
        self.children: list[list[int]] = []
        """Of each inner node, for no and for yes."""
        self.above: list[list[tuple[int, bool]]] = [[]]
        """Of each state, the inner nodes on the way to it, and what they say of it."""
        self.sayings: list[dict[Word, bool]] = [{}]
        """The same by suffixes, without those of one letter: about these the conjecture is right, because it has the
        classes that letters lead to."""

    def split(self, found: Breakpoint) -> None:
        """A new state beside the one that the letter was thought to lead to."""
        old, new, node = found.goal, len(self.access), len(self.suffixes)
        if old < 0:
            raise InternalError("the teacher's language is not prefix-closed")
        self.suffixes.append(found.suffix)
        leaves = [-1 - old, -1 - new]
        self.children.append(leaves if found.is_member else leaves[::-1])
        if self.above[old]:
            parent, side = self.above[old][-1]
            self.children[parent][side] = node
        self.access.append((*self.access[found.state], found.letter))
        self.above.append([*self.above[old], (node, found.is_member)])
        self.above[old].append((node, not found.is_member))
        self.sayings.append(dict(self.sayings[old]))
        if len(found.suffix) > 1:
            self.sayings[new][found.suffix] = found.is_member
            self.sayings[old][found.suffix] = not found.is_member
        self._part(found, self.after[found.state][found.letter - 1])

    def _part(self, found: Breakpoint, moved: int) -> None:
        """The classes of the old state are classes of one of the two; of some it is known."""
        classes, self.members[found.goal] = self.members[found.goal], []
        self.members.append([])
        known = {moved: True, self.states[found.goal]: False}
        self.states.append(moved)
        for one in classes:
            word = self.residuals.words[one]
            if one not in known:
                self.watch.tick(len(word) + len(found.suffix), len(self.access))
            moves = known[one] if one in known else self.member(word + found.suffix) == found.is_member
            self.goals[one] = len(self.access) - 1 if moves else found.goal
            self.members[self.goals[one]].append(one)
            if moves:
                self.stale.update(self.sources[one])

    def conjecture(self) -> Conjecture:
        """Sift what the letters lead to from new states."""
        self.watch.check("learning", len(self.access))
        words = self.residuals.words
        for state in range(len(self.after), len(self.access)):
            self.after.append(self.residuals.after(self.access[state]))
            for one in range(len(self.goals), len(words)):
                self.goals.append(self._sift(words[one]))
                self.members[self.goals[one]].append(one)
                self.sources.append([])
            for one in self.after[state]:
                self.sources[one].append(state)
            self.rows.append(())
            self.stale.add(state)
        for state in self.watch.over(self.stale):
            self.rows[state] = tuple(map(self.goals.__getitem__, self.after[state]))
        self.stale.clear()
        return Conjecture(tuple(self.access), tuple(self.rows))

    def _sift(self, word: Word) -> int:
        """The state that a word of the language leads to."""
        node = 0 if self.suffixes else -1
        while node >= 0:
            self.watch.tick(len(word), len(self.access))
            node = self.children[node][self.member(word + self.suffixes[node])]
        return -1 - node

    def contradiction(self, conjecture: Conjecture) -> tuple[Word, bool] | None:
        """What the tree says of an access word and a suffix, where the conjecture says something else."""
        after = conjecture.after
        for state, sayings in enumerate(self.sayings):
            self.watch.tick(sum(map(len, sayings)))
            for suffix, is_member in sayings.items():
                goal = state
                for letter in suffix:
                    goal = after[goal][letter - 1]
                    if goal < 0:
                        break
                if (goal >= 0) != is_member:
                    return self.access[state] + suffix, is_member
        return None
