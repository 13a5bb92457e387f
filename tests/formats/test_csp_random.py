"""Random CSPm scripts: the verdict of symag against the denotational trace semantics (`csp_oracle`), up to a length.

Every batch has its own seeds, so the batches run in any order and in any process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import cast

import pytest

import symag
from tests.formats.csp_oracle import book
from tests.formats.csp_oracle.data import EVENTS
from tests.formats.csp_oracle.generator import Script, random_script
from tests.formats.csp_oracle.terms import OPERATORS, Oracle, Term
from tests.formats.csp_oracle.traces import TICK, TooLong, Traces, TraceSets

LENGTH = 5
BATCHES = 22
SIZE = 50
MOST_STATES = 20_000
"""Of a process, by the estimate of the oracle: larger ones only cost time."""
METHODS = ("mono", "agar", "learn")


def scripts(batch: int) -> Iterator[tuple[Script, Oracle, tuple[str, ...] | None]]:
    """The scripts of a batch with a shortest counterexample, for which the oracle is exact."""
    random, found = Random(batch), 0
    while found < SIZE:
        script = random_script(random)
        oracle = Oracle(script.definitions)
        try:
            expected = oracle.refines(script.specification, script.implementation, LENGTH)
            sizes = [oracle.states(one, {}, frozenset()) for one in (script.specification, script.implementation)]
        except TooLong:
            continue
        if max(sizes) > MOST_STATES:
            continue
        found += 1
        yield script, oracle, expected


def asked(text: str, folder: Path) -> symag.FileQuestion:
    """The one question of a script."""
    path = folder / "script.csp"
    path.write_text(text, encoding="utf-8")
    (question,) = symag.load_questions(path)
    return question


def parts(question: symag.FileQuestion) -> Sequence[symag.LPTS]:
    """The components."""
    return cast(Sequence[symag.LPTS], question.components)


def visible(verdict: symag.Verdict, question: symag.FileQuestion) -> tuple[str, ...]:
    """The counterexample without what is hidden."""
    assert verdict.counterexample is not None
    return tuple(event for event in verdict.counterexample.trace if event in question.specification.alphabet)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_verdicts(batch: int, tmp_path: Path) -> None:
    for number, (script, oracle, expected) in enumerate(scripts(batch)):
        question = asked(script.text, tmp_path)
        several = len(parts(question)) > 1
        chosen = METHODS[number % len(METHODS)] if several else "mono"
        for method in ("auto", chosen):
            verdict = question.check(method=method, audit=True)
            assert verdict.audited, script.text
            if verdict.verdict == "holds":
                assert expected is None, (method, expected, script.text)
                continue
            trace = visible(verdict, question)
            if method == "mono" and expected is not None:
                assert len(expected) <= len(trace), (expected, trace, script.text)
            try:
                above = oracle.traces(script.specification, len(trace))
                below = oracle.traces(script.implementation, len(trace))
            except TooLong:
                assert expected is not None or len(trace) > LENGTH, (method, trace, script.text)
                continue
            assert trace in below, (method, trace, script.text)
            assert trace not in above, (method, trace, script.text)


def operators(script: Script) -> set[str]:
    """Those that a script uses."""
    bodies = [clause.body for one in script.definitions.values() for clause in one.clauses]
    terms: list[Term] = [script.specification, script.implementation, *bodies]
    return {one.op for term in terms for one in term.subterms()}


def test_every_operator_and_both_verdicts_are_frequent() -> None:
    used, verdicts = Counter[str](), Counter[bool]()
    for batch in range(BATCHES):
        for script, _, expected in scripts(batch):
            used.update(operators(script))
            verdicts[expected is None] += 1
    assert sum(verdicts.values()) >= 1000
    assert min(verdicts[True], verdicts[False]) > 350, verdicts
    assert {name for name in OPERATORS if used[name] < 40} == set(), used


def random_traces(sets: TraceSets, random: Random, length: int) -> Traces:
    """Any set of traces that is closed under prefixes, over few events."""
    if length == 0:
        return sets.stop
    after = {event: random_traces(sets, random, length - 1) for event in EVENTS[:3] if random.random() < 0.5}
    return sets.first(after if random.random() < 0.7 else {**after, TICK: sets.stop})


@pytest.mark.parametrize("seed", range(20))
def test_the_oracle_does_what_the_book_says(seed: int) -> None:
    random, sets = Random(seed), TraceSets()
    p, q = random_traces(sets, random, 3), random_traces(sets, random, 3)
    events, other = (frozenset(event for event in EVENTS[:3] if random.random() < 0.5) for _ in range(2))
    pairs = frozenset((x, y) for x in EVENTS[:3] for y in EVENTS[:3] if random.random() < 0.3)
    s, t = p.listed(), q.listed()
    assert sets.union(p, q).listed() == s | t
    assert sets.sequential(p, q, 3).listed() == book.sequential(s, t, 3)
    assert sets.interrupt(p, q, 3).listed() == book.interrupt(s, t, 3)
    assert sets.throw(p, events, q, 3).listed() == book.throw(s, events, t, 3)
    assert sets.share(p, events, q, 3).listed() == book.share(s, events, t, 3)
    assert sets.alphabetised(p, events, other, q, 3).listed() == book.alphabetised(s, events, other, t, 3)
    assert sets.rename(p, pairs).listed() == book.rename(s, pairs)
    assert sets.hide(p, events, 3).listed() == book.hide(s, events, 3)
