"""What all commands share: the app, its exit codes, the guard that turns errors into them, and the common options.

Exit codes: 0 holds or done, 1 violated, 2 bad usage or input, 3 unknown (a limit), 4 internal error or bad evidence.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from contextvars import ContextVar
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Optional, TextIO, TypeVar

import typer
from typer.core import TyperCommand

from symag.errors import InputError, LimitReached, SymagError
from symag.formats import main_suffixes
from symag.limits import within_memory
from symag.model import printable
from symag.options import option_of, with_flags

__all__ = [
    "BAD_INPUT",
    "EXIT",
    "INTERNAL",
    "MODEL_HELP",
    "SPEC_HELP",
    "UNKNOWN",
    "Constants",
    "Drawn",
    "Files",
    "Memory",
    "OwnFormula",
    "OwnSpecification",
    "ProgramConstraints",
    "ProgramSides",
    "Saved",
    "Seconds",
    "SelectedAssertion",
    "Specification",
    "States",
    "app",
    "choice",
    "command",
    "print_answer",
    "print_error",
    "worst",
]

EXIT = {"holds": 0, "violated": 1, "unknown": 3}
BAD_INPUT, UNKNOWN, INTERNAL, INTERRUPTED = 2, 3, 4, 130
WORST_FIRST = (INTERNAL, BAD_INPUT, UNKNOWN, EXIT["violated"], 0)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several questions: the worst of theirs."""
    return min(codes, key=WORST_FIRST.index)


QUIET_HELP = "Print only errors and what other options ask for; the exit code is the verdict."
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=QUIET_HELP)]

_audible: ContextVar[tuple[TextIO, TextIO] | None] = ContextVar("audible", default=None)
"""Standard output and standard error, while both are redirected to nowhere."""

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

Command = TypeVar("Command", bound=Callable[..., None])


def command(function: Command, cls: type[TyperCommand] | None = None) -> Command:
    """Register a command: an error ends it with one line and its exit code. `cls` says how Typer reads its options."""

    @wraps(function)
    def guarded(*arguments: Any, quiet: bool = False, **options: Any) -> None:
        try:
            with _silence() if quiet else nullcontext():
                within_memory(lambda: function(*arguments, **options))
        except InputError as error:
            print(f"symag: {printable(with_flags(str(error)))}", file=sys.stderr)
            raise typer.Exit(BAD_INPUT) from None
        except LimitReached as reached:
            print(f"symag: {printable(str(reached))}", file=sys.stderr)
            raise typer.Exit(UNKNOWN) from None
        except KeyboardInterrupt:
            print("symag: interrupted", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        except typer.Exit:
            raise
        except Exception as error:  # uncaught, it would exit with 1, which means violated
            traceback.print_exc()
            kind = "symag contradicts itself" if isinstance(error, SymagError) else "this is a bug in symag"
            print(f"symag: {kind}; please report it with the text above and the input files", file=sys.stderr)
            raise typer.Exit(INTERNAL) from None

    declared = signature(function, eval_str=True)
    option = Parameter("quiet", Parameter.KEYWORD_ONLY, default=False, annotation=Quiet)
    guarded.__signature__ = declared.replace(parameters=[*declared.parameters.values(), option])  # type: ignore[attr-defined]
    return app.command(cls=cls)(guarded)  # type: ignore[return-value]


@contextmanager
def _silence() -> Iterator[None]:
    """Drop all output on both streams; an error ends the command, and is printed after this."""
    token = _audible.set((sys.stdout, sys.stderr))
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            yield
    finally:
        _audible.reset(token)


def print_answer(text: str, end: str = "\n") -> None:
    """Print what an option asks for, such as a JSON object, also with `--quiet`."""
    print(text, end=end, file=(_audible.get() or (sys.stdout, sys.stderr))[0])


def print_error(text: str) -> None:
    """Print an error that does not end the command, also with `--quiet`."""
    print(f"symag: {printable(text)}", file=(_audible.get() or (sys.stdout, sys.stderr))[1])


def choice(help: str, known: Iterable[str], metavar: str = "NAME") -> Any:
    """An option with these values, which the shell completes. `symag.check` refuses other values."""
    values = list(known)
    return typer.Option(help=help, metavar=metavar, autocompletion=lambda: values)


FILES_HELP = (
    f"The components: {main_suffixes(readable=True)} files, or FILE.lts#PROCESS. A file of several modules is one side "
    "of a proof by parts; if it is the only file, each module is a component."
)
Files = Annotated[list[Path], typer.Argument(metavar="COMPONENT", help=FILES_HELP)]
MODEL_HELP = f"A {main_suffixes(readable=True)} file, or FILE.lts#PROCESS; several modules are composed."
SPEC_HELP = "The specification: a model in a file, like the components."
Specification = Annotated[Path, typer.Option("--spec", metavar="P", help=SPEC_HELP)]
CONST_HELP = "Values for the constants that a PRISM file leaves open, or of an FSP file: K=10,p=0.1. May be repeated."
ASSERTION_HELP = "Of the questions that a file asks itself, take only this one: its number, or its text."
SelectedAssertion = Annotated[Optional[str], typer.Option("--assertion", metavar="N|TEXT", help=ASSERTION_HELP)]
SPECS_HELP = f"{SPEC_HELP} May be repeated: all of these properties must hold."
OwnSpecification = Annotated[
    Optional[list[Path]],
    typer.Option(
        "--spec", metavar="P", help=f"{SPECS_HELP} Without it, a file that asks questions itself is checked for these."
    ),
]
FORMULA_HELP = (
    "A formula in place of a specification, such as 'P<=1/10 [ F fail ]': whatever a scheduler does, fail has at most "
    "this probability. 'Pmax=? [ F fail ]' asks for the greatest probability. May be repeated: all of these must hold."
)
OwnFormula = Annotated[Optional[list[str]], typer.Option("--property", metavar="FORMULA", help=FORMULA_HELP)]
Constants = Annotated[Optional[list[str]], typer.Option("--const", metavar="K=V,…", help=CONST_HELP)]
CONSTRAINT_HELP = (
    "Of a program, what rules out paths that no execution takes: VA(x) follows the variable x, TA(t) the task t, with "
    "* for all; auto finds a minimal set of these; or a file with a safety LTS. May be repeated."
)
ProgramConstraints = Annotated[Optional[list[str]], typer.Option("--constraint", metavar="C", help=CONSTRAINT_HELP)]
SIDES_HELP = "Of a program, the tasks on each side of a decomposition, for methods by parts: car/controller, a/b/c."
ProgramSides = Annotated[Optional[str], typer.Option("--sides", metavar="T,…/T,…", help=SIDES_HELP)]
Seconds = Annotated[Optional[float], typer.Option(metavar="S", help=option_of("timeout").help)]
States = Annotated[Optional[int], typer.Option(metavar="N", help=option_of("max_states").help)]
Memory = Annotated[Optional[float], typer.Option(metavar="MB", help=option_of("memory").help)]

SAVE_HELP = "Write the verdict with its evidence to FILE, a .json file; - is standard output, as with --json."
Saved = Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help=SAVE_HELP)]
DRAW_HELP = "Draw it to a .svg, .png or .dot file instead."
Drawn = Annotated[Optional[Path], typer.Option("--output", "-o", metavar="FILE", help=DRAW_HELP)]
