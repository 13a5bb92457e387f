"""The questions that a script asks: its assertions about traces, each with the models that it needs.

`P [T= Q` is traces(Q) ⊆ traces(P) over all events, TICK included. A specification in symag speaks of its alphabet, and
what is outside of it is hidden. So the alphabet of P's model gets every action that can be seen of Q; what Q hides has
names that P does not have. `P :[has trace]: <a, b>` is `P [T= a -> b -> STOP`.

If P is a parallel composition, its components are properties that must all hold, and P is never composed: each event of
P is one action, in which the components that know it take part together (`symag.formats.csp.structure`). So a trace is
one of P if and only if each component allows what it knows of it. An event that no component knows is forbidden by a
property of its own. This is not so if several components hide an event together: each of them might need it at another
time. Then P is one model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from symag.errors import InputError, LimitReached
from symag.formats.csp.assertions import HAS_TRACE, MODELS, TAU_PRIORITY
from symag.formats.csp.explore import action_of, explored
from symag.formats.csp.process import STOP, Alphabetised, Branch, Event, Prefix, Process
from symag.formats.csp.script import AssertedProperty, AssertedRefinement
from symag.formats.csp.space import ProcessSpace
from symag.formats.csp.structure import ProcessStructure, structured
from symag.formats.csp.values import shortened
from symag.formats.format import AskedModels, Assertion
from symag.formats.names import unique_labels
from symag.limits import Watch
from symag.model import LPTS, TAU, Assembler, owners_of
from symag.operators import hide
from symag.operators.reduce import cycles

__all__ = ["asserted", "notes_on_names"]

BEGINNING = 10_000
"""States of a part of an implementation that are explored before violations are looked for."""
SHOWN = 4
"""Names in a note."""
MANY_STATES = 5_000
"""Of a specification, before it is explored only as far as a short implementation goes."""
FEW_STATES = 1_000


def asserted(one: AssertedRefinement | AssertedProperty, watch: Watch) -> Assertion:
    """The question that an assertion is. What it needs is read later, in a space of its own: so the order of components
    does not depend on what else was asked."""
    if one.error is not None:
        return _asked(one, partial(_refused, one.error))
    if isinstance(one, AssertedRefinement):
        if one.model == "T":
            return _asked(one, partial(_refinement, watch, one.specification, one.implementation))
        return _not_decided(one, f"[{one.model}= asks about {MODELS[one.model]}, and symag decides traces only")
    if one.name == TAU_PRIORITY:
        return _not_decided(one, "with priorities a process has fewer traces, and symag does not decide that")
    if one.read_trace is not None and one.name == HAS_TRACE and one.model in (None, "T"):
        return _asked(one, partial(_has_trace, watch, one.process, one.read_trace))
    remedy = "; symag deadlock looks for states without moves" if "deadlock" in one.name else ""
    return _not_decided(one, f"'{one.name}' is not about traces alone, and symag decides traces only{remedy}")


def _asked(one: AssertedRefinement | AssertedProperty, read: partial[AskedModels]) -> Assertion:
    return Assertion(one.text, "traces", read, negated=one.negated)


def _refused(error: InputError) -> AskedModels:
    raise error


def _not_decided(one: AssertedRefinement | AssertedProperty, reason: str) -> Assertion:
    def read() -> AskedModels:
        raise one.position.error(reason)

    return Assertion(one.text, "traces", read, negated=one.negated, not_decided=reason)


def _refinement(watch: Watch, specification: Process, implementation: Process) -> AskedModels:
    """The models of a refinement; of parts of the implementation with many states, perhaps infinitely many, first the
    beginning, because a violation there is a violation."""
    space, cap = ProcessSpace(watch), min(BEGINNING, watch.limits.max_states or BEGINNING)
    begun = structured(space, implementation, cap=cap)
    if not begun.unfinished:
        return _models(begun, _allowed(space, specification, implementation, begun))
    allowed = _Allowed.of(structured(space, specification), watch)
    models = _models(begun, allowed)
    names = ", ".join(map(shortened, begun.unfinished[:SHOWN])) + (", …" if len(begun.unfinished) > SHOWN else "")
    note = f"the violation was found in the first {cap:,} states of {names}: the components of this verdict end there"
    return models._replace(
        notes=(*models.notes, note), complete=lambda: _models(structured(space, implementation), allowed)
    )


@dataclass(frozen=True)
class _Allowed:
    """A specification: one model, or the components of a parallel composition."""

    models: tuple[LPTS, ...]
    name: str

    @staticmethod
    def of(structure: ProcessStructure, watch: Watch) -> _Allowed:
        """The components, each without what it hides alone; the composition, if several hide something together."""
        models, hidden = structure.components, structure.hidden
        known = owners_of(models)
        if len(models) == 1 or any(len(known.get(action, ())) > 1 for action in hidden):
            return _Allowed((structure.whole(watch),), structure.name)
        apart = (hide(one, hidden & one.alphabet) if hidden & one.alphabet else one for one in models)
        return _Allowed(tuple(apart), structure.name)

    @property
    def alphabet(self) -> frozenset[str]:
        """The actions that it can do."""
        return frozenset[str]().union(*(model.alphabet for model in self.models))

    def over(self, system: ProcessStructure) -> LPTS | tuple[LPTS, ...]:
        """The same, with the other actions of the system forbidden: those of the same components by one property."""
        if len(self.models) == 1:
            return _over(self.models[0], system.visible)
        forbidden, rest = system.visible - self.alphabet, dict[tuple[int, ...], list[str]]()
        for action, owners in sorted(owners_of(system.components).items()):
            if action in forbidden:
                rest.setdefault(owners, []).append(action)
        stops = [Assembler().freeze(("STOP",), 0, tuple(actions), f"no {actions[0]}") for actions in rest.values()]
        found = (*self.models, *stops)
        names = unique_labels(model.name for model in found)
        return tuple(replace(model, name=name, product=None) for model, name in zip(found, names, strict=True))


def _models(system: ProcessStructure, allowed: _Allowed) -> AskedModels:
    """Hidden actions of the implementation keep off the names that the specification has: it must not see them."""
    system = system.avoiding(allowed.alphabet)
    notes = (*system.notes, *notes_on_names(allowed.alphabet | system.visible))
    return AskedModels(system.components, allowed.over(system), notes, specification_name=allowed.name)


def _allowed(
    space: ProcessSpace, specification: Process, implementation: Process, system: ProcessStructure
) -> _Allowed:
    """The specification.

    If it has many states, perhaps infinitely many, and the implementation has few and comes to an end, then only as far
    as the implementation goes: traces(Q) ⊆ traces(P) if and only if traces(Q) ⊆ traces(P) ∩ traces(Q), and these are
    the traces of `P [A || A] Q`, where A is all that Q can do.
    """
    watch = space.watch
    if len(system.components) > 1 or not _is_short(system.components[0], watch):
        return _Allowed.of(structured(space, specification), watch)
    few = watch.capped(min(MANY_STATES, watch.limits.max_states or MANY_STATES))
    try:
        return _Allowed.of(structured(ProcessSpace(few), specification), few)
    except LimitReached as reached:
        if reached.kind not in ("max-states", "size"):
            raise
    events = explored(space, space.numbered(implementation), "").events
    both = Alphabetised(((specification, frozenset(events)), (implementation, frozenset(events))))
    found = explored(space, space.numbered(both), space.label(space.numbered(specification)))
    return _Allowed((found.model,), found.model.name)


def _is_short(model: LPTS, watch: Watch) -> bool:
    """Does the model have few states, and no way back to any of them?"""
    if model.num_states > FEW_STATES:
        return False
    after = [{model.target[t] for t in model.row(state)} for state in range(model.num_states)]
    if any(state in goals for state, goals in enumerate(after)):
        return False
    return all(len(cycle) == 1 for cycle in cycles(after, watch))


def _has_trace(watch: Watch, process: Process, read: Callable[[], tuple[Event, ...]]) -> AskedModels:
    sequence: Process = STOP
    trace = read()
    for event in reversed(trace):
        sequence = Prefix((Branch(event, sequence),))
    space = ProcessSpace(watch)
    system = structured(space, sequence)
    models = _models(system, _allowed(space, process, sequence, system))
    (component,) = models.components
    assert isinstance(component, LPTS)
    return models._replace(components=(replace(component, name=f"<{', '.join(map(action_of, trace))}>"),))


def _over(model: LPTS, actions: frozenset[str]) -> LPTS:
    """The model with these actions in its alphabet, too: those that it never does are forbidden, not hidden."""
    return replace(model, actions=(*model.actions, *sorted(actions - model.alphabet)), product=None)


def notes_on_names(actions: Iterable[str]) -> tuple[str, ...]:
    """What to know of the names of actions."""
    renamed = action_of(TAU)
    return (f"the channel {TAU} is called {renamed} here: {TAU} is the hidden action",) if renamed in actions else ()
