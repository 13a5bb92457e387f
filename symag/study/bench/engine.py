"""`symag bench engine`: how fast this machine composes and decides, as ratios of two things in one run."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from symag.check import check
from symag.evidence import Searched
from symag.formats.prism.write import write_prism
from symag.limits import Watch, peak_memory_mb
from symag.model import LPTS
from symag.operators import compose
from symag.simulation import Fixpoint, decide
from symag.study.bench.audits import audit_jobs, audit_rows
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.cell import cpu_seconds
from symag.study.bench.chances import chances_jobs, chances_rows
from symag.study.bench.cores import cores_jobs, cores_rows
from symag.study.bench.enumeration import enumeration_jobs, enumeration_rows, storm_program
from symag.study.bench.large import large_jobs, large_rows
from symag.study.bench.reading import reading_jobs, reading_rows
from symag.study.bench.textbook import textbook
from symag.study.cases.families import FAMILIES, mutual_exclusion, random_lpts
from symag.study.jobs import Figures, Job
from symag.study.view import Grid, GridRow, View
from symag.traces import reach_error

__all__ = ["compose_case", "engine_jobs", "engine_view", "storm_case"]

USERS = 14
"""Of the mutual exclusion that is composed: 360,448 states."""
FEW_USERS = 9
"""Of the one that is composed uncompiled, and compiled again beside it: 7,424 states."""


def compose_case(size: int, repeat: int, family: str = "mutex") -> Figures:
    """Compose a system of a family: the mutual exclusion, if none is named."""
    components, _ = FAMILIES[family](size)
    seconds = cpu_seconds(lambda: compose(*components), repeat)
    system = compose(*components)
    return {"seconds": seconds, "states": system.num_states, "transitions": system.num_transitions}


def memory_case(users: int) -> Figures:
    """The most memory that is allocated while composing, per transition."""
    components, _ = mutual_exclusion(users)
    tracemalloc.start()
    system = compose(*components)
    _, peak = tracemalloc.get_traced_memory()
    return {"bytes": peak, "transitions": system.num_transitions}


def storm_case(size: int, repeat: int, family: str = "mutex") -> Figures:
    """Storm's sparse builder with doubles on the same model, without the time to parse it."""
    import stormpy

    text = write_prism(FAMILIES[family](size)[0])
    program = storm_program(text)
    built: list[Any] = []
    seconds = cpu_seconds(lambda: built.append(stormpy.build_model(program)), repeat)
    return {"seconds": seconds, "states": built[0].nr_states}


def simulate_case(users: int) -> Figures:
    """Decide the mutual exclusion, composed beforehand."""
    components, specification = mutual_exclusion(users)
    system = compose(*components)
    seconds = cpu_seconds(lambda: Fixpoint().simulate(system, specification, Watch()), 3)
    return {"seconds": seconds, "states": system.num_states, "transitions": system.num_transitions}


def check_case(users: int) -> Figures:
    """The whole question, from components to verdict, not audited."""
    components, specification = mutual_exclusion(users)
    seconds = cpu_seconds(lambda: check(components, specification, audit=False))
    return {"seconds": seconds, "memory_mb": peak_memory_mb()}


def textbook_case(states: int) -> Figures:
    """A random probabilistic system against itself, by the textbook and by the engine."""
    model = LPTS.build("s0", random_lpts(states, 2 * states, 3, 7))
    engine = cpu_seconds(lambda: decide([model], model, Fixpoint(), Watch()), 5)
    return {"textbook": cpu_seconds(lambda: textbook([model], model)), "engine": engine}


def reach_case(counters: int) -> Figures:
    """A safety property of counters that run on their own, each modulo ten: every state is looked at."""
    rows = [(str(i), str((i + 1) % 10)) for i in range(10)]
    system = [LPTS.build("0", [(s, f"up{n}", t) for s, t in rows]) for n in range(counters)]
    found: list[Searched] = []
    seconds = cpu_seconds(lambda: found.append(reach_error(system, system[0], Watch())[1]), 2)
    return {"seconds": seconds, "states": found[0].num_states}


def itself_case(states: int) -> Figures:
    """A random probabilistic system against itself."""
    model = LPTS.build("s0", random_lpts(states, 3 * states, 3, 3))
    return {"seconds": cpu_seconds(lambda: decide([model], model, Fixpoint(), Watch())), "memory_mb": peak_memory_mb()}


