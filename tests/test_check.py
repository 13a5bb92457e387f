"""`check` as a Python user meets it: arguments, limits, backends, verdicts, trees that are too large to unfold."""

from __future__ import annotations

import json
import re
import sys
from array import array
from dataclasses import replace
from fractions import Fraction
from importlib import metadata
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import symag
from symag import LPTS, BackendError, InputError, InternalError, Limits, SimulationRelation, Tree
from symag.evidence import Node, audit_verdict
from symag.limits import Watch
from symag.simulation import Backend, Decision, exact_flow, refute, smallest_cut
from symag.simulation import backend as registry
from symag.study.cases.families import mutual_exclusion
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P, LEMMA4_R1, LEMMA4_R2

HUGE = [LPTS.build("0", [(str(i), f"a{c}", str((i + 1) % 10)) for i in range(10)], name=f"c{c}") for c in range(9)]
ANYTHING = LPTS.build("p", [])


def test_arguments_of_check() -> None:
    verdict = symag.check(FIG1_L1, FIG1_L1)
    assert (verdict.verdict, verdict.relation, verdict.method, verdict.rule) == ("holds", "simulation", "auto", None)
    assert repr(verdict) == "<Verdict holds: L1 ≼ L1>"
    assert not symag.check([FIG1_L1], FIG1_L1, audit=False).audited
    wrong: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
        (([], FIG1_P), {}, "at least one component"),
        ((["L1.json"], FIG1_P), {}, "must be an LPTS, not 'L1.json'"),
        (([FIG1_L1], "P.json"), {}, "the specification must be an LPTS"),
        (([FIG1_L1], FIG1_P), {"method": "magic"}, "the method 'magic' is not known"),
        (([FIG1_L1], FIG1_P), {"relation": "magic"}, "the relation 'magic' is not known"),
        (([FIG1_L1], FIG1_P), {"backend": "magic"}, "there is no backend 'magic': choose from fixpoint"),
        (([FIG1_L1], FIG1_P), {"limits": Limits(1), "timeout": 1}, "not both"),
        (([FIG1_L1], FIG1_P), {"timeout": 0}, "greater than zero"),
        (([FIG1_L1], FIG1_P), {"timeout": float("nan")}, "greater than zero"),
    ]
    for arguments, options, message in wrong:
        with pytest.raises(InputError, match=message):
            symag.check(*arguments, **options)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(max_states=1000), "max-states: more than 1,000 states while composing"),
        (Limits(seconds=0.3), "timeout: 0.3 s were used up"),
        (Limits(memory_mb=1), "memory: .* MB of 1 MB"),
    ],
)
def test_limits_end_in_unknown(limits: Limits, reason: str) -> None:
    verdict = symag.check(HUGE, ANYTHING, method="mono", limits=limits)
    assert verdict.verdict == "unknown"
    assert not verdict
    assert verdict.reason is not None
    assert re.match(reason, verdict.reason)
    assert json.loads(verdict.dumps())["certificate"] is None


def test_a_violation_does_not_wait_for_the_whole_product() -> None:
    """The product has 10^9 states, but its first step is refuted."""
    strict = LPTS.build("p", [], ["a3"])
    verdict = symag.check(HUGE, strict)
    assert verdict.verdict == "violated"
    assert verdict.audited
    assert verdict.statistics["states_explored"] < 10_000
    assert verdict.counterexample is not None
    assert verdict.counterexample.depth == 1


def test_the_listener_hears_of_long_work() -> None:
    heard: set[str] = set()
    symag.check(*mutual_exclusion(8), listener=lambda stage, count: heard.add(stage))
    assert {"composing", "refining"} <= heard


WORK = 20_000
"""Obligations that the tests audit at most."""


@pytest.fixture
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["symag.check"], "AUDITED_WORK", WORK)


