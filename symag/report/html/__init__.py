"""A verdict as one HTML file for people, which shows the proof and needs nothing else: no network, no other file."""

from symag.report.html.notebook import notebook_html
from symag.report.html.page import html_page, write_report

__all__ = ["html_page", "notebook_html", "write_report"]
