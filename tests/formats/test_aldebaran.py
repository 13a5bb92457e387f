"""Aldebaran as other tools write it."""

from __future__ import annotations

import pytest

import symag
from symag import LPTS, InputError

MODEL = LPTS.build("idle", [("idle", "send", {"sent": "9/10", "idle": "1/10"}), ("sent", "ack", "idle")])


AUT = {
    "quoted": 'des (0,2,2)\n(0,"send",0 1/10 1)\n(1,"ack",0)\n',
    "as CADP writes it": "des (0, 2, 2)\n(0, send, 0 1/10 1)\n(1, ack, 0)\n",
    "with the end of line of other systems": 'des (0,2,2)\r\n(0,"send",1 9/10 0)\r\n(1,"ack",0)',
}


@pytest.mark.parametrize("text", AUT.values(), ids=AUT)
def test_aldebaran_as_tools_write_it(text: str) -> None:
    assert symag.loads(text, "aut").is_isomorphic_to(MODEL)


def test_aldebaran_details() -> None:
    model = symag.loads('des (1, 4, 3)\n(1,i,0)\n(1,"tau",2)\n(0,"a b (c, d)",1)\n(0, put(3), 1)\n', ".aut")
    assert model.initial_state == "1"
    assert model.alphabet == {"a b (c, d)", "put(3)"}
    assert sum(action == "tau" for _, action, _ in model.transitions()) == 2
    thirds = symag.loads('des (0,1,3)\n(0,"a",0 1/3 1 1/3 2)\n', "aut")
    assert [p for _, p in thirds.outcomes(-1)] == [pytest.approx(1 / 3)] * 3
    for label in ('say "hi"', "i"):
        with pytest.raises(InputError, match="cannot be written"):
            symag.save(LPTS.build("0", [("0", label, "0")]), "never.aut")
