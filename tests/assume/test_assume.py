"""The parts of assume-guarantee reasoning one by one: projections, analysis, rebuilt trees, the chain of assumptions.

And the user's side of it: assumptions that are handed over, arguments that make no sense, limits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU, InputError
from symag.assume.abstraction import BlockLabels, members_of
from symag.assume.agar import Refining
from symag.assume.analysis import Realisation, SpuriousStep, analyse
from symag.assume.assumption_chain import AssumptionChain
from symag.assume.concretise import concretise
from symag.assume.execution_tree import (
    ExecutionNode,
    ExecutionStep,
    ExecutionTree,
    contributions,
    parts_of,
    to_execution_tree,
    to_tree,
)
from symag.assume.partition_refinement import Split, improved_splits, paper_splits
from symag.assume.projection import Projection, project
from symag.errors import InternalError
from symag.evidence import Proof, SplitRecord
from symag.limits import Watch
from symag.simulation import decide, get_backend
from symag.smt.cases import FIG1_L1, FIG1_L2, FIG1_P
from symag.study.cases.families import mutual_exclusion
from symag.traces import Parts
from tests.assume.test_agar import refined_question
from tests.generate import random_partition, random_question
from tests.oracle import textbook

# L1 hides something, then both do `a`, then L2 hides something and does `b`. P lets `b` happen in half of the cases
# only, and it is two thirds: so the tree needs both outcomes of L1's half of `a`.
WARY = LPTS.build("t0", [("t0", TAU, "t1"), ("t1", "a", {"t2": "1/2", "t3": "1/2"})], name="L1")
LOOSE = LPTS.build("s0", [("s0", "a", {"s1": "2/3", "s2": "1/3"}), ("s1", TAU, "s3"), ("s3", "b", "s4")], name="L2")
HALF = LPTS.build("p0", [("p0", "a", {"p1": "1/2", "p2": "1/2"}), ("p1", "b", "p1")], name="P")

# One after the other: a, b, nothing. For the analysis.
CHAIN = LPTS.build("s0", [("s0", "a", "s1"), ("s1", "b", "s2")], name="L")


def told_by(components: list[LPTS], specification: LPTS) -> ExecutionTree:
    """The counterexample of the monolithic method, retold for the components."""
    verdict = symag.check(components, specification, reduce=False)
    assert verdict.counterexample is not None
    return to_execution_tree(verdict.counterexample.tree, verdict.components, Watch())


def assert_execution(execution: ExecutionTree) -> None:
    """Every step is a transition of the composition of the execution's models (CAV'12: an execution mapping)."""
    system = symag.compose(*execution.models)
    state_of = {parts_of(system, state): state for state in range(system.num_states)}
    for number, node in enumerate(execution.nodes):
        row = list(system.transitions_of(state_of[node.parts]))
        for step in node.steps:
            chances = [
                {part: Fraction(1)} if target is None else dict(model.outcomes(target))
                for model, part, target in zip(execution.models, node.parts, step.targets, strict=True)
            ]
            shares = {
                system.states[state_of[parts]]: prod(chance[part] for chance, part in zip(chances, parts, strict=True))
                for parts in step.children
            }
            assert any(action == step.action and dict(mu) == shares for _, action, mu in row), f"node {number}"
            for parts, child in step.children.items():
                assert execution.nodes[child].parts == parts
                assert child > number


def assert_projection(execution: ExecutionTree, part: int, projection: Projection) -> None:
    """Every node is a set of execution nodes that the part cannot tell apart, with all that they ask of it."""
    model = execution.models[part]
    position = {number: at for at, number in enumerate(projection.bottom_up)}
    assert sorted(position) == list(range(len(projection.nodes)))
    assert 0 in projection.nodes[0].members
    assert set().union(*(node.members for node in projection.nodes)) == set(range(len(execution.nodes)))
    for number, node in enumerate(projection.nodes):
        assert {execution.nodes[member].parts[part] for member in node.members} == {node.state}
        row = range(model.first[node.state], model.first[node.state + 1])
        offered = {(model.actions[model.action[t]], model.target[t]) for t in row}
        for group in node.groups:
            assert group
            for move in group:
                assert (move.action, move.target) in offered, "the part can do it"
                outcomes = dict(model.outcomes(move.target))
                assert set(move.children) == set(outcomes)
                assert sum(outcomes.values()) == 1
                for outcome, child in move.children.items():
                    assert projection.nodes[child].state == outcome
                    assert position[child] < position[number], "children come first"
                member, at = move.step
                assert member in node.members
                assert execution.nodes[member].steps[at].action == move.action
        for member in node.members:
            for step in execution.nodes[member].steps:
                if step.targets[part] is None:
                    assert set(step.children.values()) <= node.members, "what happens without the part"


def test_projection_of_a_story_with_hidden_moves_of_either_side() -> None:
    execution = told_by([WARY, LOOSE], HALF)
    assert_execution(execution)
    names = [
        tuple(m.states[part] for m, part in zip(execution.models, node.parts, strict=True)) for node in execution.nodes
    ]
    assert names[0] == ("t0", "s0")
    assert [step.action for step in execution.nodes[0].steps] == [TAU]
    assert execution.nodes[0].steps[0].targets[1] is None, "L2 has no part in what L1 hides"

    below = project(execution, 1, Watch())
    assert_projection(execution, 1, below)
    root = below.nodes[0]
    assert {names[member] for member in root.members} == {("t0", "s0"), ("t1", "s0")}
    ((move,),) = root.groups
    assert move.action == "a"
    assert dict(LOOSE.outcomes(move.target)) == {LOOSE.index["s1"]: Fraction(2, 3), LOOSE.index["s2"]: Fraction(1, 3)}
    hiding = below.nodes[move.children[LOOSE.index["s1"]]]
    assert {names[member] for member in hiding.members} == {("t2", "s1"), ("t3", "s1")}, "the product falls together"
    assert [[move.action for move in group] for group in hiding.groups] == [[TAU], [TAU]], "once for each of them"
    for (hidden,) in hiding.groups:
        ((last,),) = below.nodes[hidden.children[LOOSE.index["s3"]]].groups
        assert last.action == "b"
    assert below.nodes[move.children[LOOSE.index["s2"]]].groups == ()

    above = project(execution, 0, Watch())
    assert_projection(execution, 0, above)
    ((hidden,),) = above.nodes[0].groups
    assert (hidden.action, above.nodes[0].members) == (TAU, frozenset([0]))
    ((move,),) = above.nodes[hidden.children[WARY.index["t1"]]].groups
    after = above.nodes[move.children[WARY.index["t2"]]]
    assert after.groups == (), "L1 has no part in what comes then"
    assert {names[member] for member in after.members} == {("t2", s) for s in ("s1", "s2", "s3", "s4")}


@pytest.mark.parametrize("swapped", [False, True])
def test_who_made_a_hidden_move(swapped: bool) -> None:
    """One hides and stays where it is, the other hides and moves: what one did is not taken for what the other did."""
    pair = LPTS.build("t", [("t", TAU, "t")]), LPTS.build("s", [("s", TAU, "u"), ("s", TAU, {"s": "1/2", "u": "1/2"})])
    models = pair[::-1] if swapped else pair
    staying, moving = (1, 0) if swapped else (0, 1)
    system = symag.compose(*models)
    seen = []
    for t in range(system.first[0], system.first[1]):
        target = system.target[t]
        made = contributions(system, models, 0, system.action[t], target)
        by = staying if target == 0 else moving
        assert [number for number, goal in enumerate(made) if goal is not None] == [by]
        goal = made[by]
        assert goal is not None
        assert sorted(p for _, p in models[by].outcomes(goal)) == sorted(p for _, p in system.outcomes(target))
        seen.append(by)
    assert sorted(seen) == sorted([staying, moving, moving])


def test_projection_where_one_of_several_moves_is_enough() -> None:
    """If one of them does without the part, the part need not do any."""
    alone = ExecutionStep("x", (1, None), {(1, 0): 1})
    together, other = ExecutionStep("a", (1, 1), {(1, 1): 2}), ExecutionStep("b", (0, 1), {(0, 1): 3})
    leaves = [ExecutionNode(parts, ()) for parts in ((1, 0), (1, 1), (0, 1))]
    left = LPTS.build("t", [("t", "x", "u"), ("t", "a", "u"), ("t", "b", "t")])
    right = LPTS.build("s", [("s", "a", "v"), ("s", "b", "v")])
    for steps, any_of, groups in [
        ((alone, together, other), False, [["a"], ["b"]]),
        ((alone, together, other), True, []),
        ((together, other), True, [["a", "b"]]),
    ]:
        execution = ExecutionTree((left, right), (ExecutionNode((0, 0), steps, any_of), *leaves))
        nodes = project(execution, 1, Watch()).nodes
        assert [[move.action for move in group] for group in nodes[0].groups] == groups


@pytest.mark.parametrize("part", range(4))
def test_projections_of_random_stories(part: int) -> None:
    moves, stories = 0, 0
    for seed in range(part, 200, 4):
        components, specification = random_question(Random(seed))
        if symag.check(components, specification, audit=False):
            continue
        execution = told_by(components, specification)
        assert_execution(execution)
        for number in range(len(components)):
            projection = project(execution, number, Watch())
            assert_projection(execution, number, projection)
            moves += sum(len(node.groups) for node in projection.nodes)
        again = to_tree(execution, Watch())
        assert again.to_lpts().is_isomorphic_to(symag.check(components, specification).counterexample.to_lpts())  # type: ignore[union-attr]
        stories += 1
    assert stories >= 10
    assert moves >= stories


def line(*labels: str) -> Projection:
    """What a execution of one part with one block asks: these actions, one after the other; `a+b` both at once."""
    abstract = symag.quotient(CHAIN, [0] * CHAIN.num_states)
    nodes: list[ExecutionNode] = []
    for number, label in enumerate(labels):
        nodes.append(
            ExecutionNode((0,), tuple(ExecutionStep(action, (0,), {(0,): number + 1}) for action in label.split("+")))
        )
    nodes.append(ExecutionNode((0,), ()))
    return project(ExecutionTree((abstract,), tuple(nodes)), 0, Watch())


@pytest.mark.parametrize(
    ("labels", "everywhere", "split"),
    [
        (("b",), False, {"s0", "s2"}),  # case 2: some state can do b, the initial one cannot
        (("b",), True, {"s0", "s2"}),
        (("a", "a"), False, {"s0"}),  # case 1: no a leads to where a can be done
        (("b", "a"), False, {"s0"}),
        (("b", "b"), False, {"s1"}),
        (("a+b",), False, {"s0"}),  # case 1: a can be done, and b, but not by one state
        (("b+a",), True, {"s0", "s2"}),  # b comes first, and the initial state is lost before nobody is left
        (("a", "b"), True, {"s0", "s2"}),  # case 2 as in the paper, at a node that is not the root
        (("a", "b"), False, None),  # what only the root must do it can do
        (("a",), True, None),
        ((), True, None),
    ],
)
def test_analysis_case_by_case(labels: tuple[str, ...], everywhere: bool, split: set[str] | None) -> None:
    partition = [0] * CHAIN.num_states
    members = members_of(partition, 1, Watch())
    found = analyse(line(*labels), CHAIN, partition, members, symag.quotient(CHAIN, partition), everywhere, Watch())
    if split is None:
        assert isinstance(found, Realisation)
        assert textbook([word(labels)], CHAIN).holds
    else:
        assert isinstance(found, SpuriousStep)
        chosen = paper_splits(found, line(*labels), members)
        assert chosen == [Split(0, frozenset(CHAIN.index[state] for state in split))]
        assert everywhere or not textbook([word(labels)], CHAIN).holds


def word(labels: tuple[str, ...]) -> LPTS:
    """The same as a tree."""
    return LPTS.build(
        "0", [(str(i), action, str(i + 1)) for i, label in enumerate(labels) for action in label.split("+")]
    )


def test_analysis_splits_by_the_mass_that_can_go_on() -> None:
    """Half of the mass can do b, and all of it would have to."""
    model = LPTS.build("s", [("s", "a", {"u": "1/2", "v": "1/2"}), ("u", "b", "s"), ("v", "c", "s")])
    partition = [0 if state == "s" else 1 for state in model.states]
    abstract = symag.quotient(model, partition)
    nodes = (
        ExecutionNode((0,), (ExecutionStep("a", (1,), {(1,): 1}),)),
        ExecutionNode((1,), (ExecutionStep("b", (0,), {(0,): 2}),)),
        ExecutionNode((0,), ()),
    )
    projection = project(ExecutionTree((abstract,), nodes), 0, Watch())
    members = members_of(partition, 2, Watch())
    found = analyse(projection, model, partition, members, abstract, False, Watch())
    assert isinstance(found, SpuriousStep)
    assert paper_splits(found, projection, members) == [Split(1, frozenset([model.index["u"]]))]
    assert improved_splits(found, projection, members) == [Split(1, frozenset([model.index["v"]]))]


def test_analysis_splits_the_block_and_those_of_the_children() -> None:
    """Case 1 with both reasons at once: the block by who can do the other move, the child's by who can go on."""
    rows = [("i", "x", "s"), ("s", "a", "u"), ("s", "c", "s"), ("t", "a", "v"), ("i", "x", "t"), ("v", "b", "v")]
    model = LPTS.build("i", rows, states=["i", "s", "t", "u", "v"])
    partition = [0, 1, 1, 2, 2]
    abstract = symag.quotient(model, partition)
    nodes = (
        ExecutionNode((0,), (ExecutionStep("x", (1,), {(1,): 1}),)),
        ExecutionNode((1,), (ExecutionStep("c", (1,), {(1,): 2}), ExecutionStep("a", (2,), {(2,): 3}))),
        ExecutionNode((1,), ()),
        ExecutionNode((2,), (ExecutionStep("b", (2,), {(2,): 4}),)),
        ExecutionNode((2,), ()),
    )
    projection = project(ExecutionTree((abstract,), nodes), 0, Watch())
    members = members_of(partition, 3, Watch())
    found = analyse(projection, model, partition, members, abstract, False, Watch())
    assert isinstance(found, SpuriousStep)
    assert paper_splits(found, projection, members) == [Split(1, frozenset([1])), Split(2, frozenset([4]))]
    assert improved_splits(found, projection, members) == [Split(2, frozenset([3]))]


