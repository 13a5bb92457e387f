"""Cases: trees and their refutations."""

from __future__ import annotations

from tests.kernel.documents import EXECUTION, SPECIFICATION, STEPS, TREE, Document, lpts, put, step, violated
from tests.kernel.examples import (
    AGAINST_CHAIN,
    AGAINST_DIGITS,
    AGAINST_FORK,
    AGAINST_MANY,
    AGAINST_THIRD,
    AGAINST_THREE,
    LOOP,
    LOOP_P,
    SHARED,
    TWICE,
    against_fork,
    against_hidden,
)
from tests.kernel.reasons import ANOTHER_DEPTH, CYCLE, NO_CUT, NO_LIST, NOT_A_NAME, NOT_MAPPED, OTHER_KIND

ACCEPTED: dict[str, tuple[Document, str]] = {
    "a tree with a shared node": (SHARED, "a tree of 5 nodes, refuted in 3 steps"),
    "an action too many": (
        violated([LOOP], lpts("p", "a"), lpts("n0", "a", "n0 a n1"), "n0=s n1=s", step("n0", "p", "a n1")),
        "a tree of 2 nodes, refuted in 1 steps",
    ),
    "names like numbers against": (AGAINST_DIGITS, "a tree of 3 nodes, refuted in 2 steps"),
    "half is more than a third": (AGAINST_THIRD, "a tree of 4 nodes, refuted in 2 steps"),
    "a cut for each answer": (AGAINST_CHAIN, "a tree of 3 nodes, refuted in 3 steps"),
    "a cut for both answers": (
        put(AGAINST_CHAIN, [[["n1"], ["q", "r"]]], "counterexample", "refutation", 2, "cuts"),
        "refuted in 3 steps",
    ),
    "a wide cut": (AGAINST_FORK, "a tree of 6 nodes, refuted in 5 steps"),
    "a cut with more than counts": (against_fork("n1 n2 n6|r z x"), "a tree of 8 nodes, refuted in 10 steps"),
    "moves that are not needed": (AGAINST_MANY, "a tree of 5 nodes, refuted in 1 steps"),
    "three components against": (AGAINST_THREE, "a tree of 6 nodes, refuted in 5 steps"),
    **{
        f"tau known elsewhere: {rows}": (against_hidden(*rows.split(", ")), "refuted in 1 steps")
        for rows in (
            *("p a q, q tau q", "p a p, p a q, q tau p", "p a q, q b r, r tau r", "p b r, p a q, q b r, r tau p"),
            *("p a q:1/2 r:1/2, q tau q", "p a q:1/2 r:1/2, r tau r", "p a q, p a r, q tau q", "p a q, p a r, r tau r"),
            *("p a q, p b r, q tau q", "p a q, p b r, r tau r"),
        )
    },
}

