"""Cases: relations that are decision diagrams."""

from __future__ import annotations

from typing import Any

from tests.kernel.documents import PREMISES, Document, holds, lpts, of_traces, put
from tests.kernel.examples import BY_TWO, COIN, COIN_P, FOR_COIN, HIDDEN, LOOP, LOOP_P, STOP, TWO
from tests.kernel.reasons import MALFORMED, NO_LIST, NOT_A_NAME, NOT_INITIAL, ONE_REPRESENTATION

OUT_OF_RANGE, BACKWARDS = "a diagram has a number out of range", "a node leads to one that asks earlier"
NO_ORDER = "an order does not have each component once"
NOWHERE, BAD_ROWS = "a node leads nowhere", "row 0 is another one, or one is twice"
CANNOT = "cannot answer"
P = "specification", "model"
ROWS, NODES = ("certificate", "relation", "diagram", "rows"), ("certificate", "relation", "diagram", "nodes")

ORDER = "certificate", "relation", "diagram", "order"


def drawn(components: list[Document], specification: Document, rows: str, *nodes: str) -> Document:
    """Rows read "p q, r", after the empty one; "p+q" is a set. A node reads "0 s:1 t:2"."""
    table = [[p.split("+") if "+" in p else p for p in row.split()] for row in f",{rows}".split(",")]
    written = [
        [int(level), {state: int(child) for state, child in (edge.split(":") for edge in edges)}]
        for level, *edges in map(str.split, nodes)
    ]
    document = holds(components, specification)
    return put(document, {"diagram": {"rows": table, "nodes": written}}, "certificate", "relation")


OF_COIN = drawn([COIN], COIN_P, "p,q,r", "0 s:1 t:2 u:3")
OF_TWO = drawn(TWO, LOOP_P, "p", "1 u:1 v:1", "0 s:2 t:2")
NO_NODES = drawn([STOP, LOOP], LOOP_P, "p")
BLOCKED = lpts("p", "a")
MERGED = drawn([lpts("s", "a", "s a t:1/2 u:1/2")], lpts("p", "a", "p a q"), "p,q", "0 s:1 t:2 u:2")
MERGED_LATE = drawn(  # two outcomes with one weight come to one node below
    [lpts("s", "a", "s a t:1/2 u:1/2"), lpts("w", "a", "w a x:1/2 y:1/2")],
    lpts("p", "a", "p a q:1/2 r:1/2"),
    "p,q,r",
    *("1 x:2 y:3", "0 s:1 t:4 u:4"),
)
SKIPPED = drawn([LOOP, lpts("u", "b", "u b v", "v b u")], lpts("p", "a", "p a p"), "p", "1 u:1 v:1")
BY_TWO_DRAWN = put(
    put(BY_TWO, {"diagram": {"rows": [[], ["p"], ["q"]], "nodes": [[0, {"s": 1, "t": 2}]]}}, *PREMISES, 0, "relation"),
    {"diagram": {"rows": [[], ["x"]], "nodes": [[0, {"u": 1, "v": 1}]]}},
    *(*PREMISES, 1, "relation"),
)
OF_HIDDEN = drawn([HIDDEN], lpts("p", "a", "p tau q", "q a p"), "p,q", "0 s:1 t:2")
CHOICE = lpts("p", "a b c", "p a q", "p a r", "q b p", "r c p")
IN_SETS = of_traces(drawn([COIN], COIN_P, "p,q,r", "0 s:1 t:2 u:3"))
OF_TRACES = of_traces(drawn([lpts("s", "a b", "s a t", "t b s")], CHOICE, "p,q+r", "0 s:1 t:2"))
THREE_LEVELS = drawn(
    [lpts("s", "a", "s a t"), lpts("u", "b", "u b v"), lpts("w", "a", "w a x")],
    lpts("p", "a b", "p a q", "p b r", "q b z", "r a z"),
    "p,q,r,z",
    *("2 x:2", "2 x:4", "1 u:1 v:3", "1 u:5 v:6", "0 s:7 t:8"),
)
THIRD_FIRST = put(
    put(THREE_LEVELS, [2, 0, 1], *ORDER),
    [[2, {"u": 1, "v": 3}], [2, {"u": 2, "v": 4}], [1, {"s": 5}], [1, {"t": 6}], [0, {"w": 7, "x": 8}]],
    *NODES,
)
SURE_OR_NOT = drawn(
    [lpts("s", "a", "s a t", "s a t:1/2 u:1/2")], lpts("p", "a", "p a q", "p a q:1/2 r:1/2"), "p,q,r", "0 s:1 t:2 u:3"
)
SURE_OR_NOT_BESIDE = drawn(
    [*(one["model"] for one in SURE_OR_NOT["components"]), lpts("w", "b")],
    SURE_OR_NOT["specification"]["model"],
    *("p,q,r", "1 w:1 x:1", "1 w:2 x:2", "1 w:3 x:3", "0 s:4 t:5 u:6"),
)
TWO_MOVES = [lpts("s", "a", "s a t", "x a y"), lpts("u", "b")]
SINGLE, HALVES = lpts("w", "b"), lpts("s", "a", "s a t:1/2 u:1/2")
BY_TURNS = [  # a before b, b before c, and a before c
    lpts("0", "a b", "0 a 1", "1 b 0"),
    lpts("0", "b c", "0 b 1", "1 c 0"),
    lpts("0", "a c", "0 a 1", "1 c 0"),
]
IN_TURN = drawn(
    BY_TURNS, lpts("p", "a b c", "p a q", "q b r", "r c p"), "p,q,r", "2 1:2", "2 1:3", "1 0:1 1:5", "0 0:6 1:4"
)

