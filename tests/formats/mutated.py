"""Texts in each language with the constructs that it has, and mutants of them: words left out, doubled, replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

PRISM = """
mdp
const int N = 2; const double lost = 1/10;
formula full = sent = N;
label "done" = sent = N;
global turn : [0..1] init 0;
module sender
  sent : [0..N] init 0; ready : bool;
  [send] !full & turn = 0 -> (sent'=sent+1);
  [] full -> 0.5 : (sent'=0) + 0.5 : (ready'=!ready);
  [] turn = 0 -> (turn'=1);
endmodule
module channel
  busy : [0..1];
  [send] busy=0 -> 1-lost : (busy'=1) + lost : true;
  [receive] busy=1 -> (busy'=min(0, busy, 1));
  [] turn = 1 & sent > 0 => busy = 0 -> (turn'=0);
endmodule
module other = channel [busy=idle, receive=get, send=put] endmodule
rewards "cost" [send] true : 1; sent>0 : 2; endrewards
"""

PRISM_SYSTEM = """
mdp
module one a : [0..1]; [x] a=0 -> (a'=1); [y] a=1 -> 1/3 : (a'=0) + 2/3 : (a'=1); endmodule
module two b : [0..1]; [x] true -> (b'=1-b); [z] b=1 -> (b'=0); endmodule
module three = two [b=c, x=x, z=w] endmodule
init a<=1 & b=0 & c=0 endinit
system (one |[x]| two) {z<-y} / {w} ||| three endsystem
"""

FSP = """
const N = 2
range T = 0..N
set S = {a, b[T]}
BUFF = EMPTY, EMPTY = (in[i:T] -> FULL[i]), FULL[i:T] = (when (i<N) out[i] -> EMPTY | drop -> STOP) + {extra.S}.
LOOP(I=1) = if (I>0) then (tick -> LOOP) else ERROR.
TASK = (begin -> finish -> END).
TWICE = TASK;TASK;END.
minimal ||PAIR = (p[1..N]:BUFF || {p[1],p[2]}::q:LOOP(1))/{forall[i:1..N] {start/p[i].in[0]}} \\ {p.q}.
property SAFE = (p[1].in[T] -> p[1].{out[T], drop} -> SAFE).
||SYS = (PAIR || SAFE || TWICE) >> {tick} @ {p, begin}.
progress LIVE = {begin}
menu RUN = {begin, finish}
"""

ALDEBARAN = """des (0, 5, 4)
(0, "send", 1 9/10 2)
(0, tau, 3)
(1,"a b, (c)",0)
(2, i, 2)
(3, receive !1, 0 1/3 1 1/3 2)
"""

NATIVE = """{"format": "symag-lpts", "version": 1, "name": "L2", "initial": "idle",
 "alphabet": ["send", "ack", "never"],
 "transitions": [{"from": "idle", "action": "send", "to": {"sent": "9/10", "idle": 0.1}},
                 {"from": "sent", "action": "ack", "to": "idle"}, {"from": "sent", "action": "tau", "to": "sent"}]}
"""

JANI = """{"jani-version": 1, "name": "m", "type": "mdp", "actions": [{"name": "a"}, {"name": "b"}],
 "constants": [{"name": "K", "type": "int", "value": 2}],
 "variables": [{"name": "g", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": "K"},
                "initial-value": 0}],
 "automata": [
  {"name": "one", "locations": [{"name": "p"}, {"name": "q"}], "initial-locations": ["p"],
   "variables": [{"name": "x", "type": "bool", "initial-value": false}],
   "edges": [{"location": "p", "action": "a", "guard": {"exp": {"op": "<", "left": "g", "right": "K"}},
     "destinations": [
      {"location": "q", "probability": {"exp": {"op": "/", "left": 1, "right": 4}}, "assignments": []},
      {"location": "p", "probability": {"exp": 0.75},
       "assignments": [{"ref": "g", "value": {"op": "+", "left": "g", "right": 1}}, {"ref": "x", "value": true}]}]},
    {"location": "q", "destinations": [{"location": "p", "assignments": [{"ref": "g", "value": 0}]}]}]},
  {"name": "two", "locations": [{"name": "l"}], "initial-locations": ["l"],
   "edges": [{"location": "l", "action": "b", "destinations": [{"location": "l"}]}]}],
 "system": {"elements": [{"automaton": "one"}, {"automaton": "two"}],
            "syncs": [{"synchronise": ["a", "b"], "result": "a"}, {"synchronise": [null, "b"], "result": "b"}]}}
"""

CSP = """-- a remark
N = 2
datatype FRUIT = apple | pear.{0..1}
nametype IDS = {0..N}
channel in, out : IDS.FRUIT
channel sync, tick
transparent sbisim
BUFF(<>) = in?i?x -> BUFF(<x>)
BUFF(<x>^rest) = out!#rest!x -> BUFF(rest) [] #rest < 1 & in?_?y:{apple} -> BUFF(<x, y>^rest)
TASK(i) = let again(k) = if k == 0 then SKIP else sync -> again(k - 1) within again(i) ; (tick -> SKIP |~| STOP)
PAIR = sbisim(BUFF(<>)) [[in.i <- out.i | i <- IDS]] [|{|out.0|}|] (out?x -> STOP /\\ tick -> STOP)
SYS = (PAIR ||| (|| i:{0..1} @ [{sync, tick}] TASK(i))) \\ {|in, sync|}
assert STOP [T= SYS
assert not SYS [F= SYS
"""

ADA = """
procedure system is
   n : constant := 2;
   type index is range 1 .. n;
   type colour is (red, green);
   x : Boolean := false;
   marks : array (index) of colour := (others => red);
   task type client (i : index);
   clients : array (index) of client;
   task server is
      entry ask (1 .. n);
      entry pay;
   end server;
   task body client is
      tries : Integer range 0 .. 3 := 0;
   begin
      outer : while tries < 3 loop
         server.ask (i);
         tries := tries + 1;
         --# event asked (i)
         exit outer when x and then tries in 2 .. 3;
         select server.pay; else null; end select;
      end loop outer;
   end client;
   task body server is
   begin
      loop
         select
            accept ask (1) do x := not x; end ask;
         or when marks (2) = red => accept ask (2);
         or accept pay;
         or terminate;
         end select;
         case marks (1) is when red => pragma Event (stop); when others => marks (1) := red; end case;
      end loop;
   end server;
begin
   null;
end system;
"""

TEXTS = {
    "json": [NATIVE],
    "aut": [ALDEBARAN],
    "prism": [PRISM, PRISM_SYSTEM],
    "lts": [FSP],
    "jani": [JANI],
    "csp": [CSP],
    "ada": [ADA],
}
"""By suffix; each text is right."""

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_ODD = (
    *("0", "-1", "999999999", "9" * 40, "1e999", "1e-9999", "0.3", "1/0", "1/3", "NaN", "true", "tau", "i", "null"),
    *("ERROR", "STOP", "END", "..", "->", "(", ")", "[", "]", "{", "}", "(" * 70, "[" * 200, '"', "'", "\\", "#"),
    *("@", ";", ",", ":", "|", "||", "|||", "|[", "=", "+", "/*", "//", "\0", "é", "\u2028", "\r", "x" * 5000),
    *("module", "init", "system", "property", "when", "forall", "if"),
)


def mutants(text: str, count: int, seed: int) -> Iterator[str]:
    """So many mutants of the text, with one to three changes each; the same ones for the same seed."""
    chance, words = Random(seed), _WORD.findall(text)
    for _ in range(count):
        changed = list(words)
        for _ in range(chance.randint(1, 3)):
            at, other = chance.randrange(len(changed)), chance.randrange(len(changed))
            match chance.randrange(6):
                case 0:
                    changed[at] = ""
                case 1:
                    changed[at] *= 2
                case 2:
                    changed[at], changed[other] = changed[other], changed[at]
                case 3:
                    changed[at] = changed[other]
                case 4:
                    changed[at] = chance.choice(_ODD)
                case _:
                    changed[at : at + chance.randint(1, 8)] = [""]
        yield "".join(changed)
