"""Cases: the implication `entailment`, conjunctions, and premises that are renamings of earlier ones."""

from __future__ import annotations

from typing import Any

from tests.kernel.cases_pairs import IN_A_PAIR
from tests.kernel.documents import (
    PREMISES,
    Document,
    by_premises,
    described,
    lpts,
    of_traces,
    put,
    shown_by,
    simulation,
    violated,
)
from tests.kernel.examples import LOOP, LOOP_P
from tests.kernel.reasons import (
    FOR_TRACES,
    NO_CONJUNCTS,
    NO_LIST,
    NO_MODEL,
    NO_RENAMING,
    NO_WHOLE,
    NOT_A_NAME,
    NOT_EACH,
    NOT_INJECTIVE,
    NOT_KNOWN,
    NOT_LIKE,
    NOT_SHOWN,
    NOT_THERE,
    NOT_USED,
    OF_TRACES,
    OTHER_MODELS,
    RENAMED_TAU,
    TRACE_ALLOWED,
    UNKNOWN_BELOW,
)

Entry = Document | list[Document]
IMPLICATION = ("certificate", "implication")


def conjunction(*models: Document) -> Document:
    return {"name": "both", "conjuncts": [described(f"P{i}", model) for i, model in enumerate(models, 1)]}


def entailed(
    components: list[Document], others: list[Document], specification: Document | list[Document], *premises: Entry
) -> Document:
    """The other models are assumptions. A list of models is a conjunction."""
    above = specification if isinstance(specification, list) else [specification]
    document = of_traces(by_premises(components, others, [], above[0], *premises))
    document = put(document, "entailment", *IMPLICATION)
    return put(document, conjunction(*above), "specification") if isinstance(specification, list) else document


def like(number: Any, below: list[str], above: str, actions: Any, *states: Any) -> Document:
    """A premise that is a renaming of an earlier one; `"a:b c:d"` is a map."""

    def table(pairs: Any) -> Any:
        return dict(pair.split(":") for pair in pairs.split()) if isinstance(pairs, str) else pairs

    renaming = {"actions": table(actions), "states": [table(one) for one in states]}
    return {"below": below, "above": above, "like": number, "renaming": renaming}


# Cells in a row: each passes on what it gets. Between two of them nothing is passed on before it came.
CELLS = [lpts("s", "a b", "s a t", "t b s"), lpts("u", "b c", "u b v", "v c u"), lpts("w", "c d", "w c x", "x d w")]
ORDERS = [lpts("p", "a b", "p a q", "q b p"), lpts("m", "b c", "m b n", "n c m"), lpts("i", "c d", "i c j", "j d i")]
LEFT = shown_by(["L1"], "P", "s < p", "t < q")
CONE = entailed(CELLS, [], ORDERS[0], LEFT)
FIRST = shown_by(["L1"], "P1", "s < p", "t < q")
SECOND = like(0, ["L2"], "P2", "a:b b:c", "s:u t:v", "p:m q:n")
THIRD = like(0, ["L3"], "P3", "a:c b:d", "s:w t:x", "p:i q:j")
RING = entailed(CELLS, [], ORDERS, FIRST, SECOND, THIRD)
EVERY = entailed(
    CELLS, [], ORDERS, FIRST, shown_by(["L2"], "P2", "u < m", "v < n"), shown_by(["L3"], "P3", "w < i", "x < j")
)

