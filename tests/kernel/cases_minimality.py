"""Cases: how small assumptions can be, by cliques of words and by unsat proofs."""

from __future__ import annotations

from tests.kernel.cases_pairs import IN_A_PAIR
from tests.kernel.documents import PREMISES, Document, by_premises, holds, lpts, of_traces, put, shown_by
from tests.kernel.examples import BY_PLAIN_TWO, LOOP, LOOP_P, TWICE
from tests.kernel.reasons import MALFORMED, NO_LIST, NOT_A_NAME, NOT_INITIAL
from tests.kernel.smallest import Surroundings, chain_proof, entry, minimality, unsat_proof_of

NOT_TRACES, NOT_THE_RULE = "lower bounds are for the assumptions of proofs for traces", "lower bounds are for the rules"
ANOTHER_ENTRY, ANOTHER_FIGURE = "the entries are not one for each assumption", "the figures are not those of the first"
NOT_PLAIN = "an assumption is not deterministic, or it has actions that are not in the interface"
OTHER_STATES = "an assumption does not have as many states as stated"
OTHER_BOUND, NOT_SHOWN = (
    "a lower bound is not the one that its evidence shows",
    "what shows a lower bound is not one of",
)
NOT_A_CLIQUE, NOT_A_PROOF = "a clique is not of this kind", "an unsat proof is not of this kind"
NOT_LOWER, TOGETHER = "a word of a clique is not in the lower language", "two words of a clique have no suffix"
NO_LETTER, NO_TWO_WORDS = "which is not in the interface", "a suffix is not for two words of its clique"
NOT_INSIDE, NOT_OUTSIDE = "is not in the lower language", "is not outside of the upper language"
MORE_WORDS, NO_VARIABLE = "the clique of an unsat proof shows more than the proof", "a variable that does not exist"
NO_LEMMA, NOT_EMPTY = "does not follow by unit propagation", "the last lemma is not the empty clause"
NO_NUMBER, NO_PAIRS = "is not a number", "lower bounds are not for pairs of premises"


def clique(words: str, *suffixes: str) -> Document:
    """Words read "- a a,b", where "-" is the empty one; a suffix reads "0 1 a,b"."""
    parts = [suffix.split() for suffix in suffixes]
    return {
        "kind": "clique",
        "words": [letters(word) for word in words.split()],
        "suffixes": [[int(i), int(j), letters(suffix)] for i, j, suffix in parts],
    }


def letters(word: str) -> list[str]:
    return [] if word == "-" else word.split(",")


# The channel of Cobleigh, Giannakopoulou and Păsăreanu (2003), with an output in two parts.
INPUT = lpts("i", "input send ack", "i input j", "j send k", "k ack i")
OUTPUT = lpts("o", "send output ack", "o send r", "r output s", "s ack o")
ORDER = lpts("p", "input output", "p input q", "q output p")
BUFFER = lpts("o", "send pass done ack", "o send r", "r pass s", "s done t", "t ack o")
PRINTER = lpts("u", "pass output done", "u pass v", "v output w", "w done u")
ALTERNATE = lpts("x", "send output ack", "x send y", "x ack x", "y output x")
PRINT_ONCE = lpts("x", "pass output done", "x pass y", "x done x", "y output x")
TWO_WORDS = clique("- send", "1 0 output")
TWO_PARTS = clique("- pass", "1 0 output")
CHANNEL = chain_proof([[INPUT], [OUTPUT]], [ALTERNATE], ORDER, entry("A1", 2, TWO_WORDS, 2))
RELAY = chain_proof(
    [[INPUT], [BUFFER], [PRINTER]],
    [ALTERNATE, PRINT_ONCE],
    ORDER,
    entry("A1", 2, TWO_WORDS, 2),
    entry("A2", 2, TWO_PARTS, 2),
)
LARGE = lpts("x", "send output ack", "x send y", "y output z", "z ack x")

