"""How much work is done between two looks at the clock? Run as a script: the name of a case, or all of them.

The clock that it gives the watch counts the lines of symag's Python that ran since it was read last. So nothing depends
on how fast or how busy the machine is. Compiled modules have no lines: what they do is tested beside this.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import symag
from symag import LPTS
from symag.limits import Watch

ROOM = str(Path(symag.__file__).parent)
READINGS = 150
"""Looks at the clock after which the time is up."""


class LineClock:
    """Counts lines; reading it starts a new count."""

    def __init__(self) -> None:
        self.readings = 0
        self.lines = 0
        self.where = Counter[str]()
        self.most = 0
        self.blamed = ""
        """The functions in which most of the lines of the longest stretch ran."""

    def read(self) -> float:
        """What the watch takes for seconds."""
        if self.lines > self.most:
            self.most, self.blamed = self.lines, str(self.where.most_common(3))
        self.lines, self.where = 0, Counter()
        self.readings += 1
        return 0.0 if self.readings < READINGS else 1e9

    def trace(self, frame: FrameType, event: str, argument: object) -> Any:
        """See `sys.settrace`."""
        file = frame.f_code.co_filename
        if not file.startswith(ROOM) or file.endswith("limits.py"):
            return None
        name = f"{Path(file).stem}.{frame.f_code.co_name}"

        def line(frame: FrameType, event: str, argument: object) -> Any:
            if event == "line":
                self.lines += 1
                self.where[name] += 1
            return line

        return line


def nothing(number: int) -> str:
    """No marks."""
    return ""


def wide(
    states: int,
    moves: int,
    outcomes: int,
    actions: str = "a",
    marks: Callable[[int], str] = nothing,
    seed: int = 1,
    digits: int = 1,
) -> LPTS:
    """A random model with so many distributions at each state, each over so many states; marks are actions that lead
    from a state to itself."""
    random = Random(seed)
    names = [f"s{number}" for number in range(states)]
    rows = []
    for name in names:
        for move in range(moves):
            weights = {goal: random.randint(1, 10**digits) for goal in random.sample(names, min(outcomes, states))}
            whole = sum(weights.values())
            to = {goal: Fraction(weight, whole) for goal, weight in weights.items()}
            rows.append((name, actions[move % len(actions)], to))
    rows += [(name, mark, {name: Fraction(1)}) for number, name in enumerate(names) for mark in marks(number)]
    return LPTS.build(names[0], rows, states=names)


def plain(states: int, moves: int, actions: str, seed: int = 1) -> LPTS:
    """A random plain LTS, all of which can be reached."""
    random = Random(seed)
    rows = [
        (f"s{s}", random.choice(actions), f"s{random.randrange(states)}") for s in range(states) for _ in range(moves)
    ]
    rows += [(f"s{s}", actions[0], f"s{s + 1}") for s in range(states - 1)]
    return LPTS.build("s0", rows, list(actions))


def safe(states: int, actions: str, seed: int = 1) -> LPTS:
    """A random plain LTS that is deterministic."""
    random = Random(seed)
    rows = [(f"s{s}", a, f"s{random.randrange(states)}") for s in range(states) for a in actions]
    return LPTS.build("s0", rows, list(actions))


def chain(states: int, *more: tuple[str, str, str]) -> LPTS:
    """A long way of hidden moves that comes back."""
    return LPTS.build("s0", [*((f"s{s}", "h", f"s{(s + 1) % states}") for s in range(states)), *more])


def anything(actions: str) -> LPTS:
    """Allows everything."""
    return LPTS.build("p", [("p", action, "p") for action in actions])


Case = Callable[[], tuple[Any, LPTS, dict[str, Any]]]


def thirds(number: int) -> str:
    """Of three states, the first is marked x, the second y."""
    return "xy"[: number % 3] and "xy"[number % 3 - 1]


def fewer(number: int) -> str:
    """One mark less."""
    return "" if number == 7 else thirds(number)


def sixths(number: int) -> str:
    """Other marks."""
    return "uvw"[number % 6 : number % 6 + 1]


W, U = partial(wide, 24, 3, 14), partial(wide, 16, 2, 8)
V = partial(wide, 100, 2, 80, digits=9)
SPLIT = [U("ab", thirds), U("ac", sixths, seed=3)]
TRACES = {"relation": "traces"}
CASES: dict[str, Case] = {
    "mono": lambda: ([W(marks=thirds)], W(marks=thirds), {"method": "mono"}),
    "mono-digits": lambda: ([W(marks=thirds, digits=40)], W(marks=thirds, digits=40), {"method": "mono"}),
    "mono-violated": lambda: ([W(marks=thirds)], W(marks=fewer), {"method": "mono"}),
    "mono-wide": lambda: ([V(marks=thirds)], V(marks=thirds), {"method": "mono"}),
    "mono-wide-violated": lambda: ([V(marks=thirds)], V(marks=fewer), {"method": "mono"}),
    "mono-large": lambda: ([plain(20_000, 2, "abc")], plain(9_000, 2, "abc"), {"method": "mono"}),
    "cegar": lambda: ([W(marks=thirds)], W(marks=thirds), {"method": "cegar"}),
    "cegar-violated": lambda: ([W(marks=thirds)], W(marks=fewer), {"method": "cegar"}),
    "agar": lambda: ([W(marks=thirds), anything("b")], W(marks=thirds), {"method": "agar"}),
    "agar-second": lambda: ([anything("b"), W(marks=thirds)], W(marks=thirds), {"method": "agar"}),
    "agar-paper": lambda: (
        [anything("b"), W(marks=thirds)],
        W(marks=thirds),
        {"method": "agar", "strategy": "paper"},
    ),
    "agar-violated": lambda: ([anything("b"), W(marks=thirds)], W(marks=fewer), {"method": "agar"}),
    "agar-two": lambda: (SPLIT, U("ab", thirds), {"method": "agar"}),
    "agar-two-violated": lambda: (SPLIT, U("ab", fewer), {"method": "agar"}),
    "agar-large": lambda: ([anything("a"), plain(20_000, 2, "abc")], plain(30, 2, "abc"), {"method": "agar"}),
    "agar-large-paper": lambda: (
        [anything("a"), plain(20_000, 2, "abc")],
        plain(30, 2, "abc"),
        {"method": "agar", "strategy": "paper"},
    ),
    "assumption": lambda: (
        [anything("b"), W(marks=thirds)],
        W(marks=thirds),
        {"method": "agar", "assumption": W(marks=thirds)},
    ),
    "silent": lambda: ([chain(20_000, ("s0", "a", "s0")), anything("b")], anything("ab"), {"method": "agar"}),
    "silent-wide": lambda: ([W("hha", thirds), anything("b")], W("a", fewer), {"method": "agar"}),
    "silent-violated": lambda: (
        [chain(20_000, ("s7", "a", "s0")), anything("b")],
        anything("b"),
        {"method": "auto"},
    ),
    "auto": lambda: ([U("ab", thirds), U("ac", sixths), U("ad", sixths)], U("ab", thirds), {"method": "auto"}),
    "minimise": lambda: ([anything("a"), anything("b")], plain(20_000, 2, "abc"), {"method": "agar"}),
    "minimise-wide": lambda: ([anything("a"), anything("b")], wide(200, 4, 30, "ab"), {"method": "agar"}),
    "traces": lambda: ([plain(20_000, 2, "abc")], safe(9_000, "abc"), TRACES | {"method": "mono"}),
    "traces-agar": lambda: (
        [safe(200, "abcd"), plain(8_000, 2, "abef", 2)],
        safe(20, "ab"),
        TRACES | {"method": "agar"},
    ),
    "traces-agar-refined": lambda: (
        [plain(8_000, 2, "abcd"), plain(8_000, 2, "abef", 2)],
        anything("abc"),
        TRACES | {"method": "agar", "alphabet_refinement": True},
    ),
    "traces-assumption": lambda: (
        [anything("b"), plain(8_000, 2, "abc")],
        anything("abc"),
        TRACES | {"method": "agar", "assumption": plain(8_000, 2, "abc", 4)},
    ),
    "learn": lambda: (
        [plain(200, 2, "abcd"), plain(8_000, 2, "abef", 2)],
        anything("abcdef"),
        TRACES | {"method": "learn"},
    ),
    "learn-large": lambda: (
        [plain(20_000, 2, "abcd"), anything("abef")],
        safe(50, "ab"),
        TRACES | {"method": "learn"},
    ),
    "learn-z3": lambda: (
        [plain(20_000, 2, "abcd"), anything("abef")],
        safe(50, "ab"),
        TRACES | {"method": "learn", "backend": "z3"},
    ),
}


def solved(backend: str, marks: Callable[[int], str]) -> Case:
    """Distributions of which the solver must be told."""
    return lambda: ([W(marks=thirds)], W(marks=marks), {"backend": backend, "method": "mono"})


def solved_large(backend: str) -> Case:
    """Many pairs of states."""
    return lambda: ([plain(3_000, 2, "abc")], plain(400, 2, "abc"), {"backend": backend, "method": "mono"})


for _backend in ("z3", "z3/cuts", "z3/weights", "pysmt:z3"):
    CASES[_backend] = solved(_backend, thirds)
    CASES[f"{_backend}-violated"] = solved(_backend, fewer)
    CASES[f"{_backend}-large"] = solved_large(_backend)


def measured(name: str) -> dict[str, Any]:
    """The longest stretch between two looks at the clock, in lines, and where it was."""
    components, specification, options = CASES[name]()
    clock = LineClock()
    sys.modules["symag.check"].Watch = partial(Watch, clock=clock.read, memory=lambda: 0.0)  # type: ignore[attr-defined]
    sys.settrace(clock.trace)
    try:
        verdict = symag.check(components, specification, audit=False, timeout=1e6, **options)
    finally:
        sys.settrace(None)
    clock.read()
    said = {"verdict": verdict.verdict, "reason": verdict.reason, "readings": clock.readings}
    return {"case": name, "lines": clock.most, "blamed": clock.blamed} | said


if __name__ == "__main__":
    for name in sys.argv[1:] or CASES:
        print(json.dumps(measured(name)), flush=True)
