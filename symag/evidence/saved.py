"""A verdict file, read again for people: the claim, the assumptions, and the counterexample with its reasons.

Nothing is decided by what is read here: whether the file is right is the kernel's to say, on the same text.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symag.errors import InputError
from symag.evidence.refutation import Counterexample, Cut, Step
from symag.evidence.tree import Move, Node, Tree, parents_first
from symag.evidence.verdict import VERDICT_FORMAT, Verdict
from symag.formats import SourceText, native
from symag.model import LPTS, Packing, Product, as_probability

__all__ = ["claimed_verdict", "verdict_of"]

WORD = re.compile(r"[\w:./+-]{1,40}")
"""The name of a method, a rule, a backend: nothing that reads as if somebody had checked the verdict."""
MAX_ROAD = 120
MAX_FIGURE = 2**63
FIGURES = ("states_explored", "largest_composition", "transitions_explored")
NO_VERDICT = "this is not a verdict file, as 'symag check --output' writes it"

MAX_NOTES, MAX_NOTE = 20, 500

Kind = TypeVar("Kind")


def claimed_verdict(text: str) -> str | None:
    """What the text of a verdict file claims: holds, violated or unknown; none if it is no verdict file."""
    try:
        claim = json.loads(text, parse_int=str)["verdict"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return claim if claim in ("holds", "violated", "unknown") else None


def verdict_of(text: str, file: str | None = None) -> Verdict:
    """The verdict in the text of a file, without its certificate, and not audited."""
    if claimed_verdict(text) is None:
        raise InputError(NO_VERDICT, file, 1, 1)
    try:
        return _verdict(json.loads(text))
    except InputError as error:
        raise InputError(f"this is a verdict, but not as symag writes it: {error.message}", file) from None
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"this is a verdict, but not as symag writes it: {error}", file) from None


def _verdict(data: dict[str, Any]) -> Verdict:
    if any(type(data.get(key)) is not type(value) or data[key] != value for key, value in VERDICT_FORMAT.items()):
        raise InputError("its format is not {format} {version}".format(**VERDICT_FORMAT))
    components = tuple(map(_described, _get(data, "components", list)))
    if not components:
        raise InputError("there are no components")
    specification = _described(_get(data, "specification", dict))
    claim, found, reason = data["verdict"], data.get("counterexample"), data.get("reason")
    if (found is not None) != (claim == "violated") or (reason is not None and claim != "unknown"):
        raise InputError(f"a counterexample, or the reason of an unknown verdict, does not go with {claim!r}")
    return Verdict(
        verdict=claim,
        relation=_word(data, "relation"),
        method=_word(data, "method"),
        backend=_word(data, "backend"),
        rule=None if data.get("rule") is None else _word(data, "rule"),
        reason=None if reason is None else _get(data, "reason", str),
        components=components,
        specification=specification,
        counterexample=None if found is None else _counterexample(found, components, specification),
        assumptions=tuple(map(_model, _get(data, "assumptions", list))),
        history=_get(data, "history", list),
        statistics=_statistics(_get(data, "statistics", dict)),
        notes=_notes(_get(data, "notes", list)),
    )


def _notes(data: list[Any]) -> tuple[str, ...]:
    """What the file notes, which is its claim: so many and so long as symag writes them."""
    if len(data) > MAX_NOTES or not all(isinstance(note, str) and len(note) <= MAX_NOTE for note in data):
        raise InputError(f"the value of 'notes' is not a list of at most {MAX_NOTES} sentences")
    return tuple(data)


def _get(data: Any, key: str, kind: type[Kind]) -> Kind:
    """The value of a key, which must be there and be of this kind."""
    if not isinstance(data, dict) or key not in data:
        raise InputError(f"the key {key!r} is missing")
    value = data[key]
    if not isinstance(value, kind):
        raise InputError(f"the value of {key!r} is not of the kind that it must be")
    return value


def _described(data: Any) -> LPTS:
    model = _model(_get(data, "model", dict))
    if _get(data, "name", str) != model.name:
        raise InputError(f"a model has two names: {data['name']!r} and {model.name!r}")
    return model


def _model(data: Any) -> LPTS:
    return native.read_native(SourceText(json.dumps(data)))[0]


def _word(data: Any, key: str) -> str:
    word = _get(data, key, str)
    if not WORD.fullmatch(word):
        raise InputError(f"the value of {key!r} is not a name")
    return word


def _statistics(data: dict[str, Any]) -> dict[str, Any]:
    figures = {key: _number(data, key) for key in ("seconds", "peak_memory_mb")}
    composed = data.get("states_explored") is not None
    counts = {key: _number(data, key) if composed and data.get(key) else None for key in FIGURES}
    if composed:
        counts = {key: count or 0 for key, count in counts.items()}
    found: dict[str, Any] = {**figures, **counts}
    if data.get("encoding") is not None:
        found["encoding"] = _word(data, "encoding")
    if data.get("road") is not None:
        found["road"] = " ".join(_get(data, "road", str).split())[:MAX_ROAD]
    return found


def _number(data: dict[str, Any], key: str) -> float:
    value = data.get(key)
    if not isinstance(value, int | float) or not 0 <= value < MAX_FIGURE:
        raise InputError(f"the figure {key!r} is not a number, or out of bounds")
    return value


def _counterexample(data: Any, components: tuple[LPTS, ...], specification: LPTS) -> Counterexample:
    """The tree is a model of its own; its states remember where the components are."""
    model = _model(_get(data, "tree", dict))
    places = _get(data, "execution", dict)
    product = _product(components, [_get(places, state, list) for state in model.states])
    order = _parents_first(model)
    number = {state: position for position, state in enumerate(order)}
    tree = Tree(replace(model, product=product), tuple(_node(model, state, number) for state in order))
    above = {state: position for position, state in enumerate(specification.states)}
    node = {model.states[state]: position for state, position in number.items()}
    steps = tuple(_step(step, tree, node, above) for step in _get(data, "refutation", list))
    branches = any(sum(len(move.children) for move in moves) > 1 for _, moves in tree.nodes)
    if data.get("kind") not in (("tree",) if branches else ("tree", "trace")):
        raise InputError("the counterexample is neither a tree, nor a trace without branches")
    return Counterexample(tree, specification, steps, minimal=False, kind=data["kind"])


def _product(components: tuple[LPTS, ...], places: Sequence[Sequence[object]]) -> Product:
    numbers = [{state: number for number, state in enumerate(component.states)} for component in components]
    packing = Packing.of([component.num_states for component in components])
    if any(len(place) != len(numbers) or any(map(_is_elsewhere, numbers, place)) for place in places):
        raise InputError("a node of the tree is mapped to what is no state of the components")
    codes = packing.pack(
        tuple(number[str(state)] for number, state in zip(numbers, place, strict=True)) for place in places
    )
    return Product(components, packing, codes, packing, array("q"))


def _is_elsewhere(known: Mapping[str, int], state: object) -> bool:
    return not isinstance(state, str) or state not in known


def _parents_first(model: LPTS) -> list[int]:
    """The states of the tree, its root first."""
    states = [model.initial, *(state for state in range(model.num_states) if state != model.initial)]
    place = {state: position for position, state in enumerate(states)}
    children = [[place[child] for child in _children(model, state)] for state in states]
    order = parents_first(children)
    if len(order) != model.num_states or any(0 in below for below in children):
        raise InputError("the counterexample is not a tree: it has a cycle, or a node that cannot be reached")
    return [states[position] for position in order]


def _children(model: LPTS, state: int) -> list[int]:
    row = range(model.first[state], model.first[state + 1])
    return [child for t in row for child, _ in model.outcomes(model.target[t])]


def _node(model: LPTS, state: int, number: Mapping[int, int]) -> Node:
    moves = [
        Move(t, tuple(number[child] for child, _ in model.outcomes(model.target[t])))
        for t in range(model.first[state], model.first[state + 1])
    ]
    return Node(state, tuple(moves))


def _step(data: Any, tree: Tree, node: Mapping[str, int], above: Mapping[str, int]) -> Step:
    number, model = _at(node, _get(data, "node", str)), tree.system
    to = data.get("to")
    shares = {to: 1} if isinstance(to, str) else _get(data, "to", dict)
    wanted = {_at(node, child): as_probability(share) for child, share in shares.items()}
    cuts = [
        Cut(tuple(_at(node, n) for n in left), tuple(_at(above, q) for q in right))
        for left, right in map(_two_sides, _get(data, "cuts", list))
    ]
    for position, move in enumerate(tree.nodes[number].moves):
        if model.actions[model.action[move.transition]] == data.get("action") and tree.shares(move) == wanted:
            if any(n not in wanted for cut in cuts for n in cut.left):
                raise InputError(f"a reason at {data['node']} is about nodes that its move does not lead to")
            return Step(number, _at(above, _get(data, "not_below", str)), position, tuple(cuts))
    raise InputError(f"{data['node']} has no such move on {data.get('action')!r}")


def _at(numbers: Mapping[str, int], name: object) -> int:
    if not isinstance(name, str) or name not in numbers:
        raise InputError(f"the refutation is about {name!r}, which is no node and no state of the specification")
    return numbers[name]


def _two_sides(cut: Any) -> tuple[list[object], list[object]]:
    if not isinstance(cut, list) or len(cut) != 2 or not all(isinstance(side, list) for side in cut):
        raise InputError("a cut of the refutation does not have two sides")
    return cut[0], cut[1]
