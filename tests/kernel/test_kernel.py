"""The kernel accepts what was shown, and nothing else.

Tables of verdicts written by hand, right and tampered with; mutated verdicts of random systems, where whatever the
kernel still accepts must be true of the models in it; and mutants of the kernel, which the tables must tell apart.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache, partial
from math import lcm
from pathlib import Path
from random import Random
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symag
from symag import LPTS, TAU, compose, quotient
from symag.formats import native
from symag.kernel import audit as kernel
from symag.limits import Watch
from symag.operators import trim
from symag.simulation import Fixpoint, decide, slim
from tests.generate import nudged, random_model, random_partition
from tests.kernel.kernel_branches import SEEN, telling
from tests.kernel.kernel_mutants import Mutants, load
from tests.oracle import textbook

KERNEL = Path(kernel.__file__)
SYMAG = KERNEL.parent.parent

Document = dict[str, Any]


# Verdicts in short. "s a t" is a transition, and so is "s a t:1/2 u:1/2"; a state of the system is "s,t", with one part
# for each component; a group of the relation is "s,u t,v < p q"; a cut is "n1 n2|p q".


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
    """Name, sizes and SHA-256, by a canonical form that is written down here once more."""
    states, rows = reachable_part(one["model"])
    text = json.dumps([one["model"]["initial"], sorted(set(one["model"]["alphabet"])), sorted(rows)])
    return one["name"], len(states), len(rows), hashlib.sha256(text.encode()).hexdigest()


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


def simulation(*groups: str) -> Document:
    relation = [
        {"simulated_by": above.split(), "states": [state.split(",") for state in states.split()]}
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
    *premises: Document,
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


def transport(rows: list[tuple[str, str]], nu: str) -> Document:
    """Outcomes, each with the states that may take its mass, `("q r", "1/2")`, and one answer `q:1/2 r:1/2`."""
    outcomes = " ".join(f"x{i}:{mass}" for i, (_, mass) in enumerate(rows))
    groups = [f"x{i} < {row}" for i, (row, _) in enumerate(rows)]
    return holds([lpts("s", "a", f"s a {outcomes}")], lpts("p", "a", f"p a {nu}"), "s < p", *groups)


def random_transport(random: Random, size: int) -> tuple[Document, bool]:
    """A problem without slack, and whether it has a solution."""
    goals = [f"q{i}" for i in range(size)]
    random.shuffle(goals)
    weights: dict[tuple[str, ...], dict[str, int]] = {}
    for _ in range(2 * size):
        at = random.randrange(size - 2)
        weights[tuple(goals[at : at + 3])] = {q: random.choice([0, 1, 1, 5, 9]) + 1 for q in goals[at : at + 3]}
    total = sum(sum(row.values()) for row in weights.values())
    nu = {q: Fraction(sum(row.get(q, 0) for row in weights.values()), total) for q in goals}
    nu = {q: share for q, share in nu.items() if share}
    rows = [(set(row), Fraction(sum(row.values()), total)) for row in weights.values()]
    if random.random() < 0.4:
        row, _ = random.choice(rows)
        row.remove(random.choice(sorted(row)))
    document = transport(
        [(" ".join(sorted(row)), str(mass)) for row, mass in rows], " ".join(f"{q}:{nu[q]}" for q in nu)
    )
    return document, has_weight_function(rows, nu)


def has_weight_function(rows: list[tuple[set[str], Fraction]], nu: dict[str, Fraction]) -> bool:
    """By the book, as a flow."""
    scale = lcm(*(share.denominator for share in (*nu.values(), *(mass for _, mass in rows))))
    graph: networkx.DiGraph[object] = networkx.DiGraph()
    graph.add_nodes_from(["source", "sink"])
    for i, (row, mass) in enumerate(rows):
        graph.add_edge("source", i, capacity=int(mass * scale))
        graph.add_edges_from((i, q) for q in row & nu.keys())
    for q, share in nu.items():
        graph.add_edge(q, "sink", capacity=int(share * scale))
    return bool(networkx.maximum_flow_value(graph, "source", "sink") == scale)


# Right evidence, with what the kernel says about it.

SYSTEM, SPECIFICATION = ("components", 0, "model"), ("specification", "model")
ASSUMPTION, PREMISES = ("assumptions", 0), ("certificate", "premises")

STOP, LOOP, LOOP_P = lpts("s", "a"), lpts("s", "a", "s a s"), lpts("p", "a", "p a p")
COIN = lpts("s", "a b c", "s a t:1/2 u:1/2", "t b s", "u c s")
COIN_P = lpts("p", "a b c", "p a q:1/2 r:1/2", "q b p", "r c p")
BOTH = lpts("s", "a b", "s a t", "s b u")
TWO = [lpts("s", "a b", "s a t", "t b s"), lpts("u", "a c", "u a v", "v c u")]
THREE = [
    lpts("s", "a b", "s a t", "t b s:1/2 t:1/2"),
    lpts("u", "b c", "u c v", "v b u:1/3 v:2/3"),
    lpts("w", "a b", "w a x", "x tau x", "x b w"),
]
HIDDEN = lpts("s", "a", "s tau t", "t a s")
LONG = "0" * 3999 + "1"

FOR_COIN = holds([COIN], COIN_P, "s < p", "t < q", "u < r")
FOR_BOTH = holds([BOTH], lpts("p", "a b", "p a q", "p b q"), "s < p", "t u < q")
FOR_TWO = holds(TWO, LOOP_P, "s,u t,v s,v t,u < p")
FOR_HIDDEN = holds([HIDDEN], lpts("p", "a", "p tau q", "q a p"), "s < p", "t < q")
AGAINST_THIRD = violated(  # half of the mass does b; in the answer a third can
    [lpts("s", "a b", "s a t:1/2 u:1/2", "t b t")],
    lpts("p", "a b", "p a q:1/3 r:2/3", "q b q"),
    lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n1 b n3"),
    "n0=s n1=t n2=u n3=t",
    step("n1", "r", "b n3"),
    step("n0", "p", "a n1:1/2 n2:1/2", "n1|r"),
)
AGAINST_CHAIN = violated(  # one cut for each of the two answers
    [lpts("s", "a b", "s a t", "t b u")],
    lpts("p", "a b", "p a q", "p a r"),
    lpts("n0", "a b", "n0 a n1", "n1 b n2"),
    "n0=s n1=t n2=u",
    step("n1", "q", "b n2"),
    step("n1", "r", "b n2"),
    step("n0", "p", "a n1", "n1|q", "n1|r"),
)
AGAINST_FORK = violated(  # two outcomes and two states of the answer, and all four are needed
    [lpts("s", "a b", "s a t:1/3 u:1/3 v:1/3", "t b t", "u b u")],
    lpts("p", "a b", "p a q:3/5 r:1/5 z:1/5", "q b q"),
    lpts("n0", "a b", "n0 a n1:1/3 n2:1/3 n3:1/3", "n1 b n4", "n2 b n5"),
    "n0=s n1=t n2=u n3=v n4=t n5=u",
    *(step(node, p, f"b {child}") for node, child in (("n1", "n4"), ("n2", "n5")) for p in ("r", "z")),
    step("n0", "p", "a n1:1/3 n2:1/3 n3:1/3", "n1 n2|r z"),
)
AGAINST_MANY = violated(  # a node with two actions, and two distributions for one of them
    [lpts("s", "a b", "s a t", "s a u", "s b t", "t b t")],
    lpts("p", "a"),
    lpts("n0", "a b", "n0 a n1", "n0 a n2", "n0 b n3", "n1 b n4"),
    "n0=s n1=t n2=u n3=t n4=t",
    step("n0", "p", "a n2"),
)
AGAINST_THREE = violated(
    [*TWO, lpts("w", "", "w tau x", "x tau w")],
    lpts("p", "a b", "p a p", "p b q"),
    lpts("n0", "a b c", "n0 tau n1", "n1 a n2", "n2 c n3", "n3 b n4", "n4 a n5"),
    "n0=s,u,w n1=s,u,x n2=t,v,x n3=t,u,x n4=s,u,x n5=t,v,x",
    step("n4", "q", "a n5"),
    step("n3", "p", "b n4", "n4|q"),
    step("n2", "p", "c n3", "n3|p"),
    step("n1", "p", "a n2", "n2|p"),
    step("n0", "p", "tau n1", "n1|p"),
)


# Proofs by the rule: two sides, three, and sides of several components.
CHAIN = [
    lpts("s", "a b", "s a t", "t b s"),
    lpts("u", "b c", "u c v", "v b u:1/3 v:2/3"),
    lpts("w", "c d", "w d z", "z c w"),
]
CHAIN_P = lpts("p", "a b", "p a q", "q b p")
FIRST, SECOND = lpts("x", "b", "x b x"), lpts("y", "c", "y c y")
BY_TWO = proof("1 1", CHAIN[:2], [FIRST], CHAIN_P, "s,x < p; t,x < q", "u v < x")
BY_THREE = proof("1 1 1", CHAIN, [FIRST, SECOND], CHAIN_P, "s,x < p; t,x < q", "u,y v,y < x", "w z < y")
BY_PAIRS = {
    "2 1": proof("2 1", CHAIN, [SECOND], CHAIN_P, "s,u,y s,v,y < p; t,u,y t,v,y < q", "w z < y"),
    "1 2": proof("1 2", CHAIN, [FIRST], CHAIN_P, "s,x < p; t,x < q", "u,w v,w u,z v,z < x"),
    "3": proof(
        "3", CHAIN, [], CHAIN_P, "s,u,w s,u,z s,v,w s,v,z < p; t,u,w t,u,z t,v,w t,v,z < q"
    ),  # no assumption at all
}
NOTHING, ASSUME_NOTHING, ASSUME_MORE = lpts("s", ""), lpts("x", ""), lpts("y", "")
BUSY, ASSUME_BUSY, ASSUME_MORE_BUSY = (lpts(s, "", f"{s} tau {s}") for s in "uxy")
LATE = lpts("p", "a", "p a q", "q tau q")  # it hides something, but does nothing hidden at first
LATER = lpts("p", "a b", "p a q", "q b r", "r tau r")  # not after a either
ONCE_BUSY = lpts("u", "a", "u a v", "v tau v")
EXACT = proof(  # an assumption that says as much as the component, about probabilities and hidden moves
    "1 1",
    [lpts("s", "a", "s a t", "t tau t"), lpts("u", "a b", "u a u:1/3 v:2/3", "v b v", "v tau u")],
    [lpts("x", "a b", "x a x:1/3 y:2/3", "y b y", "y tau x")],
    lpts("p", "a b", "p a q:1/3 r:2/3", "q tau q", "r tau r", "r b r", "r tau q"),
    *("s,x < p; t,x < q; t,y < r", "u < x; v < y"),
)

# True premises, and a claim that is false: the rule does not apply.
UNKNOWN_BELOW = "an action that is spoken of above an assumption is not known below it"
LOST = "hidden moves get lost below an assumption, and P has such moves"
NOT_THE_COMPONENTS = "the premises do not lead to the components"
NOT_USED = "an assumption is not part of the proof"
NO_GOAL, NO_MODEL = "nothing follows from a premise about", "a premise is about a model that there is not"
ABOUT_A, BLOCKED = lpts("x", "a"), lpts("p", "a")
SECOND_DOES, THIRD_DOES = lpts("u", "a", "u a u"), lpts("w", "a", "w a w")
SECOND_IDLES, THIRD_IDLES, THIRD_HIDES = lpts("u", ""), lpts("w", ""), lpts("w", "", "w tau w")


def of_three(components: list[Document], assumptions: list[Document], specification: Document) -> Document:
    """With the relation of the initial states."""
    return proof("1 1 1", components, assumptions, specification, "s,x < p", "u,y < x", "w < y")


BY_BLOCKED = proof("1 2", [NOTHING, ONCE_BUSY, lpts("w", "a")], [ABOUT_A], LATE, "s,x < p", "u,w < x")

LOOPHOLES: dict[str, tuple[Document, str]] = {
    "an action of the specification gets lost": (
        proof("1 1", [NOTHING, SECOND_DOES], [ASSUME_NOTHING], BLOCKED, "s,x < p", "u < x"),
        UNKNOWN_BELOW,
    ),
    "an action of the specification gets lost far below": (
        of_three([NOTHING, SECOND_IDLES, THIRD_DOES], [ASSUME_NOTHING, ASSUME_MORE], BLOCKED),
        UNKNOWN_BELOW,
    ),
    "an action of an assumption gets lost": (
        of_three([LOOP, SECOND_IDLES, THIRD_DOES], [ABOUT_A, ASSUME_MORE], BLOCKED),
        UNKNOWN_BELOW,
    ),
    "an assumption blocks what is not its business": (
        proof("1 1", [LOOP, SECOND_IDLES], [ABOUT_A], BLOCKED, "s,x < p", "u < x"),
        UNKNOWN_BELOW,
    ),
    "the last assumption blocks what is not its business": (
        of_three([NOTHING, SECOND_DOES, THIRD_IDLES], [ABOUT_A, lpts("y", "a")], BLOCKED),
        UNKNOWN_BELOW,
    ),
    "hidden moves get lost": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "u < x"),
        LOST,
    ),
    "a hidden step gets lost": (
        proof("1 1", [NOTHING, lpts("u", "", "u tau v")], [ASSUME_NOTHING], LATE, "s,x < p", "u v < x"),
        LOST,
    ),
    "a hidden choice gets lost": (
        proof("1 1", [NOTHING, lpts("u", "", "u tau u:1/2 v:1/2")], [ASSUME_NOTHING], LATE, "s,x < p", "u v < x"),
        LOST,
    ),
    "hidden moves of one of two get lost": (
        proof("1 2", [NOTHING, NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "s,u < x"),
        LOST,
    ),
    "hidden moves get lost between two assumptions": (
        of_three([NOTHING, SECOND_IDLES, THIRD_HIDES], [ASSUME_NOTHING, ASSUME_MORE_BUSY], LATE),
        LOST,
    ),
    "hidden moves get lost far below": (
        of_three([NOTHING, SECOND_IDLES, THIRD_HIDES], [ASSUME_NOTHING, ASSUME_MORE], LATE),
        LOST,
    ),
    "hidden moves of the second of three get lost": (
        of_three([NOTHING, BUSY, THIRD_IDLES], [ASSUME_NOTHING, ASSUME_MORE], LATE),
        LOST,
    ),
    "hidden moves get lost after a while": (
        proof("1 1", [NOTHING, ONCE_BUSY], [lpts("x", "a", "x a y")], LATER, "s,x < p; s,y < q", "u < x; v < y"),
        LOST,
    ),
    "hidden moves of one outcome get lost": (
        proof(
            "1 1",
            [NOTHING, lpts("u", "a", "u a v:1/3 w:2/3", "w tau w")],
            [lpts("x", "a", "x a y")],
            LATER,
            *("s,x < p; s,y < q", "u < x; v w < y"),
        ),
        LOST,
    ),
    "hidden moves get lost below an assumption, and there are some above it": (
        proof(
            "1 1 1",
            [NOTHING, SECOND_IDLES, THIRD_HIDES],
            [lpts("x", "", "x tau z"), ASSUME_MORE],
            lpts("p", "", "p tau q"),
            *("s,x < p; s,z < q", "u,y < x", "w < y"),
        ),
        LOST,
    ),
    "hidden moves get lost below an assumption that never comes to its own": (
        proof("1 1", [NOTHING, BUSY], [lpts("x", "", "z tau z")], LATE, "s,x < p", "u < x"),
        LOST,
    ),
    "an action of the first component gets lost": (
        by_premises(
            [LOOP], [], [lpts("x", "")], BLOCKED, shown_by(["R1"], "P", "x < p"), shown_by(["L1"], "R1", "s < x")
        ),
        UNKNOWN_BELOW,
    ),
    "a component is left out": (proof("1", [NOTHING, BUSY], [], LATE, "s < p"), NOT_THE_COMPONENTS),
    "the last component is left out": (
        proof("1 1", [NOTHING, NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "s < x"),
        NOT_THE_COMPONENTS,
    ),
}


def against_fork(*cuts: str) -> Document:
    """As above with other cuts; also refuted are node n6, which is no outcome, and state x, which is in no answer."""
    tree = lpts("n0", "a b", "n0 a n1:1/3 n2:1/3 n3:1/3", "n1 b n4", "n2 b n5", "n4 b n6", "n6 b n7")
    document = put(put(AGAINST_FORK, tree, "counterexample", "tree"), 4, "counterexample", "depth")
    document["counterexample"]["execution"] |= {"n6": ["t"], "n7": ["t"]}
    leaves = {"n1": "n4", "n2": "n5", "n6": "n7"}
    steps = [step(node, p, f"b {child}") for node, child in leaves.items() for p in ("r", "z", "x")]
    last = step("n0", "p", "a n1:1/3 n2:1/3 n3:1/3", *cuts)
    return put(document, [*steps, last], "counterexample", "refutation")


def against_hidden(*rows: str) -> Document:
    """A specification that knows tau, but not where it is needed."""
    tree = lpts("n0", "", "n0 tau n1")
    return violated([HIDDEN], lpts("p", "a b", *rows), tree, "n0=s n1=t", step("n0", "p", "tau n1"))


def spelled(*shares: object) -> Document:
    """A transition with these shares."""
    outcomes = {f"x{i}": share for i, share in enumerate(shares)}
    system = lpts("s", "a", "s a s")
    system["transitions"][0]["to"] = outcomes
    return holds([system], LOOP_P, f"s {' '.join(outcomes)} < p")


SPELLINGS: list[tuple[object, ...]] = [
    *((1,), ("1",), (1.0,), ("1.0",), ("7/7",), ("001",), (LONG,), (f"{LONG}/{LONG}",), ("1." + "0" * 4000,)),
    *((0.5, "1/2"), ("0.50", "5/10"), ("0.125", "7/8"), ("0.01", 0.99), ("12/13", "1/13")),
]
RANDOM_TRANSPORTS = [random_transport(Random(seed), 4 if seed < 100 else 20) for seed in range(200)]

DIGITS = holds([lpts("1", "2", "1 2 1")], lpts("3", "2", "3 2 3"), "1 < 3")
AGAINST_DIGITS = violated(
    [lpts("1", "2", "1 2 1")],
    lpts("3", "2", "3 2 8"),
    lpts("4", "2", "4 2 6", "6 2 7"),
    "4=1 6=1 7=1",
    step("6", "8", "2 7"),
    step("4", "3", "2 6", "6|8"),
)

TWICE = violated(  # the second a is not allowed
    [lpts("s", "a b", "s a t", "t b s", "t b t")],
    lpts("p", "a", "p a q"),
    lpts("n0", "a b", "n0 a n1", "n1 b n2", "n2 a n3"),
    "n0=s n1=t n2=s n3=t",
    step("n2", "q", "a n3"),
    step("n1", "q", "b n2", "n2|q"),
    step("n0", "p", "a n1", "n1|q"),
)
TWICE_HIDDEN = violated(
    [HIDDEN],
    lpts("p", "a", "p a q"),
    lpts("n0", "a", "n0 tau n1", "n1 a n2", "n2 tau n3", "n3 a n4"),
    "n0=s n1=t n2=s n3=t n4=s",
    step("n3", "q", "a n4"),
    step("n2", "q", "tau n3", "n3|q"),
    step("n1", "p", "a n2", "n2|q"),
    step("n0", "p", "tau n1", "n1|p"),
)
FORKED = violated(  # the tree has a branch that says nothing
    [BOTH],
    lpts("p", "a b", "p a p"),
    lpts("n0", "a b", "n0 a n1", "n0 b n2"),
    "n0=s n1=t n2=u",
    step("n0", "p", "b n2"),
)
FORKED_ON_A = violated(
    [lpts("s", "a", "s a t", "s a u", "t a t")],
    lpts("p", "a", "p a q"),
    lpts("n0", "a", "n0 a n1", "n0 a n2", "n1 a n3"),
    "n0=s n1=t n2=u n3=t",
    step("n1", "q", "a n3"),
    step("n0", "p", "a n1", "n1|q"),
)
BY_PLAIN_TWO = proof(
    "1 1",
    [lpts("s", "a b", "s a t", "t b s"), lpts("u", "b c", "u c v", "v b u")],
    [lpts("x", "b", "x b x")],
    CHAIN_P,
    *("s,x < p; t,x < q", "u v < x"),
)
ALLOWED = holds([lpts("s", "a b", "s a t", "s a s", "t tau s", "t b t")], LOOP_P, "s t < p")
SHARED = violated(  # two moves lead to one node, by ways of different lengths
    [lpts("s", "a b c", "s a t", "s b u", "t c u", "u a s", "u b t")],
    lpts("p", "a b c", "p a q", "p b q", "q c q", "q a p"),
    lpts("n0", "a b c", "n0 b n2", "n0 a n1", "n1 c n2", "n2 b n3", "n3 c n4"),
    "n0=s n1=t n2=u n3=t n4=u",
    step("n2", "q", "b n3"),
    step("n1", "q", "c n2", "n2|q"),
    step("n0", "p", "a n1", "n1|q"),
)
BY_REDUCED = by_premises(  # two abstractions that have lost what is nobody's business, and a component as it is
    [lpts("s", "a c", "s c t", "t a s"), lpts("u", "a d", "u a v:1/2 w:1/2", "v d u", "w a w"), LOOP],
    [],
    [lpts("x", "a", "x a x"), lpts("y", "a", "y a y")],
    LOOP_P,
    shown_by(["R1", "R2", "L3"], "P", "x,y,s < p"),
    shown_by(["L1"], "R1", "s t < x"),
    shown_by(["L2"], "R2", "u v w < y"),
)
SHARING = by_premises(  # one abstraction stands for two components
    [LOOP, lpts("u", "a", "u a u")],
    [],
    [lpts("x", "a", "x a x")],
    LOOP_P,
    shown_by(["R1", "R1"], "P", "x,x < p"),
    shown_by(["L1"], "R1", "s < x"),
    shown_by(["L2"], "R1", "u < x"),
)
NOT_PLAIN = NOT_SAFE = "no plain LTSs below a safety LTS"
OTHER_KIND, CYCLE = "the counterexample is of another kind", "the tree has a cycle"
NO_CUT, NOT_MAPPED = "does not have two sides", "the execution does not map the nodes of the tree"
NO_CERTIFICATE = "the certificate is neither a simulation nor a list of premises"
NO_IMPLICATION = "the implication is not a substitution"
NO_COMPONENTS = "there are no components"
ANOTHER_TRACE = "the trace is not the tree's"

ACCEPTED: dict[str, tuple[Document, str]] = {
    # traces
    "traces that are allowed": (of_traces(ALLOWED), "over 2 states"),
    "a trace that is not allowed": (of_traces(TWICE, "a", "b", "a"), "a tree of 4 nodes, refuted in 3 steps"),
    "a trace with hidden moves": (of_traces(TWICE_HIDDEN, "a", "a"), "refuted in 4 steps"),
    "traces by parts": (of_traces(BY_PLAIN_TWO), "2 premises"),
    "nothing happens": (holds([STOP], lpts("p", ""), "s < p"), "a simulation over 1 states of the system"),
    "a loop": (holds([LOOP], LOOP_P, "s < p"), "over 1 states"),
    "a loop of two": (holds([lpts("s", "a", "s a t", "t a s")], LOOP_P, "s t < p"), "over 2 states"),
    "fewer moves": (holds([STOP], lpts("p", "a", "p a q"), "s < q p"), "over 1 states"),
    "two moves": (FOR_BOTH, "over 3 states"),
    "probabilities": (FOR_COIN, "over 3 states"),
    "what is not reached": (holds([LOOP], LOOP_P, "s < p", "nowhere < p q"), "over 2 states"),
    "empty groups": (holds([LOOP], LOOP_P, " < p", "s < p", "t < "), "over 2 states"),
    "a state twice": (holds([LOOP], LOOP_P, "s s < p p"), "over 1 states"),
    "names like numbers": (
        holds([lpts("1", "2", "1 2 1/2")], lpts("0.5", "2", "0.5 2 3"), "1 < 0.5", "1/2 < 3"),
        "over 2 states",
    ),
    "names in any script": (holds([lpts("σ", "é", "σ é σ")], lpts("π", "é", "π é π"), "σ < π"), "over 1 states"),
    **{f"shares {i}": (spelled(*shares), f"over {len(shares) + 1} states") for i, shares in enumerate(SPELLINGS)},
    # completion
    "an unknown action": (holds([lpts("s", "a b", "s b t", "t a s")], LOOP_P, "s t < p"), "over 2 states"),
    "an unknown action after tau": (holds([lpts("s", "z", "s z s")], LOOP_P, "s < p"), "over 1 states"),
    "an unknown action, and tau": (holds([LOOP], lpts("p", "b", "p tau q"), "s < p"), "over 1 states"),
    "an unknown action after tau, and tau": (
        holds([lpts("s", "z", "s z s")], lpts("p", "b", "p tau q"), "s < p"),
        "over 1 states",
    ),
    "an unknown choice": (holds([lpts("s", "b", "s b t:1/2 u:1/2")], LOOP_P, "s t u < p"), "over 3 states"),
    "tau unknown": (holds([HIDDEN], LOOP_P, "s t < p"), "over 2 states"),
    "tau known": (FOR_HIDDEN, "over 2 states"),
    "tau where it is not reached": (
        holds([HIDDEN], lpts("p", "a", "p a p", "z tau z", "z a p"), "s t < p"),
        "over 2 states",
    ),
    # composition
    "two components": (FOR_TWO, "over 4 states"),
    "the second blocks": (holds([LOOP, lpts("u", "a")], lpts("p", "a"), "s,u < p"), "over 1 states"),
    "the first blocks": (holds([lpts("u", "a"), LOOP], lpts("p", "a"), "u,s < p"), "over 1 states"),
    "one action is blocked": (
        holds([lpts("s", "a b", "s a s", "s b s"), lpts("u", "a")], lpts("p", "a b", "p b p"), "s,u < p"),
        "over 1 states",
    ),
    "probabilities multiply": (
        holds(
            [lpts("s", "a", "s a s:1/2 t:1/2"), lpts("u", "a", "u a u:1/3 v:2/3")],
            lpts("p", "a", "p a p:1/6 q:1/3 r:1/6 z:1/3"),
            *("s,u < p", "s,v < q", "t,u < r", "t,v < z"),
        ),
        "over 4 states",
    ),
    "three components": (
        holds(
            THREE,
            lpts("p", "a b", "p a q", "q b p:1/2 r:1/2"),
            *("s,u,w s,v,w < p", "t,u,x t,v,x < q", "t,u,w t,v,w < p q r"),
        ),
        "over 6 states",
    ),
    "choices everywhere": (
        holds(
            [lpts("s", "a", "s a t", "s a u"), lpts("v", "a", "v a w", "v a x")],
            lpts("p", "a", "p a q1", "p a q2", "p a q3", "p a q4"),
            *("s,v < p", "t,w < q1", "t,x < q2", "u,w < q3", "u,x < q4"),
        ),
        "over 5 states",
    ),
    "tau of each on its own": (
        holds(
            [lpts("s", "a", "s tau t"), lpts("u", "a", "u tau u:2/3 v:1/3")],
            lpts("p", "", "p tau q", "p tau p:2/3 r:1/3", "q tau q:2/3 z:1/3", "r tau z"),
            *("s,u < p", "t,u < q", "s,v < r", "t,v < z"),
        ),
        "over 4 states",
    ),
    # weight functions
    "one outcome splits": (transport([("q r", "1")], "q:1/2 r:1/2"), "over 2 states"),
    "two outcomes join": (transport([("q", "1/2"), ("q r", "1/2")], "q:1"), "over 3 states"),
    "room elsewhere": (transport([("q z", "1/2"), ("r y", "1/2")], "q:1/2 r:1/2"), "over 3 states"),
    "greed takes q": (transport([("q r", "1/2"), ("q", "1/2")], "q:1/2 r:1/2"), "over 3 states"),
    "greed takes r": (transport([("q r", "1/2"), ("r", "1/2")], "q:1/2 r:1/2"), "over 3 states"),
    "a little, along a chain": (
        transport([("q r", "0.34"), ("r v", "33/100"), ("v", "33/100")], "q:1/3 r:1/3 v:1/3"),
        "over 4 states",
    ),
    "the third answer": (
        holds(
            [COIN],
            lpts("p", "a b c", "p a q", "p a q:1/3 r:2/3", "p a q:1/2 r:1/2", "p a r", "q b p", "r c p"),
            *("s < p", "t < q", "u < r"),
        ),
        "over 3 states",
    ),
    **{f"transport {i}": (problem, "over") for i, (problem, solved) in enumerate(RANDOM_TRANSPORTS) if solved},
    # proofs
    "two sides": (BY_TWO, "2 premises, each a simulation"),
    "three sides": (BY_THREE, "3 premises, each a simulation"),
    **{f"sides of {sides}": (by, f"{len(sides.split())} premises, each") for sides, by in BY_PAIRS.items()},
    "reduced components": (BY_REDUCED, "3 premises, each"),
    "one abstraction for two components": (SHARING, "3 premises, each"),
    "components in another order": (
        put(
            put(BY_TWO, ["A1", "L1"], *PREMISES, 0, "below"),
            simulation("x,s < p", "x,t < q")["relation"],
            *PREMISES,
            0,
            "relation",
        ),
        "2 premises, each",
    ),
    "a tree with a shared node": (SHARED, "a tree of 5 nodes, refuted in 3 steps"),
    "claims that are not looked at": (FOR_COIN | {"statistics": {"road": "the kernel has accepted"}}, "over 3 states"),
    "an exact assumption": (EXACT, "2 premises, each"),
    "an action that nobody knows": (put(BY_TWO, ["a", "b", "z"], *SPECIFICATION, "alphabet"), "2 premises, each"),
    "an assumption that has tau nowhere reachable": (
        put(BY_TWO, lpts("x", "b", "x b x", "z tau z"), "assumptions", 0),
        "2 premises, each",
    ),
    "hidden moves everywhere": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_BUSY], lpts("p", "", "p tau p"), "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "hidden moves of the first side": (
        proof("1 1", [BUSY, NOTHING], [ASSUME_NOTHING], lpts("p", "", "p tau p"), "u,x < p", "s < x"),
        "2 premises, each",
    ),
    "hidden moves that are not spoken of": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], LOOP_P, "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "hidden moves that are not spoken of at the end": (
        of_three([NOTHING, SECOND_IDLES, THIRD_HIDES], [ASSUME_NOTHING, ASSUME_MORE_BUSY], LOOP_P),
        "3 premises, each",
    ),
    "hidden moves that only an assumption speaks of": (
        proof(
            "1 1 1",
            [NOTHING, SECOND_IDLES, THIRD_HIDES],
            [lpts("x", "", "x tau z"), ASSUME_MORE],
            LOOP_P,
            *("s,x s,z < p", "u,y < x", "w < y"),
        ),
        "3 premises, each",
    ),
    "hidden moves of the specification that are not reached": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], lpts("p", "a", "p a p", "q tau q"), "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "hidden moves that a component never comes to": (
        proof("1 1", [NOTHING, lpts("u", "", "z tau z")], [ASSUME_NOTHING], LATE, "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "no hidden moves below an assumption that has none": (
        proof(
            "1 1",
            [NOTHING, lpts("u", "a", "u a v")],
            [lpts("x", "a", "x a y")],
            LATER,
            *("s,x < p; s,y < q", "u < x; v < y"),
        ),
        "2 premises, each",
    ),
    "hidden moves that are blocked": (BY_BLOCKED, "2 premises, each"),
    "hidden moves of what nothing is said to simulate": (
        put(BY_BLOCKED, simulation("u,w < x", "v,w <")["relation"], *PREMISES, 1, "relation"),
        "2 premises, each",
    ),
    "hidden moves that an assumption does not let happen": (
        of_three([NOTHING, ONCE_BUSY, lpts("w", "a")], [ABOUT_A, lpts("y", "a")], LATE),
        "3 premises, each",
    ),
    # counterexamples
    "an action too many": (
        violated([LOOP], lpts("p", "a"), lpts("n0", "a", "n0 a n1"), "n0=s n1=s", step("n0", "p", "a n1")),
        "a tree of 2 nodes, refuted in 1 steps",
    ),
    "names like numbers against": (AGAINST_DIGITS, "a tree of 3 nodes, refuted in 2 steps"),
    "half is more than a third": (AGAINST_THIRD, "a tree of 4 nodes, refuted in 2 steps"),
    "a cut for each answer": (AGAINST_CHAIN, "a tree of 3 nodes, refuted in 3 steps"),
    "a cut for both answers": (
        put(AGAINST_CHAIN, [[["n1"], ["q", "r"]]], "counterexample", "refutation", 2, "cuts"),
        "refuted in 3 steps",
    ),
    "a wide cut": (AGAINST_FORK, "a tree of 6 nodes, refuted in 5 steps"),
    "a cut with more than counts": (against_fork("n1 n2 n6|r z x"), "a tree of 8 nodes, refuted in 10 steps"),
    "moves that are not needed": (AGAINST_MANY, "a tree of 5 nodes, refuted in 1 steps"),
    "three components against": (AGAINST_THREE, "a tree of 6 nodes, refuted in 5 steps"),
    **{
        f"tau known elsewhere: {rows}": (against_hidden(*rows.split(", ")), "refuted in 1 steps")
        for rows in (
            *("p a q, q tau q", "p a p, p a q, q tau p", "p a q, q b r, r tau r", "p b r, p a q, q b r, r tau p"),
            *("p a q:1/2 r:1/2, q tau q", "p a q:1/2 r:1/2, r tau r", "p a q, p a r, q tau q", "p a q, p a r, r tau r"),
            *("p a q, p b r, q tau q", "p a q, p b r, r tau r"),
        )
    },
}

# Tampered evidence, with the reason why it is rejected.

RELATION, TREE, STEPS = (
    ("certificate", "relation", "groups"),
    ("counterexample", "tree"),
    ("counterexample", "refutation"),
)
EXECUTION = ("counterexample", "execution")
ONE_REPRESENTATION = "a relation does not have one representation"
NO_REPRESENTATION = "is not a representation of a relation"
NOT_A_NAME, NO_LIST, NO_SHARE = "a name is not a string", "what should be a list is none", "is not a probability"
MALFORMED = "malformed evidence: "

NOT_RELATIONS: list[Any] = [None, "groups", [], {}, [["groups", []]], FOR_COIN["certificate"]["relation"]["groups"]]
# Strings and objects where a list should be.
NOT_LISTS: list[tuple[Document, tuple[str | int, ...], list[Any]]] = [
    (FOR_COIN, ("components",), [{}, "", {"0": {}}]),
    (FOR_COIN, (*SYSTEM, "alphabet"), ["abc", {"a": 1, "b": 2, "c": 3}]),
    (DIGITS, (*SYSTEM, "alphabet"), [2]),
    (ACCEPTED["nothing happens"][0], (*SYSTEM, "transitions"), ["", {}]),
    (FOR_COIN, RELATION, [{}]),
    (FOR_COIN, (*RELATION, 1, "simulated_by"), ["q", {"q": "r"}]),
    (FOR_COIN, (*RELATION, 1, "states"), [["t"], "t", [{"t": "u"}], {"t": "u"}]),
    (BY_TWO, ("assumptions",), [{}, "", {"x": FIRST}, FIRST]),
    (BY_TWO, (*PREMISES, 0, "below"), ["L1", {"L1": 1}, 2]),
    (BY_REDUCED, ("certificate", "abstractions"), [{}, "", None]),
    (BY_TWO, PREMISES, [{}, "", {"0": {}, "1": {}}]),
    (AGAINST_THIRD, (*EXECUTION, "n1"), ["t", {"t": "u"}]),
    (AGAINST_THIRD, STEPS, [{}]),
    (AGAINST_THIRD, (*STEPS, 1, "cuts"), ["nr", {"nr": 1}, ["nr"], [[["n1"], "r"]]]),
    (AGAINST_MANY, (*STEPS, 0, "cuts"), ["", {}, [["", []]], [[[], ""]]]),
]

REJECTED: dict[str, tuple[Document | str, str]] = {
    # the text
    "no text": ("", "this is not JSON: "),
    "no JSON": ("accepted", "this is not JSON: "),
    "half of it": (json.dumps(FOR_COIN)[:-40], "this is not JSON: "),
    "two of it": (json.dumps(FOR_COIN) * 2, "this is not JSON: "),
    "a list": (json.dumps([FOR_COIN]), "the key 'version' is missing"),
    "null": ("null", "the key 'version' is missing"),
    "a number": ("1", "the key 'version' is missing"),
    "an empty object": ("{}", "the key 'version' is missing"),
    **{
        f"a verdict whose {key} is {value!r}": (put(FOR_COIN, value, key), "the verdict is not in the format")
        for key, value in (
            *(("format", "symag"), ("format", "symag-verdicts"), ("format", "symag-lpts"), ("format", None)),
            *(("version", 0), ("version", 2), ("version", "1"), ("version", 1.0), ("version", None), ("version", True)),
        )
    },
    "a verdict without a format": (put(FOR_COIN, ..., "format"), "the key 'format' is missing"),
    "a verdict without a version": (put(FOR_COIN, ..., "version"), "the key 'version' is missing"),
    "deep nesting": ("[" * 100_000 + "]" * 100_000, MALFORMED + "RecursionError"),
    "deep nesting of objects": ('{"a":' * 100_000 + "1" + "}" * 100_000, MALFORMED + "RecursionError"),
    "a key twice": (json.dumps(FOR_COIN).replace("{", '{"verdict": "violated", ', 1), "a key is there twice"),
    "a state twice in a distribution": (
        json.dumps(put(FOR_COIN, {"t": 1}, *SYSTEM, "transitions", 1, "to")).replace('{"t": 1}', '{"t": 1, "t": 1}'),
        "a key is there twice",
    ),
    **{
        f"{constant} somewhere": (json.dumps(FOR_COIN).replace("null", constant), f"{constant} is not a number")
        for constant in ("NaN", "Infinity", "-Infinity")
    },
    # the question
    "no relation": (put(FOR_COIN, ..., "relation"), "the key 'relation' is missing"),
    "another relation": (put(FOR_COIN, "bisimulation", "relation"), "the relation is neither simulation nor traces"),
    "another relation, later": (put(FOR_COIN, "weak", "relation"), "the relation is neither simulation nor traces"),
    "null for a relation": (put(FOR_COIN, None, "relation"), "the relation is neither simulation nor traces"),
    # traces
    "traces of a coin": (of_traces(FOR_COIN), NOT_PLAIN),
    "traces of a coin beside others": (of_traces(holds([LOOP, COIN], LOOP_P, "s,s < p")), NOT_PLAIN),
    "traces of what is not reached": (
        of_traces(holds([lpts("s", "a", "t a u:1/2 v:1/2")], LOOP_P, "s < p")),
        NOT_PLAIN,
    ),
    "traces of a coin that is thrown later": (
        of_traces(holds([lpts("s", "a b c", "s a t", "t a u:1/2 v:1/2")], LOOP_P, "s t u v < p")),
        NOT_PLAIN,
    ),
    "traces of a coin that may be thrown": (
        of_traces(holds([lpts("s", "a b", "s a s", "s b s:1/2 t:1/2")], LOOP_P, "s t < p")),
        NOT_PLAIN,
    ),
    "traces of a coin among others": (
        of_traces(holds([lpts("s", "a", "s a s", "s a s:1/2 t:1/2")], LOOP_P, "s t < p")),
        NOT_PLAIN,
    ),
    "a property with a choice later": (
        of_traces(holds([STOP], lpts("p", "a b", "p a q", "q b p", "q a p", "q a q"), "s < p")),
        NOT_SAFE,
    ),
    "a property with chances": (of_traces(holds([STOP], COIN_P, "s < p")), NOT_SAFE),
    "a property with a choice": (of_traces(holds([STOP], lpts("p", "a", "p a q", "p a r"), "s < p")), NOT_SAFE),
    "a property that hides": (of_traces(holds([STOP], lpts("p", "a", "p tau q"), "s < p")), NOT_SAFE),
    "a property that might hide": (of_traces(holds([STOP], lpts("p", "a", "q tau q"), "s < p")), NOT_SAFE),
    "another trace": (of_traces(TWICE, "a", "b", "b"), ANOTHER_TRACE),
    "half a trace": (of_traces(TWICE, "a", "b"), ANOTHER_TRACE),
    "a trace and more": (of_traces(TWICE, "a", "b", "a", "b"), ANOTHER_TRACE),
    "a trace that tells what is hidden": (of_traces(TWICE_HIDDEN, "tau", "a", "tau", "a"), ANOTHER_TRACE),
    "no trace": (put(of_traces(TWICE), ..., "counterexample", "trace"), "the key 'trace' is missing"),
    "a trace of letters": (put(of_traces(TWICE), "aba", "counterexample", "trace"), "what should be a list is none"),
    "a trace with a branch": (of_traces(FORKED, "b"), "the trace has branches"),
    "a trace with a branch on one action": (of_traces(FORKED_ON_A, "a", "a"), "the trace has branches"),
    "a trace with an outcome left to chance": (of_traces(AGAINST_THIRD, "a"), NOT_PLAIN),
    "a simulation's trace with chances": (
        put(put(AGAINST_THIRD, "trace", "counterexample", "kind"), ["a"], "counterexample", "trace"),
        OTHER_KIND,
    ),
    "no verdict": (put(FOR_COIN, ..., "verdict"), "the key 'verdict' is missing"),
    "an early verdict": (put(FOR_COIN, "good", "verdict"), "this is not a verdict"),
    "true for a verdict": (put(FOR_COIN, True, "verdict"), "this is not a verdict"),
    "unknown": (put(AGAINST_THIRD, "unknown", "verdict"), "there is no verdict to check"),
    "a late verdict": (put(AGAINST_THIRD, "violated!", "verdict"), "this is not a verdict"),
    "the other verdict": (put(FOR_COIN, "violated", "verdict"), "a counterexample and what is claimed do not"),
    "the other verdict again": (put(AGAINST_THIRD, "holds", "verdict"), "a counterexample and what is claimed do not"),
    "no components": (put(FOR_COIN, [], "components"), "there are no components"),
    "null for components": (put(FOR_COIN, None, "components"), NO_LIST),
    "a component without a model": (put(FOR_COIN, ..., *SYSTEM), "the key 'model' is missing"),
    "no specification": (put(FOR_COIN, ..., "specification"), "the key 'specification' is missing"),
    "no certificate": (put(FOR_COIN, ..., "certificate"), "the key 'certificate' is missing"),
    "no counterexample": (put(AGAINST_THIRD, ..., "counterexample"), "the key 'counterexample' is missing"),
    # models
    **{
        f"{key} {value!r}": (put(FOR_COIN, value, *SYSTEM, key), "a model is not in the format symag-lpts 1")
        for key, value in (
            *(("format", "symag"), ("format", "symag-lts"), ("format", None), ("format", 1)),
            *(("version", 0), ("version", 2), ("version", "1"), ("version", 1.0), ("version", None), ("version", True)),
        )
    },
    "a specification of another version": (put(FOR_COIN, 2, *SPECIFICATION, "version"), "not in the format"),
    "a tree of another version": (put(AGAINST_THIRD, 2, *TREE, "version"), "not in the format"),
    **{
        f"{key} is missing": (put(FOR_COIN, ..., *SYSTEM, *path, key), f"the key '{key}' is missing")
        for path, keys in (
            ((), ("format", "version", "initial", "alphabet", "transitions")),
            (("transitions", 1), ("from", "action", "to")),
        )
        for key in keys
    },
    "a model that is a name": (put(FOR_COIN, "COIN", *SYSTEM), "the key 'version' is missing"),
    "null for an alphabet": (put(FOR_COIN, None, *SYSTEM, "alphabet"), NO_LIST),
    "null for transitions": (put(FOR_COIN, None, *SYSTEM, "transitions"), NO_LIST),
    "a transition that is a list": (
        put(FOR_COIN, ["s", "a"], *SYSTEM, "transitions", 0),
        "the key 'action' is missing",
    ),
    "tau in an alphabet": (put(FOR_COIN, ["tau", *"abc"], *SYSTEM, "alphabet"), "tau is in an alphabet"),
    "tau in the alphabet of the specification": (
        put(FOR_COIN, [*"abc", "tau"], *SPECIFICATION, "alphabet"),
        "tau is in an alphabet",
    ),
    "an action outside the alphabet": (
        put(FOR_COIN, ["a", "c"], *SYSTEM, "alphabet"),
        "the action 'b' is not in the alphabet",
    ),
    "an action after tau outside the alphabet": (
        put(FOR_COIN, "z", *SYSTEM, "transitions", 2, "action"),
        "the action 'z' is not in the alphabet",
    ),
    # numbers are no names
    **{
        f"the number {value} for {' '.join(map(str, path))}": (put(document, value, *path), NOT_A_NAME)
        for document, value, *path in (
            *((DIGITS, 1, *SYSTEM, "initial"), (DIGITS, 3, *SPECIFICATION, "initial")),
            *((DIGITS, [2], *SYSTEM, "alphabet"), (DIGITS, [2], *SPECIFICATION, "alphabet")),
            *((DIGITS, 1, *SYSTEM, "transitions", 0, "from"), (DIGITS, 2, *SYSTEM, "transitions", 0, "action")),
            *((DIGITS, 1, *SYSTEM, "transitions", 0, "to"), (DIGITS, 3, *SPECIFICATION, "transitions", 0, "to")),
            *((DIGITS, [3], *RELATION, 0, "simulated_by"), (DIGITS, [[1]], *RELATION, 0, "states")),
            *((AGAINST_DIGITS, 4, *TREE, "initial"), (AGAINST_DIGITS, [1], *EXECUTION, "7")),
            *((AGAINST_DIGITS, [[[6], ["8"]]], *STEPS, 1, "cuts"), (AGAINST_DIGITS, [[["6"], [8]]], *STEPS, 1, "cuts")),
            *((AGAINST_DIGITS, 6, *STEPS, 0, "node"), (AGAINST_DIGITS, 8, *STEPS, 0, "not_below")),
            *((AGAINST_DIGITS, 2, *STEPS, 0, "action"), (AGAINST_DIGITS, 7, *STEPS, 0, "to")),
        )
    },
    "null for a name": (put(FOR_COIN, None, *SYSTEM, "initial"), NOT_A_NAME),
    "true for a name": (put(FOR_COIN, True, *SYSTEM, "transitions", 1, "to"), NOT_A_NAME),
    "a list for a target": (put(FOR_COIN, ["s"], *SYSTEM, "transitions", 1, "to"), NOT_A_NAME),
    **{
        f"{value!r} for {' '.join(map(str, path))}": (put(document, value, *path), NO_LIST)
        for document, path, values in NOT_LISTS
        for value in values
    },
    # distributions
    **{
        f"the share {i}: {share!r:.20}": (spelled(share), NO_SHARE)
        for i, share in enumerate(
            (
                *(
                    "-1",
                    -1,
                    "+1",
                    "1e0",
                    1e-7,
                    "",
                    " 1",
                    "1 ",
                    "1/",
                    "/1",
                    "1.",
                    ".1",
                    "1/1/1",
                    "1.0/1",
                    "1x0",
                    "1//1",
                    "half",
                ),
                *(
                    "1\n",
                    "٣",
                    "1/٣",
                    "0x1",
                    "1_0",
                    "0" + LONG,
                    f"1/0{LONG}",
                    "1." + "0" * 4001,
                    "0" + LONG + ".0",
                    "inf",
                ),
            )
        )
    },
    "the share 1/0": (spelled("1/0"), "'1/0' is not a probability"),
    **{f"the share {share!r}": (spelled(share), "is not a probability") for share in (None, True, ["1"], {"1": "1"})},
    **{
        f"the shares {shares}": (spelled(*shares), "is not a distribution")
        for shares in (
            *((), (0,), (2,), ("1/2",), ("1/2", "1/3"), ("1/2", "2/3"), ("0.5", "0.51"), (0.3, 0.3, 0.3)),
            *((1, 0), (0, 1), ("1/2", "0", "1/2"), ("1/2", "1/2", "0.0"), ("0/7", "1/2", "1/2")),
        )
    },
    # simulations
    "a certificate of another kind": (
        put(FOR_COIN, "bisimulation", "certificate", "kind"),
        NO_CERTIFICATE,
    ),
    "a certificate of a later kind": (put(FOR_COIN, "weak", "certificate", "kind"), NO_CERTIFICATE),
    **{
        f"{key} is missing in a certificate": (put(FOR_COIN, ..., *path, key), f"the key '{key}' is missing")
        for *path, key in (
            *(("certificate", "kind"), ("certificate", "relation")),
            *((*RELATION, 1, "simulated_by"), (*RELATION, 1, "states")),
        )
    },
    **{
        f"{value!r} for a relation of states": (put(FOR_COIN, value, "certificate", "relation"), ONE_REPRESENTATION)
        for value in NOT_RELATIONS
    },
    "a relation that is represented twice": (put(FOR_COIN, [], "certificate", "relation", "rows"), ONE_REPRESENTATION),
    **{
        f"a relation represented by {key}": (put(FOR_COIN, {key: []}, "certificate", "relation"), NO_REPRESENTATION)
        for key in ("group", "groupss", "nodes")
    },
    "null for groups": (put(FOR_COIN, None, *RELATION), NO_LIST),
    "null for states": (put(FOR_COIN, None, *RELATION, 0, "states"), NO_LIST),
    "null for a state": (put(FOR_COIN, [None], *RELATION, 0, "states"), NO_LIST),
    "null for what simulates": (put(FOR_COIN, None, *RELATION, 0, "simulated_by"), NO_LIST),
    "no relation at all": (put(FOR_COIN, [], *RELATION), "the initial states are not related"),
    "the initial state is not related": (put(FOR_COIN, [["x"]], *RELATION, 0, "states"), "the initial states are not"),
    "the initial state is related elsewhere": (
        put(FOR_COIN, ["q"], *RELATION, 0, "simulated_by"),
        "the initial states are not related",
    ),
    "a short state": (holds(TWO, LOOP_P, "s,u t,v s,v t,u t < p"), "('t',) does not have one state for each component"),
    "a long state": (holds(TWO, LOOP_P, "s,u t,v s,v t,u s,u,x < p"), "does not have one state for each component"),
    "a successor is missing": (put(FOR_COIN, [], *RELATION, 1, "states"), "'p' cannot answer 'a' of ('s',)"),
    "the other successor is missing": (put(FOR_COIN, [], *RELATION, 2, "states"), "'p' cannot answer 'a' of ('s',)"),
    "successors exchanged": (
        put(put(FOR_COIN, [["u"]], *RELATION, 1, "states"), [["t"]], *RELATION, 2, "states"),
        "cannot answer",
    ),
    "a pair too many": (put(FOR_COIN, ["q", "r"], *RELATION, 1, "simulated_by"), "'r' cannot answer 'b' of ('t',)"),
    "the other pair too many": (
        put(FOR_COIN, ["q", "r"], *RELATION, 2, "simulated_by"),
        "'q' cannot answer 'c' of ('u',)",
    ),
    "a state that the specification does not have": (
        put(FOR_COIN, ["q", "x"], *RELATION, 1, "simulated_by"),
        "'x' cannot answer 'b' of ('t',)",
    ),
    "a tenth is not an eleventh": (
        holds(
            [lpts("s", "a", "s a t:1/10 u:9/10")],
            lpts("p", "a", "p a q:1/11 r:10/11"),
            *("s < p", "t < q", "u < r"),
        ),
        "'p' cannot answer 'a' of ('s',)",
    ),
    **{
        f"the specification cannot {action}": (
            put(FOR_BOTH, ..., *SPECIFICATION, "transitions", at),
            f"'p' cannot answer '{action}' of ('s',)",
        )
        for at, action in enumerate("ab")
    },
    "no answer fits": (
        holds(
            [COIN], lpts("p", "a b c", "p a q", "p a q:1/3 r:2/3", "p a r", "q b p", "r c p"), "s < p", "t < q", "u < r"
        ),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "one of two choices has no answer": (
        holds([lpts("s", "a", "s a t", "s a u")], lpts("p", "a", "p a q"), "s < p", "t < q", "u < r"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "the other of two choices has no answer": (
        holds([lpts("s", "a", "s a t", "s a u")], lpts("p", "a", "p a q"), "s < p", "t < r", "u < q"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "staying where the action is known": (
        holds([LOOP], lpts("p", "a"), "s < p"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "staying where the successor is not related": (
        holds([lpts("s", "b", "s b t")], LOOP_P, "s < p", "t < q"),
        "'p' cannot answer 'b' of ('s',)",
    ),
    "staying where tau is known": (put(FOR_HIDDEN, ["p"], *RELATION, 1, "simulated_by"), "cannot answer"),
    "tau where the specification has none left": (
        put(FOR_HIDDEN, ["p", "q"], *RELATION, 0, "simulated_by"),
        "'q' cannot answer 'tau' of ('s',)",
    ),
    "the tau of the second component": (
        holds([STOP, lpts("u", "", "u tau v")], LOOP_P, "s,u < p"),
        "'p' cannot answer 'tau' of ('s', 'u')",
    ),
    "the second tau": (
        holds([lpts("s", "", "s tau s", "s tau t")], LOOP_P, "s < p"),
        "'p' cannot answer 'tau' of ('s',)",
    ),
    "nobody blocks any more": (
        holds([LOOP, lpts("u", "b")], lpts("p", "a"), "s,u < p"),
        "'p' cannot answer 'a' of ('s', 'u')",
    ),
    "a combination of choices": (
        holds(
            [lpts("s", "a", "s a t", "s a u"), lpts("v", "a", "v a w", "v a x")],
            lpts("p", "a", "p a q1", "p a q2", "p a q3"),
            *("s,v < p", "t,w < q1", "t,x < q2", "u,w < q3", "u,x < q4"),
        ),
        "'p' cannot answer 'a' of ('s', 'v')",
    ),
    **{
        f"transport {i}": (problem, "'p' cannot answer 'a' of ('s',)")
        for i, (problem, solved) in enumerate(RANDOM_TRANSPORTS)
        if not solved
    },
    # proofs
    "a proof of an earlier kind": (put(BY_TWO, "assume", "certificate", "kind"), NOT_USED),
    "a proof of a later kind": (put(BY_TWO, "proof", "certificate", "kind"), NOT_USED),
    "a proof with an early verdict": (put(BY_TWO, "good", "verdict"), "this is not a verdict"),
    "a proof of the other verdict": (put(BY_TWO, "violated", "verdict"), "a counterexample and what is claimed do not"),
    "a proof with a late verdict": (put(BY_TWO, "holds!", "verdict"), "this is not a verdict"),
    **{
        f"{key} is missing in a proof": (put(BY_TWO, ..., *path, key), f"the key '{key}' is missing")
        for *path, key in (
            *(
                ("assumptions",),
                ("certificate", "kind"),
                ("certificate", "abstractions"),
                ("certificate", "implication"),
                PREMISES,
            ),
            *((*PREMISES, 0, "below"), (*PREMISES, 0, "above"), (*PREMISES, 1, "relation")),
            *((*ASSUMPTION, "alphabet"), (*ASSUMPTION, "initial")),
        )
    },
    "null for assumptions": (put(BY_TWO, None, "assumptions"), NO_LIST),
    **{
        f"{value!r} for an implication": (put(BY_TWO, value, "certificate", "implication"), NO_IMPLICATION)
        for value in (None, "circular", "substitutions", ["substitution"])
    },
    "null for premises": (put(BY_TWO, None, *PREMISES), NO_LIST),
    "null for a premise": (put(BY_TWO, None, *PREMISES, 1), "the key 'above' is missing"),
    "null for an assumption": (put(BY_TWO, None, *ASSUMPTION), "the key 'version' is missing"),
    "a side of nothing": (
        by_premises([LOOP], [], [], LOOP_P, shown_by(["L1"], "P", "s < p"), shown_by([], "L1", "< s")),
        "there are no components",
    ),
    **{
        f"{below} below premise {at}": (put(BY_THREE, below, *PREMISES, at, "below"), why)
        for at, below, why in (
            *((0, ["L1", "A3"], NO_MODEL), (0, ["L1", "P"], NO_MODEL), (0, ["L0", "A1"], NO_MODEL)),
            *((0, ["L1", "R1"], NO_MODEL), (1, ["L2", "A0"], NO_MODEL), (2, ["L4"], NO_MODEL), (0, [], NO_COMPONENTS)),
            *((0, ["L1", 1], NOT_A_NAME), (2, [None], NOT_A_NAME), (1, ["L2", ["A2"]], NOT_A_NAME)),
            *((0, ["L1", "A2"], "the initial states are not"), (1, ["A2", "L2"], "the initial states are not")),
        )
    },
    **{
        f"{above!r} above premise {at}": (put(BY_THREE, above, *PREMISES, at, "above"), why)
        for at, above, why in (
            *((0, "A1", NO_GOAL), (0, "L1", NO_GOAL), (0, "Q", NO_GOAL), (1, "P", NO_GOAL), (1, "A2", NO_GOAL)),
            *((2, "A1", NO_GOAL), (1, None, NOT_A_NAME), (2, 1, NOT_A_NAME), (0, ["P"], NOT_A_NAME)),
        )
    },
    "a component for two": (
        by_premises(
            [LOOP, lpts("u", "a", "u a u")],
            [lpts("x", "a", "x a x"), lpts("y", "a", "y a y")],
            [],
            LOOP_P,
            shown_by(["A1", "A2"], "P", "x,y < p"),
            shown_by(["L1"], "A1", "s < x"),
            shown_by(["L1"], "A2", "s < y"),
        ),
        NOT_THE_COMPONENTS,
    ),
    "a component that stays twice": (
        by_premises([LOOP], [], [], LOOP_P, shown_by(["L1", "L1"], "P", "s,s < p")),
        NOT_THE_COMPONENTS,
    ),
    "an assumption that nothing is shown to be below": (
        by_premises([LOOP], [lpts("x", "a", "x a x")], [], LOOP_P, shown_by(["L1", "A1"], "P", "s,x < p")),
        NOT_THE_COMPONENTS,
    ),
    "an abstraction that is shown to be below itself": (
        by_premises(
            [LOOP], [], [lpts("x", "a")], BLOCKED, shown_by(["R1"], "P", "x < p"), shown_by(["R1"], "R1", "x < x")
        ),
        NOT_THE_COMPONENTS,
    ),
    "an abstraction that is not part of the proof": (
        put(BY_REDUCED, [*BY_REDUCED["certificate"]["abstractions"], FIRST], "certificate", "abstractions"),
        NOT_USED,
    ),
    "an abstraction that cannot follow": (
        put(BY_REDUCED, lpts("x", "a"), "certificate", "abstractions", 0),
        "'x' cannot answer 'a' of ('t',)",
    ),
    "an abstraction that knows too much": (
        put(BY_REDUCED, ["a", "z"], "certificate", "abstractions", 0, "alphabet"),
        UNKNOWN_BELOW,
    ),
    "hidden moves of what is related, but not reached": (
        put(BY_BLOCKED, simulation("u,w v,w < x")["relation"], *PREMISES, 1, "relation"),
        LOST,
    ),
    "hidden moves of what is related, but not reached by its component": (
        proof("1 1", [NOTHING, lpts("u", "", "z tau z")], [ASSUME_NOTHING], LATE, "s,x < p", "u z < x"),
        LOST,
    ),
    "no assumption": (put(BY_TWO, [], "assumptions"), NO_MODEL),
    "the second assumption is missing": (put(BY_THREE, ..., "assumptions", 1), NO_MODEL),
    "an assumption too many": (put(BY_TWO, [FIRST, SECOND], "assumptions"), NOT_USED),
    "an assumption where there is nothing to assume": (put(BY_PAIRS["3"], [FIRST], "assumptions"), NOT_USED),
    "an assumption beside a simulation": (put(FOR_COIN, [FIRST], "assumptions"), NOT_USED),
    "an assumption beside a tree": (put(AGAINST_THIRD, [FIRST], "assumptions"), NOT_USED),
    "null for assumptions beside a simulation": (put(FOR_COIN, None, "assumptions"), NOT_USED),
    "null for a certificate": (put(FOR_COIN, None, "certificate"), "a certificate and what is claimed do not"),
    "a trace with an outcome left to chance in the tree": (
        put(of_traces(TWICE, "a", "b", "a"), {"n1": "1/2", "n3": "1/2"}, *TREE, "transitions", 0, "to"),
        "the trace has branches",
    ),
    "a share with more digits than Python reads": (
        spelled("0" * 400 + "." + "0" * 3999 + "1"),
        MALFORMED + "ValueError",
    ),
    "a certificate beside a tree": (put(AGAINST_THIRD, {}, "certificate"), "a certificate and what is claimed do not"),
    "a tree beside a certificate": (put(FOR_COIN, {}, "counterexample"), "a counterexample and what is claimed do not"),
    "premise 0 is missing": (put(BY_THREE, ..., *PREMISES, 0), NO_GOAL),
    "premise 1 is missing": (put(BY_THREE, ..., *PREMISES, 1), NO_GOAL),
    "premise 2 is missing": (put(BY_THREE, ..., *PREMISES, 2), NOT_THE_COMPONENTS),
    "no premises": (put(BY_THREE, [], *PREMISES), NOT_THE_COMPONENTS),
    "a premise too many": (put(BY_TWO, [*BY_TWO["certificate"]["premises"]] * 2, *PREMISES), NO_GOAL),
    "assumptions exchanged": (put(BY_THREE, [SECOND, FIRST], "assumptions"), "the initial states are not"),
    "an assumption twice": (put(BY_THREE, [FIRST, FIRST], "assumptions"), "the initial states are not"),
    "the specification for an assumption": (
        put(EXACT, EXACT["specification"]["model"], *ASSUMPTION),
        "the initial states are not related",
    ),
    **{
        f"premises {i} and {j} exchanged": (
            put(put(BY_THREE, premises[j]["relation"], *PREMISES, i, "relation"), premises[i], *PREMISES, j),
            "the initial states are not related",
        )
        for premises in [BY_THREE["certificate"]["premises"]]
        for i, j in ((0, 1), (0, 2), (1, 2))
    },
    "components exchanged": (
        put(put(BY_TWO, CHAIN[1], *SYSTEM), CHAIN[0], "components", 1, "model"),
        UNKNOWN_BELOW,
    ),
    "the last components exchanged": (
        put(put(BY_THREE, CHAIN[2], "components", 1, "model"), CHAIN[1], "components", 2, "model"),
        UNKNOWN_BELOW,
    ),
    "a premise that is a proof": (
        put(BY_TWO, BY_TWO["certificate"], *PREMISES, 0),
        "the key 'above' is missing",
    ),
    **{
        f"an assumption with {key} {value!r}": (put(BY_THREE, value, "assumptions", at, key), why)
        for at, key, value, why in (
            *((0, "version", 2, "not in the format"), (1, "format", "symag-lts", "not in the format")),
            *((0, "alphabet", ["b", "tau"], "tau is in an alphabet"), (1, "alphabet", [], "is not in the alphabet")),
            *((1, "initial", 1, NOT_A_NAME), (0, "transitions", None, NO_LIST)),
            *((0, "initial", "z", "the initial states are not"), (1, "initial", "z", "the initial states are not")),
        )
    },
    **{
        f"premise {premise} without group {at}": (put(BY_THREE, ..., *PREMISES, premise, "relation", "groups", at), why)
        for premise, at, why in (
            *((0, 0, "the initial states are not"), (0, 1, "'p' cannot answer 'a' of ('s', 'x')")),
            *((1, 0, "the initial states are not"), (2, 0, "the initial states are not")),
        )
    },
    **{
        f"premise {premise} without the second state": (
            put(BY_THREE, ..., *PREMISES, premise, "relation", "groups", 0, "states", 1),
            f"{above!r} cannot answer {move}",
        )
        for premise, above, move in ((1, "x", "'c' of ('u', 'y')"), (2, "y", "'d' of ('w',)"))
    },
    **{
        f"premise {premise} with a pair too many": (
            put(BY_THREE, value, *PREMISES, premise, "relation", "groups", 0, "simulated_by"),
            f"{above!r} cannot answer {move}",
        )
        for premise, value, above, move in (
            *((0, ["p", "q"], "q", "'a' of ('s', 'x')"), (1, ["x", "z"], "z", "'b' of ('v', 'y')")),
            (2, ["y", "z"], "z", "'c' of ('z',)"),
        )
    },
    **{
        f"an assumption that cannot {action}": (
            put(BY_THREE, [], "assumptions", at, "transitions"),
            f"{above!r} cannot answer {move}",
        )
        for at, action, above, move in (*((0, "b", "x", "'b' of ('v', 'y')"), (1, "c", "y", "'c' of ('z',)")),)
    },
    "an assumption with other shares": (
        put(EXACT, {"x": "1/2", "y": "1/2"}, *ASSUMPTION, "transitions", 0, "to"),
        "'p' cannot answer 'a' of ('s', 'x')",
    ),
    "a component with other shares": (
        put(EXACT, {"u": "1/2", "v": "1/2"}, "components", 1, "model", "transitions", 0, "to"),
        "'x' cannot answer 'a' of ('u',)",
    ),
    "a specification that cannot do it": (
        put(BY_THREE, [], *SPECIFICATION, "transitions"),
        "'p' cannot answer 'a' of ('s', 'x')",
    ),
    **{
        f"assumption {at} speaks of {action} too": (
            put(BY_THREE, [*alphabet, action], "assumptions", at, "alphabet"),
            UNKNOWN_BELOW,
        )
        for at, alphabet, action in ((0, "b", "a"), (0, "b", "d"), (0, "b", "z"), (1, "c", "a"), (1, "c", "z"))
    },
    **LOOPHOLES,
    # trees
    "a counterexample of another kind": (
        put(AGAINST_THIRD, "path", "counterexample", "kind"),
        OTHER_KIND,
    ),
    "a counterexample of a later kind": (put(AGAINST_THIRD, "trees", "counterexample", "kind"), OTHER_KIND),
    **{
        f"{key} is missing in a counterexample": (put(AGAINST_THIRD, ..., *path, key), f"the key '{key}' is missing")
        for *path, key in (
            *(("counterexample", "kind"), ("counterexample", "depth"), TREE, EXECUTION, STEPS),
            *((*STEPS, 0, "node"), (*STEPS, 0, "not_below"), (*STEPS, 0, "action")),
            *((*STEPS, 0, "to"), (*STEPS, 0, "cuts")),
        )
    },
    "null for a tree": (put(AGAINST_THIRD, None, *TREE), "the key 'version' is missing"),
    "null for an execution": (put(AGAINST_THIRD, None, *EXECUTION), "the execution maps no nodes"),
    "null for a node": (put(AGAINST_THIRD, None, *EXECUTION, "n2"), NO_LIST),
    "null for a refutation": (put(AGAINST_THIRD, None, *STEPS), NO_LIST),
    "null for cuts": (put(AGAINST_THIRD, None, *STEPS, 1, "cuts"), NO_LIST),
    "a cut with three sides": (put(AGAINST_THIRD, [[["n1"], ["r"], []]], *STEPS, 1, "cuts"), NO_CUT),
    "a cut with one side": (put(AGAINST_THIRD, [[["n1"], ["r"]], [["n1"]]], *STEPS, 1, "cuts"), NO_CUT),
    **{f"{node} is not mapped": (put(AGAINST_THIRD, ..., *EXECUTION, node), NOT_MAPPED) for node in ("n0", "n1", "n3")},
    "a node too many": (put(AGAINST_THIRD, ["t"], *EXECUTION, "n4"), NOT_MAPPED),
    "a move at a node that is not reached": (
        put(AGAINST_THIRD, lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n1 b n3", "n9 b n3"), *TREE),
        NOT_MAPPED,
    ),
    "a tree under traces": (put(of_traces(TWICE), "tree", "counterexample", "kind"), OTHER_KIND),
    "a trace under simulation": (put(of_traces(TWICE, "a", "b", "a"), "simulation", "relation"), OTHER_KIND),
    **{
        f"the depth {depth!r}": (put(AGAINST_THIRD, depth, "counterexample", "depth"), "the tree has another depth")
        for depth in (1, 3, 99, 2.0, None, True, -2)
    },
    **{
        f"a tree with a cycle, {what}": (put(document, "n0", *TREE, "transitions", at, "to"), CYCLE)
        for what, document, at in (("at once", TWICE, 0), ("later", TWICE, 1), ("at the end", TWICE, 2))
    },
    "a tree with a cycle below the root": (put(TWICE, "n1", *TREE, "transitions", 2, "to"), CYCLE),
    "a trace that goes round": (  # the refutation is right, and the trace a, b is allowed
        of_traces(
            violated(
                [lpts("s", "a b", "s a t", "t b s")],
                lpts("p", "a b", "p a q", "q b r", "r a z"),
                lpts("n0", "a b", "n0 a n1", "n1 b n0"),
                "n0=s n1=t",
                step("n1", "z", "b n0"),
                step("n0", "r", "a n1", "n1|z"),
                step("n1", "q", "b n0", "n0|r"),
                step("n0", "p", "a n1", "n1|q"),
            ),
            *("a", "b"),
        ),
        CYCLE,
    ),
    "a tree with a cycle through the root, and one below it": (  # its depth would come out as 3
        violated(
            [lpts("s", "a b c d", "s a t", "t b s", "t c u", "u c u", "t d v")],
            lpts("p", "a b c d", "p a q", "q b p", "q c q"),
            lpts("n0", "a b c d", "n0 a n1", "n1 b n0", "n1 c n2", "n2 c n2", "n1 d n3"),
            "n0=s n1=t n2=u n3=v",
            step("n1", "q", "d n3"),
            step("n0", "p", "a n1", "n1|q"),
        ),
        CYCLE,
    ),
    "a shared node that goes back": (
        put(SHARED, "n1", *TREE, "transitions", 4, "to"),
        CYCLE,
    ),
    **{
        f"{key} {value!r}": (put(FOR_COIN, value, *path, key), "a model has another size")
        for *path, key, value in (
            *(("components", 0, "states", 2), ("components", 0, "states", 4), ("components", 0, "transitions", 2)),
            *(("specification", "states", 99), ("specification", "transitions", 0), ("components", 0, "states", None)),
            *(("specification", "states", 3.0), ("specification", "transitions", [3])),
        )
    },
    "a model without a size": (put(FOR_COIN, ..., "specification", "states"), "the key 'states' is missing"),
    "a model without transitions counted": (
        put(FOR_COIN, ..., "components", 0, "transitions"),
        "'transitions' is missing",
    ),
    "a model without a name": (put(FOR_COIN, ..., "components", 0, "name"), "the key 'name' is missing"),
    "a model with a number for a name": (put(FOR_COIN, 1, "specification", "name"), NOT_A_NAME),
    "a cut of lists": (put(AGAINST_THIRD, [[[["n1"]], ["r"]]], *STEPS, 1, "cuts"), NOT_A_NAME),
    **{
        f"a tree that starts in {state}": (
            put(AGAINST_THIRD, [state], *EXECUTION, "n0"),
            "the tree does not start where the system starts",
        )
        for state in ("a", "t")
    },
    "a short node": (put(against_fork("n1 n2|r z"), [], *EXECUTION, "n6"), "the system cannot do the 'b' of 'n4'"),
    "a long node": (
        put(against_fork("n1 n2|r z"), ["t", "t"], *EXECUTION, "n6"),
        "the system cannot do the 'b' of 'n4'",
    ),
    "a node elsewhere": (put(AGAINST_THIRD, ["u"], *EXECUTION, "n3"), "the system cannot do the 'b' of 'n1'"),
    "nodes exchanged": (
        put(put(AGAINST_THIRD, ["u"], *EXECUTION, "n1"), ["t"], *EXECUTION, "n2"),
        "the system cannot do the 'b' of 'n1'",
    ),
    "two outcomes in one state": (
        put(AGAINST_THIRD, ["t"], *EXECUTION, "n2"),
        "two outcomes of 'n0' are mapped to one state",
    ),
    "other shares in the tree": (
        put(AGAINST_THIRD, {"n1": "2/3", "n2": "1/3"}, *TREE, "transitions", 0, "to"),
        "the system cannot do the 'a' of 'n0'",
    ),
    "another action in the tree": (
        put(AGAINST_THIRD, "a", *TREE, "transitions", 1, "action"),
        "the system cannot do the 'a' of 'n1'",
    ),
    **{
        f"{child} is elsewhere": (
            put(AGAINST_MANY, [state], *EXECUTION, child),
            f"the system cannot do the {action!r} of {node!r}",
        )
        for child, state, action, node in (
            *(("n1", "s", "a", "n0"), ("n2", "s", "a", "n0"), ("n3", "u", "b", "n0")),
            ("n4", "u", "b", "n1"),
        )
    },
    "a move that the components do not share": (
        violated(
            [LOOP, lpts("u", "a")], lpts("p", "a"), lpts("n0", "a", "n0 a n1"), "n0=s,u n1=s,u", step("n0", "p", "a n1")
        ),
        "the system cannot do the 'a' of 'n0'",
    ),
    # refutations
    "no refutation": (put(AGAINST_THIRD, [], *STEPS), "the initial states were not refuted"),
    "a refutation without its end": (put(AGAINST_THIRD, ..., *STEPS, 1), "the initial states were not refuted"),
    "a refutation of another state": (
        put(AGAINST_MANY, "q", *STEPS, 0, "not_below"),
        "the initial states were not refuted",
    ),
    "a refutation without its start": (put(AGAINST_THIRD, ..., *STEPS, 0), "a cut at 'n0' cites what was not refuted"),
    **{
        f"a refutation without step {at}": (put(AGAINST_FORK, ..., *STEPS, at), "cites what was not refuted")
        for at in range(4)
    },
    "a refutation upside down": (
        put(AGAINST_THIRD, AGAINST_THIRD["counterexample"]["refutation"][::-1], *STEPS),
        "a cut at 'n0' cites what was not refuted",
    ),
    "a step that cites itself": (
        violated([LOOP], LOOP_P, lpts("n0", "a", "n0 a n1"), "n0=s n1=s", step("n0", "p", "a n1", "n0|p")),
        "a cut at 'n0' cites what was not refuted",
    ),
    "steps that cite each other": (
        violated(
            [lpts("s", "a", "s a t", "t a s")],
            lpts("p", "a", "p a q", "q a p"),
            lpts("n0", "a", "n0 a n1", "n1 a n2"),
            "n0=s n1=t n2=s",
            step("n1", "q", "a n2", "n0|p"),
            step("n0", "p", "a n1", "n1|q"),
        ),
        "a cut at 'n1' cites what was not refuted",
    ),
    **{
        f"{cuts} cites too much": (against_fork(*cuts), "a cut at 'n0' cites what was not refuted")
        for cuts in (
            *(("n1 n2|q r z",), ("n1 n2 n3|r z",), ("n1 n2|r z", "n1|q"), ("n1|q", "n1 n2|r z"), ("n0|p",)),
            *(("n1 n3|r z",), ("n3 n2|r z",), ("n1 n2|q r",), ("n1 n2|z q",), ("nobody|r",), ("n1|p", "n1|q")),
        )
    },
    **{
        f"{cuts} is too light": (against_fork(*cuts), "'p' may answer the 'a' of 'n0'")
        for cuts in (
            *((), ("|",), ("|r z x",), ("n1 n2 n6|",), ("n1|r z",), ("n1 n2|r",), ("n1 n2|z",), ("n2|r z",)),
            *(("n1 n6|r z",), ("n1 n2|r x",), ("n1|r", "n2|z"), ("n1 n1|r z",), ("n1 n2|r r",), ("n6|x",)),
        )
    },
    "exactly one is not more than one": (
        put(AGAINST_THIRD, {"q": "1/2", "r": "1/2"}, *SPECIFICATION, "transitions", 0, "to"),
        "'p' may answer the 'a' of 'n0'",
    ),
    "no cut for the first answer": (put(AGAINST_CHAIN, [[["n1"], ["r"]]], *STEPS, 2, "cuts"), "'p' may answer the 'a'"),
    "no cut for the second answer": (
        put(AGAINST_CHAIN, [[["n1"], ["q"]]], *STEPS, 2, "cuts"),
        "'p' may answer the 'a'",
    ),
    "an answer that was forgotten": (
        put(AGAINST_CHAIN, lpts("p", "a b", "p a q", "p a r", "r b r"), *SPECIFICATION),
        "'r' may answer the 'b' of 'n1'",
    ),
    "an unknown action is answered": (
        violated([LOOP], lpts("p", "b"), lpts("n0", "a", "n0 a n1"), "n0=s n1=s", step("n0", "p", "a n1")),
        "'p' may answer the 'a' of 'n0'",
    ),
    "an unknown tau is answered": (against_hidden("p a p", "z tau z"), "'p' may answer the 'tau' of 'n0'"),
    "a known tau is answered": (against_hidden("p tau p"), "'p' may answer the 'tau' of 'n0'"),
    "a step by a move of nobody": (put(AGAINST_THIRD, "n2", *STEPS, 0, "node"), "'n2' has no such move on 'b'"),
    "a step by a move to elsewhere": (put(AGAINST_THIRD, "n2", *STEPS, 0, "to"), "'n1' has no such move on 'b'"),
    "a step by another action": (put(AGAINST_THIRD, "a", *STEPS, 0, "action"), "'n1' has no such move on 'a'"),
    "a step with other shares": (
        put(AGAINST_THIRD, {"n1": "2/3", "n2": "1/3"}, *STEPS, 1, "to"),
        "'n0' has no such move on 'a'",
    ),
    "a step without a distribution": (
        put(AGAINST_THIRD, {"n1": "1/2", "n2": "1/3"}, *STEPS, 1, "to"),
        "is not a distribution",
    ),
}

# What the search for weights must not be believed: outcomes 0, 1, 2 with their rows, and what it says that it found.
LIES: dict[str, tuple[list[tuple[str, str]], str, dict[tuple[str, str], str]]] = {
    "outside the relation": (
        [("q r", "1/2"), ("r", "1/2")],
        "q:1/2 r:1/2",
        {("q r", "r"): "1/2", ("r", "q"): "1/2"},
    ),
    "outside the relation at first": (
        [("r", "1/4"), ("q r", "3/4")],
        "q:1/2 r:1/2",
        {("r", "q"): "1/4", ("q r", "q"): "1/4", ("q r", "r"): "1/2"},
    ),
    "less than nothing": (
        [("q r", "1/2"), ("q r z", "1/2")],
        "q:1/2 r:1/2",
        {("q r", "q"): "1", ("q r", "r"): "-1/2", ("q r z", "q"): "-1/2", ("q r z", "r"): "1"},
    ),
    "outcomes with other masses": (
        [("q r", "1/3"), ("q r y", "1/3"), ("q r z", "1/3")],
        "q:1/2 r:1/2",
        {("q r", "q"): "1/3", ("q r y", "q"): "1/6", ("q r y", "r"): "1/2"},
    ),
    "answers with other masses": (
        [("q r v", "1/2"), ("q r v z", "1/2")],
        "q:1/3 r:1/3 v:1/3",
        {("q r v", "q"): "1/3", ("q r v", "r"): "1/6", ("q r v z", "r"): "1/2"},
    ),
    "nothing": ([("q r", "1/2"), ("r", "1/2")], "q:1/2 r:1/2", {}),
}


def sized(document: Document) -> Document:
    """The document with the sizes of its models and the depth of its tree, which changes may have changed."""
    document = deepcopy(document)
    for one in (*document["components"], document["specification"]):
        one |= described(one["name"], one["model"])
    if document["counterexample"] is not None:
        document["counterexample"]["depth"] = depth_of(document["counterexample"]["tree"])
    return document


CASES = [
    *((what, json.dumps(sized(document)), True, why) for what, (document, why) in ACCEPTED.items()),
    *(
        (what, document if isinstance(document, str) else json.dumps(document), False, why)
        for what, (document, why) in REJECTED.items()
    ),
]
CASES.sort(key=lambda case: len(case[1]))  # those first that take no time


def is_as_expected(module: ModuleType, text: str, accepted: bool, why: str) -> bool:
    """Does this kernel say so, for this reason?"""
    result = module.audit(text)
    malformed = str(result.reason).startswith(MALFORMED)
    said = result.accepted is accepted and bool(result) is accepted
    facts = (result.verdict, result.relation, result.components, result.specification)
    return (
        said
        and why in result.reason
        and malformed == why.startswith(MALFORMED)
        and facts == expected_facts(text, accepted)
    )


@cache
def expected_facts(text: str, accepted: bool) -> tuple[Any, ...]:
    """What the kernel says of the models, if it accepts; of what it rejects, the claim, if there is one."""

    def unique(pairs: list[tuple[str, Any]]) -> Document:
        if len(dict(pairs)) < len(pairs):
            raise ValueError
        return dict(pairs)

    try:
        document = json.loads(text, object_pairs_hook=unique, parse_constant=Fraction)  # NaN is none
        is_known = (document["format"], json.dumps(document["version"])) == ("symag-verdict", "1")
        claim = document["verdict"] if is_known and document["verdict"] in ("holds", "violated", "unknown") else ""
    except (ValueError, TypeError, KeyError, RecursionError):
        claim = ""
    if not accepted:
        return claim, "", (), None
    components = tuple(facts_of(one) for one in document["components"])
    return claim, document["relation"], components, facts_of(document["specification"])


def doubts(module: ModuleType, lie: str) -> bool:
    """Does this kernel reject the weights that the search says it found?"""
    rows, nu, said = LIES[lie]
    weights = {(frozenset(row.split()), q.split(":")[0]): Fraction(0) for row, _ in rows for q in nu.split()}
    weights |= {(frozenset(row.split()), q): Fraction(share) for (row, q), share in said.items()}
    search = module.weight_function
    module.__dict__["weight_function"] = lambda image, nu: weights
    try:
        return not module.audit(json.dumps(transport(rows, nu)))
    finally:
        module.__dict__["weight_function"] = search


@pytest.mark.parametrize(("text", "accepted", "why"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_tables(text: str, accepted: bool, why: str) -> None:
    assert is_as_expected(kernel, text, accepted, why), kernel.audit(text)


def without(reason: str) -> ModuleType:
    """The kernel without the condition of that reason."""
    found = mutants()
    (change,) = [change for change in found.changes if change.label.endswith(f", {reason!r}) → pass")]
    return load(found.code(change))


@pytest.mark.parametrize("loophole", LOOPHOLES)
def test_the_rule_needs_its_conditions(loophole: str) -> None:
    """The claim is false, and nothing but this one condition is in its way."""
    document, reason = LOOPHOLES[loophole]
    assert not is_true(document, {})
    assert without(reason).audit(json.dumps(document))


@pytest.mark.parametrize("what", [what for what, (document, _) in ACCEPTED.items() if "premises" in str(document)])
def test_proofs_in_the_table_are_true(what: str) -> None:
    assert is_true(ACCEPTED[what][0], {})


@pytest.mark.parametrize("lie", LIES)
def test_the_search_is_not_believed(lie: str) -> None:
    rows, nu, _ = LIES[lie]
    assert kernel.audit(json.dumps(transport(rows, nu)))
    assert doubts(kernel, lie)


def test_every_reason_is_in_the_table() -> None:
    """Each `need` and each `raise` of the kernel is met by a case."""
    tree = ast.parse(KERNEL.read_text(encoding="utf-8"))
    reasons = [
        node.args[-1]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("need", "Rejected")
    ]
    found = [kernel.audit(text).reason for _, text, accepted, _ in CASES if not accepted]
    for reason in reasons:
        parts = reason.values if isinstance(reason, ast.JoinedStr) else [reason]
        words = [part.value for part in parts if isinstance(part, ast.Constant)]
        if words:  # else it is what `need` was given
            assert any(all(str(word) in text for word in words) for text in found), words


@given(st.randoms(use_true_random=False))
def test_depth(random: Random) -> None:
    """The longest path, or a rejection: by another library, of graphs with and without cycles."""
    nodes = [f"n{i}" for i in range(random.randint(1, 5))]
    edges = [(random.choice(nodes), random.choice(nodes)) for _ in range(random.randint(0, 7))]
    if random.random() < 0.5:
        edges = [(one, other) for one, other in edges if one < other]
    tree = kernel.Model(kernel.read(json.dumps(lpts("n0", "a", *(f"{one} a {other}" for one, other in edges)))))
    graph = networkx.DiGraph(edges)
    graph.add_node("n0")
    reached = graph.subgraph({"n0", *networkx.descendants(graph, "n0")})
    if networkx.is_directed_acyclic_graph(reached):
        assert kernel.depth(tree) == networkx.dag_longest_path_length(reached)
    else:
        with pytest.raises(kernel.Rejected, match=CYCLE):
            kernel.depth(tree)


@given(st.randoms(use_true_random=False))
def test_weight_functions(random: Random) -> None:
    """The search finds a weight function if and only if there is one."""
    goals = ["q", "r", "v", "z"][: random.randint(1, 4)]
    rows = [frozenset(random.sample([*goals, "y"], random.randint(0, len(goals)))) for _ in range(4)]
    masses, shares = ([random.randint(1, 5) for _ in items] for items in (rows, goals))
    image: dict[frozenset[str], Fraction] = {}
    for row, mass in zip(rows, masses, strict=True):
        image[row] = image.get(row, Fraction(0)) + Fraction(mass, sum(masses))
    nu = {q: Fraction(share, sum(shares)) for q, share in zip(goals, shares, strict=True)}
    expected = has_weight_function([(set(row), mass) for row, mass in image.items()], nu)
    assert kernel.matches(image, nu) is expected


# The kernel stands alone.


def test_is_small() -> None:
    """In lines of code: not blank, no comment, no docstring."""
    text = KERNEL.read_text(encoding="utf-8")
    strings = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr) and is_text(node.value)]
    documentation = {line for node in strings for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = [line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in documentation]
    assert sum(1 for line in lines if line and not line.startswith("#")) <= 400


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def imported(file: Path) -> set[str]:
    """The modules that a file imports, and what it imports from them."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = ["symag", *file.relative_to(SYMAG).parts[:-1]][: -node.level + 1 or None] if node.level else []
            module = ".".join([*package, *([node.module] if node.module else [])])
            names |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return names


