"""Tables 1 and 2 of Wehrheim and Wonisch, *Compositional CSP Traces Refinement Checking* (2008), as they are printed.

The machine was a Pentium 4 of 3 GHz with 1 GB; seconds. The direct call is FDR's; learning has FDR as its teacher, with
⌊n/3⌋ + 1 cells in the first component; recursive learning splits by half and has c = 8. None is "out of memory", or
"N/A" for recursive learning of few cells.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LARGER", "PUBLISHED", "SchedulerRow"]


class SchedulerRow(NamedTuple):
    """Seconds for one n."""

    direct: float | None
    learning: float | None
    recursive: float | None


PUBLISHED: dict[str, dict[int, SchedulerRow]] = {
    "CycleProp": {
        10: SchedulerRow(0.235, 1.348, 5.43),
        13: SchedulerRow(2.247, 1.99, 8.27),
        16: SchedulerRow(26.42, 3.173, 72),
        19: SchedulerRow(297.5, 6.663, 106),
        22: SchedulerRow(3290, 20.33, 145),
        25: SchedulerRow(None, 91.25, 222),
        30: SchedulerRow(None, 2067, 385),
        35: SchedulerRow(None, None, 874),
        40: SchedulerRow(None, None, 1534),
    },
    "SchedProp": {
        3: SchedulerRow(0.043, 2.323, None),
        4: SchedulerRow(0.044, 3.999, None),
        5: SchedulerRow(0.047, 6.537, None),
        6: SchedulerRow(0.051, 14.63, None),
        7: SchedulerRow(0.066, 28.81, None),
        8: SchedulerRow(0.093, 80.63, None),
        9: SchedulerRow(0.163, 214.8, 268.1),
        10: SchedulerRow(0.366, 1056, 600.3),
    },
}
"""By the property (Table 1, Table 2) and n."""
LARGER: dict[str, tuple[int, ...]] = {"CycleProp": (50, 70, 100, 150, 200), "SchedProp": (12, 14, 16)}
"""Further n, which the paper does not have."""
