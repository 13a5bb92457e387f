"""The worked examples of the papers with the papers' answers: one catalogue, for tests and for readers of the papers.

`CITATION.cff` names the papers. The channel of Fietzke 2006 is that of CAV'08. The models that the encodings use, too,
are written in `symag.smt.cases`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from symag.model import LPTS
from symag.smt.cases import (
    FIG1_L,
    FIG1_L1,
    FIG1_L2,
    FIG1_P,
    FIG1_TOO_GOOD,
    FIG3_L1,
    FIG3_L2,
    INPUT,
    LEMMA4_R1,
    LEMMA4_R2,
    LEMMA5_L,
    LEMMA5_R,
    ORDER,
)

__all__ = [
    "EXAMPLES",
    "FIG1_L",
    "FIG1_L1",
    "FIG1_L2",
    "FIG1_P",
    "FIG1_TOO_BAD",
    "FIG1_TOO_GOOD",
    "FIG3_L1",
    "FIG3_L2",
    "FIG5_A",
    "HASTY",
    "INPUT",
    "LEMMA4_R1",
    "LEMMA4_R2",
    "LEMMA5_L",
    "LEMMA5_R",
    "ORDER",
    "OUTPUT",
    "REPEATED",
    "PaperExample",
]

FIG1_TOO_BAD = LPTS.build(
    "u0",
    [("u0", "input", "u1"), ("u1", "output", {"u1": "100001/1000000", "u0": "899999/1000000"})],
    name="too_bad",
)
"""What CAV'12, Fig. 1 promises, off by a millionth to the other side."""
FIG5_A = LPTS.build(
    "a0", [("a0", "send", "a1"), ("a1", "output", {"a1": "1/10", "a0": "9/10"}), ("a0", "ack", "a0")], name="A"
)
"""CAV'12, Fig. 5: the assumption about L2 of Fig. 1, after one refinement."""

OUTPUT = LPTS.build("0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Output")
"""CAV'08, Fig. 1: the other component of the channel."""
HASTY = LPTS.build("0", [("0", "send", "1"), ("1", "output", "2"), ("2", "ack", "0"), ("1", "ack", "0")], name="Hasty")
"""The same, wrong: it may acknowledge what it has not delivered."""
REPEATED = LPTS.build(
    "0", [("0", "send", "1"), ("1", "send", "1"), ("1", "output", "2"), ("2", "ack", "0")], name="Repeated"
)
"""Fietzke 2006, section 3.3: the same for several messages at once."""


@dataclass(frozen=True)
class PaperExample:
    """A question that a paper works out, and its answer."""

    name: str
    where: str
    """The paper, and the place in it."""
    components: tuple[LPTS, ...]
    specification: LPTS
    verdict: Literal["holds", "violated"]
    relation: Literal["simulation", "traces"] = "simulation"
    depth: int | None = None
    """The least depth of a counterexample that is a tree."""
    trace: tuple[str, ...] | None = None
    """The shortest counterexample that is a trace."""
    is_reactive: bool | None = None
    """Are counterexamples reactive? None if the paper does not say."""
    is_fully_probabilistic: bool | None = None


EXAMPLES = {
    example.name: example
    for example in (
        PaperExample("channel", "CAV'12, Fig. 1", (FIG1_L1, FIG1_L2), FIG1_P, "holds"),
        PaperExample("channel, composed", "CAV'12, Fig. 1", (FIG1_L,), FIG1_P, "holds"),
        PaperExample(
            "channel, too good",
            "CAV'12, Fig. 1, off by a millionth; Corollary 1",
            (FIG1_L1, FIG1_L2),
            FIG1_TOO_GOOD,
            "violated",
            is_reactive=True,
        ),
        PaperExample(
            "channel, too bad",
            "CAV'12, Fig. 1, off by a millionth; Corollary 1",
            (FIG1_L1, FIG1_L2),
            FIG1_TOO_BAD,
            "violated",
            is_reactive=True,
        ),
        PaperExample("two outcomes", "CAV'12, Fig. 3", (FIG3_L1,), FIG3_L2, "violated", depth=2),
        PaperExample(
            "no fully probabilistic counterexample",
            "CAV'12, Lemma 4 and Corollary 1",
            (LEMMA4_R1,),
            LEMMA4_R2,
            "violated",
            depth=2,
            is_reactive=True,
            is_fully_probabilistic=False,
        ),
        PaperExample(
            "no reactive counterexample",
            "CAV'12, Lemma 5",
            (LEMMA5_L,),
            LEMMA5_R,
            "violated",
            depth=3,
            is_reactive=False,
        ),
        PaperExample("order", "CAV'08, Fig. 1", (INPUT, OUTPUT), ORDER, "holds", "traces"),
        PaperExample(
            "hasty",
            "CAV'08, Fig. 1, wrong",
            (INPUT, HASTY),
            ORDER,
            "violated",
            "traces",
            trace=("input", "send", "ack", "input"),
        ),
        PaperExample("repeated", "Fietzke 2006, section 3.3", (INPUT, REPEATED), ORDER, "holds", "traces"),
    )
}
"""By their names."""
