"""How a figure, such as the time of each method, grows with the question: pictures, drawn by matplotlib."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from math import ceil, floor, log10
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from symag.errors import InputError
from symag.evidence import model_of
from symag.formats import check_writable, write_atomically
from symag.study.compare.comparison import ComparisonRow
from symag.study.compare.side_by_side import Sweep
from symag.study.view import Curve, Panel, Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PLOTS", "check_plot", "drawn_panels", "plot", "plot_panels"]

PLOTS = (".svg", ".png")
MANY_CURVES = 12
"""The legend of more curves than this stands beside the picture."""
LEAST = 1e-6
"""Seconds: a clock that says 0 has no place on a logarithmic axis."""


def check_plot(path: str | os.PathLike[str]) -> None:
    """An InputError, before the work is done, if a plot could not be written there."""
    file = Path(path)
    if file.suffix.lower() not in PLOTS:
        raise InputError(f"{file.suffix or 'such'} files cannot be plotted: use {' or '.join(PLOTS)}", str(path))
    check_writable(path)


def plot(sweep: Sweep, path: str | os.PathLike[str]) -> None:
    """Seconds over |L|·|P|: a line per backend and method."""
    curves = tuple(Curve(label, tuple(answered), tuple(given_up)) for label, answered, given_up in _curves(sweep))
    title = f"{sweep.family.title}{' (violated)' if sweep.violated else ''}"
    plot_panels([Panel(title, "states of the system × states of the specification", curves)], path)


def plot_panels(panels: Sequence[Panel], path: str | os.PathLike[str]) -> None:
    """Panels side by side, such as seconds over size: a line per method, a cross where it did not come to an answer."""
    check_plot(path)
    write_atomically(os.fspath(path), drawn_panels(panels, Path(path).suffix.lower()))


def drawn_panels(panels: Sequence[Panel], suffix: str) -> bytes:
    """The same as the content of a file with this suffix."""
    with bundled_fonts():
        return _drawn(panels, suffix)


@contextmanager
def bundled_fonts() -> Iterator[None]:
    """Let matplotlib use the fonts that it brings along, if it was not imported before.

    By itself, its first import makes folders in the user's home, runs `fc-list` and looks at every font of the machine.
    Who sets `MPLCONFIGDIR`, or imports matplotlib first, has it as usual.
    """
    if "matplotlib" in sys.modules or os.environ.get("MPLCONFIGDIR"):
        yield
        return
    with TemporaryDirectory(prefix="symag-") as folder:
        # Before MPL_IGNORE_SYSTEM_FONTS was known, fc-list was run wherever PATH has it.
        changed = {"MPLCONFIGDIR": folder, "MPL_IGNORE_SYSTEM_FONTS": "1", "PATH": folder}
        before = {name: os.environ.get(name) for name in changed}
        os.environ.update(changed)
        try:
            from matplotlib import font_manager  # noqa: F401  looks for fonts
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
        yield


def _drawn(panels: Sequence[Panel], suffix: str) -> bytes:
    from matplotlib import rc_context  # slow to import, and only plots need it
    from matplotlib.figure import Figure

    columns = min(len(panels), 2)
    rows = -(-len(panels) // columns)
    with rc_context({"svg.hashsalt": "symag", "svg.fonttype": "none"}):  # the same figures, the same file
        figure = Figure(figsize=(7 if columns == 1 else 10, 4.5 if rows == 1 else 3.6 * rows), layout="constrained")
        for number, panel in enumerate(panels, 1):
            axes = figure.add_subplot(rows, columns, number)
            _draw(panel, axes)
        named = any(curve.label for panel in panels for curve in panel.curves)
        if named and columns == 1 and len(panels[0].curves) > MANY_CURVES:
            axes.legend(fontsize=6, loc="upper left", bbox_to_anchor=(1.0, 1.0))
        elif named and columns == 1:
            axes.legend()
        elif named:
            figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
        data = BytesIO()
        figure.savefig(data, format=suffix[1:], dpi=150, metadata={"Date": None} if suffix == ".svg" else None)
    return data.getvalue()


def _draw(panel: Panel, axes: Axes) -> None:
    colours: dict[str, str] = {}
    points: list[Point] = []
    for curve in panel.curves:
        kind = curve.label.split(",")[0] if curve.dashed else curve.label  # dashed and solid have one colour
        colour = colours.setdefault(kind, f"C{len(colours) % 10}")
        style = "--" if curve.dashed else "-"
        inside = "white" if curve.dashed else colour
        axes.plot(*_split(curve.answered), style, marker="o", markersize=4, mfc=inside, color=colour, label=curve.label)
        axes.plot(*_split(curve.given_up), marker="x", linestyle="none", color=colour)
        points += [(x, max(y, LEAST)) for x, y in (*curve.answered, *curve.given_up)]
    points = points or [(1, 1.0)]
    axes.set(yscale="log", xlabel=panel.xlabel, ylabel=panel.ylabel, title=panel.title)
    axes.set(ylim=_decades([y for _, y in points]))
    if panel.is_parameter:
        axes.set_xticks(sorted({x for x, _ in points}))
    elif panel.counts:
        axes.locator_params(axis="x", integer=True)
    else:
        axes.set(xscale="log", xlim=_decades([x for x, _ in points]))
    axes.grid(which="major", alpha=0.3)


def _curves(sweep: Sweep) -> list[tuple[str, list[Point], list[Point]]]:
    """For each backend and method the points with an answer, and those without."""
    lines: dict[str, tuple[list[Point], list[Point]]] = {}
    for size, comparison in sweep.comparisons:
        product = sweep.family.states(size) * model_of(comparison.specification).num_states
        for row in comparison.rows:
            answered, given_up = lines.setdefault(comparison.label(row), ([], []))
            if row.seconds is not None:
                (answered if _is_answer(row) else given_up).append((product, row.seconds))
    return [(label, *points) for label, points in lines.items()]


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """The powers of ten around them: an axis that ends there has marks that can be read."""
    least, most = floor(log10(min(values))), ceil(log10(max(values)))
    return 10.0**least, 10.0 ** max(most, least + 1)


def _is_answer(row: ComparisonRow) -> bool:
    return row.verdict in ("holds", "violated")


def _split(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [max(y, LEAST) for _, y in points]
