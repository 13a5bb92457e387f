"""The weakest assumption of components and a safety LTS, over some of their actions (Giannakopoulou, Păsăreanu and
Barringer, 2002).

It allows a word if the components cannot violate the safety LTS while the word is done. All other actions are hidden,
so the components may do several things while a word is done: the assumption is made deterministic, and then minimal.
A set of states with a violation is the error, whatever else is in it. States from which no violation can be reached are
left out; a set without states is the one in which everything is allowed.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from symag.limits import Watch
from symag.model import LPTS, TAU, NumberLabels
from symag.operators.bisimulation import bisimulation_blocks
from symag.operators.compose import compose
from symag.operators.elimination import PairSets, in_order_of_discovery

__all__ = ["Weakest", "weakest_assumption"]


class Weakest(NamedTuple):
    """The weakest assumption, and what it took to find it."""

    assumption: LPTS | None
    """A deterministic LTS without a dead state; None if not even the empty word is allowed."""
    explored: int
    """States of the components with the safety LTS."""

    @property
    def allows_everything(self) -> bool:
        """Is nothing forbidden, so that no assumption is needed?"""
        model = self.assumption
        return model is not None and model.num_states == 1 and model.num_transitions == len(model.actions) - 1


def weakest_assumption(
    components: Sequence[LPTS],
    specification: LPTS,
    interface: Collection[str],
    watch: Watch,
    name: str = "",
) -> Weakest:
    """The weakest assumption about whatever else takes part in the actions of the interface.

    No other action of the specification happens unless a component does it. The assumption speaks of actions that make
    a difference only, and of those that the specification speaks of and no component does.
    """
    watch.check("computing a weakest assumption")
    system = components[0] if len(components) == 1 else compose(*components, watch=watch)
    known = system.alphabet | specification.alphabet
    letters = [action for action in sorted(interface) if action in known]
    letter_of = {action: letter for letter, action in enumerate(letters, 1)}
    sets = _pair_sets(system, specification, letter_of, watch)
    explored = sets.explore()
    rows = sets.determinise()
    if rows is None:
        return Weakest(None, explored)
    watch.check_states(len(rows[0]) - 1, "computing a weakest assumption")
    automaton = _lts(rows, letters, "")
    kept = bytearray([0, *(action not in system.alphabet for action in letters)])
    first, action, target, left = in_order_of_discovery(*rows, *bisimulation_blocks(automaton, watch), kept)
    return Weakest(_lts((first, action, target), [letters[letter - 1] for letter in left], name), explored)


def _pair_sets(system: LPTS, specification: LPTS, letter_of: Mapping[str, int], watch: Watch) -> PairSets:
    """The components and the safety LTS, with what their actions mean."""
    position = {action: number for number, action in enumerate(specification.actions)}
    position[TAU] = 0
    own = array("i", [letter_of.get(action, 0) for action in system.actions])
    meaning = array("i", [position.get(action, 0) for action in system.actions])
    known = system.alphabet
    alone = array("i", [0 if action in known else letter_of.get(action, 0) for action in specification.actions])
    return PairSets(system, specification, own, meaning, alone, len(letter_of), watch)


def _lts(rows: tuple[array[int], array[int], array[int]], alphabet: Sequence[str], name: str) -> LPTS:
    """The plain LTS with these rows, which starts in state 0."""
    none = array("i")
    states = NumberLabels(len(rows[0]) - 1)
    return LPTS(name, states, 0, (TAU, *alphabet), *rows, spread=array("i", [0]), support=none, vector=none, vectors=())
