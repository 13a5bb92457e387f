"""`symag bench`."""

from __future__ import annotations

import os
from contextlib import nullcontext
from functools import partial
from json import dumps as to_text
from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console

from symag.cli.app import print_answer
from symag.cli.output import OutputFiles
from symag.cli.study import JOBS_HELP, SCHEDULER_HELP
from symag.errors import InputError
from symag.formats import make_folder
from symag.limits import Limits
from symag.options import option_of, refuse_unknown
from symag.report import grid_table, plot_panels, terminal
from symag.simulation import get_backend
from symag.study import JobResult, Runner, Store
from symag.study.bench import BENCHMARKS, Benchmark, Settings, measure
from symag.study.bench.tools import TOOLS, tools_from
from symag.study.schedulers import runner_of

__all__ = ["bench"]


def _heeding(setting: str) -> str:
    names = [benchmark.name for benchmark in BENCHMARKS.values() if setting in benchmark.heeds]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


BACKEND_HELP = f"For {_heeding('backend')}: what decides, as for check."
STRATEGY_HELP = f"For {_heeding('strategy')}: improved or paper."
CELL_HELP = (
    f"For {_heeding('timeout')}: the seconds that a cell of the table may take; 120 if not given, 60 for csp and peers."
)
BEYOND_HELP = f"For {_heeding('beyond')}: also larger systems than the papers have."
TOOL_HELP = f"For {_heeding('tools')}: NAME=PATH of a program off the path. {'; '.join(map(': '.join, TOOLS.items()))}."
WIDE = 160
"""Columns, if the terminal does not say how many there are: figures are never cut."""
KEEP_HELP = "Keep the figures and a picture there, and go on from the figures that are there."


def _help() -> str:
    described = "\n\n    ".join(f"{b.name}: {b.about} ({b.duration})." for b in BENCHMARKS.values())
    return f"""Measure this machine.

    Each case runs in a process of its own; all benchmarks, if none is named.

    {described}

    Example: symag bench cav12 --beyond --output figures
    """


def bench(
    name: Annotated[Optional[str], typer.Argument(metavar="NAME", help=f"One of: {', '.join(BENCHMARKS)}.")] = None,
    backend: Annotated[str, typer.Option(metavar="NAME", help=BACKEND_HELP)] = "fixpoint",
    strategy: Annotated[str, typer.Option(metavar="NAME", help=STRATEGY_HELP)] = "improved",
    timeout: Annotated[Optional[float], typer.Option(metavar="S", help=CELL_HELP)] = None,
    beyond: Annotated[bool, typer.Option("--beyond", help=BEYOND_HELP)] = False,
    tool: Annotated[Optional[list[str]], typer.Option(metavar="NAME=PATH", help=TOOL_HELP)] = None,
    output: Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FOLDER", help=KEEP_HELP)] = None,
    jobs: Annotated[Optional[int], typer.Option("--jobs", "-j", metavar="N", help=JOBS_HELP)] = None,
    scheduler: Annotated[Optional[str], typer.Option(metavar="WHERE", help=SCHEDULER_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    if scheduler == "here":
        raise InputError("the cases of a benchmark need processes of their own: choose another scheduler than here")
    runner = runner_of(scheduler, jobs)
    settings = Settings(backend, strategy, Limits(timeout).seconds, beyond, tools_from(tool or []))
    chosen = _chosen(name, settings)
    if output is not None:
        make_folder(output)
    console = terminal(stderr=json)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = terminal(stderr=json, width=WIDE)
    figures = {}
    saving = OutputFiles()
    for benchmark in chosen:
        found = _measure(benchmark, settings, runner, output, console, saving)
        figures[benchmark.name] = {job: result.figures for job, result in found.items()}
        view = benchmark.view(settings, found)
        if output is not None and view.panels:
            how = [choice for choice in (settings.strategy, settings.backend) if choice not in ("improved", "fixpoint")]
            picture = output / f"{'-'.join([benchmark.name, *how]).replace(':', '-').replace('/', '-')}.svg"
            saving.save("drawing", partial(plot_panels, view.panels, picture), picture)
        console.print(*map(grid_table, view.grids))
    if json:
        print_answer(to_text(figures[name] if name else figures))
    saving.finish()


def _chosen(name: str | None, settings: Settings) -> list[Benchmark]:
    """The benchmarks to run; an InputError if there is none of that name, or it does not heed the settings."""
    if name is not None and name not in BENCHMARKS:
        raise InputError(f"there is no benchmark {name!r}: choose from {', '.join(BENCHMARKS)}")
    chosen = list(BENCHMARKS.values()) if name is None else [BENCHMARKS[name]]
    for benchmark in chosen:
        benchmark.refuse(settings)
    get_backend(settings.backend)
    refuse_unknown("strategy", settings.strategy, option_of("strategy").values)
    return chosen


def _measure(
    benchmark: Benchmark,
    settings: Settings,
    runner: Runner,
    output: Path | None,
    console: Console,
    saving: OutputFiles,
) -> dict[str, JobResult]:
    """The results of a benchmark, kept in a file of the folder, if there is one."""
    with nullcontext() if output is None else Store(output / f"{benchmark.name}.jsonl") as store:
        if store is not None:
            saving.written.append(Path(store.path))
        with console.status(f"measuring: {benchmark.name}") as status:
            return measure(benchmark, settings, runner, store, lambda job: status.update(f"measuring: {job.name}"))


bench.__doc__ = _help()
