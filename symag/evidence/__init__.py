"""What a verdict carries: the relation, or the tree and its refutation; and the door to the kernel that checks them.

.. include:: README.md
"""

from symag.evidence.audit import Audit, audit, audit_each, audit_verdict, compare_models, read_verdict_text
from symag.evidence.bound import Bound, BoundPart
from symag.evidence.iteration_log import FrameNode, IterationFrame, IterationLog, Snapshot, SplitRecord
from symag.evidence.minimality import Clique, LowerBound, Minimality, UnsatProof
from symag.evidence.refutation import Counterexample, Cut, Move, Node, Step, Tree, parents_first
from symag.evidence.relation import (
    LaterRelation,
    Members,
    Proof,
    ProvedPremise,
    ReachedPairs,
    Related,
    RenamedPremise,
    Searched,
    SimulationRelation,
    bits_of,
    in_sets,
)
from symag.evidence.row_sets import ListedRows, RowSets
from symag.evidence.saved import RelationWords, verdict_of
from symag.evidence.schema import (
    FORMAT,
    claimed_verdict,
    describe_schema,
    separate_verdicts,
    symag_version,
    write_document,
)
from symag.evidence.specification import (
    LPTS_KIND,
    PROPERTIES_KIND,
    Conjunction,
    Specification,
    SpecificationKind,
    describe_model,
    model_of,
)
from symag.evidence.verdict import NotDecided, Verdict, save_questions, write_questions

__all__ = [
    "FORMAT",
    "LPTS_KIND",
    "PROPERTIES_KIND",
    "Audit",
    "Bound",
    "BoundPart",
    "Clique",
    "Conjunction",
    "Counterexample",
    "Cut",
    "FrameNode",
    "IterationFrame",
    "IterationLog",
    "LaterRelation",
    "ListedRows",
    "LowerBound",
    "Members",
    "Minimality",
    "Move",
    "Node",
    "NotDecided",
    "Proof",
    "ProvedPremise",
    "ReachedPairs",
    "Related",
    "RelationWords",
    "RenamedPremise",
    "RowSets",
    "Searched",
    "SimulationRelation",
    "Snapshot",
    "Specification",
    "SpecificationKind",
    "SplitRecord",
    "Step",
    "Tree",
    "UnsatProof",
    "Verdict",
    "audit",
    "audit_each",
    "audit_verdict",
    "bits_of",
    "claimed_verdict",
    "compare_models",
    "describe_model",
    "describe_schema",
    "in_sets",
    "model_of",
    "parents_first",
    "read_verdict_text",
    "save_questions",
    "separate_verdicts",
    "symag_version",
    "verdict_of",
    "write_document",
    "write_questions",
]
