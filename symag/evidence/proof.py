"""An assume-guarantee proof as evidence: a simulation for each premise of the rule (CAV'12, section 5).

    1: L_1 ‖ A_1 ≼ P    2: L_2 ‖ A_2 ≼ A_1    …    n: L_n ≼ A_{n-1}

Nothing in it is about the whole product.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symag.evidence.relation import Relation
from symag.model import LPTS

__all__ = ["Proof"]


@dataclass(frozen=True, eq=False)
class Proof:
    """The sides by the number of their components, the assumptions between them, and the relation of each premise."""

    sides: tuple[int, ...]
    assumptions: tuple[LPTS, ...]
    premises: tuple[Relation, ...]

    def __len__(self) -> int:
        """How many pairs are related in all premises."""
        return sum(len(premise) for premise in self.premises)

    @property
    def obligations(self) -> int:
        """How many transitions must be answered, counted once for every state that must answer."""
        return sum(premise.obligations for premise in self.premises)

    def to_json(self) -> dict[str, Any]:
        """The certificate that the kernel checks; the assumptions are in the verdict beside it."""
        premises = [premise.to_json() for premise in self.premises]
        return {"kind": "assume-guarantee", "sides": list(self.sides), "premises": premises}
