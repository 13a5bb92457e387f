"""The words and signs of a report, for who has not met them before: those that this verdict uses."""

from __future__ import annotations

from symag.evidence import Verdict

__all__ = ["words"]

METHODS = {
    "auto": "the method: composes what is small, and finds out what pays for the rest.",
    "mono": "the method: composes all components.",
    "agar": "the method: finds assumptions by abstraction refinement, from counterexamples.",
    "cegar": "the method: abstraction refinement of the whole system.",
    "learn": "the method: learns assumptions by asking about words.",
}
RULES = {
    "asym": "the rule: one assumption, for all but the first component (or the first list of them).",
    "asym-n": "the rule: every component but the first has an assumption, for it and all after it.",
}
COMPONENT = """state machines; in a component, a step may lead to several states, with probabilities. An action that
several components know is taken by all of them together."""
BESIDE = "side by side: L1 ‖ L2 is the system of both."
KEEPS = """keeps: whatever the left side does, step after step, the right side allows. With a stroke through it: does
not keep."""
SIMULATED = """is simulated by: the right side can follow every step of the left side, and again after that step, with
probabilities that match. With a stroke through it: is not."""
BELOW = "a node, or a state, is below those states that can follow all that it does."
SIMULATION = """the pairs (state, state that follows it) that show it: each step of the one is answered by the other so
that they are in such a pair again."""
PREMISE = """a proof by parts puts a small machine, the assumption, in the place of a part of the system. One premise
says that it is enough, another that the part does no more than it."""
BLOCK = """states that an assumption does not tell apart; it can do what any of them can. It is called by its number,
and where they are few by the states that are in it. With several assumptions, those of A1 are pairs: a state of a
component, and one of A2."""
EVIDENCE = """what proves the verdict, and the small program that checks it; it shares no code with what came to the
verdict."""
SAFETY = "It says nothing about progress: a system that does nothing at all does nothing wrong."


def words(verdict: Verdict) -> list[tuple[str, str]]:
    """Each with what it means."""
    traces, holds, rule = verdict.relation == "traces", verdict.verdict == "holds", verdict.rule or ""
    told = [
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
        ("what it does not say", SAFETY, holds),
    ]
    return [(word, " ".join(meaning.split())) for word, meaning, needed in told if needed]
