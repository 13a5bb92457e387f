"""A suite from a TOML file: what to check, by which methods, rules and backends, with which decompositions.

The models are read here, once: what is wrong with a file, a key or a combination is an error before any job runs, and
jobs carry the models to wherever they run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from symag.assume import Component, flatten, method_of
from symag.errors import InputError
from symag.evidence import Conjunction
from symag.file_questions import FileQuestion, questions_in
from symag.formats import ModelReader
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.operators import trim
from symag.options import LIMITS, Options, option_of
from symag.probability import formula
from symag.question import ask
from symag.study.cases.decompositions import two_way
from symag.study.checks import Specified
from symag.study.jobs import digest_of
from symag.study.suite import Suite, SuiteCase
from symag.study.suite_keys import CHECK_KEYS, OPTION_KEYS, SUITE_KEYS, SuiteText, option_value
from symag.study.suite_programs import AskedProgram, is_file, program_models, read_constraints
from symag.study.suite_ways import Ways, ways_of
from symag.study.toml_places import KeyPath

__all__ = ["OwnModels", "read_suite"]

MOST_DIVIDED = 12
"""Components of a system with all of its decompositions: there are 4,094."""


@dataclass(frozen=True)
class OwnModels:
    """Models of the user, as the subject of a job. The key of the job has their hash: it is made once for many jobs."""

    digest: str
    sides: str
    """How the components are divided."""
    components: Component = field(compare=False, repr=False)
    specification: Specified = field(compare=False, repr=False)

    def models(self) -> tuple[Component, Specified]:
        """See `Subject`."""
        return self.components, self.specification


@dataclass(frozen=True)
class _Asked:
    """A question, as its models were read."""

    name: str
    components: Component
    specification: Specified
    relation: str | None = None
    """That of a question which a file asks itself."""
    sided: Mapping[str, tuple[Component, Specified]] = field(default_factory=dict)
    """Of a program, the models of its decompositions."""


def read_suite(path: str | os.PathLike[str]) -> Suite:
    """The suite in a file; an InputError with file, line and key for what is wrong in it."""
    text = SuiteText(os.fspath(path))
    text.check_table((), text.content, SUITE_KEYS)
    checks = text.content.get("check", [])
    if not checks or not all(isinstance(check, dict) for check in checks):
        raise text.error(("check",) if checks else (), "there is nothing to check: write a table [[check]]")
    shared = {name: value for name, value in text.content.items() if name not in ("name", "check")}
    notes: dict[str, None] = {}
    cases: dict[str, SuiteCase] = {}
    for number, check in enumerate(checks):
        where: KeyPath = ("check", number)
        text.check_table(where, check, CHECK_KEYS)
        for case in _Check(text, where, shared, check, notes).cases():
            if case.name in cases:
                raise text.error((*where, "name"), f"two checks are called {case.name!r}: give each a name of its own")
            cases[case.name] = case
    return Suite(text.content.get("name", Path(path).stem), tuple(cases.values()), tuple(notes))


class _Check:
    """One table `[[check]]`."""

    def __init__(
        self, text: SuiteText, where: KeyPath, shared: Mapping[str, Any], own: Mapping[str, Any], notes: dict[str, None]
    ) -> None:
        self.text, self.where, self.own, self.notes = text, where, own, notes
        self.values = {**shared, **own}
        limits = [option_value(name, self.values.get(name)) for name in LIMITS]
        try:
            self.limits = Limits(*limits)
        except InputError as error:
            (name,) = (name for name in LIMITS if name.replace("_", "-") in error.message)
            raise self.error(name, error.message) from None

    def error(self, key: str, message: str) -> InputError:
        """An error about a key of the check, or of all checks."""
        return self.text.error((*self.where, key) if key in self.own or key not in self.values else (key,), message)

    def listed(self, key: str) -> list[Any]:
        """The values of a key that may have several."""
        value = self.values.get(key, [])
        return value if isinstance(value, list) else [value]

    def cases(self) -> Iterator[SuiteCase]:
        """A case for each question, with each combination of constants."""
        if not self.listed("models"):
            raise self.error("models", 'the components are missing: write models = ["sender.json", "channel.json"]')
        if "spec" in self.own and "property" in self.own:
            raise self.error("property", "the property is the specification: leave spec out")
        for key in ("constraint", "sides"):
            if key in self.own and "spec" not in self.own:
                raise self.error(key, "this goes with one program and spec")
        if "assertion" in self.own and {"spec", "property"} & self.own.keys():
            raise self.error("assertion", "an assertion is a question of the file itself: leave spec and property out")
        if self.values.get("repetitions", 1) < 1:
            raise self.error("repetitions", "give 1 or more")
        if self.values.get("expected", "holds") not in ("holds", "violated"):
            raise self.error("expected", f"{self.values['expected']!r} is not right here: give holds or violated")
        for constants in self._constants():
            for asked in self._asked(constants):
                yield self._case(asked)

    def _constants(self) -> Iterator[dict[str, Any]]:
        given = self.values.get("constants", {})
        lists = [value if isinstance(value, list) else [value] for value in given.values()]
        for name, values in zip(given, lists, strict=True):
            if not values or any(type(one) not in (str, int, bool, Decimal) for one in values):
                raise self.text.error(
                    (*(self.where if "constants" in self.own else ()), "constants", name),
                    "give a number, a text, or a list of these",
                )
        for chosen in product(*lists):
            exact: list[Any] = [str(one) if isinstance(one, Decimal) else one for one in chosen]
            yield dict(zip(given, exact, strict=True))

    def _asked(self, constants: dict[str, Any]) -> Iterator[_Asked]:
        """The questions, with these constants."""
        reader = ModelReader(constants, Watch(self.limits))
        files = [Path(self.text.file).parent / file for file in self.listed("models")]
        name = self.own.get("name") or ", ".join(Path(file).name for file in self.listed("models"))
        name += "".join(f", {constant}={value}" for constant, value in constants.items())
        if not {"spec", "property"} & self.own.keys():
            yield from self._own_questions(files, name, reader)
            return
        if "property" in self.own:
            with _Blamed(self, "models"):
                components = reader.sides(files)
            with _Blamed(self, "property"):
                yield _Asked(name, components, formula(self.own["property"]))
        else:
            with _Blamed(self, "spec"):
                found = [one for file in self.listed("spec") for one in reader.properties(self._beside(file))]
            program = self._program(reader, files, found)
            if program is not None:
                yield _Asked(name, program.components, program.specification, None, program.sided)
            else:
                with _Blamed(self, "models"):
                    components = reader.sides(files)
                yield _Asked(name, components, found[0] if len(found) == 1 else Conjunction.of(found))
        self._done(reader)

    def _program(self, reader: ModelReader, files: Sequence[Path], found: Sequence[LPTS]) -> AskedProgram | None:
        """The question about the program that is the one model; None if it is no program."""
        with _Blamed(self, "models"):
            whole = program_models(reader, files[0], found) if len(files) == 1 else None
        if whole is None:
            for key in ("constraint", "sides"):
                if key in self.own:
                    raise self.error(key, "this goes with one program, an .ada file: leave it out")
            return None
        given: Sequence[str | LPTS] = ()
        if "constraint" in self.own:
            named = [self._beside(one) if is_file(one) else one for one in self.listed("constraint")]
            with _Blamed(self, "constraint"):
                given = read_constraints(reader, named)
                whole = program_models(reader, files[0], found, given) or whole
        sided = {}
        with _Blamed(self, "sides"):
            for one in self.listed("sides"):
                sided[one] = program_models(reader, files[0], found, given, one) or whole
        if self.values.get("decompositions", "given") != "given":
            raise self.error("decompositions", "of a program, say which tasks are on which side, by the key sides")
        return AskedProgram(*whole, sided)

    def _own_questions(self, files: Sequence[Path], name: str, reader: ModelReader) -> Iterator[_Asked]:
        """What the file asks itself."""
        if len(files) > 1:
            raise self.error("models", "give spec or property: what files ask themselves is checked one file at a time")
        with _Blamed(self, "models"):
            questions = [one for one in questions_in(files[0], reader) if self._is_chosen(one)]
            if not questions:
                raise InputError(f"there is no assertion {self.own['assertion']!r}")
            for question in questions:
                if question.not_decided:
                    self.notes[f"{name}: {question.text}: left out: {question.not_decided}"] = None
                    continue
                named = name if len(questions) == 1 else f"{name}: {question.text}"
                specification = question.specification
                is_model = isinstance(specification, LPTS | Conjunction)
                yield _Asked(named, question.components, specification, question.relation if is_model else None)
        self._done(reader)

    def _is_chosen(self, question: FileQuestion) -> bool:
        chosen = self.own.get("assertion")
        return chosen in (None, question.number) or str(chosen).split() == (question.text or "").split()

    def _beside(self, file: str) -> Path:
        return Path(self.text.file).parent / file

    def _done(self, reader: ModelReader) -> None:
        with _Blamed(self, "constants"):
            reader.done()
        self.notes |= dict.fromkeys(reader.notes)

    def _case(self, asked: _Asked) -> SuiteCase:
        if asked.sided:
            return self._sided_case(asked)
        parts = flatten(asked.components)
        chosen = self.values.get("decompositions", "given")
        ways = self._ways(asked, chosen != "given")
        digest = digest_of([parts, asked.specification])
        nested = _shape(asked.components)
        divided = {}
        if ways.grouped and chosen != "given":
            for first in self._first_sides(chosen, parts):
                sides = [[parts[i] for i in first], [model for i, model in enumerate(parts) if i not in first]]
                called = " | ".join(", ".join(model.name for model in side) for side in sides)
                divided[called] = OwnModels(digest, _shape(sides, [*first]), sides, asked.specification)
        return SuiteCase(
            asked.name,
            OwnModels(digest, nested, asked.components, asked.specification),
            tuple(way for way in ways.ways if not (divided and way in ways.grouped)),
            ways.grouped if divided else (),
            divided,
            self.limits,
            self.own.get("expected"),
            prod(model.num_states for model in parts),
            self.values.get("repetitions", 1),
        )

    def _sided_case(self, asked: _Asked) -> SuiteCase:
        """A program: with each of its decompositions, by the ways that have a rule, and as a whole by the others."""
        ways: dict[str, Ways] = {}
        for sides, models in asked.sided.items():
            ways[sides] = self._ways(_Asked(asked.name, *models), divided=True)
        first, *others = ways.values()
        if any(other.ways != first.ways for other in others):
            raise self.error("sides", "all decompositions are checked in the same ways: give two sides in each")
        by_rule = tuple(way for way in first.ways if "rule" in way)
        if not by_rule:
            raise self.error("sides", "no method here works by parts: add one, such as learn, or leave sides out")
        return SuiteCase(
            asked.name,
            self._own_models(asked.components, asked.specification),
            tuple(way for way in first.ways if "rule" not in way),
            by_rule,
            {sides: self._own_models(*models) for sides, models in asked.sided.items()},
            self.limits,
            self.own.get("expected"),
            prod(model.num_states for model in flatten(asked.components)),
            self.values.get("repetitions", 1),
        )

    @staticmethod
    def _own_models(components: Component, specification: Specified) -> OwnModels:
        digest = digest_of([flatten(components), specification])
        return OwnModels(digest, _shape(components), components, specification)

    def _ways(self, asked: _Asked, divided: bool) -> Ways:
        """The ways; an InputError if there is none, or if a value is in none of them."""
        options = {
            name: [option_value(name, value) for value in self.listed(name)]
            for name in OPTION_KEYS
            if name in self.values and name not in LIMITS and (name in self.own or self._is_taken(name))
        }
        if asked.relation is not None:
            if "relation" in options:
                raise self.error("relation", "the file's own questions say what their relation is: leave it out")
            options["relation"] = [asked.relation]
        ways = ways_of(options, asked.components, asked.specification, divided)
        if not ways.ways:
            raise self.text.error(self.where, ways.left_out[0][1])
        for name, values in options.items():
            for value in values:
                if not ways.uses(name, value):
                    reason = next((why for way, why in ways.left_out if way.get(name) == value), "no method takes it")
                    raise self.error(name, f"{value!r} goes with none of the other options: {reason}")
        for way, reason in ways.left_out:
            self.notes[f"left out: {', '.join(map(str, way.values()))}: {reason}"] = None
        self._admit(asked, ways.ways[0])
        return ways

    def _is_taken(self, option: str) -> bool:
        """Does a method of this check take the option? If it is set for all checks, it is for those that take it."""
        capability = option_of(option).method if option_of(option).refused else None
        methods = map(method_of, self.listed("method") or ["auto"])
        return capability is None or any(getattr(method, capability) for method in methods)

    def _admit(self, asked: _Asked, way: Mapping[str, Any]) -> None:
        """An InputError if the relation does not admit the models."""
        with _Blamed(self, ""):
            question = ask(asked.components, asked.specification, Options(**way))
            watch = Watch(self.limits)
            trimmed = question.relation.specification.trim(question.specification, watch)
            question.relation.admit([trim(model, watch) for model in question.components], trimmed)

    def _first_sides(self, chosen: str | list[Any], parts: Sequence[LPTS]) -> Iterator[tuple[int, ...]]:
        """The decompositions: which components are on the first side."""
        names = [model.name for model in parts]
        if chosen == "all":
            if len(names) > MOST_DIVIDED:
                raise self.error(
                    "decompositions",
                    f"{len(names)} components have {2 ** len(names) - 2:,} decompositions: list those that you want",
                )
            yield from two_way(len(names))
            return
        if isinstance(chosen, str):
            raise self.error("decompositions", f'{chosen!r} is not right here: give "given", "all", or a list of lists')
        if len(set(names)) < len(names):
            raise self.error("decompositions", "several components have the same name, so they cannot be named here")
        for first in chosen:
            if not isinstance(first, list) or not first or not all(isinstance(name, str) for name in first):
                raise self.error("decompositions", "an item of the list is the list of the first side's components")
            if unknown := [name for name in first if name not in names]:
                raise self.error(
                    "decompositions", f"there is no component {unknown[0]!r}: choose from {', '.join(names)}"
                )
            if len(set(first)) in (0, len(names)) or len(set(first)) < len(first):
                raise self.error("decompositions", "a component is there twice, or none is left for the second side")
            yield tuple(i for i, name in enumerate(names) if name in first)


class _Blamed:
    """Errors of the work inside get the place of a key."""

    def __init__(self, check: _Check, key: str) -> None:
        self.check, self.key = check, key

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, InputError):
            text, where = self.check.text, self.check.where
            if error.file == text.file:
                return
            raise (self.check.error(self.key, str(error)) if self.key else text.error(where, str(error))) from None


def _shape(components: Component, numbers: list[int] | None = None) -> str:
    """How components are nested, as a text; `numbers`: which of them are on the first side."""
    if isinstance(components, LPTS):
        return "."
    shape = f"[{''.join(_shape(component) for component in components)}]"
    return shape if numbers is None else f"{shape} {numbers}"
