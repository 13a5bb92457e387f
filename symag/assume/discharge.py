"""Are the premises of the rule true, for assumptions that somebody has found?

Used for those that refinement found (they are quotients, so their premises are true, and this gives the relations that
say so), and for those that a user hands over: a supplier gives the proof away with the product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from symag.assume.abstraction import BlockMap
from symag.assume.execution_tree import parts_of
from symag.errors import InputError
from symag.evidence import Proof, SimulationRelation, Tree
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.simulation import Backend, capabilities_of, decide, small_simulation
from symag.traces import inclusion, is_safety_lts

__all__ = ["PremiseFailure", "discharge", "refuse_unfit"]


@dataclass(frozen=True)
class PremiseFailure:
    """The premise of that number is false; the tree says why."""

    premise: int
    below: str
    above: str
    tree: Tree

    def claim(self, traces: bool = False) -> str:
        """The premise with the sign of the relation that was asked for."""
        return f"{self.below} {'⊨' if traces else '≼'} {self.above}"


def discharge(
    sides: Sequence[Sequence[LPTS]],
    assumptions: Sequence[LPTS],
    specification: LPTS,
    backend: Backend,
    watch: Watch,
    block_maps: Sequence[BlockMap] = (),
) -> Proof | PremiseFailure:
    """A relation for every premise, or the first premise that is false. `block_maps`, where they are known, are for the
    premises after the first."""
    premises: list[SimulationRelation] = []
    above = specification
    for number, side in enumerate(sides, 1):
        last = number == len(sides)
        below = list(side) if last else [*side, assumptions[number - 1]]
        block_map = block_maps[number - 2] if block_maps and number > 1 else None
        found = _simulation(below, above, backend, watch, block_map)
        if isinstance(found, Tree):
            names = [model.name or f"a component of side {number}" for model in side]
            below_it = " ‖ ".join(names if last else [*names, f"A{number}"])
            above_it = (specification.name or "P") if number == 1 else f"A{number - 1}"
            return PremiseFailure(number, below_it, above_it, found)
        if number > 1 and 0 in specification.action and 0 not in above.action and 0 in found.system.action:
            raise InputError(
                f"what the assumption A{number - 1} stands for has hidden moves ({TAU}), and so has the specification: "
                "give the assumption hidden moves, too"
            )
        premises.append(found)
        above = above if last else assumptions[number - 1]
    return Proof.by_rule([len(side) for side in sides], assumptions, premises)


def _simulation(
    components: Sequence[LPTS], specification: LPTS, backend: Backend, watch: Watch, block_map: BlockMap | None
) -> SimulationRelation | Tree:
    """A relation with few pairs, or a tree that says why there is none."""
    safe = is_safety_lts(specification) and all(model.is_lts for model in components)
    explicit = safe and capabilities_of(backend).is_explicit
    if explicit and (included := inclusion(components, specification, watch)) is not None:
        return included
    outcome, _ = decide(components, specification, backend, watch)
    if outcome.tree is not None:
        return outcome.tree
    assert outcome.relation is not None
    return small_simulation(outcome.relation, watch, _place(block_map, outcome.relation.system))


def _place(block_map: BlockMap | None, system: LPTS) -> Callable[[int], int | None]:
    return cache(lambda state: None if block_map is None else block_map(parts_of(system, state)))


def refuse_unfit(sides: Sequence[Sequence[LPTS]], assumptions: Sequence[LPTS], specification: LPTS) -> None:
    """An InputError if the rule does not apply to these assumptions, whatever they say (CAV'12, Lemma 2, Theorem 1):
    what is spoken of above must be known below, at every step."""
    everything = _alphabet(model for side in sides for model in side)
    spoken_of, speaker = specification.alphabet & everything, "the specification"
    for number, side in enumerate(sides, 1):
        last = number == len(sides)
        known = _alphabet(side if last else [*side, assumptions[number - 1]])
        missing = ", ".join(sorted(spoken_of - known))
        if missing and not last:
            raise InputError(f"{speaker} speaks of {missing}, and the assumption A{number} does not: add that to it")
        if missing:
            raise InputError(
                f"{speaker} speaks of {missing}, in which what it stands for takes no part: leave that out"
            )
        if not last:
            spoken_of, speaker = assumptions[number - 1].alphabet, f"the assumption A{number}"


def _alphabet(models: Iterable[LPTS]) -> frozenset[str]:
    return frozenset[str]().union(*(model.alphabet for model in models))
