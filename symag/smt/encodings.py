"""The names of the encodings; each is a module of this room, and `encodings/` shows what they write."""

__all__ = ["ENCODINGS", "WRITTEN"]

ENCODINGS = {
    "lazy": "clauses on demand; the default",
    "cuts": "Boolean only",
    "weights": "weight functions, in linear arithmetic",
}
"""Each with its meaning. The first is the default: by `symag bench smt` it is seldom slower than the others, and often
many times faster."""

WRITTEN = ("weights", "cuts")
"""The encodings that can be written down: what `lazy` asks depends on the solver's answers."""
