"""The schema of `verdict.json`: one table of keys, from which the object is written, read and described.

A new key is one entry of `KEYS`. The kernel (`symag.kernel`) reads the file by itself.

Version policy: a new key, kind of evidence or relation does not change the version, because an older reader ignores or
rejects what it does not know. A key that is removed, or gets another meaning, makes a new version.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from symag.errors import InputError
from symag.model.rational import MAX_EXACT_DIGITS, parse_rational

__all__ = [
    "FORMAT",
    "KEYS",
    "NO_VERDICT",
    "Key",
    "claimed_verdict",
    "describe_schema",
    "get",
    "read_document",
    "separate_verdicts",
    "write_document",
]

FORMAT = {"format": "symag-verdict", "version": 1}
"""The first keys of every verdict file."""
VERDICTS = ("holds", "violated", "unknown")
NO_VERDICT = "this is not a verdict file, as 'symag check --output' writes it"
WORD = re.compile(r"[\w:./+-]{1,40}")
"""The name of a method, a rule, a backend: nothing that reads as if the verdict had been checked."""
MAX_SELECTION = 120
MAX_FIGURE = 2**63
FIGURES = ("states_explored", "largest_composition", "transitions_explored")
MAX_NOTES, MAX_NOTE = 20, 500

Kind = TypeVar("Kind")


def get(data: Any, key: str, kind: type[Kind]) -> Kind:
    """The value of a key, which must be there and be of this kind."""
    if not isinstance(data, dict) or key not in data:
        raise InputError(f"the key {key!r} is missing")
    value = data[key]
    if not isinstance(value, kind):
        raise InputError(f"the value of {key!r} is not of the kind that it must be")
    return value


def _word(data: Any, key: str) -> str:
    word = get(data, key, str)
    if not WORD.fullmatch(word):
        raise InputError(f"the value of {key!r} is not a name")
    return word


def _optional(read: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    return lambda data, key: None if data.get(key) is None else read(data, key)


def _text(data: Any, key: str) -> str:
    return get(data, key, str)


def _fraction(data: Any, key: str) -> Fraction:
    return parse_rational(get(data, key, str), MAX_EXACT_DIGITS)


def _list(data: Any, key: str) -> list[Any]:
    return get(data, key, list)


def _notes(data: Any, key: str) -> tuple[str, ...]:
    """The notes of the file, which are its claims: no more and no longer ones than symag writes."""
    notes = get(data, key, list)
    if len(notes) > MAX_NOTES or not all(isinstance(note, str) and len(note) <= MAX_NOTE for note in notes):
        raise InputError(f"the value of 'notes' is not a list of at most {MAX_NOTES} sentences")
    return tuple(notes)


def _statistics(data: Any, key: str) -> dict[str, Any]:
    given = get(data, key, dict)
    found: dict[str, Any] = {figure: _number(given, figure) for figure in ("seconds", "peak_memory_mb")}
    composed = given.get("states_explored") is not None
    for figure in FIGURES:
        found[figure] = (_number(given, figure) if given.get(figure) else 0) if composed else None
    if given.get("encoding") is not None:
        found["encoding"] = _word(given, "encoding")
    if given.get("selection") is not None:
        found["selection"] = " ".join(get(given, "selection", str).split())[:MAX_SELECTION]
    return found


def _flag(data: dict[str, Any], key: str) -> bool:
    return data.get(key) is True


def _number(data: dict[str, Any], key: str) -> float:
    value = data.get(key)
    if not isinstance(value, int | float) or not 0 <= value < MAX_FIGURE:
        raise InputError(f"the figure {key!r} is not a number, or out of bounds")
    return value


@dataclass(frozen=True)
class Key:
    """A key of the object after `format` and `version`."""

    name: str
    help: str
    """Its value and its meaning."""
    checked: bool = False
    """Does an accepted audit show its value? Otherwise it is a claim of the file."""
    read: Callable[[Any, str], Any] | None = None
    """Reads its value back for people; None if the readers of models and evidence do."""
    default: Any = None
    """Where a limit was reached before there was anything to check."""


KEYS = (
    Key("symag", "the version of symag that wrote the file"),
    Key("number", "of a question that a file asks: its number there, as --assertion takes it; else null"),
    Key("question", "the question as a file asks it, or null", read=_optional(_text)),
    Key("negated", "does the file assert that the answer is no?", read=_flag, default=False),
    Key("verdict", '"holds", "violated" or "unknown"', True, _word, "unknown"),
    Key("relation", 'what was decided: "simulation" or "traces"', True, _word),
    Key("method", "how, as it was asked for", read=_word),
    Key("rule", "the rule of a proof by parts, or null", read=_optional(_word)),
    Key("backend", "what decided", read=_word),
    Key(
        "reason", "of an unknown verdict: the limit that was reached, or the obstacle; else null", read=_optional(_text)
    ),
    Key("limit", 'of an unknown verdict: the kind of the limit, such as "timeout"; else null', read=_optional(_word)),
    Key(
        "conservative",
        "is the system a flow graph, which has all traces of a program, and perhaps more?",
        read=_flag,
        default=False,
    ),
    Key("audited", "had the kernel accepted the evidence when the file was written?", default=False),
    Key("notes", "what to look at before trusting the verdict, a list of sentences", read=_notes, default=()),
    Key("value", "the probability that the question asks for, a fraction; or null", read=_optional(_fraction)),
    Key("iterations", "the number of iterations", default=0),
    Key("history", "the figures of each iteration, a list of objects", read=_list, default=()),
    Key("statistics", "seconds, memory, sizes and counts; null for a figure that is not known", read=_statistics),
    Key("components", "name, size and model of each component, in order", True, default=()),
    Key("specification", "name, size and model of the specification", True),
    Key("assumptions", "the models A1, A2, … of the proof", True, default=()),
    Key("counterexample", "of a violated verdict: the tree and its refutation, or the trace; else null", True),
    Key("certificate", "of a verdict that holds: a relation, or premises with one relation each; else null", True),
    Key(
        "minimality", "how small the assumptions can be: sizes, lower bounds and the evidence for these; or null", True
    ),
)


@cache
def symag_version() -> str:
    """Looked up once: it takes as long as a small check."""
    from importlib.metadata import version  # slow to import

    return version("symag")


def write_document(values: Mapping[str, Any]) -> dict[str, Any]:
    """The object with these values, and the default of every other key."""
    unknown = values.keys() - {key.name for key in KEYS}
    assert not unknown, unknown
    known = {"symag": symag_version()} | dict(values)
    written = {key.name: known.get(key.name, key.default) for key in KEYS}
    return FORMAT | {name: list(value) if isinstance(value, tuple) else value for name, value in written.items()}


def claimed_verdict(text: str) -> str | None:
    """The claim of a verdict file: holds, violated or unknown; None if it is no verdict file."""
    try:
        claim = json.loads(text, parse_int=str)["verdict"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return claim if claim in VERDICTS else None


def separate_verdicts(text: str) -> list[str]:
    """The texts of the verdicts in a file, as the kernel separates them: of its one verdict, or of each of
    `{"questions": [verdict, …]}`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return [text]
    questions = data.get("questions") if isinstance(data, dict) and "verdict" not in data else None
    return list(map(json.dumps, questions)) if isinstance(questions, list) and questions else [text]


def read_document(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The object, and the values that are read here; an InputError if it is not as symag writes it."""
    data = json.loads(text)
    if any(type(data.get(key)) is not type(value) or data[key] != value for key, value in FORMAT.items()):
        raise InputError("its format is not {format} {version}".format(**FORMAT))
    return data, {key.name: key.read(data, key.name) for key in KEYS if key.read is not None}


def describe_schema() -> str:
    """The keys as a table in Markdown; an accepted audit shows those that are checked."""
    rows = [f"| `{key.name}` | {key.help} | {'yes' if key.checked else ''} |" for key in KEYS]
    first = [f"| `{key}` | `{json.dumps(value)}` | yes |" for key, value in FORMAT.items()]
    return "\n".join(["| key | value | checked |", "|---|---|---|", *first, *rows])
