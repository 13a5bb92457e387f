"""Pictures of a program: the control-flow graph of each task, and the trace flow graph, as FLAVERS has them.

Control flow is drawn in full lines, and edges of one task to another (MIP) in dashed ones. A rendezvous is a node of
its own. The initial and the final node are points.
"""

from __future__ import annotations

from collections.abc import Iterator

from symag.errors import InputError
from symag.flow import ControlGraph, FlowProgram, TraceGraph
from symag.flow.control import BEGIN, END
from symag.flow.trace_graph import START
from symag.formats.flow.read import read_program
from symag.formats.format import SourceText
from symag.formats.graphviz import quoted_label
from symag.formats.picture import MAX_DRAWN

__all__ = ["draw_flow", "flow_dot"]

LONGEST = 40
"""Characters of a label."""
MAX_MIP = 150
"""Of a graph with more MIP edges, none is drawn: the picture says how many there are."""

_HEAD = """digraph program {
  bgcolor="white"; pad=0.2; nodesep=0.25; ranksep=0.3; compound=true; fontname="Helvetica"; fontsize=13;
  node [shape=box, style="rounded,filled", fillcolor="#eef3fa", color="#33557f", margin="0.1,0.05", height=0.3];
  node [fontname="Helvetica", fontsize=11];
  edge [color="#555555", arrowsize=0.6];
"""
_POINT = 'shape=point, width=0.12, color="#33557f"'
_MEETING = 'fillcolor="#fdf3dc", color="#8a6d1f"'


def draw_flow(source: SourceText) -> str:
    """The program of a text in Graphviz's language, with all its events."""
    return flow_dot(read_program(source))


def flow_dot(program: FlowProgram) -> str:
    """The control-flow graphs beside each other, and the trace flow graph."""
    controls = program.control_graphs()
    graph = program.graph()
    drawn = sum(len(control.nodes) for control in controls) + len(graph.nodes)
    if drawn > MAX_DRAWN:
        raise InputError(f"{drawn} nodes of flow graphs are too many for a picture (at most {MAX_DRAWN})")
    lines = [line for number, control in enumerate(controls) for line in _control(number, control)]
    return f"{_HEAD}{''.join(lines)}{''.join(_trace(graph))}}}\n"


def _control(number: int, graph: ControlGraph) -> Iterator[str]:
    """A task: where it begins and ends, and its steps, with their lines."""
    yield f'  subgraph cluster{number} {{ label={quoted_label(f"task {graph.task}", LONGEST)}; color="#bbbbbb";\n'
    yield f"    c{number}_{BEGIN} [{_POINT}];\n    c{number}_end [{_POINT}, peripheries=2];\n"
    for at, node in enumerate(graph.nodes[1:], 1):
        style = f", {_MEETING}" if node.meeting is not None else ""
        text = f"{node.line}: {node.text}" if node.line is not None else node.text
        yield f"    c{number}_{at} [label={quoted_label(text, LONGEST)}{style}];\n"
    for at, following in enumerate(graph.after):
        yield from (f"    c{number}_{at} -> c{number}_{'end' if to == END else to};\n" for to in following)
    yield "  }\n"


def _trace(graph: TraceGraph) -> Iterator[str]:
    edges = list(zip(graph.sources, graph.targets, strict=True))
    mip = [(source, target) for source, target in edges if not graph.is_control(source, target)]
    left_out = f", without its {len(mip)} MIP edges" if len(mip) > MAX_MIP else ""
    yield f'  subgraph clusterflow {{ label="trace flow graph{left_out}"; color="#bbbbbb";\n'
    yield f"    f{START} [{_POINT}];\n    f_end [{_POINT}, peripheries=2];\n"
    for number, node in enumerate(graph.nodes[1:], 1):
        text = "\\n".join(quoted_label(name, LONGEST)[1:-1] for name in graph.names[number].split(", "))
        yield f'    f{number} [label="{text}"{f", {_MEETING}" if node.meeting is not None else ""}];\n'
    dashed = frozenset(mip)
    for source, target in edges:
        if (source, target) not in dashed:
            yield f"    f{source} -> f{target};\n"
        elif not left_out:
            yield f'    f{source} -> f{target} [style=dashed, color="#aaaaaa", constraint=false];\n'
    yield from (f"    f{number} -> f_end;\n" for number in sorted(graph.ends))
    yield "  }\n"
