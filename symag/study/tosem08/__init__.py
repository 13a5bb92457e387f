"""The study of TOSEM 2008 on our models of its systems: its jobs, its figures, its tables beside the published ones."""

from symag.study.tosem08.jobs import Plan, tosem08_jobs, tosem08_labels
from symag.study.tosem08.tables import tosem08_view

__all__ = ["Plan", "tosem08_jobs", "tosem08_labels", "tosem08_view"]
