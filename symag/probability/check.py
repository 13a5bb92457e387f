"""Decides a formula on a composed system, in the place of a backend that decides simulations; and formulas as a kind of
specification.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symag.errors import InputError
from symag.evidence import SpecificationKind
from symag.evidence.schema import get
from symag.formats import SourceText, native
from symag.limits import Watch
from symag.model import LPTS
from symag.model.rational import MAX_EXACT_DIGITS, as_bound
from symag.operators import is_deterministic, normal_form, trim
from symag.probability.evaluation import Evaluation
from symag.probability.formula import And, Chance, Enabled, Formula, Leaves, Or, StateFormula, TruthValue, Until
from symag.probability.parse import formula
from symag.probability.text import formula_text
from symag.probability.tree import violating_tree
from symag.simulation import Backend, Capabilities, Decision, capabilities_of

__all__ = ["FORMULA_KIND", "BoundCheck", "decision_of", "is_named_so", "leaving"]


class BoundCheck:
    """Decides formulas, as the backend does it; a tree that it finds in a part of the system is final."""

    capabilities = Capabilities(is_explicit=True)

    def __init__(self, backend: Backend) -> None:
        able = capabilities_of(backend)
        if able.formulas is None and not able.is_explicit:
            raise InputError(
                f"the backend {backend.name!r} does not decide formulas of probabilistic safety: choose fixpoint, or a "
                "solver such as z3"
            )
        self.backend, self._decide = backend, able.formulas

    @property
    def name(self) -> str:
        """The backend's."""
        return self.backend.name

    def simulate(self, system: LPTS, specification: Any, watch: Watch) -> Decision:
        """A bound if the system satisfies the formula, otherwise a tree that does not."""
        if self._decide is not None:
            return self._decide(system, specification, watch)
        return decision_of(Evaluation(system, specification, watch))


def decision_of(evaluation: Evaluation) -> Decision:
    """A bound if the system satisfies the formula, otherwise a tree that does not."""
    if evaluation.formula.asks:
        evaluation.value()
    if evaluation.formula.asks or evaluation.holds():
        bound = evaluation.bound()
        return Decision(bound=bound, guess=evaluation.guess(), statistics=evaluation.statistics())
    tree = violating_tree(evaluation)
    return Decision(tree=tree, guess=evaluation.guess(), statistics=evaluation.statistics())


def leaving(property: LPTS, at_most: Fraction, watch: Watch | None = None) -> Formula:
    """The formula that a trace leaves the property with at most this probability. A property that is not deterministic
    is determinised."""
    name = property.name or "P"
    text = f"P<={at_most} [ leaves {name} ]"
    if not property.is_lts:
        raise InputError(
            f"the property {name} has probabilities: the option at-most takes a plain LTS, which says what is allowed"
        )
    path = Leaves(property)
    if not is_deterministic(property):
        found = normal_form(property, watch)
        assert found is not None
        members = tuple(tuple(property.states[state] for state in states) for states in found.members)
        path = Leaves(found.model, members, property)
    return Formula(Chance(True, at_most, path), text)


def _trim(formula: Formula, watch: Watch) -> Formula:
    root = formula.root
    if isinstance(root, Chance) and isinstance(root.path, Leaves) and root.path.members is None:
        path = Leaves(trim(root.path.safety, watch))
        return replace(formula, root=replace(root, path=path))
    return formula


def _read(data: dict[str, Any]) -> Formula:
    return Formula(_state(get(data, "formula", list)), get(data, "name", str))


def is_named_so(found: Formula) -> bool:
    """Is the text of a formula from a file about this formula? The text is what people read."""
    if isinstance(found.root, Chance) and isinstance(found.root.path, Leaves):
        return found.name == formula_text(found.root)
    try:
        return formula(found.name).root == found.root
    except InputError:
        return False


def _state(data: Any) -> StateFormula:
    if not isinstance(data, list) or not data:
        raise InputError("a formula is not a list")
    kind, *rest = data
    readers: dict[Any, Callable[..., StateFormula]] = {
        "true": lambda: TruthValue(True),
        "false": lambda: TruthValue(False),
        "enabled": lambda action: Enabled(str(action)),
        "disabled": lambda action: Enabled(str(action), False),
        "and": lambda *parts: And(tuple(map(_state, parts))),
        "or": lambda *parts: Or(tuple(map(_state, parts))),
        "at most": lambda bound, path: Chance(True, _bound(bound), _path(path)),
        "more than": lambda bound, path: Chance(False, _bound(bound), _path(path)),
    }
    if not isinstance(kind, str) or kind not in readers:
        raise InputError(f"{kind!r} is no formula")
    try:
        return readers[kind](*rest)
    except TypeError:
        raise InputError(f"the formula {kind!r} has {len(rest)} parts") from None


def _path(data: Any) -> Until | Leaves:
    if isinstance(data, dict) and "leaves" in data:
        model = native.read_native(SourceText(_dumps(data["leaves"])))[0]
        found = leaving(model, Fraction(1)).root
        assert isinstance(found, Chance)
        return found.path
    steps = data.get("steps") if isinstance(data, dict) else None
    return Until(
        _actions(data, "goal"),
        _actions(data, "through"),
        _state(get(data, "left", list)),
        _state(get(data, "right", list)),
        _steps(steps),
    )


def _bound(value: object) -> Fraction:
    return as_bound(value, MAX_EXACT_DIGITS)


def _steps(steps: object) -> int | None:
    if steps is not None and (not isinstance(steps, int) or isinstance(steps, bool) or steps < 0):
        raise InputError(f"the number of steps is a whole number from 0 on, not {steps!r}")
    return steps


def _actions(data: Any, key: str) -> frozenset[str] | None:
    return None if isinstance(data, dict) and data.get(key) is None else frozenset(map(str, get(data, key, list)))


def _dumps(data: Any) -> str:
    import json

    return json.dumps(data)


FORMULA_KIND = SpecificationKind(
    types=(Formula,),
    noun="a formula",
    remedy="write symag.formula('P<=1/10 [ F fail ]'), or give a model with at_most='1/10'",
    model=lambda formula: None,
    trim=_trim,
    write=lambda formula, watch: {"name": formula.name, "formula": formula.to_json(watch)},
    read=_read,
    properties=lambda formula: formula.models,
)
"""Formulas of probabilistic safety."""
