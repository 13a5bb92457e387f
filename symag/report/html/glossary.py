"""The glossary of a report: the words and signs that its verdict uses."""

from __future__ import annotations

from symag.assume import METHODS, RULES
from symag.evidence import Verdict
from symag.options import Named
from symag.relations import relation_of
from symag.report.iteration import refinements
from symag.simulation import Fixpoint

__all__ = ["words"]

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
EVIDENCE = """the proof of the verdict, and the small program that checks it; this program shares no code with the
engine that found the verdict."""
SAFETY = "The verdict says nothing about progress: a system that does nothing satisfies every specification."


def words(verdict: Verdict) -> list[tuple[str, str]]:
    """Each word with its meaning."""
    relation, holds, refined = relation_of(verdict.relation), verdict.verdict == "holds", refinements(verdict)
    below = relation.words.node_means or ""
    entries = [
        ("component, specification", COMPONENT, True),
        ("‖", BESIDE, len(verdict.components) > 1),
        (relation.sign, relation.words.sign_means, True),
        ("below", below, verdict.counterexample is not None and bool(below)),
        ("simulation", SIMULATION, holds),
        ("premise, assumption", PREMISE, bool(verdict.assumptions)),
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
