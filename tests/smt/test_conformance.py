"""The conformance suite on every solver that is installed, with every encoding.

Through pySMT all but one pair are slow tests: the encodings are the same as for Z3.
"""

from __future__ import annotations

import pytest

from symag.simulation import Backend, get_backend
from symag.testing import BackendConformance
from tests.backends import PYSMT, SMT

PARAMETERS = [
    pytest.param(name, marks=[pytest.mark.slow] if name in PYSMT and name != "pysmt:cvc5/lazy" else []) for name in SMT
]


class TestSolvers(BackendConformance):
    @pytest.fixture(params=PARAMETERS)
    def backend(self, request: pytest.FixtureRequest) -> Backend:
        return get_backend(request.param)
