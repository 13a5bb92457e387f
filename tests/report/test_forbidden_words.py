"""What forbidden words prevent: every violation that is shown is one, and what need not be forbidden need not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

import symag
from symag import LPTS, TAU, InputError, Verdict
from symag.limits import Limits, Watch
from symag.relations import read_verdict
from symag.report import AssumptionWords, ForbiddenWord, explain_assumptions, forbidden_words
from symag.study.cases.papers import INPUT, ORDER, OUTPUT
from symag.traces import follow, project_trace
from tests.report.reports import CASES
from tests.traces.questions import nearest_violation, random_protocol, random_safety_question


def channel(method: str) -> Verdict:
    return symag.check([INPUT, OUTPUT], ORDER, relation="traces", method=method)


def reasons(said: AssumptionWords) -> list[str]:
    return [f"{word.state}: {' '.join(word.word)}: {said.reason(word)}" for word in said.forbidden]


def test_the_channel() -> None:
    (refined,) = explain_assumptions(channel("agar"))
    assert (refined.name, refined.beside, refined.above, refined.unfit) == ("A1", "Input", "Order", "")
    assert refined.names == ("0", "1")
    assert reasons(refined) == [
        "0: output: output: Order does not allow this",
        "1: send ack: input, send, ack, input: Order does not allow this",
        "1: send send: not needed: Input never does it there",
    ]
    (learned,) = explain_assumptions(channel("learn"))
    assert reasons(learned) == reasons(refined)[:2]


def test_what_the_property_allows_need_not_be_forbidden() -> None:
    """The specification itself, as an assumption: it forbids that `on` repeats, and only `off` without `on` matters."""
    light = LPTS.build("0", [("0", "on", "0"), ("0", "off", "0"), ("0", "blink", "0")], name="light")
    hand = LPTS.build("0", [("0", "on", "1"), ("1", "off", "0")], name="hand")
    before = LPTS.build("0", [("0", "on", "1"), ("1", "on", "1"), ("1", "off", "1")], name="on first")
    verdict = symag.check([light, hand], before, relation="traces", method="agar", assumption=hand)
    (said,) = explain_assumptions(verdict)
    assert reasons(said) == [
        "0: off: off: on first does not allow this",
        "1: on on: not needed: on first holds after it, too",
    ]


@pytest.mark.parametrize("method", ["learn", "agar", "minimal"])
@pytest.mark.parametrize("part", range(2))
def test_random_systems(method: str, part: int) -> None:
    """Each forbidden letter of each state once, and what is said about it, by searches that build everything."""
    outcomes = dict.fromkeys(("violation", "never", "harmless"), 0)
    for seed in range(7_000 + part, 7_120, 2):
        ask = random_protocol if seed % 4 < 2 else random_safety_question
        components, specification = ask(Random(seed))
        rule = Random(seed).choice(["asym", "asym-n"])
        verdict = symag.check(components, specification, relation="traces", method=method, rule=rule)
        if not verdict:
            continue
        found = explain_assumptions(verdict)
        assert len(found) == len(verdict.assumptions)
        for number, said in enumerate(found):
            if said.unfit:
                assert not said.states + said.forbidden
                continue
            above = verdict.assumptions[number - 1] if number else specification
            for word in check_words(said):
                check_outcome(said, word, components[number], above)
                outcomes[word.outcome] += 1
        assert words_of(explain_assumptions(read_verdict(verdict.dumps()))) == words_of(found)
    assert outcomes["violation"] >= 20
    assert method != "agar" or min(outcomes.values()) >= 3, "the others forbid only what they must"


def words_of(found: Sequence[AssumptionWords]) -> list[AssumptionWords]:
    return [replace(said, model=INPUT) for said in found]


def check_words(said: AssumptionWords) -> tuple[ForbiddenWord, ...]:
    """Every letter that a state forbids has one word, which the assumption does up to its last letter."""
    model = said.model
    ends = []
    for word in said.forbidden:
        *access, letter = word.word
        state = model.initial_state
        for action in access:
            state = goals(model, state)[action]
        assert letter not in goals(model, state)
        assert said.names[model.states.index(state)] == word.state
        ends.append((state, letter))
    missing = [(s, a) for s in model.states for a in model.alphabet if a not in goals(model, s)]
    assert sorted(ends) == sorted(missing)
    return said.forbidden


def goals(model: LPTS, state: str) -> dict[str, str]:
    return {action: next(iter(to)) for source, action, to in model.transitions() if source == state}


def check_outcome(said: AssumptionWords, word: ForbiddenWord, beside: LPTS, above: LPTS) -> None:
    model, letter = said.model, word.word[-1]
    state = model.states[said.names.index(word.state)]
    rows = [(source, action, next(iter(to))) for source, action, to in model.transitions()]
    rows += [(state, letter, "any"), *(("any", action, "any") for action in model.alphabet)]
    weaker = LPTS.build(model.initial_state, rows, model.alphabet)
    nearest = nearest_violation([beside, weaker], symag.determinise(above))
    if word.violation is None:
        assert nearest is None
        is_done = nearest_violation([beside, weaker], model) is not None
        assert word.outcome == ("harmless" if is_done else "never")
        return
    assert word.outcome == "violation"
    assert project_trace(word.violation, model.alphabet)[: len(word.word)] == word.word
    assert can_do(beside, word.violation)
    assert can_do(above, word.violation[:-1])
    assert not can_do(above, word.violation)
    if TAU not in {action for _, action, _ in beside.transitions()}:
        assert len(word.violation) == nearest


def can_do(model: LPTS, trace: Sequence[str]) -> bool:
    """Can the model do its part of the trace?"""
    return follow([model], project_trace(trace, model.alphabet), model.alphabet, Watch())[0] is not None


@pytest.mark.parametrize("most", [0, 10])
def test_the_searches_are_bounded(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forbidden_words, "MOST", most)
    (said,) = explain_assumptions(channel("agar"))
    assert [word.outcome for word in said.forbidden] == (["violation", "open", "open"] if most else ["open"] * 3)
    assert said.forbidden[-1].word == ("send", "send")
    assert said.reason(said.forbidden[-1]).startswith("not known: the search takes more than")
    (said,) = explain_assumptions(channel("agar"), Limits(seconds=1e-9))
    assert {word.outcome for word in said.forbidden} == {"open"}


def test_verdicts_without_words() -> None:
    for name in ("agar", "learn-violated", "unknown", "traces"):
        assert not explain_assumptions(CASES[name][1]())
    loose = LPTS.build("0", [("0", "send", "0"), ("0", "send", "1"), ("0", "output", "0")], OUTPUT.alphabet)
    (said,) = explain_assumptions(replace(channel("agar"), assumptions=(loose,)))
    assert said.unfit.startswith("it is nondeterministic")
    assert (said.beside, said.above, said.states, said.forbidden) == ("Input", "Order", (), ())


def test_an_assumption_that_proves_nothing_is_refused() -> None:
    free = LPTS.build("0", [("0", action, "0") for action in ("send", "output")], OUTPUT.alphabet)
    with pytest.raises(InputError, match="the assumption proves nothing: it allows output, and the model above does"):
        explain_assumptions(replace(channel("agar"), assumptions=(free,)))


def test_hidden_moves_and_nondeterministic_specifications() -> None:
    hidden = LPTS.build("0", [("0", TAU, "1"), ("1", "input", "2"), ("2", "send", "3"), ("3", "ack", "0")], name="slow")
    order = LPTS.build("0", [("0", "input", "1"), ("0", "input", "2"), ("1", "output", "0"), ("2", "output", "0")])
    verdict = symag.check([hidden, OUTPUT], order, relation="traces", method="agar")
    (said,) = explain_assumptions(verdict)
    assert "1: send ack: input, send, ack, input: P does not allow this" in reasons(said)
