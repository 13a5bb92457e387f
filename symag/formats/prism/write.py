"""Writes PRISM: a model as one module of an mdp, with one variable for its states.

Synchronisation in PRISM is by the actions of a module's commands, so an action of the alphabet that no
transition carries gets a command whose guard is false.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symag.errors import InputError
from symag.formats.names import RENAME, distinct
from symag.formats.prism.words import PRISM_KEYWORDS
from symag.model import LPTS

__all__ = ["prism_action", "prism_file", "write_prism"]

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def prism_file(components: Sequence[LPTS]) -> bytes:
    """The components as the contents of a PRISM file, one module for each."""
    return write_prism(components).encode()


def write_prism(components: Sequence[LPTS]) -> str:
    """The components as the modules of one PRISM file, which composes them."""
    numbered = list(enumerate(components, 1))
    names = [prism_action(one.name) if one.name else f"m{number}" for number, one in numbered]
    called = distinct(names, (f"s{number}" for number, _ in numbered))
    return "mdp\n\n" + "\n".join(
        _module(one, name, number) for name, (number, one) in zip(called, numbered, strict=True)
    )


def _is_name(text: str) -> bool:
    return _IDENTIFIER.fullmatch(text) is not None and text not in PRISM_KEYWORDS


def prism_action(action: str) -> str:
    """The action if it is a name in PRISM, otherwise a similar name; also for modules."""
    if _is_name(action):
        return action
    word = re.sub(r"[^A-Za-z0-9]+", "_", action).strip("_")
    word = word if word[:1].isalpha() else f"a{word}"
    return f"{word}_" if word in PRISM_KEYWORDS else word


def _module(model: LPTS, name: str, number: int) -> str:
    variable = f"s{number}"
    lines = [f"module {name}", f"  {variable} : [0..{max(model.num_states - 1, 1)}] init {model.initial};"]
    for action in model.actions[1:]:
        if not _IDENTIFIER.fullmatch(action):
            raise InputError(f"the action {action!r} is not a name in PRISM: letters, digits and _ only; {RENAME}")
        if action in PRISM_KEYWORDS:
            raise InputError(f"the action {action!r} is not a name in PRISM: it is a word of the language; {RENAME}")
    used = set(model.action)
    lines += [f"  [{action}] false -> true;" for a, action in enumerate(model.actions) if a and a not in used]
    for s in range(model.num_states):
        for t in model.row(s):
            action = model.actions[model.action[t]] if model.action[t] else ""
            outcomes = model.outcomes(model.target[t])
            update = " + ".join(f"{probability} : ({variable}'={state})" for state, probability in outcomes)
            lines.append(f"  [{action}] {variable}={s} -> {update};")
    return "\n".join([*lines, "endmodule", ""])
