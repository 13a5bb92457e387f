"""The FSP front end: small texts with their transition systems written by hand, models of the book, laws, limits."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import symag
from symag import LPTS, InputError, LimitReached, Limits
from symag.cli.main import app
from symag.formats import read_components
from symag.operators import trim


def parts(text: str) -> tuple[LPTS, ...]:
    return read_components(text, "lts")


class Case(NamedTuple):
    """A text, its transitions `source action target`, and actions of the alphabet that no transition carries."""

    text: str
    rows: str
    unused: str = ""

    def expected(self) -> LPTS:
        rows = [(source, action, target) for source, action, target in map(str.split, self.rows.split(";"))]
        unused = [("nowhere", action, "nowhere") for action in self.unused.split()]
        return trim(LPTS.build(rows[0][0], [*rows, *unused]))


CASES = {
    # primitive processes
    "prefix": Case("SWITCH = (on -> off -> SWITCH).", "SWITCH on SWITCH.1; SWITCH.1 off SWITCH"),
    "local processes": Case("S = OFF, OFF = (on -> ON), ON = (off -> OFF).", "OFF on ON; ON off OFF"),
    "stop": Case("ONESHOT = (once -> STOP).", "ONESHOT once STOP"),
    "choice": Case("D = (red -> coffee -> D | blue -> tea -> D).", "D red D.1; D blue D.2; D.1 coffee D; D.2 tea D"),
    "nondeterministic choice": Case("C = (toss -> C | toss -> STOP).", "C toss C; C toss STOP"),
    "nested choice": Case("P = (a -> (b -> P | c -> STOP)).", "P a P.1; P.1 b P; P.1 c STOP"),
    "set of actions": Case("P = ({a, b} -> c -> P).", "P a P.1; P b P.1; P.1 c P"),
    "set after a dot": Case("P = (a.{b, c}.d -> P).", "P a.b.d P; P a.c.d P"),
    "set before a dot": Case("P = ({a, b}.c -> P).", "P a.c P; P b.c P"),
    "a set in a set": Case("P = ({a, {b, c}.d} -> P).", "P a P; P b.d P; P c.d P"),
    "index that is kept": Case(
        "BUFF = (in[i:0..1] -> out[i] -> BUFF).",
        "BUFF in[0] BUFF.1[0]; BUFF in[1] BUFF.1[1]; BUFF.1[0] out[0] BUFF; BUFF.1[1] out[1] BUFF",
    ),
    "index that is forgotten": Case("P = (a[i:0..1] -> b -> P).", "P a[0] P.1; P a[1] P.1; P.1 b P"),
    "index that is hidden by another": Case(
        "P = (a[i:0..1] -> b[i:2..2] -> c[i] -> P).", "P a[0] P.1; P a[1] P.1; P.1 b[2] P.2[2]; P.2[2] c[2] P"
    ),
    "index without a name": Case("P = (a[0..1] -> P).", "P a[0] P; P a[1] P"),
    "two indices": Case("P = (a[i:0..1][j:i..1] -> P).", "P a[0][0] P; P a[0][1] P; P a[1][1] P"),
    "index expression": Case("P = (a[2*3-1] -> P | b[7%4] -> P | c[-7/2] -> P).", "P a[5] P; P b[3] P; P c[-3] P"),
    "index first": Case("P = ([1].a -> P).", "P [1].a P"),
    "range by name": Case("range T = 1..2\nP = (a[T] -> P | b[i:T] -> P).", "P a[1] P; P a[2] P; P b[1] P; P b[2] P"),
    "constant": Case("const N = 2\nconst M = N+1\nP = (a[N] -> b[M] -> P).", "P a[2] P.1; P.1 b[3] P"),
    "set by name": Case("set S = {a, b[0..1]}\nP = (S -> P).", "P a P; P b[0] P; P b[1] P"),
    "set by name, with dots": Case("set S = {a, b}\nP = (S.x -> P | y.S -> P).", "P a.x P; P b.x P; P y.a P; P y.b P"),
    "index over a set": Case(
        "set S = {red, green}\nP = (a[x:S] -> b[x] -> P).",
        "P a.red P.1[red]; P a.green P.1[green]; P.1[red] b.red P; P.1[green] b.green P",
    ),
    "index over a set in braces": Case("P = (a[x:{u, v}] -> P).", "P a.u P; P a.v P"),
    "labels are compared": Case(
        "P = (a[x:{u, v}][y:{u, v}] -> if x == y then P else STOP).",
        "P a.u.u P; P a.v.v P; P a.u.v STOP; P a.v.u STOP",
    ),
    "guards": Case(
        "COUNT (N=2) = C[0], C[i:0..N] = (when (i<N) inc -> C[i+1] | when (i>0) dec -> C[i-1]).",
        "C[0] inc C[1]; C[1] inc C[2]; C[1] dec C[0]; C[2] dec C[1]",
    ),
    "a guard without brackets": Case("P = (when 1 a -> P | when 0 b -> P).", "P a P"),
    "operators": Case(
        "P = (when (1 < 2 && !(3 >= 4) || 1/0 == 1) a[(6&3)|(8^1)][1<<3>>1][+5] -> P).", "P a[11][4][5] P"
    ),
    "if": Case(
        "P = Q[0], Q[i:0..1] = if (i == 0) then (a -> Q[1]) else (b -> c -> Q[0]).",
        "Q[0] a Q[1]; Q[1] b Q.1; Q.1 c Q[0]",
    ),
    "if without else": Case("P = Q[0], Q[i:0..1] = if i == 0 then (a -> Q[1]).", "Q[0] a STOP"),
    "if after an action": Case("P = (a[i:0..1] -> if i then P else (b -> P)).", "P a[1] P; P a[0] P.1; P.1 b P"),
    "else if": Case(
        "P = (a[i:0..2] -> if i == 0 then P else if i == 1 then STOP else (b -> P)).",
        "P a[0] P; P a[1] STOP; P a[2] P.1; P.1 b P",
    ),
    "definitions by cases": Case("P = Q[0], Q[0] = (a -> Q[1]), Q[i:1..2] = (b -> Q[0]).", "Q[0] a Q[1]; Q[1] b Q[0]"),
    "unreachable actions": Case("P = (a -> P), Q = (b -> c -> Q).", "P a P", "b c"),
    "a guard that is false": Case("P = Q[0], Q[i:0..1] = (when (i==0) a[i] -> Q[0] | b[i] -> Q[0]).",
                                  "Q[0] a[0] Q[0]; Q[0] b[0] Q[0]", "b[1]"),
    "extension": Case("P = (a -> P) +{b, c[0..1]}.", "P a P", "b c[0] c[1]"),
    "extension by name": Case("set S = {a, b}\nP = (a -> P)+S.", "P a P", "b"),
    "comments": Case("/* one\n * two */ P = // three\n (a -> P). // four", "P a P"),
    "progress and menus are skipped": Case(
        "progress G = {a}\nprogress H = if {a} then {b}\nmenu RUN = {a}\nP = (a -> P).", "P a P",
    ),
    # labels
    "relabelling": Case("P = (a -> b -> P)/{new/a}.", "P new P.1; P.1 b P"),
    "relabelling, one to many": Case("P = (a -> P)/{{x, y}/a}.", "P x P; P y P"),
    "relabelling, many to one": Case("P = (a -> P | b -> STOP)/{x/a, x/b}.", "P x P; P x STOP"),
    "relabelling at once": Case("P = (a -> b -> P)/{b/a, a/b}.", "P b P.1; P.1 a P"),
    "relabelling of a prefix": Case("P = (a.b -> a.c -> ab -> P)/{x.y/a}.", "P x.y.b P.1; P.1 x.y.c P.2; P.2 ab P"),
    "relabelling of the longest prefix": Case("P = (a.b.c -> a.d -> P)/{x/a, y/a.b}.", "P y.c P.1; P.1 x.d P"),
    "relabelling with indices": Case("P = (a[i:0..1] -> P)/{b[i:0..1]/a[1-i]}.", "P b[1] P; P b[0] P"),
    "relabelling for all": Case("P = (a[0..1] -> P)/{forall[i:0..1] {b[i+1]/a[i]}}.", "P b[1] P; P b[2] P"),
    "relabelling of nothing": Case("P = (a -> P)/{b/c}.", "P a P"),
    "hiding": Case("P = (a -> b -> P)\\{a}.", "P tau P.1; P.1 b P"),
    "hiding of a prefix": Case("P = (a[1] -> a.b -> ab -> P)\\{a}.", "P tau P.1; P.1 tau P.2; P.2 ab P"),
    "interface": Case("P = (a -> b -> c[1] -> P)@{b, c}.", "P tau P.1; P.1 b P.2; P.2 c[1] P"),
    "all three": Case("P = (a -> b -> P)+{c}/{d/a, e/c}\\{b}.", "P d P.1; P.1 tau P", "e"),
    # composite processes
    "synchronised": Case(
        "A = (a -> x -> A). B = (x -> b -> B). ||S = (A || B).",
        "(A,B) a (A.1,B); (A.1,B) x (A,B.1); (A,B.1) a (A.1,B.1); (A,B.1) b (A,B); (A.1,B.1) b (A.1,B)",
    ),
    "blocked by an alphabet": Case("A = (a -> b -> A). B = (c -> B)+{b}. ||S = (A || B).",
                                   "(A,B) a (A.1,B); (A,B) c (A,B); (A.1,B) c (A.1,B)", "b"),
    "labelled": Case("P = (a -> P). ||S = (x:P || y[1].z:P).", "(P,P) x.a (P,P); (P,P) y[1].z.a (P,P)"),
    "labelled by a set": Case("P = (a -> STOP). ||S = {x, y}:P.",
                              "(P,P) x.a (STOP,P); (P,P) y.a (P,STOP); (STOP,P) y.a (STOP,STOP); "
                              "(P,STOP) x.a (STOP,STOP)"),
    "labelled by a set with a name": Case("set S = {x}\nP = (a -> STOP). ||C = S:P.", "P x.a STOP"),
    "labelled by a range": Case(
        "P(I=0) = (a[I] -> P). ||S = p[i:1..2]:P(i*10).", "(P,P) p[1].a[10] (P,P); (P,P) p[2].a[20] (P,P)",
    ),
    "shared": Case("P = (a -> b -> P). ||S = {x, y}::P.", "P x.a P.1; P y.a P.1; P.1 x.b P; P.1 y.b P"),
    "shared and labelled": Case("P = (a -> P). ||S = {x, y}::z:P.", "P x.z.a P; P y.z.a P"),
    "for all": Case("P(I=0) = (a[I] -> P). ||S(N=2) = (forall[i:1..N] P(i)).", "(P,P) a[1] (P,P); (P,P) a[2] (P,P)"),
    "if between compositions": Case("P = (a -> P). Q = (b -> Q). ||S(N=2) = if N > 1 then P else Q.", "P a P"),
    "a parameter from a composite": Case("P(N=1) = (a[N] -> P). ||S(K=4) = P(K+1). ||T = S(6).", "P a[7] P"),
    "a parameter hides a constant": Case("const N = 1\nP(N=2) = (a[N] -> P).", "P a[2] P"),
    "relabelled to share": Case("A = (a -> A). B = (b -> B). ||S = (A || B)/{c/a, c/b}.", "(A,B) c (A,B)"),
    "relabelled one by one": Case("A = (a -> A). ||S = (A/{x/a} || A/{y/a}).", "(A,A) x (A,A); (A,A) y (A,A)"),
    "relabelled after labelling": Case("A = (a -> A). ||S = (x:A || y:A)/{c/x.a, c/y.a}.", "(A,A) c (A,A)"),
    "hidden in one part": Case("A = (a -> A). B = (b -> B). ||S = (A || B)\\{b}.", "(A,B) a (A,B); (A,B) tau (A,B)"),
    "hidden where it is shared": Case("A = (a -> STOP). ||S = (A || A)\\{a}.", "(A,A) tau (STOP,STOP)"),
    "shown": Case("A = (a -> b -> A). ||S = (A)@{b}.", "A tau A.1; A.1 b A"),
    "hidden, then composed": Case(
        "A = (a -> b -> STOP). ||S = (A || A)\\{a}. ||T = (S || A).",
        "((A,A),A) tau ((A.1,A.1),A); ((A,A),A) a ((A,A),A.1); ((A.1,A.1),A) a ((A.1,A.1),A.1); "
        "((A,A),A.1) tau ((A.1,A.1),A.1); ((A.1,A.1),A.1) b ((STOP,STOP),STOP)",
    ),
    "hidden, then relabelled": Case(
        # what is hidden together is one process: its two actions do not become one that it shares with itself
        "A = (h -> a -> STOP). B = (h -> b -> STOP). ||S = (A || B)\\{h}. ||T = S/{c/a, c/b}.",
        "(A,B) tau (A.1,B.1); (A.1,B.1) c (STOP,B.1); (A.1,B.1) c (A.1,STOP); (STOP,B.1) c (STOP,STOP); "
        "(A.1,STOP) c (STOP,STOP)",
    ),
    # properties
    "property": Case("property P = (a -> b -> P)+{c}.", "P a P.1; P.1 b P", "c"),
    "property with ERROR": Case("property P = (a -> P | b -> ERROR).", "P a P", "b"),
    "properties with ERROR, composed": Case(
        "property P = (a -> b -> P | b -> ERROR). property Q = (b -> Q | c -> ERROR). ||S = (P || Q).",
        "(P,Q) a (P.1,Q); (P.1,Q) b (P,Q)", "c",
    ),
    "properties composed": Case(
        "property P = (a -> P). property Q = (b -> Q). ||S = (P || Q).", "(P,Q) a (P,Q); (P,Q) b (P,Q)",
    ),
    "the last process, not the property": Case("P = (a -> P). property Q = (b -> Q).", "P a P"),
    "the last composite, not the process": Case("P = (a -> P). ||S = x:P. Q = (b -> Q).", "P x.a P"),
    "an ERROR that nobody gets to": Case(
        "P = (a -> P | b -> ERROR). Q = STOP+{b}. ||S = (P || Q).", "(P,STOP) a (P,STOP)", "b",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_by_hand(name: str) -> None:
    case = CASES[name]
    assert symag.loads(case.text, "lts") == case.expected()


SEMAPHORE = """
const Max = 3
range Int = 0..Max
SEMAPHORE(N=0) = SEMA[N],
SEMA[v:Int]   = (up -> SEMA[v+1] | when (v>0) down -> SEMA[v-1]),
SEMA[Max+1]   = ERROR.
LOOP = (mutex.down -> enter -> exit -> mutex.up -> LOOP).
||SEMADEMO = (p[1..3]:LOOP || {p[1..3]}::mutex:SEMAPHORE(1)).
property MUTEX = (p[i:1..3].enter -> p[i].exit -> MUTEX).
"""
DINERS = """
PHIL = (sitdown -> right.get -> left.get -> eat -> left.put -> right.put -> arise -> PHIL).
FORK = (get -> put -> FORK).
||DINERS(N=5) = forall [i:0..N-1] (phil[i]:PHIL || {phil[i].left, phil[((i-1)+N)%N].right}::FORK).
"""
BRIDGE = """
const N = 2
range T = 0..N
range ID = 1..N
CAR = (enter -> exit -> CAR).
NOPASS1 = C[1], C[i:ID] = ([i].enter -> C[i%N+1]).
NOPASS2 = C[1], C[i:ID] = ([i].exit -> C[i%N+1]).
||CONVOY = ([ID]:CAR || NOPASS1 || NOPASS2).
||CARS = (red:CONVOY || blue:CONVOY).
BRIDGE = BRIDGE[0][0],
BRIDGE[nr:T][nb:T] = (when (nb==0) red[ID].enter -> BRIDGE[nr+1][nb] | red[ID].exit -> BRIDGE[nr-1][nb]
                     | when (nr==0) blue[ID].enter -> BRIDGE[nr][nb+1] | blue[ID].exit -> BRIDGE[nr][nb-1]).
