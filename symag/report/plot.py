"""How the time of each backend grows with the question: a picture of a sweep, drawn by matplotlib."""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from math import ceil, floor, log10
from pathlib import Path

from symag.errors import InputError
from symag.formats import write_atomically
from symag.study.comparison import Row
from symag.study.sweep import Sweep

__all__ = ["PLOTS", "check_plot", "plot"]

PLOTS = (".svg", ".png")
LEAST = 1e-6
"""Seconds: a clock that says 0 has no place on a logarithmic axis."""

Point = tuple[int, float]


def check_plot(path: str | os.PathLike[str]) -> None:
    """An InputError, before the work is done, if a plot could not be written there."""
    file = Path(path)
    if file.suffix.lower() not in PLOTS:
        raise InputError(f"{file.suffix or 'such'} files cannot be plotted: use {' or '.join(PLOTS)}", str(path))
    if not file.absolute().parent.is_dir():
        raise InputError("cannot be written: there is no such folder", str(path))


def plot(sweep: Sweep, path: str | os.PathLike[str]) -> None:
    """Seconds over |L|·|P|, both logarithmic: a line per backend, a cross where it did not come to an answer."""
    check_plot(path)
    from matplotlib import rc_context  # slow to import, and only plots need it
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "symag", "svg.fonttype": "none"}):  # the same figures, the same file
        figure = Figure(figsize=(7, 4.5), layout="constrained")
        axes = figure.add_subplot()
        for number, (backend, answered, given_up) in enumerate(_lines(sweep)):
            colour = f"C{number % 10}"
            axes.plot(*_split(answered), marker="o", markersize=4, color=colour, label=backend)
            axes.plot(*_split(given_up), marker="x", linestyle="none", color=colour)
        axes.set(xscale="log", yscale="log", xlabel="states of the system × states of the specification")
        points = [point for _, *kinds in _lines(sweep) for kind in kinds for point in kind] or [(1, 1.0)]
        axes.set(xlim=_decades([x for x, _ in points]), ylim=_decades([y for _, y in points]))
        axes.set(ylabel="seconds", title=f"{sweep.family.title}{' (violated)' if sweep.violated else ''}")
        axes.grid(which="major", alpha=0.3)
        axes.legend()
        data = BytesIO()
        suffix = Path(path).suffix.lower()
        figure.savefig(data, format=suffix[1:], dpi=150, metadata={"Date": None} if suffix == ".svg" else None)
    write_atomically(os.fspath(path), data.getvalue())


def _lines(sweep: Sweep) -> list[tuple[str, list[Point], list[Point]]]:
    """For each backend the points with an answer, and those without."""
    lines: dict[str, tuple[list[Point], list[Point]]] = {}
    for size, comparison in sweep.comparisons:
        product = sweep.family.states(size) * comparison.specification.num_states
        for row in comparison.rows:
            answered, given_up = lines.setdefault(row.backend, ([], []))
            if row.seconds is not None:
                (answered if _is_answer(row) else given_up).append((product, max(row.seconds, LEAST)))
    return [(backend, *points) for backend, points in lines.items()]


def _decades(values: Sequence[float]) -> tuple[float, float]:
    """The powers of ten around them: an axis that ends there has marks that can be read."""
    least, most = floor(log10(min(values))), ceil(log10(max(values)))
    return 10.0**least, 10.0 ** max(most, least + 1)


def _is_answer(row: Row) -> bool:
    return row.verdict in ("holds", "violated")


def _split(points: list[Point]) -> tuple[list[int], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
