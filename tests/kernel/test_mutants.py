"""The tables take every branch of the kernel and kill every mutant of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.kernel.branches import SEEN, instrumented
from tests.kernel.killing import FILES, checks, is_killed, mutants


@pytest.mark.parametrize("name", FILES)
def test_every_branch_is_taken(folder: Path, name: str) -> None:
    """By the tables: each condition both ways, each loop and its end, each handler."""
    code, branches = instrumented(FILES[name].file.read_text(encoding="utf-8"))
    SEEN.clear()
    assert all(check() for check in checks(code, FILES[name], folder))
    assert sorted(branches - SEEN) == []


@pytest.mark.parametrize("name", FILES)
def test_some_mutants_are_killed(folder: Path, name: str) -> None:
    of = FILES[name]
    found = mutants(of)
    chosen = Random(0).sample([change for change in found.changes if change.label not in of.equivalent], 40)
    assert not is_killed(compile(found.tree, str(of.file), "exec"), of, folder), "the kernel itself must survive"
    assert [change.label for change in chosen if not is_killed(found.code(change), of, folder)] == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(8))
@pytest.mark.parametrize("name", FILES)
def test_every_mutant_is_killed(folder: Path, name: str, share: int) -> None:
    """Except those that are equivalent to the kernel."""
    of = FILES[name]
    found = mutants(of)
    chosen = found.changes[share::8]
    survivors = {change.label for change in chosen if not is_killed(found.code(change), of, folder)}
    assert survivors == {change.label for change in chosen if change.label in of.equivalent}


@pytest.mark.parametrize(("name", "least"), [("audit", 500), ("minimality", 250)])
def test_equivalent_mutants_are_mutants(name: str, least: int) -> None:
    found = mutants(FILES[name])
    assert len(found.changes) >= least
    assert FILES[name].equivalent.keys() <= {change.label for change in found.changes}
