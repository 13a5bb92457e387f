"""Cases: certificates of the kind `simulation`."""

from __future__ import annotations

from typing import Any

from tests.kernel.documents import RELATION, SPECIFICATION, Document, holds, lpts, put
from tests.kernel.examples import (
    COIN,
    FOR_BOTH,
    FOR_COIN,
    FOR_HIDDEN,
    FOR_STOP,
    FOR_TWO,
    HIDDEN,
    LOOP,
    LOOP_P,
    STOP,
    THREE,
    TWO,
)
from tests.kernel.reasons import NO_CERTIFICATE, NO_LIST, NO_REPRESENTATION, ONE_REPRESENTATION
from tests.kernel.transports import RANDOM_TRANSPORTS, transport

NOT_RELATIONS: list[Any] = [None, "groups", [], {}, [["groups", []]], FOR_COIN["certificate"]["relation"]["groups"]]

ACCEPTED: dict[str, tuple[Document, str]] = {
    "nothing happens": (FOR_STOP, "a relation over 1 states of the system"),
    "a loop": (holds([LOOP], LOOP_P, "s < p"), "over 1 states"),
    "a loop of two": (holds([lpts("s", "a", "s a t", "t a s")], LOOP_P, "s t < p"), "over 2 states"),
    "fewer moves": (holds([STOP], lpts("p", "a", "p a q"), "s < q p"), "over 1 states"),
    "two moves": (FOR_BOTH, "over 3 states"),
    "probabilities": (FOR_COIN, "over 3 states"),
    "what is not reached": (holds([LOOP], LOOP_P, "s < p", "nowhere < p q"), "over 2 states"),
    "empty groups": (holds([LOOP], LOOP_P, " < p", "s < p", "t < "), "over 2 states"),
    "a state twice": (holds([LOOP], LOOP_P, "s s < p p"), "over 1 states"),
    "names like numbers": (
        holds([lpts("1", "2", "1 2 1/2")], lpts("0.5", "2", "0.5 2 3"), "1 < 0.5", "1/2 < 3"),
        "over 2 states",
    ),
    "names in any script": (holds([lpts("σ", "é", "σ é σ")], lpts("π", "é", "π é π"), "σ < π"), "over 1 states"),
    "an unknown action": (holds([lpts("s", "a b", "s b t", "t a s")], LOOP_P, "s t < p"), "over 2 states"),
    "an unknown action after tau": (holds([lpts("s", "z", "s z s")], LOOP_P, "s < p"), "over 1 states"),
    "an unknown action, and tau": (holds([LOOP], lpts("p", "b", "p tau q"), "s < p"), "over 1 states"),
    "an unknown action after tau, and tau": (
        holds([lpts("s", "z", "s z s")], lpts("p", "b", "p tau q"), "s < p"),
        "over 1 states",
    ),
    "an unknown choice": (holds([lpts("s", "b", "s b t:1/2 u:1/2")], LOOP_P, "s t u < p"), "over 3 states"),
    "tau unknown": (holds([HIDDEN], LOOP_P, "s t < p"), "over 2 states"),
    "tau known": (FOR_HIDDEN, "over 2 states"),
    "tau where it is not reached": (
        holds([HIDDEN], lpts("p", "a", "p a p", "z tau z", "z a p"), "s t < p"),
        "over 2 states",
    ),
    "two components": (FOR_TWO, "over 4 states"),
    "the second blocks": (holds([LOOP, lpts("u", "a")], lpts("p", "a"), "s,u < p"), "over 1 states"),
    "the first blocks": (holds([lpts("u", "a"), LOOP], lpts("p", "a"), "u,s < p"), "over 1 states"),
    "one action is blocked": (
        holds([lpts("s", "a b", "s a s", "s b s"), lpts("u", "a")], lpts("p", "a b", "p b p"), "s,u < p"),
        "over 1 states",
    ),
    "probabilities multiply": (
        holds(
            [lpts("s", "a", "s a s:1/2 t:1/2"), lpts("u", "a", "u a u:1/3 v:2/3")],
            lpts("p", "a", "p a p:1/6 q:1/3 r:1/6 z:1/3"),
            *("s,u < p", "s,v < q", "t,u < r", "t,v < z"),
        ),
        "over 4 states",
    ),
    "three components": (
        holds(
            THREE,
            lpts("p", "a b", "p a q", "q b p:1/2 r:1/2"),
            *("s,u,w s,v,w < p", "t,u,x t,v,x < q", "t,u,w t,v,w < p q r"),
        ),
        "over 6 states",
    ),
    "choices everywhere": (
        holds(
            [lpts("s", "a", "s a t", "s a u"), lpts("v", "a", "v a w", "v a x")],
            lpts("p", "a", "p a q1", "p a q2", "p a q3", "p a q4"),
            *("s,v < p", "t,w < q1", "t,x < q2", "u,w < q3", "u,x < q4"),
        ),
        "over 5 states",
    ),
    "tau of each on its own": (
        holds(
            [lpts("s", "a", "s tau t"), lpts("u", "a", "u tau u:2/3 v:1/3")],
            lpts("p", "", "p tau q", "p tau p:2/3 r:1/3", "q tau q:2/3 z:1/3", "r tau z"),
            *("s,u < p", "t,u < q", "s,v < r", "t,v < z"),
        ),
        "over 4 states",
    ),
    "one outcome splits": (transport([("q r", "1")], "q:1/2 r:1/2"), "over 2 states"),
    "two outcomes join": (transport([("q", "1/2"), ("q r", "1/2")], "q:1"), "over 3 states"),
    "room elsewhere": (transport([("q z", "1/2"), ("r y", "1/2")], "q:1/2 r:1/2"), "over 3 states"),
    "greed takes q": (transport([("q r", "1/2"), ("q", "1/2")], "q:1/2 r:1/2"), "over 3 states"),
    "greed takes r": (transport([("q r", "1/2"), ("r", "1/2")], "q:1/2 r:1/2"), "over 3 states"),
    **{
        f"greed takes {q}, beside what is not in the answer": (
            transport([("q r y0 y1 y2 y3 y4 y5 y6 y7 y8 y9", "1/2"), (q, "1/2")], "q:1/2 r:1/2"),
            "over 3 states",
        )
        for q in ("q", "r")
    },
    "a little, along a chain": (
        transport([("q r", "0.34"), ("r v", "33/100"), ("v", "33/100")], "q:1/3 r:1/3 v:1/3"),
        "over 4 states",
    ),
    "the third answer": (
        holds(
            [COIN],
            lpts("p", "a b c", "p a q", "p a q:1/3 r:2/3", "p a q:1/2 r:1/2", "p a r", "q b p", "r c p"),
            *("s < p", "t < q", "u < r"),
        ),
        "over 3 states",
    ),
    **{f"transport {i}": (problem, "over") for i, (problem, solved) in enumerate(RANDOM_TRANSPORTS) if solved},
}

