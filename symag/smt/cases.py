"""The worked cases of the catalogue: the examples of CAV'12, called as they are called there, and a few of our own."""

from __future__ import annotations

from dataclasses import dataclass

from symag.model import LPTS, TAU

__all__ = ["CASES", "INPUT", "ORDER", "WORD_CASES", "SimulationCase", "WordCase"]

# Fig. 1: a sender, a channel that loses one output in ten, and what they promise together.
FIG1_L1 = LPTS.build("t0", [("t0", "input", "t1"), ("t1", "send", "t2"), ("t2", "ack", "t0")], name="L1")
FIG1_L2 = LPTS.build(
    "s0", [("s0", "send", "s1"), ("s1", "output", {"s1": "1/10", "s2": "9/10"}), ("s2", "ack", "s0")], name="L2"
)
FIG1_P = LPTS.build("u0", [("u0", "input", "u1"), ("u1", "output", {"u1": "1/10", "u0": "9/10"})], name="P")
FIG1_L = LPTS.build(
    "0",
    [("0", "input", "1"), ("1", "send", "2"), ("2", "output", {"2": "1/10", "3": "9/10"}), ("3", "ack", "0")],
    name="L",
)
FIG1_TOO_GOOD = LPTS.build(
    "u0",
    [("u0", "input", "u1"), ("u1", "output", {"u1": "99999/1000000", "u0": "900001/1000000"})],
    name="too_good",
)

# Fig. 3 shows L1, L2 and a tree C with C ≼ L1 and C ⋠ L2; its text says only that. Here: the mass of one outcome of L1
# needs room in two outcomes of L2 at once, and the tree must show both of its actions.
FIG3_L1 = LPTS.build(
    "s0", [("s0", "a", {"s1": "1/2", "s2": "1/2"}), ("s1", "b", "s3"), ("s1", "c", "s3"), ("s2", "b", "s3")], name="L1"
)
FIG3_L2 = LPTS.build(
    "t0",
    [("t0", "a", {"t1": "1/3", "t2": "2/3"}), ("t1", "b", "t3"), ("t1", "c", "t3"), ("t2", "b", "t3")],
    name="L2",
)

# Lemma 4 (Fig. 6): reactive systems where no counterexample is fully probabilistic.
LEMMA4_R1 = LPTS.build(
    "r10", [("r10", "x", {"r11": "1/2", "r12": "1/2"}), ("r11", "y", "r13"), ("r11", "z", "r14")], name="R1"
)
LEMMA4_R2 = LPTS.build(
    "r20",
    [
        ("r20", "x", {"r21": "1/3", "r22": "1/3", "r23": "1/3"}),
        ("r21", "y", "r24"),
        ("r22", "y", "r25"),
        ("r22", "z", "r26"),
        ("r23", "z", "r27"),
    ],
    name="R2",
)

# Lemma 5 (Fig. 7): a system that is not reactive, where no counterexample is reactive.
LEMMA5_L = LPTS.build(
    "l10",
    [
        ("l10", "x", {"l11": "1/2", "l12": "1/2"}),
        ("l11", "y", "lz"),
        ("l11", "y", "lw"),
        ("lz", "z", "end"),
        ("lw", "w", "end"),
    ],
    name="L",
)
LEMMA5_R = LPTS.build(
    "r20",
    [
        ("r20", "x", {"r21": "1/3", "r22": "1/3", "r23": "1/3"}),
        ("r21", "y", "rz"),
        ("r22", "y", "rzw"),
        ("r23", "y", "rw"),
        ("rz", "z", "end"),
        ("rzw", "z", "end"),
        ("rzw", "w", "end"),
        ("rw", "w", "end"),
    ],
    name="R",
)

