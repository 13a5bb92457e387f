"""Loading and saving by suffix."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag import InputError
from symag.study.cases.papers import FIG1_L2


def test_files_by_suffix(tmp_path: Path) -> None:
    for suffix in (".json", ".aut", ".dot", ".svg", ".png", ".prism"):
        symag.save(FIG1_L2, tmp_path / f"model{suffix}")
    assert symag.load(tmp_path / "model.json") == FIG1_L2
    assert symag.load(tmp_path / "model.aut").name == "model"
    assert (tmp_path / "model.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "model.svg").read_bytes()
    for name, message in (("model.svg", ".svg files cannot be read"), ("model.xyz", "use .json, .aut")):
        with pytest.raises(InputError, match=message):
            symag.load(tmp_path / name)
    with pytest.raises(InputError, match="cannot be read"):
        symag.loads("", "png")