ACCEPTED: dict[str, tuple[Document, str]] = {
    "a diagram": (OF_COIN, "a relation over 3 states of the system"),
    "a diagram of two components": (OF_TWO, "a relation over 4 states"),
    "a diagram of three components": (THREE_LEVELS, "a relation over 4 states"),
    "a diagram in another order of components": (THIRD_FIRST, "a relation over 4 states"),
    "a diagram in the order of the components": (put(OF_TWO, [0, 1], *ORDER), "a relation over 4 states"),
    "a sure move and one by chance": (SURE_OR_NOT, "a relation over 3 states"),
    "a sure move and one by chance, beside a component": (SURE_OR_NOT_BESIDE, "a relation over 6 states"),
    "only the outcome asks the last component": (
        drawn(
            [lpts("s", "a", "s a t"), lpts("u", "b"), lpts("w", "c")],
            lpts("p", "a", "p a p"),
            *("p", "2 w:1 x:1", "1 u:1 v:1", "1 u:2 v:2", "0 s:3 t:4"),
        ),
        "a relation over 6 states",
    ),
    "a diagram without nodes": (NO_NODES, "a relation over 1 states"),
    "outcomes that come to one row": (MERGED, "a relation over 3 states"),
    "outcomes that come to one node": (MERGED_LATE, "a relation over 5 states"),
    "a component that is not asked": (SKIPPED, "a relation over 2 states"),
    "diagrams in a proof": (BY_TWO_DRAWN, "2 premises, each with a relation"),
    "a diagram with hidden moves": (OF_HIDDEN, "a relation over 2 states"),
    "a diagram for traces": (OF_TRACES, "a relation over 2 states"),
    "a node that is not used": (
        drawn([COIN], COIN_P, "p,q,r", "0 s:3", "0 s:1 t:2 u:3"),
        "a relation over 3 states",
    ),
    "a node that is not used, and leads to what is wrong": (
        drawn(
            [lpts("s", "a", "s a t", "t a s"), lpts("u", "b", "u b v", "v b u")],
            lpts("p", "a b", "p a p", "p b p", "p a z"),
            *("p,z", "1 u:1 v:1", "1 u:2 v:2", "0 s:4", "0 s:3 t:3"),
        ),
        "a relation over 4 states",
    ),
    "actions by turns": (IN_TURN, "a relation over 3 states"),
    **{
        f"one of two outcomes asks the next component, {count} rows": (
            drawn([HALVES, SINGLE], lpts("p", "a", "p a p"), rows, f"1 w:{1}", f"0 s:1 t:1 u:{count + 1}"),
            "a relation over 3 states",
        )
        for count, rows in enumerate(("p", "p,q", "p,q,r", "p,q,r,z"), 1)
    },
    "a state that does not exist": (drawn([COIN], COIN_P, "p,q,r", "0 s:1 t:2 u:3 z:1"), "a relation over 4 states"),
    "an edge to row 0": (drawn([COIN], COIN_P, "p,q,r", "0 s:1 t:2 u:3 z:0"), "a relation over 3 states"),
    "groups": (FOR_COIN, "a relation over 3 states"),
    **{
        f"an outcome {asking!r} that asks a component which others do not": (
            drawn(
                [lpts("s", "a b", "s a t:1/2 u:1/2", f"{asking} b {asking}"), lpts("v", "b", "v b w")],
                lpts("p", "a b", "p a p", "p b p"),
                *("p", "1 v:1 w:1", f"0 s:1 {asking}:2 {other}:1"),
            ),
            "a relation over 4 states",
        )
        for asking, other in ("tu", "ut")
    },
    "a row of two": (
        drawn([LOOP], lpts("p", "a", "p a p", "q a q"), "p q"),
        "a relation over 1 states",
    ),
}


