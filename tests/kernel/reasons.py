"""The kernel's reasons for a rejection, as the tables quote them."""

from __future__ import annotations

UNKNOWN_BELOW = "the model above a premise knows an action that no model below it knows"
LOST = "hidden moves get lost below a model that has none, and P has some"
NOT_THE_COMPONENTS = "the premises do not lead from P to exactly the components"
NOT_USED = "an assumption is not part of the proof"
NOT_THERE, NO_MODEL = "which the premises before it do not use", "a premise names a model that is not in the file"
NOT_PLAIN = "the components or the specification are not plain LTSs"
OTHER_KIND, CYCLE = "the kind of evidence is not one of these: ", "the tree has a cycle"
NO_CUT, NOT_MAPPED = "does not have two sides", "the execution does not map exactly the tree's nodes"
NO_CERTIFICATE = "the kind of evidence is not one of these: simulation, assume-guarantee"
NO_IMPLICATION = "the implication is not one of these: substitution, entailment"
NO_RELATION = "the relation is not one of these: simulation, traces"
NO_VERDICT = "the verdict is not one of these: holds, violated, unknown"
OTHER_EVIDENCE = "'holds' needs a certificate and no counterexample, 'violated' the reverse"
ANOTHER_SIZE, ANOTHER_DEPTH = "a model does not have the size that the file states", "the tree does not have the depth"
NOT_REFUTED, BRANCHES = "cites what is not refuted before", "the tree of the trace has branches"
NO_COMPONENTS, NOT_INITIAL = "there are no components", "the initial states are not related"
ANOTHER_TRACE, TRACE_ALLOWED = "the trace is not the path of the tree", "the specification allows the trace"
NO_PAIRS, NOT_A_PAIR = "premises come one by one; for traces, also in pairs", "two premises do not make a pair"
OTHER_ALPHABETS = "the two assumptions of a pair have different alphabets"
NOT_COVERED = "some word is a trace of neither assumption of a pair"
ONE_REPRESENTATION = "a relation does not have exactly one representation"
NO_REPRESENTATION = "the representation of a relation is not one of these: groups"
NOT_A_NAME, NO_LIST, NO_SHARE = (
    "a name is not a string",
    "a value that must be a list is not a list",
    "is not a probability",
)
FOR_TRACES, NOT_KNOWN = "entailment is for traces", "a premise uses a model that the premises before it do not show"
NOT_SHOWN, NO_WHOLE = (
    "the premises do not show the specification",
    "a conjunction holds by a proof, not by one relation",
)
NO_CONJUNCTS, OF_TRACES = "a conjunction has no conjuncts, or it is a model, too", "a conjunction is for traces"
NOT_LIKE = "a premise is not like an earlier one that a relation shows"
NOT_EACH = "a renaming is not for the models of both premises"
OTHER_MODELS = "a renaming of an earlier premise does not give the models of this one"
NOT_INJECTIVE, RENAMED_TAU = "a renaming takes two names to one", "a renaming changes tau"
NO_RENAMING = "a renaming is not a map from names to names"
LOWER_BOUND = "minimality.py, not audit.py, checks how small an assumption can be"
MALFORMED = "malformed evidence: "
