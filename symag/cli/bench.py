"""`symag bench`."""

from __future__ import annotations

import os
from functools import partial
from json import dumps as to_text
from pathlib import Path
from typing import Annotated, Optional

import typer

from symag.cli.app import print_answer
from symag.cli.output import OutputFiles
from symag.errors import InputError
from symag.formats import check_writable, make_folder
from symag.limits import Limits
from symag.options import option_of, refuse_unknown
from symag.report import plot_panels, terminal
from symag.simulation import get_backend
from symag.study import BENCHMARKS, Cells, Settings, benchmark

__all__ = ["bench"]

CELL_HELP = "For cav12 and cav08: the seconds that a cell of the table may take; 120 if not given."
BEYOND_HELP = "For cav12 and cav08: also larger systems than the papers have."
WIDE = 160
"""Columns, where nobody says how many there are: figures are never cut."""
KEEP_HELP = "Keep the figures and a picture there, and go on from the figures that are there."


def bench(
    name: Annotated[Optional[str], typer.Argument(metavar="NAME", help=f"One of: {', '.join(BENCHMARKS)}.")] = None,
    backend: Annotated[str, typer.Option(metavar="NAME", help="For cav12: what decides, as for check.")] = "fixpoint",
    strategy: Annotated[str, typer.Option(metavar="NAME", help="For cav12: improved or paper.")] = "improved",
    timeout: Annotated[Optional[float], typer.Option(metavar="S", help=CELL_HELP)] = None,
    beyond: Annotated[bool, typer.Option("--beyond", help=BEYOND_HELP)] = False,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FOLDER", help=KEEP_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure this machine.

    Each case runs in a process of its own; all benchmarks, if none is named.

    engine: composing and deciding beside Storm and the textbook (3 minutes). smt: the solvers beside the fixpoint
    (10 minutes). traces: membership and learning beside plain sets and AALpy (5 minutes). agar: proofs by parts beside
    composing (15 minutes). cav12: Table 1 of CAV'12 beside the paper's own figures (3 minutes, with --beyond 30), at
    most 4 GB a cell. cav08: Tables 1 and 2 of CAV'08, for safety properties (15 minutes), likewise.

    Example: symag bench cav12 --beyond --output figures
    """
    if name is not None and name not in BENCHMARKS:
        raise InputError(f"there is no benchmark {name!r}: choose from {', '.join(BENCHMARKS)}")
    settings = Settings(backend, strategy, Limits(timeout).seconds, beyond)
    if settings != Settings() and name not in ("cav12", "cav08"):
        raise InputError(
            "only symag bench cav12 and cav08 heed --timeout and --beyond, and only cav12 --backend, --strategy"
        )
    if name == "cav08" and (backend, strategy) != (Settings.backend, Settings.strategy):
        raise InputError("symag bench cav08 does not heed --backend and --strategy: leave them out")
    get_backend(backend)
    refuse_unknown("strategy", strategy, option_of("strategy").values)
    if output is not None:
        make_folder(output)
    console = terminal(stderr=json)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = terminal(stderr=json, width=WIDE)
    figures = {}
    saving = OutputFiles()
    for chosen in [name] if name else BENCHMARKS:
        cells = Cells(console, None if output is None else output / f"{chosen}.json")
        if cells.file is not None:
            check_writable(cells.file)
            saving.written.append(cells.file)
        results = benchmark(chosen)(cells, settings)
        if output is not None and results.panels:
            how = [choice for choice in (settings.strategy, settings.backend) if choice not in ("improved", "fixpoint")]
            picture = output / f"{'-'.join([chosen, *how]).replace(':', '-').replace('/', '-')}.svg"
            saving.save("drawing", partial(plot_panels, results.panels, picture), picture)
        figures[chosen] = cells.figures
        console.print(*results.tables)
    if json:
        print_answer(to_text(figures[name] if name else figures))
    saving.finish()
