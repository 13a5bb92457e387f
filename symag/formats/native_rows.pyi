from collections.abc import Sequence
from typing import Any

from symag.limits import Watch
from symag.model import LPTS, Assembler

__all__ = ["take_rows", "transition_objects"]

def transition_objects(
    model: LPTS, states: Sequence[str], vectors: Sequence[Sequence[str]], watch: Watch
) -> list[dict[str, Any]]: ...
def take_rows(
    rows: list[Any],
    start: int,
    most: int,
    states: dict[str, int],
    actions: dict[str, int],
    closed: bool,
    vectors: dict[tuple[str, ...], int],
    assembler: Assembler,
) -> int: ...
