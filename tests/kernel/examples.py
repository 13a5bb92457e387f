"""Models and right verdicts, from which the tables are made."""

from __future__ import annotations

from tests.kernel.documents import Document, by_premises, holds, lpts, proof, put, shown_by, step, violated

STOP, LOOP, LOOP_P = lpts("s", "a"), lpts("s", "a", "s a s"), lpts("p", "a", "p a p")
COIN = lpts("s", "a b c", "s a t:1/2 u:1/2", "t b s", "u c s")
COIN_P = lpts("p", "a b c", "p a q:1/2 r:1/2", "q b p", "r c p")
BOTH = lpts("s", "a b", "s a t", "s b u")
TWO = [lpts("s", "a b", "s a t", "t b s"), lpts("u", "a c", "u a v", "v c u")]
THREE = [
    lpts("s", "a b", "s a t", "t b s:1/2 t:1/2"),
    lpts("u", "b c", "u c v", "v b u:1/3 v:2/3"),
    lpts("w", "a b", "w a x", "x tau x", "x b w"),
]
HIDDEN = lpts("s", "a", "s tau t", "t a s")
LONG = "0" * 3999 + "1"
FOR_STOP = holds([STOP], lpts("p", ""), "s < p")
FOR_COIN = holds([COIN], COIN_P, "s < p", "t < q", "u < r")
FOR_BOTH = holds([BOTH], lpts("p", "a b", "p a q", "p b q"), "s < p", "t u < q")
FOR_TWO = holds(TWO, LOOP_P, "s,u t,v s,v t,u < p")
FOR_HIDDEN = holds([HIDDEN], lpts("p", "a", "p tau q", "q a p"), "s < p", "t < q")
AGAINST_THIRD = violated(  # half of the mass does b; in the answer a third can
    [lpts("s", "a b", "s a t:1/2 u:1/2", "t b t")],
    lpts("p", "a b", "p a q:1/3 r:2/3", "q b q"),
    lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n1 b n3"),
    "n0=s n1=t n2=u n3=t",
    step("n1", "r", "b n3"),
    step("n0", "p", "a n1:1/2 n2:1/2", "n1|r"),
)
AGAINST_CHAIN = violated(  # one cut for each of the two answers
    [lpts("s", "a b", "s a t", "t b u")],
    lpts("p", "a b", "p a q", "p a r"),
    lpts("n0", "a b", "n0 a n1", "n1 b n2"),
    "n0=s n1=t n2=u",
    step("n1", "q", "b n2"),
    step("n1", "r", "b n2"),
    step("n0", "p", "a n1", "n1|q", "n1|r"),
)
AGAINST_FORK = violated(  # two outcomes and two states of the answer, and all four are needed
    [lpts("s", "a b", "s a t:1/3 u:1/3 v:1/3", "t b t", "u b u")],
    lpts("p", "a b", "p a q:3/5 r:1/5 z:1/5", "q b q"),
    lpts("n0", "a b", "n0 a n1:1/3 n2:1/3 n3:1/3", "n1 b n4", "n2 b n5"),
    "n0=s n1=t n2=u n3=v n4=t n5=u",
    *(step(node, p, f"b {child}") for node, child in (("n1", "n4"), ("n2", "n5")) for p in ("r", "z")),
    step("n0", "p", "a n1:1/3 n2:1/3 n3:1/3", "n1 n2|r z"),
)
AGAINST_MANY = violated(  # a node with two actions, and two distributions for one of them
    [lpts("s", "a b", "s a t", "s a u", "s b t", "t b t")],
    lpts("p", "a"),
    lpts("n0", "a b", "n0 a n1", "n0 a n2", "n0 b n3", "n1 b n4"),
    "n0=s n1=t n2=u n3=t n4=t",
    step("n0", "p", "a n2"),
)
AGAINST_THREE = violated(
    [*TWO, lpts("w", "", "w tau x", "x tau w")],
    lpts("p", "a b", "p a p", "p b q"),
    lpts("n0", "a b c", "n0 tau n1", "n1 a n2", "n2 c n3", "n3 b n4", "n4 a n5"),
    "n0=s,u,w n1=s,u,x n2=t,v,x n3=t,u,x n4=s,u,x n5=t,v,x",
    step("n4", "q", "a n5"),
    step("n3", "p", "b n4", "n4|q"),
    step("n2", "p", "c n3", "n3|p"),
    step("n1", "p", "a n2", "n2|p"),
    step("n0", "p", "tau n1", "n1|p"),
)

