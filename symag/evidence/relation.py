"""A simulation relation as evidence: for every state of the system, the states of the specification above it.

A proof by premises as evidence: a list of simulations that together give the claim (CAV'12, section 5).

    1: L_1 ‖ A_1 ≼ P    2: L_2 ‖ A_2 ≼ A_1    …    n: L_n ≼ A_{n-1}

Each premise replaces what is above by what is below, from the specification down to the components; nothing in it is
about the whole product. For traces, premises may also go from the components up: if all models below are known to
hold, so is the one above, and what is known may be used as often as needed. Models are referred to by letter and
number: `L1` is a component, `A1` an assumption, `R1` an abstraction of one component (its reduction), and `P` the
specification, or `P1`, `P2`, … its conjuncts.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import mul, sub
from typing import Any, NamedTuple

from symag.evidence.bound import Bound
from symag.evidence.diagram import DRAWN, Searched, StateTable, columns_of, drawn_in_order, rows_of, work_of_walk
from symag.evidence.row_sets import ListedRows, RowSets
from symag.formats import native
from symag.limits import Watch
from symag.model import LPTS, Ints

__all__ = [
    "LaterRelation",
    "Members",
    "PremiseNames",
    "Proof",
    "ProvedPremise",
    "ReachedPairs",
    "Related",
    "RenamedPremise",
    "Searched",
    "SimulationRelation",
    "bits_of",
    "in_sets",
]

PremiseNames = tuple[tuple[str, ...], str]
"""A premise by the names of its models: those below, and the one above."""
Members = Sequence[list[str]]
"""Of each state of a normal form, the states of the original that it stands for."""


def bits_of(row: int) -> Iterator[int]:
    """The numbers in a bitset, in ascending order."""
    while row:
        low = row & -row
        yield low.bit_length() - 1
        row ^= low


@dataclass(frozen=True, eq=False)
class SimulationRelation:
    """`rows[row_of[s]]` is the bitset of specification states that simulate state `s` of the system."""

    system: LPTS
    """What is simulated."""
    specification: LPTS
    """What simulates it."""
    row_of: Ints
    """The row of each state of the system."""
    rows: Sequence[int]
    """Each set of states of the specification that occurs, once, as a bitset."""
    members: Members | None = None
    """See `in_sets`."""

    @staticmethod
    def of_pairs(
        system: LPTS, specification: LPTS, pairs: Iterable[tuple[int, int]], watch: Watch | None = None
    ) -> SimulationRelation:
        """The relation of these pairs of states."""
        watch = watch or Watch()
        above: dict[int, list[int]] = defaultdict(list)
        for state, one in watch.over(pairs):
            above[state].append(one)
        rows: dict[tuple[int, ...], int] = {(): 0}
        row_of = array("i", [0]) * system.num_states
        for state, row in watch.over(above.items()):
            row_of[state] = rows.setdefault(tuple(sorted(set(row))), len(rows))
        return SimulationRelation(system, specification, row_of, ListedRows(tuple(rows)))

    def __contains__(self, pair: tuple[int, int]) -> bool:
        state, above = pair
        row, rows = self.row_of[state], self.rows
        return rows.has(row, above) if isinstance(rows, RowSets) else bool(rows[row] >> above & 1)

    def __len__(self) -> int:
        """How many pairs are related."""
        return sum(map(self._sizes().__getitem__, self.row_of))

    def _sizes(self) -> list[int]:
        """How many states each row has."""
        listed = self.rows.listed() if isinstance(self.rows, RowSets) else None
        return [row.bit_count() for row in self.rows] if listed is None else list(map(len, listed))

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        first, sizes = self.system.first, self._sizes()
        return sum(map(mul, map(sizes.__getitem__, self.row_of), map(sub, first[1:], first)))

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The related pairs in the words of people."""
        for state, row in enumerate(self.row_of):
            for above in bits_of(self.rows[row]):
                yield self.system.states[state], self.specification.states[above]

    def representation(self, watch: Watch | None = None) -> dict[str, Any]:
        """The relation as the kernel reads it."""
        watch = watch or Watch()
        names, components = self.members or self.specification.states, self.system.components
        above = self.above(watch)
        if self.system.num_states * len(components) >= DRAWN:
            if len(components) == 1 and self.members is None:
                return self._drawn_alone(above, names, watch)
            import numpy

            numbers = numpy.asarray(self.row_of, numpy.int64)
            kept = numpy.array([len(row) > 0 for row in above])[numbers]
            table = StateTable([column[kept] for column in columns_of(self.system)], numbers[kept] + 1)
            return _drawn(table, above, components, names, watch)
        groups: dict[tuple[int, ...], list[list[str]]] = defaultdict(list)
        for state, row in enumerate(watch.over(self.row_of)):
            if self.rows[row]:
                groups[above[row]].append(list(self.system.part_labels(state)))
        return _written(groups, names, watch)

    def _drawn_alone(self, above: list[tuple[int, ...]], names: Sequence[Any], watch: Watch) -> dict[str, Any]:
        """The same diagram, of a system of one component: one node, for which numpy would take longer to be loaded."""
        numbers: dict[tuple[int, ...], int] = {(): 0}
        number_of = [numbers.setdefault(row, len(numbers)) for row in above]
        rows = map(number_of.__getitem__, self.row_of)
        edges = {self.system.part_labels(state)[0]: row for state, row in enumerate(watch.over(rows)) if row}
        return {"diagram": {"rows": [[names[p] for p in row] for row in watch.over(numbers)], "nodes": [[0, edges]]}}

    def above(self, watch: Watch) -> list[tuple[int, ...]]:
        """The states in each row, in ascending order."""
        listed = self.rows.listed() if isinstance(self.rows, RowSets) else None
        if listed is None:
            return [tuple(watch.over(bits_of(row))) for row in self.rows]
        return [tuple(row) for row in watch.over(listed)]

    def evidence(self, watch: Watch | None = None) -> dict[str, Any]:
        """What shows a premise, as the kernel reads it."""
        return {"relation": self.representation(watch)}

    def to_json(self, watch: Watch | None = None) -> dict[str, Any]:
        """The certificate that the kernel checks."""
        return {"kind": "simulation", **self.evidence(watch)}

    @property
    def num_states(self) -> int:
        """How many states are written."""
        return self.system.num_states

    def written_obligations(self, certificate: dict[str, Any]) -> int:
        """How many of these the kernel meets at most in the certificate that was written."""
        return _met(self, certificate["relation"])


