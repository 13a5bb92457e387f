"""The house: data and imports flow one way through its rooms."""

from __future__ import annotations

import ast
import sys
from graphlib import TopologicalSorter
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import symag

ROOT = Path(symag.__file__).parent
ROOMS = [
    "uncompiled",
    "lazy",
    "errors",
    "limits",
    "process",
    "model",
    "options",
    "operators",
    "flow",
    "formats",
    "evidence",
    "simulation",
    "probability",
    "smt",
    "traces",
    "relations",
    "assume",
    "notes",
    "question",
    "check",
    "explain",
    "file_questions",
    "smallest_assumptions",
    "deadlock",
    "encode",
    "study",
    "report",
    "cli",
    "testing",
]
"""From the top of the house to its bottom: a room may import from those above it. Kernel and build are apart."""

MODULES = {
    "symag." + ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in ROOT.rglob("*.py")
    if path != ROOT / "__init__.py"
}


def imports(path: Path) -> set[str]:
    """Everything that a file imports anywhere in it, as full names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def doors(name: str) -> set[str]:
    """The modules of symag that a module imports."""
    found = {target for target in imports(MODULES[name]) if target in MODULES}
    return {door for door in found if not any(other.startswith(door + ".") for other in found)} - {name}


def room(name: str) -> str:
    return name.split(".")[1]


def test_every_room_is_on_the_plan() -> None:
    assert {room(name) for name in MODULES} <= {*ROOMS, "kernel", "build"}


def test_no_door_leads_down() -> None:
    wrong = [
        f"{name} imports {door}"
        for name in MODULES
        if room(name) in ROOMS
        for door in doors(name)
        if room(door) in ROOMS and ROOMS.index(room(door)) > ROOMS.index(room(name))
    ]
    assert not wrong


def test_no_cycles() -> None:
    list(TopologicalSorter({name: doors(name) for name in MODULES}).static_order())


def test_only_the_audit_calls_the_kernel() -> None:
    callers = {name for name in MODULES for door in doors(name) if room(door) == "kernel" and room(name) != "kernel"}
    assert callers == {"symag.evidence.audit"}


def test_the_kernel_stands_alone() -> None:
    own = {
        "symag.kernel",
        *(f"{at}{file}" for at in ("", "symag.kernel.") for file in ("audit", "formula")),
    }
    for name, path in MODULES.items():
        if room(name) == "kernel":
            tables = ("ANYTHING", "CHECKS", "RELATIONS")
            others = imports(path) - own - {f"{file}.{table}" for file in own for table in tables}
            assert {target.split(".")[0] for target in others} <= sys.stdlib_module_names


def test_no_python_in_encodings() -> None:
    """A package of that name would hide Python's own."""
    assert not list((ROOT.parent / "encodings").rglob("*.py"))


def test_nothing_raises_the_recursion_limit() -> None:
    assert not [name for name, path in MODULES.items() if "setrecursionlimit" in path.read_text(encoding="utf-8")]


def test_public_names_are_unique_within_a_room() -> None:
    """No word has two meanings in a room."""
    owners: dict[tuple[str, str], list[str]] = {}
    for name, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name[0] != "_":
                owners.setdefault((room(name), node.name), []).append(name)
    assert {key: names for key, names in owners.items() if len(names) > 1} == {}


def test_everything_public_is_documented() -> None:
    """Each function, class, method, property and field of the interface says what it is."""
    silent = []
    for name in symag.__all__:
        thing = getattr(symag, name)
        if callable(thing) and not thing.__doc__:
            silent.append(name)
        if not isinstance(thing, type):
            continue
        (body,) = ast.parse(dedent(getsource(thing))).body
        assert isinstance(body, ast.ClassDef)
        for node, after in pairwise([*body.body, ast.Pass()]):
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node):
                silent.append(f"{name}.{node.name}")
            if isinstance(node, ast.AnnAssign) and not told:
                silent.append(f"{name}.{ast.unparse(node.target)}")
    assert silent == []
