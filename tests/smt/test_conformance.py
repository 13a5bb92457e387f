"""The conformance suite on every solver that is installed, with every encoding."""

from __future__ import annotations

import pytest

from symag.simulation import Backend, get_backend
from symag.testing import BackendConformance
from tests.backends import SMT


class TestSolvers(BackendConformance):
    @pytest.fixture(params=SMT)
    def backend(self, request: pytest.FixtureRequest) -> Backend:
        return get_backend(request.param)
