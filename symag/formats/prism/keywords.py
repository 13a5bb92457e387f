"""The words that cannot be names in PRISM."""

from __future__ import annotations

__all__ = ["KEYWORDS"]

_RESERVED = """
A C E F G I P Pmax Pmin R Rmax Rmin S U W X bool clock const ctmc double dtmc endinit endinvariant endmodule
endobservables endrewards endsystem false filter formula func global init int invariant label max mdp min module
nondeterministic observable observables of pomdp popta prob probabilistic pta rate rewards smg stochastic system true
"""
KEYWORDS = frozenset(_RESERVED.split())
"""What PRISM reserves, so that a file which symag reads is one that PRISM reads."""
