"""Cases: traces instead of simulation."""

from __future__ import annotations

from tests.kernel.documents import (
    EXECUTION,
    PREMISES,
    RELATION,
    TREE,
    Document,
    by_premises,
    holds,
    lpts,
    of_traces,
    proof,
    put,
    shown_by,
    violated,
)
from tests.kernel.examples import (
    AGAINST_THIRD,
    ALLOWED,
    ASSUME_NOTHING,
    BUSY,
    BY_PLAIN_TWO,
    COIN,
    COIN_P,
    FOR_COIN,
    FORKED,
    FORKED_ON_A,
    HIDDEN,
    LATE,
    LOOP,
    LOOP_P,
    NOTHING,
    STOP,
    TWICE,
    TWICE_HIDDEN,
)
from tests.kernel.reasons import (
    ANOTHER_TRACE,
    BRANCHES,
    CYCLE,
    NO_LIST,
    NOT_A_NAME,
    NOT_INITIAL,
    NOT_PLAIN,
    OTHER_KIND,
    TRACE_ALLOWED,
)

CHOICE_P = lpts("p", "a b c", "p a q", "p a r", "q b z", "r c z")  # it may have chosen before it is asked
CHOICE = lpts("s", "a b c", "s a t", "t b u", "t c u")
LAZY_P = lpts("p", "a", "p tau q", "q a r", "r tau p")  # it needs a hidden move before a
IN_SETS = of_traces(holds([CHOICE], CHOICE_P, "s < p", "t < q+r", "u < z"))
TWO_WAYS = holds(  # two moves to one state, which allow different states
    [lpts("s", "a b c", "s a t", "s b t", "t c u")],
    lpts("p", "a b c", "p a q", "p b r", "q c z", "r c z"),
    *("s < p", "t < q r", "u < z"),
)
BY_COIN = by_premises(  # an assumption by its outcomes
    [lpts("s", "a b", "s a t", "t b t"), lpts("u", "a b", "u a v", "v b v")],
    [lpts("x", "a b", "x a y:1/2 z:1/2", "y b y", "z b y:1/3 z:2/3")],
    [],
    lpts("p", "a b", "p a q", "p a r", "q b q", "r b q", "r b r"),
    shown_by(["L1", "A1"], "P", "s,x < p", "t,y < q+r", "t,z < q+r"),
    shown_by(["L2"], "A1", "u < x", "v < y+z"),
)
AGAINST_CHOICE = of_traces(
    violated(
        [lpts("s", "a b c", "s a t", "t b t", "t c t")],
        CHOICE_P,
        lpts("n0", "a b c", "n0 a n1", "n1 c n2", "n2 b n3"),
        "n0=s n1=t n2=t n3=t",
    ),
    *("a", "c", "b"),
)

NOT_STARTS: list[list[str | list[str]]] = [[], [[]], ["q"], [["p", "q"]], [["q"], []]]

ACCEPTED: dict[str, tuple[Document, str]] = {
    "traces that are allowed": (of_traces(ALLOWED), "a relation over 2 states of the system"),
    "a trace that is not allowed": (of_traces(TWICE, "a", "b", "a"), "a trace of 3 actions"),
    "a trace with hidden moves": (of_traces(TWICE_HIDDEN, "a", "a"), "a trace of 2 actions"),
    "traces by parts": (of_traces(BY_PLAIN_TWO), "2 premises, each with a relation"),
    "names of several letters": (
        of_traces(holds([LOOP], lpts("start", "a", "start a end", "end a start"), "s < start end")),
        "over 1 states",
    ),
    "hidden moves that traces do not see": (
        of_traces(proof("1 1", [NOTHING, BUSY], [ASSUME_NOTHING], LATE, "s,x < p", "u < x")),
        "2 premises",
    ),
    "a choice above": (IN_SETS, "over 3 states"),
    "a choice above, and less of it": (
        of_traces(holds([lpts("s", "a c", "s a t", "t c u")], CHOICE_P, "s < p", "t < r", "u < +z")),
        "over 3 states",
    ),
    "a choice above, and more than one set": (put(IN_SETS, [["q", "r"], ["r", "q"]], *RELATION, 1, "simulated_by"), ""),
    "two ways to a state": (of_traces(TWO_WAYS), "over 3 states"),
    "hidden moves above, before and after": (of_traces(holds([LOOP], LAZY_P, "s < p")), "over 1 states"),
    "a start after hidden moves": (of_traces(holds([LOOP], LAZY_P, "s < q")), "over 1 states"),
    "a start with hidden moves, as a set": (of_traces(holds([LOOP], LAZY_P, "s < p+q")), "over 1 states"),
    "hidden moves above, and unknown actions": (
        of_traces(holds([lpts("s", "a x", "s x t", "t a s")], LAZY_P, "s < p", "t < q")),
        "over 2 states",
    ),
    "hidden moves above and below": (of_traces(holds([HIDDEN], LAZY_P, "s < p", "t < q")), "over 2 states"),
    "a hidden cycle above": (
        of_traces(holds([LOOP], lpts("p", "a", "p tau q", "q tau r", "r tau p", "r a p"), "s < q")),
        "over 1 states",
    ),
    "an empty set beside another, and nothing to do": (of_traces(holds([STOP], LOOP_P, "s < p +")), "over 1 states"),
    "sets that no state of a simulation is in": (holds([STOP], LOOP_P, "s < p p+q"), "over 1 states"),
    "chances in an assumption": (of_traces(BY_COIN), "2 premises"),
    "a trace that no choice allows": (AGAINST_CHOICE, "a trace of 3 actions"),
    "a trace that no hidden move allows": (
        of_traces(
            violated(
                [lpts("s", "a x", "s a s", "s x s")],
                lpts("p", "a", "p tau q", "q a r", "r tau z"),
                lpts("n0", "a x", "n0 x n1", "n1 a n2", "n2 x n3", "n3 a n4"),
                "n0=s n1=s n2=s n3=s n4=s",
            ),
            *("x", "a", "x", "a"),
        ),
        "a trace of 4 actions",
    ),
}

