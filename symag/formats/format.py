"""What symag knows of a language: one record, from which readers, writers, messages, help and documentation derive.

Values that the user gives to constants of a model, `--const K=10,p=0.1`, and which constants the files have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

from symag.errors import InputError
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import LPTS, parse_rational
from symag.model.rational import exact_text, shown

__all__ = [
    "NO_COMMENTS",
    "AskedModels",
    "Assertion",
    "Comments",
    "ConstantValues",
    "Format",
    "ProgramQuestion",
    "SourceText",
    "on_first_use",
]


class ConstantValues:
    """The values by name. Several files may share them; a value for a constant that no file has is an error."""

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        if not isinstance(values, Mapping | None):
            raise InputError(f"constants are a mapping from names to values, not {values!r}")
        self.values = dict(values or {})
        self.known: dict[str, None] = {}
        """The constants that the files have, in their order."""

    def get(self, name: str, type_: str) -> bool | int | Fraction | None:
        """The value for a constant of type `int`, `bool` or `double`, or None if there is none."""
        self.known[name] = None
        if name not in self.values:
            return None
        value = self.values[name]
        if type_ == "bool":
            return _boolean(name, value)
        number = _number(name, value)
        if type_ == "double":
            return number
        if number.denominator != 1:
            raise InputError(f"the constant {name!r} is an int, and the value given is {shown(number)}")
        return int(number)

    def refuse_unknown(self) -> None:
        """An InputError for a value that belongs to no constant of the files."""
        for name in self.values:
            if name not in self.known:
                there = ", ".join(self.known) or "none"
                raise InputError(
                    f"a value is given for {name!r}, but there is no constant of that name: there is {there}"
                )


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, str) and value in ("true", "false"):
        return value == "true"
    if not isinstance(value, bool):
        given = repr(value) if isinstance(value, str) else "a number"
        raise InputError(f"the constant {name!r} is a bool, and the value given is {given}: give true or false")
    return value


def _number(name: str, value: object) -> Fraction:
    if isinstance(value, float):
        raise InputError(f"the value {float(value)!r} for {name!r} is a float, which is not exact: {exact_text(value)}")
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) or (isinstance(value, Decimal) and value.is_finite()):
        try:
            return parse_rational(str(value))
        except InputError as error:
            raise InputError(f"the value for {name!r}: {error.message}") from None
    raise InputError(f"the value {value!r} for {name!r} is not a number: give 10, '0.25' or '1/3'")


@dataclass(frozen=True)
class Comments:
    """How a language writes comments."""

    line: str = ""
    """Begins a comment that ends with its line, such as `//`."""
    block: tuple[str, str] | None = None
    """Begin and end of a comment that may have several lines, such as `/*` and `*/`."""


NO_COMMENTS = Comments()


@dataclass(frozen=True)
class SourceText:
    """A text to be read, with everything that its reader needs. Errors say line and column; the caller adds the
    name of the file."""

    text: str
    constants: ConstantValues = field(default_factory=ConstantValues)
    """The values that the user gives to constants."""
    watch: Watch = field(default_factory=Watch)
    process: str = ""
    """The name of the process to read; if it is empty, the language has a default."""
    notes: dict[str, None] = field(default_factory=dict)
    """What the reader skips or changes, and the user should know; each once, in order."""
    include: Callable[[str], str] | None = None
    """The text of another file, by its path from the folder of this one, in which it must be; None if there is none."""

    def note(self, text: str, position: Position | None = None) -> None:
        """Tell the user something about the text that is no error; a position becomes a part of the note."""
        self.notes[text if position is None else f"line {position.line}: {text}"] = None


class ProgramQuestion(NamedTuple):
    """What the models of a program depend on, beside its text."""

    specification: Sequence[LPTS]
    """The properties: what they do not speak of is left out of the models."""
    constraints: Sequence[str | LPTS] = ()
    """What rules out paths that no execution takes: names of automata of the language, or safety LTSs."""
    sides: str | None = None
    """Which parts of the program are on which side of a decomposition, as `--sides` has it."""


class AskedModels(NamedTuple):
    """What a question is about: do the components satisfy the specification?"""

    components: Sequence[LPTS | tuple[LPTS, ...]]
    """As for `symag.check`."""
    specification: Any
    """One model, properties that must all hold, or a formula."""
    notes: tuple[str, ...] = ()
    """What to know about this question beside the notes on the text."""
    complete: Callable[[], AskedModels] | None = None
    """If states of the components have no moves because they were not expanded: reads the question again, with all of
    them. The components as they are can show a violation, and nothing else."""
    specification_name: str = ""
    """Of several properties together, if they have such a name."""
    search: Callable[[Callable[[AskedModels], Sequence[str] | None]], AskedModels] | None = None
    """If the models depend on constraints that have to be found: finds them, and makes the models, by asking for the
    trace of a violation, which is None where the question holds."""


@dataclass(frozen=True)
class Assertion:
    """A question that a text asks itself."""

    text: str
    """The question as the file has it, in one line: `SYS satisfies SAFETY`."""
    relation: str
    """The name of the relation, such as `traces`."""
    read: Callable[[], AskedModels]
    """Its models. They are read when they are needed, and what is wrong with them is an error then."""
    negated: bool = False
    """Does the text assert that the answer is no?"""
    not_decided: str = ""
    """Why symag does not decide questions of this kind; empty if it does."""


@dataclass(frozen=True)
class Format:
    """A language. `symag.formats.table` lists all of them."""

    name: str
    """What people call it."""
    suffixes: tuple[str, ...]
    """The suffixes of its files, with the dot and in lower case; the most common one first."""
    help: str
    """One line for people."""
    read: Callable[[SourceText], tuple[LPTS, ...]] | None = None
    """From a text to its components; None if symag does not read the language."""
    whole: Callable[[SourceText], LPTS] | None = None
    """From a text to one model, if that is more than the composition of the components; None if it is not."""
    write: Callable[[Sequence[LPTS]], bytes] | None = None
    """From components to the contents of a file; None if symag does not write the language."""
    writes_components: bool = False
    """A file keeps several components apart. Other formats get one model: the composition."""
    asked: Callable[[SourceText, ProgramQuestion], AskedModels] | None = None
    """The models of a question, if a text is a program whose models depend on it; None if a text is a model itself."""
    draws: Callable[[SourceText], str] | None = None
    """The picture of a text in Graphviz's language, if that is more than the picture of its model."""
    picture: Callable[[str], bytes] | None = None
    """From Graphviz's language to the contents of a file; None if the language is none of pictures."""
    action_name: Callable[[str], str] | None = None
    """An action as it is if a file can have it, otherwise a similar name; None if a file can have nearly any name."""
    comments: Comments = NO_COMMENTS
    selects_processes: bool = False
    """A file may have several processes, and `FILE#NAME` is the one of that name."""
    takes_constants: bool = False
    """The user may give values to constants of a file."""
    conjuncts: Callable[[SourceText], tuple[LPTS, ...]] | None = None
    """The properties that a process is composed of, if it consists of properties; None if a language has none."""
    properties: Callable[[SourceText], tuple[str, ...]] | None = None
    """The properties that a text defines, by name; None if the language has no place for them."""
    assertions: Callable[[SourceText], tuple[Assertion, ...]] | None = None
    """The questions that a text asks itself; None if the language has no place for them."""
    refinement: str = ""
    """How a text asserts that the traces of one process, over all events, are traces of another, with {system} and
    {specification} for the two; empty if the language has no place for it."""
    is_hidden: Callable[[str], bool] | None = None
    """Is an action of a component hidden in the process that the components are? None if no action is."""
    keeps_unused_actions: bool = True
    """A file keeps the whole alphabet of a model, with the actions that no transition carries."""
    skips_mark: bool = False
    """A byte-order mark at the beginning of a file is skipped, because tools write one."""
    binary_hint: str = ""
    """What a file with this suffix may be if it is not text, and what to do then."""


def on_first_use(module: str, function: str) -> Callable[..., Any]:
    """A function of a module that is imported when it is first called, so that no format waits for another's parser."""
    return lambda *arguments: getattr(import_module(module), function)(*arguments)
