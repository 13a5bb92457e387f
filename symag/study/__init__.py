"""Many checks: jobs, runners and a store; studies, benchmarks, comparisons, and the models that they use.

`symag.study` is this package, and it can be called: `symag.study("suite.toml")` is `symag.study.conduct.study`.

.. include:: README.md
"""

import sys
from types import ModuleType
from typing import Any

from symag.study.jobs import Figures, Job, JobResult
from symag.study.runners import ChildProcesses, InThisProcess, Runner, do_jobs
from symag.study.store import Store, read_results
from symag.study.suite import Suite, SuiteCase

__all__ = [
    "ChildProcesses",
    "Figures",
    "InThisProcess",
    "Job",
    "JobResult",
    "Runner",
    "Store",
    "Suite",
    "SuiteCase",
    "do_jobs",
    "read_results",
]


class _CallablePackage(ModuleType):
    """The package, as the verb that it is named after: a function in its place would hide its modules."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from symag.study.conduct import study

        return study(*arguments, **options)

    @property
    def __signature__(self) -> Any:
        from inspect import signature

        from symag.study.conduct import study

        return signature(study)


sys.modules[__name__].__class__ = _CallablePackage
