"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import symag
from symag import LPTS, InputError
from symag.study.cases.papers import FIG1_L1


def test_writing_is_atomic(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    symag.save(FIG1_L1, file)
    before = file.read_bytes()
    mode = stat.S_IMODE(os.stat(file).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    assert mode == 0o666 & ~mask
    unwritable = LPTS.build("0", [("0", 'say "hi", twice', "0")])
    with pytest.raises(InputError):
        symag.save(unwritable, tmp_path / "model.aut")
    with pytest.raises(InputError, match="cannot be written"):
        symag.save(FIG1_L1, tmp_path / "nowhere" / "model.json")
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]
