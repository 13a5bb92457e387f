"""The table of methods: how a question can be decided.

A method is a record. `check`, the command line, comparisons and reports read the table and compare no names. To add a
method, see `symag/README.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from symag.assume.agar import Agar, by_cegar
from symag.assume.auto import by_auto
from symag.assume.decompose import WORK, TwoSides, choose_sides
from symag.assume.learning import Learning, by_learning
from symag.assume.minimal import Minimal
from symag.assume.mono import by_composing
from symag.assume.orders import Attempt, both_orders, finish, grouped_orders, in_turns, with_order
from symag.assume.shrink import shrink
from symag.assume.split import by_conjuncts, by_projections
from symag.assume.task import Answer, Task
from symag.assume.trace_agar import TraceAgar
from symag.assume.weakest import by_weakest
from symag.errors import InputError
from symag.model import LPTS, names_of
from symag.options import refuse_unknown
from symag.relations import RELATIONS, Relation

__all__ = [
    "METHODS",
    "Method",
    "method_of",
    "refuse_relation",
    "run_method",
    "sides_of",
]

WORTH_SPLITTING = 8
"""A specification with more states is split by a method that decides several properties at once."""


@dataclass(frozen=True)
class Method:
    """A way to decide a question."""

    name: str
    """As `--method` and the verdict file have it."""
    help: str
    """What it does, in one sentence without its full stop."""
    run: Callable[[Task], Answer]
    """Decides the task; raises LimitReached if the limits do not suffice."""
    attempt: Callable[[Task], Attempt] | None = None
    """The same step by step, so that several orders of the sides can take turns."""
    uses_rule: bool = False
    """Does it prove by a rule, with sides and assumptions?"""
    takes_assumptions: bool = False
    """Can the user supply the assumptions?"""
    learns: bool = False
    """Does it learn assumptions, so that there are membership queries?"""
    minimises: bool = False
    """Does it search for smallest assumptions?"""
    refines_alphabets: bool = False
    """Can its assumptions begin with fewer actions than those of their interface?"""
    refines: bool = False
    """Does it refine abstractions, so that there is a strategy?"""
    rewrites_trees: bool = True
    """Are its trees rewritten from trees about other models, so that the kernel must check them?"""
    abstraction: str = "assumption"
    """What its iterations build."""
    order: str = "given"
    """The order of the sides, unless the user says otherwise."""
    chooses_order: bool = False
    """Does it choose the order of the sides as it goes along?"""
    reduces: bool = True
    """Are the components reduced first, unless the user says otherwise?"""
    splits: bool = False
    """Does it decide several properties by itself? Other methods decide one at a time (`symag.assume.split`)."""
    takes_any_specification: bool = False
    """Does it work with specifications that are not normal? For other methods a normal form takes their place."""
    requires: str | None = None
    """The capability that a relation must have: the name of a field of `Relation` that is not None."""
    finds_values: bool = False
    """Does it find the probability that a specification asks for?"""
    libraries: tuple[str, ...] = ()
    """Modules that are slow to import: they are imported before the clock starts."""

    def decides(self, relation: Relation) -> bool:
        """Does it decide questions about this relation?"""
        return self.requires is None or getattr(relation, self.requires) is not None


REFINEMENTS: dict[str, Callable[[Task], Attempt]] = {"tree": Agar, "trace": TraceAgar, "witness": Agar}
"""Abstraction refinement by the kind of counterexample that it starts from."""


def _agar(task: Task) -> Attempt:
    return REFINEMENTS[task.relation.counterexample](task)


METHODS: tuple[Method, ...] = (
    Method("auto", "try out which of the other methods pays", by_auto, takes_any_specification=True, finds_values=True),
    Method(
        "mono",
        "compose all components; a counterexample is as short as possible",
        by_composing,
        rewrites_trees=False,
        reduces=False,
        takes_any_specification=True,
        finds_values=True,
    ),
    Method(
        "agar",
        "by parts, with assumptions from abstraction refinement",
        lambda task: finish(_agar(task)),
        _agar,
        uses_rule=True,
        takes_assumptions=True,
        refines=True,
        refines_alphabets=True,
        libraries=("numpy",),
    ),
    Method(
        "learn",
        "by parts, with assumptions that L* learns",
        by_learning,
        Learning,
        uses_rule=True,
        takes_assumptions=True,
        learns=True,
        refines_alphabets=True,
        requires="teacher",
        libraries=("numpy",),
    ),
    Method(
        "minimal",
        "by parts, with smallest assumptions, and evidence that none is smaller",
        lambda task: finish(Minimal(task)),
        Minimal,
        uses_rule=True,
        minimises=True,
        requires="search",
        libraries=("numpy", "z3"),
    ),
    Method(
        "weakest",
        "by parts, with weakest assumptions: components are eliminated one by one",
        by_weakest,
        uses_rule=True,
        order="auto",
        chooses_order=True,
        reduces=False,
        splits=True,
        takes_any_specification=True,
        requires="search",
        libraries=("numpy",),
    ),
    Method(
        "cegar",
        "compose the system, and refine one abstraction of it",
        by_cegar,
        refines=True,
        abstraction="abstraction",
        libraries=("numpy",),
    ),
)
"""The table; the first one is the default."""


def method_of(name: str) -> Method:
    """The record of that name; an InputError if there is none."""
    refuse_unknown("method", name, METHODS)
    return next(method for method in METHODS if method.name == name)


def refuse_relation(method: Method, relation: Relation) -> None:
    """An InputError if the method does not decide the relation."""
    if not method.decides(relation):
        able = [one for one in RELATIONS if method.decides(one)]
        known = " and ".join(repr(one.name) for one in able)
        others = ", ".join(one.name for one in METHODS if one.decides(relation))
        instead = f"choose from {others}"
        if len(able) == 1 and all(LPTS in one.specification.types for one in (able[0], relation)):
            instead = f"give the option relation {known}, or {instead}"
        raise InputError(f"the method {method.name!r} decides the relation {known} only: {instead}")


def run_method(method: Method, task: Task) -> Answer:
    """The answer by a method, with the sides in the given order, or in one that symag chooses."""
    model = task.relation.specification.model(task.specification)
    if not task.relation.splits or task.smallest or method.minimises:
        return _run_one(method, task)
    if model is None:
        return _run_one(method, task) if method.splits else by_conjuncts(task, lambda one: _run_one(method, one))
    large = method.splits and model.num_states > WORTH_SPLITTING
    if large if task.split is None else task.split:
        return by_projections(task, lambda one: _run_one(method, one), method.splits)
    return _run_one(method, task)


def _run_one(method: Method, task: Task) -> Answer:
    """The answer about a specification that is one model."""
    if method.uses_rule and len(task.sides) < 2:  # of a part of the system
        return by_composing(task)
    if not method.takes_any_specification:
        task = task.normalised()
    chosen = sides_of(task) if task.decompose and method.uses_rule else None
    if chosen is not None:
        task = replace(task, sides=chosen.sides(task.components), decompose=False)
    answer = _run(method, task)
    if chosen is not None:
        known = answer.log.figures.get("selection")
        answer.log.figures["selection"] = "; ".join(filter(None, [chosen.why(), known]))
    return shrink(task, answer) if task.smallest else answer


def sides_of(task: Task, work: int = WORK) -> TwoSides | None:
    """The two sides that the option `decompose` chooses, of the components that the method works with."""
    specification = task.relation.specification.model(task.specification) if task.relation.search else None
    return choose_sides(task.small_components, names_of(task.components), specification, task.watch, work)


def _run(method: Method, task: Task) -> Answer:
    if task.order == "given" or method.chooses_order or method.attempt is None or task.rule.covers:
        return method.run(task)
    if len(task.sides) == 2:
        return in_turns(task, both_orders(task.sides), method.attempt)
    if REFINEMENTS[task.relation.counterexample] is Agar:
        return in_turns(task, grouped_orders(task.sides), method.attempt)
    return with_order(method.run(task), task)