# Proofs by the rule: two sides, three, and sides of several components.
CHAIN = [
    lpts("s", "a b", "s a t", "t b s"),
    lpts("u", "b c", "u c v", "v b u:1/3 v:2/3"),
    lpts("w", "c d", "w d z", "z c w"),
]
CHAIN_P = lpts("p", "a b", "p a q", "q b p")
FIRST, SECOND = lpts("x", "b", "x b x"), lpts("y", "c", "y c y")
BY_TWO = proof("1 1", CHAIN[:2], [FIRST], CHAIN_P, "s,x < p; t,x < q", "u v < x")
BY_THREE = proof("1 1 1", CHAIN, [FIRST, SECOND], CHAIN_P, "s,x < p; t,x < q", "u,y v,y < x", "w z < y")
BY_PAIRS = {
    "2 1": proof("2 1", CHAIN, [SECOND], CHAIN_P, "s,u,y s,v,y < p; t,u,y t,v,y < q", "w z < y"),
    "1 2": proof("1 2", CHAIN, [FIRST], CHAIN_P, "s,x < p; t,x < q", "u,w v,w u,z v,z < x"),
    "3": proof(
        "3", CHAIN, [], CHAIN_P, "s,u,w s,u,z s,v,w s,v,z < p; t,u,w t,u,z t,v,w t,v,z < q"
    ),  # no assumption at all
}
NOTHING, ASSUME_NOTHING, ASSUME_MORE = lpts("s", ""), lpts("x", ""), lpts("y", "")
BUSY, ASSUME_BUSY, ASSUME_MORE_BUSY = (lpts(s, "", f"{s} tau {s}") for s in "uxy")
LATE = lpts("p", "a", "p a q", "q tau q")  # it hides something, but does nothing hidden at first
LATER = lpts("p", "a b", "p a q", "q b r", "r tau r")  # not after a either
ONCE_BUSY = lpts("u", "a", "u a v", "v tau v")
EXACT = proof(  # an assumption that says as much as the component, about probabilities and hidden moves
    "1 1",
    [lpts("s", "a", "s a t", "t tau t"), lpts("u", "a b", "u a u:1/3 v:2/3", "v b v", "v tau u")],
    [lpts("x", "a b", "x a x:1/3 y:2/3", "y b y", "y tau x")],
    lpts("p", "a b", "p a q:1/3 r:2/3", "q tau q", "r tau r", "r b r", "r tau q"),
    *("s,x < p; t,x < q; t,y < r", "u < x; v < y"),
)
ABOUT_A, BLOCKED = lpts("x", "a"), lpts("p", "a")
SECOND_DOES, THIRD_DOES = lpts("u", "a", "u a u"), lpts("w", "a", "w a w")
SECOND_IDLES, THIRD_IDLES, THIRD_HIDES = lpts("u", ""), lpts("w", ""), lpts("w", "", "w tau w")


def of_three(components: list[Document], assumptions: list[Document], specification: Document) -> Document:
    """With the relation of the initial states."""
    return proof("1 1 1", components, assumptions, specification, "s,x < p", "u,y < x", "w < y")


BY_BLOCKED = proof("1 2", [NOTHING, ONCE_BUSY, lpts("w", "a")], [ABOUT_A], LATE, "s,x < p", "u,w < x")


def against_fork(*cuts: str) -> Document:
    """As above with other cuts; also refuted are node n6, which is no outcome, and state x, which is in no answer."""
    tree = lpts("n0", "a b", "n0 a n1:1/3 n2:1/3 n3:1/3", "n1 b n4", "n2 b n5", "n4 b n6", "n6 b n7")
    document = put(put(AGAINST_FORK, tree, "counterexample", "tree"), 4, "counterexample", "depth")
    document["counterexample"]["execution"] |= {"n6": ["t"], "n7": ["t"]}
    leaves = {"n1": "n4", "n2": "n5", "n6": "n7"}
    steps = [step(node, p, f"b {child}") for node, child in leaves.items() for p in ("r", "z", "x")]
    last = step("n0", "p", "a n1:1/3 n2:1/3 n3:1/3", *cuts)
    return put(document, [*steps, last], "counterexample", "refutation")


def against_hidden(*rows: str) -> Document:
    """A specification that knows tau, but not where it is needed."""
    tree = lpts("n0", "", "n0 tau n1")
    return violated([HIDDEN], lpts("p", "a b", *rows), tree, "n0=s n1=t", step("n0", "p", "tau n1"))


