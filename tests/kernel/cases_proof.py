"""Cases: certificates of the kind `assume-guarantee`."""

from __future__ import annotations

from tests.kernel.documents import (
    ASSUMPTION,
    PREMISES,
    SPECIFICATION,
    SYSTEM,
    Document,
    by_premises,
    lpts,
    proof,
    put,
    shown_by,
    simulation,
)
from tests.kernel.examples import (
    ABOUT_A,
    ASSUME_BUSY,
    ASSUME_MORE,
    ASSUME_MORE_BUSY,
    ASSUME_NOTHING,
    BLOCKED,
    BUSY,
    BY_BLOCKED,
    BY_PAIRS,
    BY_REDUCED,
    BY_THREE,
    BY_TWO,
    CHAIN,
    EXACT,
    FIRST,
    LATE,
    LATER,
    LOOP,
    LOOP_P,
    NOTHING,
    ONCE_BUSY,
    SECOND,
    SECOND_IDLES,
    SHARING,
    THIRD_HIDES,
    of_three,
)
from tests.kernel.reasons import (
    LOST,
    NO_CERTIFICATE,
    NO_IMPLICATION,
    NO_LIST,
    NO_MODEL,
    NO_VERDICT,
    NOT_A_NAME,
    NOT_THE_COMPONENTS,
    NOT_THERE,
    NOT_USED,
    OTHER_EVIDENCE,
    UNKNOWN_BELOW,
)

ACCEPTED: dict[str, tuple[Document, str]] = {
    "two sides": (BY_TWO, "2 premises, each with a relation"),
    "three sides": (BY_THREE, "3 premises, each with a relation"),
    **{f"sides of {sides}": (by, f"{len(sides.split())} premises, each") for sides, by in BY_PAIRS.items()},
    "reduced components": (BY_REDUCED, "3 premises, each"),
    "one abstraction for two components": (SHARING, "3 premises, each"),
    "components in another order": (
        put(
            put(BY_TWO, ["A1", "L1"], *PREMISES, 0, "below"),
            simulation("x,s < p", "x,t < q")["relation"],
            *PREMISES,
            0,
            "relation",
        ),
        "2 premises, each",
    ),
    "an exact assumption": (EXACT, "2 premises, each"),
    "an action that no component knows": (put(BY_TWO, ["a", "b", "z"], *SPECIFICATION, "alphabet"), "2 premises, each"),
    "an assumption that has tau nowhere reachable": (
        put(BY_TWO, lpts("x", "b", "x b x", "z tau z"), "assumptions", 0),
        "2 premises, each",
    ),
    "hidden moves everywhere": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_BUSY], lpts("p", "", "p tau p"), "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "hidden moves of the first side": (
        proof("1 1", [BUSY, NOTHING], [ASSUME_NOTHING], lpts("p", "", "p tau p"), "u,x < p", "s < x"),
        "2 premises, each",
    ),
    "hidden moves that are not spoken of": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], LOOP_P, "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "hidden moves that are not spoken of at the end": (
        of_three([NOTHING, SECOND_IDLES, THIRD_HIDES], [ASSUME_NOTHING, ASSUME_MORE_BUSY], LOOP_P),
        "3 premises, each",
    ),
    "hidden moves that only an assumption speaks of": (
        proof(
            "1 1 1",
            [NOTHING, SECOND_IDLES, THIRD_HIDES],
            [lpts("x", "", "x tau z"), ASSUME_MORE],
            LOOP_P,
            *("s,x s,z < p", "u,y < x", "w < y"),
        ),
        "3 premises, each",
    ),
    "hidden moves of the specification that are not reached": (
        proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], lpts("p", "a", "p a p", "q tau q"), "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "hidden moves that a component never comes to": (
        proof("1 1", [NOTHING, lpts("u", "", "z tau z")], [ASSUME_NOTHING], LATE, "s,x < p", "u < x"),
        "2 premises, each",
    ),
    "no hidden moves below an assumption that has none": (
        proof(
            "1 1",
            [NOTHING, lpts("u", "a", "u a v")],
            [lpts("x", "a", "x a y")],
            LATER,
            *("s,x < p; s,y < q", "u < x; v < y"),
        ),
        "2 premises, each",
    ),
    "hidden moves that are blocked": (BY_BLOCKED, "2 premises, each"),
    "hidden moves of what nothing is said to simulate": (
        put(BY_BLOCKED, simulation("u,w < x", "v,w <")["relation"], *PREMISES, 1, "relation"),
        "2 premises, each",
    ),
    "hidden moves that an assumption does not let happen": (
        of_three([NOTHING, ONCE_BUSY, lpts("w", "a")], [ABOUT_A, lpts("y", "a")], LATE),
        "3 premises, each",
    ),
}

