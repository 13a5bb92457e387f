"""The case studies of CAV'12, section 6, for any number of parties: PRISM text that is written here, and read like a
user's.

- `CS_1`, `CS_N`: clients that share a server's resource; the first client, or every one, may change its mind before it
  starts, and then cancels what it never asked for.
- `MER`: the resource arbiter of the Mars Exploration Rovers, with two resources that exclude each other. A user that
  was granted one fails with 1/2 to give it back; the arbiter fails with 1/5 to rescind the drive before it grants the
  radio to user 1.
- `SN`: sensors that report to a process through a channel with room for two messages, which loses every fifth.

The components have the numbers of states of the paper's Table 1. Its specifications were never published; these are
ours, of the same sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from symag.formats import read_components
from symag.model import LPTS

__all__ = ["CASES", "Cav12Subject", "PrismCase", "client_server", "rovers", "sensor_network"]


class PrismCase(NamedTuple):
    """The sides of rule ASYM by their names, each a PRISM text of one or more modules, and the specification."""

    first: tuple[str, str]
    second: tuple[str, str]
    specification: str

    def files(self) -> dict[str, str]:
        """The texts by the names of their files."""
        sides = {f"{name}.prism": text for name, text in (self.first, self.second)}
        return sides | {"spec.prism": self.specification}


def client_server(clients: int, failing: int | None = None) -> PrismCase:
    """CS_1 with one failing client, CS_N with all of them failing."""
    everybody = range(1, clients + 1)
    failing = clients if failing is None else failing
    server = _text(_server(everybody))
    users = _text(*(_failing_client(c) if c <= failing else _client(c) for c in everybody))
    spec = _text(_client_server_spec(everybody, range(1, failing + 1)))
    sides = ("server", server), ("clients", users)
    first, second = sides if failing < clients else sides[::-1]
    return PrismCase(first, second, spec)


def _client(c: int) -> str:
    return f"""module client{c}
  c{c} : [0..2] init 0;  // idle, waiting, served

  [request{c}] c{c}=0 -> (c{c}'=1);
  [deny{c}]    c{c}=1 -> (c{c}'=0);
  [grant{c}]   c{c}=1 -> (c{c}'=2);
  [use{c}]     c{c}=2 -> true;
  [cancel{c}]  c{c}=2 -> (c{c}'=0);
endmodule
"""


def _failing_client(c: int) -> str:
    return f"""module client{c}
  c{c} : [-1..3] init -1;  // new, idle, waiting, served, mistaken

  [decide{c}]  c{c}=-1 -> 0.9:(c{c}'=0) + 0.1:(c{c}'=3);
  [request{c}] c{c}=0  -> (c{c}'=1);
  [deny{c}]    c{c}=1  -> (c{c}'=0);
  [grant{c}]   c{c}=1  -> (c{c}'=2);
  [use{c}]     c{c}=2  -> true;
  [cancel{c}]  c{c}=2  -> (c{c}'=0);
  [cancel{c}]  c{c}=3  -> (c{c}'=1);  // never asked, and waits now
endmodule
"""


def _server(clients: range) -> str:
    last = clients[-1]
    return f"""module server
  phase  : [0..3] init 0;  // free, granting, taken, denying
  holder : [0..{last}] init 0;
  other  : [0..{last}] init 0;

{
        _for(
            clients,
            lambda c: (
                f'''
  [request{c}] phase=0 -> (phase'=1) & (holder'={c});
  [grant{c}]   phase=1 & holder={c} -> (phase'=2);
  [cancel{c}]  phase=2 & holder={c} -> (phase'=0) & (holder'=0);
  [request{c}] phase=2 -> (phase'=3) & (other'={c});
  [deny{c}]    phase=3 & other={c} -> (phase'=2) & (other'=0);
  [cancel{c}]  phase=0 | (phase=2 & holder!={c}) -> true;  // not the holder's: ignored
'''
            ),
        )
    }
endmodule
"""


def _client_server_spec(clients: range, failing: range) -> str:
    return f"""module spec
  holder : [0..{clients[-1]}] init 0;
{_for(failing, lambda c: f"  sure{c} : [-1..1] init -1;  // not decided yet, sure, mistaken")}

{_for(failing, lambda c: f"  [decide{c}] sure{c}=-1 -> 0.9:(sure{c}'=0) + 0.1:(sure{c}'=1);")}
{_for(failing, lambda c: f"  [cancel{c}] sure{c}=1 -> true;")}
{
        _for(
            clients,
            lambda c: (
                f'''
  [grant{c}]  holder=0{f" & sure{c}=0" if c in failing else ""} -> (holder'={c});
  [use{c}]    holder={c} -> true;
  [cancel{c}] holder={c} -> (holder'=0);
'''
            ),
        )
    }
endmodule
"""


def rovers(users: int) -> PrismCase:
    """MER with so many users."""
    everybody = range(1, users + 1)
    arbiter = ("arbiter", _text(_arbiter(everybody)))
    return PrismCase(arbiter, ("users", _text(*map(_user, everybody))), _text(_rovers_spec(everybody)))


def _user(u: int) -> str:
    return f"""module user{u}
  s{u} : [0..4] init 0;  // thinking, ready, waiting, granted, finished
  r{u} : [0..2] init 0;  // what for: nothing yet, the radio, the drive
  rescind{u} : bool init false;

  [] s{u}=0 & r{u}=0 -> (r{u}'=1);
  [] s{u}=0 & r{u}=0 -> (r{u}'=2);
  [] s{u}=0 & r{u}>0 -> (s{u}'=1);
  [ask_radio{u}]    s{u}=1 & r{u}=1 -> (s{u}'=2);
  [grant_radio{u}]  s{u}=2 & r{u}=1 -> (s{u}'=3);
  [deny_radio{u}]   s{u}=2 & r{u}=1 -> (s{u}'=1);
  [use_radio{u}]    s{u}=3 & r{u}=1 -> 0.5:(s{u}'=4) + 0.5:(s{u}'=0)&(r{u}'=0);  // fails to give it back
  [cancel_radio{u}] (s{u}=2 | s{u}=4) & r{u}=1 -> (s{u}'=0) & (r{u}'=0);
  [ask_drive{u}]    s{u}=1 & r{u}=2 -> (s{u}'=2);
  [grant_drive{u}]  s{u}=2 & r{u}=2 -> (s{u}'=3);
  [deny_drive{u}]   s{u}=2 & r{u}=2 -> (s{u}'=1);
  [rescind_drive{u}] s{u}=3 & r{u}=2 -> (rescind{u}'=true);
  [use_drive{u}]    s{u}=3 & r{u}=2 & !rescind{u} -> 0.5:(s{u}'=4) + 0.5:(s{u}'=0)&(r{u}'=0);
  [cancel_drive{u}] (s{u}=2 | s{u}=4) & r{u}=2 -> (s{u}'=0) & (r{u}'=0);
  [cancel_drive{u}] s{u}=3 & r{u}=2 & rescind{u} -> (s{u}'=1) & (rescind{u}'=false);
endmodule
"""


def _arbiter(users: range) -> str:
    last = users[-1]
    return f"""module arbiter
  turn  : [-1..{last}] init 0;  // whose request is dealt with; -1: user 1, to whom the radio goes by mistake
  fails : [0..2] init 0;  // how often it may have failed to rescind
  radio : [0..{last}] init 0;  // who has it
  drive : [0..{last}] init 0;
  rescinding : [0..{last}] init 0;
  grant_radio : bool init false;
  deny_radio  : bool init false;
  grant_drive : bool init false;
  deny_drive  : bool init false;

  [ask_radio1] turn=0 & radio=0 & drive!=0 & fails<2 ->
      0.8:(turn'=1)&(rescinding'=drive)&(fails'=fails+1) + 0.2:(turn'=-1)&(grant_radio'=true)&(fails'=fails+1);
  [ask_radio1] turn=0 & radio=0 & drive!=0 & fails=2 -> (turn'=1) & (rescinding'=drive);
  [grant_radio1] turn=-1 & grant_radio -> (turn'=0) & (radio'=1) & (grant_radio'=false);
{_for(users[1:], lambda u: f"  [ask_radio{u}] turn=0 & radio=0 & drive!=0 -> (turn'={u}) & (rescinding'=drive);")}

  [] turn>0 -> true;
  [] rescinding!=0 & drive=0 -> (rescinding'=0) & (grant_radio'=true);

{
        _for(
            users,
            lambda u: (
                f'''
  [ask_radio{u}]    turn=0 & radio=0 & drive=0 -> (turn'={u}) & (grant_radio'=true);
  [ask_radio{u}]    turn=0 & radio!=0 -> (turn'={u}) & (deny_radio'=true);
  [grant_radio{u}]  turn={u} & radio=0 & drive=0 & grant_radio & !grant_drive ->
      (turn'=0) & (radio'={u}) & (grant_radio'=false);
  [deny_radio{u}]   turn={u} & deny_radio -> (turn'=0) & (deny_radio'=false);
  [cancel_radio{u}] radio={u} -> (radio'=0);
  [ask_drive{u}]    turn=0 & radio=0 & drive=0 -> (turn'={u}) & (grant_drive'=true);
  [ask_drive{u}]    turn=0 & (radio!=0 | drive!=0) -> (turn'={u}) & (deny_drive'=true);
  [grant_drive{u}]  turn={u} & drive=0 & grant_drive -> (turn'=0) & (drive'={u}) & (grant_drive'=false);
  [deny_drive{u}]   turn={u} & deny_drive -> (turn'=0) & (deny_drive'=false);
  [rescind_drive{u}] rescinding={u} & drive={u} -> (rescinding'=0) & (grant_radio'=true);
  [cancel_drive{u}] drive={u} -> (drive'=0);
'''
            ),
        )
    }
endmodule
"""


def _rovers_spec(users: range) -> str:
    return f"""module spec
  holder : [0..{users[-1]}] init 0;  // of the radio
  state  : [0..2] init 0;  // using it, done, failed to give it back

{
        _for(
            users,
            lambda u: (
                f'''
  [ask_radio{u}]    holder!={u} | state=2 -> true;
  [grant_radio{u}]  holder=0 -> (holder'={u}) & (state'=0);
  [use_radio{u}]    holder={u} & state=0 -> 0.5:(state'=1) + 0.5:(state'=2);
  [cancel_radio{u}] holder={u} & state>0 -> (holder'=0);
'''
            ),
        )
    }
endmodule
"""


def sensor_network(sensors: int, last_message: int = 1) -> PrismCase:
    """SN with so many sensors. The channel remembers the last message; with none to remember at first,
    `last_message=0`, the system has the paper's number of states, and the channel does not."""
    everybody = range(1, sensors + 1)
    first = _text(*map(_sensor, everybody), _channel(everybody, last_message))
    return PrismCase(("sensors", first), ("process", _text(_process())), _text(_sensors_spec(everybody)))


def _sensor(i: int) -> str:
    return f"""module sensor{i}
  y{i} : [0..6] init 0;  // measuring; 2: sends an alert; 4: sends a stop; 6: off; odd: waits for an answer

  [send{i}]  y{i}=0 -> (y{i}'=1);
  [ack{i}_data] y{i}=1 -> (y{i}'=0);
  [noack{i}] y{i}=1 -> (y{i}'=0);
  [detect{i}] y{i}=0 -> (y{i}'=2);
  [send{i}]  y{i}=2 -> (y{i}'=3);
  [ack{i}_alert] y{i}=3 -> (y{i}'=4);
  [noack{i}] y{i}=3 -> (y{i}'=2);
  [send{i}]  y{i}=4 -> (y{i}'=5);
  [ack{i}_stop] y{i}=5 -> (y{i}'=6);
  [noack{i}] y{i}=5 -> (y{i}'=4);
  [] y{i}=6 -> true;
endmodule
"""


def _channel(sensors: range, last_message: int) -> str:
    return f"""module channel
  c    : [0..3] init 0;  // free, receiving, extracting, delivering
  what : [0..3] init {last_message};  // the message that was extracted: 1 data, 2 alert, 3 stop
  first  : [0..3] init 0;  // the messages that wait
  second : [0..3] init 0;
  waiting : [0..2] init 0;
  who  : [1..{max(2, sensors[-1])}] init 1;

  [process] c=0 & waiting>0 -> (c'=2);
  [extract] c=2 & waiting=1 -> 0.8:(c'=3)&(what'=first)&(waiting'=0)&(first'=0) + 0.2:(c'=0)&(waiting'=0)&(first'=0);
  [extract] c=2 & waiting=2 -> 0.8:(c'=3)&(what'=first)&(waiting'=1)&(first'=second)&(second'=0)
                             + 0.2:(c'=0)&(waiting'=1)&(first'=second)&(second'=0);
  [data]  c=3 & what=1 -> (c'=0);
  [alert] c=3 & what=2 -> (c'=0);
  [stop]  c=3 & what=3 -> (c'=0);

{
        _for(
            sensors,
            lambda i: (
                f'''
  [send{i}]  c=0 -> (c'=1) & (who'={i});
  [ack{i}_data]  c=1 & who={i} & waiting=0 -> (c'=0) & (first'=1) & (waiting'=1);
  [ack{i}_data]  c=1 & who={i} & waiting=1 -> (c'=0) & (second'=1) & (waiting'=2);
  [ack{i}_alert] c=1 & who={i} & waiting=0 -> (c'=0) & (first'=2) & (waiting'=1);
  [ack{i}_alert] c=1 & who={i} & waiting=1 -> (c'=0) & (second'=2) & (waiting'=2);
  [ack{i}_stop]  c=1 & who={i} & waiting=0 -> (c'=0) & (first'=3) & (waiting'=1);
  [ack{i}_stop]  c=1 & who={i} & waiting=1 -> (c'=0) & (second'=3) & (waiting'=2);
  [noack{i}] c=1 & who={i} & waiting=2 -> (c'=0);
'''
            ),
        )
    }
endmodule
"""


def _process() -> str:
    return """module process
  x : [0..2] init 0;  // running, stopped, crashed
  work : [0..10] init 0;

  [data]  x=0 -> (work'=10);
  [work]  x=0 & work>0 -> (work'=work-1);
  [alert] x=0 -> (work'=0);
  [stop]  x=0 & work>0 -> 0.95:(x'=1) + 0.05:(x'=2);
  [stop]  x=0 & work=0 -> (x'=1);
  [done]  x=1 -> true;
  [crash] x=2 -> true;
endmodule
"""


def _sensors_spec(sensors: range) -> str:
    return f"""module spec
  delivering : bool init false;
  x : [0..2] init 0;  // running, stopped, crashed
{_for(sensors, lambda i: f"  phase{i} : [0..2] init 0;  // measuring, has detected, has warned")}

  [extract] !delivering -> 0.8:(delivering'=true) + 0.2:true;
  [data]  delivering & x=0 -> (delivering'=false);
  [alert] delivering & x=0 -> (delivering'=false);
  [stop]  delivering & x=0 -> 0.95:(delivering'=false)&(x'=1) + 0.05:(delivering'=false)&(x'=2);
  [stop]  delivering & x=0 -> (delivering'=false) & (x'=1);
  [work]  x=0 -> true;
  [done]  x=1 -> true;
  [crash] x=2 -> true;

{
        _for(
            sensors,
            lambda i: (
                f'''
  [detect{i}]    phase{i}=0 -> (phase{i}'=1);
  [ack{i}_data]  phase{i}=0 -> true;
  [ack{i}_alert] phase{i}=1 -> (phase{i}'=2);
  [ack{i}_stop]  phase{i}=2 -> true;
'''
            ),
        )
    }
endmodule
"""


CASES: Mapping[str, Callable[[int], PrismCase]] = {
    "CS_1": lambda n: client_server(n, 1),
    "CS_N": client_server,
    "MER": rovers,
    "SN": sensor_network,
}
"""Each case study of the paper by its name, for a parameter."""


@dataclass(frozen=True)
class Cav12Subject:
    """A case study for one parameter, as the subject of a job: its text is read where the job runs."""

    name: str
    parameter: int

    def models(self) -> tuple[list[tuple[LPTS, ...]], LPTS]:
        """The two sides and the specification."""
        case = CASES[self.name](self.parameter)
        texts = (case.first[1], case.second[1], case.specification)
        first, second, (specification,) = (read_components(text, "prism") for text in texts)
        return [first, second], specification


def _for(parties: range, line: Callable[[int], str]) -> str:
    """The lines of each of them."""
    return "\n".join(line(party).strip("\n") for party in parties)


def _text(*modules: str) -> str:
    return "\n".join(("mdp\n", *modules))
