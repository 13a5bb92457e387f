from collections.abc import Callable

from symag.limits import Watch

__all__ = ["QueryTrie"]

class QueryTrie:
    def __init__(self, letters: int, by_plain: bool, by_prefix: bool, by_suffix: bool, watch: Watch) -> None: ...
    def counts(self) -> tuple[int, int, int, int]: ...
    def rows(
        self,
        word: tuple[int, ...],
        suffixes: list[tuple[int, ...]],
        ask: Callable[[tuple[int, ...]], bool],
    ) -> int: ...