# Two words are a largest clique, and no assumption has two states.
GAP = Surroundings(
    [lpts("u", "a b", "u b v", "v b w", "w b u", "u a v")],
    [lpts("s", "b c", "s b t", "s c s")],
    lpts("p", "a b c", "p a q", "p b r", "p c p", "q b r", "q c q", "q b p"),
)
GAP_ASSUMPTION = lpts("0", "a b", "0 a 1", "0 b 1", "1 b 2", "2 b 0")
GAP_CLIQUE = clique("- b,b", "1 0 b,a")
# Three times a, then b: four states.
COUNT = Surroundings(
    [lpts("u", "a b", "u a v", "v a w", "w a x", "x b u")],
    [lpts("s", "c", "s c s")],
    lpts("p", "a b", "p a q", "q a r", "r a z", "z b p"),
)
COUNTER = lpts("0", "a b", "0 a 1", "1 a 2", "2 a 3", "3 b 0")


def too_few(at: Surroundings, states: int, known: Document) -> Document:
    proof = unsat_proof_of(at, states, known)
    assert proof is not None
    return proof


TWO_ARE_FEW, THREE_ARE_FEW = too_few(GAP, 2, GAP_CLIQUE), too_few(COUNT, 3, clique("-"))


def of_gap(proof: Document | None, bound: int = 3, assumption: Document = GAP_ASSUMPTION) -> Document:
    return chain_proof([GAP.beside, GAP.below], [assumption], GAP.above, entry("A1", 3, proof, bound))


def of_count(proof: Document, bound: int = 4) -> Document:
    return chain_proof([COUNT.beside, COUNT.below], [COUNTER], COUNT.above, entry("A1", 4, proof, bound))


def of_channel(evidence: Document | None, bound: int, assumption: Document = ALTERNATE, states: int = 2) -> Document:
    return chain_proof([[INPUT], [OUTPUT]], [assumption], ORDER, entry("A1", states, evidence, bound))


def shown(bound: int, how: str, number: int = 1) -> str:
    return f"; no assumption with fewer than {bound} states serves as A{number} ({how})"


# The components in the other order: L2 is in the first premise, and L1 below the assumption.
EXCHANGED = put(
    put(put(CHANNEL, CHANNEL["components"][::-1], "components"), ["L2", "A1"], *PREMISES, 0, "below"),
    ["L1"],
    *(*PREMISES, 1, "below"),
)
BY_TWO_WORDS = shown(2, "a clique of 2 words")
LEMMAS = THREE_ARE_FEW["lemmas"]
VARIABLES = 2 * (2 * 2 + len(TWO_ARE_FEW["low"]) + len(TWO_ARE_FEW["up"]))
FIRST = ("minimality", "assumptions", 0)
EVIDENCE = (*FIRST, "evidence")
# Hidden moves and other actions on each side, and a specification with a choice and a hidden move.
BUSY = Surroundings(
    [
        lpts(
            *(
                "u",
                "send output ack log",
                "u tau v",
                "v send w",
                "w log x",
                "x tau y",
                "y output z",
                "y log y",
                "z ack u",
            )
        )
    ],
    [lpts("i", "input send ack", "i tau j", "j input k", "k send m", "m ack i")],
    lpts("p", "input output", "p input q", "p input r", "q tau r", "r output z", "z tau p"),
)
# Hidden choices, of which each matters: below the assumption, and beside it.
FORKS = Surroundings(
    [
        lpts(
            "u",
            "a b c",
            *(f"u tau v{x}, v{x} tau w{x}, w{x} {x} x{x}, x{x} {x} y".split(", ")[i] for x in "abc" for i in range(4)),
        )
    ],
    [lpts("s", "e", "s e s")],
    lpts("p", "a b c", "p a q", "p b r", "p c z", "q a y", "r b y", "z c y"),
)
FORKED = lpts("0", "a b c", "0 a 1", "0 b 2", "0 c 3", "1 a 4", "2 b 4", "3 c 4")
IN_FORKS = clique(
    "- a b c a,a",
    *("0 1 b", "0 2 a", "0 3 a", "1 2 a", "1 3 a", "2 3 b", "0 4 a", "1 4 a", "2 4 b", "3 4 c"),
)
ALARMS = Surroundings(
    [lpts("u", "a b c", "u c v", "v a v", "v b v")],
    [
        lpts(
            *("s", "a b c e", "s tau g", "s tau h", "g tau k", "h tau m", "k a x", "m b x", "x e x"),
            *("k c t", "m c t", "t a t", "t b t"),
        )
    ],
    lpts("p", "e"),
)
NOT_NEEDED = [("low", 0), ("low", 5), ("up", 0), ("up", 1), ("up", 2), ("up", 4)]