REJECTED: dict[str, tuple[Document, str]] = {
    "traces of a coin": (of_traces(FOR_COIN), NOT_PLAIN),
    "traces of a coin beside others": (of_traces(holds([LOOP, COIN], LOOP_P, "s,s < p")), NOT_PLAIN),
    "traces of what is not reached": (
        of_traces(holds([lpts("s", "a", "t a u:1/2 v:1/2")], LOOP_P, "s < p")),
        NOT_PLAIN,
    ),
    "traces of a coin that is thrown later": (
        of_traces(holds([lpts("s", "a b c", "s a t", "t a u:1/2 v:1/2")], LOOP_P, "s t u v < p")),
        NOT_PLAIN,
    ),
    "traces of a coin that may be thrown": (
        of_traces(holds([lpts("s", "a b", "s a s", "s b s:1/2 t:1/2")], LOOP_P, "s t < p")),
        NOT_PLAIN,
    ),
    "traces of a coin among others": (
        of_traces(holds([lpts("s", "a", "s a s", "s a s:1/2 t:1/2")], LOOP_P, "s t < p")),
        NOT_PLAIN,
    ),
    "a property with chances": (of_traces(holds([STOP], COIN_P, "s < p")), NOT_PLAIN),
    "a property with chances that are not reached": (
        of_traces(holds([STOP], lpts("p", "a", "q a q:1/2 r:1/2"), "s < p")),
        NOT_PLAIN,
    ),
    **{
        f"{value} above a choice": (put(IN_SETS, value, *RELATION, 1, "simulated_by"), move)
        for value, move in (
            *(([["q", "r", "p"]], "'a' of ('s',)"), ([["q", "p"]], "'a' of ('s',)"), ([[]], "'a' of ('s',)")),
            *(([["q"]], "'c' of ('t',)"), (["r"], "'b' of ('t',)"), (["q", "r"], "of ('t',)"), ([], "'a' of ('s',)")),
            *(([["q", "r"], ["q"]], "'c' of ('t',)"), ([["q", "r"], []], "of ('t',)"), (["y"], "'a' of ('s',)")),
            *(([["q", "r", "y"]], "'a' of ('s',)"), (["{q, r}"], "'a' of ('s',)")),
        )
    },
    **{
        f"{value} above the start": (put(IN_SETS, value, *RELATION, 0, "simulated_by"), NOT_INITIAL)
        for value in NOT_STARTS
    },
    "a set in a set": (put(IN_SETS, [["q", ["r"]]], *RELATION, 1, "simulated_by"), NOT_A_NAME),
    "a number in a set": (put(IN_SETS, [["q", 1]], *RELATION, 1, "simulated_by"), NOT_A_NAME),
    "an object for a set": (put(IN_SETS, [{"q": "r"}], *RELATION, 1, "simulated_by"), NOT_A_NAME),
    "null for a set": (put(IN_SETS, [None], *RELATION, 1, "simulated_by"), NOT_A_NAME),
    "sets under simulation": (put(IN_SETS, "simulation", "relation"), "'p' cannot answer 'a' of ('s',)"),
    "sets at the start of a simulation": (holds([STOP], LOOP_P, "s < +p"), NOT_INITIAL),
    "one of two ways to a state": (
        put(of_traces(TWO_WAYS), ["q"], *RELATION, 1, "simulated_by"),
        "'p' cannot answer 'b' of ('s',)",
    ),
    "an action that is not allowed after hidden moves": (
        of_traces(holds([LOOP], lpts("p", "a", "p tau q", "q tau p"), "s < p q p+q")),
        "cannot answer 'a' of ('s',)",
    ),
    "an action of a hidden cycle": (
        of_traces(holds([lpts("s", "a", "s a t", "t a u")], lpts("p", "a", "p a q", "q tau q"), "s < p", "t < q")),
        "'q' cannot answer 'a' of ('t',)",
    ),
    "a hidden move is not undone": (
        of_traces(holds([HIDDEN], lpts("p", "a", "p tau q", "p a p"), "s < p", "t < q")),
        "'q' cannot answer 'a' of ('t',)",
    ),
    "an outcome of an assumption that is not there": (
        put(of_traces(BY_COIN), ..., *PREMISES, 0, "relation", "groups", 2),
        "'p' cannot answer 'a' of ('s', 'x')",
    ),
    "an outcome of an assumption that says too much": (
        put(of_traces(BY_COIN), ["q"], *PREMISES, 0, "relation", "groups", 2, "simulated_by"),
        "cannot answer 'b' of ('t', 'z')",
    ),
    **{
        f"a trace that is allowed by {rows}": (
            of_traces(
                violated(
                    [lpts("s", "a x", "s a t", "t x u")],
                    lpts("p", "a", *rows.split(", ")),
                    lpts("n0", "a x", "n0 a n1", "n1 x n2"),
                    "n0=s n1=t n2=u",
                ),
                *("a", "x"),
            ),
            TRACE_ALLOWED,
        )
        for rows in ("p a p", "p a q", "p tau q, q a q", "p tau q, p a r", "p tau q, q tau r, r a p", "p a q, p a r")
    },
    "a trace of nothing": (
        of_traces(violated([LOOP], lpts("p", "a"), lpts("n0", ""), "n0=s")),
        TRACE_ALLOWED,
    ),
    "a trace of hidden moves": (
        of_traces(violated([HIDDEN], lpts("p", "a"), lpts("n0", "", "n0 tau n1"), "n0=s n1=t")),
        TRACE_ALLOWED,
    ),
    "an allowed trace that is refuted": (  # as a simulation
        of_traces(
            violated(
                [lpts("s", "a b", "s a t", "t b u")],
                lpts("p", "a b", "p a q", "p a r", "q b q"),
                lpts("n0", "a b", "n0 a n1", "n1 b n2"),
                "n0=s n1=t n2=u",
            ),
            *("a", "b"),
        ),
        TRACE_ALLOWED,
    ),
    "another trace": (of_traces(TWICE, "a", "b", "b"), ANOTHER_TRACE),
    "half a trace": (of_traces(TWICE, "a", "b"), ANOTHER_TRACE),
    "a trace and more": (of_traces(TWICE, "a", "b", "a", "b"), ANOTHER_TRACE),
    "a trace with hidden moves": (of_traces(TWICE_HIDDEN, "tau", "a", "tau", "a"), ANOTHER_TRACE),
    "no trace": (put(of_traces(TWICE), ..., "counterexample", "trace"), "the key 'trace' is missing"),
    "a trace of letters": (put(of_traces(TWICE), "aba", "counterexample", "trace"), NO_LIST),
    "a trace with a branch": (of_traces(FORKED, "b"), BRANCHES),
    "a trace with a branch on one action": (of_traces(FORKED_ON_A, "a", "a"), BRANCHES),
    "a trace with an outcome left to chance": (of_traces(AGAINST_THIRD, "a"), NOT_PLAIN),
    "a simulation's trace with chances": (
        put(put(AGAINST_THIRD, "trace", "counterexample", "kind"), ["a"], "counterexample", "trace"),
        OTHER_KIND,
    ),
    "a trace with an outcome left to chance in the tree": (
        put(of_traces(TWICE, "a", "b", "a"), {"n1": "1/2", "n3": "1/2"}, *TREE, "transitions", 0, "to"),
        "two outcomes of 'n0' are mapped to one state",
    ),
    "a tree under traces": (put(of_traces(TWICE), "tree", "counterexample", "kind"), OTHER_KIND),
    "a trace under simulation": (put(of_traces(TWICE, "a", "b", "a"), "simulation", "relation"), OTHER_KIND),
    "a trace that goes round": (
        of_traces(
            violated(
                [lpts("s", "a b", "s a t", "t b s")],
                lpts("p", "a b", "p a q"),
                lpts("n0", "a b", "n0 a n1", "n1 b n0"),
                "n0=s n1=t",
            ),
            *("a", "b"),
        ),
        CYCLE,
    ),
    "a trace that the system does not have": (
        put(AGAINST_CHOICE, ["u"], *EXECUTION, "n2"),
        "the system cannot do the 'c' of 'n1'",
    ),
    "a trace that starts elsewhere": (
        of_traces(violated([CHOICE], CHOICE_P, lpts("n0", "a b c", "n0 b n1"), "n0=t n1=u"), "b"),
        "the tree does not start where the system starts",
    ),
}