@dataclass(frozen=True, eq=False)
class ReachedPairs:
    """The simulation that a search for the error leaves behind: the pairs of states that a system and a safety LTS
    reach together. They are the states of the composition of the two, the safety LTS last."""

    searched: Searched
    specification: LPTS
    members: Members | None = None
    """See `in_sets`."""

    @property
    def system(self) -> Searched:
        """What was searched: the system together with the safety LTS."""
        return self.searched

    def __len__(self) -> int:
        """How many pairs are related."""
        return self.searched.num_states

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        return self.searched.num_transitions

    def evidence(self, watch: Watch | None = None) -> dict[str, Any]:
        """What shows a premise, as the kernel reads it."""
        return {"relation": self.representation(watch)}

    def to_json(self, watch: Watch | None = None) -> dict[str, Any]:
        """The certificate that the kernel checks."""
        return {"kind": "simulation", **self.evidence(watch)}

    @property
    def num_states(self) -> int:
        """How many states are written."""
        return self.system.num_states

    def written_obligations(self, certificate: dict[str, Any]) -> int:
        """How many of these the kernel meets at most in the certificate that was written."""
        return _met(self, certificate["relation"])

    def representation(self, watch: Watch | None = None) -> dict[str, Any]:
        """The relation as the kernel reads it."""
        watch = watch or Watch()
        names, components = self.members or self.specification.states, self.searched.components[:-1]
        if self.searched.num_states * len(components) >= DRAWN:
            table, rows = rows_of(columns_of(self.searched), watch)
            return _drawn(table, rows, components, names, watch)
        above: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for state in watch.over(range(self.searched.num_states)):
            *parts, p = self.searched.parts(state)
            above[tuple(parts)].append(p)
        groups: dict[tuple[int, ...], list[list[str]]] = defaultdict(list)
        for place, row in watch.over(above.items()):
            labels = [model.states[part] for model, part in zip(components, place, strict=True)]
            groups[tuple(sorted(row))].append(labels)
        return _written(groups, names, watch)


@dataclass(frozen=True, eq=False)
class LaterRelation:
    """A simulation relation that is made when it is asked for."""

    system: LPTS
    """What is simulated."""
    specification: LPTS
    """What simulates it."""
    make: Callable[[Watch], SimulationRelation]
    watch: Watch
    """For those who ask without a watch of their own."""
    _made: list[SimulationRelation] = field(default_factory=list, repr=False)

    def made(self, watch: Watch | None = None) -> SimulationRelation:
        """The relation."""
        if not self._made:
            self._made.append(self.make(watch or self.watch))
        return self._made[0]

    def __len__(self) -> int:
        """How many pairs are related."""
        return len(self.made())

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        return self.made().obligations

    def representation(self, watch: Watch | None = None) -> dict[str, Any]:
        """The relation as the kernel reads it."""
        watch = watch or Watch()
        return self.made(watch).representation(watch)

    def evidence(self, watch: Watch | None = None) -> dict[str, Any]:
        """What shows a premise, as the kernel reads it."""
        return {"relation": self.representation(watch)}


def _written(groups: Mapping[tuple[int, ...], list[list[str]]], names: Sequence[Any], watch: Watch) -> dict[str, Any]:
    """Groups of states by what is above them, under the key that names this representation."""
    written = [
        {"simulated_by": [names[p] for p in watch.over(row)], "states": states} for row, states in groups.items()
    ]
    return {"groups": written}


