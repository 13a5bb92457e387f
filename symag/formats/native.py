"""symag's own format: JSON, exact, strict (`"format": "symag-lpts", "version": 1`).

The text is parsed at full speed; only after an error is the position looked up, by walking the text once more
along the path of keys that leads to the value.
"""

from __future__ import annotations

import json
from fractions import Fraction
from json.encoder import encode_basestring
from typing import Any

from symag.errors import InputError
from symag.formats.format import Format, SourceText
from symag.formats.json_text import NESTED, JsonNumber, brief, kind_of, parse_json
from symag.formats.native_rows import take_rows, transition_objects
from symag.formats.positions import JsonPath, find_position, is_nested_too_deep
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, as_probability
from symag.model.collector import no_collection
from symag.model.labels import check_action, check_label
from symag.model.rational import check_sum

__all__ = ["FORMAT", "NATIVE", "VERSION", "read_native", "to_json", "write_native"]

FORMAT = "symag-lpts"
VERSION = 1
VERDICT = "this is a verdict, not a model: look at it with 'symag show', have it checked by 'symag audit'"
REQUIRED = ("format", "version", "initial", "transitions")
OPTIONAL = ("name", "alphabet", "states")
CHUNK = 500
"""Transitions that are read between two calls of the watch."""


class _Wrong(Exception):
    """Something is wrong with the value at this path."""

    def __init__(self, path: JsonPath, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message


def read_native(source: SourceText) -> tuple[LPTS]:
    """The one model in a text."""
    text, watch = source.text, source.watch
    try:
        with no_collection():
            return (_model(parse_json(text, watch), watch),)
    except _Wrong as wrong:
        if is_nested_too_deep(text):
            raise InputError(NESTED, None, 1, 1) from None
        raise InputError(wrong.message, None, *find_position(text, wrong.path)) from None


def _model(data: Any, watch: Watch) -> LPTS:
    if not isinstance(data, dict):
        raise _Wrong((), f"a model is a JSON object with the keys {', '.join(REQUIRED)}; this is {kind_of(data)}")
    for key in REQUIRED:
        if key not in data:
            raise _Wrong((), VERDICT if "verdict" in data else f"the key {key!r} is missing")
    for key in data:
        if key not in REQUIRED + OPTIONAL:
            raise _Wrong((key,), f"the key {brief(key)} is not known: use {', '.join(REQUIRED + OPTIONAL)}")
    if data["format"] != FORMAT or isinstance(data["format"], JsonNumber):
        raise _Wrong(("format",), f"the format must be {FORMAT!r}, not {brief(data['format'])}")
    if not isinstance(data["version"], JsonNumber) or data["version"] != str(VERSION):
        raise _Wrong(("version",), f"version {brief(data['version'])} is not known: only {VERSION} is read")
    name = data.get("name", "")
    if type(name) is not str:
        raise _Wrong(("name",), f"the name must be a string, not {brief(name)}")
    if name:
        _checked(("name",), check_label, name, "a name")
    states = _labels(data, "states", "a state", watch)
    alphabet = _labels(data, "alphabet", "an action", watch)
    return _TransitionReader(states, alphabet, watch).model(data, name)


def _labels(data: dict[str, Any], key: str, what: str, watch: Watch) -> list[str] | None:
    if key not in data:
        return None
    if not isinstance(data[key], list):
        raise _Wrong((key,), f"{key!r} must be a list of strings, not {kind_of(data[key])}")
    seen = set()
    is_plain = key == "states"
    for position, label in enumerate(watch.over(data[key])):
        if not (is_plain and type(label) is str and label and label.isascii()):
            _checked((key, position), check_action if key == "alphabet" else check_label, *_labelled(label, key, what))
        if label in seen:
            raise _Wrong((key, position), f"{brief(label)} is listed twice in {key!r}")
        seen.add(label)
    return list(data[key])


def _labelled(label: Any, key: str, what: str) -> tuple[Any, ...]:
    shown = label if type(label) is str else _Opaque(label)
    return (shown,) if key == "alphabet" else (shown, what)


class _Opaque:
    """A value that is not a string, for messages."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return brief(self.value)


class _Numbering:
    """Numbers for labels in the order of their first use; if there is a list of them, for those of the list only."""

    def __init__(self, what: str, listed_as: str, first: tuple[str, ...], listed: list[str] | None) -> None:
        self.what = what
        self.listed_as = listed_as
        self.closed = listed is not None
        self.known = {label: number for number, label in enumerate((*first, *(listed or ())))}

    def number(self, path: JsonPath, label: Any) -> int:
        known = self.known.get(label) if type(label) is str else None
        if known is not None:
            return known
        article = "an" if self.what == "action" else "a"
        _checked(path, check_label, label if type(label) is str else _Opaque(label), f"{article} {self.what}")
        if self.closed:
            raise _Wrong(path, f"the {self.what} {brief(label)} is not in the list {self.listed_as!r}")
        return self.known.setdefault(label, len(self.known))


class _TransitionReader:
    """Collects the transitions; states and actions are numbered by first use, unless they are listed."""

    def __init__(self, states: list[str] | None, alphabet: list[str] | None, watch: Watch) -> None:
        self.states = _Numbering("state", "states", (), states)
        self.actions = _Numbering("action", "alphabet", (TAU,), alphabet)
        self.assembler = Assembler(watch)
        self.vectors: dict[tuple[str, ...], int] = {}
        """See `take_rows`."""

    def model(self, data: dict[str, Any], name: str) -> LPTS:
        initial = self.states.number(("initial",), data["initial"])
        if not isinstance(data["transitions"], list):
            raise _Wrong(("transitions",), f"'transitions' must be a list, not {kind_of(data['transitions'])}")
        rows, position, states = data["transitions"], 0, self.states
        known = states.known, self.actions.known, states.closed, self.vectors
        while position < len(rows):
            taken = take_rows(rows, position, CHUNK, *known, self.assembler)
            if taken < min(position + CHUNK, len(rows)):
                self.transition(("transitions", taken), rows[taken])
                taken += 1
            self.assembler.watch.tick(taken - position)
            position = taken
        return self.assembler.freeze(tuple(self.states.known), initial, tuple(self.actions.known)[1:], name)

    def transition(self, path: JsonPath, row: Any) -> None:
        if not isinstance(row, dict):
            raise _Wrong(path, f"a transition is an object with the keys from, action, to; this is {kind_of(row)}")
        for key in row:
            if key not in ("from", "action", "to"):
                raise _Wrong((*path, key), f"the key {brief(key)} is not known: use from, action, to")
        for key in ("from", "action", "to"):
            if key not in row:
                raise _Wrong(path, f"the key {key!r} is missing in this transition")
        source = self.states.number((*path, "from"), row["from"])
        action = self.actions.number((*path, "action"), row["action"])
        to = row["to"]
        if isinstance(to, dict):
            target = self.assembler.target(self.distribution((*path, "to"), to))
        else:
            target = self.states.number((*path, "to"), to)
        self.assembler.add(source, action, target)

    def distribution(self, path: JsonPath, to: dict[str, Any]) -> dict[int, Fraction]:
        outcomes = {}
        for state, value in self.assembler.watch.over(to.items()):
            where = (*path, state)
            probability = _checked(where, as_probability, str(value) if isinstance(value, str) else _Opaque(value))
            outcomes[self.states.number(where, state)] = probability
        _checked(path, check_sum, outcomes.values())
        ordered = sorted(zip(outcomes, to.values(), strict=True))
        vector = -1 if len(ordered) == 1 else self.assembler.vector(outcomes[state] for state, _ in ordered)
        self.vectors[tuple(text for _, text in ordered)] = vector
        return outcomes


def _checked(path: JsonPath, check: Any, *arguments: Any) -> Any:
    try:
        return check(*arguments)
    except InputError as error:
        raise _Wrong(path, error.message) from None


def to_json(model: LPTS, watch: Watch | None = None) -> dict[str, Any]:
    """The model as the JSON object of the native format."""
    watch = watch or Watch()
    states = list(model.states)
    vectors = [[str(share) for share in watch.over(vector)] for vector in model.vectors]

    transitions = transition_objects(model, states, vectors, watch)
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if model.name:
        data["name"] = model.name
    data |= {"initial": model.initial_state, "alphabet": sorted(model.alphabet)}
    return data | {"states": states, "transitions": transitions}


def write_native(model: LPTS) -> str:
    """The model as text: one line per transition."""
    data = to_json(model)
    head = {key: value for key, value in data.items() if key != "transitions"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    with no_collection():
        quoted = _Quoted()
        rows = ",\n".join([_row_text(row, quoted) for row in data["transitions"]])
    lines.append(f'  "transitions": [\n{rows}\n  ]' if rows else '  "transitions": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


class _Quoted(dict[str, str]):
    """Labels as JSON writes them."""

    def __missing__(self, label: str) -> str:
        self[label] = encode_basestring(label)
        return self[label]


def _row_text(row: dict[str, Any], quoted: _Quoted) -> str:
    to = row["to"]
    if isinstance(to, str):
        goal = quoted[to]
    else:
        goal = f"{{{', '.join([f'{quoted[state]}: {quoted[share]}' for state, share in to.items()])}}}"
    return f'    {{"from": {quoted[row["from"]]}, "action": {quoted[row["action"]]}, "to": {goal}}}'


NATIVE = Format(
    "native JSON",
    (".json",),
    "symag's own format: exact, and complete",
    read=read_native,
    write=lambda models: write_native(*models).encode(),
)
