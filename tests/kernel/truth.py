"""Is a claim true of the models in the file? By the textbook, without the kernel."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from symag import LPTS, compose
from symag.formats import native
from symag.limits import Watch
from symag.probability import FORMULA_KIND, Evaluation
from tests.kernel.documents import Document, conjuncts_of, goals
from tests.oracle import textbook

Sets = dict[tuple[str, ...], set[frozenset[str]]]
"""Of each state of a system: where the specification may be when the system is there, once for each way to it."""


def built(model: Document) -> LPTS:
    """The model, read without the kernel and without its tolerance."""
    rows = [(row["from"], row["action"], row["to"]) for row in model["transitions"]]
    return LPTS.build(model["initial"], rows, sorted(set(model["alphabet"])))


def is_true(document: Document, known: dict[str, bool]) -> bool:
    """Is the claim true of the models in the document, by the textbook?"""
    question = json.dumps([document["components"], document["specification"], document["relation"]])
    if question not in known and document["relation"] == "probability":
        known[question] = satisfies([built(one["model"]) for one in document["components"]], document["specification"])
    if question not in known:
        models, above = ([one["model"] for one in part] for part in (document["components"], conjuncts_of(document)))
        components, specifications = list(map(built, models)), list(map(built, above))  # refuses what is not a model
        if document["relation"] == "traces":
            known[question] = all(followed(models, one) is not None for one in above)
        else:
            known[question] = all(textbook(components, one).holds for one in specifications)
    claim: str = document["verdict"]
    return known[question] == (claim == "holds")


def satisfies(components: list[LPTS], formula: Document) -> bool:
    """By exact values of the composed system, without bounds and trees."""
    return Evaluation(compose(*components), FORMULA_KIND.read(tolerant(formula)), Watch()).holds()


def tolerant(value: Any) -> Any:
    """A formula whose properties are built as the models are."""
    if isinstance(value, dict):
        return {key: native.to_json(built(one)) if key == "leaves" else tolerant(one) for key, one in value.items()}
    return list(map(tolerant, value)) if isinstance(value, list) else value


def followed(components: list[Document], specification: Document) -> Sets | None:
    """By the subset construction, along the executions of the composition; None if some trace is not allowed."""
    start = tuple(model["initial"] for model in components)
    found: Sets = defaultdict(set)
    todo = [(start, hidden_closure(specification, {specification["initial"]}))]
    for state, above in todo:  # which grows meanwhile
        if not above:
            return None
        if above not in found[state]:
            found[state].add(above)
            todo += [(after, allowed(specification, above, action)) for action, after in steps(components, state)]
    return dict(found)


def steps(components: list[Document], state: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """The moves of the composition; a distribution may lead to each of its outcomes."""
    moves = [("tau", (*state[:i], goal, *state[i + 1 :])) for i, model in enumerate(components)
             for goal in goals_of(model, state[i], "tau")]  # fmt: skip
    for action in sorted({action for model in components for action in model["alphabet"]}):
        ways: list[tuple[str, ...]] = [()]
        for model, part in zip(components, state, strict=True):
            parts = goals_of(model, part, action) if action in model["alphabet"] else [part]
            ways = [(*way, goal) for way in ways for goal in parts]
        moves += [(action, way) for way in ways]
    return moves


def goals_of(model: Document, state: str, action: str) -> list[str]:
    rows = [row for row in model["transitions"] if (row["from"], row["action"]) == (state, action)]
    return [goal for row in rows for goal in goals(row["to"])]


def allowed(specification: Document, states: frozenset[str], action: str) -> frozenset[str]:
    """Where the specification may be after the action, if it was in one of these states."""
    if action not in specification["alphabet"]:
        return states
    return hidden_closure(specification, {q for p in states for q in goals_of(specification, p, action)})


def hidden_closure(model: Document, states: set[str]) -> frozenset[str]:
    while True:
        more = states | {q for p in states for q in goals_of(model, p, "tau")}
        if more == states:
            return frozenset(states)
        states = more
