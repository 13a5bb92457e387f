"""Limits are kept: the clock is looked at by the work that is done, and memory is asked for before it is taken."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symag
from symag import LPTS, LimitReached, Limits
from symag.limits import LOOK_WORK, SMALL_BYTES, Watch, within_memory
from symag.model.interner import Interner
from symag.operators import Composition
from symag.operators.reduce import cycles
from symag.simulation import Decision, Fixpoint
from tests.work_between_looks import plain, thirds, wide

MOST_LINES = 50_000
"""Of symag's Python between two looks at the clock: they take tens of milliseconds."""


class Readings:
    """A clock, or a memory, that counts how often it is read and always says the same."""

    def __init__(self, value: float = 0.0) -> None:
        self.count = 0
        self.value = value

    def __call__(self) -> float:
        self.count += 1
        return self.value


QUICK = (
    "mono",
    "mono-wide-violated",
    "agar-two-violated",
    "assumption",
    "silent",
    "minimise-wide",
    "traces-agar",
    "z3-violated",
)
SLOW = [
    "mono-violated",
    "mono-wide",
    "mono-large",
    "agar-two",
    "agar-large",
    "agar-large-paper",
    "traces-assumption",
    "learn",
]
SLOW += ["z3/cuts", "z3-large"]


@pytest.mark.parametrize("case", [*QUICK, *(pytest.param(case, marks=pytest.mark.slow) for case in SLOW)])
def test_the_clock_is_looked_at_after_little_work(case: str) -> None:
    script = Path(__file__).with_name("work_between_looks.py")
    done = subprocess.run([sys.executable, script, case], capture_output=True, check=True, text=True)
    found = json.loads(done.stdout)
    assert found["lines"] < MOST_LINES, found
    assert found["readings"] > 10


def test_a_tick_reads_the_clock_by_work_and_the_memory_by_time() -> None:
    clock, memory = Readings(), Readings()
    watch = Watch(clock=clock, memory=memory)
    watch.check("working")
    before = clock.count
    for _ in range(10 * LOOK_WORK):
        watch.tick()
    assert clock.count - before == 10
    watch.tick(5 * LOOK_WORK)
    assert clock.count - before == 11
    assert memory.count == 1
    clock.value = 1.0
    watch.tick(LOOK_WORK)
    assert memory.count == 2


def test_stages_read_the_memory_by_time() -> None:
    """Many short stages, as learning has them, cost no reading each; and memory that is used up is seen in 20 ms."""
    clock, memory, heard = Readings(), Readings(1.0), list[str]()
    watch = Watch(Limits(memory_mb=10), lambda stage, count: heard.append(stage), clock, memory)
    for number in range(1000):
        watch.check(f"stage {number}")
    assert memory.count == 1
    assert heard == [f"stage {number}" for number in range(1000)]
    memory.value, clock.value = 11.0, 0.02
    with pytest.raises(LimitReached, match="memory: 11 MB of 10 MB are in use while learning"):
        watch.check("learning")


def test_a_tick_stops_at_the_limit_and_names_the_stage() -> None:
    clock = Readings()
    watch = Watch(Limits(seconds=5), clock=clock)
    watch.check("working")
    clock.value = 6.0
    with pytest.raises(LimitReached, match="timeout: 5 s were used up while working"):
        watch.tick(LOOK_WORK)


def test_time_that_is_spent_does_not_come_back() -> None:
    """The reason names the limit that the user gave, not what was left of it."""
    now = [100.0]
    watch = Watch(Limits(seconds=5, spent=3), clock=lambda: now[0])
    watch.check("reading")
    assert watch.remaining() == 2
    now[0] += 1.5
    watch.check("reading")
    assert watch.remaining() == 0.5
    now[0] += 1
    with pytest.raises(LimitReached, match=r"^timeout: 5 s were used up while exploring$"):
        watch.check("exploring")
    assert Watch(Limits(spent=3)).remaining() is None


def test_the_listener_hears_the_count_of_a_tick() -> None:
    heard: list[tuple[str, int]] = []
    clock = Readings()
    watch = Watch(listener=lambda stage, count: heard.append((stage, count)), clock=clock)
    watch.check("working", 1)
    clock.value = 1.0
    watch.tick(LOOK_WORK, 7)
    assert heard == [("working", 1), ("working", 7)]


def stopped_after(readings: int) -> tuple[Watch, Callable[[], int]]:
    """A watch whose time is up after so many readings; and how often it was read."""
    count = 0

    def clock() -> float:
        nonlocal count
        count += 1
        return float(count)

    return Watch(Limits(seconds=readings), clock=clock), lambda: count


def test_composing_wide_distributions_stops_soon() -> None:
    """The compiled module counts outcomes: one state of this product leads to 8,000."""
    components = [wide(20, 3, 20, seed=seed) for seed in range(3)]
    watch, _ = stopped_after(30)
    composition = Composition(components, watch=watch)
    with pytest.raises(LimitReached, match="while composing"):
        composition.explore()
    assert composition.expanded < 50


def test_refining_wide_distributions_stops_soon() -> None:
    """The compiled module counts pairs of outcomes: a question costs hundreds of them."""
    model = wide(40, 4, 20, marks=thirds)
    looks = []
    for seconds in (5, 10):
        watch, count = stopped_after(seconds)
        with pytest.raises(LimitReached, match="while refining"):
            Fixpoint().simulate(model, model, watch)
        looks.append(count())
    assert looks == [7, 12]


