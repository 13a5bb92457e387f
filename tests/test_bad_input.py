"""Bad input ends at once, in one line that names the place and exit code 2; reaching a limit ends in exit code 3."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

import symag
from symag.cli.main import app
from tests.waiting import PATIENCE

# Every bad .json file is this one with one thing changed: the channel of CAV'12, Fig. 1.
GOOD = """{"format": "symag-lpts", "version": 1, "name": "channel",
 "initial": "empty",
 "alphabet": ["send", "output", "ack"],
 "states": ["empty", "holding", "delivered"],
 "transitions": [
  {"from": "empty", "action": "send", "to": "holding"},
  {"from": "holding", "action": "output", "to": {"delivered": "9/10", "holding": "1/10"}},
  {"from": "delivered", "action": "ack", "to": "empty"}]}
"""

# And every bad .aut file is this one.
GOOD_AUT = """des (0, 3, 3)
(0, "send", 1)
(1, "output", 2 9/10 1)
(2, "ack", 0)
"""

# Parts of the good file that several bad ones replace.
ALPHABET = '["send", "output", "ack"]'
STATES = '["empty", "holding", "delivered"]'
OUTCOMES = '{"delivered": "9/10", "holding": "1/10"}'
LAST_ROW = '{"from": "delivered", "action": "ack", "to": "empty"}'

# Imports symag and whatever its first command imports, then runs each command line in a process of its own, which ends
# with the exit code of `symag`, but does not clean up what it shares with this one. The bounds keep a runaway from
# taking the machine with it.
SERVER = """
import gc, json, os, resource, signal, sys
from typer.testing import CliRunner
from symag.cli.main import app, main
CliRunner().invoke(app, ["check", "none.json", "--spec", "none.json"])
gc.freeze()
for line in sys.stdin:
    folder, arguments = json.loads(line)
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (60, 61))
        resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31))
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for descriptor, name in ((1, ".out"), (2, ".err")):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
        sys.argv = ["symag", *arguments]
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code
        except BaseException:
            sys.excepthook(*sys.exc_info())
            code = 1
        sys.stderr.flush()
        os._exit(code or 0)
    _, status, used = os.wait4(child, 0)
    report = [os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]
    print(json.dumps(report), flush=True)
