"""`symag check`: the main job."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from json import dumps as to_text
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, Optional

import typer

import symag
from symag.assume import IterationListener
from symag.check import METHODS, ORDERS, RELATIONS, RULES, STRATEGIES, refuse_unknown
from symag.cli.app import (
    BAD_INPUT,
    EXIT,
    Audited,
    Constants,
    Encoded,
    Files,
    Memory,
    Saved,
    Seconds,
    Specification,
    States,
    choice,
    print_answer,
)
from symag.cli.command_line import command_line
from symag.cli.models import QuestionFiles, unknown_json
from symag.cli.output import STDOUT, OutputFiles, refuse_output, refuse_overwriting
from symag.errors import InputError, LimitReached
from symag.formats import check_writable, make_folder, split_process
from symag.limits import Limits, within_memory
from symag.report import Progress, iteration_text, terminal, verdict_text
from symag.simulation import get_backend

__all__ = ["ALPHABET_HELP", "ORDER_HELP", "RELATION_HELP", "RULE_HELP", "STRATEGY_HELP", "check"]

SOLVERS = [name for name in symag.backend_names() if name != "fixpoint"]

RELATION_HELP = (
    "What to decide. simulation: the specification can follow every step, with probabilities that match. traces, for "
    "models without probabilities: nothing happens that the specification does not allow."
)
METHOD_HELP = (
    "auto: find out what pays. mono: compose everything. agar: by parts, with assumptions that are refined. learn: by "
    "parts, with assumptions that are learned, for traces. cegar: refine an abstraction of the whole."
)
RULE_HELP = (
    "For agar and learn. asym: the first component beside one assumption about all the others; the default for two, "
    "whose order matters (see --order). "
    "asym-n: the components one by one, with an assumption about those that are still to come."
)
STRATEGY_HELP = "For agar and cegar. improved: fewer iterations. paper: as it was published, to compare."
ORDER_HELP = (
    "For agar and learn, which need an assumption about all components but the first: the order can make it small or "
    "large. given: as they stand. auto: of two, both orders by turns, until one has an answer; of more, first the one "
    "that shares most actions."
)
REDUCE_HELP = (
    "Make the components smaller first, which changes no verdict; the default but for mono and --strategy paper."
)
ALPHABET_HELP = "For traces by agar or learn: assumptions begin with the specification's actions; more if need be."
ASSUMPTION_HELP = "For agar: a model to be the assumption, so that none is sought; for asym-n, one option for each."
BACKEND_HELP = f"What decides. fixpoint: symag's own engine. {', '.join(SOLVERS)}: SMT solvers."
REPORT_HELP = "Write a page for people to FILE, an .html file: the proof or the violation, step by step."
STRICT_HELP = "Exit with code 2 if there is a note, whatever the verdict; for CI."
MOST_NAMES = 6
KEEP_HELP = "Write the assumptions to FOLDER/A1.json, …"


def _iteration_listener(progress: Progress, verbose: bool) -> IterationListener:
    """Shows each iteration: in the progress line, and as text with `--verbose`."""

    def show(entry: dict[str, Any]) -> None:
        progress.show_iteration(entry)
        if verbose:
            print(iteration_text(entry), file=sys.stderr)

    return show


def _save_assumptions(verdict: symag.Verdict, folder: Path, saving: OutputFiles) -> None:
    if not verdict.assumptions:
        print("note: there are no assumptions to save", file=sys.stderr)
    for number, assumption in enumerate(verdict.assumptions, 1):
        file = folder / f"A{number}.json"
        saving.save("writing the assumptions", partial(symag.save, assumption, file), file)


def _meant(given: list[Path], sides: Sequence[symag.LPTS | Sequence[symag.LPTS]]) -> str:
    """Which components of the verdict come from which argument, if their names differ."""
    found = []
    for argument, side in zip(given, sides, strict=True) if len(given) > 1 else ():
        file, process = split_process(argument)
        names = [model.name for model in ([side] if isinstance(side, symag.LPTS) else side)]
        if names != [process or Path(file).stem]:
            shown = names if len(names) <= MOST_NAMES else [names[0], "…", names[-1]]
            found.append(f"{process or Path(file).name} is {' ‖ '.join(shown)}")
    return "; ".join(found)


def _refuse_outputs(models: Sequence[Path], output: Path | None, report: Path | None, folder: Path | None) -> None:
    """An InputError, before anything is decided, for a file that cannot be written or would overwrite another one."""
    refuse_output(output, models, "verdict", (".json",))
    if report is not None:
        check_writable(report)
        refuse_overwriting(report, models, "report")
        if output is not None and report.resolve() == output.resolve():
            raise InputError("is where the verdict goes: write the report to another file", str(report))
        if report.suffix.lower() not in (".html", ".htm"):
            raise InputError("the report is an HTML page: call it report.html", str(report))
    if folder is not None:
        for file in folder.glob("A[0-9]*.json"):
            refuse_overwriting(file, models, "assumptions")
        if output is not None and output.resolve().match(f"{folder.resolve()}/A[0-9]*.json"):
            raise InputError("is where an assumption goes: write the verdict to another file", str(output))
        make_folder(folder)


def check(
    context: typer.Context,
    components: Files,
    spec: Specification,
    relation: Annotated[str, choice(RELATION_HELP, RELATIONS)] = "simulation",
    method: Annotated[str, choice(METHOD_HELP, METHODS)] = "auto",
    rule: Annotated[Optional[str], choice(RULE_HELP, RULES)] = None,
    strategy: Annotated[str, choice(STRATEGY_HELP, STRATEGIES)] = "improved",
    order: Annotated[str, choice(ORDER_HELP, ORDERS)] = "given",
    reduce: Annotated[Optional[bool], typer.Option("--reduce/--no-reduce", help=REDUCE_HELP)] = None,
    alphabet_refinement: Annotated[bool, typer.Option("--alphabet-refinement", help=ALPHABET_HELP)] = False,
    assumption: Annotated[Optional[list[Path]], typer.Option(metavar="A", help=ASSUMPTION_HELP)] = None,
    save_assumptions: Annotated[Optional[Path], typer.Option(metavar="FOLDER", help=KEEP_HELP)] = None,
    backend: Annotated[str, choice(BACKEND_HELP, symag.backend_names())] = "fixpoint",
    encoding: Encoded = None,
    const: Constants = None,
    timeout: Seconds = None,
    max_states: States = None,
    memory: Memory = None,
    audit: Audited = None,
    strict: Annotated[bool, typer.Option("--strict", help=STRICT_HELP)] = False,
    output: Saved = None,
    report: Annotated[Optional[Path], typer.Option(metavar="FILE", help=REPORT_HELP)] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the verdict as one JSON object.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell each iteration of agar, cegar and learn.")
    ] = False,
) -> None:
    """Decide whether components together keep to a specification.

    The verdict comes with evidence: a certificate, or a counterexample that says what they can do and must not. Exit
    code 0: holds, 1: violated, 2: bad input, 3: unknown, as a limit was reached, 4: symag has failed. Notes say what to
    look at before you trust it: that the system can stop, that it never does what the specification speaks of, that an
    action seems to be misspelt.

    In a verdict, ‖ stands between components that run together, ≼ means "is simulated by", ⊨ (for traces) "keeps to".

    Example: symag check sender.json channel.json --spec spec.json --output verdict.json

    Example: symag check server.prism clients.prism --spec spec.prism --const N=3 --report report.html

    Example: symag check bridge.lts --spec bridge.lts#ONEWAY --relation traces
    """
    models = (*components, spec, *(assumption or ()))
    json, output = (True, None) if output == STDOUT else (json, output)
    _refuse_outputs(models, output, report, save_assumptions)
    if verbose and context.params["quiet"]:
        raise InputError("give --quiet or --verbose, not both")
    refuse_unknown(relation, method, rule, strategy, order)
    get_backend(backend, encoding)
    with Progress(seconds=timeout) as progress:
        try:
            limits = Limits(timeout, max_states, memory)
            read = partial(QuestionFiles, components, spec, assumption, const, limits, progress, relation)
            asked = within_memory(read)
        except LimitReached as reached:
            if json:
                print_answer(
                    to_text(unknown_json(reached, relation=relation, method=method, rule=rule, backend=backend))
                )
            raise
        verdict = symag.check(
            asked.sides,
            asked.specification,
            relation=relation,
            method=method,
            rule=rule,
            strategy=strategy,
            order=order,
            reduce=reduce,
            alphabet_refinement=alphabet_refinement,
            assumption=asked.assumptions,
            told=_iteration_listener(progress, verbose),
            backend=backend,
            encoding=encoding,
            timeout=asked.remaining,
            max_states=max_states,
            memory=memory,
            audit=audit,
            listener=progress,
        ).with_notes(asked.notes)
        meant = _meant(components, asked.sides)
        saving = OutputFiles(progress)
        if output is not None:
            saving.save("writing the evidence", lambda: verdict.save(output), output)
        if report is not None:
            saved = None if output is None else quote(str(output))
            page = partial(verdict.report, report, command_line(context), saved, meant)
            saving.save("writing the report", page, report)
        if save_assumptions is not None:
            _save_assumptions(verdict, save_assumptions, saving)
    if json:
        try:
            print_answer(within_memory(lambda: to_text(verdict.to_json())))  # in ASCII, for any terminal
        except LimitReached as reached:
            print_answer(to_text(unknown_json(reached, relation=relation, method=method, rule=rule, backend=backend)))
            raise
    terminal(stderr=json).print(verdict_text(verdict, meant=meant))
    saving.finish()
    raise typer.Exit(BAD_INPUT if strict and verdict.notes else EXIT[verdict.verdict])
