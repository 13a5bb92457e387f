"""The catalogue `encodings/`: worked instances as SMT-LIB scripts, which any solver can run.

    python -m symag.smt.catalogue encodings

writes them all; a test holds the files against what this module writes today.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from symag.limits import Watch
from symag.model import LPTS, counted
from symag.operators import compose, expose, lower_bound, trim, upper_bound
from symag.probability import Evaluation
from symag.smt.assumption_cases import ASSUMPTION_CASES, AssumptionCase
from symag.smt.assumption_script import assumption_script
from symag.smt.bound_cases import BOUND_CASES, BoundCase
from symag.smt.bound_script import bound_script
from symag.smt.cases import CASES, WORD_CASES, SimulationCase, WordCase
from symag.smt.cuts import MatchCut, minimal_cuts
from symag.smt.formula import MakeSolver, SolverFormula, clause_text, declarations
from symag.smt.probability_bound import BoundQuestion
from symag.smt.propagation import Core, tree_from_core
from symag.smt.script import Readable, match_lines, question_script, script
from symag.smt.simulation_question import Obligation, SimulationQuestion
from symag.smt.smallest_assumption import AssumptionClauses
from symag.smt.trace_membership import membership_script

__all__ = ["catalogue", "write_catalogue"]

SIMULATION = {
    "weights": "Strong simulation by weight functions (CAV'12, Def. 4 and 5).",
    "cuts": "Strong simulation by Hall cuts (CAV'12, Def. 5 and Lemma 1).",
}
MATCHES = {
    "weights": "A weight function for two distributions and a relation (CAV'12, Def. 4).",
    "cuts": "The same question by Hall cuts (CAV'12, Lemma 1).",
}
HALVES = {"x1": "1/2", "x2": "1/2"}
THIRDS = {"y1": "1/3", "y2": "1/3", "y3": "1/3"}
DISTRIBUTIONS: tuple[tuple[str, Mapping[str, str], Mapping[str, str], str, str], ...] = (
    ("fig-1", {"x1": "1/10", "x2": "9/10"}, {"y1": "1/10", "y2": "9/10"}, "x1 y1, x2 y2", "sat"),
    ("fig-1-crossed", {"x1": "1/10", "x2": "9/10"}, {"y1": "1/10", "y2": "9/10"}, "x1 y1, x1 y2, x2 y1", "unsat"),
    ("lemma-4", HALVES, THIRDS, "x1 y2, x2 y1, x2 y2, x2 y3", "unsat"),
    ("split", HALVES, THIRDS, "x1 y1, x1 y2, x2 y2, x2 y3", "sat"),
    ("dirac", {"x1": "1"}, THIRDS, "x1 y1, x1 y2, x1 y3", "sat"),
)
"""Name, the two distributions, the pairs of outcomes that are related, and whether there is a weight function."""


def catalogue(make_solver: MakeSolver) -> Iterator[tuple[str, str]]:
    """The name and the text of every file. The solver is asked only which clauses of a core can be left out."""
    for encoding, folder in (("weights", "weight-function"), ("cuts", "hall-cuts")):
        for number, (name, mu, nu, related, status) in enumerate(DISTRIBUTIONS, 1):
            yield f"{folder}/{number:02}-{name}.smt2", _distributions(encoding, mu, nu, related, status)
    for encoding in SIMULATION:
        for number, case in enumerate(CASES, 1):
            yield f"simulation-by-{encoding}/{number:02}-{case.name}.smt2", _simulation(encoding, case)
    for number, case in enumerate((case for case in CASES if not case.holds), 1):
        yield f"unsat-core/{number:02}-{case.name}.smt2", _core(case, make_solver)
    for number, word in enumerate(WORD_CASES, 1):
        yield f"trace-membership/{number:02}-{word.name}.smt2", _membership(word)
    for number, assumption in enumerate(ASSUMPTION_CASES, 1):
        yield f"smallest-assumption/{number:02}-{assumption.name}.smt2", _assumption(assumption)
    for number, bound in enumerate(BOUND_CASES, 1):
        yield f"probability-bound/{number:02}-{bound.name}.smt2", _bound(bound)


def write_catalogue(folder: Path, make_solver: MakeSolver) -> None:
    """Write all files below the folder."""
    for name, text in catalogue(make_solver):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _distributions(encoding: str, mu: Mapping[str, str], nu: Mapping[str, str], related: str, status: str) -> str:
    question = SimulationQuestion(LPTS.build("s", [("s", "a", mu)]), LPTS.build("p", [("p", "a", nu)]))
    (obligation,) = question.obligations(question.INITIAL)
    match = obligation.answers[0]
    below, above = question.supports(match)
    pairs = [question.variable(x, y) for x in below for y in above]
    names = Readable(question)
    reals, meaning = match_lines(names, match, encoding)
    given = {" <= ".join(pair.split()) for pair in related.split(", ")}
    facts = [(f"|{names.pair(pair)}|", names.pair(pair) in given) for pair in pairs]
    lines = [
        *declarations(names, [match, *pairs], ()),
        *reals,
        "",
        "; the relation",
        *(f"(assert {fact if true else f'(not {fact})'})" for fact, true in facts),
        "",
        *meaning,
        "",
        "; is there a weight function?",
        f"(assert {names.boolean(match)})",
    ]
    heading = [MATCHES[encoding], "sat: there is one; unsat: there is none."]
    return script(heading, "QF_LRA" if reals else "QF_UF", lines, status)


def _heading(title: str, case: SimulationCase) -> list[str]:
    parts = " || ".join(component.name for component in case.components)
    answer = "sat: it holds, and the true pairs are a simulation" if case.holds else "unsat: it is violated"
    return [title, f"{case.about}.", f"The question: is {parts} below {case.specification.name}? {answer}."]


def _system(case: SimulationCase) -> LPTS:
    return trim(case.components[0]) if len(case.components) == 1 else compose(*case.components)


def _simulation(encoding: str, case: SimulationCase) -> str:
    status = "sat" if case.holds else "unsat"
    return question_script(
        _system(case), trim(case.specification), encoding, _heading(SIMULATION[encoding], case), Watch(), status
    )


def _membership(case: WordCase) -> str:
    """Is a word in the language of the weakest assumption?"""
    exposed = expose(case.components, case.specification, case.interface, Watch())
    parts = " || ".join(component.name for component in case.components)
    answer = "sat: it cannot" if case.safe else "unsat: it can"
    heading = [
        "Membership of a trace, bounded (Cobleigh, Giannakopoulou, Pasareanu: Learning assumptions, TACAS 2003).",
        f"{case.about}.",
        f"The interface: {', '.join(case.interface)}. The word: {' '.join(case.word)}.",
        f"The question: can {parts} violate {case.specification.name} while the others do that word? {answer}.",
    ]
    word = [case.interface.index(letter) + 1 for letter in case.word]
    return membership_script(exposed, word, heading, "sat" if case.safe else "unsat")


def _assumption(case: AssumptionCase) -> str:
    """Is there an assumption of so many states?"""
    watch, interface = Watch(), case.interface
    low = lower_bound([case.second], interface, watch)
    up = upper_bound([case.first], case.specification, interface, watch)
    answer = "sat: there is one" if case.serves else "unsat: there is none"
    heading = [
        "A smallest assumption, by its bounds (Fietzke 2006; Neider, ATVA 2012).",
        f"{case.about}.",
        f"The interface: {', '.join(interface)}.",
        f"The question: is there an assumption of {counted(case.size, 'state')} about {case.second.name}, under which "
        f"{case.first.name} keeps {case.specification.name}? {answer}.",
    ]
    question = AssumptionClauses(case.size, len(interface), low.moves, up.moves)
    return assumption_script(question, interface, heading, "sat" if case.serves else "unsat")


def _bound(case: BoundCase) -> str:
    """Is a path at most as likely as its bound?"""
    chance = case.asked.outer
    assert chance is not None
    problem = Evaluation(trim(case.system), case.asked, Watch()).problem(chance)
    answer = "sat: it does" if case.holds else "unsat: it does not"
    heading = [
        "An inductive bound of a probability (Park induction; Puterman, 1994, section 7.2).",
        f"{case.about}.",
        f"The question: does {case.system.name} satisfy {case.asked.text}? {answer}.",
    ]
    question = BoundQuestion(problem, [problem.initial], chance.bound)
    return bound_script(question, heading, "sat" if case.holds else "unsat")


Clause = Obligation | MatchCut


def _core(case: SimulationCase, make_solver: MakeSolver) -> str:
    """A violated question in clauses that all have names, with a core of them and the tree that it yields."""
    question = SimulationQuestion(_system(case), trim(case.specification))
    obligations, matches = question.everything()
    names = Readable(question)
    variables = range(1, len(question) + 1)
    called: dict[Clause, str] = {obligation: names.obligation(obligation) for obligation in obligations}
    for match in matches:
        below, above = question.supports(match)
        for number, (left, right) in enumerate(minimal_cuts(*question.shares(match)), 1):
            cut = MatchCut(match, tuple(below[x] for x in left), tuple(above[y] for y in right))
            called[cut] = f"|{names.match[match]} cut {number}|"
    core = _minimal(question, list(called), make_solver)
    tree = tree_from_core(question, core, Watch()).to_lpts(with_states=True)
    comments = [
        *_heading("Strong simulation by Hall cuts, every clause with a name: a core is a counterexample.", case),
        *(names.meaning(match) for match in matches),
        "",
        "A core from which nothing can be left out:",
        *(f"  {name}" for clause, name in called.items() if clause in core.obligations or clause in core.cuts),
        "",
        "The tree that propagation over this core yields (nodes, and in brackets the states that they stand for):",
        *(f"  {line}" for line in str(tree).splitlines()[1:]),
    ]
    lines = [
        *declarations(names, variables, ()),
        "",
        f"(assert {names.boolean(question.INITIAL)})",
        *(f"(assert (! {clause_text(c.literals(question), names)} :named {name}))" for c, name in called.items()),
    ]
    options = ["(set-option :produce-unsat-cores true)"]
    return script(comments, "QF_UF", lines, "unsat", options) + "(get-unsat-core)\n"


def _minimal(question: SimulationQuestion, clauses: Sequence[Clause], make_solver: MakeSolver) -> Core:
    """What is left when each clause is dropped that can be, from the last to the first: the same by any solver."""
    guards = {question.fresh(): clause for clause in clauses}
    formula = SolverFormula()
    formula.add((question.INITIAL,))
    for guard, clause in guards.items():
        formula.add((-guard, *clause.literals(question)))
    solver = make_solver("QF_UF", Watch())
    solver.add(formula)
    needed = list(guards)
    for guard in reversed(list(guards)):
        rest = [other for other in needed if other != guard]
        if not solver.solve(rest):
            needed = rest
    core = [guards[guard] for guard in needed]
    return Core([c for c in core if isinstance(c, Obligation)], [c for c in core if isinstance(c, MatchCut)])


if __name__ == "__main__":
    from symag.smt.z3_solver import Z3Solver

    write_catalogue(Path(sys.argv[1]), Z3Solver)
