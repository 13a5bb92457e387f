"""The method auto: every road that it may take, which one it takes, and limits that one road exceeds."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, InternalError, LimitReached, Limits
from symag.assume.composed_road import COMPOSING_COSTS
from symag.assume.roads import COSTS, Costs, PartsGuess
from symag.limits import Watch
from symag.operators import Composition
from symag.study.cases.cav08 import Cav08Subject
from symag.study.cases.cav12 import Cav12Subject
from symag.study.cases.families import FAMILIES
from symag.study.cases.scheduler import SchedulerSubject
from tests.assume.questions import refined_question
from tests.assume.test_alphabets import forgetful_question
from tests.oracle import textbook
from tests.traces.questions import random_safety_question

NEVER = 1e15
SIMULATION: dict[str, Costs] = {
    "composed": replace(COMPOSING_COSTS, first=NEVER),
    "reduced, composed": replace(
        COMPOSING_COSTS, first=0.0, before_parts=0.0, reducing=0.0, component=0.0, shrinks=0.0, pays=inf, parts=()
    ),
    "by abstraction refinement": replace(
        COMPOSING_COSTS,
        first=0.0,
        before_parts=0.0,
        component=NEVER,
        grows=0.0,
        parts=(PartsGuess("agar", -1e18, 0.0),),
    ),
    "by turns": replace(
        COMPOSING_COSTS,
        composing=200.0,
        deciding=50.0,
        first=0.0,
        before_parts=0.0,
        turn=100.0,
        component=90.0,
        grows=2.0,
        parts=(PartsGuess("agar", 0.0, 2.0),),
    ),
}
"""Costs that are not true: the road of this name is the best by them; the last ones try everything in short turns."""


@pytest.mark.parametrize("backend", ["fixpoint", "z3"])
@pytest.mark.parametrize("road", SIMULATION)
def test_every_road_for_simulation(road: str, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The roads that only large systems take, on small ones; the kernel accepts the evidence of each."""
    for costs in ("COMPOSING_COSTS", "SOLVING_COSTS"):
        monkeypatch.setattr(f"symag.assume.auto.{costs}", SIMULATION[road])
    monkeypatch.setattr("symag.assume.composed_road.REFINING", 0.0)
    monkeypatch.setattr("symag.assume.composed_road.CHUNK", 1)
    monkeypatch.setattr("symag.limits.LOOK_WORK", 5)  # so that even these small systems take several turns
    seen: Counter[str] = Counter()
    for seed in range(60 if backend == "fixpoint" else 15):
        components, specification = refined_question(Random(seed))
        verdict = symag.check(components, specification, method="auto", backend=backend, audit=True)
        assert bool(verdict) == textbook(components, specification).holds, seed
        assert verdict.audited
        seen[verdict.verdict] += 1
        taken = verdict.statistics["selection"].split(":")[0]
        seen[taken] += 1
        if road != "by turns":
            assert taken.startswith(road), seed
    assert min(seen["holds"], seen["violated"]) >= (10 if backend == "fixpoint" else 2)
    if road == "by turns" and backend == "fixpoint":
        assert len(seen) >= 2 + 2  # both verdicts, by more than one road


def test_parts_with_few_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """For simulation, assumptions know fewer actions than their interface has, for formulas all; verdicts are those of
    composing."""
    monkeypatch.setattr("symag.assume.auto.COMPOSING_COSTS", SIMULATION["by abstraction refinement"])
    seen: Counter[str] = Counter()
    for seed in range(40):
        components, model = forgetful_question(Random(seed))
        formula = symag.formula(f"P<={['1/10', '1/2'][seed % 2]} [ F {'abcdef'[seed % 6]} ]")
        for specification in (model, formula):
            expected = symag.check(components, specification, method="mono", audit=False).verdict
            verdict = symag.check(components, specification, method="auto", audit=True)
            assert (verdict.verdict, verdict.audited) == (expected, True), seed
            assert verdict.statistics["selection"].startswith("by abstraction refinement")
            known = verdict.statistics.get("alphabets")
            assert (known is None) == (specification is formula)
            seen[f"{type(specification).__name__} {expected}"] += 1
            seen[f"{expected} with fewer"] += known is not None and known < verdict.statistics["interfaces"]
    kinds = ("LPTS holds", "LPTS violated", "Formula holds", "Formula violated", "holds with fewer")
    assert min(seen[kind] for kind in kinds) >= 5, seen
    assert seen["violated with fewer"], seen