def spelled(*shares: object) -> Document:
    """A transition with these shares."""
    outcomes = {f"x{i}": share for i, share in enumerate(shares)}
    system = lpts("s", "a", "s a s")
    system["transitions"][0]["to"] = outcomes
    return holds([system], LOOP_P, f"s {' '.join(outcomes)} < p")


DIGITS = holds([lpts("1", "2", "1 2 1")], lpts("3", "2", "3 2 3"), "1 < 3")
AGAINST_DIGITS = violated(
    [lpts("1", "2", "1 2 1")],
    lpts("3", "2", "3 2 8"),
    lpts("4", "2", "4 2 6", "6 2 7"),
    "4=1 6=1 7=1",
    step("6", "8", "2 7"),
    step("4", "3", "2 6", "6|8"),
)
TWICE = violated(  # the second a is not allowed
    [lpts("s", "a b", "s a t", "t b s", "t b t")],
    lpts("p", "a", "p a q"),
    lpts("n0", "a b", "n0 a n1", "n1 b n2", "n2 a n3"),
    "n0=s n1=t n2=s n3=t",
    step("n2", "q", "a n3"),
    step("n1", "q", "b n2", "n2|q"),
    step("n0", "p", "a n1", "n1|q"),
)
TWICE_HIDDEN = violated(
    [HIDDEN],
    lpts("p", "a", "p a q"),
    lpts("n0", "a", "n0 tau n1", "n1 a n2", "n2 tau n3", "n3 a n4"),
    "n0=s n1=t n2=s n3=t n4=s",
    step("n3", "q", "a n4"),
    step("n2", "q", "tau n3", "n3|q"),
    step("n1", "p", "a n2", "n2|q"),
    step("n0", "p", "tau n1", "n1|p"),
)
FORKED = violated(  # the tree has a branch that says nothing
    [BOTH],
    lpts("p", "a b", "p a p"),
    lpts("n0", "a b", "n0 a n1", "n0 b n2"),
    "n0=s n1=t n2=u",
    step("n0", "p", "b n2"),
)
FORKED_ON_A = violated(
    [lpts("s", "a", "s a t", "s a u", "t a t")],
    lpts("p", "a", "p a q"),
    lpts("n0", "a", "n0 a n1", "n0 a n2", "n1 a n3"),
    "n0=s n1=t n2=u n3=t",
    step("n1", "q", "a n3"),
    step("n0", "p", "a n1", "n1|q"),
)
BY_PLAIN_TWO = proof(
    "1 1",
    [lpts("s", "a b", "s a t", "t b s"), lpts("u", "b c", "u c v", "v b u")],
    [lpts("x", "b", "x b x")],
    CHAIN_P,
    *("s,x < p; t,x < q", "u v < x"),
)
ALLOWED = holds([lpts("s", "a b", "s a t", "s a s", "t tau s", "t b t")], LOOP_P, "s t < p")
SHARED = violated(  # two moves lead to one node, by ways of different lengths
    [lpts("s", "a b c", "s a t", "s b u", "t c u", "u a s", "u b t")],
    lpts("p", "a b c", "p a q", "p b q", "q c q", "q a p"),
    lpts("n0", "a b c", "n0 b n2", "n0 a n1", "n1 c n2", "n2 b n3", "n3 c n4"),
    "n0=s n1=t n2=u n3=t n4=u",
    step("n2", "q", "b n3"),
    step("n1", "q", "c n2", "n2|q"),
    step("n0", "p", "a n1", "n1|q"),
)
BY_REDUCED = by_premises(  # two abstractions without actions that no other model knows, and a component as it is
    [lpts("s", "a c", "s c t", "t a s"), lpts("u", "a d", "u a v:1/2 w:1/2", "v d u", "w a w"), LOOP],
    [],
    [lpts("x", "a", "x a x"), lpts("y", "a", "y a y")],
    LOOP_P,
    shown_by(["R1", "R2", "L3"], "P", "x,y,s < p"),
    shown_by(["L1"], "R1", "s t < x"),
    shown_by(["L2"], "R2", "u v w < y"),
)
SHARING = by_premises(  # one abstraction stands for two components
    [LOOP, lpts("u", "a", "u a u")],
    [],
    [lpts("x", "a", "x a x")],
    LOOP_P,
    shown_by(["R1", "R1"], "P", "x,x < p"),
    shown_by(["L1"], "R1", "s < x"),
    shown_by(["L2"], "R1", "u < x"),
)
