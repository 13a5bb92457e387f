"""The 32 subjects of Table I in Cobleigh, Avrunin, Clarke, *Breaking Up is Hard to Do* (TOSEM 2008), for flow graphs:
the systems as programs with tasks, each property with a minimal set of constraints, and a variant that violates it.

The number of a subject is the paper's. The texts are in `tosem08_programs_texts.py`; the properties are those of the
models for LTSs, and one more for subjects 8 and 17.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from symag.errors import InternalError
from symag.flow import FlowProgram, ask
from symag.formats import ConstantValues, SourceText, read_components
from symag.formats.flow.read import read_program
from symag.limits import Limits, Watch
from symag.model import LPTS
from symag.study.cases.decompositions import FirstSide, Tasks
from symag.study.cases.tosem08_programs_texts import PROGRAMS
from symag.study.cases.tosem08_texts import FILES

__all__ = ["FLOW_CASES", "FlowCase", "FlowSubject", "FlowSystem"]


class FlowSystem(NamedTuple):
    """A program with an array of tasks: its size is how many there are."""

    name: str
    """As in the tables of the paper."""
    file: str
    repeated: str
    """The array."""
    others: tuple[str, ...]
    """The other tasks."""
    properties: str
    """The file of the properties."""

    def tasks(self, size: int) -> Tasks:
        """The tasks, those of the array first."""
        return Tasks(tuple(f"{self.repeated}[{number}]" for number in range(1, size + 1)), self.others)


class FlowCase(NamedTuple):
    """A row of Table I for one system."""

    system: FlowSystem
    specification: str
    """The property in its file."""
    wrong: str
    """The constant of the program that is 1 in the variant that violates the property."""
    constraints: tuple[str, ...]
    """A minimal set at size 2; with the arrays that are in it as a whole, it suffices for larger systems."""
    apart: tuple[int, ...] = ()
    """Indices of the repeated tasks that the property treats in another way than the rest."""
    by_parts: tuple[str, ...] = ()
    """What decompositions need beyond that: sides know less about each other than one flow graph does."""
    property_file: str = ""
    """Of the property, if it is not with the others."""

    @property
    def specification_file(self) -> str:
        """Where the property is."""
        return self.property_file or self.system.properties


CHIRON = ("manager", "client", "wrapper", "dispatcher")
SINGLE = FlowSystem("Chiron single", "chiron_single.ada", "a", CHIRON, "chiron_single.lts")
MULTIPLE = FlowSystem("Chiron multiple", "chiron_multiple.ada", "a", (*CHIRON, "d[1]", "d[2]"), "chiron_multiple.lts")
GAS = FlowSystem("Gas Station", "gas_station.ada", "customers", ("pumps[1]", "pumps[2]", "operator"), "gas_station.lts")
PETERSON = FlowSystem("Peterson", "peterson.ada", "processes", ("peterson",), "peterson.lts")
RELAY = FlowSystem("Relay", "relay.ada", "runners", ("variable",), "relay.lts")
SMOKERS = FlowSystem("Smokers", "smokers.ada", "smokers", ("supplier", "table"), "smokers.lts")
FIRST, LISTED = "VA(dispatcher.first[1])", "VA(d[1].listed[1])"
SMOKING = ("VA(on_table)", "TA(supplier)", "TA(smokers)")

FLOW_CASES: Mapping[int, FlowCase] = {
    1: FlowCase(SINGLE, "REGISTERS_ONCE", "eager", ("TA(dispatcher)", "TA(a[1])"), (1,)),
    2: FlowCase(SINGLE, "PASSED_ON", "impatient", (FIRST, "TA(dispatcher)"), (1,)),
    3: FlowCase(SINGLE, "RECEIVED", "confused", ("TA(dispatcher)",)),
    4: FlowCase(SINGLE, "NOT_THE_OTHER", "confused", ("TA(dispatcher)",)),
    5: FlowCase(
        SINGLE,
        "SOMEBODY",
        "forgetful",
        (FIRST, "TA(a)", "TA(manager)", "TA(dispatcher)"),
        by_parts=("VA(dispatcher.first)",),
    ),
    6: FlowCase(SINGLE, "REGISTERED", "forgetful", (FIRST, "TA(dispatcher)"), (1,)),
    7: FlowCase(SINGLE, "IN_ORDER", "reversed", (FIRST, "TA(dispatcher)"), (1, 2)),
    8: FlowCase(
        SINGLE,
        "LIST_FITS",
        "eager",
        ("VA(dispatcher.size)", "TA(dispatcher)", "TA(a)"),
        property_file="chiron.lts",
    ),
    9: FlowCase(SINGLE, "NOBODY_LEFT", "hasty", ("TA(manager)", "TA(a)", "TA(client)"), (), ("TA(dispatcher)",)),
    10: FlowCase(MULTIPLE, "REGISTERS_ONCE", "eager", ("TA(d[1])", "TA(a[1])"), (1,)),
    11: FlowCase(MULTIPLE, "PASSED_ON", "impatient", (LISTED, "TA(d[1])", "TA(dispatcher)"), (1,)),
    12: FlowCase(MULTIPLE, "RECEIVED", "confused", ("TA(d[1])", "TA(dispatcher)")),
    13: FlowCase(MULTIPLE, "NOT_THE_OTHER", "confused", ("TA(d[2])", "TA(dispatcher)")),
    14: FlowCase(MULTIPLE, "SOMEBODY", "forgetful", ("VA(d[1].listed)", "TA(d[1])")),
    15: FlowCase(MULTIPLE, "REGISTERED", "forgetful", (LISTED, "TA(d[1])"), (1,)),
    16: FlowCase(MULTIPLE, "IN_ORDER", "reversed", (LISTED, "TA(d[1])", "TA(dispatcher)"), (1, 2)),
    17: FlowCase(MULTIPLE, "LIST_FITS", "eager", ("VA(d[1].size)", "TA(d[1])", "TA(a)"), property_file="chiron.lts"),
    18: FlowCase(MULTIPLE, "NOBODY_LEFT", "hasty", ("TA(manager)", "TA(a)", "TA(d)")),
    19: FlowCase(GAS, "ONE_AT_THE_PUMP", "crowded", ("TA(pumps[1])",), (1, 2)),
    20: FlowCase(GAS, "STARTS_AND_STOPS", "greedy", ("TA(pumps)", "TA(customers[1])"), (1,)),
    21: FlowCase(GAS, "LETS_START_AND_STOP", "crowded", ("TA(pumps[1])",)),
    22: FlowCase(GAS, "CHANGE", "muddled", ("TA(operator)", "TA(customers[1])", "TA(pumps)"), (1,)),
    23: FlowCase(PETERSON, "EXCLUSION", "hasty", ("VA(level)", "VA(last)", "TA(processes)")),
    24: FlowCase(RELAY, "ONE_BETWEEN", "hasty", ("VA(variable.value)", "TA(variable)", "TA(runners)")),
    25: FlowCase(SMOKERS, "CORRECT", "rash", SMOKING),
    26: FlowCase(SMOKERS, "NEEDED", "rash", SMOKING, (1,)),
    27: FlowCase(SMOKERS, "ONE_AT_A_TIME", "rash", SMOKING),
    28: FlowCase(SMOKERS, "NOT_BOTH", "rash", SMOKING, (1, 2)),
    29: FlowCase(SMOKERS, "NEVER_ALL", "generous", SMOKING),
    30: FlowCase(SMOKERS, "ONE_CIGARETTE", "rash", SMOKING),
    31: FlowCase(SMOKERS, "PUT_AND_TAKEN", "mean", SMOKING, (), ("TA(table)",)),
    32: FlowCase(SMOKERS, "LOCKED", "sloppy", ("TA(table)", "TA(smokers)"), (), ("TA(supplier)",)),
}
"""By the number of the subject."""


@dataclass(frozen=True)
class FlowSubject:
    """A subject of some size, decomposed, as the subject of a job: its program is read where the job runs."""

    number: int
    size: int = 2
    first: FirstSide = ()
    """The tasks on the first side; nothing for the program as a whole."""
    violated: bool = False
    """Is it the variant that violates the property?"""

    @property
    def case(self) -> FlowCase:
        """Its row of Table I."""
        return FLOW_CASES[self.number]

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.number}({self.size}){', violated' if self.violated else ''}"

    def models(self) -> tuple[list[list[LPTS]], LPTS]:
        """The flow graphs of both sides with their constraints, or that of the whole, and the property."""
        case = self.case
        program = _program(case.system.file, self.size, case.wrong if self.violated else "")
        tasks = case.system.tasks(self.size).names
        if unknown := set(self.first) - set(tasks):
            raise InternalError(f"{case.system.name} of size {self.size} has no task {min(unknown)!r}")
        specification = _specification(case.specification_file, self.size, case.specification)
        if not self.first:
            models = ask(program, specification, case.constraints, watch=Watch(LIMITS))
            return [[one for one in models.components if isinstance(one, LPTS)]], _one(models.specification)
        sides = [list(self.first), [task for task in tasks if task not in self.first]]
        models = ask(program, specification, [*case.constraints, *case.by_parts], sides, Watch(LIMITS))
        found = [[side] if isinstance(side, LPTS) else list(side) for side in models.components]
        return found, _one(models.specification)


LIMITS = Limits(memory_mb=4096.0)
"""Of reading: a graph that is too large is an error, not the end of the machine."""


def _one(given: LPTS | tuple[LPTS, ...]) -> LPTS:
    assert isinstance(given, LPTS)
    return given


@lru_cache(maxsize=16)
def _program(file: str, size: int, wrong: str) -> FlowProgram:
    constants = {"k": size} | ({wrong: 1} if wrong else {})
    return read_program(SourceText(PROGRAMS[file], ConstantValues(constants)))


@lru_cache(maxsize=64)
def _specification(file: str, size: int, process: str) -> LPTS:
    text = PROGRAMS[file] if file in PROGRAMS else FILES[file]
    (found,) = read_components(text, "lts", ConstantValues({"K": size}), process=process)
    return found
