"""The 30 subjects of Table I in Cobleigh, Avrunin, Clarke, *Breaking Up is Hard to Do* (TOSEM 2008), for LTSs; each
with a variant that violates its property.

A subject is a system with a property; its number is the paper's. Subjects 8 and 17 are missing, as in the paper: they
hold by how the models are made. The FSP texts are in `tosem08_texts.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from symag.errors import InternalError
from symag.formats import ConstantValues, read_components
from symag.model import LPTS
from symag.study.cases.decompositions import FirstSide, Tasks
from symag.study.cases.tosem08_texts import FILES

__all__ = ["CASES", "SYSTEMS", "ScalableSystem", "Tosem08Case", "Tosem08Subject"]


class ScalableSystem(NamedTuple):
    """A system of tasks, one of which is repeated: its size is how often."""

    name: str
    """As in the tables of the paper."""
    file: str
    repeated: str
    """What the repeated tasks are called; each has its ID after that."""
    others: tuple[str, ...]
    alike: bool = False
    """Can any two of the repeated tasks be exchanged without a change of the system?"""

    def tasks(self, size: int) -> Tasks:
        """The tasks in the order of the file."""
        return Tasks(tuple(f"{self.repeated}{identity}" for identity in range(1, size + 1)), self.others)


class Tosem08Case(NamedTuple):
    """A row of Table I for one system."""

    system: ScalableSystem
    specification: str
    """The property in the file."""
    wrong: str
    """The process in the file that is the system with the mistake that violates the property."""
    apart: tuple[int, ...] = ()
    """IDs of the repeated tasks that the property treats in another way than the rest."""

    def alike(self, size: int) -> list[tuple[str, ...]]:
        """Groups of tasks that neither system nor property can tell apart."""
        if not self.system.alike:
            return []
        names = self.system.tasks(size).repeated
        special = tuple(names[identity - 1] for identity in self.apart)
        return [group for group in (special, tuple(name for name in names if name not in special)) if len(group) > 1]


_CHIRON = ("manager", "client", "wrapper", "dispatcher")
CHIRON_SINGLE = ScalableSystem("Chiron single", "chiron_single.lts", "artist", _CHIRON)
CHIRON_MULTIPLE = ScalableSystem(
    "Chiron multiple", "chiron_multiple.lts", "artist", (*_CHIRON, "event_dispatcher1", "event_dispatcher2")
)
GAS_STATION = ScalableSystem("Gas Station", "gas_station.lts", "customer", ("pump1", "pump2", "operator"), True)
PETERSON = ScalableSystem("Peterson", "peterson.lts", "process", ("variables",))
RELAY = ScalableSystem("Relay", "relay.lts", "runner", ("variable",))
SMOKERS = ScalableSystem("Smokers", "smokers.lts", "smoker", ("supplier", "table"))

SYSTEMS: Mapping[str, ScalableSystem] = {
    system.name: system for system in (CHIRON_SINGLE, CHIRON_MULTIPLE, GAS_STATION, PETERSON, RELAY, SMOKERS)
}
"""By the names that the paper's tables have, in their order."""

_CHIRON_PROPERTIES: Mapping[int, tuple[str, str, tuple[int, ...]]] = {
    1: ("REGISTERS_ONCE", "EAGER_SYSTEM", (1,)),
    2: ("PASSED_ON", "IMPATIENT_SYSTEM", (1,)),
    3: ("RECEIVED", "CONFUSED_SYSTEM", ()),
    4: ("NOT_THE_OTHER", "CONFUSED_SYSTEM", ()),
    5: ("SOMEBODY", "FORGETFUL_SYSTEM", ()),
    6: ("REGISTERED", "FORGETFUL_SYSTEM", (1,)),
    7: ("IN_ORDER", "REVERSED_SYSTEM", (1, 2)),
    9: ("NOBODY_LEFT", "HASTY_SYSTEM", ()),
}
CASES: Mapping[int, Tosem08Case] = {
    **{number: Tosem08Case(CHIRON_SINGLE, *rest) for number, rest in _CHIRON_PROPERTIES.items()},
    **{number + 9: Tosem08Case(CHIRON_MULTIPLE, *rest) for number, rest in _CHIRON_PROPERTIES.items()},
    19: Tosem08Case(GAS_STATION, "ONE_AT_THE_PUMP", "CROWDED_SYSTEM", (1, 2)),
    20: Tosem08Case(GAS_STATION, "STARTS_AND_STOPS", "GREEDY_SYSTEM", (1,)),
    21: Tosem08Case(GAS_STATION, "LETS_START_AND_STOP", "CROWDED_SYSTEM"),
    22: Tosem08Case(GAS_STATION, "CHANGE", "MUDDLED_SYSTEM", (1,)),
    23: Tosem08Case(PETERSON, "EXCLUSION", "HASTY_SYSTEM"),
    24: Tosem08Case(RELAY, "ONE_BETWEEN", "HASTY_SYSTEM"),
    25: Tosem08Case(SMOKERS, "CORRECT", "RASH_SYSTEM"),
    26: Tosem08Case(SMOKERS, "NEEDED", "RASH_SYSTEM", (1,)),
    27: Tosem08Case(SMOKERS, "ONE_AT_A_TIME", "RASH_SYSTEM"),
    28: Tosem08Case(SMOKERS, "NOT_BOTH", "RASH_SYSTEM", (1, 2)),
    29: Tosem08Case(SMOKERS, "NEVER_ALL", "GENEROUS_SYSTEM"),
    30: Tosem08Case(SMOKERS, "ONE_CIGARETTE", "RASH_SYSTEM"),
    31: Tosem08Case(SMOKERS, "PUT_AND_TAKEN", "MEAN_SYSTEM"),
    32: Tosem08Case(SMOKERS, "LOCKED", "SLOPPY_SYSTEM"),
}
"""By the number of the subject."""


@dataclass(frozen=True)
class Tosem08Subject:
    """A subject of some size, decomposed, as the subject of a job: its text is read where the job runs."""

    number: int
    size: int = 2
    first: FirstSide = ()
    """The tasks on the first side; nothing for the system as a whole."""
    violated: bool = False
    """Is it the variant that violates the property?"""

    @property
    def case(self) -> Tosem08Case:
        """Its row of Table I."""
        return CASES[self.number]

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.number}({self.size}){', violated' if self.violated else ''}"

    def models(self) -> tuple[list[list[LPTS]], LPTS]:
        """The two sides, or the whole as one, and the property. The components of a task stay together."""
        case = self.case
        components = _read(case.system.file, self.size, case.wrong if self.violated else "SYSTEM")
        (specification,) = _read(case.system.file, self.size, case.specification)
        tasks = case.system.tasks(self.size).names
        if unknown := set(self.first) - set(tasks):
            raise InternalError(f"{case.system.name} of size {self.size} has no task {min(unknown)!r}")
        task_of = [tasks[min(place, len(tasks) - 1)] for place in range(len(components))]  # the last may have several
        sides = [
            [part for part, task in zip(components, task_of, strict=True) if (task in self.first) is wanted]
            for wanted in (True, False)
        ]
        return [side for side in sides if side], specification


@lru_cache(maxsize=64)
def _read(file: str, size: int, process: str) -> tuple[LPTS, ...]:
    """A process of a file. The decompositions of a subject share it: reading would take longer than checking."""
    return tuple(read_components(FILES[file], "lts", ConstantValues({"K": size}), process=process))
