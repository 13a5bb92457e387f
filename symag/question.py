"""A question with every choice resolved: the names that the user gave have become records of the tables.

Everything that can be wrong about the choices is an InputError here, before any work is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

from symag.assume import (
    ASYM,
    METHODS,
    RULES,
    Method,
    Rule,
    default_rule,
    hub_first,
    in_halves,
    refuse_relation,
    refuse_unfit,
)
from symag.assume.sides import Component, Sides, flatten, listed_components
from symag.errors import InputError
from symag.evidence import Conjunction, Specification, symag_version
from symag.formats import refuse_formula
from symag.limits import Limits, Watch
from symag.model import LPTS, counted
from symag.model.rational import as_bound
from symag.options import Named, Options, Value, having, refuse_unknown, table_of_options
from symag.probability import Formula, all_of, leaving
from symag.relations import PROBABILITY, RELATIONS, Relation, default_relation, refuse_conservative
from symag.simulation import Backend, get_backend
from symag.smt import ENCODINGS
from symag.traces import LEARNERS, SEARCHES, caches_of, heuristics_of, search_of

__all__ = ["TABLES", "Question", "ask", "left_with", "limits_of", "refuse_values"]


TABLES: Mapping[str, Sequence[Named]] = {
    "relation": RELATIONS,
    "method": METHODS,
    "rule": RULES,
    "learner": LEARNERS,
    "search": SEARCHES,
    "encoding": tuple(Value(name, help) for name, help in ENCODINGS.items()),
}
"""The records behind each option that names one."""


@dataclass(frozen=True)
class Question:
    """What to decide, and how."""

    sides: Sides
    """Of the rule; one side if the method has no rule."""
    specification: Specification
    relation: Relation
    method: Method
    rule: Rule | None
    backend: Backend
    assumptions: tuple[LPTS, ...]
    """Those that the user supplies."""
    reduce: bool
    order: str
    """Of the sides: as they are given, or as the method chooses."""
    limits: Limits
    options: Options

    @property
    def components(self) -> tuple[LPTS, ...]:
        """All components, of all sides."""
        return tuple(model for side in self.sides for model in side)

    @property
    def keeps_apart(self) -> bool:
        """Do several properties stay apart? Assumptions of the user, and smallest ones, are about all of them."""
        options = self.options
        return options.split is not False and not (self.assumptions or self.method.minimises or options.smallest)

    def load_libraries(self) -> None:
        """Load all that the method needs, before the clock starts: that time is not the question's."""
        for library in self.method.libraries:
            import_module(library)
        symag_version()

    def recorded(self) -> dict[str, Any]:
        """The options without a field of their own in the verdict, where they are not the default."""
        table = table_of_options()
        found = {name: value for name, value in self.options.changed().items() if table[name][1].recorded}
        if self.assumptions:
            found["assumption"] = [model.name for model in self.assumptions]
        limits = {
            "timeout": self.limits.seconds,
            "max_states": self.limits.max_states,
            "memory": self.limits.memory_mb,
        }
        return found | {name: value for name, value in limits.items() if value is not None}


def ask(components: Component, specification: Specification | Sequence[LPTS], options: Options) -> Question:
    """Resolve the choices; an InputError if one is not known, or if some do not go together."""
    refuse_values(options)
    if isinstance(specification, list | tuple) and specification and all(isinstance(p, Formula) for p in specification):
        specification = all_of(specification)
    specification = _bounded(specification, options)
    relation = _relation(components, specification, options)
    method = _named(options.method, METHODS)
    refuse_relation(method, relation)
    backend = _backend(options)
    limits = limits_of(options.limits, options.timeout, options.max_states, options.memory, options.threads)
    specified = _specification(specification, relation, Watch(limits, options.listener))
    if relation.asks_value(specified) and not method.finds_values:
        raise InputError(
            f"{specified.name} asks for a probability, for which the system is composed: choose one of "
            f"{', '.join(one.name for one in METHODS if one.finds_values)}, or prove a bound such as P<=1/10"
        )
    rule = _rule(components, method, relation, options)
    _refuse_mismatch(options, relation, method)
    if options.recursive is not None:
        components = in_halves(components)
    if options.decompose == "auto":  # the sides are chosen from all components
        components = flatten(components)
    sides = (flatten(components),) if rule is None else rule.sides(components)
    order = options.order or method.order
    if order == "auto" and not method.chooses_order:
        sides = hub_first(sides)
    assumptions = _assumptions(options.assumption, method, rule, sides, specified)
    reduce = method.reduces and options.strategy != "paper" if options.reduce is None else options.reduce
    return Question(sides, specified, relation, method, rule, backend, assumptions, reduce, order, limits, options)