REJECTED: dict[str, tuple[Document, str]] = {
    "a certificate of another kind": (
        put(FOR_COIN, "bisimulation", "certificate", "kind"),
        NO_CERTIFICATE,
    ),
    "no room, beside what is not in the answer": (
        transport([("q z", "2/3"), ("q r", "1/3")], "q:1/2 r:1/2"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "a certificate of a later kind": (put(FOR_COIN, "weak", "certificate", "kind"), NO_CERTIFICATE),
    **{
        f"{key} is missing in a certificate": (put(FOR_COIN, ..., *path, key), f"the key '{key}' is missing")
        for *path, key in (
            *(("certificate", "kind"), ("certificate", "relation")),
            *((*RELATION, 1, "simulated_by"), (*RELATION, 1, "states")),
        )
    },
    **{
        f"{value!r} for a relation of states": (put(FOR_COIN, value, "certificate", "relation"), ONE_REPRESENTATION)
        for value in NOT_RELATIONS
    },
    "a relation that is represented twice": (put(FOR_COIN, [], "certificate", "relation", "rows"), ONE_REPRESENTATION),
    **{
        f"a relation represented by {key}": (put(FOR_COIN, {key: []}, "certificate", "relation"), NO_REPRESENTATION)
        for key in ("group", "groupss", "nodes")
    },
    "null for groups": (put(FOR_COIN, None, *RELATION), NO_LIST),
    "null for states": (put(FOR_COIN, None, *RELATION, 0, "states"), NO_LIST),
    "null for a state": (put(FOR_COIN, [None], *RELATION, 0, "states"), NO_LIST),
    "null for what simulates": (put(FOR_COIN, None, *RELATION, 0, "simulated_by"), NO_LIST),
    "no relation at all": (put(FOR_COIN, [], *RELATION), "the initial states are not related"),
    "the initial state is not related": (put(FOR_COIN, [["x"]], *RELATION, 0, "states"), "the initial states are not"),
    "the initial state is related elsewhere": (
        put(FOR_COIN, ["q"], *RELATION, 0, "simulated_by"),
        "the initial states are not related",
    ),
    "a short state": (holds(TWO, LOOP_P, "s,u t,v s,v t,u t < p"), "('t',) does not have one state for each component"),
    "a long state": (holds(TWO, LOOP_P, "s,u t,v s,v t,u s,u,x < p"), "does not have one state for each component"),
    "a successor is missing": (put(FOR_COIN, [], *RELATION, 1, "states"), "'p' cannot answer 'a' of ('s',)"),
    "the other successor is missing": (put(FOR_COIN, [], *RELATION, 2, "states"), "'p' cannot answer 'a' of ('s',)"),
    "successors exchanged": (
        put(put(FOR_COIN, [["u"]], *RELATION, 1, "states"), [["t"]], *RELATION, 2, "states"),
        "cannot answer",
    ),
    "a pair too many": (put(FOR_COIN, ["q", "r"], *RELATION, 1, "simulated_by"), "'r' cannot answer 'b' of ('t',)"),
    "the other pair too many": (
        put(FOR_COIN, ["q", "r"], *RELATION, 2, "simulated_by"),
        "'q' cannot answer 'c' of ('u',)",
    ),
    "a state that the specification does not have": (
        put(FOR_COIN, ["q", "x"], *RELATION, 1, "simulated_by"),
        "'x' cannot answer 'b' of ('t',)",
    ),
    "a tenth is not an eleventh": (
        holds(
            [lpts("s", "a", "s a t:1/10 u:9/10")],
            lpts("p", "a", "p a q:1/11 r:10/11"),
            *("s < p", "t < q", "u < r"),
        ),
        "'p' cannot answer 'a' of ('s',)",
    ),
    **{
        f"the specification cannot {action}": (
            put(FOR_BOTH, ..., *SPECIFICATION, "transitions", at),
            f"'p' cannot answer '{action}' of ('s',)",
        )
        for at, action in enumerate("ab")
    },
    "no answer fits": (
        holds(
            [COIN], lpts("p", "a b c", "p a q", "p a q:1/3 r:2/3", "p a r", "q b p", "r c p"), "s < p", "t < q", "u < r"
        ),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "one of two choices has no answer": (
        holds([lpts("s", "a", "s a t", "s a u")], lpts("p", "a", "p a q"), "s < p", "t < q", "u < r"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "the other of two choices has no answer": (
        holds([lpts("s", "a", "s a t", "s a u")], lpts("p", "a", "p a q"), "s < p", "t < r", "u < q"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "staying where the action is known": (
        holds([LOOP], lpts("p", "a"), "s < p"),
        "'p' cannot answer 'a' of ('s',)",
    ),
    "staying where the successor is not related": (
        holds([lpts("s", "b", "s b t")], LOOP_P, "s < p", "t < q"),
        "'p' cannot answer 'b' of ('s',)",
    ),
    "staying where tau is known": (put(FOR_HIDDEN, ["p"], *RELATION, 1, "simulated_by"), "cannot answer"),
    "tau where the specification has none left": (
        put(FOR_HIDDEN, ["p", "q"], *RELATION, 0, "simulated_by"),
        "'q' cannot answer 'tau' of ('s',)",
    ),
    "the tau of the second component": (
        holds([STOP, lpts("u", "", "u tau v")], LOOP_P, "s,u < p"),
        "'p' cannot answer 'tau' of ('s', 'u')",
    ),
    "the second tau": (
        holds([lpts("s", "", "s tau s", "s tau t")], LOOP_P, "s < p"),
        "'p' cannot answer 'tau' of ('s',)",
    ),
    "no component blocks any more": (
        holds([LOOP, lpts("u", "b")], lpts("p", "a"), "s,u < p"),
        "'p' cannot answer 'a' of ('s', 'u')",
    ),
    "a combination of choices": (
        holds(
            [lpts("s", "a", "s a t", "s a u"), lpts("v", "a", "v a w", "v a x")],
            lpts("p", "a", "p a q1", "p a q2", "p a q3"),
            *("s,v < p", "t,w < q1", "t,x < q2", "u,w < q3", "u,x < q4"),
        ),
        "'p' cannot answer 'a' of ('s', 'v')",
    ),
    **{
        f"transport {i}": (problem, "'p' cannot answer 'a' of ('s',)")
        for i, (problem, solved) in enumerate(RANDOM_TRANSPORTS)
        if not solved
    },
}
