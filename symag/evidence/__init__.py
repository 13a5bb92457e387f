"""What a verdict carries: the relation, or the tree and its refutation."""

from symag.evidence.refutation import Counterexample, Cut, Step
from symag.evidence.relation import Relation, bits_of
from symag.evidence.tree import Move, Node, Tree

__all__ = ["Counterexample", "Cut", "Move", "Node", "Relation", "Step", "Tree", "bits_of"]
