"""Proofs from the components up, and premises with other names: written, audited and read again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import symag
from symag import LPTS
from symag.evidence import Proof, ProvedPremise, RenamedPremise, SimulationRelation, audit_verdict
from symag.relations import read_verdict
from symag.report.html.proof import premises

FIRST = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], name="first")
SECOND = LPTS.build("u", [("u", "c", "v"), ("v", "d", "u")], name="second")
A_ONCE = LPTS.build("x", [("x", "a", "y"), ("y", "b", "x")], name="A1")
C_ONCE = LPTS.build("z", [("z", "c", "w"), ("w", "d", "z")], name="A2")
LOOPS = LPTS.build("p", [("p", action, "p") for action in "abcd"], name="P")


def related(above: LPTS, *below: LPTS) -> SimulationRelation:
    found = symag.check(below, above, relation="simulation", method="mono", reduce=False, audit=False).certificate
    assert isinstance(found, SimulationRelation)
    return found


def test_entailment(tmp_path: Path) -> None:
    """A proof with a renamed premise is accepted, and its premises can be read from the file."""
    proof = Proof(
        (
            ProvedPremise(("L1",), "A1", related(A_ONCE, FIRST)),
            RenamedPremise(("L2",), "A2", 0, {"a": "c", "b": "d"}, ({"s": "u", "t": "v"}, {"x": "z", "y": "w"})),
            ProvedPremise(("A1", "A2"), "P", related(LOOPS, A_ONCE, C_ONCE)),
        ),
        (A_ONCE, C_ONCE),
        implication="entailment",
    )
    found = symag.check([FIRST, SECOND], LOOPS, relation="traces", audit=False)
    verdict = audit_verdict(replace(found, certificate=proof, assumptions=proof.assumptions))
    file = tmp_path / "verdict.json"
    verdict.save(file)
    result = symag.audit(file, components=[SECOND, FIRST], specification=LOOPS)
    assert (bool(result), result.reason) == (True, "3 premises, 2 with a relation")
    assert [premise.shown for premise in premises(verdict)] == [
        "a relation of 2 pairs over 2 states",
        "premise 1 with other names",
        "a relation of 4 pairs over 4 states",
    ]
    again = read_verdict(file.read_text(encoding="utf-8"))
    assert again.claimed_premises == ((("L1",), "A1"), (("L2",), "A2"), (("A1", "A2"), "P"))
    assert len(proof) == 6


def test_conjuncts_are_compared(tmp_path: Path) -> None:
    """A verdict about a conjunction is not one about one of its conjuncts."""
    file = tmp_path / "verdict.json"
    symag.check([FIRST], A_ONCE, relation="traces").save(file)
    document = json.loads(file.read_text(encoding="utf-8"))
    conjuncts = [document["specification"], document["specification"]]
    relation = document["certificate"]["relation"]
    shown = [{"below": ["L1"], "above": f"P{number}", "relation": relation} for number in (1, 2)]
    document["specification"] = {"name": "twice", "conjuncts": conjuncts}
    document["certificate"] = {
        "kind": "assume-guarantee",
        "implication": "entailment",
        "abstractions": [],
        "premises": shown,
    }
    file.write_text(json.dumps(document), encoding="utf-8")
    result = symag.audit(file)
    assert result
    assert [facts.name for facts in result.specification] == ["A1", "A1"]
    assert symag.audit(file, specification=A_ONCE).reason == "the verdict is about 2 conjuncts, not 1"
    assert "differs from the verdict's" in symag.audit(file, specification=LOOPS).reason
