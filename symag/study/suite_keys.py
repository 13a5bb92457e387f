"""The keys of a suite's file, and the checks of their values: every error names the file, the line and the key.

The options of `symag.check` are keys by themselves, from the one table; to add an option is to add a key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, get_args, get_type_hints

from symag.errors import InputError
from symag.formats import read_text
from symag.options import LIMITS, Options, table_of_options
from symag.question import refuse_values
from symag.simulation import get_backend
from symag.study.toml_places import KeyPath, line_of

__all__ = ["CHECK_KEYS", "OPTION_KEYS", "SUITE_KEYS", "SuiteKey", "SuiteText"]

LARGEST_FILE = 2**20


@dataclass(frozen=True)
class SuiteKey:
    """A key: what it means, and which values it may have."""

    name: str
    help: str
    types: tuple[type, ...]
    listed: bool = False
    """May there be a list of values?"""


TEXT, FLAG, WHOLE, NUMBER = (str,), (bool,), (int,), (int, Decimal)
SCALARS = {str: TEXT, bool: FLAG, int: WHOLE, float: NUMBER, object: (str, int, Decimal)}
"""The types of options that a file can give, and what TOML has for them."""


def _option_keys() -> dict[str, SuiteKey]:
    found = {}
    for name, (field, option) in table_of_options().items():
        annotation = get_type_hints(Options)[field.name]
        types = [SCALARS[one] for one in (annotation, *get_args(annotation)) if one in SCALARS]
        if option.command_line and types:
            found[name] = SuiteKey(name, option.help, types[0], listed=name not in LIMITS)
    return found


OPTION_KEYS = _option_keys()
"""The options of `symag.check`: each value of a list, with each value of the other lists."""

SHARED_KEYS = (
    SuiteKey("constants", "Values for constants of the models, by name; of a list, each.", (dict,)),
    SuiteKey(
        "decompositions",
        'Two sides of the components, for rules that have them: "given", "all", or a list; each item names the '
        "components of the first side, and the others are the second.",
        (str, list),
    ),
    SuiteKey("repetitions", "How often each job runs; 1 if it is not given.", WHOLE),
)
SUITE_KEYS = {
    key.name: key
    for key in (
        SuiteKey("name", "What the suite is called; the name of the file if it is not given.", TEXT),
        *SHARED_KEYS,
        SuiteKey("check", "A table for each question: [[check]].", (list,)),
    )
} | OPTION_KEYS
"""Of the file. What is set here is so for each check that does not set it itself."""
CHECK_KEYS = {
    key.name: key
    for key in (
        SuiteKey("name", "What it is called; the names of its models if it is not given.", TEXT),
        SuiteKey("models", "The components: files beside this one, or FILE.lts#PROCESS.", TEXT, True),
        SuiteKey("spec", "The specification, or several properties: files as well.", TEXT, True),
        SuiteKey("property", "A formula in place of a specification.", TEXT),
        SuiteKey(
            "assertion", "Of the questions that the file asks itself, this one: its number, or its text.", (int, str)
        ),
        SuiteKey(
            "constraint", "Of a program: VA(x), TA(t), or files with safety LTSs; all of them together.", TEXT, True
        ),
        SuiteKey(
            "sides",
            "Of a program, the tasks on each side, car/controller, for methods by parts; each of a list.",
            TEXT,
            True,
        ),
        SuiteKey("expected", "holds or violated: a job fails if it finds the opposite.", TEXT),
        *SHARED_KEYS,
    )
} | OPTION_KEYS
"""Of a check. Without `spec` and `property`, it has the questions that its one file asks itself."""

NOUNS = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    Decimal: "a number",
    dict: "a table",
    list: "a list",
}


class SuiteText:
    """The file: its values, and where they are."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.text = read_text(file, LARGEST_FILE)
        try:
            self.content: dict[str, Any] = tomllib.loads(self.text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise self._not_toml(str(error)) from None
        except (RecursionError, ValueError):
            raise InputError("the file is nested too deeply, or has a number that is too long", file) from None

    def _not_toml(self, message: str) -> InputError:
        place = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", message, re.DOTALL)
        said = (place[1] if place else message).rstrip(".")
        line = int(place[2]) if place and place[2] else self.text.count("\n") + 1
        return InputError(
            f"this is not TOML: {said[:1].lower()}{said[1:]}", self.file, line, place and int(place[3] or 1)
        )

    def error(self, path: KeyPath, message: str) -> InputError:
        """The error about the value of a key."""
        named = ""
        for part in path:
            named += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if named else part
        return InputError(f"{named}: {message}" if named else message, self.file, line_of(self.text, path))

    def check_table(self, path: KeyPath, table: Mapping[str, Any], keys: Mapping[str, SuiteKey]) -> None:
        """An InputError for a key that there is not, or a value that it cannot have."""
        for name, value in table.items():
            if name not in keys:
                if not path and name in CHECK_KEYS:
                    raise self.error((name,), "this is a key of a check: write it under [[check]]")
                near = get_close_matches(name, keys, 1)
                remedy = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(keys)}"
                raise self.error((*path, name), f"there is no such key: {remedy}")
            key = keys[name]
            if isinstance(value, list) and key.listed:
                if not value:
                    raise self.error((*path, name), "the list is empty: leave it out, or give a value")
                for one in value:
                    self._check_value((*path, name), one, key)
                if any(one in value[:position] for position, one in enumerate(value)):
                    raise self.error((*path, name), "a value is there twice")
            else:
                self._check_value((*path, name), value, key)

    def _check_value(self, path: KeyPath, value: object, key: SuiteKey) -> None:
        if type(value) not in key.types:
            wanted = " or ".join(NOUNS[one] for one in key.types)
            raise self.error(path, f"{_shown(value)} is not right here: give {wanted}")
        if key.name in OPTION_KEYS:
            try:
                refuse_values(Options(**{key.name: option_value(key.name, value)}))
                if key.name == "backend":
                    get_backend(str(value))
            except InputError as error:
                raise self.error(path, error.message) from None


def option_value(name: str, value: Any) -> Any:
    """A value as `symag.check` takes it: a probability exactly, a limit as a number."""
    if not isinstance(value, Decimal):
        return value
    return float(value) if name in LIMITS else str(value)


def _shown(value: object) -> str:
    text = "a table" if isinstance(value, dict) else repr(str(value) if isinstance(value, Decimal) else value)
    return text if len(text) <= 60 else f"{text[:57]}…"
