"""The states of the components in words."""

from __future__ import annotations

from symag import LPTS
from symag.report.html.names import short_labels
from symag.report.places import whereabouts


def test_names_that_are_long_leave_out_what_has_not_changed() -> None:
    places, before = ("a" * 40, "x=1,y=2", "b" * 40), ("a" * 40, "x=1,y=1", "b" * 40)
    assert whereabouts(places, before) == "(y=2; …)"
    assert whereabouts(places, before, names=("left", "middle", "right")) == "(middle: y=2; …)"
    nested = ("a" * 40, '(y1=3,"c=1,d=2")', "b" * 40)
    assert whereabouts(nested, ("a" * 40, '(y1=3,"c=0,d=2")', "b" * 40)) == '((y1=3,"c=1,d=2"); …)', "in one piece"
    assert whereabouts(places, ()) == f"({', '.join(places)})"
    assert whereabouts(("ready", "x=1"), ("full", "x=1")) == "(ready, x=1)"
    block = LPTS.build(f"0:{{{'s' * 40}}}", [(f"0:{{{'s' * 40}}}", "a", "1:{t}")])
    assert short_labels(block) == ("0", "1:{t}")
    for name in ("1" * 300_000, "1:{" * 100_000):
        assert short_labels(LPTS.build(name, [])) == (f"{name[:31]}…",)
