"""A proof by premises as evidence: a list of simulations that together give the claim (CAV'12, section 5).

    1: L_1 ‖ A_1 ≼ P    2: L_2 ‖ A_2 ≼ A_1    …    n: L_n ≼ A_{n-1}

Each premise replaces what is above by what is below, from the specification down to the components; nothing in it is
about the whole product. Models are referred to by letter and number: `L1` is a component, `A1` an assumption, `R1` an
abstraction of one component (its reduction), and `P` the specification.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from symag.evidence.relation import SimulationRelation
from symag.formats import native
from symag.limits import Watch
from symag.model import LPTS

__all__ = ["Proof", "ProvedPremise"]


class ProvedPremise(NamedTuple):
    """`below[0] ‖ below[1] ‖ … ≼ above`, and the simulation that shows it."""

    below: tuple[str, ...]
    above: str
    relation: SimulationRelation


@dataclass(frozen=True, eq=False)
class Proof:
    """The premises from the specification downwards, and the models between it and the components."""

    premises: tuple[ProvedPremise, ...]
    assumptions: tuple[LPTS, ...] = ()
    """`A1`, `A2`, …"""
    abstractions: tuple[LPTS, ...] = ()
    """`R1`, `R2`, …"""

    def __len__(self) -> int:
        """How many pairs are related in all premises."""
        return sum(len(premise.relation) for premise in self.premises)

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        return sum(premise.relation.obligations for premise in self.premises)

    def to_json(self, watch: Watch | None = None) -> dict[str, Any]:
        """The certificate that the kernel checks; the assumptions are in the verdict beside it."""
        premises = [
            {"below": list(below), "above": above, "relation": relation.representation(watch)}
            for below, above, relation in self.premises
        ]
        abstractions = [native.to_json(model, watch) for model in self.abstractions]
        return {
            "kind": "assume-guarantee",
            "implication": "substitution",
            "abstractions": abstractions,
            "premises": premises,
        }
