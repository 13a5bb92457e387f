"""Programs with tasks: what is read, and what is refused where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import symag
from symag import LPTS, InputError
from symag.cli.main import app
from symag.flow import (
    Accept,
    Alternative,
    Annotation,
    Assign,
    Call,
    Case,
    Exit,
    FlowProgram,
    FlowVariable,
    If,
    Look,
    Loop,
    Select,
    Task,
    equals,
)
from symag.formats import SourceText
from symag.formats.flow.read import read_program

EXAMPLES = Path(__file__).parents[2] / "examples" / "flow"


def program(text: str) -> FlowProgram:
    return read_program(SourceText(text))


def one_task(statements: str, declarations: str = "") -> str:
    head = "task t is entry a; entry b (1 .. 2); end t;"
    return f"{head}\ntask body t is {declarations}\nbegin\n{statements}\nend t;\n"


def traces(model: LPTS, length: int) -> set[tuple[str, ...]]:
    """Of visible actions, of at most so many moves."""
    found: set[tuple[str, ...]] = {()}
    states: set[tuple[tuple[str, ...], str]] = {((), model.initial_state)}
    for _ in range(length):
        states = {
            ((*trace, action) if action != "tau" else trace, to)
            for trace, state in states
            for _, action, targets in model.transitions_of(model.index[state])
            for to in targets
        }
        found |= {trace for trace, _ in states}
    return found


def longest(text: str, length: int = 12) -> set[str]:
    """The traces that no other one continues, of a program with all events; of a flow graph with its variables."""
    asked = program(text)
    anything = LPTS.build("any", [("any", event, "any") for event in asked.events], asked.events)
    components = symag.flow.ask(asked, anything, ["VA(*)", "TA(*)"]).components
    model = symag.compose(*components)  # type: ignore[arg-type]
    found = traces(model, length)
    ends = {trace for trace in found if not any(other[:-1] == trace for other in found if other)}
    return {" ".join(label.partition("@")[0] for label in trace if not label.startswith("@")) for trace in ends}


@pytest.mark.parametrize(
    ("statements", "declarations", "expected"),
    [
        ("--# event e\n--# event f\nnull;", "", {"e f"}),
        ("pragma Event (e (1)); pragma Other (1, 2); delay 3;", "", {"e[1]"}),
        ("for i in 1 .. 3 loop --# event e (i)\nend loop;", "", {"e[1] e[2] e[3]"}),
        ("for i in reverse 1 .. n loop --# event e (i)\nend loop;", "n : constant := 2;", {"e[2] e[1]"}),
        ("for i in 1 .. 3 loop exit when i = 2; --# event e (i)\nend loop;", "", {"e[1]"}),
        (
            "outer : loop for i in 1 .. 3 loop --# event e (i)\nexit outer when i = 2; end loop; end loop outer;",
            "",
            {"e[1] e[2]"},
        ),
        ("x := not x; if x then --# event e\nend if;", "x : Boolean := false;", {"t.x==false t.x=true t.x==true e"}),
        ("n := n + 1; n := n + 1;", "n : Integer range 0 .. 1 := 0;", {"t.n==0 t.n=1 t.n==1"}),
        (
            "while n < 2 loop n := n + 1; end loop; --# event e\n",
            "subtype small is Integer range 0 .. 2; n : small := 1;",
            {"t.n==1 t.n==1 t.n=2 t.n==2 e"},
        ),
        (
            "case c is when red | green => --# event e\nwhen others => --# event f\nend case;",
            "type colour is (red, green, blue); c : colour := blue;",
            {"t.c==blue f"},
        ),
        (
            "if n in 2 .. 3 and then x then --# event e\nelsif n mod 2 = 1 then --# event f\nelse --# event g\nend if;",
            "n : Integer range 1 .. 4 := 1; x : Boolean := true;",
            {"t.n==1 t.n==1 f"},
        ),
        ("f (2) := f (1); ", "f : array (1 .. 2) of Boolean := (others => true);", {"t.f[1]==true t.f[2]=true"}),
        ("if 2 * 3 - 6 = 0 xor -7 / 2 = -3 then --# event e\nelse --# event f\nend if;", "", {"f"}),
    ],
)
def test_statements(statements: str, declarations: str, expected: set[str]) -> None:
    assert longest(one_task(statements, declarations)) == expected


MEETING = """
task server is
   entry get (1 .. 2);
   entry stop;
