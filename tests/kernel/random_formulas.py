"""Random formulas, and the verdicts on them."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import patch

import symag
from symag import LPTS
from symag.formats import native
from tests.generate import nudged, random_model
from tests.kernel.documents import Document
from tests.kernel.mutations import essential, inside
from tests.kernel.truth import built

ACTIONS = ("a", "b", "c")
METHODS = ("mono", "mono", "agar", "cegar")
PROBABILITIES = ("0", "1/4", "1/2", "2/3", "1")


def random_formula(random: Random, depth: int = 2) -> str:
    """Outside of a path."""
    kind = random.choice(["disabled", "both", "bound", "bound", "bound", "bound", "bound"])
    if kind == "disabled":
        return random.choice([f"disabled({random.choice(ACTIONS)})", "true", "false"])
    if kind == "both" and depth:
        return f"({random_formula(random, depth - 1)} {random.choice('&|')} {random_formula(random, depth - 1)})"
    return f"P<={random.choice(PROBABILITIES)} [{random_path(random, depth)}]"


def random_path(random: Random, depth: int) -> str:
    steps, actions = random.choice(["", "", "<=1", "<=2", "<=4"]), [some_actions(random) for _ in range(2)]
    left, right = (f"({random_liveness(random, depth)})" for _ in range(2))
    return random.choice(
        [
            f"F{steps} {actions[0]}",
            f"X {right}",
            f"F{steps} {right}",
            f"{left} {actions[0]} U{steps} {actions[1]} : {right}",
            f"{actions[0]} U{steps} {actions[1]}",
        ]
    )


def random_liveness(random: Random, depth: int) -> str:
    """Inside of a path."""
    kind = random.choice(["enabled", "enabled", "both", "bound", "bound"])
    if kind == "enabled" or not depth:
        return random.choice(["true", *(f"enabled({action})" for action in ACTIONS)])
    if kind == "both":
        return f"({random_liveness(random, depth - 1)} {random.choice('&|')} {random_liveness(random, depth - 1)})"
    return f"P>{random.choice(PROBABILITIES[:-1])} [{random_path(random, depth - 1)}]"


def some_actions(random: Random) -> str:
    return f"{{{', '.join(random.sample(ACTIONS, random.randint(1, 2)))}}}"


def random_property(random: Random) -> LPTS:
    """A plain LTS, with choices and hidden moves."""
    model = random_model(random, 3, ACTIONS)
    rows = [(state, action, random.choice(sorted(dict(to)))) for state, action, to in model.transitions()]
    return LPTS.build(model.initial_state, rows, model.alphabet, states=model.states)


def random_verdict_on_formula(random: Random) -> Document | None:
    """About up to three components, by any method; None if it is not decided."""
    components = [random_model(random, 3, ACTIONS) for _ in range(random.randint(1, 3))]
    method = random.choice(METHODS) if len(components) > 1 else "mono"
    if random.random() < 0.3:
        found = symag.check(
            components, random_property(random), at_most=random.choice(PROBABILITIES), method=method, audit=False
        )
    else:
        found = symag.check(components, symag.formula(random_formula(random)), method=method, audit=False)
    drawn = 0 if random.random() < 0.5 else 10_000
    with patch("symag.evidence.bound.DRAWN", drawn):
        document: Document = essential(found.to_json()) | {"method": method}
    return document if found.verdict != "unknown" else None


def change_number(random: Random, document: Document) -> None:
    """A number of a bound, or of the formula."""
    found: list[tuple[Any, Any]] = [
        (one, "at_most") for one in inside(document["certificate"], dict) if "at_most" in one
    ]
    found += [(one, 1) for one in inside(document["specification"], list) if one[:1] in (["at most"], ["more than"])]
    if found:
        holder, key = random.choice(found)
        holder[key] = random.choice([*PROBABILITIES, "1/10", "1/3", "9/10"])


def move_place(random: Random, document: Document) -> None:
    """A state from one group of a bound to another one, or to none."""
    groups = [one["states"] for one in inside(document["certificate"], dict) if "at_most" in one]
    if len(groups) > 1:
        one, two = random.sample(groups, 2)
        moved = one.pop(random.randrange(len(one)))
        two += [moved] if random.random() < 0.7 else []


def change_rounds(random: Random, document: Document) -> None:
    """One round or one part less, or two exchanged."""
    lists = [part["steps"] for part in inside(document["certificate"], dict) if "steps" in part]
    lists += [part["bounds"] for part in inside(document["certificate"], dict) if "bounds" in part]
    rounds = random.choice(lists)
    i, j = random.randrange(len(rounds)), random.randrange(len(rounds))
    if random.random() < 0.3:
        del rounds[i]
    else:
        rounds[i], rounds[j] = rounds[j], rounds[i]


def change_drawing(random: Random, document: Document) -> None:
    """Of a diagram: a row, a set, or where an edge leads."""
    drawings = [one for one in inside(document["certificate"], dict) if "sets" in one]
    if not drawings:
        return
    drawing = random.choice(drawings)
    rows, nodes, sets = drawing["diagram"]["rows"], drawing["diagram"]["nodes"], drawing["sets"]
    kind = random.random()
    if kind < 0.3:
        rows[random.randrange(len(rows))] = random.choice([*PROBABILITIES, "1/10", "1/3", "9/10"])
    elif kind < 0.5:
        sets[random.randrange(len(sets))] = random.choice([[], ["s0"], ["s1"], ["s0", "s1"]])
    elif kind < 0.6 and nodes:
        random.choice(nodes)[0] = random.randrange(3)
    elif nodes:
        _, edges = random.choice(nodes)
        state = random.choice([*edges, "elsewhere", "0", "s0"])
        edges[state] = random.randrange(-1, len(rows) + len(nodes))


def change_path(random: Random, document: Document) -> None:
    """Other actions, or another number of steps."""
    paths = [one for one in inside(document["specification"], dict) if "goal" in one]
    one = random.choice(paths)
    key = random.choice(["goal", "through", "steps"])
    one[key] = random.choice([None, 1, 2, 3] if key == "steps" else [None, ["a"], ["b"], ["a", "c"]])


def change_component(random: Random, document: Document) -> None:
    holder = random.choice(document["components"])
    holder["model"] = native.to_json(nudged(random, built(holder["model"])))


OF_FORMULAS = [
    *[change_number] * 6,
    *[move_place] * 4,
    *[change_rounds] * 2,
    *[change_drawing] * 3,
    *[change_path] * 3,
    *[change_component] * 6,
]
