"""Cases: the text of the file, its keys, the question, the models in it."""

from __future__ import annotations

import json
from typing import Any

from tests.kernel.documents import (
    EXECUTION,
    PREMISES,
    RELATION,
    SPECIFICATION,
    STEPS,
    SYSTEM,
    TREE,
    Document,
    put,
)
from tests.kernel.examples import (
    AGAINST_DIGITS,
    AGAINST_MANY,
    AGAINST_THIRD,
    BY_REDUCED,
    BY_TWO,
    DIGITS,
    FIRST,
    FOR_COIN,
    FOR_STOP,
    LONG,
    spelled,
)
from tests.kernel.reasons import (
    ANOTHER_SIZE,
    LOWER_BOUND,
    MALFORMED,
    NO_LIST,
    NO_RELATION,
    NO_SHARE,
    NO_VERDICT,
    NOT_A_NAME,
    NOT_USED,
    OTHER_EVIDENCE,
)

NO_LOWER_BOUNDS: list[Any] = [{}, [], False, "", {"states": 1, "lower_bound": 1, "shown_by": None}]

NO_VERSION = "the key 'version' is missing"

SPELLINGS: list[tuple[object, ...]] = [
    *((1,), ("1",), (1.0,), ("1.0",), ("7/7",), ("001",), (LONG,), (f"{LONG}/{LONG}",), ("1." + "0" * 4000,)),
    *((0.5, "1/2"), ("0.50", "5/10"), ("0.125", "7/8"), ("0.01", 0.99), ("12/13", "1/13")),
]


# Strings and objects where a list should be.
NOT_LISTS: list[tuple[Document, tuple[str | int, ...], list[Any]]] = [
    (FOR_COIN, ("components",), [{}, "", {"0": {}}]),
    (FOR_COIN, (*SYSTEM, "alphabet"), ["abc", {"a": 1, "b": 2, "c": 3}]),
    (DIGITS, (*SYSTEM, "alphabet"), [2]),
    (FOR_STOP, (*SYSTEM, "transitions"), ["", {}]),
    (FOR_COIN, RELATION, [{}]),
    (FOR_COIN, (*RELATION, 1, "simulated_by"), ["q", {"q": "r"}]),
    (FOR_COIN, (*RELATION, 1, "states"), [["t"], "t", [{"t": "u"}], {"t": "u"}]),
    (BY_TWO, ("assumptions",), [{}, "", {"x": FIRST}, FIRST]),
    (BY_TWO, (*PREMISES, 0, "below"), ["L1", {"L1": 1}, 2]),
    (BY_REDUCED, ("certificate", "abstractions"), [{}, "", None]),
    (BY_TWO, PREMISES, [{}, "", {"0": {}, "1": {}}]),
    (AGAINST_THIRD, (*EXECUTION, "n1"), ["t", {"t": "u"}]),
    (AGAINST_THIRD, STEPS, [{}]),
    (AGAINST_THIRD, (*STEPS, 1, "cuts"), ["nr", {"nr": 1}, ["nr"], [[["n1"], "r"]]]),
    (AGAINST_MANY, (*STEPS, 0, "cuts"), ["", {}, [["", []]], [[[], ""]]]),
]

ACCEPTED: dict[str, tuple[Document, str]] = {
    "no lower bound": (FOR_COIN | {"minimality": None}, "a relation over 3 states"),
    **{f"shares {i}": (spelled(*shares), f"over {len(shares) + 1} states") for i, shares in enumerate(SPELLINGS)},
    "claims that are not looked at": (
        FOR_COIN | {"statistics": {"selection": "accepted by the kernel"}},
        "over 3 states",
    ),
}

