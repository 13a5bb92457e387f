"""What "the system is right" means: one record per relation.

.. include:: README.md
"""

from collections.abc import Iterable

from symag.errors import InputError
from symag.evidence import RelationWords, Verdict, verdict_of
from symag.model import LPTS
from symag.options import refuse_unknown
from symag.probability import Formula, is_named_so
from symag.relations.probability import PROBABILITY
from symag.relations.relation import Relation, Words
from symag.relations.simulation import SIMULATION, prove_simulation
from symag.relations.traces import TRACES

__all__ = [
    "DEFAULT_RELATION",
    "PROBABILITY",
    "RELATIONS",
    "SIMULATION",
    "Relation",
    "Words",
    "default_relation",
    "prove_simulation",
    "read_verdict",
    "refuse_conservative",
    "relation_of",
]

RELATIONS: tuple[Relation, ...] = (SIMULATION, TRACES, PROBABILITY)
"""The table."""
DEFAULT_RELATION = SIMULATION.name
"""What is decided about a model, unless the user says otherwise."""


def default_relation(models: Iterable[LPTS]) -> Relation:
    """What is decided about these models, unless the user says otherwise."""
    conservative = any(model.conservative for model in models)
    return next(r for r in RELATIONS if (r.admits_conservative if conservative else r.name == DEFAULT_RELATION))


def refuse_conservative(relation: Relation, models: Iterable[LPTS]) -> None:
    """An InputError if a model has more traces than its program, and the relation is about more than traces."""
    if not relation.admits_conservative and any(model.conservative for model in models):
        able = " or ".join(one.name for one in RELATIONS if one.admits_conservative)
        raise InputError(
            f"a flow graph has all traces of its program, and more: the relation {relation.name!r} says nothing about "
            f"the program; choose the relation {able}"
        )


def read_verdict(text: str, file: str | None = None) -> Verdict:
    """The verdict in the text of a file, without its certificate, and not audited."""
    known = {relation.name: RelationWords(relation.words.signs, relation.specification) for relation in RELATIONS}
    found = verdict_of(text, known, file)
    if isinstance(found.specification, Formula) and not is_named_so(found.specification):
        raise InputError(f"the formula that is called {found.specification.name!r} is another one", file)
    return found


def relation_of(name: str) -> Relation:
    """The record of that name; an InputError if there is none."""
    refuse_unknown("relation", name, RELATIONS)
    return next(relation for relation in RELATIONS if relation.name == name)
