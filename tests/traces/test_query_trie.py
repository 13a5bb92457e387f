"""Caches of membership queries: every combination answers as the teacher does, and asks only what it does not know."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from symag import InputError
from symag.limits import Watch
from symag.traces import CACHES, CachedTeacher, QueryCounts, Word, caches_of
from tests.traces.test_lstar import Known, random_automaton

COMBINATIONS = [frozenset(some) for count in range(1, 4) for some in combinations(CACHES, count)]


class Counting(Known):
    """A teacher of components, as far as the caches need it."""

    learner = "rs"

    def members(self, word: Word, suffixes: list[Word]) -> int:
        raise NotImplementedError

    def counts(self) -> QueryCounts:
        return QueryCounts(self.queries)

    def explored(self) -> tuple[int, int]:
        return len(self.after), 0


def known_by(caches: frozenset[str], asked: dict[Word, bool], word: Word) -> str | None:
    """Which cache answers, by looking at all words that were asked."""
    if "prefix" in caches and any(not asked.get(word[:length], True) for length in range(len(word))):
        return "prefix"
    if "plain" in caches and word in asked:
        return "plain"
    if "prefix" in caches and not asked.get(word, True):
        return "prefix"
    extensions = (yes for one, yes in asked.items() if one[: len(word)] == word)
    return "suffix" if "suffix" in caches and any(extensions) else None


@pytest.mark.parametrize("caches", COMBINATIONS, ids=lambda caches: "+".join(sorted(caches)))
def test_what_is_known_is_not_asked(caches: frozenset[str]) -> None:
    used = QueryCounts()
    for seed in range(12):
        random = Random(seed)
        letters = random.randint(1, 4)
        teacher = Counting(random_automaton(random, random.randint(2, 6), letters))
        cached, asked, expected = CachedTeacher(teacher, letters, caches, Watch()), dict[Word, bool](), QueryCounts()
        for _ in range(40):
            word, *suffixes = (
                tuple(random.choices(range(1, letters + 1), k=random.choice([0, 1, 1, 2, 3, 90])))
                for _ in range(random.choice([2, 3, 4, 150]))
            )
            row = cached.members(word, suffixes)
            for position, suffix in enumerate(suffixes):
                assert row >> position & 1 == (teacher.run(word + suffix) >= 0)
                by = known_by(caches, asked, word + suffix)
                if by is None:
                    asked[word + suffix] = teacher.run(word + suffix) >= 0
                expected = expected._replace(**{by or "asked": getattr(expected, by or "asked") + 1})
            assert cached.counts() == expected
        assert teacher.queries == expected.asked
        used = QueryCounts(*map(sum, zip(used, expected, strict=True)))
    assert {name for name in CACHES if getattr(used, name)} == caches


def test_lists_of_caches() -> None:
    assert caches_of("none") == frozenset()
    assert caches_of("suffix, plain") == {"plain", "suffix"}
    for wrong in ("", "plain,,prefix", "none,plain", "Plain"):
        with pytest.raises(InputError, match="choose none, or some of plain, prefix, suffix"):
            caches_of(wrong)