# The assumption says that a and b take turns, and is used for both properties.
TURNS = lpts("y", "a b", "y a z", "z b y")
NO_BB, NO_AA = lpts("p", "a b", "p a p", "p b q", "q a p"), lpts("p", "a b", "p b p", "p a q", "q b p")
LEMMA = shown_by(["L1"], "A1", "s < y", "t < z")
TWICE = entailed(
    CELLS[:2],
    [TURNS],
    [NO_BB, NO_AA],
    LEMMA,
    shown_by(["A1", "L2"], "P1", "y,u y,v < p q", "z,u z,v < p"),
    shown_by(["A1"], "P2", "y < p", "z < q"),
)
CHAIN_FORWARD = entailed(  # ASYM, from the components up
    CELLS[:2],
    [lpts("y", "b c", "y b z", "z c y")],
    lpts("p", "a b c", "p a q", "q b r", "r a z", "r c p", "z c q"),
    shown_by(["L2"], "A1", "u < y", "v < z"),
    shown_by(["L1", "A1"], "P", "s,y < p", "t,y < q", "s,z < r", "t,z < z"),
)
LOWER = entailed(  # one conjunct is shown by another one
    CELLS[:1], [], [ORDERS[0], NO_BB], FIRST, shown_by(["P1"], "P2", "p < p q", "q < p")
)
ONE_CONJUNCT = entailed(CELLS, [], [ORDERS[0]], FIRST)
HIDDEN = [lpts("s", "a", "s tau t", "t a s"), lpts("u", "b", "u tau v", "v b u", "v b v", "z b u")]
OF_HIDDEN = entailed(
    [HIDDEN[0], lpts("u", "b", "u tau v", "v b u")],
    [],
    [lpts("p", "a", "p a p"), lpts("q", "b", "q b q", "z b z")],
    shown_by(["L1"], "P1", "s t < p"),
    like(0, ["L2"], "P2", "a:b", "s:u t:v", "p:q"),
)
COINS = [lpts("s", "a b", "s a s:1/3 t:2/3", "t b s"), lpts("u", "c d", "u c u:1/3 v:2/3", "v d u")]
SUBSTITUTED = by_premises(  # a premise of a simulation with chances
    COINS,
    [lpts("x", "a b", "x a x", "x b x"), lpts("y", "c d", "y c y", "y d y")],
    [],
    lpts("p", "a b c d", *(f"p {a} p" for a in "abcd")),
    shown_by(["A1", "A2"], "P", "x,y < p"),
    shown_by(["L1"], "A1", "s t < x"),
    like(1, ["L2"], "A2", "a:c b:d", "s:u t:v", "x:y"),
)
SWAPPED = entailed(  # names exchanged, and names that stay
    [lpts("s", "a b", "s a t", "t b s"), lpts("s", "a b", "s b t", "t a s")],
    [],
    [NO_AA, NO_BB],
    shown_by(["L1"], "P1", "s < p", "t < q"),
    like(0, ["L2"], "P2", "a:b b:a", "", ""),
)
TWO_BELOW = entailed(
    CELLS,
    [],
    [
        lpts("p", "a b c", "p a q", "q b r", "r a z", "r c p", "z c q"),
        lpts("m", "b c d", "m b n", "n c o", "o b k", "o d m", "k d n"),
    ],
    shown_by(["L1", "L2"], "P1", "s,u < p", "t,u < q", "s,v < r", "t,v < z"),
    like(0, ["L2", "L3"], "P2", "a:b b:c c:d", "s:u t:v", "u:w v:x", "p:m q:n r:o z:k"),
)
AGAINST_SECOND = of_traces(  # the first conjunct allows the trace
    violated(CELLS[:1], LOOP_P, lpts("n0", "a b", "n0 a n1", "n1 b n2"), "n0=s n1=t n2=s"), "a", "b"
)
AGAINST_SECOND = put(AGAINST_SECOND, conjunction(ORDERS[0], lpts("p", "a b", "p a p")), "specification")
AGAINST_NONE = put(AGAINST_SECOND, conjunction(ORDERS[0], lpts("p", "a b", "p a p", "p b p")), "specification")
PAIR_FORWARD = put(IN_A_PAIR, "entailment", *IMPLICATION)

