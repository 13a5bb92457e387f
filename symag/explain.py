"""`explain`: what there is to know about a question before it is decided, within about a second.

Sizes, interfaces, how fast the composition grows, what splits, what is symmetric, which components are near the
specification, and what the method would do. Everything has a budget of work: where it does not suffice, the explanation
says so.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from symag.assume import Component, RunLog, Task, TwoSides, sides_of
from symag.check import CheckRun
from symag.errors import LimitReached
from symag.evidence import Conjunction, Specification
from symag.evidence.schema import symag_version
from symag.limits import Watch, within_memory
from symag.model import LPTS, distances_from, owners_of
from symag.model.presentation import present
from symag.notes import ComponentFacts, Forecast, Growth, facts_on_components, forecast, growth_of, notes_on
from symag.operators import classes_of
from symag.options import Options, keywords
from symag.question import ask
from symag.traces import split_specification

__all__ = ["Explanation", "PropertyFacts", "explain"]

SYMMETRY_WORK = 200_000
"""Transitions of the components among which symmetric ones are looked for."""
REDUCED_WORK = 100_000
"""Transitions of the components that are reduced to see how small they get."""

DIVIDED_WORK = 100_000
"""States of sides that are explored to choose two."""

SPLITTING_WORK = 1_000_000
"""Moves that are looked at to split the specification."""


@dataclass(frozen=True)
class PropertyFacts:
    """The specification, or one of the properties that it consists of."""

    name: str
    """What people call it."""
    states: int
    """How many states it has."""
    transitions: int
    """How many transitions it has."""
    actions: tuple[str, ...]
    """Its alphabet."""
    normal: bool
    """Can methods work with it as it is? Of traces, they can with a deterministic one without hidden moves."""
    near: tuple[int, ...]
    """The components that know one of its actions, by number, from 0: it may be decided with these alone."""

    def to_json(self) -> dict[str, Any]:
        """As `symag explain --json` prints it."""
        return {
            "name": self.name,
            "states": self.states,
            "transitions": self.transitions,
            "actions": list(self.actions),
            "normal": self.normal,
            "near": list(self.near),
        }


@dataclass(frozen=True, repr=False)
class Explanation:
    """What there is to know about a question before it is decided."""

    relation: str
    """The relation that would be decided."""
    sign: str
    """The sign of the relation."""
    specification: str
    """The name of the specification."""
    components: tuple[ComponentFacts, ...]
    """Sizes and actions of each component, without its unreachable states."""
    owners: Mapping[str, tuple[int, ...]]
    """For each action, the components that take part in it, by number, from 0."""
    properties: tuple[PropertyFacts, ...]
    """The specification; several, if it is decided property by property."""
    projections: tuple[PropertyFacts, ...]
    """Of a specification that is one model: two or more projections to a few actions that make it up, so that `split`
    decides them one by one; none if there are none, or if they were not found at once."""
    splits: bool
    """Can the relation be decided property by property, and with a part of the components?"""
    growth: Growth
    """The size of the composition, as far as it is known."""
    reduced: tuple[int, ...] | None
    """The states of each component when it is reduced; None if it is not reduced, or reducing all of them is costly."""
    reduced_growth: Growth | None
    """The size of the composition of the reduced components; None if that is not known."""
    classes: tuple[tuple[int, ...], ...] | None
    """The components that are equal up to renaming, by number; None if they are too large to be compared."""
    distances: tuple[int | None, ...]
    """How far each component is from the specification: 0 if they share an action, 1 if it shares an action with such
    a component, and so on; None if no chain of shared actions leads to it."""
    two_sides: TwoSides | None
    """How `--decompose auto` would divide the components; None if there are no two, or that would take long."""
    forecast: Forecast
    """What the method would do, why, and what that should cost."""
    notes: tuple[str, ...] = ()
    """What to look at before anything is decided."""
    question: str | None = None
    """The question as a file asks it."""

    @property
    def shared(self) -> dict[tuple[int, ...], list[str]]:
        """The actions that two or more components share, by the components that share them."""
        found: dict[tuple[int, ...], list[str]] = {}
        for action, numbers in sorted(self.owners.items()):
            if len(numbers) > 1:
                found.setdefault(numbers, []).append(action)
        return dict(sorted(found.items()))

    def __repr__(self) -> str:
        names = [component.name for component in self.components]
        shown = names if len(names) <= 4 else [*names[:2], "…", names[-1]]
        return f"<Explanation: {' ‖ '.join(shown)} {self.sign} {self.specification}: {self.forecast.method}>"

    def __str__(self) -> str:
        """The explanation as text."""
        return present(self, "text")

    def draw(self, path: str | os.PathLike[str]) -> None:
        """Draw who shares what with whom to a .svg, .png or .dot file. Components of one colour are equal up to
        renaming, and dashed lines lead to the specification."""
        present(self, "communication", os.fspath(path))

    def to_json(self) -> dict[str, Any]:
        """The object that `symag explain --json` prints."""
        names = [component.name for component in self.components]
        return {
            "symag": symag_version(),
            "question": self.question,
            "relation": self.relation,
            "specification": self.specification,
            "components": [component.to_json() for component in self.components],
            "shared": [
                {"components": [names[number] for number in numbers], "actions": actions}
                for numbers, actions in self.shared.items()
            ],
            "properties": [
                each.to_json() | {"near": [names[number] for number in each.near]} for each in self.properties
            ],
            "projections": [
                each.to_json() | {"near": [names[number] for number in each.near]} for each in self.projections
            ],
            "composition": self.growth.to_json(),
            "reduced": None if self.reduced is None else list(self.reduced),
            "reduced_composition": self.reduced_growth and self.reduced_growth.to_json(),
            "classes": None if self.classes is None else [[names[n] for n in alike] for alike in self.classes],
            "distances": list(self.distances),
            "two_sides": self.two_sides and self.two_sides.to_json(),
            "forecast": self.forecast.to_json(),
            "notes": list(self.notes),
        }


@keywords(Options)
def explain(components: Component, specification: Specification | Sequence[LPTS], options: Options) -> Explanation:
    """Look at a question before it is decided: what is large, what is shared, what helps, and what it should cost.

    The arguments and keywords are those of `symag.check`. It takes about a second, whatever the question: work beyond
    that is left out, and the explanation says so. `LimitReached` is raised if a limit does not even suffice for that.
    """
    question = ask(components, specification, options)
    question.load_libraries()
    run = CheckRun(question, Watch(question.limits, options.listener), RunLog())
    return within_memory(lambda: _explained(run))


explain.__doc__ = cleandoc(explain.__doc__ or "")


def _explained(run: CheckRun) -> Explanation:
    question, watch = run.question, run.watch
    task, _ = run.prepare()
    models, relation, owners = task.components, task.relation, owners_of(task.components)
    growth, explored = growth_of(models, watch)
    notes: tuple[str, ...] = ()
    with suppress(LimitReached):  # a note is not worth an explanation
        model = relation.specification.model(question.specification)
        notes = notes_on(question.components, models, question.specification, explored, watch, model)
    reduced = _reduced(task)
    projections = _projections(task)
    smaller = None if reduced is None else growth_of(reduced, watch)[0]
    return Explanation(
        relation=relation.name,
        sign=relation.sign,
        specification=task.specification.name or "P",
        components=facts_on_components(models, owners),
        owners=owners,
        properties=_facts(task, relation.specification.properties(task.specification), owners),
        projections=_facts(task, projections, owners),
        splits=relation.splits,
        growth=growth,
        reduced=None if reduced is None else tuple(model.num_states for model in reduced),
        reduced_growth=smaller,
        classes=_classes(task),
        distances=tuple(distances_from(task.specification.alphabet, models)),
        two_sides=_two_sides(task),
        forecast=forecast(question.method, task, growth, smaller, projections),
        notes=notes,
    )


def _projections(task: Task) -> tuple[LPTS, ...]:
    model = task.relation.specification.model(task.specification)
    if not task.relation.splits or task.split is False or model is None:
        return ()
    split = split_specification(model, task.watch, SPLITTING_WORK)
    return () if split is None else split.conjuncts


def _facts(task: Task, properties: Sequence[LPTS], owners: Mapping[str, tuple[int, ...]]) -> tuple[PropertyFacts, ...]:
    found = []
    for number, model in enumerate(properties, 1):
        near = {owner for action in model.alphabet for owner in owners.get(action, ())}
        found.append(
            PropertyFacts(
                model.name or f"P{number}",
                model.num_states,
                model.num_transitions,
                tuple(sorted(model.alphabet)),
                task.relation.is_normal(model),
                tuple(sorted(near)),
            )
        )
    return tuple(found)


def _two_sides(task: Task) -> TwoSides | None:
    model = task.relation.specification.model(task.specification)
    too_large = _transitions(task) > REDUCED_WORK or (model is None and isinstance(task.specification, Conjunction))
    return None if too_large or not task.relation.is_normal(task.specification) else sides_of(task, DIVIDED_WORK)


def _transitions(task: Task) -> int:
    return sum(component.num_transitions for component in task.components)


def _reduced(task: Task) -> tuple[LPTS, ...] | None:
    several = isinstance(task.specification, Conjunction)
    if several or not task.reduce or _transitions(task) > REDUCED_WORK:
        return None
    return task.small_components


def _classes(task: Task) -> tuple[tuple[int, ...], ...] | None:
    if _transitions(task) > SYMMETRY_WORK:
        return None
    return tuple(map(tuple, classes_of(task.components, task.watch)))
