"""Cases: formulas of probabilistic safety, with bounds and trees."""

from __future__ import annotations

from typing import Any

from tests.kernel.documents import (
    EXECUTION,
    PREMISES,
    TREE,
    Document,
    above_of,
    by_premises,
    depth_of,
    lpts,
    put,
    shown_by,
    verdict,
)
from tests.kernel.examples import LOOP
from tests.kernel.reasons import LOST, MALFORMED, NO_LIST, NO_SHARE, NOT_A_NAME, OTHER_KIND, UNKNOWN_BELOW

TOO_SMALL_BY_A_DIAGRAM, BY_ACTIONS = "a bound is too small where 't' is", "a diagram is for paths that actions end"
BAD_ROWS, BAD_SETS = "row 0 is another one", "a list of sets has an empty one, or not the first one"
TOO_SMALL, NOT_SHOWN_BY_BOUNDS = "a bound is too small at ", "the bounds do not show the formula"
SATISFIED, OTHER_KINDS = "the tree satisfies the formula", "the kind of a formula here is not one of these: "
NOT_EACH_PATH, OTHER_PARTS = "there is not one bound for each path of the formula", "a formula has other parts than "
NO_KEYS, NO_VALUES = "a path does not have its keys", "a bound does not have values or steps"
NO_COUNT, OF_TAU = "steps are not counted by a number", "a formula speaks of tau"
OVER_ONE, NOT_PLAIN_PROPERTY = "is more than 1", "a property is not a plain LTS"
CONJUNCTION = "a conjunction is for traces"
NO_RELATION_ALONE = "the relation is not one of these: simulation, traces"

Formula = list[Any]


def until(goal: str | None, **other: Any) -> Document:
    """A path to an action of the goal, through all actions."""
    actions = None if goal is None else goal.split()
    return {"left": ["true"], "through": None, "goal": actions, "right": ["true"], "steps": None} | other


def leaving(model: Document) -> Document:
    return {"leaves": model}


def at_most(bound: str, path: Document) -> Formula:
    return ["at most", bound, path]


def more_than(bound: str, path: Document) -> Formula:
    return ["more than", bound, path]


def numbers(*groups: str) -> list[Document]:
    """A group reads "1/2: s,t u,v"; with a set of states of a property, "1/2: s,t,p+q"."""
    return [
        {"at_most": number, "states": [[above_of(word) for word in state.split(",")] for state in states.split()]}
        for number, states in (group.split(":") for group in groups)
    ]


def values(*groups: str) -> Document:
    return {"values": numbers(*groups)}


def rounds(*tables: list[str]) -> Document:
    return {"steps": [numbers(*groups) for groups in tables]}


def about(document: Document, formula: Formula) -> Document:
    """The same document, about a formula."""
    return document | {"relation": "probability", "specification": {"name": "F", "formula": formula}}


def bounded(components: list[Document], formula: Formula, *parts: Document | None) -> Document:
    certificate = {"kind": "bound", "bounds": list(parts)}
    return about(verdict("holds", components, LOOP, certificate=certificate), formula)


def proved(
    components: list[Document],
    assumptions: list[Document],
    formula: Formula,
    parts: list[Document | None],
    *premises: Document,
    below: str = "L1 A1",
) -> Document:
    """By parts: bounds for the first premise, relations for the others."""
    first = {"below": below.split(), "above": "P", "bounds": parts}
    return about(by_premises(components, assumptions, [], LOOP, first, *premises), formula)


def witnessed(components: list[Document], formula: Formula, tree: Document, execution: str) -> Document:
    mapping = {node: at.split(",") for node, at in (word.split("=") for word in execution.split())}
    evidence = {"kind": "witness", "tree": tree, "depth": depth_of(tree), "execution": mapping}
    return about(verdict("violated", components, LOOP, counterexample=evidence), formula)


# A coin is thrown until it shows heads (h) or falls off the table (f); and a channel with a retry.
COIN = lpts("s", "t h f", "s t s:1/2 u:1/3 v:1/6", "u h u", "v f v")
FALLS = at_most("1/3", until("f"))
FOR_FALLS = bounded([COIN], FALLS, values("1/3: s", "0: u"))
TRIES = [
    lpts("i", "send retry ack fail", "i send o:9/10 l:1/10", "l retry o:9/10 d:1/10", "o ack i", "d fail d"),
    lpts("0", "send ack", "0 send 1", "1 ack 0"),
]
SOON = at_most("1/2", until("fail", steps=3))
NEVER_YET = ["0: i,0 o,1 l,1 d,1"]
SOON_ROUNDS = [
    NEVER_YET,
    ["0: i,0 o,1 l,1"],
    ["0: i,0 o,1", "1/10: l,1"],
    ["1/100: i,0", "0: o,1", "1/10: l,1"],
]
FOR_SOON = bounded(TRIES, SOON, rounds(*SOON_ROUNDS))
TWO_STEPS = [lpts("s", "a b", "s a t:1/2 u:1/2", "t b v", "u a u")]
NESTED = at_most("1/2", until("a", right=more_than("1/3", until("b")), steps=1))
FOR_NESTED = bounded(TWO_STEPS, NESTED, rounds(["0: u"], ["1/2: s"]), values("2/3: s", "0: u v"))
LEFT = at_most("1/4", until("b", left=more_than("2/3", until("b", through=[]))))
FOR_LEFT = bounded(TWO_STEPS, LEFT, values("0: s u v"), values("0: s u v"))
ORDERED = lpts("p", "a b", "p a q", "q b p")
OFTEN = lpts("s", "a b", "s a t", "t b s:1/2 w:1/2", "w b w")
FOR_ORDERED = bounded([OFTEN], at_most("1", leaving(ORDERED)), values("1: s,p"))
ONCE = lpts("s", "a b", "s a t", "t b u:1/4 w:3/4", "w b w")
FOR_ONCE = bounded([ONCE], at_most("3/4", leaving(ORDERED)), values("3/4: s,p t,q", "0: u,p"))
CHOICES = lpts("p", "a b c", "p a q", "p a r", "q tau z", "z b p", "r c p")  # not deterministic, with hidden moves
FOR_CHOICES = bounded([ONCE], at_most("3/4", leaving(CHOICES)), values("3/4: s,+p t,q+z+r", "0: u,+p"))
BY_SUBSET = bounded([ONCE], at_most("3/4", leaving(CHOICES)), values("3/4: s,p t,z", "0: u,p"))
THROUGH = bounded([ONCE], at_most("0", until("b", through=["b"])), values("0: s u"))
IDLE = lpts("s", "a", "s tau s", "s a t")
HEARS = at_most("1/2", until(None, right=["enabled", "b"], steps=1))
SLOW = lpts("s", "a", "s a s:1/2 t:1/2", "t a t")
WITHOUT = lpts("w", "")


