"""Control flow, its refinement, and what may happen in parallel, against exhaustive searches on random programs."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from symag import LPTS, TAU
from symag.flow import Accept, Annotation, Call, ControlGraph, FlowProgram, Loop, Task
from symag.flow.control import BEGIN, END, control_graph
from symag.flow.refine import refine_graph
from symag.flow.trace_graph import TraceGraph
from symag.limits import Watch
from tests.flow.programs import VARIABLES, random_program
from tests.flow.test_executions import kept_events


def reached_together(graph: TraceGraph) -> set[frozenset[int]]:
    """The pairs of steps that tasks can have done last, by running all interleavings of the control-flow graphs."""
    tasks = graph.tasks
    start = tuple([BEGIN] * len(tasks))
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        moves: list[tuple[tuple[int, int], ...]] = []
        for one, (control, at) in enumerate(zip(tasks, here, strict=True)):
            for to in control.after[at]:
                if to == END:
                    continue
                node = control.nodes[to]
                if node.meeting is None:
                    moves.append(((one, to),))
                elif not node.accepts:
                    moves += [
                        ((one, to), (other, partner))
                        for other, (answering, there) in enumerate(zip(tasks, here, strict=True))
                        for partner in answering.after[there]
                        if other != one and partner != END
                        if answering.nodes[partner].accepts and answering.nodes[partner].meeting == node.meeting
                    ]
        for move in moves:
            after = list(here)
            for task, step in move:
                after[task] = step
            if tuple(after) not in seen:
                seen.add(tuple(after))
                todo.append(tuple(after))
    numbered = [[first + at for first, at in zip(graph.first_step, state, strict=True)] for state in seen]
    return {frozenset(pair) for state in numbered for pair in combinations(state, 2)}


def found_together(graph: TraceGraph) -> set[frozenset[int]]:
    """The pairs of the data-flow algorithm, as the edges of the flow graph use them."""
    rows = graph.parallel
    return {frozenset((one, other)) for one, row in enumerate(rows) for other in row.nonzero()[0].tolist()}


def test_no_pair_that_may_happen_in_parallel_is_missing() -> None:
    """With two tasks the pairs are exact; with three and four, at least four of five that it finds are."""
    pairs = {2: [0, 0], 3: [0, 0], 4: [0, 0]}
    for seed in range(150):
        random = Random(seed)
        tasks = random.randint(2, 4)
        program = random_program(random, tasks, 4)
        graph = program.graph(kept_events(random, program))
        exact, found = reached_together(graph), found_together(graph)
        assert exact <= found, seed
        pairs[tasks][0] += len(exact)
        pairs[tasks][1] += len(found)
    assert pairs[2][0] == pairs[2][1]
    for tasks in (3, 4):
        exact_pairs, found_pairs = pairs[tasks]
        assert exact_pairs >= 0.8 * found_pairs, pairs


def as_lts(graph: ControlGraph) -> LPTS:
    """A control-flow graph as an LTS: a state is the step done last."""
    rows = []
    for node, following in enumerate(graph.after):
        for to in following:
            one = None if to == END else graph.nodes[to]
            label = "end" if one is None else one.label or (f"{one.meeting} {one.accepts}" if one.meeting else TAU)
            rows.append((str(node), label, "over" if one is None else str(to)))
    return LPTS.build(str(BEGIN), rows, states=[*map(str, range(len(graph.nodes))), "over"])


def weakly_bisimilar(one: LPTS, other: LPTS) -> bool:
    """By naive partition refinement over weak moves."""
    models = (one, other)
    closed: dict[tuple[int, str], set[str]] = {}
    for number, model in enumerate(models):
        silent = {
            s: {to for _, a, d in model.transitions_of(i) for to in d if a == TAU} for i, s in enumerate(model.states)
        }
        for state in model.states:
            reached, todo = {state}, [state]
            while todo:
                more = silent[todo.pop()] - reached
                reached |= more
                todo += more
            closed[number, state] = reached
    blocks = dict.fromkeys(closed, 0)
    while True:
        signatures = {}
        for (number, state), reached in closed.items():
            moves = {(TAU, blocks[number, to]) for to in reached}
            for there in reached:
                for _, action, targets in models[number].transitions_of(models[number].index[there]):
                    for to in targets:
                        moves |= (
                            {(action, blocks[number, end]) for end in closed[number, to]} if action != TAU else set()
                        )
            signatures[number, state] = frozenset(moves)
        numbers: dict[frozenset[tuple[str, int]], int] = {}
        refined = {key: numbers.setdefault(signature, len(numbers)) for key, signature in signatures.items()}
        if len(numbers) == len(set(blocks.values())):
            return refined[0, one.initial_state] == refined[1, other.initial_state]
        blocks = refined


@pytest.mark.parametrize("seed", range(40))
def test_refined_graphs_are_weakly_bisimilar(seed: int) -> None:
    random = Random(seed)
    program = random_program(random, 2, 5)
    kept = kept_events(random, program)
    for task in program.tasks:
        tracked = frozenset(VARIABLES) if random.random() < 0.5 else frozenset[str]()
        two_steps = frozenset((task.name, entry) for entry in ("a", "b") if random.random() < 0.5)
        graph = control_graph(task, VARIABLES, kept, tracked, two_steps, Watch())
        refined = refine_graph(graph, Watch())
        assert len(refined.nodes) <= len(graph.nodes)
        assert weakly_bisimilar(as_lts(graph), as_lts(refined)), (seed, task.name)


def relay(tasks: int) -> FlowProgram:
    """Each task waits for the one before it, works, and wakes the next one."""
    work = [Annotation(f"e{number}") for number in range(4)]
    first = Task("t0", [Loop([*work, Call("t1", "go"), Accept("go")])])
    middle = [Task(f"t{n}", [Loop([Accept("go"), *work, Call(f"t{(n + 1) % tasks}", "go")])]) for n in range(1, tasks)]
    return FlowProgram([first, *middle])


def test_a_relay_of_tasks_has_one_runner() -> None:
    """Only the task that has the baton works, whatever the size."""
    for tasks in (3, 12):
        graph = relay(tasks).graph()
        working = [node.steps[0] for node in graph.nodes if node.label]
        assert len(working) == 4 * tasks
        assert not graph.parallel[working][:, working].any()
