"""A verdict as one self-contained HTML file, which shows the proof or the violation step by step."""

from symag.report.html.notebook import notebook_html
from symag.report.html.page import html_page, write_report

__all__ = ["html_page", "notebook_html", "write_report"]