REJECTED: dict[str, tuple[Document | str, str]] = {
    "no text": ("", "this is not JSON: "),
    "no JSON": ("accepted", "this is not JSON: "),
    "half of it": (json.dumps(FOR_COIN)[:-40], "this is not JSON: "),
    "two of it": (json.dumps(FOR_COIN) * 2, "this is not JSON: "),
    "a list": (json.dumps([FOR_COIN]), "the key 'version' is missing"),
    "null": ("null", "the key 'version' is missing"),
    "a number": ("1", "the key 'version' is missing"),
    "an empty object": ("{}", "the key 'version' is missing"),
    **{
        f"a verdict whose {key} is {value!r}": (put(FOR_COIN, value, key), "the verdict is not in the format")
        for key, value in (
            *(("format", "symag"), ("format", "symag-verdicts"), ("format", "symag-lpts"), ("format", None)),
            *(("version", 0), ("version", 2), ("version", "1"), ("version", 1.0), ("version", None), ("version", True)),
        )
    },
    "a verdict without a format": (put(FOR_COIN, ..., "format"), "the key 'format' is missing"),
    "a verdict without a version": (put(FOR_COIN, ..., "version"), "the key 'version' is missing"),
    "deep nesting": ("[" * 100_000 + "]" * 100_000, MALFORMED + "RecursionError"),
    "deep nesting of objects": ('{"a":' * 100_000 + "1" + "}" * 100_000, MALFORMED + "RecursionError"),
    "a key twice": (json.dumps(FOR_COIN).replace("{", '{"verdict": "violated", ', 1), "a JSON object has a key twice"),
    "a state twice in a distribution": (
        json.dumps(put(FOR_COIN, {"t": 1}, *SYSTEM, "transitions", 1, "to")).replace('{"t": 1}', '{"t": 1, "t": 1}'),
        "a JSON object has a key twice",
    ),
    **{
        f"{constant} somewhere": (json.dumps(FOR_COIN).replace("null", constant), f"{constant} is not a number")
        for constant in ("NaN", "Infinity", "-Infinity")
    },
    "no relation": (put(FOR_COIN, ..., "relation"), "the key 'relation' is missing"),
    "another relation": (put(FOR_COIN, "bisimulation", "relation"), NO_RELATION),
    "another relation, later": (put(FOR_COIN, "weak", "relation"), NO_RELATION),
    "null for a relation": (put(FOR_COIN, None, "relation"), NO_RELATION),
    "no verdict": (put(FOR_COIN, ..., "verdict"), "the key 'verdict' is missing"),
    "an early verdict": (put(FOR_COIN, "good", "verdict"), NO_VERDICT),
    "true for a verdict": (put(FOR_COIN, True, "verdict"), NO_VERDICT),
    **{f"{value!r} for a lower bound": (BY_TWO | {"minimality": value}, LOWER_BOUND) for value in NO_LOWER_BOUNDS},
    "unknown": (put(AGAINST_THIRD, "unknown", "verdict"), "the verdict is unknown: there is no evidence to check"),
    "a late verdict": (put(AGAINST_THIRD, "violated!", "verdict"), NO_VERDICT),
    "the other verdict": (put(FOR_COIN, "violated", "verdict"), OTHER_EVIDENCE),
    "the other verdict again": (put(AGAINST_THIRD, "holds", "verdict"), OTHER_EVIDENCE),
    "no components": (put(FOR_COIN, [], "components"), "there are no components"),
    "null for components": (put(FOR_COIN, None, "components"), NO_LIST),
    "a component without a model": (put(FOR_COIN, ..., *SYSTEM), "the key 'model' is missing"),
    "no specification": (put(FOR_COIN, ..., "specification"), "the key 'specification' is missing"),
    "no certificate": (put(FOR_COIN, ..., "certificate"), "the key 'certificate' is missing"),
    "no counterexample": (put(AGAINST_THIRD, ..., "counterexample"), "the key 'counterexample' is missing"),
    **{
        f"{key} {value!r}": (put(FOR_COIN, value, *SYSTEM, key), "a model is not in the format symag-lpts 1")
        for key, value in (
            *(("format", "symag"), ("format", "symag-lts"), ("format", None), ("format", 1)),
            *(("version", 0), ("version", 2), ("version", "1"), ("version", 1.0), ("version", None), ("version", True)),
        )
    },
    "a specification of another version": (put(FOR_COIN, 2, *SPECIFICATION, "version"), "not in the format"),
    "a tree of another version": (put(AGAINST_THIRD, 2, *TREE, "version"), "not in the format"),
    **{
        f"{key} is missing": (put(FOR_COIN, ..., *SYSTEM, key), f"the key '{key}' is missing")
        for key in ("format", "version", "initial", "alphabet", "transitions")
    },
    **{
        f"{key} is missing": (put(FOR_COIN, ..., *SYSTEM, "transitions", 1, key), f"{MALFORMED}KeyError: '{key}'")
        for key in ("from", "action", "to")
    },
    "a model that is a name": (put(FOR_COIN, "COIN", *SYSTEM), "the key 'version' is missing"),
    "null for an alphabet": (put(FOR_COIN, None, *SYSTEM, "alphabet"), NO_LIST),
    "null for transitions": (put(FOR_COIN, None, *SYSTEM, "transitions"), NO_LIST),
    "a transition that is a list": (
        put(FOR_COIN, ["s", "a"], *SYSTEM, "transitions", 0),
        f"{MALFORMED}TypeError: ",
    ),
    "tau in an alphabet": (put(FOR_COIN, ["tau", *"abc"], *SYSTEM, "alphabet"), "tau is in an alphabet"),
    "tau in the alphabet of the specification": (
        put(FOR_COIN, [*"abc", "tau"], *SPECIFICATION, "alphabet"),
        "tau is in an alphabet",
    ),
    "an action outside the alphabet": (
        put(FOR_COIN, ["a", "c"], *SYSTEM, "alphabet"),
        "the action 'b' is not in the alphabet",
    ),
    "an action after tau outside the alphabet": (
        put(FOR_COIN, "z", *SYSTEM, "transitions", 2, "action"),
        "the action 'z' is not in the alphabet",
    ),
    **{
        f"the number {value} for {' '.join(map(str, path))}": (put(document, value, *path), NOT_A_NAME)
        for document, value, *path in (
            *((DIGITS, 1, *SYSTEM, "initial"), (DIGITS, 3, *SPECIFICATION, "initial")),
            *((DIGITS, [2], *SYSTEM, "alphabet"), (DIGITS, [2], *SPECIFICATION, "alphabet")),
            *((DIGITS, 1, *SYSTEM, "transitions", 0, "from"), (DIGITS, 2, *SYSTEM, "transitions", 0, "action")),
            *((DIGITS, 1, *SYSTEM, "transitions", 0, "to"), (DIGITS, 3, *SPECIFICATION, "transitions", 0, "to")),
            *((DIGITS, [3], *RELATION, 0, "simulated_by"), (DIGITS, [[1]], *RELATION, 0, "states")),
            *((AGAINST_DIGITS, 4, *TREE, "initial"), (AGAINST_DIGITS, [1], *EXECUTION, "7")),
            *((AGAINST_DIGITS, [[[6], ["8"]]], *STEPS, 1, "cuts"), (AGAINST_DIGITS, [[["6"], [8]]], *STEPS, 1, "cuts")),
            *((AGAINST_DIGITS, 6, *STEPS, 0, "node"), (AGAINST_DIGITS, 8, *STEPS, 0, "not_below")),
            *((AGAINST_DIGITS, 2, *STEPS, 0, "action"), (AGAINST_DIGITS, 7, *STEPS, 0, "to")),
        )
    },
    "null for a name": (put(FOR_COIN, None, *SYSTEM, "initial"), NOT_A_NAME),
    "true for a name": (put(FOR_COIN, True, *SYSTEM, "transitions", 1, "to"), NOT_A_NAME),
    "a list for a target": (put(FOR_COIN, ["s"], *SYSTEM, "transitions", 1, "to"), NOT_A_NAME),
    **{
        f"{value!r} for {' '.join(map(str, path))}": (put(document, value, *path), NO_LIST)
        for document, path, values in NOT_LISTS
        for value in values
    },
    **{
        f"the share {i}: {share!r:.20}": (spelled(share), NO_SHARE)
        for i, share in enumerate(
            (
                *(
                    "-1",
                    -1,
                    "+1",
                    "1e0",
                    1e-7,
                    "",
                    " 1",
                    "1 ",
                    "1/",
                    "/1",
                    "1.",
                    ".1",
                    "1/1/1",
                    "1.0/1",
                    "1x0",
                    "1//1",
                    "half",
                ),
                *(
                    "1\n",
                    "٣",
                    "1/٣",
                    "0x1",
                    "1_0",
                    "0" + LONG,
                    f"1/0{LONG}",
                    "1." + "0" * 4001,
                    "0" + LONG + ".0",
                    "inf",
                ),
            )
        )
    },
    "the share 1/0": (spelled("1/0"), "'1/0' is not a probability"),
    **{f"the share {share!r}": (spelled(share), "is not a probability") for share in (None, True, ["1"], {"1": "1"})},
    **{
        f"the shares {shares}": (spelled(*shares), "is not a distribution")
        for shares in (
            *((), (0,), (2,), ("1/2",), ("1/2", "1/3"), ("1/2", "2/3"), ("0.5", "0.51"), (0.3, 0.3, 0.3)),
            *((1, 0), (0, 1), ("1/2", "0", "1/2"), ("1/2", "1/2", "0.0"), ("0/7", "1/2", "1/2")),
        )
    },
    "an assumption beside a simulation": (put(FOR_COIN, [FIRST], "assumptions"), NOT_USED),
    "an assumption beside a tree": (put(AGAINST_THIRD, [FIRST], "assumptions"), NOT_USED),
    "null for assumptions beside a simulation": (put(FOR_COIN, None, "assumptions"), NO_LIST),
    "null for a certificate": (put(FOR_COIN, None, "certificate"), OTHER_EVIDENCE),
    "a share with more digits than Python reads at a time": (
        spelled("0" * 400 + "." + "0" * 3999 + "1"),
        "is not a distribution",
    ),
    "no question": ({"questions": []}, NO_VERSION),
    "no list of questions": ({"questions": "FOR_COIN"}, NO_VERSION),
    "questions beside a verdict": ({"questions": [FOR_COIN]} | FOR_COIN | {"version": 2}, "is not in the format"),
    "questions in questions": ({"questions": [{"questions": [FOR_COIN]}]}, NO_VERSION),
    "a certificate beside a tree": (put(AGAINST_THIRD, {}, "certificate"), OTHER_EVIDENCE),
    "a tree beside a certificate": (put(FOR_COIN, {}, "counterexample"), OTHER_EVIDENCE),
    **{
        f"{key} {value!r}": (put(FOR_COIN, value, *path, key), ANOTHER_SIZE)
        for *path, key, value in (
            *(("components", 0, "states", 2), ("components", 0, "states", 4), ("components", 0, "transitions", 2)),
            *(("specification", "states", 99), ("specification", "transitions", 0), ("components", 0, "states", None)),
            *(("specification", "states", 3.0), ("specification", "transitions", [3])),
        )
    },
    "a model without a size": (put(FOR_COIN, ..., "specification", "states"), "the key 'states' is missing"),
    "a model without transitions counted": (
        put(FOR_COIN, ..., "components", 0, "transitions"),
        "'transitions' is missing",
    ),
    "a model without a name": (put(FOR_COIN, ..., "components", 0, "name"), "the key 'name' is missing"),
    "a model with a number for a name": (put(FOR_COIN, 1, "specification", "name"), NOT_A_NAME),
}
