"""The method `weakest`: components are eliminated one by one, by weakest assumptions, from the specification downwards.

    W_0 = P    W_k = the weakest assumption of C_k and W_{k-1}, over the actions that the components left over know

If W_k allows everything, the property holds: what was eliminated keeps it, whatever the others do. If W_k does not even
allow the empty word, the property is violated. Otherwise the next component is eliminated. Each W_k is deterministic
and minimal (`symag.operators.weakest`), so what the components eliminated so far can do is gone as soon as nothing
depends on it. There is no guess and no learning: the method is exact. The record of the steps is a proof:

    1: C_1 ‖ W_1 ⊨ P    2: C_2 ‖ W_2 ⊨ W_1    …    k: C_k ⊨ W_{k-1}

**The order** matters. Candidates are components that know the property's actions, then their neighbours: the two that
leave the fewest actions, and of several those that share actions with the one before, so that the components that are
left stay connected. One more is the hub, the component that shares most of its actions with others. The step is made
for each of them, within few states at first, and the smallest assumption is taken; the first one, if it is small.

**Lemmas.** After a proof each W_k is a *lemma*: a fact about the components that were eliminated after it. For the
next property a lemma may be eliminated in place of these components, in one step. A lemma is weaker than its
components: if a property does not follow with lemmas, it is proved again without them.

**Limits.** If each candidate takes too many states, the components that are left are searched on the fly, with W_k as
their specification.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_

from symag.assume.derivation import Facts, Shown, proof_by_entailment, properties_of
from symag.assume.iteration_frames import snapshot_of
from symag.assume.sides import Side, alphabet_of
from symag.assume.task import Answer, Task
from symag.errors import InternalError, LimitReached
from symag.evidence import IterationFrame, Tree
from symag.model import LPTS, names_of
from symag.operators import Weakest, weakest_assumption
from symag.traces import Trace, interleave_traces, project_trace, reach_error, replay, trace_lts, trace_of

__all__ = ["Elimination", "Item", "by_weakest"]

SHORT_SEARCH = 1 << 18
"""States in which a shortest violation is looked for, when it is known that there is one."""

FIRST_STATES = 1 << 13
"""A step may take so many states at first; if no candidate is done with them, four times as many, and so on."""
STEP_STATES = 1 << 16
"""A step that takes more states is given up."""
TRIED = 2
"""So many candidates are tried for a step, and the hub."""
SMALL = 8
"""An assumption with at most so many states is taken, without a look at other candidates."""


def by_weakest(task: Task) -> Answer:
    """Weakest assumptions, or a violation."""
    elimination, properties = Elimination(task), properties_of(task)
    facts: Facts = []
    for one in properties:
        found = elimination.prove(one.model)
        if isinstance(found, tuple):
            tree = shortened(task, one.model, found)
            return replace(task.answer(tree=tree), specification=one.model)
        facts += found
    return task.answer(proof_by_entailment(task, facts, properties))


def shortened(task: Task, violated: LPTS, trace: Trace) -> Tree:
    """A shortest violation, if few states suffice to find one; otherwise the one that was found."""
    watch = task.watch
    most = min(SHORT_SEARCH, watch.limits.max_states or SHORT_SEARCH)
    try:
        tree, explored = reach_error(task.components, violated, watch.capped(most))
        task.log.explore(explored)
        if tree is not None:
            return tree
    except LimitReached as reached:
        if reached.kind != "max-states":
            raise
    return replay(task.components, trace, alphabet_of(task.components), watch)


@dataclass(frozen=True)
class Item:
    """What can be eliminated: a side, or a lemma that stands for some."""

    models: Side
    alphabet: frozenset[str]
    sides: int
    """The sides that it stands for: a bit for each, by number."""
    is_lemma: bool = False


@dataclass(frozen=True)
class _Step:
    """An item that was eliminated below a specification."""

    item: Item
    above: LPTS
    assumptions: tuple[LPTS, ...]
    """What is below it beside the item."""


class _Blocked(Exception):
    """With lemmas, the property does not follow."""


class Elimination:
    """Proves properties of the same components, one after the other; the lemmas of one are there for the next."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.sides = [Item(side, alphabet_of(side), 1 << i) for i, side in enumerate(task.small_parts)]
        self.knowing: dict[str, int] = {}
        """Per action, the sides that know it, as bits."""
        for side in self.sides:
            for action in side.alphabet:
                self.knowing[action] = self.knowing.get(action, 0) | side.sides
        self.shared = [sum(self.knowing[action].bit_count() > 1 for action in side.alphabet) for side in self.sides]
        """Per side, how many of its actions another one knows."""
        self.hubs = sorted(range(len(self.sides)), key=lambda i: -self.shared[i])
        """The sides, those first that share most."""
        self.lemmas: dict[str, list[Item]] = {}
        """Per action, the lemmas that speak of it, those that stand for most sides first."""
        self.known: dict[object, Item] = {}
        """Each lemma by its content."""
        self.work = 0

    def prove(self, specification: LPTS) -> Facts | Trace:
        """The facts that lead from the components, and from lemmas, to the specification; or a violation."""
        if self.lemmas:
            try:
                return self._recorded(_Ladder(self, specification, with_lemmas=True))
            except _Blocked:
                pass
        return self._recorded(_Ladder(self, specification, with_lemmas=False))

    def _recorded(self, ladder: _Ladder) -> Facts | Trace:
        found = ladder.climb()
        if isinstance(found, list):
            self._learn(ladder)
        return found

    def _learn(self, ladder: _Ladder) -> None:
        """Every assumption of a ladder that has reached its end is a lemma about the sides that came after it."""
        after = ladder.rest
        for step in reversed(ladder.steps):
            after |= step.item.sides
            model = step.above
            if model is not ladder.specification and _content(model) not in self.known:
                lemma = Item((model,), model.alphabet, after, is_lemma=True)
                self.known[_content(model)] = lemma
                for action in model.alphabet:
                    insort(self.lemmas.setdefault(action, []), lemma, key=lambda one: -one.sides.bit_count())


