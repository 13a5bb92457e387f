"""Cases: traces instead of simulation."""

from __future__ import annotations

from tests.kernel.documents import TREE, Document, holds, lpts, of_traces, put, step, violated
from tests.kernel.examples import (
    AGAINST_THIRD,
    ALLOWED,
    BY_PLAIN_TWO,
    COIN,
    COIN_P,
    FOR_COIN,
    FORKED,
    FORKED_ON_A,
    LOOP,
    LOOP_P,
    STOP,
    TWICE,
    TWICE_HIDDEN,
)
from tests.kernel.reasons import ANOTHER_TRACE, BRANCHES, CYCLE, NO_LIST, NOT_PLAIN, NOT_SAFE, OTHER_KIND

ACCEPTED: dict[str, tuple[Document, str]] = {
    "traces that are allowed": (of_traces(ALLOWED), "over 2 states"),
    "a trace that is not allowed": (of_traces(TWICE, "a", "b", "a"), "a tree of 4 nodes, refuted in 3 steps"),
    "a trace with hidden moves": (of_traces(TWICE_HIDDEN, "a", "a"), "refuted in 4 steps"),
    "traces by parts": (of_traces(BY_PLAIN_TWO), "2 premises"),
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
    "a property with a choice later": (
        of_traces(holds([STOP], lpts("p", "a b", "p a q", "q b p", "q a p", "q a q"), "s < p")),
        NOT_SAFE,
    ),
    "a property with chances": (of_traces(holds([STOP], COIN_P, "s < p")), NOT_SAFE),
    "a property with a choice": (of_traces(holds([STOP], lpts("p", "a", "p a q", "p a r"), "s < p")), NOT_SAFE),
    "a property that hides": (of_traces(holds([STOP], lpts("p", "a", "p tau q"), "s < p")), NOT_SAFE),
    "a property that might hide": (of_traces(holds([STOP], lpts("p", "a", "q tau q"), "s < p")), NOT_SAFE),
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
    "a trace that goes round": (  # the refutation is right, and the trace a, b is allowed
        of_traces(
            violated(
                [lpts("s", "a b", "s a t", "t b s")],
                lpts("p", "a b", "p a q", "q b r", "r a z"),
                lpts("n0", "a b", "n0 a n1", "n1 b n0"),
                "n0=s n1=t",
                step("n1", "z", "b n0"),
                step("n0", "r", "a n1", "n1|z"),
                step("n1", "q", "b n0", "n0|r"),
                step("n0", "p", "a n1", "n1|q"),
            ),
            *("a", "b"),
        ),
        CYCLE,
    ),
}