# Numbers as diagrams: the property is the first component, and what is not mentioned has 1.
def diagram_of_numbers(sets: list[list[str]], rows: str, *nodes: list[Any]) -> Document:
    return {"sets": sets, "diagram": {"rows": rows.split(), "nodes": list(nodes)}}


OF_COIN = diagram_of_numbers([[""]], "1 1/3 0", [1, {"s": 1, "u": 2}])
DRAWN_COIN = bounded([COIN], FALLS, OF_COIN)
OF_ONCE = diagram_of_numbers([["p"], ["q"]], "1 3/4 0", [1, {"s": 1, "u": 2}], [1, {"t": 1}], [0, {"0": 3, "1": 4}])
DRAWN_ONCE = bounded([ONCE], at_most("3/4", leaving(ORDERED)), OF_ONCE)
OF_CHOICES = OF_ONCE | {"sets": [["p"], ["r", "q", "z"]]}
DRAWN_CHOICES = bounded([ONCE], at_most("3/4", leaving(CHOICES)), OF_CHOICES)
DRAWN_THROUGH = bounded(
    [ONCE], at_most("0", until("b", through=["b"])), diagram_of_numbers([[""]], "1 0", [1, {"s": 1, "u": 1}])
)
WALKS = lpts("s", "a b c", "s a t", "s c s", "t b u")
DRAWN_NONE = bounded(
    [WALKS], at_most("0", until("b", through=["c"])), diagram_of_numbers([[""]], "1 0", [1, {"s": 1, "u": 1}])
)
SILENT = lpts("s", "a", "s tau t", "t a t")
DRAWN_SILENT = bounded([SILENT], at_most("1", until(None)), diagram_of_numbers([[""]], "1"))

FORGED_BELOW, FORGED_ROOT = [1, {"s": 1, "t": 1, "u": 1, "w": 1}], [0, {"0": 2, "1": 2, "elsewhere": 2}]
FORGED = diagram_of_numbers([["p"], ["q"]], "1 0", FORGED_BELOW, FORGED_ROOT)
ZERO_BELOW: list[Any] = [1, {"s": 1, "t": 1, "u": 1}]
ZERO = diagram_of_numbers([[""]], "1 0", ZERO_BELOW)
ZERO_BESIDE = diagram_of_numbers([["p"], ["q"]], "1 0", ZERO_BELOW, [0, {"0": 2, "1": 2}])
ZERO_AT_FIRST = diagram_of_numbers([["p"], ["q"]], "1 0", ZERO_BELOW, [0, {"0": 2}])

# By parts: the second component is at most as bad as the assumption.
USER = lpts("s", "go", "s go s")
SAFER = lpts("x", "go bad", "x go z:2/3 y:1/3", "y bad y")
MACHINE = lpts("u", "go bad", "u go w:2/3 v:1/3", "v bad v")
BELOW = shown_by(["L2"], "A1", "u < x", "w < z", "v < y")
IN_PARTS = proved([USER, MACHINE], [SAFER], at_most("1/3", until("bad")), [values("1/3: s,x", "0: s,z")], BELOW)
# An assumption that does not know an action never does it.
IGNORANT = lpts("x", "go", "x go x")
TRAP = proved(
    [USER, MACHINE],
    [IGNORANT],
    at_most("0", until("bad")),
    [values("0: s,x")],
    shown_by(["L2"], "A1", "u w v < x"),
)
ENABLED_TRAP = proved(
    [USER, MACHINE],
    [IGNORANT],
    at_most("0", until("go", right=["enabled", "bad"])),
    [values("0: s,x")],
    shown_by(["L2"], "A1", "u w v < x"),
)
DISABLED_TRAP = proved([USER, lpts("u", "bad", "u bad u")], [WITHOUT], ["disabled", "bad"], [],
                       shown_by(["L2"], "A1", "u < w"))  # fmt: skip
LEAVES_TRAP = proved(
    [USER, MACHINE],
    [IGNORANT],
    at_most("0", leaving(lpts("p", "bad"))),
    [values("0: s,x,p")],
    shown_by(["L2"], "A1", "u w v < x"),
)
ANY_LAST = proved(  # any move may be the last one: the formula speaks of all actions, and of hidden moves
    [WITHOUT, lpts("u", "bad", "u bad u")],
    [WITHOUT],
    at_most("0", until(None)),
    [values("0: w,w")],
    shown_by(["L2"], "A1", "u < w"),
)
HIDDEN_LAST = proved(
    [WITHOUT, lpts("u", "", "u tau u")],
    [WITHOUT],
    at_most("0", until(None)),
    [values("0: w,w")],
    shown_by(["L2"], "A1", "u < w"),
)
HIDDEN_INSIDE = proved(
    [lpts("s", "a", "s a t"), lpts("u", "", "u tau u")],
    [WITHOUT],
    at_most("0", until("a", right=more_than("0", until(None, steps=1)), steps=1)),
    [rounds(["0: t,w"], ["0: s,w"]), rounds([], ["0: t,w"])],
    shown_by(["L2"], "A1", "u < w"),
)
# All that the first component knows counts, too, whatever the order of the premises and of the actions.
FIRST_LOST = {
    action: proved(
        [lpts("s", "bad worse", "s bad s", "s worse s"), lpts("u", action)],
        [WITHOUT],
        at_most("0", until(None)),
        [values("0: u,w")],
        shown_by(["L1"], "A1", "s < w"),
        below="L2 A1",
    )
    for action in ("bad", "worse")
}
LOOPHOLES: dict[str, tuple[Document, str]] = {
    "an action of the goal gets lost": (TRAP, UNKNOWN_BELOW),
    "an enabled action gets lost": (ENABLED_TRAP, UNKNOWN_BELOW),
    "a disabled action gets lost": (DISABLED_TRAP, UNKNOWN_BELOW),
    "an action of a property gets lost": (LEAVES_TRAP, UNKNOWN_BELOW),
    "an action gets lost, and any may be the last one": (ANY_LAST, UNKNOWN_BELOW),
    "hidden moves get lost, and any may be the last one": (HIDDEN_LAST, LOST),
    **{
        f"an action, but not {action!r}, gets lost": (document, UNKNOWN_BELOW)
        for action, document in FIRST_LOST.items()
    },
    "hidden moves get lost, and any may be the last one of a path inside": (HIDDEN_INSIDE, LOST),
}
"""True premises and a false claim."""