REJECTED: dict[str, tuple[Document, str]] = {
    "a proof of an earlier kind": (put(BY_TWO, "assume", "certificate", "kind"), NO_CERTIFICATE),
    "a proof of a later kind": (put(BY_TWO, "proof", "certificate", "kind"), NO_CERTIFICATE),
    "a proof with an early verdict": (put(BY_TWO, "good", "verdict"), NO_VERDICT),
    "a proof of the other verdict": (put(BY_TWO, "violated", "verdict"), OTHER_EVIDENCE),
    "a proof with a late verdict": (put(BY_TWO, "holds!", "verdict"), NO_VERDICT),
    **{
        f"{key} is missing in a proof": (put(BY_TWO, ..., *path, key), f"the key '{key}' is missing")
        for *path, key in (
            *(
                ("assumptions",),
                ("certificate", "kind"),
                ("certificate", "abstractions"),
                ("certificate", "implication"),
                PREMISES,
            ),
            *((*PREMISES, 0, "below"), (*PREMISES, 0, "above"), (*PREMISES, 1, "relation")),
            *((*ASSUMPTION, "alphabet"), (*ASSUMPTION, "initial")),
        )
    },
    "null for assumptions": (put(BY_TWO, None, "assumptions"), NO_LIST),
    **{
        f"{value!r} for an implication": (put(BY_TWO, value, "certificate", "implication"), NO_IMPLICATION)
        for value in (None, "circular", "substitutions", ["substitution"])
    },
    "null for premises": (put(BY_TWO, None, *PREMISES), NO_LIST),
    "null for a premise": (put(BY_TWO, None, *PREMISES, 1), "the key 'below' is missing"),
    "null for an assumption": (put(BY_TWO, None, *ASSUMPTION), "the key 'version' is missing"),
    "a side of nothing": (
        by_premises(
            [LOOP], [ASSUME_NOTHING], [], LOOP_P, shown_by(["L1", "A1"], "P", "s,x < p"), shown_by([], "A1", "< x")
        ),
        "there are no components",
    ),
    **{
        f"{below} below premise {at}": (put(BY_THREE, below, *PREMISES, at, "below"), why)
        for at, below, why in (
            *((0, ["L1", "A3"], NO_MODEL), (0, ["L1", "P"], NOT_THERE), (0, ["L0", "A1"], NO_MODEL)),
            *((0, ["L1", "R1"], NO_MODEL), (1, ["L2", "A0"], NO_MODEL), (2, ["L4"], NO_MODEL), (0, [], NOT_THERE)),
            *((0, ["L1", 1], NOT_A_NAME), (2, [None], NOT_A_NAME), (1, ["L2", ["A2"]], NOT_A_NAME)),
            *((0, ["L1", "A2"], NOT_THERE), (1, ["A2", "L2"], "the initial states are not")),
        )
    },
    **{
        f"{above!r} above premise {at}": (put(BY_THREE, above, *PREMISES, at, "above"), why)
        for at, above, why in (
            *(
                (0, "A1", NOT_THERE),
                (0, "L1", NOT_THERE),
                (0, "Q", NO_MODEL),
                (1, "P", NOT_THERE),
                (1, "A2", NOT_THERE),
            ),
            *((2, "A1", NOT_THERE), (1, None, NOT_A_NAME), (2, 1, NOT_A_NAME), (0, ["P"], NOT_A_NAME)),
        )
    },
    "a component for two": (
        by_premises(
            [LOOP, lpts("u", "a", "u a u")],
            [lpts("x", "a", "x a x"), lpts("y", "a", "y a y")],
            [],
            LOOP_P,
            shown_by(["A1", "A2"], "P", "x,y < p"),
            shown_by(["L1"], "A1", "s < x"),
            shown_by(["L1"], "A2", "s < y"),
        ),
        NOT_THE_COMPONENTS,
    ),
    "a component that stays twice": (
        by_premises([LOOP], [], [], LOOP_P, shown_by(["L1", "L1"], "P", "s,s < p")),
        NOT_THE_COMPONENTS,
    ),
    "an assumption that nothing is shown to be below": (
        by_premises([LOOP], [lpts("x", "a", "x a x")], [], LOOP_P, shown_by(["L1", "A1"], "P", "s,x < p")),
        NOT_THE_COMPONENTS,
    ),
    "an abstraction that is shown to be below itself": (
        by_premises(
            [LOOP], [], [lpts("x", "a")], BLOCKED, shown_by(["R1"], "P", "x < p"), shown_by(["R1"], "R1", "x < x")
        ),
        NOT_THE_COMPONENTS,
    ),
    "an abstraction that is not part of the proof": (
        put(BY_REDUCED, [*BY_REDUCED["certificate"]["abstractions"], FIRST], "certificate", "abstractions"),
        NOT_USED,
    ),
    "an abstraction that cannot follow": (
        put(BY_REDUCED, lpts("x", "a"), "certificate", "abstractions", 0),
        "'x' cannot answer 'a' of ('t',)",
    ),
    "an abstraction that knows too much": (
        put(BY_REDUCED, ["a", "z"], "certificate", "abstractions", 0, "alphabet"),
        UNKNOWN_BELOW,
    ),
    "hidden moves of what is related, but not reached": (
        put(BY_BLOCKED, simulation("u,w v,w < x")["relation"], *PREMISES, 1, "relation"),
        LOST,
    ),
    "hidden moves of what is related, but not reached by its component": (
        proof("1 1", [NOTHING, lpts("u", "", "z tau z")], [ASSUME_NOTHING], LATE, "s,x < p", "u z < x"),
        LOST,
    ),
    "no assumption": (put(BY_TWO, [], "assumptions"), NO_MODEL),
    "the second assumption is missing": (put(BY_THREE, ..., "assumptions", 1), NO_MODEL),
    "an assumption too many": (put(BY_TWO, [FIRST, SECOND], "assumptions"), NOT_USED),
    "an assumption where there is nothing to assume": (put(BY_PAIRS["3"], [FIRST], "assumptions"), NOT_USED),
    "premise 0 is missing": (put(BY_THREE, ..., *PREMISES, 0), NOT_THERE),
    "premise 1 is missing": (put(BY_THREE, ..., *PREMISES, 1), NOT_THERE),
    "premise 2 is missing": (put(BY_THREE, ..., *PREMISES, 2), NOT_THE_COMPONENTS),
    "no premises": (put(BY_THREE, [], *PREMISES), NOT_THE_COMPONENTS),
    "a premise too many": (put(BY_TWO, [*BY_TWO["certificate"]["premises"]] * 2, *PREMISES), NOT_THERE),
    "assumptions exchanged": (put(BY_THREE, [SECOND, FIRST], "assumptions"), "the initial states are not"),
    "an assumption twice": (put(BY_THREE, [FIRST, FIRST], "assumptions"), "the initial states are not"),
    "the specification for an assumption": (
        put(EXACT, EXACT["specification"]["model"], *ASSUMPTION),
        "the initial states are not related",
    ),
    **{
        f"the relations of premises {i} and {j} exchanged": (
            put(
                put(BY_THREE, premises[j]["relation"], *PREMISES, i, "relation"),
                premises[i]["relation"],
                *(*PREMISES, j, "relation"),
            ),
            "the initial states are not related",
        )
        for premises in [BY_THREE["certificate"]["premises"]]
        for i, j in ((0, 1), (0, 2), (1, 2))
    },
    **{
        f"premises {i} and {j} exchanged": (put(BY_THREE, premises, *PREMISES), NOT_THERE)
        for i, j in ((0, 1), (0, 2), (1, 2))
        for premises in [[BY_THREE["certificate"]["premises"][{i: j, j: i}.get(at, at)] for at in range(3)]]
    },
    "components exchanged": (
        put(put(BY_TWO, CHAIN[1], *SYSTEM), CHAIN[0], "components", 1, "model"),
        UNKNOWN_BELOW,
    ),
    "the last components exchanged": (
        put(put(BY_THREE, CHAIN[2], "components", 1, "model"), CHAIN[1], "components", 2, "model"),
        UNKNOWN_BELOW,
    ),
    "a premise that is a proof": (
        put(BY_TWO, BY_TWO["certificate"], *PREMISES, 0),
        "the key 'below' is missing",
    ),
    **{
        f"an assumption with {key} {value!r}": (put(BY_THREE, value, "assumptions", at, key), why)
        for at, key, value, why in (
            *((0, "version", 2, "not in the format"), (1, "format", "symag-lts", "not in the format")),
            *((0, "alphabet", ["b", "tau"], "tau is in an alphabet"), (1, "alphabet", [], "is not in the alphabet")),
            *((1, "initial", 1, NOT_A_NAME), (0, "transitions", None, NO_LIST)),
            *((0, "initial", "z", "the initial states are not"), (1, "initial", "z", "the initial states are not")),
        )
    },
    **{
        f"premise {premise} without group {at}": (put(BY_THREE, ..., *PREMISES, premise, "relation", "groups", at), why)
        for premise, at, why in (
            *((0, 0, "the initial states are not"), (0, 1, "'p' cannot answer 'a' of ('s', 'x')")),
            *((1, 0, "the initial states are not"), (2, 0, "the initial states are not")),
        )
    },
    **{
        f"premise {premise} without the second state": (
            put(BY_THREE, ..., *PREMISES, premise, "relation", "groups", 0, "states", 1),
            f"{above!r} cannot answer {move}",
        )
        for premise, above, move in ((1, "x", "'c' of ('u', 'y')"), (2, "y", "'d' of ('w',)"))
    },
    **{
        f"premise {premise} with a pair too many": (
            put(BY_THREE, value, *PREMISES, premise, "relation", "groups", 0, "simulated_by"),
            f"{above!r} cannot answer {move}",
        )
        for premise, value, above, move in (
            *((0, ["p", "q"], "q", "'a' of ('s', 'x')"), (1, ["x", "z"], "z", "'b' of ('v', 'y')")),
            (2, ["y", "z"], "z", "'c' of ('z',)"),
        )
    },
    **{
        f"an assumption that cannot {action}": (
            put(BY_THREE, [], "assumptions", at, "transitions"),
            f"{above!r} cannot answer {move}",
        )
        for at, action, above, move in (*((0, "b", "x", "'b' of ('v', 'y')"), (1, "c", "y", "'c' of ('z',)")),)
    },
    "an assumption with other shares": (
        put(EXACT, {"x": "1/2", "y": "1/2"}, *ASSUMPTION, "transitions", 0, "to"),
        "'p' cannot answer 'a' of ('s', 'x')",
    ),
    "a component with other shares": (
        put(EXACT, {"u": "1/2", "v": "1/2"}, "components", 1, "model", "transitions", 0, "to"),
        "'x' cannot answer 'a' of ('u',)",
    ),
    "a specification that cannot do it": (
        put(BY_THREE, [], *SPECIFICATION, "transitions"),
        "'p' cannot answer 'a' of ('s', 'x')",
    ),
    **{
        f"assumption {at} speaks of {action} too": (
            put(BY_THREE, [*alphabet, action], "assumptions", at, "alphabet"),
            UNKNOWN_BELOW,
        )
        for at, alphabet, action in ((0, "b", "a"), (0, "b", "d"), (0, "b", "z"), (1, "c", "a"), (1, "c", "z"))
    },
}
