"""Cases: premises in pairs, for traces."""

from __future__ import annotations

from tests.kernel.documents import PREMISES, Document, by_premises, lpts, of_traces, put, shown_by
from tests.kernel.reasons import (
    NO_MODEL,
    NO_PAIRS,
    NOT_A_PAIR,
    NOT_COVERED,
    NOT_THE_COMPONENTS,
    NOT_THERE,
    NOT_USED,
    OTHER_ALPHABETS,
    UNKNOWN_BELOW,
)

# After b comes no c; after a, at most one. The first component does at most one c, and the second none after b.
SPECIFICATION = lpts("p", "a b c", "p a q", "p b r", "q a q", "q b q", "q c z", "z a z", "z b z", "r a r", "r b r")
ONE_C = lpts("s", "a c", "s a t", "t a t", "t c w", "w a w")
NOT_AFTER_B = lpts("u", "a b c", "u a v", "u b x", "v a v", "v b v", "v c v", "x a x", "x b x")
A_FIRST = lpts("g", "a b", "g a h", "h a h", "h b h")
B_FIRST = lpts("k", "a b", "k b m", "m a m", "m b m")
ABOVE_A = shown_by(["L1", "A1"], "P", "s,g < p", "t,h < q", "w,h < z")
ABOVE_B = shown_by(["L2", "A2"], "P", "u,k < p", "x,m < r")
GIVEN: tuple[list[Document], list[Document], list[Document], Document] = (
    [ONE_C, NOT_AFTER_B],
    [A_FIRST, B_FIRST],
    [],
    SPECIFICATION,
)
IN_A_PAIR = of_traces(by_premises(*GIVEN, [ABOVE_A, ABOVE_B]))
SAME = ("p < p", "q < q", "z < z", "r < r")
BELOW_ANOTHER = of_traces(  # the pair is about an abstraction of the specification
    by_premises(
        [ONE_C, NOT_AFTER_B],
        [A_FIRST, B_FIRST],
        [SPECIFICATION],
        SPECIFICATION,
        shown_by(["R1"], "P", *SAME),
        [ABOVE_A | {"above": "R1"}, ABOVE_B | {"above": "R1"}],
    )
)
ALL_A, NO_A = lpts("x", "a", "x a x"), lpts("y", "a")
LOOPS = [lpts("s", "a", "s a s"), lpts("u", "a", "u a u")]
ONCE = lpts("p", "a", "p a q")


def with_assumptions(first: Document, second: Document) -> Document:
    """The same premises about other assumptions, of which the states have the same names."""
    return put(IN_A_PAIR, [first, second], "assumptions")


ACCEPTED: dict[str, tuple[Document, str]] = {
    "a pair": (IN_A_PAIR, "2 premises, each with a relation"),
    "a pair the other way round": (of_traces(by_premises(*GIVEN, [ABOVE_B, ABOVE_A])), "2 premises"),
    "a pair about an abstraction": (BELOW_ANOTHER, "3 premises"),
    "a premise in a list": (
        of_traces(by_premises([LOOPS[0]], [], [], ALL_A, [shown_by(["L1"], "P", "s < x")])),
        "1 premises",
    ),
    "a premise of a simulation in a list": (
        by_premises([LOOPS[0]], [], [], ALL_A, [shown_by(["L1"], "P", "s < x")]),
        "1 premises",
    ),
    "a pair with hidden moves of an assumption": (
        put(
            with_assumptions(lpts("f", "a b", "f tau g", "g a h", "h tau i", "i a h", "i b h"), B_FIRST),
            shown_by(["L1", "A1"], "P", "s,f s,g < p", "t,h t,i < q", "w,h w,i < z"),
            *(*PREMISES, 0, 0),
        ),
        "2 premises",
    ),
    "a pair with chances in an assumption": (
        put(
            with_assumptions(lpts("g", "a b", "g a h:1/2 i:1/2", "h a i", "h b i", "i a i", "i b h"), B_FIRST),
            shown_by(["L1", "A1"], "P", "s,g < p", "t,h t,i < q", "w,h w,i < z"),
            *(*PREMISES, 0, 0),
        ),
        "2 premises",
    ),
    "one assumption twice": (
        of_traces(
            by_premises(
                LOOPS,
                [ALL_A],
                [],
                lpts("p", "a", "p a p"),
                [shown_by(["L1", "A1"], "P", "s,x < p"), shown_by(["L2", "A1"], "P", "u,x < p")],
            )
        ),
        "2 premises",
    ),
    "a component for an assumption": (  # which is not replaced: the other premise has it, too
        of_traces(
            by_premises(
                LOOPS,
                [NO_A],
                [],
                lpts("p", "a", "p a p"),
                [shown_by(["L1", "L2"], "P", "s,u < p"), shown_by(["L2", "A1"], "P", "u,y < p")],
            )
        ),
        "2 premises",
    ),
    "assumptions without actions": (
        of_traces(
            by_premises(
                LOOPS,
                [lpts("x", ""), lpts("y", "")],
                [],
                lpts("p", "a", "p a p"),
                [shown_by(["L1", "A1"], "P", "s,x < p"), shown_by(["L2", "A2"], "P", "u,y < p")],
            )
        ),
        "2 premises",
    ),
    "an assumption that needs nothing else": (
        of_traces(
            by_premises(
                LOOPS,
                [ALL_A, NO_A],
                [],
                lpts("p", "a", "p a p"),
                [shown_by(["A1"], "P", "x < p"), shown_by(["L1", "L2", "A2"], "P", "s,u,y < p")],
            )
        ),
        "2 premises",
    ),
}

