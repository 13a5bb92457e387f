"""The smallest assumption by trying all automata: small systems, sets of states, nothing of symag but the models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from symag import LPTS, TAU

Table = list[list[int]]
"""Per state and letter the next state; -1 if there is none."""
Moves = dict[tuple[str, str], set[str]]
DEAD, ERROR = -1, -2


def interface_of(first: LPTS, second: LPTS, specification: LPTS) -> list[str]:
    return sorted((first.alphabet | specification.alphabet) & second.alphabet)


def smallest_size(first: LPTS, second: LPTS, specification: LPTS, most: int) -> int | None:
    """The least number of states of an assumption about the second component; None if it is more than `most`."""
    letters = interface_of(first, second, specification)
    low, up = lower_table(second, letters), upper_table(first, specification, letters)
    for size in range(1, most + 1):
        if any(serves(after, low, up) for after in _automata(size, len(letters))):
            return size
    return None


def serves(after: Sequence[Sequence[int]], low: Table, up: Table) -> bool:
    """Does the automaton allow every word of `low`, and none that leads `up` to the error?"""
    known = [(0, 0, 0)]
    seen = set(known)
    for state, below, above in known:  # which grows meanwhile
        for letter, goal in enumerate(after[state]):
            to_low = low[below][letter] if below >= 0 else DEAD
            to_up = up[above][letter] if above >= 0 else above
            if goal < 0:
                if to_low >= 0:
                    return False
                continue
            if to_up == ERROR:
                return False
            if (goal, to_low, to_up) not in seen:
                seen.add((goal, to_low, to_up))
                known.append((goal, to_low, to_up))
    return True


def _automata(size: int, letters: int) -> Iterator[list[tuple[int, ...]]]:
    for goals in product(range(-1, size), repeat=size * letters):
        yield [goals[letters * state : letters * (state + 1)] for state in range(size)]


def _moves(model: LPTS) -> Moves:
    moves: Moves = {}
    for source, action, target in model.transitions():
        moves.setdefault((source, action), set()).update(target)
    return moves


def lower_table(model: LPTS, letters: list[str]) -> Table:
    """The subset construction; DEAD where a word is not one of the model."""
    moves = _moves(model)
    hidden = [TAU, *(model.alphabet - set(letters))]

    def closed(states: set[str]) -> frozenset[str]:
        found = set(states)
        while new := {t for s in found for a in hidden for t in moves.get((s, a), ())} - found:
            found |= new
        return frozenset(found)

    sets = [closed({model.initial_state})]
    table: Table = []
    for states in sets:  # which grows meanwhile
        row = []
        for letter in letters:
            goal = closed({t for s in states for t in moves.get((s, letter), ())})
            if goal and goal not in sets:
                sets.append(goal)
            row.append(sets.index(goal) if goal else DEAD)
        table.append(row)
    return table


def upper_table(first: LPTS, specification: LPTS, letters: list[str]) -> Table:
    """The subset construction over `M1 ‖ P_err`, for a deterministic P; ERROR where a word may lead to the error."""
    moves, allowed = _moves(first), _moves(specification)
    start = first.initial_state, specification.initial_state

    def step(pair: tuple[str, str], action: str) -> Iterator[tuple[str, str] | None]:
        own = moves.get((pair[0], action), set()) if action == TAU or action in first.alphabet else {pair[0]}
        for goal in own:
            if action == TAU or action not in specification.alphabet:
                yield goal, pair[1]
            else:
                yield from ((goal, to) for to in allowed.get((pair[1], action), {None}) if to is not None)
                if (pair[1], action) not in allowed:
                    yield None

    hidden = [TAU, *((first.alphabet) - set(letters))]

    def closed(pairs: set[tuple[str, str] | None]) -> frozenset[tuple[str, str] | None]:
        found = set(pairs)
        while new := {to for pair in found if pair for action in hidden for to in step(pair, action)} - found:
            found |= new
        return frozenset(found)

    sets = [closed({start})]
    table: Table = []
    for pairs in sets:  # which grows meanwhile
        row = []
        for letter in letters:
            goal = closed({to for pair in pairs if pair for to in step(pair, letter)})
            if None not in goal and goal not in sets:
                sets.append(goal)
            row.append(ERROR if None in goal else sets.index(goal))
        table.append(row)
    return table
