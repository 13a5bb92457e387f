"""A verdict as one HTML file for people, which shows the proof and needs nothing else: no network, no other file."""

from symag.report.html.document import page, write_report
from symag.report.html.notebook import notebook_html

__all__ = ["notebook_html", "page", "write_report"]
