"""From the text of an `.aut` file to a model.

The compiled scanner reads the rows that tools write. Every other line is read here, carefully, with regular
expressions: labels with quotes in them, ERROR, and every line that is wrong.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symag.errors import InputError
from symag.formats.aldebaran.scanner import Scanner
from symag.formats.format import SourceText
from symag.formats.positions import Position, line_and_column
from symag.model import LPTS, Assembler, NumberLabels, parse_rational
from symag.model.collector import no_collection
from symag.model.rational import check_size, check_sum, shown

__all__ = ["ERROR", "HIDDEN", "QUOTE_AND_COMMA", "START", "read_aldebaran"]

HIDDEN = ("tau", "i")
"""The labels of the hidden action: mCRL2's and CADP's."""
ERROR = "ERROR"
"""The state that LTSA writes as -1."""
START = "initial distribution"
"""The state before an initial distribution."""
MOST_STATES = 2**31 - 3
MOST_DIGITS = 18
BLANK = " \t\r\f\v"
END_OF_TRANSMISSION = "\x04"
"""mCRL2 reads what follows it as another file."""

_TARGET = r"-?\d++(?:\s++\d++\s*+/\s*+\d++\s++-?\d++)*+"
_HEADER = re.compile(rf"\s*+des\s*+\(\s*+({_TARGET})\s*+,\s*+(\d++)\s*+,\s*+(\d++)\s*+\)\s*+", re.ASCII)
_ROW = re.compile(rf"\s*+\(\s*+(-?\d++)\s*+,\s*+(.*),\s*+({_TARGET})\s*+\)\s*+", re.ASCII)
QUOTE_AND_COMMA = re.compile(r'"\s*+,', re.ASCII)
"""Ends a quoted label. Another quote in it does not."""


def read_aldebaran(source: SourceText) -> tuple[LPTS]:
    """The one model in a text; the names of its states are their numbers."""
    with no_collection():  # which would look at every distribution again and again
        return (_Reader(source).model(),)


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        position = Position(*line_and_column(text, error.start))
        raise position.error(f"{text[error.start]!r} is half a character") from None


class _Reader:
    """Reads one text: its header, then its rows."""

    def __init__(self, source: SourceText) -> None:
        self.note = source.note
        self.watch = source.watch
        self.assembler = Assembler(source.watch)
        self.has_error = False
        self._shares: dict[tuple[bytes, ...], list[Fraction]] = {}
        """The probabilities in a target, by their texts; the last state's among them."""
        self._vectors: dict[tuple[tuple[bytes, ...], tuple[int, ...]], int] = {}
        """The number of the vector that these probabilities are in this order."""
        self._read_header(source.text)
        self.data = _encoded(source.text)
        at = len(_encoded(source.text[: self.body]))
        hidden = [label.encode() for label in HIDDEN]
        self.scanner = Scanner(self.data, at, self.header.line + 1, self.states, hidden, source.watch)

    def _read_header(self, text: str) -> None:
        """Read the first line that is not blank."""
        begin = len(text) - len(text.lstrip()) if text.strip() else 0
        self.header = Position(text.count("\n", 0, begin) + 1, 1)
        begin = text.rfind("\n", 0, begin) + 1
        stop = text.find("\n", begin)
        stop = len(text) if stop < 0 else stop
        match = _HEADER.fullmatch(text, begin, stop)
        if match is None:
            found = repr(text[begin : min(stop, begin + 60)]) if text[begin:stop].strip() else "nothing"
            raise self.header.error(f"the first line must be 'des (initial, transitions, states)', not {found}")
        self.body = min(stop + 1, len(text))
        self.announced, self.states = (self._number(match[group], self.header) for group in (2, 3))
        if self.states > min(len(text), MOST_STATES):  # every state but the initial one is the target of a transition
            message = f"{self.states} states are announced, more than the file has characters: is it cut off?"
            raise self.header.error(message)
        self.initial = self._target(match[1], Position(self.header.line, match.start(1) - begin + 1))

    def model(self) -> LPTS:
        """The model that the rows make."""
        scanner = self.scanner
        while scanner.scan():
            target = self._usual_target(scanner.distribution())
            if target is not None:
                scanner.complete(target)
            elif not self._read_carefully():
                break
        if scanner.count != self.announced:
            message = f"the header announces {self.announced} transitions, but there are {scanner.count}"
            raise self.header.error(f"{message}: is the file cut off?")
        self.assembler.extend(*scanner.rows())
        others, initial = (ERROR,) if self.has_error else (), self.initial
        if initial < 0:
            initial = self.states + len(others)
            others = (*others, START)
            self.assembler.add(initial, 0, self.initial)
            self.note("the initial distribution is read as a hidden move of a fresh initial state", self.header)
        alphabet = tuple(name.decode() for name in scanner.names)
        return self.assembler.freeze(NumberLabels(self.states, others), initial, alphabet, "")

    def _read_carefully(self) -> bool:
        """Read the line at which the scanner stops; False if it ends the file."""
        scanner = self.scanner
        stop = self.data.find(b"\n", scanner.at)
        line = self.data[scanner.at : stop if stop >= 0 else len(self.data)].decode()
        if line.lstrip(BLANK).startswith(END_OF_TRANSMISSION):
            if self.data[scanner.at :].strip(b"\x04 \t\r\f\v\n"):
                self.note("what follows the end of transmission is not read", Position(scanner.line, 1))
            return False
        match = _ROW.fullmatch(line)
        label = None if match is None else _label_in(line, match.start(2), match.end(2))
        if match is None or label is None:
            message = f'{line[:60]!r} is not a transition (source, "label", target)'
            raise Position(scanner.line, 1).error(message)
        source, target = (Position(scanner.line, match.start(group) + 1) for group in (1, 3))
        if label[0] == label[1]:
            raise Position(scanner.line, match.start(2) + 1).error("a label must not be empty")
        start, stop = (scanner.at + len(line[:place].encode()) for place in label)
        scanner.add(self._state(match[1], source), start, stop, self._target(match[3], target))
        return True

    def _usual_target(self, text: bytes | None) -> int | None:
        """A distribution with probabilities that were met before; None if it has others, or anything is wrong."""
        words = [] if text is None else text.split()
        texts = tuple(words[1::2])
        shares = self._shares.get(texts)
        if shares is None:
            return None
        try:
            states = [int(word) for word in words[::2]]
        except ValueError:
            return None
        return self._spread(states, texts, shares) if max(states) < self.states and len(states) == len(shares) else None

    def _target(self, text: str, position: Position) -> int:
        """`1 9/10 2`: states with a fraction between any two; the last state has the rest."""
        words = text.replace("/", " ").split()
        states = [self._goal(word, position) for word in words[::3]]
        if len(states) == 1:
            return states[0]
        self.watch.tick(len(words))
        texts = tuple([f"{over}/{under}".encode() for over, under in zip(words[1::3], words[2::3], strict=True)])
        shares = self._shares.get(texts)
        if shares is None:
            shares = self._shares[texts] = self._parse_shares(states, texts, position)
        return self._spread(states, texts, shares)

    def _spread(self, states: list[int], texts: tuple[bytes, ...], shares: list[Fraction]) -> int:
        """The target with these states and probabilities, which have these texts."""
        order = sorted(range(len(states)), key=states.__getitem__)
        support = tuple([states[i] for i in order])
        if len(set(support)) < len(support):
            outcomes: dict[int, Fraction] = {}
            for state, share in zip(states, shares, strict=True):
                outcomes[state] = check_size(outcomes.get(state, Fraction(0)) + share)
            return self.assembler.target(outcomes)
        key = texts, tuple(order)
        if key not in self._vectors:
            self._vectors[key] = self.assembler.vector(shares[i] for i in order)
        return self.assembler.spread(support, self._vectors[key])

    def _parse_shares(self, states: list[int], texts: tuple[bytes, ...], position: Position) -> list[Fraction]:
        shares, left = [], Fraction(1)
        try:
            for at, state in enumerate(self.watch.over(states)):
                share = left if at == len(texts) else parse_rational(texts[at].decode())
                if share <= 0:
                    message = f"the state {state} has the probability {shown(share)}: it must be greater than zero"
                    raise InputError(message)
                shares.append(share)
                left = check_size(left - share)
            check_sum(shares)
        except InputError as error:
            raise position.error(error.message) from None
        return shares

    def _goal(self, digits: str, position: Position) -> int:
        """The state of this number; -1 is ERROR."""
        if digits != "-1":
            return self._state(digits, position)
        if not self.has_error:
            self.has_error = True
            self.note("-1 is read as the state ERROR, which has no moves", Position(position.line, 1))
        return self.states

    def _state(self, digits: str, position: Position) -> int:
        number = self._number(digits, position)
        if number >= self.states or digits[0] == "-":
            message = f"the state {digits} does not exist: the header announces {self.states}, numbered from 0"
            raise position.error(message)
        return number

    def _number(self, digits: str, position: Position) -> int:
        if len(digits) > MOST_DIGITS:
            raise position.error(f"the number {digits[:30]}… is too long")
        return int(digits)


def _label_in(line: str, start: int, stop: int) -> tuple[int, int] | None:
    """Where the label of a row is, without its quotes; None if it is none."""
    stop = start + len(line[start:stop].rstrip(BLANK))
    if line[start] != '"':
        well = start < stop and line[start] not in ",()" and '"' not in line[start:stop]
        return (start, stop) if well else None
    start, stop = start + 1, stop - 1
    well = start <= stop and line[stop] == '"' and not QUOTE_AND_COMMA.search(line, start, stop + 1)
    return (start, stop) if well else None