"""


class Run(NamedTuple):
    """What one run of the command line said and took, the start of the interpreter not counted."""

    code: int
    out: str
    err: str
    cpu: float
    small: float
    """What a small question takes on this machine today, with whatever else runs on it: the measure of `cpu`."""
    peak_mb: float


Symag = Callable[..., Run]


@pytest.fixture(scope="module")
def symag_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Symag]:
    """The command line: `symag_in(folder, "check", ...)`."""
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        asks, answers = server.stdin, server.stdout

        def run(folder: Path, *arguments: str) -> Run:
            print(json.dumps([str(folder), arguments]), file=asks, flush=True)
            code, cpu, peak = json.loads(answers.readline())
            out, err = (folder / ".out").read_text("utf-8"), (folder / ".err").read_text("utf-8")
            assert code >= 0, f"it ran away and was ended by signal {-code}\n{err[-2000:]}"
            return Run(code, out, err, cpu, small, peak)

        small = 0.0
        folder = tmp_path_factory.mktemp("small")
        (folder / "good.json").write_text(GOOD)
        small = max(run(folder, "check", "good.json", "--spec", "good.json").cpu for _ in range(3))
        yield run


class Bad(NamedTuple):
    """A bad file, a part of the message that it deserves, and the line that the message must point to."""

    name: str
    suffix: str
    content: bytes
    fragment: str
    line: int | None


def js(name: str, old: str, new: str, fragment: str, line: int | None) -> Bad:
    """The good .json file with one thing changed."""
    assert GOOD.count(old) == 1, f"{old!r} is not in one place"
    return Bad(name, ".json", GOOD.replace(old, new).encode(), fragment, line)


def share(name: str, value: str, fragment: str) -> Bad:
    """The good .json file with another first probability."""
    return js(name, '"9/10"', value, fragment, 7)


def aut(name: str, old: str, new: str, fragment: str, line: int | None) -> Bad:
    """The good .aut file with one thing changed."""
    assert GOOD_AUT.count(old) == 1, f"{old!r} is not in one place"
    return Bad(name, ".aut", GOOD_AUT.replace(old, new).encode(), fragment, line)


def raw(name: str, content: bytes, fragment: str, line: int | None, suffix: str = ".json") -> Bad:
    """A file that has little to do with the good ones."""
    return Bad(name, suffix, content, fragment, line)


NINE = "9" * 30
NEAR = f"0.8{NINE}"  # 9/10 less 1/10^31

TABLE = [
    # numbers
    share("exponent-string", '"1e10000000"', "exponent"),
    share("exponent-number", "1e10000000", "exponent"),
    share("negative-exponent-string", '"1e-10000000"', "exponent"),
    share("negative-exponent-number", "1e-10000000", "exponent"),
    share("exponent-of-many-digits", '"1e' + "9" * 2000 + '"', "exponent"),
    share("too-many-digits", '"0.' + "1" * 1001 + '"', "1002 digits"),
    share("negative", '"-9/10"', "not greater than zero"),
    share("negative-number", "-0.9", "not greater than zero"),
    share("zero", '"0"', "not greater than zero"),
    share("zero-number", "0.0", "not greater than zero"),
    share("minus-zero", "-0", "not greater than zero"),
    share("above-one", '"11/10"', "greater than one"),
    share("above-one-number", "1.1", "greater than one"),
    share("division-by-zero", '"1/0"', "divides by zero"),
    share("zero-by-zero", '"0/0"', "divides by zero"),
    share("nan", "NaN", "NaN"),
    share("nan-string", '"NaN"', "not a number"),
    share("infinity", "Infinity", "Infinity"),
    share("minus-infinity", "-Infinity", "-Infinity"),
    share("not-a-number", '"nine tenths"', "not a number"),
    share("hexadecimal", '"0x1"', "not a number"),
    share("foreign-digits", '"\u0661/\u0662"', "not a number"),
    share("expression", '"1/2+2/5"', "not a number"),
    share("empty-number", '""', "not a number"),
    share("true", "true", "not a probability"),
    share("null", "null", "not a probability"),
    share("list", '["9/10"]', "not a probability"),
    share("object", '{"n": 9}', "not a probability"),
    js("name-before-nan", '"name": "channel",\n "initial": "empty"', '"name": "NaN",\n "initial": NaN', "NaN", 2),
    # sums
    js("sum-below", '"9/10"', '"8/10"', "sum to 9/10", 7),
    js("sum-above", '"1/10"', '"2/10"', "sum to 11/10", 7),
    js("sum-almost", '"9/10"', f'"{NEAR}"', "not to 1", 7),
    js("sum-of-floats", '"9/10", "holding": "1/10"', '0.9, "holding": 0.10000000000000001', "not to 1", 7),
    js("sum-of-nothing", OUTCOMES, "{}", "sum to 0", 7),
    # keys
    js("twice-on-top", ' "initial": "empty"', ' "initial": "empty", "initial": "empty"', '"initial" is there twice', 2),
    js("twice-in-a-transition", '"from": "delivered"', '"from": "empty", "from": "empty"', '"from" is there twice', 8),
    js("twice-in-a-distribution", '"holding": "1/10"', '"delivered": "1/10"', '"delivered" is there twice', 7),
    js("twice-and-also-a-value", '"version": 1,', '"version": 1, "to": 1, "to": 2,', '"to" is there twice', 1),
    js("twice-by-escape", '"holding": "1/10"', '"deliver\\u0065d": "1/10"', '"delivered" is there twice', None),
    js("unknown-on-top", ' "initial"', ' "start": 0,\n "initial"', '"start" is not known', 2),
    js("unknown-in-a-transition", '"action": "ack"', '"action": "ack", "rate": 3', '"rate" is not known', 8),
    js("no-format", '"format": "symag-lpts", ', "", "'format' is missing", 1),
    js("no-version", '"version": 1, ', "", "'version' is missing", 1),
    js("no-initial", ' "initial": "empty",\n', "", "'initial' is missing", 1),
    js("no-transitions", '"transitions"', '"states2"', "'transitions' is missing", 1),
    js("no-from", '"from": "delivered", ', "", "'from' is missing", 8),
    js("no-action", '"action": "ack", ', "", "'action' is missing", 8),
    js("no-to", ', "to": "empty"}', "}", "'to' is missing", 8),
    # types
    js("format-of-another", '"symag-lpts"', '"petri-net"', '"petri-net"', 1),
    js("format-a-number", '"symag-lpts"', "1", "'symag-lpts', not 1", 1),
    js("version-2", '"version": 1', '"version": 2', "version 2 is not known", 1),
    js("version-a-string", '"version": 1', '"version": "1"', 'version "1" is not known', 1),
    js("version-true", '"version": 1', '"version": true', "version true is not known", 1),
    js("version-1.0", '"version": 1', '"version": 1.0', "version 1.0 is not known", 1),
    js("name-null", '"channel"', "null", "name must be a string", 1),
    js("initial-a-number", '"initial": "empty"', '"initial": 0', "a state must be a string, not 0", 2),
    js("initial-a-list", '"initial": "empty"', '"initial": ["empty"]', "a state must be a string", 2),
    js("alphabet-null", ALPHABET, "null", "'alphabet' must be a list", 3),
    js("alphabet-a-string", ALPHABET, '"send"', "'alphabet' must be a list", 3),
    js("alphabet-with-a-number", ALPHABET, '["send", 5]', "an action must be a string, not 5", 3),
    js("states-an-object", STATES, '{"empty": 1}', "'states' must be a list", 4),
    js("states-with-null", STATES, '["empty", null]', "a state must be a string, not null", 4),
    js("from-a-number", '"from": "delivered"', '"from": 3', "a state must be a string, not 3", 8),
    js("action-a-bool", '"action": "ack"', '"action": false', "an action must be a string, not false", 8),
    js("to-a-list", '"to": "empty"', '"to": ["empty"]', "a state must be a string", 8),
    js("to-null", '"to": "empty"', '"to": null', "a state must be a string, not null", 8),
    js("to-a-number", '"to": "empty"', '"to": 0', "a state must be a string, not 0", 8),
    js("transition-a-list", LAST_ROW, '["delivered", "ack", "empty"]', "a list", 8),
    raw("top-a-list", b"[]", "a list", 1),
    raw("top-null", b"\n\nnull", "null", 3),
    raw("top-a-number", b"17", "a number", 1),
    js("transition-null", LAST_ROW, "null", "null", 8),
    raw("transitions-null", GOOD[: GOOD.index("[\n")].encode() + b"null}", "must be a list, not null", 5),
    raw("transitions-an-object", GOOD[: GOOD.index("[\n")].encode() + b"{}}", "must be a list, not an object", 5),
    # names
    js("state-not-listed", '"to": "empty"', '"to": "emtpy"', "\"emtpy\" is not in the list 'states'", 8),
    js("outcome-not-listed", '"holding": "1/10"', '"holdign": "1/10"', '"holdign" is not in the list', 7),
    js("initial-not-listed", '"initial": "empty"', '"initial": "start"', '"start" is not in the list', 2),
    js("action-not-listed", '"action": "ack"', '"action": "nack"', "\"nack\" is not in the list 'alphabet'", 8),
    js("tau-in-the-alphabet", '"ack"],', '"ack", "tau"],', "hidden action", 3),
    js("state-listed-twice", '"delivered"],', '"delivered", "empty"],', '"empty" is listed twice', 4),
    js("action-listed-twice", '"ack"],', '"ack", "send"],', '"send" is listed twice', 3),
    js("empty-state", '"to": "empty"', '"to": ""', "must not be empty", 8),
    js("empty-action", '"action": "ack"', '"action": ""', "must not be empty", 8),
    js("empty-name-in-a-list", '"delivered"],', '"delivered", ""],', "must not be empty", 4),
    js("half-a-character", '"delivered"],', '"delivered", "\\ud800"],', "\\ud800", 4),
    # text
    raw("empty", b"", "not JSON", 1),
    raw("only-space", b" \n\t\n ", "not JSON", 3),
    raw("not-utf-8", GOOD.replace("delivered", "d\xe9livr\xe9").encode("latin-1"), "0xe9 is not UTF-8", 4),
    raw("cut-character", GOOD.encode()[:-1] + b"\xe2\x89", "not UTF-8", 8),
    raw("byte-order-mark", b"\xef\xbb\xbf" + GOOD.encode(), "byte-order mark", 1),
    raw("utf-16", GOOD.encode("utf-16"), "byte-order mark", 1),
    raw("utf-16-without-mark", GOOD.encode("utf-16-le"), "not JSON", 1),
    raw("nul-bytes", b"\0" * 100, "not JSON", 1),
    raw("cut-in-a-key", GOOD[: GOOD.index("alphabet") + 3].encode(), "not JSON", 3),
    raw("cut-after-a-colon", GOOD[: GOOD.index('"holding"},')].encode(), "not JSON", 6),
    raw("cut-between-transitions", GOOD[: GOOD.index('  {"from": "delivered"')].encode(), "not JSON", 8),
    raw("cut-at-the-end", GOOD.rstrip()[:-1].encode(), "not JSON", 8),
    raw("garbage-behind", GOOD.encode() + b"garbage", "not JSON", 9),
    raw("two-models", GOOD.encode() * 2, "not JSON", 9),
    js("trailing-comma", '"ack"],', '"ack",],', "not JSON", 3),
    js("comment", ' "initial"', ' // the start\n "initial"', "not JSON", 2),
    js("single-quotes", '"initial"', "'initial'", "not JSON", 2),
    js("nested-beyond-64", '"initial": "empty"', f'"initial": {"[" * 65}{"]" * 65}', "nested", None),
    # Aldebaran
    raw("aut-empty", b"", "first line must be", 1, ".aut"),
    raw("aut-only-space", b"  \n", "first line must be", 1, ".aut"),
    raw("aut-not-utf-8", b'des (0, 1, 1)\n(0, "\xff", 0)\n', "0xff is not UTF-8", 2, ".aut"),
    raw("aut-utf-16-without-mark", GOOD_AUT.encode("utf-16-le"), "first line must be", 1, ".aut"),
    aut("aut-no-header", "des (0, 3, 3)\n", "", "first line must be", 1),
    aut("aut-header-of-words", "(0, 3, 3)", "(zero, 3, 3)", "first line must be", 1),
    aut("aut-negative-header", "(0, 3, 3)", "(0, 3, -3)", "first line must be", 1),
    aut("aut-more-transitions", "(0, 3, 3)", "(0, 2, 3)", "2 transitions", 1),
    aut("aut-fewer-transitions", "(0, 3, 3)", "(0, 4, 3)", "4 transitions", 1),
    aut("aut-fewer-states", "(0, 3, 3)", "(0, 3, 2)", "state 2 does not exist", 3),
    aut("aut-no-states", "(0, 3, 3)", "(0, 3, 0)", "state 0 does not exist", 1),
    aut("aut-initial-out-of-range", "(0, 3, 3)", "(3, 3, 3)", "state 3 does not exist", 1),
    aut("aut-source-out-of-range", '(2, "ack"', '(7, "ack"', "state 7 does not exist", 4),
    aut("aut-target-out-of-range", '"ack", 0', '"ack", 3', "state 3 does not exist", 4),
    aut("aut-outcome-out-of-range", "2 9/10 1", "2 9/10 5", "state 5 does not exist", 3),
    aut("aut-initial-outcome-out-of-range", "(0, 3, 3)", "(0 1/2 3, 3, 3)", "state 3 does not exist", 1),
    aut("aut-initial-above-one", "(0, 3, 3)", "(0\t3/2\t1, 3, 3)", "probability", 1),
    aut("aut-row-cut", '(2, "ack", 0)\n', '(2, "ack"', "not a transition", 4),
    aut("aut-row-of-two", '(2, "ack", 0)', '(2, "ack")', "not a transition", 4),
    aut("aut-row-of-words", '(2, "ack", 0)', "delivered -> empty", "not a transition", 4),
    aut("aut-negative-state", '"ack", 0', '"ack", -2', "state -2 does not exist", 4),
    aut("aut-error-moves", '(2, "ack"', '(-1, "ack"', "state -1 does not exist", 4),
    aut("aut-unterminated-quote", '"ack"', '"ack', "not a transition", 4),
    aut("aut-empty-label", '"ack"', '""', "must not be empty", 4),
    aut("aut-no-label", '"ack", 0', ", 0", "not a transition", 4),
    aut("aut-above-one", "9/10", "11/10", "probability", 3),
    aut("aut-all-before-the-last", "9/10", "10/10", "greater than zero", 3),
    aut("aut-zero", "9/10", "0/10", "greater than zero", 3),
    aut("aut-division-by-zero", "9/10", "9/0", "divides by zero", 3),
    aut("aut-decimal", "9/10", "0.9", "not a transition", 3),
    aut("aut-many-digits", "9/10", "1" * 1001 + "/" + "2" * 1001, "1001 digits", 3),
    aut("aut-huge-state", '"ack", 0', '"ack", ' + "9" * 5000, "too long", 4),
    aut("aut-huge-header", "(0, 3, 3)", f"(0, 3, {'9' * 5000})", "too long", 1),
    aut("aut-huge-count", "(0, 3, 3)", f"(0, {'9' * 5000}, 3)", "too long", 1),
    # suffixes
    raw("suffix-unknown", GOOD.encode(), ".txt files cannot be read", None, ".txt"),
    raw("suffix-missing", GOOD.encode(), "files without a suffix cannot be read", None, ""),
    raw("suffix-written-only", b"digraph {}", ".dot files cannot be read", None, ".dot"),
]


def written(bad: Bad) -> Callable[[Path], None]:
    """Writes a file of the table."""

    def write(path: Path) -> None:
        path.write_bytes(bad.content)

    return write


def digits(path: Path) -> None:
    """A probability of a million digits."""
    path.write_text(GOOD.replace('"9/10"', '"0.' + "3" * 10**6 + '"'))


def digits_of_a_number(path: Path) -> None:
    """The same as a JSON number, whole, where a version is expected."""
    path.write_text(GOOD.replace('"version": 1', '"version": ' + "3" * 10**6))


def digits_in_aut(path: Path) -> None:
    """The same in an .aut file."""
    path.write_text(GOOD_AUT.replace("9/10", "9/" + "3" * 10**6))


def brackets(path: Path) -> None:
    """Lists, 100,000 deep."""
    path.write_text("[" * 100_000 + "]" * 100_000)


def braces(path: Path) -> None:
    """Objects, 100,000 deep, which the file's end cuts off."""
    path.write_text('{"to":' * 100_000)


