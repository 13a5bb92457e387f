"""`symag demo`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import assert_refused, run


def test_demo(folder: Path) -> None:
    done = run("demo", "--folder", "new/demo")
    assert done.exit_code == 0
    files = {"sender.json", "channel.json", "spec.json", "holds.json", "violated.json"}
    assert {path.name for path in (folder / "new" / "demo").iterdir()} >= files
    assert (folder / "new" / "demo" / "system.svg").read_text().startswith("<?xml")
    assert ">new/demo/too_good.json</span>" in (folder / "new" / "demo" / "report.html").read_text(encoding="utf-8")
    assert run("audit", "new/demo/holds.json").stdout.startswith("accepted: holds")
    assert run("audit", "new/demo/violated.json").stdout.startswith("accepted: violated")
    again = run("check", "new/demo/sender.json", "new/demo/channel.json", "--spec", "new/demo/spec.json")
    assert again.exit_code == 0


@pytest.mark.parametrize("name", ["with space", "[red]", "[/red]", "ünï"])
def test_demo_takes_any_folder(folder: Path, name: str) -> None:
    done = run("demo", "--folder", name)
    assert done.exit_code == 0, done.stderr
    assert f"{name}/holds.json" in done.stdout


def test_demo_refuses_a_folder_that_cannot_be(folder: Path) -> None:
    assert_refused(run("demo", "--folder", "L1.json"), "L1.json")
