from array import array

from symag.limits import Watch
from symag.model import LPTS
from symag.process.crew import Crew
from symag.simulation.preimages import Preimages

__all__ = ["SharedRound"]

class SharedRound:
    def __init__(
        self, system: LPTS, meaning: array[int], row: memoryview, preimages: Preimages, watch: Watch, crew: Crew
    ) -> None: ...
