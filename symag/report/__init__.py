"""Reports: text, tables, plots, pages and progress.

.. include:: README.md
"""

from symag.report.assumption_words import StateWords
from symag.report.communication import PICTURES, draw_communication
from symag.report.comparison import grid_table, show_comparison
from symag.report.counterexample import counterexample_model, counterexample_text
from symag.report.deadlock import deadlock_text
from symag.report.explanation import explanation_text
from symag.report.forbidden_words import AssumptionWords, ForbiddenWord, explain_assumptions
from symag.report.html import html_page, notebook_html, write_report
from symag.report.plot import check_plot, plot, plot_panels
from symag.report.study import show_study, study_words, write_study
from symag.report.system import system_text
from symag.report.terminal import Progress, iteration_text, terminal, text_of
from symag.report.verdict import accepted_text, facts_lines, model_text, saved_text, verdict_text

__all__ = [
    "PICTURES",
    "AssumptionWords",
    "ForbiddenWord",
    "Progress",
    "StateWords",
    "accepted_text",
    "check_plot",
    "counterexample_model",
    "counterexample_text",
    "deadlock_text",
    "draw_communication",
    "explain_assumptions",
    "explanation_text",
    "facts_lines",
    "grid_table",
    "html_page",
    "iteration_text",
    "model_text",
    "notebook_html",
    "plot",
    "plot_panels",
    "saved_text",
    "show_comparison",
    "show_study",
    "study_words",
    "system_text",
    "terminal",
    "text_of",
    "verdict_text",
    "write_report",
    "write_study",
]