SHORT = lpts("n0", "t h f", "n0 t n1:1/2 n2:1/3 n3:1/6", "n3 f n4")
AGAINST_FALLS = witnessed([COIN], at_most("1/7", until("f")), SHORT, "n0=s n1=s n2=u n3=v n4=v")
LONGER = lpts("n0", "t h f", "n0 t n1:1/2 n2:1/3 n3:1/6", "n1 t n5:1/2 n2:1/3 n3:1/6", "n3 f n4")
AGAINST_LONGER = witnessed([COIN], at_most("6/25", until("f")), LONGER, "n0=s n1=s n2=u n3=v n4=v n5=s")
AGAINST_SOON = witnessed(
    TRIES,
    at_most("1/101", until("fail", steps=3)),
    lpts("n0", "fail send retry", "n0 send n1:1/10 n2:9/10", "n1 retry n2:9/10 n3:1/10", "n3 fail n4"),
    "n0=i,0 n1=l,1 n2=o,1 n3=d,1 n4=d,1",
)
AGAINST_NESTED = witnessed(
    TWO_STEPS,
    at_most("1/3", until("a", right=more_than("1/3", until("b")), steps=1)),
    lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n1 b n3"),
    "n0=s n1=t n2=u n3=v",
)
AGAINST_ORDERED = witnessed(
    [ONCE],
    at_most("1/2", leaving(ORDERED)),
    lpts("n0", "a b", "n0 a n1", "n1 b n2:1/4 n3:3/4", "n3 b n4"),
    "n0=s n1=t n2=u n3=w n4=w",
)
AGAINST_CHOICES = put(AGAINST_ORDERED, leaving(CHOICES), "specification", "formula", 2)
BEST_OF_TWO = witnessed(
    [lpts("s", "a b", "s a t:1/2 u:1/2", "s a u", "u b v")],
    at_most("2/3", until("b")),
    lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n0 a n2", "n2 b n3"),
    "n0=s n1=t n2=u n3=v",
)


def changed(document: Document, formula: Formula) -> Document:
    return put(document, formula, "specification", "formula")


# Of shared nodes, each is computed once, and without recursion: it would have 2^40 paths, and be 3,000 moves deep.
WIDE = lpts(
    "n0",
    "a b",
    *(f"n{i} a m{i}:1/2 n{i + 1}:1/2" for i in range(40)),
    *(f"m{i} a n{i + 1}" for i in range(40)),
    "n40 b n41",
)
SHARED = witnessed(
    [lpts("s", "a b", "s a s:1/2 t:1/2", "t a s", "s b s")],
    at_most("999/1000", until("b")),
    WIDE,
    " ".join(["n40=s n41=s", *(f"n{i}=s m{i}=t" for i in range(40))]),
)
DEEP = witnessed(
    [lpts("s", "a b", "s a s", "s b s")],
    at_most("0", until("b", steps=3001)),
    lpts("n0", "a b", *(f"n{i} a n{i + 1}" for i in range(3000)), "n3000 b n3001"),
    " ".join(f"n{i}=s" for i in range(3002)),
)

BOUNDS = ("certificate", "bounds")
DRAWING = (*BOUNDS, 0, "diagram")
GROUPS = (*BOUNDS, 0, "values")
PATH = ("specification", "formula", 2)


def with_bound(document: Document, *parts: Any) -> Document:
    return put(document, list(parts), *BOUNDS)


def formula(*written: Any) -> Document:
    return changed(FOR_FALLS, list(written))


def path(**other: Any) -> Document:
    """The path of the first example, with another value."""
    return changed(FOR_FALLS, ["at most", "1/3", until("f") | other])