def _content(model: LPTS) -> object:
    """What is equal for equal assumptions: their states are numbered in the order of discovery."""
    return model.actions, bytes(model.first), bytes(model.action), bytes(model.target)


class _Ladder:
    """One property, and what was eliminated below it so far."""

    def __init__(self, elimination: Elimination, specification: LPTS, with_lemmas: bool) -> None:
        self.all = elimination
        self.task = elimination.task
        self.specification = specification
        self.with_lemmas = with_lemmas
        self.above = specification
        self.gone = 0
        """The sides that are eliminated, or for which a lemma was."""
        self.steps: list[_Step] = []
        self.last: Facts = []
        """What shows the last assumption: a search of the sides that are left, or actions that may always happen."""
        self.rest = 0
        """The sides that were neither eliminated nor left out, when the proof was complete."""

    def climb(self) -> Facts | Trace:
        """Eliminate items until nothing is forbidden, or until nothing is left."""
        while True:
            self.task.watch.check("eliminating components", self.gone.bit_count())
            if self.steps and self._is_known():
                return self._facts()
            found = self._eliminated()
            if found is None:
                return self._search_the_rest()
            item, weakest = found
            self._log(item, weakest)
            if weakest.assumption is None:
                self.steps.append(_Step(item, self.above, ()))
                return self._violation((), self._known_by_rest(item.sides))
            self.gone |= item.sides
            if weakest.allows_everything:
                self._end(item, weakest.assumption)
                return self._facts()
            self.steps.append(_Step(item, self.above, (weakest.assumption,)))
            self.above = weakest.assumption

    def _is_known(self) -> bool:
        """Is the last assumption a lemma? Then the rest is proved."""
        known = self.all.known.get(_content(self.above))
        if known is None:
            return False
        step = self.steps.pop()
        self.steps.append(_Step(step.item, step.above, known.models))
        self.rest = known.sides
        return True

    def _eliminated(self) -> tuple[Item, Weakest] | None:
        """The next item, and what is left of the specification; None if each that was tried takes too many states."""
        most = min(STEP_STATES, self.task.watch.limits.max_states or STEP_STATES)
        is_given = self.task.order == "given"
        items, states = list(self._candidates()), most if is_given else min(FIRST_STATES, most)
        while True:
            done: list[tuple[int, Item, Weakest]] = []
            for item in items:
                found = self._weakest(item, states)
                if found is None:
                    continue
                if is_given or found.assumption is None or found.assumption.num_states <= SMALL:
                    return item, found
                done.append((found.assumption.num_states, item, found))
            if done:
                return min(done, key=lambda one: one[0])[1:]
            if states == most:
                return None
            states = min(4 * states, most)

    def _weakest(self, item: Item, states: int) -> Weakest | None:
        """What is left of the specification without this item, if that takes at most so many states."""
        gone = self.gone | item.sides
        left = [action for action in item.alphabet if self._is_left(action, gone)]
        left += [action for action in self.above.alphabet - item.alphabet if action in self.all.knowing]
        try:
            found = weakest_assumption(item.models, self.above, left, self.task.watch.capped(states))
        except LimitReached as reached:
            if reached.kind != "max-states":
                raise
            return None
        self.all.work += found.explored
        self.task.log.count("states_explored", found.explored)
        return found

    def _is_left(self, action: str, gone: int) -> bool:
        """Is there a side that knows the action and is not gone?"""
        return self.all.knowing.get(action, 0) & ~gone != 0

    def _candidates(self) -> Iterator[Item]:
        """What may be eliminated next, the best first: the largest lemma, then sides."""
        first, sides = self._knowing(self.specification.alphabet), self.all.sides
        if self.with_lemmas and not first:
            lemmas = [lemma for action in sorted(self.above.alphabet) for lemma in self._usable(action)]
            yield from sorted(lemmas, key=lambda lemma: -lemma.sides.bit_count())[:1]
        everything = (1 << len(sides)) - 1
        if self.task.order == "given":
            yield from (sides[i] for i in islice(_bits(everything & ~self.gone), TRIED + 1))
            return
        left = first or self._knowing(self.above.alphabet) or everything & ~self.gone
        last = self.steps[-1].item.alphabet if self.steps else frozenset[str]()
        cost = {i: self._added(i) for i in _bits(left)}
        best = sorted(cost, key=lambda i: (cost[i], last.isdisjoint(sides[i].alphabet), i))[:TRIED]
        yield from (sides[i] for i in best)
        hub = next((i for i in self.all.hubs if not self.gone >> i & 1), None)
        if hub is not None and all(self.all.shared[hub] > self.all.shared[i] for i in best):
            yield sides[hub]

    def _knowing(self, actions: Iterable[str]) -> int:
        """The sides that know one of these actions, and are left."""
        return reduce(or_, (self.all.knowing.get(action, 0) for action in actions), 0) & ~self.gone

    def _usable(self, action: str) -> Iterator[Item]:
        """The largest lemma that speaks of the action and of sides that are left."""
        lemmas = (lemma for lemma in self.all.lemmas.get(action, ()) if not self.gone & lemma.sides)
        first = next(lemmas, None)
        if first is not None:
            yield first

    def _added(self, i: int) -> int:
        """How many actions more the specification speaks of when the side is eliminated."""
        known, gone = self.above.alphabet, self.gone | 1 << i
        return sum(
            (action not in known) if self._is_left(action, gone) else -(action in known)
            for action in self.all.sides[i].alphabet
        )

    def _end(self, item: Item, anything: LPTS) -> None:
        """Nothing is forbidden any more. What the item does not know may always happen: a fact about a side says so."""
        shared: dict[int, list[str]] = {}
        for action in anything.alphabet:
            shared.setdefault(next(_bits(self.all.knowing[action])), []).append(action)
        self.last = [Shown(self.all.sides[i].models, _anything(actions)) for i, actions in sorted(shared.items())]
        self.steps.append(_Step(item, self.above, tuple(fact.above for fact in self.last)))

    def _search_the_rest(self) -> Facts | Trace:
        """All sides that are left, searched on the fly."""
        left = [side for side in self.all.sides if not side.sides & self.gone]
        if not left:
            raise _Blocked
        models = tuple(model for side in left for model in side.models)
        tree, explored = reach_error(models, self.above, self.task.watch)
        self.task.log.explore(explored)
        self.all.work += explored.num_states
        if tree is not None:
            return self._violation(trace_of(tree), alphabet_of(models))
        self.rest = reduce(or_, (side.sides for side in left))
        self.last = [Shown(models, self.above)]
        return self._facts()

    def _facts(self) -> Facts:
        """The facts, from the components to the specification."""
        steps = [Shown((*step.item.models, *step.assumptions), step.above) for step in reversed(self.steps)]
        return self.last + steps

    def _known_by_rest(self, sides: int) -> frozenset[str]:
        """The actions of the sides that are left without these."""
        left = (side for side in self.all.sides if not side.sides & (self.gone | sides))
        return frozenset[str]().union(*(side.alphabet for side in left))

    def _violation(self, trace: Trace, known: frozenset[str]) -> Trace:
        """From a trace of the sides that came last, which know these actions, to one of all: each side violates what is
        above it while the sides after it do their part. With lemmas that need not be so."""
        if any(step.item.is_lemma for step in self.steps):
            raise _Blocked
        for step in reversed(self.steps):
            shared = known & (step.item.alphabet | step.above.alphabet)
            guide = trace_lts(project_trace(trace, shared), shared)
            tree, _ = reach_error(step.item.models, step.above, self.task.watch, guide)
            if tree is None:
                raise InternalError("a weakest assumption forbids a trace that leads to no violation")
            trace = interleave_traces(trace_of(tree), trace, shared)
            known |= step.item.alphabet
        return trace

    def _log(self, item: Item, weakest: Weakest) -> None:
        log, model = self.task.log, weakest.assumption
        log.grow("largest_composition", weakest.explored)
        log.count("queries")
        iteration = len(log.iterations) + 1
        entry = {"iteration": iteration, "eliminated": " ‖ ".join(names_of(item.models))}
        entry |= {"largest_composition": weakest.explored}
        if model is None:
            log.grow("largest_assumption", 0)
            log.end_iteration(entry, [], lambda: IterationFrame(iteration, ()))
            return
        entry["assumption"] = model.num_states
        log.grow("largest_assumption", model.num_states)
        snapshot = snapshot_of(len(self.steps) + 1, model, None, None)
        log.end_iteration(entry, [model], lambda: IterationFrame(iteration, (snapshot,)))


def _bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _anything(actions: Sequence[str]) -> LPTS:
    """The assumption that allows everything, over these actions."""
    return LPTS.build("0", [("0", action, "0") for action in actions])
