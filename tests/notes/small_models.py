"""Small models for notes."""

from __future__ import annotations

from collections.abc import Sequence

from symag import LPTS, TAU


def loop(name: str, *actions: str, alphabet: Sequence[str] = ()) -> LPTS:
    """The actions in a circle."""
    count = len(actions)
    rows = [(str(i), action, str((i + 1) % count)) for i, action in enumerate(actions)]
    return LPTS.build("0", rows, sorted({*actions, *alphabet} - {TAU}), name=name)


def line(name: str, *actions: str) -> LPTS:
    """The actions, and then nothing."""
    return LPTS.build("0", [(str(i), action, str(i + 1)) for i, action in enumerate(actions)], name=name)


def wheel(name: str, size: int) -> LPTS:
    return LPTS.build("0", [(str(i), name, str((i + 1) % size)) for i in range(size)], name=name)


COPIES = """mdp
module first x : bool init false; [begin] !x -> (x'=true); [comit] x -> (x'=false); endmodule
module second = first [x=y] endmodule
module log z : bool init false; [begin] !z -> (z'=true); [commit] z -> (z'=false); endmodule
"""

ORDER = """mdp
module order w : bool init false; [begin] !w -> (w'=true); [commit] w -> (w'=false); endmodule
"""

BRIDGE = """
A = (a -> b -> A).
B = (b -> c -> B).
||BRIDGE = (A || B).
property ONEWAY = (a -> b -> ONEWAY).
"""
