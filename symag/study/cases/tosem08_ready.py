"""What a job about a subject of TOSEM 2008 needs, ready: the reader of FSP with its grammar.

A process that starts with this module (`Job.modules`) reads a subject in a sixth of the time.
"""

from symag.formats import ConstantValues, read_components

__all__: list[str] = []

read_components("P = (a -> P).", "lts", ConstantValues({}), process="P")
