"""Flow graphs of concurrent programs, as FLAVERS has them: what is verified of programs with tasks.

.. include:: README.md
"""

from symag.flow.control import ControlGraph, ControlNode, Meeting
from symag.flow.expressions import Constant, FlowExpression, FlowValue, Look, Operation, equals
from symag.flow.program import FlowProgram
from symag.flow.questions import FlowModels, ask
from symag.flow.search import AUTO, FoundConstraints, search_constraints
from symag.flow.sides import named_sides
from symag.flow.statements import (
    Accept,
    Alternative,
    Annotation,
    Assign,
    Call,
    Case,
    Exit,
    FlowVariable,
    If,
    Loop,
    Select,
    Statement,
    Task,
)
from symag.flow.trace_graph import TraceGraph, TraceNode

__all__ = [
    "AUTO",
    "Accept",
    "Alternative",
    "Annotation",
    "Assign",
    "Call",
    "Case",
    "Constant",
    "ControlGraph",
    "ControlNode",
    "Exit",
    "FlowExpression",
    "FlowModels",
    "FlowProgram",
    "FlowValue",
    "FlowVariable",
    "FoundConstraints",
    "If",
    "Look",
    "Loop",
    "Meeting",
    "Operation",
    "Select",
    "Statement",
    "Task",
    "TraceGraph",
    "TraceNode",
    "ask",
    "equals",
    "named_sides",
    "search_constraints",
]