# A specification that chooses at a between b and c; a system that chooses likewise, and one that chooses later.
CHOICE_L = LPTS.build("s0", [("s0", "a", "s1"), ("s0", "a", "s2"), ("s1", "b", "s0"), ("s2", "c", "s0")], name="L")
CHOICE_P = LPTS.build("p0", [("p0", "a", "p1"), ("p0", "a", "p2"), ("p1", "b", "p0"), ("p2", "c", "p0")], name="P")
COMMITTED_L = LPTS.build("s0", [("s0", "a", "s1"), ("s1", "b", "s0"), ("s1", "c", "s0")], name="L")


@dataclass(frozen=True)
class SimulationCase:
    """A question with its answer."""

    name: str
    about: str
    components: tuple[LPTS, ...]
    specification: LPTS
    holds: bool


CASES = (
    SimulationCase(
        "fig-1", "CAV'12, Fig. 1: a sender and a lossy channel keep their promise", (FIG1_L1, FIG1_L2), FIG1_P, True
    ),
    SimulationCase(
        "fig-1-one-in-a-million",
        "CAV'12, Fig. 1, where the promise is off by a millionth",
        (FIG1_L1, FIG1_L2),
        FIG1_TOO_GOOD,
        False,
    ),
    SimulationCase("fig-3", "CAV'12, Fig. 3: the mass of one outcome needs room in two", (FIG3_L1,), FIG3_L2, False),
    SimulationCase(
        "lemma-4", "CAV'12, Lemma 4: no counterexample is fully probabilistic", (LEMMA4_R1,), LEMMA4_R2, False
    ),
    SimulationCase("lemma-5", "CAV'12, Lemma 5: no counterexample is reactive", (LEMMA5_L,), LEMMA5_R, False),
    SimulationCase(
        "choice", "plain transition systems: one answer to choose for each move", (CHOICE_L,), CHOICE_P, True
    ),
    SimulationCase(
        "choice-too-early", "the specification must choose before it knows what comes", (COMMITTED_L,), CHOICE_P, False
    ),
)

# CAV'08, Fig. 1: a component that takes an input, sends it and waits; the property that inputs and outputs alternate.
INPUT = LPTS.build("0", [("0", "input", "1"), ("1", "send", "2"), ("2", "ack", "0")], name="Input")
ORDER = LPTS.build("0", [("0", "input", "1"), ("1", "output", "0")], name="Order")
# The same, and it may lose patience and send again: two hidden moves.
IMPATIENT = LPTS.build(
    "0",
    [("0", "input", "1"), ("1", "send", "2"), ("2", "ack", "0"), ("2", TAU, "3"), ("3", TAU, "1")],
    name="Impatient",
)


@dataclass(frozen=True)
class WordCase:
    """A word of an interface with its answer: does it keep the components from violating the property?"""

    name: str
    about: str
    components: tuple[LPTS, ...]
    specification: LPTS
    interface: tuple[str, ...]
    word: tuple[str, ...]
    safe: bool


_FIG_1 = "CAV'08, Fig. 1, Input and Order; input is hidden"
_HIDDEN = "CAV'08, Fig. 1, where Input may lose patience, by two hidden moves, and send again; input is hidden"
_TO_OUTPUT = ("ack", "output", "send")
WORD_CASES = tuple(
    WordCase(name, about, (component,), ORDER, _TO_OUTPUT, tuple(word.split()), safe)
    for name, about, component, word, safe in (
        ("in-turn", f"{_FIG_1}. Each output comes in time", INPUT, "send output ack send output", True),
        ("too-early", f"{_FIG_1}. An output, and no input needs to have happened", INPUT, "output", False),
        ("too-late", f"{_FIG_1}. No output, and the next input may come", INPUT, "send ack", False),
        ("not-possible", f"{_FIG_1}. Nobody sends twice in a row, so nothing goes wrong", INPUT, "send send ack", True),
        ("sent-again", f"{_HIDDEN}. Sent twice, and one output", IMPATIENT, "send send output ack", True),
        ("answered-again", f"{_HIDDEN}. An output each time", IMPATIENT, "send output send output", False),
    )
)
