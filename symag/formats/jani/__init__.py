"""JANI: automata with locations and synchronisation vectors, as the Modest Toolset and Storm read and write them."""

from symag.formats.format import Format, on_first_use

__all__ = ["JANI"]

JANI = Format(
    "JANI",
    (".jani",),
    "mdp, with an automaton for each component",
    write=on_first_use("symag.formats.jani.write", "write_jani"),
    writes_components=True,
)