def large_question(states: int = 7 * WORK) -> tuple[list[LPTS], LPTS]:
    """One large component, of which no diagram is small: the kernel must look at each state."""
    around = [(str(state), "a", str((state + 1) % states)) for state in range(states)]
    return [LPTS.build("0", [*around, ("0", "b", "0")])], LPTS.build("p", [("p", "a", "p"), ("p", "b", "p")])


@pytest.mark.usefixtures("_little_work")
def test_large_verdicts_say_that_they_were_not_audited() -> None:
    components, specification = large_question()
    verdict = symag.check(components, specification, method="mono")
    assert verdict.verdict == "holds"
    assert not verdict.audited
    assert "(not audited)" in repr(verdict)


@pytest.mark.usefixtures("_little_work")
def test_large_verdicts_with_small_diagrams_are_audited() -> None:
    """However many obligations they have."""
    verdict = symag.check(*mutual_exclusion(9), method="mono", reduce=False)
    assert isinstance(verdict.certificate, SimulationRelation)
    assert verdict.certificate.obligations > WORK
    assert verdict.audited
    assert len(verdict.dumps()) < 50_000


def test_save_and_audit(tmp_path: Path) -> None:
    for specification in (FIG1_P, LPTS.build("u", [("u", "input", "u")], ["input", "output"], name="Q")):
        verdict = symag.check([FIG1_L1, FIG1_L2], specification)
        verdict.save(tmp_path / "verdict.json")
        result = symag.audit(tmp_path / "verdict.json")
        assert result, result.reason
        document = json.loads((tmp_path / "verdict.json").read_text())
        assert document["verdict"] == verdict.verdict
        assert [c["name"] for c in document["components"]] == ["L1", "L2"]
        other = "violated" if verdict else "holds"
        (tmp_path / "verdict.json").write_text(json.dumps(document | {"verdict": other}))
        assert not symag.audit(tmp_path / "verdict.json")


def test_unreachable_states_do_not_matter() -> None:
    dead = ("nowhere", "tau", "nowhere")
    rows = list(FIG1_P.transitions())
    specification = LPTS.build("u0", [*rows, dead])
    silent = LPTS.build("t0", [*FIG1_L1.transitions(), ("t0", "tau", "t0")])
    assert symag.check([silent, FIG1_L2], specification).verdict == "holds"
    assert symag.check([silent, FIG1_L2], LPTS.build("u0", [*rows, ("u1", "tau", "u1")])).verdict == "violated"


class Guesser:
    """A backend that always says the same."""

    name = "guesser"

    def __init__(self, says: str) -> None:
        self.says = says

    def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
        if self.says == "holds":
            everything = (1 << specification.num_states) - 1
            return Decision(
                relation=SimulationRelation(system, specification, array("i", [0]) * system.num_states, (everything,))
            )
        return Decision(tree=Tree(system, (Node(system.initial, ()),)))


def test_a_wrong_backend_is_found_out() -> None:
    with pytest.raises(InternalError, match="the kernel rejected the evidence for 'holds'"):
        symag.check([LEMMA4_R1], LEMMA4_R2, backend=Guesser("holds"))
    with pytest.raises(InternalError, match="it refutes nothing"):
        symag.check([FIG1_L1, FIG1_L2], FIG1_P, backend=Guesser("violated"))
    with pytest.raises(BackendError, match="a relation, a tree, or a bound"):
        Decision()


def test_backends_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("theirs", "symag.simulation.fixpoint:Fixpoint", registry.GROUP),
        EntryPoint("broken", "builtins:object", registry.GROUP),
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: points if group == registry.GROUP else [])
    assert {"broken", "fixpoint", "theirs"} <= set(symag.backend_names())
    assert isinstance(registry.get_backend("theirs"), Backend)
    assert symag.check([FIG1_L1, FIG1_L2], FIG1_P, backend="theirs").audited
    with pytest.raises(BackendError, match="does not follow the Backend protocol"):
        symag.check([FIG1_L1], FIG1_P, backend="broken")


