"""What a verdict carries: the relation, or the tree and its refutation; and the door to the kernel that checks them.

.. include:: README.md
"""

from symag.evidence.audit import Audit, audit, audit_text, audit_verdict, compare_models, read_verdict_text
from symag.evidence.iteration_log import FrameNode, IterationFrame, IterationLog, Snapshot, SplitRecord
from symag.evidence.proof import Premise, Proof
from symag.evidence.refutation import Counterexample, Cut, Step
from symag.evidence.relation import ReachedPairs, SimulationRelation, bits_of
from symag.evidence.saved import claimed_verdict, verdict_of
from symag.evidence.tree import Move, Node, Tree, parents_first
from symag.evidence.verdict import VERDICT_FORMAT, Verdict, described

__all__ = [
    "VERDICT_FORMAT",
    "Audit",
    "Counterexample",
    "Cut",
    "FrameNode",
    "IterationFrame",
    "IterationLog",
    "Move",
    "Node",
    "Premise",
    "Proof",
    "ReachedPairs",
    "SimulationRelation",
    "Snapshot",
    "SplitRecord",
    "Step",
    "Tree",
    "Verdict",
    "audit",
    "audit_text",
    "audit_verdict",
    "bits_of",
    "claimed_verdict",
    "compare_models",
    "described",
    "parents_first",
    "read_verdict_text",
    "verdict_of",
]
