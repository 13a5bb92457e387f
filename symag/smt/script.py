"""A question as an SMT-LIB 2 script that people can read and any solver can run.

`s <= p` is the Boolean "p simulates s"; `M3` is a match of two distributions, which a comment spells out; `M3: x -> y`
is the weight that its weight function carries from x to y. Every obligation is named after the pair and the action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from symag.errors import InputError
from symag.limits import Watch
from symag.model import LPTS
from symag.smt.cuts import add_cuts, add_weights, is_eager
from symag.smt.encodings import WRITTEN
from symag.smt.formula import Names, SolverFormula, clause_text, declarations, real_text, sum_text
from symag.smt.simulation_question import Obligation, SimulationQuestion

__all__ = ["Readable", "match_lines", "plain", "question_script", "script"]

MAX_LABEL = 60
PLAIN = re.compile(r"(?!#)(?!.*(<=|->|\bby\b|:))[ -\[\]-{}~]+")
"""Labels that can stand in a quoted symbol, and cannot be mixed up with the words around them."""


class Readable(Names):
    """Names made of the labels of states and actions; `#7` is the state with that number if its label is no good."""

    def __init__(self, question: SimulationQuestion) -> None:
        self.question = question
        matches = (v for v in range(1, len(question) + 1) if not question.is_pair(v))
        self.match = {variable: f"M{number}" for number, variable in enumerate(matches, 1)}
        self.weighed = 0
        self.carriers: Sequence[int] = ()

    def boolean(self, number: int) -> str:
        """See `Names`."""
        return self.match.get(number) or f"|{self.pair(number)}|"

    def real(self, number: int) -> str:
        """See `Names`: a weight of the match that was `weigh`ed last."""
        x, y = self._states(self.carriers[number])
        return f"|{self.match[self.weighed]}: {x} -> {y}|"

    def weigh(self, match: int, formula: SolverFormula) -> None:
        """From now on, Reals are weights of this match."""
        self.weighed, self.carriers = match, formula.carriers

    def pair(self, number: int) -> str:
        """A pair without bars."""
        return " <= ".join(self._states(number))

    def obligation(self, obligation: Obligation) -> str:
        """The name of an obligation: the pair, the action, and a number if the state has several moves by it."""
        system = self.question.system
        s, action = self.question.below[obligation.pair], system.action[obligation.transition]
        moves = [t for t in system.row(s) if system.action[t] == action]
        which = f" {moves.index(obligation.transition) + 1}" if len(moves) > 1 else ""
        return f"|{self.pair(obligation.pair)} by {plain(system.actions[action], action)}{which}|"

    def meaning(self, match: int) -> str:
        """What a match is about."""
        sides = []
        for model, support, shares in zip(
            (self.question.system, self.question.specification),
            self.question.supports(match),
            self.question.shares(match),
            strict=True,
        ):
            outcomes = zip(support, shares, strict=True)
            sides.append(" + ".join(_outcome(share, _state(model, state)) for state, share in outcomes))
        return f"{self.match[match]}: ({sides[0]}) below ({sides[1]})"

    def _states(self, pair: int) -> tuple[str, str]:
        question = self.question
        return _state(question.system, question.below[pair]), _state(question.specification, question.above[pair])


def _outcome(share: object, state: str) -> str:
    return state if share == 1 else f"{share} {state}"


def _state(model: LPTS, number: int) -> str:
    return plain(model.states[number], number)


def plain(label: str, number: int) -> str:
    """The label, or its number if it is no good as a name."""
    return label if len(label) <= MAX_LABEL and PLAIN.fullmatch(label) else f"#{number}"


def script(
    heading: Iterable[str], logic: str, lines: Iterable[str], status: str | None = None, options: Sequence[str] = ()
) -> str:
    """A whole script, with the question at its end."""
    info = ["(set-info :smt-lib-version 2.6)", *([f"(set-info :status {status})"] if status else [])]
    top = [*(f"; {line}".rstrip() for line in heading), *info, *options, f"(set-logic {logic})"]
    return "\n".join([*top, "", *lines, "", "(check-sat)"]) + "\n"


def question_script(
    system: LPTS, specification: LPTS, encoding: str, heading: Iterable[str], watch: Watch, status: str | None = None
) -> str:
    """The script of `system ≼ specification`: satisfiable if and only if it holds."""
    if encoding not in WRITTEN:
        raise InputError(f"the encoding {encoding!r} cannot be written down: choose from {', '.join(WRITTEN)}")
    question = SimulationQuestion(system, specification, watch)
    obligations, matches = question.everything()
    names = Readable(question)
    reals: list[str] = []
    meanings: list[str] = []
    watch.check("writing")
    for count, match in enumerate(matches):
        watch.tick(1, count)
        declared, constraints = match_lines(names, match, encoding)
        reals += declared
        meanings += ["", *constraints]
    lines = [
        *watch.over(declarations(names, range(1, len(question) + 1), ())),
        *reals,
        "",
        "; the initial states are related",
        f"(assert {names.boolean(question.INITIAL)})",
        "; a pair that is related answers every move",
        *(_obligation_line(names, obligation) for obligation in watch.over(obligations)),
        *meanings,
    ]
    return script(heading, "QF_LRA" if reals else "QF_UF", lines, status)


def _obligation_line(names: Readable, obligation: Obligation) -> str:
    """An obligation as a named assertion."""
    clause = clause_text(obligation.literals(names.question), names)
    return f"(assert (! {clause} :named {names.obligation(obligation)}))"


def match_lines(names: Readable, match: int, encoding: str) -> tuple[list[str], list[str]]:
    """What a match means: declarations of its weights, if it has any, and constraints."""
    formula, note = SolverFormula(), ""
    if encoding == "cuts" and is_eager(names.question, match):
        add_cuts(formula, names.question, [match])
    else:
        add_weights(formula, names.question, [match])
        note = "; it has too many cuts to list: a weight function" if encoding == "cuts" else ""
    names.weigh(match, formula)
    reals = range(1, formula.num_reals + 1)
    constraints = [
        *(clause_text(clause, names) for clause in formula.clauses()),
        *(sum_text(total, names) for total in formula.sums),
        *(real_text(formula, real, names) for real in reals),
    ]
    lines = [f"; {names.meaning(match)}", *filter(None, [note]), *(f"(assert {text})" for text in constraints)]
    return list(declarations(names, (), reals)), lines
