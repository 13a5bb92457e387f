"""The scripts of `examples/csp`: what each of them asserts, by several methods, for more than one size."""

from __future__ import annotations

from pathlib import Path

import pytest

import symag
from symag.assume import flatten
from symag.evidence import PROPERTIES_KIND
from symag.limits import Watch
from symag.study.cases.scheduler import Variant, cells, cycle_property, job_property

FOLDER = Path(__file__).parents[2] / "examples" / "csp"
SCRIPTS: dict[str, dict[str, tuple[str, ...] | None]] = {
    "scheduler": {
        r"CycleProp [T= SCHED \ {| finish |}": None,
        "SchedProp [T= SCHED": None,
        r"not CycleProp [T= HASTY \ {| finish |}": ("start.1",),
        "SchedProp [T= HASTY": None,
        r"not CycleProp [T= TWO_TOKENS \ {| finish |}": ("start.2",),
    },
    "philosophers": {
        r"NeighboursApart [T= TABLE \ Others": None,
        r"NeighboursApart [T= SERVED \ Others": None,
        r"NeighboursApart [T= MIXED \ Others": None,
        r"AtMost(N-1) [T= SERVED \ {| eat, done, pick, put |}": None,
        r"not AtMost(N-1) [T= TABLE \ {| eat, done, pick, put |}": ("sit.0", "sit.1", "sit.2", "sit.3"),
        r"not NeighboursApart [T= LOOSE \ Others": ("eat.0", "eat.1"),
    },
    "abp": {
        "BUFFER [T= ABP": None,
        "ABP [T= BUFFER": None,
        "not BUFFER [T= PLAIN": ("left.0", "right.0", "right.0"),
    },
    "two_phase_commit": {
        r"Agreement [T= SYSTEM \ Hidden": None,
        r"Validity(no) [T= SYSTEM \ diff(Events, Seen)": None,
        r"not Agreement [T= IMPATIENT \ Hidden": ("act.1.abort", "act.2.commit"),
    },
}
"""Each assertion with the events of its shortest counterexample."""


def test_every_script_is_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.csp")} == SCRIPTS.keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_assertions(name: str) -> None:
    found = {}
    for question in symag.load_questions(FOLDER / f"{name}.csp"):
        verdict = question.check(method="mono")
        assert verdict.audited
        assert (verdict.verdict == "violated") == question.negated
        seen = question.specification.alphabet
        events = verdict.counterexample and tuple(a for a in verdict.counterexample.trace if a in seen)
        found[question.text] = events
    assert found == SCRIPTS[name]


@pytest.mark.parametrize("name", SCRIPTS)
def test_by_the_default_method(name: str) -> None:
    for question in symag.load_questions(FOLDER / f"{name}.csp"):
        verdict = question.check()
        assert (verdict.verdict, verdict.audited) == ("violated" if question.negated else "holds", True)


@pytest.mark.parametrize("n", [3, 6])
@pytest.mark.parametrize(
    ("text", "variant"),
    [
        (r"CycleProp [T= SCHED \ {| finish |}", "right"),
        ("SchedProp [T= SCHED", "right"),
        (r"not CycleProp [T= HASTY \ {| finish |}", "hasty"),
        (r"not CycleProp [T= TWO_TOKENS \ {| finish |}", "two tokens"),
    ],
)
def test_the_script_says_what_the_benchmark_measures(text: str, variant: Variant, n: int) -> None:
    """The components and the specification are bisimilar to those that `symag bench csp` builds, and know the same
    actions."""
    (question,) = (one for one in symag.load_questions(FOLDER / "scheduler.csp", {"N": n}) if one.text == text)
    built = cells(n, variant)
    for ours, theirs in zip(built, flatten(question.components), strict=True):
        assert ours.alphabet == theirs.alphabet
        assert _similar(ours, theirs)
    prop = (cycle_property if "Cycle" in text else job_property)(n)
    assert prop.alphabet == question.specification.alphabet
    assert _similar(prop, PROPERTIES_KIND.merged(question.specification, Watch()))


def _similar(one: symag.LPTS, other: symag.LPTS) -> bool:
    """Deterministic models that simulate each other are bisimilar."""
    return bool(symag.check([one], other)) and bool(symag.check([other], one))
