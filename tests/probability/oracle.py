"""Formulas decided in the plainest way: states by their names, schedulers one after the other, rationals throughout.

Nothing of `symag.probability` is used but the formulas that it reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from symag import LPTS, TAU
from symag.probability.formula import And, Chance, Enabled, Formula, Leaves, Or, Path, StateFormula, TruthValue, Until

__all__ = ["GOAL", "LOST", "MOST_SCHEDULERS", "Game", "System", "TooLarge", "by_storm", "satisfies", "value"]

GOAL, LOST = ("goal",), ("lost",)
MOST_SCHEDULERS = 300

State = tuple[Any, ...]
Choice = dict[State, Fraction]
Game = dict[State, list[Choice]]
"""What each place can choose, until the goal or until it is lost."""


class TooLarge(Exception):
    """There are too many schedulers to try them all."""


@dataclass
class System:
    """The composition: the moves of each state that can be reached."""

    initial: State
    moves: dict[State, list[tuple[str, dict[State, Fraction]]]]

    @classmethod
    def of(cls, components: Sequence[LPTS]) -> System:
        """Compose: all that know an action do it together; tau, each one alone."""
        rows: list[dict[str, list[tuple[str, dict[str, Fraction]]]]] = [{} for _ in components]
        for at, component in enumerate(components):
            for source, action, to in component.transitions():
                rows[at].setdefault(source, []).append((action, dict(to)))
        initial = tuple(component.initial_state for component in components)
        moves: dict[State, list[tuple[str, dict[State, Fraction]]]] = {}
        waiting = [initial]
        while waiting:
            state = waiting.pop()
            if state in moves:
                continue
            moves[state] = list(_steps(components, rows, state))
            waiting += [to for _, outcomes in moves[state] for to in outcomes]
        return cls(initial, moves)


def _steps(
    components: Sequence[LPTS], rows: list[dict[str, list[tuple[str, dict[str, Fraction]]]]], state: State
) -> Iterator[tuple[str, dict[State, Fraction]]]:
    stay: list[dict[str, Fraction]] = [{name: Fraction(1)} for name in state]
    parts = [rows[at].get(name, []) for at, name in enumerate(state)]
    for at in range(len(components)):
        for action, to in parts[at]:
            if action == TAU:
                yield TAU, _joint([*stay[:at], to, *stay[at + 1 :]])
    for action in sorted(set().union(*(component.alphabet for component in components))):
        knows = [
            [to for name, to in parts[at] if name == action] if action in component.alphabet else [stay[at]]
            for at, component in enumerate(components)
        ]
        for together in product(*knows):
            yield action, _joint(together)


def _joint(parts: Sequence[Mapping[str, Fraction]]) -> dict[State, Fraction]:
    ways = product(*parts)
    return {names: prod((p[one] for p, one in zip(parts, names, strict=True)), start=Fraction(1)) for names in ways}


def game(system: System, path: Path) -> tuple[State, Game]:
    """The places and choices of a path, with the place where it starts."""
    return _leaving(system, path) if isinstance(path, Leaves) else (system.initial, _until(system, path))


def _until(system: System, path: Until) -> Game:
    good, alive = satisfies(system, path.right), satisfies(system, path.left)
    places: Game = {}
    for state, moves in system.moves.items():
        places[state] = []
        for action, outcomes in moves if state in alive else ():
            choice: Choice = {}
            for to, share in outcomes.items():
                if to in good and (path.goal is None or action in path.goal):
                    end: State = GOAL
                else:
                    end = to if path.through is None or action in path.through else LOST
                choice[end] = choice.get(end, Fraction(0)) + share
            places[state].append(choice)
    return places


def _leaving(system: System, path: Leaves) -> tuple[State, Game]:
    allowed: dict[tuple[str, str], set[str]] = {}
    given = path.given or path.safety
    for source, action, to in given.transitions():
        assert action != TAU, "the oracle has no properties with hidden moves"
        allowed.setdefault((source, action), set()).update(to)
    start = (*system.initial, frozenset({given.initial_state}))
    places: Game = {}
    waiting = [start]
    while waiting:
        place = waiting.pop()
        if place in places:
            continue
        places[place] = []
        for action, outcomes in system.moves[place[:-1]]:
            watched = place[-1]
            if action in given.alphabet:
                watched = frozenset(to for one in watched for to in allowed.get((one, action), ()))
            places[place].append(
                {(*to, watched): share for to, share in outcomes.items()} if watched else {GOAL: Fraction(1)}
            )
            waiting += [to for to in places[place][-1] if to != GOAL]
    return start, places


def satisfies(system: System, formula: StateFormula) -> set[State]:
    """The states that satisfy a formula."""
    everything = set(system.moves)
    if isinstance(formula, TruthValue):
        return everything if formula.value else set()
    if isinstance(formula, Enabled):
        return {s for s in everything if any(a == formula.action for a, _ in system.moves[s]) == formula.value}
    if isinstance(formula, And | Or):
        parts = [satisfies(system, part) for part in formula.parts]
        return set.intersection(*parts) if isinstance(formula, And) else set.union(*parts)
    start, places = game(system, formula.path)
    steps = formula.path.steps if isinstance(formula.path, Until) else None
    values = values_within(places, steps) if steps is not None else greatest_values(places)
    if isinstance(formula.path, Leaves):
        return {system.initial} if values[start] <= formula.bound else set()
    return {s for s in everything if (values[s] <= formula.bound) == formula.at_most}


def value(system: System, formula: Formula) -> Fraction:
    """The greatest probability of the path of a formula that is one bound."""
    assert isinstance(formula.root, Chance)
    path = formula.root.path
    start, places = game(system, path)
    steps = path.steps if isinstance(path, Until) else None
    return (values_within(places, steps) if steps is not None else greatest_values(places))[start]


def values_within(places: Game, steps: int) -> dict[State, Fraction]:
    """The greatest probability of the goal within so many steps."""
    values = dict.fromkeys(places, Fraction(0))
    for _ in range(steps):
        values = {
            place: max((worth(c, values) for c in choices), default=Fraction(0)) for place, choices in places.items()
        }
    return values


def worth(choice: Choice, values: Mapping[State, Fraction]) -> Fraction:
    """The expected value after a choice."""
    ends = {GOAL: Fraction(1), LOST: Fraction(0)}
    return sum((share * ends.get(to, values.get(to, Fraction(0))) for to, share in choice.items()), Fraction(0))


def greatest_values(places: Game) -> dict[State, Fraction]:
    """The greatest probability of the goal: the best of all schedulers that always choose the same in a place."""
    useful = {place: [c for c in choices if set(c) - {LOST, place}] for place, choices in places.items()}
    if prod(max(1, len(choices)) for choices in useful.values()) > MOST_SCHEDULERS:
        raise TooLarge
    best = dict.fromkeys(places, Fraction(0))
    for chosen in product(*(choices or [{LOST: Fraction(1)}] for choices in useful.values())):
        found = _chain_values(dict(zip(places, chosen, strict=True)))
        best = {place: max(best[place], found.get(place, Fraction(0))) for place in places}
    return best


def _chain_values(chain: dict[State, Choice]) -> dict[State, Fraction]:
    """How likely the goal is from the places from which it can be reached: Gauss and Jordan."""
    reaching: set[State] = {GOAL}
    while more := {place for place, choice in chain.items() if place not in reaching and reaching & set(choice)}:
        reaching |= more
    names = [place for place in chain if place in reaching]
    at = {place: position for position, place in enumerate(names)}
    rows = []
    for place in names:
        row = [Fraction(0)] * (len(names) + 1)
        row[at[place]] = Fraction(1)
        for to, share in chain[place].items():
            if to == GOAL:
                row[-1] += share
            elif to in at:
                row[at[to]] -= share
        rows.append(row)
    for column in range(len(names)):
        pivot = next(position for position in range(column, len(names)) if rows[position][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [one / scale for one in rows[column]]
        for position, row in enumerate(rows):
            if position != column and (factor := row[column]):
                rows[position] = [one - factor * other for one, other in zip(row, rows[column], strict=True)]
    return {place: rows[position][-1] for place, position in at.items()}


def by_storm(places: Game, start: State, steps: int | None) -> Fraction:
    """Storm's exact value of the same places and choices."""
    import stormpy

    everywhere = places | {GOAL: [{GOAL: Fraction(1)}], LOST: [{LOST: Fraction(1)}]}
    number = {place: position for position, place in enumerate(everywhere)}
    matrix = stormpy.datastructures.SparseMatrixBuilder[stormpy.Rational](
        rows=0, columns=0, entries=0, force_dimensions=False, has_custom_row_grouping=True, row_groups=0
    )
    row = 0
    for choices in everywhere.values():
        matrix.new_row_group(row)
        for choice in choices or [{LOST: Fraction(1)}]:
            for to in sorted(choice, key=number.__getitem__):
                matrix.add_next_value(row, number[to], stormpy.Rational(str(choice[to])))
            row += 1
    labels = stormpy.models.StateLabeling(len(number))
    for label, state in (("init", start), ("goal", GOAL)):
        labels.add_label(label)
        labels.add_label_to_state(label, number[state])
    parts = stormpy.models.SparseModelComponents[stormpy.Rational](
        transition_matrix=matrix.build(), state_labeling=labels
    )
    model = stormpy.models.SparseMdp[stormpy.Rational](parts)
    within = "" if steps is None else f"<={steps}"
    question = stormpy.parse_properties(f'Pmax=? [ F{within} "goal" ]')[0]
    return Fraction(str(stormpy.model_checking(model, question).get_value(number[start])))
