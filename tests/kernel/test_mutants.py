"""The tables take every branch of the kernel and kill every mutant of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.kernel.branches import SEEN, instrumented
from tests.kernel.equivalent import EQUIVALENT
from tests.kernel.killing import KERNEL, checks, is_killed, mutants


def test_every_branch_is_taken(folder: Path) -> None:
    """By the tables: each condition both ways, each loop and its end, each handler."""
    code, branches = instrumented(KERNEL.read_text(encoding="utf-8"))
    SEEN.clear()
    assert all(check() for check in checks(code, folder))
    assert sorted(branches - SEEN) == []


def test_some_mutants_are_killed(folder: Path) -> None:
    found = mutants()
    chosen = Random(0).sample([change for change in found.changes if change.label not in EQUIVALENT], 40)
    assert not is_killed(compile(found.tree, str(KERNEL), "exec"), folder), "the kernel itself must survive"
    assert [change.label for change in chosen if not is_killed(found.code(change), folder)] == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(8))
def test_every_mutant_is_killed(folder: Path, share: int) -> None:
    """Except those that are equivalent to the kernel."""
    found = mutants()
    chosen = found.changes[share::8]
    survivors = {change.label for change in chosen if not is_killed(found.code(change), folder)}
    assert survivors == {change.label for change in chosen if change.label in EQUIVALENT}


def test_equivalent_mutants_are_mutants() -> None:
    found = mutants()
    assert len(found.changes) >= 500
    assert EQUIVALENT.keys() <= {change.label for change in found.changes}
