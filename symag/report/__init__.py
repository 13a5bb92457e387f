"""For people: text, tables, plots, pages and progress.

.. include:: README.md
"""

from symag.report.comparison import show_comparison
from symag.report.deadlock import deadlock_text
from symag.report.html import notebook_html, page, write_report
from symag.report.iteration import iteration_text
from symag.report.plain import plain
from symag.report.plot import check_plot, plot, plot_panels
from symag.report.progress import Progress
from symag.report.terminal import terminal
from symag.report.text import counterexample_text, facts_lines, model_text, saved_text, verdict_text

__all__ = [
    "Progress",
    "check_plot",
    "counterexample_text",
    "deadlock_text",
    "facts_lines",
    "iteration_text",
    "model_text",
    "notebook_html",
    "page",
    "plain",
    "plot",
    "plot_panels",
    "saved_text",
    "show_comparison",
    "terminal",
    "verdict_text",
    "write_report",
]
