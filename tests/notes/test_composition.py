"""Notes on the composed system."""

from __future__ import annotations

import re
from random import Random

import pytest

import symag
from symag import LPTS, Limits
from symag.limits import Watch
from symag.notes import explore_little, explored_by, notes_on
from symag.notes.composition import LITTLE
from tests.generate import random_question
from tests.notes.small_models import line, loop, wheel
from tests.test_deadlock import Textbook


@pytest.mark.parametrize("seed", range(5))
def test_what_is_said_of_the_composition_is_true(seed: int) -> None:
    random, said = Random(seed), {"stop": 0, "promised": 0, "never": 0, "none": 0}
    for _ in range(60):
        components, specification = random_question(random)
        textbook = Textbook(components)
        notes = symag.check(components, specification).notes
        happens = {action for moves in textbook.moves.values() for action, _, _ in moves}
        stop = [note for note in notes if "can stop" in note or "no move at all" in note]
        assert bool(stop) == bool(textbook.stuck)
        known = frozenset[str]().union(*(component.alphabet for component in components))
        moving = textbook.nearest(textbook.stuck) != 0
        allowed = {action for _, action, _ in specification.transitions()}
        promised = sorted((known & allowed) - happens) if moving else []
        told = [note for note in notes if "the system can never do" in note]
        assert told == [
            f"the system can never do {', '.join(promised)}, which the specification speaks of" for _ in promised[:1]
        ]
        carried = {action for one in map(symag.trim, components) for _, action, _ in one.transitions()}
        never = sorted(carried - happens - specification.alphabet) if moving else []
        told = [note for note in notes if "in the composition" in note]
        assert re.findall(r"(\w+) \(of", "".join(told)) == never
        for kind, found in (("stop", stop), ("promised", promised), ("never", never)):
            said[kind] += bool(found)
        said["none"] += not notes
    assert min(said["stop"], said["promised"], said["never"]) > 0


def test_nothing_is_guessed_from_a_part() -> None:
    """The last state of a long line is stuck, and does `end` before: neither is known of the first states alone."""
    long = line("long", *["a"] * (LITTLE + 10), "end")
    explored = explore_little([long], Watch())
    assert explored is not None
    assert not explored.complete
    assert notes_on([long], [long], loop("P", "a"), explored, Watch()) == ()
    agar = symag.check([long, loop("other", "end")], loop("P", "a"), method="agar", reduce=False)
    assert agar.notes == ()


def test_a_composition_that_was_built_is_used() -> None:
    long = line("long", *["a"] * (LITTLE + 10), "end")
    verdict = symag.check([long], loop("P", "a"), method="mono")
    assert explored_by(verdict.certificate, verdict.components) is not None
    assert [note.split(":")[0] for note in verdict.notes] == ["the system can stop"]


def test_a_stop_is_known_from_a_part() -> None:
    wheels = [wheel(f"w{i}", 50) for i in range(4)]
    bomb = LPTS.build("0", [("0", "w0", "1")], [one.name for one in wheels], name="bomb")
    explored = explore_little([*wheels, bomb], Watch())
    assert explored is not None
    notes = symag.check([*wheels, bomb], loop("P", "w0", "w0"), method="agar").notes
    assert any(
        note.startswith("the system can stop: after w0 no component can move (w0 waits for w0") for note in notes
    )


def test_what_is_costly_is_not_explored() -> None:
    """One state with a thousand million moves, and components that are large by themselves."""
    choice = {f"s{i}": "1/10" for i in range(10)}
    wide = [LPTS.build("s0", [("s0", "a", choice)], name=f"L{i}") for i in range(9)]
    assert explore_little(wide, Watch()) is None
    forking = [LPTS.build("0", [("0", "a", str(i)) for i in range(30)], name=f"F{i}") for i in range(6)]
    assert explore_little(forking, Watch()) is None
    assert explore_little([wheel("w", 40_000)], Watch()) is None
    small = [loop("one", "a", "b", "c")]
    assert explore_little(small, Watch()) is not None
    assert explore_little(small, Watch(Limits(max_states=2))) is not None
    assert explore_little(wide[:1], Watch(Limits(max_states=2))) is None
    assert explore_little(small, Watch(Limits(seconds=1e-9))) is None
