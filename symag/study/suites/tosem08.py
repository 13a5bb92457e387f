"""`symag study tosem08`: all that the study of TOSEM 2008 looks at by default (`symag.study.tosem08`)."""

from __future__ import annotations

from functools import partial

from symag.study.stages import StagedSuite
from symag.study.tosem08 import Plan, tosem08_jobs, tosem08_labels, tosem08_view

__all__ = ["tosem08_suite"]


def tosem08_suite(plan: Plan | None = None) -> StagedSuite:
    """The study with this plan."""
    plan = plan or Plan()
    return StagedSuite("tosem08", partial(tosem08_jobs, plan), partial(tosem08_view, plan), tosem08_labels)