PHASES = LPTS.build(
    "idle",
    [
        ("idle", "grant", "held"),
        ("held", "use", "done"),
        ("done", "free", "idle"),
        ("idle", "ask", "idle"),
        ("off", "use", "off"),
        ("idle", "off", "off"),
    ],
    states=["idle", "held", "done", "off"],
)


@pytest.mark.parametrize(
    ("partition", "path", "split"),
    [
        ([0, 0, 0, 0], [("grant", 0), ("ask", 0)], {"held"}),  # what is entered by grant cannot ask
        ([0, 0, 0, 0], [("free", 0), ("use", 0)], {"held", "off"}),  # the larger part: those that use
        ([0, 1, 0, 1], [("grant", 1), ("use", 1)], {"held"}),  # only off uses and stays there, and is not entered
        ([0, 1, 1, 1], [("off", 1), ("use", 1), ("free", 0)], {"off"}),  # what is entered uses, but is not done then
        ([0, 1, 1, 1], [("grant", 1), ("free", 0)], {"held"}),
    ],
)
def test_splits_by_what_is_entered(partition: list[int], path: list[tuple[str, int]], split: set[str]) -> None:
    abstract = symag.quotient(PHASES, partition)
    blocks = [0, *(block for _, block in path)]
    nodes = [
        ExecutionNode((blocks[number],), (ExecutionStep(action, (block,), {(block,): number + 1}),))
        for number, (action, block) in enumerate(path)
    ]
    projection = project(ExecutionTree((abstract,), (*nodes, ExecutionNode((blocks[-1],), ()))), 0, Watch())
    members = members_of(partition, max(partition) + 1, Watch())
    found = analyse(projection, PHASES, partition, members, abstract, False, Watch())
    assert isinstance(found, SpuriousStep)
    (chosen,) = improved_splits(found, projection, members)
    assert {PHASES.states[state] for state in chosen.states} == split