def large(path: Path) -> None:
    """One byte more than 65 MiB, none of which takes room on the disk."""
    with path.open("wb") as file:
        file.truncate(65 * 2**20 + 1)


def folder(path: Path) -> None:
    """A directory."""
    path.mkdir()


def nothing(path: Path) -> None:
    """No file at all."""


def circle(path: Path) -> None:
    """A link to itself."""
    path.symlink_to(path)


def many_keys(path: Path) -> None:
    """A distribution over 50,000 states, the last one twice."""
    outcomes = ", ".join(f'"s{i}": "1/50000"' for i in range(50_000))
    path.write_text(GOOD.replace(OUTCOMES, "{" + outcomes + ', "s49999": "1/50000"}'))


def many_denominators(count: int) -> Callable[[Path], None]:
    """Probabilities of 1,000 digits with nothing in common: their sum would have a million."""

    def write(path: Path) -> None:
        outcomes = ", ".join(f'"s{i}": "1/{10**998 + 2 * i + 1}"' for i in range(count))
        path.write_text(GOOD.replace(f' "states": {STATES},\n', "\n").replace(OUTCOMES, "{" + outcomes + "}"))

    return write


def many_denominators_in_aut(path: Path) -> None:
    """The same in an .aut file."""
    outcomes = " ".join(f"{i} 1/{10**998 + 2 * i + 1}" for i in range(600))
    path.write_text(f'des (0, 1, 601)\n(0, "a", {outcomes} 600)\n(0, "b"')


