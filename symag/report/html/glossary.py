"""The glossary of a report: the words and signs that its verdict uses."""

from __future__ import annotations

from symag.evidence import Verdict

__all__ = ["words"]

METHODS = {
    "auto": "the method: composes small systems, and chooses the cheapest method for large ones.",
    "mono": "the method: composes all components.",
    "agar": "the method: finds assumptions by abstraction refinement, from counterexamples.",
    "cegar": "the method: abstraction refinement of the whole system.",
    "learn": "the method: learns assumptions by membership queries and counterexamples.",
}
RULES = {
    "asym": "the rule: one assumption about all components but the first one (or the first list of them).",
    "asym-n": "the rule: for every component but the first, an assumption about it and all later ones.",
}
COMPONENT = """transition systems; a step of a component may lead to several states, with probabilities. Components
synchronise on actions that they share."""
BESIDE = "parallel composition: in L1 ‖ L2, both run together."
KEEPS = """satisfies: the right side allows every trace of the left side. With a stroke through it: does not
satisfy."""
SIMULATED = """is simulated by: the right side can follow every step of the left side with matching probabilities, and
again after that step. With a stroke through it: is not simulated by."""
BELOW = "a node or a state is below the states that simulate it."
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
    traces, holds, rule = verdict.relation == "traces", verdict.verdict == "holds", verdict.rule or ""
    entries = [
        ("component, specification", COMPONENT, True),
        ("‖", BESIDE, len(verdict.components) > 1),
        ("⊨", KEEPS, traces),
        ("≼", SIMULATED, not traces),
        ("below", BELOW, verdict.counterexample is not None and not traces),
        ("simulation", SIMULATION, holds),
        ("premise, assumption", PREMISE, bool(verdict.assumptions)),
        ("block", BLOCK, bool(verdict.history) and verdict.method != "learn"),
        (verdict.method, METHODS.get(verdict.method, ""), verdict.method in METHODS),
        (rule, RULES.get(rule, ""), rule in RULES),
        ("fixpoint", "the backend: symag's own engine, without a solver.", verdict.backend == "fixpoint"),
        ("evidence, kernel", EVIDENCE, verdict.verdict != "unknown"),
        ("progress", SAFETY, holds),
    ]
    return [(word, " ".join(meaning.split())) for word, meaning, needed in entries if needed]
