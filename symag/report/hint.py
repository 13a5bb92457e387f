"""A hint for a system that is better than its specification, which says "exactly p" where "at least p" is meant.

In `s -a-> {good: 9/10, bad: 1/10}` the numbers are exact unless `bad` also allows what `good` allows: only then can
probability move from `bad` to `good`. An answer ν is *relaxed* by letting its less probable outcomes also do what a
more probable one can; that reads the more probable outcome as "at least". The hint is given only if

1. a Hall set of the counterexample leaves some room in ν, but not enough: the system puts too much on an outcome
   `good`; and ν has less probable outcomes, none of which is comparable with `good` (if one of the two allows all that
   the other does, the specification says "at most" already);
2. with this one answer relaxed, towards `good`, the specification can follow the counterexample;
3. with all answers relaxed, it can follow all of the system that was composed.

So a system that does too much of a less probable outcome gets no hint, nor one that does something else wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from symag.evidence import Counterexample
from symag.limits import Watch
from symag.model import LPTS, Assembler
from symag.model.assemble import copy_targets
from symag.simulation import CompletedSuccessors, Fixpoint

__all__ = ["hint_on"]

SECTION = "How to write a specification"
"""Of the README."""
MOST_TRIED = 12
"""Answers to relax, one after the other."""
LARGEST = 200_000
"""Pairs of states; there is no hint for larger questions."""


class _Suspect(NamedTuple):
    """A transition of the specification on which the share of `good` may mean "at least"."""

    transition: int
    good: int
    share: Fraction


def hint_on(counterexample: Counterexample) -> str | None:
    """A sentence, if the system seems to be better than the specification; otherwise None."""
    model, tree = counterexample.specification, counterexample.tree
    if counterexample.kind != "tree" or model.is_lts:
        return None
    for suspect in islice(_suspects(counterexample), MOST_TRIED):
        transition, good, share = suspect
        if (
            _incomparable_to(model, transition, good)
            and _follows(tree.to_lpts(), _relaxed(model, suspect)) is True
            and _follows(tree.system, _relaxed(model)) is not False
        ):
            action, state = model.actions[model.action[transition]], model.states[good]
            return (
                f"on {action}, the specification goes to {state} with exactly {share}, and the system with"
                f' more; if you mean at least {share}, see "{SECTION}" in the README'
            )
    return None


def _suspects(counterexample: Counterexample) -> Iterator[_Suspect]:
    """Outcomes outside of T, for each Hall set (S, T) that leaves room there, but not enough for S."""
    tree, model = counterexample.tree, counterexample.specification
    answers = CompletedSuccessors(model, tree.system.actions)
    seen: set[tuple[int, int]] = set()
    for step in counterexample.steps:
        move = tree.nodes[step.node].moves[step.move]
        meant, shares = answers.meaning[tree.system.action[move.transition]], tree.shares(move)
        for transition in model.row(step.above):
            nu = dict(model.outcomes(model.target[transition])) if model.action[transition] == meant else {}
            for left, right in step.cuts if len(nu) > 1 else ():
                room = 1 - sum((nu.get(state, Fraction(0)) for state in right), Fraction(0))
                if not 0 < room < sum(shares[node] for node in left):
                    continue
                for good in sorted(nu.keys() - set(right), key=lambda state: (-nu[state], state)):
                    if (transition, good) not in seen:
                        seen.add((transition, good))
                        yield _Suspect(transition, good, nu[good])


def _incomparable_to(model: LPTS, transition: int, good: int) -> bool:
    """Are there less probable outcomes, all of them incomparable to `good` by simulation?"""
    nu = dict(model.outcomes(model.target[transition]))
    less = [state for state in nu if nu[state] < nu[good]]
    at_good = replace(model, initial=good)
    return bool(less) and not any(
        _follows(at_good, replace(model, initial=state)) is not False
        or _follows(replace(model, initial=state), at_good) is not False
        for state in less
    )


def _relaxed(model: LPTS, suspect: _Suspect | None = None) -> LPTS:
    """The specification with one answer relaxed, or with all of them.

    A relaxed outcome is a new state, since the original state keeps its own moves elsewhere.
    """
    assembler = Assembler()
    copied = copy_targets(model, assembler)
    twins: list[tuple[int, ...]] = []
    """For each new state, the states whose moves it has."""
    targets = []
    for transition in range(model.num_transitions):
        nu = dict(model.outcomes(model.target[transition]))
        goods = list(nu) if suspect is None else [suspect.good] if transition == suspect.transition else []
        changed: dict[int, Fraction] = {}
        for state, share in nu.items():
            better = [good for good in goods if nu[good] > share]
            if better:
                twins.append((state, *better))
            changed[model.num_states + len(twins) - 1 if better else state] = share
        targets.append(assembler.target(changed) if goods else copied(model.target[transition]))
    for number, sources in enumerate([*((state,) for state in range(model.num_states)), *twins]):
        for source in sources:
            for transition in model.row(source):
                assembler.add(number, model.action[transition], targets[transition])
    names = tuple(map(str, range(model.num_states + len(twins))))
    return assembler.freeze(names, model.initial, model.actions[1:], model.name)


def _follows(system: LPTS, specification: LPTS) -> bool | None:
    """Can the specification follow the system? None if the question is too large for a hint."""
    if system.num_states * specification.num_states > LARGEST:
        return None
    return Fixpoint().simulate(system, specification, Watch()).relation is not None
