"""For people: text, tables, plots and progress."""

from symag.report.comparison import comparison_text, sweep_text
from symag.report.plot import PLOTS, plot
from symag.report.progress import Progress
from symag.report.text import counterexample_text, explained, model_text, verdict_text

__all__ = [
    "PLOTS",
    "Progress",
    "comparison_text",
    "counterexample_text",
    "explained",
    "model_text",
    "plot",
    "sweep_text",
    "verdict_text",
]
