from symag.formats.prism.syntax import PrismFile
from symag.limits import Watch

__all__ = ["Descent", "GiveUp"]

class GiveUp(Exception): ...

class Descent:
    def __init__(self, text: str, keywords: frozenset[str], watch: Watch) -> None: ...
    def file(self) -> PrismFile: ...
