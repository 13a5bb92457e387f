"""Enumerating one PRISM module, by symag and by Storm's exact builder: cases of `symag bench engine`.

Storm's parser, on a text: it reads a file only, so it gets one that has no name and leaves nothing behind.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from symag.formats import read_components
from symag.study.bench.benchmark import Found
from symag.study.bench.cell import cpu_seconds
from symag.study.jobs import Figures, Job
from symag.study.view import GridRow

__all__ = ["SHAPES", "enumerate_case", "enumeration_jobs", "enumeration_rows", "storm_exact_case", "storm_program"]


def storm_program(text: str) -> Any:
    """The PRISM program as Storm reads it."""
    import stormpy

    with tempfile.TemporaryFile("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return stormpy.parse_prism_program(f"/dev/fd/{file.fileno()}")


BITS = 17
SHAPES = {
    "many variables": "mdp module m "
    + " ".join(f"b{i}:bool;" for i in range(BITS))
    + " ".join(
        f"[a{i}] !b{i} -> 1/2:(b{i}'=true) + 1/2:true; [r{i}] b{i} & b{(i + 1) % BITS} -> (b{i}'=false);"
        for i in range(BITS)
    )
    + " endmodule",
    "a counter": "mdp module m x:[0..1000000]; [up] x<1000000 -> (x'=x+1); [reset] x=1000000 -> (x'=0); endmodule",
    "chances of the state": "mdp const int N=300000; module m x:[0..N]; "
    "[a] x<N -> x/N:(x'=x+1) + 1-x/N:(x'=0); [b] x<N -> (x'=x+1); endmodule",
}


def enumerate_case(shape: str, repeat: int) -> Figures:
    """By symag, from the text."""
    found: list[int] = []
    seconds = cpu_seconds(lambda: found.append(read_components(SHAPES[shape], "prism")[0].num_states), repeat)
    return {"seconds": seconds, "states": found[0]}


def storm_exact_case(shape: str, repeat: int) -> Figures:
    """By Storm's sparse builder with rational numbers, without the time to parse."""
    import stormpy

    program = storm_program(SHAPES[shape])
    build = getattr(stormpy, "build_sparse_exact_model", None) or stormpy.build_model[stormpy.Rational]
    built: list[Any] = []
    seconds = cpu_seconds(lambda: built.append(build(program).nr_states), repeat)
    return {"seconds": seconds, "states": built[0]}


def enumeration_jobs() -> Iterator[Job]:
    """Each shape by symag; and by Storm, if it is there."""
    for shape in SHAPES:
        yield Job(f"enumerate, {shape}", enumerate_case, (shape, 2))
        if find_spec("stormpy"):
            yield Job(f"enumerate by Storm, {shape}", storm_exact_case, (shape, 2))


def enumeration_rows(found: Found) -> Iterator[GridRow]:
    """A row per shape, with Storm beside it, if it is there."""
    for shape in SHAPES:
        own = found[f"enumerate, {shape}"].figures
        figure, beside, ratio = f"{own['states'] / own['seconds'] / 1e6:.2f} M states/s", "", ""
        if find_spec("stormpy"):
            storm = found[f"enumerate by Storm, {shape}"].figures
            assert storm["states"] == own["states"], "Storm builds another model"
            beside = f"Storm (exact) {storm['states'] / storm['seconds'] / 1e6:.2f} M states/s"
            ratio = f"{storm['seconds'] / own['seconds']:.1f} ×"
        yield GridRow((f"enumerate {own['states']:,} states: {shape}", figure, beside, ratio))
