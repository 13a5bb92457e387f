"""Reading and writing files, by suffix. Reading is bounded; writing never leaves half a file."""

from __future__ import annotations

import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, NamedTuple

from symag.errors import InputError
from symag.formats import aldebaran, fsp, native, picture, prism
from symag.formats.constants import Given
from symag.limits import Watch
from symag.model import LPTS, printable

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "check_suffix",
    "check_writable",
    "is_stream",
    "make_folder",
    "properties_in",
    "read_components",
    "read_file",
    "read_text",
    "save",
    "split_process",
    "write_atomically",
]

MAX_BYTES = 64 * 2**20


Reader = Callable[[str, str | None, Given, Watch], tuple[LPTS, ...]]


class Format(NamedTuple):
    """How a format is read, where it can be, and written. `binary` says what a file may be that is no text."""

    title: str
    read: Reader | None
    write: Callable[[LPTS], bytes] | None
    binary: str = ""


def _one(read: Callable[[str, str | None, Watch], LPTS]) -> Reader:
    """The reader of a format that has one model to a file, and no constants."""
    return lambda text, file, constants, watch: (read(text, file, watch),)


def _read_fsp(text: str, file: str | None, constants: Given, watch: Watch, process: str = "") -> tuple[LPTS, ...]:
    from symag.formats.fsp.read import loads  # brings a parser that the other formats need not wait for

    return loads(text, file, constants, watch, process)


def _read_prism(text: str, file: str | None, constants: Given, watch: Watch) -> tuple[LPTS, ...]:
    from symag.formats.prism.read import loads  # the same

    return loads(text, file, constants, watch)


PRISM = Format("PRISM", _read_prism, lambda m: prism.dumps(m).encode())

FORMATS: Mapping[str, Format] = {
    ".json": Format("symag's native JSON", _one(native.loads), lambda m: native.dumps(m).encode()),
    ".aut": Format("Aldebaran with mCRL2's extension", _one(aldebaran.loads), lambda m: aldebaran.dumps(m).encode()),
    ".prism": PRISM,
    ".nm": PRISM,
    ".pm": PRISM,
    ".lts": Format("FSP", _read_fsp, None, fsp.BINARY),
    ".dot": Format("Graphviz", None, lambda m: picture.dot(m).encode()),
    ".svg": Format("picture", None, lambda m: picture.draw(m, "svg")),
    ".png": Format("picture", None, lambda m: picture.draw(m, "png")),
}


def read_file(path: str | os.PathLike[str], constants: Given, watch: Watch) -> tuple[LPTS, ...]:
    """The components in a file; its suffix says in which format. `f.lts#P` is the process P of an FSP file."""
    file, process = split_process(path)
    known = FORMATS.get(Path(file).suffix.lower())
    reader = known and known.read
    if known is None or reader is None:
        raise InputError(f"{_kind(file)} cannot be read: use {_readable()}", file)
    text = read_text(file, binary=known.binary)
    models = _read_fsp(text, file, constants, watch, process) if process else reader(text, file, constants, watch)
    return tuple(model if model.name else replace(model, name=printable(Path(file).stem)) for model in models)


def properties_in(path: str | os.PathLike[str], watch: Watch) -> tuple[str, ...]:
    """The properties in a file that was read before and can have some: an FSP file without `#NAME`."""
    file, process = split_process(path)
    if process or Path(file).suffix.lower() != ".lts":
        return ()
    from symag.formats.fsp.read import properties

    return properties(read_text(file), watch)


def split_process(path: str | os.PathLike[str]) -> tuple[str, str]:
    """`f.lts#P` in its two parts; the second is empty if there is none, or if a file is really called that."""
    whole = os.fspath(path)
    file, mark, process = whole.rpartition("#")
    if mark and process and file.lower().endswith(".lts") and not os.path.exists(whole):
        return file, process
    return whole, ""


def read_components(text: str, format: str, constants: Given, watch: Watch) -> tuple[LPTS, ...]:
    """The components in a text; the format is a suffix with or without its dot."""
    suffix = format if format.startswith(".") else f".{format}"
    known = FORMATS.get(suffix)
    if known is None or known.read is None:
        raise InputError(f"the format {format!r} cannot be read: use {_readable()}")
    return known.read(text, None, constants, watch)


