"""Every choice in a process gets what its states are called by, and the names that it keeps."""

from __future__ import annotations

from symag.formats.fsp.syntax import Choice, Condition, Local, Primitive, Target

__all__ = ["name_states"]


def name_states(process: Primitive) -> None:
    """Number the choices: 0 where a local process begins, then 1, 2, … in the order in which they are written."""
    count: dict[str, int] = {}
    for local in process.locals:
        count[local.name] = _number(local, count.get(local.name, 0))


def _number(local: Local, count: int) -> int:
    variables = tuple(index.variable for index in local.indices)
    waiting: list[tuple[Target, frozenset[str], bool]] = [(local.body, frozenset(variables), True)]
    while waiting:
        target, bound, begins = waiting.pop()
        if isinstance(target, Condition):
            parts = [target.then] if target.otherwise is None else [target.otherwise, target.then]
            waiting += [(part, bound, begins) for part in parts]
        elif isinstance(target, Choice):
            target.owner = local.name
            if begins:
                target.number, target.kept = 0, variables
            else:
                count += 1
                target.number, target.kept = count, tuple(sorted(target.free & bound))
            waiting += [(b.target, bound | b.labels.bound, False) for b in reversed(target.branches)]
    return count