def many_states(path: Path) -> None:
    """Twenty bytes that announce a hundred million states."""
    path.write_text("des (0, 0, 99999999)\n")


def many_spaces(path: Path) -> None:
    """A row that goes on with 100,000 spaces and never ends."""
    path.write_text("des (0, 1, 1)\n(0, a" + " " * 100_000 + "\n")


def many_commas(path: Path) -> None:
    """A row of 100,000 commas."""
    path.write_text("des (0, 1, 1)\n(0, a" + ", 1" * 100_000 + "\n")


CASES = [
    *(pytest.param(written(bad), bad.suffix, bad.fragment, bad.line, id=bad.name) for bad in TABLE),
    pytest.param(digits, ".json", "too long", 7, id="digits"),
    pytest.param(digits_of_a_number, ".json", "is not known", 1, id="digits-of-a-number"),
    pytest.param(digits_in_aut, ".aut", "too long", 3, id="aut-digits"),
    pytest.param(brackets, ".json", "nested", None, id="brackets"),
    pytest.param(braces, ".json", "nested", None, id="braces"),
    pytest.param(large, ".json", "larger than 64 MiB", None, id="large"),
    pytest.param(large, ".aut", "larger than 64 MiB", None, id="aut-large"),
    pytest.param(folder, ".json", "cannot be read", None, id="folder"),
    pytest.param(nothing, ".json", "cannot be read", None, id="nothing"),
    pytest.param(circle, ".aut", "cannot be read", None, id="circle"),
    pytest.param(many_keys, ".json", '"s49999" is there twice', 7, id="many-keys"),
    pytest.param(many_denominators(10), ".json", "the probabilities", 7, id="ten-denominators"),
    pytest.param(many_denominators(600), ".json", "the probabilities", 7, id="many-denominators"),
    pytest.param(many_denominators_in_aut, ".aut", "", None, id="aut-many-denominators"),
    pytest.param(many_states, ".aut", "states", 1, id="aut-many-states"),
    pytest.param(many_spaces, ".aut", "not a transition", 2, id="aut-many-spaces"),
    pytest.param(many_commas, ".aut", "not a transition", 2, id="aut-many-commas"),
]


