"""For people: text and progress."""

from symag.report.progress import Progress
from symag.report.text import counterexample_text, explained, model_text, verdict_text

__all__ = ["Progress", "counterexample_text", "explained", "model_text", "verdict_text"]