property ONEWAY = (red[ID].enter -> RED[1] | blue.[ID].enter -> BLUE[1]),
RED[i:ID] = (red[ID].enter -> RED[i+1]
            | when (i==1) red[ID].exit -> ONEWAY | when (i>1) red[ID].exit -> RED[i-1]),
BLUE[i:ID] = (blue[ID].enter -> BLUE[i+1]
             | when (i==1) blue[ID].exit -> ONEWAY | when (i>1) blue[ID].exit -> BLUE[i-1]),
RED[N+1] = ERROR, BLUE[N+1] = ERROR.
||SingleLaneBridge = (CARS || BRIDGE).
"""
READERS = """
set Actions = {acquireRead, releaseRead, acquireWrite, releaseWrite}
READER = (acquireRead -> examine -> releaseRead -> READER)+Actions\\{examine}.
WRITER = (acquireWrite -> modify -> releaseWrite -> WRITER)+Actions\\{modify}.
const Nread = 2
const Nwrite = 2
RW_LOCK = RW[0][0],
RW[readers:0..Nread][writing:0..1] =
   (when (!writing) acquireRead -> RW[readers+1][writing] | releaseRead -> RW[readers-1][writing]
   |when (readers==0 && !writing) acquireWrite -> RW[readers][1] | releaseWrite -> RW[readers][0]).
