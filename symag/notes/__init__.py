"""Notes: what to look at before you trust a verdict, which may be right about the wrong model.

.. include:: README.md
"""

from symag.notes.composition import Explored, explore_little, explored_by
from symag.notes.models import listed, note_on_model, short
from symag.notes.question import notes_on
from symag.notes.spelling import is_slip, misspelt

__all__ = [
    "Explored",
    "explore_little",
    "explored_by",
    "is_slip",
    "listed",
    "misspelt",
    "note_on_model",
    "notes_on",
    "short",
]