end server;
task type client (me : id) is end client;
clients : array (id) of client;
task body server is
begin
   loop
      select
         when true => accept get (1) do --# event serving
         end get;
      or accept get (2);
      or accept stop; exit;
      or terminate;
      end select;
   end loop;
end server;
task body client is
begin
   SERVER.Get (Me);
   --# event done (me)
end client;
"""


def test_rendezvous_families_and_arrays_of_tasks() -> None:
    asked = program(f"subtype id is Integer range 1 .. 2;{MEETING}")
    assert asked.task_names == ["server", "clients[1]", "clients[2]"]
    assert asked.events == {"get[1]", "get[2]", "serving", "done[1]", "done[2]", "stop"}
    found = traces(asked.model(), 9)
    assert ("get[2]", "get[1]", "serving", "done[1]", "done[2]") in found
    assert ("get[1]", "done[1]") not in found, "the caller waits until the body is done"
    assert not any("stop" in trace for trace in found)


def test_notes_name_rendezvous_that_never_happen() -> None:
    source = SourceText("task a is entry x; end a; task body a is begin accept x; end a;")
    read_program(source)
    assert list(source.notes) == ["line 1: no task calls a.x, so the task waits there forever"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (one_task("accept c;"), "4:8", "the task 't' has no entry 'c': it has a, b"),
        (one_task("accept b;"), "4:8", "the entry 'b' is a family: write b (1)"),
        (one_task("accept a (1);"), "4:8", "no family: parameters are not read"),
        (one_task("accept b (3);"), "4:11", "the index 3 of b is not one of 1 .. 2"),
        (one_task("accept a do null; end b;"), "4:23", "this is the end of 'a', not of 'b'"),
        (one_task("u.a;"), "4:1", "there is no task 'u': there is t"),
        (one_task("stop;"), "4:1", "'stop' is no entry of a task: write TASK.ENTRY"),
        (one_task("x := 1;"), "4:1", "'x' is no variable here"),
        (one_task("x := 4;", "x : Integer range 1 .. 3;"), "4:6", "4 is none of the values of t.x: 1 .. 3"),
        (one_task("x := true;", "x : Integer range 1 .. 3;"), "4:6", "t.x is integer, and this is boolean"),
        (one_task("null;", "x : Integer;"), "2:20", "give a range of at most 256 values"),
        (one_task("null;", "x : real;"), "2:20", "there is no type 'real'"),
        (one_task("null;", "x : Integer range 1 .. 3 := 4;"), "2:44", "4 is no value of the type of x"),
        (one_task("null;", "x : Integer range 1 .. 1000;"), "2:34", "this range has 1000 values, and at most 256"),
        (one_task("if 1 then null; end if;"), "4:4", "a condition is boolean, and this is integer"),
        (one_task("if true and 1 then null; end if;"), "4:13", "'and' has integer here, and it needs boolean"),
        (one_task("if 1 / 0 = 1 then null; end if;"), "4:4", "this divides by zero"),
        (one_task("if x = 1 then null; end if;"), "4:4", "'x' is no variable here"),
        (one_task("exit;"), "4:1", "this exit is in no loop"),
        (one_task("l : loop exit m; end loop l;"), "4:10", "this exit is in no loop of the name 'm'"),
        (one_task("l : loop exit; end loop;"), "4:5", "the end of this loop is called '', and its beginning 'l'"),
        (one_task("loop accept a do exit; end a; end loop;"), "4:18", "this exit is in no loop"),
        (one_task("select null; or accept a; end select;"), "4:8", "an alternative of select begins with accept"),
        (one_task("for i in 1 .. x loop null; end loop;", "x : Boolean;"), "4:15", "this must be a constant"),
        (one_task("case 1 is when true => null; end case;"), "4:16", "this is no value of integer"),
        (one_task("--# begin\n"), "4:5", "'begin' is a word of the language and cannot be a name"),
        (one_task("--# mark e\n"), "4:5", "an annotation names an event, '--# event open', and not 'mark'"),
        (one_task("abort t;"), "4:1", "abort is not read"),
        (one_task("if a then"), "5:5", "'t' cannot stand here"),
        (one_task("null"), "5:1", "'end' cannot stand here: expected ';'"),
        ("x : --# event e\n", "1:5", "'--#' cannot stand here"),
        (one_task("null; )"), "4:7", "')' cannot stand here: expected one of '--#'"),
        (one_task("x := 'a';"), "4:6", "attributes are not read"),
        (one_task("x := ?;"), "4:6", "'?' is no part of the Ada language"),
        (one_task("x := " + "9" * 20 + ";"), "4:6", "has more than 9 digits"),
        (one_task("x := " + "(" * 3 + "not " * 70 + "true)));"), "4:", "this is nested deeper than 64"),
        (one_task("loop " * 70 + "null; " + "end loop; " * 70), "4:", "this is nested deeper than 64"),
        ("task t;", "1:6", "the task 't' has no body"),
        ("task body t is begin null; end t;", "1:11", "the task 't' is not declared"),
        ("task t; task t;", "1:14", "'t' is declared twice"),
        ("n : constant := 1; m : constant := n / (n - 1);", "1:36", "this divides by zero"),
        ("x : Boolean;", "1:1", "there is no task in this file"),
        ("task type t; task body t is begin null; end t; t1 : array (1 .. 2000) of t;", "1:60", "2000 values"),
        ("procedure p is begin null; end q;", "1:32", "this is the end of 'p', not of 'q'"),
        ("with ada;", "1:1", "other units are not read"),
    ],
)
def test_what_is_wrong_has_a_place(text: str, place: str, message: str) -> None:
    with pytest.raises(InputError) as found:
        program(text)
    assert message in str(found.value)
    assert str(found.value).startswith(place)


def test_limits_hold_before_much_is_made() -> None:
    loops = "for i in 1 .. 200 loop " * 3 + "null; " + "end loop; " * 3
    with pytest.raises(InputError, match="more than 100000 statements"):
        program(one_task(loops))
    with pytest.raises(symag.LimitReached):
        symag.loads(one_task("for i in 1 .. 200 loop --# event e\nend loop;"), "ada", limits=symag.Limits(0.000001))


def test_elevator(tmp_path: Path) -> None:
    """Fig. 16 of TOSEM 2008: without the variable a path violates the property; with it there is none."""
    doors = symag.load(f"{EXAMPLES / 'doors.lts'}#DOORS")
    elevator = read_program(SourceText((EXAMPLES / "elevator.ada").read_text()))
    plain = symag.check(*symag.flow.ask(elevator, doors))
    assert plain.verdict == "violated"
    assert plain.relation == "traces"
    assert plain.conservative
    assert plain.counterexample is not None
    assert plain.counterexample.events == ("open_doors", "move_car")
    assert "possibly infeasible" in str(plain)
    assert "controller:33 car.open_doors, car:20 accept open_doors; car:22 if;" in " ".join(str(plain).split())
    assert symag.check(*symag.flow.ask(elevator, doors, ["VA(x)"])).verdict == "holds"
    assert symag.check(*symag.flow.ask(elevator, doors, ["TA(*)"])).verdict == "violated"
    plain.save(tmp_path / "verdict.json")
    assert symag.audit(tmp_path / "verdict.json")
    assert plain.to_json()["conservative"] is True


def test_the_wrong_elevator_is_found_wrong_with_all_constraints() -> None:
    doors = symag.load(f"{EXAMPLES / 'doors.lts'}#DOORS")
    wrong = read_program(SourceText((EXAMPLES / "elevator_wrong.ada").read_text()))
    found = symag.check(*symag.flow.ask(wrong, doors, ["VA(*)", "TA(*)"]))
    assert found.verdict == "violated"
    assert found.counterexample is not None
    assert [event.partition("@")[0] for event in found.counterexample.events] == ["open_doors", "move_car"]
    assert "controller:34 x=false" in " ".join(str(found).split())


def test_elevator_by_parts() -> None:
    """The assumption speaks of the paper's seven events."""
    doors = symag.load(f"{EXAMPLES / 'doors.lts'}#DOORS")
    elevator = read_program(SourceText((EXAMPLES / "elevator.ada").read_text()))
    models = symag.flow.ask(elevator, doors, ["VA(x)"], [["car"], ["controller"]])
    for method in ("learn", "agar", "weakest"):
        verdict = symag.check(*models, method=method)
        assert verdict.verdict == "holds"
        (assumption,) = verdict.assumptions
        expected = {"sync", "open_doors", "close_doors", "move_car", "x=false", "s2.x==true", "s2.x==false"}
        assert assumption.alphabet == expected
    assert (
        symag.check(*symag.flow.ask(elevator, doors, [], [["car"], ["controller"]]), method="learn").verdict
        == "violated"
    )


