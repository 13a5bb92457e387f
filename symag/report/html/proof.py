"""Why the specification holds: the premises with their simulations, and what a proof by parts saved."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from symag.errors import LimitReached
from symag.evidence import (
    Bound,
    LaterRelation,
    Proof,
    ReachedPairs,
    Related,
    RenamedPremise,
    SimulationRelation,
    Verdict,
    bits_of,
)
from symag.limits import Limits, Watch
from symag.model import counted, names_of
from symag.operators import Composition
from symag.relations import SIMULATION, relation_of
from symag.report.html.names import StateName, clip, listed_names, named
from symag.report.places import whereabouts
from symag.report.probability import exactly

__all__ = ["ShownPremise", "Whole", "by_parts", "premises", "relations_of", "system_name", "whole_of"]

MAX_ABOVE = 8
"""States in a row that simulate one state."""
MAX_PREMISES = 200
"""Premises of a proof on a page."""
MOST, PATIENCE = 200_000, 2.0
"""Limits of counting the states of the system: states and seconds."""


def system_name(verdict: Verdict) -> str:
    """The components; their number if they are many, since the claim names them anyway."""
    together = " ‖ ".join(clip(name, 40) for name in names_of(verdict.components))
    return together if len(together) <= 60 else f"the system of {len(verdict.components)} components"


def relations_of(verdict: Verdict) -> tuple[SimulationRelation, ...]:
    """The simulations that prove the verdict, one for each premise; none if the certificate lists reached pairs."""
    certificate = verdict.certificate
    if isinstance(certificate, SimulationRelation):
        return (certificate,)
    relations = (premise.relation for premise in certificate.proved) if isinstance(certificate, Proof) else ()
    return tuple(relation for relation in relations if isinstance(relation, SimulationRelation))


class ShownPremise(NamedTuple):
    """A premise, the size of its simulation, and the first rows of it: a state, and the states that simulate it. Of a
    bound, each row has a state and its number."""

    claim: str
    shown: str
    rows: tuple[tuple[StateName, StateName], ...]
    more: int
    is_bound: bool = False


def premises(verdict: Verdict, most: int = 0) -> list[ShownPremise]:
    """The premises, each with at most so many rows of its simulation."""
    certificate, sign = verdict.certificate, relation_of(verdict.relation).sign
    specification = clip(verdict.specification.name or "P", 60)
    if not isinstance(certificate, Proof):
        claim = f"{system_name(verdict)} {sign} {specification}"
        if isinstance(certificate, ReachedPairs | Bound):
            return [_premise(claim, certificate, most)]
        return [_premise(claim, relation, most) for relation in relations_of(verdict)]
    names = {f"L{number}": clip(name, 40) for number, name in enumerate(names_of(verdict.components), 1)}
    reductions = {f"R{number}" for number in range(1, len(certificate.abstractions) + 1)}
    for below, above, *_ in certificate.premises:
        if above in reductions and below[0] in names:
            names[above] = f"{names[below[0]]} (reduced)"
    names["P"] = specification
    properties = verdict.kind.properties(verdict.specification)
    names |= {f"P{number}": clip(one.name or f"P{number}", 40) for number, one in enumerate(properties, 1)}
    shown, has_bound = [], any(isinstance(premise.relation, Bound) for premise in certificate.proved)
    for position, premise in enumerate(certificate.premises[:MAX_PREMISES]):
        below, above = premise.below, premise.above
        between = SIMULATION.sign if has_bound and above != "P" else sign
        claim = f"{' ‖ '.join(names.get(x, x) for x in below)} {between} {names.get(above, above)}"
        if position - 1 in certificate.pairs:
            claim += f", and {certificate.premises[position - 1].below[-1]} and {below[-1]} together allow every trace"
        if isinstance(premise, RenamedPremise):
            shown.append(ShownPremise(claim, f"premise {premise.like + 1} with other names", (), 0))
        else:
            shown.append(_premise(claim, premise.relation, most))
    if left := len(certificate.premises[MAX_PREMISES:]):
        shown.append(ShownPremise(f"and {counted(left, 'more premise')}", "in the verdict file", (), 0))
    return shown


def _premise(claim: str, relation: Related | Bound, most: int) -> ShownPremise:
    if isinstance(relation, LaterRelation):
        relation = relation.made()
    if isinstance(relation, Bound):
        return _bounded(claim, relation, most)
    if not isinstance(relation, SimulationRelation):
        return ShownPremise(claim, f"a relation of {counted(len(relation), 'pair')}", (), 0)
    states = relation.system.num_states
    shown = f"a relation of {counted(len(relation), 'pair')} over {counted(states, 'state')}"
    names, rows = relation.specification.states, []
    for state in range(min(states, most)):
        row = relation.rows[relation.row_of[state]]
        simulating = [names[above] for above in bits_of(row)]
        above = listed_names(simulating, MAX_ABOVE) if simulating else StateName("none is needed")
        rows.append((named(relation.system.states[state]), above))
    return ShownPremise(claim, shown, tuple(rows), max(0, states - most))


def _bounded(claim: str, bound: Bound, most: int) -> ShownPremise:
    """The numbers of the outermost bound; if steps are counted, those for the most steps."""
    shown = f"a bound of {counted(len(bound), 'number')} over {counted(bound.system.num_states, 'state')}"
    part = next((part for part in bound.parts if part is not None), None)
    if part is None:
        return ShownPremise(claim, shown, (), 0, True)
    rows = []
    for place, value in enumerate(part.rounds[-1][:most]):
        beside = "" if part.beside is None else f", {_beside(part.beside[place])}"
        state = named(whereabouts(bound.system.part_labels(part.states[place]), ()) + beside)
        rows.append((state, StateName(f"at most {exactly(Fraction(value) / part.scale)}")))
    return ShownPremise(claim, shown, tuple(rows), max(0, len(part.rounds[-1]) - most), True)


def _beside(names: object) -> str:
    return f"{{{', '.join(map(str, names))}}}" if isinstance(names, list) else str(names)


class Whole(NamedTuple):
    """The number of states of the whole system; a lower bound if the count is not complete."""

    states: int
    complete: bool

    def __str__(self) -> str:
        return counted(self.states, "state") if self.complete else f"more than {counted(self.states, 'state')}"


def whole_of(verdict: Verdict) -> Whole | None:
    """The size of the system, if it is one of several components."""
    if len(verdict.components) < 2:
        return None
    composition = Composition(verdict.components, watch=Watch(Limits(seconds=PATIENCE)))
    try:
        composition.explore(MOST)
    except LimitReached:
        return None
    return Whole(composition.known, True) if composition.complete else Whole(MOST, False)


def _is_composed(verdict: Verdict) -> bool:
    """Is one premise about all components together, some of them reduced, so that there are no parts?"""
    certificate = verdict.certificate
    if not isinstance(certificate, Proof) or not certificate.abstractions or verdict.assumptions:
        return False
    return any(one.above == "P" and len(one.below) == len(verdict.components) for one in certificate.premises)


def by_parts(verdict: Verdict, whole: Whole | None) -> str:
    """What a proof by parts did not build."""
    built = max(
        [verdict.statistics.get("largest_composition") or 0, *(r.system.num_states for r in relations_of(verdict))]
    )
    if _is_composed(verdict):
        return "symag reduced the components first, and composed the reduced ones."
    if whole is None:
        return "symag proved it by parts and did not build the whole system."
    if whole.complete and whole.states <= built:
        return f"symag proved it by parts. The whole system has only {whole}: composing it would cost less."
    return f"symag proved it by parts and did not build the whole system of {whole}."
