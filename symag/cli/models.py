"""How the commands read models: with the constants, limits and progress that they share."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from os.path import isfile
from pathlib import Path
from typing import Any

from symag.assume import FIGURES, Component, flatten
from symag.errors import InputError, LimitReached
from symag.evidence import write_document
from symag.file_questions import FileQuestion, questions_in
from symag.flow import AUTO
from symag.formats import (
    AskedModels,
    ModelReader,
    ProgramQuestion,
    format_of,
    properties_in,
    refuse_formula,
    split_process,
)
from symag.limits import Limits, Listener, Watch, peak_memory_mb
from symag.model import LPTS, printable
from symag.notes import listed, short
from symag.operators import trim
from symag.probability import Formula, all_of, formula
from symag.relations import DEFAULT_RELATION, PROBABILITY, Relation, default_relation, relation_of

MARKED = 50
"""Characters of a formula before and after what is wrong."""

__all__ = ["QuestionFiles", "program_models", "read_model", "reader_of", "refuse_search", "unknown_json"]


class QuestionFiles:
    """The questions that files ask: with a specification one, and without it all that the one file asks itself."""

    def __init__(
        self,
        components: list[Path],
        spec: list[Path] | None,
        assumptions: list[Path] | None,
        const: list[str] | None,
        limits: Limits,
        listener: Listener | None = None,
        relation: str | None = None,
        assertion: str | None = None,
        property: list[str] | None = None,
        at_most: str | None = None,
        constraints: list[str] | None = None,
        sides: str | None = None,
    ) -> None:
        self.reader = reader = reader_of(const, Watch(limits, listener))
        self.questions: tuple[FileQuestion, ...]
        if (constraints or sides is not None) and (not spec or len(components) > 1):
            raise InputError("--constraint and --sides go with one program and --spec: leave them out")
        if property:
            if spec or assertion is not None:
                raise InputError("--property is the specification: leave --spec and --assertion out")
            if relation not in (None, PROBABILITY.name):
                raise InputError(f"the relation {relation!r} is not about formulas: leave --relation or --property out")
            self.questions = (_formula_question(components, _formula(property), reader),)
        elif not spec:
            if at_most is not None:
                raise InputError("--at-most bounds how likely a trace leaves a model: give that with --spec P")
            self.questions = _selected(questions_in(_only(components), reader), assertion)
        elif assertion is None:
            if relation == PROBABILITY.name and at_most is None:
                raise InputError(
                    f"the relation {relation!r} is about formulas: give --property 'P<=1/10 [ F fail ]' in place of "
                    "--spec, or --at-most 1/10 to bound how likely a trace leaves the specification"
                )
            self.questions = (_question(components, spec, relation, reader, constraints or [], sides),)
        else:
            raise InputError("--assertion selects a question of the file itself: leave --spec out")
        self.assumptions = [reader.model(file) for file in assumptions] if assumptions else None
        reader.done()


def _selected(questions: tuple[FileQuestion, ...], assertion: str | None) -> tuple[FileQuestion, ...]:
    """The question of that number or text, or all of them."""
    if assertion is None:
        return questions
    if assertion.isdecimal():
        found = questions[int(assertion) - 1 : int(assertion)] if int(assertion) else ()
    else:
        found = tuple(question for question in questions if _squeezed(question.text or "") == _squeezed(assertion))
    if not found:
        known = "; ".join(f"{number}: {question.text}" for number, question in enumerate(questions, 1))
        raise InputError(f"there is no assertion {assertion!r}; give the number, or the text, of one of these: {known}")
    return found


def _squeezed(assertion: str) -> str:
    """The text of an assertion without what does not matter: the word `assert`, and blanks."""
    words = assertion.split()
    return "".join(words[words[:1] == ["assert"] :])


def _only(components: list[Path]) -> Path:
    if len(components) > 1:
        raise InputError(
            "give the specification with --spec P, or a formula with --property; what files ask themselves is checked "
            "one file at a time"
        )
    return components[0]


def _question(
    components: list[Path],
    spec: list[Path],
    relation: str | None,
    reader: ModelReader,
    constraints: list[str],
    decomposition: str | None,
) -> FileQuestion:
    """The question that the user asks by a specification, or by several properties."""
    for file in spec:
        refuse_formula(file)
    found = [(file, one) for file in spec for one in reader.properties(file)]
    program = program_models(components, ProgramQuestion([one for _, one in found], constraints, decomposition), reader)
    sides = reader.sides(components) if program is None else program.components
    decided = default_relation(flatten(sides)) if relation is None else relation_of(relation)
    notes: list[str] = []
    for file, specification in found:
        _refuse_unfit(decided, specification, file)
    for file in spec:
        notes += _notes_on_files(components, file, reader.watch)
    notes += [*_notes_on_properties(components, reader.watch), *reader.notes]
    for file, specification in found:
        notes += _notes_on_events(components, file, sides, specification)
    properties = tuple(one for _, one in found)
    if program is not None:
        return FileQuestion(None, relation, lambda: program._replace(notes=tuple(notes)))
    name = (split_process(spec[0])[1] or "") if len(spec) == 1 else ""
    models = AskedModels(sides, properties[0] if len(found) == 1 else properties, tuple(notes), specification_name=name)
    return FileQuestion(None, relation, lambda: models)


def refuse_search(constraints: list[str] | None) -> None:
    """An InputError if constraints are to be found: only check finds them, because it decides the question for that."""
    if AUTO in (constraints or ()):
        raise InputError(
            "--constraint auto finds constraints by deciding: let symag check find them, and name them here, such as "
            "--constraint 'VA(x)'"
        )


def program_models(components: list[Path], question: ProgramQuestion, reader: ModelReader) -> AskedModels | None:
    """The models of the program that is the one component; None if it is no program."""
    if len(components) == 1:
        names = map(str, question.constraints)
        files = [reader.model(one) if format_of(one) is not None else one for one in names]
        models = reader.asked(components[0], question._replace(constraints=files))
        if models is not None:
            return models
    if question.constraints or question.sides is not None:
        raise InputError("--constraint and --sides go with one program, an .ada file: leave them out")
    return None


def _formula(texts: list[str]) -> Formula:
    """The formula that all of these hold; if one is none, the line with a mark under the place is printed before the
    error."""
    return all_of([_one_formula(text) for text in texts])


def _one_formula(text: str) -> Formula:
    if " " not in text.strip() and "[" not in text and (format_of(text) is not None or isfile(text)):
        raise InputError(f"--property takes a formula, and {text!r} looks like a file: give files with --spec")
    try:
        return formula(text)
    except InputError as error:
        if error.line is not None and error.column is not None:
            line, start = text.split("\n")[error.line - 1], max(0, error.column - MARKED)
            shown = printable(line[start : start + 2 * MARKED])
            print(f"  {shown}\n  {' ' * (error.column - 1 - start)}^", file=sys.stderr)
        raise


def _formula_question(components: list[Path], asked: Formula, reader: ModelReader) -> FileQuestion:
    """The question that the user asks by a formula."""
    sides = reader.sides(components)
    models = AskedModels(sides, asked, (*_notes_on_properties(components, reader.watch), *reader.notes))
    return FileQuestion(None, PROBABILITY.name, lambda: models)


def _notes_on_events(components: list[Path], spec: Path, sides: Component, specification: LPTS) -> tuple[str, ...]:
    """A note, if the language asserts refinements over all events, and the system has more than the specification."""
    files = [split_process(one)[0] for one in (spec, *components)]
    (language, *others) = map(format_of, files)
    if language is None or not language.refinement or any(one is not language for one in others):
        return ()
    hides = language.is_hidden or (lambda action: False)
    known = frozenset[str]().union(*(model.alphabet for model in flatten(sides)))
    more = [action for action in sorted(known - specification.alphabet) if not hides(action)]
    if not more:
        return ()
    system = (len(components) == 1 and split_process(components[0])[1]) or "IMPL"
    written = language.refinement.format(specification=specification.name, system=system)
    where = Path(files[0]).name if len(set(files)) == 1 else f"a {language.name} script"
    return (
        f"{short(specification.name)}, as --spec gives it, constrains its own alphabet only, and not "
        f"{listed(more, 4)}; to constrain all events, write '{written}' in {where}, and check that file without --spec",
    )


def _notes_on_properties(components: list[Path], watch: Watch) -> tuple[str, ...]:
    """A note for a property of a file that is given as a component."""
    return tuple(
        f"{Path(file).name}: {process} is a property: as a component it blocks what it does not allow"
        for file, process in map(split_process, components)
        if process and process in properties_in(file, watch)
    )


def _notes_on_files(components: list[Path], spec: Path, watch: Watch) -> tuple[str, ...]:
    """A note, if the specification is the last process of a file that also has properties."""
    files = {Path(split_process(component)[0]).resolve() for component in components}
    if Path(split_process(spec)[0]).resolve() not in files:
        return ()
    known = properties_in(spec, watch)
    if not known:
        return ()
    name = Path(spec).name
    noun = "property" if len(known) == 1 else "properties"
    return (
        f"--spec {name} is the last process of {name}, not its {noun} {listed(known, 4)}: "
        f"write --spec {name}#{short(known[0])} for the property",
    )


def _refuse_unfit(relation: Relation, specification: LPTS, file: Path) -> None:
    """An InputError with the file's name if the relation does not admit the specification."""
    try:
        relation.admit((), trim(specification))
    except InputError as error:
        raise error.at(str(file)) from None