def analyses_of(
    first: LPTS, chain: AssumptionChain, specification: LPTS
) -> Iterator[tuple[ExecutionTree, Projection, Any]]:
    """A counterexample to premise 1, held against each assumption in turn as long as it is realised."""
    models = (first, chain.abstractions[0].assumption)
    outcome, _ = decide(models, specification, get_backend("fixpoint"), Watch())
    if outcome.tree is None:
        return
    execution = to_execution_tree(outcome.tree, models, Watch())
    for abstraction in chain.abstractions:
        projection = project(execution, len(execution.models) - 1, Watch())
        found = analyse(
            projection,
            abstraction.concrete,
            abstraction.block_of,
            abstraction.members,
            abstraction.assumption,
            False,
            Watch(),
        )
        yield execution, projection, found
        if not isinstance(found, Realisation):
            return
        execution = concretise(execution, projection, found, Watch())


@pytest.mark.parametrize("part", range(4))
def test_splits_are_proper_and_rebuilt_trees_are_executions(part: int) -> None:
    """Lemma 6, and the trees "via R" of section 5, at every abstraction of random chains while they are refined."""
    chosen, lifted, real = 0, 0, 0
    for seed in range(30_000 + part, 30_120, 4):
        components, specification = refined_question(Random(seed))
        first, *rest = map(symag.trim, components)
        refining = Refining(first, rest, specification, get_backend("fixpoint"), Watch())
        for _ in range(3):
            steps = list(analyses_of(first, refining.chain, specification))
            for level, (execution, projection, found) in enumerate(steps):
                assert_projection(execution, level + 1, projection)
                assert_execution(execution)
                assert len(execution.models) == level + 2
                lifted += level > 0
                abstraction = refining.chain.abstractions[level]
                if isinstance(found, Realisation):
                    after = concretise(execution, projection, found, Watch())
                    assert_execution(after)
                    assert_same_but_for_the_last_part(execution, after)
                    if level == len(rest) - 1:
                        real += 1
                        assert after.models == tuple(components) or after.models == (first, *rest)
                        assert not textbook([to_tree(after, Watch()).unfold().to_lpts()], specification).holds
                    continue
                for choose in (improved_splits, paper_splits):
                    parts = choose(found, projection, abstraction.members)
                    assert len({split.block for split in parts}) == len(parts) > 0
                    assert all(set() < split.states < set(abstraction.members[split.block]) for split in parts)
                    chosen += 1
            if refining.step() is not None:
                break
    assert chosen >= 40
    assert lifted >= 10
    assert real >= 3