REJECTED: dict[str, tuple[Document, str]] = {
    "a pair of a simulation": (put(IN_A_PAIR, "simulation", "relation"), NO_PAIRS),
    "no premise in a list": (put(IN_A_PAIR, [], *PREMISES, 0), NO_PAIRS),
    "three premises in a list": (put(IN_A_PAIR, [ABOVE_A, ABOVE_B, ABOVE_B], *PREMISES, 0), NO_PAIRS),
    "a pair in a pair": (put(IN_A_PAIR, [[ABOVE_A, ABOVE_B], ABOVE_B], *PREMISES, 0), "the key 'below' is missing"),
    "the premises of a pair one by one": (put(IN_A_PAIR, [ABOVE_A, ABOVE_B], *PREMISES), NOT_THERE),
    "the first premise of a pair": (put(IN_A_PAIR, [ABOVE_A], *PREMISES, 0), NOT_THE_COMPONENTS),
    "the first premise twice": (put(IN_A_PAIR, [ABOVE_A, ABOVE_A], *PREMISES, 0), NOT_COVERED),
    "a pair about two models": (put(BELOW_ANOTHER, "P", *PREMISES, 1, 1, "above"), NOT_A_PAIR),
    "a pair about two models, in another order": (put(BELOW_ANOTHER, "P", *PREMISES, 1, 0, "above"), NOT_A_PAIR),
    "a pair about what is not there": (put(IN_A_PAIR, [ABOVE_A | {"above": "A1"}] * 2, *PREMISES, 0), NOT_COVERED),
    "a pair about what is not there yet": (
        put(BELOW_ANOTHER, BELOW_ANOTHER["certificate"]["premises"][::-1], *PREMISES),
        NOT_THERE,
    ),
    "nothing below the first of a pair": (put(IN_A_PAIR, [], *PREMISES, 0, 0, "below"), NOT_A_PAIR),
    "nothing below the second of a pair": (put(IN_A_PAIR, [], *PREMISES, 0, 1, "below"), NOT_A_PAIR),
    "nothing below a pair": (
        put(put(IN_A_PAIR, [], *PREMISES, 0, 0, "below"), [], *PREMISES, 0, 1, "below"),
        NOT_A_PAIR,
    ),
    "a pair that leaves out a component": (
        put(IN_A_PAIR, shown_by(["A1"], "P", "g < p", "h < q"), *PREMISES, 0, 0),
        NOT_THE_COMPONENTS,
    ),
    "a pair that has a component twice": (
        put(IN_A_PAIR, ["L1", "L2", "A1"], *PREMISES, 0, 0, "below"),
        NOT_THE_COMPONENTS,
    ),
    "a pair with a model that is not there": (put(IN_A_PAIR, ["L1", "A3"], *PREMISES, 0, 0, "below"), NO_MODEL),
    "the assumption of a pair comes first": (put(IN_A_PAIR, ["A1", "L1"], *PREMISES, 0, 0, "below"), OTHER_ALPHABETS),
    "an assumption beside a pair": (put(IN_A_PAIR, [A_FIRST, B_FIRST, ALL_A], "assumptions"), NOT_USED),
    "a pair with another alphabet": (
        with_assumptions(A_FIRST, lpts("k", "a b d", "k b m", "m a m", "m b m")),
        OTHER_ALPHABETS,
    ),
    "a pair with a smaller alphabet": (with_assumptions(A_FIRST, lpts("k", "b", "k b m", "m b m")), OTHER_ALPHABETS),
    **{
        f"a pair that does not allow {what}": (with_assumptions(lpts("g", "a b", *rows), B_FIRST), NOT_COVERED)
        for what, rows in {
            "a": ("h a h", "h b h"),
            "ab": ("g a h", "h a h"),
            "aa": ("g a h", "h b h"),
            "aab": ("g a h", "h a i", "h b h", "i a i"),
            "a, or b next, by a choice": ("g a h", "g a i", "h a g", "i a g"),
            "a after a hidden move": ("g tau h", "h b h"),
        }.items()
    },
    "a pair that does not allow ba": (with_assumptions(A_FIRST, lpts("k", "a b", "k b m", "m b m")), NOT_COVERED),
    "a pair that does not allow b": (
        with_assumptions(A_FIRST, lpts("k", "a b", "k a m", "m a m", "m b m")),
        NOT_COVERED,
    ),
    "a pair whose first premise is wrong": (
        put(IN_A_PAIR, ["q"], *PREMISES, 0, 0, "relation", "groups", 2, "simulated_by"),
        "cannot answer 'c' of ('t', 'h')",
    ),
    "a pair whose second premise is wrong": (
        put(IN_A_PAIR, ["q"], *PREMISES, 0, 1, "relation", "groups", 1, "simulated_by"),
        "'p' cannot answer 'b' of ('u', 'k')",
    ),
    "a pair below which an action is unknown": (
        of_traces(
            by_premises(
                [lpts("s", ""), LOOPS[1]],
                [lpts("x", ""), lpts("y", "")],
                [],
                lpts("p", "a", "p a p"),
                [shown_by(["L1", "A1"], "P", "s,x < p"), shown_by(["L2", "A2"], "P", "u,y < p")],
            )
        ),
        UNKNOWN_BELOW,
    ),
    "a pair that replaces everything": (
        of_traces(
            by_premises(
                LOOPS,
                [ALL_A, NO_A],
                [],
                lpts("p", "a", "p a p"),
                [shown_by(["A1"], "P", "x < p"), shown_by(["A2"], "P", "y < p")],
            )
        ),
        NOT_THE_COMPONENTS,
    ),
}

