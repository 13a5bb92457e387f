"""What a backend can do, and whether it is trusted: the one place that decides it.

A backend declares its capabilities itself, but for trust. Trust comes from the table of this module, by the identity of
the class: a subclass of a trusted backend may answer anything, so it is not trusted, whatever it inherits or claims.
"""

from __future__ import annotations

from dataclasses import replace

from symag.errors import BackendError
from symag.simulation.backend import Backend, Capabilities
from symag.simulation.fixpoint import Fixpoint

__all__ = ["capabilities_of"]

TRUSTED: tuple[type, ...] = (Fixpoint,)
"""The backends whose verdicts need no audit."""


def capabilities_of(backend: Backend) -> Capabilities:
    """The capabilities that a backend declares, or the defaults if it declares none; trust by symag's own table."""
    declared = getattr(backend, "capabilities", Capabilities())
    if not isinstance(declared, Capabilities):
        raise BackendError(
            f"the capabilities of the backend {backend.name!r} must be a symag.simulation.Capabilities, "
            f"not {declared!r}"
        )
    return replace(declared, is_trusted=any(type(backend) is trusted for trusted in TRUSTED))
