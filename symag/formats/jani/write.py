"""Writes JANI: an automaton for each component, with a location for each of its states.

Automata synchronise by vectors: there is one for each action, with all components that have it in their alphabets,
whether a transition carries it or not: an action that only blocks still blocks. Storm finds the edges of a location at
once, and those of a value of a variable by trying all of them: that is why states are locations.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symag.formats.names import distinct
from symag.model import LPTS, names_of

__all__ = ["write_jani"]


def write_jani(components: Sequence[LPTS]) -> bytes:
    """The components as a JANI model, which composes them."""
    return "".join(_lines(components)).encode()


def _lines(components: Sequence[LPTS]) -> Iterator[str]:
    names = distinct(names_of(components))
    actions = list(dict.fromkeys(action for component in components for action in component.actions[1:]))
    head = {"jani-version": 1, "name": "‖".join(names), "type": "mdp", "features": ["derived-operators"]}
    yield "{\n" + "".join(f"  {_text(key)}: {_text(value)},\n" for key, value in head.items())
    yield f'  "actions": {_rows([_text({"name": action}) for action in actions], 4)},\n'
    yield '  "automata": [\n'
    for at, (name, component) in enumerate(zip(names, components, strict=True)):
        yield from _automaton(name, component)
        yield ",\n" if at + 1 < len(components) else "\n"
    elements = [_text({"automaton": name}) for name in names]
    syncs = [
        _text({"synchronise": [action if action in c.alphabet else None for c in components], "result": action})
        for action in actions
    ]
    yield f'  ],\n  "system": {{\n    "elements": {_rows(elements, 6)},\n    "syncs": {_rows(syncs, 6)}\n  }}\n}}\n'


def _automaton(name: str, model: LPTS) -> Iterator[str]:
    states = [_text(state) for state in model.states]
    locations = [f'{{"name": {state}}}' for state in states]
    yield f'    {{\n      "name": {_text(name)},\n      "locations": {_rows(locations, 8)},\n'
    yield f'      "initial-locations": [{states[model.initial]}],\n      "edges": ['
    labels = ["", *(f', "action": {_text(action)}' for action in model.actions[1:])]
    shares: dict[Fraction, str] = {}
    between = "\n"
    for s in range(model.num_states):
        for t in model.row(s):
            goals = []
            for state, probability in model.outcomes(model.target[t]):
                if probability not in shares:
                    shares[probability] = _share(probability)
                goals.append(f'{{"location": {states[state]}{shares[probability]}}}')
            where = f'"location": {states[s]}{labels[model.action[t]]}'
            yield f'{between}        {{{where}, "destinations": [{", ".join(goals)}]}}'
            between = ",\n"
    yield "]\n    }" if between == "\n" else "\n      ]\n    }"


def _share(probability: Fraction) -> str:
    if probability == 1:
        return ""
    quotient = {"op": "/", "left": probability.numerator, "right": probability.denominator}
    return f', "probability": {{"exp": {json.dumps(quotient)}}}'


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(rows: Sequence[str], indent: int) -> str:
    """A list with a line for each of its values."""
    space = " " * indent
    return "[\n" + ",\n".join(space + row for row in rows) + f"\n{space[2:]}]" if rows else "[]"