ACCEPTED: dict[str, tuple[Document, str]] = {
    "components that are left out": (CONE, "1 premises, each with a relation"),
    "a conjunction": (EVERY, "3 premises, each with a relation"),
    "renamed premises": (RING, "3 premises, 1 with a relation"),
    "an assumption that is used twice": (TWICE, "3 premises, each"),
    "a chain from the components up": (CHAIN_FORWARD, "2 premises, each"),
    "a conjunct that is shown by another one": (LOWER, "2 premises, each"),
    "a conjunction of one": (ONE_CONJUNCT, "1 premises, each"),
    "a pair among what is known": (PAIR_FORWARD, "2 premises, each"),
    "a model that is shown twice": (put(CONE, [LEFT, LEFT], *PREMISES), "2 premises, each"),
    "a component that is shown again": (
        put(CONE, [shown_by(["L1"], "L1", "s < s", "t < t"), LEFT], *PREMISES),
        "2 premises, each",
    ),
    "renamed hidden moves": (OF_HIDDEN, "2 premises, 1 with"),
    "a renamed premise of a simulation": (SUBSTITUTED, "3 premises, 2 with"),
    "names that are exchanged": (SWAPPED, "2 premises, 1 with"),
    "two models below a renamed premise": (TWO_BELOW, "2 premises, 1 with"),
    "a renaming of what is not there": (
        put(RING, like(0, ["L2"], "P2", "a:b b:c z:y", "s:u t:v z:z0", "p:m q:n o:m"), *PREMISES, 1),
        "3 premises, 1 with",
    ),
    "a renamed premise that is the same": (
        put(CONE, [LEFT, like(0, ["L1"], "P", "", "", "")], *PREMISES),
        "2 premises, 1 with",
    ),
    "a relation beside a renaming": (put(RING, SECOND | {"relation": None}, *PREMISES, 1), "3 premises, 1 with"),
    "a renamed premise in a pair": (
        put(
            PAIR_FORWARD,
            [
                *PAIR_FORWARD["certificate"]["premises"],
                [like(1, ["L2", "A2"], "P", "", "", "", ""), like(0, ["L1", "A1"], "P", "", "", "", "")],
            ],
            *PREMISES,
        ),
        "4 premises, 2 with",
    ),
    "a trace that the second conjunct forbids": (AGAINST_SECOND, "a trace of 2 actions"),
    "a trace that each conjunct forbids": (
        put(AGAINST_SECOND, conjunction(lpts("p", "b"), lpts("q", "a")), "specification"),
        "a trace of 2 actions",
    ),
}


def renamed(actions: Any, *states: Any, of: int = 0) -> Document:
    """The second premise of the ring, by another renaming."""
    return put(RING, like(of, ["L2"], "P2", actions, *states), *PREMISES, 1)


# True premises, and a false claim.
AROUND = entailed(  # each is shown by the other one
    [LOOP, lpts("u", "a", "u a u")],
    [lpts("x", "a"), lpts("y", "a")],
    lpts("p", "a"),
    shown_by(["L1", "A2"], "A1", "s,y < x"),
    shown_by(["L2", "A1"], "A2", "u,x < y"),
    shown_by(["A1"], "P", "x < p"),
)
HALF = entailed([LOOP], [], [LOOP_P, lpts("q", "a")], shown_by(["L1"], "P1", "s < p"))
SPLIT_COIN = lpts("s", "a b c", "s a t:1/2 u:1/2", "t b t", "u c u")
TWO_COINS = put(  # for simulation: two coins may fall differently, one coin does not
    by_premises(
        [SPLIT_COIN],
        [],
        [],
        lpts("p", "a b c", "p a q:1/4 r:1/4 z:1/2", "q b q", "r c r"),
        shown_by(["L1", "L1"], "P", "s,s < p", "t,t < q", "u,u < r", "t,u u,t < z"),
    ),
    "entailment",
    *IMPLICATION,
)
LETTERS = entailed(  # the first does b, and its specification forbids a; both letters are c for the second one
    [lpts("s", "b", "s b s"), lpts("s", "c", "s c s")],
    [],
    [lpts("p", "a"), lpts("p", "c")],
    shown_by(["L1"], "P1", "s < p"),
    like(0, ["L2"], "P2", "a:c b:c", "", ""),
)
ONCE, ONCE_P, ONCE_B = lpts("s", "a", "s a t"), lpts("p", "a", "p a q"), lpts("p", "b", "p b q")
STATES = entailed(  # once becomes always
    [ONCE, lpts("s", "b", "s b s")],
    [],
    [ONCE_P, ONCE_B],
    shown_by(["L1"], "P1", "s < p", "t < q"),
    like(0, ["L2"], "P2", "a:b", "t:s", ""),
)


