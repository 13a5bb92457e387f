"""The rules of assume-guarantee reasoning, as data: each gives the premises that prove its conclusion.

ASYM and ASYM-N (CAV'12, Theorem 1 and section 6; CAV'08 for traces) have one shape, a chain:

    1: L_1 ‖ A_1 ≼ P    2: L_2 ‖ A_2 ≼ A_1    …    n: L_n ≼ A_{n-1}
    ---------------------------------------------------------------
                       L_1 ‖ … ‖ L_n ≼ P

They differ in what a side L_i is. The symmetric rule (Barringer, Giannakopoulou and Păsăreanu, 2003) is for traces, and
has an assumption for each of two sides:

    1: L_1 ‖ A_1 ⊨ P    2: L_2 ‖ A_2 ⊨ P    traces(A_1) ∪ traces(A_2) = Σ*
    ----------------------------------------------------------------------
                             L_1 ‖ L_2 ⊨ P

The methods that find assumptions, the proof, the check of assumptions that the user
supplies, and the reports read the premises from here. To add a rule, see `symag/README.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from symag.assume.sides import Component, Sides, flatten
from symag.errors import InputError
from symag.evidence import Specification
from symag.model import LPTS

__all__ = [
    "ASYM",
    "ASYM_N",
    "RULES",
    "SYMMETRIC",
    "Premise",
    "Rule",
    "default_rule",
    "in_halves",
    "refuse_unfit",
]


@dataclass(frozen=True)
class Premise:
    """`below[0] ‖ below[1] ‖ … ≼ above`: `L2` is the second component, `A1` an assumption, `P` the specification."""

    below: tuple[str, ...]
    above: str
    components: tuple[LPTS, ...]
    """The components below."""
    assumptions: tuple[LPTS, ...]
    """The assumptions below."""
    target: Specification
    """The model above."""

    @property
    def is_about_specification(self) -> bool:
        """Is the specification above? Otherwise an assumption is."""
        return self.above == "P"

    def claim(self, sign: str) -> str:
        """The premise in the names that people gave, with the sign of the relation."""
        names = [
            model.name or f"the component {name}" for name, model in zip(self.below, self.components, strict=False)
        ]
        names += self.below[len(self.components) :]
        above = (self.target.name or "P") if self.is_about_specification else self.above
        return f"{' ‖ '.join(names)} {sign} {above}"


@dataclass(frozen=True)
class Rule:
    """A rule: how it divides the components into sides, and its premises."""

    name: str
    """As `--rule` and the verdict file have it."""
    help: str
    """What it does, in one sentence without its full stop."""
    sides: Callable[[Component], Sides]
    """The sides; an InputError if the components do not make them."""
    premises: Callable[[Sides, Sequence[LPTS], Specification], tuple[Premise, ...]]
    """The premises for these sides, assumptions and specification."""
    groups: bool = False
    """Can a side be a list of components, as the user gives them? Otherwise such lists make no difference."""
    covers: bool = False
    """Does every side have an assumption, and must these together allow all words? Otherwise the first side has none,
    and each premise has the assumption of the premise before it above."""

    def assumptions(self, sides: Sides) -> int:
        """How many assumptions these sides need."""
        return len(sides) if self.covers else len(sides) - 1


def _two_sides(components: Component) -> Sides:
    """The first component, or list of components, and the rest."""
    flat = flatten(components)
    first = len(flatten(components[0])) if not isinstance(components, LPTS) else len(flat)
    if not first:
        raise InputError("this rule has two sides, and the first one is empty: give it a component")
    if first == len(flat):
        raise InputError("this rule has two sides, the first component and the rest: there is no rest")
    return flat[:first], flat[first:]


def in_halves(components: Component) -> Component:
    """Two components or lists of components as they are; otherwise the first half and the second."""
    if isinstance(components, LPTS) or len(components) == 2:
        return components
    flat = flatten(components)
    return [flat[: len(flat) // 2], flat[len(flat) // 2 :]]


def _one_side_each(components: Component) -> Sides:
    return tuple((component,) for component in flatten(components))


def _chain(sides: Sides, assumptions: Sequence[LPTS], specification: Specification) -> tuple[Premise, ...]:
    """Premise i has side i and assumption i below, and assumption i - 1 above."""
    return tuple(_links(sides, assumptions, specification))


def _links(sides: Sides, assumptions: Sequence[LPTS], specification: Specification) -> Iterator[Premise]:
    start = 1
    for number, side in enumerate(sides, 1):
        names = [f"L{i}" for i in range(start, start + len(side))]
        below = () if number == len(sides) else (assumptions[number - 1],)
        names += [f"A{number}"] if below else []
        above: tuple[str, Specification] = ("P", specification)
        if number > 1:
            above = f"A{number - 1}", assumptions[number - 2]
        yield Premise(tuple(names), above[0], side, below, above[1])
        start += len(side)


def _both(sides: Sides, assumptions: Sequence[LPTS], specification: Specification) -> tuple[Premise, ...]:
    """Premise i has side i and its assumption below, and the specification above."""
    start, found = 1, []
    for number, (side, assumption) in enumerate(zip(sides, assumptions, strict=True), 1):
        names = [f"L{i}" for i in range(start, start + len(side))]
        found.append(Premise((*names, f"A{number}"), "P", side, (assumption,), specification))
        start += len(side)
    return tuple(found)


ASYM = Rule(
    "asym",
    "one assumption, about all components except the first component (or the first list of components)",
    _two_sides,
    _chain,
    groups=True,
)
ASYM_N = Rule(
    "asym-n",
    "every component is a side of its own, and each but the first has an assumption, about it and all after it",
    _one_side_each,
    _chain,
)
SYMMETRIC = Rule(
    "symmetric",
    "an assumption for each of two sides, as for asym, which together allow everything; for the method learn",
    _two_sides,
    _both,
    groups=True,
    covers=True,
)
RULES: tuple[Rule, ...] = (ASYM, ASYM_N, SYMMETRIC)
"""The table."""


def default_rule(components: Component) -> Rule:
    """ASYM for two components or lists of components, ASYM-N for more."""
    return ASYM if not isinstance(components, LPTS) and len(components) == 2 else ASYM_N


def refuse_unfit(premises: Sequence[Premise]) -> None:
    """An InputError if the rule does not apply to these assumptions, whatever they say (CAV'12, Lemma 2, Theorem 1):
    what is spoken of above must be known below, in every premise."""
    everything = _alphabet(model for premise in premises for model in premise.components)
    for premise in premises:
        spoken_of, speaker = premise.target.alphabet, f"the assumption {premise.above}"
        if premise.is_about_specification:
            spoken_of, speaker = spoken_of & everything, "the specification"
        missing = ", ".join(sorted(spoken_of - _alphabet((*premise.components, *premise.assumptions))))
        if missing and premise.assumptions:
            named = premise.below[-1]
            raise InputError(f"{speaker} speaks of {missing}, and the assumption {named} does not: add that to it")
        if missing:
            raise InputError(
                f"{speaker} speaks of {missing}, in which the components that it replaces take no part: leave that out"
            )


def _alphabet(models: Iterable[LPTS]) -> frozenset[str]:
    return frozenset[str]().union(*(model.alphabet for model in models))