property SAFE_RW = (acquireRead -> READING[1] | acquireWrite -> WRITING),
READING[i:1..Nread] = (acquireRead -> READING[i+1]
                      | when (i>1) releaseRead -> READING[i-1] | when (i==1) releaseRead -> SAFE_RW),
READING[Nread+1] = ERROR,
WRITING = (releaseWrite -> SAFE_RW).
||READERS_WRITERS = (reader[1..Nread]:READER || writer[1..Nwrite]:WRITER
                    || {reader[1..Nread], writer[1..Nwrite]}::RW_LOCK).
"""
GARDEN = """
const N = 4
range T = 0..N
set VarAlpha = {value.{read[T], write[T]}}
VAR = VAR[0], VAR[u:T] = (read[u] -> VAR[u] | write[v:T] -> VAR[v]).
TURNSTILE = (go -> RUN),
RUN = (arrive -> INCREMENT | end -> TURNSTILE),
INCREMENT = (value.read[x:T] -> value.write[x+1] -> RUN)+VarAlpha.
||GARDEN = (east:TURNSTILE || west:TURNSTILE || {east, west, display}::value:VAR)
  /{go/{east, west}.go, end/{east, west}.end}.
"""


@pytest.mark.parametrize(
    ("text", "states"),
    [
        pytest.param(SEMAPHORE, 10, id="SEMADEMO"),  # one of three inside, in three steps, or nobody
        pytest.param(SEMAPHORE.replace("SEMAPHORE(1)", "SEMAPHORE(3)"), 4**3, id="no mutex"),
        pytest.param(SEMAPHORE.replace("||SEM", "||UN").replace("EMADEMO", "S"), 10, id="another name"),
    ],
)
def test_sizes(text: str, states: int) -> None:
    assert symag.loads(text, "lts").num_states == states


def deadlocks(model: LPTS) -> list[int]:
    return [s for s in range(model.num_states) if not model.row(s)]


def test_dining_philosophers() -> None:
    """All have a right fork: the book's deadlock. Odd and even philosophers have none."""
    model = symag.loads(DINERS, "lts")
    assert [model.states[s] for s in deadlocks(model)] == ["(" + ",".join(["PHIL.2", "FORK.1"] * 5) + ")"]
    even = "when (I%2==0) sitdown -> left.get -> right.get -> eat -> left.put -> right.put -> arise -> PHIL"
    polite = DINERS.replace("PHIL = (sitdown", f"PHIL(I=0) = ({even} | when (I%2==1) sitdown")
    assert not deadlocks(symag.loads(polite.replace("]:PHIL", "]:PHIL(i)"), "lts"))


