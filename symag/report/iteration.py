"""An iteration of a refinement, or a conjecture of a learner, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symag.evidence import Verdict
from symag.model import counted, printable

__all__ = ["change_text", "conjectures", "counted_each", "iteration_text", "refinements"]


def conjectures(verdict: Verdict) -> list[Mapping[str, Any]]:
    """The entries of the history that are conjectures of a learner."""
    return [entry for entry in verdict.history if "conjecture" in entry]


def refinements(verdict: Verdict) -> list[Mapping[str, Any]]:
    """The entries of the history that are iterations of an abstraction refinement."""
    return [entry for entry in verdict.history if "assumptions" in entry]


def iteration_text(entry: Mapping[str, Any]) -> str:
    """An entry of `verdict.history`."""
    text = _conjecture(entry) if "conjecture" in entry else _refinement(entry)
    return f"{printable(entry['first'])} first: {text}" if "first" in entry else text


def _refinement(entry: Mapping[str, Any]) -> str:
    sizes = entry["assumptions"]
    what = "an assumption" if len(sizes) == 1 else "assumptions"
    text = f"iteration {entry['iteration']}: {what} of {counted_each(sizes, 'state')}"
    text += f", {counted(entry['composition'], 'state')} composed"
    if "counterexample" in entry:
        text += f", a counterexample of {counted(entry['counterexample'], 'node')}"
        text += ", which is real" if "real" in entry else f"; {change_text(entry)}"
    return f"{text} ({entry['seconds']:.3g} s)"


def change_text(entry: Mapping[str, Any]) -> str:
    """What was refined: blocks of assumptions, or an alphabet."""
    if "actions" not in entry:
        return f"split {'; '.join(entry['splits'])}"
    more = ((name, printable(", ".join(actions))) for name, actions in entry["actions"].items())
    return "; ".join(f"{name} gets the actions {actions}" for name, actions in more)


def counted_each(numbers: Sequence[int], noun: str) -> str:
    """Several numbers with one noun: `1 state`, `1, 4 states`."""
    if len(numbers) == 1:
        return counted(numbers[0], noun)
    return f"{', '.join(f'{number:,}' for number in numbers)} {noun}s"


def _conjecture(entry: Mapping[str, Any]) -> str:
    text = f"conjecture {entry['iteration']}: A{entry['level']} of {counted(entry['conjecture'], 'state')}"
    text += f", after {counted(entry['queries'], 'query')}: "
    if "actions" in entry:
        return f"{text}too few actions; {change_text(entry)}"
    if "counterexample" in entry:
        return f"{text}wrong about {printable(' '.join(entry['counterexample'])) or 'the empty word'}"
    return text + ("enough to decide" if entry["level"] == 1 else f"enough to judge A{entry['level'] - 1}")
