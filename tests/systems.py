"""The papers' examples, one catalogue for all tests. States and actions are called as in CAV'12."""

from __future__ import annotations

from symag import LPTS

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
