"""`symag audit`: the kernel, on a verdict file."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Optional

import typer
from typer.core import TyperCommand

from symag.assume import flatten
from symag.cli.app import INTERNAL, UNKNOWN, Constants, Memory, ProgramConstraints, ProgramSides, Seconds, worst
from symag.cli.models import program_models, reader_of, refuse_search
from symag.errors import InputError
from symag.evidence import Audit, Conjunction, Specification, audit_each, compare_models, read_verdict_text
from symag.evidence.schema import NO_VERDICT
from symag.formats import ProgramQuestion
from symag.limits import Limits, Watch
from symag.model import LPTS, printable
from symag.probability import Formula, formula
from symag.question import left_with
from symag.report import Progress, accepted_text, facts_lines

__all__ = ["ManyValues", "audit"]

VERDICT_HELP = "A file that check --output wrote; - for the standard input."
COMPONENTS_HELP = "Your own files of the components, one or several: they must be the models of the verdict."
OWN_SPEC_HELP = "Your own file of the specification, or of each property: it must be the specification of the verdict."
VERBOSE_HELP = "List all models of the verdict, also if they are many."
OWN_FORMULA_HELP = "Your own formula: it must be the one of the verdict. Of Pmax=?, only the path is compared."
OWN_BOUND_HELP = "With --spec P: the verdict must be that P is left with at most this probability."

BOUND = re.compile(r"P<=(\S+) ")
"""At the beginning of a formula, as the kernel writes it."""


class ManyValues(TyperCommand):
    """A command whose option `--components` takes all values up to the next option."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Repeat the option before each of its values."""
        repeated: list[str] = []
        many = False
        for word in args:
            if word.startswith("-") and word != "-":
                many = word == "--components"
            elif many and repeated[-1] != "--components":
                repeated.append("--components")
            repeated.append(word)
        return super().parse_args(ctx, repeated)


def audit(
    verdict: Annotated[Path, typer.Argument(metavar="VERDICT", help=VERDICT_HELP)],
    components: Annotated[Optional[list[Path]], typer.Option(metavar="FILE…", help=COMPONENTS_HELP)] = None,
    spec: Annotated[Optional[list[Path]], typer.Option(metavar="P", help=OWN_SPEC_HELP)] = None,
    property: Annotated[Optional[str], typer.Option("--property", metavar="FORMULA", help=OWN_FORMULA_HELP)] = None,
    at_most: Annotated[Optional[str], typer.Option("--at-most", metavar="P", help=OWN_BOUND_HELP)] = None,
    const: Constants = None,
    constraint: ProgramConstraints = None,
    sides: ProgramSides = None,
    timeout: Seconds = None,
    memory: Memory = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
) -> None:
    """Let the kernel check the evidence in a verdict file.

    The kernel shares no code with the engine. It identifies the models of the verdict by the SHA-256 of a canonical
    form of each, and compares them with your own files if you name them. Exit code 0 if it accepts, 3 if a
    limit is reached, 4 if it rejects or if a model differs from yours.

    Example: symag audit verdict.json

    Example: symag audit verdict.json --components sender.json channel.json --spec spec.json
    """
    with Progress("the kernel is checking", timeout) as progress:
        watch = Watch(Limits(timeout, None, memory), progress)
        audits = audit_each(read_verdict_text(verdict), watch)
        if not any(result.verdict for result in audits):
            raise InputError(f"{NO_VERDICT}: {audits[0].reason}", str(verdict))
        if spec and property is not None:
            raise InputError("give the specification with --spec or with --property, not with both")
        refuse_search(constraint)
        given, own = _own(components, spec, const, constraint, sides, watch)
        specification: Specification | None = own
        if property is not None:
            specification = formula(property)
        elif at_most is not None:
            specification = left_with(own, at_most)
        compared = [compare_models(result, given, _asked(specification, result)) for result in audits]
    codes = []
    for number, (result, after) in enumerate(zip(audits, compared, strict=True), 1):
        if len(audits) > 1:
            print(f"question {number} of {len(audits)}")
        codes.append(_print_result(result, after, verbose))
    files = [printable(str(file)) for file in (*(components or ()), *(spec or ()))]
    if files and not any(codes):
        print(f"these are the models in {', '.join(files)}")
    if property is not None and not any(codes):
        print(f"the formula is {printable(property)}")
    raise typer.Exit(worst(codes))


def _print_result(result: Audit, compared: Audit, verbose: bool) -> int:
    """Print the kernel's answer about one verdict, also if it is about other models than the user's; the exit code."""
    if result.verdict == "unknown":
        print("the verdict is unknown: there is nothing to check")
        return UNKNOWN
    if not compared:
        why = compared.reason if result else f"{result.verdict or 'the verdict'} is not shown: {result.reason}"
        print(printable(f"REJECTED: {why}"))
        return INTERNAL
    print(f"accepted: {result.verdict}, shown by {printable(accepted_text(result))}")
    print(*facts_lines(result, verbose), sep="\n")
    return 0


def _asked(specification: Specification | None, result: Audit) -> Specification | None:
    """What the verdict must be about. A question for a probability: the bound that the verdict shows, on its path."""
    bound = BOUND.match(result.specification[0].name) if result.specification else None
    if isinstance(specification, Formula) and specification.asks and bound is not None:
        return specification.bounded_by(Fraction(bound[1]))
    return specification


def _own(
    components: list[Path] | None,
    spec: list[Path] | None,
    const: list[str] | None,
    constraints: list[str] | None,
    sides: str | None,
    watch: Watch,
) -> tuple[list[LPTS] | None, LPTS | Conjunction | None]:
    """The models in the recipient's own files; those of a program depend on the question about it."""
    reader = reader_of(const, watch)
    properties = [model for file in spec or () for model in reader.properties(file)]
    question = ProgramQuestion(properties, constraints or [], sides)
    program = program_models(components or [], question, reader) if properties or constraints or sides else None
    if program is not None:
        mine: list[LPTS] | None = list(flatten(program.components))
    else:
        mine = None if not components else [model for file in components for model in reader.components(file)]
        if any(model.conservative for model in mine or ()):
            raise InputError(
                "the models of a program depend on the question: give one program, --spec, and --constraint and "
                "--sides as they were for the check"
            )
    reader.done()
    if len(properties) < 2:
        return mine, properties[0] if properties else None
    return mine, Conjunction.of(properties)
