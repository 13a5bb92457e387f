"""`symag demo`: the communication channel of CAV'12, Fig. 1."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.console import Console
from rich.rule import Rule

from symag.check import check
from symag.errors import InputError
from symag.evidence import audit
from symag.formats import save
from symag.model import LPTS
from symag.operators import compose
from symag.report import model_text, terminal, verdict_text

__all__ = ["CHANNEL", "SENDER", "demo", "promised", "succeeding"]

SENDER = LPTS.build(
    "ready", [("ready", "input", "full"), ("full", "send", "waiting"), ("waiting", "ack", "ready")], name="sender"
)


def succeeding(success: str, name: str) -> LPTS:
    """A channel whose outputs succeed with this probability; it repeats those that fail."""
    output = {"delivered": success, "holding": 1 - Fraction(success)}
    return LPTS.build(
        "empty",
        [("empty", "send", "holding"), ("holding", "output", output), ("delivered", "ack", "empty")],
        name=name,
    )


CHANNEL = succeeding("9/10", "channel")


def promised(success: str, name: str) -> LPTS:
    """That an output succeeds with at least this probability.

    After an output that failed (`again`), another output is allowed; and all that is allowed after one that succeeded
    (`idle`). So a channel that fails less often can put the rest of that probability on its successes.
    """
    output = {"idle": success, "again": 1 - Fraction(success)}
    return LPTS.build(
        "idle",
        [
            ("idle", "input", "busy"),
            ("busy", "output", output),
            ("again", "output", output),
            ("again", "input", "busy"),
        ],
        name=name,
    )


DEMO = Path("symag-demo")


def demo(
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where models, pictures and verdicts go.")] = DEMO,
) -> None:
    """Show the main job on a small example.

    A lossy channel that keeps its promise, and a promise that it cannot keep.

    Example: symag demo --folder first-steps
    """
    _run(folder, terminal())


def _run(folder: Path, console: Console) -> None:
    """Show the models, check them, break the specification, show why; leave pictures and verdicts in the folder."""
    sender, channel = SENDER, CHANNEL
    spec = promised("9/10", "spec")
    dreamer = promised("99/100", "too_good")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", str(folder)) from None

    console.print(Rule("two components and what they promise together"))
    for model in (sender, channel, spec):
        console.print(model_text(model))
    for model in (sender, channel, spec, dreamer):
        save(model, folder / f"{model.name}.json")
    save(compose(sender, channel), folder / "system.svg")

    console.print(Rule("is the promise kept that an output succeeds with at least 9/10?"))
    verdict = check([sender, channel], spec)
    verdict.save(folder / "holds.json")
    console.print(verdict_text(verdict))
    better = check([sender, succeeding("19/20", "better")], spec)
    console.print(f"{better.verdict}, too, with a better channel, whose outputs succeed with 19/20")

    console.print(Rule("and if the promise were that an output succeeds with at least 99/100?"))
    broken = check([sender, channel], dreamer)
    broken.save(folder / "violated.json")
    names = ("sender.json", "channel.json", "too_good.json", "violated.json", "report.html")
    one, other, promise, saved, page = (quote(str(folder / name)) for name in names)
    command = f"symag check {one} {other} --spec {promise} --output {saved} --report {page}"
    broken.report(folder / "report.html", command, saved)
    console.print(verdict_text(broken))
    if broken.counterexample is not None:
        save(broken.counterexample.tree.to_lpts(with_states=True), folder / "counterexample.svg")

    console.print(Rule("anyone can check the evidence"))
    for name in ("holds.json", "violated.json"):
        result = audit(folder / name)
        answer = "accepted" if result else "REJECTED"
        console.print(f"symag audit {folder / name}: {answer}, {result.reason}", soft_wrap=True, markup=False)
    console.print(f"pictures: {folder / 'system.svg'}, {folder / 'counterexample.svg'}", soft_wrap=True, markup=False)
    console.print(f"the violation, step by step, for a browser: {folder / 'report.html'}", soft_wrap=True, markup=False)