def another(component: Document, above: Document = ONCE_B) -> Document:
    """The premise about the second component is like that about the first one, but not quite."""
    second = like(0, ["L2"], "P2", "a:b", "", "")
    return entailed([ONCE, component], [], [ONCE_P, above], shown_by(["L1"], "P1", "s < p", "t < q"), second)


BLOCKS_D = lpts("p", "c d", "p c q")
FAR = entailed(  # what the second specification forbids is done elsewhere
    [ONCE, lpts("s", "c", "s c t"), lpts("w", "d", "w d w")],
    [],
    [lpts("p", "a z", "p a q"), BLOCKS_D],
    shown_by(["L1"], "P1", "s < p", "t < q"),
    like(0, ["L2"], "P2", "a:c z:d", "", ""),
)
LOOPHOLES: dict[str, tuple[Document, str]] = {
    "assumptions in a circle": (AROUND, NOT_KNOWN),
    "an assumption that nothing shows": (
        entailed([LOOP], [lpts("x", "a")], lpts("p", "a"), shown_by(["A1"], "P", "x < p")),
        NOT_KNOWN,
    ),
    "a conjunct that nothing shows": (HALF, NOT_SHOWN),
    "no premise for a conjunction": (put(HALF, [], *PREMISES), NOT_SHOWN),
    "a component of a simulation twice": (TWO_COINS, FOR_TRACES),
    "two letters with one name": (LETTERS, NOT_INJECTIVE),
    "two states with one name": (STATES, NOT_INJECTIVE),
    "a renamed premise that forbids what is done elsewhere": (FAR, UNKNOWN_BELOW),
    "a premise that forbids what is done elsewhere": (
        entailed([LOOP, lpts("u", "b", "u b u")], [], lpts("p", "b"), shown_by(["L1"], "P", "s < p")),
        UNKNOWN_BELOW,
    ),
    "an assumption that forbids what is done elsewhere": (
        entailed(
            [LOOP, lpts("u", "b", "u b u")],
            [lpts("x", "a b", "x a x")],
            lpts("p", "b"),
            shown_by(["L1"], "A1", "s < x"),
            shown_by(["A1"], "P", "x < p"),
        ),
        UNKNOWN_BELOW,
    ),
    "a renamed model with a move more": (another(lpts("s", "b", "s b t", "t b t")), OTHER_MODELS),
    "a renamed model with another initial state": (
        another(lpts("r", "b", "r b s", "s b t")),
        OTHER_MODELS,
    ),
    "a renamed model with a letter less": (
        entailed(
            [lpts("s", "a b", "s a s"), lpts("u", "b", "u b u"), lpts("s", "c", "s c s"), lpts("u", "d", "u d u")],
            [],
            [lpts("p", "b"), lpts("p", "d")],
            shown_by(["L1", "L2"], "P1", "s,u < p"),
            like(0, ["L3", "L4"], "P2", "a:c b:d", "", "", ""),
        ),
        OTHER_MODELS,
    ),
    "a renamed specification with a letter more": (
        entailed(
            [lpts("s", "a b", "s a s", "s b s"), lpts("s", "a b", "s a s", "s b s")],
            [],
            [lpts("p", "a", "p a p"), lpts("p", "a b", "p a p")],
            shown_by(["L1"], "P1", "s < p"),
            like(0, ["L2"], "P2", "", "", ""),
        ),
        OTHER_MODELS,
    ),
    "a renamed specification with a move less": (another(lpts("s", "b", "s b t"), lpts("p", "b")), OTHER_MODELS),
}

