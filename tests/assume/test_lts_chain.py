"""The chain of assumptions for LTSs: traces that are ruled out, alphabets that grow, inherited partitions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

import symag
from symag import LPTS
from symag.assume.lts_chain import LtsChain
from symag.assume.sides import Side, alphabet_of, interface
from symag.evidence import SplitRecord
from symag.limits import Watch
from symag.study.cases.papers import INPUT, ORDER, OUTPUT
from tests.generate import randoms
from tests.operators.test_determinise import words
from tests.traces.questions import random_lts

INTERFACE = frozenset(["send", "output", "ack"])


def test_the_assumption_of_the_channel() -> None:
    """CAV'08, section 3: two states are enough, one before `output` and one after it."""
    chain = LtsChain([(OUTPUT,)], [INTERFACE], [INTERFACE], Watch())
    assert chain.rule_out(0, ("output",), True) == [SplitRecord(1, 0, 0, 1, 1, 3)]
    (abstraction,) = chain.abstractions
    assert abstraction.block_of == [0, 1, 0]
    assert not abstraction.may_do(("output",))
    rows = [("w", "send", "o"), ("o", "output", "w"), ("w", "ack", "w")]
    assert abstraction.assumption.is_isomorphic_to(LPTS.build("w", rows))
    assert symag.check([INPUT, abstraction.assumption], ORDER, relation="traces")


@pytest.mark.parametrize("wholly", [False, True])
def test_a_trace_is_ruled_out_wholly_or_by_one_split(wholly: bool) -> None:
    """M2 does `a` three times: to exclude the fourth one, its states must all be different."""
    model = LPTS.build("0", [(str(i), "a", str(i + 1)) for i in range(3)], name="M2")
    chain = LtsChain([(model,)], [frozenset("a")], [frozenset("a")], Watch())
    records = chain.rule_out(0, ("a",) * 4, wholly)
    assert [record.size for record in records] == ([4, 3, 2] if wholly else [4])
    assert chain.abstractions[0].assumption.num_states == len(records) + 1
    assert chain.abstractions[0].may_do(("a",) * 4) != wholly


def test_an_alphabet_that_grows_starts_again() -> None:
    """A1 is to speak of `x`, which M3 takes part in: A2 must speak of it, too."""
    second = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s")], name="M2")
    third = LPTS.build("u", [("u", "x", "v"), ("v", "b", "u")], name="M3")
    known = [frozenset("abx"), frozenset("abx")]
    chain = LtsChain([(second,), (third,)], known, [frozenset("ab"), frozenset("b")], Watch())
    chain.rule_out(0, ("b",), True)
    assert chain.abstractions[0].assumption.num_states == 2
    chain.extend(0, frozenset("x"))
    assert chain.alphabets == [frozenset("abx"), frozenset("bx")]
    assert [abstraction.assumption.alphabet for abstraction in chain.abstractions] == chain.alphabets
    assert [abstraction.assumption.num_states for abstraction in chain.abstractions] == [1, 1]


def test_only_assumptions_above_start_again() -> None:
    second, third = (LPTS.build("s", [("s", f"a{i}", "t"), ("t", f"b{i}", "s")], name=f"M{i}") for i in (2, 3))
    known = [second.alphabet | third.alphabet, third.alphabet]
    chain = LtsChain([(second,), (third,)], known, [frozenset(["a2", "a3", "b3"]), third.alphabet], Watch())
    chain.rule_out(1, ("b3",), True)
    below = chain.abstractions[1]
    chain.extend(0, frozenset(["b2"]))
    assert chain.abstractions[1] is below


def test_partitions_are_inherited() -> None:
    """When A2 is refined, A1 is rebuilt and stays as fine as it was."""
    second = LPTS.build("s", [("s", "a", "t"), ("t", "b", "s"), ("t", "c", "t")], name="M2")
    third = LPTS.build("u", [("u", "b", "v"), ("v", "c", "u")], ["b", "c"], name="M3")
    known = [frozenset("abc"), frozenset("abc")]
    chain = LtsChain([(second,), (third,)], known, [frozenset("abc"), frozenset("bc")], Watch())
    chain.rule_out(0, ("b",), True)
    before = words(chain.abstractions[0].assumption, 4)
    chain.rule_out(1, ("a", "c"), True)
    after = words(chain.abstractions[0].assumption, 4)
    assert after < before
    assert ("a", "c") in before - after, "A1 is refined with A2, since M2 ‖ A2 cannot do it any more"
    assert ("b",) not in after


def random_sides(random: Random) -> list[Side]:
    return [tuple(symag.trim(random_lts(random)) for _ in range(random.choice([1, 1, 2]))) for _ in range(2)]


@given(randoms)
def test_assumptions_have_all_traces_of_what_they_stand_for(random: Random) -> None:
    """However they are refined or extended; and no trace that was ruled out."""
    sides = random_sides(random)
    above = frozenset("abcd")
    known = [above, above | alphabet_of(sides[0])]
    faces = [interface(seen, sides[level:]) for level, seen in enumerate(known)]
    lower = frozenset(random.sample(sorted(faces[1]), random.randint(0, len(faces[1]))))
    upper = frozenset(random.sample(sorted(faces[0]), random.randint(0, len(faces[0]))))
    chain = LtsChain(sides, known, [upper & (alphabet_of(sides[0]) | lower), lower], Watch())
    systems = [symag.compose(*(model for side in sides[level:] for model in side)) for level in range(2)]
    for _ in range(3):
        level = random.randrange(2)
        missing = sorted(faces[level] - chain.alphabets[level])
        if missing and random.random() < 0.4:
            chain.extend(level, frozenset(random.sample(missing, 1)))
        else:
            trace = tuple(random.choice("abcd") for _ in range(random.randint(1, 3)))
            spurious = not chain.abstractions[level].can_do(trace)
            chain.rule_out(level, trace, True)
            assert not (spurious and chain.abstractions[level].may_do(trace))
        for number, abstraction in enumerate(chain.abstractions):
            alphabet = chain.alphabets[number]
            assert abstraction.assumption.alphabet == alphabet
            assert words(symag.project(systems[number], alphabet), 3) <= words(abstraction.assumption, 3)
