"""A tree that violates a formula, step by step: its picture, and a stop for each of the likeliest paths, with a bar
that shows how much of the mass they have together. And the picture of a scheduler.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from symag.evidence import Counterexample, Tree
from symag.formats.picture import Marks
from symag.model import LPTS, counted
from symag.probability.formula import Chance
from symag.probability.mass import Mass, TreePath, WitnessMasses
from symag.probability.text import bound_text, formula_text
from symag.report.html.names import LABEL, clip, short_labels, tree_labels
from symag.report.html.pictures import Picture, Pictures
from symag.report.places import names_in, whereabouts
from symag.report.probability import exactly
from symag.report.witness import MOST_PATHS, because, enough, exceeds, masses_of, nested_lines

__all__ = ["PathSlide", "WitnessPart", "WitnessSection", "scheduler_picture", "witness_of"]

MAX_STEPS = 60
"""Steps of a path that a page lists."""


class PathStep(NamedTuple):
    """A step of a path."""

    action: str
    share: str
    place: str
    label: str
    so_far: str


class PathSlide(NamedTuple):
    """A path through the tree."""

    title: str
    node: int
    """Where it ends."""
    nodes: tuple[int, ...]
    steps: tuple[PathStep, ...]
    so_far: str
    before: float
    """The mass of the paths before it, in percent of all; then its own, and the bound."""
    here: float
    limit: float


class WitnessPart(NamedTuple):
    """A part of the formula that the tree violates."""

    claim: str
    exceeds: str = ""
    nested: tuple[str, ...] = ()
    enough: str = ""


class WitnessSection(NamedTuple):
    """The section of the page."""

    size: str
    picture: Picture
    parts: tuple[WitnessPart, ...]
    slides: tuple[PathSlide, ...]
    notes: tuple[str, ...]


def witness_of(counterexample: Counterexample, pictures: Pictures) -> WitnessSection:
    """Each part of the formula that is violated, with its likeliest paths."""
    tree, masses = counterexample.tree, masses_of(counterexample)
    parts: list[WitnessPart] = []
    slides: list[PathSlide] = []
    for violated in masses.violated():
        claim = f"{clip(formula_text(violated), 300)} is violated"
        if not isinstance(violated, Chance):
            parts.append(WitnessPart(claim, because(violated)))
            continue
        mass = masses.mass(violated)
        found, is_enough = mass.suffice(MOST_PATHS)
        slides += _slides(tree, mass, found, pictures.limits.stops)
        parts.append(_part(claim, masses, mass, enough(mass, found, is_enough)))
    size = f"depth {tree.depth}, {counted(len(tree.nodes), 'node')}"
    notes = [] if tree.is_unfolded else ["Equal nodes are shared."]
    if len(slides) > 1:
        notes.append("The paths are ordered by their probability.")
    return WitnessSection(size, _picture(tree, slides, pictures), tuple(parts), tuple(slides), tuple(notes))


def _part(claim: str, masses: WitnessMasses, mass: Mass, suffice: str) -> WitnessPart:
    nested = tuple(clip(line, 400) for line in nested_lines(masses, mass))
    return WitnessPart(claim, f"with these moves, the probability is {exceeds(mass)}", nested, clip(suffice, 600))


def _slides(tree: Tree, mass: Mass, found: list[TreePath], most: int) -> Iterator[PathSlide]:
    total, bound = Fraction(0), mass.chance.bound
    for number, path in enumerate(found[:most], 1):
        before, total = total, total + path.probability
        sign = ">" if total > bound else "≤"
        yield PathSlide(
            f"Path {number}: {exactly(path.probability)}",
            path.steps[-1].child,
            (path.steps[0].node, *(step.child for step in path.steps)),
            tuple(_steps(tree, path)),
            f"{'this path' if number == 1 else 'together'} {exactly(total, bound)} {sign} {bound_text(mass.chance)}",
            _percent(before, mass),
            _percent(path.probability, mass),
            _percent(bound, mass),
        )


def _percent(part: Fraction, mass: Mass) -> float:
    return round(float(100 * part / mass.value), 2)


def _steps(tree: Tree, path: TreePath) -> Iterator[PathStep]:
    names, likely = names_in(tree.system), Fraction(1)
    for position, (node, move, share, child) in enumerate(path.steps):
        likely *= share
        if MAX_STEPS // 2 <= position < len(path.steps) - MAX_STEPS // 2:
            if position == MAX_STEPS // 2:
                yield PathStep("…", "1", counted(len(path.steps) - MAX_STEPS, "more step"), "", "")
            continue
        system = tree.system
        action = system.actions[system.action[tree.nodes[node].moves[move].transition]]
        place = whereabouts(tree.mapping(child), tree.mapping(node), names=names)
        yield PathStep(clip(action, 60), str(share), clip(place, 200), tree.label(child), exactly(likely))


def _picture(tree: Tree, slides: list[PathSlide], pictures: Pictures) -> Picture:
    ends = {slide.node: "stuck" for slide in slides}
    seen = {node: "" for slide in slides for node in slide.nodes}
    marks = Marks(seen | ends, down=True, labels=tree_labels(tree), longest=LABEL, noun="node")
    picture = pictures.draw(tree.to_lpts(with_states=True), "the tree that violates the formula", marks)
    return picture._replace(ending="the tree ends here")


def scheduler_picture(model: LPTS | None, pictures: Pictures) -> Picture | None:
    """A scheduler as a picture, if there is one."""
    if model is None:
        return None
    return pictures.draw(model, "a scheduler with the greatest probability", Marks(labels=short_labels(model)))
