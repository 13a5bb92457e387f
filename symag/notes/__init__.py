"""Notes: what to look at before you trust a verdict, which may be right about the wrong model.

.. include:: README.md
"""

from symag.notes.composition import Explored, explore_little, explored_by, stop_note
from symag.notes.forecast import Forecast, forecast
from symag.notes.growth import Growth, growth_of
from symag.notes.models import joined, listed, note_on_model, short
from symag.notes.question import notes_on
from symag.notes.spelling import is_slip, misspelt
from symag.notes.system import ComponentFacts, SystemFacts, facts_on_components, facts_on_system

__all__ = [
    "ComponentFacts",
    "Explored",
    "Forecast",
    "Growth",
    "SystemFacts",
    "explore_little",
    "explored_by",
    "facts_on_components",
    "facts_on_system",
    "forecast",
    "growth_of",
    "is_slip",
    "joined",
    "listed",
    "misspelt",
    "note_on_model",
    "notes_on",
    "short",
    "stop_note",
]
