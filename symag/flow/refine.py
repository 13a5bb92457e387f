"""Refinement: a control-flow graph without the nodes that do not matter, weakly bisimilar to what it was.

A node without a name matters where it commits the task to a choice. It does not if all nodes before it can do nothing
else, or if the one node after it has no name either.
"""

from __future__ import annotations

from symag.flow.control import BEGIN, END, ControlGraph
from symag.limits import Watch

__all__ = ["refine_graph"]


def refine_graph(graph: ControlGraph, watch: Watch) -> ControlGraph:
    """Rendezvous and named nodes stay."""
    after = [dict.fromkeys(following) for following in graph.after]
    before: list[dict[int, None]] = [dict.fromkeys(nodes) for nodes in graph.before()]
    hidden = {n for n, node in enumerate(graph.nodes) if n != BEGIN and not node.label and node.meeting is None}
    todo = sorted(hidden)
    while todo:
        node = todo.pop()
        watch.tick(1 + len(after[node]))
        if node not in hidden:
            continue
        if node in after[node]:
            del after[node][node], before[node][node]
        goals = _goals(node, after, before, hidden)
        if goals is None:
            continue
        touched = {*before[node], *after[node]}
        for one in before[node]:
            after[one] = {k: None for old in after[one] for k in (goals if old == node else [old])}
            for goal in goals:
                if goal != END:
                    before[goal][one] = None
        for goal in after[node]:
            if goal != END:
                before[goal].pop(node, None)
        hidden.discard(node)
        after[node], before[node] = {}, {}
        todo += sorted(touched & hidden)
    return _kept(graph, after)


def _goals(
    node: int, after: list[dict[int, None]], before: list[dict[int, None]], hidden: set[int]
) -> list[int] | None:
    """Where the nodes before a hidden one can go instead; None if it has to stay."""
    goals = list(after[node])
    if not before[node]:
        return goals  # it cannot be reached
    if all(len(after[one]) == 1 for one in before[node]):
        return goals
    if len(goals) == 1 and goals[0] in hidden:
        return goals
    return None


def _kept(graph: ControlGraph, after: list[dict[int, None]]) -> ControlGraph:
    """The nodes that can still be reached, in their order."""
    reached, todo = {BEGIN}, [BEGIN]
    while todo:
        for one in after[todo.pop()]:
            if one != END and one not in reached:
                reached.add(one)
                todo.append(one)
    numbers = {old: new for new, old in enumerate(sorted(reached))} | {END: END}
    return ControlGraph(
        graph.task,
        [graph.nodes[old] for old in sorted(reached)],
        [[numbers[one] for one in after[old]] for old in sorted(reached)],
    )
