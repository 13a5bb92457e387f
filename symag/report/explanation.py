"""An explanation of a question as text for a terminal: what is there, what helps, what the method would do, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from symag.explain import Explanation
from symag.model import counted, printable
from symag.notes import Growth, listed, short
from symag.notes.growth import MUCH, spread
from symag.report.terminal import compact_table, indented, rendered, text_of

__all__ = ["explanation_text"]

MOST_ROWS = 16
"""Rows of a table."""
MOST_NAMES = 4
"""Names in a sentence, or in a cell."""
MOST_LAYERS = 8
"""Layers of an exploration, the last ones."""
MOST_DIGITS = 12
"""A larger number is written as a power of ten."""


@text_of.register
def _(explanation: Explanation) -> str:
    """The explanation as plain text."""
    return rendered(explanation_text(explanation))


def explanation_text(explanation: Explanation) -> Group:
    """All sections."""
    parts: list[RenderableType] = [Text(printable(explanation.question), "bold")] if explanation.question else []
    parts.append(_heading(explanation))
    parts += _components(explanation)
    parts += _sharing(explanation)
    for title, sentences in (
        ("specification", _specification(explanation)),
        ("components that matter", _near(explanation)),
        ("composition", _composition(explanation)),
        ("symmetry", _symmetry(explanation)),
        ("two sides", _two_sides(explanation)),
        (f"method {explanation.forecast.method}", _forecast(explanation)),
    ):
        lines = [Padding(Text(printable(line)), (0, 0, 0, 4), expand=False) for line in sentences]
        parts += [indented(Text(title, "bold")), *lines] if lines else []
    parts += [indented(Text(printable(f"note: {note}"), "yellow")) for note in explanation.notes]
    return Group(*parts)


def _heading(explanation: Explanation) -> Text:
    names = _some([component.name for component in explanation.components])
    question = f"{' ‖ '.join(names)} {explanation.sign} {short(explanation.specification)}"
    return Text.assemble(("not decided", "bold yellow"), printable(f": {question}?"))


def _some(names: Sequence[str]) -> list[str]:
    shown = names if len(names) <= MOST_NAMES else (*names[: MOST_NAMES - 2], "…", names[-1])
    return [short(name) for name in shown]


def _components(explanation: Explanation) -> Iterator[RenderableType]:
    """A row for each component, or for several that are alike."""
    rows = list(_rows(explanation))
    table = compact_table("component", "states", *(["reduced"] if explanation.reduced else []), "transitions")
    for title in ("shared", "local", "from P"):
        table.add_column(title)
    for column in table.columns[1:]:
        column.justify = "right"
    for numbers in rows[:MOST_ROWS]:
        one = explanation.components[numbers[0]]
        reduced = [f"{explanation.reduced[numbers[0]]:,}"] if explanation.reduced else []
        distance = explanation.distances[numbers[0]]
        name = f"{short(one.name)} and {len(numbers) - 1:,} alike" if len(numbers) > 1 else short(one.name)
        sizes = (f"{one.states:,}", *reduced, f"{one.transitions:,}", f"{len(one.shared):,}", f"{len(one.local):,}")
        table.add_row(_cell(name), *sizes, "-" if distance is None else str(distance))
    yield indented(table, _more(len(rows) - MOST_ROWS, "row"))


def _rows(explanation: Explanation) -> Iterator[list[int]]:
    """Components that are equal up to renaming, and that share as much, are one row."""
    number = {n: at for at, alike in enumerate(explanation.classes or ()) for n in alike}
    groups: dict[object, list[int]] = {}
    for n, one in enumerate(explanation.components):
        sizes = len(one.shared), len(one.local), explanation.distances[n]
        groups.setdefault((number.get(n, -n - 1), *sizes, explanation.reduced and explanation.reduced[n]), []).append(n)
    yield from groups.values()


def _sharing(explanation: Explanation) -> Iterator[RenderableType]:
    """The shared actions, together if the same components take part in them."""
    groups = explanation.shared
    table = compact_table("shared actions", "take part")
    for numbers, actions in list(groups.items())[:MOST_ROWS]:
        owners = listed([explanation.components[n].name for n in numbers], MOST_NAMES)
        table.add_row(_cell(listed(actions, MOST_NAMES)), _cell(owners))
    if groups:
        yield indented(table, _more(len(groups) - MOST_ROWS, "row"))


def _specification(explanation: Explanation) -> Iterator[str]:
    properties = explanation.properties
    if not properties:
        yield f"the formula {short(explanation.specification)}"
    for one in properties[:MOST_NAMES]:
        sizes = f"{counted(one.states, 'state')}, {counted(one.transitions, 'transition')}"
        kind = "" if one.normal else "; not deterministic, so most methods work with its normal form"
        yield f"{short(one.name)}: {sizes}, about {listed(one.actions, MOST_NAMES) or 'no action'}{kind}"
    if len(properties) > MOST_NAMES:
        yield f"… {counted(len(properties) - MOST_NAMES, 'more property')}"
    if len(properties) > 1:
        yield f"splits into {counted(len(properties), 'property')}, which are decided one by one"
    if explanation.projections:
        most = max(len(one.actions) for one in explanation.projections)
        number = counted(len(explanation.projections), "projection")
        yield f"splits into {number} of at most {counted(most, 'action')}, which --split decides one by one"


def _near(explanation: Explanation) -> Iterator[str]:
    """Which components matter for the specification."""
    distances = explanation.distances
    near = [n for n, distance in enumerate(distances) if distance == 0]
    far = [n for n, distance in enumerate(distances) if distance is None]
    between = len(distances) - len(near) - len(far)
    names = listed([explanation.components[n].name for n in near], MOST_NAMES)
    if len(near) == len(distances):
        yield "all of them share actions with the specification"
    elif near:
        yield f"{len(near):,} of {len(distances):,} share actions with the specification: {names}"
    else:
        yield "none shares an action with the specification"
    if between:
        most = max(distance for distance in distances if distance is not None)
        yield f"{between:,} more through these; the farthest is {counted(most, 'step')} away"
    if far:
        names = listed([explanation.components[n].name for n in far], MOST_NAMES)
        why = ": they do not matter" if explanation.splits else ""
        yield f"no chain of shared actions leads to {names}{why}"


def _composition(explanation: Explanation) -> Iterator[str]:
    growth, smaller = explanation.growth, explanation.reduced_growth
    yield _size(growth)
    if not growth.complete and growth.layers:
        shown = growth.layers[-MOST_LAYERS:]
        skipped = "… " if len(growth.layers) > MOST_LAYERS else ""
        yield f"new states step by step: {skipped}{', '.join(f'{size:,}' for size in shown)}, …"
    if smaller is not None and smaller.bound < growth.bound:
        yield f"with reduced components: {_size(smaller)}"


def _size(growth: Growth) -> str:
    bound = f"at most {_number(growth.bound)} states"
    if growth.states is None:
        return f"{bound}; not explored here, as that would take long"
    if growth.complete:
        assert growth.transitions is not None
        return f"{counted(growth.states, 'state')}, {counted(growth.transitions, 'transition')}"
    assert growth.expected is not None
    assert growth.range is not None
    return f"more than {growth.states:,} states, {bound}; a guess: {spread(*growth.range)}"


def _number(number: int) -> str:
    digits = log10(number)
    return f"{number:,}" if digits < MOST_DIGITS else f"10^{digits:.0f}"


def _symmetry(explanation: Explanation) -> Iterator[str]:
    if explanation.classes is None:
        yield "not looked for: the components are large"
        return
    alike = [group for group in explanation.classes if len(group) > 1]
    for group in alike[:MOST_NAMES]:
        names = _some([explanation.components[n].name for n in group])
        yield f"equal up to renaming: {', '.join(names)} ({counted(len(group), 'component')})"
    if len(alike) > MOST_NAMES:
        yield _more(len(alike) - MOST_NAMES, "class")
    if not alike:
        yield "no two components are equal up to renaming"


def _two_sides(explanation: Explanation) -> Iterator[str]:
    """How a rule with two sides should divide the components, and whether it should pay."""
    sides, growth = explanation.two_sides, explanation.growth
    if sides is None:
        return
    yield sides.why()
    whole = growth.expected
    if whole is not None:
        pays = sides.should_pay(whole, explanation.reduced is not None)
        composed = counted(whole, "state") if growth.complete else f"about {whole:,} states"
        than = f"{'fewer' if pays else 'more'} states at once than composing, which has {composed}"
        yield f"so a proof by parts should explore {than}"
    yield "--decompose auto divides them so, by agar, learn or minimal"


def _forecast(explanation: Explanation) -> Iterator[str]:
    forecast = explanation.forecast
    yield f"it would be {forecast.way}"
    for reason in forecast.reasons:
        yield f"- {reason}"
    states, seconds = [], "a time that is not known"
    if forecast.states is not None and forecast.states_range is not None:
        exact = forecast.states_range[0] == forecast.states_range[1]
        states = [
            f"{counted(forecast.states, 'state') if exact else spread(*forecast.states_range) + ' states'} to explore"
        ]
    if forecast.seconds_range is not None:
        seconds = _seconds(*forecast.seconds_range)
    yield f"expected cost: {', '.join([*states, seconds])}"


def _seconds(least: float, most: float) -> str:
    if most < 0.1:
        return "less than 0.1 s"
    if most > MUCH * least:
        return f"{least:.1g} s or more"
    shown = [f"{seconds:.1g}" if seconds < 1 else f"{seconds:,.0f}" for seconds in (least, most)]
    return f"up to {shown[1]} s" if least < 0.01 else f"{shown[0]} to {shown[1]} s"


def _more(count: int, noun: str) -> str:
    plural = "classes" if noun == "class" and count > 1 else None
    return "" if count <= 0 else f"… {count:,} more {plural}" if plural else f"… {counted(count, f'more {noun}')}"


def _cell(text: str) -> Text:
    return Text(printable(text))
