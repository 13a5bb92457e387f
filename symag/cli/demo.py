"""`symag demo`: the communication channel of CAV'12, Fig. 1."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.rule import Rule

from symag.check import check
from symag.errors import InputError
from symag.evidence import audit
from symag.formats import save
from symag.model import LPTS
from symag.operators import compose
from symag.report import model_text, verdict_text

__all__ = ["CHANNEL", "SENDER", "promised", "run_demo"]

SENDER = LPTS.build(
    "ready", [("ready", "input", "full"), ("full", "send", "waiting"), ("waiting", "ack", "ready")], name="sender"
)
CHANNEL = LPTS.build(
    "empty",
    [
        ("empty", "send", "holding"),
        ("holding", "output", {"delivered": "9/10", "holding": "1/10"}),
        ("delivered", "ack", "empty"),
    ],
    name="channel",
)


def run_demo(folder: Path, console: Console) -> None:
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

    console.print(Rule("does sender ‖ channel keep the promise?"))
    verdict = check([sender, channel], spec)
    verdict.save(folder / "holds.json")
    console.print(verdict_text(verdict))

    console.print(Rule("and if the promise were that 99 of 100 outputs succeed at once?"))
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


def promised(success: str, name: str) -> LPTS:
    """That an output succeeds with this probability."""
    numerator, denominator = map(int, success.split("/"))
    failure = f"{denominator - numerator}/{denominator}"
    return LPTS.build(
        "idle", [("idle", "input", "busy"), ("busy", "output", {"idle": success, "busy": failure})], name=name
    )
