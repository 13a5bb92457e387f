"""Aldebaran as other tools write it, and as people write it who make mistakes."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symag
from symag import LPTS, InputError, LimitReached, Limits
from symag.formats import SourceText
from symag.formats.aldebaran import read
from symag.formats.aldebaran.read import read_aldebaran
from symag.formats.aldebaran.write import write_aldebaran
from symag.limits import Watch
from tests.generate import random_model, randoms

MODEL = LPTS.build("idle", [("idle", "send", {"sent": "9/10", "idle": "1/10"}), ("sent", "ack", "idle")])


AUT = {
    "quoted": 'des (0,2,2)\n(0,"send",0 1/10 1)\n(1,"ack",0)\n',
    "as CADP writes it": "des (0, 2, 2)\n(0, send, 0 1/10 1)\n(1, ack, 0)\n",
    "as LTSA writes it": "des(0,2,2)\n(0,send,0 1/10 1)\n(1,ack,0)\n",
    "with the end of line of other systems": 'des (0,2,2)\r\n(0,"send",1 9/10 0)\r\n(1,"ack",0)',
    "with blanks": ' \n\tdes ( 0 ,2 , 2 ) \n\n ( 0,\t"send" ,0  1 / 10\t1 ) \n  \n(1, ack , 0 )\n\n\r\n',
    "with zeros before": 'des (00,02,002)\n(000,"send",00 01/010 1)\n(1,"ack",0)\n',
    "with a row twice": 'des (0,4,2)\n(0,"send",0 1/10 1)\n(1,"ack",0)\n(1,ack,0)\n(0,"send",1 9/10 0)\n',
    "with a state twice": 'des (0,2,2)\n(0,"send",1 1/2 0 1/10 1)\n(1,"ack",0)\n',
    "before another file": 'des (0,2,2)\n(0,"send",0 1/10 1)\n(1,"ack",0)\n\x04\n',
}


@pytest.mark.parametrize("text", AUT.values(), ids=AUT)
def test_aldebaran_as_tools_write_it(text: str) -> None:
    assert symag.loads(text, "aut").is_isomorphic_to(MODEL)


def notes_on(text: str) -> list[str]:
    source = SourceText(text)
    read_aldebaran(source)
    return list(source.notes)


READ, NOTED, REFUSED = "read", "read, with a note", "refused"
CONSTRUCTS = {
    "the header, with or without blanks": ('des(0, 1,1)\n(0,"a",0)', READ),
    "blank lines, also before the header; CR LF; no end of the last line": ('\n des (0,1,1)\r\n\n(0,"a",0)', READ),
    "labels in quotes, with whatever is in them": ('des (0,1,2)\n(0,"put(3, é)",1)', READ),
    "quotes in such a label, unless a comma follows": ('des (0,1,2)\n(0,"say "hi"",1)', READ),
    "labels without quotes; blanks in them are kept": ("des (0,1,2)\n(0, SEND !A !1, 1)", READ),
    "commas in such a label": ("des (0,1,2)\n(0, get(1,2), 1)", READ),
    "mCRL2's multi-actions: an action of that name": ('des (0,1,2)\n(0,"a|b",1)', READ),
    "the hidden action": ('des (0,4,2)\n(0,tau,1)\n(1,i,0)\n(0,"tau",0)\n(0,"i",1)', READ),
    "distributions; the last state has the rest": ('des (0,1,3)\n(0,"a",1 1/3 2 1/3 0)', READ),
    "one state several times in a distribution: added up": ('des (0,1,2)\n(0,"a",1 1/3 0 1/3 1)', READ),
    "a transition that is there twice: one, and two in the header": ('des (0,2,1)\n(0,"a",0)\n(0,a,0)', READ),
    "an initial distribution": ("des (0 1/2 1,0,2)", NOTED),
    "ERROR, as LTSA writes it": ("des (0,1,1)\n(0,oops,-1)", NOTED),
    "the end of transmission": ('des (0,1,1)\n(0,"a",0)\n\x04\n', READ),
    "what follows it": ('des (0,0,1)\n\x04\ndes (0,1,1)\n(0,"a",0)', NOTED),
    "other numbers of transitions than the header says": ('des (0,2,1)\n(0,"a",0)', REFUSED),
    "states that are not below the number in the header": ('des (0,1,2)\n(0,"a",2)', REFUSED),
    "more states than the file has characters": ("des (0,0,99999999)", REFUSED),
    "probabilities that are not greater than zero, or no fractions": ('des (0,1,2)\n(0,"a",0 0.5 1)', REFUSED),
    "empty labels": ('des (0,1,2)\n(0,"",1)', REFUSED),
    "a row on several lines, or two rows on one": ('des (0,2,2)\n(0,"a",1) (1,"a",0)', REFUSED),
    "comments": ('des (0,1,1)\n(0,"a",0) % a', REFUSED),
}


def test_the_table_of_constructs() -> None:
    page = Path(read.__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
    section = page.partition("\n## Aldebaran\n")[2].partition("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in re.findall(r"^\|.*\|$", section, re.M)]
    found = {construct.strip(): (example, outcome.strip()) for construct, example, outcome in rows[2:]}
    assert {name: outcome for name, (_, outcome) in found.items()} == {
        name: outcome for name, (_, outcome) in CONSTRUCTS.items()
    }
    for name, (text, outcome) in CONSTRUCTS.items():
        for example in re.findall(r"`([^`]+)`", found[name][0]):
            assert example.replace(r"\|", "|") in text
        if outcome == REFUSED:
            with pytest.raises(InputError):
                symag.loads(text, "aut")
        else:
            assert bool(notes_on(text)) == (outcome == NOTED), name


def test_labels(tmp_path: Path) -> None:
    text = '''des (1, 9, 3)
(1,i,0)
(1,"tau",2)
(0,"a b (c, d)",1)
(0, put(3), 1)
(0, get(1, 2) , 1)
(0,"say "hi"",1)
(0,""",1)
(0," ",1)
(0,"é ✓",1)
'''
    model = symag.loads(text, ".aut")
    assert model.initial_state == "1"
    assert model.alphabet == {"a b (c, d)", "put(3)", "get(1, 2)", 'say "hi"', '"', " ", "é ✓"}
    assert sum(action == "tau" for _, action, _ in model.transitions()) == 2
    assert symag.loads(write_aldebaran([model]).decode(), "aut") == model
    thirds = symag.loads('des (0,1,3)\n(0,"a",0 1/3 1 1/3 2)\n', "aut")
    assert [str(p) for _, p in thirds.outcomes(-1)] == ["1/3"] * 3
    for label in ('say "hi", then go', "i", "two\nlines"):
        with pytest.raises(InputError, match="cannot be written"):
            symag.save(LPTS.build("0", [("0", label, "0")]), tmp_path / "never.aut")


def test_an_initial_distribution_is_a_hidden_move_and_written_as_it_was() -> None:
    text = 'des (1 1/3 0,1,2)\n(0,"a",1)\n'
    model = symag.loads(text, "aut")
    assert (model.num_states, model.initial_state) == (3, "initial distribution")
    assert str(model.distribution(model.target[model.row(model.initial)[0]])) == "2/3 0 + 1/3 1"
    assert notes_on(text) == ["line 1: the initial distribution is read as a hidden move of a fresh initial state"]
    assert write_aldebaran([model]).decode() == 'des (0 2/3 1,1,2)\n(0,"a",1)\n'
    middle = LPTS.build(
        "initial distribution",
        [("initial distribution", "tau", {"s": "2/3", "t": "1/3"}), ("s", "a", "t")],
        states=["s", "initial distribution", "t"],
    )
    assert write_aldebaran([middle]).decode() == 'des (0 2/3 1,1,2)\n(0,"a",1)\n'


@pytest.mark.parametrize(
    ("initial", "rows"),
    [
        ("idle", [("idle", "tau", {"s": "2/3", "t": "1/3"})]),
        ("initial distribution", [("initial distribution", "a", {"s": "2/3", "t": "1/3"})]),
        ("initial distribution", [("initial distribution", "tau", "s")]),
        ("initial distribution", [("initial distribution", a, {"s": "2/3", "t": "1/3"}) for a in ("tau", "b")]),
        ("initial distribution", [("initial distribution", "tau", {"initial distribution": "2/3", "t": "1/3"})]),
        (
            "initial distribution",
            [("initial distribution", "tau", {"s": "2/3", "t": "1/3"}), ("s", "a", "initial distribution")],
        ),
    ],
)
def test_a_hidden_first_move_of_another_model_stays_one(
    initial: str, rows: list[tuple[str, str, str | dict[str, object]]]
) -> None:
    model = LPTS.build(initial, rows)
    text = write_aldebaran([model]).decode()
    assert text.startswith(f"des (0,{len(rows)},")
    assert symag.loads(text, "aut").is_isomorphic_to(model)


def test_error_is_a_state_without_moves() -> None:
    text = "des(0,3,2)\n(0,a,1)\n(1,b,-1)\n(1,c,-1)\n"
    model = symag.loads(text, "aut")
    assert (list(model.states), model.num_transitions) == (["0", "1", "ERROR"], 3)
    assert not model.row(2)
    assert notes_on(text) == ["line 3: -1 is read as the state ERROR, which has no moves"]
    assert write_aldebaran([model]).decode() == 'des (0,3,3)\n(0,"a",1)\n(1,"b",2)\n(1,"c",2)\n'
    both = symag.loads("des (-1 1/2 0,1,1)\n(0,a,-1)\n", "aut")
    assert list(both.states) == ["0", "ERROR", "initial distribution"]


PLACES = {
    'des (0,1,2)\n(0,"a",1 1/2 7)': (2, 8, "the state 7 does not exist"),
    'des (0,1,2)\n  (3 ,"a",1)': (2, 4, "the state 3 does not exist"),
    'des (0,1,2)\n(-1,"a",1)': (2, 2, "the state -1 does not exist"),
    'des (0,1,2)\n(0,"ü",-0)': (2, 8, "the state -0 does not exist"),
    'des (0,1,2)\n(0,"a", 1 3/2 0)': (2, 9, "the state 0 has the probability -1/2"),
    'des (0,1,2)\n(0,"a", 1 1/0 0)': (2, 9, "divides by zero"),
    'des (0,1,2)\n(0,"a",1 1/2)': (2, 1, "is not a transition"),
    'des (0,1,2)\n(0,"a",1 1/2 0 1)': (2, 1, "is not a transition"),
    'des (0,1,2)\n(0, "" ,1)': (2, 5, "a label must not be empty"),
    'des (0,2,2)\n\n(0,"a",1)\n(0,"b",1),': (4, 1, "is not a transition"),
    'des (0,1,2)\n(0,"a","b",1)': (2, 1, "is not a transition"),
    "\n\ndes (5,0,2)": (3, 6, "the state 5 does not exist"),
    "\n\ndes (0,3,2)": (3, 1, "announces 3 transitions, but there are 0"),
    'des (0,1,1)\n(0,"\ud800",0)': (2, 5, "is half a character"),
    "\ndes (zero,1,1)": (2, 1, "the first line must be"),
    f'des (0,1,1)\n(0,"a",{"9" * 19})': (2, 8, "is too long"),
}


@pytest.mark.parametrize("text", PLACES)
def test_errors_say_where(text: str) -> None:
    line, column, message = PLACES[text]
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        symag.loads(text, "aut")
    assert (caught.value.line, caught.value.column) == (line, column)


class CarefulScanner:
    """Leaves every line to the caller."""

    def __init__(self, data: bytes, at: int, line: int, states: int, hidden: list[bytes], watch: Watch) -> None:
        self.data, self.at, self.line, self.hidden = data, at, line, hidden
        self.names: list[bytes] = []
        self.found: list[tuple[int, int, int]] = []

    @property
    def count(self) -> int:
        return len(self.found)

    def _line(self) -> bytes:
        return self.data[self.at :].partition(b"\n")[0]

    def scan(self) -> bool:
        while self.at < len(self.data):
            if self._line().strip(b" \t\r\f\v"):
                return True
            self._skip()
        return False

    def distribution(self) -> None:
        return None

    def add(self, source: int, start: int, stop: int, target: int) -> None:
        label = self.data[start:stop]
        if label not in [*self.names, *self.hidden]:
            self.names.append(label)
        self.found.append((source, 0 if label in self.hidden else self.names.index(label) + 1, target))
        self._skip()

    def _skip(self) -> None:
        self.at += len(self._line()) + 1
        self.line += 1

    def rows(self) -> Iterator[array[int]]:
        return (array("i", [row[column] for row in self.found]) for column in range(3))


def outcome_of(text: str) -> object:
    """All that reading comes to: the arrays of the model, or the error."""
    source = SourceText(text)
    try:
        (model,) = read_aldebaran(source)
    except InputError as error:
        return error.message, error.line, error.column
    arrays = [list(getattr(model, name)) for name in ("first", "action", "target", "spread", "support", "vector")]
    return arrays, model.vectors, model.actions, model.initial, list(model.states), list(source.notes)


def mutated(random: Random, text: str) -> str:
    """The text with a few characters changed, and a header that may not notice it."""
    pieces = ['"', ",", "(", ")", " ", "\t", "\r", "\n", "/", "-1", "0", "7", "1 1/2 0", "i", "tau", "é", "\x04", "\v"]
    for _ in range(random.randint(0, 6)):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice([*pieces, ""]) + text[at + random.choice([0, 0, 1, 3]) :]
    header, _, rest = text.partition("\n")
    with suppress(ValueError):
        initial, _, states = header.rsplit(",", 2)
        count = sum(bool(line.strip(" \t\r\f\v")) for line in rest.split("\n"))
        header = f"{initial},{count},{states}"
    return f"{header}\n{rest}"


@given(randoms)
@settings(max_examples=400)
def test_the_scanner_reads_as_the_careful_reader_does(random: Random) -> None:
    labels = tuple(random.sample(["a", "b, c", "i", "put(3, 4)", "é", "say !A", "x" * 40], 4))
    text = write_aldebaran([random_model(random, 5, tuple(label for label in labels if label != "i"))]).decode()
    if random.random() < 0.3:
        text = text.replace('"', "")
    text = mutated(random, text)
    with pytest.MonkeyPatch.context() as patch:
        found = outcome_of(text)
        patch.setattr(read, "Scanner", CarefulScanner)
        assert outcome_of(text) == found


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1))
def test_every_label_that_is_written_is_read(label: str) -> None:
    model = LPTS.build("0", [("0", label, "0")])
    try:
        text = write_aldebaran([model]).decode()
    except InputError:
        assert label == "i" or "\n" in label or re.search(r'"\s*,', label, re.ASCII)
    else:
        assert symag.loads(text, "aut") == model


def test_reading_keeps_limits() -> None:
    rows = "".join(f'({n},"a",{n})\n' for n in range(40_000))
    text = f"des (0,40000,40000)\n{rows}"
    now = iter([0.0, 0.0, *[1e9] * 1000])
    watch = Watch(Limits(seconds=5), clock=now.__next__)
    with pytest.raises(LimitReached, match="timeout"):
        read_aldebaran(SourceText(text, watch=watch))
    with pytest.raises(LimitReached, match="memory"):
        read_aldebaran(SourceText(text * 40, watch=Watch(Limits(memory_mb=1))))


def test_many_labels_and_many_rows() -> None:
    rows = [(n % 100, f"a{n % 3000}", (n * 7) % 100) for n in range(9000)]
    text = f"des (0,{len(rows)},100)\n" + "".join(f'({s},"{a}",{t})\n' for s, a, t in rows)
    model = symag.loads(text, "aut")
    expected = LPTS.build("0", [(str(s), a, str(t)) for s, a, t in rows], states=map(str, range(100)))
    assert model == expected
    assert model.actions == ("tau", *(f"a{n}" for n in range(3000)))
