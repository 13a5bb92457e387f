"""Splitting: a specification of several properties is decided property by property.

For traces, composition is intersection: `L ⊨ P1 ‖ … ‖ Pk` if and only if `L ⊨ Pi` for every i. Each property is decided
by the method that the user chose, with the components that matter for it (`symag.assume.cone`). The proofs become one,
in which every premise adds a fact to those that are known (`Proof.implication`, entailment): so what is proved for one
property may be used for another one, and components that do not matter are left out.

A violation of one property is a violation of all of them together.

A specification that is one safety LTS is split where its projections onto a few letters compose to it
(`symag.traces.split`): they become abstractions of the proof, and that they make up the specification is its last
premise.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from symag.assume.cone import Cones, on_all
from symag.assume.run import RunLog
from symag.assume.sides import alphabet_of
from symag.assume.task import Answer, Task
from symag.errors import InternalError, LimitReached
from symag.evidence import (
    Bound,
    Conjunction,
    Proof,
    ProvedPremise,
    ReachedPairs,
    RenamedPremise,
    SimulationRelation,
    Tree,
    model_of,
)
from symag.model import LPTS, counted, owners_of
from symag.operators import hide, restrict
from symag.traces import SplitSpecification, split_specification

__all__ = ["Decide", "Entailment", "NotSplit", "by_conjuncts", "by_projections", "in_projections"]

Decide = Callable[[Task], Answer]
"""Decides one property."""
GOES_ON = ("max-states", "size", "digits")
"""Limits that one property may reach and another one not."""
MOST_MEMBERS = 1 << 16
"""Of the normal form of a specification that is split."""
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
        assert not isinstance(answer.certificate, Bound), "formulas are not split"
        proof.add(answer.certificate, answer.components, {"P": f"P{number}"})
    return task.answer(proof.proof())


def by_projections(task: Task, decide: Decide, at_once: bool = False) -> Answer:
    """The answer for a specification that is one model: split, if that can be done; otherwise as it is. A method that
    decides several properties `at_once` gets all projections together."""
    try:
        return in_projections(task, decide, at_once)
    except LimitReached as reached:
        if reached.kind not in GOES_ON:
            raise
    return decide(task)


class NotSplit(LimitReached):
    """Of a specification that is one model: it is decided as it is, or not at all."""

    def __init__(self) -> None:
        super().__init__("size", "size: no projections of the specification that make it up were found")


def in_projections(task: Task, decide: Decide, at_once: bool = False) -> Answer:
    """The same; raises NotSplit if the specification is not split."""
    normal = task.normalised_within(MOST_MEMBERS)
    if normal is None:
        raise NotSplit
    specification = model_of(normal.specification)
    split = split_specification(_without_unknown(specification, alphabet_of(task.components)), task.watch)
    if split is None:
        raise NotSplit
    part = replace(normal, members=None, split=False)
    found = _at_once(part, split, decide) if at_once else _each(part, split.conjuncts, decide)
    if isinstance(found, list):
        return normal.answer(_composed_proof(normal, split, found))
    return found if found.tree is None else replace(found, specification=specification, tree=_cut(found.tree, normal))


def _without_unknown(specification: LPTS, known: frozenset[str]) -> LPTS:
    """The specification without the letters that no component knows: nothing ever does them, and a premise has all
    letters of the model above it below. The states keep their numbers."""
    unknown = specification.alphabet - known
    return hide(restrict(specification, unknown), unknown) if unknown else specification


def _at_once(task: Task, split: SplitSpecification, decide: Decide) -> list[Answer] | Answer:
    """What `_each` gives, from one answer."""
    together = Conjunction(split.conjuncts, task.specification.name)
    answer = decide(replace(task, specification=together))
    answer.log.figures["selection"] = f"split into {counted(len(split.conjuncts), 'property')}"
    return answer if answer.certificate is None else [answer]


def _composed_proof(task: Task, split: SplitSpecification, answers: Sequence[Answer]) -> Proof:
    """The proof of a specification from those of its projections. Letters that it always allows are in no projection:
    for each of them there is a model of one state, because a premise has all letters of the model above it below."""
    owners, parts = owners_of(task.components), (*split.conjuncts, *split.free.values())
    proof = Entailment(task.components, abstractions=list(parts))
    together = {f"P{number}": f"R{number}" for number, _ in enumerate(split.conjuncts, 1)}
    for number, answer in enumerate(answers, 1):
        assert answer.certificate is not None
        assert not isinstance(answer.certificate, Bound), "formulas are not split"
        proof.add(answer.certificate, answer.components, {"P": f"R{number}"} | together)
    for number, (letter, model) in enumerate(split.free.items(), len(split.conjuncts) + 1):
        owner = owners[letter][0]
        component = task.components[owner]
        relation = SimulationRelation(component, model, array("i", [0]) * component.num_states, (1,))
        proof.premises.append(ProvedPremise((f"L{owner + 1}",), f"R{number}", relation))
    names = tuple(f"R{number}" for number, _ in enumerate(parts, 1))
    reached = ReachedPairs(split.reached, model_of(task.specification))
    proof.premises.append(ProvedPremise(names, "P", reached))
    return proof.proof()


def _cut(tree: Tree, task: Task) -> Tree:
    """The execution up to the first action that the specification, a safety LTS, does not allow."""
    model, system = model_of(task.specification), tree.system
    number = {action: position for position, action in enumerate(model.actions)}
    above = model.initial
    for position, node in enumerate(tree.nodes):
        task.watch.tick()
        ((transition, _),) = node.moves
        letter = number.get(system.actions[system.action[transition]], 0)
        goals = [model.target[t] for t in model.row(above) if model.action[t] == letter]
        if letter and not goals:
            last = tree.nodes[position + 1]
            return Tree(system, (*tree.nodes[: position + 1], last._replace(moves=())))
        above = goals[0] if letter else above
    raise InternalError("the specification allows an execution that one of its projections does not allow")


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
            return replace(answer, sides=task.sides, log=task.log, tree=tree)
        (found if answer.certificate is not None else open_ones).append(answer)
    for first in open_ones:
        if isinstance(first, LimitReached):
            raise first
        return replace(first, sides=task.sides, log=task.log)
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
        self,
        certificate: SimulationRelation | ReachedPairs | Proof,
        components: Sequence[LPTS],
        above: Mapping[str, str],
    ) -> None:
        """Add a proof about these components. `above` has the new name of its specification, or of each property."""
        names = {f"L{n}": f"L{self._number[id(model)]}" for n, model in enumerate(components, 1)}
        if not isinstance(certificate, Proof):
            self.premises.append(ProvedPremise(tuple(names.values()), above["P"], certificate))
            return
        for number, assumption in enumerate(certificate.assumptions, 1):
            names[f"A{number}"] = f"A{len(self.assumptions) + 1}"
            self.assumptions.append(replace(assumption, name=names[f"A{number}"]))
        for number, abstraction in enumerate(certificate.abstractions, 1):
            names[f"R{number}"] = f"R{len(self.abstractions) + 1}"
            self.abstractions.append(abstraction)
        names |= above
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
