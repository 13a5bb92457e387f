"""Malformed PRISM files: each ends in exit code 2 and one line with file, line, column, and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

import symag
from symag import InputError
from symag.cli.main import app


class Bad(NamedTuple):
    """A text, where its error is, and a part of the message."""

    text: str
    line: int
    column: int
    message: str


def inside(commands: str, column: int, message: str, head: str = "mdp") -> Bad:
    """Commands, on the third line of a file, of a module with an integer and a boolean."""
    text = f"{head}\nmodule m x:[0..2]; b:bool;\n{commands}\nendmodule\nmodule other y:[0..1]; endmodule\n"
    return Bad(text, 3, column, message)


BAD = {
    "empty": Bad("", 1, 1, "no module"),
    "two kinds": Bad("mdp\ndtmc module m endmodule", 2, 1, "a second time"),
    "no module": Bad("mdp const int K = 1;", 1, 1, "no module"),
    "another kind": Bad("\n  ctmc module m endmodule", 2, 3, "a ctmc is not read: only mdp and dtmc"),
    "a game": Bad("smg", 1, 1, "a smg is not read"),
    "a module not in the system": Bad(
        "mdp module m endmodule module n endmodule\nsystem m endsystem", 2, 8, "'n' is not in the system",
    ),
    "a module twice in the system": Bad("mdp module m endmodule\nsystem m||m endsystem", 2, 11, "a second time"),
    "a system of nothing": Bad("mdp module m endmodule\nsystem n endsystem", 2, 8, "there is no module 'n'"),
    "a system that is not there": Bad('mdp module m endmodule\nsystem m||"a" endsystem', 2, 11, "no system 'a'"),
    "a system in itself": Bad(
        'mdp module m endmodule\nsystem "a" "a" endsystem', 2, 12, "the system 'a' contains itself",
    ),
    "two systems": Bad("mdp module m endmodule system m endsystem\nsystem m endsystem", 2, 8, "a second 'system"),
    "a renaming in two ways": Bad(
        "mdp module m [a] true -> true; endmodule\nsystem m{a<-b,a<-c} endsystem", 2, 8, "'a' is renamed twice",
    ),
    "two conditions on initial states": Bad(
        "mdp module m endmodule init true endinit\ninit true endinit", 2, 6, "a second 'init … endinit'",
    ),
    "initial values twice": Bad(
        "mdp module m x:[0..1]\ninit 0; endmodule init x=0 endinit", 2, 6, "leave one out",
    ),
    "no initial state": Bad(
        "mdp module m x:[0..1]; endmodule\ninit x=0 & x>0 endinit", 2, 6, "no state satisfies the condition",
    ),
    "never an initial state": Bad("mdp module m endmodule\ninit false endinit", 2, 6, "no state satisfies"),
    "a number of initial states": Bad("mdp module m x:bool; endmodule\ninit 1 endinit", 2, 6, "init needs a boolean"),
    "an interval": inside("[a] true -> [0,1]:(x'=0) + [0,1]:(x'=1);", 13, "intervals of probabilities are not read"),
    "a clock": Bad("mdp module m x: clock; endmodule", 1, 17, "clocks are not read"),
    "an alien character": Bad("mdp\n module m§ endmodule", 2, 10, "'§' is no part"),
    "an unclosed string": Bad('mdp label "a = true;', 1, 11, "no part of the PRISM language"),
    "cut off": Bad("mdp\nmodule m x:[0..1", 2, 17, "the file ends too early"),
    "a missing semicolon": Bad("mdp module m x:[0..1] endmodule", 1, 23, "expected one of ';', 'init'"),
    "a word as a name": Bad("mdp module min endmodule", 1, 12, "cannot be a name"),
    "a missing operand": inside("[a] x= -> true;", 8, "expected"),
    "an update without brackets": inside("[a] x=0 -> x'=1;", 13, "cannot stand here"),
    "two updates without probabilities": inside(
        "[a] x=0 -> (x'=1) + (x'=2);", 19, "'+' cannot stand here: expected ';'",
    ),
    "an action called tau": inside("[tau] x=0 -> (x'=1);", 2, "write [] for that one"),
    "a name that is not there": inside("[a] z=0 -> true;", 5, "'z' is not defined"),
    "another's variable assigned": inside("[a] true -> (y'=0);", 14, "'m' cannot assign it"),
    "a constant assigned": inside("[a] true -> (K'=0);", 14, "'K' is not a variable", "mdp const int K=1;"),
    "nothing assigned": inside("[a] true -> (z'=0);", 14, "no such variable in 'm'"),
    "assigned twice": inside("[a] true -> (x'=0)&(x'=1);", 21, "assigned twice"),
    "a number for a guard": inside("[a] x -> true;", 5, "'x' is an int, and a guard needs a boolean"),
    "and of numbers": inside("[a] b & x -> true;", 9, "'x' is an int, and & needs a boolean"),
    "not of a number": inside("[a] !x -> true;", 6, "'x' is an int, and ! needs a boolean"),
    "a sum of booleans": inside("[a] x+b>0 -> true;", 7, "'b' is a bool, and + needs a number"),
    "a minus of a boolean": inside("[a] -b>0 -> true;", 6, "'b' is a bool, and - needs a number"),
    "numbers against booleans": inside("[a] x=b -> true;", 6, "compares numbers with numbers"),
    "comparisons in a row": inside("[a] 0<x<2 -> true;", 8, "write a<b & b<c"),
    "cases of two kinds": inside("[a] (b?x:b)=1 -> true;", 10, "'b' is a bool, and the other case an int"),
    "a case on a number": inside("[a] (x?1:2)=1 -> true;", 6, "'x' is an int, and ? needs a boolean"),
    "a function that is not there": inside("[a] sin(x)=0 -> true;", 5, "there is no function 'sin'"),
    "too few arguments": inside("[a] mod(x)=0 -> true;", 5, "mod needs two arguments, not 1"),
    "a label in a guard": inside('[a] "end" -> true;', 5, "is not defined"),
    "a rational remainder": inside("[a] mod(x,1/2)=0 -> true;", 11, "this is a double, and mod needs an integer"),
    "a rational value": inside("[a] true -> (x'=x/2);", 17, "this is a double, and the variable 'x' is an int"),
    "a boolean value": inside("[a] true -> (x'=b);", 17, "'b' is a bool, and the variable 'x' is an int"),
    "a boolean probability": inside("[a] true -> b:(x'=1);", 13, "a probability needs a number"),
    "out of range": inside(
        "[a] true -> (x'=x+1);", 14, "'x' would leave its range [0..2] with 3 in the state x=2,b=false",
    ),
    "out of every range": inside("[a] true -> (x'=pow(10,x+30));", 14, "would leave its range [0..2] with 1000"),
    "a sum below one": inside(
        "[a] true -> 0.3:(x'=1) + 0.6:(x'=2);", 13, "sum to 9/10, not to 1, in the state x=0,b=false",
    ),
    "a sum by the state": inside(
        "[a] true -> x/4:(x'=2) + 1:(x'=1);", 13, "sum to 5/4, not to 1, in the state x=1,b=false",
    ),
    "a negative probability": inside("[a] true -> -1/2:(x'=1) + 3/2:(x'=2);", 13, "-1/2 is negative in the state x=0"),
    "a probability of two": inside("[a] true -> 2:(x'=1);", 13, "sum to 2"),
    "a division by zero": inside("[a] 1/x>1 -> true;", 5, "1 is divided by zero"),
    "a remainder by zero": inside("[a] mod(1,x)=0 -> true;", 5, "mod needs a positive divisor, not 0"),
    "a logarithm": inside("[a] log(3,2)>1 -> true;", 5, "not a whole number"),
    "a root": inside("[a] pow(2,1/2)>1 -> true;", 5, "2 to the power 1/2 is not rational"),
    "a power of an integer": inside("[a] pow(2,x-1)=1 -> true;", 5, "is no integer"),
    "a giant": inside("[a] pow(10,pow(10,9))=x -> true;", 5, "more than 4000 digits"),
    "an exponent": inside("[a] 1e10000000>x -> true;", 5, "out of bounds"),
    "nested brackets of minus": inside(f"[a] {'-(1+' * 70}x{')' * 70}>0 -> true;", 259, "nested deeper than 64"),
    "a choice in a dtmc": inside("[a] x=0 -> (x'=1);\n[] b=false -> (x'=2);", 1, "write mdp", "dtmc")._replace(line=3),
    "a global written together": Bad(
        "mdp global g:[0..1]; module m\n[a] g=0 -> (g'=1); endmodule\nmodule n [a] g=1 -> true; endmodule",
        2, 13, "synchronises with 'n'",
    ),
    "defined twice": Bad("mdp const int K=1;\nformula K = 2; module m endmodule", 2, 9, "'K' is defined twice"),
    "a variable defined twice": Bad(
        "mdp module m x:bool; endmodule\nmodule n x:bool; endmodule", 2, 10, "defined twice",
    ),
    "a variable that is a constant": Bad("mdp const int x=1; module m\nx:bool; endmodule", 2, 1, "defined twice"),
    "a module twice": Bad("mdp module m endmodule\nmodule m endmodule", 2, 8, "a second module 'm'"),
    "constants in a circle": Bad(
        "mdp\nconst int a=b; const int b=a; module m endmodule", 2, 11, "depends on itself: a → b → a",
    ),
    "formulas in a circle": Bad("mdp\nformula f=f+1; module m endmodule", 2, 9, "'f' depends on itself"),
    "a constant of a variable": Bad(
        "mdp const int K=x; module m x:[0..1]; endmodule", 1, 17, "only constants can be used",
    ),
    "a bound of a variable": Bad("mdp module m x:[0..1]; y:[0..x]; endmodule", 1, 30, "only constants can be used"),
    "an int with a fraction": Bad(
        "mdp const int K=1/2; module m endmodule", 1, 17, "'K' is an int, its value a double",
    ),
    "no value": Bad("mdp\nconst double p; module m endmodule", 2, 14, "give it with --const p=…"),
    "an empty range": Bad("mdp module m x:[2..1]; endmodule", 1, 14, "the range of 'x' is empty"),
    "a rational bound": Bad("mdp module m x:[0..1.5]; endmodule", 1, 20, "a bound of 'x' needs an integer"),
    "a giant bound": Bad("mdp module m x:[0..pow(2,70)]; endmodule", 1, 20, "does not fit"),
    "an initial value out of range": Bad("mdp module m x:[0..2] init 3; endmodule", 1, 28, "starts with 3, outside"),
    "a boolean that starts as a number": Bad("mdp module m b:bool init 0; endmodule", 1, 26, "needs a boolean"),
    "no bounds": Bad(
        "mdp module m x:int init 1;\n[a] true -> (x'=2*x); endmodule", 2, 14, "would leave the 32 bits",
    ),
    "a renaming of nothing": Bad("mdp module n = m [x=y] endmodule", 1, 12, "no module 'm'"),
    "a variable not renamed": Bad(
        "mdp module m x:bool; endmodule\nmodule n = m [a=b] endmodule", 2, 8, "'x' of 'm' must be renamed",
    ),
    "renamed twice": Bad("mdp module m x:bool; endmodule\nmodule n = m [x=y,x=z] endmodule", 2, 19, "renamed twice"),
    "renamed to another's": Bad("mdp module m x:bool; endmodule\nmodule n = m [x=x] endmodule", 2, 15, "defined twice"),
    "renamed to tau": Bad(
        "mdp module m [a] true -> true; endmodule\nmodule n = m [a=tau] endmodule", 2, 17, "hidden action",
    ),
    "formulas that explode": Bad(
        "mdp formula f0=x;" + "".join(f"formula f{i}=f{i - 1}+f{i - 1};" for i in range(1, 40))
        + "\nmodule m x:[0..1]; [a] f39=0 -> (x'=0); endmodule",
        1, 361, "more than 1,000,000 parts",
    ),
    "formulas that are too deep": Bad(
        "mdp formula f0=x;" + "".join(f"\nformula f{i}=f{i - 1}+1;" for i in range(1, 200))
        + "\nmodule m x:[0..1]; [a] f199=0 -> (x'=0); endmodule",
        129, 14, "nested deeper than 128",
    ),
}  # fmt: skip


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_malformed_files(bad: Bad, tmp_path: Path) -> None:
    file = tmp_path / "bad.prism"
    file.write_text(bad.text, encoding="utf-8")
    done = CliRunner().invoke(app, ["show", str(file)])
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith(f"symag: {file}:{bad.line}:{bad.column}: "), done.stderr
    assert bad.message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_errors_that_nobody_reaches_are_none() -> None:
    """As for PRISM: a command that is never enabled may say what it likes about probabilities and ranges."""
    text = "mdp module m x:[0..1]; [a] x=1 & mod(1,x-1)=0 & false -> 2:(x'=7); [a] x>1 -> 1/2:(x'=9); endmodule"
    assert symag.loads(text, "prism").num_states == 1


def test_constants_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "m.prism").write_text("mdp const int K; module m x:[0..K]; [a] x<K -> (x'=x+1); endmodule")
    (tmp_path / "n.nm").write_text("mdp const double p; module n y:[0..1]; [a] true -> p:(y'=1)+1-p:true; endmodule")
    (tmp_path / "spec.pm").write_text("mdp module spec [a] true -> true; endmodule")
    files = [str(tmp_path / name) for name in ("m.prism", "n.nm")]
    question = [*files, "--spec", str(tmp_path / "spec.pm")]
    for arguments, code, message in (
        (["check", *question, "--const", "K=2,p=1/3"], 0, "holds"),
        (["check", *question, "--const", "K=2", "--const", "p = 0.5"], 0, "holds"),
        (["encode", *question, "--const", "K=2,p=1/3"], 0, "(check-sat)"),
        (["show", files[0], "--const", "K=2"], 0, "3 states"),
        (["convert", files[0], str(tmp_path / "m.json"), "--const", "K=1"], 0, ""),
        (["compare", *question, "--const", "K=1,p=1/2", "--backends", "fixpoint"], 0, "holds"),
        (["check", *question, "--const", "K=2"], 2, "--const p=…"),
        (["check", *question, "--const", "K=2,p=1/3,q=1"], 2, "'q', but there is no constant"),
        (["show", files[0], "--const", "K"], 2, "NAME=VALUE"),
        (["show", files[0], "--const", "K=1,K=2"], 2, "two values"),
        (["show", files[0], "--const", "K=many"], 2, "'many' is not a number"),
        (["compare", "--family", "cs", "--const", "K=1"], 2, "not both"),
    ):
        done = CliRunner().invoke(app, arguments)
        assert (done.exit_code, message in done.output) == (code, True), done.output
    assert symag.load(tmp_path / "m.json").num_states == 2


def test_a_file_of_several_modules_is_a_side(tmp_path: Path) -> None:
    users = "".join(
        f"module u{i} x{i}:bool; [t{i}] !x{i} -> (x{i}'=true); [r{i}] x{i} -> (x{i}'=false); endmodule " for i in (1, 2)
    )
    arbiter = "module arbiter s:[0..2]; " + "".join(f"[t{i}] s=0 -> (s'={i}); [r{i}] s={i} -> (s'=0);" for i in (1, 2))
    for name, text in (("users", users), ("arbiter", arbiter + "endmodule"), ("all", users + arbiter + "endmodule")):
        (tmp_path / f"{name}.prism").write_text(f"mdp {text}")
    spec = ["--spec", str(tmp_path / "all.prism"), "--method", "agar"]
    done = CliRunner().invoke(app, ["check", str(tmp_path / "arbiter.prism"), str(tmp_path / "users.prism"), *spec])
    assert done.exit_code == 0, done.output
    assert "asym:" in done.output
    alone = CliRunner().invoke(app, ["check", str(tmp_path / "all.prism"), *spec])
    assert alone.exit_code == 0, alone.output
    assert "asym-n:" in alone.output


def test_limits_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "big.prism"
    file.write_text("mdp module m x:[0..100000000]; [a] x<100000000 -> (x'=x+1); endmodule")
    for option in (["--max-states", "1000"], ["--timeout", "0.2"]):
        done = CliRunner().invoke(app, ["check", str(file), "--spec", str(file), *option])
        assert done.exit_code == 3, done.output


def test_only_what_is_read_by_itself(tmp_path: Path) -> None:
    (tmp_path / "m.prism").write_text("mdp module m endmodule")
    with pytest.raises(InputError, match="no constant of that name") as caught:
        symag.load(tmp_path / "m.prism", {"K": 1})
    assert caught.value.file == str(tmp_path / "m.prism")
