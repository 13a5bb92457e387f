"""Table 1 of CAV'12 as it is printed: for the 12 systems, three methods each.

The machine was a Core 2 Quad of 2.83 GHz with 2 GB for Java, and 2 hours; the specifications were never published.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BEYOND", "PAPER", "CaseKey", "Cav12Cell", "Cav12Row"]

CaseKey = tuple[str, int]
"""A case study and its parameter."""


class Cav12Cell(NamedTuple):
    """Time, memory, |L_M| and |A_M| as the paper prints them; nothing if it ran out of time or memory."""

    time: str = "out"
    memory: str = ""
    largest_composition: str = ""
    largest_assumption: str = ""

    @property
    def seconds(self) -> float | None:
        """The time as a number: `1.6k` is 1600."""
        return None if self.time == "out" else float(self.time.replace("k", "e3"))


class Cav12Row(NamedTuple):
    """The paper's figures for one system: |L| and the three methods."""

    states: str
    asym: Cav12Cell
    asym_n: Cav12Cell
    mono: Cav12Cell


def _row(states: str, *cells: str) -> Cav12Row:
    return Cav12Row(states, *(Cav12Cell(*cell.split()) for cell in cells))


PAPER: dict[CaseKey, Cav12Row] = {
    ("CS_1", 5): _row("94", "7.2 15.6 182 33", "74.0 15.1 182 34", "0.2 8.8"),
    ("CS_1", 6): _row("136", "11.6 22.7 324 41", "810.7 21.4 324 40", "0.5 12.2"),
    ("CS_1", 7): _row("186", "37.7 49.4 538 56", "out", "0.8 17.9"),
    ("CS_N", 2): _row("34", "0.7 7.1 51 7", "2.4 6.8 40 25", "0.1 5.9"),
    ("CS_N", 3): _row("184", "43.0 63.0 324 12", "1.6k 109.6 372 125", "14.8 37.9"),
    ("CS_N", 4): _row("960", "out", "out", "1.8k 667.5"),
    ("MER", 3): _row("16k", "2.6 19.7 706 7", "3.6 14.6 706 7", "193.8 458.5"),
    ("MER", 4): _row("120k", "15.0 53.9 2k 11", "34.7 37.8 2k 11", "out"),
    ("MER", 5): _row("841k", "out", "257.8 65.5 3.3k 16", "out"),
    ("SN", 1): _row("462", "0.2 6.2 43 3", "1.7 8.5 165 6", "1.5 27.7"),
    ("SN", 2): _row("7860", "79.5 112.9 796 3", "694.4 171.7 1.4k 21", "4.7k 1.3k"),
    ("SN", 3): _row("78k", "out", "7.2k 528.8 1.4k 21", "out"),
}
BEYOND = (
    *(("CS_1", n) for n in (8, 9, 10)),
    *(("CS_N", n) for n in (5, 6)),
    *(("MER", n) for n in (6, 7, 8)),
    *(("SN", n) for n in (4, 5)),
)