def refuse_values(options: Options) -> None:
    """An InputError for a value that no record has."""
    for name, (field, option) in table_of_options().items():
        records = option.values or (TABLES[name] if option.table and option.closed else ())
        value = getattr(options, name)
        if records and not (value is None and field.default is None):
            refuse_unknown(name, value, records)
    if options.cache is not None:
        caches_of(options.cache)
    if heuristics_of(options.heuristic) and not search_of(options.search).takes_heuristics:
        known = " and ".join(kind.name for kind in SEARCHES if kind.takes_heuristics)
        raise InputError(
            f"the option heuristic goes with the searches {known} only: leave it out, or choose one of these"
        )
    if options.recursive is not None and not (isinstance(options.recursive, int) and options.recursive > 0):
        raise InputError(f"the option recursive must be a number of components, 1 or more, not {options.recursive!r}")


def _named(name: str, records: Sequence[Any]) -> Any:
    return next(record for record in records if record.name == name)


def _refuse_mismatch(options: Options, relation: Relation, method: Method) -> None:
    """An InputError for an option that was given and does not go with the method or the relation."""
    table = table_of_options()
    for name in options.changed():
        option = table[name][1]
        fits = all(
            capability is None or bool(getattr(record, capability))
            for capability, record in ((option.method, method), (option.relation, relation))
        )
        if option.refused and not fits:
            records = [_kind_of_records("relation", option.relation, RELATIONS)] if option.relation else []
            records += [_kind_of_records("method", option.method, METHODS)] if option.method else []
            goes_with = " and ".join(records)
            these = "it" if len(records) == 1 and records[0].startswith(("the method ", "the relation ")) else "these"
            raise InputError(f"the option {name} goes with {goes_with} only: leave it out, or choose {these}")


def _kind_of_records(kind: str, capability: str, records: Sequence[Named]) -> str:
    """`the method learn`, `the methods agar and learn`."""
    names = having(capability, records)
    return f"the {kind}{'s' if ' ' in names else ''} {names}"


def _backend(options: Options) -> Backend:
    if isinstance(options.backend, str):
        return get_backend(options.backend, options.encoding)
    if not isinstance(options.backend, Backend):
        raise InputError(
            f"{options.backend!r} is not a backend: give its name, or an object that follows symag's protocol"
        )
    if options.encoding is not None:
        raise InputError(f"an encoding is for a backend that is given by name, not for {options.backend!r}")
    return options.backend


def limits_of(
    limits: Limits | None,
    timeout: float | None,
    max_states: int | None,
    memory: float | None,
    threads: int | None = None,
) -> Limits:
    """The limits, given together or one by one."""
    if not isinstance(limits, Limits | None):
        raise InputError(f"limits must be a symag.Limits, not {limits!r}: write limits=symag.Limits(seconds=60)")
    if limits is not None and (timeout, max_states, memory, threads) != (None, None, None, None):
        raise InputError("give the limits together, as limits=…, or one by one, not both")
    return limits or Limits(timeout, max_states, memory, threads)


def _bounded(specification: Any, options: Options) -> Any:
    """With a bound on the probability of leaving it, a model becomes a formula."""
    if options.at_most is None:
        return specification
    if options.relation not in (None, PROBABILITY.name):
        raise InputError(
            f"the option at_most does not go with the relation {options.relation!r}: leave one of them out"
        )
    return left_with(specification, options.at_most)


def left_with(specification: object, at_most: object) -> Formula:
    """The formula that the specification, a safety LTS, is left with at most this probability."""
    bound = as_bound(at_most)
    if isinstance(specification, Formula):
        raise InputError(f"the option at_most is for a model: the formula {specification} has its own bound")
    if isinstance(specification, LPTS):
        return leaving(specification, bound)
    if isinstance(specification, Conjunction | list | tuple):
        raise InputError(
            "the option at_most takes one model as specification: leave the others out, or write a formula"
        )
    raise InputError("the option at_most is the probability of leaving a specification: give a model as specification")


def _relation(components: Component, specification: object, options: Options) -> Relation:
    """The relation that was asked for; of a formula, the one that is about formulas."""
    models = listed_components(components)
    relation = PROBABILITY if isinstance(specification, Formula) else default_relation(models)
    if options.relation is not None:
        relation = _named(options.relation, RELATIONS)
    refuse_conservative(relation, models)
    if isinstance(specification, Formula) and not isinstance(specification, relation.specification.types):
        raise InputError(f"the relation {relation.name!r} is not about formulas: leave the option relation out")
    return relation


