"""Methods of `LPTS` that are written elsewhere.

`LPTS.build`, `to_networkx` and `L1 | L2` are methods of the model for everyone who uses it. But the modules that do the
work make models and so import `LPTS`, and composition even lies in a room below this one. So each such method is one
entry of `IMPLEMENTATIONS`, the module and its function, which is imported at the first use.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["IMPLEMENTATIONS", "implementation"]

IMPLEMENTATIONS = {
    "build": ("symag.model.assemble", "build"),
    "to_networkx": ("symag.model.graph", "to_networkx"),
    "from_networkx": ("symag.model.graph", "from_networkx"),
    "is_isomorphic_to": ("symag.model.graph", "isomorphic"),
    "__or__": ("symag.operators.compose", "compose"),
}
"""Per method of `LPTS`, where it is written."""


def implementation(method: str) -> Callable[..., Any]:
    """The function that does the work of this method."""
    module, function = IMPLEMENTATIONS[method]
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
