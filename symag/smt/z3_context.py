"""Z3's contexts. To make one takes milliseconds, longer than many a question: so a check uses them again and again.

A context belongs to one conversation at a time. One that was interrupted, or has become large, is forgotten.
"""

from __future__ import annotations

from typing import Any

import z3
from z3 import z3core

__all__ = ["Contexts", "SharedContext"]

SPARE = 2
LARGE = 20_000
"""A context with more Booleans than that is not kept: they would take its memory for ever."""


class SharedContext:
    """A context and the Booleans in it, without their wrappers, which would take several times as long."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.sort = z3.BoolSort(self.context)
        self.true: int = z3.BoolVal(True, self.context).ast.value
        self.constants: dict[int | str, Any] = {}
        self.declarations: dict[int | str, Any] = {}

    def boolean(self, name: int | str) -> Any:
        """A variable of DIMACS is named by a number; a string of the same looks is another variable."""
        constant = self.constants.get(name)
        if constant is None:
            context = self.context.ref()
            named = z3core.Z3_mk_int_symbol if isinstance(name, int) else z3core.Z3_mk_string_symbol
            constant = z3core.Z3_mk_const(context, named(context, name), self.sort.ast)
            z3core.Z3_inc_ref(context, constant)  # as long as the context lives
            self.constants[name] = constant
            self.declarations[name] = z3core.Z3_get_app_decl(context, constant)
        return constant


class Contexts:
    """Those of one check. Not of all: what Z3 finds depends on what its context has seen, and the same check is to give
    the same answer, whatever came before it."""

    def __init__(self) -> None:
        self.spare: list[SharedContext] = []

    def borrow(self) -> SharedContext:
        """A context for one solver alone."""
        try:
            return self.spare.pop()
        except IndexError:
            return SharedContext()

    def give_back(self, shared: SharedContext) -> None:
        """Nothing of the conversation is left in it but Booleans."""
        if len(self.spare) < SPARE and len(shared.constants) <= LARGE:
            self.spare.append(shared)
