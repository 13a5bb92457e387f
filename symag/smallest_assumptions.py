"""The search for a smallest assumption as an iterator: look at what was found so far, and go on or stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from inspect import cleandoc

from symag.assume import Component, RunLog, SmallestStep, smallest
from symag.check import CheckRun
from symag.evidence import Specification
from symag.limits import Watch
from symag.options import Options, keywords
from symag.question import ask

__all__ = ["smallest_assumptions"]


@keywords(Options)
def smallest_assumptions(
    components: Component, specification: Specification, options: Options
) -> Iterator[SmallestStep]:
    """Each bound that the method `minimal` finds, and the smallest assumption so far; `LimitReached` at a limit.

    The first step has the lower bound as an assumption, if it is small, and the last one has the smallest assumption;
    there is no step if the system violates the specification. The search goes on when you ask for the next step:

        for step in symag.smallest_assumptions([m1, m2], p, search="dfs"):
            if step.assumption is not None and step.assumption.num_states <= 5:
                break

    The options are those of `symag.check`; the relation is traces, and the method minimal.
    """
    question = ask(components, specification, replace(options, relation="traces", method="minimal"))
    question.load_libraries()
    run = CheckRun(question, Watch(question.limits, options.listener), RunLog(options.on_iteration))
    task, _ = run.prepare()
    return smallest(replace(task.normalised(), on_assumption=options.on_assumption or (lambda step: True)))


smallest_assumptions.__doc__ = cleandoc(smallest_assumptions.__doc__ or "")