def test_backends_registered_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    symag.register("sure")(lambda: Guesser("holds"))
    assert "sure" in symag.backend_names()
    assert symag.check([FIG1_L1], LPTS.build("p", []), backend="sure").audited


def branching(levels: int) -> tuple[LPTS, LPTS]:
    """In every state two moves lead on; the specification must guess which one will be refuted, and both are."""
    system: list[tuple[str, str, Any]] = []
    spec: list[tuple[str, str, Any]] = []
    for i in range(levels):
        system += [(f"s{i}", "a", f"s{i + 1}"), (f"s{i}", "b", f"s{i + 1}")]
        spec += [(f"p{i}", "a", f"p{i + 1}"), (f"p{i}", "b", "any"), (f"r{i}", "b", f"p{i + 1}"), (f"r{i}", "a", "any")]
        spec += [(f"p{i}", "a", f"r{i + 1}"), (f"r{i}", "b", f"r{i + 1}")]
    system += [(f"s{levels}", "c", "end")]
    spec += [("any", action, "any") for action in "abc"]
    return LPTS.build("s0", system), LPTS.build("p0", spec, ["a", "b", "c"])


def test_trees_that_would_be_exponential_stay_dags() -> None:
    small = symag.check(*branching(4))
    assert small.counterexample is not None
    assert small.counterexample.to_lpts().is_tree
    verdict = symag.check(*branching(14))
    assert verdict.verdict == "violated"
    assert verdict.audited
    counterexample = verdict.counterexample
    assert counterexample is not None
    assert counterexample.tree.unfolded_size > 10_000
    assert len(counterexample.tree.nodes) < 100
    assert not counterexample.minimal, "only unfolded trees claim it"
    assert counterexample.depth == 15
    assert counterexample.to_json({})["claims"] == {"minimal": False}