def assert_same_but_for_the_last_part(execution: ExecutionTree, after: ExecutionTree) -> None:
    """The rebuilt execution goes the same way for the parts that were concrete before."""
    kept = len(execution.models) - 1
    before: list[set[tuple[str, tuple[int | None, ...]]]] = [
        {(step.action, step.targets[:kept]) for step in node.steps} for node in execution.nodes
    ]
    by_parts: dict[Parts, set[tuple[str, tuple[int | None, ...]]]] = {}
    for node, told in zip(execution.nodes, before, strict=True):
        by_parts.setdefault(node.parts[:kept], set()).update(told)
    assert after.models[:kept] == execution.models[:kept]
    assert after.nodes[0].parts[:kept] == execution.nodes[0].parts[:kept]
    for node in after.nodes:
        assert {(step.action, step.targets[:kept]) for step in node.steps} <= by_parts[node.parts[:kept]]


def test_an_assumption_chain_inherits_its_partitions() -> None:
    """L2 goes along with L3; when A2 tells L3's states apart, A1 keeps what it knew of L2."""
    follower = LPTS.build("f0", [("f0", "go", "f1"), ("f1", "back", "f0"), ("f1", "call", "f1")], name="L2")
    leader = LPTS.build("g0", [("g0", "go", "g1"), ("g1", "call", "g1"), ("g1", "back", "g0")], name="L3")
    for inherit in (True, False):
        chain = AssumptionChain([follower, leader], inherit, Watch())
        upper = chain.abstractions[0].concrete
        assert upper.num_states == 2, "f0 and f1, each with the one block of A2"
        moved = next(s for s in range(2) if follower.states[parts_of(upper, s)[0]] == "f1")
        told = chain.refine(0, [Split(0, frozenset([moved]))])
        assert list(map(str, told)) == ["A1: 2 states into 1 and 1"]
        assert [abstraction.assumption.num_states for abstraction in chain.abstractions] == [2, 1]

        told = chain.refine(1, [Split(0, frozenset([leader.index["g1"]]))])
        assert told == [SplitRecord(2, 0, 0, 1, 1, 2)]
        abstraction = chain.abstractions[0]
        concrete = abstraction.concrete
        assert {follower.states[parts_of(concrete, s)[0]] for s in range(concrete.num_states)} == {"f0", "f1"}
        assert abstraction.concrete.num_states == 2, "f0 with g0, f1 with g1: the rest cannot be reached any more"
        assert [abstraction.assumption.num_states for abstraction in chain.abstractions] == (
            [2, 2] if inherit else [1, 2]
        )
        assert chain.largest_composition == 2


