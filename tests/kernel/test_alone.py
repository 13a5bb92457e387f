"""The kernel is small, stands alone, and runs as a script."""

from __future__ import annotations

import ast
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernel.cases_endings import (
    ENDINGS,
    ENDINGS_OF_MINIMALITY,
    ENDINGS_OF_PROBABILITY,
)
from tests.kernel.killing import FILES, KERNEL

SYMAG = KERNEL.parent.parent


def both(*names: str) -> set[str]:
    """In the package, and beside it."""
    return {f"{package}{name}" for package in ("symag.kernel.", "") for name in names}


FIRST = {"symag.kernel", *both("audit")}
SECOND = both("formula", *(f"formula.{name}" for name in ("ANYTHING", "CHECKS", "RELATIONS")))
SCRIPTS = {"audit.py": ENDINGS, "formula.py": ENDINGS_OF_PROBABILITY, "minimality.py": ENDINGS_OF_MINIMALITY}
NEEDED = {"minimality.py": {*SCRIPTS}}
"""The files that each needs, beside the first."""


@pytest.mark.parametrize(
    ("name", "most"),
    [("audit", 560), ("formula", 190), ("minimality", 195)],
)
def test_is_small(name: str, most: int) -> None:
    assert lines_of_code(FILES[name].file) <= most


def test_the_pages_say_how_large_it_is() -> None:
    files = [file for file in KERNEL.parent.glob("*.py") if lines_of_code(file)]
    assert {file.name for file in files} == SCRIPTS.keys()
    size = f"three files, {sum(map(lines_of_code, files))} lines of code"
    for page in ("README.md", "CHANGELOG.md", "symag/README.md", "symag/kernel/README.md"):
        text = " ".join((SYMAG.parent / page).read_text(encoding="utf-8").split())
        assert size in text, (page, size)


def lines_of_code(file: Path) -> int:
    """Not blank, no comment, no docstring."""
    text = file.read_text(encoding="utf-8")
    strings = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr) and is_text(node.value)]
    documentation = {line for node in strings for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = [line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in documentation]
    return sum(1 for line in lines if line and not line.startswith("#"))


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def imported(file: Path) -> set[str]:
    """The modules that a file imports, and what it imports from them."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = ["symag", *file.relative_to(SYMAG).parts[:-1]][: -node.level + 1 or None] if node.level else []
            module = ".".join([*package, *([node.module] if node.module else [])])
            names |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("audit", set()),
        ("formula", FIRST),
        ("minimality", FIRST | SECOND),
    ],
)
def test_imports_the_standard_library_only(name: str, others: set[str]) -> None:
    """Each file may also import those before it, in its package or beside it."""
    file = FILES[name].file
    roots = {module.split(".")[0] for module in imported(file) - others}
    assert roots <= sys.stdlib_module_names
    assert not roots & {"symag", "importlib", "imp", "runpy", "ctypes", "pickle", "subprocess", "os"}
    names = {node.id for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"__import__", "eval", "exec", "compile", "globals"}


def test_has_one_door() -> None:
    users = {file.relative_to(SYMAG).as_posix() for file in SYMAG.rglob("*.py")
             if any(f"{module}.".startswith("symag.kernel.") for module in imported(file))}  # fmt: skip
    assert users == {"evidence/audit.py", *(f"kernel/{name}.py" for name in FILES if name != "audit")}


def little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (2**26, 2**26))


@pytest.mark.parametrize(
    ("script", "what"), [(script, what) for script, endings in SCRIPTS.items() for what in endings]
)
def test_runs_alone(folder: Path, script: str, what: str) -> None:
    """The kernel's files that it needs, copied elsewhere, by a Python that sees no installed package."""
    arguments, code, output = SCRIPTS[script][what]
    for name in {"audit.py", script} | NEEDED.get(script, set()):
        shutil.copy(KERNEL.with_name(name), folder)
    command = [sys.executable, "-S", "-E", "-I", script, *arguments]
    with open(folder / "good.json", encoding="utf-8") as good:
        ended = subprocess.run(
            command, stdin=good, capture_output=True, text=True, check=False, cwd=folder, preexec_fn=little_memory
        )
    assert (ended.returncode, ended.stderr) == (code, "")
    assert ended.stdout.startswith(output)
