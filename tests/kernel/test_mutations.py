"""Mutated verdicts of random systems: whatever the kernel accepts is true of the models in the file."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from random import Random
from typing import NamedTuple

import networkx

import symag
from symag.kernel.audit import Audit, audit_each
from tests.kernel.documents import Document, sized
from tests.kernel.mutations import (
    MUTATIONS,
    OF_PROOFS,
    OF_TRACES,
    Mutation,
    change_conjunct,
    random_proof,
    random_trace_verdict,
    random_verdict,
)
from tests.kernel.random_proofs import entailed, random_facts, random_renaming, shown_facts
from tests.kernel.truth import is_true

VERDICTS, MUTANTS_EACH = 60, 50

# What a document with holes in it raises, in a second mutation and when its models are built.
BROKEN = (KeyError, TypeError, AttributeError, IndexError, ValueError, symag.InputError)


class Mutated(NamedTuple):
    """How many verdicts with a change the kernel has judged, and what it said."""

    different: int
    accepted: int
    asking_otherwise: int
    untrue: int


def mutate_verdicts(
    originals: Iterable[tuple[Random, Document]],
    mutations: list[Mutation],
    ask: Callable[[str], list[Audit]] = audit_each,
) -> Mutated:
    """Whatever the kernel accepts is true."""
    different = accepted = asking_otherwise = untrue = 0
    for random, original in originals:
        known: dict[str, bool] = {}
        assert all(ask(json.dumps(original)))
        assert is_true(original, known)
        for _ in range(MUTANTS_EACH):
            mutant = deepcopy(original)
            for _ in range(random.choice([1, 1, 2])):
                with contextlib.suppress(*BROKEN):
                    random.choice(mutations)(random, mutant)
            different += mutant != original
            with contextlib.suppress(*BROKEN, networkx.NetworkXError):
                mutant = sized(mutant)
            if all(ask(json.dumps(mutant))):
                accepted += mutant != original
                asking_otherwise += any(mutant[key] != original[key] for key in ("components", "specification"))
                assert is_true(mutant, known), json.dumps(mutant)
            else:
                with contextlib.suppress(*BROKEN):
                    untrue += mutant["verdict"] == original["verdict"] and not is_true(mutant, known)
    return Mutated(different, accepted, asking_otherwise, untrue)


def test_mutated_verdicts() -> None:
    randoms = [Random(seed) for seed in range(VERDICTS)]
    originals = [(random, random_verdict(random)) for random in randoms]
    for claim in ("holds", "violated"):
        assert sum(original["verdict"] == claim for _, original in originals) >= VERDICTS // 4
    found = mutate_verdicts(originals, MUTATIONS)
    assert found.different >= 2000
    assert found.accepted <= found.different / 2
    assert min(found.asking_otherwise, found.untrue) >= 100, "too few that put the evidence to another question"


def test_mutated_traces() -> None:
    """Sets of states of the specification, traces, and proofs by parts."""
    randoms = [Random(seed) for seed in range(VERDICTS)]
    originals = [(random, random_trace_verdict(random)) for random in randoms]
    for claim in ("holds", "violated"):
        assert sum(original["verdict"] == claim for _, original in originals) >= VERDICTS // 4
    assert (
        sum('"simulated_by": [[' in json.dumps(original["certificate"]) for _, original in originals) >= VERDICTS // 4
    )
    assert sum(bool(original["assumptions"]) for _, original in originals) >= VERDICTS // 12
    found = mutate_verdicts(originals, [*MUTATIONS, *OF_TRACES])
    assert found.different >= 2000
    assert found.accepted <= found.different / 2
    assert min(found.asking_otherwise, found.untrue) >= 60, "too few that put the evidence to another question"


def test_mutated_entailment() -> None:
    """Conjunctions, facts that are used in any order, and renamed premises."""
    originals = []
    for random in map(Random, range(12 * VERDICTS)):
        given = random_facts(random)
        found = shown_facts(given)
        components, above, shown = random_renaming(random)
        documents = [entailed(components, [], above, shown)] if len(shown) == 2 else []
        documents += [entailed(given.components, given.assumptions, given.conjuncts, found)] if found else []
        originals += [(random, document) for document in documents if all(audit_each(json.dumps(document)))]
    assuming = [one for one in originals if one[1]["assumptions"]][: VERDICTS // 2]
    renaming = [one for one in originals if "renaming" in str(one[1])][: VERDICTS // 2]
    originals = assuming + renaming
    assert min(len(assuming), len(renaming)) >= VERDICTS // 4
    found_mutants = mutate_verdicts(originals, [*MUTATIONS, *OF_PROOFS, *[change_conjunct] * 4])
    assert found_mutants.different >= 1500
    assert found_mutants.accepted <= found_mutants.different / 2
    assert min(found_mutants.asking_otherwise, found_mutants.untrue) >= 40, found_mutants


def test_mutated_proofs() -> None:
    randoms = [Random(seed) for seed in range(VERDICTS // 2)]
    originals = [(random, random_proof(random)) for random in randoms]
    assert sum(len(original["components"]) > 2 for _, original in originals) >= VERDICTS // 10
    found = mutate_verdicts(originals, [*MUTATIONS, *OF_PROOFS])
    assert found.different >= 1200
    assert found.accepted <= found.different / 2
    assert min(found.asking_otherwise, found.untrue) >= 50, "too few that put the evidence to another question"
