"""Facts about the components, each derived from those before it, and the proof that they make.

For traces, a composition does what all of its parts allow: its language is the intersection of theirs. So a fact
`X_1 ‖ … ‖ X_k ⊨ Y` whose left side is known makes Y known, as often as it is needed, and components that a property
does not depend on are left out. This is not so for simulation: L does not simulate L ‖ L if L is probabilistic.

**Symmetry.** A fact that is an earlier one with other names of actions and states needs no relation: the proof has the
renaming, and the kernel applies it and compares the models.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from symag.assume.reduction import named_components
from symag.assume.task import Task
from symag.errors import InternalError
from symag.evidence import (
    Members,
    Proof,
    ProvedPremise,
    ReachedPairs,
    RenamedPremise,
    SimulationRelation,
    Tree,
    model_of,
)
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import Symmetries
from symag.relations import SIMULATION

__all__ = ["Facts", "NamedProperty", "ProofNames", "Shown", "proof_by_entailment", "properties_of", "proved_premise"]


@dataclass(frozen=True)
class Shown:
    """`below[0] ‖ below[1] ‖ … ⊨ above`, which a search has found to be true."""

    below: tuple[LPTS, ...]
    above: LPTS


MOST_ALIKE = 4
"""A fact is compared with so many earlier ones that look like it."""
Facts = list[Shown]
"""What is below a fact is a component, or above a fact before it."""


@dataclass(frozen=True)
class NamedProperty:
    """A property as a proof has it."""

    name: str
    """`P`; of several, `P1`, `P2`, …"""
    model: LPTS
    """The property, or its normal form."""
    members: Members | None = None
    """If it is a normal form, the states of the given property that each of its states stands for."""
    target: LPTS | None = None
    """What the evidence is about, if facts are about a smaller model with the same traces."""

    @property
    def is_replaced(self) -> bool:
        """Is the model another one than the user's?"""
        return self.members is not None or self.target is not None


def properties_of(task: Task) -> list[NamedProperty]:
    """The properties of a specification, each in normal form."""
    given = task.relation.specification.properties(task.specification)
    names = ["P"] if isinstance(task.specification, LPTS) else [f"P{number}" for number, _ in enumerate(given, 1)]
    found = []
    for name, model in zip(names, given, strict=True):
        normal = replace(task, specification=model).normalised()
        found.append(NamedProperty(name, model_of(normal.specification), normal.members))
    return found


class ProofNames:
    """What a proof calls each model: components, properties, and the assumptions in the order of their use."""

    def __init__(self, task: Task, properties: Sequence[NamedProperty]) -> None:
        names, self.parts, self.abstractions = named_components(task.reductions if task.reduce else (), task.watch)
        names = names or tuple(f"L{number}" for number, _ in enumerate(task.components, 1))
        self.of = {id(model): name for model, name in zip(task.small_components, names, strict=True)}
        self.of |= {id(one.model): one.name for one in properties}
        self.properties = {one.name: one for one in properties}
        self.assumptions: list[LPTS] = []

    def name(self, models: Iterable[LPTS]) -> tuple[str, ...]:
        """The names of these models; a model that has none is an assumption."""
        found = []
        for model in models:
            if id(model) not in self.of:
                self.of[id(model)] = f"A{len(self.assumptions) + 1}"
                self.assumptions.append(replace(model, name=self.of[id(model)]))
            found.append(self.of[id(model)])
        return tuple(found)


def proof_by_entailment(task: Task, facts: Sequence[Shown], properties: Sequence[NamedProperty]) -> Proof:
    """The evidence: a relation for each fact that a property depends on."""
    names = ProofNames(task, properties)
    needed = _needed(facts, [one.model for one in properties])
    for fact in reversed(needed):  # the assumptions next to the specification have the first numbers
        names.name(fact.below)
    premises: list[ProvedPremise | RenamedPremise] = [*names.parts]
    symmetric = _SymmetricPremises(task.watch)
    for fact in needed:
        renamed = symmetric.renamed(fact, len(premises), names)
        premises.append(proved_premise(task, fact, names) if renamed is None else renamed)
    return Proof(tuple(premises), tuple(names.assumptions), names.abstractions, implication="entailment")


class _SymmetricPremises:
    """The premises that have a relation, by what does not depend on names."""

    def __init__(self, watch: Watch) -> None:
        self.symmetries = Symmetries(watch)
        self.known: dict[int, list[tuple[int, tuple[LPTS, ...]]]] = {}
        """Positions of premises, with their models: those below, then the one above."""

    def renamed(self, fact: Shown, position: int, names: ProofNames) -> RenamedPremise | None:
        """The fact as an earlier premise with other names, if it is one; otherwise it is one for later facts."""
        about = names.properties.get(names.of.get(id(fact.above), ""))
        if about is not None and about.is_replaced:  # the kernel compares the given models
            return None
        models = (*fact.below, fact.above)
        earlier = self.known.setdefault(self.symmetries.key(models), [])
        for like, others in earlier:
            found = self.symmetries.renaming(others, models)
            if found is not None:
                below, (above,) = names.name(fact.below), names.name([fact.above])
                return RenamedPremise(below, above, like, found.actions, found.states)
        if len(earlier) < MOST_ALIKE:
            earlier.append((position, models))
        return None


def _needed(facts: Sequence[Shown], properties: Iterable[LPTS]) -> Facts:
    """The facts that properties depend on; one for each model above, the first."""
    first: Mapping[int, Shown] = {id(fact.above): fact for fact in reversed(facts)}
    wanted, needed = set(map(id, properties)), []
    for fact in reversed(facts):
        if id(fact.above) in wanted and first[id(fact.above)] is fact:
            needed.append(fact)
            wanted.update(map(id, fact.below))
    return needed[::-1]


def proved_premise(task: Task, shown: Shown, names: ProofNames) -> ProvedPremise:
    """The relation that shows a premise."""
    below, (above,) = names.name(shown.below), names.name([shown.above])
    about = names.properties.get(above)
    prove = SIMULATION.prove if about is None else task.relation.prove
    target = shown.above if about is None else about.target or about.model
    found = prove(shown.below, target, task.backend, task.watch)
    if isinstance(found, Tree):
        raise InternalError(f"the premise {' ‖ '.join(below)} ⊨ {above} is false, and the search says that it holds")
    members = None if about is None else about.members
    if members is None:
        return ProvedPremise(below, above, found)
    assert isinstance(found, SimulationRelation | ReachedPairs), "formulas have no normal form"
    return ProvedPremise(below, above, replace(found, members=members))
