"""Verdicts about random programs: `holds` is true of all executions, propagation is a search of the product, and a
program that is written down is the program that is read."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, TAU
from symag.assume import flatten
from symag.flow import (
    Accept,
    Annotation,
    Assign,
    Call,
    Case,
    Constant,
    Exit,
    FlowModels,
    FlowProgram,
    If,
    Look,
    Loop,
    Operation,
    Select,
    Statement,
    ask,
)
from symag.flow.program import inside
from symag.flow.statements import condition, value_text
from symag.formats import SourceText
from symag.formats.flow.read import read_program
from tests.flow.programs import VARIABLES, executions, random_program
from tests.flow.test_executions import asked, includes, kept_events

METHODS: Sequence[dict[str, Any]] = (
    {"method": "mono"},
    {"method": "auto"},
    {"method": "agar"},
    {"method": "learn"},
    {"method": "agar", "alphabet_refinement": True, "reduce": False},
    {"method": "learn", "learner": "rs", "reduce": False},
    {"method": "weakest"},
)


def random_property(random: Random, events: Sequence[str]) -> LPTS:
    """A safety LTS of a few states, which forbids one event here and there."""
    states = range(random.randint(1, 3))
    rows = [
        (str(one), event, str(random.choice(states))) for one in states for event in events if random.random() < 0.5
    ]
    return LPTS.build("0", rows, events, "P", states=[*map(str, states)])


def random_constraints(random: Random, program: FlowProgram) -> list[str]:
    known = [f"VA({name})" for name in program.variables] + [f"TA({name})" for name in program.task_names]
    return random.choice([[], ["VA(*)"], ["VA(*)", "TA(*)"], random.sample(known, random.randint(1, len(known)))])


def random_sides(random: Random, names: Sequence[str]) -> list[list[str]]:
    """Each task on a side: two of them, or more."""
    most = random.randint(2, len(names))
    numbers = [*range(most), *(random.randrange(most) for _ in names[most:])]
    random.shuffle(numbers)
    return [[name for name, at in zip(names, numbers, strict=True) if at == side] for side in range(most)]


@pytest.mark.parametrize("seeds", [range(start, 160, 4) for start in range(4)], ids=str)
def test_what_holds_is_true_of_all_executions(seeds: range) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        random = Random(1000 + seed)
        program = random_program(random, random.randint(2, 4), 3)
        events = sorted(kept_events(random, program))[:3]
        wanted = random_property(random, events)
        exact = executions(program, frozenset(events), 1_500)
        if exact is None:
            continue
        truth = symag.check([exact], wanted, relation="traces", method="mono", audit=False).verdict
        constraints = random_constraints(random, program)
        for sides in (None, random_sides(random, program.task_names)):
            models = ask(program, wanted, constraints, sides)
            options = random.choice(METHODS[:2] if len(flatten(models.components)) < 2 else METHODS)
            verdict = symag.check(*models, **options).verdict
            found[verdict, truth] += 1
            assert (verdict, truth) in (("holds", "holds"), ("violated", "holds"), ("violated", "violated")), seed
            assert verdict == naive_verdict(models), (seed, sides, options)
    assert found["holds", "holds"]
    assert found["violated", "violated"]


def naive_verdict(models: FlowModels) -> str:
    """By the product of the components and the property, one state at a time."""
    parts = flatten(models.components)
    assert isinstance(models.specification, LPTS)
    moves = [_moves(model) for model in (*parts, models.specification)]
    alphabets = [model.alphabet for model in (*parts, models.specification)]
    actions = sorted(frozenset().union(*alphabets))
    start = (*(model.initial_state for model in parts), models.specification.initial_state)
    seen, todo = {start}, deque([start])
    while todo:
        here = todo.popleft()
        after = [(*here[:n], to, *here[n + 1 :]) for n, at in enumerate(here) for to in moves[n].get((at, TAU), ())]
        for action in actions:
            taking = [n for n, alphabet in enumerate(alphabets) if action in alphabet]
            choices = [moves[n].get((here[n], action), ()) for n in taking]
            last = len(parts)
            if last in taking and taking != [last] and not choices[-1] and all(choices[:-1]):
                return "violated"
            if taking != [last]:
                after += list(_together(here, taking, choices))
        for state in after:
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return "holds"


def _moves(model: LPTS) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for number, state in enumerate(model.states):
        for _, action, targets in model.transitions_of(number):
            found.setdefault((state, action), []).extend(targets)
    return found


def _together(
    here: tuple[str, ...], taking: Sequence[int], choices: Sequence[Sequence[str]]
) -> Iterator[tuple[str, ...]]:
    states = [here]
    for number, some in zip(taking, choices, strict=True):
        states = [(*one[:number], to, *one[number + 1 :]) for one in states for to in some]
    yield from states


def test_random_programs_have_all_kinds_of_statements() -> None:
    """So that what is shown about them is shown about all that a program can have."""
    kinds: Counter[str] = Counter()
    for seed in range(120):
        random = Random(1000 + seed)
        program = random_program(random, random.randint(2, 4), 3)
        for one in (each for task in program.tasks for each in inside(task.body)):
            kinds[type(one).__name__] += 1
            if isinstance(one, Select):
                kinds["guard"] += any(way.guard is not None for way in one.alternatives)
                kinds["terminate"] += any(way.ends for way in one.alternatives)
                last = one.alternatives[-1]
                kinds["else"] += not last.ends and not (last.body and isinstance(last.body[0], Accept | Call))
                kinds["conditional call"] += bool(last.body) and isinstance(last.body[0], Call)
            if isinstance(one, Accept):
                within = list(inside(one.body))
                kinds["accept in accept"] += any(isinstance(each, Accept) for each in within)
                kinds["call in accept"] += any(isinstance(each, Call) for each in within)
            kinds["exit of two loops"] += isinstance(one, Exit) and one.loops > 1
    names = [kind.__name__ for kind in (Annotation, Assign, Call, Accept, If, Case, Loop, Exit, Select)]
    names += ["guard", "terminate", "else", "conditional call", "accept in accept", "call in accept"]
    names += ["exit of two loops"]
    assert not [name for name in names if not kinds[name]]


CORNERS: dict[str, str] = {
    "a loop with an exit in the body of an accept statement": """
        x : Boolean;
        task t is entry a; end t;
        task u;
        task body t is begin
           loop
              accept a do
                 inner : loop
                    --# event e
                    exit inner when x;
                    x := true;
                 end loop inner;
              end a;
              exit when not x;
           end loop;
           --# event f
        end t;
        task body u is begin x := false; t.a; x := false; t.a; end u;
    """,
    "accepts in accepts, of callers on two sides": """
        task t is entry a; entry b; end t;
        task u;
        task v;
        task body t is begin
           loop
              select
                 accept a do
                    --# event e
                    accept b do
                       --# event f
                       null;
                    end b;
                    --# event g
                 end a;
              or
                 accept b;
              or
                 terminate;
              end select;
           end loop;
        end t;
        task body u is begin t.a; t.b; end u;
        task body v is begin t.b; t.a; t.b; end v;
    """,
    "a family of entries that an array of tasks calls, with guards and else": """
        turn : Integer range 1 .. 2 := 1;
        task server is entry get (1 .. 2); end server;
        task type client (me : Integer);
        clients : array (1 .. 2) of client;
        task body server is begin
           for round in 1 .. 2 loop
              for i in 1 .. 2 loop
                 select
                    when turn = i =>
                       accept get (i) do
                          --# event served (i)
                          null;
                       end get;
                       if turn < 2 then turn := turn + 1; end if;
                 else
                    --# event idle
                 end select;
              end loop;
           end loop;
        end server;
        task body client is begin
           select
              server.get (me);
              --# event done (me)
           else
              --# event gone (me)
           end select;
        end client;
    """,
    "a variable that one side tests and others assign": """
        x, y : Boolean := false;
        task a is entry go; end a;
        task b;
        task c;
        task body a is begin
           accept go;
           if x and y then
              --# event both
           elsif x or else y then
              --# event one
           end if;
        end a;
        task body b is begin x := true; y := not x; a.go; x := y; end b;
        task body c is begin y := true; if x then x := false; --# event cleared
           end if; end c;
    """,
    "exceptions: a value that is out of range, and no arm of a case that fits": """
        n : Integer range 0 .. 1 := 1;
        task a;
        task b;
        task body a is begin
           --# event before
           n := n + 1;
           --# event after
        end a;
        task body b is begin
           n := 0;
           case n is when 0 => --# event zero
              null; when 1 => --# event still
              null; when others => null; end case;
        end b;
    """,
}


def with_tuples(body: Iterable[Statement]) -> tuple[Statement, ...]:
    """The same statements, which can be parts of states of an execution."""
    found: list[Statement] = []
    for one in body:
        match one:
            case Accept() | Loop():
                found.append(replace(one, body=with_tuples(one.body)))
            case If():
                found.append(replace(one, then=with_tuples(one.then), otherwise=with_tuples(one.otherwise)))
            case Case():
                found.append(replace(one, arms=tuple((values, with_tuples(arm)) for values, arm in one.arms)))
            case Select():
                ways = tuple(replace(way, body=with_tuples(way.body)) for way in one.alternatives)
                found.append(replace(one, alternatives=ways))
            case _:
                found.append(one)
    return tuple(found)


@pytest.mark.parametrize("text", CORNERS.values(), ids=CORNERS.keys())
def test_corners_of_the_language(text: str) -> None:
    """The graph has all executions, whatever follows tasks and variables, and wherever the sides are."""
    program = read_program(SourceText(f"procedure p is {text} begin null; end p;"))
    program = replace(program, tasks=[replace(task, body=with_tuples(task.body)) for task in program.tasks])
    names = program.task_names
    some = [{names[0]}, {names[-1]}, {*names[1:]}]
    divisions = [[[n for n in names if n in one], [n for n in names if n not in one]] for one in some]
    kinds = [program.events, frozenset(event for event in program.events if "=" not in event)]
    for kept in kinds:
        exact = executions(program, kept)
        assert exact is not None
        for constraints in ([], ["VA(*)"], [f"TA({names[0]})"], ["VA(*)", "TA(*)"]):
            for sides in (None, *divisions, [[name] for name in names]):
                assert includes(asked(program, kept, constraints, sides), exact), (constraints, sides)


# Programs as text


def as_text(program: FlowProgram) -> str:
    """The program in Ada."""
    heads, bodies = [], []
    for task in program.tasks:
        entries = [f"entry {entry};" for owner, entry in program.entries if owner == task.name]
        heads.append(f"task {task.name} is {' '.join(entries)} end {task.name};" if entries else f"task {task.name};")
        text = "\n".join(_lines(program, task.body, 0))
        bodies.append(f"task body {task.name} is begin\n{text}\nend {task.name};")
    variables = [
        f"{name} : {'Boolean' if one.values[0] is False else f'Integer range {one.values[0]} .. {one.values[-1]}'}"
        f"{'' if one.initial is None else f' := {value_text(one.initial)}'};"
        for name, one in program.variables.items()
    ]
    return "\n".join(["procedure p is", *variables, *heads, *bodies, "begin null; end p;"])


def _lines(program: FlowProgram, body: Iterable[Statement], loops: int) -> list[str]:
    found = [line for one in body for line in _statement(program, one, loops)]
    return found or ["null;"]


def _statement(program: FlowProgram, one: Statement, loops: int) -> list[str]:
    def lines(body: Iterable[Statement], around: int = loops) -> list[str]:
        return _lines(program, body, around)

    def term(given: Any) -> str:
        return _term(condition(given, program.variables))

    match one:
        case Annotation(event):
            return [f"--# event {event}"]
        case Assign(variable, value):
            return [f"{variable} := {term(value)};"]
        case Call(task, entry):
            return [f"{task}.{entry};"]
        case Accept(entry, body):
            return [f"accept {entry} do", *lines(body, 0), f"end {entry};"] if body else [f"accept {entry};"]
        case If(test, then, otherwise):
            return [f"if {term(test)} then", *lines(then), "else", *lines(otherwise), "end if;"]
        case Case(expression, arms):
            found = [f"case {term(expression)} is"]
            for values, body in arms:
                chosen = "others" if values is None else " | ".join(map(value_text, values))
                found += [f"when {chosen} =>", *lines(body)]
            return [*found, "end case;"]
        case Loop(body):
            return [f"l{loops} : loop", *lines(body, loops + 1), f"end loop l{loops};"]
        case Exit(_, left):
            return [f"exit l{loops - left};"]
        case Select(alternatives):
            found = []
            for number, way in enumerate(alternatives):
                begins = bool(way.body) and isinstance(way.body[0], Accept | Call)
                guard = "" if way.guard is None else f"when {term(way.guard)} =>"
                found += ["select" if number == 0 else "or" if way.ends or begins else "else", guard]
                found += ["terminate;"] if way.ends else lines(way.body)
            return [*found, "end select;"]


def _term(one: Any) -> str:
    if isinstance(one, Constant):
        return value_text(one.value)
    if isinstance(one, Look):
        return one.variable
    assert isinstance(one, Operation)
    operands = [f"({_term(operand)})" for operand in one.operands]
    return f"{one.operator} {operands[0]}" if len(operands) == 1 else f" {one.operator} ".join(operands)


def test_a_program_that_is_written_down_is_the_program_that_is_read() -> None:
    """The graph of the text has the same nodes and edges."""
    for seed in range(60):
        random = Random(seed)
        program = random_program(random, random.randint(2, 4), 4)
        again = read_program(SourceText(as_text(program)))
        assert again.variables == VARIABLES == program.variables
        assert again.events == program.events, seed
        kept = kept_events(random, program)
        one, other = program.graph(kept), again.graph(kept)
        assert [without_lines(node) for node in steps_of(one)] == [without_lines(node) for node in steps_of(other)], (
            seed
        )
        assert (one.sources, one.targets) == (other.sources, other.targets), seed


def steps_of(graph: Any) -> list[list[Any]]:
    return [[graph.step(step)[1] for step in node.steps] for node in graph.nodes]


def without_lines(steps: Sequence[Any]) -> list[Any]:
    return [replace(step, line=None) for step in steps]
