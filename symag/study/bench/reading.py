"""Reading, checking and writing a large `.aut` file, by symag and by mCRL2; large files in other languages. Cases of
`symag bench engine`.

mCRL2 is measured if its `ltsinfo` is on the path: that reads the file, and looks at it once more.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import which

from symag.check import check
from symag.formats import load, save
from symag.formats.aldebaran.write import write_aldebaran
from symag.model import LPTS
from symag.study.bench.benchmark import Found
from symag.study.bench.cell import cpu_seconds
from symag.study.bench.tools import program, tool_seconds
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = [
    "STATES",
    "TRANSITIONS",
    "formats_case",
    "large_aut",
    "mcrl2_case",
    "read_case",
    "reading_jobs",
    "reading_rows",
]

STATES, TRANSITIONS, LABELS = 100_000, 1_000_000, 50
SIDE = 317
"""Of a grid of 10^5 states."""
PEER = "ltsinfo"


def large_aut(states: int, transitions: int) -> str:
    """A random LTS, all of whose states can be reached, as a text with labels of the usual length."""
    random = Random(1)
    labels = [f"act_{number}({7 * number}, true)" for number in range(LABELS)]
    pairs = [(random.randrange(max(0, s - LABELS), s), s) for s in range(1, states)]
    pairs += [(random.randrange(states), random.randrange(states)) for _ in range(transitions - len(pairs))]
    rows = (f'({source},"{random.choice(labels)}",{target})\n' for source, target in sorted(pairs))
    return f"des (0,{transitions},{states})\n{''.join(rows)}"


def read_case(states: int, transitions: int, repeat: int) -> Figures:
    """Read it; check it against a specification of one state, not audited; write it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "large.aut")
        file.write_text(large_aut(states, transitions))
        model = load(file)
        anything = LPTS.build("p", [("p", action, "p") for action in model.alphabet])
        seconds = {
            "read": cpu_seconds(lambda: load(file), repeat),
            "check": cpu_seconds(lambda: check([model], anything, audit=False), repeat),
            "write": cpu_seconds(lambda: write_aldebaran([model]), repeat),
        }
    return seconds | {"transitions": transitions}


def mcrl2_case(states: int, transitions: int, repeat: int, named: str | None = None) -> Figures:
    """The CPU seconds of mCRL2's tool on the same file; its `ltscompare`, which is beside it, may be named."""
    path = program(PEER, named, "ltscompare")
    assert path is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "large.aut")
        file.write_text(large_aut(states, transitions))
        return {"read": tool_seconds([path, file], repeat)}


def formats_case(side: int, repeat: int) -> Figures:
    """Read so many times so many states, three transitions each, in three languages; write two of them; write the
    evidence of a check that has reduced them."""
    text = (
        f"M = S[0][0],\nS[x:0..{side - 1}][y:0..{side - 1}] = (a -> S[(x+1)%{side}][y] | b -> S[x][(y+1)%{side}] "
        f"| when (x > 0 && y > 0) c -> S[x-1][y-1]).\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        fsp, native, aut = (Path(folder, name) for name in ("grid.lts", "grid.json", "grid.aut"))
        fsp.write_text(text)
        model = load(fsp)
        seconds = {
            "fsp": cpu_seconds(lambda: load(fsp), repeat),
            "write json": cpu_seconds(lambda: save(model, native), repeat),
            "write aut": cpu_seconds(lambda: save(model, aut), repeat),
            "json": cpu_seconds(lambda: load(native), repeat),
            "aut": cpu_seconds(lambda: load(aut), repeat),
        }
        anything = LPTS.build("p", [("p", action, "p") for action in model.alphabet])
        verdict = check([model], anything, method="mono", reduce=True, audit=False)
        seconds["evidence"] = cpu_seconds(lambda: verdict.save(Path(folder, "verdict.json")))
    return seconds | {"transitions": model.num_transitions}


def reading_jobs() -> Iterator[Job]:
    """By symag; and by mCRL2, if it is there."""
    yield Job("read .aut", read_case, (STATES, TRANSITIONS, 2))
    yield Job("read and write", formats_case, (SIDE, 2))
    if which(PEER):
        yield Job("read .aut by mCRL2", mcrl2_case, (STATES, TRANSITIONS, 2))


def reading_rows(found: Found) -> Iterator[GridRow]:
    """A row for each of the three, with mCRL2's reading beside the first two, if it is there; other languages."""
    own = found["read .aut"].figures
    peer = found["read .aut by mCRL2"].figures["read"] if which(PEER) else None
    asked = own["read"] + own["check"]
    for what, seconds, compared in (
        (f"read an .aut file, {own['transitions']:,} transitions", own["read"], peer),
        ("read it, and check it against one state", asked, peer),
        ("write it", own["write"], None),
    ):
        beside = "" if compared is None else f"mCRL2 reads it in {compared:.2f} s"
        yield GridRow((what, f"{seconds:.2f} s", beside, "" if compared is None else f"{compared / seconds:.1f} ×"))
    figures = found["read and write"].figures
    size = figures["transitions"]
    for what, name, other in (
        ("read native JSON", "json", "aut"),
        ("read FSP", "fsp", "aut"),
        ("write native JSON", "write json", "write aut"),
        ("write a verdict with a reduction", "evidence", None),
    ):
        micro = 1e6 * figures[name] / size
        beside = "" if other is None else f"the same as .aut {1e6 * figures[other] / size:.2f} µs"
        yield GridRow((f"{what}, {size:,} transitions", f"{micro:.2f} µs a transition", beside, ""))
