"""Is it known beforehand which decompositions are worse than composing? Rules, and how often they are right.

A rule sees what is cheap: the states of the first side with the property, those of the second side, and those of the
whole; in how many letters of the property the second side takes part; and the result of a probe: does the first side
keep the property alone, whatever the second one does? It says "worse" if one of the sides has more than some multiple
of the whole. Which multiples is fitted to the results of all systems but one: for first sides that keep the property
alone, for others with few such letters, and for those with many. It is judged by the system that was held out; and so
for each system.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import inf
from typing import NamedTuple

from symag.assume import RunLog, alphabet_of, keeps_alone
from symag.check import CheckRun
from symag.limits import Limits, Watch
from symag.options import Options
from symag.question import ask
from symag.study.cases.decompositions import FirstSide, all_first_sides, count_states
from symag.study.cases.tosem08 import Tosem08Subject
from symag.study.jobs import Figures

__all__ = ["KNOWN", "Multiples", "Rule", "Score", "Sized", "beforehand_case", "fitted", "held_out", "score"]

MULTIPLES = (1.0, 0.33, 0.4, 0.5, 0.6, 0.67, 0.75, 0.85, 1.2, 1.5, 2.0, 3.0, inf)
"""Of the states of the whole, that a side may have; of several that are as good, the first one is taken."""
COUNTED = 200_000
"""A larger side counts as that."""


class Multiples(NamedTuple):
    """A rule: worse, if the first side with the property, or the second side, has more than so many times the states of
    the whole."""

    first: float
    second: float


KNOWN = Multiples(1.0, 1.0)
"""Worse if and only if max(|S1 ‖ P|, |S2|) is more than the whole."""


class Rule(NamedTuple):
    """Multiples for decompositions whose first side keeps the property alone, and for the others: those whose second
    side takes part in few letters of the property, and in more."""

    alone: Multiples = KNOWN
    few: Multiples = KNOWN
    many: Multiples = KNOWN
    letters: int = 0
    """So many are few."""


class Sized(NamedTuple):
    """A decomposition: what is known beforehand, and what was found."""

    system: str
    number: int
    first: FirstSide
    whole: float
    first_states: int
    second_states: int
    cost: float
    """The states that the method explored; infinite, if it did not finish."""
    alone: bool = False
    """Does the first side keep the property, whatever the second one does?"""
    letters: int = 0
    """Of the property, in which the second side takes part."""

    @property
    def is_worse(self) -> bool:
        """Than composing."""
        return self.cost > self.whole

    def exceeds(self, multiples: Multiples) -> bool:
        """Has a side more than that?"""
        return self.first_states > multiples.first * self.whole or self.second_states > multiples.second * self.whole

    def predicted(self, rule: Rule) -> bool:
        """Does the rule say that it is worse?"""
        if self.alone:
            return self.exceeds(rule.alone)
        return self.exceeds(rule.few if self.letters <= rule.letters else rule.many)


class Score(NamedTuple):
    """How often a rule was right."""

    right: int
    false_alarms: int
    """It said "worse", and that was wrong."""
    misses: int
    """It did not say "worse", and it was."""

    @property
    def percent(self) -> float:
        """Of all, how many it was right about."""
        return 100 * self.right / max(sum(self), 1)


def score(judged: Iterable[tuple[bool, bool]]) -> Score:
    """Of pairs: what was predicted, and what was found."""
    found = list(judged)
    alarms = sum(predicted and not worse for predicted, worse in found)
    misses = sum(worse and not predicted for predicted, worse in found)
    return Score(len(found) - alarms - misses, alarms, misses)


def fitted(cases: Sequence[Sized]) -> Rule:
    """The rule with the fewest mistakes."""
    return _Fit(cases).best_without(None)


def held_out(cases: Sequence[Sized]) -> tuple[Score, dict[str, Rule]]:
    """How often the rules that were fitted to the other systems are right, and these rules."""
    fit = _Fit(cases)
    chosen = {system: fit.best_without(system) for system in dict.fromkeys(one.system for one in cases)}
    return score((one.predicted(chosen[one.system]), one.is_worse) for one in cases), chosen


Group = bool | tuple[int, bool]
"""Those that keep the property alone; or those with at most so many letters, or with more."""


class _Fit:
    """The mistakes of all multiples in each group, by system."""

    def __init__(self, cases: Sequence[Sized]) -> None:
        self.pairs = [Multiples(*pair) for pair in product(MULTIPLES, repeat=2)]
        self.mistakes: dict[Group, dict[Multiples, Counter[str | None]]] = {
            True: self._of([one for one in cases if one.alone])
        }
        helped = [one for one in cases if not one.alone]
        self.letters = sorted({one.letters for one in helped}) or [0]
        for letters in self.letters:
            for is_few in (True, False):
                group = [one for one in helped if (one.letters <= letters) is is_few]
                self.mistakes[letters, is_few] = self._of(group)

    def _of(self, cases: Sequence[Sized]) -> dict[Multiples, Counter[str | None]]:
        return {pair: Counter(one.system for one in cases if one.exceeds(pair) != one.is_worse) for pair in self.pairs}

    def best_without(self, system: str | None) -> Rule:
        """The rule with the fewest mistakes in the other systems."""
        alone, _ = self._fewest(True, system)
        tried = []
        for letters in self.letters:
            (few, one), (many, other) = (self._fewest((letters, is_few), system) for is_few in (True, False))
            tried.append((one + other, Rule(alone, few, many, letters)))
        return min(tried, key=lambda found: found[0])[1]

    def _fewest(self, group: Group, without: str | None) -> tuple[Multiples, int]:
        counts = {pair: found.total() - found[without] for pair, found in self.mistakes[group].items()}
        best = min(counts, key=lambda pair: counts[pair])
        return best, counts[best]


def beforehand_case(subject: Tosem08Subject, limits: Limits) -> Iterator[Figures]:
    """What is known beforehand of all decompositions of a subject, in their order: the states of the first side with
    the property and its error, and of the second side, of the components as they are, and reduced; whether the
    first side keeps the property alone; and in how many letters of it the second side takes part."""
    components, specification = subject.models()
    yield {}  # from here on the clock runs
    watch = Watch(limits)
    question = ask(components, specification, Options(relation="traces", method="agar", rule="asym-n"))
    task, _ = CheckRun(question, watch, RunLog()).prepare()
    number = {id(model): place for place, model in enumerate(model for side in components for model in side)}
    sizes: dict[str, list[list[int]]] = {"given": [], "reduced": []}
    alone, letters = [], []
    for first in all_first_sides(subject.case.system.tasks(subject.size)):
        sides, _ = Tosem08Subject(subject.number, subject.size, first).models()
        one, other = ([number[id(model)] for model in side] for side in sides)
        for kind, models in (("given", task.components), ("reduced", task.small_components)):
            states = count_states([*(models[n] for n in one), specification], COUNTED)
            rest = count_states([models[n] for n in other], COUNTED)
            sizes[kind].append([(states or COUNTED) + 1, rest or COUNTED])
        theirs = alphabet_of(sides[1])
        alone.append(keeps_alone(sides[0], theirs, specification, watch))
        letters.append(len(theirs & specification.alphabet))
    yield {**sizes, "alone": alone, "letters": letters}