# True premises, and a false claim: one for each condition.
DOES_ABC, DOES_IT_TOO = lpts("s", "a b c", "s a t", "t b w", "w c w"), lpts("u", "a b c", "u a v", "v b z", "z c z")
NO_C = lpts("p", "c")
EITHER = [lpts("s", "a b x", "s x t", "t a w", "t b w"), lpts("u", "a b x", "u x v", "v a z", "v b z")]
LOOPHOLES: dict[str, tuple[Document, str]] = {
    "a pair where no assumption allows what happens": (
        of_traces(
            by_premises(
                LOOPS,
                [NO_A, NO_A],
                [],
                lpts("p", "a"),
                [shown_by(["L1", "A1"], "P", "s,y < p"), shown_by(["L2", "A2"], "P", "u,y < p")],
            )
        ),
        NOT_COVERED,
    ),
    "a pair where no assumption allows what happens later": (
        of_traces(
            by_premises(
                LOOPS,
                [lpts("x", "a", "x a y"), lpts("y", "a", "y tau z", "z a x")],
                [],
                ONCE,
                [
                    shown_by(["L1", "A1"], "P", "s,x < p", "s,y < q"),
                    shown_by(["L2", "A2"], "P", "u,y u,z < p", "u,x < q"),
                ],
            )
        ),
        NOT_COVERED,
    ),
    "a pair where each assumption speaks of another action": (
        of_traces(
            by_premises(
                [DOES_ABC, DOES_IT_TOO],
                [lpts("x", "a"), lpts("y", "b")],
                [],
                NO_C,
                [shown_by(["L1", "A1"], "P", "s,x < p"), shown_by(["L2", "A2"], "P", "u,y v,y < p")],
            )
        ),
        OTHER_ALPHABETS,
    ),
    "a pair of a simulation, where the specification must choose first": (
        by_premises(
            EITHER,
            [A_FIRST, B_FIRST],
            [],
            lpts("p", "a b x", "p x q", "p x r", "q a z", "r b z"),
            [
                shown_by(["L1", "A1"], "P", "s,g < p", "t,g < q", "w,h < z"),
                shown_by(["L2", "A2"], "P", "u,k < p", "v,k < r", "z,m < z"),
            ],
        ),
        NO_PAIRS,
    ),
    "a pair about two models, of which one allows everything": (
        of_traces(
            by_premises(
                LOOPS,
                [NO_A, ALL_A],
                [],
                lpts("p", "a"),
                [shown_by(["L1", "A1"], "P", "s,y < p"), shown_by(["L2", "A2"], "L1", "u,x < s")],
            )
        ),
        NOT_A_PAIR,
    ),
    "traces by parts, of which an action gets lost": (
        of_traces(
            by_premises(
                [lpts("s", ""), LOOPS[1]],
                [lpts("x", "")],
                [],
                lpts("p", "a"),
                shown_by(["L1", "A1"], "P", "s,x < p"),
                shown_by(["L2"], "A1", "u < x"),
            )
        ),
        UNKNOWN_BELOW,
    ),
    "traces by parts, of which one is left out": (
        of_traces(
            by_premises(
                [lpts("s", "a", "s a s"), lpts("u", "", "u tau u")],
                [NO_A],
                [],
                lpts("p", "a"),
                shown_by(["L1", "A1"], "P", "s,y < p"),
            )
        ),
        NOT_THE_COMPONENTS,
    ),
    "a pair that leaves out a component, and has an assumption for it": (
        of_traces(
            by_premises(
                LOOPS,
                [ALL_A, NO_A],
                [],
                lpts("p", "a"),
                [shown_by(["L1", "A2", "A1"], "P", "s,y,x < p"), shown_by(["L2", "A2"], "P", "u,y < p")],
            )
        ),
        NOT_THE_COMPONENTS,
    ),
}
