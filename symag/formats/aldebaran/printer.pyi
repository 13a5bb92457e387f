from collections.abc import Sequence

from symag.model import LPTS

__all__ = ["print_rows"]

def print_rows(model: LPTS, labels: Sequence[bytes], spreads: Sequence[bytes], fresh: int) -> bytes: ...
