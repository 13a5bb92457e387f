"""JANI texts for the tests: small ones from parts, and random systems of automata."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

__all__ = ["JSON", "assign", "automaton", "bounded", "edge", "model", "operation", "random_system", "to", "variable"]

JSON = Any


def operation(op: str, *operands: JSON) -> JSON:
    """`{"op": "+", "left": 1, "right": 2}`."""
    keys = {1: ["exp"], 2: ["left", "right"], 3: ["if", "then", "else"]}[len(operands)]
    return {"op": op, **dict(zip(keys, operands, strict=True))}


def bounded(low: JSON, high: JSON) -> JSON:
    """The type of integers in a range."""
    return {"kind": "bounded", "base": "int", "lower-bound": low, "upper-bound": high}


def variable(name: str, type_: JSON = None, initial: JSON = 0, **more: JSON) -> JSON:
    """A variable, of the range 0..3 if nothing else is said; None is for no initial value."""
    start = {} if initial is None else {"initial-value": initial}
    return {"name": name, "type": bounded(0, 3) if type_ is None else type_, **start, **more}


def assign(**values: JSON) -> JSON:
    """Assignments to variables."""
    return [{"ref": name, "value": value} for name, value in values.items()]


def to(location: str = "l", probability: JSON = None, assignments: JSON = ()) -> JSON:
    """A destination of an edge."""
    share = {} if probability is None else {"probability": {"exp": probability}}
    return {"location": location, **share, "assignments": list(assignments)}


def edge(*destinations: JSON, location: str = "l", action: str = "", guard: JSON = None, **more: JSON) -> JSON:
    """An edge; without a destination it stays where it is."""
    named = {"action": action} if action else {}
    guarded = {} if guard is None else {"guard": {"exp": guard}}
    return {"location": location, **named, **guarded, "destinations": list(destinations or [to(location)]), **more}


def automaton(name: str, *edges: JSON, locations: Sequence[JSON] = ("l",), **more: JSON) -> JSON:
    """An automaton that begins in its first location."""
    places = [{"name": place} if isinstance(place, str) else place for place in locations]
    starts = [places[0]["name"]]
    return {"name": name, "locations": places, "initial-locations": starts, "edges": list(edges), **more}


def model(*automata: JSON, syncs: Sequence[tuple[Sequence[str | None], str | None]] | None = None, **more: JSON) -> str:
    """A model that composes its automata by these vectors: the actions, and what comes of them."""
    if "restrict_initial" in more:
        more["restrict-initial"] = {"exp": more.pop("restrict_initial")}
    system: JSON = more.pop("system", None) or {"elements": [{"automaton": part["name"]} for part in automata]}
    if syncs is not None:
        system["syncs"] = [
            {"synchronise": list(names), **({} if result is None else {"result": result})} for names, result in syncs
        ]
    actions = {part["action"] for one in automata for part in one["edges"] if "action" in part}
    actions |= {name for names, result in syncs or () for name in (*names, result) if name}
    whole = {
        "jani-version": 1,
        "name": "test",
        "type": "mdp",
        "actions": [{"name": name} for name in sorted(actions)],
        "automata": list(automata),
        "system": system,
        **more,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def random_number(random: Random, names: Sequence[str], depth: int) -> JSON:
    """An integer expression."""
    if depth == 0 or random.random() < 0.3:
        return random.choice([*names, random.randint(-2, 3)]) if names else random.randint(-2, 3)
    left, right = (random_number(random, names, depth - 1) for _ in range(2))
    match random.randrange(7):
        case 0:
            return operation(random.choice(["floor", "ceil"]), operation("/", left, random.randint(2, 3)))
        case 1:
            return operation("ite", random_condition(random, names, depth - 1), left, right)
        case 2:
            return operation("%", operation("abs", left), random.randint(1, 4))
        case 3:
            return operation(random.choice(["abs", "-"]), left)
    return operation(random.choice(["+", "-", "*", "min", "max"]), left, right)


def random_condition(random: Random, names: Sequence[str], depth: int) -> JSON:
    """A boolean expression."""
    if depth == 0 or random.random() < 0.3:
        sign = random.choice(["=", "≠", "<", "≤", ">", "≥"])
        return operation(sign, *(random_number(random, names, max(depth - 1, 0)) for _ in range(2)))
    left, right = (random_condition(random, names, depth - 1) for _ in range(2))
    if random.random() < 0.2:
        return operation("¬", left)
    return operation(random.choice(["∧", "∨", "⇒", "=", "≠"]), left, right)


def _clamped(value: JSON) -> JSON:
    return operation("max", 0, operation("min", 2, value))


def random_system(random: Random) -> str:
    """A few automata with shared and own variables, by random vectors; no assignment leaves its range."""
    shared = [f"g{number}" for number in range(random.randint(0, 2))]
    count = random.randint(1, 3)
    own = [[f"x{at}{number}" for number in range(random.randint(0, 2))] for at in range(count)]
    automata = []
    for at in range(count):
        places = [f"p{number}" for number in range(random.randint(1, 3))]
        names = [*shared, *own[at]]
        free = random.sample(names, 1) if names and random.random() < 0.5 else []  # a global is written by one alone
        edges = []
        for _ in range(random.randint(1, 4)):
            action = random.choice(["", "a", "b"])
            written = own[at] + (free if not action else [])
            goals = []
            for share in random.choice([[None], [operation("/", 1, 3), operation("/", 2, 3)], [0.25, 0.75]]):
                chosen = random.sample(written, random.randint(0, len(written)))
                values = {name: _clamped(random_number(random, names, 2)) for name in chosen}
                goals.append(to(random.choice(places), share, assign(**values)))
            guard = random_condition(random, names, 2) if random.random() < 0.7 else None
            edges.append(edge(*goals, location=random.choice(places), action=action, guard=guard))
        variables = [variable(name, bounded(0, 2), random.randint(0, 2)) for name in own[at]]
        automata.append(automaton(f"A{at}", *edges, locations=places, variables=variables))
    vectors = []
    for _ in range(random.randint(1, 4)):
        names_ = [random.choice([None, "a", "b"]) for _ in range(count)]
        if any(names_):
            vectors.append((names_, random.choice([None, "a", "b", "c"])))
    distinct = list({(tuple(names), result): (names, result) for names, result in vectors}.values())
    globals_ = [variable(name, bounded(0, 2), random.randint(0, 2)) for name in shared]
    return model(*automata, syncs=distinct, variables=globals_, features=["derived-operators"])