def test_imports_the_standard_library_only() -> None:
    roots = {module.split(".")[0] for module in imported(KERNEL)}
    assert roots <= sys.stdlib_module_names
    assert not roots & {"symag", "importlib", "imp", "runpy", "ctypes", "pickle", "subprocess", "os"}
    names = {node.id for node in ast.walk(ast.parse(KERNEL.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"__import__", "eval", "exec", "compile", "globals"}


def test_has_one_door() -> None:
    users = {file.relative_to(SYMAG).as_posix() for file in SYMAG.rglob("*.py")
             if any(f"{module}.".startswith("symag.kernel.") for module in imported(file))}  # fmt: skip
    assert users == {"evidence/audit.py"}


# Arguments, exit code and how the output starts; standard input is always good.json.
UNREADABLE = "REJECTED: no verdict, there is no verdict to read: "
COIN_FACTS = "3 states, 3 transitions, sha256 "
SHA256 = [facts_of(described("", model))[-1] for model in (COIN, COIN_P)]
ACCEPTED_COIN = f"accepted: holds, a simulation over 3 states of the system\n  'L1': {COIN_FACTS}"
ENDINGS: dict[str, tuple[list[str], int, str]] = {
    "accepted": (["good.json"], 0, f"{ACCEPTED_COIN}{SHA256[0]}\n  'P': {COIN_FACTS}{SHA256[1]}\n"),
    "a tree": (["tree.json"], 0, "accepted: violated, a tree of 4 nodes, refuted in 2 steps\n"),
    "rejected": (["bad.json"], 4, "REJECTED: holds, the initial states are not related\n"),
    "malformed": (["empty.json"], 4, "REJECTED: no verdict, this is not JSON: "),
    "standard input": (["-"], 0, ACCEPTED_COIN),
    "no file": (["none.json"], 4, f"{UNREADABLE}[Errno 2]"),
    "an empty name": ([""], 4, f"{UNREADABLE}[Errno 2]"),
    "no argument": ([], 4, f"{UNREADABLE}not enough values"),
    "two files": (["good.json", "bad.json"], 4, f"{UNREADABLE}too many values"),
    "names in any script": (["script.json"], 4, r"REJECTED: holds, '\u03c0' cannot answer 'a' of ('\u03c3',)"),
    "names that are sentences": (
        ["hostile.json"],
        0,
        "accepted: holds, a simulation over 1 states of the system\n  'L1\\naccepted\\u03c0': 1",
    ),
    "not UTF-8": (["bytes.json"], 4, f"{UNREADABLE}'utf-8' codec"),
    "out of memory": (["large.json"], 3, "out of memory\n"),
}


@pytest.fixture(name="folder")
def a_folder(tmp_path: Path) -> Path:
    """The files of the endings."""
    documents = {"good": FOR_COIN, "tree": AGAINST_THIRD, "bad": put(FOR_COIN, [], *RELATION)}
    documents["script"] = holds([lpts("σ", "a", "σ a σ")], lpts("π", "a"), "σ < π")
    documents["hostile"] = put(holds([LOOP], LOOP_P, "s < p"), "L1\naccepted\u03c0", "components", 0, "name")
    for file, document in documents.items():
        (tmp_path / f"{file}.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "empty.json").touch()
    (tmp_path / "large.json").touch()
    os.truncate(tmp_path / "large.json", 2**25)  # with its text, larger than what it may use
    (tmp_path / "bytes.json").write_bytes(b"\xff" + json.dumps(FOR_COIN).encode())
    return tmp_path


def little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2**26, 2**26))


@pytest.mark.parametrize("what", ENDINGS)
def test_runs_alone(folder: Path, what: str) -> None:
    """The kernel's file, copied elsewhere, by a Python that sees no installed package."""
    arguments, code, output = ENDINGS[what]
    shutil.copy(KERNEL, folder / "audit.py")
    command = [sys.executable, "-S", "-E", "-I", "audit.py", *arguments]
    with open(folder / "good.json", encoding="utf-8") as good:
        ended = subprocess.run(
            command, stdin=good, capture_output=True, text=True, check=False, cwd=folder, preexec_fn=little_memory
        )
    assert (ended.returncode, ended.stderr) == (code, "")
    assert ended.stdout.startswith(output)


# Mutated verdicts of random systems.


VERDICTS, MUTANTS_EACH = 60, 50
KEPT = {"verdict", "relation", "components", "specification", "certificate", "counterexample", "model", "kind", "tree"}
KEPT |= {"execution", "refutation", "format", "version", "initial", "alphabet", "transitions"}
KEPT |= {"assumptions", "abstractions", "premises", "below", "above", "name", "states", "simulated_by", "depth"}
KEPT |= {"groups", "implication"}


def random_verdict(random: Random, method: str = "mono") -> Document:
    """About small components that do something, and a specification that is often nearly one of them."""
    models: list[LPTS] = []
    while len(models) < (3 if method == "mono" else random.choice([3, 3, 4])):
        model = random_model(random, 3, ("a", "b", "c"))
        models += [model] if model.num_transitions > 1 else []
    *components, specification = models
    if random.random() < 0.5:
        specification = nudged(random, components[0])
    reduce = True if method == "mono" and random.random() < 0.5 else None  # by abstractions of the components
    found = symag.check(components, specification, method=method, reduce=reduce, audit=False)
    document: Document = essential(found.to_json())
    return document


def random_proof(random: Random) -> Document:
    """By the rule, and not by an assumption that says nothing."""
    while True:
        document = random_verdict(random, "agar")
        if document["verdict"] == "holds" and any(model["transitions"] for model in document["assumptions"]):
            return document


def essential(value: Any) -> Any:
    """Without what the kernel does not look at."""
    if isinstance(value, dict) and value.keys() & KEPT:
        return {key: essential(inner) for key, inner in value.items() if key in KEPT}
    return [essential(item) for item in value] if isinstance(value, list) else value


def inside(value: Any, kind: type) -> list[Any]:
    """All lists, or all objects, in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if type(value) is kind else []), *(found for item in inner for found in inside(item, kind))]


def some(random: Random, document: Document, kind: type, least: int = 1) -> Any:
    """A list or an object with at least so many items, from the models or from the evidence; an empty one if none."""
    part: list[Any] = [document["components"], document["specification"]]
    if random.random() < 0.6:
        part = [document["certificate"], document["counterexample"], document["assumptions"]]
    return random.choice([found for found in inside(part, kind) if len(found) >= least] or [kind()])


def words(document: Document) -> list[str]:
    """All names and shares, and some that may not be there."""
    lists = [item for found in inside(document, list) for item in found]
    values = [item for found in inside(document, dict) for pair in found.items() for item in pair]
    return [word for word in (*lists, *values, "x", "tau", "1/3", "2/3", "1/2") if isinstance(word, str)]


def drop_item(random: Random, document: Document) -> None:
    if found := some(random, document, list):
        del found[random.randrange(len(found))]


def repeat_item(random: Random, document: Document) -> None:
    if found := some(random, document, list):
        found.insert(random.randrange(len(found) + 1), deepcopy(random.choice(found)))


def swap_items(random: Random, document: Document) -> None:
    if found := some(random, document, list, 2):
        i, j = random.sample(range(len(found)), 2)
        found[i], found[j] = found[j], found[i]


def swap_values(random: Random, document: Document) -> None:
    if found := some(random, document, dict, 2):
        one, two = random.sample(sorted(found), 2)
        found[one], found[two] = found[two], found[one]


def change_word(random: Random, document: Document) -> None:
    found = some(random, document, random.choice([list, dict]))
    keys = [key for key, item in (found.items() if isinstance(found, dict) else enumerate(found)) if type(item) is str]
    if keys:
        found[random.choice(keys)] = random.choice(words(document))


def change_key(random: Random, document: Document) -> None:
    if found := some(random, document, dict):
        found[random.choice(words(document))] = found.pop(random.choice(sorted(found)))


def drop_key(random: Random, document: Document) -> None:
    if found := some(random, document, dict):
        del found[random.choice(sorted(found))]


def add_word(random: Random, document: Document) -> None:
    some(random, document, list, 0).append(random.choice(words(document)))


def change_shares(random: Random, document: Document) -> None:
    """Another distribution over the same states."""
    spread = [row for row in inside(document, dict) if isinstance(row.get("to"), dict) and len(row["to"]) > 1]
    if spread:
        to = random.choice(spread)["to"]
        parts = [random.randint(1, 3) for _ in to]
        to.update({state: str(Fraction(part, sum(parts))) for state, part in zip(to, parts, strict=True)})


def change_transition(random: Random, document: Document) -> None:
    """In a model, one transition more, one less, or another one: from, by or to what another one has."""
    model = random.choice([document["specification"]["model"], *(found["model"] for found in document["components"])])
    rows = model["transitions"]
    at, key = random.randrange(len(rows)), random.choice(["from", "action", "to"])
    changed = deepcopy(rows[at] | {key: random.choice(rows)[key]})
    rows[at : at + random.randint(0, 1)] = random.choice([[], [changed]])


def change_model(random: Random, document: Document) -> None:
    """The evidence for one question as an answer to another, similar one."""
    holder = random.choice([document["specification"], *document["components"]])
    model = built(holder["model"])
    for _ in range(random.randint(2, 6)):
        model = nudged(random, model)
    holder["model"] = essential(native.to_json(model))


def move_state(random: Random, document: Document) -> None:
    """A state of the system from one group of the relation to another."""
    groups = random.choice(relations(document)) if document["certificate"] else []
    if len(groups) > 1:
        one, two = random.sample(groups, 2)
        if one["states"]:
            two["states"].append(one["states"].pop(random.randrange(len(one["states"]))))


def relations(document: Document) -> list[list[Document]]:
    """The relation of the certificate, or of each of its premises."""
    certificate = document["certificate"]
    return [part["relation"]["groups"] for part in certificate.get("premises", [certificate])]


def add_pair(random: Random, document: Document) -> None:
    """A state of the specification to a group, or a step for another pair."""
    if document["certificate"]:
        groups = random.choice(relations(document))
        random.choice(groups)["simulated_by"].append(random.choice(random.choice(groups)["simulated_by"]))
    else:
        steps = document["counterexample"]["refutation"]
        new = deepcopy(random.choice(steps))
        key = random.choice(["node", "not_below", "action", "to", "cuts"])
        steps.insert(random.randrange(len(steps) + 1), new | {key: deepcopy(random.choice(steps)[key])})


def change_assumption(random: Random, document: Document) -> None:
    """One of them with another alphabet, without tau, or slightly different."""
    at = random.randrange(len(document["assumptions"]))
    model = built(document["assumptions"][at])
    changed = nudged(random, model) if random.random() < 0.3 else bent(random, model, ("a", "b", "c"))
    document["assumptions"][at] = essential(native.to_json(changed))


def change_premise(random: Random, document: Document) -> None:
    """Another model above or below."""
    premise = random.choice(document["certificate"]["premises"])
    name = random.choice([f"{kind}{number}" for kind in "LAR" for number in (1, 2, 3)] + ["P"])
    if random.random() < 0.3:
        premise["above"] = name
    else:
        premise["below"][random.randrange(len(premise["below"]))] = name


def exchange_parts(random: Random, document: Document) -> None:
    """Two assumptions, two premises, or two components: each is what it was, elsewhere."""
    certificate = document["certificate"]
    parts = random.choice([document["assumptions"], certificate["premises"], document["components"]])
    i, j = random.sample(range(len(parts)), 2)
    parts[i], parts[j] = parts[j], parts[i]


def bent(random: Random, model: LPTS, actions: tuple[str, ...]) -> LPTS:
    """The model with another alphabet, where what is new is a loop or blocked; or without its hidden moves."""
    alphabet: frozenset[str] = model.alphabet
    if random.random() < 0.5:
        alphabet = frozenset(random.sample(actions, random.randint(0, len(actions))))
    kept = alphabet | ({TAU} if random.random() < 0.6 else set())
    rows: list[tuple[str, str, Any]] = [(s, a, dict(d)) for s, a, d in model.transitions() if a in kept]
    rows += [(s, a, s) for a in sorted(alphabet - model.alphabet) for s in model.states if random.random() < 0.4]
    return LPTS.build(model.initial_state, rows, alphabet, states=model.states)


def claim_otherwise(random: Random, document: Document) -> None:
    document["verdict"] = random.choice(["holds", "violated", "unknown"])


def built(model: Document) -> LPTS:
    """The model, read without the kernel and without its tolerance."""
    rows = [(row["from"], row["action"], row["to"]) for row in model["transitions"]]
    return LPTS.build(model["initial"], rows, sorted(set(model["alphabet"])))


# What a document with holes in it raises, in a second mutation and when its models are built.
BROKEN = (KeyError, TypeError, AttributeError, IndexError, ValueError, symag.InputError)
Mutation = Callable[[Random, Document], None]
MUTATIONS: list[Mutation] = [
    *(drop_item, repeat_item, swap_items, swap_values, change_word, change_word, change_key, drop_key, add_word),
    *(change_shares, change_shares, *[change_transition] * 2, *[change_model] * 4, move_state, add_pair, add_pair),
    claim_otherwise,
]
OF_PROOFS: list[Mutation] = [*[change_assumption] * 4, *[change_premise] * 2, *[exchange_parts] * 2]


def is_true(document: Document, known: dict[str, bool]) -> bool:
    """Is the claim true of the models in the document, by the textbook?"""
    question = json.dumps([document["components"], document["specification"]])
    if question not in known:
        components = [built(component["model"]) for component in document["components"]]
        known[question] = textbook(components, built(document["specification"]["model"])).holds
    claim: str = document["verdict"]
    return known[question] == (claim == "holds")


class Mutated(NamedTuple):
    """How many verdicts with a change the kernel has judged, and what it said."""

    different: int
    accepted: int
    asking_otherwise: int
    untrue: int


def mutate_verdicts(originals: Iterable[tuple[Random, Document]], mutations: list[Mutation]) -> Mutated:
    """Whatever the kernel accepts is true."""
    different = accepted = asking_otherwise = untrue = 0
    for random, original in originals:
        known: dict[str, bool] = {}
        assert kernel.audit(json.dumps(original))
        assert is_true(original, known)
        for _ in range(MUTANTS_EACH):
            mutant = deepcopy(original)
            for _ in range(random.choice([1, 1, 2])):
                with contextlib.suppress(*BROKEN):
                    random.choice(mutations)(random, mutant)
            different += mutant != original
            with contextlib.suppress(*BROKEN, networkx.NetworkXError):
                mutant = sized(mutant)
            if kernel.audit(json.dumps(mutant)):
                accepted += mutant != original
                asking_otherwise += any(mutant[key] != original[key] for key in ("components", "specification"))
                assert is_true(mutant, known), json.dumps(mutant)
            else:
                with contextlib.suppress(*BROKEN):
                    untrue += mutant["verdict"] == original["verdict"] and not is_true(mutant, known)
    return Mutated(different, accepted, asking_otherwise, untrue)


def test_mutated_verdicts() -> None:
    randoms = [Random(seed) for seed in range(VERDICTS)]
    originals = [(random, random_verdict(random)) for random in randoms]
    for claim in ("holds", "violated"):
        assert sum(original["verdict"] == claim for _, original in originals) >= VERDICTS // 4
    found = mutate_verdicts(originals, MUTATIONS)
    assert found.different >= 2000
    assert found.accepted <= found.different / 2
    assert min(found.asking_otherwise, found.untrue) >= 100, "too few that put the evidence to another question"


def test_mutated_proofs() -> None:
    randoms = [Random(seed) for seed in range(VERDICTS // 2)]
    originals = [(random, random_proof(random)) for random in randoms]
    assert sum(len(original["components"]) > 2 for _, original in originals) >= VERDICTS // 10
    found = mutate_verdicts(originals, [*MUTATIONS, *OF_PROOFS])
    assert found.different >= 1200
    assert found.accepted <= found.different / 2
    assert min(found.asking_otherwise, found.untrue) >= 50, "too few that put the evidence to another question"


# Proofs with assumptions that nobody derived: their premises are true, and only the conditions of the rule are between
# them and a claim that may be false.

PROOFS = 500


class Premises(NamedTuple):
    """Sides of which some models are abstractions of components, the assumptions and the specification."""

    components: list[LPTS]
    sides: list[list[tuple[str, LPTS]]]
    abstractions: list[LPTS]
    assumptions: list[LPTS]
    specification: LPTS


def random_premises(random: Random) -> Premises:
    """The sides, the assumptions and the specification; each of these is nearly what is below it."""
    actions = ("a", "b", "c")[: random.randint(1, 3)]
    sides = [
        [bent(random, random_model(random, random.randint(1, 2), actions), actions) for _ in range(count)]
        for count in random.choices([1, 1, 1, 2], k=random.choice([2, 3, 3]))
    ]
    components = [model for side in sides for model in side]
    abstractions: list[LPTS] = []
    numbered: list[list[tuple[str, LPTS]]] = []
    for side in sides:
        numbered.append([])
        for model in side:
            number = sum(map(len, numbered)) + 1
            if random.random() < 0.3:
                abstractions.append(trim(bent(random, quotient(model, random_partition(random, model)), actions)))
                numbered[-1].append((f"L{number} R{len(abstractions)}", abstractions[-1]))
            else:
                numbered[-1].append((f"L{number}", model))
    above: list[LPTS] = []
    for parts in reversed(numbered):
        below = compose(*(model for _, model in parts), *above[:1])
        if random.random() < 0.5:
            below = quotient(below, random_partition(random, below))
        above.insert(0, trim(bent(random, below, actions)))
    specification, *assumptions = above
    if random.random() < 0.4:
        specification = hiding_late(random, specification)
    return Premises(components, numbered, abstractions, assumptions, specification)


def hiding_late(random: Random, model: LPTS) -> LPTS:
    """With hidden moves, but not where they were not."""
    rows: list[tuple[str, str, Any]] = [(s, a, dict(d)) for s, a, d in model.transitions()]
    rows += [
        (random.choice(model.states), random.choice([*sorted(model.alphabet), "z"]), "late"),
        ("late", TAU, "late"),
    ]
    return LPTS.build(model.initial_state, rows, model.alphabet | {"z"}, states=[*model.states, "late"])


def premises_of(given: Premises) -> list[Document] | None:
    """A relation for each premise, if all are true, whether or not the rule applies."""
    wanted: list[tuple[list[str], list[LPTS], str, LPTS]] = []
    for number, side in enumerate(given.sides, 1):
        names, models = [name.split()[-1] for name, _ in side], [model for _, model in side]
        if number < len(given.sides):
            names, models = [*names, f"A{number}"], [*models, given.assumptions[number - 1]]
        above = given.specification if number == 1 else given.assumptions[number - 2]
        wanted.append((names, models, "P" if number == 1 else f"A{number - 1}", above))
        for (component, abstract), model in ((name.split(), model) for name, model in side if " " in name):
            wanted.append(([component], [given.components[int(component[1:]) - 1]], abstract, model))
    watch, found = Watch(symag.Limits()), []
    for below, models, name, above in wanted:
        outcome, _ = decide(models, above, Fixpoint(), watch)
        if outcome.relation is None:
            return None
        found.append({"below": below, "above": name, "relation": slim(outcome.relation, watch).representation()})
    return found


def test_proofs_with_other_assumptions() -> None:
    """Whatever the kernel accepts is true, and each condition of the rule keeps out what is not."""
    weaker = {reason: without(reason) for reason in (UNKNOWN_BELOW, LOST)}
    let_in: Counter[str] = Counter()
    said: Counter[tuple[bool, bool]] = Counter()
    with_abstractions = 0
    for seed in range(PROOFS):
        given = random_premises(Random(seed))
        found = premises_of(given)
        if found is None:
            continue
        with_abstractions += bool(given.abstractions)
        written = (given.components, given.assumptions, given.abstractions)
        components, assumptions, abstractions = ([native.to_json(model) for model in models] for models in written)
        document = by_premises(components, assumptions, abstractions, native.to_json(given.specification), *found)
        text = json.dumps(document)
        true, result = is_true(document, {}), kernel.audit(text)
        said[true, bool(result)] += 1
        assert true or not result, text
        assert result or result.reason in weaker, "the premises are true"
        let_in.update(reason for reason, module in weaker.items() if not true and module.audit(text))
    assert said[True, True] >= PROOFS // 4
    assert with_abstractions >= PROOFS // 10
    assert said[False, False] >= PROOFS // 20
    assert min(let_in[reason] for reason in weaker) >= 5, let_in


# Mutants of the kernel.

LENGTHS = "the lengths are equal already"
SOURCE = "all that the source can reach was reached before it comes up again"
AGAIN = "the same answer is computed again"
PATHS = "a longer path is as good, and there are finitely many multiples of the common denominator"
TOTALS = "both sides weigh 1 in all, and the other side is exact"
OPEN = "open(0 if path == '-' else path"
ORDER = "the first or the last of the words that are left"
MAPPED, USED = "tree.reachable == execution.keys()", "used | system_names"
ROWS, COLUMNS = "sum((weights[row, q] for q in nu))", "sum((weights[row, q] for row in image))"

# Nobody can tell these from the kernel, and why. A label says where, what it was, and what it became.
EQUIVALENT = {
    "Model.is_lts: len(mu) == 1 → len(mu) <= 1": "a distribution has an outcome",
    "read.unique: len(table) == len(pairs) → len(table) >= len(pairs)": "a table never has more keys than pairs",
    "distribution: name(s) → s": "the keys of a JSON object are strings",
    "check_tree: name(node) → node": "the keys of a JSON object are strings",
    "System.moves: zip(self.components, state, strict=True) → zip(self.components, state)": LENGTHS,
    "System.moves: True → False": LENGTHS,
    "System.moves: zip(taking, chosen, strict=True) → zip(taking, chosen)": LENGTHS,
    "System.moves: True → False (2)": LENGTHS,
    "weight_function: image.keys() - via.keys() - {source} → image.keys() - via.keys()": SOURCE,
    "weight_function: image.keys() - via.keys() - {source} → image.keys() - via.keys() | {source}": SOURCE,
    "weight_function: if end is not None: … → if False: …": PATHS,
    "weight_function: break → pass": PATHS,
    "weight_function: break → continue": PATHS,
    "matches: weight > 0 → weight >= 0": "zero was let through before",
    f"matches: {ROWS} == mass → {ROWS} <= mass": TOTALS,
    f"matches: {ROWS} == mass → {ROWS} >= mass": TOTALS,
    "matches:  for row, mass in image.items() →  for row, mass in list(image.items())[1:]": TOTALS,
    f"matches: {COLUMNS} == mass → {COLUMNS} <= mass": TOTALS,
    f"matches: {COLUMNS} == mass → {COLUMNS} >= mass": TOTALS,
    "matches:  for q, mass in nu.items() →  for q, mass in list(nu.items())[1:]": TOTALS,
    "check_simulation: if (question, p) not in able: … → if True: …": AGAIN,
    "check_simulation: (question, p) → (p,)": AGAIN,
    "check_simulation: (question, p) → (question,)": AGAIN,
    "check_tree: len(mapped) == len(mu) → len(mapped) >= len(mu)": "a mapping never has more values than keys",
    "judge: zip(components, described, strict=True) → zip(components, described)": LENGTHS,
    "judge: True → False": LENGTHS,
    "judge: relation == 'traces' → relation >= 'traces'": ORDER,
    "judge: relation == 'traces' → relation >= 'traces' (2)": ORDER,
    "judge: claim == 'violated' → claim >= 'violated'": ORDER,
    "judge: claim == 'violated' → claim >= 'violated' (2)": ORDER,
    "judge: claim == 'holds' → claim <= 'holds'": ORDER,
    "trace: len(moves) == 1 → len(moves) <= 1": "a node that is in the table has a move",
    "share: 1 → 2 in match[2] or 1": "neither is zero",
    "depth: len(order) == len(children) → len(order) >= len(children)": "only the root could come up twice",
    "depth: 0 → 1 in depths.get(child, 0)": "a child is at least one deep",
    "depth: 0 → -1 in depths.get(child, 0)": "a child is at least one deep",
    "check_tree: items(cut) → cut": "each side must be a list, which a letter or a key is not",
    f"check_tree: {MAPPED} >= tree.moves.keys() → {MAPPED} > tree.moves.keys()": "a tree has a leaf",
    "check_premises: used | system_names → used": "the goals that are left were used",
    f"check_premises: models.keys() == {USED} → models.keys() <= {USED}": "nothing else can be used",
    f"main: {OPEN}, encoding='utf-8') → {OPEN})": "UTF-8 is the default where the tests run",
}


class TooLong(BaseException):
    """Not an `Exception`, which the kernel would take for malformed evidence."""


@contextlib.contextmanager
def cpu_seconds(limit: float) -> Iterator[None]:
    """Interrupt what computes for longer, however busy the machine is."""

    def interrupt(signum: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, limit, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def standard_files(file: Path) -> Iterator[None]:
    """Standard input is the file, standard output goes nowhere; whatever happens to them, they come back."""
    kept = [os.dup(descriptor) for descriptor in (0, 1)]
    for descriptor, path in ((0, file), (1, Path(os.devnull))):
        opened = os.open(path, os.O_RDWR)
        os.dup2(opened, descriptor)
        os.close(opened)
    try:
        yield
    finally:
        for descriptor, copy in enumerate(kept):
            os.dup2(copy, descriptor)
            os.close(copy)


def ends_as_expected(code: CodeType, folder: Path, what: str) -> bool:
    """As a script, by its exit code and what it prints."""
    arguments, status, output = ENDINGS[what]
    before, sys.argv = sys.argv, ["audit.py", *(str(folder / word) if "." in word else word for word in arguments)]
    try:
        memory = patch("json.loads", side_effect=MemoryError) if status == 3 else contextlib.nullcontext()
        with standard_files(folder / "good.json"), contextlib.redirect_stdout(io.StringIO()) as printed, memory:
            load(code, "__main__")
    except SystemExit as ended:
        return ended.code == status and printed.getvalue().startswith(output)
    finally:
        sys.argv = before
    return False


def checks(code: CodeType, folder: Path) -> Iterator[Callable[[], bool]]:
    """All that a kernel must pass, one by one."""
    modules = [load(code, name) for name in ("audit", "AUDIT")]  # neither of them is __main__
    for _, text, accepted, why in CASES:
        yield partial(is_as_expected, modules[0], text, accepted, why)
    for lie in LIES:
        yield partial(doubts, modules[0], lie)
    for what in ENDINGS:
        yield partial(ends_as_expected, code, folder, what)


def is_killed(code: CodeType, folder: Path) -> bool:
    """Does it fail a check, or break down, or go on for ever?"""
    try:
        for check in checks(code, folder):
            with cpu_seconds(1):
                if not check():
                    return True
    except (Exception, SystemExit, TooLong):
        return True
    return False


def test_every_branch_is_taken(folder: Path) -> None:
    """By the tables: each condition both ways, each loop and its end, each handler."""
    code, branches = telling(KERNEL.read_text(encoding="utf-8"))
    SEEN.clear()
    assert all(check() for check in checks(code, folder))
    assert sorted(branches - SEEN) == []


def mutants() -> Mutants:
    return Mutants(KERNEL.read_text(encoding="utf-8"))


def test_some_mutants_are_killed(folder: Path) -> None:
    found = mutants()
    chosen = Random(0).sample([change for change in found.changes if change.label not in EQUIVALENT], 40)
    assert not is_killed(compile(found.tree, str(KERNEL), "exec"), folder), "it is no mutant"
    assert [change.label for change in chosen if not is_killed(found.code(change), folder)] == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(8))
def test_every_mutant_is_killed(folder: Path, share: int) -> None:
    """But for those that cannot be told apart."""
    found = mutants()
    chosen = found.changes[share::8]
    survivors = {change.label for change in chosen if not is_killed(found.code(change), folder)}
    assert survivors == {change.label for change in chosen if change.label in EQUIVALENT}


def test_equivalent_mutants_are_mutants() -> None:
    found = mutants()
    assert len(found.changes) >= 500
    assert EQUIVALENT.keys() <= {change.label for change in found.changes}
