"""Verdict files in short, and changes to them.

"s a t" is a transition, and so is "s a t:1/2 u:1/2"; a state of the system is "s,t", with one part for each component;
a group of the relation is "s,u t,v < p q", where "p+q" is a set of states, "+p" one with one state, and "+" an empty
one; a cut is "n1 n2|p q".
"""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import networkx

Document = dict[str, Any]


def target(words: list[str]) -> str | dict[str, str]:
    return words[0] if ":" not in words[0] else dict(word.split(":") for word in words)


def lpts(initial: str, alphabet: str, *rows: str) -> Document:
    """A model in the native format."""
    transitions = [{"from": s, "action": a, "to": target(to)} for s, a, *to in map(str.split, rows)]
    model = {"format": "symag-lpts", "version": 1, "initial": initial, "alphabet": alphabet.split()}
    return model | {"transitions": transitions}


Row = tuple[str, str, tuple[tuple[str, str], ...]]


def reachable_part(model: Document) -> tuple[set[str], set[Row]]:
    """The states that can be reached, and the different transitions from these."""
    rows = {(row["from"], row["action"], tuple(sorted(shares(row["to"]).items()))) for row in model["transitions"]}
    states: set[str] = set()
    todo = {model["initial"]}
    while todo:
        states |= todo
        todo = {goal for source, _, to in rows if source in states for goal, _ in to} - states
    return states, {row for row in rows if row[0] in states}


def shares(to: str | dict[str, Any]) -> dict[str, str]:
    return {to: "1"} if isinstance(to, str) else {goal: exact(share) for goal, share in to.items()}


def exact(share: object) -> str:
    try:
        return str(Fraction(str(share)))
    except (ValueError, ZeroDivisionError):
        return str(share)


def described(name: str, model: Document) -> Document:
    """The model with its name and its size."""
    states, rows = reachable_part(model)
    return {"name": name, "states": len(states), "transitions": len(rows), "model": model}


def facts_of(one: Document) -> tuple[str, int, int, str]:
    """Name, sizes and SHA-256, by a canonical form that is written down here once more. A formula has no size."""
    if "formula" in one:
        return text_of(one["formula"]), 0, 0, digest(canonical_formula(one["formula"]))
    states, rows = reachable_part(one["model"])
    return one["name"], len(states), len(rows), digest(canonical_model(one["model"]))


def text_of(formula: list[Any]) -> str:
    """A formula as the kernel writes it."""
    kind, *parts = formula
    if kind in ("and", "or"):
        sign, empty = {"and": (" & ", "true"), "or": (" | ", "false")}[kind]
        return sign.join(f"({text_of(part)})" for part in parts) or empty
    if kind in ("true", "false"):
        return str(kind)
    if kind in ("enabled", "disabled"):
        return f"{kind}({quoted(parts[0])})"
    bound, path = parts
    sign = {"at most": "<=", "more than": ">"}[kind]
    if "leaves" in path:
        return f"P{sign}{Fraction(bound)} [ leaves {path['leaves'].get('name', 'a property')} ]"
    through, goal = path["through"], path["goal"]
    is_reached = path["left"] == ["true"] and through is None
    words = [] if is_reached else [f"({text_of(path['left'])})"]
    words += [] if through is None else [set_of(through)]
    words += ["F" if is_reached else "U"]
    words[-1] += "" if path["steps"] is None else f"<={path['steps']}"
    words += [] if goal is None else [set_of(goal)]
    if goal is None or path["right"] != ["true"]:
        words += [":"] * (goal is not None) + [f"({text_of(path['right'])})"]
    return f"P{sign}{Fraction(bound)} [ {' '.join(words)} ]"


def set_of(actions: list[str]) -> str:
    return f"{{{', '.join(quoted(action) for action in sorted(set(actions)))}}}"


def quoted(action: str) -> str:
    return action if action.isidentifier() else f'"{action}"'


def digest(canonical: Any) -> str:
    return hashlib.sha256(json.dumps(canonical).encode()).hexdigest()


def canonical_model(model: Document) -> list[Any]:
    return [model["initial"], sorted(set(model["alphabet"])), sorted(reachable_part(model)[1])]


def canonical_formula(formula: list[Any]) -> list[Any]:
    kind, *parts = formula
    if kind in ("and", "or"):
        return [kind, *map(canonical_formula, parts)]
    if kind not in ("at most", "more than"):
        return formula
    bound, path = parts
    if "leaves" in path:
        written = [["true"], ["true"], None, [], None, canonical_model(path["leaves"])]
    else:
        sets = [None if path[key] is None else sorted(set(path[key])) for key in ("through", "goal")]
        left, right = canonical_formula(path["left"]), canonical_formula(path["right"])
        written = [left, right, *sets, path["steps"], ["", [], []]]
    return [kind, exact(bound), written]


def goals(to: str | dict[str, str]) -> list[str]:
    return [to] if isinstance(to, str) else list(to)


