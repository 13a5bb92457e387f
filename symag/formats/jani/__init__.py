"""JANI: automata with locations and synchronisation vectors, as the Modest Toolset and Storm read and write them."""

from symag.formats.format import Format, on_first_use

__all__ = ["JANI"]

JANI = Format(
    "JANI",
    (".jani",),
    "lts, dtmc and mdp, with a component for each automaton",
    read=on_first_use("symag.formats.jani.read", "read_jani"),
    write=on_first_use("symag.formats.jani.write", "write_jani"),
    writes_components=True,
    takes_constants=True,
    skips_mark=True,
)
