"""The table of searches for a smallest assumption. To add one, add a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from symag.errors import InputError
from symag.smt.formula import MakeSolver
from symag.traces.bounds import Bounds
from symag.traces.clique import WordClique
from symag.traces.sat_search import sat_search, words_search
from symag.traces.smallest import SearchProgress
from symag.traces.table_search import HEURISTICS, TableSearch
from symag.traces.word_tree import TableCounts

__all__ = ["SEARCHES", "SearchKind", "SearchRun", "heuristics_of", "search_of"]


@dataclass(frozen=True)
class SearchRun:
    """What a search works with."""

    bounds: Bounds
    numbering: WordClique
    """A clique that begins with the empty word."""
    least: int
    """No assumption has fewer states."""
    make_solver: MakeSolver
    heuristics: frozenset[str] = frozenset()
    counts: TableCounts = field(default_factory=TableCounts)
    """What a search over tables has done so far."""


@dataclass(frozen=True)
class SearchKind:
    """A way to search for a smallest assumption."""

    name: str
    """As `--search` has it."""
    help: str
    """What it does, in one sentence without its full stop."""
    run: Callable[[SearchRun], Iterator[SearchProgress]]
    """Each time that a bound gets better, what is known now."""
    takes_heuristics: bool = False


def _sat(run: SearchRun) -> Iterator[SearchProgress]:
    return sat_search(run.bounds, run.numbering, run.least, run.make_solver)


def _words(run: SearchRun) -> Iterator[SearchProgress]:
    return words_search(run.bounds, run.make_solver, run.bounds.watch)


def _tables(run: SearchRun, order: str) -> Iterator[SearchProgress]:
    return TableSearch(order, run.bounds.watch, run.heuristics, run.counts, run.least)(run.bounds)


SEARCHES: tuple[SearchKind, ...] = (
    SearchKind("sat", "a solver decides each size, for all words at once", _sat),
    SearchKind("words", "a solver decides each size, for the words on which the assumptions before were wrong", _words),
    SearchKind("bfs", "observation tables, breadth first", partial(_tables, order="bfs"), True),
    SearchKind("iddfs", "observation tables, by iterative deepening", partial(_tables, order="iddfs"), True),
    SearchKind(
        "dfs",
        "observation tables, depth first: an assumption soon, then smaller ones",
        partial(_tables, order="dfs"),
        True,
    ),
)
"""The table; the first one is the default."""


def search_of(name: str) -> SearchKind:
    """The record of that name."""
    return next(kind for kind in SEARCHES if kind.name == name)


def heuristics_of(names: str | None) -> frozenset[str]:
    """The heuristics of a list; an InputError if one is not known."""
    given = [name.strip() for name in names.split(",")] if names else []
    for name in given:
        if name not in HEURISTICS:
            raise InputError(f"the heuristic {name!r} is not known: choose some of {', '.join(HEURISTICS)}")
    return frozenset(given)