ACCEPTED: dict[str, tuple[Document, str]] = {
    "hidden choices beside an assumption": (
        chain_proof(
            [ALARMS.beside, ALARMS.below],
            [lpts("0", "a b c", "0 c 1", "1 a 1", "1 b 1")],
            ALARMS.above,
            entry("A1", 2, clique("- c", "1 0 a", "1 0 b"), 2),
        ),
        BY_TWO_WORDS,
    ),
    "a clique": (CHANNEL, f"2 premises, each with a relation{BY_TWO_WORDS}"),
    "cliques for two assumptions": (
        RELAY,
        f"3 premises, each with a relation{BY_TWO_WORDS}{shown(2, 'a clique of 2 words', 2)}",
    ),
    "a clique above two components": (
        chain_proof([[INPUT], [BUFFER, PRINTER]], [ALTERNATE], ORDER, entry("A1", 2, TWO_WORDS, 2)),
        BY_TWO_WORDS,
    ),
    "a clique beside two components": (
        chain_proof([[INPUT, BUFFER], [PRINTER]], [PRINT_ONCE], ORDER, entry("A1", 2, TWO_PARTS, 2)),
        BY_TWO_WORDS,
    ),
    "a clique in another order": (of_channel(clique("send -", "0 1 output"), 2), BY_TWO_WORDS),
    "a clique with a suffix twice": (
        of_channel(clique("- send", "1 0 output", "1 0 output,ack", "1 0 output"), 2),
        BY_TWO_WORDS,
    ),
    "a clique with other words": (
        of_channel(clique("send,output,ack,send send,output", "0 1 output,ack"), 2),
        BY_TWO_WORDS,
    ),
    "a clique whose suffix goes on after the error": (
        of_channel(clique("- send", "1 0 output,ack,send,output,ack,send"), 2),
        BY_TWO_WORDS,
    ),
    "a clique of one word": (of_channel(clique("send"), 1), shown(1, "a clique of 1 words")),
    "a clique of no words": (of_channel(clique(""), 0), shown(0, "a clique of 0 words")),
    "a clique that shows less": (of_gap(GAP_CLIQUE, 2), BY_TWO_WORDS),
    "a clique of three words": (
        of_count(clique("- a a,a", "1 0 a,a,b", "2 0 a,b", "2 1 a,b"), 3),
        shown(3, "a clique of 3 words"),
    ),
    "a clique of four words": (
        of_count(clique("- a a,a a,a,a", "1 0 a,a,b", "2 0 a,b", "3 0 b", "2 1 a,b", "3 1 b", "3 2 b"), 4),
        shown(4, "a clique of 4 words"),
    ),
    "no evidence": (of_channel(None, 1, LARGE, 3), "2 premises, each with a relation"),
    "evidence for the first assumption": (
        put(RELAY, entry("A2", 2, None, 1), "minimality", "assumptions", 1),
        f"3 premises, each with a relation{BY_TWO_WORDS}",
    ),
    "evidence for the second assumption": (
        put(RELAY, minimality(entry("A1", 2, None, 1), entry("A2", 2, TWO_PARTS, 2)), "minimality"),
        f"3 premises, each with a relation{shown(2, 'a clique of 2 words', 2)}",
    ),
    "a larger assumption": (of_channel(TWO_WORDS, 2, LARGE, 3), BY_TWO_WORDS),
    "an assumption with a move twice": (
        put(CHANNEL, ALTERNATE["transitions"] * 2, "assumptions", 0, "transitions"),
        BY_TWO_WORDS,
    ),
    "an assumption with a choice that it never has": (
        of_channel(
            TWO_WORDS,
            2,
            put(
                ALTERNATE,
                [*ALTERNATE["transitions"], *lpts("z", "send", "z send z", "z send x", "z tau z")["transitions"]],
                "transitions",
            ),
        ),
        BY_TWO_WORDS,
    ),
    "components in another order": (EXCHANGED, BY_TWO_WORDS),
    "hidden choices": (
        chain_proof([FORKS.beside, FORKS.below], [FORKED], FORKS.above, entry("A1", 5, IN_FORKS, 5)),
        shown(5, "a clique of 5 words"),
    ),
    **{
        f"an unsat proof without {key} {i}": (
            chain_proof([BUSY.beside, BUSY.below], [ALTERNATE], BUSY.above, entry("A1", 2, fewer, 2)),
            shown(2, "an unsat proof of 1 lemmas"),
        )
        for proof in [too_few(BUSY, 1, clique("-"))]
        for key, i in NOT_NEEDED
        for fewer in [proof | {key: [one for at, one in enumerate(proof[key]) if at != i]}]
    },
    "hidden moves and other actions": (
        chain_proof(
            [BUSY.beside, BUSY.below], [ALTERNATE], BUSY.above, entry("A1", 2, clique("- send", "1 0 output"), 2)
        ),
        BY_TWO_WORDS,
    ),
    "an unsat proof with hidden moves and other actions": (
        chain_proof(
            [BUSY.beside, BUSY.below], [ALTERNATE], BUSY.above, entry("A1", 2, too_few(BUSY, 1, clique("-")), 2)
        ),
        shown(2, "an unsat proof of 1 lemmas"),
    ),
    "an assumption that knows less than the interface": (
        chain_proof(
            [[lpts("s", "a b", "s a s", "s b s")], [lpts("u", "a b", "u a u", "u b u")]],
            [
                lpts(
                    "x",
                    "",
                )
            ],
            lpts("p", "a", "p a p"),
            entry("A1", 1, clique("a,b"), 1),
        ),
        shown(1, "a clique of 1 words"),
    ),
    "an unsat proof": (of_gap(TWO_ARE_FEW), shown(3, "an unsat proof of 3 lemmas")),
    "an unsat proof with a clique of one word": (
        of_gap(too_few(GAP, 2, clique("-"))),
        shown(3, "an unsat proof of 3 lemmas"),
    ),
    "an unsat proof of many lemmas": (
        of_count(THREE_ARE_FEW),
        shown(4, f"an unsat proof of {len(THREE_ARE_FEW['lemmas'])} lemmas"),
    ),
    "an unsat proof that shows less": (
        of_count(too_few(COUNT, 2, clique("- a", "1 0 a,a,b")), 3),
        shown(3, "an unsat proof of 3 lemmas"),
    ),
    "an unsat proof for two states of the channel": (
        of_channel(too_few(Surroundings([OUTPUT], [INPUT], ORDER), 1, clique("-")), 2),
        shown(2, "an unsat proof of 1 lemmas"),
    ),
    **{
        f"an unsat proof with a lemma about the variable {x}": (
            of_gap(TWO_ARE_FEW | {"lemmas": [[-1], [1, x], [1], []]}),
            shown(3, "an unsat proof of 4 lemmas"),
        )
        for x in (VARIABLES, -VARIABLES)
    },
    "lemmas after the empty clause": (
        of_gap(TWO_ARE_FEW | {"lemmas": [*TWO_ARE_FEW["lemmas"], [3], [-3, 4], []]}),
        shown(3, "an unsat proof of 6 lemmas"),
    ),
    "lemmas that are not needed": (
        of_gap(TWO_ARE_FEW | {"lemmas": [[1, -1], [5, 5, -5, 6], *TWO_ARE_FEW["lemmas"]]}),
        shown(3, "an unsat proof of 5 lemmas"),
    ),
}
PATHS = {
    "minimality": ("minimality",),
    "the first entry": FIRST,
    "a clique": EVIDENCE,
}
KEYS = {
    "minimality": ("states", "lower_bound", "shown_by", "assumptions"),
    "the first entry": ("assumption", "states", "lower_bound", "shown_by", "evidence"),
    "a clique": ("kind", "words", "suffixes"),
}
SIMULATED = BY_PLAIN_TWO | {"minimality": minimality(entry("A1", 1, None, 1))}
CHOOSING = lpts("x", "send output ack", "x send y", "x send z", "x ack x", "y output x", "z output x")
WITHOUT_CHOICE = lpts("x", "", "x send y", "x ack x", "y output x", "z send y", "z ack z")["transitions"]
COPY = {row: lpts("x", "", row) for row in ("x ack z", "y output z")}  # z is as x
HIDING = lpts("x", "send output ack", "x send y", "x ack x", "y tau z", "z output x")
WITH_LOG = [lpts("o", "send output ack log", "o send r", "r output s", "s ack t", "t log o"), ORDER]
LOGGED = lpts("x", "send output ack log", "x send y", "x ack x", "x log x", "y output x")
ABSTRACT = of_traces(  # by a reduction of the first component
    by_premises(
        [LOOP, lpts("u", "a", "u a u")],
        [lpts("x", "a", "x a x")],
        [lpts("y", "a", "y a y")],
        LOOP_P,
        shown_by(["R1", "A1"], "P", "y,x < p"),
        shown_by(["L1"], "R1", "s < y"),
        shown_by(["L2"], "A1", "u < x"),
    )
) | {"minimality": minimality(entry("A1", 1, None, 1))}
LAST_FIRST = of_traces(
    by_premises(
        [LOOP, lpts("u", "a", "u a u")],
        [lpts("x", "a", "x a x")],
        [],
        LOOP_P,
        shown_by(["A1", "L1"], "P", "x,s < p"),
        shown_by(["L2"], "A1", "u < x"),
    )
) | {"minimality": minimality(entry("A1", 1, None, 1))}
ANOTHER_NUMBER = of_traces(  # A2 is in the first premise
    by_premises(
        [LOOP, lpts("u", "a", "u a u"), lpts("v", "a", "v a v")],
        [lpts("x", "a", "x a x"), lpts("y", "a", "y a y")],
        [],
        LOOP_P,
        shown_by(["L1", "A2"], "P", "s,y < p"),
        shown_by(["L2", "A1"], "A2", "u,x < y"),
        shown_by(["L3"], "A1", "v < x"),
    )
) | {"minimality": minimality(entry("A1", 1, None, 1), entry("A2", 1, None, 1))}
ALONE = of_traces(by_premises([LOOP], [], [], LOOP_P, shown_by(["L1"], "P", "s < p")))


