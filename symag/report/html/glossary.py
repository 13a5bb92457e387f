"""The words and signs of a report, for who has not met them before: those that this verdict uses."""

from __future__ import annotations

from symag.evidence import Verdict

__all__ = ["words"]


def words(verdict: Verdict) -> list[tuple[str, str]]:
    """Each with what it means."""
    traces = verdict.relation == "traces"
    told = {
        "component, specification": "state machines; in a component, a step may lead to several states, with"
        " probabilities. An action that several components know is taken by all of them together.",
        "‖": "side by side: L1 ‖ L2 is the system of both.",
        "⊨": "keeps: whatever the left side does, step after step, the right side allows." if traces else "",
        "≼": ""
        if traces
        else "is simulated by: the right side can follow every step of the left side, and again after that step, with"
        " probabilities that match. With a stroke through it: is not.",
        "below": "a node, or a state, is below those states that can follow all that it does."
        if verdict.verdict == "violated" and not traces
        else "",
        "simulation": "the pairs (state, state that follows it) that show it: each step of the one is answered by the"
        " other so that they are in such a pair again."
        if verdict.verdict == "holds"
        else "",
        "premise, assumption": "a proof by parts puts a small machine, the assumption, in the place of a part of the"
        " system. One premise says that it is enough, another that the part does no more than it."
        if verdict.assumptions
        else "",
        "block": "states that an assumption does not tell apart; it can do what any of them can. It is called by its"
        " number, and where they are few by the states that are in it."
        if verdict.history
        else "",
        "evidence, kernel": "what proves the verdict, and the small program that checks it; it shares no code with what"
        " came to the verdict.",
    }
    safety = (
        "It says nothing about progress: a system that does nothing at all does nothing wrong."
        if verdict.verdict == "holds"
        else ""
    )
    told["what it does not say"] = safety
    return [(word, meaning) for word, meaning in told.items() if meaning]
