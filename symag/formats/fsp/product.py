"""Parts composed into one, as LTSA composes them.

Where a part is in ERROR, the whole is in ERROR, which is one state without moves. Where all parts that can end have
ended, and nothing can move, the whole has ended. With priorities, an action waits while one of higher priority can be
done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symag.formats.fsp.part import Part, completed
from symag.formats.fsp.values import Label, label_text
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.operators import Composition, push_forward

__all__ = ["composed", "urgent_actions"]


def composed(parts: Sequence[Part], watch: Watch, urgent: frozenset[str] | None = None) -> Part:
    """One part. Of parts without priorities, ERROR and END, the model is the composition as it is."""
    parts = [completed(part) for part in parts]
    if len(parts) == 1 and urgent is None:
        return parts[0]
    stops = [[] if part.error is None else [part.error] for part in parts]
    model = Composition([part.model for part in parts], watch=watch, stops=stops, urgent=urgent).explore()
    known = {label_text(label): label for part in parts for label in part.labels}
    labels = tuple(known[action] for action in model.actions[1:])
    warnings = tuple(dict.fromkeys(warning for part in parts for warning in part.warnings))
    error, end = _final_states(model, parts, watch)
    model, first_error, first_end = _merged(model, error, end, watch)
    has_error = any(part.error is not None or part.avoids_error for part in parts)
    avoids = has_error and first_error is None
    return Part(
        model, labels, parts[0].position, error=first_error, end=first_end, avoids_error=avoids, warnings=warnings
    )


def urgent_actions(parts: Sequence[Part], sign: str, is_named: Callable[[Label], bool]) -> frozenset[str]:
    """Actions of high priority: with `<<` those that are named, with `>>` all others, and then the hidden one, too."""
    high = sign == "<<"
    labels = {label for part in parts for label in part.labels}
    found = {label_text(label) for label in labels if is_named(label) == high}
    return frozenset(found if high else found | {TAU})


def _final_states(model: LPTS, parts: Sequence[Part], watch: Watch) -> tuple[list[int], list[int]]:
    """The states without moves in which some part is in ERROR, and those in which all have ended."""
    can_end = _can_end(parts)
    error: list[int] = []
    end: list[int] = []
    if not can_end and all(part.error is None for part in parts):
        return error, end
    for state in range(model.num_states):
        if model.first[state] < model.first[state + 1]:
            continue
        watch.tick(len(parts), state)
        inside = list(zip(model.parts(state), parts, strict=True))
        if any(one == part.error for one, part in inside):
            error.append(state)
        elif can_end and all(part.end is None or one == part.end for one, part in inside):
            end.append(state)
    return error, end


def _can_end(parts: Sequence[Part]) -> bool:
    """As in LTSA: some part can end, and those that cannot have no action of their own."""
    ending = [part for part in parts if part.end is not None and part.end != part.model.initial]
    known = {label for part in ending for label in part.labels}
    others = (part for part in parts if not any(part is one for one in ending))
    has_end = any(part.end is not None for part in parts)
    return has_end and all(label in known for part in others for label in part.labels)


def _merged(model: LPTS, error: list[int], end: list[int], watch: Watch) -> tuple[LPTS, int | None, int | None]:
    """One state for all of ERROR, and one for all of END; neither has moves."""
    if not error and len(end) <= 1:
        return model, None, next(iter(end), None)
    block: list[int] = []
    names: list[str] = []
    found: dict[str, int] = {}
    meaning = {**dict.fromkeys(error, "ERROR"), **dict.fromkeys(end, "END")}
    for state in watch.over(range(model.num_states)):
        name = meaning.get(state)
        block.append(len(names) if name is None else found.setdefault(name, len(names)))
        if block[-1] == len(names):
            names.append(name or model.states[state])
    return push_forward(model, block, tuple(names), model.name, watch), found.get("ERROR"), found.get("END")
