"""Writes FSP: a process for each component, with a local process for each of its states, and the composition of all.

FSP has no hidden action to write: hidden moves get an action of their own, which the process hides. Actions that no
move carries are an alphabet extension. States that cannot be reached are left out, as LTSA leaves them out; all states
without moves are the one STOP, or ERROR if that is their name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from symag.errors import InputError
from symag.formats.names import RENAME, distinct
from symag.model import LPTS, names_of
from symag.operators import reachable

__all__ = ["fsp_action", "fsp_file", "write_fsp"]

_WORDS = frozenset(
    ["const", "range", "set", "property", "progress", "menu", "animation", "actions", "controls", "target", "import",
     "if", "then", "else", "forall", "when", "deterministic", "minimal", "compose", "assert", "fluent", "constraint",
     "ltl_property", "initially"]
)  # fmt: skip
"""What LTSA does not take for the name of an action."""
_PROCESSES = frozenset({"STOP", "ERROR", "END"})
_INDEX = r"\[(?:0|-?[1-9][0-9]{0,17})\]"
_ACTION = re.compile(rf"(?:[a-z_][A-Za-z0-9_]*|{_INDEX})(?:\.[a-z_][A-Za-z0-9_]*|{_INDEX})*", re.ASCII)
_LONGEST_STATE = 40
"""Characters; if the name of a state is longer, the states are numbered."""
_LINE = 100


def fsp_file(components: Sequence[LPTS]) -> bytes:
    """The components as the contents of an FSP file."""
    return write_fsp(components).encode()


def write_fsp(components: Sequence[LPTS]) -> str:
    """A process for each component; of several, the composition `||SYSTEM` comes last: it is what the file gives."""
    for component, name in zip(components, names_of(components), strict=True):
        _refuse(component, name)
    names = distinct((_process_name(name) for name in names_of(components)), _PROCESSES)
    words = {re.split(r"[.\[]", action)[0] for component in components for action in component.alphabet}
    (hidden,) = distinct(["hidden"], words)
    texts = ["\n".join(_process(*one, hidden, names)) for one in zip(components, names, strict=True)]
    if len(components) > 1:
        (system,) = distinct(["SYSTEM"], (*names, *_PROCESSES))
        texts.append(_filled(f"||{system} = (", names, " || ", ")."))
    return "\n\n".join(texts) + "\n"


def _refuse(model: LPTS, name: str) -> None:
    """An InputError for what FSP cannot express."""
    for action in model.actions[1:]:
        if not _ACTION.fullmatch(action):
            raise InputError(
                f"the action {action!r} of {name} is not a label in FSP: labels are names that begin with a small "
                f"letter, with numbers in brackets, such as p[1].send; {RENAME}"
            )
        if found := _WORDS.intersection(re.split(r"[.\[\]]+", action)):
            raise InputError(
                f"the action {action!r} of {name} is not a label in FSP: {min(found)!r} is a word of FSP; {RENAME}"
            )
    for s in reachable(model) if not model.is_lts else ():
        for t in model.row(s):
            if model.target[t] < 0:
                raise InputError(
                    f"the move by {model.actions[model.action[t]]!r} from the state {model.states[s]!r} of {name} has "
                    "probabilities, and FSP has none: write .json, .aut or .prism"
                )


def fsp_action(action: str) -> str:
    """The action, if it is a label in FSP; otherwise a similar one: `p[1].send` for `p.1.Send`."""
    if _ACTION.fullmatch(action) and not _WORDS.intersection(re.split(r"[.\[\]]+", action)):
        return action
    label = ""
    for word in re.findall(r"[A-Za-z0-9_]+", action):
        if word.isdecimal() and len(word) <= 18:
            label += f"[{int(word)}]"
            continue
        small = word[0].lower() + word[1:] if word[0].isalpha() else f"a{word}"
        label += f".{small}_" if small in _WORDS else f".{small}"
    return label.removeprefix(".") or "action"


def _process_name(text: str) -> str:
    """The text as the name of a process: an upper-case letter, then letters, digits and `_`."""
    word = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    return word[:1].upper() + word[1:] if word[:1].isalpha() else f"P{word}"


def _process(model: LPTS, name: str, hidden: str, names: Collection[str]) -> Iterator[str]:
    """The lines of a process: its beginning, its local processes, and what it adds to its alphabet and hides."""
    kept = [s for s in reachable(model) if model.row(s)]
    local = dict(zip(kept, _state_names(model, kept, name, names), strict=True))
    used = {model.action[t] for s in kept for t in model.row(s)}
    unused = sorted(model.actions[a] for a in range(1, len(model.actions)) if a not in used)
    ends = {s: "ERROR" if model.states[s] == "ERROR" else "STOP" for s in reachable(model) if s not in local}
    called = ends | local
    begins = called[model.initial]
    rows = [] if begins == name else [f"{name} = {begins}"]
    for s in kept:
        moves = [
            f"{model.actions[model.action[t]] if model.action[t] else hidden} -> {called[model.target[t]]}"
            for t in model.row(s)
        ]
        rows.append(_filled(f"{local[s]} = (", moves, " | ", ")"))
    yield from (f"{row}," for row in rows[:-1])
    end = [_filled("+ {", unused, ", ", "}")] if unused else []
    end += [f"\\ {{{hidden}}}"] if 0 in used else []
    line = " ".join([rows[-1], *end])
    yield (line if len(line) <= _LINE else "\n    ".join([rows[-1], *end])) + "."


def _state_names(model: LPTS, states: Sequence[int], own: str, names: Collection[str]) -> list[str]:
    """Those of the model, if they make different names that are not too long; otherwise numbers.

    The initial state, which is the first one, may be called as the process is: it is where the process begins.
    """
    if all(len(model.states[s]) <= _LONGEST_STATE for s in states):
        called = [_process_name(model.states[s]) for s in states]
        others = called[1:] if called[:1] == [own] else called
        if len(set(called)) == len(called) and not _PROCESSES.union(names).intersection(others):
            return called
    return distinct((f"Q{s}" for s in states), (*names, *_PROCESSES))


def _filled(begin: str, items: Sequence[str], between: str, end: str) -> str:
    """The items in lines of limited length."""
    lines, length = [begin], len(begin)
    for at, item in enumerate(items):
        text = item + (between.rstrip() if at < len(items) - 1 else "")
        if at and length + len(text) > _LINE:
            lines.append("\n    ")
            length = 4
        elif at:
            text = f" {text}"
        lines.append(text)
        length += len(text)
    return "".join([*lines, end])
