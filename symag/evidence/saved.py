"""A verdict file, read again for people: the claim, the assumptions, and the counterexample with its reasons.

Nothing is decided by what is read here: whether the file is right is the kernel's to say, on the same text.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from symag.errors import InputError
from symag.evidence.minimality import minimality_of
from symag.evidence.refutation import Counterexample, Cut, Move, Node, Step, Tree, parents_first
from symag.evidence.relation import PremiseNames
from symag.evidence.schema import NO_VERDICT, claimed_verdict, get, read_document
from symag.evidence.specification import Conjunction, SpecificationKind
from symag.evidence.verdict import Verdict
from symag.formats import SourceText, native
from symag.model import LPTS, Packing, Product, as_probability
from symag.operators import is_deterministic, normal_form_along

__all__ = ["RelationWords", "verdict_of"]


class RelationWords(NamedTuple):
    """What reading a verdict needs to know of its relation."""

    signs: Mapping[str, str]
    kind: SpecificationKind


def verdict_of(text: str, relations: Mapping[str, RelationWords], file: str | None = None) -> Verdict:
    """The verdict in the text of a file, without its certificate, and not audited."""
    if claimed_verdict(text) is None:
        raise InputError(NO_VERDICT, file, 1, 1)
    try:
        return _verdict(*read_document(text), relations)
    except InputError as error:
        raise InputError(f"this is a verdict, but not as symag writes it: {error.message}", file) from None
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"this is a verdict, but not as symag writes it: {error}", file) from None


def _verdict(data: dict[str, Any], values: dict[str, Any], relations: Mapping[str, RelationWords]) -> Verdict:
    components = tuple(map(_described, get(data, "components", list)))
    if not components:
        raise InputError("there are no components")
    if values["relation"] not in relations:
        raise InputError(f"the relation {values['relation']!r} is not known")
    signs, kind = relations[values["relation"]]
    specification = kind.read(get(data, "specification", dict))
    if get(data["specification"], "name", str) != specification.name:
        raise InputError(f"a model has two names: {data['specification']['name']!r} and {specification.name!r}")
    claim, found, reason = values["verdict"], data.get("counterexample"), values["reason"]
    if (found is not None) != (claim == "violated") or (reason is not None and claim != "unknown"):
        raise InputError(f"a counterexample, or the reason of an unknown verdict, does not go with {claim!r}")
    return Verdict(
        **values,
        sign=signs[claim],
        kind=kind,
        components=components,
        specification=specification,
        claimed_premises=_premises(data.get("certificate")),
        counterexample=None if found is None else _refuting(found, components, specification, kind),
        assumptions=tuple(map(_model, get(data, "assumptions", list))),
        minimality=minimality_of(data),
    )


def _described(data: Any) -> LPTS:
    model = _model(get(data, "model", dict))
    if get(data, "name", str) != model.name:
        raise InputError(f"a model has two names: {data['name']!r} and {model.name!r}")
    return model


def _model(data: Any) -> LPTS:
    return native.read_native(SourceText(json.dumps(data)))[0]


def _premises(certificate: Any) -> tuple[PremiseNames, ...]:
    """The premises of a proof by parts, those of a pair one after the other; none of any other evidence."""
    if not isinstance(certificate, dict) or "premises" not in certificate:
        return ()
    entries = get(certificate, "premises", list)
    flat = [premise for entry in entries for premise in (entry if isinstance(entry, list) else [entry])]
    return tuple((tuple(map(str, get(one, "below", list))), get(one, "above", str)) for one in flat)


def _refuting(data: Any, components: tuple[LPTS, ...], specification: Any, kind: SpecificationKind) -> Counterexample:
    """The counterexample; of several properties, to the first one that does not allow it."""
    if isinstance(data, dict) and data.get("kind") == "witness":
        if kind.model(specification) is not None or isinstance(specification, Conjunction):
            raise InputError("the counterexample is of a kind that goes with formulas only")
        return Counterexample(_tree(data, components)[0], specification, (), minimal=False, kind="witness")
    *others, last = kind.properties(specification)
    for one in others:
        with suppress(InputError):  # it allows the trace
            return _counterexample(data, components, one)
    return _counterexample(data, components, last)


def _counterexample(data: Any, components: tuple[LPTS, ...], specification: LPTS) -> Counterexample:
    """The tree, or the trace, with its reasons."""
    tree, number = _tree(data, components)
    model = tree.system
    branches = any(sum(len(move.children) for move in moves) > 1 for _, moves in tree.nodes)
    if data.get("kind") not in (("tree",) if branches else ("tree", "trace")):
        raise InputError("the counterexample is neither a tree, nor a trace without branches")
    if data["kind"] == "trace":
        return _trace(tree, specification)
    above = {state: position for position, state in enumerate(specification.states)}
    node = {model.states[state]: position for state, position in number.items()}
    steps = tuple(_step(step, tree, node, above) for step in get(data, "refutation", list))
    return Counterexample(tree, specification, steps, minimal=False)


def _tree(data: Any, components: tuple[LPTS, ...]) -> tuple[Tree, dict[int, int]]:
    """The tree is a model of its own; its states remember where the components are. And the node of each state."""
    model = _model(get(data, "tree", dict))
    places = get(data, "execution", dict)
    product = _product(components, [get(places, state, list) for state in model.states])
    order = _parents_first(model)
    number = {state: position for position, state in enumerate(order)}
    tree = Tree(replace(model, product=product), tuple(_node(model, state, number) for state in order))
    return tree, number


def _trace(tree: Tree, specification: LPTS) -> Counterexample:
    """A tree without branches: at each node, the one state in which the specification may be does not allow the rest.

    If the specification is not deterministic, its normal form along the trace takes its place.
    """
    trace = Counterexample(tree, specification, (), minimal=False, kind="trace").trace
    if not is_deterministic(specification):
        specification = normal_form_along(specification, trace).model
    number = {action: position for position, action in enumerate(specification.actions)}
    steps, above = [], specification.initial
    for node, ((transition, (child,)),) in _linear(tree):
        action = number.get(tree.system.actions[tree.system.action[transition]], 0)
        answers = [specification.target[t] for t in specification.row(above) if specification.action[t] == action]
        goal = answers[0] if action and answers else above
        stuck = bool(action) and not answers
        steps.append(Step(node, above, 0, () if stuck else (Cut((child,), (goal,)),)))
        above = goal
        if stuck:
            return Counterexample(tree, specification, tuple(reversed(steps)), minimal=False, kind="trace")
    raise InputError("the specification allows the trace")


def _linear(tree: Tree) -> Iterator[tuple[int, tuple[Move, ...]]]:
    """The nodes of a tree without branches that have a move, from the root on."""
    number = 0
    while tree.nodes[number].moves:
        yield number, tree.nodes[number].moves
        number = tree.nodes[number].moves[0].children[0]


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
    row = model.row(state)
    return [child for t in row for child, _ in model.outcomes(model.target[t])]


def _node(model: LPTS, state: int, number: Mapping[int, int]) -> Node:
    moves = [Move(t, tuple(number[child] for child, _ in model.outcomes(model.target[t]))) for t in model.row(state)]
    return Node(state, tuple(moves))


def _step(data: Any, tree: Tree, node: Mapping[str, int], above: Mapping[str, int]) -> Step:
    number, model = _at(node, get(data, "node", str)), tree.system
    to = data.get("to")
    shares = {to: 1} if isinstance(to, str) else get(data, "to", dict)
    wanted = {_at(node, child): as_probability(share) for child, share in shares.items()}
    cuts = [
        Cut(tuple(_at(node, n) for n in left), tuple(_at(above, q) for q in right))
        for left, right in map(_two_sides, get(data, "cuts", list))
    ]
    for position, move in enumerate(tree.nodes[number].moves):
        if model.actions[model.action[move.transition]] == data.get("action") and tree.shares(move) == wanted:
            if any(n not in wanted for cut in cuts for n in cut.left):
                raise InputError(f"a reason at {data['node']} is about nodes that its move does not lead to")
            return Step(number, _at(above, get(data, "not_below", str)), position, tuple(cuts))
    raise InputError(f"{data['node']} has no such move on {data.get('action')!r}")


def _at(numbers: Mapping[str, int], name: object) -> int:
    if not isinstance(name, str) or name not in numbers:
        raise InputError(f"the refutation is about {name!r}, which is no node and no state of the specification")
    return numbers[name]


def _two_sides(cut: Any) -> tuple[list[object], list[object]]:
    if not isinstance(cut, list) or len(cut) != 2 or not all(isinstance(side, list) for side in cut):
        raise InputError("a cut of the refutation does not have two sides")
    return cut[0], cut[1]
