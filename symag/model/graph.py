"""LPTS to networkx and back.

A node is a state. A transition is as many edges as its support has states; they share the attribute `transition`
(a number) and carry `action` and `probability`. The graph's own attributes are `initial`, `alphabet` and `name`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from symag.errors import InputError
from symag.model.assemble import build
from symag.model.lpts import LPTS

if TYPE_CHECKING:
    import networkx  # a tenth of a second, which is spent where it is needed

__all__ = ["from_networkx", "isomorphic", "to_networkx"]


def to_networkx(model: LPTS) -> networkx.MultiDiGraph[str]:
    """The model as a networkx graph."""
    import networkx

    graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph(
        initial=model.initial_state, alphabet=sorted(model.alphabet), name=model.name
    )
    graph.add_nodes_from(model.states)
    for number, (source, action, distribution) in enumerate(model.transitions()):
        for state, probability in distribution.items():
            graph.add_edge(source, state, transition=number, action=action, probability=probability)
    return graph


def from_networkx(graph: networkx.MultiDiGraph[str], name: str = "") -> LPTS:
    """The model of a graph as `to_networkx` makes it; `alphabet` may be missing, `transition` too if all is Dirac."""
    if "initial" not in graph.graph:
        raise InputError("the graph names no initial state: set graph.graph['initial']")
    targets: dict[tuple[str, str, object], dict[str, object]] = defaultdict(dict)
    for position, (source, state, data) in enumerate(graph.edges(data=True)):
        if "action" not in data:
            raise InputError(f"the edge {source!r} → {state!r} has no attribute 'action'")
        key = (source, data["action"], data.get("transition", ("edge", position)))
        targets[key][state] = data.get("probability", 1)
    rows = [(source, action, target) for (source, action, _), target in targets.items()]
    return build(graph.graph["initial"], rows, graph.graph.get("alphabet"), name or graph.name, list(graph.nodes))


def isomorphic(one: LPTS, two: LPTS) -> bool:
    """Equal up to the names of the states. Every transition becomes a node of its own between source and support."""
    import networkx

    sizes = [(m.alphabet, m.num_states, m.num_transitions, m.num_distributions) for m in (one, two)]
    return sizes[0] == sizes[1] and networkx.is_isomorphic(
        _bipartite(one), _bipartite(two), _same_attributes, _same_attributes
    )


def _bipartite(model: LPTS) -> networkx.DiGraph[tuple[str, int]]:
    import networkx

    graph: networkx.DiGraph[tuple[str, int]] = networkx.DiGraph()
    for s in range(model.num_states):
        graph.add_node(("state", s), initial=s == model.initial)
        for t in model.row(s):
            graph.add_node(("transition", t), action=model.actions[model.action[t]])
            graph.add_edge(("state", s), ("transition", t))
            for state, probability in model.outcomes(model.target[t]):
                graph.add_edge(("transition", t), ("state", state), probability=probability)
    return graph


def _same_attributes(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return one == two
