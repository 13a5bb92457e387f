"""A tree that violates a formula, as text for a terminal: the likeliest paths with their sum, and the tree.

Both say how likely each branch is. The numbers are computed from the tree, exactly.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree as Drawing

from symag.evidence import Counterexample, Tree
from symag.model import counted, printable
from symag.probability.formula import Chance, Enabled, StateFormula, TruthValue, Until
from symag.probability.mass import Flow, Mass, TreePath, TreeStep, WitnessMasses
from symag.probability.text import as_written, bound_text, formula_text, path_text
from symag.report.places import changes_between, names_in, whereabouts
from symag.report.probability import exactly
from symag.report.terminal import compact_table

__all__ = [
    "MOST_PATHS",
    "because",
    "enough",
    "exceeds",
    "goal_shares",
    "masses_of",
    "nested_lines",
    "steps_text",
    "witness_text",
]

MOST_PATHS = 100
"""Paths that are looked for, until their sum exceeds the bound."""
MAX_PATHS = 8
"""Paths in the table."""
MAX_STEPS = 12
"""Steps of a path in the table."""
MAX_DRAWN_NODES = 60
MAX_TERMS = 3
MAX_NESTED = 4

Edges = Mapping[tuple[int, int, int], Flow]


def witness_text(counterexample: Counterexample) -> Group:
    """What the tree violates, with the paths that suffice; and the tree."""
    tree, masses = counterexample.tree, masses_of(counterexample)
    size = f"  (depth {tree.depth}, {counted(len(tree.nodes), 'node')})"
    parts: list[RenderableType] = [Text.assemble(("A scheduler can take these moves", "bold"), size)]
    edges: dict[str, Edges] = {}
    drawn = set(range(len(tree.nodes))) if len(tree.nodes) <= MAX_DRAWN_NODES else {0}
    for mark, violated in marked(masses.violated()):
        if isinstance(violated, Chance):
            mass = masses.mass(violated)
            found, is_enough = mass.suffice(MOST_PATHS)
            edges[mark] = mass.flows()
            drawn |= _nodes_of(found[:MAX_PATHS])
            parts += _part(masses, mass, found, is_enough, mark)
        else:
            parts.append(_line(f"{formula_text(violated)} is violated: {because(violated)}"))
    return Group(*parts, _drawing(tree, edges, drawn))


def marked(violated: Sequence[StateFormula]) -> Iterator[tuple[str, StateFormula]]:
    """Each part that is violated; several bounds on probabilities get the marks (1), (2), … by which the tree tells
    them apart."""
    several, number = sum(isinstance(one, Chance) for one in violated) > 1, 0
    for one in violated:
        number += isinstance(one, Chance)
        yield f"({number}) " if several and isinstance(one, Chance) else "", one


def because(violated: StateFormula) -> str:
    """Why a formula that is no bound on a probability is violated."""
    if isinstance(violated, Enabled):
        return f"{violated.action} is enabled at first"
    return "no system satisfies it"


def masses_of(counterexample: Counterexample) -> WitnessMasses:
    """How likely each part of the formula is on the tree."""
    formula: Any = counterexample.specification
    return WitnessMasses(counterexample.tree, as_written(formula))


def goal_shares(counterexample: Counterexample) -> dict[int, list[str]]:
    """For each node at which a path reaches its goal, how much of the probability does; as the marks in the tree."""
    masses, found = masses_of(counterexample), dict[int, list[str]]()
    for mark, violated in marked(masses.violated()):
        ends: dict[int, Fraction] = {}
        for (_, _, child), flow in masses.mass(violated).flows().items() if isinstance(violated, Chance) else ():
            if flow.ends:
                ends[child] = ends.get(child, Fraction(0)) + flow.ends
        for child, share in ends.items():
            found.setdefault(child, []).append(f"✓ {mark}{exactly(share)}")
    return found


def exceeds(mass: Mass) -> str:
    """The mass beside the bound: `13/100 > 1/10`."""
    return f"{exactly(mass.value, mass.chance.bound)} > {bound_text(mass.chance)}"


def _nodes_of(paths: Sequence[TreePath]) -> set[int]:
    """The nodes of these paths, as many as can be drawn."""
    found: set[int] = set()
    for path in paths:
        more = {step.node for step in path.steps} - found
        found |= more if len(found) + len(more) <= MAX_DRAWN_NODES else set()
    return found


def _part(
    masses: WitnessMasses, mass: Mass, found: Sequence[TreePath], is_enough: bool, mark: str
) -> Iterator[RenderableType]:
    chance, path = mass.chance, path_text(mass.chance.path)
    yield _line(
        f"{mark}{formula_text(chance)} is violated: with these moves, {path} has the probability {exceeds(mass)}"
    )
    yield from map(_line, nested_lines(masses, mass))
    yield _paths(masses.tree, found)
    yield _line(enough(mass, found, is_enough))


def enough(mass: Mass, found: Sequence[TreePath], is_enough: bool) -> str:
    """How many paths exceed the bound, and their sum."""
    total, bound = sum((path.probability for path in found), Fraction(0)), mass.chance.bound
    number = f"{mass.num_paths:,}" if mass.num_paths < 10**18 else "more than 10^18"
    if not is_enough:
        return (
            f"the {len(found):,} likeliest of {number} paths have together only {exactly(total)}; "
            f"all of them, {exceeds(mass)}"
        )
    shown = f"{exactly(total, bound)} > {bound_text(mass.chance)}"
    if len(found) == 1:
        return f"{'the only path suffices' if mass.num_paths == 1 else f'1 of {number} paths suffices'}: {shown}"
    terms = [exactly(path.probability).split(" = ")[0] for path in found[:MAX_TERMS]]
    summed = " + ".join(terms + ["…"] * (len(found) > MAX_TERMS))
    needed = f"{len(found):,} of {number} paths suffice"
    if len(found) == mass.num_paths:
        needed = "both paths are needed" if len(found) == 2 else f"all {number} paths are needed"
    return f"{needed}: {summed}, together {shown}"


def _paths(tree: Tree, found: Sequence[TreePath]) -> Table:
    table = compact_table("", "path", "probability", "together")
    sums = accumulate(path.probability for path in found)
    texts = [steps_text(tree, path.steps) for path in found[:MAX_PATHS]]
    for number, (path, text, total) in enumerate(zip(found, texts, sums, strict=False), 1):
        if texts.count(text) > 1:  # the same actions, with other outcomes
            text = steps_text(tree, path.steps, with_outcomes=True)
        cells = (f"  {number}", text, exactly(path.probability), exactly(total))
        table.add_row(*(Text(printable(cell)) for cell in cells))
    if len(found) > MAX_PATHS:
        table.add_row("  …")
    return table


def steps_text(tree: Tree, steps: Sequence[TreeStep], most: int = MAX_STEPS, with_outcomes: bool = False) -> str:
    """The actions of a path, each with its probability if that is not one, and perhaps where that outcome leads; the
    middle of a long path is left out."""
    system = tree.system
    shown = []
    for step in steps:
        action = system.actions[system.action[tree.nodes[step.node].moves[step.move].transition]]
        outcome = f" → {_changed(tree, step)}" if with_outcomes else ""
        shown.append(action if step.share == 1 else f"{action} ({step.share}{outcome})")
    if len(shown) > most:
        half = most // 2
        shown[half : len(shown) - half] = [f"… {counted(len(shown) - 2 * half, 'step')} …"]
    return " · ".join(shown)


def _changed(tree: Tree, step: TreeStep) -> str:
    """The new states of the components that an outcome changes."""
    before, after = tree.mapping(step.node), tree.mapping(step.child)
    changes = [", ".join(changes_between(old, new)) for old, new in zip(before, after, strict=True) if old != new]
    return "; ".join(changes) or "nothing changes"


def nested_lines(masses: WitnessMasses, mass: Mass) -> Iterator[str]:
    """What must be shown on the way and at the end, if the path speaks of more than actions."""
    path = mass.chance.path
    if not isinstance(path, Until):
        return
    if not isinstance(path.left, TruthValue):
        yield f"each state on the way satisfies {formula_text(path.left)}"
    if isinstance(path.right, TruthValue):
        return
    ends = sorted({child for (_, _, child), flow in mass.flows().items() if flow.ends})
    shown = [_shown(masses, end, path.right) for end in ends[:MAX_NESTED]]
    more = f" and {len(ends) - MAX_NESTED:,} more" if len(ends) > MAX_NESTED else ""
    yield f"at its end the state satisfies {formula_text(path.right)}: {', '.join(shown)}{more}"


def _shown(masses: WitnessMasses, node: int, formula: StateFormula) -> str:
    label = masses.tree.label(node)
    return f"{label} with {exactly(masses.inside(formula, node))}" if isinstance(formula, Chance) else label


def _drawing(tree: Tree, edges: Mapping[str, Edges], inner: Container[int]) -> Drawing:
    """The tree, with what is below these inner nodes, the branches with the greatest mass first. What a branch adds is
    marked where it ends. Nodes with one branch are below each other, so that only choices of chance indent the tree."""
    names = names_in(tree.system)
    label = _label(tree, 0, "", (), names)
    root, drawn = Drawing(label), {0}
    todo: list[tuple[Drawing, Text, int]] = [(root, label, 0)]
    while todo:
        drawing, label, number = todo.pop()
        later: list[tuple[Drawing, Text, int]] = []
        branches = _branches(tree, number, edges)
        for (node, position, child), share in branches:
            action = tree.system.actions[tree.system.action[tree.nodes[node].moves[position].transition]]
            how = f"{action} → " if share == 1 else f"{action} {share} → "
            step = _label(tree, child, how, tree.mapping(number), names)
            for mark, flows in edges.items():
                flow = flows.get((node, position, child))
                if flow is not None and flow.ends:
                    step.append(f"  ✓ {mark}{exactly(flow.ends)}", "bold green")
            goes_on = bool(tree.nodes[child].moves)
            if goes_on and (child in drawn or child not in inner):
                step.append("  as above" if child in drawn else "  …", "dim")
                goes_on = False
            if len(branches) == 1 and number:
                label.append("\n").append(step)
                below = drawing
            else:
                below, label = drawing.add(step), step
            if goes_on:
                drawn.add(child)
                later.append((below, label, child))
        todo.extend(reversed(later))
    return root


def _branches(tree: Tree, number: int, edges: Mapping[str, Edges]) -> list[tuple[tuple[int, int, int], Fraction]]:
    """The outcomes of the moves of a node, those with the greatest mass first."""
    found = []
    for position, move in enumerate(tree.nodes[number].moves):
        shares = {(number, position, child): share for child, share in tree.shares(move).items()}
        masses = {
            edge: max((flows[edge].through for flows in edges.values() if edge in flows), default=Fraction(0))
            for edge in shares
        }
        order = sorted(shares, key=lambda edge: -masses[edge])
        found.append((sum(masses.values()), [(edge, shares[edge]) for edge in order]))
    return [one for _, branches in sorted(found, key=lambda move: -move[0]) for one in branches]


def _label(tree: Tree, number: int, how: str, before: tuple[str, ...], names: Sequence[str]) -> Text:
    label = Text.assemble((printable(how), "yellow"), (tree.label(number), "dim"), " ")
    return label.append(printable(whereabouts(tree.mapping(number), before, names=names)), "cyan")


def _line(text: str) -> Text:
    return Text(printable(text))