@pytest.mark.slow
@pytest.mark.parametrize(("users", "fewer"), [(7, 24), (8, 28)])
def test_a_large_arbiter_with_few_actions(users: int, fewer: int) -> None:
    """MER: the drive is left out, and the first user is on the arbiter's side."""
    verdict = symag.check(*Cav12Subject("MER", users).models(), audit=True)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    assert verdict.statistics["selection"].startswith("by abstraction refinement")
    assert verdict.statistics["alphabets"][0] == fewer < verdict.statistics["interfaces"][0]


@pytest.mark.parametrize(
    ("question", "selection", "tried"),
    [
        (FAMILIES["arbiter"](10, True), "composed: the system is small", {"composed"}),
        (FAMILIES["arbiter"](11, False), "composed: about ", {"composed", "reducing"}),
        (FAMILIES["mutex"](15, False), "reduced, composed: about ", {"composed", "reducing", "reduced"}),
        (Cav12Subject("MER", 5).models(), "reduced, composed: about ", {"composed", "reducing", "reduced"}),
        (Cav12Subject("CS_N", 5).models(), "composed: about ", {"composed", "reducing"}),
    ],
    ids=["small", "composed", "mutex", "MER", "CS_N"],
)
def test_the_road_that_is_taken_for_simulation(question: Any, selection: str, tried: set[str]) -> None:
    """By figures that are counted, so it is always the same."""
    runs = [symag.check(*question, audit=False).statistics for _ in range(2)]
    assert runs[0]["selection"].startswith(selection)
    assert runs[0]["spent"].keys() == tried
    assert [runs[0][key] for key in ("selection", "predicted", "spent")] == [
        runs[1][key] for key in ("selection", "predicted", "spent")
    ]


@pytest.mark.slow
def test_a_large_arbiter_is_proved_by_parts() -> None:
    verdict = symag.check(*FAMILIES["arbiter"](16, False), audit=False)
    assert verdict.statistics["selection"].startswith("by abstraction refinement")


def test_auto_does_not_reduce_one_component_below_a_small_specification() -> None:
    """Composing one component is less work than reducing it."""
    states = 20_000
    ring = LPTS.build("0", [(str(i), "a" if i else "tau", str((i + 1) % states)) for i in range(states)])
    verdict = symag.check([ring], LPTS.build("p", [("p", "a", "p")]))
    assert verdict.verdict == "holds"
    assert verdict.statistics["selection"].startswith("composed: ")
    assert not verdict.statistics["reduced"]


def test_auto_goes_on_when_one_road_is_too_long() -> None:
    """The whole has too many states for the limit, and the parts have not."""
    rings = [LPTS.build("0", [(str(i), f"a{c}", str((i + 1) % 60)) for i in range(60)], name=f"c{c}") for c in (1, 2)]
    verdict = symag.check(rings, LPTS.build("p", [("p", "a1", "p"), ("p", "a2", "p")]), reduce=False, max_states=500)
    assert verdict.verdict == "holds"
    assert verdict.audited
    assert symag.check(rings, LPTS.build("p", []), method="mono", reduce=False, max_states=500).verdict == "unknown"


def four_ways(number: int) -> LPTS:
    """After a, one of four things that nobody else can do."""
    ways = [f"t{j}" for j in range(4)]
    return LPTS.build("s", [("s", "a", dict.fromkeys(ways, "1/4")), *((t, f"b{number}{t}", t) for t in ways)])


@pytest.mark.parametrize("audit", [None, False])
def test_a_limit_in_the_middle_of_a_state_is_not_forgotten(audit: bool | None) -> None:
    """The product distribution has 16 outcomes, of which 10 may be built: the rest must not be taken for nothing."""
    components = [four_ways(1), four_ways(2)]
    known = sorted(components[0].alphabet | components[1].alphabet)
    specification = LPTS.build("p", [("p", "a", "q")], known)
    assert symag.check(components, specification).verdict == "violated"
    for limit in range(1, 20):
        verdict = symag.check(components, specification, max_states=limit, audit=audit)
        assert verdict.verdict in ("violated", "unknown"), limit
        assert verdict.verdict == "violated" or "max-states" in str(verdict.reason)


def test_a_composition_that_was_cut_off_is_not_gone_on_with() -> None:
    composition = Composition([four_ways(1), four_ways(2)], watch=Watch(Limits(max_states=10)))
    with pytest.raises(LimitReached):
        composition.explore(100)
    with pytest.raises(InternalError, match="half expanded"):
        composition.explore(100)


