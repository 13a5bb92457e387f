"""Why the specification is violated: the counterexample as a picture, and a stop for each node where it is stuck.

The nodes of a counterexample at which the specification is stuck: which components move, where to, the refusals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from fractions import Fraction
from typing import NamedTuple

from symag.evidence import Counterexample, Step
from symag.formats.picture import Marks
from symag.model import LPTS, TAU, counted
from symag.report.hint import hint_on
from symag.report.html.names import LABEL, clip, listed, short_labels, tree_labels
from symag.report.html.pictures import Picture, Pictures
from symag.report.html.refusals import Refusal, refusal_of
from symag.report.places import changes_between
from symag.simulation import CompletedSuccessors

__all__ = ["ComponentState", "MoveOutcome", "Stops", "TreeStop", "ViolationSection", "violation_of"]

MAX_REFUSALS = 6
MAX_PLACES = 12
MAX_OUTCOMES = 12


class ComponentState(NamedTuple):
    """The state of a component, and whether the component moves now."""

    component: str
    state: str
    moves: bool


class MoveOutcome(NamedTuple):
    """An outcome of a move: the node, its probability, and which components change their states."""

    action: str
    node: str
    share: str
    changes: str
    not_below: str
    """The states of the specification that the node is not below; empty if the argument does not need any."""


class TreeStop(NamedTuple):
    """A node of the tree at which the page explains why the specification is stuck."""

    node: int
    label: str
    title: str
    path: str
    """The actions on the path from the root."""
    chance: str
    places: tuple[ComponentState, ...]
    idle: int
    """Components that do not move, and that the table leaves out."""
    movers: str
    moving: int
    """The number of components that move."""
    action: str
    several: bool
    """Does more than one move matter here?"""
    outcomes: tuple[MoveOutcome, ...]
    """First the outcomes from which the specification cannot follow."""
    hidden: int
    """Outcomes there is no room for."""
    refused: tuple[int, ...]
    """The states of the specification to which the refusals belong."""
    open: str
    """Other states in which the specification may be at this node."""
    refusals: tuple[Refusal, ...]
    more: int
    """Refusals there is no room for."""


class Stops:
    """Describes the nodes of one counterexample."""

    def __init__(self, counterexample: Counterexample, names: list[str]) -> None:
        self.counterexample = counterexample
        self.tree = counterexample.tree
        self.system = self.tree.system
        self.names = names
        self.answers = CompletedSuccessors(counterexample.specification, self.system.actions)
        self.steps = counterexample.steps_at
        self.came: dict[int, tuple[int, str, Fraction]] = {}
        self.candidates: dict[int, set[int]] = defaultdict(set)
        self.candidates[0].add(counterexample.specification.initial)
        for number in range(len(self.tree.nodes)):  # parents have smaller numbers
            self._look_ahead(number)

    def _look_ahead(self, number: int) -> None:
        """The paths to the children, and the states in which the specification may be there."""
        for position, move in enumerate(self.tree.nodes[number].moves):
            action = self.system.action[move.transition]
            asked = [step.above for step in self.steps[number] if step.move == position]
            after = {state for above in asked for nu in self.answers.of(above, action) for state in nu}
            for child, share in self.tree.shares(move).items():
                self.came.setdefault(child, (number, self.system.actions[action], share))
                self.candidates[child] |= after

    def stop(self, number: int, position: int) -> TreeStop:
        """The description of a node."""
        tree, names = self.tree, self.counterexample.specification.states
        steps = self.steps[number]
        path, chance = self._path(number)
        moving = {component for step in steps for component in self._movers(step)}
        places = [
            ComponentState(clip(self._name(n), 60), clip(state, 120), n in moving)
            for n, state in enumerate(tree.mapping(number))
        ]
        shown = places if len(places) <= MAX_PLACES else [place for place in places if place.moves]
        refused = {step.above for step in steps}
        actions = list(dict.fromkeys(self._action(step) for step in steps))
        outcomes = [
            outcome for move in sorted({step.move for step in steps}) for outcome in self._outcomes(number, move)
        ]
        outcomes.sort(key=lambda outcome: not outcome.not_below)
        return TreeStop(
            number,
            tree.label(number),
            "At the start" if not position else f"After {path[-1]}",
            " · ".join(path),
            str(chance),
            tuple(shown),
            len(places) - len(shown),
            listed([self._name(n) for n in sorted(moving)], 8),
            len(moving),
            listed(actions, 4),
            len({step.move for step in steps}) > 1,
            tuple(outcomes[:MAX_OUTCOMES]),
            len(outcomes[MAX_OUTCOMES:]),
            tuple(sorted(refused)),
            listed([names[state] for state in sorted(self.candidates[number] - refused)], 8),
            tuple(refusal_of(self.counterexample, step, self.answers) for step in steps[:MAX_REFUSALS]),
            len(steps[MAX_REFUSALS:]),
        )

    def _name(self, component: int) -> str:
        return self.names[component] if component < len(self.names) else f"L{component + 1}"

    def _action(self, step: Step) -> str:
        transition = self.tree.nodes[step.node].moves[step.move].transition
        return self.system.actions[self.system.action[transition]]

    def _movers(self, step: Step) -> list[int]:
        """The components that take part in the move: those with its action; of a hidden move, those that change."""
        action = self._action(step)
        if action != TAU:
            return [n for n, model in enumerate(self.system.components) if action in model.alphabet]
        before = self.tree.mapping(step.node)
        after = [self.tree.mapping(child) for child in self.tree.nodes[step.node].moves[step.move].children]
        changed = [n for n, place in enumerate(before) if any(places[n] != place for places in after)]
        return changed or [n for n, model in enumerate(self.system.components) if _can_hide(model, before[n])][:1]

    def _path(self, number: int) -> tuple[list[str], Fraction]:
        """The path to a node, and its probability under a scheduler that chooses it."""
        path: list[str] = []
        chance = Fraction(1)
        while number:
            number, action, share = self.came[number]
            path.append(clip(action, 60) if share == 1 else f"{clip(action, 60)} ({share})")
            chance *= share
        return path[::-1], chance

    def _outcomes(self, number: int, position: int) -> list[MoveOutcome]:
        move = self.tree.nodes[number].moves[position]
        action = clip(self.system.actions[self.system.action[move.transition]], 60)
        before = self.tree.mapping(number)
        guilty = self._guilty(number, position)
        found = []
        for child, share in self.tree.shares(move).items():
            after = self.tree.mapping(child)
            changed = [
                f"{self._name(n)} in {', '.join(changes_between(old, new))}"
                for n, (old, new) in enumerate(zip(before, after, strict=True))
                if old != new
            ]
            changes = listed(changed, 6, 100) or "every component in its state before"
            found.append(MoveOutcome(action, self.tree.label(child), str(share), changes, guilty.get(child, "")))
        return found

    def _guilty(self, number: int, position: int) -> dict[int, str]:
        """The children of a move in a Hall set, each with the states that it is not below."""
        names = self.counterexample.specification.states
        states: dict[int, set[int]] = defaultdict(set)
        for step in self.steps[number]:
            for left, right in step.cuts if step.move == position else ():
                for child in left:
                    states[child].update(right)
        return {child: listed([names[state] for state in sorted(above)], 4) for child, above in states.items()}


def _can_hide(model: LPTS, state: str) -> bool:
    """Does the component have a hidden move there?"""
    return any(transition.action == TAU for transition in model.transitions_of(model.index[state]))


class ViolationSection(NamedTuple):
    """The section of the page; the kind is that of the counterexample."""

    kind: str
    size: str
    picture: Picture
    specification: Picture
    stops: tuple[TreeStop, ...]
    more: int
    """Stops there is no room for."""
    notes: tuple[str, ...]
    hint: str
    """Advice, if the specification seems to say "exactly" where "at least" is meant."""


def violation_of(counterexample: Counterexample, names: list[str], pictures: Pictures) -> ViolationSection:
    """The stops from the root down: each node where the refutation shows that the specification is stuck."""
    tree = counterexample.tree
    described = Stops(counterexample, names)
    stuck = [number for number in _visited(counterexample) if described.steps[number]]
    stops = tuple(described.stop(number, position) for position, number in enumerate(stuck[: pictures.limits.stops]))
    is_tree = counterexample.kind == "tree"
    longest = LABEL if is_tree else 2 * LABEL  # a trace leaves room for longer labels
    marks = Marks(
        dict.fromkeys(stuck if is_tree else stuck[-1:], "stuck"),
        down=True,
        labels=tree_labels(tree, longest),
        longest=longest,
        noun="node",
    )
    title = f"the {counterexample.kind} that the specification cannot follow"
    notes = []
    if not tree.is_unfolded:
        notes.append(f"Equal nodes are shared: the unfolded tree has {counted(tree.unfolded_size, 'node')}.")
    if counterexample.minimal:
        notes.append("It is minimal: without any of its moves it is no counterexample.")
    size = counted(tree.depth, "step")
    if is_tree:
        size = f"depth {tree.depth}, {counted(len(tree.nodes), 'node')}"
    picture = pictures.draw(tree.to_lpts(with_states=True), title, marks)._replace(ending="the tree ends here")
    refused = {state for stop in (stops if is_tree else stops[-1:]) for state in stop.refused}
    beside = _specification(counterexample.specification, refused, pictures)
    hint = clip(hint_on(counterexample) or "", 600)
    return ViolationSection(
        counterexample.kind, size, picture, beside, stops, len(stuck) - len(stops), tuple(notes), hint
    )


def _specification(model: LPTS, refused: Set[int], pictures: Pictures) -> Picture:
    """The specification beside the tree, with marks at the states that cannot answer."""
    marks = Marks(dict.fromkeys(refused, "stuck"), labels=short_labels(model))
    return pictures.excerpt(model, f"the specification {clip(model.name, 80)}".rstrip(), marks)


def _visited(counterexample: Counterexample) -> list[int]:
    """The nodes depth first, each after one of its parents."""
    seen, order, todo = {0}, [], [0]
    while todo:
        number = todo.pop()
        order.append(number)
        children = [child for move in counterexample.tree.nodes[number].moves for child in move.children]
        for child in reversed(children):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return order
