"""Systems that fail with some probability, each with the greatest probability that a scheduler can bring about.

- `MER`: the arbiter of the Mars rovers (`cav12.py`) grants the radio while the drive is in use.
- `SN`: the process behind the sensors' channel (`cav12.py`) crashes.
- `CS_1`: a client (`cav12.py`) cancels what it was not granted.
- `lossy link`: a sender gives up after some tries, each of which is lost with 1/10.
- `zeroconf`: a host takes an address that is in use, because all its probes get lost (after Bohnenkamp et al., 2003).
- `two-phase commit`: a message of the coordinator gets lost; a participant that waits too long commits by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from symag.formats import read_components
from symag.model import LPTS
from symag.probability import Formula, formula, leaving
from symag.study.cases.cav12 import CASES

__all__ = ["PROBABILITY_CASES", "ProbabilityCase", "mer_apart"]


@dataclass(frozen=True)
class ProbabilityCase:
    """A system for any parameter, what may be unlikely only, and how likely it is at most."""

    texts: Callable[[int], tuple[str, str]]
    """The sides of rule ASYM, as PRISM text."""
    path: Callable[[int], str | LPTS]
    """The path, or the safety LTS that may be left."""
    value: Callable[[int], Fraction]
    """Its greatest probability."""
    size: int
    """A small parameter."""

    def components(self, parameter: int) -> list[tuple[LPTS, ...]]:
        """The sides."""
        return [read_components(text, "prism") for text in self.texts(parameter)]

    def formula(self, parameter: int, bound: Fraction) -> Formula:
        """The path is at most so likely."""
        path = self.path(parameter)
        return formula(f"P<={bound} [ {path} ]") if isinstance(path, str) else leaving(path, bound)


def mer_apart(users: int) -> LPTS:
    """The radio and the drive are not in use at the same time."""
    rows = []
    everybody = range(1, users + 1)
    for own, other in (("radio", "drive"), ("drive", "radio")):
        for u in everybody:
            rows += [("free", f"grant_{own}{u}", f"{own}{u}"), ("free", f"cancel_{own}{u}", "free")]
            rows += [(f"{own}{u}", f"cancel_{own}{v}", "free" if u == v else f"{own}{u}") for v in everybody]
            rows += [(f"{own}{u}", f"cancel_{other}{v}", f"{own}{u}") for v in everybody]
    return LPTS.build("free", rows, name="Apart")


def mistaken(clients: int) -> LPTS:
    """Client 1 cancels only what it was granted."""
    return LPTS.build("idle", [("idle", "grant1", "granted"), ("granted", "cancel1", "idle")], name="Granted")


def lossy_link(tries: int) -> tuple[str, str]:
    """A sender that tries so often, and a link that loses each tenth message."""
    sender = f"""mdp
module sender
  tries : [0..{tries}] init 0;
  s : [0..3] init 0;  // ready, has sent, has given up, has succeeded

  [send]      s=0 & tries<{tries} -> (s'=1) & (tries'=tries+1);
  [delivered] s=1 -> (s'=3);
  [lost]      s=1 & tries<{tries} -> (s'=0);
  [lost]      s=1 & tries={tries} -> (s'=2);
  [give_up]   s=2 -> true;
endmodule
"""
    link = """mdp
module link
  l : [0..2] init 0;  // free, delivers, loses

  [send]      l=0 -> 9/10:(l'=1) + 1/10:(l'=2);
  [delivered] l=1 -> (l'=0);
  [lost]      l=2 -> (l'=0);
endmodule
"""
    return sender, link


def zeroconf(probes: int) -> tuple[str, str]:
    """A host that sends so many probes, and a network in which half of the addresses are in use; probes and answers
    get lost with 1/10 each."""
    host = f"""mdp
module host
  h : [0..3] init 0;  // chooses, probes, waits, uses the address
  sent : [0..{probes}] init 0;

  [choose]  h=0 -> (h'=1) & (sent'=0);
  [probe]   h=1 & sent<{probes} -> (h'=2) & (sent'=sent+1);
  [answer]  h=2 -> (h'=0);
  [silence] h=2 -> (h'=1);
  [use]     h=1 & sent={probes} -> (h'=3);
endmodule
"""
    network = """mdp
module network
  n : [0..4] init 0;  // no address yet; a free one; one in use; its owner answers; it is used twice

  [choose]  n=0 -> 1/2:(n'=1) + 1/2:(n'=2);
  [probe]   n=1 -> true;
  [probe]   n=2 -> 81/100:(n'=3) + 19/100:true;
  [answer]  n=3 -> (n'=0);
  [silence] n=1 | n=2 -> true;
  [use]     n=1 -> true;
  [use]     n=2 -> (n'=4);
  [clash]   n=4 -> true;
endmodule
"""
    return host, network


def two_phase_commit(participants: int) -> tuple[str, str]:
    """A coordinator that aborts, and participants; a participant that does not hear of it commits by itself."""
    everybody = range(1, participants + 1)
    coordinator = f"""mdp
module coordinator
  c : [0..{participants}] init 0;

{"".join(f"  [abort{p}] c={p - 1} -> (c'={p});" + chr(10) for p in everybody)}endmodule
"""
    modules = "".join(
        f"""
module participant{p}
  p{p} : [0..3] init 0;  // waits, has aborted, has not heard of it, has committed

  [abort{p}]   p{p}=0 -> 99/100:(p{p}'=1) + 1/100:(p{p}'=2);
  [timeout{p}] p{p}=2 -> (p{p}'=3);
  [commit{p}]  p{p}=3 -> true;
endmodule
"""
        for p in everybody
    )
    return coordinator, f"mdp\n{modules}"


def _cav12(case: str) -> Callable[[int], tuple[str, str]]:
    def texts(parameter: int) -> tuple[str, str]:
        found = CASES[case](parameter)
        return found.first[1], found.second[1]

    return texts


def _taken_twice(probes: int) -> Fraction:
    lost = Fraction(19, 100) ** probes
    return lost / (1 + lost)


CRASHES = {1: Fraction(1, 125), 2: Fraction(26, 625), 3: Fraction(151, 3125)}
"""Of the process of SN, by the number of sensors."""

PROBABILITY_CASES = {
    "MER": ProbabilityCase(_cav12("MER"), mer_apart, lambda users: Fraction(7, 25), 3),
    "SN": ProbabilityCase(_cav12("SN"), lambda sensors: "F crash", CRASHES.__getitem__, 2),
    "CS_1": ProbabilityCase(_cav12("CS_1"), mistaken, lambda clients: Fraction(1, 10), 5),
    "lossy link": ProbabilityCase(lossy_link, lambda tries: "F give_up", lambda tries: Fraction(1, 10**tries), 3),
    "zeroconf": ProbabilityCase(zeroconf, lambda probes: "F clash", _taken_twice, 4),
    "two-phase commit": ProbabilityCase(
        two_phase_commit,
        lambda participants: f"F {{{', '.join(f'commit{p}' for p in range(1, participants + 1))}}}",
        lambda participants: 1 - Fraction(99, 100) ** participants,
        3,
    ),
}
"""By their names."""
