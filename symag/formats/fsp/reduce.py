"""`minimal` and `deterministic`, as LTSA reduces processes.

`minimal` merges states that are observationally equivalent (Milner's weak bisimulation), and leaves out hidden moves
that stay where they are. Of a composite process, it first passes over states that have nothing but hidden moves, which
equivalence alone would keep apart. `deterministic` is the subset construction: a set of states with ERROR in it is
ERROR.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symag.errors import LimitReached
from symag.formats.fsp.part import Part, completed
from symag.limits import Watch
from symag.model import LPTS, Assembler
from symag.operators import bisimulation, push_forward, trim

__all__ = ["deterministic", "minimal", "without_passing"]

Moves = list[set[tuple[int, int]]]
MAX_SATURATED = 2_000_000
"""Moves with hidden ones before and after them."""
MAX_SUBSETS = 50_000
"""States of a process that is made deterministic."""


def _bounded(work: int, most: int, stage: str) -> int:
    if work > most:
        raise LimitReached("size", f"size: more than {most:,} steps would be needed for {stage}")
    return work


def minimal(part: Part, watch: Watch) -> Part:
    """The part with one state for all that are observationally equivalent."""
    part = _quotient(part, _bisimilar(part, _marked(part, watch), watch), watch)
    if part.model.has_hidden_moves:
        part = _quotient(part, _only_ways(part, watch), watch)
        part = _quotient(part, _bisimilar(part, _saturated(_marked(part, watch), watch), watch), watch)
    return part


def _only_ways(part: Part, watch: Watch) -> list[int]:
    """Blocks of states that have nothing but one hidden move, with the state where that leads: they are equivalent.

    Most hidden moves are such, and what is left of the others is far less to saturate.
    """
    way: dict[int, int] = {}
    for state, row in enumerate(_moves(part.model, watch)):
        ((action, goal),) = row if len(row) == 1 else [(1, state)]
        if action == 0 and goal not in (state, part.error):
            way[state] = goal
    leader: dict[int, int] = {}
    for state in range(part.model.num_states):
        path = dict.fromkeys([state])
        goal = state
        while goal not in leader and goal in way and (goal := way[goal]) not in path:
            path[goal] = None
        leader |= dict.fromkeys(path, leader.get(goal, goal))
    number: dict[int, int] = {}
    return [number.setdefault(leader[state], len(number)) for state in range(part.model.num_states)]


def _marked(part: Part, watch: Watch) -> LPTS:
    """To have ended can be observed: by an action that no process has."""
    if part.end is None:
        return part.model
    moves = _moves(part.model, watch)
    moves[part.end].add((len(part.model.actions), part.end))
    return _model(part.model, moves, watch, "END()")


def _bisimilar(part: Part, model: LPTS, watch: Watch) -> Sequence[int]:
    """The blocks of a strong bisimulation in which ERROR is like no other state."""
    if part.error is not None:
        moves = _moves(model, watch)
        moves[part.error].add((len(model.actions), part.error))
        model = _model(model, moves, watch, "ERROR()")
    return bisimulation(model, watch)


def _quotient(part: Part, block: Sequence[int], watch: Watch) -> Part:
    """One state for each block, and no hidden move that stays."""
    names: dict[int, str] = {}
    for state, number in enumerate(block):
        names.setdefault(number, part.model.states[state])
    model = push_forward(part.model, block, tuple(names.values()), part.model.name, watch)
    if model.has_hidden_moves:
        moves = [{move for move in row if move != (0, state)} for state, row in enumerate(_moves(model, watch))]
        model = _model(model, moves, watch)
    return replace(
        part,
        model=model,
        error=None if part.error is None else block[part.error],
        end=None if part.end is None else block[part.end],
    )


def _saturated(model: LPTS, watch: Watch) -> LPTS:
    """With hidden moves before and after each move: what can be observed, in one step."""
    moves = _moves(model, watch)
    silent: list[list[int]] = []
    work = 0
    for state in range(model.num_states):
        silent.append(_silently(state, moves, watch))
        work = _bounded(work + len(silent[-1]), MAX_SATURATED, f"minimising {model.name!r}")
    assembler = Assembler(watch)
    for state in range(model.num_states):
        found = {(0, goal) for goal in silent[state]}
        for between in silent[state]:
            for action, goal in moves[between]:
                if action:
                    watch.tick(len(silent[goal]))
                    found |= {(action, after) for after in silent[goal]}
        work = _bounded(work + len(found), MAX_SATURATED, f"minimising {model.name!r}")
        for action, goal in found:
            assembler.add(state, action, goal)
    return assembler.freeze(model.states, model.initial, model.actions[1:], model.name)


def _silently(state: int, moves: Moves, watch: Watch) -> list[int]:
    """The state, and all that hidden moves lead to from there."""
    found = {state: None}
    for one in (order := [state]):
        watch.tick(1 + len(moves[one]))
        for action, goal in moves[one]:
            if action == 0 and goal not in found:
                found[goal] = None
                order.append(goal)
    return order


def without_passing(part: Part, watch: Watch) -> Part:
    """Pass over states that have only hidden moves: `a -> (tau -> P | tau -> Q)` becomes `(a -> P | a -> Q)`.

    One step at a time, as long as states become unreachable; the initial state stays.
    """
    part = completed(part)
    while part.model.has_hidden_moves:
        model = part.model
        moves = [{move for move in row if move != (0, state)} for state, row in enumerate(_moves(model, watch))]
        passed = {
            state for state, row in enumerate(moves) if row and state != model.initial and all(not a for a, _ in row)
        }
        for state, row in enumerate(moves):
            if state not in passed:
                moves[state] = {
                    (action, after)
                    for action, goal in row
                    for after in ([after for _, after in moves[goal]] if goal in passed else [goal])
                }
        after = _trimmed(replace(part, model=_model(model, moves, watch)), watch)
        if not passed or after.model.num_states == model.num_states:
            return after
        part = after
    return part


def deterministic(part: Part, watch: Watch) -> Part:
    """The same traces, with at most one move on an action; a part that is so already stays as it is."""
    if part.forbids or (part.model.is_reactive and not part.model.has_hidden_moves):
        return part
    model, moves = part.model, _moves(part.model, watch)
    assembler = Assembler(watch)
    first = frozenset(goal for goal in _silently(model.initial, moves, watch) if goal != part.error)
    numbers: dict[frozenset[int] | None, int] = {first: 0}
    order: list[frozenset[int] | None] = [first]
    closed: dict[int, list[int]] = {}
    for number, subset in enumerate(order):
        watch.check_states(len(order), f"determinising {model.name!r}")
        _bounded(len(order), MAX_SUBSETS, f"determinising {model.name!r}")
        after: dict[int, set[int]] = {}
        for state in subset or ():
            for action, goal in moves[state]:
                if action:
                    if goal not in closed:
                        closed[goal] = _silently(goal, moves, watch)
                    watch.tick(len(closed[goal]))
                    after.setdefault(action, set()).update(closed[goal])
        for action, goals in after.items():
            goal_set = None if part.error in goals else frozenset(goals)
            goal = numbers.setdefault(goal_set, len(order))
            if goal == len(order):
                order.append(goal_set)
            assembler.add(number, action, goal)
    names = ["ERROR" if subset is None else str(number) for number, subset in enumerate(order)]
    whole = assembler.freeze(tuple(names), 0, model.actions[1:], model.name)
    end = None if part.end is None else numbers.get(frozenset([part.end]))
    return minimal(replace(part, model=whole, error=numbers.get(None), end=end), watch)


def _moves(model: LPTS, watch: Watch) -> Moves:
    rows = watch.over(range(model.num_states))
    return [{(model.action[at], model.target[at]) for at in model.row(state)} for state in rows]


def _model(like: LPTS, moves: Moves, watch: Watch, *more: str) -> LPTS:
    """A model with these moves, and with more actions."""
    assembler = Assembler(watch)
    for state, row in enumerate(moves):
        for action, goal in row:
            assembler.add(state, action, goal)
    return assembler.freeze(like.states, like.initial, (*like.actions[1:], *more), like.name)


def _trimmed(part: Part, watch: Watch) -> Part:
    model = trim(part.model, watch)
    number = {name: state for state, name in enumerate(model.states)}

    def found(state: int | None) -> int | None:
        return None if state is None else number.get(part.model.states[state])

    return replace(part, model=model, error=found(part.error), end=found(part.end))