@pytest.mark.parametrize(
    ("constraints", "sides", "message"),
    [
        (["VA(y)"], None, "about no variable of the program: there is x"),
        (["TA(cab)"], None, "about no task of the program: there is car, controller"),
        (["x"], None, "cannot be read: write VA"),
        ([LPTS.build("s", [("s", "moev_car", "s")], name="C")], None, "speaks of 'moev_car', which is no event"),
        ([], [["car"], ["cab"]], "there is no task 'cab'"),
        ([], [["car"], ["car", "controller"]], "the task 'car' is on 2 sides"),
        ([], [["car", "controller"]], "a decomposition has two sides or more"),
        ([], [["car"], []], "a decomposition has two sides or more"),
        ([], [["car"], ["controller"], [""]], "a decomposition has two sides or more"),
    ],
)
def test_wrong_questions(constraints: list[str | LPTS], sides: list[list[str]] | None, message: str) -> None:
    elevator = read_program(SourceText((EXAMPLES / "elevator.ada").read_text()))
    with pytest.raises(InputError) as found:
        symag.flow.ask(elevator, LPTS.build("s", [("s", "move_car", "s")]), constraints, sides)
    assert message in str(found.value)


def test_other_relations_say_nothing_about_a_program() -> None:
    model = symag.load(EXAMPLES / "elevator.ada")
    with pytest.raises(InputError, match="says nothing about the program; choose the relation traces"):
        symag.check([model], model, relation="simulation")
    with pytest.raises(InputError, match="cannot show where that stops"):
        symag.deadlock([model])