PLACED = [pytest.param(*case.values, number % 2, id=case.id) for number, case in enumerate(CASES)]
"""As a component and, by turns, as the specification: it is read in the same way."""


@pytest.mark.parametrize(("write", "suffix", "fragment", "line", "is_specification"), PLACED)
def test_a_bad_file_ends_in_one_line(
    tmp_path: Path,
    symag_in: Symag,
    write: Callable[[Path], None],
    suffix: str,
    fragment: str,
    line: int | None,
    is_specification: int,
) -> None:
    name = f"bad{suffix}"
    write(tmp_path / name)
    (tmp_path / "good.json").write_text(GOOD)
    component, specification = ("good.json", name) if is_specification else (name, "good.json")
    done = symag_in(tmp_path, "check", component, "--spec", specification)
    assert done.code == 2, done.err[-2000:]
    assert_one_line(done.out, done.err, name, fragment, line)
    assert done.cpu < 30 * done.small
    assert done.peak_mb < 200


def assert_one_line(out: str, err: str, name: str, fragment: str, line: int | None) -> None:
    assert out == ""
    assert err.count("\n") == 1, err[-2000:]
    assert err.endswith("\n")
    assert len(err) < 4000
    place = f"{name}:" if line is None else f"{name}:{line}:"
    assert err.startswith(f"symag: {place}"), err
    assert fragment in err
    assert "Traceback" not in err


