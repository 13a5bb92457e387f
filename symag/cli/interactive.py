"""`--interactive`: the user looks at each assumption that a search finds, and says whether to go on."""

from __future__ import annotations

import sys

from symag.assume import SmallestStep
from symag.model import counted
from symag.report import Progress

__all__ = ["AskToGoOn"]

MOST_STATES = 12
"""Assumptions with more states are not printed."""
LONGEST_LINE = 1_000


class AskToGoOn:
    """Shows each assumption on standard error, and reads the answer from standard input; its end ends the search."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress

    def __call__(self, step: SmallestStep) -> bool:
        """Should the search go on?"""
        assert step.assumption is not None
        self.progress.pause()
        states = step.assumption.num_states
        if states <= MOST_STATES:
            print(step.assumption, file=sys.stderr)
        print(f"{step.name} has {counted(states, 'state')}, ", end="", file=sys.stderr)
        if step.is_smallest:
            print("and none is smaller", file=sys.stderr)
            return True
        print(f"and every one has {step.lower_bound} or more.", file=sys.stderr)
        print("Enter: search for a smaller one; q: take this one. ", end="", file=sys.stderr, flush=True)
        given = "" if sys.stdin is None else sys.stdin.readline(LONGEST_LINE)
        if not sys.stdin or not sys.stdin.isatty():
            print(file=sys.stderr)
        return given.strip() == "" and given != ""
