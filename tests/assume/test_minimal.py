"""Smallest assumptions: against all automata of up to three states, by every search, with evidence for every bound."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, InputError
from symag.evidence import Minimality
from symag.limits import Watch
from symag.simulation import capabilities_of, get_backend
from symag.smt.refutation import checked_lemmas, learned_by_z3
from symag.smt.smallest_assumption import AssumptionClauses, assumption_of_size
from symag.study.cases.cav08 import system
from symag.study.cases.families import FamilyMember
from symag.study.cases.papers import HASTY, INPUT, ORDER, OUTPUT, REPEATED
from symag.traces import Bounds, Contradiction, bounds_of, cliques_of, weakened
from symag.traces.sat_search import words_search
from tests.assume.brute_force import interface_of, lower_table, serves, smallest_size, upper_table
from tests.traces.questions import nearest_violation

SOLVERS = ("z3", "pysmt:cvc5")


def random_pair(random: Random) -> tuple[LPTS, LPTS, LPTS]:
    """Two components in circles that share up to three actions, with hidden moves; the property is what they do of some
    actions, with something missing in a third of the cases."""
    shared = ["a", "b", "c"][: random.choice([2, 2, 3])]

    def circle(name: str, labels: list[str]) -> LPTS:
        size = random.randint(2, 6)
        rows = {(str(i), random.choice(labels), str((i + 1) % size)) for i in range(size)}
        for _ in range(random.randint(0, 4)):
            rows.add((str(random.randrange(size)), random.choice([*labels, symag.TAU]), str(random.randrange(size))))
        return LPTS.build("0", sorted(rows), labels, name=name)

    first, second = circle("M1", [*shared, "x"]), circle("M2", [*shared, "y"])
    spoken_of = random.sample([*shared, "x"], random.randint(1, len(shared)))
    exact = symag.determinise(symag.project(first | second, spoken_of))
    rows = [(s, a, next(iter(d))) for s, a, d in exact.transitions()]
    if rows and random.random() < 0.3:
        del rows[random.randrange(len(rows))]
    return first, second, LPTS.build(exact.initial_state, rows, spoken_of, name="P")


def minimality_of(verdict: symag.Verdict) -> Minimality:
    assert verdict.minimality is not None
    return verdict.minimality


def trace_of(verdict: symag.Verdict) -> Sequence[str]:
    assert verdict.counterexample is not None
    return verdict.counterexample.trace


def bounds(first: LPTS, second: LPTS, specification: LPTS) -> Bounds | None:
    try:
        return bounds_of([first], specification, [second], interface_of(first, second, specification), Watch())
    except Contradiction:
        return None


@pytest.mark.parametrize("part", range(4))
def test_no_smaller_automaton_serves(part: int) -> None:
    """For 520 systems: the verdict of a search that builds everything, audited, and no automaton of up to three states
    that serves is smaller."""
    sizes: dict[int, int] = {}
    for seed in range(part, 520, 4):
        first, second, specification = random_pair(Random(seed))
        verdict = symag.check([first, second], specification, relation="traces", method="minimal")
        nearest = nearest_violation([first, second], specification)
        assert verdict.verdict == ("holds" if nearest is None else "violated")
        assert verdict.audited
        if not verdict:
            mono = symag.check([first, second], specification, relation="traces", method="mono")
            assert len(trace_of(verdict)) == len(trace_of(mono))
            continue
        size = verdict.assumptions[0].num_states
        assert minimality_of(verdict).states == size == minimality_of(verdict).lower_bound
        most = 3 if len(interface_of(first, second, specification)) < 3 else 2
        assert smallest_size(first, second, specification, most) in (size, None)
        assert size > most or smallest_size(first, second, specification, size) == size
        sizes[size] = sizes.get(size, 0) + 1
    assert sum(sizes.values()) > 30
    assert len(sizes) >= 3


def test_all_searches_and_solvers_agree() -> None:
    """Every size below the answer is refuted by two solvers; words and tables find the same size."""
    seen = set()
    for seed in range(1_000, 1_040):
        first, second, specification = random_pair(Random(seed))
        found = bounds(first, second, specification)
        if found is None:
            continue
        sizes = set()
        for search in ("sat", "words", "bfs", "iddfs", "dfs"):
            *_, last = symag.smallest_assumptions([first, second], specification, search=search)
            assert last.is_smallest
            sizes.add(last.lower_bound)
        (size,) = sizes
        seen.add(size)
        for solver in SOLVERS:
            make_solver: Any = capabilities_of(get_backend(solver)).make_solver
            for tried in range(1, size + 1):
                question = AssumptionClauses(tried, found.letters, found.low.moves, found.up.moves)
                assert (assumption_of_size(question, make_solver, Watch()) is not None) == (tried == size)
    assert seen >= {1, 2, 3}


def test_bounds_cliques_and_weakened_assumptions() -> None:
    """Words have the values of a naive subset construction; suffixes of a clique tell its words apart; a weakened
    assumption is between the bounds, and no move can be added to it."""
    for seed in range(2_000, 2_060):
        first, second, specification = random_pair(Random(seed))
        found = bounds(first, second, specification)
        if found is None:
            continue
        letters = interface_of(first, second, specification)
        low, up = lower_table(second, letters), upper_table(first, specification, letters)
        for clique in cliques_of(found):
            assert len(clique.suffixes) == len(clique.words) * (len(clique.words) - 1) // 2
            for i, j, suffix in clique.suffixes:
                assert found.value(clique.words[i] + suffix) is True
                assert found.value(clique.words[j] + suffix) is False
        make_solver: Any = capabilities_of(get_backend("z3")).make_solver
        *_, last = words_search(found, make_solver, Watch())
        assert last.assumption is not None
        weak = weakened(last.assumption, found)
        assert serves(weak.after, low, up)
        assert found.refute(weak) is None
        for state, row in enumerate(weak.after):
            for letter, goal in enumerate(row):
                for to in range(len(weak.after)) if goal < 0 else ():
                    more = [list(other) for other in weak.after]
                    more[state][letter] = to
                    assert not serves(more, low, up)


def test_bounds_that_stay_nondeterministic_give_the_same_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3_000, 3_030):
        first, second, specification = random_pair(Random(seed))
        question = [first, second], specification
        expected = symag.check(*question, relation="traces", method="minimal")
        with monkeypatch.context() as patched:
            patched.setattr("symag.operators.bounds.SMALL", 0)
            verdict = symag.check(*question, relation="traces", method="minimal")
        assert verdict.verdict == expected.verdict
        assert verdict.audited
        if verdict:
            assert minimality_of(verdict).states == minimality_of(verdict).lower_bound == minimality_of(expected).states


@pytest.mark.parametrize(
    ("method", "name", "before", "after"),
    [("learn", "Gas Station", 115, 3), ("agar", "Gas Station", 16, 3), ("learn", "Chiron, property 2", 3, 3)],
)
def test_smallest_shrinks_what_other_methods_find(method: str, name: str, before: int, after: int) -> None:
    case = system(name, 2 if name == "Gas Station" else 1)
    models = [list(case.first), list(case.second)], case.specification
    verdict = symag.check(*models, relation="traces", method=method, rule="asym", smallest=True)
    assert verdict
    assert verdict.audited
    assert verdict.statistics["shrunk_from"] == [before]
    assert (
        minimality_of(verdict).states
        == minimality_of(verdict).lower_bound
        == verdict.assumptions[0].num_states
        == after
    )


@pytest.mark.parametrize("rule", ["asym", "asym-n"])
def test_assumptions_for_simulation_are_locally_smallest(rule: str) -> None:
    components, specification = FamilyMember("channel", 2, two_sides=rule == "asym").models()
    found = symag.check(components, specification, method="agar", rule=rule)
    verdict = symag.check(components, specification, method="agar", rule=rule, smallest=True)
    assert verdict
    assert verdict.audited
    assert verdict.statistics["locally_smallest"] is True
    assert verdict.statistics["shrunk_from"] == [model.num_states for model in found.assumptions]
    one = verdict.assumptions[0]
    assert one.num_states <= found.assumptions[0].num_states < found.statistics["merged_from"][0]
    for i in range(one.num_states):
        for j in range(i):
            blocks = [j if state == i else state - (state > i) for state in range(one.num_states)]
            first = components[0]
            assert not symag.check([first, symag.quotient(one, blocks)], specification)


def test_with_more_components_each_assumption_is_smallest_for_what_is_above_it() -> None:
    case = system("Gas Station", 2)
    verdict = symag.check(
        [*case.first, *case.second], case.specification, relation="traces", method="minimal", rule="asym-n"
    )
    assert verdict
    assert verdict.audited
    assert [entry.assumption for entry in minimality_of(verdict).assumptions] == ["A1", "A2", "A3", "A4"]
    assert all(entry.states == entry.lower_bound for entry in minimality_of(verdict).assumptions)
    above = case.specification
    for position, assumption in enumerate(verdict.assumptions):
        rest = list((*case.first, *case.second)[position + 1 :])
        side = (*case.first, *case.second)[position]
        again = symag.check([side, rest], above, relation="traces", method="minimal", rule="asym")
        assert again.assumptions[0].num_states == assumption.num_states
        above = assumption


def test_both_orders_give_the_smaller_assumption() -> None:
    case = system("MER", 2)
    sizes = {}
    for order in ("given", "auto"):
        verdict = symag.check(
            [list(case.first), list(case.second)],
            case.specification,
            relation="traces",
            method="minimal",
            rule="asym",
            order=order,
        )
        assert verdict.audited
        sizes[order] = verdict.assumptions[0].num_states
    assert sizes == {"given": 2, "auto": 1}


def test_the_search_can_be_ended() -> None:
    """The first assumption that a depth-first search finds is taken, and its lower bound is the one that is shown."""
    steps = []

    def enough(step: symag.SmallestStep) -> bool:
        steps.append(step)
        return False

    for seed in range(4_000, 4_100):
        first, second, specification = random_pair(Random(seed))
        steps.clear()
        verdict = symag.check(
            [first, second], specification, relation="traces", method="minimal", search="dfs", on_assumption=enough
        )
        if verdict and not steps[-1].is_smallest:
            break
    assert len(steps) == 1
    assert steps[0].assumption is not None
    assert verdict.audited
    assert minimality_of(verdict).states == verdict.assumptions[0].num_states == steps[0].assumption.num_states
    assert minimality_of(verdict).lower_bound <= minimality_of(verdict).states


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"search": "backwards"}, "the search 'backwards' is not known"),
        ({"heuristic": "luck", "search": "bfs"}, "the heuristic 'luck' is not known"),
        ({"heuristic": "conservative-instantiation"}, "goes with the searches bfs and iddfs and dfs only"),
        ({"alphabet_refinement": True}, "goes with"),
        ({"relation": "simulation"}, "decides the relation 'traces' only"),
        ({"rule": "symmetric"}, "choose the option method 'learn'"),
        ({"method": "learn", "rule": "symmetric", "smallest": True}, "does not go with the rule 'symmetric'"),
        ({"method": "mono", "smallest": True}, "the option smallest goes with the methods"),
        ({"method": "agar", "search": "bfs"}, "the option search goes with the method minimal only"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        symag.check([INPUT, OUTPUT], ORDER, **({"relation": "traces", "method": "minimal"} | options))


def test_limits_and_violations() -> None:
    case = system("Gas Station", 3)
    models = [list(case.first), list(case.second)], case.specification
    late = symag.check(*models, relation="traces", method="minimal", rule="asym", max_states=50)
    assert late.verdict == "unknown"
    assert late.limit == "max-states"
    wrong = symag.check([INPUT, HASTY], ORDER, relation="traces", method="minimal")
    assert wrong.verdict == "violated"
    assert wrong.minimality is None
    right = symag.check([INPUT, REPEATED], ORDER, relation="traces", method="minimal")
    assert (minimality_of(right).states, minimality_of(right).shown_by) == (2, "clique")


def test_refutations_of_clauses() -> None:
    """Pigeons and holes: a proof is found, and only what it needs is kept; satisfiable clauses have none."""
    pigeons, holes = 4, 3
    place = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(pigeons)]
    clauses = [tuple(row) for row in place]
    clauses += [(-place[i][hole], -place[j][hole]) for hole in range(holes) for i in range(pigeons) for j in range(i)]
    learned = learned_by_z3(clauses, pigeons * holes, Watch())
    assert learned is not None
    wrong = (place[0][0], place[1][1])
    lemmas = checked_lemmas(clauses, [wrong, *learned], Watch())
    assert lemmas is not None
    assert lemmas[-1] == ()
    assert wrong not in lemmas
    assert len(lemmas) <= len(learned) + 1
    assert checked_lemmas(clauses, lemmas, Watch()) == lemmas
    assert checked_lemmas(clauses, lemmas[:1], Watch()) is None
    assert learned_by_z3(clauses[1:], pigeons * holes, Watch()) is None
    assert checked_lemmas([(1,), (-1,)], [], Watch()) == [()]
    assert checked_lemmas([(1, 2), (-1, 2), (1, -2), (-1, -2)], [(1,)], Watch()) == [(1,), ()]


def test_an_error_in_the_beginning_is_a_contradiction() -> None:
    """M1 alone violates the property: nothing that the second component does can help."""
    first = LPTS.build("0", [("0", "x", "1"), ("1", "a", "0")], name="M1")
    second = LPTS.build("0", [("0", "a", "0")], name="M2")
    never = LPTS.build("0", [], ["x"], name="P")
    with pytest.raises(Contradiction):
        bounds_of([first], never, [second], ["a"], Watch())
    assert trace_of(symag.check([first, second], never, relation="traces", method="minimal")) == ("x",)
