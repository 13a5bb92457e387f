"""A verdict file, read again for people: the claim, the assumptions, and the counterexample with its reasons.

Nothing is decided by what is read here: whether the file is right is the kernel's to say, on the file alone.
"""

from __future__ import annotations

import json
import os
import re
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

MAX_MESSAGE = 300
WORD = re.compile(r"[\w:./+-]{1,40}")
"""The name of a method, a rule, a backend: nothing that reads as if somebody had checked the verdict."""
MAX_ROAD = 120
MAX_FIGURE = 2**63
FIGURES = ("states_explored", "largest_composition", "transitions_explored")


def read_verdict(path: str | os.PathLike[str]) -> Verdict:
    """The verdict in a file, without its certificate, and not audited."""
    file = os.fspath(path)
    claimed_verdict(file)
    try:
        return _verdict(json.loads(read_text(file, MAX_VERDICT_BYTES)))
    except (InputError, ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"[:MAX_MESSAGE]
        raise InputError(f"this is a verdict, but not as 'symag check --output' writes it ({why})", file) from None


def _verdict(data: dict[str, Any]) -> Verdict:
    components = tuple(_model(found["model"]) for found in data["components"])
    if not components:
        raise InputError("there are no components")
    specification = _model(data["specification"]["model"])
    claim, found, reason = data["verdict"], data["counterexample"], data["reason"]
    if (found is not None) != (claim == "violated") or (reason is not None and claim != "unknown"):
        raise ValueError(f"a counterexample, or the reason of an unknown verdict, does not go with {claim!r}")
    return Verdict(
        verdict=claim,
        relation=_word(data["relation"]),
        method=_word(data["method"]),
        backend=_word(data["backend"]),
        rule=None if data["rule"] is None else _word(data["rule"]),
        reason=None if reason is None else _text(reason),
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


def _word(value: Any) -> str:
    if not WORD.fullmatch(_text(value)):
        raise ValueError(f"{value!r} is no name")
    return str(value)


def _statistics(data: Mapping[str, Any]) -> dict[str, Any]:
    figures = {key: _number(data[key]) for key in ("seconds", "peak_memory_mb")}
    composed = data["states_explored"] is not None
    counts = {key: _number(data[key] or 0) if composed else None for key in FIGURES}
    encoding, road = data.get("encoding"), data.get("road")
    told = {} if encoding is None else {"encoding": _word(encoding)}
    if road is not None:
        told["road"] = " ".join(_text(road).split())[:MAX_ROAD]
    return figures | counts | told


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or not 0 <= value < MAX_FIGURE:
        raise TypeError("a figure is no number, or out of bounds")
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
    kind = data["kind"]
    if kind not in ("tree", "trace"):
        raise ValueError(f"{kind!r} is no kind of counterexample")
    if kind == "trace" and any(sum(len(move.children) for move in one.moves) > 1 for one in tree.nodes):
        raise ValueError("the trace has branches")
    return Counterexample(tree, specification, steps, bool(data["minimal"]), kind)


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
    cuts = tuple(Cut(tuple(node[n] for n in left), tuple(above[q] for q in right)) for left, right in data["cuts"])
    row = range(model.first[number], model.first[number + 1])
    wanted = data["action"], {node[child]: share for child, share in data["to"].items()}
    for move, t in enumerate(row):
        outcomes = {child: str(share) for child, share in model.outcomes(model.target[t])}
        if (model.actions[model.action[t]], outcomes) == wanted:
            if any(n not in outcomes for cut in cuts for n in cut.left):
                raise ValueError(f"a reason at {data['node']} is about nodes that its move does not lead to")
            return Step(number, above[data["not_below"]], move, cuts)
    raise ValueError(f"{data['node']} has no such move on {data['action']}")