def test_the_picture_has_the_graphs_of_tasks_and_the_whole(tmp_path: Path) -> None:
    run = CliRunner().invoke
    elevator, drawn = str(EXAMPLES / "elevator.ada"), tmp_path / "graphs.dot"
    assert run(app, ["show", elevator, "-o", str(drawn)]).exit_code == 0
    text = drawn.read_text()
    for part in ("task car", "task controller", "trace flow graph", "19: x==true", "car:17 x=true", "style=dashed"):
        assert part in text
    assert text.count("style=dashed") == 34
    assert run(app, ["show", elevator, "--composed", "-o", str(drawn)]).exit_code == 0
    assert "digraph model" in drawn.read_text()
    many = tmp_path / "many.ada"
    many.write_text(one_task("for i in 1 .. 250 loop --# event e\nend loop;"))
    assert run(app, ["show", str(many), "-o", str(drawn)]).exit_code == 2


def test_the_command_line(tmp_path: Path) -> None:
    """The verdict with its caveat, and errors for options that need a program."""
    run = CliRunner().invoke
    check = ["check", str(EXAMPLES / "elevator.ada"), "--spec", str(EXAMPLES / "doors.lts")]
    said = run(app, check)
    assert said.exit_code == 1
    assert "possibly infeasible path of the flow graph" in said.output
    by_parts = run(app, [*check, "--constraint", "VA(x)", "--sides", "car/controller", "--method", "learn", "--json"])
    assert by_parts.exit_code == 0
    assert '"conservative": true' in by_parts.output
    found = run(app, [*check, "--constraint", "auto", "--json"])
    assert found.exit_code == 0
    assert json.loads(found.stdout)["notes"] == ["each of these constraints is needed: VA(x)"]
    misspelt = run(app, [*check, "--constraints", "auto"])
    assert misspelt.exit_code == 2
    assert "--constraint" in misspelt.output.replace("--constraints", "")
    without = run(app, [*check, "--method", "learn"])
    assert without.exit_code == 2
    assert "the option sides, such as car/controller" in " ".join(without.output.split())
    sided = ["--constraint", "VA(x)", "--sides", "car/controller"]
    for command in (["explain"], ["check", "--dry-run"]):
        looked = run(app, [*command, *check[1:], *sided])
        assert looked.exit_code == 0
        assert "car ‖ VA(x) ‖ controller ⊨ DOORS?" in looked.output
    compared = run(app, ["compare", *check[1:], *sided, "--methods", "agar,weakest"])
    assert compared.exit_code == 0
    assert "all agree: holds" in compared.output
    assert "no other constraint is needed" in run(app, [*check, "--constraint", "VA(x)", "--constraint", "auto"]).output
    encoded = run(app, ["encode", *check[1:]])
    assert encoded.exit_code == 2
    assert "use symag check" in encoded.output
    converted = run(app, ["convert", check[1], str(tmp_path / "graph.json")])
    assert converted.exit_code == 0
    assert "a violation may be infeasible" in converted.output
    assert "one process of .ada files cannot be read" in run(app, ["show", f"{check[1]}#car"]).output
    verdict = str(tmp_path / "verdict.json")
    assert run(app, [*check, *sided, "--output", verdict]).exit_code == 0
    audit = ["audit", verdict, "--components", *check[1:2]]
    assert run(app, [*audit, *check[2:], *sided]).exit_code == 0
    assert run(app, [*audit, *check[2:]]).exit_code == 4
    for unsaid in ([], [*check[2:], "--constraint", "auto"], [check[1], *check[2:]]):
        assert run(app, [*audit, *unsaid]).exit_code == 2
    safety = tmp_path / "never.json"
    symag.save(LPTS.build("s", [], ["move_car"], name="never"), safety)
    allowed = run(app, [*check, "--constraint", str(safety)])
    assert allowed.exit_code == 0
    assert "about the executions that the constraint never allows" in " ".join(allowed.output.split())
    for wrong in (["--constraint", "VA(y)"], ["--sides", "car/cab"], ["--sides", "car,controller"]):
        assert run(app, [*check, *wrong]).exit_code == 2
    spec = str(EXAMPLES / "doors.lts")
    assert run(app, ["check", spec, "--spec", spec, "--constraint", "VA(x)"]).exit_code == 2