def allowed(system: LPTS, prop: LPTS) -> bool:
    """Is every trace of the system, seen through the property's alphabet, one of the property? The plainest way."""
    waiting = [(system.initial, prop.initial)]
    seen = set(waiting)
    while waiting:
        s, p = waiting.pop()
        for at in system.row(s):
            action = system.actions[system.action[at]]
            answers = [p]
            if action in prop.alphabet:
                row = prop.row(p)
                answers = [prop.target[t] for t in row if prop.actions[prop.action[t]] == action]
            if not answers:
                return False
            pair = (system.target[at], answers[0])
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


def chosen(text: str, name: str, folder: Path) -> LPTS:
    (folder / "model.lts").write_text(text)
    return symag.load(f"{folder / 'model.lts'}#{name}")


def test_properties_of_the_book(tmp_path: Path) -> None:
    assert allowed(symag.loads(SEMAPHORE, "lts"), chosen(SEMAPHORE, "MUTEX", tmp_path))
    wrong = SEMAPHORE.replace("SEMAPHORE(1)", "SEMAPHORE(2)")
    assert not allowed(symag.loads(wrong, "lts"), chosen(wrong, "MUTEX", tmp_path))
    bridge = symag.loads(BRIDGE, "lts")
    assert allowed(bridge, chosen(BRIDGE, "ONEWAY", tmp_path))
    assert not allowed(chosen(BRIDGE, "CARS", tmp_path), chosen(BRIDGE, "ONEWAY", tmp_path))
    assert not deadlocks(bridge)


