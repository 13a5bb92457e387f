"""PRISM: modules of guarded commands, as the model checkers PRISM and Storm read them."""

from symag.formats.format import Comments, Format, on_first_use

__all__ = ["PRISM"]

PRISM = Format(
    "PRISM",
    (".prism", ".nm", ".pm"),
    "mdp and dtmc, with a component for each module",
    read=on_first_use("symag.formats.prism.read", "read_prism"),
    write=on_first_use("symag.formats.prism.write", "prism_file"),
    writes_components=True,
    action_name=on_first_use("symag.formats.prism.write", "prism_action"),
    comments=Comments("//"),
    takes_constants=True,
)
