"""Assumptions in words: the sentences as they read, and that they determine the assumption."""

from __future__ import annotations

import re
from itertools import product

import pytest

from symag import LPTS
from symag.report import assumption_words
from symag.report.assumption_words import MAX_LETTERS, MAX_STATES, WordTable, state_words, unfit_for_words


def assumption(text: str, alphabet: str = "") -> LPTS:
    """`0 send 1, 1 ack 0`: the transitions; the first state is the initial one."""
    rows = [row.split() for row in text.split(",")] if text else []
    return LPTS.build("0", [(source, action, goal) for source, action, goal in rows], alphabet.split() or None)


SENTENCES = {
    "the channel, refined": (
        assumption("0 send 1, 0 ack 0, 1 output 0"),
        ["0 At first, and after output: send comes before output.", "1 After send: only output may come."],
    ),
    "the channel, learned": (
        assumption("0 send 1, 0 ack 0, 1 output 0, 1 send 0"),
        [
            "0 At first: send comes before output, and leads to 1.",
            "1 For instance after send: output or send comes before ack, and leads to 0.",
        ],
    ),
    "a cycle": (
        assumption("0 send 1, 1 output 2, 2 ack 0"),
        [
            "0 At first, and after ack: only send may come.",
            "1 After send: only output may come.",
            "2 After output: only ack may come.",
        ],
    ),
    "in every state the same": (assumption("0 a 0", "a b"), ["0 Always: only a may come."]),
    "everything": (assumption("0 a 0, 0 b 0"), ["0 Always: anything may happen."]),
    "nothing": (assumption("", "a b"), ["0 Always: nothing may happen."]),
    "an end": (
        assumption("0 a 0, 0 b 1, 0 c 2, 1 a 1, 1 b 1, 1 c 1"),
        [
            "0 At first: anything may happen; c leads to 2.",
            "1 After b: anything may happen from then on.",
            "2 For instance after c: nothing may happen.",
        ],
    ),
    "many that are forbidden": (
        assumption("0 a 1, 0 b 1, 1 a 1, 1 b 0, 1 c 1, 1 d 1, 1 e 1", "a b c d e f"),
        [
            "0 At first: only a or b may come, and leads to 1.",
            "1 For instance after a: f must not come; b leads to 0; a changes nothing.",
        ],
    ),
    "all else": (
        assumption("0 a 1, 0 b 0, 0 c 0, 0 d 0, 0 e 0, 1 a 0, 1 b 0, 1 c 0, 1 d 0, 1 e 0", "a b c d e f"),
        [
            "0 At first: f must not come; a leads to 1; anything else changes nothing.",
            "1 For instance after a: f must not come; anything else leads to 0.",
        ],
    ),
    "labels": (
        LPTS.build("idle", [("idle", "go", "busy"), ("busy", "go", "idle"), ("busy", "on", "busy")]),
        [
            "idle At first: only go may come, and leads to busy.",
            "busy For instance after go: anything may happen; go leads to idle.",
        ],
    ),
    "blocks": (
        LPTS.build("7:{idle,wait,done}", [("7:{idle,wait,done}", "go", "3:{a}"), ("3:{a}", "on", "3:{a}")]),
        ["7 At first: only go may come.", "3 After go: only on may come."],
    ),
    "long labels": (
        LPTS.build("x=0,y=0,z=0,w=0", [("x=0,y=0,z=0,w=0", "go", "x=1,y=0,z=0,w=0")]),
        ["0 At first: anything may happen.", "1 After go: nothing may happen."],
    ),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_sentences(name: str) -> None:
    model, expected = SENTENCES[name]
    assert [f"{state.name} {state.sentence}" for state in state_words(WordTable.of(model))] == expected


@pytest.mark.parametrize(("states", "letters", "few"), [(1, "abc", 3), (2, "abcd", 3), (2, "abc", 1), (3, "ab", 1)])
def test_the_sentences_determine_the_assumption(
    states: int, letters: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every assumption of this size is what its sentences say, read by the rule that the report states."""
    monkeypatch.setattr(assumption_words, "FEW", few)
    cells = [(state, letter) for state in range(states) for letter in letters]
    read = 0
    for goals in product((None, *range(states)), repeat=len(cells)):
        rows = [
            (str(state), letter, str(goal))
            for (state, letter), goal in zip(cells, goals, strict=True)
            if goal is not None
        ]
        table = WordTable.of(LPTS.build("0", rows, [*letters]))
        read += 1
        found = [(state.name, state.sentence) for state in state_words(table)]
        meant = {
            name: {letter: table.names[goal] for letter, goal in row.items()}
            for name, row in zip(table.names, table.goals, strict=True)
        }
        assert _read(found, letters) == meant, found
    assert read == (states + 1) ** (states * len(letters))


def _read(sentences: list[tuple[str, str]], letters: str) -> dict[str, dict[str, str]]:
    """The assumption that sentences describe: letters are single characters, so a list is all single characters."""
    heads = {name: sentence.partition(": ")[0].lower() for name, sentence in sentences}
    after = {
        letter: name
        for name, head in heads.items()
        if "for instance" not in head and "after" in head
        for letter in _letters(head.partition("after")[2])
    }
    return {
        name: _row(sentence.partition(": ")[2].removesuffix("."), name, letters, after) for name, sentence in sentences
    }


def _row(said: str, name: str, letters: str, after: dict[str, str]) -> dict[str, str]:
    first, *clauses = said.split("; ")
    first, merged, goal = first.partition(", and leads to ")
    if first.startswith("nothing"):
        return {}
    forbidden: list[str] = []
    subject = [*letters]
    if "comes before" in first:
        subject, forbidden = map(_letters, first.split("comes before"))
    elif first.endswith("must not come"):
        forbidden = _letters(first.removesuffix("must not come"))
    elif first.startswith("only"):
        subject = _letters(first.removeprefix("only").removesuffix("may come"))
        forbidden = [letter for letter in letters if letter not in subject]
    row = {letter: after.get(letter, name) for letter in letters if letter not in forbidden}
    told = {*subject} if "comes before" in first else set[str]()
    row |= dict.fromkeys(subject, goal) if merged else {}
    for clause in clauses:
        who, change = re.split(" (?=leads to|changes)", clause)
        which = [letter for letter in row if letter not in told] if who == "anything else" else _letters(who)
        told |= {*which}
        row |= dict.fromkeys(which, change.removeprefix("leads to ") if "leads" in change else name)
    return row


def _letters(text: str) -> list[str]:
    return re.findall(r"\b\w\b", text)


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (assumption("0 a 0, 0 a 1"), "it is nondeterministic or has hidden moves"),
        (assumption("0 tau 1, 1 a 0"), "it is nondeterministic or has hidden moves"),
        (assumption(", ".join(f"{n} a {n + 1}" for n in range(MAX_STATES))), "13 states and 1 action are too many"),
        (assumption(", ".join(f"0 a{n} 0" for n in range(MAX_LETTERS + 1))), "1 state and 31 actions are too many"),
        (assumption(", ".join(f"{n} a {n + 1}" for n in range(MAX_STATES - 1))), ""),
        (assumption(", ".join(f"0 a{n} 0" for n in range(MAX_LETTERS))), ""),
    ],
)
def test_what_is_not_put_in_words(model: LPTS, why: str) -> None:
    assert unfit_for_words(model).startswith(why)
    assert bool(unfit_for_words(model)) == bool(why)
