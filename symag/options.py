"""The one table of options: a field of `Options` is an option of `symag.check` and of the command line.

From a field and its `Option` derive the keyword of `symag.check` (name, type, default), the option of the command line
(flag, help, completion), the check of its value, the help that lists its values, and the call that reproduces a
verdict. To add an option, add a field. To add a value, add a record to the table behind the option
(`symag.relations.RELATIONS`, `symag.assume.METHODS`, …).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from symag.errors import InputError
from symag.limits import Limits, Listener
from symag.model import LPTS

__all__ = [
    "LIMITS",
    "AssumptionListener",
    "IterationListener",
    "Named",
    "NamedBackend",
    "Option",
    "Options",
    "Value",
    "compared_options",
    "explain",
    "having",
    "keywords",
    "option_of",
    "reference",
    "refuse_unknown",
    "show_compared",
    "table_of_options",
    "with_flags",
]

IterationListener = Callable[[dict[str, Any]], None]
"""Is called with the figures of each iteration, as soon as the iteration ends."""

AssumptionListener = Callable[[Any], bool]
"""Is called with a `symag.SmallestStep`; says whether the search should go on."""

P = ParamSpec("P")
A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


class Named(Protocol):
    """A record of a table: a relation, a method, a rule."""

    @property
    def name(self) -> str:
        """The value of the option."""

    @property
    def help(self) -> str:
        """What the value means, in one sentence without its full stop."""


class NamedBackend(Protocol):
    """A backend that is given as an object; `symag.simulation.Backend` says what else it needs."""

    @property
    def name(self) -> str:
        """The name that a verdict shows."""


@dataclass(frozen=True)
class Value:
    """A value of an option that has no table of its own."""

    name: str
    help: str


@dataclass(frozen=True)
class Option:
    """What the table says of an option besides its name, its type and its default."""

    help: str
    """One or two sentences; the values follow by themselves."""
    values: tuple[Value, ...] = ()
    """The values, if they are fixed."""
    table: bool = False
    """Do the values come from the table of records that has the option's name?"""
    metavar: str = "NAME"
    flags: tuple[str, ...] = ()
    """On the command line, if they differ from the name; `reads` says whether the command line has the option."""
    command_line: bool = True
    """Does the command line have it? Otherwise it is for Python only."""
    compared: bool = False
    """Does `compare` have it, too?"""
    method: str | None = None
    """The capability of a `Method` that the option goes with: `uses_rule`, `refines`."""
    relation: str | None = None
    """The capability of a `Relation` that the option goes with, such as `splits`."""
    closed: bool = True
    """Are the values of the table the only ones?"""
    recorded: bool = True
    """Does `verdict.options` have it? Otherwise the verdict has a field for it, or the option changes no verdict."""
    refused: bool = False
    """Is the option an error where it does not go with method or relation? Otherwise it has no effect there."""


def _option(default: Any, help: str, **rest: Any) -> Any:
    return field(default=default, metadata={"option": Option(help, **rest)})