def test_readers_and_writers(tmp_path: Path) -> None:
    """The lock keeps its property, which says nothing about who reads: labels are taken off by relabelling."""
    model = symag.loads(READERS, "lts")
    assert not deadlocks(model)
    who = "{reader[1..Nread], writer[1..Nwrite]}"
    shared = READERS + f"||SPEC = {who}::SAFE_RW.\n"
    assert allowed(model, chosen(shared, "SPEC", tmp_path))
    broken = shared.replace("when (readers==0 && !writing)", "when (!writing)")
    assert not allowed(chosen(broken, "READERS_WRITERS", tmp_path), chosen(broken, "SPEC", tmp_path))


def test_garden() -> None:
    """Both turnstiles read 0 and write 1: two have arrived and the counter shows one. `go` and `end` are shared."""
    model = symag.loads(GARDEN, "lts")
    assert "end" in model.alphabet
    assert "east.value.write[5]" in model.alphabet  # the turnstile's x+1, which the variable does not know
    state = model.initial
    way = "go east.arrive west.arrive east.value.read[0] west.value.read[0] east.value.write[1] west.value.write[1] end"
    for action in [*way.split(), "display.value.read[1]"]:
        row = model.row(state)
        state = next(model.target[t] for t in row if model.actions[model.action[t]] == action)