def unknown_json(reached: LimitReached, options: Mapping[str, Any], property: list[str] | None) -> dict[str, Any]:
    """The object that `check --json` prints if a limit was reached before all models were read."""
    asked = {name: options[name] for name in ("relation", "method", "rule", "backend")}
    is_bound = bool(property) or options["at_most"] is not None
    asked["relation"] = asked["relation"] or (PROBABILITY.name if is_bound else DEFAULT_RELATION)
    statistics = dict.fromkeys(("seconds", *FIGURES)) | {"peak_memory_mb": round(peak_memory_mb(), 1)}
    return write_document(asked | {"reason": str(reached), "limit": reached.kind, "statistics": statistics})


def reader_of(const: list[str] | None, watch: Watch) -> ModelReader:
    """A reader of models with the values that `--const` gives."""
    return ModelReader(_constants(const), watch)


def read_model(file: Path, const: list[str] | None, watch: Watch) -> LPTS:
    """The model in a file; several modules are composed."""
    reader = reader_of(const, watch)
    model = reader.model(file)
    reader.done()
    return model


def _constants(given: list[str] | None) -> dict[str, object]:
    """The values of `--const K=10,p=0.1 --const q=1/3` by name."""
    found: dict[str, object] = {}
    for pair in (pair.strip() for option in given or () for pair in option.split(",")):
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not (name and equals and value):
            raise InputError(f"--const {pair!r} cannot be read: write NAME=VALUE, for example K=10,p=0.1")
        if name in found:
            raise InputError(f"--const gives {name!r} two values")
        found[name] = value
    return found