def proving(key: str, value: object) -> Document:
    """The unsat proof with another value."""
    return of_gap(TWO_ARE_FEW | {key: value})


REJECTED: dict[str, tuple[Document, str]] = {
    **{
        f"{key} is missing in {what}": (put(CHANNEL, ..., *PATHS[what], key), f"the key '{key}' is missing")
        for what in PATHS
        for key in KEYS[what]
    },
    **{
        f"{key} is missing in an unsat proof": (
            of_gap({k: value for k, value in TWO_ARE_FEW.items() if k != key}),
            f"the key '{key}' is missing",
        )
        for key in TWO_ARE_FEW
        if key != "kind"
    },
    "an empty object for minimality": (put(CHANNEL, {}, "minimality"), "the key 'assumptions' is missing"),
    "false for minimality": (put(CHANNEL, False, "minimality"), "the key 'assumptions' is missing"),
    "a lower bound for simulation": (SIMULATED, NOT_TRACES),
    "a lower bound for a trace": (
        of_traces(TWICE, "a", "b", "a") | {"minimality": CHANNEL["minimality"]},
        "the key 'kind' is missing",
    ),
    "a lower bound for a relation": (
        of_traces(holds([LOOP], LOOP_P, "s < p")) | {"minimality": CHANNEL["minimality"]},
        NOT_TRACES,
    ),
    "a lower bound without an assumption": (ALONE | {"minimality": CHANNEL["minimality"]}, ANOTHER_ENTRY),
    "no lower bound, and no assumption": (
        ALONE | {"minimality": put(CHANNEL["minimality"], [], "assumptions")},
        ANOTHER_ENTRY,
    ),
    "a lower bound with an abstraction": (ABSTRACT, NOT_THE_RULE),
    "a lower bound where the assumption is not last": (LAST_FIRST, NOT_THE_RULE),
    "lower bounds where the second assumption is first": (ANOTHER_NUMBER, NOT_THE_RULE),
    "a lower bound for a pair": (
        IN_A_PAIR | {"minimality": minimality(entry("A1", 2, None, 1), entry("A2", 2, None, 1))},
        NO_PAIRS,
    ),
    "a premise in a list": (put(CHANNEL, [CHANNEL["certificate"]["premises"][1]], *PREMISES, 1), NO_PAIRS),
    "a wrong proof": (
        put(CHANNEL, [], *PREMISES, 1, "relation", "groups"),
        NOT_INITIAL,
    ),
    **{
        f"{len(entries)} entries, {what}": (put(RELAY, entries, "minimality", "assumptions"), ANOTHER_ENTRY)
        for one, two in [RELAY["minimality"]["assumptions"]]
        for what, entries in (
            *(("none", []), ("the first", [one]), ("the second", [two]), ("exchanged", [two, one])),
            *(("the first twice", [one, one]), ("one too many", [one, two, two | {"assumption": "A3"}])),
        )
    },
    "an entry for another assumption": (put(CHANNEL, "A2", *FIRST, "assumption"), ANOTHER_ENTRY),
    "an entry for a component": (put(CHANNEL, "L1", *FIRST, "assumption"), ANOTHER_ENTRY),
    "null for entries": (put(CHANNEL, None, "minimality", "assumptions"), NO_LIST),
    **{
        f"{value!r} for {key} at first": (put(CHANNEL, value, "minimality", key), ANOTHER_FIGURE)
        for key, value in (
            *(("states", 1), ("states", 3), ("states", None), ("lower_bound", 1), ("lower_bound", 3)),
            *(("lower_bound", None), ("shown_by", None), ("shown_by", "unsat proof"), ("shown_by", "")),
        )
    },
    **{
        f"an assumption of {states} states": (of_channel(TWO_WORDS, 2, states=states), OTHER_STATES)
        for states in (0, 1, 3, 20)
    },
    "the second assumption of 3 states": (
        put(RELAY, 3, "minimality", "assumptions", 1, "states"),
        OTHER_STATES,
    ),
    "an assumption of all states, reached or not": (
        of_channel(
            TWO_WORDS, 2, put(ALTERNATE, [*ALTERNATE["transitions"], *LARGE["transitions"][2:]], "transitions"), 3
        ),
        OTHER_STATES,
    ),
    "an assumption with a choice": (of_channel(TWO_WORDS, 2, CHOOSING, 3), NOT_PLAIN),
    **{
        f"an assumption with a choice on {row}": (
            of_channel(TWO_WORDS, 2, put(CHOOSING, [*(WITHOUT_CHOICE + COPY[row]["transitions"])], "transitions"), 3),
            NOT_PLAIN,
        )
        for row in COPY
    },
    "an assumption with a hidden move": (of_channel(TWO_WORDS, 2, HIDING, 3), NOT_PLAIN),
    "an assumption with other actions": (
        chain_proof([[INPUT], [WITH_LOG[0]]], [LOGGED], ORDER, entry("A1", 2, TWO_WORDS, 2)),
        NOT_PLAIN,
    ),
    **{
        f"a lower bound of {bound} by two words": (of_channel(TWO_WORDS, bound), OTHER_BOUND) for bound in (0, 1, 3, -2)
    },
    **{f"a lower bound of {bound} by nothing": (of_channel(None, bound), OTHER_BOUND) for bound in (0, 2, 3)},
    **{f"a lower bound of {bound} by an unsat proof": (of_gap(TWO_ARE_FEW, bound), OTHER_BOUND) for bound in (1, 2, 4)},
    "the second lower bound of 3": (put(RELAY, 3, "minimality", "assumptions", 1, "lower_bound"), OTHER_BOUND),
    **{
        f"shown by {value!r}": (
            put(put(CHANNEL, value, *FIRST, "shown_by"), value, "minimality", "shown_by"),
            why,
        )
        for value, why in (
            *((None, NOT_SHOWN), ("", NOT_SHOWN), ("words", NOT_SHOWN), (["clique"], NOT_SHOWN), (1, NOT_SHOWN)),
            ("unsat proof", NOT_A_PROOF),
        )
    },
    "a clique without evidence": (put(CHANNEL, None, *EVIDENCE), "the key 'kind' is missing"),
    "an unsat proof shown by a clique": (
        put(put(of_gap(TWO_ARE_FEW), "clique", *FIRST, "shown_by"), "clique", "minimality", "shown_by"),
        NOT_A_CLIQUE,
    ),
    **{
        f"a clique of the kind {kind!r}": (put(CHANNEL, kind, *EVIDENCE, "kind"), NOT_A_CLIQUE)
        for kind in ("unsat proof", "cliques", None, "")
    },
    **{
        what: (of_channel(evidence, bound), why)
        for what, evidence, bound, why in (
            ("a suffix in the wrong direction", clique("- send", "0 1 output"), 2, NOT_INSIDE),
            ("a suffix that the other word allows", clique("- send", "0 1 send"), 2, NOT_OUTSIDE),
            ("a suffix that both words allow", clique("- send,output,ack", "0 1 send"), 2, NOT_OUTSIDE),
            ("an empty suffix", clique("- send", "1 0 -"), 2, NOT_OUTSIDE),
            ("a suffix after which everything is over", clique("- send", "1 0 output,output"), 2, NOT_INSIDE),
            ("a pair without a suffix", clique("- send"), 2, TOGETHER),
            ("a word with itself", clique("- send", "0 0 send"), 2, NOT_OUTSIDE),
            ("a word that is wrong with itself", clique("- send", "0 0 output"), 2, NOT_INSIDE),
            ("a word twice", clique("- - send", "2 0 output", "2 1 output"), 3, TOGETHER),
            ("a word that is not in the lower language", clique("- output", "0 1 send"), 2, NOT_LOWER),
            ("a last word that is not in the lower language", clique("send output"), 2, NOT_LOWER),
            ("one word that is not in the lower language", clique("output"), 1, NOT_LOWER),
            ("a word that goes on too long", clique("- send,output,ack,output", "0 1 send"), 2, NOT_LOWER),
            ("a word with another action", clique("- input", "1 0 send"), 2, NO_LETTER),
            ("a word with a hidden move", clique("- tau", "1 0 send"), 2, NO_LETTER),
            ("a suffix with another action", clique("- send", "1 0 input,output"), 2, NO_LETTER),
            ("a suffix with an action that no model knows", clique("- send", "1 0 output,z"), 2, NO_LETTER),
            ("a suffix for a word that is not there", clique("- send", "2 0 output"), 2, NO_TWO_WORDS),
            ("a suffix for a negative word", clique("- send", "-1 0 output"), 2, NO_TWO_WORDS),
            ("a suffix against a word that is not there", clique("- send", "1 2 output"), 2, NO_TWO_WORDS),
        )
    },
    "two of three words without a suffix": (
        of_count(clique("- a a,a", "1 0 a,a,b", "2 0 a,b"), 3),
        TOGETHER,
    ),
    "the second clique is wrong": (
        put(RELAY, [], "minimality", "assumptions", 1, "evidence", "suffixes"),
        TOGETHER,
    ),
    "the clique of another assumption": (
        put(RELAY, TWO_WORDS, "minimality", "assumptions", 1, "evidence"),
        NO_LETTER,
    ),
    "the clique of another question": (
        chain_proof([[INPUT], [OUTPUT]], [ALTERNATE], lpts("p", "output", "p output p"), entry("A1", 2, TWO_WORDS, 2)),
        NOT_OUTSIDE,
    ),
    **{
        f"{value!r} for {key} of a clique": (put(CHANNEL, value, *EVIDENCE, key), why)
        for key, value, why in (
            *(("words", None, NO_LIST), ("words", ["", "send"], NO_LIST), ("words", [[], [1]], NOT_A_NAME)),
            *(
                ("suffixes", None, NO_LIST),
                ("suffixes", ["10output"], NO_LIST),
                ("suffixes", [[1, 0, "output"]], NO_LIST),
            ),
            *(("suffixes", [[1, 0, [None]]], NOT_A_NAME), ("suffixes", [[1, 0]], MALFORMED)),
            *(("suffixes", [[1, 0, ["output"], []]], MALFORMED), ("suffixes", [[[1], 0, ["output"]]], MALFORMED)),
            *(("suffixes", [[1.0, 0, ["output"]]], NO_TWO_WORDS), ("suffixes", [[None, 0, ["output"]]], NO_TWO_WORDS)),
        )
    },
    **{
        f"an unsat proof of the kind {kind!r}": (put(of_gap(TWO_ARE_FEW), kind, *EVIDENCE, "kind"), NOT_A_PROOF)
        for kind in ("clique", "unsat proofs", None)
    },
    "an unsat proof with a clique of another kind": (proving("clique", GAP_CLIQUE | {"kind": "words"}), NOT_A_CLIQUE),
    "an unsat proof without a clique": (proving("clique", None), "the key 'kind' is missing"),
    "an unsat proof with a wrong clique": (proving("clique", clique("- b,b", "0 1 b,a")), NOT_INSIDE),
    "an unsat proof with other words": (proving("clique", clique("- b")), TOGETHER),
    "an unsat proof with one word less": (proving("clique", clique("b,b")), NO_LEMMA),
    "an unsat proof with no words": (proving("clique", clique("")), NO_LEMMA),
    "an unsat proof with words in another order": (proving("clique", clique("b,b -", "0 1 b,a")), NO_LEMMA),
    "an unsat proof for fewer states than words": (
        of_gap(TWO_ARE_FEW | {"states": 1}, 2),
        MORE_WORDS,
    ),
    "an unsat proof for more states": (of_gap(TWO_ARE_FEW | {"states": 3}, 4), NO_LEMMA),
    "an unsat proof for no state": (
        of_gap({**TWO_ARE_FEW, "states": 0, "clique": clique(""), "lemmas": [[]]}, 1),
        NO_LEMMA,
    ),
    **{
        f"{value!r} for {key} of an unsat proof": (proving(key, value), why)
        for key, value, why in (
            *(("states", None, NO_NUMBER), ("states", "2", NO_NUMBER), ("states", 2.5, MALFORMED)),
            *(("states", -2, MORE_WORDS), ("low", None, NO_LIST), ("low", ["u"], NO_LIST), ("low", [[1]], NOT_A_NAME)),
            *(("low", [["u", "v"]], "does not have one state for each component"), ("up", None, NO_LIST)),
            *(("up", [["s", ["p"]]], NO_LIST), ("up", [[["s"], "p"]], NO_LIST), ("up", [[["s"]]], MALFORMED)),
            *(("up", [[["s"], ["p"], []]], MALFORMED), ("up", [[[1], ["p"]]], NOT_A_NAME), ("up", ["sp"], NO_LIST)),
            *(("up", [[["s"], [1]]], NOT_A_NAME), ("lemmas", None, NO_LIST), ("lemmas", [[], "a"], NO_LIST)),
            *(("lemmas", [["1"], []], NO_NUMBER), ("lemmas", [[1.5], []], MALFORMED), ("lemmas", [], NOT_EMPTY)),
            *(("lemmas", [[-1]], NOT_EMPTY), ("lemmas", [[-1], [1], [], [2]], NOT_EMPTY), ("lemmas", [[]], NO_LEMMA)),
            *(
                ("lemmas", [[-1], [], [1]], NOT_EMPTY),
                ("lemmas", [[0], []], NO_VARIABLE),
            ),
            *(("low", [], NO_LEMMA), ("up", [], NO_LEMMA)),
        )
    },
    **{
        f"a lemma about the variable {x}": (proving("lemmas", [[-1], [1, x], [1], []]), NO_VARIABLE)
        for x in (VARIABLES + 1, -VARIABLES - 1, 10**6, 0)
    },
    "an unsat proof with a third lemma that does not follow": (
        of_count(THREE_ARE_FEW | {"lemmas": [*LEMMAS[:2], [1, 2], *LEMMAS[2:]]}),
        f"lemma 3 {NO_LEMMA}",
    ),
    **{
        f"an unsat proof with the lemmas {some}": (
            of_count(THREE_ARE_FEW | {"lemmas": [LEMMAS[i] for i in some]}),
            NO_LEMMA if some[-1:] == [16] else NOT_EMPTY,
        )
        for some in ([], [16], [*range(8)], [*range(5, 17)], [1, 2, 3, 16], [*range(16)], [0, 16])
    },
}
