"""The labels of a flow graph's nodes, and what they are labels of.

A label can say more than the event that it stands for: which side of a decomposition it belongs to, or at which line of
a task it happens. Properties and constraints speak of events; `with_labels` lets them speak of all labels of an event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from symag.flow.control import Meeting
from symag.flow.trace_graph import TraceGraph
from symag.model import LPTS
from symag.operators import rename

__all__ = ["meeting_event", "meeting_label", "node_events", "qualified", "side_labels", "with_labels"]


def node_events(graph: TraceGraph, entry_events: Mapping[tuple[str, str], str]) -> list[str]:
    """The event of each node; empty if it has none. A rendezvous has that of its entry, and none when it ends, unless
    another side takes part."""
    return [
        node.label if node.meeting is None else meeting_event(node.meeting, node.is_open, entry_events)
        for node in graph.nodes
    ]


def meeting_event(meeting: Meeting, is_open: bool, entry_events: Mapping[tuple[str, str], str]) -> str:
    """The event of a rendezvous; empty if it has none."""
    event = entry_events[meeting.task, meeting.entry]
    if meeting.ends:
        return f"{event}.end" if is_open else ""
    return event


def meeting_label(event: str, caller: str) -> str:
    """The label of a rendezvous between sides: with the caller, if calls of others need another label."""
    return f"{event}.{caller}" if caller else event


def side_labels(events: Sequence[str], graph: TraceGraph, common: Iterable[str], side: int) -> list[str]:
    """The labels of a side: what also happens elsewhere gets the prefix of the side, unless it happens together."""
    shared = frozenset(common) - {""}
    found = []
    for event, node in zip(events, graph.nodes, strict=True):
        if node.caller is not None:
            event = meeting_label(event, node.caller)
        elif event in shared:
            event = f"s{side}.{event}"
        found.append(event)
    return found


def qualified(labels: Sequence[str], graph: TraceGraph, tasks: frozenset[str], used: set[str]) -> list[str]:
    """Labels by which every node of these tasks differs from all others, unless it is open. New ones are none of those
    that are used, on any side, and are added to them."""
    counts = Counter(labels)
    found = []
    for label, node in zip(labels, graph.nodes, strict=True):
        owners = [step for step in node.steps if graph.step(step)[0].task in tasks]
        if owners and not node.is_open and (not label or counts[label] > 1):
            placed = label = f"{label}@{'+'.join(graph.place(step) for step in node.steps)}"
            number = 2
            while label in used:
                label = f"{placed}#{number}"
                number += 1
            used.add(label)
        found.append(label)
    return found


def with_labels(model: LPTS, labels: Mapping[str, Sequence[str]]) -> LPTS:
    """The model with all labels of an event in its place; an event that has none stays as it is."""
    return rename(model, {event: labels[event] for event in model.alphabet & labels.keys()})
