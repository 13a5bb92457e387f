"""Trace inclusion, `M ⊨ P` (CAV'08, section 2); over all events, that is CSP's traces refinement `P [T= M`.

A safety LTS is deterministic, so it allows all traces of a system if and only if it simulates the system: backends of
simulation serve here, too. Any other specification is replaced by its normal form, which is a safety LTS.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symag.evidence import PROPERTIES_KIND, Conjunction, Counterexample, ReachedPairs, Specification, Tree, model_of
from symag.limits import Watch
from symag.model import LPTS
from symag.operators import determinise, is_deterministic, normal_form, normal_form_along
from symag.relations.relation import Relation, Words
from symag.relations.simulation import prove_simulation
from symag.simulation import LazyCheck, refute
from symag.traces import reach_error, refine, refuse_probabilistic, teacher_for, trace_of

__all__ = ["TRACES"]


def _admit(components: Iterable[LPTS], specification: LPTS | Conjunction) -> None:
    refuse_probabilistic(components, PROPERTIES_KIND.properties(specification))


def _explain(tree: Tree, specification: LPTS, watch: Watch) -> Counterexample:
    """Of a specification that is not deterministic, the tree is an execution, and its normal form along it refutes."""
    if not is_deterministic(specification):
        specification = normal_form_along(specification, trace_of(tree), watch).model
    return replace(refute(tree, specification, watch), kind="trace")


def _search(components: Sequence[LPTS], specification: Specification, watch: Watch) -> tuple[Tree | None, ReachedPairs]:
    """For the error state of a safety LTS; by antichains, if the specification is another one."""
    model = model_of(specification)
    if is_deterministic(model):
        tree, explored = reach_error(components, model, watch)
        return tree, ReachedPairs(explored, model)
    tree, related = refine(components, model, watch)
    return tree, ReachedPairs(related, model, related.names())


TRACES = Relation(
    name="traces",
    help="for models without probabilities, the system has no trace that the specification does not allow",
    words=Words(
        signs={"holds": "⊨", "violated": "⊭", "unknown": "⊨?"},
        sentences={
            "holds": "{specification} allows everything that {system} does.",
            "violated": "{specification} does not allow everything that {system} does.",
            "unknown": "It is not known yet whether {specification} allows everything that {system} does.",
        },
        sign_means=(
            "satisfies: the right side allows every trace of the left side. With a stroke through it: does not satisfy."
        ),
    ),
    specification=PROPERTIES_KIND,
    admit=_admit,
    start=LazyCheck,
    prove=prove_simulation,
    explain=_explain,
    counterexample="trace",
    search=_search,
    teacher=teacher_for,
    normalise=determinise,
    is_normal=is_deterministic,
    normal_form=normal_form,
    splits=True,
    admits_conservative=True,
    libraries=("numpy",),
)
