"""Many checks: jobs, runners and a store; benchmarks, comparisons, and the models that they use.

.. include:: README.md
"""

from symag.study.jobs import Figures, Job, JobResult
from symag.study.runners import ChildProcesses, InThisProcess, Runner, do_jobs
from symag.study.store import Store, read_results

__all__ = [
    "ChildProcesses",
    "Figures",
    "InThisProcess",
    "Job",
    "JobResult",
    "Runner",
    "Store",
    "do_jobs",
    "read_results",
]
