"""Cases: true premises and a false claim, because a condition of the rule is violated; each with the reason."""

from __future__ import annotations

from tests.kernel.cases_entailment import LOOPHOLES as OF_ENTAILMENT
from tests.kernel.cases_pairs import LOOPHOLES as OF_PAIRS
from tests.kernel.documents import Document, by_premises, lpts, proof, shown_by
from tests.kernel.examples import (
    ABOUT_A,
    ASSUME_MORE,
    ASSUME_MORE_BUSY,
    ASSUME_NOTHING,
    BLOCKED,
    BUSY,
    LATE,
    LATER,
    LOOP,
    NOTHING,
    ONCE_BUSY,
    SECOND_DOES,
    SECOND_IDLES,
    THIRD_DOES,
    THIRD_HIDES,
    THIRD_IDLES,
    of_three,
)
from tests.kernel.reasons import LOST, NOT_THE_COMPONENTS, UNKNOWN_BELOW

LOOPHOLES: dict[str, tuple[Document, str]] = {
    **OF_PAIRS,
    **OF_ENTAILMENT,
    "an action of the specification gets lost": (
        proof("1 1", [NOTHING, SECOND_DOES], [ASSUME_NOTHING], BLOCKED, "s,x < p", "u < x"),
        UNKNOWN_BELOW,
    ),
    "an action of the specification gets lost far below": (
        of_three([NOTHING, SECOND_IDLES, THIRD_DOES], [ASSUME_NOTHING, ASSUME_MORE], BLOCKED),
        UNKNOWN_BELOW,
    ),
    "an action of an assumption gets lost": (
        of_three([LOOP, SECOND_IDLES, THIRD_DOES], [ABOUT_A, ASSUME_MORE], BLOCKED),
        UNKNOWN_BELOW,
    ),
    "an assumption blocks what is not its business": (
        proof("1 1", [LOOP, SECOND_IDLES], [ABOUT_A], BLOCKED, "s,x < p", "u < x"),
        UNKNOWN_BELOW,
    ),
    "the last assumption blocks what is not its business": (
        of_three([NOTHING, SECOND_DOES, THIRD_IDLES], [ABOUT_A, lpts("y", "a")], BLOCKED),
        UNKNOWN_BELOW,
    ),
    "hidden moves get lost": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "u < x"),
        LOST,
    ),
    "a hidden step gets lost": (
        proof("1 1", [NOTHING, lpts("u", "", "u tau v")], [ASSUME_NOTHING], LATE, "s,x < p", "u v < x"),
        LOST,
    ),
    "a hidden choice gets lost": (
        proof("1 1", [NOTHING, lpts("u", "", "u tau u:1/2 v:1/2")], [ASSUME_NOTHING], LATE, "s,x < p", "u v < x"),
        LOST,
    ),
    "hidden moves of one of two get lost": (
        proof("1 2", [NOTHING, NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "s,u < x"),
        LOST,
    ),
    "hidden moves get lost between two assumptions": (
        of_three([NOTHING, SECOND_IDLES, THIRD_HIDES], [ASSUME_NOTHING, ASSUME_MORE_BUSY], LATE),
        LOST,
    ),
    "hidden moves get lost far below": (
        of_three([NOTHING, SECOND_IDLES, THIRD_HIDES], [ASSUME_NOTHING, ASSUME_MORE], LATE),
        LOST,
    ),
    "hidden moves of the second of three get lost": (
        of_three([NOTHING, BUSY, THIRD_IDLES], [ASSUME_NOTHING, ASSUME_MORE], LATE),
        LOST,
    ),
    "hidden moves get lost after a while": (
        proof("1 1", [NOTHING, ONCE_BUSY], [lpts("x", "a", "x a y")], LATER, "s,x < p; s,y < q", "u < x; v < y"),
        LOST,
    ),
    "hidden moves of one outcome get lost": (
        proof(
            "1 1",
            [NOTHING, lpts("u", "a", "u a v:1/3 w:2/3", "w tau w")],
            [lpts("x", "a", "x a y")],
            LATER,
            *("s,x < p; s,y < q", "u < x; v w < y"),
        ),
        LOST,
    ),
    "hidden moves get lost below an assumption, and there are some above it": (
        proof(
            "1 1 1",
            [NOTHING, SECOND_IDLES, THIRD_HIDES],
            [lpts("x", "", "x tau z"), ASSUME_MORE],
            lpts("p", "", "p tau q"),
            *("s,x < p; s,z < q", "u,y < x", "w < y"),
        ),
        LOST,
    ),
    "hidden moves get lost below an assumption that never comes to its own": (
        proof("1 1", [NOTHING, BUSY], [lpts("x", "", "z tau z")], LATE, "s,x < p", "u < x"),
        LOST,
    ),
    "an action of the first component gets lost": (
        by_premises(
            [LOOP], [], [lpts("x", "")], BLOCKED, shown_by(["R1"], "P", "x < p"), shown_by(["L1"], "R1", "s < x")
        ),
        UNKNOWN_BELOW,
    ),
    "a component is left out": (proof("1", [NOTHING, BUSY], [], LATE, "s < p"), NOT_THE_COMPONENTS),
    "the last component is left out": (
        proof("1 1", [NOTHING, NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "s < x"),
        NOT_THE_COMPONENTS,
    ),
}
