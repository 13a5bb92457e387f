"""Processes one after the other, `A;B;Q`: where one ends, the next begins. What never ends, nothing can follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symag.formats.fsp.part import Part
from symag.formats.fsp.values import Label, label_text
from symag.formats.names import unique_labels
from symag.limits import Watch
from symag.model import Assembler

__all__ = ["in_order"]


def in_order(parts: Sequence[Part], watch: Watch) -> Part | None:
    """One process that goes through all of these; none if each of them ends at once."""
    parts = [part for part in parts if part.end != part.model.initial]
    if len(parts) <= 1:
        return parts[0] if parts else None
    labels: dict[Label, int] = {}
    for part in parts:
        for label in part.labels:
            labels.setdefault(label, len(labels) + 1)
    base = [0]
    for part in parts:
        base.append(base[-1] + part.model.num_states)
    watch.check_states(base[-1], "reading processes in order")
    assembler, error = Assembler(watch), base[-1]  # a state for the ERROR of all of them
    for at, part in enumerate(parts):
        model = part.model
        following = base[at + 1] + parts[at + 1].model.initial if at + 1 < len(parts) else None
        for state in range(model.num_states):
            for move in model.row(state):
                goal, number = model.target[move], model.action[move]
                if goal == part.error:
                    goal = error
                elif goal == part.end and following is not None:
                    goal = following
                else:
                    goal += base[at]
                assembler.add(base[at] + state, labels[part.labels[number - 1]] if number else 0, goal)
    names = unique_labels([*(state for part in parts for state in part.model.states), "ERROR"])
    name = ";".join(part.model.name for part in parts)
    first, last = parts[0], parts[-1]
    assert last.end is not None
    model = assembler.freeze(names, first.model.initial, tuple(map(label_text, labels)), name)
    warnings = tuple(warning for part in parts for warning in part.warnings)
    return replace(first, model=model, labels=tuple(labels), error=error, end=base[-2] + last.end, warnings=warnings)
