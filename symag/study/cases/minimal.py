"""The case studies of Fietzke, *Learning Minimal Requirements for Compositional Verification* (2006): FSP text, each
with a property that holds and a variant of the system that violates it.

The thesis shows its models in figures. These are written after its text. It does not say where a process of Peterson's
algorithm accepts what the other one writes: both answers are here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symag.model import LPTS
from symag.study.cases import cav08
from symag.study.cases.cav08 import CaseModels, FspCase, read_fsp_case

__all__ = ["CASES", "FILES", "MinimalSubject", "case_models"]


def case_models(name: str, parameter: int | None = None, wrong: bool = False) -> CaseModels:
    """The case study of that name, or its variant that violates the property; with a parameter, one of CAV'08."""
    if parameter is not None:
        return cav08.system(name, parameter, wrong)
    return read_fsp_case(CASES[name], FILES[CASES[name].file], wrong=wrong)


CHANNEL = """\
// A channel: Input reads a message, sends it, and reads the next when it is acknowledged; Output delivers it.
INPUT  = (input -> send -> ack -> INPUT).
OUTPUT = (send -> output -> ack -> OUTPUT).

// It takes a message that is sent again and again, and delivers it once.
PATIENT = (send -> MORE), MORE = (send -> MORE | output -> ack -> PATIENT).

// Wrong: they may acknowledge what they have not delivered yet.
HASTY = (send -> (output -> ack -> HASTY | ack -> output -> HASTY)).
HASTY_PATIENT = (send -> MORE), MORE = (send -> MORE | output -> ack -> HASTY_PATIENT | ack -> output -> HASTY_PATIENT).

// What was read is delivered before the next is read.
property ORDER = (input -> output -> ORDER).

||MODIFIED       = (INPUT || PATIENT || ORDER).
||WRONG          = (INPUT || HASTY || ORDER).
||WRONG_MODIFIED = (INPUT || HASTY_PATIENT || ORDER).
||SIMPLE         = (INPUT || OUTPUT || ORDER).
"""

TWO_CHANNELS = """\
// Two channels: a message that is read as i is sent on channel i, and delivered as i. There is one acknowledgement for
// both channels, or one for each.
range CHANNEL = 1..2

INPUT  = (input[i:CHANNEL] -> send[i] -> ack -> INPUT).
OUTPUT = (send[i:CHANNEL] -> output[i] -> ack -> OUTPUT).

INPUT_OF_TWO  = (input[i:CHANNEL] -> send[i] -> ack[i] -> INPUT_OF_TWO).
OUTPUT_OF_TWO = (send[i:CHANNEL] -> output[i] -> ack[i] -> OUTPUT_OF_TWO).

// Wrong: they may deliver what was sent on channel 2 as 1.
MIXED        = (send[i:CHANNEL] -> output[1..i] -> ack -> MIXED).
MIXED_OF_TWO = (send[i:CHANNEL] -> output[1..i] -> ack[i] -> MIXED_OF_TWO).

// What was read is delivered on its channel before the next is read.
property ORDER = (input[i:CHANNEL] -> output[i] -> ORDER).

||TWO_ACKS       = (INPUT_OF_TWO || OUTPUT_OF_TWO || ORDER).
||WRONG          = (INPUT || MIXED || ORDER).
||WRONG_TWO_ACKS = (INPUT_OF_TWO || MIXED_OF_TWO || ORDER).
||ONE_ACK        = (INPUT || OUTPUT || ORDER).
"""