def test_the_good_files_are_good(tmp_path: Path, symag_in: Symag) -> None:
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "good.aut").write_text(GOOD_AUT)
    for component, spec in (("good.json", "good.json"), ("good.aut", "good.json"), ("good.json", "good.aut")):
        done = symag_in(tmp_path, "check", component, "--spec", spec)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("holds")
        assert done.cpu < 30 * done.small


def test_there_are_enough_cases() -> None:
    names = [bad.name for bad in TABLE]
    assert len(set(names)) == len(names)
    assert len(CASES) >= 45


def test_no_depth_of_nesting_gets_through() -> None:
    """Where the stack ends depends on who calls: every depth is refused in the same way."""
    for depth in [*range(1, 100), *range(850, 1050)]:
        text = GOOD.replace('"initial": "empty"', f'"initial": {"[" * depth}{"]" * depth}')
        with pytest.raises(symag.InputError):
            symag.loads(text)


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        (["--backend", "oracle"], "oracle"),
        (["--method", "guess"], "guess"),
        (["--relation", "friendship"], "friendship"),
        (["--timeout", "0"], "greater than zero"),
        (["--timeout", "-1"], "greater than zero"),
        (["--timeout", "nan"], "greater than zero"),
        (["--max-states", "0"], "greater than zero"),
        (["--max-states", "-5"], "greater than zero"),
        (["--memory", "0"], "greater than zero"),
        (["--memory", "-1"], "greater than zero"),
    ],
)
def test_bad_options_end_in_one_line(tmp_path: Path, options: list[str], fragment: str) -> None:
    good = tmp_path / "good.json"
    good.write_text(GOOD)
    result = CliRunner().invoke(app, ["check", str(good), "--spec", str(good), *options])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert fragment in result.stderr