STRATEGIES = (
    Value("improved", "few iterations"),
    Value("paper", "the algorithm as it was published, for comparison"),
)
ORDERS = (
    Value("given", "the components in the given order"),
    Value(
        "auto",
        "of two sides, both orders by turns until one decides; of more, the component that shares most actions first; "
        "for simulation and probabilities, by turns with that, other orders, in which several components are one side; "
        "for weakest, the components that know the specification's actions first, then their neighbours",
    ),
)
DECOMPOSITIONS = (
    Value("given", "the first component, or list of components, and the rest"),
    Value("auto", "as the sides together have the fewest states; the verdict says why"),
)


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to decide a question. Every field is a keyword of `symag.check`."""

    relation: str | None = _option(
        None,
        "What to decide. The default is simulation; of a formula, or with a bound on leaving a model, probability.",
        table=True,
        compared=True,
        recorded=False,
    )
    method: str = _option("auto", "How to decide it.", table=True, recorded=False)
    rule: str | None = _option(
        None,
        "The default is asym for two sides, and asym-n for more.",
        table=True,
        compared=True,
        method="uses_rule",
        refused=True,
        recorded=False,
    )
    strategy: str = _option(
        "improved", "How counterexamples refine abstractions.", values=STRATEGIES, compared=True, method="refines"
    )
    order: str | None = _option(
        None,
        "No assumption is needed about the first side, so the order can make assumptions small or large. The default "
        "is given; for weakest, auto.",
        values=ORDERS,
        compared=True,
        method="uses_rule",
    )
    decompose: str = _option(
        "given",
        "How the components are divided into the two sides of a rule that has two; auto makes asym the default rule.",
        values=DECOMPOSITIONS,
        compared=True,
        method="uses_rule",
        refused=True,
    )
    reduce: bool | None = _option(
        None,
        "Reduce the components first, which changes no verdict; the default except for mono and for --strategy paper.",
        flags=("--reduce/--no-reduce",),
    )
    split: bool | None = _option(
        None,
        "Decide a specification property by property, each with the components that matter for it. The default is to "
        "split several properties, and to leave it to the method whether it splits one model; --split splits that, "
        "too, where its projections to a few actions make it up, and --no-split composes several properties.",
        flags=("--split/--no-split",),
        compared=True,
        relation="splits",
        refused=True,
    )
    alphabet_refinement: bool = _option(
        False,
        "Assumptions begin with the actions of the specification, and get more actions only where these are needed.",
        compared=True,
        method="refines_alphabets",
        refused=True,
    )
    learner: str | None = _option(
        None,
        "What learns assumptions. The default is rs, and kv if a solver is asked.",
        table=True,
        compared=True,
        method="learns",
        refused=True,
    )
    cache: str | None = _option(
        None,
        "What answers a learner's membership queries before the teacher is asked: none, or a list such as "
        "plain,prefix. plain: the same word was asked before. prefix: a prefix is not in the language. suffix: an "
        "extension is in the language. The default is plain,prefix if a solver is asked; otherwise, words that lead to "
        "the same set of states are asked about once.",
        metavar="LIST",
        compared=True,
        method="learns",
        refused=True,
    )
    recursive: int | None = _option(
        None,
        "Decide premises with more than C components by learning again, and split a system that is not given as two "
        "sides in half.",
        metavar="C",
        compared=True,
        method="learns",
        refused=True,
    )
    smallest: bool = _option(
        False,
        "Make the assumptions of a proof smaller: for traces as small as possible, as the method minimal does; for "
        "simulation so small that no two states can be merged.",
        flags=("--smallest",),
        compared=True,
        method="uses_rule",
        refused=True,
    )
    search: str = _option(
        "sat",
        "How to search for a smallest assumption.",
        table=True,
        compared=True,
        method="minimises",
        refused=True,
    )
    heuristic: str | None = _option(
        None,
        "What a search over observation tables leaves out: independent-counterexamples, conservative-instantiation, or "
        "both as a list. The second one finds assumptions sooner, which need not be smallest.",
        metavar="LIST",
        compared=True,
        method="minimises",
        refused=True,
    )
    on_assumption: AssumptionListener | None = _option(
        None,
        "Is called with what a search for a smallest assumption has found, each time that this gets better; False ends "
        "the search.",
        command_line=False,
        recorded=False,
        method="minimises",
        refused=True,
    )
    at_most: object = _option(
        None,
        "With a plain LTS as specification: decide whether the probability that a trace leaves it is at most P, "
        "whatever a scheduler does.",
        metavar="P",
        recorded=False,
        compared=True,
    )
    assumption: LPTS | Sequence[LPTS] | None = _option(
        None,
        "A model to take as the assumption, so that symag only decides the premises; for asym-n, one for each.",
        metavar="A",
        method="takes_assumptions",
        recorded=False,
    )
    backend: str | NamedBackend = _option(
        "fixpoint",
        "What decides simulations: fixpoint, symag's own engine, or an SMT solver as a cross-check, such as z3, "
        "pysmt:z3, pysmt:cvc5, if it is installed.",
        recorded=False,
    )
    encoding: str | None = _option(
        None,
        "For an SMT solver: how a question becomes constraints.",
        table=True,
        closed=False,
        metavar="E",
        relation="has_encodings",
        refused=True,
    )
    limits: Limits | None = _option(None, "All limits together, as a symag.Limits.", command_line=False, recorded=False)
    timeout: float | None = _option(
        None, "Stop after S seconds; the answer is then unknown, exit code 3.", metavar="S", compared=True
    )
    max_states: int | None = _option(
        None,
        "Build at most N states of any model; if that is not enough, the answer is unknown.",
        metavar="N",
        compared=True,
    )
    memory: float | None = _option(
        None,
        "Use at most MB megabytes; if that is not enough, the answer is unknown.",
        metavar="MB",
        compared=True,
    )
    threads: int | None = _option(
        None,
        "Use at most N threads where work can be shared out, in composing and refining; the results are the same. "
        "The default is one for each core, and in studies and comparisons one for each job.",
        metavar="N",
        recorded=False,
    )
    audit: bool | None = _option(
        None,
        "Let the kernel, an independent checker, check the evidence; the default, unless you would have to wait.",
        flags=("--audit/--no-audit",),
        recorded=False,
    )
    listener: Listener | None = _option(
        None,
        "Is called with the stage of the work and a count, many times a second.",
        command_line=False,
        recorded=False,
    )
    on_iteration: IterationListener | None = _option(
        None,
        "Is called with the figures of each iteration of a refinement or a learner.",
        command_line=False,
        recorded=False,
    )

    def changed(self) -> dict[str, Any]:
        """The options that do not have their default value, by name."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name)) != one.default}