def test_the_whole_makes_room_for_the_parts() -> None:
    """A limit on memory that the composed system does not keep, and the proof by parts does."""
    program = (
        "import symag; from symag.study.cases.families import FAMILIES; "
        "components, specification = FAMILIES['arbiter'](16, False); "
        "verdict = symag.check(components, specification, audit=False, memory=110); "
        "print(verdict.verdict, verdict.reason)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("holds"), done.stdout


# Traces

IMPATIENT = tuple(PartsGuess(guess.name, 200.0 if guess.name == "weakest" else 0.0, 2.0) for guess in COSTS.parts)
AT_ONCE = replace(COSTS, first=0.0, before_parts=0.0)
FORCED: dict[str, Costs] = {
    "search": replace(COSTS, first=NEVER),
    "reduced": replace(
        COSTS, first=0.0, before_parts=0.0, reducing=0.0, component=0.0, shrinks=0.0, pays=inf, parts=()
    ),
    **{
        name: replace(
            COSTS, first=0.0, before_parts=0.0, component=NEVER, grows=0.0, parts=(PartsGuess(name, -1e18, 0.0),)
        )
        for name in ("weakest", "learn", "agar")
    },
    "by turns": replace(
        COSTS,
        state=200.0,
        move=50.0,
        first=0.0,
        before_parts=0.0,
        turn=100.0,
        component=90.0,
        grows=2.0,
        parts=IMPATIENT,
    ),
}
"""Costs that are not true: the road of this name is the best by them; the last ones try everything in short turns."""
BEGINS = {
    "search": "searched on the fly",
    "reduced": "reduced, searched on the fly",
    "weakest": "by weakest assumptions",
    "learn": "by learning",
    "agar": "by abstraction refinement",
    "by turns": "",
}


@pytest.mark.parametrize("road", FORCED)
def test_every_road_for_traces_gives_the_verdict_of_mono(road: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,200 questions in all; the kernel accepts the evidence of each."""
    monkeypatch.setattr("symag.assume.auto.COSTS", FORCED[road])
    monkeypatch.setattr("symag.limits.LOOK_WORK", 50)  # so that even these small systems take several turns
    seen: Counter[str] = Counter()
    tried: list[dict[str, float]] = []
    for seed in range(200):
        components, specification = random_safety_question(Random(seed))
        verdict = symag.check(components, specification, relation="traces", audit=True)
        assert verdict.verdict == symag.check(components, specification, relation="traces", method="mono").verdict
        assert verdict.audited
        taken = verdict.statistics["selection"]
        seen[verdict.verdict] += 1
        tried.append(verdict.statistics["spent"])
        if len(components) > 1 or road in ("search", "reduced"):
            assert taken.startswith(BEGINS[road]), seed
            seen[taken.split(":")[0]] += 1
    assert min(seen["holds"], seen["violated"]) >= 40
    if road == "by turns":
        assert len(seen) == 2 + 5  # both verdicts, by every road


@pytest.mark.parametrize(
    ("subject", "selection", "tried"),
    [
        (Cav08Subject("Gas Station", 4), "searched on the fly: the system is small", {"search"}),
        (SchedulerSubject("CycleProp", 40), "reduced, searched on the fly: about ", {"search", "reducing", "reduced"}),
        (Cav08Subject("MER", 7), "by weakest assumptions: about ", {"search", "reducing", "split", "weakest"}),
        (Cav08Subject("Rover Exec.", 9), "reduced, searched on the fly: about ", {"search", "reducing", "reduced"}),
        (SchedulerSubject("SchedProp", 12), "split, property by property: about ", {"search", "reducing", "split"}),
        (SchedulerSubject("SchedProp", 16), "split, property by property: about ", {"search", "reducing", "split"}),
    ],
    ids=lambda value: "" if isinstance(value, str | set) else str(value),
)
def test_the_road_that_is_taken(subject: Any, selection: str, tried: set[str]) -> None:
    """By figures that are counted, so it is always the same; what was predicted and what was spent is there."""
    components, specification = subject.models()
    verdict = symag.check(components, specification, relation="traces", audit=False)
    assert verdict.statistics["selection"].startswith(selection)
    assert verdict.statistics["spent"].keys() <= tried
    assert all(seconds >= 0 for seconds in verdict.statistics["spent"].values())
    if len(tried) > 1:
        assert verdict.statistics["predicted"]["search"] > 0


def test_a_limit_of_the_search_leaves_the_parts() -> None:
    """The whole has too many states for the limit, and the parts have not; if all have, that is said."""
    components, specification = Cav08Subject("MER", 4).models()
    for method, verdict in (("mono", "unknown"), ("auto", "holds")):
        asked: dict[str, Any] = {"relation": "traces", "method": method, "reduce": False, "max_states": 10_000}
        assert symag.check(components, specification, **asked).verdict == verdict
    stopped = symag.check(components, specification, relation="traces", max_states=30)
    assert stopped.verdict == "unknown"
    assert stopped.limit == "max-states"