@pytest.mark.parametrize("options", [["--max-states", "many"], ["--timeout", "soon"], ["--memory", ""], ["--fast"]])
def test_options_that_cannot_be_read_exit_with_2(tmp_path: Path, options: list[str]) -> None:
    good = tmp_path / "good.json"
    good.write_text(GOOD)
    result = CliRunner().invoke(app, ["check", str(good), "--spec", str(good), *options])
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


OLD = "what was there before\n"


@pytest.mark.parametrize("output", ["missing/verdict.json", "old.json/verdict.json", "folder"])
def test_an_output_that_cannot_be_written_changes_nothing(tmp_path: Path, output: str) -> None:
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "old.json").write_text(OLD)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "old.json").write_text(OLD)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    done = CliRunner().invoke(
        app, ["check", str(tmp_path / "good.json"), "--spec", str(tmp_path / "good.json"), "-o", str(tmp_path / output)]
    )
    assert done.exit_code == 2
    assert_one_line(done.stdout, done.stderr, str(tmp_path / output), "cannot be written", None)
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    assert (tmp_path / "old.json").read_text() == (tmp_path / "folder" / "old.json").read_text() == OLD


def test_a_failing_run_leaves_the_output_of_the_last_one(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "bad.json").write_text(GOOD[:-3])
    (tmp_path / "old.json").write_text(OLD)
    done = CliRunner().invoke(
        app,
        ["check", str(tmp_path / "bad.json"), "--spec", str(tmp_path / "good.json"), "-o", str(tmp_path / "old.json")],
    )
    assert done.exit_code == 2
    assert (tmp_path / "old.json").read_text() == OLD


