"""Models as text for a terminal."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree as Drawing

from symag.model import LPTS, counted, printable

__all__ = ["model_text"]

MAX_DRAWN_STATES = 40


def model_text(model: LPTS) -> RenderableType:
    """A model, state by state."""
    title = printable(model.name) or "model"
    drawing = Drawing(Text.assemble((title, "bold"), f"  {printable(model.summary())}"))
    for s in range(min(model.num_states, MAX_DRAWN_STATES)):
        mark = "● " if s == model.initial else "○ "
        branch = drawing.add(Text.assemble((mark + printable(model.states[s]), "cyan")))
        for _, action, distribution in model.transitions_of(s):
            branch.add(Text.assemble((printable(action), "yellow"), " → ", printable(str(distribution))))
    if model.num_states > MAX_DRAWN_STATES:
        drawing.add(Text(f"… and {counted(model.num_states - MAX_DRAWN_STATES, 'more state')}", "dim"))
    return drawing
