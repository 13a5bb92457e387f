"""What a job about a program of TOSEM 2008 needs, ready: the readers of Ada and FSP with their grammars."""

from symag.study.cases import tosem08_ready
from symag.study.cases.tosem08_programs import FlowSubject

__all__ = ["tosem08_ready"]

FlowSubject(24).models()
