from collections.abc import Callable

from symag.limits import Watch
from symag.traces.subsets import Subsets

__all__ = ["QueryTrie"]

class QueryTrie:
    def __init__(
        self,
        letters: int,
        by_plain: bool,
        by_prefix: bool,
        by_suffix: bool,
        teacher: Subsets | Callable[[tuple[int, ...]], bool],
        watch: Watch,
    ) -> None: ...
    def counts(self) -> tuple[int, int, int, int]: ...
    def answers(self, word: tuple[int, ...], suffixes: list[tuple[int, ...]]) -> int: ...
