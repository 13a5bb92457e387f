"""Reads FSP: from a text of processes to the parts of one of them."""

from __future__ import annotations

from symag.errors import InputError
from symag.formats.format import ConstantValues, SourceText
from symag.formats.fsp import FSP
from symag.formats.fsp.composite import Parts
from symag.formats.fsp.grammar import parse_fsp
from symag.formats.fsp.labels import members, range_of
from symag.formats.fsp.part import refuse_errors, without_errors
from symag.formats.fsp.syntax import Composite, Definition, FspFile, Primitive
from symag.formats.fsp.values import MAX_INTEGER, FspScope, integer
from symag.formats.positions import Position
from symag.limits import Watch
from symag.model import LPTS, printable
from symag.model.collector import no_collection

__all__ = ["properties", "read_fsp"]


def read_fsp(source: SourceText) -> tuple[LPTS, ...]:
    """The parts of the named process; by default of the last composite process, or of the last process."""
    if "\0" in source.text:
        raise InputError(f"this is no text: {FSP.binary_hint}", None, 1, 1)
    with no_collection():  # which would look at millions of objects without a cycle, again and again
        return _parts(parse_fsp(source.text, source.watch), source)


def properties(source: SourceText) -> tuple[str, ...]:
    """The names of the properties in a text that can be parsed."""
    processes = parse_fsp(source.text, source.watch).processes.values()
    return tuple(one.name for one in processes if isinstance(one, Primitive) and one.is_property)


def _parts(file: FspFile, source: SourceText) -> tuple[LPTS, ...]:
    scope = _scope(file, source.constants, source.watch)
    chosen = source.process or _last(file)
    if chosen not in file.processes:
        known = ", ".join(file.processes)
        raise InputError(f"there is no process {printable(chosen)!r} in this file: there are {known or 'none'}")
    parts = Parts(file, scope).of(chosen, (), Position(1, 1))
    refuse_errors(parts, source.watch)
    return tuple(without_errors(part).model for part in parts)


def _last(file: FspFile) -> str:
    """The last composite process, else the last process, else the last property."""
    processes = file.processes.values()
    composites = [process for process in processes if isinstance(process, Composite)]
    plain = [process for process in processes if isinstance(process, Primitive) and not process.is_property]
    chosen = composites or plain or list(processes)
    if not chosen:
        raise InputError("the file defines no process", None, 1, 1)
    return chosen[-1].name


def _scope(file: FspFile, given: ConstantValues, watch: Watch) -> FspScope:
    """Constants, ranges and sets, in the order of the file; values that the user gives replace those of the file."""
    constants: dict[str, int] = {}
    ranges: dict[str, tuple[int, int]] = {}
    sets: dict[str, tuple[tuple[str | int, ...], ...]] = {}
    scope = FspScope(watch, constants, ranges, sets)
    for definition in file.definitions:
        name = definition.name
        if name in constants or name in ranges or name in sets:
            raise definition.position.error(f"{name!r} is defined twice")
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


def _constant(definition: Definition, given: ConstantValues, scope: FspScope) -> int:
    assert definition.low is not None
    value = given.get(definition.name, "int")
    if isinstance(value, int) and abs(value) >= MAX_INTEGER:
        raise definition.position.error(f"the value given for {definition.name!r} has more than 18 digits")
    return integer(definition.low, {}, scope) if value is None else int(value)
