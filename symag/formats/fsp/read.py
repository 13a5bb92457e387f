"""Reads FSP: the parts of a process, its composition, and the questions that a file asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symag.errors import InputError
from symag.formats.format import Assertion, ConstantValues, SourceText
from symag.formats.fsp import FSP
from symag.formats.fsp.composite import Parts
from symag.formats.fsp.grammar import parse_fsp
from symag.formats.fsp.part import Part
from symag.formats.fsp.product import composed
from symag.formats.fsp.property import safety, with_loops
from symag.formats.fsp.questions import questions_on
from symag.formats.fsp.syntax import Composite, Definition, FspFile, Primitive
from symag.formats.fsp.values import MAX_INTEGER, FspScope, FspValue, evaluate_fsp, members, range_of
from symag.formats.names import unique_labels
from symag.limits import Watch
from symag.model import LPTS, printable
from symag.model.collector import no_collection

__all__ = ["compose_fsp", "properties", "questions", "read_fsp"]


def read_fsp(source: SourceText) -> tuple[LPTS, ...]:
    """The parts of the named process; by default of the last composite process, or of the last process."""
    with no_collection():  # which would look at millions of objects without a cycle, again and again
        file = _parsed(source)
        process = _chosen(file, source)
        parts = _library(file, source).of(process)
        _tell(parts, source)
        allowed = _specifications(parts, source.watch)
        return allowed or tuple(_component(part, process, source) for part in parts)


def compose_fsp(source: SourceText) -> LPTS:
    """The process as one model, composed as in LTSA: where a part is in ERROR, all of it is."""
    with no_collection():
        file = _parsed(source)
        parts = _library(file, source).of(_chosen(file, source))
        _tell(parts, source)
        allowed = _specifications(parts, source.watch)
        if allowed:  # what all of them allow
            parts = [Part(one, part.labels, part.position) for part, one in zip(parts, allowed, strict=True)]
        model = composed(parts, source.watch).model
        return model if len(parts) == 1 else replace(model, name="")  # the caller gives it the name of the process


def read_conjuncts(source: SourceText) -> tuple[LPTS, ...]:
    """The properties that the process is composed of; none if it has other parts, too."""
    with no_collection():
        file = _parsed(source)
        process = _chosen(file, source)
        if isinstance(process, Primitive):
            return ()
        found = _specifications(_library(file, source).of(process), source.watch)
        names = unique_labels(one.name for one in found)
        return tuple(replace(one, name=name) for one, name in zip(found, names, strict=True))


def questions(source: SourceText) -> tuple[Assertion, ...]:
    """What the file asks of the named process, or of the last composite process."""
    with no_collection():
        file = _parsed(source)
        library = _library(file, source)
        if source.process or file.composites or not file.processes:
            process = _chosen(file, source)
            name, parts = process.name, library.of(process, bare=True)
        else:
            name, parts = "DEFAULT", [part for process in file.processes.values() for part in library.of(process)]
            source.note("the file has no composite process: all its processes run in parallel, as in LTSA")
        _tell(parts, source)
        return questions_on(name, parts, source.watch)


def properties(source: SourceText) -> tuple[str, ...]:
    """The names of the properties in a text that can be parsed."""
    file = parse_fsp(source.text, source.watch)
    return tuple(process.name for process in _defined(file) if process.is_property)


def _parsed(source: SourceText) -> FspFile:
    if "\0" in source.text:
        raise InputError(f"this is no text: {FSP.binary_hint}", None, 1, 1)
    file = parse_fsp(source.text, source.watch)
    kinds: dict[str, list[str]] = {}
    for one in file.skipped:
        kinds.setdefault(one.kind, []).append(one.name)
    for kind, names in kinds.items():
        if kind not in ("fluent", "import"):  # a fluent says nothing by itself
            source.note(f"{kind} {', '.join(names)}: not checked")
    return file


def _tell(parts: Sequence[Part], source: SourceText) -> None:
    """What LTSA warns of."""
    for part in parts:
        for name, position in part.warnings:
            source.note(f"{name} is not defined, or out of its range: it is ERROR", position)


def _component(part: Part, process: Primitive | Composite, source: SourceText) -> LPTS:
    name = part.model.name
    if part.is_property:
        source.note(
            f"the property {name} in {process.name} blocks nothing: what it does not allow leads to ERROR, where it "
            "allows all of its actions; it is checked if no specification is given"
        )
        return with_loops(part, part.model.actions[1:])
    if part.error is not None:
        source.note(f"{name} can reach ERROR, a state without moves")
    return part.model


def _specifications(parts: Sequence[Part], watch: Watch) -> tuple[LPTS, ...]:
    """What the parts allow, if all of them are properties that allow anything; otherwise none."""
    found = [safety(part, watch) for part in parts if part.is_property]
    allowed = tuple(model for model in found if model is not None)
    return allowed if len(allowed) == len(parts) else ()


def _library(file: FspFile, source: SourceText) -> Parts:
    return Parts(file, _scope(file, source.constants, source.watch))


def _chosen(file: FspFile, source: SourceText) -> Primitive | Composite:
    """The named process, of two with this name the composite one. By default the last composite process, else the last
    process, else the last property."""
    name = source.process
    if name:
        chosen: Primitive | Composite | None = file.composites.get(name) or file.processes.get(name)
        if chosen is None:
            known = ", ".join(dict.fromkeys(one.name for one in _defined(file))) or "none"
            raise InputError(f"there is no process {printable(name)!r} in this file: there are {known}")
        return chosen
    composites = list(file.composites.values())
    plain = [process for process in file.processes.values() if not process.is_property]
    found: list[Primitive | Composite] = [*file.processes.values()][-1:] + plain[-1:] + composites[-1:]
    if not found:
        raise InputError("the file defines no process", None, 1, 1)
    return found[-1]


def _defined(file: FspFile) -> list[Primitive | Composite]:
    """All processes in the order of the file."""
    found: list[Primitive | Composite] = [*file.processes.values(), *file.composites.values()]
    return sorted(found, key=lambda process: process.position)


def _scope(file: FspFile, given: ConstantValues, watch: Watch) -> FspScope:
    """Constants, ranges and sets, in the order of the file; values that the user gives replace those of the file."""
    constants: dict[str, FspValue] = {}
    ranges: dict[str, tuple[int, int]] = {}
    sets: dict[str, tuple[tuple[str | int, ...], ...]] = {}
    scope = FspScope(watch, constants, ranges, sets)
    seen: set[tuple[str, str]] = set()
    for definition in file.definitions:
        name = definition.name
        if (definition.kind, name) in seen:
            raise definition.position.error(f"the {definition.kind} {name!r} is defined twice")
        seen.add((definition.kind, name))
        if definition.members is not None:
            sets[name] = tuple(members(definition.members, {}, scope))
        elif definition.high is not None:
            ranges[name] = _range(definition, scope)
        else:
            constants[name] = _constant(definition, given, scope)
    return scope


def _range(definition: Definition, scope: FspScope) -> tuple[int, int]:
    assert definition.low is not None
    assert definition.high is not None
    found = range_of(definition.low, definition.high, {}, scope)
    return found.start, found.stop - 1


def _constant(definition: Definition, given: ConstantValues, scope: FspScope) -> FspValue:
    assert definition.low is not None
    value = given.get(definition.name, "int")
    if isinstance(value, int) and abs(value) >= MAX_INTEGER:
        raise definition.position.error(f"the value given for {definition.name!r} has more than 18 digits")
    return evaluate_fsp(definition.low, {}, scope) if value is None else int(value)
