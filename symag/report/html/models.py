"""The models of a verdict: components, specification and assumptions, each as a card.

Sizes and times: bars for the models and compositions, small SVG plots of sizes and times by iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any, NamedTuple

from symag.evidence import Verdict
from symag.formats.picture import Marks
from symag.model import LPTS, counted, names_of
from symag.report.html.names import assumption_labels, clip, listed, short_labels
from symag.report.html.pictures import Picture, Pictures
from symag.report.html.proof import Whole, relations_of

__all__ = ["Bar", "ModelCard", "Plot", "PlotLine", "bars", "model_cards", "plots"]

ASSUMPTION = "assumption"


class ModelCard(NamedTuple):
    """A model: its role in the verdict, name, sizes, actions, picture."""

    role: str
    name: str
    sizes: str
    actions: str
    picture: Picture


def model_cards(verdict: Verdict, pictures: Pictures) -> tuple[list[ModelCard], int]:
    """The cards, assumptions first, and the number of models there is no room for."""
    names = names_of(verdict.components)
    assumptions = [
        (f"{ASSUMPTION} {n}", model.name or f"A{n}", model) for n, model in enumerate(verdict.assumptions, 1)
    ]
    system = [
        (f"component {n}", name, model)
        for n, (name, model) in enumerate(zip(names, verdict.components, strict=True), 1)
    ]
    properties = verdict.kind.properties(verdict.specification)
    roles = ["specification"] if len(properties) == 1 else [f"property {n}" for n in range(1, len(properties) + 1)]
    specification = [(role, model.name or "P", model) for role, model in zip(roles, properties, strict=True)]
    most = pictures.limits.cards
    shown = [*assumptions[:most], *system[:most], *specification[:most]]
    cards = [_card(role, name, model, pictures) for role, name, model in shown]
    return cards, len(assumptions) + len(system) + len(specification) - len(shown)


def _card(role: str, name: str, model: LPTS, pictures: Pictures) -> ModelCard:
    sizes = f"{counted(model.num_states, 'state')}, {counted(model.num_transitions, 'transition')}"
    if not model.is_lts:
        sizes += f", {counted(model.num_distributions, 'distribution')} over several states"
    actions = listed(sorted(model.alphabet), 10) or "none"
    is_assumption = role.startswith(ASSUMPTION)
    labels = assumption_labels(model) if is_assumption else short_labels(model)
    picture = pictures.outline(model, f"{role}: {clip(name, 80)}", Marks(labels=labels), is_assumption)
    return ModelCard(role, clip(name, 80), sizes, actions, picture)


WIDTH, HEIGHT = 320, 150
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 10, 22
MAX_POINTS = 300
MAX_LINES = 6
MAX_BARS = 14


class PlotLine(NamedTuple):
    """A line of a plot: its name, the points of an SVG polyline, and the position of the last one."""

    name: str
    points: str
    x: float
    y: float


class Plot(NamedTuple):
    """Values over iterations."""

    title: str
    least: str
    most: str
    first: int
    last: int
    lines: tuple[PlotLine, ...]
    description: str
    """The plot in words, for screen readers."""


class Bar(NamedTuple):
    """A size as a bar: `percent` of the largest size, on a logarithmic scale if the caption says so."""

    name: str
    kind: str
    value: str
    percent: float


def bars(verdict: Verdict, whole: Whole | None) -> tuple[list[Bar], bool]:
    """The sizes of the models, of the largest compositions and of the whole system; is the scale logarithmic?"""
    pairs = list(zip(names_of(verdict.components), verdict.components, strict=True))
    sizes = [(name, "component", model.num_states) for name, model in pairs[:MAX_BARS]]
    sizes += [(f"A{n}", "assumption", model.num_states) for n, model in enumerate(verdict.assumptions[:MAX_BARS], 1)]
    for specification in verdict.kind.properties(verdict.specification)[:MAX_BARS]:
        sizes.append((specification.name or "P", "specification", specification.num_states))
    largest = verdict.statistics.get("largest_composition")
    if largest:
        sizes.append(("largest composition", "built", largest))
    if relations := relations_of(verdict):
        sizes.append(("largest part of the evidence", "built", max(one.system.num_states for one in relations)))
    if whole is not None:
        sizes.append(("the whole system", "whole", whole.states))
    most = max(size for _, _, size in sizes)
    wide = most > 200
    shown = [Bar(clip(name, 40), kind, _figure(size), _percent(size, most, wide)) for name, kind, size in sizes]
    if whole is not None and not whole.complete:
        shown[-1] = shown[-1]._replace(value=f"> {shown[-1].value}")
    return shown, wide


def _percent(size: int, most: int, wide: bool) -> float:
    return round(100 * (log10(1 + size) / log10(1 + most) if wide else size / most), 2)


def _figure(value: float) -> str:
    if value >= 1e12:
        return f"about 10^{int(log10(value))}"
    return f"{value:,}" if isinstance(value, int) else f"{value:.2g}"


def plots(verdict: Verdict) -> list[Plot]:
    """Sizes and times of the iterations, if there are several; not those of a search for a smallest assumption."""
    history = [entry for entry in verdict.history if "iteration" in entry and "lower_bound" not in entry]
    if len(history) < 2:
        return []
    if "conjecture" in history[0]:
        levels = sorted({entry["level"] for entry in history})[:MAX_LINES]
        sizes = {
            f"A{level}": [(e["iteration"], e["conjecture"]) for e in history if e["level"] == level] for level in levels
        }
        return [_plot("states of the conjecture", sizes), _plot("membership queries", _series(history, "queries"))]
    if "eliminated" in history[0]:
        sizes = {"": [(e["iteration"], e["assumption"]) for e in history if "assumption" in e]}
        explored = _plot("states explored for it", _series(history, "largest_composition"))
        return [_plot("states of the weakest assumption", sizes), explored]
    rungs = range(min(MAX_LINES, len(history[0]["assumptions"])))
    sizes = {f"A{rung + 1}": [(e["iteration"], e["assumptions"][rung]) for e in history] for rung in rungs}
    guesses = {"": [(e["iteration"], e["probability"]) for e in history if "probability" in e]}
    return [
        _plot("states of the assumptions", sizes),
        *([_plot("greatest probability with these assumptions, about", guesses)] if len(guesses[""]) > 1 else []),
        _plot("states composed for the first premise", _series(history, "composition")),
        _plot("seconds", _series(history, "seconds")),
    ]


Points = list[tuple[int, float]]


def _series(history: Sequence[Mapping[str, Any]], key: str) -> dict[str, Points]:
    return {"": [(entry["iteration"], entry[key]) for entry in history]}


def _plot(title: str, series: Mapping[str, Points]) -> Plot:
    values = [value for points in series.values() for _, value in points]
    places = [place for points in series.values() for place, _ in points]
    most, first, last = max(values) or 1, min(places), max(places)
    lines = []
    for name, points in series.items():
        drawn = points[:: -(-len(points) // MAX_POINTS)]
        drawn = drawn if drawn[-1] == points[-1] else [*drawn, points[-1]]
        spots = [
            (
                round(LEFT + (WIDTH - LEFT - RIGHT) * (place - first) / max(1, last - first), 1),
                round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most, 1),
            )
            for place, value in drawn
        ]
        lines.append(PlotLine(name, " ".join(f"{x},{y}" for x, y in spots), *spots[-1]))
    ends = ", ".join(f"{name} from {_figure(p[0][1])} to {_figure(p[-1][1])}".strip() for name, p in series.items())
    description = f"{title} by iteration: {ends}; at most {_figure(most)}"
    return Plot(title, "0", _figure(most), first, last, tuple(lines), description)