def _drawn(
    table: StateTable, above: Iterable[tuple[int, ...]], components: Sequence[LPTS], names: Sequence[Any], watch: Watch
) -> dict[str, Any]:
    """A diagram, under the key that names this representation. Row 0 is empty, the others are numbered from 1 on."""
    names = list(names)  # one may be costly to make
    rows = [[names[p] for p in row] for row in ((), *above)]
    return drawn_in_order(table, rows, components, watch)


Related = SimulationRelation | ReachedPairs | LaterRelation
"""A relation between a system and a specification."""


def _met(relation: Related, written: dict[str, Any]) -> int:
    """How many obligations the kernel meets at most, or what takes it as long."""
    if "diagram" not in written:
        return relation.obligations
    return min(work_of_walk(written["diagram"], relation.system.components), relation.obligations)


class ProvedPremise(NamedTuple):
    """`below[0] ‖ below[1] ‖ … ≼ above`, and the simulation that shows it; of a formula, the bound."""

    below: tuple[str, ...]
    above: str
    relation: Related | Bound


class RenamedPremise(NamedTuple):
    """`below[0] ‖ below[1] ‖ … ≼ above`, which is an earlier premise with other names. Names that are not in a map
    stay."""

    below: tuple[str, ...]
    above: str
    like: int
    """The position of the earlier premise, which has a relation."""
    actions: Mapping[str, str]
    """New names of actions."""
    states: tuple[Mapping[str, str], ...]
    """Of each model below, and of the one above: new names of states."""


@dataclass(frozen=True, eq=False)
class Proof:
    """The premises from the specification downwards, and the models between it and the components."""

    premises: tuple[ProvedPremise | RenamedPremise, ...]
    assumptions: tuple[LPTS, ...] = ()
    """`A1`, `A2`, …"""
    abstractions: tuple[LPTS, ...] = ()
    """`R1`, `R2`, …"""
    pairs: frozenset[int] = frozenset()
    """Positions of premises that make a pair with the next one, by the symmetric rule: both have the same model above,
    and their assumptions, the last models below, together allow everything."""
    implication: str = "substitution"
    """How the premises prove the claim. `substitution`: each replaces the model above by those below, from the
    specification down. `entailment`, for traces: each adds the model above to those that are known to hold, from the
    components up, until the specification is known."""

    @property
    def value(self) -> Fraction | None:
        """The smallest p that this evidence shows, if it is a proof of one bound on a probability."""
        return next((one.relation.value for one in self.proved if isinstance(one.relation, Bound)), None)

    @property
    def proved(self) -> tuple[ProvedPremise, ...]:
        """The premises that have a relation."""
        return tuple(premise for premise in self.premises if isinstance(premise, ProvedPremise))

    def __len__(self) -> int:
        """How many pairs are related in all premises."""
        return sum(len(premise.relation) for premise in self.proved)

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        return sum(premise.relation.obligations for premise in self.proved)

    @property
    def num_states(self) -> int:
        """How many states are written."""
        return sum(one.relation.system.num_states for one in self.proved)

    def written_obligations(self, certificate: dict[str, Any]) -> int:
        """How many of these the kernel meets at most in the certificate that was written."""
        entries = [one for entry in certificate["premises"] for one in (entry if isinstance(entry, list) else [entry])]
        pairs = zip(self.premises, entries, strict=True)
        proved = ((one.relation, entry) for one, entry in pairs if isinstance(one, ProvedPremise))
        return sum(
            relation.written_obligations(entry) if isinstance(relation, Bound) else _met(relation, entry["relation"])
            for relation, entry in proved
        )

    def to_json(self, watch: Watch | None = None) -> dict[str, Any]:
        """The certificate that the kernel checks; the assumptions are in the verdict beside it."""
        entries: list[Any] = []
        for position, premise in enumerate(self.premises):
            entry: dict[str, Any] = {"below": list(premise.below), "above": premise.above}
            if isinstance(premise, ProvedPremise):
                entry |= premise.relation.evidence(watch)
            else:
                states = list(map(dict, premise.states))
                entry |= {"like": premise.like, "renaming": {"actions": dict(premise.actions), "states": states}}
            if position - 1 in self.pairs:
                entries[-1].append(entry)
            else:
                entries.append([entry] if position in self.pairs else entry)
        abstractions = [native.to_json(model, watch) for model in self.abstractions]
        return {
            "kind": "assume-guarantee",
            "implication": self.implication,
            "abstractions": abstractions,
            "premises": entries,
        }


def in_sets(
    certificate: SimulationRelation | ReachedPairs | Proof, members: Members
) -> SimulationRelation | ReachedPairs | Proof:
    """A certificate about the normal form of a specification, as one about the specification: where a state of the
    normal form is above a state of the system, the set of states that it stands for is."""
    if not isinstance(certificate, Proof):
        return replace(certificate, members=members)
    premises = (
        premise._replace(relation=replace(premise.relation, members=members))
        if isinstance(premise, ProvedPremise)
        and premise.above == "P"
        and not isinstance(premise.relation, LaterRelation | Bound)
        else premise
        for premise in certificate.premises
    )
    return replace(certificate, premises=tuple(premises))