OPTION = re.compile(r"the option ([a-z]+(?:[_-][a-z]+)*)(?: '([a-z][a-z-]*)')?")
"""How a message names an option, perhaps with a value."""
LIMITS = ("timeout", "max_states", "memory", "threads")
"""The options that `limits` gives together."""


def option_of(name: str) -> Option:
    """The entry of an option in the table."""
    return _entry(next(one for one in fields(Options) if one.name == name))


def table_of_options() -> dict[str, tuple[Field[Any], Option]]:
    """Every option with its field (type, default) and its entry, in the order of the table."""
    return {one.name: (one, _entry(one)) for one in fields(Options)}


def _entry(one: Field[Any]) -> Option:
    found: Option = one.metadata["option"]
    return found


def refuse_unknown(name: str, value: object, records: Iterable[Named]) -> None:
    """An InputError unless the value of an option is the name of a record."""
    known = [record.name for record in records]
    if value not in known:
        raise InputError(f"the {name} {value!r} is not known: choose from {', '.join(known)}")


def explain(name: str, tables: Mapping[str, Sequence[Named]]) -> str:
    """The help of an option: what it goes with, what it does, and the meaning of each value."""
    option = option_of(name)
    methods = having(option.method, tables["method"])
    relations = having(option.relation, tables["relation"])
    goes_with = " ".join(filter(None, [relations, relations and methods and "by", methods]))
    values = option.values or (tables[name] if option.table else ())
    meanings = [f"{value.name}: {value.help}." for value in values]
    return " ".join(filter(None, [f"For {goes_with}." if goes_with else "", option.help, *meanings]))


def with_flags(message: str) -> str:
    """A message about options in the words of the command line: `the option at_most` is `--at-most` there."""

    def flag(found: re.Match[str]) -> str:
        name, value = found.groups()
        if name.replace("-", "_") not in table_of_options():
            return found[0]
        return f"--{name.replace('_', '-')}{f' {value}' if value else ''}"

    return OPTION.sub(flag, message)


def having(capability: str | None, records: Sequence[Named]) -> str:
    """The records that have a capability, in words."""
    if capability is None:
        return ""
    names = [record.name for record in records if getattr(record, capability)]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def reference(tables: Mapping[str, Sequence[Named]], names: Iterable[str]) -> str:
    """Options with their help, as a list in Markdown."""
    return "\n".join(f"- `{name}`: {explain(name, tables)}" for name in names)


def compared_options() -> list[str]:
    """The names of the options that `compare` shares with `check`."""
    return [name for name, (_, option) in table_of_options().items() if option.compared]


def show_compared(function: Callable[..., Any]) -> None:
    """Show the shared options in the signature of a function that takes them as `**options`."""
    given = signature(function)
    *own, _ = given.parameters.values()
    entries = [_parameter(one) for one in fields(Options) if _entry(one).compared]
    function.__signature__ = given.replace(parameters=[*own, *entries])  # type: ignore[attr-defined]


def _parameter(one: Field[Any]) -> Parameter:
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)


def keywords(
    maker: Callable[P, Options],
) -> Callable[[Callable[[A, B, Options], R]], Callable[Concatenate[A, B, P], R]]:
    """Decorate a function of two arguments and `Options`: it gets the keywords of the table, with their types."""

    def decorate(function: Callable[[A, B, Options], R]) -> Callable[Concatenate[A, B, P], R]:
        first, second, _ = signature(function).parameters.values()
        entries = [_parameter(one) for one in fields(Options)]
        shown = signature(function).replace(parameters=[first, second, *entries])

        @wraps(function)
        def called(*arguments: Any, **options: Any) -> R:
            given = shown.bind(*arguments, **options).arguments
            one, two = (given.pop(parameter.name) for parameter in (first, second))
            return function(one, two, maker(**given))  # type: ignore[call-arg]

        called.__signature__ = shown  # type: ignore[attr-defined]
        return called

    return decorate
