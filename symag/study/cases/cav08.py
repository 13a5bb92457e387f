"""The case studies of CAV'08, section 5, for K parties, each with a variant that violates its property.

The FSP texts are in `cav08_texts.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from symag.formats import ConstantValues, read_components
from symag.model import LPTS
from symag.study.cases.cav08_texts import FILES

__all__ = ["CASES", "CaseModels", "Cav08Subject", "FspCase", "read_fsp_case", "system"]


class FspCase(NamedTuple):
    """Where a case study is: a file, and the processes in it that are the sides of rule 1 and the property."""

    file: str
    first: str
    second: str
    specification: str
    wrong: tuple[str, str]
    """The sides of the variant that violates the property."""


class CaseModels(NamedTuple):
    """A case study for one parameter."""

    first: tuple[LPTS, ...]
    second: tuple[LPTS, ...]
    specification: LPTS


def system(name: str, parameter: int, wrong: bool = False) -> CaseModels:
    """The case study of that name, or its variant that violates the property."""
    return read_fsp_case(CASES[name], FILES[CASES[name].file], {"K": parameter}, wrong)


def read_fsp_case(
    case: FspCase, text: str, constants: Mapping[str, int] | None = None, wrong: bool = False
) -> CaseModels:
    """A case study, or its variant that violates the property, from the text of its file."""

    def read(process: str) -> tuple[LPTS, ...]:
        return read_components(text, "lts", ConstantValues(constants), process=process)

    first, second = case.wrong if wrong else (case.first, case.second)
    (specification,) = read(case.specification)
    return CaseModels(read(first), read(second), specification)


CASES: Mapping[str, FspCase] = {
    "Channel": FspCase("channel.lts", "SENDING", "DELIVERING", "ORDER", ("SENDING", "HASTY_DELIVERING")),
    "Gas Station": FspCase("gas_station.lts", "FORECOURT", "OFFICE", "CHANGE", ("FORECOURT", "MUDDLED_OFFICE")),
    "Chiron, property 2": FspCase(
        "chiron.lts", "INTERFACE", "DISPATCH", "NOTIFIED", ("INTERFACE", "IMPATIENT_DISPATCH")
    ),
    "Chiron, property 3": FspCase(
        "chiron.lts", "INTERFACE", "DISPATCH", "RECEIVED", ("INTERFACE", "CONFUSED_DISPATCH")
    ),
    "Chiron, property 2, by cells": FspCase(
        "chiron.lts", "INTERFACE", "DISPATCH_BY_CELLS", "NOTIFIED", ("INTERFACE", "IMPATIENT_DISPATCH_BY_CELLS")
    ),
    "Chiron, property 3, by cells": FspCase(
        "chiron.lts", "INTERFACE", "DISPATCH_BY_CELLS", "RECEIVED", ("INTERFACE", "CONFUSED_DISPATCH_BY_CELLS")
    ),
    "MER": FspCase("mer.lts", "USERS", "ARBITRATION", "EXCLUSION", ("USERS", "RASH_ARBITRATION")),
    "Rover Exec.": FspCase("rover.lts", "EXECUTION", "MONITORING", "CLEARED", ("CARELESS_EXECUTION", "MONITORING")),
    "Rover Exec., by cells": FspCase(
        "rover.lts", "EXECUTION", "MONITORING_BY_CELLS", "CLEARED", ("CARELESS_EXECUTION", "MONITORING_BY_CELLS")
    ),
}
"""Each case study by its name; the channel is that of section 2, the others have rows in Tables 1 and 2."""


@dataclass(frozen=True)
class Cav08Subject:
    """A case study for one parameter, decomposed, as the subject of a job: its text is read where the job runs."""

    name: str
    parameter: int
    first: str = ""
    """The names of the components on the first side; nothing for the sides that are given."""
    violated: bool = False
    """Is it the variant that violates the property?"""

    def models(self) -> tuple[list[list[LPTS]], LPTS]:
        """The two sides and the property."""
        found = system(self.name, self.parameter, self.violated)
        if not self.first:
            return [list(found.first), list(found.second)], found.specification
        chosen, everything = self.first.split(), (*found.first, *found.second)
        sides = [[part for part in everything if (part.name in chosen) is wanted] for wanted in (True, False)]
        return sides, found.specification