def test_a_full_disk_leaves_the_output_of_the_last_run(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "old.json").write_text(OLD)
    code = """if True:
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
        from symag.cli.main import main
        main()"""
    command = [sys.executable, "-c", code, "check", "good.json", "--spec", "good.json", "-o", "old.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stdout.startswith("holds: channel ≼ channel"), "the verdict is not lost with the file"
    assert_one_line("", done.stderr, "old.json", "cannot be written", None)
    assert (tmp_path / "old.json").read_text() == OLD
    assert sorted(os.listdir(tmp_path)) == ["good.json", "old.json"]


# Limits. Each family is small in the file and huge when it is composed.


def model(transitions: list[dict[str, Any]]) -> str:
    return json.dumps({"format": "symag-lpts", "version": 1, "initial": "0", "transitions": transitions})


def private(number: int) -> str:
    """A circle of ten states on an action of its own: nine of them make 10^9 states."""
    return model([{"from": str(k), "action": f"a{number}", "to": str((k + 1) % 10)} for k in range(10)])


def spreading(number: int) -> str:
    """A common move to one of ten states: the first distribution of nine of them has 10^9 outcomes."""
    size = 10 + number
    return model([{"from": "0", "action": "a", "to": {str(k): f"1/{size}" for k in range(size)}}])


def choosing(number: int) -> str:
    """A common move to each of ten states: the first state of nine of them has 10^9 moves."""
    return model([{"from": "0", "action": "a", "to": str(k)} for k in range(10)])


@pytest.mark.parametrize(
    ("limit", "value", "reason"),
    [("--max-states", "1000", "max-states"), ("--timeout", "0.5", "timeout"), ("--memory", "120", "memory")],
)
@pytest.mark.parametrize("family", [private, spreading, choosing])
def test_a_limit_ends_in_unknown(
    tmp_path: Path, symag_in: Symag, family: Callable[[int], str], limit: str, value: str, reason: str
) -> None:
    names = [f"c{number}.json" for number in range(9)]
    for number, name in enumerate(names):
        (tmp_path / name).write_text(family(number))
    (tmp_path / "spec.json").write_text(model([{"from": "0", "action": "a", "to": "0"}]))
    options = [limit, value] if limit != "--max-states" else [limit, value, "--timeout", "30"]
    done = symag_in(tmp_path, "check", *names, "--spec", "spec.json", "--json", "--method", "mono", *options)
    assert done.code == 3, done.err[-2000:]
    verdict = json.loads(done.out)
    assert verdict["verdict"] == "unknown"
    assert verdict["reason"].startswith(reason) or (family is not private and verdict["reason"])
    assert verdict["certificate"] is verdict["counterexample"] is None
    assert verdict["reason"] in " ".join(done.err.split())
    assert done.cpu < 0.5 + 30 * done.small
    assert done.peak_mb < 300 or limit == "--timeout"  # the faster the machine, the more it finds in that time


def test_the_timeout_also_stops_the_kernel(tmp_path: Path, symag_in: Symag) -> None:
    """Decided in a moment, but the kernel would need seconds for a weight function between 1,000 outcomes."""
    size = 1000
    rows: list[dict[str, Any]] = [{"from": "0", "action": "a", "to": {f"s{k}": f"1/{size}" for k in range(size)}}]
    rows += [{"from": f"s{k}", "action": f"b{(7 * k + j) % size}", "to": "end"} for k in range(size) for j in range(3)]
    (tmp_path / "wide.json").write_text(model(rows))
    done = symag_in(tmp_path, "check", "wide.json", "--spec", "wide.json", "--timeout", "1")
    assert done.code in (0, 3), done.err[-2000:]
    assert done.cpu < 1 + 30 * done.small


def test_more_digits_than_a_file_may_have_can_be_multiplied(tmp_path: Path, symag_in: Symag) -> None:
    """Two components with 600 digits each: the product has 1,200, and that is no reason to reject the evidence."""
    names = ["c0.json", "c1.json"]
    for number, name in enumerate(names):
        below = 10**600 + 7 + 2 * number
        outcomes = {"1": f"1/{below}", "2": f"{below - 1}/{below}"}
        moves = [{"from": "1", "action": "b", "to": "1"}, {"from": "2", "action": "c", "to": "2"}]
        (tmp_path / name).write_text(model([{"from": "0", "action": "a", "to": outcomes}, *moves]))
    stops = [{"from": "0", "action": "a", "to": "1"}, {"from": "never", "action": "b", "to": "never"}]
    (tmp_path / "spec.json").write_text(model(stops))
    done = symag_in(tmp_path, "check", *names, "--spec", "spec.json", "-o", "verdict.json")
    assert done.code == 1, done.err[-2000:]
    assert symag.audit(tmp_path / "verdict.json")
