"""Strongly connected components of a graph, without recursion: Tarjan (1972), changed by Nuutila (1994).

A component of one state is a state; a larger one is what can be gone round in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from symag.limits import Watch

__all__ = ["cycles"]


def cycles(after: Sequence[Collection[int]], watch: Watch) -> Iterator[list[int]]:
    """The components, each sorted, those that can be reached from it before it; `after[s]` are the successors of s."""
    unseen = len(after)
    met = [unseen] * len(after)
    """When a state was first met; all that was met before it has a smaller number."""
    low = [0] * len(after)
    done = bytearray(len(after))
    left = [iter(successors) for successors in after]
    waiting: list[int] = []
    count = 0
    for source in range(len(after)):
        path = [] if done[source] else [source]
        while path:
            state = path[-1]
            watch.tick()
            if met[state] == unseen:
                met[state], count = count, count + 1
            new = next((goal for goal in watch.over(left[state]) if met[goal] == unseen), None)
            if new is not None:
                path.append(new)
                continue
            path.pop()
            watch.tick(len(after[state]))
            here = [low[goal] if met[goal] > met[state] else met[goal] for goal in after[state] if not done[goal]]
            low[state] = min(here, default=met[state])
            if low[state] < met[state]:
                waiting.append(state)
                continue
            component = [state]
            while waiting and met[waiting[-1]] > met[state]:
                watch.tick()
                component.append(waiting.pop())
            for member in watch.over(component):
                done[member] = 1
            yield sorted(component)
