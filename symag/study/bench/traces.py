"""`symag bench traces`: membership queries per second by sets that are remembered, by solvers, and by plain Python sets
beside them; trace inclusion beside mCRL2's; and the learners beside AALpy's. (How fast error states are looked for is
in `symag bench engine`.)

What is compared is measured in turns, warm, and the table shows medians.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from statistics import median

from symag.limits import Watch
from symag.model import LPTS
from symag.operators import expose
from symag.simulation import backend_names, get_backend
from symag.study.bench.benchmark import Found, Settings
from symag.study.bench.inclusion import inclusion_grid, inclusion_jobs
from symag.study.bench.learners import (
    PlainSets,
    learners_case,
    random_words,
    scheduler_case,
    words_that_can_be_done,
)
from symag.study.cases.families import random_lts
from symag.study.jobs import Figures, Job
from symag.study.view import Grid, GridRow, View
from symag.traces import LEARNERS, WeakestAssumption, Word, teacher_for

__all__ = ["traces_jobs", "traces_view"]

STATES = (20, 100, 300)
LETTERS = 10
"""Of a word."""
WORDS = 500
SOLVERS = ("z3", "pysmt:z3", "pysmt:cvc5")
LOADS = {"can be done": words_that_can_be_done, "by chance": random_words}
ROUNDS = 5
ASSUMPTIONS = (50, 200)
SEEDS = 5
CACHES = ("none", "plain", "prefix", "suffix", "plain,prefix", "plain,prefix,suffix")
CACHED = (("CycleProp", 30, "fixpoint"), ("SchedProp", 8, "fixpoint"), ("CycleProp", 10, "z3"), ("SchedProp", 4, "z3"))
"""The scheduler's property, its cells, and who is asked."""
ALTERNATION = LPTS.build("0", [("0", "a0", "1"), ("1", "a1", "0")])
INTERFACE = ("a0", "a1", "a2", "a3")


