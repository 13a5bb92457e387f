"""Flow graphs have all traces of their programs, whatever the constraints are; random programs show it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

import symag
from symag import LPTS
from symag.assume import flatten
from symag.errors import InputError
from symag.flow import Accept, Annotation, Call, FlowProgram, Task, ask
from tests.flow.programs import executions, random_program

PROGRAMS = 80


def kept_events(random: Random, program: FlowProgram) -> frozenset[str]:
    """Some of the events, those that a property may speak of."""
    events = sorted(program.events)
    return frozenset(random.sample(events, random.randint(1, len(events))))


def asked(
    program: FlowProgram,
    kept: frozenset[str],
    constraints: Sequence[str] = (),
    sides: Sequence[Sequence[str]] | None = None,
    constrained: bool = True,
) -> LPTS:
    """The flow graph with its constraints, composed, with the events that are kept and no other actions."""
    anything = LPTS.build("any", [("any", event, "any") for event in kept], kept)
    components = flatten(ask(program, anything, constraints, sides).components)
    composed = symag.compose(*(one for one in components if constrained or one.conservative))
    events = {label: without_side(label.partition("@")[0], program) for label in composed.alphabet}
    seen = symag.hide(composed, [label for label, event in events.items() if event not in kept])
    seen = symag.operators.rename(seen, {label: events[label] for label in seen.alphabet})
    return replace(seen, actions=(*seen.actions, *sorted(kept - seen.alphabet)), product=None)


def without_side(label: str, program: FlowProgram) -> str:
    """The event that a label of a side stands for: without the side, or the side or the task of a caller."""
    callers = "|".join(["s\\d", *(re.escape(name) for name in program.task_names)])
    return label if label in program.events else re.sub(rf"^s\d\.|\.({callers})$", "", label)


def includes(large: LPTS, small: LPTS) -> bool:
    """Has the large one all traces of the small one?"""
    return bool(symag.check([small], replace(large, conservative=False), relation="traces", method="mono", audit=False))


def random_question(seed: int) -> tuple[Random, FlowProgram, frozenset[str], LPTS | None]:
    random = Random(seed)
    program = random_program(random, random.randint(2, 4), 3)
    kept = kept_events(random, program)
    return random, program, kept, executions(program, kept, 2_000)


@pytest.mark.parametrize("seeds", [range(start, PROGRAMS, 8) for start in range(8)], ids=str)
def test_no_execution_is_missing_and_constraints_only_remove_traces(seeds: range) -> None:
    decided = 0
    for seed in seeds:
        random, program, kept, exact = random_question(seed)
        if exact is None:
            continue
        decided += 1
        one, *_ = names = [task.name for task in program.tasks]
        assert includes(asked(program, kept), exact), seed
        for constraints in (["VA(*)"], ["VA(x)", f"TA({one})"], ["VA(*)", "TA(*)"]):
            constrained = asked(program, kept, constraints)
            assert includes(constrained, exact), (seed, constraints)
            assert includes(asked(program, kept, constraints, constrained=False), constrained), (seed, constraints)
        first = random.sample(names, random.randint(1, len(names) - 1))
        two = [first, [name for name in names if name not in first]]
        for sides in (two, [[name] for name in names]):
            for constraints in ([], ["VA(*)"], ["VA(*)", "TA(*)"]):
                assert includes(asked(program, kept, constraints, sides), exact), (seed, sides, constraints)
    assert decided >= len(seeds) // 2


def test_an_event_called_like_a_place_on_another_side() -> None:
    """The label of a step that TA(t) follows is no event of another side: they would wait for each other."""
    one = Task("t", [Annotation("a"), Annotation("a")])
    for name in ("a@t:1", "a@t:2", "a@t:1#2"):
        program = FlowProgram([one, Task("u", [Annotation(name)])])
        later = LPTS.build("0", [("0", "a", "1"), ("1", "a", "1"), ("1", name, "1")])
        for constraints in ([], ["TA(t)"], ["TA(*)"]):
            models = ask(program, later, constraints, [["t"], ["u"]])
            assert symag.check(*models).verdict == "violated", (name, constraints)


@pytest.mark.parametrize("name", ["u", "s1", "s2", "s3"])
def test_a_task_that_is_followed_called_like_a_side(name: str) -> None:
    """Its calls and those of the callers on that side are different actions: they would wait for each other."""
    accepting = Task("server", [Accept("e"), Accept("e"), Annotation("done")])
    program = FlowProgram([accepting, Task("t", [Call("server", "e")]), Task(name, [Call("server", "e")])])
    never = LPTS.build("0", [], ["done"])
    for constraints in ([], [f"TA({name})"], ["TA(*)"]):
        for sides in ([["t"], [name], ["server"]], [["t"], [name, "server"]], [["t", "server"], [name]]):
            assert symag.check(*ask(program, never, constraints, sides)).verdict == "violated", (constraints, sides)


def test_an_event_of_the_property_alone_called_like_one_of_a_side_is_refused() -> None:
    """It never happens, and e on side 1 is not it."""
    program = FlowProgram([Task("t", [Annotation("e")]), Task("u", [Annotation("e")])])
    wanted = LPTS.build("p", [("p", "s1.e", "p"), ("p", "s2.e", "p")], ["e", "s1.e", "s2.e"])
    assert symag.check(*ask(program, wanted)).verdict == "violated"
    with pytest.raises(InputError, match=r"the event 's1\.e' has the name of an event of one side"):
        ask(program, wanted, sides=[["t"], ["u"]])
    for name in ("e@t:1", "e@t:2"):
        wanted = LPTS.build("p", [("p", name, "p")], ["e", name])
        assert symag.check(*ask(program, wanted, ["TA(t)"])).verdict == "violated"
