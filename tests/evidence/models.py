"""Small models that the tests of evidence share."""

from __future__ import annotations

from symag import LPTS

AB = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], name="AB")
AA = LPTS.build("p", [("p", "a", "q"), ("q", "a", "p")], ["a", "b"], name="AA")
COIN = LPTS.build("s", [("s", "a", {"s": "1/2", "t": "1/2"}), ("t", "b", "s")], name="coin")
ANY = LPTS.build("p", [("p", "a", "p"), ("p", "b", "p")], name="any")
