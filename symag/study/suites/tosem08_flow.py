"""`symag study tosem08 --verifier flow`: the study of TOSEM 2008 on flow graphs (`symag.study.tosem08`)."""

from __future__ import annotations

from functools import partial

from symag.study.stages import StagedSuite
from symag.study.tosem08.flow_jobs import FlowPlan, flow_jobs, flow_labels
from symag.study.tosem08.flow_tables import flow_view

__all__ = ["tosem08_flow_suite"]


def tosem08_flow_suite(plan: FlowPlan | None = None) -> StagedSuite:
    """The study with this plan."""
    plan = plan or FlowPlan()
    return StagedSuite("tosem08-flow", partial(flow_jobs, plan), partial(flow_view, plan), flow_labels)
