"""The kernel's second file: checks counterexamples, the evidence of `violated`.

It needs `audit.py` beside it and the standard library, nothing else. `python counterexample.py verdict.json` checks all
that `audit.py` checks, and counterexamples, which `audit.py` alone rejects. `judge` in `audit.py` stays the one place
that accepts.

- The counterexample is below the composition (Def. 3), because its execution mapping follows transitions of the
  composition. It is a tree whose nodes may be shared: it has no cycle.
- For simulation, it is not below the specification, because of an ordered refutation. In each step one move has no
  answer: against every answer there is a cut (S, T) that weighs more than 1 while all of S × T is refuted already
  (Lemma 1).
- For traces, it is a tree with one path, after which there is no state of the specification, or of one conjunct.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __package__:
    from symag.kernel import audit as kernel
else:  # a plain file
    sys.path.insert(0, str(Path(__file__).parent))
    import audit as kernel  # type: ignore[import-not-found, no-redef]

need, get, items, name = kernel.need, kernel.get, kernel.items, kernel.name


def check_tree(question: kernel.AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and not below the specification."""
    tree, specification = executed_tree(question, counterexample), question.specification["P"]
    refuted: set[tuple[str, str]] = set()
    for step in items(get(counterexample, "refutation")):
        refuted.add(refuted_pair(step, tree, specification, refuted))
    need((tree.initial, specification.initial) in refuted, "the initial states are not refuted")
    return f"a tree of {len(tree.reachable)} nodes, refuted in {len(refuted)} steps"


def check_trace(question: kernel.AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and has one path; its visible actions are the trace, which is not allowed."""
    visible = [action for action in path(executed_tree(question, counterexample)) if action != kernel.TAU]
    need(visible == items(get(counterexample, "trace")), "the trace is not the path of the tree")
    reached = {model: frozenset([model.initial]) for model in question.specification.values()}
    for action in visible:
        reached = {model: model.after(reached[model], action) for model in reached}
    need(not all(reached.values()), "the specification allows the trace")
    return f"a trace of {len(visible)} actions"


def executed_tree(question: kernel.AuditedQuestion, counterexample: Any) -> kernel.Model:
    """The tree of a counterexample. It is below the system: the execution takes its moves to moves of the system."""
    tree, system, mapping = kernel.Model(get(counterexample, "tree")), question.system, get(counterexample, "execution")
    need(get(counterexample, "depth") == str(depth(tree)), "the tree does not have the depth that the file states")
    need(type(mapping) is dict, "the execution is not a map from nodes to states")
    execution = {name(node): tuple(map(name, items(at))) for node, at in mapping.items()}
    need(tree.reachable == execution.keys() >= tree.moves.keys(), "the execution does not map exactly the tree's nodes")
    need(execution[tree.initial] == system.initial, "the tree does not start where the system starts")
    possible = {node: list(system.moves(execution[node])) for node in tree.moves}
    for node, action, mu in tree.rows:
        mapped = {execution[child]: weight for child, weight in mu.items()}
        need(len(mapped) == len(mu), f"two outcomes of {node!r} are mapped to one state")
        need((action, mapped) in possible[node], f"the system cannot do the {action!r} of {node!r}")
    return tree


def refuted_pair(
    step: Any, tree: kernel.Model, specification: kernel.Model, refuted: set[tuple[str, str]]
) -> tuple[str, str]:
    """A node and a state that does not simulate it: no answer to one move gets past the cuts."""
    node, p, action = (name(get(step, key)) for key in ("node", "not_below", "action"))
    mu = kernel.distribution(get(step, "to"))
    need(mu in tree.on(node, action), f"{node!r} has no such move on {action!r}")
    cuts = [[kernel.names(side) for side in items(cut)] for cut in items(get(step, "cuts"))]
    need(all(len(cut) == 2 for cut in cuts), f"a cut at {node!r} does not have two sides")
    for left, right in cuts:
        need(all((n, q) in refuted for n in left for q in right), f"a cut at {node!r} cites what is not refuted before")
    for nu in specification.answers(p, action):
        weights = [sum(mu.get(n, 0) for n in left) + sum(nu.get(q, 0) for q in right) for left, right in cuts]
        need(any(weight > 1 for weight in weights), f"{p!r} may answer the {action!r} of {node!r}")
    return node, p


def depth(tree: kernel.Model) -> int:
    """The length of the longest path of a tree, whose nodes may be shared: a longer one has a node twice."""
    actions, moves, level = {kernel.TAU, *tree.alphabet}, 0, {tree.initial}
    while level := tree.moved(level, actions):
        moves += 1
        need(moves < len(tree.reachable), "the tree has a cycle")
    return moves


def path(tree: kernel.Model) -> Iterator[str]:
    """The actions of a tree without cycles that has no branches."""
    node = tree.initial
    while node in tree.moves:
        moves = [(a, child) for a, offered in tree.moves[node].items() for mu in offered for child in mu]
        need(len(moves) == 1, "the tree of the trace has branches")
        ((action, node),) = moves
        yield action


COUNTEREXAMPLES: kernel.Checks = {"tree": check_tree, "trace": check_trace}


def audit_both(text: str) -> list[kernel.Audit]:
    """Check every verdict in the text of a file, whether it holds or is violated."""
    return kernel.audit_each(text, kernel.Further({}, COUNTEREXAMPLES, {}))


if __name__ == "__main__":
    sys.exit(kernel.main(sys.argv[1:], audit_both))
