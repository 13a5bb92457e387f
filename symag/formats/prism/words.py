"""The words that PRISM reserves."""

from __future__ import annotations

__all__ = ["PRISM_KEYWORDS", "RESERVED"]

_TEXT = """
bool clock const ctmc double dtmc endinit endinvariant endmodule endobservables endrewards endsystem false formula func
global init int invariant label max mdp min module nondeterministic observable observables pomdp popta prob
probabilistic pta rate rewards smg stochastic system true
"""
RESERVED = frozenset(_TEXT.split())
_OF_PROPERTIES = """
A C E F G I P Pmax Pmaxmax Pmaxmin Pmin Pminmax Pminmin R Rmax Rmaxmax Rmaxmin Rmin Rminmax Rminmin S U W X filter
maxmax maxmin minmax minmin of
"""
PRISM_KEYWORDS = RESERVED | frozenset(_OF_PROPERTIES.split())
"""The words that PRISM reserves. symag does not write them as names; it reads those of properties where a name can be,
as Storm does."""
