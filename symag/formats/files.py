"""Reading and writing files. Reading is bounded; writing never leaves half a file."""

from __future__ import annotations

import codecs
import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from symag.errors import InputError

__all__ = [
    "MAX_BYTES",
    "check_suffix",
    "check_writable",
    "is_stream",
    "kind_of_file",
    "make_folder",
    "read_beside",
    "read_text",
    "write_atomically",
]

MAX_BYTES = 64 * 2**20


def kind_of_file(file: str) -> str:
    """Files with this suffix, as a message names them."""
    suffix = Path(file).suffix
    if "#" in suffix:
        return f"one process of {suffix.partition('#')[0]} files"
    return f"{suffix} files" if suffix else "files without a suffix"


def read_text(file: str, limit: int = MAX_BYTES, binary_hint: str = "", skips_mark: bool = False) -> str:
    """The text of a file, or of the standard input if it is `-`: UTF-8, of bounded size. A byte-order mark is refused,
    unless it is skipped."""
    data = bytearray()
    try:
        with open(0, "rb", closefd=False) if file == "-" else open(file, "rb") as stream:
            while len(data) <= limit and (chunk := stream.read(1 << 20)):  # a read of all that is allowed reserves it
                data += chunk
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file) from None
    if len(data) > limit:
        raise InputError(f"the file is larger than {limit // 2**20} MiB", file)
    if skips_mark and data.startswith(codecs.BOM_UTF8):
        del data[: len(codecs.BOM_UTF8)]
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError("the file starts with a byte-order mark: save it as plain UTF-8", file, 1, 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        hint = f": {binary_hint}" if binary_hint else ""
        raise InputError(f"byte 0x{data[error.start]:02x} is not UTF-8{hint}", file, line, column) from None


def read_beside(file: str, path: str) -> str:
    """The text of a file in the folder of another one, or below it; links must not lead out of there."""
    folder = Path(file).parent.resolve()
    try:
        found = (folder / path).resolve()
        is_file = found.is_file()
    except (OSError, RuntimeError, ValueError):  # a name that is too long, a link to itself, the character NUL
        raise InputError("no file can have this name", path) from None
    if not found.is_relative_to(folder):
        raise InputError("is not in the folder of the file that includes it", path)
    if not is_file:
        raise InputError("there is no such file", path)
    return read_text(str(found), skips_mark=True)


def make_folder(folder: Path) -> None:
    """Make the folder if it does not exist; an InputError if that fails."""
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise InputError("is not a folder", str(folder)) from None
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", str(folder)) from None


def check_suffix(path: str | os.PathLike[str], known: Sequence[str], what: str) -> None:
    """An InputError if the suffix of the file is none of the known ones. Pipes and devices need none."""
    file = os.fspath(path)
    if not is_stream(file) and Path(file).suffix.lower() not in known:
        names = " or ".join(f"{Path(file).stem or what}{suffix}" for suffix in known)
        raise InputError(f"{kind_of_file(file)} cannot hold a {what}: call it {names}", file)


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
    """Write to a temporary name beside the file, then rename: the old file stays whole until the new one is whole."""
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
    """A new file, which gets its name when it is complete: a process that is killed before leaves nothing behind."""
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
    """Write, and keep the mode of the old file; also its owner and group, as far as the user may set them."""
    stream.write(data)
    stream.flush()
    if sys.platform != "win32" and before is not None:
        for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
            with suppress(PermissionError):
                os.fchown(stream.fileno(), owner, group)
        os.fchmod(stream.fileno(), stat.S_IMODE(before.st_mode))