def _specification(specification: object, relation: Relation, watch: Watch) -> Any:
    """The specification as the relation takes it; an InputError if it does not."""
    kind = relation.specification
    if isinstance(specification, list | tuple):
        specification = specification[0] if len(specification) == 1 else Conjunction.of(specification)
    if isinstance(specification, Conjunction):
        return kind.together(specification, watch)
    if isinstance(specification, str):
        refuse_formula(specification)
    if not isinstance(specification, kind.types):
        raise InputError(f"the specification must be {kind.noun}, not {specification!r}: {kind.remedy}")
    return specification


def _rule(components: Component, method: Method, relation: Relation, options: Options) -> Rule | None:
    name = options.rule
    if not method.uses_rule:
        if name is not None:
            _refuse_rule(_named(name, RULES), f"the method {method.name!r} has no rule", relation)
        return None
    if isinstance(components, LPTS) or len(flatten(components)) < 2:
        remedy = "give more"
        if any(model.conservative for model in listed_components(components)):
            remedy = "say which tasks of the program are on which side, with the option sides, such as car/controller"
        raise InputError(f"assume-guarantee reasoning needs two components or more: {remedy}, or choose another method")
    chosen = options.decompose == "auto"
    if chosen and (options.assumption is not None or options.recursive is not None):
        raise InputError(
            "the option decompose auto divides the components anew: leave it out, or leave assumption and recursive out"
        )
    if chosen and method.chooses_order:
        raise InputError(f"the method {method.name!r} takes components one by one: leave the option decompose out")
    if name is None:
        return default_rule(components) if options.recursive is None and not chosen else ASYM
    rule: Rule = _named(name, RULES)
    if chosen and not rule.groups:
        known = " and ".join(one.name for one in RULES if one.groups)
        raise InputError(
            f"the rule {name!r} has a side for each component, and the option decompose is for rules with two: "
            f"leave it out, or choose from {known}"
        )
    if rule.covers and not method.learns:
        why = (
            f"the rule {name!r} needs assumptions that together allow everything, and those of the method "
            f"{method.name!r} are each about one side"
        )
        _refuse_rule(rule, why, relation)
    if rule.covers and options.smallest:
        raise InputError(
            f"the option smallest does not go with the rule {name!r}: leave it out, or choose another rule"
        )
    if options.recursive is not None and len(rule.sides(in_halves(components))) > 2:
        raise InputError(f"the rule {name!r} has one component in each premise: leave the option recursive out")
    return rule


def _refuse_rule(rule: Rule, why: str, relation: Relation) -> NoReturn:
    """An InputError that names a method that has the rule, if one decides the relation."""
    able = [one for one in METHODS if (one.learns if rule.covers else one.uses_rule)]
    fit = next((one for one in able if one.decides(relation)), None)
    if fit is not None:
        raise InputError(f"{why}: leave the option rule '{rule.name}' out, or choose the option method '{fit.name}'")
    name = able[0].name
    known = " and ".join(one.name for one in RELATIONS if able[0].decides(one))
    raise InputError(
        f"the rule {rule.name!r} goes with the method {name!r}, which decides the relation {known!r} only: "
        "leave the option rule out"
    )


def _assumptions(
    given: LPTS | Sequence[LPTS] | None, method: Method, rule: Rule | None, sides: Sides, specification: Specification
) -> tuple[LPTS, ...]:
    """The assumptions that the user supplies; an InputError if the rule does not apply to them."""
    if given is None:
        return ()
    models = flatten(given, "an assumption")
    if rule is None or not method.takes_assumptions:
        known = having("takes_assumptions", METHODS)
        raise InputError(f"the method {method.name!r} has no assumptions: choose from {known}")
    if len(models) != rule.assumptions(sides):
        needed = rule.assumptions(sides)
        grouped = (
            "; where the option order 'auto' made several components one side, give their composition as one component"
        )
        hint = grouped if 0 < len(models) < needed and len(sides) > 2 else ""
        raise InputError(f"{len(sides)} sides need {counted(needed, 'assumption')}, not {len(models)}{hint}")
    refuse_unfit(rule.premises(sides, models, specification))
    if rule.covers and len({model.alphabet for model in models}) > 1:
        raise InputError(f"the assumptions of the rule {rule.name!r} must have the same alphabet: add what is missing")
    return models
