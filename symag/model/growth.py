# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Arrays of the compiled modules that grow: the watch is asked for room first. The types are in the `.pxd`."""

from array import array

__all__ = ["doubled", "grown"]


def doubled(old, used, watch):
    """A copy of the first `used` numbers, with twice the room."""
    return grown(old, used, len(old), 0, watch)


def grown(old, used, wanted, filler, watch):
    """A copy of the first `used` numbers, with room for `wanted` numbers and as many again."""
    watch.check_room(8 * wanted)
    new = array("i", [filler]) * (2 * wanted)
    new[:used] = old[:used]
    return new
