"""An iteration of a refinement, or a conjecture of a learner, in a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symag.model import printable

__all__ = ["change_text", "iteration_text"]


def iteration_text(entry: Mapping[str, Any]) -> str:
    """An entry of `verdict.history`."""
    return _conjecture(entry) if "conjecture" in entry else _refinement(entry)


def _refinement(entry: Mapping[str, Any]) -> str:
    sizes = ", ".join(map(str, entry["assumptions"]))
    told = f"iteration {entry['iteration']}: assumptions of {sizes} states, {entry['composition']} states composed"
    if "counterexample" in entry:
        told += f", a counterexample of {entry['counterexample']} nodes"
        told += ", which is real" if "real" in entry else f"; {change_text(entry)}"
    return f"{told} ({entry['seconds']:.3g} s)"


def change_text(entry: Mapping[str, Any]) -> str:
    """What was refined: assumptions, or an alphabet."""
    if "actions" not in entry:
        return f"split {'; '.join(entry['splits'])}"
    more = ((name, printable(", ".join(actions))) for name, actions in entry["actions"].items())
    return "; ".join(f"{name} speaks of {actions}, too" for name, actions in more)


def _conjecture(entry: Mapping[str, Any]) -> str:
    told = f"conjecture {entry['iteration']}: A{entry['level']} of {entry['conjecture']} states"
    told += f" after {entry['queries']} membership queries"
    if "actions" in entry:
        return f"{told}; {change_text(entry)}"
    if "counterexample" not in entry:
        return f"{told}, which decides it"
    return f"{told}, wrong on {printable(' '.join(entry['counterexample'])) or 'the empty word'}"
