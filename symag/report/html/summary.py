"""The verdict in a sentence, its main figures, and the call that gives it again.

The glossary of a report: the words and signs that its verdict uses.
"""

from __future__ import annotations

from typing import Any

from symag.assume import METHODS, RULES
from symag.evidence import Verdict
from symag.options import Named
from symag.probability import Formula
from symag.relations import DEFAULT_RELATION, relation_of
from symag.report.html.names import clip
from symag.report.html.proof import relations_of, system_name
from symag.report.probability import answer, exactly
from symag.report.scheduler import smallest_bound
from symag.report.terminal import refinements
from symag.simulation import Fixpoint

__all__ = ["call", "facts", "sentence", "was_reduced", "words"]


def sentence(verdict: Verdict) -> str:
    """The verdict in a sentence."""
    text = relation_of(verdict.relation).words.sentences[verdict.verdict]
    said = text.format(system=system_name(verdict), specification=clip(verdict.specification.name or "P", 60))
    return f"{said} This is {verdict.caveat}." if verdict.caveat else said


def facts(verdict: Verdict) -> list[tuple[str, str]]:
    """The method and the main figures."""
    statistics = verdict.statistics
    backend = "/".join(filter(None, [verdict.backend, statistics.get("encoding")]))
    found = [
        ("method", _method(verdict)),
        ("backend", backend),
        ("time", f"{statistics.get('seconds', 0):.3g} s"),
        ("memory", f"{statistics.get('peak_memory_mb', 0):.0f} MB"),
    ]
    if statistics.get("states_explored") is not None:
        found.append(("states composed", f"{statistics['states_explored']:,}"))
        found.append(("largest composition", f"{statistics.get('largest_composition') or 0:,}"))
    if relations := relations_of(verdict):
        found.append(("states of the evidence", f"{sum(one.system.num_states for one in relations):,}"))
    if verdict.value is not None:
        found.append(("greatest probability", answer(verdict.value)))
    elif (smallest := smallest_bound(verdict)) is not None:
        found.append(("smallest bound", exactly(smallest)))
    if verdict.history:
        found.append(("iterations", f"{len(verdict.history):,}"))
    return found


def _method(verdict: Verdict) -> str:
    asked, selection = ", ".join(filter(None, [verdict.method, verdict.rule])), verdict.statistics.get("selection")
    return f"{asked} ({selection})" if selection else asked


def was_reduced(verdict: Verdict) -> bool:
    """Were the components reduced first?"""
    return bool(verdict.statistics.get("reduced"))


def call(verdict: Verdict) -> str:
    """The call of `symag.check` that gives this verdict."""
    names = [_variable(model.name, f"L{number}") for number, model in enumerate(verdict.components, 1)]
    asked: dict[str, Any] = {}
    if verdict.relation != DEFAULT_RELATION:
        asked["relation"] = verdict.relation
    asked["method"] = verdict.method
    if verdict.rule is not None:
        asked["rule"] = verdict.rule
    asked["backend"] = verdict.backend
    asked |= verdict.options
    assumption = asked.pop("assumption", None)
    options = "".join(f", {name}={value!r}" for name, value in asked.items())
    if assumption is not None:
        options += f", assumption=[{', '.join(_variable(name, f'A{n}') for n, name in enumerate(assumption, 1))}]"
    specification = _variable(verdict.specification.name, "P")
    if isinstance(verdict.specification, Formula):
        specification = _formula_call(verdict.specification, verdict.value is not None)
    elif verdict.kind.model(verdict.specification) is None:
        properties = enumerate(verdict.kind.properties(verdict.specification), 1)
        specification = f"[{', '.join(_variable(model.name, f'P{number}') for number, model in properties)}]"
    return f"symag.check([{', '.join(names)}], {specification}{options})"


def _formula_call(formula: Formula, asks: bool) -> str:
    """What was given for a formula: its text; or the property that a path may leave, with an option for the bound."""
    if formula.models and formula.outer is not None:
        return f"{_variable(formula.models[0].name, 'P')}, at_most={str(formula.outer.bound)!r}"
    text = f"Pmax=? {formula.text[formula.text.index('[') :]}" if asks else formula.text
    return f"symag.formula({text!r})"


def _variable(name: str, otherwise: str) -> str:
    return name if name.isidentifier() and len(name) <= 60 else otherwise


COMPONENT = """transition systems; a step of a component may lead to several states, with probabilities. Components
synchronise on actions that they share."""
BESIDE = "parallel composition: in L1 ‖ L2, both run together."
SIMULATION = """a set of pairs of states. In each pair, the second state answers every step of the first so that the
successors are pairs of the set again. It proves the claim if it contains the initial states."""
PREMISE = """a proof by parts replaces a part of the system by an assumption, a small model. One premise says that
the assumption is strong enough, another that the part satisfies it."""
BLOCK = """a set of states that an assumption merges into one; it can do what any of them can. Its name is a number and,
if they are few, the states in it. With several assumptions, the states in a block of A1 are pairs: a state of a
component and a state of A2."""
WORD = """a sequence of actions of an assumption. The assumption does not do a forbidden word, though it does all of
it up to the last action."""
FORMULA = """what a system must satisfy, such as P<=1/10 [ F fail ]: whatever a scheduler does, fail happens with at
most this probability."""
SCHEDULER = "it chooses the next move in each state; it may look at the history, and it may stop."
BOUND = """a number for each state that no move exceeds on average: no scheduler reaches the goal with a greater
probability."""
EVIDENCE = """the proof of the verdict, and the small program that checks it; this program shares no code with the
engine that found the verdict."""
SAFETY = "The verdict says nothing about progress: a system that does nothing satisfies every specification."


def words(verdict: Verdict) -> list[tuple[str, str]]:
    """Each word with its meaning."""
    relation, holds, refined = relation_of(verdict.relation), verdict.verdict == "holds", refinements(verdict)
    below, is_formula = relation.words.node_means or "", isinstance(verdict.specification, Formula)
    entries = [
        ("component, specification", COMPONENT, True),
        ("‖", BESIDE, len(verdict.components) > 1),
        (relation.sign, relation.words.sign_means, True),
        ("below", below, verdict.counterexample is not None and bool(below)),
        ("formula", FORMULA, is_formula),
        ("scheduler", SCHEDULER, is_formula),
        ("bound", BOUND, is_formula and holds),
        ("simulation", SIMULATION, holds and bool(relations_of(verdict) or not is_formula)),
        ("premise, assumption", PREMISE, bool(verdict.assumptions)),
        ("word", WORD, holds and bool(verdict.assumptions) and relation.counterexample == "trace"),
        ("block", BLOCK, bool(refined)),
        *((record.name, f"the {noun}: {record.help}.", True) for noun, record in _records(verdict)),
        (Fixpoint.name, "the backend: symag's own engine, without a solver.", verdict.backend == Fixpoint.name),
        ("evidence, kernel", EVIDENCE, verdict.verdict != "unknown"),
        ("progress", SAFETY, holds),
    ]
    return [(word, " ".join(meaning.split())) for word, meaning, needed in entries if needed]


def _records(verdict: Verdict) -> list[tuple[str, Named]]:
    """The method and the rule of the verdict, if the tables have them."""
    found: list[tuple[str, Named]] = [("method", one) for one in METHODS if one.name == verdict.method]
    return found + [("rule", one) for one in RULES if one.name == verdict.rule]
