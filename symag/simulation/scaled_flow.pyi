from symag.limits import Watch
from symag.simulation.integer_flow import IntegerFlow
from symag.simulation.vector_numbers import VectorNumbers

__all__ = ["ScaledFlow"]

class ScaledFlow:
    flow: IntegerFlow
    flows: int
    long_flows: int
    def __init__(self, numbers: VectorNumbers, watch: Watch) -> None: ...
    def is_feasible(self, vector: int, p_vector: int) -> bool: ...
