"""Laws of CSP by which processes that behave in the same way become one: fewer states, and often finitely many.

Each of them holds in every model of CSP (traces, failures, divergences; Roscoe, "Understanding Concurrent Systems",
chapters 2 to 7), so nothing that can be observed changes, deadlocks included. Active operands are canonical when a law
sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from symag.formats.csp.anatomy import EventRelation, ProcessNode, ProcessTable
from symag.formats.csp.process import (
    Alphabetised,
    Except,
    ExternalChoice,
    Hiding,
    InternalChoice,
    Parallel,
    Renaming,
    Sequential,
    Skip,
    Stop,
    Terminated,
)

__all__ = ["LAWS", "Law"]

Law = Callable[[ProcessTable, ProcessNode], ProcessNode | int]
"""From an operator to the same process in a simpler form, or in the same one: a node, or one of the operands."""

SILENT = (Stop, Skip, Terminated)
"""Processes without events: hiding and renaming change nothing."""


def _flat(table: ProcessTable, node: ProcessNode) -> Iterator[int]:
    """The operands, with the operands of those that are the same operator with the same data: associativity."""
    for operand in node.operands:
        inner = table.node(operand)
        if inner.operator is node.operator and inner.data is node.data:  # data are interned
            yield from inner.operands
        else:
            yield operand


def _external_choice(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`P [] STOP = P`, `P [] P = P`, `P [] Q = Q [] P`, associativity."""
    kept = sorted({operand for operand in _flat(table, node) if table.node(operand).operator is not Stop})
    if not kept:
        return ProcessNode(Stop, ())
    return kept[0] if len(kept) == 1 else ProcessNode(ExternalChoice, tuple(kept))


def _internal_choice(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`P |~| P = P`; without a hidden move that decides nothing."""
    kept = tuple(dict.fromkeys(node.operands))
    return kept[0] if len(kept) == 1 else ProcessNode(InternalChoice, kept)


def _sequential(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`STOP ; P = STOP`."""
    return node.operands[0] if table.node(node.operands[0]).operator is Stop else node


def _except(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`P [|{}|> Q = P`."""
    return node if node.data else node.operands[0]


def _parallel(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`P [|A|] Q = Q [|A|] P`, associativity for one A, `P ||| SKIP = P`."""
    kept = sorted(_flat(table, node))
    if not node.data:
        kept = [operand for operand in kept if table.node(operand).operator is not Skip]
    if not kept:
        return ProcessNode(Skip, ())
    return kept[0] if len(kept) == 1 else ProcessNode(Parallel, tuple(kept), node.data)


def _alphabetised(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """Of no operands: SKIP, because all of them can terminate."""
    return node if node.operands else ProcessNode(Skip, ())


def _hiding(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`(P \\ A) \\ B = P \\ union(A, B)`, `P \\ {} = P`, `STOP \\ A = STOP`, `SKIP \\ A = SKIP`."""
    inner = table.node(node.operands[0])
    if inner.operator in SILENT or not node.data:
        return node.operands[0]
    if inner.operator is Hiding:
        return ProcessNode(Hiding, inner.operands, inner.data | node.data)
    return node


def _renaming(table: ProcessTable, node: ProcessNode) -> ProcessNode | int:
    """`(P[[R]])[[S]] = P[[R then S]]`; a renaming that changes nothing is left out."""
    inner, relation = table.node(node.operands[0]), node.data
    if inner.operator in SILENT:
        return node.operands[0]
    if inner.operator is Renaming:
        return ProcessNode(Renaming, inner.operands, inner.data.then(relation))
    changing = frozenset(pair for pair in relation.pairs if tuple(relation.images[pair[0]]) != (pair[0],))
    if not changing:
        return node.operands[0]
    return node if changing == relation.pairs else ProcessNode(Renaming, node.operands, EventRelation(changing))


LAWS: Mapping[type[object], Law] = {
    ExternalChoice: _external_choice,
    InternalChoice: _internal_choice,
    Sequential: _sequential,
    Except: _except,
    Parallel: _parallel,
    Alphabetised: _alphabetised,
    Hiding: _hiding,
    Renaming: _renaming,
}
"""By operator; the others have none."""