def verdict(claim: str, components: list[Document], specification: Document, **evidence: Any) -> Document:
    return {
        "format": "symag-verdict",
        "version": 1,
        "verdict": claim,
        "relation": "simulation",
        "components": [described(f"L{i}", model) for i, model in enumerate(components, 1)],
        "specification": described("P", specification),
        "assumptions": [],
        "certificate": None,
        "counterexample": None,
    } | evidence


def above_of(word: str) -> str | list[str]:
    """A state, or a set of states."""
    return [state for state in word.split("+") if state] if "+" in word else word


def simulation(*groups: str) -> Document:
    relation = [
        {
            "simulated_by": [above_of(word) for word in above.split()],
            "states": [state.split(",") for state in states.split()],
        }
        for states, above in (group.split("<") for group in groups)
    ]
    return {"kind": "simulation", "relation": {"groups": relation}}


def holds(components: list[Document], specification: Document, *groups: str) -> Document:
    return verdict("holds", components, specification, certificate=simulation(*groups))


def proof(
    sides: str, components: list[Document], assumptions: list[Document], specification: Document, *premises: str
) -> Document:
    """The sides read "1 2"; a premise reads "s,u < p; t,v < q"."""
    written, start = [], 1
    for number, (size, premise) in enumerate(zip(map(int, sides.split()), premises, strict=True), 1):
        below = [f"L{i}" for i in range(start, start + size)] + ([f"A{number}"] if number < len(premises) else [])
        written.append(shown_by(below, "P" if number == 1 else f"A{number - 1}", *premise.split(";")))
        start += size
    return by_premises(components, assumptions, [], specification, *written)


def by_premises(
    components: list[Document],
    assumptions: list[Document],
    abstractions: list[Document],
    specification: Document,
    *premises: Document | list[Document],
) -> Document:
    certificate = {
        "kind": "assume-guarantee",
        "implication": "substitution",
        "abstractions": abstractions,
        "premises": list(premises),
    }
    return verdict("holds", components, specification, certificate=certificate, assumptions=assumptions)


def shown_by(below: list[str], above: str, *groups: str) -> Document:
    """A premise."""
    return {"below": below, "above": above, "relation": simulation(*groups)["relation"]}


def violated(
    components: list[Document], specification: Document, tree: Document, execution: str, *steps: Document
) -> Document:
    """The execution reads "n0=s,t n1=u,v"."""
    mapping = {node: at.split(",") for node, at in (word.split("=") for word in execution.split())}
    counterexample = {"kind": "tree", "tree": tree, "depth": depth_of(tree), "execution": mapping}
    counterexample |= {"refutation": list(steps)}
    return verdict("violated", components, specification, counterexample=counterexample)


def depth_of(tree: Document) -> int:
    """The longest path, of a tree without cycles."""
    graph = networkx.DiGraph((row["from"], goal) for row in tree["transitions"] for goal in goals(row["to"]))
    return int(networkx.dag_longest_path_length(graph)) if networkx.is_directed_acyclic_graph(graph) else 0


def of_traces(document: Document, *actions: str) -> Document:
    """The same, of traces."""
    changed = put(document, "traces", "relation")
    if changed["counterexample"] is not None:
        changed["counterexample"] |= {"kind": "trace", "trace": list(actions)}
        del changed["counterexample"]["refutation"]
    return changed


def step(node: str, not_below: str, move: str, *cuts: str) -> Document:
    """The move reads "a n1:1/2 n2:1/2"."""
    action, *to = move.split()
    sides = [[side.split() for side in cut.split("|")] for cut in cuts]
    return {"node": node, "not_below": not_below, "action": action, "to": target(to), "cuts": sides}


def put(document: Document, value: Any, *path: str | int) -> Document:
    """A copy with another value at the path; without any, if the value is `...`."""
    changed = deepcopy(document)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return changed


SYSTEM, SPECIFICATION = ("components", 0, "model"), ("specification", "model")
ASSUMPTION, PREMISES = ("assumptions", 0), ("certificate", "premises")
RELATION, TREE, STEPS = (
    ("certificate", "relation", "groups"),
    ("counterexample", "tree"),
    ("counterexample", "refutation"),
)
EXECUTION = ("counterexample", "execution")


def conjuncts_of(document: Document) -> list[Document]:
    """The specification, or each of its conjuncts."""
    conjuncts: list[Document] = document["specification"].get("conjuncts", [document["specification"]])
    return conjuncts


def sized(document: Document) -> Document:
    """The document with the sizes of its models and the depth of its tree, which changes may have changed."""
    document = deepcopy(document)
    for one in (*document["components"], *conjuncts_of(document)):
        one |= described(one["name"], one["model"]) if "formula" not in one else {}
    if document["counterexample"] is not None:
        document["counterexample"]["depth"] = depth_of(document["counterexample"]["tree"])
    return document
