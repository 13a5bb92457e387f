"""How small assumptions can be: the second file judges as the tables say, and accepts no bound that is wrong."""

from __future__ import annotations

import ast
import contextlib
import json
from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from symag.kernel import audit, minimality
from tests.kernel.cases import CASES, CASES_OF_MINIMALITY
from tests.kernel.cases_minimality import ACCEPTED
from tests.kernel.documents import Document
from tests.kernel.expectations import is_as_expected
from tests.kernel.killing import FILES
from tests.kernel.mutations import inside
from tests.kernel.parts_of_minimality import PARTS
from tests.kernel.reasons import LOWER_BOUND, NO_RELATION
from tests.kernel.smallest import (
    Surroundings,
    assumptions_of,
    chain_proof,
    clique_of,
    entry,
    random_surroundings,
    serves,
    smallest,
    unsat_proof_of,
)

SYSTEMS, MUTANTS_EACH = 150, 40
EMPTY_WORD: Document = {"kind": "clique", "words": [[]], "suffixes": []}
BROKEN = (KeyError, TypeError, IndexError, ValueError)


@pytest.mark.parametrize(
    ("text", "accepted", "why"),
    [case[1:] for case in CASES_OF_MINIMALITY],
    ids=[case[0] for case in CASES_OF_MINIMALITY],
)
def test_tables(text: str, accepted: bool, why: str) -> None:
    assert is_as_expected(minimality, text, accepted, why), minimality.audit_with_bounds(text)
    assert not accepted or audit.audit_each(text)[0].reason == LOWER_BOUND


@pytest.mark.parametrize("part", PARTS)
def test_parts(part: Any) -> None:
    assert part(minimality)


def test_other_evidence_is_judged_as_before() -> None:
    """Without lower bounds, both files of the kernel say the same."""
    for _, text, _, why in CASES:
        if why not in (LOWER_BOUND, NO_RELATION):
            assert minimality.audit_with_bounds(text) == audit.audit_each(text)


def test_every_reason_is_in_the_table() -> None:
    reasons = [
        node.args[-1]
        for node in ast.walk(ast.parse(FILES["minimality"].file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "need"
    ]
    found = [
        minimality.audit_with_bounds(text)[0].reason for _, text, accepted, _ in CASES_OF_MINIMALITY if not accepted
    ]
    assert len(reasons) >= 15
    for reason in reasons:
        parts = reason.values if isinstance(reason, ast.JoinedStr) else [reason]
        words = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
        assert any(all(word in text for word in words) for text in found), words


def places(document: Document) -> list[Surroundings]:
    """Where each assumption of a proof by ASYM-N stands, from the premises."""
    models = {f"L{i}": one["model"] for i, one in enumerate(document["components"], 1)}
    above = [document["specification"]["model"], *document["assumptions"]]
    sides = [[part for part in one["below"] if part in models] for one in document["certificate"]["premises"]]
    return [
        Surroundings(
            [models[part] for part in models if part in {part for side in sides[i + 1 :] for part in side}],
            [models[part] for part in sides[i]],
            above[i],
        )
        for i in range(len(document["assumptions"]))
    ]


def is_true(document: Document, known: dict[str, bool]) -> bool:
    """Does no assumption have fewer states than the lower bounds say? By trying all that are small."""
    entries = document["minimality"]["assumptions"]
    for at, one in zip(places(document), entries, strict=True):
        question = json.dumps([at, one["lower_bound"]])
        if question not in known:
            small = assumptions_of(one["lower_bound"] - 1, at.letters) if one["lower_bound"] > 1 else ()
            known[question] = not any(serves(model, at) for model in small)
        if not known[question]:
            return False
    return True


@pytest.mark.parametrize("what", [what for what, (one, _) in ACCEPTED.items() if len(str(one)) < 4000])
def test_bounds_in_the_table_are_true(what: str) -> None:
    document = ACCEPTED[what][0]
    bounds = [one["lower_bound"] for one in document["minimality"]["assumptions"]]
    if max(bounds) < 4:
        assert is_true(document, {})


def random_bound(random: Random) -> Document | None:
    """A proof with a smallest assumption, and the evidence that it is one; None if it would be large."""
    at = random_surroundings(random)
    found = smallest(at, 2 + (len(at.letters) == 1))
    if found is None:
        return None
    size, model = found
    evidence = clique_of(at, 2)
    if size > 1 and (len(evidence["words"]) < size or random.random() < 0.4):
        numbered = clique_of(at, 2, ())
        proof = unsat_proof_of(at, size - 1, numbered if len(numbered["words"]) < size else EMPTY_WORD)
        assert proof is not None
        evidence = proof
    bound = len(evidence["words"]) if evidence["kind"] == "clique" else evidence["states"] + 1
    return chain_proof([at.beside, at.below], [model], at.above, entry("A1", size, evidence, bound))


def mutate(random: Random, document: Document) -> None:
    """Another value somewhere in the evidence or in a model; figures that a forger would make fit."""
    found = random.choice([document["minimality"], document["minimality"], document["specification"]["model"]])
    part: Any = random.choice([*inside(found, list), *inside(found, dict)])
    values = [item for one in inside(found, list) for item in one] + ["a", "b", "tau", 0, 1, 2, -1, [], None]
    if isinstance(part, dict):
        key = random.choice(list(part))
        part[key] = deepcopy(random.choice([*part.values(), *values]))
    elif part and random.random() < 0.5:
        del part[random.randrange(len(part))]
    else:
        at = random.randrange(len(part) + 1)
        part[at : at + random.randint(0, 1)] = [deepcopy(random.choice(values))]
    if random.random() < 0.7:
        make_fit(document["minimality"])


def make_fit(claimed: Document) -> None:
    """The figures that the evidence would show if it were right."""
    one = claimed["assumptions"][0]
    evidence = one["evidence"]
    one["shown_by"] = evidence["kind"]
    one["lower_bound"] = len(evidence["words"]) if evidence["kind"] == "clique" else evidence["states"] + 1
    claimed |= {key: one[key] for key in ("states", "lower_bound", "shown_by")}


def test_random_and_mutated_bounds() -> None:
    """Right evidence is accepted; whatever is accepted after a change is true."""
    seen: Counter[Any] = Counter()
    for seed in range(SYSTEMS):
        random = Random(seed)
        original = random_bound(random)
        if original is None:
            continue
        known: dict[str, bool] = {}
        result = minimality.audit_with_bounds(json.dumps(original))[0]
        assert result, result.reason
        assert is_true(original, known)
        figures = original["minimality"]
        seen[figures["shown_by"], figures["lower_bound"]] += 1
        for _ in range(MUTANTS_EACH if figures["lower_bound"] > 1 else MUTANTS_EACH // 6):
            mutant = deepcopy(original)
            with contextlib.suppress(*BROKEN):
                mutate(random, mutant)
            if mutant == original:
                continue
            if minimality.audit_with_bounds(json.dumps(mutant))[0]:
                seen["accepted"] += 1
                assert is_true(mutant, known), json.dumps(mutant)
            else:
                seen["rejected"] += 1
                with contextlib.suppress(*BROKEN):
                    seen["untrue"] += mutant["minimality"]["lower_bound"] < 4 and not is_true(mutant, known)
    assert min(seen["clique", 2], seen["unsat proof", 2]) >= 5, seen
    assert seen["rejected"] > 3 * seen["accepted"] > 0, seen
    assert seen["untrue"] >= 20, seen
