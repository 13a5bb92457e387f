"""The backends that one suite runs on: the fixpoint, and every solver that is installed here with every encoding."""

from __future__ import annotations

import symag
from symag.smt import ENCODINGS

SOLVERS = [name for name in ("z3", "pysmt:z3", "pysmt:cvc5") if name in symag.backend_names()]
Z3 = [f"z3/{encoding}" for encoding in ENCODINGS]
"""By its own library: fast enough for every question of the tests."""
PYSMT = [f"{solver}/{encoding}" for solver in SOLVERS if solver != "z3" for encoding in ENCODINGS]
SMT = [*Z3, *PYSMT]
BACKENDS = ["fixpoint", *SMT]