def test_the_builder() -> None:
    lamp = Task("lamp", [Accept("on"), If(equals("level", 2), [Accept("off")])])
    hand = Task("hand", [Assign("level", 2), Call("lamp", "on"), Call("lamp", "off")])
    asked = FlowProgram([lamp, hand], {"level": FlowVariable((1, 2), 1)})
    never = LPTS.build("0", [("0", "on", "1"), ("1", "off", "2")], ["on", "off"])
    verdict = symag.check(*symag.flow.ask(asked, never, ["VA(level)"]))
    assert verdict.verdict == "holds"
    for one in (
        Assign("x", True),
        Assign("y", Look("x")),
        If("x", []),
        If(equals("x", 1), []),
        Case("x", [(None, [])]),
        Loop([Select([Alternative([Accept("e")], "x")])]),
    ):
        with pytest.raises(InputError, match="there is no variable 'x'"):
            FlowProgram([Task("t", [one])], {"y": FlowVariable()})
    for stray in (Exit(), Loop([Exit(loops=2)]), Loop([Accept("e", [If("y", [Exit()])])])):
        with pytest.raises(InputError, match="this exit is in no loop"):
            FlowProgram([Task("t", [stray])], {"y": FlowVariable()})
    FlowProgram([Task("t", [Loop([Accept("e", [Loop([Exit()])]), Exit()]), Assign("c", "red")])], {"c": FlowVariable()})
    with pytest.raises(InputError, match="there are two tasks 't'"):
        FlowProgram([Task("t", []), Task("t", [])])


def test_an_event_called_like_the_end_of_a_rendezvous_between_sides_is_refused() -> None:
    asked = FlowProgram([Task("t", [Accept("a", [Annotation("a.end")])]), Task("u", [Call("t", "a")])])
    never = LPTS.build("p", [], ["a.end"])
    assert symag.check(*symag.flow.ask(asked, never)).verdict == "violated"
    with pytest.raises(InputError, match=r"the event 'a\.end' has the name of an event of one side"):
        symag.flow.ask(asked, never, sides=[["t"], ["u"]])