@pytest.mark.parametrize("width", [1, 100])
def test_a_table_asks_for_room_before_it_doubles(width: int) -> None:
    memory = Readings(99.0)
    table = Interner(width, Watch(Limits(memory_mb=100), memory=memory))

    def fill() -> None:
        for number in range(1 << 20):
            table.probe[0] = number
            table.intern()

    with pytest.raises(LimitReached, match=r"memory: \d+ MB would be needed, of 100 MB"):
        fill()
    held = 8 * width * table.count + 12 * table.count
    assert SMALL_BYTES <= 2 * held < 4 * SMALL_BYTES
    assert memory.count == 1  # small tables grow unasked


def test_composing_asks_for_room() -> None:
    components = [plain(100, 3, "ab", 1), plain(100, 3, "cd", 2), plain(100, 3, "ef", 3)]
    with pytest.raises(LimitReached, match=r"memory: .* would be needed, of 100 MB, while composing"):
        symag.compose(*components, watch=Watch(Limits(memory_mb=100), memory=lambda: 99.5))


def test_a_limit_on_memory_stops_before_tables_double() -> None:
    program = """
import sys, numpy, symag
from symag.limits import peak_memory_mb
from tests.work_between_looks import plain
model = plain(20_000, 3, "ab")
limit = peak_memory_mb() + 40
verdict = symag.check([model], model, method="mono", memory=limit)
assert verdict.verdict == "unknown" and verdict.reason.startswith("memory: "), verdict
assert peak_memory_mb() < limit + 5, (peak_memory_mb(), limit)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def exhausted() -> int:
    raise MemoryError


def test_out_of_memory_is_a_limit_and_frees_what_the_work_held() -> None:
    class Large:
        alive = 0

        def __init__(self) -> None:
            Large.alive += 1

        def __del__(self) -> None:
            Large.alive -= 1

    def work() -> int:
        held = Large()
        return exhausted() + id(held)

    with pytest.raises(LimitReached, match="memory: the operating system gives") as caught:
        within_memory(work)
    assert Large.alive == 0
    assert caught.value.__context__ is None


def test_a_backend_without_memory_gives_unknown() -> None:
    class Greedy:
        name = "greedy"

        def simulate(self, system: LPTS, specification: LPTS, watch: Watch) -> Decision:
            raise MemoryError

    model = LPTS.build("s", [("s", "a", "s")])
    for method in ("mono", "auto", "cegar"):
        verdict = symag.check([model], model, method=method, backend=Greedy())
        assert (verdict.verdict, verdict.reason) == (
            "unknown",
            "memory: the operating system gives this process no more",
        )


LIMITED = """
import sys, resource, numpy
from symag.cli.main import main
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv.pop(1)) << 20,) * 2)
main()
"""


def run_limited(megabytes: int, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """symag in a process that gets no more address space than that."""
    command = [sys.executable, "-c", LIMITED, str(megabytes), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def address_space_mb() -> int:
    """What a process takes that has loaded symag and done nothing."""
    program = "import numpy, symag.cli.main; print(open('/proc/self/statm').read().split()[0])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return int(done.stdout) * 4096 >> 20


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on address space that the system keeps")
def test_commands_without_memory_end_in_one_line_and_exit_code_3(tmp_path: Path) -> None:
    room = address_space_mb() + 150
    many = tmp_path / "many.lts"
    many.write_text("P = (a -> b -> P).\n||S = (forall[i:0..999] p[i]:P).\n")
    one = tmp_path / "one.lts"
    one.write_text("P = (a -> b -> P).\n")
    for arguments in (("show", "--composed", many), ("convert", many, tmp_path / "out.json")):
        done = run_limited(room, *arguments)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1), done.stderr
        assert done.stderr.startswith("symag: memory: ")
    done = run_limited(room, "check", one, "--spec", many, "--json")
    assert done.returncode == 3, done.stderr
    found = json.loads(done.stdout)
    assert (found["format"], found["version"], found["verdict"]) == ("symag-verdict", 1, "unknown")
    assert found["reason"].startswith("memory: ")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on address space that the system keeps")
def test_check_without_memory_is_unknown(tmp_path: Path) -> None:
    symag.save(plain(30_000, 3, "ab"), tmp_path / "L.json")
    done = run_limited(
        address_space_mb() + 150,
        "check",
        tmp_path / "L.json",
        "--spec",
        tmp_path / "L.json",
        "--method",
        "mono",
        "--json",
    )
    assert done.returncode == 3, done.stderr
    found = json.loads(done.stdout)
    assert found["verdict"] == "unknown"
    assert found["reason"].startswith("memory: ")


def test_cycles_are_the_strongly_connected_components() -> None:
    import networkx

    random = Random(1)
    for size in (1, 2, 5, 20, 60):
        after = [sorted({random.randrange(size) for _ in range(random.randint(0, 2))}) for _ in range(size)]
        graph: networkx.DiGraph[int] = networkx.DiGraph()
        graph.add_nodes_from(range(size))
        graph.add_edges_from((s, t) for s, goals in enumerate(after) for t in goals)
        found = list(cycles(after, Watch()))
        assert found == [sorted(one) for one in networkx.strongly_connected_components(graph)]
        place = {s: number for number, one in enumerate(found) for s in one}
        assert all(place[t] <= place[s] for s, goals in enumerate(after) for t in goals)


@pytest.mark.parametrize("limits", [{"threads": 1.5}, {"threads": True}, {"max_states": "ten"}])
def test_limits_that_count_are_whole_numbers(limits: dict[str, Any]) -> None:
    with pytest.raises(symag.InputError, match="must be a whole number, not"):
        Limits(**limits)
