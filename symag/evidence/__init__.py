"""What a verdict carries: the relation, or the tree and its refutation; and the door to the kernel that checks them."""

from symag.evidence.album import Album, Frame, Moment, Snapshot, Splitting
from symag.evidence.audit import audit, audit_verdict, claimed_verdict, is_verdict
from symag.evidence.proof import Proof
from symag.evidence.refutation import Counterexample, Cut, Step
from symag.evidence.relation import Deferred, Relation, bits_of
from symag.evidence.saved import read_verdict
from symag.evidence.tree import Move, Node, Tree, parents_first
from symag.evidence.verdict import Verdict

__all__ = [
    "Album",
    "Counterexample",
    "Cut",
    "Deferred",
    "Frame",
    "Moment",
    "Move",
    "Node",
    "Proof",
    "Relation",
    "Snapshot",
    "Splitting",
    "Step",
    "Tree",
    "Verdict",
    "audit",
    "audit_verdict",
    "bits_of",
    "claimed_verdict",
    "is_verdict",
    "parents_first",
    "read_verdict",
]
