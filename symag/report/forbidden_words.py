"""What the assumptions of a proof about traces say: a sentence for each state, and what each forbidden word prevents.

An assumption A is below in one premise, `M ‖ A ⊨ Y`: A has to be strong enough for it. In a state where A forbids a
letter, let it allow this letter and everything after it, and search again. A violation is the reason for this letter
to be forbidden. If there is none, A need not forbid it: M never does it there, or Y holds all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from symag.errors import InputError, LimitReached
from symag.evidence import Proof, Verdict
from symag.limits import Limits, Watch
from symag.model import LPTS, Assembler, NumberLabels, counted, names_of
from symag.operators import is_deterministic
from symag.relations import relation_of
from symag.report.assumption_words import StateWords, WordTable, state_words, unfit_for_words
from symag.traces import Trace, project_trace, reach_error, refine, trace_of

__all__ = ["AssumptionWords", "ForbiddenWord", "explain_assumptions"]

MOST = 1 << 20
"""States of all searches for one assumption, with those of the models that they read."""
PATIENCE = Limits(seconds=10)
"""For all assumptions of a verdict."""
Outcome = Literal["violation", "never", "harmless", "open"]


@dataclass(frozen=True)
class ForbiddenWord:
    """A letter that an assumption forbids in a state, at the end of a word that leads to this state before it."""

    state: str
    """The name of the state."""
    word: Trace
    """The word. It is as short as possible, or the one that the violation has."""
    outcome: Outcome
    """If the assumption allowed it, and everything after it: `violation`, the premise would be false; `never`, the
    models beside the assumption never do it; `harmless`, the premise would be true; `open`, the search was too long."""
    violation: Trace | None = None
    """A shortest trace that the model above the premise does not allow."""


@dataclass(frozen=True)
class AssumptionWords:
    """What an assumption says, and why."""

    name: str
    """`A1`, `A2`, …"""
    model: LPTS
    beside: str
    """The models beside the assumption in its premise; empty if there are none."""
    above: str
    """The model above the premise."""
    names: tuple[str, ...] = ()
    """The short name of each state of the model."""
    states: tuple[StateWords, ...] = ()
    forbidden: tuple[ForbiddenWord, ...] = ()
    unfit: str = ""
    """Why there are no words about it."""

    def reason(self, word: ForbiddenWord) -> str:
        """Why the word is forbidden, or why it need not be."""
        if word.violation is not None:
            return f"{', '.join(word.violation)}: {self.above} does not allow this"
        return {
            "never": f"not needed: {self.beside} never does it there",
            "harmless": f"not needed: {self.above} holds after it, too",
        }.get(word.outcome, f"not known: the search takes more than {counted(MOST, 'state')}, or too long")


@dataclass(frozen=True)
class _Premise:
    """`beside[0] ‖ … ‖ A ⊨ above`, for an assumption A."""

    beside: tuple[LPTS, ...]
    above: LPTS
    beside_name: str
    above_name: str


def explain_assumptions(verdict: Verdict, limits: Limits = PATIENCE) -> tuple[AssumptionWords, ...]:
    """The assumptions that prove a verdict about traces, in words; none for other verdicts.

    The verdict may come from a file."""
    if verdict.verdict != "holds" or relation_of(verdict.relation).counterexample != "trace":
        return ()
    watch = Watch(limits)
    return tuple(_explained(verdict, number, watch) for number in range(1, len(verdict.assumptions) + 1))


def _explained(verdict: Verdict, number: int, watch: Watch) -> AssumptionWords:
    name, model = f"A{number}", verdict.assumptions[number - 1]
    premise, unfit = _premise_of(verdict, name), unfit_for_words(model)
    beside, above = ("", "") if premise is None else (premise.beside_name, premise.above_name)
    if unfit:
        return AssumptionWords(name, model, beside, above, unfit=unfit)
    table = WordTable.of(model)
    names = tuple(name for _, name in sorted(zip(table.order, table.names, strict=True)))
    words = () if premise is None else tuple(_Search(table, premise, watch).words())
    return AssumptionWords(name, model, beside, above, names, state_words(table), words)


def _premise_of(verdict: Verdict, name: str) -> _Premise | None:
    """The first premise that has the assumption below, with the components in place of their reductions; None if there
    is none."""
    certificate = verdict.certificate
    premises = verdict.claimed_premises
    if isinstance(certificate, Proof):
        premises = tuple((premise.below, premise.above) for premise in certificate.premises)
    known = {f"L{n}": (model, shown) for n, (model, shown) in enumerate(_named(verdict.components), 1)}
    known |= {f"A{n}": (model, f"A{n}") for n, model in enumerate(verdict.assumptions, 1)}
    known |= {
        above: known[below[0]] for below, above in premises if above.startswith("R") and {*below[:1]} & known.keys()
    }
    properties = verdict.kind.properties(verdict.specification)
    called = ["P"] if verdict.kind.model(verdict.specification) else [f"P{n}" for n, _ in enumerate(properties, 1)]
    known |= {name: (model, model.name or name) for name, model in zip(called, properties, strict=True)}
    for below, above in premises:
        others = [other for other in below if other != name]
        if name in below and known.keys() >= {above, *others}:
            models, shown = tuple(known[x][0] for x in others), " ‖ ".join(known[x][1] for x in others)
            return _Premise(models, known[above][0], shown, known[above][1])
    return None


def _named(models: Sequence[LPTS]) -> Iterator[tuple[LPTS, str]]:
    return zip(models, names_of(models), strict=True)


class _Search:
    """The searches for the words that one assumption forbids."""

    def __init__(self, table: WordTable, premise: _Premise, watch: Watch) -> None:
        self.table = table
        self.premise = premise
        self.watch = watch
        self.left = MOST
        """States that the searches may still read or visit."""
        self.assumption = _assembled(table)

    def words(self) -> Iterator[ForbiddenWord]:
        """For each state and letter that it forbids, the word and what it would allow."""
        for state in range(len(self.table.goals)):
            for letter in self.table.forbidden(state):
                word = (*self.table.access[state], letter)
                try:
                    yield self._word(state, letter)
                except LimitReached:
                    yield ForbiddenWord(self.table.names[state], word, "open")

    def _word(self, state: int, letter: str) -> ForbiddenWord:
        weaker, name = _assembled(self.table, state, letter), self.table.names[state]
        violation = self._reached((*self.premise.beside, weaker), self.premise.above)
        if violation is not None:
            return ForbiddenWord(name, self._forbidden_prefix(violation), "violation", violation)
        doing = self._reached((*self.premise.beside, weaker), self.assumption)
        if doing is None:
            return ForbiddenWord(name, (*self.table.access[state], letter), "never")
        return ForbiddenWord(name, self._forbidden_prefix(doing), "harmless")

    def _reached(self, models: Sequence[LPTS], above: LPTS) -> Trace | None:
        """A shortest trace of the models that the model above does not allow, if there is one."""
        self.left -= sum(model.num_states for model in models)
        if self.left <= 0:
            raise LimitReached("max-states", "the searches have read too many states")
        search = reach_error if is_deterministic(above) else refine
        tree, explored = search(models, above, self.watch.capped(self.left))
        self.left -= explored.num_states
        return None if tree is None else trace_of(tree)

    def _forbidden_prefix(self, trace: Trace) -> Trace:
        """What the assumption sees of the trace, up to the letter that it forbids."""
        word = project_trace(trace, self.table.letters)
        for end in range(1, len(word) + 1):
            if not self.table.allows(word[:end]):
                return word[:end]
        raise InputError(f"the assumption proves nothing: it allows {', '.join(trace)}, and the model above does not")


def _assembled(table: WordTable, state: int | None = None, letter: str = "") -> LPTS:
    """The assumption; or one that also allows a letter in a state, and everything after it."""
    number = {x: position for position, x in enumerate(table.letters, 1)}
    anything, assembler = len(table.goals), Assembler()
    for source, row in enumerate(table.goals):
        for x, goal in row.items():
            assembler.add(source, number[x], goal)
    if state is not None:
        assembler.add(state, number[letter], anything)
        for action in number.values():
            assembler.add(anything, action, anything)
    return assembler.freeze(NumberLabels(anything + (state is not None)), 0, table.letters, "")
