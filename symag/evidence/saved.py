"""A verdict file, read again for people: the claim, the assumptions, and the counterexample with its reasons.

Nothing is decided by what is read here: whether the file is right is the kernel's to say, on the file alone.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from symag.errors import InputError
from symag.evidence.audit import MAX_VERDICT_BYTES, claimed_verdict
from symag.evidence.refutation import Counterexample, Cut, Step
from symag.evidence.tree import Move, Node, Tree
from symag.evidence.verdict import Verdict
from symag.formats import native, read_text
from symag.model import LPTS, Packing, Product

__all__ = ["read_verdict"]

TEXTS = ("road", "encoding")
"""The statistics that are no figures."""
FIGURES = ("states_explored", "largest_composition", "transitions_explored")


def read_verdict(path: str | os.PathLike[str]) -> Verdict:
    """The verdict in a file, without its certificate, and not audited."""
    file = os.fspath(path)
    claimed_verdict(file)
    try:
        return _verdict(json.loads(read_text(file, MAX_VERDICT_BYTES)))
    except (InputError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        message = f"this is a verdict, but not as 'symag check --output' writes it ({type(error).__name__}: {error})"
        raise InputError(message, file) from None


def _verdict(data: dict[str, Any]) -> Verdict:
    components = tuple(_model(found["model"]) for found in data["components"])
    if not components:
        raise InputError("there are no components")
    specification = _model(data["specification"]["model"])
    found = data["counterexample"]
    return Verdict(
        verdict=data["verdict"],
        relation=_text(data["relation"]),
        method=_text(data["method"]),
        backend=_text(data["backend"]),
        rule=None if data["rule"] is None else _text(data["rule"]),
        reason=None if data["reason"] is None else _text(data["reason"]),
        components=components,
        specification=specification,
        counterexample=None if found is None else _counterexample(found, components, specification),
        assumptions=tuple(map(_model, data["assumptions"])),
        history=list(data["history"]),
        statistics=_statistics(data["statistics"]),
    )


def _model(data: Any) -> LPTS:
    return native.loads(json.dumps(data))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _statistics(data: Mapping[str, Any]) -> dict[str, Any]:
    figures = {key: _number(data[key]) for key in ("seconds", "peak_memory_mb")}
    composed = data["states_explored"] is not None
    counts = {key: _number(data[key] or 0) if composed else None for key in FIGURES}
    return figures | counts | {key: _text(data[key]) for key in TEXTS if data.get(key) is not None}


def _number(value: Any) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return value


def _counterexample(data: Mapping[str, Any], components: tuple[LPTS, ...], specification: LPTS) -> Counterexample:
    """The tree is a model of its own; its states remember where the components are."""
    model = _model(data["tree"])
    if model.initial:
        raise ValueError("the tree does not begin with its root")
    product = _product(components, [data["execution"][state] for state in model.states])
    tree = Tree(replace(model, product=product), tuple(_node(model, state) for state in range(model.num_states)))
    node = {state: number for number, state in enumerate(model.states)}
    above = {state: number for number, state in enumerate(specification.states)}
    steps = tuple(_step(step, model, node, above) for step in data["refutation"])
    if data["kind"] == "trace" and any(sum(len(move.children) for move in one.moves) > 1 for one in tree.nodes):
        raise ValueError("the trace has branches")
    return Counterexample(tree, specification, steps, bool(data["minimal"]), data["kind"])


def _product(components: tuple[LPTS, ...], places: Sequence[Sequence[str]]) -> Product:
    numbers = [{state: number for number, state in enumerate(component.states)} for component in components]
    packing = Packing.of([component.num_states for component in components])
    codes = packing.pack(tuple(number[state] for number, state in zip(numbers, place, strict=True)) for place in places)
    return Product(components, packing, codes, packing, array("q"))


def _node(model: LPTS, state: int) -> Node:
    moves = []
    for transition in range(model.first[state], model.first[state + 1]):
        children = tuple(child for child, _ in model.outcomes(model.target[transition]))
        if min(children) <= state:
            raise ValueError(f"the tree goes back to {model.states[min(children)]}")
        moves.append(Move(transition, children))
    return Node(state, tuple(moves))


def _step(data: Mapping[str, Any], model: LPTS, node: Mapping[str, int], above: Mapping[str, int]) -> Step:
    number = node[data["node"]]
    cuts = (Cut(tuple(node[n] for n in left), tuple(above[q] for q in right)) for left, right in data["cuts"])
    row = range(model.first[number], model.first[number + 1])
    wanted = data["action"], {node[child]: share for child, share in data["to"].items()}
    for move, t in enumerate(row):
        outcomes = {child: str(share) for child, share in model.outcomes(model.target[t])}
        if (model.actions[model.action[t]], outcomes) == wanted:
            return Step(number, above[data["not_below"]], move, tuple(cuts))
    raise ValueError(f"{data['node']} has no such move on {data['action']}")
