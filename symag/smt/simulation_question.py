"""What must be true for `L ≼ P`: the pairs that can matter, and what each is obliged to (CAV'12, Def. 5).

One kind of variable: `(x, y)` says that x is below y. If x and y are states, it is the pair R(x, y): y simulates x. If
one of them is a distribution (a negative code, as in `LPTS.target`), it is the match M(x, y): x ⊑_R y. A match of two
Dirac distributions *is* the pair of their states, so plain transition systems need no matches at all.

Variables are numbered from 1 as they are met, so everything that can be reached from the initial pair, and nothing
else, gets a number. A pair whose specification state lacks an action of the system's state is *hopeless*: that one
obligation is all that is kept of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import answering_actions

__all__ = ["Obligation", "SimulationQuestion"]


NOTHING = -(1 << 40)


class Obligation(NamedTuple):
    """If the pair is related, then some answer is above the target of this transition: one of these variables holds."""

    pair: int
    transition: int
    answers: tuple[int, ...]

    def literals(self, question: SimulationQuestion) -> tuple[int, ...]:
        """The clause."""
        return (-self.pair, *self.answers)


class SimulationQuestion:
    """The variables of `system ≼ specification`, numbered on demand; 1 is the initial pair."""

    INITIAL = 1

    def __init__(self, system: LPTS, specification: LPTS, watch: Watch | None = None) -> None:
        self.system = system
        self.watch = watch or Watch()
        self.specification = specification
        self.below: list[int] = [0]
        """Per variable, the state or distribution of the system; there is no variable 0."""
        self.above: list[int] = [0]
        """Per variable, the state or distribution of the specification."""
        self.hopeless = 0
        self._number: dict[tuple[int, int], int] = {}
        known = answering_actions(specification)
        self._meaning = [known.get(action, -1) for action in system.actions]
        self._answers: dict[tuple[int, int], tuple[int, ...]] = {}
        self._supports = _supports(system), _supports(specification)
        self.variable(system.initial, specification.initial)

    def __len__(self) -> int:
        """How many variables there are so far."""
        return len(self.below) - 1

    def variable(self, below: int, above: int) -> int:
        """The number of `below` ≼ `above` (states) or `below` ⊑_R `above` (distributions)."""
        key = below, above
        number = self._number.get(key)
        if number is None:
            number = self._number[key] = len(self.below)
            self.below.append(below)
            self.above.append(above)
        return number

    def known(self, below: int, above: int) -> int:
        """The same, if it has a number already; 0 if no constraint speaks of it yet."""
        return self._number.get((below, above), 0)

    def fresh(self) -> int:
        """A variable that is about nothing: neither a pair nor a match."""
        self.below.append(NOTHING)
        self.above.append(NOTHING)
        return len(self)

    def is_pair(self, variable: int) -> bool:
        """Is it about two states?"""
        return self.below[variable] >= 0 and self.above[variable] >= 0

    def pairs(self) -> Iterator[int]:
        """All variables so far that are about two states."""
        return filter(self.is_pair, range(1, len(self.below)))

    def obligations(self, pair: int) -> list[Obligation]:
        """What the pair is obliged to: an answer to every transition of the system's state."""
        s, p = self.below[pair], self.above[pair]
        system, variable = self.system, self.variable
        found = []
        for transition in system.row(s):
            action = system.action[transition]
            answers = self._answers.get((p, action))
            if answers is None:
                answers = self._look_up(p, action)
            self.watch.tick(1 + len(answers), pair)
            if not answers:
                self.hopeless += 1
                return [Obligation(pair, transition, ())]
            found.append((transition, answers))
        target = system.target
        return [Obligation(pair, t, tuple([variable(target[t], y) for y in answers])) for t, answers in found]

    def _look_up(self, p: int, action: int) -> tuple[int, ...]:
        """With what the completed specification can answer: by its own transitions, or by staying."""
        model, meant = self.specification, self._meaning[action]
        row = model.row(p)
        answers = (p,) if meant < 0 else tuple(model.target[t] for t in row if model.action[t] == meant)
        self._answers[p, action] = answers
        return answers

    def supports(self, match: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The outcomes of both sides of a match."""
        below, above = self.below[match], self.above[match]
        return (
            (below,) if below >= 0 else self._supports[0][~below],
            (above,) if above >= 0 else self._supports[1][~above],
        )

    def shares(self, match: int) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """The probabilities of those outcomes."""
        below, above = self.below[match], self.above[match]
        system, specification = self.system, self.specification
        return (
            (Fraction(1),) if below >= 0 else system.vectors[system.vector[~below]],
            (Fraction(1),) if above >= 0 else specification.vectors[specification.vector[~above]],
        )

    def vectors(self, match: int) -> tuple[int, int]:
        """The numbers of their probability vectors; -1 for a Dirac distribution."""
        below, above = self.below[match], self.above[match]
        return (
            -1 if below >= 0 else self.system.vector[~below],
            -1 if above >= 0 else self.specification.vector[~above],
        )

    def everything(self) -> tuple[list[Obligation], list[int]]:
        """All obligations and all matches that can be reached from the initial pair."""
        obligations: list[Obligation] = []
        matches: list[int] = []
        number = 0
        self.watch.check("listing pairs of states")
        while number < len(self):
            number += 1
            if self.is_pair(number):
                obligations += self.obligations(number)
            else:
                matches.append(number)
                below, above = self.supports(number)
                self.watch.tick(len(below) * len(above), number)
                for x in below:
                    for y in above:
                        self.variable(x, y)
        return obligations, matches


def _supports(model: LPTS) -> list[tuple[int, ...]]:
    return [tuple(model.support[model.spread[d] : model.spread[d + 1]]) for d in range(model.num_distributions)]
