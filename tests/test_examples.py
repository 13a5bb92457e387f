"""Every example runs as it is, and every README.md of the project says what is true."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from symag.cli.main import app
from symag.study.bench import BENCHMARKS

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
PAGES = {
    page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8")
    for folder in (".", ".github", "symag", "examples", "encodings")
    for page in sorted((ROOT / folder).glob("*.md" if folder in (".", ".github") else "**/*.md"))
}
"""Every page, by its path."""
README = PAGES["README.md"]
NAMES = sorted(PAGES)


def blocks(language: str) -> list[object]:
    """Every block of code in that language, with its page."""
    return [
        pytest.param(page, block, id=f"{page}-{number}")
        for page in NAMES
        for number, block in enumerate(re.findall(rf"^```{language}\n(.*?)^```", PAGES[page], re.MULTILINE | re.DOTALL))
    ]


RUN = """
import runpy, sys, symag

def check(*arguments, decide=symag.check, **options):
    verdict = decide(*arguments, **options)
    for note in verdict.notes:
        print("note:", note, file=sys.stderr)
    return verdict

symag.check = check
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""An example, and what symag notes about its models."""
NOTES = {
    "dining_philosophers": {"the system can stop"},  # as the example says
    "own_backend": {  # a light that keeps to itself, and a broken one
        "the specification is light itself, a component of the system",
        "the system can never do stop, which the specification speaks of",
    },
    "real_models": {"the system can stop"},  # the protocol, when the file is sent or the sender has given up
    "supplier_and_customer": {"the system can stop"},  # the hasty sender, which is the one that is violated
    "write_a_specification": {  # links that are perfect, or dead, or the specification itself
        "1 of the 3 states of link cannot be reached from idle",
        "the specification is link itself, a component of the system",
        "the system can never do deliver, which the specification speaks of",
        "the system can never do drop, which the specification speaks of",
    },
}
"""Notes that an example deserves, as they begin."""


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.stem for example in EXAMPLES])
def test_example(example: Path, tmp_path: Path) -> None:
    """It raises no false alarm, and ends with the pictures that it wrote; it leaves no more than what it names."""
    notes = NOTES.get(example.stem, set())
    done = subprocess.run([sys.executable, "-c", RUN, str(example)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {line.split(":")[1].strip() for line in done.stderr.splitlines() if line.startswith("note:")} == notes
    written = {path.name for path in tmp_path.iterdir()}
    pictures = {name for name in written if name.endswith(".svg")}
    assert set(re.findall(r"\S+\.svg", done.stdout.splitlines()[-1])) == pictures != set()
    assert all(name in done.stdout for name in written)


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the README's commands find the files that they name: the demo leaves them in symag-demo."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "examples").symlink_to(ROOT / "examples")
    done = run("symag demo", folder)
    assert done.returncode == 0, done.stderr
    (shown,) = re.findall(r"symag demo\n```\n\n```\n(.*?)```", README, re.DOTALL)
    assert re.search(as_printed(shown), done.stdout, re.DOTALL), done.stdout
    return folder


def as_printed(shown: str) -> str:
    """A pattern for what README shows, with `…` for what differs from run to run or is left out."""
    return ".*".join(map(re.escape, shown.rstrip("\n").split("…")))


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "120"}
    return subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_pages_have_code() -> None:
    assert len(blocks("python")) >= 8
    assert len(blocks("console")) >= 8
    assert len(README.encode()) < 12_288, "the reference lives in the rooms' pages"
    rooms = {folder.parent.name for folder in (ROOT / "symag").glob("*/__init__.py")}
    assert {f"symag/{room}/README.md" for room in rooms} <= set(PAGES)
    for room in rooms:
        text = (ROOT / "symag" / room / "__init__.py").read_text(encoding="utf-8")
        assert "\n.. include:: README.md\n" in text, f"pdoc shows the page of {room}"


@pytest.mark.parametrize(("page", "block"), blocks("python"))
def test_python_of_a_page(page: str, block: str, demo_folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", block], cwd=demo_folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("page", "block"), blocks("console"))
def test_shell_of_a_page(page: str, block: str, demo_folder: Path) -> None:
    """`$ command`, then what it prints, with `…` for what differs from run to run.

    The pages of examples and encodings name files of their own folder; all others name those of the demo.
    """
    folder = (ROOT / page).parent if page.startswith(("examples/", "encodings/")) else demo_folder
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        if command.startswith("pip "):
            continue
        done = run(command, folder)
        assert done.returncode in (0, 1), done.stderr
        printed = done.stdout + done.stderr
        assert re.search(as_printed(expected), printed, re.DOTALL), f"{command} printed\n{printed}"


def anchors(page: str) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", PAGES[page], flags=re.MULTILINE | re.DOTALL), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", NAMES)
def test_links_lead_somewhere(page: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", PAGES[page]):
        if target.startswith("https://"):
            continue
        file = ((ROOT / page).parent / target).resolve() if target else ROOT / page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file.relative_to(ROOT).as_posix()), (target, anchor)


def test_every_example_is_on_its_page() -> None:
    for example in EXAMPLES:
        assert f"`{example.name}`" in PAGES["examples/README.md"]


@pytest.mark.parametrize("command", ["check", "audit", "bench"])
def test_the_page_of_the_command_line_names_all_options(command: str) -> None:
    """And all benchmarks. What every command or every command with models has is said below the table."""
    page = (ROOT / "symag/cli/README.md").read_text()
    row = next(line for line in page.splitlines() if line.startswith(f"| `symag {command} "))
    parameters = get_command(app).commands[command].params  # type: ignore[attr-defined]
    options = {option for one in parameters for option in one.opts if option.startswith("--")}
    missing = {option for option in options if option not in row} - {"--quiet", "--const", "--assertion"}
    assert not missing
    assert command != "bench" or all(f"`{name}`" in row.replace("symag bench ", "") for name in BENCHMARKS)


def write_models(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "examples/probability/write_models.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_writing_models_of_probabilistic_safety(tmp_path: Path) -> None:
    assert write_models("lossy-link", "2", str(tmp_path)).stdout == f"{tmp_path}: at most 1/100\n"
    assert {file.name for file in tmp_path.iterdir()} == {"L1.prism", "L2.prism"}
    assert "usage: write_models.py NAME PARAMETER FOLDER" in write_models("--help").stdout
    assert write_models().returncode == 1
    assert "choose from MER, SN, CS_1, lossy-link," in write_models("lossy", "2", str(tmp_path)).stderr
    assert "a whole number, 1 or more, not 'x'" in write_models("MER", "x", str(tmp_path)).stderr


def test_the_readme_names_the_commands_of_ci() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'pip install -e ".[test]" && pytest -n auto' in README
    assert "pip install . && symag demo" in README
    assert 'pip install --quiet -e ".[test]"\n' in ci
    assert ci.endswith("\npytest -n auto\n")
    assert "symag demo" in ci
