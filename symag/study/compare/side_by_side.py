"""`compare`: the same question put to several backends, by several methods.

Each is a job in a process of its own. They run one after the other: they are timed.

A comparison for every size of a family.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from itertools import product
from typing import Any

from symag.assume import METHODS, Component, listed_components, method_of
from symag.errors import InputError
from symag.evidence import Specification, model_of
from symag.evidence.schema import symag_version
from symag.limits import Listener, Watch
from symag.model import LPTS
from symag.operators import trim
from symag.options import LIMITS, Options, compared_options, option_of, reference, show_compared
from symag.question import TABLES, ask
from symag.simulation import backend_names, get_backend
from symag.study.cases.families import Family
from symag.study.checks import GivenModels, check_job
from symag.study.compare.comparison import DEFAULT_METHODS, Comparison, ComparisonRow, versions, write
from symag.study.jobs import Job, JobResult
from symag.study.runners import ChildProcesses, do_jobs

__all__ = ["Sweep", "chosen", "chosen_methods", "compare", "sweep"]

ROW_FIGURES = {
    "reason": "reason",
    "seconds": "seconds",
    "audit_seconds": "audit_seconds",
    "peak_memory_mb": "peak_memory_mb",
    "value": "value",
    "states": "states_explored",
    "iterations": "iterations",
    "largest_assumption": "largest_assumption",
    "pairs": "pairs",
    "variables": "variables",
    "clauses": "clauses",
    "core": "core",
    "tree_nodes": "tree_nodes",
    "tree_depth": "tree_depth",
}
"""The figures of a row, and how those of a check are called."""


def compare(
    components: Component,
    specification: Specification | Sequence[LPTS],
    *,
    backends: Iterable[str] | None = None,
    methods: Iterable[str] | None = None,
    listener: Listener | None = None,
    **options: Any,
) -> Comparison:
    """Decide the same question by several backends, by several methods, or by each backend with each method.

    The question is that of `symag.check`. `backends` are names: "fixpoint", "z3", "pysmt:z3", "pysmt:cvc5"; a solver
    may have another encoding: "z3/lazy" (the default), "z3/cuts", "z3/weights". `symag.backend_names()` lists those
    that are there. `backends=None` takes all of them; or "fixpoint" alone, if there are `methods` to compare. `methods`
    are those of `symag.check`; the default is "auto" alone.

    Each backend with each method is a row of the result, in a process of its own and audited as by `symag.check`. The
    limits are for each row. One that fails, or does not end in time, is a row like the others. One that is not there,
    or does not go with the relation, is an InputError at once.

    The other keywords are options of `symag.check`, for all rows:
    """
    unknown = sorted(options.keys() - set(compared_options()))
    if unknown:
        raise TypeError(f"compare() got an unexpected keyword argument {unknown[0]!r}")
    parts, names, ways = listed_components(components), chosen(backends, methods), chosen_methods(methods)
    chosen_options = {way: _options(way, ways, options) for way in ways}
    for way in ways:
        asked = ask(components, specification, Options(**chosen_options[way]))
        trimmed = asked.relation.specification.trim(asked.specification, Watch())
        asked.relation.admit(map(trim, parts), trimmed)
    subject, has_methods = GivenModels(components, specification), ways != DEFAULT_METHODS
    jobs = {}
    for way, name in product(ways, names):
        own = {key: value for key, value in chosen_options[way].items() if key not in LIMITS} | {"backend": name}
        jobs[way, name] = check_job(f"{way}, {name}" if has_methods else name, subject, own, asked.limits)
    rows = _rows(jobs, listener)
    return Comparison(parts, trimmed, rows, asked.limits, asked.relation.name, options.get("rule"))


compare.__doc__ = f"{cleandoc(compare.__doc__ or '')}\n\n{reference(TABLES, ['method', *compared_options()])}"
show_compared(compare)


def _options(way: str, ways: tuple[str, ...], given: dict[str, Any]) -> dict[str, Any]:
    """The options of `check` for one of the methods: without those that it would refuse, unless all methods would:
    then `ask` says what is wrong."""
    records = [method_of(one) for one in ways if one in {method.name for method in METHODS}]
    found: dict[str, Any] = {"method": way}
    for name, value in given.items():
        capability = option_of(name).method if option_of(name).refused else None
        takers = {record.name for record in records if capability is None or getattr(record, capability)}
        if not takers or way in takers:
            found[name] = value
    return found


def _rows(jobs: dict[tuple[str, str], Job], listener: Listener | None) -> tuple[ComparisonRow, ...]:
    """One job after the other; the row of each, which stands for a method and a backend."""
    asked = {job.name: who for who, job in jobs.items()}
    stages = {name: f"{name}, {number} of {len(asked)}" for number, name in enumerate(asked, 1)}

    def tell(job: Job) -> None:
        if listener is not None:
            listener(stages[job.name], 0)

    return tuple(_row(*asked[job.name], result) for job, result in do_jobs(jobs.values(), ChildProcesses(), None, tell))


def chosen(backends: Iterable[str] | None, methods: Iterable[str] | None = None) -> tuple[str, ...]:
    """The names of the backends that are to be asked; an InputError if one is there twice or not at all."""
    if isinstance(backends, str):
        raise InputError(f"backends must be a list of names, not {backends!r}: write [{backends!r}]")
    if backends is None:
        backends = filter(_is_usable, backend_names()) if methods is None else ("fixpoint",)
    names = tuple(backends)
    if not names:
        raise InputError(f"there is no backend to compare: choose from {', '.join(backend_names())}")
    for position, name in enumerate(names):
        get_backend(name)
        if name in names[:position]:
            raise InputError(f"the backend {name!r} is there twice")
    return names


def chosen_methods(methods: Iterable[str] | None) -> tuple[str, ...]:
    """The methods that are to be compared; an InputError if one is there twice."""
    if methods is None:
        return DEFAULT_METHODS
    if isinstance(methods, str):
        raise InputError(f"methods must be a list of names, not {methods!r}: write [{methods!r}]")
    names = tuple(methods)
    if not names:
        raise InputError(f"there is no method to compare: choose from {', '.join(method.name for method in METHODS)}")
    for position, name in enumerate(names):
        if name in names[:position]:
            raise InputError(f"the method {name!r} is there twice")
    return names


def _is_usable(name: str) -> bool:
    """A solver may be installed and yet not work. If it is asked for by name, that is an error."""
    try:
        get_backend(name)
    except InputError:
        return False
    return True


def _row(method: str, backend: str, result: JobResult) -> ComparisonRow:
    """The answer of one backend by one method."""
    figures = result.figures
    if "unavailable" in figures:
        where = "it must be in a package, or in a module that can be imported"
        raise InputError(f"the backend {backend!r} is known only in this process ({where}): {figures['unavailable']}")
    if result.failure is not None:
        return ComparisonRow(backend, "failed", result.failure, log=result.log, method=method)
    if "verdict" not in figures:
        seconds = round(result.seconds, 6)
        return ComparisonRow(backend, "unknown", figures["reason"], seconds, method=method)
    known = {name: figures.get(figure) for name, figure in ROW_FIGURES.items()}
    log = result.log if figures["verdict"] == "failed" else None
    audited = figures.get("audited", False)
    return ComparisonRow(backend, figures["verdict"], **known, audited=audited, log=log, method=method)


@dataclass(frozen=True, eq=False)
class Sweep:
    """What a family's members, by their sizes, have shown."""

    family: Family
    violated: bool
    comparisons: tuple[tuple[int, Comparison], ...]

    @property
    def agree(self) -> bool:
        """Do the backends agree on every size?"""
        return all(comparison.agree for _, comparison in self.comparisons)

    def to_json(self) -> dict[str, Any]:
        """The object that `symag compare --family … --json` prints."""
        questions = []
        for size, comparison in self.comparisons:
            data = comparison.to_json()
            shown = {key: data[key] for key in ("agree", "rule", "limits", "components", "specification", "rows")}
            questions.append({"size": size, "system_states": self.family.states(size), **shown})
        return {
            "symag": symag_version(),
            "versions": versions(),
            "family": self.family.name,
            "violated": self.violated,
            "agree": self.agree,
            "questions": questions,
        }

    def to_records(self) -> list[dict[str, Any]]:
        """The rows of a table: those of each size."""
        return [
            {
                "family": self.family.name,
                "violated": self.violated,
                "size": size,
                "system_states": self.family.states(size),
                "specification_states": model_of(comparison.specification).num_states,
                **record,
            }
            for size, comparison in self.comparisons
            for record in comparison.to_records()
        ]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a `.json` file, as `to_json` has it, or its rows to a `.csv` file."""
        write(path, self.to_json(), self.to_records())


def sweep(
    family: Family,
    sizes: Iterable[int],
    *,
    violated: bool = False,
    backends: Iterable[str] | None = None,
    methods: Iterable[str] | None = None,
    listener: Listener | None = None,
    **options: Any,
) -> Sweep:
    """Compare the backends and the methods on each size; the other arguments are those of `compare`."""
    asked = options | {"backends": chosen(backends, methods), "methods": chosen_methods(methods)}
    found = []
    for size in sizes:

        def tell(stage: str, count: int, size: int = size) -> None:
            if listener is not None:
                listener(f"{family.name} of size {size}: {stage}", count)

        components, specification = family(size, violated)
        found.append((size, compare(components, specification, **asked, listener=tell)))
    return Sweep(family, violated, tuple(found))
