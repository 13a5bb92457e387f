"""The conformance suite for backends, which another package can import; it needs pytest.

.. include:: README.md
"""

from symag.testing.conformance import SIMULATION_EXAMPLES, TRACE_EXAMPLES, BackendConformance, Example

__all__ = ["SIMULATION_EXAMPLES", "TRACE_EXAMPLES", "BackendConformance", "Example"]