def test_blocks_that_cannot_be_reached_any_more_vanish() -> None:
    """With the coarse A2, L2 can be asked to `err`; when A2 knows better, that block of A1 is gone."""
    worker = LPTS.build("w", [("w", "ok", "w"), ("w", "err", "lost"), ("lost", "again", "lost")], name="L2")
    source = LPTS.build("g", [("g", "ok", "g"), ("h", "err", "h")], ["ok", "err"], states=["g", "h"], name="L3")
    chain = AssumptionChain([worker, source], True, Watch())
    upper = chain.abstractions[0].concrete
    lost = next(s for s in range(upper.num_states) if worker.states[parts_of(upper, s)[0]] == "lost")
    chain.refine(0, [Split(0, frozenset([lost]))])
    assert chain.abstractions[0].assumption.num_states == 2
    asked: list[int] = []

    def again(level: int, old: object, concrete: LPTS, block_of: list[int]) -> list[Split]:
        asked.append(level)
        assert (concrete.num_states, block_of) == (1, [0])
        return []

    chain.refine(1, [Split(0, frozenset([source.index["h"]]))], again)
    assert asked == [0]
    assert chain.abstractions[0].concrete.num_states == 1
    assert chain.abstractions[0].members == [[0]]
    assert chain.abstractions[0].assumption.num_states == 1
    assert textbook([worker, chain.abstractions[1].assumption], chain.abstractions[0].assumption).holds


