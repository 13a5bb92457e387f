"""Drawing by Graphviz is quiet."""

from __future__ import annotations

import os

import pytest

from symag.formats.graphviz import quiet_fonts

REMARK = 'Fontconfig warning: "/usr/share/fonts.conf", line 6: unknown element "x"\n'


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", ""),
        (REMARK, ""),
        (f"{REMARK}Error: out of memory\nFontconfig error: no cache\n", "Error: out of memory\n"),
    ],
)
def test_only_remarks_on_fonts_are_kept_back(capfd: pytest.CaptureFixture[str], said: str, told: str) -> None:
    with quiet_fonts():
        os.write(2, said.encode())
    assert capfd.readouterr().err == told
