"""Tables 1 and 2 of CAV'08 as they are printed: AGAR and learning, without and with alphabet refinement.

The machine was a Pentium 4 of 2.8 GHz with 1 GB, and 30 minutes. A dash is a limit that was exceeded; |A| and memory
are then as they were. (In one cell of Table 1, Chiron, property 2, of 5, the text has memory and time exchanged.)
"""

from __future__ import annotations

from typing import NamedTuple

from symag.study.cases.cav12_published import CaseKey

__all__ = ["BEYOND", "TABLE_1", "TABLE_2", "Cav08Cell", "Cav08Row"]


class Cav08Cell(NamedTuple):
    """|A|, memory in MB and time in seconds as the paper prints them."""

    assumption: str
    memory: str
    time: str

    @property
    def seconds(self) -> float | None:
        """The time as a number, if it finished."""
        return None if self.time == "–" else float(self.time)


class Cav08Row(NamedTuple):
    """The paper's figures for one system: AGAR, learning, and both with alphabet refinement; the sizes of the sides."""

    cells: tuple[Cav08Cell, ...]
    first: str
    """|M1 ‖ Perr|"""
    second: str
    """|M2|"""


def _row(cells: str, sizes: str) -> Cav08Row:
    return Cav08Row(tuple(Cav08Cell(*cell.split()) for cell in cells.split("|")), *sizes.split())


TABLE_1: dict[CaseKey, Cav08Row] = {
    ("Gas Station", 3): _row("16 4.11 3.33 | 177 42.83 – | 5 2.99 2.09 | 8 3.28 3.40", "1960 643"),
    ("Gas Station", 4): _row("19 37.43 23.12 | 195 100.17 – | 5 22.79 12.80 | 8 25.21 19.46", "16464 1623"),
    ("Gas Station", 5): _row("22 359.53 278.63 | 45 206.61 – | 5 216.07 83.34 | 8 207.29 188.98", "134456 3447"),
    ("Chiron, property 2", 2): _row("10 1.30 0.92 | 9 1.30 1.69 | 10 1.30 1.56 | 8 1.22 5.17", "237 102"),
    ("Chiron, property 2", 3): _row("36 2.59 5.94 | 21 5.59 7.08 | 36 2.44 10.23 | 20 6.00 30.75", "449 1122"),
    ("Chiron, property 2", 4): _row("160 8.71 152.34 | 39 27.1 32.05 | 160 8.22 252.06 | 38 41.50 180.82", "804 5559"),
    ("Chiron, property 2", 5): _row("4 55.14 – | 111 569.23 676.02 | 3 58.71 – | 110 386.6 –", "2030 129228"),
    ("Chiron, property 3", 2): _row("4 1.07 0.50 | 9 1.14 1.57 | 4 1.23 0.62 | 3 1.06 0.91", "258 102"),
    ("Chiron, property 3", 3): _row("8 1.84 1.60 | 25 4.45 7.72 | 8 2.00 3.65 | 3 2.28 1.12", "482 1122"),
    ("Chiron, property 3", 4): _row("16 4.01 18.75 | 45 25.49 36.33 | 16 5.08 107.50 | 3 7.30 1.95", "846 5559"),
    ("Chiron, property 3", 5): _row("4 52.53 – | 122 134.21 271.30 | 1 81.89 – | 3 163.45 19.43", "2084 129228"),
    ("MER", 2): _row("34 1.42 11.38 | 40 6.75 9.89 | 5 1.42 5.02 | 6 1.89 1.28", "143 1270"),
    ("MER", 3): _row("67 8.10 247.73 | 335 133.34 – | 9 11.09 180.13 | 8 8.78 12.56", "6683 7138"),
    ("MER", 4): _row("58 341.49 – | 38 377.21 – | 9 532.49 – | 10 489.51 1220.62", "307623 22886"),
    ("Rover Exec.", 2): _row("10 4.07 1.80 | 11 2.70 2.35 | 3 2.62 2.07 | 4 2.46 3.30", "544 41"),
}
TABLE_2: dict[CaseKey, Cav08Row] = {
    ("Gas Station", 3): _row("10 3.35 3.36 | 294 367.13 – | 5 2.16 3.06 | 59 11.14 81.19", "1692 1942"),
    ("Gas Station", 4): _row("269 174.03 – | 433 188.94 – | 10 15.57 191.96 | 5 9.25 4.73", "4608 6324"),
    ("Gas Station", 5): _row("7 47.91 184.64 | 113 82.59 – | 2 47.48 – | 15 52.41 71.29", "31411 32768"),
    ("Chiron, property 2", 2): _row("41 2.45 5.46 | 140 118.59 395.56 | 9 1.91 3.89 | 17 2.73 13.09", "906 924"),
    ("Chiron, property 2", 3): _row("261 81.24 710.1 | 391 134.57 – | 79 39.94 663.53 | 217 36.12 –", "6104 6026"),
    ("Chiron, property 2", 4): _row("54 7.11 37.91 | 354 383.93 – | 45 9.55 121.66 | 586 213.78 –", "1308 1513"),
    ("Chiron, property 2", 5): _row("402 73.74 – | 112 90.22 – | 33 19.66 157.35 | 46 30.05 686.37", "11157 11748"),
    ("Chiron, property 3", 2): _row("2 0.98 0.37 | 40 5.21 8.30 | 2 1.02 0.49 | 3 1.04 0.91", "168 176"),
    ("Chiron, property 3", 3): _row("88 15.45 102.93 | 184 284.83 – | 46 41.40 115.77 | 3 5.97 2.26", "4240 4186"),
    ("Chiron, property 3", 4): _row("2 5.60 2.65 | 408 222.54 – | 2 6.14 11.90 | 20 9.33 7.44", "4156 4142"),
    ("Chiron, property 3", 5): _row("79 44.16 405.03 | 179 104.25 – | 42 42.04 430.47 | 3 21.94 7.00", "16431 16840"),
    ("MER", 4): _row("9 27.62 – | 311 104.72 – | 2 27.60 – | 10 65.42 35.78", "10045 66230"),
}
BEYOND: tuple[CaseKey, ...] = (
    ("Gas Station", 6),
    ("Gas Station", 7),
    ("Chiron, property 2", 6),
    ("Chiron, property 3", 6),
    ("MER", 5),
    ("Rover Exec.", 3),
    ("Rover Exec.", 4),
)