FALSE, TRUE = ["false"], ["true"]
NO_PARTS: list[Document | None] = []
EITHER = ["or", at_most("0", until("h")), FALLS]
ALL_OF = ["and", FALLS, at_most("1/1", until("t", steps=2)), TRUE, ["disabled", "h"]]
ACCEPTED: dict[str, tuple[Document, str]] = {
    "a bound": (FOR_FALLS, "2 places, which proves P<=1/3"),
    "a diagram of numbers": (DRAWN_COIN, "2 places, which proves P<=1/3"),
    "a diagram beside a list of numbers": (
        bounded([COIN], ["and", FALLS, at_most("2/3", until("h"))], OF_COIN, values("2/3: s", "0: v")),
        "a bound on 4 places, which proves the formula",
    ),
    "parts that are empty": (bounded([COIN], ["or", ["true"], ["or"], ["and"]]), "which proves the formula"),
    "a diagram beside a property": (DRAWN_ONCE, "3 places, which proves P<=3/4"),
    "a diagram beside sets of a property": (DRAWN_CHOICES, "3 places, which proves P<=3/4"),
    "a diagram for a path through some actions": (DRAWN_THROUGH, "2 places, which proves P<=0"),
    "a diagram for a path that cannot begin": (DRAWN_NONE, "2 places, which proves P<=0"),
    "a diagram that says nothing": (DRAWN_SILENT, "a bound on 0 places, which proves P<=1"),
    "a diagram for a state with a certain name": (
        bounded(
            [lpts("elsewhere", "a b", "elsewhere a elsewhere")],
            at_most("0", until("b")),
            diagram_of_numbers([[""]], "1 0", [1, {"elsewhere": 1}]),
        ),
        "1 places, which proves P<=0",
    ),
    "a set that no trace leads to": (
        bounded([ONCE], at_most("3/4", leaving(ORDERED)), OF_ONCE | {"sets": [["p"], ["q"], ["p", "q"]]}),
        "3 places, which proves P<=3/4",
    ),
    "a bound that is better than asked": (changed(FOR_FALLS, at_most("1/2", until("f"))), "which proves P<=1/3"),
    "a bound in decimals": (changed(FOR_FALLS, at_most("0.5", until("f"))), "which proves P<=1/3"),
    "a bound with room": (
        bounded([COIN], at_most("1/2", until("f")), values("1/2: s", "0: u")),
        "which proves P<=1/2",
    ),
    "a state with 1": (
        bounded([COIN], FALLS, values("1/3: s", "0: u", "1: v")),
        "3 places, which proves P<=1/3",
    ),
    "a state that does not exist": (bounded([COIN], FALLS, values("1/3: s", "0: u z")), "a bound on 3 places"),
    "a bound of 1 needs no numbers": (
        bounded([COIN], at_most("1", until("f")), None),
        "0 places, which proves P<=1",
    ),
    "no groups": (bounded([COIN], at_most("1", until("f")), values()), "0 places, which proves P<=1"),
    "a bound, step by step": (FOR_SOON, "9 places, which proves P<=1/100"),
    "more rounds than needed": (
        bounded(TRIES, SOON, rounds(*SOON_ROUNDS, ["0: d,1"])),
        "9 places, which proves P<=1/100",
    ),
    "fewer rounds, and the last is for any number": (
        bounded([COIN], at_most("1/3", until("f", steps=9)), rounds(["0: s"], ["1/3: s", "0: u"])),
        "2 places, which proves P<=1/3",
    ),
    "values for counted steps": (
        bounded([COIN], at_most("1/3", until("f", steps=9)), values("1/3: s", "0: u")),
        "which proves P<=1/3",
    ),
    "rounds for any number of steps": (bounded([COIN], FALLS, rounds(["1/3: s", "0: u"])), "which proves P<=1/3"),
    "no step": (
        bounded([COIN], at_most("0", until("t", steps=0)), rounds(["0: s"])),
        "0 places, which proves P<=0",
    ),
    "all of several": (
        bounded([lpts("s", "t f", "s t s", "s f s")], ["and", at_most("1", until("f")), TRUE], None),
        "which proves the formula",
    ),
    "one of two": (
        bounded([COIN], EITHER, None, values("1/3: s", "0: u")),
        "2 places, which proves the formula",
    ),
    "an action that is no word": (bounded([COIN], ["disabled", "h 1"]), "0 places, which proves the formula"),
    "a disabled action": (bounded([COIN], ["disabled", "h"]), "0 places, which proves the formula"),
    "an action that nobody knows": (bounded([COIN], ["disabled", "z"]), "which proves the formula"),
    "four at once": (bounded([COIN], ALL_OF, values("1/3: s", "0: u"), None), "which proves the formula"),
    "all of none": (bounded([COIN], ["and"]), "which proves the formula"),
    "a formula inside": (FOR_NESTED, "which proves P<=1/2"),
    "a formula at the beginning": (FOR_LEFT, "which proves P<=0"),
    "true and false inside": (
        bounded([COIN], at_most("0", until("f", right=["and", TRUE, ["or", FALSE]])), values("0: s u v")),
        "3 places, which proves P<=0",
    ),
    "only through some actions": (THROUGH, "which proves P<=0"),
    "a property that is left": (FOR_ONCE, "3 places, which proves P<=3/4"),
    "a property that is left for sure": (FOR_ORDERED, "which proves P<=1"),
    "a property with choices": (FOR_CHOICES, "which proves P<=3/4"),
    "a number for fewer states of the property": (BY_SUBSET, "which proves P<=3/4"),
    "the least of two numbers": (
        with_bound(BY_SUBSET, values("1: t,q+r+z", "3/4: s,p t,z", "0: u,p")),
        "4 places, which proves P<=3/4",
    ),
    "any move may be the last one": (
        bounded([IDLE], at_most("0", until(None, right=["enabled", "b"])), values("0: s t")),
        "which proves P<=0",
    ),
    "by parts": (IN_PARTS, "2 premises, 1 with a relation, and a bound on 2 places, which proves P<=1/3"),
    "by parts, and any move may be the last one": (
        proved(
            [WITHOUT, lpts("u", "a", "u tau u", "u a v")],
            [lpts("x", "a", "x tau x", "x a y")],
            at_most("0", until(None, right=["enabled", "b"])),
            [values("0: w,x w,y")],
            shown_by(["L2"], "A1", "u < x", "v < y"),
        ),
        "2 places, which proves P<=0",
    ),
    "an action that does not matter": (
        proved(
            [USER, lpts("u", "go bad more", "u go w:2/3 v:1/3", "v bad v", "v more v", "w more w")],
            [SAFER],
            at_most("1/3", until("bad")),
            [values("1/3: s,x", "0: s,z")],
            BELOW,
        ),
        "2 places, which proves P<=1/3",
    ),
    "hidden moves that do not matter": (
        proved(
            [WITHOUT, lpts("u", "a b", "u tau u", "u a v")],
            [lpts("x", "a b", "x a y")],
            at_most("0", until("b")),
            [values("0: w,x w,y")],
            shown_by(["L2"], "A1", "u < x", "v < y"),
        ),
        "2 premises, 1 with a relation, and a bound on 2 places, which proves P<=0",
    ),
    "a tree": (AGAINST_FALLS, "a tree of 5 nodes that violates the formula"),
    "a longer tree": (AGAINST_LONGER, "a tree of 6 nodes that violates the formula"),
    "a tree within a number of steps": (AGAINST_SOON, "a tree of 5 nodes"),
    "a tree within two steps": (
        witnessed(
            TWO_STEPS,
            at_most("1/3", until("b", steps=2)),
            lpts("n0", "a b", "n0 a n1:1/2 n2:1/2", "n1 b n3"),
            "n0=s n1=t n2=u n3=v",
        ),
        "a tree of 4 nodes",
    ),
    "a tree with a formula inside": (AGAINST_NESTED, "a tree of 4 nodes"),
    "a tree that leaves a property": (AGAINST_ORDERED, "a tree of 5 nodes"),
    "a tree that leaves a property with choices": (AGAINST_CHOICES, "a tree of 5 nodes"),
    "the better of two moves": (BEST_OF_TWO, "a tree of 4 nodes"),
    "a tree of shared nodes": (SHARED, "a tree of 82 nodes"),
    "a deep tree": (DEEP, "a tree of 3,002 nodes"),
    "a tree that violates both": (
        changed(AGAINST_FALLS, ["or", at_most("1/7", until("f")), FALSE, ["disabled", "t"]]),
        "a tree of 5 nodes",
    ),
    "a tree that violates one of two": (
        changed(AGAINST_FALLS, ["and", ["disabled", "h"], at_most("1/7", until("f"))]),
        "a tree of 5 nodes",
    ),
}


