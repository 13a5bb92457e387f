"""The search for a minimal set of constraints."""

from __future__ import annotations

from random import Random

import symag
from symag import LPTS
from symag.flow import (
    Accept,
    Annotation,
    Assign,
    Call,
    FlowModels,
    FlowProgram,
    FlowVariable,
    If,
    Task,
    ask,
    search_constraints,
)
from tests.flow.programs import random_program
from tests.flow.test_executions import kept_events


def trace_of(models: FlowModels) -> tuple[str, ...] | None:
    verdict = symag.check(*models, method="mono", audit=False)
    return None if verdict.counterexample is None else verdict.counterexample.trace


def test_a_task_that_is_followed_and_a_variable_that_is_not() -> None:
    """The other task can be anywhere, for all that a flow graph knows; x and y do not matter."""
    one = Task("one", [Annotation("a"), Annotation("b"), Assign("x", True)])
    other = Task("other", [Assign("y", False), Annotation("c"), If("x", [Annotation("d")])])
    program = FlowProgram([one, other], {"x": FlowVariable(), "y": FlowVariable()})
    once = LPTS.build("0", [("0", "a", "1")], name="once")
    found = search_constraints(program, [once], trace_of)
    assert found.constraints == ["TA(one)"]
    assert found.note == "each of these constraints is needed: TA(one)"


def test_an_event_with_a_name_like_that_of_a_place() -> None:
    one = Task("one", [Annotation("s1.a@b"), Assign("x", True), If("x", [], [Annotation("bad")])])
    program = FlowProgram([one], {"x": FlowVariable()})
    never = LPTS.build("0", [("0", "s1.a@b", "0")], ["bad", "s1.a@b"], name="never")
    assert search_constraints(program, [never], trace_of).constraints == ["VA(x)"]


def test_a_violation_that_is_an_execution_has_all_constraints() -> None:
    hand = Task("hand", [Call("lamp", "on"), Call("lamp", "on")])
    lamp = Task("lamp", [Accept("on"), Accept("on")])
    once = LPTS.build("0", [("0", "on", "1")], name="once")
    found = search_constraints(FlowProgram([lamp, hand]), [once], trace_of)
    assert found.constraints == ["TA(lamp)", "TA(hand)"]
    assert trace_of(found.models) is not None


def test_what_is_found_suffices_and_is_needed() -> None:
    minimal = 0
    for seed in range(25):
        random = Random(seed)
        program = random_program(random, 2, 3)
        events = sorted(kept_events(random, program))[:3]
        spec = LPTS.build("0", [("0", e, "1") for e in events] + [("1", events[0], "0")], events, name="P")
        found = search_constraints(program, [spec], trace_of)
        if trace_of(found.models) is not None:
            assert trace_of(ask(program, [spec], ["VA(*)", "TA(*)"])) is not None, seed
            continue
        for left_out in found.constraints:
            minimal += 1
            others = [one for one in found.constraints if one != left_out]
            assert trace_of(ask(program, [spec], others)) is not None, (seed, left_out)
    assert minimal
