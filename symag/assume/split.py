"""Splitting: a specification of several properties is decided property by property.

For traces, composition is intersection: `L ⊨ P1 ‖ … ‖ Pk` if and only if `L ⊨ Pi` for every i. Each property is decided
by the method that the user chose, with the components that matter for it (`symag.assume.cone`). The proofs become one,
in which every premise adds a fact to those that are known (`Proof.implication`, entailment): so what is proved for one
property may be used for another one, and components that do not matter are left out.

A violation of one property is a violation of all of them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from symag.assume.cone import Cones, on_all
from symag.assume.run import RunLog
from symag.assume.task import Answer, Task
from symag.errors import LimitReached
from symag.evidence import Proof, ProvedPremise, ReachedPairs, RenamedPremise, SimulationRelation
from symag.model import LPTS, counted

__all__ = ["Entailment", "by_conjuncts"]

Decide = Callable[[Task], Answer]
"""Decides one property."""
GOES_ON = ("max-states", "size", "digits")
"""Limits that one property may reach and another one not."""
LARGEST = ("largest_composition", "largest_assumption")
"""Figures of which the largest counts; others are added up."""


def by_conjuncts(task: Task, decide: Decide) -> Answer:
    """The answer for a specification of several properties."""
    found = _each(task, task.relation.specification.properties(task.specification), decide)
    if isinstance(found, Answer):
        return found
    proof = Entailment(task.components)
    for number, answer in enumerate(found, 1):
        assert answer.certificate is not None
        proof.add(answer.certificate, answer.components, f"P{number}")
    return task.answer(proof.proof())


def _each(task: Task, properties: Sequence[LPTS], decide: Decide) -> list[Answer] | Answer:
    """The answer for each property, all of which hold; or the answer for one that does not, about all components."""
    cones, found, open_ones = Cones(task), list[Answer](), list[LimitReached | Answer]()
    for number, one in enumerate(properties, 1):
        name = one.name or f"P{number}"
        task.watch.check("deciding one property after the other", number)
        try:
            answer = cones.decide(one, replace(task, log=task.log.attempt(property=name)), decide)
        except LimitReached as reached:
            if reached.kind not in GOES_ON:
                raise
            open_ones.append(reached)
            continue
        _merge(task.log, answer.log, name)
        if answer.tree is not None:
            tree = on_all(answer.tree, answer.components, task.components, task.watch)
            task.log.figures["selection"] = f"property {number} of {len(properties)}, {name}"
            return replace(answer, components=task.components, log=task.log, tree=tree)
        (found if answer.certificate is not None else open_ones).append(answer)
    for first in open_ones:
        if isinstance(first, LimitReached):
            raise first
        return replace(first, components=task.components, log=task.log)
    task.log.figures |= {"selection": f"{counted(len(properties), 'property')}, one by one", "reduced": task.reduce}
    return found


def _merge(log: RunLog, part: RunLog, name: str) -> None:
    """Add the log of one property to that of all of them."""
    before = len(log.iterations)
    for entry in part.iterations:
        numbered = {"iteration": before + entry["iteration"]} if "iteration" in entry else {}
        log.iterations.append({"property": name} | entry | numbered)
    for figure, value in part.figures.items():
        if figure in LARGEST:
            log.grow(figure, value)
        elif isinstance(value, int) and not isinstance(value, bool):
            log.count(figure, value)


@dataclass
class Entailment:
    """A proof about all components, from proofs about parts of them."""

    components: Sequence[LPTS]
    premises: list[ProvedPremise | RenamedPremise] = field(default_factory=list)
    pairs: set[int] = field(default_factory=set)
    assumptions: list[LPTS] = field(default_factory=list)
    abstractions: list[LPTS] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._number = {id(component): number for number, component in enumerate(self.components, 1)}

    def add(
        self, certificate: SimulationRelation | ReachedPairs | Proof, components: Sequence[LPTS], above: str
    ) -> None:
        """Add the proof that these components have the property `above`."""
        names = {f"L{n}": f"L{self._number[id(model)]}" for n, model in enumerate(components, 1)}
        if not isinstance(certificate, Proof):
            self.premises.append(ProvedPremise(tuple(names.values()), above, certificate))
            return
        for number, assumption in enumerate(certificate.assumptions, 1):
            names[f"A{number}"] = f"A{len(self.assumptions) + 1}"
            self.assumptions.append(replace(assumption, name=names[f"A{number}"]))
        for number, abstraction in enumerate(certificate.abstractions, 1):
            names[f"R{number}"] = f"R{len(self.abstractions) + 1}"
            self.abstractions.append(abstraction)
        names["P"] = above
        start = len(self.premises)
        for entry in _forwards(certificate):
            self.pairs |= {len(self.premises)} if len(entry) == 2 else set()
            for premise in entry:
                if isinstance(premise, RenamedPremise):  # of a proof by entailment, whose order stays
                    premise = premise._replace(like=start + premise.like)
                below = tuple(names[name] for name in premise.below)
                self.premises.append(premise._replace(below=below, above=names[premise.above]))

    def proof(self) -> Proof:
        """The proof."""
        return Proof(
            tuple(self.premises),
            tuple(self.assumptions),
            tuple(self.abstractions),
            frozenset(self.pairs),
            implication="entailment",
        )


def _forwards(proof: Proof) -> Iterator[Sequence[ProvedPremise | RenamedPremise]]:
    """The premises, and pairs of premises, from the components up."""
    entries: list[list[ProvedPremise | RenamedPremise]] = []
    for position, premise in enumerate(proof.premises):
        if position - 1 in proof.pairs:
            entries[-1].append(premise)
        else:
            entries.append([premise])
    return iter(entries) if proof.implication == "entailment" else reversed(entries)