LAWS = {
    "labelling back": ("x:P", "P", "/{forall[i:0..1] {a[i]/x.a[i]}, b/x.b}"),
    "labelling back by a prefix": ("x:P", "P", "/{a/x.a, b/x.b}"),
    "sharing of one": ("{x}::P", "x:P", ""),
    "sharing back": ("{x, y}::P", "P", "/{{a, a}/x.a, a/y.a, b/x.b, b/y.b}"),
    "sharing as relabelling": ("{x, y}::P", "P/{{x.a, y.a}/a, {x.b, y.b}/b}", ""),
    "hiding all": ("P", "P", "\\{a, b}"),
    "interface": ("P", "P", "@{b}"),
    "the order of parts": ("P", "P", ""),
}


@pytest.mark.parametrize("name", LAWS)
def test_laws(name: str) -> None:
    base = "P = (a[i:0..1] -> b -> P | a[1] -> STOP).\n"
    left, right, change = LAWS[name]
    if change.startswith(("\\", "@")):
        other = {"\\{a, b}": "@{}", "@{b}": "\\{a}"}[change]
        pair = f"||S = {left}{change}.", f"||S = {right}{other}."
    elif name == "the order of parts":
        pair = "Q = (b -> c -> Q). ||S = (P || Q).", "Q = (b -> c -> Q). ||S = (Q || P)."
    else:
        pair = f"||S = {left}{change}.", f"||S = {right}."
    first, second = (symag.loads(base + text, "lts") for text in pair)
    assert first.is_isomorphic_to(second)
    assert first.alphabet == second.alphabet


def test_components() -> None:
    """The parts, each by itself; those that share a hidden action are one."""
    text = "A = (a -> h -> A). B = (h -> b -> B). C = (b -> c -> g -> C)."
    assert [part.name for part in parts(f"{text} ||S = (A || B || x:C)\\{{x.g}}.")] == ["A", "B", "x:C"]
    hidden = parts(f"{text} ||S = (A || B || C)\\{{h, g}}.")
    assert [part.name for part in hidden] == ["A ‖ B", "C"]
    assert [sorted(part.alphabet) for part in hidden] == [["a", "b"], ["b", "c"]]
    whole = symag.loads(f"{text} ||S = (A || B || C).", "lts")
    assert symag.compose(*hidden).is_isomorphic_to(symag.operators.hide(whole, ["h", "g"]))
    chain = parts("A = (a -> b -> A). ||S = (A || A/{b/a, c/b} || A/{c/a, d/b} || A/{x/a, y/b})\\{b, c}.")
    assert [part.name for part in chain] == ["A ‖ A ‖ A", "A"]


@st.composite
def processes(draw: st.DrawFn) -> tuple[str, frozenset[str]]:
    """Three processes of three states each, and actions to hide."""
    texts = []
    for name in "ABC":
        rows = draw(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 2)), min_size=3, max_size=6))
        choices = [rows[at::3] for at in range(3)]
        bodies = [" | ".join(f"{action} -> {name}[{goal}]" for action, goal in choice) for choice in choices]
        locals_ = ", ".join(f"{name}[{at}] = ({body})" for at, body in enumerate(bodies))
        texts.append(f"{name} = {name}[0], {locals_}.")
    return " ".join(texts), draw(st.frozensets(st.sampled_from("abcd")))


@settings(max_examples=60)
@given(processes())
def test_hiding_in_parts(found: tuple[str, frozenset[str]]) -> None:
    """To hide in the parts, composed where that is needed, is to compose all of them and then to hide."""
    text, hidden = found
    whole = symag.loads(f"{text} ||S = (A || B || C).", "lts")
    pushed = symag.compose(*parts(f"{text} ||S = (A || B || C)\\{{{','.join(sorted(hidden))}}}."))
    expected = symag.operators.hide(whole, hidden & whole.alphabet)
    assert pushed.alphabet == expected.alphabet
    assert pushed.is_isomorphic_to(expected)


def test_names_of_instances() -> None:
    text = "P(N=1) = (a -> P). ||S(K=2) = (P || P(3) || forall[i:1..2] p[i]:P(i) || {x, y}::P)."
    assert [part.name for part in parts(text)] == ["P", "P(3)", "p[1]:P(1)", "p[2]:P(2)", "{x,y}::P"]


