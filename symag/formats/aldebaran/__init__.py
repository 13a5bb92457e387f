"""Aldebaran `.aut`, as CADP and mCRL2 write it, with mCRL2's probabilistic extension.

    des (0, 2, 3)
    (0, "send", 1 9/10 2)
    (1, "ack", 0)

A target `1 9/10 2` is state 1 with 9/10 and state 2 with the rest. Labels are written in quotes and read with or
without. `tau` and `i` are the hidden action. The alphabet is the set of labels: the format has no place for others.
"""

from symag.formats.format import Format, on_first_use

__all__ = ["ALDEBARAN"]

ALDEBARAN = Format(
    "Aldebaran",
    (".aut",),
    "transition systems as CADP and mCRL2 write them, with mCRL2's probabilities",
    read=on_first_use("symag.formats.aldebaran.read", "read_aldebaran"),
    write=on_first_use("symag.formats.aldebaran.write", "write_aldebaran"),
    keeps_unused_actions=False,
)
