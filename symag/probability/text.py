"""Formulas as people write them: what `symag.formula` reads again.

A part that was read from a text is shown as it was written there.
"""

from __future__ import annotations

import re

from symag.errors import InputError
from symag.probability.formula import (
    Actions,
    And,
    Chance,
    Enabled,
    Formula,
    Leaves,
    Or,
    Path,
    StateFormula,
    TruthValue,
)
from symag.probability.near_misses import in_quotes
from symag.probability.parse import formula
from symag.probability.pieces import KEYWORDS, PIECE

__all__ = ["as_written", "bound_text", "formula_text", "path_text"]

TRUE = TruthValue(True)
BOUND = re.compile(r"P\s*<=\s*([^\s\[]+)")


def as_written(found: Formula) -> Formula:
    """A formula from a verdict file, with its parts as its text has them, if the text says the same."""
    try:
        read = formula(found.text)
    except InputError:  # the name of a formula, or a property that is left
        return found
    return read if read.root == found.root and read.asks == found.asks else found


def bound_text(chance: Chance) -> str:
    """The probability p, as it was written."""
    found = BOUND.match(chance.written)
    return found[1] if found else str(chance.bound)


def formula_text(formula: StateFormula) -> str:
    """A formula, or a part of one."""
    if isinstance(formula, TruthValue):
        return "true" if formula.value else "false"
    if isinstance(formula, Enabled):
        return f"{'enabled' if formula.value else 'disabled'}({_action(formula.action)})"
    if isinstance(formula, Chance):
        return formula.written or f"P{'<=' if formula.at_most else '>'}{formula.bound} {path_text(formula.path)}"
    return (" & " if isinstance(formula, And) else " | ").join(map(_atom, formula.parts))


def path_text(path: Path) -> str:
    """A path in its brackets."""
    if isinstance(path, Leaves):
        return f"[ leaves {(path.given or path.safety).name or 'P'} ]"
    if path.written:
        return f"[ {path.written} ]"
    steps = "" if path.steps is None else f"<={path.steps}"
    if path.goal is None:
        target = _atom(path.right)
    else:
        target = _actions(path.goal) + ("" if path.right == TRUE else f" : {_atom(path.right)}")
    if path.through is None and path.left == TRUE:
        return f"[ X {target} ]" if path.steps == 1 else f"[ F{steps} {target} ]"
    left = "" if path.left == TRUE else f"({formula_text(path.left)})"
    through = "" if path.through is None else _actions(path.through)
    return f"[ {' '.join(filter(None, (left, through)))} U{steps} {target} ]"


def _atom(formula: StateFormula) -> str:
    """In brackets, if it has parts."""
    return f"({formula_text(formula)})" if isinstance(formula, And | Or) else formula_text(formula)


def _actions(actions: Actions) -> str:
    names = [_action(action) for action in sorted(actions or ())]
    return names[0] if len(names) == 1 else f"{{{', '.join(names)}}}"


def _action(name: str) -> str:
    """A name, in quotes unless it reads as a word."""
    word = PIECE.fullmatch(name)
    return name if word is not None and word.lastgroup == "word" and name not in KEYWORDS else in_quotes(name)
