"""The two bounds of an assumption, as automata over its interface: `L(M2) ⊆ L(A) ⊆ W`.

The lower bound is M2 with everything outside of the interface hidden. The upper bound W is the weakest assumption of M1
and P; its automaton is `M1 ‖ P_err`, and a word is outside of W if it may lead to the error. States from which the
error cannot be reached are left out. Both are reduced: hidden moves go, bisimilar states are one. Where that stays
small, both are made deterministic and minimal; nothing that follows needs this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from symag.lazy import lazy_property
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, NumberLabels
from symag.operators.bisimulation import minimise
from symag.operators.complete import with_error
from symag.operators.compose import compose
from symag.operators.determinise import normal_form
from symag.operators.reduce import reduce_component

__all__ = ["ERROR", "HIDDEN", "LanguageBound", "bound_of", "lower_bound", "reduced_system", "upper_bound"]

HIDDEN = 0
"""The letter of hidden moves."""
ERROR = -1
"""The goal of a move after which the word is outside of the upper bound."""
MARK = "π is reached"
"""An action of the error state alone, so that no reduction merges it with another state."""
SMALL = 100_000
"""A bound is made deterministic if the sets of its states have at most so many members in all."""

Moves = tuple[tuple[int, int], ...]
"""The moves of a state: each a letter and a goal."""


@dataclass(frozen=True)
class LanguageBound:
    """A plain automaton over letters, whose states are all reachable. State 0 is the initial one."""

    moves: tuple[Moves, ...]

    @lazy_property
    def is_deterministic(self) -> bool:
        """Has it no hidden move, and at most one move on a letter in each state?"""
        return all(len({HIDDEN, *(letter for letter, _ in row)}) == len(row) + 1 for row in self.moves)

    @lazy_property
    def has_error(self) -> bool:
        """Is there a word that leads to ERROR?"""
        return any(goal == ERROR for row in self.moves for _, goal in row)

    @lazy_property
    def initial(self) -> frozenset[int]:
        """Where it may be in the beginning."""
        return self._closed([0])

    def after(self, states: Collection[int], letter: int) -> frozenset[int]:
        """Where it may be after a letter. It stays in ERROR."""
        if ERROR in states:
            return frozenset([ERROR])
        return self._closed([goal for state in states for by, goal in self.moves[state] if by == letter])

    def _closed(self, states: Iterable[int]) -> frozenset[int]:
        """The states, and all that hidden moves lead to from there; ERROR alone, if that is among them."""
        todo = list(dict.fromkeys(states))
        found = set(todo)
        for state in todo:  # which grows meanwhile
            if state == ERROR:
                return frozenset([ERROR])
            new = {goal for letter, goal in self.moves[state] if letter == HIDDEN} - found
            found |= new
            todo.extend(new)
        return frozenset(found)


def composed(components: Sequence[LPTS], watch: Watch) -> LPTS:
    """The composition, or the only component as it is."""
    return components[0] if len(components) == 1 else compose(*components, watch=watch)


def lower_bound(components: Sequence[LPTS], alphabet: Sequence[str], watch: Watch) -> LanguageBound:
    """What the components do, over the alphabet."""
    return _bound(reduced_system(components, alphabet, watch), alphabet, watch)


def reduced_system(components: Sequence[LPTS], alphabet: Collection[str], watch: Watch) -> LPTS:
    """The components, composed, as the alphabet sees them: all other actions are hidden, and their moves are gone."""
    return reduce_component(composed(components, watch), _silent(components, alphabet), watch).reduced


def upper_bound(
    components: Sequence[LPTS], specification: LPTS, alphabet: Sequence[str], watch: Watch
) -> LanguageBound:
    """What leads the components to a violation of a safety LTS, over the alphabet."""
    system = error_system(components, specification, alphabet, watch)
    silent = _silent((system,), {*alphabet, MARK})
    return _bound(reduce_component(system, silent, watch).reduced, alphabet, watch)


def _silent(components: Sequence[LPTS], alphabet: Collection[str]) -> frozenset[str]:
    return frozenset([TAU]).union(*(component.alphabet for component in components)) - frozenset(alphabet)


def error_system(components: Sequence[LPTS], specification: LPTS, alphabet: Sequence[str], watch: Watch) -> LPTS:
    """`M1 ‖ P_err`, with one error state, which has no move but MARK, and no state from which it cannot be reached
    except for the initial one."""
    known = frozenset(alphabet).union(*(component.alphabet for component in components))
    completed = with_error(specification, known, watch)
    system = compose(*components, completed, watch=watch)
    watch.check("looking for violations")
    error = completed.num_states - 1
    bad = [system.parts(state)[-1] == error for state in watch.over(range(system.num_states))]
    useful = _useful(system, bad, watch)
    assembler = Assembler(watch)
    last, mark = system.num_states, len(system.actions)
    for state in range(system.num_states):
        watch.tick(1 + len(system.row(state)))
        for move in system.row(state) if useful[state] and not bad[state] else ():
            goal = system.target[move]
            if useful[goal]:
                assembler.add(state, system.action[move], last if bad[goal] else goal)
    assembler.add(last, mark, last)
    initial = last if bad[system.initial] else system.initial
    labels = NumberLabels(last + 1)
    return assembler.freeze(labels, initial, (*system.actions[1:], MARK), "M1 ‖ P_err")


def _useful(system: LPTS, bad: Sequence[bool], watch: Watch) -> bytearray:
    """The states from which a bad one can be reached."""
    before: list[list[int]] = [[] for _ in range(system.num_states)]
    for state in range(system.num_states):
        for move in watch.over(system.row(state)):
            before[system.target[move]].append(state)
    useful = bytearray(bad)
    todo = [state for state, is_bad in enumerate(bad) if is_bad]
    for state in todo:  # which grows meanwhile
        for source in watch.over(before[state]):
            if not useful[source]:
                useful[source] = 1
                todo.append(source)
    return useful


def _bound(model: LPTS, alphabet: Sequence[str], watch: Watch) -> LanguageBound:
    """A reduced model as a bound: deterministic and minimal, if that is small."""
    watch.check("making a bound deterministic")
    found = normal_form(model, watch, SMALL)
    smaller = model if found is None else minimise(found.model, watch)
    marks = {number for number, action in enumerate(smaller.actions) if action == MARK}
    states = watch.over(range(smaller.num_states))
    errors = {state for state in states if any(smaller.action[move] in marks for move in smaller.row(state))}
    return bound_of(smaller, alphabet, errors, watch)[0]


def bound_of(
    model: LPTS, alphabet: Sequence[str], errors: Collection[int], watch: Watch
) -> tuple[LanguageBound, list[int]]:
    """The model as a bound in which these states are ERROR and actions outside the alphabet are hidden; and the state
    of the model that each state of the bound is."""
    if model.initial in errors:
        return LanguageBound((((HIDDEN, ERROR),),)), [model.initial]
    letter = {action: number for number, action in enumerate(alphabet, 1)}
    letters = [letter.get(action, HIDDEN) for action in model.actions]
    left_out = {model.initial, *errors}
    order = [model.initial, *(state for state in range(model.num_states) if state not in left_out)]
    number = {state: position for position, state in enumerate(order)}
    rows = []
    for state in order:
        watch.tick(1 + len(model.row(state)))
        goals = ((letters[model.action[move]], model.target[move]) for move in model.row(state))
        rows.append(tuple(sorted({(by, number.get(goal, ERROR)) for by, goal in goals})))
    return LanguageBound(tuple(rows)), order
