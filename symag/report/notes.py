"""What is probably a slip of the pen: the verdict is right, and perhaps not about what was meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from difflib import get_close_matches

from symag.evidence import Verdict

__all__ = ["notes_on"]

MOST = 8
"""Names in one note."""
LOOKED_AT, LONGEST = 500, 40
"""Among more names than this, or longer ones, nothing alike is looked for."""


def notes_on(verdict: Verdict) -> list[str]:
    """What to look at again: misspelt actions, and models that have nothing to do with each other."""
    components, specification = verdict.components, verdict.specification
    names = [component.name or f"L{number}" for number, component in enumerate(components, 1)]
    knowing = Counter(action for component in components for action in component.alphabet)
    unknown = sorted(specification.alphabet - knowing.keys())
    notes = []
    if unknown:
        notes.append(f"no component knows {_with_likeness(unknown, knowing)}, which the specification speaks of")
    if unknown and not specification.alphabet & knowing.keys():
        notes.append("the specification and the system have no action in common: is it the right specification?")
    if len(components) > 1 and specification.name in {component.name for component in components} - {""}:
        notes.append(f"{specification.name} is the specification, and one of the components is called so, too")
    for name, component in zip(names, components, strict=True):
        met = any(knowing[action] > 1 or action in specification.alphabet for action in component.alphabet)
        if not component.num_transitions:
            notes.append(f"{name} has no transition that can be reached from its initial state")
        elif len(components) > 1 and not met:
            notes.append(f"{name} has no action in common with another component or with the specification")
    return notes


def _with_likeness(unknown: list[str], known: Collection[str]) -> str:
    """The names, each with one that is much like it."""
    shown, short = [], [name for name in known if len(name) <= LONGEST]
    for name in unknown[:MOST]:
        like = get_close_matches(name, short, 1) if len(short) <= LOOKED_AT and len(name) <= LONGEST else []
        shown.append(f"{name} (is it {like[0]}?)" if like else name)
    return ", ".join(shown) + (f" and {len(unknown) - MOST:,} more" if len(unknown) > MOST else "")