def child(value: Any) -> Document:
    """The first state leads there."""
    return put(OF_TWO, value, *NODES, 1, 1, "s")


# The first component does c, and the last one does a; the specification forbids a before c, or after it.
DOES_C = lpts("s", "c", "s c t", "t c s")
FORBIDDEN = {
    "before c": lpts("p", "a c", "p c q", "q c p", "q a q"),
    "after c": lpts("p", "a c", "p c q", "q c p", "p a p"),
}
REJECTED: dict[str, tuple[Document, str]] = {
    **{
        f"one of two above has an answer, {rows}": (
            drawn([lpts("s", "a", "s a t")], lpts("p", "a", "p a q"), rows, "0 s:1 t:2"),
            CANNOT,
        )
        for rows in ("p r,q", "p r,q z")
    },
    "an answer on another action": (
        drawn([lpts("s", "a b", "s b t")], lpts("p", "a b", "p a q"), "p,q", "0 s:1 t:2"),
        CANNOT,
    ),
    "a hidden answer that cannot be reached": (
        drawn([lpts("w", "", "s tau t")], lpts("z", "", "p tau q"), "z,p,q", "0 w:1 s:2 t:3"),
        CANNOT,
    ),
    **{
        f"one of two moves has an answer by chance, {rows}": (
            drawn([lpts("s", "a", "s a t", "s a u")], lpts("p", "a", "p a q:1/2 r:1/2"), rows, "0 s:1 t:2 u:3"),
            CANNOT,
        )
        for rows in ("p,q r,z", "p,z,q r")
    },
    **{
        f"a row that is too small for one of two outcomes, the {which}": (
            drawn([lpts("s", "a", "s a t:1/2 u:1/2"), LOOP], lpts("p", "a", "p a p"), "p,q", edges),
            f"'p' {CANNOT} 'a'",
        )
        for which, edges in (("first", "0 s:1 t:2 u:1"), ("last", "0 s:1 t:1 u:2"))
    },
    **{
        f"{value!r} for a child": (child(value), OUT_OF_RANGE)
        for value in (-1, -2, 3, 4, 99, "2", 2.0, None, True, [2], 10**30)
    },
    **{
        f"{value!r} for a component": (put(OF_TWO, value, *NODES, 0, 0), OUT_OF_RANGE)
        for value in (-1, 2, "1", None, 1.0)
    },
    "a node that leads to itself": (child(3), OUT_OF_RANGE),
    "a node that leads to its own level": (put(OF_TWO, 0, *NODES, 0, 0), BACKWARDS),
    "a node that leads to an earlier level": (
        put(OF_TWO, [[0, {"s": 1}], [1, {"u": 2}]], *NODES),
        BACKWARDS,
    ),
    "a second edge that leads to an earlier level": (
        put(OF_TWO, [[0, {"s": 1}], [1, {"u": 1, "v": 2}]], *NODES),
        BACKWARDS,
    ),
    **{
        f"an action {when}, {between} components between": (
            drawn([DOES_C, *[lpts("w", "d")] * between, LOOP], specification, "p,q", "0 s:1 t:2"),
            CANNOT,
        )
        for when, specification in FORBIDDEN.items()
        for between in (0, 1, 2)
    },
    "a second move on one action": (drawn([lpts("s", "a", "s a s", "s a t")], LOOP_P, "p", "0 s:1"), CANNOT),
    "a node without edges": (put(OF_TWO, {}, *NODES, 1, 1), NOWHERE),
    "a list for edges": (put(OF_TWO, ["s"], *NODES, 1, 1), MALFORMED),
    "an empty list for edges": (put(OF_TWO, [], *NODES, 1, 1), f"{MALFORMED}AttributeError: "),
    "a name for edges": (put(OF_TWO, "s", *NODES, 1, 1), MALFORMED),
    "a node of three": (put(OF_TWO, [0, {"s": 2}, 1], *NODES, 1), MALFORMED),
    "an object for a node": (put(OF_TWO, {"s": 2}, *NODES, 1), NO_LIST),
    "null for nodes": (put(OF_TWO, None, *NODES), NO_LIST),
    "null for rows": (put(OF_TWO, None, *ROWS), NO_LIST),
    "no rows": (put(NO_NODES, [], *ROWS), BAD_ROWS),
    "a number in a row": (put(OF_TWO, [[], [1]], *ROWS), NOT_A_NAME),
    "row 0 that is not empty": (put(OF_TWO, [["p"], ["p", "q"]], *ROWS), BAD_ROWS),
    "a row twice": (put(OF_TWO, [[], ["p"], ["p"]], *ROWS), BAD_ROWS),
    "an empty row twice": (put(OF_TWO, [[], []], *ROWS), BAD_ROWS),
    "rows are missing": (put(OF_TWO, ..., *ROWS), "the key 'rows' is missing"),
    "nodes are missing": (put(OF_TWO, ..., *NODES), "the key 'nodes' is missing"),
    **{
        f"{order!r} for an order": (put(OF_TWO, order, *ORDER), reason)
        for order, reason in (
            *(([0, 0], NO_ORDER), ([1], NO_ORDER), ([], NO_ORDER), ([0, 1, 1], NO_ORDER), ([0, 2], OUT_OF_RANGE)),
            *(([0, -1], OUT_OF_RANGE), ([True, 0], OUT_OF_RANGE), (["1", "0"], OUT_OF_RANGE), (None, NO_LIST)),
            ([1, 0], NOT_INITIAL),
        )
    },
    "an order of components in a list of nodes": (
        put(OF_TWO, ["order"], "certificate", "relation", "diagram"),
        "the key 'order' is missing",
    ),
    "a diagram beside groups": (
        put(OF_TWO, [], "certificate", "relation", "groups"),
        ONE_REPRESENTATION,
    ),
    "the root leads the initial state nowhere": (put(OF_TWO, ..., *NODES, 1, 1, "s"), NOT_INITIAL),
    "the initial state leads to row 0": (child(0), NOT_INITIAL),
    "another row for the initial state": (put(OF_COIN, 2, *NODES, 0, 1, "s"), NOT_INITIAL),
    "a state that is not mentioned": (put(OF_COIN, ..., *NODES, 0, 1, "u"), f"'p' {CANNOT} 'a' of ('some state',)"),
    "a state that leads to row 0": (put(OF_COIN, 0, *NODES, 0, 1, "u"), f"'p' {CANNOT} 'a'"),
    "two rows exchanged": (put(OF_COIN, {"s": 1, "t": 3, "u": 2}, *NODES, 0, 1), CANNOT),
    "a state in a row too many": (put(OF_COIN, [[], ["p"], ["q", "p"], ["r"]], *ROWS), f"'p' {CANNOT} 'b'"),
    "a state of another component": (put(OF_TWO, {"u": 1}, *NODES, 0, 1), f"'p' {CANNOT} 'a'"),
    "a component that is asked and leaves": (drawn(TWO, LOOP_P, "p", "0 s:1 t:1"), f"'p' {CANNOT} 'a'"),
    "the first component is not asked, and leaves": (drawn(TWO, LOOP_P, "p", "1 u:1 v:1"), f"'p' {CANNOT} 'a'"),
    "a move of a component that is not asked": (
        put(SKIPPED, BLOCKED, "specification", "model"),
        f"'p' {CANNOT} 'a'",
    ),
    "a move of the last component, which is not asked": (
        drawn([lpts("u", "b", "u b v", "v b u"), LOOP], BLOCKED, "p", "0 u:1 v:1"),
        f"'p' {CANNOT} 'a'",
    ),
    "a move without nodes": (drawn([LOOP], BLOCKED, "p"), f"'p' {CANNOT} 'a'"),
    "a hidden move": (
        put(OF_HIDDEN, lpts("p", "a", "p a q", "q tau p"), "specification", "model"),
        f"'p' {CANNOT} 'tau'",
    ),
    "a hidden move of the second component": (
        drawn([STOP, HIDDEN], lpts("p", "a", "p a q", "q tau p"), "p,q", "1 s:1 t:2"),
        f"'p' {CANNOT} 'tau'",
    ),
    "a move of a later state": (
        drawn([lpts("s", "a b", "s b t", "t a t")], BLOCKED, "p", "0 s:1 t:1"),
        f"'p' {CANNOT} 'a'",
    ),
    "a move of two later states": (
        put(THREE_LEVELS, lpts("p", "a b", "p a q", "p b r", "q b z"), "specification", "model"),
        f"'r' {CANNOT} 'a'",
    ),
    **{
        f"a sure move and one by chance, of which {what} is not allowed": (
            put(document, lpts("p", "a", move), "specification", "model"),
            f"'p' {CANNOT} 'a'",
        )
        for document, where in ((SURE_OR_NOT, "alone"), (SURE_OR_NOT_BESIDE, "beside a component"))
        for what, move in ((f"the first, {where},", "p a q:1/2 r:1/2"), (f"the second, {where},", "p a q"))
    },
    **{
        f"two moves, {which} is not allowed": (
            drawn(TWO_MOVES, LOOP_P, "p,q", *nodes),
            f"'q' {CANNOT} 'a'",
        )
        for which, *nodes in (
            ("that of a late node", "1 u:1 v:1", "1 u:1 v:1 w:1", "1 u:1 v:2", "0 s:5 t:4 x:3 y:4"),
            ("that of an early node", "1 u:1 v:2", "1 u:1 v:1 w:1", "1 u:1 v:1", "0 s:5 t:4 x:3 y:4"),
            ("the longer one", "1 u:1 v:1", "1 u:1 v:1 w:1", "1 u:1 v:2", "0 s:1 t:1 x:5 y:4"),
        )
    },
    "an outcome without the state of another component": (
        drawn([lpts("s", "a", "s a t"), lpts("u", "b")], LOOP_P, "p", "1 u:1 v:1", "1 u:1", "0 s:2 t:3"),
        f"'p' {CANNOT} 'a'",
    ),
    "other chances": (
        put(MERGED_LATE, lpts("p", "a", "p a q:1/3 r:2/3"), "specification", "model"),
        f"'p' {CANNOT} 'a'",
    ),
    "outcomes in the wrong rows": (
        put(MERGED_LATE, {"x": 2, "y": 2}, *NODES, 0, 1),
        f"'p' {CANNOT} 'a'",
    ),
    "an action that only one knows in all states": (
        drawn([lpts("s", "a b", "s a s"), lpts("u", "a", "u a u")], BLOCKED, "p"),
        f"'p' {CANNOT} 'a'",
    ),
    "a premise that is not true": (
        put(BY_TWO_DRAWN, [[], ["q"], ["p"]], *PREMISES, 0, "relation", "diagram", "rows"),
        NOT_INITIAL,
    ),
    "a set that is too small for traces": (
        put(OF_TRACES, lpts("p", "a b c", "p a q", "p a r", "q c p", "r c p"), "specification", "model"),
        CANNOT,
    ),
    "a move of a component that is asked in some states only": (
        drawn(
            [lpts("s", "a", "s a t"), lpts("u", "a b", "u a u", "u b v")],
            lpts("p", "a b", "p a p", "p b p"),
            *("p", "1 u:1 v:1", "0 s:2 t:1"),
        ),
        f"'p' {CANNOT} 'b'",
    ),
    "a move of the third component, far below the root": (
        drawn(
            [lpts("s", "a", "s a t"), lpts("u", "b", "u b v"), lpts("w", "c", "w c x")],
            lpts("p", "a b c", "p a p", "p b p"),
            *("p", "2 w:1 x:1", "1 u:2 v:2", "0 s:3 t:3"),
        ),
        f"'p' {CANNOT} 'c'",
    ),
    **{
        f"by turns, without {action} in the specification": (
            put(IN_TURN, lpts("p", "a b c", *(row for row in ("p a q", "q b r", "r c p") if action not in row)), *P),
            f"{CANNOT} '{action}'",
        )
        for action in "abc"
    },
    "chances for traces": (IN_SETS, "not plain LTSs"),
}