REJECTED: dict[str, tuple[Document, str]] = {
    "a counterexample of another kind": (
        put(AGAINST_THIRD, "path", "counterexample", "kind"),
        OTHER_KIND,
    ),
    "a counterexample of a later kind": (put(AGAINST_THIRD, "trees", "counterexample", "kind"), OTHER_KIND),
    **{
        f"{key} is missing in a counterexample": (put(AGAINST_THIRD, ..., *path, key), f"the key '{key}' is missing")
        for *path, key in (
            *(("counterexample", "kind"), ("counterexample", "depth"), TREE, EXECUTION, STEPS),
            *((*STEPS, 0, "node"), (*STEPS, 0, "not_below"), (*STEPS, 0, "action")),
            *((*STEPS, 0, "to"), (*STEPS, 0, "cuts")),
        )
    },
    "null for a tree": (put(AGAINST_THIRD, None, *TREE), "the key 'version' is missing"),
    "null for an execution": (put(AGAINST_THIRD, None, *EXECUTION), "the execution is not a map from nodes to states"),
    "null for a node": (put(AGAINST_THIRD, None, *EXECUTION, "n2"), NO_LIST),
    "null for a refutation": (put(AGAINST_THIRD, None, *STEPS), NO_LIST),
    "null for cuts": (put(AGAINST_THIRD, None, *STEPS, 1, "cuts"), NO_LIST),
    "a cut with three sides": (put(AGAINST_THIRD, [[["n1"], ["r"], []]], *STEPS, 1, "cuts"), NO_CUT),
    "a cut with one side": (put(AGAINST_THIRD, [[["n1"], ["r"]], [["n1"]]], *STEPS, 1, "cuts"), NO_CUT),
    **{f"{node} is not mapped": (put(AGAINST_THIRD, ..., *EXECUTION, node), NOT_MAPPED) for node in ("n0", "n1", "n3")},
    "a node too many": (put(AGAINST_THIRD, ["t"], *EXECUTION, "n4"), NOT_MAPPED),
    "a move at a node that is not reached": (
        put(AGAINST_THIRD, lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n1 b n3", "n9 b n3"), *TREE),
        NOT_MAPPED,
    ),
    **{
        f"the depth {depth!r}": (put(AGAINST_THIRD, depth, "counterexample", "depth"), ANOTHER_DEPTH)
        for depth in (1, 3, 99, 2.0, None, True, -2)
    },
    **{
        f"a tree with a cycle, {what}": (put(document, "n0", *TREE, "transitions", at, "to"), CYCLE)
        for what, document, at in (("at once", TWICE, 0), ("later", TWICE, 1), ("at the end", TWICE, 2))
    },
    "a tree with a cycle below the root": (put(TWICE, "n1", *TREE, "transitions", 2, "to"), CYCLE),
    "a tree with a cycle through the root, and one below it": (  # its depth would come out as 3
        violated(
            [lpts("s", "a b c d", "s a t", "t b s", "t c u", "u c u", "t d v")],
            lpts("p", "a b c d", "p a q", "q b p", "q c q"),
            lpts("n0", "a b c d", "n0 a n1", "n1 b n0", "n1 c n2", "n2 c n2", "n1 d n3"),
            "n0=s n1=t n2=u n3=v",
            step("n1", "q", "d n3"),
            step("n0", "p", "a n1", "n1|q"),
        ),
        CYCLE,
    ),
    "a shared node that goes back": (
        put(SHARED, "n1", *TREE, "transitions", 4, "to"),
        CYCLE,
    ),
    "a cut of lists": (put(AGAINST_THIRD, [[[["n1"]], ["r"]]], *STEPS, 1, "cuts"), NOT_A_NAME),
    **{
        f"a tree that starts in {state}": (
            put(AGAINST_THIRD, [state], *EXECUTION, "n0"),
            "the tree does not start where the system starts",
        )
        for state in ("a", "t")
    },
    **{
        f"{at} for a node": (
            put(against_fork("n1 n2|r z"), at, *EXECUTION, "n6"),
            f"{tuple(at)} does not have one state for each component",
        )
        for at in ([], ["t", "t"])
    },
    "a node elsewhere": (put(AGAINST_THIRD, ["u"], *EXECUTION, "n3"), "the system cannot do the 'b' of 'n1'"),
    "nodes exchanged": (
        put(put(AGAINST_THIRD, ["u"], *EXECUTION, "n1"), ["t"], *EXECUTION, "n2"),
        "the system cannot do the 'b' of 'n1'",
    ),
    "two outcomes in one state": (
        put(AGAINST_THIRD, ["t"], *EXECUTION, "n2"),
        "two outcomes of 'n0' are mapped to one state",
    ),
    "other shares in the tree": (
        put(AGAINST_THIRD, {"n1": "2/3", "n2": "1/3"}, *TREE, "transitions", 0, "to"),
        "the system cannot do the 'a' of 'n0'",
    ),
    "another action in the tree": (
        put(AGAINST_THIRD, "a", *TREE, "transitions", 1, "action"),
        "the system cannot do the 'a' of 'n1'",
    ),
    **{
        f"{child} is elsewhere": (
            put(AGAINST_MANY, [state], *EXECUTION, child),
            f"the system cannot do the {action!r} of {node!r}",
        )
        for child, state, action, node in (
            *(("n1", "s", "a", "n0"), ("n2", "s", "a", "n0"), ("n3", "u", "b", "n0")),
            ("n4", "u", "b", "n1"),
        )
    },
    "a move that the components do not share": (
        violated(
            [LOOP, lpts("u", "a")], lpts("p", "a"), lpts("n0", "a", "n0 a n1"), "n0=s,u n1=s,u", step("n0", "p", "a n1")
        ),
        "the system cannot do the 'a' of 'n0'",
    ),
    "no refutation": (put(AGAINST_THIRD, [], *STEPS), "the initial states are not refuted"),
    "a refutation without its end": (put(AGAINST_THIRD, ..., *STEPS, 1), "the initial states are not refuted"),
    "a refutation of another state": (
        put(AGAINST_MANY, "q", *STEPS, 0, "not_below"),
        "the initial states are not refuted",
    ),
    "a refutation without its start": (
        put(AGAINST_THIRD, ..., *STEPS, 0),
        "a cut at 'n0' cites what is not refuted before",
    ),
    **{
        f"a refutation without step {at}": (put(AGAINST_FORK, ..., *STEPS, at), "cites what is not refuted before")
        for at in range(4)
    },
    "a refutation upside down": (
        put(AGAINST_THIRD, AGAINST_THIRD["counterexample"]["refutation"][::-1], *STEPS),
        "a cut at 'n0' cites what is not refuted before",
    ),
    "a step that cites itself": (
        violated([LOOP], LOOP_P, lpts("n0", "a", "n0 a n1"), "n0=s n1=s", step("n0", "p", "a n1", "n0|p")),
        "a cut at 'n0' cites what is not refuted before",
    ),
    "steps that cite each other": (
        violated(
            [lpts("s", "a", "s a t", "t a s")],
            lpts("p", "a", "p a q", "q a p"),
            lpts("n0", "a", "n0 a n1", "n1 a n2"),
            "n0=s n1=t n2=s",
            step("n1", "q", "a n2", "n0|p"),
            step("n0", "p", "a n1", "n1|q"),
        ),
        "a cut at 'n1' cites what is not refuted before",
    ),
    **{
        f"{cuts} cites too much": (against_fork(*cuts), "a cut at 'n0' cites what is not refuted before")
        for cuts in (
            *(("n1 n2|q r z",), ("n1 n2 n3|r z",), ("n1 n2|r z", "n1|q"), ("n1|q", "n1 n2|r z"), ("n0|p",)),
            *(("n1 n3|r z",), ("n3 n2|r z",), ("n1 n2|q r",), ("n1 n2|z q",), ("n9|r",), ("n1|p", "n1|q")),
        )
    },
    **{
        f"{cuts} is too light": (against_fork(*cuts), "'p' may answer the 'a' of 'n0'")
        for cuts in (
            *((), ("|",), ("|r z x",), ("n1 n2 n6|",), ("n1|r z",), ("n1 n2|r",), ("n1 n2|z",), ("n2|r z",)),
            *(("n1 n6|r z",), ("n1 n2|r x",), ("n1|r", "n2|z"), ("n1 n1|r z",), ("n1 n2|r r",), ("n6|x",)),
        )
    },
    "exactly one is not more than one": (
        put(AGAINST_THIRD, {"q": "1/2", "r": "1/2"}, *SPECIFICATION, "transitions", 0, "to"),
        "'p' may answer the 'a' of 'n0'",
    ),
    "no cut for the first answer": (put(AGAINST_CHAIN, [[["n1"], ["r"]]], *STEPS, 2, "cuts"), "'p' may answer the 'a'"),
    "no cut for the second answer": (
        put(AGAINST_CHAIN, [[["n1"], ["q"]]], *STEPS, 2, "cuts"),
        "'p' may answer the 'a'",
    ),
    "an answer that was forgotten": (
        put(AGAINST_CHAIN, lpts("p", "a b", "p a q", "p a r", "r b r"), *SPECIFICATION),
        "'r' may answer the 'b' of 'n1'",
    ),
    "an unknown action is answered": (
        violated([LOOP], lpts("p", "b"), lpts("n0", "a", "n0 a n1"), "n0=s n1=s", step("n0", "p", "a n1")),
        "'p' may answer the 'a' of 'n0'",
    ),
    "an unknown tau is answered": (against_hidden("p a p", "z tau z"), "'p' may answer the 'tau' of 'n0'"),
    "a known tau is answered": (against_hidden("p tau p"), "'p' may answer the 'tau' of 'n0'"),
    "a step by a move of another node": (put(AGAINST_THIRD, "n2", *STEPS, 0, "node"), "'n2' has no such move on 'b'"),
    "a step by a move to elsewhere": (put(AGAINST_THIRD, "n2", *STEPS, 0, "to"), "'n1' has no such move on 'b'"),
    "a step by another action": (put(AGAINST_THIRD, "a", *STEPS, 0, "action"), "'n1' has no such move on 'a'"),
    "a step with other shares": (
        put(AGAINST_THIRD, {"n1": "2/3", "n2": "1/3"}, *STEPS, 1, "to"),
        "'n0' has no such move on 'a'",
    ),
    "a step without a distribution": (
        put(AGAINST_THIRD, {"n1": "1/2", "n2": "1/3"}, *STEPS, 1, "to"),
        "is not a distribution",
    ),
}
