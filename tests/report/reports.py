"""Verdicts of every kind, to be reported: by method, relation and answer; and models with names that are an attack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import symag
from symag import LPTS, Verdict
from symag.cli.demo import CHANNEL, SENDER, promised
from symag.study.cases.papers import HASTY, ORDER
from symag.study.cases.papers import INPUT as READER
from symag.study.cases.papers import OUTPUT as WRITER

FREE = LPTS.build("*", [("*", action, "*") for action in ("send", "output", "ack")], name="free")
SPEC, TOO_GOOD = promised("9/10", "promise"), promised("99/100", "promise")

LOST = "[ {input, send} U output : enabled(output) ]"
SILENT = LPTS.build("*", [("*", "send", "*")], alphabet=["send", "ack"], name="silent")

HOSTILE = (
    "<script>document.title='hacked'</script>",
    '"><img src=x onerror=document.title=1>',
    "</svg></style></script><script>document.title=2</script>",
    "&lt;b&gt; {{ 7*7 }} ]]> --><!-- \\N",
    "' onmouseover='document.title=3",
    "new\nline\x00\x1b[31m",
    "https://example.org/" + "x" * 500,
    "{% endif %}",
)


def hostile() -> Verdict:
    """A violation by parts, told in names that want to break out of wherever they are written."""
    a, b, c, d, e, f, g, h = HOSTILE
    left = LPTS.build(a, [(a, c, b), (b, e, a)], name=d)
    right = LPTS.build(f, [(f, c, {g: "1/3", h: "2/3"}), (g, e, f), (h, e, f)], name=a)
    above = LPTS.build(b, [(b, c, {a: "1/2", c: "1/2"}), (a, e, b)], name=c)
    return symag.check([left, right], above, method="agar")


def traces(second: LPTS, **options: Any) -> Verdict:
    """Does it read and write by turns?"""
    return symag.check([READER, second], ORDER, relation="traces", **options)


CASES: dict[str, tuple[str, Callable[[], Verdict]]] = {
    "mono": ("holds", lambda: symag.check([SENDER, CHANNEL], SPEC, method="mono")),
    "agar": ("holds", lambda: symag.check([SENDER, CHANNEL], SPEC, method="agar")),
    "cegar": ("holds", lambda: symag.check([SENDER, CHANNEL], SPEC, method="cegar")),
    "auto": ("violated", lambda: symag.check([SENDER, CHANNEL], TOO_GOOD)),
    "agar-violated": ("violated", lambda: symag.check([SENDER, CHANNEL], TOO_GOOD, method="agar")),
    "traces": ("violated", lambda: traces(HASTY, method="mono")),
    "traces-agar": ("holds", lambda: traces(WRITER, method="agar")),
    "alphabet": ("holds", lambda: traces(WRITER, method="agar", alphabet_refinement=True)),
    "learn": ("holds", lambda: traces(WRITER, method="learn")),
    "learn-violated": ("violated", lambda: traces(HASTY, method="learn")),
    "weakest": ("holds", lambda: traces(WRITER, method="weakest")),
    "weakest-violated": ("violated", lambda: traces(HASTY, method="weakest")),
    "minimal": ("holds", lambda: traces(WRITER, method="minimal")),
    "unknown": ("unknown", lambda: symag.check([SENDER, CHANNEL], SPEC, method="agar", max_states=3)),
    "given": ("holds", lambda: symag.check([SENDER, CHANNEL], SPEC, method="agar", assumption=CHANNEL)),
    "given-unknown": ("unknown", lambda: symag.check([SENDER, CHANNEL], SPEC, method="agar", assumption=FREE)),
    "not-audited": ("holds", lambda: symag.check([SENDER, CHANNEL], SPEC, reduce=True, method="mono", audit=False)),
    "formula": ("holds", lambda: symag.check([SENDER, CHANNEL], symag.formula(f"P<=1/5 {LOST}"), method="mono")),
    "formula-agar": ("holds", lambda: symag.check([SENDER, CHANNEL], symag.formula(f"P<=1/5 {LOST}"), method="agar")),
    "formula-violated": ("violated", lambda: symag.check([SENDER, CHANNEL], symag.formula(f"P<=1/20 {LOST}"))),
    "formula-value": ("holds", lambda: symag.check([SENDER, CHANNEL], symag.formula(f"Pmax=? {LOST}"))),
    "leaves": ("violated", lambda: symag.check([SENDER, CHANNEL], SILENT, at_most="1/2")),
    "hostile": ("violated", hostile),
}
