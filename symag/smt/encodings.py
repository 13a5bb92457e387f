"""The names of the encodings; each is a module of this room, and `encodings/` shows what they write."""

__all__ = ["ENCODINGS", "WRITTEN"]

ENCODINGS = ("lazy", "cuts", "weights")
"""The first is the default: by `symag bench smt` seldom slower than the others, and often many times faster."""

WRITTEN = ("weights", "cuts")
"""The encodings that can be written down: what `lazy` asks depends on the solver's answers."""