@pytest.mark.parametrize("states", [frozenset[int](), frozenset([0, 1, 2])])
def test_an_assumption_chain_refuses_what_is_no_refinement(states: frozenset[int]) -> None:
    with pytest.raises(InternalError, match="Lemma 6"):
        AssumptionChain([CHAIN], True, Watch()).refine(0, [Split(0, states)])


def test_labels_of_blocks_are_unique() -> None:
    long = "x" * 30
    awkward = LPTS.build("0", [], states=["0", "1", "0:{1}", "{0}", "0,1", f"{long}1", f"{long}2", "1:{0,1}"])
    for seed in range(50):
        partition = random_partition(Random(seed), awkward)
        members = members_of(partition, max(partition) + 1, Watch())
        labels = BlockLabels(awkward, members)
        assert len(labels) == len(members)
        assert len(set(labels)) == len(labels)
        assert labels[:] == list(labels)
        assert labels[-1] == labels[len(labels) - 1]
        assert all(label and len(label) < 80 for label in labels)


# ---- what the user hands over ----------------------------------------------------------------------------------------

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
    """The system is right, only not for this reason: so nobody knows."""
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
        "assumption A1 speaks of input, other, in which what it stands for takes no part",
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
        r"assumption A1 stands for has hidden moves \(tau\)",
    ),
    "an assumption whose hidden moves cannot be reached": (
        [FIG1_L1, HIDING],
        HIDDEN_P,
        {"assumption": LPTS.build("a", [("a", "send", "a"), ("b", TAU, "b")], name="A")},
        r"assumption A1 stands for has hidden moves \(tau\)",
    ),
    "the second assumption of two": (
        [FIG1_L1, FIG1_L2, CHAIN],
        FIG1_P,
        {"rule": "asym-n", "assumption": [FIG1_L2, FIG1_L2]},
        "assumption A2 speaks of ack, output, send, in which what it stands for takes no part",
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
        "3 sides need 2 assumptions, not 1",
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


# ---- limits ----------------------------------------------------------------------------------------------------------

HUGE = [LPTS.build("0", [(str(i), f"a{c}", str((i + 1) % 10)) for i in range(10)], name=f"c{c}") for c in range(9)]
ORDERLY = LPTS.build("0", [(str(i), "a0", str((i + 1) % 10)) for i in range(10)])


@pytest.mark.parametrize(
    ("options", "limit", "reason"),
    [
        ({"method": "agar", "rule": "asym"}, {"max_states": 1000}, "max-states: more than 1000 states"),
        ({"method": "agar", "rule": "asym-n"}, {"max_states": 5}, "max-states: more than 5 states"),
        ({"method": "cegar"}, {"max_states": 1000}, "max-states: more than 1000 states"),
        ({"method": "agar", "rule": "asym"}, {"timeout": 0.2}, "timeout: 0.2 s were used up"),
        ({"method": "agar", "rule": "asym-n"}, {"timeout": 1e-9}, "timeout: 1e-09 s were used up"),
        ({"method": "cegar"}, {"timeout": 0.2}, "timeout: 0.2 s were used up"),
        ({"method": "agar", "rule": "asym-n"}, {"memory": 1}, "memory: .* MB of 1 MB"),
    ],
    ids=str,
)
def test_limits_end_in_unknown(options: dict[str, Any], limit: dict[str, Any], reason: str) -> None:
    verdict = symag.check(HUGE, ORDERLY, reduce=False, **options, **limit)
    assert verdict.verdict == "unknown"
    assert verdict.reason is not None
    assert re.match(reason, verdict.reason), verdict.reason
    assert (verdict.certificate, verdict.counterexample, verdict.assumptions) == (None, None, ())


def test_premises_keep_to_the_limits() -> None:
    """What was handed over is held against a side of 10^8 states."""
    assumption = LPTS.build("a", [], [], name="A")
    verdict = symag.check([HUGE[0], HUGE[1:]], ORDERLY, method="agar", assumption=assumption, max_states=1000)
    assert verdict.verdict == "unknown"
    assert "max-states: more than 1000 states" in str(verdict.reason)