PETERSON = """\
// Peterson's algorithm: process a sets its flag, gives the turn to b, and enters its critical section when the flag of
// b is not set or the turn is its own; b does the same with a. (The flags are x and y of the thesis.)
//
// A process keeps the values of all three variables, and takes part in what the other one writes. With STRICT it does
// so only where that makes sense: a flag that is set is not set again, one that is not set is not cleared, and the turn
// is given by a process whose flag is set. Otherwise it accepts everything at any time.
//
// HASTY is wrong: it may enter without giving the turn away.
set P = {a, b}
range BIT = 0..1

PROCESS(ME='a, YOU='b, STRICT=0, HASTY=0) = AT[0]['a][0][0],
AT[steps:0..4][turn:P][mine:BIT][other:BIT] =
  ( when (steps == 0) flag[ME][1] -> AT[1][turn][1][other]
  | when (steps == 1) turn[YOU] -> AT[2][YOU][mine][other]
  | when ((steps == 2 || HASTY && steps == 1) && (other == 0 || turn == ME)) enter[ME] -> AT[3][turn][mine][other]
  | when (steps == 3) leave[ME] -> AT[4][turn][mine][other]
  | when (steps == 4) flag[ME][0] -> AT[0][turn][0][other]
  | when (!STRICT || other == 0) flag[YOU][1] -> AT[steps][turn][mine][1]
  | when (!STRICT || other == 1) flag[YOU][0] -> AT[steps][turn][mine][0]
  | when (!STRICT || other == 1) turn[ME] -> AT[steps][ME][mine][other] ).

||A        = PROCESS('a, 'b).
||B        = PROCESS('b, 'a).
||STRICT_A = PROCESS('a, 'b, 1).
||STRICT_B = PROCESS('b, 'a, 1).
||HASTY_A  = PROCESS('a, 'b, 0, 1).
||HASTY_STRICT_A = PROCESS('a, 'b, 1, 1).

// They are never in their critical sections at the same time.
property MUTEX = (enter[p:P] -> leave[p] -> MUTEX).

||STRICT       = (STRICT_A || STRICT_B || MUTEX).
||WRONG        = (HASTY_A || B || MUTEX).
||WRONG_STRICT = (HASTY_STRICT_A || STRICT_B || MUTEX).
||PETERSON     = (A || B || MUTEX).
"""

FILES: Mapping[str, str] = {"channel.lts": CHANNEL, "two_channels.lts": TWO_CHANNELS, "peterson.lts": PETERSON}
"""The texts by the names of their files."""

CASES: Mapping[str, FspCase] = {
    "Simple channel": FspCase("channel.lts", "INPUT", "OUTPUT", "ORDER", ("INPUT", "HASTY")),
    "Modified channel": FspCase("channel.lts", "INPUT", "PATIENT", "ORDER", ("INPUT", "HASTY_PATIENT")),
    "Two channels, one ack": FspCase("two_channels.lts", "INPUT", "OUTPUT", "ORDER", ("INPUT", "MIXED")),
    "Two channels, two acks": FspCase(
        "two_channels.lts", "INPUT_OF_TWO", "OUTPUT_OF_TWO", "ORDER", ("INPUT_OF_TWO", "MIXED_OF_TWO")
    ),
    "Peterson": FspCase("peterson.lts", "A", "B", "MUTEX", ("HASTY_A", "B")),
    "Peterson, strict": FspCase("peterson.lts", "STRICT_A", "STRICT_B", "MUTEX", ("HASTY_STRICT_A", "STRICT_B")),
}
"""Each case study by its name."""


@dataclass(frozen=True)
class MinimalSubject:
    """A case study, as the subject of a job: its text is read where the job runs."""

    name: str
    parameter: int | None = None
    """The number of parties, for a case study of CAV'08."""
    is_reversed: bool = False
    """Is the assumption about the first side, and not about the second?"""

    @property
    def title(self) -> str:
        """For people."""
        size = "" if self.parameter is None else f"({self.parameter})"
        return f"{self.name}{size}{', reversed' if self.is_reversed else ''}"

    def models(self) -> tuple[list[list[LPTS]], LPTS]:
        """See `symag.study.checks.Subject`."""
        found = case_models(self.name, self.parameter)
        sides = [list(found.first), list(found.second)]
        return sides[::-1] if self.is_reversed else sides, found.specification
