"""Reads CSPm: the components of a process, the process as one model, and the questions that a script asks."""

from __future__ import annotations

from symag.errors import InputError
from symag.formats.csp.process import Process
from symag.formats.csp.questions import asserted, notes_on_names
from symag.formats.csp.script import AssertedProperty, AssertedRefinement, Script, read_script
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.structure import ProcessStructure, structured
from symag.formats.format import Assertion, SourceText
from symag.model import LPTS, printable
from symag.model.collector import no_collection

__all__ = ["compose_csp", "csp_questions", "read_csp"]

LISTED = 40
"""Names of processes in a message."""


def read_csp(source: SourceText) -> tuple[LPTS, ...]:
    """The components of the named process, or of the one that the first assertion is about."""
    with no_collection():
        structure = _structure(source)
        if len(structure.components) == 1:
            return (structure.whole(source.watch),)
        return structure.components


def compose_csp(source: SourceText) -> LPTS:
    """The process as one model: what it hides is hidden."""
    with no_collection():
        return _structure(source).whole(source.watch)


def csp_questions(source: SourceText) -> tuple[Assertion, ...]:
    """The assertions of the script; those about the named process, if one is named."""
    script = read_script(source)
    found = script.assertions
    if source.process:
        chosen = _chosen(script, source.process)
        found = tuple(one for one in found if _subject(one) == chosen)
    return tuple(asserted(one, source.watch) for one in found)


def _structure(source: SourceText) -> ProcessStructure:
    script = read_script(source)
    process = _chosen(script, source.process) if source.process else _default(script)
    structure = structured(ProcessSpace(source.watch), process, printable(source.process)).marked()
    if not source.process and len(_subjects(script)) > 1:
        source.note(
            f"this is {structure.name}, which the first assertion is about: FILE.csp#NAME names another process"
        )
    for note in (*structure.notes, *notes_on_names(structure.visible)):
        source.note(note)
    return structure


def _chosen(script: Script, name: str) -> Process:
    """The process of that name."""
    if name.isidentifier() and not script.defines(name):
        raise InputError(f"there is no process {printable(name)!r} in this file: there are {_names(script)}")
    try:
        return script.process(name)
    except InputError as error:
        raise InputError(f"the process {printable(name)!r}: {error.message}", None, error.line, error.column) from None


def _default(script: Script) -> Process:
    """The process that the first assertion is about; if there are no assertions, the only one that is defined."""
    subjects = _subjects(script)
    if subjects:
        return subjects[0]
    known = [name for name in script.processes() if "(" not in name]
    if len(known) == 1:
        return script.process(known[0])
    raise InputError(f"the script has no assertions: name the process by FILE.csp#NAME; there are {_names(script)}")


def _subjects(script: Script) -> list[Process]:
    """The processes that assertions are about, each once."""
    return list(dict.fromkeys(map(_subject, script.assertions)))


def _subject(one: AssertedRefinement | AssertedProperty) -> Process:
    return (one.implementation if isinstance(one, AssertedRefinement) else one.process).canonical()


def _names(script: Script) -> str:
    known = script.processes()
    return ", ".join(known[:LISTED]) + (", …" if len(known) > LISTED else "") if known else "none"
