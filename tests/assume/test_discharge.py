"""Assumptions that are handed over: accepted, found too weak or too strong, or refused."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU, InputError
from symag.evidence import Proof
from symag.study.cases.families import mutual_exclusion
from symag.study.cases.papers import FIG1_L1, FIG1_L2, FIG1_P
from tests.assume.questions import refined_question
from tests.assume.trees import CHAIN

PERMISSIVE = LPTS.build(
    "q0", [("q0", "input", "q1"), ("q1", "output", {"q1": "1/10", "q0": "9/10"}), ("q1", "input", "q0")]
)
"""Allows more than P."""


def found_for(components: list[Any], specification: LPTS, rule: str, **options: Any) -> tuple[LPTS, ...]:
    verdict = symag.check(components, specification, method="agar", rule=rule, **options)
    assert verdict.verdict == "holds"
    return verdict.assumptions


def test_assumptions_that_were_found_are_accepted() -> None:
    found = found_for([FIG1_L1, FIG1_L2], FIG1_P, "asym")
    for specification in (FIG1_P, PERMISSIVE):
        for given in (found, list(found), found[0]):
            for rule in ("asym", "asym-n", None):
                verdict = symag.check(
                    [FIG1_L1, FIG1_L2], specification, method="agar", rule=rule, assumption=given, audit=True
                )
                assert (verdict.verdict, verdict.audited) == ("holds", True)
                assert verdict.assumptions == found
                assert verdict.statistics["queries"] == 2, "the premises, and nothing is refined"
                assert isinstance(verdict.certificate, Proof)
                assert len(verdict.certificate.premises) == 2


def test_assumptions_from_a_file_are_accepted(tmp_path: Any) -> None:
    components, specification = mutual_exclusion(3)
    for rule, sides in (("asym", 2), ("asym-n", 4)):
        found = found_for(components, specification, rule)
        assert len(found) == sides - 1
        loaded = []
        for number, assumption in enumerate(found):
            symag.save(assumption, tmp_path / f"{number}.json")
            loaded.append(symag.load(tmp_path / f"{number}.json"))
        verdict = symag.check(components, specification, method="agar", rule=rule, assumption=loaded)
        assert (verdict.verdict, verdict.audited) == ("holds", True)


def test_assumptions_about_several_components_go_with_their_composition() -> None:
    folder = Path(__file__).parents[2] / "examples" / "cav12" / "SN-2"
    (process,) = symag.load_components(folder / "process.prism")
    one, two, channel = symag.load_components(folder / "sensors.prism")
    specification = symag.load(folder / "spec.prism")
    found = found_for([process, one, two, channel], specification, "asym-n", order="auto")
    assert len(found) == 2, "the sensors are one side"
    given = [one | two, process, channel]
    verdict = symag.check(given, specification, method="agar", rule="asym-n", assumption=found)
    assert verdict.verdict == "holds"
    assert verdict.assumptions == found


@pytest.mark.parametrize("part", range(4))
def test_assumptions_of_random_systems_are_accepted(part: int) -> None:
    """For the same question; and for the components that they were found for, which is a stronger specification."""
    accepted = 0
    for seed in range(40_000 + part, 40_120, 4):
        components, specification = refined_question(Random(seed))
        for rule in ("asym", "asym-n"):
            verdict = symag.check(components, specification, method="agar", rule=rule)
            if verdict:
                again = symag.check(
                    components, specification, method="agar", rule=rule, assumption=verdict.assumptions, audit=True
                )
                assert (again.verdict, again.audited) == ("holds", True), f"seed {seed}"
                accepted += 1
    assert accepted >= 15


ANYTHING = LPTS.build("a", [("a", action, "a") for action in ("send", "output", "ack")], name="anything")


NOTHING = LPTS.build("a", [], ["send", "output", "ack"], name="nothing")


@pytest.mark.parametrize(
    ("components", "rule", "assumption", "reason"),
    [
        ([FIG1_L1, FIG1_L2], "asym", ANYTHING, "A1 .*too weak.*premise 1, L1 ‖ A1 ≼ P, is false"),
        ([FIG1_L1, FIG1_L2], "asym", NOTHING, "A1 .*too strong.*premise 2, L2 ≼ A1, is false"),
        ([FIG1_L1, FIG1_L2, CHAIN], "asym-n", [NOTHING, CHAIN], "A1 .*too strong.*premise 2, L2 ‖ A2 ≼ A1, is false"),
        (
            [FIG1_L1, FIG1_L2, CHAIN],
            "asym-n",
            [FIG1_L2, LPTS.build("n", [], ["a", "b"])],
            "A2 .*too strong.*premise 3, L ≼ A2, is false",
        ),
        ([FIG1_L1, [FIG1_L2, CHAIN]], "asym", NOTHING, "A1 .*too strong.*premise 2, L2 ‖ L ≼ A1, is false"),
    ],
)
def test_assumptions_that_prove_nothing(components: list[Any], rule: str, assumption: Any, reason: str) -> None:
    """The system is right, only not for this reason: so the verdict is unknown."""
    assert symag.check(components, FIG1_P).verdict == "holds"
    verdict = symag.check(components, FIG1_P, method="agar", rule=rule, assumption=assumption)
    assert verdict.verdict == "unknown"
    assert verdict.reason is not None
    assert re.search(reason, verdict.reason), verdict.reason
    assert (verdict.certificate, verdict.counterexample, verdict.assumptions) == (None, None, ())
    premise = re.search(r"premise (\d)", reason)
    assert premise is not None
    assert [entry["premise"] for entry in verdict.history] == [int(premise[1])]


HIDING = LPTS.build("h", [("h", TAU, "h"), ("h", "send", "h")], name="hiding")


HIDDEN_P = LPTS.build("u", [("u", TAU, "u"), ("u", "input", "u"), ("u", "output", "u")], name="hidden_P")


# L3 takes part in x, which A1 speaks of and blocks; A2 does not speak of it. Premise by premise all is well, and yet
# L1 ‖ L2 ‖ L3 does x and then y, which P forbids.
LEAK = [
    LPTS.build("s", [("s", "x", "t"), ("t", "y", "t")], name="L1"),
    LPTS.build("s", [("s", "z", "s")], name="L2"),
    LPTS.build("s", [("s", "x", "s")], name="L3"),
]


LEAK_P = LPTS.build("p", [], ["y"], name="P")


LEAK_A = [LPTS.build("a", [("a", "z", "a")], ["x", "z"], name="A1"), LPTS.build("a", [], [], name="A2")]


WRONG: dict[str, tuple[list[Any], LPTS, dict[str, Any], str]] = {
    "an assumption that takes part in too much": (
        [FIG1_L1, FIG1_L2],
        FIG1_P,
        {"assumption": LPTS.build("a", [], ["send", "output", "input", "other"], name="A")},
        "assumption A1 speaks of input, other, in which the components that it replaces take no part",
    ),
    "an assumption without an action of the specification": (
        [FIG1_L1, FIG1_L2],
        FIG1_P,
        {"assumption": LPTS.build("a", [("a", "send", "a")], ["send", "ack"], name="A")},
        "specification speaks of output, and the assumption A1 does not",
    ),
    "an assumption without hidden moves": (
        [FIG1_L1, HIDING],
        HIDDEN_P,
        {"assumption": LPTS.build("a", [("a", "send", "a")], name="A")},
        r"components below the assumption A1 have hidden moves \(tau\)",
    ),
    "an assumption whose hidden moves cannot be reached": (
        [FIG1_L1, HIDING],
        HIDDEN_P,
        {"assumption": LPTS.build("a", [("a", "send", "a"), ("b", TAU, "b")], name="A")},
        r"components below the assumption A1 have hidden moves \(tau\)",
    ),
    "the second assumption of two": (
        [FIG1_L1, FIG1_L2, CHAIN],
        FIG1_P,
        {"rule": "asym-n", "assumption": [FIG1_L2, FIG1_L2]},
        "assumption A2 speaks of ack, output, send, in which the components that it replaces take no part",
    ),
    "an action that gets lost between two assumptions": (
        LEAK,
        LEAK_P,
        {"rule": "asym-n", "assumption": LEAK_A},
        "assumption A1 speaks of x, and the assumption A2 does not",
    ),
    "too many assumptions": (
        [FIG1_L1, FIG1_L2],
        FIG1_P,
        {"assumption": [FIG1_L2, FIG1_L2]},
        "2 sides need 1 assumption, not 2",
    ),
    "too few assumptions": (
        [FIG1_L1, FIG1_L2, CHAIN],
        FIG1_P,
        {"rule": "asym-n", "assumption": FIG1_L2},
        "3 sides need 2 assumptions, not 1; where the option order 'auto' made several components one side",
    ),
    "no assumptions": ([FIG1_L1, FIG1_L2], FIG1_P, {"assumption": []}, "2 sides need 1 assumption, not 0"),
    "what is no model": ([FIG1_L1, FIG1_L2], FIG1_P, {"assumption": "A.json"}, "must be an LPTS, not 'A.json'"),
    "one component": ([FIG1_L1], FIG1_P, {}, "needs two components or more"),
    "one component in a list of its own": ([[FIG1_L1]], FIG1_P, {"rule": "asym"}, "needs two components or more"),
    "an empty side": ([[], FIG1_L1, FIG1_L2], FIG1_P, {"rule": "asym"}, "the first one is empty"),
    "one side": ([[FIG1_L1, FIG1_L2]], FIG1_P, {"rule": "asym"}, "there is no rest"),
    "a rule that is none": ([FIG1_L1, FIG1_L2], FIG1_P, {"rule": "magic"}, "the rule 'magic' is not known: .*asym-n"),
    "a strategy that is none": ([FIG1_L1, FIG1_L2], FIG1_P, {"strategy": "magic"}, "the strategy 'magic' is not known"),
    "a method that is none": ([FIG1_L1, FIG1_L2], FIG1_P, {"method": "magic"}, "the method 'magic' is not known"),
    "a rule for mono": ([FIG1_L1, FIG1_L2], FIG1_P, {"method": "mono", "rule": "asym"}, "'mono' has no rule"),
    "a rule for cegar": ([FIG1_L1, FIG1_L2], FIG1_P, {"method": "cegar", "rule": "asym-n"}, "'cegar' has no rule"),
    "an assumption for mono": (
        [FIG1_L1, FIG1_L2],
        FIG1_P,
        {"method": "mono", "assumption": FIG1_L2},
        "'mono' has no assumptions",
    ),
    "an assumption for cegar": (
        [FIG1_L1, FIG1_L2],
        FIG1_P,
        {"method": "cegar", "assumption": [FIG1_L2]},
        "'cegar' has no assumptions",
    ),
}


@pytest.mark.parametrize("audit", [None, False])
@pytest.mark.parametrize("name", WRONG)
def test_what_makes_no_sense_is_refused(name: str, audit: bool | None) -> None:
    components, specification, options, message = WRONG[name]
    with pytest.raises(InputError, match=message):
        symag.check(components, specification, audit=audit, **{"method": "agar", **options})


@pytest.mark.parametrize(
    ("components", "specification", "assumption"),
    [
        pytest.param(
            [FIG1_L1, HIDING],
            LPTS.build("u", [("u", "input", "u")]),
            LPTS.build("a", [("a", "send", "a")]),
            id="nothing above hides",
        ),
        pytest.param(
            [FIG1_L1, HIDING],
            LPTS.build("u", [("u", "input", "u"), ("v", TAU, "v")]),
            LPTS.build("a", [("a", "send", "a")]),
            id="what hides above cannot be reached",
        ),
        pytest.param(
            [
                LPTS.build("s", [], ["a"]),
                [LPTS.build("s", [("s", "b", "t"), ("t", TAU, "t")]), LPTS.build("s", [], ["b"])],
            ],
            LPTS.build("p", [("p", TAU, "p")]),
            LPTS.build("a", [], ["b"]),
            id="what hides below cannot be reached",
        ),
    ],
)
def test_hidden_moves_that_an_assumption_need_not_have(
    components: list[Any], specification: LPTS, assumption: LPTS
) -> None:
    verdict = symag.check(components, specification, method="agar", assumption=assumption)
    assert (verdict.verdict, verdict.audited) == ("holds", True)


def test_an_assumption_may_leave_out_what_the_first_side_does_anyway() -> None:
    """`send` is L1's as well: L1 ‖ A does it without A, and that is more than L1 ‖ L2 does."""
    assumption = LPTS.build("a", [("a", "output", {"a": "1/10", "b": "9/10"}), ("b", "ack", "a")])
    rows = [("u", "input", "v"), ("v", "send", "u"), ("u", "output", "u"), ("v", "output", "v")]
    verdict = symag.check([FIG1_L1, FIG1_L2], LPTS.build("u", rows), method="agar", assumption=assumption)
    assert (verdict.verdict, verdict.audited) == ("holds", True)
    swapped = LPTS.build("v", rows)
    assert symag.check([FIG1_L1, FIG1_L2], swapped, method="agar", assumption=assumption).verdict == "unknown"
    assert symag.check([FIG1_L1, FIG1_L2], swapped, method="agar").verdict == "violated"