REJECTED: dict[str, tuple[Document, str]] = {
    "premises from P down": (
        put(CHAIN_FORWARD, CHAIN_FORWARD["certificate"]["premises"][::-1], *PREMISES),
        NOT_KNOWN,
    ),
    "premises from the components up, by substitution": (put(CHAIN_FORWARD, "substitution", *IMPLICATION), NOT_THERE),
    "a conjunction by substitution": (put(ONE_CONJUNCT, "substitution", *IMPLICATION), NOT_THERE),
    "P of a conjunction": (put(RING, "P", *PREMISES, 0, "above"), NO_MODEL),
    "a conjunct that is not there": (put(RING, "P4", *PREMISES, 0, "above"), NO_MODEL),
    "an assumption that is shown and not used": (
        entailed(CELLS, [TURNS], ORDERS[0], LEMMA, LEFT),
        NOT_USED,
    ),
    "a conjunct that does not hold": (
        put(EVERY, lpts("m", "b c"), "specification", "conjuncts", 1, "model"),
        "'m' cannot answer 'b' of ('u',)",
    ),
    "a conjunct with another size": (put(EVERY, 7, "specification", "conjuncts", 2, "states"), "size that the file"),
    "a conjunct with chances": (
        put(EVERY, lpts("m", "b c", "m b n:1/2 m:1/2", "n c m"), "specification", "conjuncts", 1, "model"),
        "not plain LTSs",
    ),
    "a conjunct without a name": (
        put(EVERY, ..., "specification", "conjuncts", 2, "name"),
        "the key 'name' is missing",
    ),
    "a conjunction by one relation": (
        put(put(ONE_CONJUNCT, simulation("s < p", "t < q"), "certificate"), CONE["components"][:1], "components"),
        NO_WHOLE,
    ),
    "a conjunction for simulation": (put(ONE_CONJUNCT, "simulation", "relation"), OF_TRACES),
    "a conjunction for simulation that is violated": (put(AGAINST_SECOND, "simulation", "relation"), OF_TRACES),
    "a conjunction of nothing": (put(ONE_CONJUNCT, [], "specification", "conjuncts"), NO_CONJUNCTS),
    "a conjunction of nothing, without premises": (
        put(put(ONE_CONJUNCT, [], "specification", "conjuncts"), [], *PREMISES),
        NO_CONJUNCTS,
    ),
    "a conjunction that is a model, too": (put(ONE_CONJUNCT, ORDERS[0], "specification", "model"), NO_CONJUNCTS),
    "null for conjuncts": (put(ONE_CONJUNCT, None, "specification", "conjuncts"), NO_LIST),
    "null for a conjunct": (put(ONE_CONJUNCT, None, "specification", "conjuncts", 0), "the key 'model' is missing"),
    "a conjunct that is a conjunction": (
        put(ONE_CONJUNCT, conjunction(ORDERS[0]), "specification", "conjuncts", 0),
        "the key 'model' is missing",
    ),
    "a list for a specification": (put(ONE_CONJUNCT, ["conjuncts"], "specification"), "the key 'model' is missing"),
    "a trace that each conjunct allows": (AGAINST_NONE, TRACE_ALLOWED),
    **{
        f"like premise {number!r}": (put(RING, number, *PREMISES, 1, "like"), NOT_LIKE)
        for number in (1, 2, 3, -1, "0", None, 0.0, True, [0])
    },
    "like a premise that is a renaming": (put(RING, 1, *PREMISES, 2, "like"), NOT_LIKE),
    "like a later premise": (put(RING, [SECOND | {"like": 1}, FIRST, THIRD | {"like": 1}], *PREMISES), NOT_LIKE),
    "a renaming is missing": (put(RING, ..., *PREMISES, 1, "renaming"), "the key 'renaming' is missing"),
    "actions are missing in a renaming": (put(RING, ..., *PREMISES, 1, "renaming", "actions"), "'actions' is missing"),
    "states are missing in a renaming": (put(RING, ..., *PREMISES, 1, "renaming", "states"), "'states' is missing"),
    "a renaming that is a list": (put(RING, [], *PREMISES, 1, "renaming"), "the key 'actions' is missing"),
    "neither a relation nor a renaming": (put(RING, ..., *PREMISES, 1, "like"), "the key 'relation' is missing"),
    "a list for a map of actions": (renamed(["b"], "s:u t:v", "p:m q:n"), NO_RENAMING),
    "null for a map of states": (renamed("a:b b:c", None, "p:m q:n"), NO_RENAMING),
    "an object for the maps of states": (put(RING, {}, *PREMISES, 1, "renaming", "states"), NO_LIST),
    "a number for an action": (renamed({"a": 1, "b": "c"}, "s:u t:v", "p:m q:n"), NOT_A_NAME),
    "a list for a state": (renamed("a:b b:c", {"s": ["u"], "t": "v"}, "p:m q:n"), NOT_A_NAME),
    "a map of states too few": (renamed("a:b b:c", "s:u t:v"), NOT_EACH),
    "a map of states too many": (renamed("a:b b:c", "s:u t:v", "p:m q:n", ""), NOT_EACH),
    "a model more below a renamed premise": (put(RING, ["L2", "L3"], *PREMISES, 1, "below"), NOT_EACH),
    "a model more, and a map": (
        put(RING, like(0, ["L2", "L3"], "P2", "a:b b:c", "s:u t:v", "", "p:m q:n"), *PREMISES, 1),
        NOT_EACH,
    ),
    "a model less below a renamed premise": (
        put(TWO_BELOW, like(0, ["L3"], "P2", "a:b b:c c:d", "s:u t:v", "p:m q:n"), *PREMISES, 1),
        UNKNOWN_BELOW,
    ),
    "a model less, and two maps": (
        put(
            put(TWO_BELOW, ORDERS[2], "specification", "conjuncts", 1, "model"),
            like(0, ["L3"], "P2", "a:b b:c c:d", "s:u t:v", "p:m q:n"),
            *PREMISES,
            1,
        ),
        NOT_EACH,
    ),
    "nothing below a renamed premise": (put(RING, [], *PREMISES, 1, "below"), "there are no components"),
    "an action that is not renamed": (renamed("b:c", "s:u t:v", "p:m q:n"), OTHER_MODELS),
    "an action that gets the name of one that stays": (renamed("a:b", "s:u t:v", "p:m q:n"), NOT_INJECTIVE),
    "an action that becomes tau": (renamed("a:tau b:c", "s:u t:v", "p:m q:n"), NOT_INJECTIVE),
    "tau that gets another name": (renamed("a:b b:c tau:z", "s:u t:v", "p:m q:n"), RENAMED_TAU),
    "tau and an action exchanged": (renamed("a:tau b:c tau:b", "s:u t:v", "p:m q:n"), RENAMED_TAU),
    "a hidden move that becomes visible": (
        put(OF_HIDDEN, like(0, ["L2"], "P2", "a:b tau:c", "s:u t:v", "p:q"), *PREMISES, 1),
        RENAMED_TAU,
    ),
    "actions exchanged": (renamed("a:c b:b", "s:u t:v", "p:m q:n"), OTHER_MODELS),
    "a state that is not renamed": (renamed("a:b b:c", "s:u", "p:m q:n"), OTHER_MODELS),
    "states exchanged": (renamed("a:b b:c", "s:v t:u", "p:m q:n"), OTHER_MODELS),
    "states above exchanged": (renamed("a:b b:c", "s:u t:v", "p:n q:m"), OTHER_MODELS),
    "two states above with one name": (renamed("a:b b:c", "s:u t:v", "p:m q:m"), NOT_INJECTIVE),
    "a renamed premise about another model above": (
        put(put(RING, "P3", *PREMISES, 1, "above"), "P2", *PREMISES, 2, "above"),
        UNKNOWN_BELOW,
    ),
    "a renamed premise about another model below": (put(RING, ["L3"], *PREMISES, 1, "below"), UNKNOWN_BELOW),
    "a renamed premise with other chances": (
        put(SUBSTITUTED, lpts("u", "c d", "u c u:2/3 v:1/3", "v d u"), "components", 1, "model"),
        OTHER_MODELS,
    ),
    "a renamed premise with two outcomes exchanged": (
        put(SUBSTITUTED, like(1, ["L2"], "A2", "a:c b:d", "s:v t:u", "x:y"), *PREMISES, 2),
        OTHER_MODELS,
    ),
    "a renamed premise of what does not hold": (
        put(RING, lpts("p", "a b"), "specification", "conjuncts", 0, "model"),
        "cannot answer 'a'",
    ),
}
