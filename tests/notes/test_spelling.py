"""Notes on actions that seem to be misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag import LPTS
from symag.limits import Watch
from symag.notes import is_slip, misspelt
from symag.study.cases.cav08 import CASES, system
from tests.notes.small_models import loop

EXAMPLES = Path(__file__).parents[2] / "examples"

SLIPS = """
comit commit, strat start, sned send, reqeust request, outptu output, delivre deliver, ack_tiem ack_time,
sendMsg send_msg, Send send, timer.expired timerExpired, noeeror noerror, recieve receive, acknowlege acknowledge,
p[1].sned p[1].send, committ commit, transmision transmission, seperate separate, adress address
"""

WORDS = """
token[0] enter[0], p[1].up p[2].up, a1 a2, ping pong, tick tock, lock unlock, get.left put.left, requesta requestb,
openA openB, send sent, sends send, token taken, change charge, unlock unblock, arise raise, trains trans, get set,
read ready, left lift, train drain, start restart, accept except, ack nack, stop step, lose loose, on no, in out,
send.1 send.2, strat[1] start[2], a A, north south, connect disconnect, input output, full fill, east last,
reader header
"""


def pairs(table: str) -> list[tuple[str, str]]:
    return [tuple(pair.split()) for pair in table.replace("\n", " ").split(",")]  # type: ignore[misc]


@pytest.mark.parametrize(("one", "other"), pairs(SLIPS))
def test_slips(one: str, other: str) -> None:
    assert is_slip(one, other)
    assert is_slip(other, one)


@pytest.mark.parametrize(("one", "other"), pairs(WORDS))
def test_different_words(one: str, other: str) -> None:
    assert not is_slip(one, other)
    assert not is_slip(other, one)


def test_likeness_is_looked_for_only_among_short_names() -> None:
    """Long ones have many neighbours."""
    for length, is_found in ((37, True), (100, False)):
        known, asked = (loop("x", "x" * length + end) for end in ("aby", "bay"))
        assert any("is it x" in note for note in symag.check([known], asked).notes) == is_found


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("p[1].sned p[2].sned", "p[1].send p[2].send", "p[1].sned p[1].send"),
        ("request ack_tiem", "reqeust ack_time", "ack_tiem ack_time request reqeust"),
        ("a1b a2b a3b a4b wort wrod", "a1b a2b a3b a4b", ""),
        ("strat start", "stop", ""),
        ("strat", "start meet", "strat start"),
        ("strat".rjust(100, "x"), "start".rjust(100, "x"), ""),
        ("spoken", "spokne promised", "spoken spokne"),
        (" ".join(["strat", *(a + b for a in "abcdefghijklm" for b in "abcdefghijklm")]), "start", "strat start"),
        (
            "accept deliver output request",
            "accpet delivre outptu reqeust",
            "accept accpet deliver delivre output outptu",
        ),
    ],
)
def test_two_spellings_of_one_action(one: str, other: str, found: str) -> None:
    """Only of actions that one of two knows, and the specification does not; and three of them at most."""
    components = [LPTS.build("0", [("0", action, "0") for action in actions.split()]) for actions in (one, other)]
    notes = misspelt(["A", "B"], components, LPTS.build("0", [("0", "promised", "0")]), Watch())
    words = found.split()
    assert notes == [
        f"only A knows {a}, and only B knows {b}: is it the same action?"
        for a, b in zip(words[::2], words[1::2], strict=True)
    ]


@pytest.mark.parametrize("folder", sorted(path.name for path in EXAMPLES.glob("cav12/*/")))
def test_no_false_guess_on_prism_examples(folder: str) -> None:
    files = sorted((EXAMPLES / "cav12" / folder).glob("*.prism"))
    parts = [part for file in files if file.stem != "spec" for part in symag.load_components(file)]
    assert len(parts) > 2
    specification = symag.load(EXAMPLES / "cav12" / folder / "spec.prism")
    assert misspelt([part.name for part in parts], parts, specification, Watch()) == []


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_no_false_guess_on_fsp_examples(name: str, wrong: bool) -> None:
    first, second, specification = system(name, 3, wrong)
    assert misspelt([part.name for part in first + second], first + second, specification, Watch()) == []
