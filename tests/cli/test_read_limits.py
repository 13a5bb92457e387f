"""The commands read models within limits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.commands import run_line as run


@pytest.mark.parametrize("command", ["show --composed {}", "convert {} out.json"])
def test_models_are_read_within_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "large.lts").write_text("P = (a -> b -> c -> P).\n||S = (forall [i:0..30] p[i]:P).\n")
    for limit, reason in (("--timeout 0.2", "timeout: 0.2 s"), ("--memory 200", "memory: ")):
        done = run(f"{command.format('large.lts')} {limit}")
        assert (done.exit_code, done.stdout) == (3, "")
        assert reason in done.stderr
    assert not os.path.exists("out.json")