def engine_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    yield Job("compose", compose_case, (USERS, 3))
    if find_spec("stormpy"):
        yield Job("storm", storm_case, (USERS, 1))
    yield from enumeration_jobs()
    yield from reading_jobs()
    yield from cores_jobs()
    yield Job("compose, few users", compose_case, (FEW_USERS, 5))
    uncompiled = (("SYMAG_PURE_PYTHON", "1"),)
    yield Job("compose, uncompiled", compose_case, (FEW_USERS, 1), environment=uncompiled)
    yield Job("memory", memory_case, (USERS,))
    yield Job("simulate", simulate_case, (USERS,))
    yield Job("check", check_case, (USERS,))
    yield Job("textbook", textbook_case, (300,))
    yield from large_jobs(settings)
    yield Job("reach", reach_case, (6,))
    yield Job("itself", itself_case, (2_000,))
    yield from chances_jobs()
    yield from audit_jobs()


def engine_view(settings: Settings, found: Found) -> View:
    """All cases in one table."""
    figures = {name: result.figures for name, result in found.items()}
    rows = [
        *_composing(figures),
        *cores_rows(found),
        *enumeration_rows(found),
        *reading_rows(found),
        *_uncompiled(figures),
        *_deciding(figures),
        *large_rows(settings, found),
        *_others(figures),
        *chances_rows(found),
        *audit_rows(found),
    ]
    headings = ("what", "figure", "beside it", "ratio")
    return View((Grid("symag bench engine (CPU seconds)", headings, tuple(rows)),))


def _composing(figures: dict[str, Figures]) -> Iterator[GridRow]:
    whole = figures["compose"]
    rate = whole["states"] / whole["seconds"]
    yield GridRow((f"compose {whole['states']:,} states", f"{rate / 1e6:.2f} M states/s", "", ""))
    if find_spec("stormpy"):
        storm = figures["storm"]
        assert storm["states"] == whole["states"], "Storm builds another model"
        ratio = storm["seconds"] / whole["seconds"]
        beside = f"Storm (double) {storm['states'] / storm['seconds'] / 1e6:.2f} M states/s"
        yield GridRow(("", "", beside, f"{ratio:.1f} ×"))


def _uncompiled(figures: dict[str, Figures]) -> Iterator[GridRow]:
    few, slow = figures["compose, few users"], figures["compose, uncompiled"]
    beside = f"the same file uncompiled {slow['states'] / slow['seconds'] / 1e6:.3f} M states/s"
    figure = f"{few['states'] / few['seconds'] / 1e6:.2f} M states/s"
    yield GridRow((f"compose {few['states']:,} states", figure, beside, f"{slow['seconds'] / few['seconds']:.0f} ×"))


def _deciding(figures: dict[str, Figures]) -> Iterator[GridRow]:
    memory, decided, asked, naive = (figures[name] for name in ("memory", "simulate", "check", "textbook"))
    yield GridRow(("memory to compose", f"{memory['bytes'] / memory['transitions']:.0f} bytes per transition", "", ""))
    rate = decided["transitions"] / decided["seconds"]
    yield GridRow((f"decide {decided['transitions']:,} transitions", f"{rate / 1e6:.1f} M transitions/s", "", ""))
    figure = f"{asked['seconds']:.2f} s, {asked['memory_mb']:.0f} MB"
    yield GridRow(("check, from components to verdict", figure, "", ""))
    beside = f"textbook fixpoint {naive['textbook']:.1f} s"
    ratio = naive["textbook"] / naive["engine"]
    yield GridRow(("300 states against themselves", f"{naive['engine']:.4f} s", beside, f"{ratio:.0f} ×"))


def _others(figures: dict[str, Figures]) -> Iterator[GridRow]:
    reached, own = figures["reach"], figures["itself"]
    rate = reached["states"] / reached["seconds"]
    yield GridRow((f"a safety property of {reached['states']:,} states", f"{rate / 1e6:.2f} M states/s", "", ""))
    figure = f"{own['seconds']:.2f} s, {own['memory_mb']:.0f} MB"
    yield GridRow(("2,000 probabilistic states against themselves", figure, "", ""))
