"""Models from and to files: one model, or the components that a file of several modules has."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from symag.errors import InputError
from symag.formats.files import kind_of_file, read_beside, read_text, write_atomically
from symag.formats.format import AskedModels, Assertion, ConstantValues, Format, ProgramQuestion, SourceText
from symag.formats.table import format_of, format_with, list_suffixes
from symag.limits import Limits, Watch
from symag.model import LPTS, printable
from symag.operators import compose

__all__ = [
    "ModelReader",
    "load",
    "load_components",
    "loads",
    "properties_in",
    "read_components",
    "refuse_formula",
    "save",
    "split_process",
]

Found = TypeVar("Found")

FORMULA = re.compile(
    r"""
    [<>]=? | =\? | \[\] | => | -> | && | \|\|        # bounds, queries, and connectives
    | ^ \s* [PSRAE]\w* \s* \[ .* \] \s* $             # P [ … ], A [ … ]
    | (?: ^ | [\s(\[!] ) [AE]?[GFX] [\s(!]             # G safe, F (done), AG !error
    | \s [UWR] \s                                     # a U b
    | ^ \s* !                                        # !error
    """,
    re.VERBOSE | re.DOTALL,
)


class ModelReader:
    """Reads the files of one question: they share one clock, and the values for constants."""

    def __init__(self, constants: Mapping[str, object] | None = None, watch: Watch | None = None) -> None:
        self.constants = ConstantValues(constants)
        self.watch = watch or Watch()
        self.files: dict[str, None] = {}
        self.notes: dict[str, None] = {}
        """What the readers skipped or changed, with the name of the file; each once, in order."""

    def components(self, path: str | os.PathLike[str]) -> tuple[LPTS, ...]:
        """Every component in the file."""
        file, _ = split_process(path)
        format = _readable(file)
        assert format.read is not None
        models = self._asked(format.read, path, format)
        return tuple(model if model.name else replace(model, name=printable(Path(file).stem)) for model in models)

    def assertions(self, path: str | os.PathLike[str]) -> tuple[Assertion, ...]:
        """The questions that the file asks itself; an InputError if there are none. Their models are read later."""
        file, _ = split_process(path)
        format = _readable(file)
        found: tuple[Assertion, ...] = ()
        if format.assertions is not None:
            source = self._source(path, format)
            with self._at(file, source):
                found = format.assertions(source)
        if not found:
            if not os.path.exists(file):
                read_text(file)
            remedy = "give the specification with --spec P, or look for deadlocks with symag deadlock"
            raise InputError(f"asks no question of its own: {remedy}", os.fspath(path))
        return tuple(replace(one, read=partial(self._read_later, one.read, file, source)) for one in found)

    def asked(self, path: str | os.PathLike[str], question: ProgramQuestion) -> AskedModels | None:
        """The models of a question about the program in the file; None if the file is no program."""
        file, _ = split_process(path)
        format = _readable(file)
        if format.asked is None:
            return None
        source = self._source(path, format)
        with self._at(file, source):
            return _named_after(file, format.asked(source, question))

    def draw(self, path: str | os.PathLike[str], output: str | os.PathLike[str]) -> bool:
        """Write the picture of a text, if that is more than the picture of its model; says whether it is."""
        format, drawn = _readable(split_process(path)[0]), format_of(output)
        draws = format.draws
        if draws is None or drawn is None or drawn.picture is None:
            return False
        (text,) = self._asked(lambda source: (draws(source),), path, format)
        write_atomically(os.fspath(output), drawn.picture(text))
        return True

    def _read_later(self, read: Callable[[], AskedModels], file: str, source: SourceText) -> AskedModels:
        """The models of a question, with the notes and errors of the file."""
        with self._at(file, source):
            models = read()
        if models.complete is None:
            return models
        return models._replace(complete=partial(self._read_later, models.complete, file, source))

    def _asked(
        self, question: Callable[[SourceText], tuple[Found, ...]], path: str | os.PathLike[str], format: Format
    ) -> tuple[Found, ...]:
        """What a function of the format finds in the file."""
        source = self._source(path, format)
        with self._at(split_process(path)[0], source):
            return question(source)

    def _source(self, path: str | os.PathLike[str], format: Format) -> SourceText:
        file, process = split_process(path)
        self.files[file] = None
        self.watch.check("reading")
        text = read_text(file, binary_hint=format.binary_hint, skips_mark=format.skips_mark)
        return SourceText(text, self.constants, self.watch, process, include=partial(read_beside, file))

    @contextmanager
    def _at(self, file: str, source: SourceText) -> Iterator[None]:
        """Errors and notes get the name of the file."""
        try:
            yield
        except InputError as error:
            raise error.at(file) from None
        finally:
            self.notes |= {f"{printable(Path(file).name)}: {note}": None for note in source.notes}

    def side(self, path: str | os.PathLike[str]) -> LPTS | tuple[LPTS, ...]:
        """The component in the file, or the list of them if there are several."""
        found = self.components(path)
        return found[0] if len(found) == 1 else found

    def sides(self, paths: Sequence[Path]) -> list[LPTS | tuple[LPTS, ...]]:
        """The components for `check`: a side for each file; of one file alone, its components."""
        return list(self.components(paths[0])) if len(paths) == 1 else [self.side(path) for path in paths]

    def model(self, path: str | os.PathLike[str]) -> LPTS:
        """The one model in the file. Several components are composed, and named after the file or the process."""
        format = _readable(split_process(path)[0])
        if format.whole is None:
            return self.composed(self.components(path), path)
        whole = format.whole
        (model,) = self._asked(lambda source: (whole(source),), path, format)
        return model if model.name else replace(model, name=_name(path))

    def properties(self, path: str | os.PathLike[str]) -> tuple[LPTS, ...]:
        """The specification in the file: the properties that it is composed of, or one model."""
        format = _readable(split_process(path)[0])
        found = () if format.conjuncts is None else self._asked(format.conjuncts, path, format)
        return found if len(found) > 1 else (self.model(path),)

    def composed(self, components: tuple[LPTS, ...], path: str | os.PathLike[str]) -> LPTS:
        """The composition of the components in the file, named after the file or the process; or its one component."""
        if len(components) == 1:
            return components[0]
        if _readable(split_process(path)[0]).whole is not None:
            return self.model(path)
        return self._composed(components, _name(path))

    def text(self, text: str, format: str) -> LPTS:
        """The one model in a text."""
        known = _known(format)
        if known.whole is not None:
            return known.whole(SourceText(text, self.constants, self.watch))
        found = read_components(text, format, self.constants, self.watch)
        return found[0] if len(found) == 1 else self._composed(found, "")

    def _composed(self, components: tuple[LPTS, ...], name: str) -> LPTS:
        composed = compose(*components, watch=self.watch)
        return replace(composed, name=name) if name else composed

    def limits_left(self) -> Limits:
        """The limits of the reader's watch for what comes after reading: the time that is spent does not come back."""
        limits = self.watch.limits
        return replace(limits, spent=limits.spent + self.watch.elapsed())

    def done(self) -> None:
        """All files are read: a value for a constant that no file has is an error."""
        try:
            self.constants.refuse_unknown()
        except InputError as error:
            raise error.at(", ".join(self.files) or None) from None


def _name(path: str | os.PathLike[str]) -> str:
    """The process, or the file without its suffix."""
    file, process = split_process(path)
    return printable(process or Path(file).stem)


def _named_after(file: str, models: AskedModels) -> AskedModels:
    """The models of a question, with the name of the file where a component has none."""

    def named(model: LPTS) -> LPTS:
        return model if model.name else replace(model, name=printable(Path(file).stem))

    sides = models.components
    return models._replace(
        components=[named(side) if isinstance(side, LPTS) else tuple(map(named, side)) for side in sides]
    )


def _readable(file: str) -> Format:
    format = format_of(file)
    if format is None or format.read is None:
        raise InputError(f"{kind_of_file(file)} cannot be read: use {list_suffixes(readable=True)}", file)
    return format


def load(
    path: str | os.PathLike[str], constants: Mapping[str, object] | None = None, *, limits: Limits | None = None
) -> LPTS:
    """The model in a file; its suffix says in which format. Several modules are composed.

    Of an FSP file it is the last composite process, or the last process; `file.lts#NAME` is the one of that name.
    `constants` are values for constants of a PRISM file that it leaves open, `{"K": 10, "p": "0.1"}`, or other values
    for the constants of an FSP file.
    """
    reader = ModelReader(constants, Watch(limits))
    model = reader.model(path)
    reader.done()
    return model


def load_components(
    path: str | os.PathLike[str], constants: Mapping[str, object] | None = None, *, limits: Limits | None = None
) -> tuple[LPTS, ...]:
    """The components in a file: the modules of a PRISM file, the parts of a composite FSP process; or the one model."""
    reader = ModelReader(constants, Watch(limits))
    found = reader.components(path)
    reader.done()
    return found


def loads(
    text: str, format: str = "json", constants: Mapping[str, object] | None = None, *, limits: Limits | None = None
) -> LPTS:
    """The model in a text; the format is a suffix with or without its dot."""
    reader = ModelReader(constants, Watch(limits))
    model = reader.text(text, format)
    reader.done()
    return model


def save(model: LPTS | Sequence[LPTS], path: str | os.PathLike[str]) -> None:
    """Write the model to a file; its suffix says in which format.

    Several components stay apart if the format can keep them so; otherwise their composition is written.
    """
    file = os.fspath(path)
    format = format_of(file)
    if format is None or format.write is None:
        raise InputError(f"{kind_of_file(file)} cannot be written: use {list_suffixes(readable=False)}", file)
    models = (model,) if isinstance(model, LPTS) else tuple(model)
    if len(models) > 1 and not format.writes_components:
        models = (compose(*models),)
    try:
        contents = format.write(models)
    except InputError as error:
        raise error.at(file) from None
    write_atomically(file, contents)


def read_components(
    text: str, format: str, constants: ConstantValues | None = None, watch: Watch | None = None, process: str = ""
) -> tuple[LPTS, ...]:
    """The components in a text; the format is a suffix with or without its dot."""
    known = _known(format)
    assert known.read is not None
    source = SourceText(text, constants or ConstantValues(), watch or Watch(), process)
    source.watch.check("reading")
    return known.read(source)


def _known(format: str) -> Format:
    known = format_with(format if format.startswith(".") else f".{format}")
    if known is None or known.read is None:
        raise InputError(f"the format {format!r} cannot be read: use {list_suffixes(readable=True)}")
    return known


def properties_in(path: str | os.PathLike[str], watch: Watch) -> tuple[str, ...]:
    """The properties that a file defines, if it was read before; none if `FILE#NAME` is one of its processes."""
    file, process = split_process(path)
    format = format_of(file)
    if process or format is None or format.properties is None:
        return ()
    return format.properties(SourceText(read_text(file), watch=watch))


def split_process(path: str | os.PathLike[str]) -> tuple[str, str]:
    """`f.lts#P` in its two parts; the second is empty if there is none, or if the file itself has that name."""
    whole = os.fspath(path)
    file, mark, process = whole.rpartition("#")
    if mark and process and not os.path.exists(whole):
        format = format_of(file)
        if format is not None and format.selects_processes:
            return file, process
    return whole, ""


def refuse_formula(specification: str | os.PathLike[str]) -> None:
    """An InputError if this is no file, and reads like a formula of a temporal logic."""
    text = os.fspath(specification)
    if not os.path.exists(text) and format_of(text) is None and FORMULA.search(text):
        raise InputError(
            f"{text!r} looks like a formula, not like a file: symag takes formulas of safety, such as "
            "P<=1/10 [ F fail ], by --property or symag.formula(…). Otherwise, write a model that does all that is "
            "allowed, in a file"
        )