def test_constants_from_outside() -> None:
    text = "const N = 2\nP = (a[1..N] -> P)."
    assert len(symag.loads(text, "lts", {"N": 5}).alphabet) == 5
    with pytest.raises(InputError, match="no constant of that name"):
        symag.loads(text, "lts", {"K": 5})
    with pytest.raises(InputError, match="more than 18 digits"):
        symag.loads(text, "lts", {"N": 10**19})


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "model.lts"
    file.write_text("P = (a -> P). ||S = (x:P || y:P). property Q = (x.a -> y.a -> Q).")
    assert symag.load(file).name == "model"
    assert symag.load(f"{file}#S").name == "S"
    assert symag.load(f"{file}#P").alphabet == {"a"}
    assert [part.name for part in symag.load_components(f"{file}#S")] == ["x:P", "y:P"]
    with pytest.raises(InputError, match=r"no process 'R' in this file: there are P, S, Q"):
        symag.load(f"{file}#R")
    (tmp_path / "odd#P.lts").write_text("P = (odd -> P).")
    assert symag.load(tmp_path / "odd#P.lts").alphabet == {"odd"}
    (tmp_path / "model.lts#P").write_text("")
    with pytest.raises(InputError, match="cannot be read: use"):
        symag.load(f"{file}#P")  # a file that is really called that has a suffix that nobody knows
    for data in (b"\x8b\xaf\x00", b"\x00lts"):
        file.write_bytes(data)
        with pytest.raises(InputError, match="mCRL2 writes binary"):
            symag.load(file)


def test_command_line(tmp_path: Path) -> None:
    file = tmp_path / "semaphore.lts"
    file.write_text(SEMAPHORE)
    run = CliRunner()
    assert run.invoke(app, ["show", f"{file}#LOOP"]).exit_code == 0
    done = run.invoke(app, ["check", str(file), "--spec", f"{file}#MUTEX"])
    assert done.exit_code == 0, done.output
    wrong = tmp_path / "wrong.lts"
    wrong.write_text(SEMAPHORE.replace("SEMAPHORE(1)", "SEMAPHORE(2)"))
    assert run.invoke(app, ["check", str(wrong), "--spec", f"{file}#MUTEX"]).exit_code == 1
    same = run.invoke(app, ["check", f"{file}#SEMADEMO", "--spec", f"{file}#MUTEX", "--output", str(file)])
    assert same.exit_code == 2
    assert "is one of the models" in same.stderr
    assert run.invoke(app, ["check", f"{file}#NONE", "--spec", f"{file}#MUTEX"]).exit_code == 2


BIG = {
    "a range of actions": "P = (a[0..1000000000] -> P).",
    "ranges of actions": "P = (a[0..999][0..999][0..999] -> P).",
    "a set": "set S = {a[0..99999999]}\nP = (S -> P).",
    "sets in sets": "set A = {a[0..999]}\nset B = {A.A}\nset C = {B.B}\nP = (C -> P).",
    "an extension": "P = (a -> P)+{b[0..1000000000]}.",
    "indices": "P = Q[0], Q[i:0..1000000000] = (a -> Q[i]).",
    "more indices": "P = Q[0][0], Q[i:0..99999][j:0..99999] = (a -> Q[i][j]).",
    "processes": "P = (a -> P). ||S = forall[i:1..1000000000] p[i]:P.",
    "labelled processes": "P = (a -> P). ||S = p[1..1000000000]:P.",
    "composites of composites": "P = (a -> P). ||S0 = {a,b}:P. "
    + " ".join(f"||S{i} = {{a,b}}:S{i-1}." for i in range(1, 60)),
    "owners": "P = (a[0..999] -> P). ||S = x[0..999]::P.",
    "owners of owners": "P = (a -> P). ||S = x[0..99999]::y[0..99999]:P.",
    "relabelling": "P = (a -> P)/{b[0..1000000000]/a}.",
    "relabelling of many": "P = (a -> P)/{b[0..99999]/a[0..99999]}.",
    "composites of nothing": "P = STOP. ||S = forall[i:1..999] forall[j:1..999] forall[k:1..999] if 0 then P.",
    "relabelling for all": "P = (a -> P)/{forall[i:0..1000000000] {b/a[i]}}.",
}  # fmt: skip


@pytest.fixture(scope="module")
def moderate() -> float:
    """CPU seconds that a process of some thousand states takes to be read, whatever else this machine does."""
    began = time.process_time()
    symag.loads("P = Q[0], Q[i:0..5000] = (when (i<5000) a -> Q[i+1]).", "lts")
    return time.process_time() - began


