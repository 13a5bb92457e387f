from symag.limits import Watch
from symag.model import LPTS
from symag.simulation.distribution_matching import DistributionMatcher
from symag.simulation.vector_numbers import VectorNumbers

__all__ = ["SuccessorMatcher"]

class SuccessorMatcher:
    distributions: DistributionMatcher
    def __init__(self, system: LPTS, specification: LPTS, numbers: VectorNumbers, watch: Watch) -> None: ...
