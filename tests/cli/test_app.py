"""What all commands share: help, errors, completion, version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import symag
from symag.assume import METHODS, RULES
from symag.cli.main import app
from symag.options import ORDERS, STRATEGIES
from symag.relations import RELATIONS
from tests.cli.commands import run, run_line

VALUES = [[record.name for record in table] for table in (RELATIONS, METHODS, RULES, STRATEGIES, ORDERS)]


@pytest.mark.parametrize("values", [*VALUES, symag.backend_names()], ids=repr)
def test_help_names_every_value(values: tuple[str, ...]) -> None:
    text = run_line("check --help").stdout
    assert all(f"{value}:" in text or f"{value}," in text for value in values)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "Try: symag demo"),
        ("chekc", "Did you mean 'check'"),
        ("check", "Try 'symag check --help'"),
        ("check L1.json L2.json", "give the specification with --spec P"),
        ("check --sepc P.json", "--spec"),
        ("compare", "give components and --spec, or --family"),
    ],
)
def test_what_to_do_is_said(folder: Path, command: str, message: str) -> None:
    done = run_line(command)
    assert done.exit_code == 2
    assert message in done.stdout + done.stderr


@pytest.mark.parametrize("rude", ["\x1b[2J", "\x1b]0;title\x07", "\x9b5m"])
def test_names_cannot_command_the_terminal(folder: Path, rude: str) -> None:
    """A model that somebody sent must not clear the screen of whoever looks at it; refusing it is right, too."""
    rows = [{"from": "s", "action": action, "to": {rude: "1/2", "s": "1/2"}} for action in (rude, "output")]
    data = {"format": "symag-lpts", "version": 1, "name": rude, "initial": "s", "transitions": rows}
    (folder / "rude.json").write_text(json.dumps(data))
    for command, code in ((["show", "rude.json"], 0), (["check", "rude.json", "--spec", "P.json"], 1)):
        done = run(*command)
        assert done.exit_code in (code, 2)
        assert not set(rude[0]) & set(done.stdout + done.stderr)


def test_version() -> None:
    done = run("--version")
    assert (done.exit_code, done.stdout) == (0, f"symag {symag.__version__}\n")


COMMANDS = {command.callback.__name__: command.callback for command in app.registered_commands if command.callback}


def test_every_command_is_there() -> None:
    assert COMMANDS.keys() >= {"audit", "bench", "check", "compare", "convert", "demo", "show"}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_example(name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    text = " ".join(done.stdout.split())
    assert f"symag {name}" in text
    lines = (COMMANDS[name].__doc__ or "").splitlines()
    for example in (line.strip() for line in lines if line.strip().startswith("Example:")):
        assert example in text
        assert f"symag {name} " in example


def test_the_shell_completes_values() -> None:
    words = {"_SYMAG_COMPLETE": "complete_bash", "COMP_WORDS": "symag check --method a", "COMP_CWORD": "3"}
    done = CliRunner().invoke(app, [], prog_name="symag", env=words)
    assert done.stdout.split() == ["auto", "agar"]


def test_help_lists_the_commands() -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert all(name in done.stdout for name in COMMANDS)


def test_an_unknown_command_exits_with_2() -> None:
    assert run("prove").exit_code == 2
    assert run("bench", "of-the-park").exit_code == 2
