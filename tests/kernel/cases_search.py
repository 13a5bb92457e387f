"""Cases: results of the search for weights that the kernel must not trust."""

from __future__ import annotations

# What the search for weights must not be believed: outcomes 0, 1, 2 with their rows, and what it says that it found.
LIES: dict[str, tuple[list[tuple[str, str]], str, dict[tuple[str, str], str]]] = {
    "outside the relation": (
        [("q r", "1/2"), ("r", "1/2")],
        "q:1/2 r:1/2",
        {("q r", "r"): "1/2", ("r", "q"): "1/2"},
    ),
    "outside the relation at first": (
        [("r", "1/4"), ("q r", "3/4")],
        "q:1/2 r:1/2",
        {("r", "q"): "1/4", ("q r", "q"): "1/4", ("q r", "r"): "1/2"},
    ),
    "less than nothing": (
        [("q r", "1/2"), ("q r z", "1/2")],
        "q:1/2 r:1/2",
        {("q r", "q"): "1", ("q r", "r"): "-1/2", ("q r z", "q"): "-1/2", ("q r z", "r"): "1"},
    ),
    "outcomes with other masses": (
        [("q r", "1/3"), ("q r y", "1/3"), ("q r z", "1/3")],
        "q:1/2 r:1/2",
        {("q r", "q"): "1/3", ("q r y", "q"): "1/6", ("q r y", "r"): "1/2"},
    ),
    "answers with other masses": (
        [("q r v", "1/2"), ("q r v z", "1/2")],
        "q:1/3 r:1/3 v:1/3",
        {("q r v", "q"): "1/3", ("q r v", "r"): "1/6", ("q r v z", "r"): "1/2"},
    ),
    "nothing": ([("q r", "1/2"), ("r", "1/2")], "q:1/2 r:1/2", {}),
}
