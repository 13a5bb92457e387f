"""Jobs: their keys are their content, and when a result serves."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from symag.errors import InternalError
from symag.limits import Limits
from symag.study import Job, JobResult
from symag.study.cases.families import FamilyMember
from symag.study.cases.papers import FIG1_L1, FIG1_P
from symag.study.checks import GivenModels, check_job
from tests.study.made_up_jobs import obeying_job, square, square_job, squares


def test_the_key_is_the_content() -> None:
    job = square_job(3)
    assert job.key == square_job(3).key
    same = [replace(job, name="another"), replace(job, limits=Limits(5)), Job("x", square, (3,))]
    assert {one.key for one in same} == {job.key}
    others = [
        square_job(4),
        replace(job, arguments=("3",)),
        replace(job, arguments=(3.0,)),
        replace(job, arguments=(True,)),
        replace(job, arguments=((3,),)),
        replace(job, arguments=(Fraction(3),)),
        replace(job, arguments=({"number": 3},)),
        replace(job, function=squares),
        replace(job, environment=(("A", "1"),)),
        replace(job, repetition=1),
    ]
    assert len({one.key for one in [job, *others]}) == len(others) + 1


def test_the_key_of_a_check() -> None:
    jobs = [
        check_job("a", GivenModels([FIG1_L1], FIG1_P), {"method": "mono"}, Limits()),
        check_job("b", GivenModels([FIG1_L1], FIG1_L1), {"method": "mono"}, Limits()),
        check_job("c", GivenModels([FIG1_L1], FIG1_P), {"method": "auto"}, Limits()),
        check_job("d", FamilyMember("cs", 2), {"method": "mono"}, Limits()),
        check_job("e", FamilyMember("cs", 3), {"method": "mono"}, Limits()),
        check_job("f", FamilyMember("cs", 3, violated=True), {"method": "mono"}, Limits()),
    ]
    assert len({job.key for job in jobs}) == len(jobs)
    assert check_job("g", FamilyMember("cs", 2), {"method": "mono"}, Limits(7)).key == jobs[3].key
    turned = {"order": "auto", "method": "agar"}
    assert (
        check_job("h", FamilyMember("cs", 2), turned, Limits()).key
        == check_job("i", FamilyMember("cs", 2), dict(reversed(turned.items())), Limits()).key
    )


def test_the_key_is_the_same_in_another_process() -> None:
    code = "from tests.study.made_up_jobs import square_job; print(square_job(3).key)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == square_job(3).key


@pytest.mark.parametrize("argument", [{1, 2}, object(), b"bytes"])
def test_an_argument_without_stable_content(argument: Any) -> None:
    with pytest.raises(InternalError, match="its key would not be stable"):
        _ = Job("x", square, (argument,)).key


@pytest.mark.parametrize(
    ("figures", "had", "wanted", "serves"),
    [
        ({"square": 9}, Limits(1), Limits(100), True),
        ({"limit": "timeout"}, Limits(1), Limits(1), True),
        ({"limit": "timeout"}, Limits(2), Limits(1), True),
        ({"limit": "timeout"}, Limits(1), Limits(2), False),
        ({"limit": "timeout"}, Limits(1), Limits(), False),
        ({"limit": "timeout"}, Limits(1), Limits(1, memory_mb=9), True),
        ({"limit": "memory"}, Limits(1, memory_mb=5), Limits(9, memory_mb=5), True),
        ({"limit": "memory"}, Limits(1, memory_mb=5), Limits(1, memory_mb=6), False),
        ({"limit": "max-states"}, Limits(max_states=5), Limits(max_states=6), False),
        ({"limit": "solver"}, Limits(1), Limits(9), True),
        ({"limit": None}, Limits(1), Limits(9), True),
    ],
)
def test_a_result_serves(figures: dict[str, Any], had: Limits, wanted: Limits, serves: bool) -> None:
    assert JobResult(had, figures).serves(wanted) is serves
    assert not JobResult(had, {}, "it crashed").serves(wanted)
    assert not JobResult(had, {"unavailable": "no such solver"}).serves(wanted)


def test_a_job_that_obeys_gets_its_limits() -> None:
    assert obeying_job(3).call == (Limits(3),)
    assert square_job(3).call == (3,)