REJECTED: dict[str, tuple[Document, str]] = {
    # numbers
    "a number that is too small": (with_bound(FOR_FALLS, values("33/100: s", "0: u")), f"{TOO_SMALL}('s',)"),
    **{
        f"a diagram with {what}": (put(DRAWN_COIN, value, *DRAWING, *where), why)
        for what, value, where, why in (
            ("a number that is too small", "33/100", ("rows", 1), TOO_SMALL_BY_A_DIAGRAM),
            ("a number that is no number", "nan", ("rows", 1), NO_SHARE),
            ("a number that is too large", "4/3", ("rows", 1), OVER_ONE),
            ("another first number", "1/2", ("rows", 0), BAD_ROWS),
            ("no rows", ..., ("rows",), "the key 'rows' is missing"),
        )
    },
    **{
        f"a diagram of 0 beside a property that is left by {what}, {number}": (
            bounded([model], at_most("0", leaving(allowed)), ZERO_BESIDE),
            f"a bound is too small where {what!r} is",
        )
        for number, (what, model, allowed) in enumerate(
            (
                ("b", lpts("s", "a b", "s b s"), ORDERED),
                ("a", lpts("s", "a b", "s a t", "t a u"), ORDERED),
                ("a", lpts("s", "a b", "s a s"), lpts("p", "a b", "p b q")),
            )
        )
    },
    **{
        f"a diagram of 0 where {what} is possible, and another move": (
            bounded([lpts("s", "a b", "s a s", "s b s")], at_most("0", until(what)), ZERO),
            f"a bound is too small where {what!r} is",
        )
        for what in "ab"
    },
    "a diagram of 0 beside a property that is left at once": (
        bounded([lpts("s", "a b", "s a s")], at_most("0", leaving(lpts("p", "a b", "p b q"))), ZERO_AT_FIRST),
        "a bound is too small where 'a' is",
    ),
    "a diagram with a number for no set, in its second node": (
        bounded(
            [ONCE],
            at_most("0", leaving(ORDERED)),
            put(FORGED, [FORGED_BELOW, [0, {"0": 2}], FORGED_ROOT], "diagram", "nodes"),
        ),
        "a diagram has a number for no set of the list",
    ),
    "a diagram that does not show the bound": (changed(DRAWN_COIN, at_most("33/100", until("f"))), NOT_SHOWN_BY_BOUNDS),
    "a diagram for steps that are counted": (changed(DRAWN_COIN, at_most("1/3", until("f", steps=2))), BY_ACTIONS),
    "a diagram for a path with a right side": (
        changed(DRAWN_COIN, at_most("1/3", until("f", right=["enabled", "f"]))),
        BY_ACTIONS,
    ),
    "a diagram for a path with a left side": (
        changed(DRAWN_COIN, at_most("1/3", until("f", left=["enabled", "f"]))),
        BY_ACTIONS,
    ),
    "a diagram for a path that any move ends": (
        changed(DRAWN_COIN, at_most("1/3", until(None))),
        "a bound is too small where",
    ),
    "a diagram for a path that a hidden move ends": (
        bounded([SILENT], at_most("1/2", until(None)), diagram_of_numbers([[""]], "1 1/2", [1, {"s": 1}])),
        "a bound is too small where 'tau' is possible",
    ),
    "a diagram without sets": (put(DRAWN_COIN, ..., *BOUNDS, 0, "sets"), "the key 'sets' is missing"),
    "a diagram with an empty set": (
        bounded([ONCE], at_most("0", leaving(ORDERED)), FORGED | {"sets": [["p"], ["q"], []]}),
        BAD_SETS,
    ),
    "a diagram without the first set": (
        bounded([ONCE], at_most("0", leaving(ORDERED)), diagram_of_numbers([], "1 0", [1, {"s": 1, "t": 1, "u": 1}])),
        BAD_SETS,
    ),
    "a diagram with a number for no set": (
        bounded([ONCE], at_most("0", leaving(ORDERED)), FORGED),
        "a diagram has a number for no set of the list",
    ),
    "a bound that is not shown": (changed(FOR_FALLS, at_most("33/100", until("f"))), NOT_SHOWN_BY_BOUNDS),
    "a state without a number has 1": (with_bound(FOR_FALLS, values("1/3: s")), f"{TOO_SMALL}('s',)"),
    "no number for the initial state": (with_bound(FOR_FALLS, values("0: u")), NOT_SHOWN_BY_BOUNDS),
    "0 at a state that falls": (with_bound(FOR_FALLS, values("0: s u v")), TOO_SMALL),
    "a number below 0": (with_bound(FOR_FALLS, values("-1: v", "1/3: s", "0: u")), NO_SHARE),
    "a number above 1": (with_bound(FOR_FALLS, values("3/2: v", "1/3: s", "0: u")), OVER_ONE),
    "no number": (with_bound(FOR_FALLS, values("nan: v", "1/3: s", "0: u")), NO_SHARE),
    "a number that is no text": (put(FOR_FALLS, None, *GROUPS, 0, "at_most"), NO_SHARE),
    "a group without a number": (put(FOR_FALLS, ..., *GROUPS, 0, "at_most"), "the key 'at_most' is missing"),
    "a group without states": (put(FOR_FALLS, ..., *GROUPS, 0, "states"), "the key 'states' is missing"),
    "a group that is a state": (put(FOR_FALLS, "s", *GROUPS, 0, "states"), NO_LIST),
    "states that are an object": (put(FOR_FALLS, {}, *GROUPS, 1, "states"), NO_LIST),
    "groups that are one": (put(FOR_FALLS, {}, *GROUPS), NO_LIST),
    "a state that is a name": (put(FOR_FALLS, "s", *GROUPS, 0, "states", 0), NO_LIST),
    "a state of numbers": (put(FOR_FALLS, [1], *GROUPS, 0, "states", 0), NOT_A_NAME),
    "a state with too many parts": (
        with_bound(FOR_FALLS, values("1/3: s", "0: u u,u")),
        "one state for each component",
    ),
    # rounds
    "a round that is too small": (
        with_bound(FOR_SOON, rounds(*SOON_ROUNDS[:3], ["1/101: i,0", "0: o,1", "1/10: l,1"])),
        f"{TOO_SMALL}('i', '0')",
    ),
    "a round in the middle that is too small": (
        with_bound(FOR_SOON, rounds(*SOON_ROUNDS[:2], ["0: i,0 o,1 l,1"], ["0: i,0 o,1"])),
        f"{TOO_SMALL}('l', '1')",
    ),
    "the round after the first one is too small": (
        with_bound(FOR_SOON, rounds(NEVER_YET, *[NEVER_YET] * 3)),
        f"{TOO_SMALL}('d', '1')",
    ),
    "a round is left out": (
        with_bound(FOR_SOON, rounds(*SOON_ROUNDS[:2], SOON_ROUNDS[3])),
        TOO_SMALL,
    ),
    "the last round is left out": (with_bound(FOR_SOON, rounds(*SOON_ROUNDS[:3])), TOO_SMALL),
    "the first round only": (with_bound(FOR_SOON, rounds(NEVER_YET)), TOO_SMALL),
    "the rounds are swapped": (
        with_bound(FOR_SOON, rounds(*SOON_ROUNDS[:2], SOON_ROUNDS[3], SOON_ROUNDS[2])),
        TOO_SMALL,
    ),
    "a later round proves nothing": (
        bounded(TRIES, at_most("0", until("fail", steps=3)), rounds(*SOON_ROUNDS, NEVER_YET)),
        NOT_SHOWN_BY_BOUNDS,
    ),
    "an earlier round proves nothing": (
        bounded(TRIES, at_most("0", until("fail", steps=3)), rounds(*SOON_ROUNDS)),
        NOT_SHOWN_BY_BOUNDS,
    ),
    "rounds for one step less": (
        changed(FOR_SOON, at_most("1/2", until("fail", steps=4))),
        TOO_SMALL,
    ),
    "rounds for counted steps where none are counted": (changed(FOR_SOON, at_most("1/2", until("fail"))), TOO_SMALL),
    "no rounds": (with_bound(FOR_SOON, {"steps": []}), f"{MALFORMED}IndexError"),
    "rounds that are no list": (with_bound(FOR_SOON, {"steps": None}), NO_LIST),
    # parts
    "a part that is needed is null": (with_bound(FOR_FALLS, None), NOT_SHOWN_BY_BOUNDS),
    "an inner part that is needed is null": (put(FOR_NESTED, None, *BOUNDS, 1), f"{TOO_SMALL}('s',)"),
    "an inner number that is too small": (
        with_bound(FOR_NESTED, rounds(["0: t u"], ["0: s"]), values("0: s t u v")),
        f"{TOO_SMALL}('t',)",
    ),
    "an inner number that does not suffice": (
        put(FOR_NESTED, values("1/2: s u", "0: v"), *BOUNDS, 1),
        f"{TOO_SMALL}('s',)",
    ),
    "a formula at the beginning whose number does not suffice": (put(FOR_LEFT, None, *BOUNDS, 1), TOO_SMALL),
    "swapped parts": (
        bounded([COIN], ["and", FALLS, at_most("1/3", until("h"))], values("1/3: s", "0: v"), values("1/3: s", "0: u")),
        TOO_SMALL,
    ),
    "a part is missing": (with_bound(FOR_NESTED, values("0: s")), NOT_EACH_PATH),
    "a part too many": (with_bound(FOR_FALLS, values("1/3: s", "0: u"), None), NOT_EACH_PATH),
    "no parts": (put(FOR_FALLS, ..., *BOUNDS), "the key 'bounds' is missing"),
    "parts that are no list": (put(FOR_FALLS, {}, *BOUNDS), NO_LIST),
    "values and rounds": (put(FOR_FALLS, values() | {"steps": []}, *BOUNDS, 0), NO_VALUES),
    "another key": (put(FOR_FALLS, {"groups": []}, *BOUNDS, 0), NO_VALUES),
    "a part that is a list": (put(FOR_FALLS, [], *BOUNDS, 0), NO_VALUES),
    "neither values nor rounds": (put(FOR_FALLS, {}, *BOUNDS, 0), NO_VALUES),
    # formulas that do not hold
    "false": (bounded([COIN], FALSE), NOT_SHOWN_BY_BOUNDS),
    "one of none": (bounded([COIN], ["or"]), NOT_SHOWN_BY_BOUNDS),
    "the other one of two that must both hold": (bounded([COIN], ["and", FALSE, TRUE]), NOT_SHOWN_BY_BOUNDS),
    "an action beside a hidden one that is not disabled": (bounded([IDLE], ["disabled", "a"]), NOT_SHOWN_BY_BOUNDS),
    "an action that is not disabled": (bounded([COIN], ["disabled", "t"]), NOT_SHOWN_BY_BOUNDS),
    "neither of two": (bounded([COIN], EITHER, None, None), NOT_SHOWN_BY_BOUNDS),
    "one of two that must both hold": (bounded([COIN], ["and", TRUE, FALSE]), NOT_SHOWN_BY_BOUNDS),
    "any move may be the last one, and there is one": (
        bounded([IDLE], at_most("0", until(None, steps=1)), rounds([], ["0: s"])),
        TOO_SMALL,
    ),
    "the last move leads to where it may": (
        bounded([COIN], at_most("0", until("t", right=["enabled", "h"], steps=1)), rounds(["0: s u v"], ["0: s"])),
        TOO_SMALL,
    ),
    "through all actions": (changed(THROUGH, at_most("0", until("b"))), TOO_SMALL),
    "through another action": (changed(THROUGH, at_most("0", until("b", through=["a"]))), TOO_SMALL),
    # formulas that simulation does not preserve, or that are none
    "an enabled action": (formula("enabled", "t"), OTHER_KINDS),
    "more than, outside": (formula("more than", "1/3", until("f")), OTHER_KINDS),
    "a disabled action inside": (path(right=["disabled", "t"]), OTHER_KINDS),
    "at most, inside": (path(left=at_most("1", until("f"))), OTHER_KINDS),
    "an enabled action outside, deeper": (formula("and", ["or", ["enabled", "t"]]), OTHER_KINDS),
    "a disabled action inside, deeper": (path(right=["and", ["or", ["disabled", "t"]]]), OTHER_KINDS),
    "more than, and at most inside of it": (
        path(right=more_than("0", until("f", right=at_most("0", until("f"))))),
        OTHER_KINDS,
    ),
    "less than": (formula("less than", "1/3", until("f")), OTHER_KINDS),
    "not": (formula("not", TRUE), OTHER_KINDS),
    "a kind that is a list": (formula(["true"]), OTHER_KINDS),
    "a formula that is a text": (changed(FOR_FALLS, "true"), NO_LIST),  # type: ignore[arg-type]
    "an empty formula": (formula(), f"{MALFORMED}ValueError"),
    "true of something": (formula("true", "t"), OTHER_PARTS),
    "disabled without an action": (formula("disabled"), OTHER_PARTS),
    "two disabled actions": (formula("disabled", "t", "f"), OTHER_PARTS),
    "at most without a path": (formula("at most", "1/3"), OTHER_PARTS),
    "at most and more": (formula(*FALLS, TRUE), OTHER_PARTS),
    "a disabled action that is no name": (formula("disabled", ["t"]), NOT_A_NAME),
    "a disabled action that is hidden": (formula("disabled", "tau"), OF_TAU),
    "a hidden action for a goal": (path(goal=["f", "tau"]), OF_TAU),
    "a hidden action on the way": (path(through=["tau"]), OF_TAU),
    "a hidden action that is enabled": (path(right=["enabled", "tau"]), OF_TAU),
    "a probability above 1": (formula("at most", "4/3", until("f")), OVER_ONE),
    "a probability below 0": (formula("at most", "-1/3", until("f")), NO_SHARE),
    "a probability that is no number": (formula("at most", "p", until("f")), NO_SHARE),
    "a goal that is one action": (path(goal="f"), NO_LIST),
    "a way that is one action": (path(through="f"), NO_LIST),
    "steps below 0": (path(steps=-1), NO_COUNT),
    "half a step": (path(steps=0.5), NO_COUNT),
    "steps in words": (path(steps="3"), NO_COUNT),
    "steps that are true": (path(steps=True), NO_COUNT),
    "a path with another key": (path(least=True), NO_KEYS),
    "a path without a key": (put(FOR_FALLS, ..., *PATH, "steps"), NO_KEYS),
    "a path that leaves, and more": (path(leaves=ORDERED), NO_KEYS),
    "a path that is a list": (formula("at most", "1/3", []), NO_KEYS),
    "a path without keys": (formula("at most", "1/3", {}), NO_KEYS),
    "a property that is no model": (put(FOR_ONCE, {}, *PATH, "leaves"), "the key 'version' is missing"),
    "a property with chances": (put(FOR_ONCE, SLOW, *PATH, "leaves"), NOT_PLAIN_PROPERTY),
    "a specification without a formula": (
        put(FOR_FALLS, ..., "specification", "formula"),
        "the key 'formula' is missing",
    ),
    "a formula without a name": (put(FOR_FALLS, ..., "specification", "name"), "the key 'name' is missing"),
    "a formula with a name that is none": (put(FOR_FALLS, 1, "specification", "name"), NOT_A_NAME),
    "a conjunction of formulas": (
        put(FOR_FALLS, {"name": "F", "conjuncts": [{"name": "F", "formula": FALLS}]}, "specification"),
        CONJUNCTION,
    ),
    # properties that are left
    "a number that is too small for leaving": (with_bound(FOR_ONCE, values("1/2: s,p t,q", "0: u,p")), TOO_SMALL),
    "0 where the property is left": (with_bound(FOR_ONCE, values("0: s,p t,q u,p w,p")), TOO_SMALL),
    "a number for another state of the property": (
        with_bound(FOR_ONCE, values("3/4: s,p t,p", "0: u,p")),
        TOO_SMALL,
    ),
    "a number for no state of the property": (
        with_bound(FOR_ONCE, values("3/4: s,p", "0: t,+ u,p")),
        f"{TOO_SMALL}('t',)",
    ),
    "a number for more states of the property": (
        with_bound(BY_SUBSET, values("3/4: s,p", "0: t,p+q+r+z")),
        TOO_SMALL,
    ),
    "initial states of another property": (with_bound(FOR_ONCE, values("0: s,q")), TOO_SMALL),
    "an initial state that is not mentioned": (with_bound(FOR_ONCE, values("0: u,p")), NOT_SHOWN_BY_BOUNDS),
    "a place without a state of the property": (with_bound(FOR_ONCE, values("3/4: s")), "one state for each component"),
    "a place that is a name": (put(FOR_ONCE, "sp", *GROUPS, 0, "states", 0), NO_LIST),
    "a number for a state that allows more": (
        bounded(
            [ONCE], at_most("0", leaving(lpts("p", "a b", "p a q", "q b p", "r b r"))), values("0: s,p t,r u,r w,r")
        ),
        f"{TOO_SMALL}('s',)",
    ),
    "an empty place": (put(FOR_ONCE, [[]], *GROUPS, 0, "states"), f"{MALFORMED}ValueError"),
    "a state of the property where there is none": (
        with_bound(FOR_FALLS, values("1/3: s,p", "0: u,p")),
        "one state for each component",
    ),
    "a number for a state of the property": (put(FOR_ONCE, ["s", 1], *GROUPS, 0, "states", 0), NOT_A_NAME),
    # proofs by parts
    "a premise without bounds": (put(IN_PARTS, ..., *PREMISES, 0, "bounds"), "the key 'bounds' is missing"),
    "a premise with a relation for bounds": (
        put(put(IN_PARTS, ..., *PREMISES, 0, "bounds"), {"groups": []}, *PREMISES, 0, "relation"),
        "the key 'bounds' is missing",
    ),
    "a premise with bounds for a relation": (
        put(put(IN_PARTS, ..., *PREMISES, 1, "relation"), [], *PREMISES, 1, "bounds"),
        "the key 'relation' is missing",
    ),
    "a premise like the first one": (
        put(put(IN_PARTS, ..., *PREMISES, 1, "relation"), 0, *PREMISES, 1, "like"),
        "the key 'renaming' is missing",
    ),
    "a number that is too small in a premise": (
        put(IN_PARTS, [values("1/4: s,x", "0: s,z")], *PREMISES, 0, "bounds"),
        TOO_SMALL,
    ),
    "bounds for the components": (
        put(IN_PARTS, [values("1/3: s,u", "0: s,w")], *PREMISES, 0, "bounds"),
        NOT_SHOWN_BY_BOUNDS,
    ),
    "an assumption that is not above": (
        put(IN_PARTS, shown_by(["L2"], "A1", "u < x", "w v < z"), *PREMISES, 1),
        "'x' cannot answer 'go'",
    ),
    "a formula below": (
        put(IN_PARTS, ["L1", "P"], *PREMISES, 0, "below"),
        "a premise replaces A1, which the premises before it do not use",
    ),
    "a formula below itself": (
        put(
            IN_PARTS,
            [{"below": ["P"], "above": "P", "bounds": []}, *IN_PARTS["certificate"]["premises"]],
            *PREMISES,
        ),
        f"{MALFORMED}AttributeError",
    ),
    "entailment": (put(IN_PARTS, "entailment", "certificate", "implication"), "entailment is for traces"),
    # other evidence
    "a simulation": (put(FOR_FALLS, {"kind": "simulation", "relation": {"groups": []}}, "certificate"), OTHER_KIND),
    "a bound for simulation": (
        put(verdict("holds", [LOOP], LOOP), {"kind": "bound", "bounds": []}, "certificate"),
        OTHER_KIND,
    ),
    "a bound for traces": (
        put(verdict("holds", [LOOP], LOOP) | {"relation": "traces"}, {"kind": "bound", "bounds": []}, "certificate"),
        OTHER_KIND,
    ),
    "an assumption that is not used": (
        put(FOR_FALLS, [WITHOUT], "assumptions"),
        "an assumption is not part of the proof",
    ),
    "a tree with a refutation": (put(AGAINST_FALLS, "tree", "counterexample", "kind"), OTHER_KIND),
    "a witness for simulation": (
        AGAINST_FALLS | {"relation": "simulation", "specification": verdict("violated", [LOOP], LOOP)["specification"]},
        OTHER_KIND,
    ),
    # trees
    "a tree with exactly the probability": (changed(AGAINST_FALLS, at_most("1/6", until("f"))), SATISFIED),
    "a tree with less": (changed(AGAINST_LONGER, at_most("1/4", until("f"))), SATISFIED),
    "a tree that comes too late": (changed(AGAINST_SOON, at_most("1/101", until("fail", steps=2))), SATISFIED),
    "a tree whose formula inside has exactly the probability": (
        put(AGAINST_NESTED, more_than("1", until("b")), *PATH, "right"),
        SATISFIED,
    ),
    "a tree without the formula at its beginning": (put(AGAINST_FALLS, ["enabled", "h"], *PATH, "left"), SATISFIED),
    "a tree without the formula on its way": (
        put(AGAINST_SOON, ["or", ["enabled", "send"], ["enabled", "fail"]], *PATH, "left"),
        SATISFIED,
    ),
    "a tree that does not go through": (put(AGAINST_FALLS, ["h"], *PATH, "through"), SATISFIED),
    "a tree with another goal": (put(AGAINST_FALLS, ["h"], *PATH, "goal"), SATISFIED),
    "a tree that leaves the property too seldom": (
        changed(AGAINST_ORDERED, at_most("3/4", leaving(ORDERED))),
        SATISFIED,
    ),
    "a tree that stays in the property": (
        put(AGAINST_ORDERED, leaving(lpts("p", "a b", "p a p", "p b p")), *PATH),
        SATISFIED,
    ),
    "a tree that violates one of two, but not the other": (
        changed(AGAINST_FALLS, ["or", at_most("1/7", until("f")), ["disabled", "h"]]),
        SATISFIED,
    ),
    "a tree that violates nothing": (changed(AGAINST_FALLS, TRUE), SATISFIED),
    "a tree with an outcome twice": (
        put(AGAINST_FALLS, ["v"], *EXECUTION, "n1"),
        "two outcomes of 'n0' are mapped to one state",
    ),
    "a tree that the system cannot do": (
        put(AGAINST_FALLS, ["u"], *EXECUTION, "n4"),
        "the system cannot do the 'f' of 'n3'",
    ),
    "a tree with other chances": (
        put(AGAINST_FALLS, {"n1": "1/3", "n2": "1/3", "n3": "1/3"}, *TREE, "transitions", 0, "to"),
        "the system cannot do the 't' of 'n0'",
    ),
    "a tree with a cycle": (
        put(
            put(put(AGAINST_LONGER, "n0", *TREE, "transitions", 2, "to"), {}, *EXECUTION), 0, "counterexample", "depth"
        ),
        "the tree has a cycle",
    ),
    "a tree of another depth": (put(AGAINST_FALLS, 3, "counterexample", "depth"), "the tree does not have the depth"),
    **LOOPHOLES,
}