@pytest.mark.parametrize("name", BIG)
def test_too_big(name: str, moderate: float) -> None:
    began = time.process_time()
    with pytest.raises(InputError, match="more than"):
        symag.loads(BIG[name], "lts")
    assert time.process_time() - began < 30 * moderate


def test_limits() -> None:
    text = "P = Q[0], Q[i:0..5000] = (when (i<5000) a -> Q[i+1])."
    with pytest.raises(LimitReached, match="max-states"):
        symag.loads(text, "lts", limits=Limits(max_states=100))
    with pytest.raises(LimitReached, match="timeout"):
        symag.loads(text * 1, "lts", limits=Limits(seconds=1e-6))
    assert symag.loads(text, "lts", limits=Limits(max_states=5001)).num_states == 5001


def test_deep_texts() -> None:
    """Prefixes, choices and conditions may be nested as deep as they like: nothing recurses."""
    deep = 3000
    assert symag.loads("P = (" + "a -> " * deep + "P).", "lts").num_states == deep
    assert symag.loads("P = " + "(a -> " * deep + "P" + ")" * deep + ".", "lts").num_states == deep
    assert symag.loads("P = " + "if 0 then STOP else " * deep + "(a -> P).", "lts").num_states == 1
    label = "a"
    for _ in range(30):
        label = "a." * 60 + f"{{{label}}}"
    assert len(next(iter(symag.loads(f"P = ({label} -> P).", "lts").alphabet)).split(".")) == 30 * 60 + 1
    brackets = "(" * 60 + "-1" + ")" * 60
    assert symag.loads(f"P = (a[{brackets}] -> P).", "lts").alphabet == {"a[-1]"}
    minus = "-" * 50
    inside = f"p[{minus}1].{{q[{minus}1]}}:" + "(" * 40 + f"P({minus}1)" + ")" * 40
    assert symag.loads(f"P(N=0) = (a[N] -> P). ||S = {inside}.", "lts").alphabet == {"p[1].q[1].a[1]"}
    chain = ", ".join(f"Q{i} = Q{i + 1}" for i in range(deep))
    assert symag.loads(f"P = Q0, {chain}, Q{deep} = (a -> P).", "lts").num_states == 1
    assert symag.loads(f"P = (a[{'+'.join('1' * deep)}] -> P).", "lts").alphabet == {f"a[{deep}]"}


SIGNS = "( ) [ ] { } -> | || = . , : :: .. + - * / \\ @ < == &&"
NAMES = "P Q S STOP ERROR a b tau i 0 1 2 when if then else forall const range set property"
WORDS = [*SIGNS.split(), *NAMES.split()]
TEMPLATES = [
    "P = ( a -> P ) .",
    "P = Q [ 0 ] , Q [ i : 0 .. 2 ] = ( when i < 2 a [ i ] -> Q [ i + 1 ] | b -> STOP ) .",
    "P = ( a -> P ) . || S = ( P || { a , b } :: P ) / { a / b } \\ { a } .",
]


def placed(text: str) -> bool:
    """Is it a model, or is its error in the one line that it has?"""
    try:
        symag.loads(text, "lts")
    except InputError as error:
        return error.line == 1 and bool(error.column)
    return True


@given(st.sampled_from(TEMPLATES), st.lists(st.tuples(st.integers(0, 60), st.sampled_from(WORDS)), max_size=4))
def test_token_soup(template: str, changes: list[tuple[int, str]]) -> None:
    """Whatever the words are, there is a model or an InputError with a place."""
    words = template.split()
    for at, word in changes:
        if at % 3 == 0:
            words.insert(at % len(words), word)
        else:
            words[at % len(words)] = word
    assert placed(" ".join(words))


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_words_in_any_order(words: list[str]) -> None:
    assert placed(" ".join(words))


@settings(max_examples=60)
@given(st.text(max_size=30))
def test_any_text(text: str) -> None:
    with pytest.raises(InputError):
        symag.loads(text, "lts")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    """A comment ends with its line, whatever lines end with."""
    lines = ["P = (a -> P). // one", "/* two", "lines */ Q = (b -> Q).", "||S = (P || Q). // end", ""]
    assert symag.loads(end.join(lines), "lts").alphabet == {"a", "b"}
    for wrong, place in ((["R = (c[N] -> R)."], (4, 8)), (["R = (c -> R)"], (5, 1))):
        with pytest.raises(symag.InputError) as error:
            symag.loads(end.join([*lines[:3], *wrong, ""]), "lts")
        assert (error.value.line, error.value.column) == place
