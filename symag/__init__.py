"""symag proves a system of probabilistic components right, with evidence that anyone can check.

```python
import symag
sender, channel, spec = (symag.load(file) for file in ("sender.json", "channel.json", "spec.json"))
verdict = symag.check([sender, channel], spec)
verdict.verdict, verdict.counterexample, verdict.certificate
verdict.save("verdict.json"); symag.audit("verdict.json")
verdict.report("report.html")
```

.. include:: README.md
"""

import os
from typing import TYPE_CHECKING

from symag.uncompiled import prefer_source

if os.environ.get("SYMAG_PURE_PYTHON"):
    prefer_source()

from symag.assume import SmallestStep
from symag.check import check
from symag.deadlock import DeadlockAnswer, deadlock
from symag.encode import encode
from symag.errors import BackendError, InputError, InternalError, LimitReached, SymagError
from symag.evidence import Counterexample, SimulationRelation, Tree, Verdict, audit
from symag.explain import Explanation, explain
from symag.file_questions import FileQuestion, load_questions
from symag.formats import load, load_components, loads, save, save_components
from symag.limits import Limits
from symag.model import LPTS, TAU, Distribution
from symag.operators import complete, compose, determinise, hide, minimise, project, quotient, restrict, trim
from symag.probability import Formula, formula
from symag.simulation import backend_names, register
from symag.smallest_assumptions import smallest_assumptions
from symag.study.compare.comparison import Comparison
from symag.study.compare.side_by_side import compare
from symag.study.study_table import StudyTable
from symag.traces import Run, Walk

if TYPE_CHECKING:
    from symag.study.conduct import study
else:
    from symag import study  # the room, which can be called

__all__ = [
    "LPTS",
    "TAU",
    "BackendError",
    "Comparison",
    "Counterexample",
    "DeadlockAnswer",
    "Distribution",
    "Explanation",
    "FileQuestion",
    "Formula",
    "InputError",
    "InternalError",
    "LimitReached",
    "Limits",
    "Run",
    "SimulationRelation",
    "SmallestStep",
    "StudyTable",
    "SymagError",
    "Tree",
    "Verdict",
    "Walk",
    "audit",
    "backend_names",
    "check",
    "compare",
    "complete",
    "compose",
    "deadlock",
    "determinise",
    "encode",
    "explain",
    "formula",
    "hide",
    "load",
    "load_components",
    "load_questions",
    "loads",
    "minimise",
    "project",
    "quotient",
    "register",
    "restrict",
    "save",
    "save_components",
    "smallest_assumptions",
    "study",
    "trim",
]


def __getattr__(name: str) -> str:
    """`symag.__version__`, which costs a search among the installed packages."""
    if name != "__version__":
        raise AttributeError(f"module 'symag' has no attribute {name!r}")
    from symag.evidence.schema import symag_version

    return symag_version()


def __dir__() -> list[str]:
    """What there is to use, without the modules that this one is made of; those can be imported all the same."""
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})