def save(model: LPTS, path: str | os.PathLike[str]) -> None:
    """Write the model to a file; its suffix says in which format."""
    file = os.fspath(path)
    known = FORMATS.get(Path(file).suffix.lower())
    if known is None or known.write is None:
        writable = ", ".join(suffix for suffix, known in FORMATS.items() if known.write)
        raise InputError(f"{_kind(file)} cannot be written: use {writable}", file)
    write_atomically(file, known.write(model))


def _kind(file: str) -> str:
    suffix = Path(file).suffix
    return f"{suffix} files" if suffix else "files without a suffix"


def _readable() -> str:
    return ", ".join(suffix for suffix, known in FORMATS.items() if known.read)


def read_text(file: str, limit: int = MAX_BYTES, binary: str = "") -> str:
    """The text of a file, or of the standard input if it is `-`: UTF-8, without a byte-order mark, of bounded size."""
    data = bytearray()
    try:
        with open(0, "rb", closefd=False) if file == "-" else open(file, "rb") as stream:
            while len(data) <= limit and (chunk := stream.read(1 << 20)):  # a read of all that is allowed reserves it
                data += chunk
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file) from None
    if len(data) > limit:
        raise InputError(f"the file is larger than {limit // 2**20} MiB", file)
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the file starts with a byte-order mark: save it as plain UTF-8", file, 1, 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        hint = f": {binary}" if binary else ""
        raise InputError(f"byte 0x{data[error.start]:02x} is not UTF-8{hint}", file, line, column) from None


def make_folder(folder: Path) -> None:
    """The folder, if it is not there yet; an InputError if it cannot be made."""
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise InputError("is not a folder", str(folder)) from None
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", str(folder)) from None


def check_suffix(path: str | os.PathLike[str], known: Sequence[str], what: str) -> None:
    """An InputError if what is written there would not be what the suffix says. Pipes and devices have none."""
    file = os.fspath(path)
    if not is_stream(file) and Path(file).suffix.lower() not in known:
        names = " or ".join(f"{Path(file).stem or what}{suffix}" for suffix in known)
        raise InputError(f"{_kind(file)} cannot hold a {what}: call it {names}", file)


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Is it there, and a pipe or a device?"""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def check_writable(path: str | os.PathLike[str]) -> None:
    """An InputError, before the work is done, if `write_atomically` could not write there."""
    file = os.fspath(path)
    folder = os.path.dirname(os.path.realpath(file))
    if not os.path.isdir(folder):
        raise InputError("cannot be written: there is no such folder", file)
    if os.path.isdir(file):
        raise InputError("cannot be written: it is a folder", file)
    try:
        if not os.path.exists(file) or os.path.isfile(file):
            tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file) from None


def write_atomically(file: str, data: bytes) -> None:
    """Write to a temporary name beside the file, then rename: what was there before is whole until the new is whole."""
    try:
        if os.path.exists(file) and not os.path.isfile(file):  # a pipe or a device stays one
            with open(file, "wb") as stream:
                stream.write(data)
        else:
            _replace(os.path.realpath(file), data)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file) from None


def _replace(file: str, data: bytes) -> None:
    temporary = os.path.join(os.path.dirname(file), f".symag-{secrets.token_hex(8)}")
    try:
        _make(temporary, data, os.stat(file) if os.path.exists(file) else None)
        os.replace(temporary, file)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _make(file: str, data: bytes, before: os.stat_result | None) -> None:
    """A new file, which gets its name when all is in it: if this process is killed meanwhile, it leaves nothing."""
    mode = 0o666 if before is None else 0o600  # the old file may be private
    if sys.platform == "linux":
        with suppress(OSError):  # some file systems and sandboxes have no files without a name
            with open(os.open(os.path.dirname(file), os.O_TMPFILE | os.O_WRONLY, mode), "wb") as stream:
                _fill(stream, data, before)
                # only with a folder's descriptor, here any, does Python follow the link to the file itself
                os.link(f"/proc/self/fd/{stream.fileno()}", file, src_dir_fd=stream.fileno(), follow_symlinks=True)
            return
    with open(file, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as stream:
        _fill(stream, data, before)


def _fill(stream: IO[bytes], data: bytes, before: os.stat_result | None) -> None:
    """Write, and give it the mode that the old file had; and its owner and group, as far as the user may do that."""
    stream.write(data)
    stream.flush()
    if sys.platform != "win32" and before is not None:
        for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
            with suppress(PermissionError):
                os.fchown(stream.fileno(), owner, group)
        os.fchmod(stream.fileno(), stat.S_IMODE(before.st_mode))