def membership_case(states: int, load: str, words: int, solvers: Sequence[str]) -> Figures:
    """Seconds for all words. Half of the states are the component's, with four visible and two hidden actions; the
    property is that the first two alternate."""
    component = LPTS.build("s0", random_lts(states // 2, 3 * states // 2, 6, 1), [f"a{i}" for i in range(6)])
    question = [component], ALTERNATION, INTERFACE, Watch()
    exposed = expose(*question)
    sets = PlainSets(exposed)
    asked = LOADS[load](sets, LETTERS, words, 1)
    expected = [sets.member(word) for word in asked]
    ways: dict[str, Callable[[Word], bool]] = {"sets": sets.member, "explicit": WeakestAssumption(*question).member}
    ways |= {name: teacher_for(get_backend(name), *question).member for name in solvers}
    seconds: dict[str, list[float]] = {name: [] for name in (*ways, "first time")}
    for member in ways.values():
        assert list(map(member, asked)) == expected
    for _ in range(ROUNDS):
        ways["first time"] = WeakestAssumption(*question).member
        for name, member in ways.items():
            started = time.process_time()
            for word in asked:
                member(word)
            seconds[name].append(time.process_time() - started)
    rates: Figures = {name: len(asked) / median(taken) for name, taken in seconds.items()}
    ratios = {
        f"× {name}": median(taken / plain for taken, plain in zip(seconds[name], seconds["sets"], strict=True))
        for name in solvers
    }
    return {"states": len(exposed.goals) - len(exposed.bad) + 1, "safe": sum(expected) / words, **rates, **ratios}


def _solvers() -> list[str]:
    return [name for name in SOLVERS if name in backend_names()]


def _has_aalpy() -> bool:
    return find_spec("aalpy") is not None


def traces_jobs(settings: Settings, found: Found) -> Iterator[Job]:
    """All jobs: see `Benchmark.jobs`."""
    for states in STATES:
        for load in LOADS:
            yield Job(f"{states} states, {load}", membership_case, (states, load, WORDS, tuple(_solvers())))
    yield from inclusion_jobs()
    for states in ASSUMPTIONS:
        for seed in range(SEEDS):
            for kind in LEARNERS:
                case = states, LETTERS, seed, kind.name, _has_aalpy()
                yield Job(f"{kind.name}, {states} states, {seed}", learners_case, case)
    for name, n, backend in CACHED:
        if backend in backend_names():
            for cache in CACHES:
                way = {"rule": "asym", "backend": backend, "learner": "rs", "cache": cache}
                yield Job(f"{name}, {n} cells, {backend}, {cache}", scheduler_case, (name, n, way))
            for kind in LEARNERS:
                way = {"rule": "asym", "backend": backend, "learner": kind.name}
                yield Job(f"{name}, {n} cells, {backend}, {kind.name}", scheduler_case, (name, n, way))


def traces_view(settings: Settings, found: Found) -> View:
    """Membership, trace inclusion, learners and caches, each in a table."""
    tables = _membership(found), inclusion_grid(found), _learning(found), _schedulers(found), _caches(found)
    return View(tables)


def _schedulers(found: Found) -> Grid:
    caption = (
        "The scheduler with ⌊n/3⌋ + 1 cells in the second side, by learning, with the caches that are the default. "
        "asked: the queries that no cache answered. CPU seconds of the whole run."
    )
    rows = []
    for name, n, backend in CACHED:
        for kind in LEARNERS:
            run = found.get(f"{name}, {n} cells, {backend}, {kind.name}")
            if run is not None:
                seconds, *counts = run.figures.values()
                rows.append((f"{name}, {n} cells ({backend})", kind.name, *map(str, counts), f"{seconds:.3f}"))
    headings = ("learned", "learner", "queries", "asked", "conjectures", "CPU seconds")
    return Grid("Learners of assumptions", headings, tuple(map(GridRow, rows)), caption)


def _caches(found: Found) -> Grid:
    caption = (
        "The scheduler with ⌊n/3⌋ + 1 cells in the second side, by learning. queries: of the learner. asked: those "
        "that no cache answered. ratio: of the CPU seconds of the whole run to those without a cache."
    )
    rows = []
    for name, n, backend in CACHED:
        runs = {cache: found.get(f"{name}, {n} cells, {backend}, {cache}") for cache in CACHES}
        for cache, run in runs.items():
            plain = runs["none"]
            if run is not None and plain is not None:
                seconds, queries, asked, _ = run.figures.values()
                ratio = f"{seconds / plain.figures['seconds']:.2f}"
                rows.append(
                    (f"{name}, {n} cells ({backend})", cache, f"{queries}", f"{asked}", f"{seconds:.3f}", ratio)
                )
    headings = ("learned", "cache", "queries", "asked", "CPU seconds", "ratio")
    return Grid("Caches of membership queries", headings, tuple(map(GridRow, rows)), caption)


def _membership(found: Found) -> Grid:
    title = f"symag bench traces: queries/s, words of {LETTERS} letters (CPU seconds)"
    caption = (
        "A query: does the component keep the property while the others do this word? states: of component and "
        "property together, with the error. words: the component can do them, or drawn by chance; and how many are "
        "safe. plain sets: the yardstick, the states after each letter as Python sets. explicit: what answers by "
        "default; it remembers where words lead, so it is faster when asked again. The others are solvers."
    )
    headings = ("states", "words", "who answers", "queries/s", "plain sets are so many times as fast")
    rows = []
    for states in STATES:
        for load in LOADS:
            rates = found[f"{states} states, {load}"].figures
            rows.append((f"{rates['states']}", load, "plain sets", f"{rates['sets']:,.0f}", ""))
            safe = f"{rates['safe']:.0%} safe"
            rows.append(("", safe, "explicit, first time", f"{rates['first time']:,.0f}", ""))
            rows.append(("", "", "explicit, again", f"{rates['explicit']:,.0f}", ""))
            rows += [("", "", name, f"{rates[name]:,.0f}", f"{rates[f'× {name}']:.1f}") for name in _solvers()]
    return Grid(title, headings, tuple(map(GridRow, rows)), caption)


def _learning(found: Found) -> Grid:
    with_aalpy = _has_aalpy()
    note = "" if with_aalpy else "; AALpy is not installed: pip install aalpy"
    title = f"Learners, {LETTERS} letters, {SEEDS} languages{note}"
    caption = (
        "All learn the same random languages from the same answers, warm: rs by an observation table, kv by a "
        "discrimination tree. Queries, conjectures, CPU seconds and states are medians over the languages; ratio: so "
        "many times as long as ours AALpy takes."
    )
    headings = ("states learned", "learner", "queries", "AALpy", "conjectures", "AALpy", "ours, s", "AALpy, s", "ratio")
    rows = []
    for states in ASSUMPTIONS:
        for kind in LEARNERS:
            runs = [found[f"{kind.name}, {states} states, {seed}"].figures for seed in range(SEEDS)]
            middle = {name: median(run[name] for run in runs) for name in runs[0]}
            cells = [f"{middle['states']:g}", kind.name]
            for figure, form in (("queries", ",.0f"), ("conjectures", ".0f"), ("seconds", ".3f")):
                other = format(middle[f"aalpy {figure}"], form) if with_aalpy else "-"
                cells += [format(middle[figure], form), other]
            ratio = f"{median(run['aalpy seconds'] / run['seconds'] for run in runs):.1f} ×" if with_aalpy else "-"
            rows.append(GridRow((*cells, ratio)))
    return Grid(title, headings, tuple(rows), caption)