@pytest.mark.parametrize("trace", [False, True])
def test_a_violation_is_told_though_there_is_no_time_to_prune_it(trace: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refuted all the same, and the kernel accepts it; it only does not claim that nothing can be left out."""
    line = [(str(i), "a", str(i + 1)) for i in range(4)]
    system, specification = branching(4)
    if trace:
        system, specification = LPTS.build("0", line), LPTS.build("0", line[:3], ["a"])
    pruned = symag.check(system, specification)
    clock = SimpleNamespace(monotonic=count(step=10_000).__next__)
    monkeypatch.setattr(sys.modules["symag.simulation.refute"], "time", clock)  # the room has a function of that name
    rushed = symag.check(system, specification, timeout=5_000)
    assert pruned.counterexample is not None
    assert rushed.counterexample is not None
    assert rushed.verdict == "violated"
    assert rushed.audited
    assert pruned.counterexample.minimal
    assert not rushed.counterexample.minimal
    assert len(rushed.counterexample.tree.nodes) >= len(pruned.counterexample.tree.nodes)


def test_counterexamples_of_least_depth_when_exploring_lazily() -> None:
    """A short way to the violation that breadth-first exploration reaches late is still the one that is shown."""
    rows: list[tuple[str, str, str]] = [("r", f"b{i}", f"w{i}") for i in range(300)]
    rows += [(f"w{i}", "a", f"v{i}") for i in range(300)]
    rows += [("v0", "a", "u"), ("u", "a", "t"), ("t", "bad", "t"), ("w299", "bad", "r")]
    spec = [("p", f"b{i}", "p") for i in range(300)] + [("p", "a", "p")]
    verdict = symag.check(LPTS.build("r", rows), LPTS.build("p", spec, [*(f"b{i}" for i in range(300)), "a", "bad"]))
    assert verdict.counterexample is not None
    assert verdict.counterexample.depth == 2


def test_matching_gives_weights_or_a_cut() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    mu, nu = {"s1": half, "s2": half}, {"t1": third, "t2": third, "t3": third}
    pairs = {("s1", "t1"), ("s1", "t2"), ("s2", "t2"), ("s2", "t3")}
    weights = exact_flow(mu, nu, lambda s, t: (s, t) in pairs, Watch()).weights
    assert weights is not None
    assert set(weights) <= pairs
    assert all(sum(w for (x, _), w in weights.items() if x == s) == p for s, p in mu.items())
    assert all(sum(w for (_, y), w in weights.items() if y == t) == p for t, p in nu.items())
    failed = exact_flow(mu, nu, lambda s, t: s == "s2" or t == "t1", Watch())
    left, right = smallest_cut(failed, mu, nu, Watch())
    assert (left, set(right)) == (("s1",), {"t2", "t3"})
    assert sum(mu[x] for x in left) + sum(nu[y] for y in right) > 1


def test_rejected_evidence_is_never_a_verdict() -> None:
    verdict = symag.check([FIG1_L1, FIG1_L2], FIG1_P, audit=False)
    with pytest.raises(InternalError, match="rejected"):
        audit_verdict(replace(verdict, specification=LPTS.build("u", [], ["input"])))


def test_refute_accepts_trees_of_others() -> None:
    """A backend may hand over more than is needed: symag prunes it."""
    outcome_tree = symag.check([LEMMA4_R1], LEMMA4_R2).counterexample
    assert outcome_tree is not None
    again = refute(outcome_tree.tree, LEMMA4_R2, Watch())
    assert len(again.tree.nodes) == len(outcome_tree.tree.nodes)


def test_other_peoples_backends_are_always_audited() -> None:
    """However large the question is: a backend that guesses is found out."""
    components = [LPTS.build("0", [("0", f"a{c}", "1"), ("1", f"b{c}", "0")], name=f"c{c}") for c in range(14)]
    for method, said in (("mono", "rejected"), ("auto", "rejected|the system itself is not")):
        with pytest.raises(InternalError, match=said):
            symag.check(components, LPTS.build("p", [], ["a3"]), method=method, backend=Guesser("holds"))


def test_counterexamples_explain_themselves() -> None:
    counterexample = symag.check([LEMMA4_R1], LEMMA4_R2).counterexample
    assert counterexample is not None
    assert "r20 cannot answer x: 1/2 goes to n1, not below r21, r23, and only 1/3 of the answer is elsewhere" in str(
        counterexample
    )
    assert repr(counterexample) == "<Counterexample: a tree of depth 2 with 5 nodes>"
    assert "n1 (r11)" in (counterexample._repr_svg_() or "")


@pytest.mark.usefixtures("_little_work")
def test_an_audit_that_must_be_done_and_has_no_time_is_no_verdict() -> None:
    """The question is decided in a moment; the kernel would need much longer."""
    components, specification = large_question(20 * WORK)
    verdict = symag.check(components, specification, method="mono", audit=True, timeout=2)
    assert verdict.verdict == "unknown"
    assert "timeout: 2 s were used up" in str(verdict.reason)
    unaudited = symag.check(components, specification, method="mono", timeout=60)
    assert (unaudited.verdict, unaudited.audited) == ("holds", False)


@pytest.mark.parametrize("limits", [{"seconds": "5"}, {"max_states": 1e6}, {"memory_mb": "1 GB"}])
def test_limits_are_numbers(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"must be a (whole )?number"):
        Limits(**limits)
    assert symag.check([FIG1_L1], FIG1_L1, timeout=float("inf")).audited


def test_what_is_no_backend() -> None:
    with pytest.raises(InputError, match="is not a backend"):
        symag.check([FIG1_L1], FIG1_P, backend=object())  # type: ignore[arg-type]


def test_labels_of_blocks_are_labels() -> None:
    for labels in (["x", "x", "y"], ["x", "y"], ["x", "", "y"]):
        with pytest.raises(InputError):
            symag.quotient(FIG1_L1, [0, 1, 2], labels)
