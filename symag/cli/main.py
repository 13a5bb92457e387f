"""The command line: one module per command. Exit codes: see `symag.cli.app`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import symag
from symag.cli.app import BAD_INPUT, app, command
from symag.cli.audit import ManyValues, audit
from symag.cli.bench import bench
from symag.cli.check import check
from symag.cli.compare import compare
from symag.cli.convert import convert
from symag.cli.deadlock import deadlock
from symag.cli.demo import demo
from symag.cli.encode import encode
from symag.cli.explain import explain
from symag.cli.output import ending_in_order, kept_open
from symag.cli.show import show
from symag.cli.step import step
from symag.cli.study import study

__all__ = ["app", "main"]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"symag {symag.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which symag this is.")
    ] = False,
) -> None:
    """Prove a system of probabilistic components right, with evidence that anyone can check.

    Try: symag demo

    Example: symag check sender.json channel.json --spec spec.json
    """


command(check)
command(explain)
command(deadlock)
command(compare)
command(study)
command(bench)
command(encode)
command(audit, cls=ManyValues)
command(show)
command(step)
command(convert)
command(demo)


def main() -> None:
    """The entry point."""
    sys.stderr, _ = kept_open(sys.stderr, True)  # print would take standard output in the place of a closed one
    sys.stdout, raw = kept_open(sys.stdout, sys.stdout is not None and sys.stdout.isatty())
    try:
        with ending_in_order():
            app(prog_name="symag")
    finally:
        sys.stdout.flush()
        if raw.failure is not None and not isinstance(raw.failure, BrokenPipeError):
            print(f"symag: the output cannot be written: {raw.failure.strerror}", file=sys.stderr)
            sys.exit(BAD_INPUT)
